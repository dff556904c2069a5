//! Every dump is one tree: each reader on captured and written samples, one file a front-end.

mod documented;
#![allow(clippy::disallowed_macros, clippy::disallowed_methods)] // it reads dumps, and tells what it skipped

mod dumps;
mod fixtures;
mod front_end;
mod html_page;
mod json;
mod json_dumps;
mod own;
mod pages;
#[cfg(feature = "xml")]
mod xml;
