//! `semantic mcp` as a client sees it: a process that is spoken to in lines.

mod browser;
mod client;
mod protocol;
mod tools;
