//! The linter of hints: each rule in each language, rendered pages, what must never break, and the documentation.
#![cfg(feature = "html")]
#![allow(clippy::disallowed_macros, clippy::disallowed_methods)] // tests read fixtures and write documentation

mod design;
mod documents;
mod languages;
mod pages;
mod properties;
mod rules;

use std::path::{Path, PathBuf};

use semantic_core::hints::lint::{Finding, Language, across, source};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).replace("\r\n", "\n")
}

/// What a text tells when it is all there is of an app.
fn lint(text: &str, language: Language) -> Vec<Finding> {
    let mut files = [source(text, language)];
    across(&mut files);
    let [file] = files;
    file.findings
}

/// Findings as `rule:text they stand on`.
fn told(text: &str, language: Language) -> Vec<String> {
    let found = lint(text, language);
    let at = |f: &Finding| f.at.clone().map_or("", |at| &text[at]).to_owned();
    found.iter().map(|f| format!("{}:{}", f.rule.id, at(f))).collect()
}

/// A fenced block of a Markdown text.
struct Block {
    /// The words behind the fence.
    info: Vec<String>,
    text: String,
}

fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Option<Block> = None;
    for line in markdown.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                let info = info.split_whitespace().map(str::to_owned).collect();
                open = Some(Block { info, text: String::new() });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}
