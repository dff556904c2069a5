//! Hints: the contract sentence by sentence, golden pages, folding that loses nothing, and what must never break.
#![cfg(feature = "html")]
#![allow(clippy::disallowed_macros, clippy::disallowed_methods)] // tests read fixtures, take time and say what they skip

mod golden;
mod scratch;

use std::path::{Path, PathBuf};

use semantic_core::formats::read_hints;
use semantic_core::hints::{Captured, HintOptions, HintSnapshot};

/// The hinted elements of an HTML text.
fn page(html: &str) -> Captured {
    read_hints(html.as_bytes(), Some("html")).unwrap_or_else(|e| panic!("{e}: {html}"))
}

/// The snapshot of a captured list.
fn snapshot(page: &Captured) -> HintSnapshot {
    HintSnapshot::of(page, &HintOptions::default()).unwrap_or_else(|e| panic!("{e}"))
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
