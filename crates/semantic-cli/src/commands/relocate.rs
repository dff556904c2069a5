//! `semantic relocate`: the same element after the page changed.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use semantic_core::find::ElementMatch;
use semantic_core::recover::{Known, Relocation, Relocator};
use semantic_core::tree::Snapshot;

use crate::cli::{ColorWhen, RelocateArgs, TextFormat};
use crate::exit::Outcome;
use crate::input;
use crate::live;
use crate::output::{self, escape, json, table};

/// Runs the subcommand.
pub fn run(args: &RelocateArgs, color: ColorWhen) -> Result<Outcome> {
    let (Some(path), Some(reference)) = (&args.before, args.reference.as_deref()) else {
        return live::relocate(args);
    };
    let stdin = Path::new("-");
    if path == stdin && args.after.as_deref() == Some(stdin) {
        bail!("only one of --before and --after can be standard input");
    }
    let before = input::from(Some(path), None, "")?;
    let target = before.resolve(reference).context("--before")?.id();
    let known = if args.before_partial { Known::Part } else { Known::Whole };
    let relocate = |after: &Snapshot| {
        let mut relocator = Relocator::new(&before, after, known);
        if let Some(query) = &args.query {
            relocator = relocator.with_query(query);
        }
        relocator.relocate(target).context("the ref names no element of the old snapshot")
    };
    let (found, after, locators) = match &args.after {
        Some(after) => {
            let after = Arc::new(input::from(Some(after), None, "")?);
            (relocate(&after)?, after, None)
        }
        None => {
            let (found, after, locators) = live::relocated(&args.live, relocate)?;
            (found, after, Some(locators))
        }
    };
    let notices = [before.notices(), after.notices()].concat();
    match args.format {
        TextFormat::Json => output::print(&json::relocated(&found, locators.as_deref(), &notices))?,
        TextFormat::Text => {
            let locators = locators.unwrap_or_default();
            text(reference, &found, &after, &locators, output::color(color))?;
            notices.iter().for_each(|notice| output::note(notice));
        }
    }
    Ok(if found.node.is_some() { Outcome::Done } else { Outcome::Nothing })
}

/// The answer on stdout, or the refusal on stderr.
fn text(
    reference: &str,
    found: &Relocation,
    after: &Snapshot,
    locators: &[String],
    color: bool,
) -> Result<()> {
    if let Some(node) = found.node.and_then(|id| after.node(id)) {
        let new = ElementMatch {
            reference: found.reference.clone().unwrap_or_default(),
            node: node.id().to_string().into(),
            score: found.score,
            confidence: found.confidence,
            role: node.role_name().into(),
            name: node.name().unwrap_or_default().into(),
            explain: None,
        };
        return output::print_styled(&table::relocated(&new, locators, &found.evidence, color), color);
    }
    let reason = found.refusal.map_or("gone", |r| r.as_str());
    let best = found.runner_up.as_ref().map(|best| {
        let name = escape::quoted(&best.name, escape::NAME_COLUMNS);
        let (role, at, why) = (&best.role, &best.reference, &best.why);
        format!(
            "; the best candidate, {role} {at} {name} (score {}), is refused: {why}",
            table::score(best.score)
        )
    });
    output::complain("refused", &format!("{reference} is {reason}{}", best.unwrap_or_default()));
    Ok(())
}
