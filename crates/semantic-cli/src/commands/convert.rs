//! `semantic convert`: a snapshot in another form.

use std::sync::Arc;

use anyhow::Result;
use semantic_core::formats::write;
use semantic_core::view::{Observation, SemanticView};

use crate::cli::{ConvertCommand, Form};
use crate::exit::Outcome;
use crate::input;
use crate::live;
use crate::output;

/// Runs the subcommand.
pub fn run(args: &ConvertCommand) -> Result<Outcome> {
    let snapshot = match args.source.live.cdp {
        Some(_) => live::capture(&args.source.live)?,
        None => Arc::new(input::source(&args.source)?),
    };
    match args.to {
        Form::Json => output::print(&write::to_json(&snapshot))?,
        Form::Aria => output::print(&write::to_aria(&snapshot))?,
        Form::Html => output::print(&write::to_html(&snapshot))?,
        Form::View => output::print(&Observation::of(Arc::clone(&snapshot), &SemanticView::new()).render())?,
    }
    snapshot.notices().iter().for_each(|n| output::note(n));
    Ok(Outcome::Done)
}
