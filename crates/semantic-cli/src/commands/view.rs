//! `semantic view`: a snapshot through a view, one line a node.

use std::sync::Arc;

use anyhow::Result;
use semantic_core::view::Observation;

use crate::cli::{ColorWhen, TextFormat, ViewCommand};
use crate::exit::Outcome;
use crate::input;
use crate::live;
use crate::output::{self, json, tree};

/// Runs the subcommand.
pub fn run(args: &ViewCommand, color: ColorWhen) -> Result<Outcome> {
    let view = input::view(&args.view)?;
    if args.source.live.cdp.is_some() {
        return live::view(args, &view);
    }
    let observation = Observation::of(Arc::new(input::source(&args.source)?), &view);
    match args.format {
        TextFormat::Json => output::print(&json::observed(&observation))?,
        TextFormat::Text => {
            tree::print(&observation.render(), color)?;
            tree::notes(&observation);
        }
    }
    Ok(Outcome::Done)
}
