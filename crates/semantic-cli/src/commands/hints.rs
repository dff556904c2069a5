//! `semantic hints`: what a page says about itself for machines.

use anyhow::Result;
use semantic_core::hints::{HintOptions, HintSnapshot, observe};

use crate::cli::{HintsCommand, HintsObserveArgs, HintsQuestion, HintsSnapshotArgs};
use crate::exit::Outcome;
use crate::input;
use crate::output::{self, json};

/// Runs the subcommand.
pub fn run(args: &HintsCommand) -> Result<Outcome> {
    match &args.question {
        HintsQuestion::Snapshot(args) => snapshot(args),
        HintsQuestion::Observe(args) => one(args),
        HintsQuestion::Lint(args) => super::lint::run(args),
        HintsQuestion::Review(args) => super::review::run(args),
    }
}

fn snapshot(args: &HintsSnapshotArgs) -> Result<Outcome> {
    let mut page = input::hints(&args.source, args.scope.as_deref())?;
    if let Some(url) = &args.url {
        page.url.clone_from(url);
    }
    let options = HintOptions {
        scope: args.scope.clone(),
        include_hidden: args.include_hidden,
        ..HintOptions::default()
    };
    let snapshot = match HintSnapshot::of(&page, &options) {
        Ok(snapshot) => snapshot,
        Err(error) => {
            output::say(&error.to_string());
            return Ok(Outcome::Nothing);
        }
    };
    output::print(&json::line(snapshot.to_string()))?;
    snapshot.notices.iter().for_each(|notice| output::note(notice));
    if page.elements.items.is_empty() {
        output::note("no element of the page has a data-semtag-id");
        return Ok(Outcome::Nothing);
    }
    Ok(Outcome::Done)
}

fn one(args: &HintsObserveArgs) -> Result<Outcome> {
    let page = input::hints(&args.source, None)?;
    match observe(&page, &args.id) {
        Ok(entry) => {
            output::print(&json::line(entry.to_string()))?;
            page.notices.iter().for_each(|notice| output::note(notice));
            Ok(Outcome::Done)
        }
        Err(error) => {
            output::say(&error.to_string());
            Ok(Outcome::Nothing)
        }
    }
}
