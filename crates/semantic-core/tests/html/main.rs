//! HTML pages and parts of pages: cases after the W3C texts, agreement with Chromium, and what must never break.
#![cfg(feature = "html")]
#![allow(clippy::disallowed_macros, clippy::disallowed_methods)] // tests read fixtures, take time and say what they skip

mod cases;
mod chromium;
mod look;
mod robustness;
mod tree;

use std::path::{Path, PathBuf};

use semantic_core::formats;
use semantic_core::tree::Snapshot;

/// The tree of an HTML text, read as HTML whatever it begins with.
fn read(html: &str) -> Snapshot {
    formats::read(html.as_bytes(), Some("html")).unwrap_or_else(|e| panic!("{e}: {html}"))
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
