//! `semantic classify`: what kind of failure an error message reports.

use anyhow::Result;
use semantic_core::recover::classify_failure;
use serde::Serialize;

use crate::cli::{ClassifyArgs, TextFormat};
use crate::exit::Outcome;
use crate::input;
use crate::output::{self, json};

#[derive(Serialize)]
struct Classified<'a> {
    failure: &'a str,
    recoverable: bool,
}

/// Runs the subcommand.
pub fn run(args: &ClassifyArgs) -> Result<Outcome> {
    let failure = match args.message.as_str() {
        "-" => classify_failure(&input::message()?),
        message => classify_failure(message),
    };
    let (failure, recoverable) = (failure.as_str(), failure.recoverable());
    output::print(&match args.format {
        TextFormat::Text => format!("{failure} (recoverable: {recoverable})\n"),
        TextFormat::Json => json::object(&Classified { failure, recoverable }),
    })?;
    Ok(Outcome::Done)
}
