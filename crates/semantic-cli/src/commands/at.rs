//! `semantic at`: the element at a point.

use std::sync::Arc;

use anyhow::Result;
use semantic_core::view::{Observation, SemanticView};

use crate::cli::{AtCommand, ColorWhen, TextFormat};
use crate::exit::Outcome;
use crate::input;
use crate::live;
use crate::output::{self, json, tree};

/// Runs the subcommand.
pub fn run(args: &AtCommand, color: ColorWhen) -> Result<Outcome> {
    if args.source.live.cdp.is_some() {
        return live::at(args);
    }
    let snapshot = Arc::new(input::source(&args.source)?);
    let observation = Observation::of(snapshot, &SemanticView::new());
    let (x, y) = (args.x, args.y);
    let boxes = observation.snapshot().nodes().filter(|n| n.bounds().is_some()).count();
    let Ok(node) = observation.node_at(x, y) else {
        output::say(&match boxes {
            0 => format!("nothing is known to be at ({x}, {y}): the snapshot has no bounds"),
            n => format!("nothing is at ({x}, {y}): none of the {n} boxes holds it"),
        });
        return Ok(Outcome::Nothing);
    };
    match args.format {
        TextFormat::Json => output::print(&json::object(&json::node(node, |id| id.to_string())))?,
        TextFormat::Text => tree::print(&tree::whole(node, |id| id.to_string()), color)?,
    }
    Ok(Outcome::Done)
}
