//! `semantic match`: the score of one element.

use std::sync::Arc;

use anyhow::Result;
use semantic_core::find::Index;
use semantic_core::tree::{NodeId, Snapshot};

use crate::cli::{ColorWhen, MatchArgs, MatchFormat};
use crate::exit::Outcome;
use crate::input;
use crate::live;
use crate::output::{self, json, table};

/// Runs the subcommand.
pub fn run(args: &MatchArgs, color: ColorWhen) -> Result<Outcome> {
    if args.input.live.cdp.is_some() {
        return live::matched(args, color);
    }
    let snapshot = Arc::new(input::snapshot(&args.input)?);
    let node = match snapshot.resolve(&args.reference) {
        Ok(node) => node.id(),
        Err(refusal) => {
            output::complain("refused", &refusal.to_string());
            return Ok(Outcome::Nothing);
        }
    };
    tell(args, &snapshot, node, None, color)
}

/// Prints the score of an element; `reference`: what to call it, where that is not the snapshot's to say.
pub fn tell(
    args: &MatchArgs,
    snapshot: &Arc<Snapshot>,
    node: NodeId,
    reference: Option<&str>,
    color: ColorWhen,
) -> Result<Outcome> {
    let index = Index::new(Arc::clone(snapshot));
    let options = args.scoring.options(1);
    let strategy = args.scoring.strategy();
    let mut scored = index.score(&args.query, node, strategy, &options)?;
    if let Some(reference) = reference {
        (scored.reference, scored.node) = (reference.into(), reference.into());
    }
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
