//! Every dump is one tree: each reader on captured and written samples, one file a front-end.

#![allow(clippy::disallowed_macros, clippy::disallowed_methods)] // it reads dumps, and tells what it skipped

mod aria;
mod documented;
mod dumps;
mod encodings;
mod fixtures;
mod front_end;
mod html_page;
mod json;
mod json_dumps;
mod live;
mod own;
mod pages;
mod secrets;
mod text_dumps;
mod told_apart;
#[cfg(feature = "xml")]
mod xml;
