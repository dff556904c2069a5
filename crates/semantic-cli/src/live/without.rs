//! In place of live pages, where the command is built without them.

use std::path::Path;

use anyhow::{Result, bail};
use semantic_core::hints::Captured;
use semantic_core::tree::Snapshot;

use super::{Check, How, Rendered, Tabs};
use crate::exit::Outcome;

const WITHOUT: &str = "this build of semantic cannot reach a browser (its feature cdp is off)";

pub fn capture(_: &str, _: Option<&str>) -> Result<Snapshot> {
    bail!(WITHOUT)
}

pub fn hints(_: &str, _: Option<&str>, _: Option<&str>) -> Result<Captured> {
    bail!(WITHOUT)
}

pub fn tabs(_: &str) -> Result<Tabs> {
    bail!(WITHOUT)
}

pub fn examine(_: &str, _: Option<&str>) -> Result<(Vec<Check>, Outcome)> {
    bail!(WITHOUT)
}

pub fn attached(_: &str, _: Option<&str>, _: How) -> Result<Rendered> {
    bail!(WITHOUT)
}

pub fn opened(_: &Path) -> Result<Option<Rendered>> {
    Ok(None)
}

pub fn code(_: &anyhow::Error) -> Option<u8> {
    None
}
