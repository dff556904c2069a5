//! Page pairs with the same elements marked: the project's own, and the public ones beside the project.

use std::path::Path;

use anyhow::{Context, Result};
use semantic_core::formats;
use semantic_core::recover::Known;
use semantic_core::tree::{NodeId, Snapshot};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::corpus;

/// One line of a file of pairs.
#[derive(Deserialize)]
struct Line {
    pair: String,
    before: Box<RawValue>,
    after: Box<RawValue>,
    #[serde(default)]
    before_complete: Option<bool>,
    cases: Vec<Case>,
}

/// An element of the old page and what has become of it.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Case {
    pub id: String,
    pub target_ref: String,
    /// The same element in the new page; none where it is gone.
    pub expected_ref: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// Whether the accessible name stayed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_name: Option<bool>,
}

/// Two snapshots of one page, and elements to relocate.
pub struct Pair {
    pub name: String,
    pub before: Snapshot,
    pub after: Snapshot,
    pub known: Known,
    pub cases: Vec<(Case, NodeId, Option<NodeId>)>,
}

/// A named set of pairs.
pub struct PairSet {
    pub name: String,
    pub pairs: Vec<Pair>,
}

/// What the names of the project's own sets begin with.
pub const OWN: &str = "own-";

/// The project's own pairs.
pub fn own() -> Result<Vec<PairSet>> {
    folder(&corpus::root().join("fixtures/relocate"), OWN)
}

/// The public pairs, where present.
pub fn public() -> Result<Vec<PairSet>> {
    match corpus::shared_data().map(|d| d.join("relocate")).filter(|d| d.is_dir()) {
        Some(data) => folder(&data, ""),
        None => Ok(Vec::new()),
    }
}

fn folder(folder: &Path, prefix: &str) -> Result<Vec<PairSet>> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut files: Vec<_> = entries
        .filter_map(|e| e.ok().map(|e| e.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    files.sort();
    files.iter().map(|f| load(f, prefix)).collect()
}

fn load(path: &Path, prefix: &str) -> Result<PairSet> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let pairs = text.lines().filter(|l| !l.trim().is_empty()).map(pair);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(PairSet {
        name: format!("{prefix}{stem}"),
        pairs: pairs.collect::<Result<_>>().with_context(|| path.display().to_string())?,
    })
}

fn pair(line: &str) -> Result<Pair> {
    let line: Line = serde_json::from_str(line)?;
    let read = |raw: &RawValue| formats::read(raw.get().as_bytes(), None).map_err(|e| anyhow::anyhow!("{e}"));
    let (before, after) = (read(&line.before)?, read(&line.after)?);
    let known = if line.before_complete == Some(false) { Known::Part } else { Known::Whole };
    let mut cases = Vec::new();
    for case in line.cases {
        let target = before.resolve(&case.target_ref).with_context(|| case.id.clone())?.id();
        let expected = case.expected_ref.as_deref().map(|r| after.resolve(r).map(|n| n.id()));
        let expected = expected.transpose().with_context(|| case.id.clone())?;
        cases.push((case, target, expected));
    }
    Ok(Pair { name: line.pair, before, after, known, cases })
}
