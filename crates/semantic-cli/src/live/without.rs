//! In place of live pages, where the command is built without them.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail};
use semantic_core::hints::Captured;
use semantic_core::recover::Relocation;
use semantic_core::tree::Snapshot;
use semantic_core::view::SemanticView;

use super::{Check, How, Rendered, Tabs};
use crate::cli::{
    AtCommand, ColorWhen, DiffCommand, FindArgs, LiveArgs, MatchArgs, RelocateArgs, ResolveCommand,
    ViewCommand,
};
use crate::exit::Outcome;

const WITHOUT: &str = "this build of semantic cannot reach a browser (its feature cdp is off)";

pub fn capture(_: &LiveArgs) -> Result<Arc<Snapshot>> {
    bail!(WITHOUT)
}

pub fn view(_: &ViewCommand, _: &SemanticView) -> Result<Outcome> {
    bail!(WITHOUT)
}

pub fn changed(_: &DiffCommand, _: &SemanticView) -> Result<Outcome> {
    bail!(WITHOUT)
}

pub fn find(_: &FindArgs, _: ColorWhen) -> Result<Outcome> {
    bail!(WITHOUT)
}

pub fn matched(_: &MatchArgs, _: ColorWhen) -> Result<Outcome> {
    bail!(WITHOUT)
}

pub fn at(_: &AtCommand) -> Result<Outcome> {
    bail!(WITHOUT)
}

pub fn resolve(_: &ResolveCommand, _: &SemanticView, _: ColorWhen) -> Result<Outcome> {
    bail!(WITHOUT)
}

pub fn relocate(_: &RelocateArgs) -> Result<Outcome> {
    bail!(WITHOUT)
}

pub fn relocated(
    _: &LiveArgs,
    _: impl FnOnce(&Snapshot) -> Result<Relocation>,
) -> Result<(Relocation, Arc<Snapshot>, Vec<String>)> {
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
