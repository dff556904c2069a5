//! `semantic resolve`: the node that a ref means.

use std::sync::Arc;

use anyhow::Result;
use semantic_core::tree::RefError;
use semantic_core::view::Observation;

use crate::cli::{ColorWhen, ResolveCommand, TextFormat};
use crate::exit::Outcome;
use crate::input;
use crate::live;
use crate::output::{self, json, tree};

/// Runs the subcommand.
pub fn run(args: &ResolveCommand, color: ColorWhen) -> Result<Outcome> {
    let view = input::view(&args.view)?;
    if args.source.live.cdp.is_some() {
        return live::resolve(args, &view, color);
    }
    let observation = Observation::of(Arc::new(input::source(&args.source)?), &view);
    let reference = args.reference.as_str();
    let node = match observation.snapshot().resolve(reference) {
        Err(RefError::Unknown(_)) => match observation.resolve(reference) {
            Ok(node) => node,
            Err(error) => {
                output::complain("refused", &error.to_string());
                let issued = observation.walked_count();
                output::note(&format!("{issued} refs were issued; take one from semantic view"));
                return Ok(Outcome::Nothing);
            }
        },
        Err(other) => {
            output::complain("refused", &other.to_string());
            return Ok(Outcome::Nothing);
        }
        Ok(node) => node,
    };
    match args.format {
        TextFormat::Json => output::print(&json::object(&json::node(node, |id| id.to_string())))?,
        TextFormat::Text => tree::print(&tree::whole(node, |id| id.to_string()), color)?,
    }
    Ok(Outcome::Done)
}
