//! Hints: the contract sentence by sentence, golden pages, folding that loses nothing, and what must never break.
#![cfg(feature = "html")]
#![allow(clippy::disallowed_macros, clippy::disallowed_methods)] // tests read fixtures, take time and say what they skip

mod folding;
mod golden;
mod robustness;
mod scope_and_observe;
mod texts;
mod vocabulary;

use std::path::{Path, PathBuf};

use semantic_core::formats::read_hints;
use semantic_core::hints::{Captured, Entry, HintOptions, HintSnapshot, observe};

/// The hinted elements of an HTML text.
fn page(html: &str) -> Captured {
    read_hints(html.as_bytes(), Some("html")).unwrap_or_else(|e| panic!("{e}: {html}"))
}

/// The snapshot of a captured list.
fn snapshot(page: &Captured) -> HintSnapshot {
    HintSnapshot::of(page, &HintOptions::default()).unwrap_or_else(|e| panic!("{e}"))
}

/// The text form of the snapshot of an HTML text.
fn text(html: &str) -> String {
    snapshot(&page(html)).to_string()
}

/// The only element called `x` of an HTML text.
fn entry(html: &str) -> Entry {
    observe(&page(html), "x").unwrap_or_else(|e| panic!("{e}: {html}"))
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
