//! Every dump is one tree: each reader on captured and written samples, one file a front-end.

mod json;
mod page;
#[cfg(feature = "xml")]
mod xml;
