//! The crate against a real Chromium and pages of our own, served from this process.
//!
//! Where no browser is found, or `SEMANTIC_NO_BROWSER=1` is set, each test says that it was skipped.
#![allow(clippy::disallowed_macros, clippy::disallowed_methods)] // tests read fixtures and say what they skip

mod faults;
mod frames;
mod golden;
mod hints;
mod look;
mod page;
mod picture;
mod recovery;
mod situations;
mod support;
mod tabs;
mod tree;
