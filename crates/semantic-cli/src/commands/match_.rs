//! `semantic match`: the score of one element.

use std::sync::Arc;

use anyhow::Result;
use semantic_core::find::Index;

use crate::cli::{ColorWhen, MatchArgs, MatchFormat};
use crate::exit::Outcome;
use crate::input;
use crate::output::{self, json, table};

/// Runs the subcommand.
pub fn run(args: &MatchArgs, color: ColorWhen) -> Result<Outcome> {
    let snapshot = Arc::new(input::snapshot(&args.input)?);
    let node = match snapshot.resolve(&args.reference) {
        Ok(node) => node.id(),
        Err(refusal) => {
            output::complain("refused", &refusal.to_string());
            return Ok(Outcome::Nothing);
        }
    };
    let index = Index::new(Arc::clone(&snapshot));
    let options = args.scoring.options(1);
    let strategy = args.scoring.strategy();
    let scored = index.score(&args.query, node, strategy, &options)?;
    let mut remarks = index.find(&args.query, strategy, &options)?.notes;
    remarks.extend_from_slice(snapshot.notices());

    match args.format {
        MatchFormat::Json => output::print(&json::scored(&scored, &remarks))?,
        MatchFormat::Table => {
            let color = output::color(color);
            output::print_styled(&table::one(&scored, color), color)?;
            remarks.iter().for_each(|remark| output::note(remark));
        }
    }
    Ok(if scored.score >= options.threshold { Outcome::Done } else { Outcome::Nothing })
}
