//! `semantic find`: the elements that a query means.

use std::sync::Arc;

use anyhow::Result;
use semantic_core::find::{FindOptions, FindResult, Index};

use crate::cli::{ColorWhen, FindArgs, FindFormat};
use crate::exit::Outcome;
use crate::input;
use crate::output::{self, escape, json, table};

/// Runs the subcommand.
pub fn run(args: &FindArgs, color: ColorWhen) -> Result<Outcome> {
    let snapshot = Arc::new(input::snapshot(&args.input)?);
    let index = Index::new(Arc::clone(&snapshot));
    let options = args.scoring.options(args.top_k);
    let result = index.find(&args.query, args.scoring.strategy(), &options)?;

    let notices = snapshot.notices();
    match args.format {
        FindFormat::Json => output::print(&json::found(&result, notices))?,
        FindFormat::Refs => output::print(&refs(&result))?,
        FindFormat::Table => {
            let color = output::color(color);
            output::print_styled(&table::matches(&result.matches, color), color)?;
        }
    }
    if args.format != FindFormat::Json {
        remarks(args, &index, &options, &result, notices);
    }
    Ok(if result.matches.is_empty() { Outcome::Nothing } else { Outcome::Done })
}

fn refs(result: &FindResult) -> String {
    result.matches.iter().map(|m| escape::line(&m.reference) + "\n").collect()
}

/// What a person should know beside the matches, on stderr; JSON says it in its fields.
fn remarks(args: &FindArgs, index: &Index, options: &FindOptions, result: &FindResult, notices: &[String]) {
    if result.matches.is_empty() {
        let query = escape::quoted(&args.query, escape::NAME_COLUMNS);
        let best = best_below(args, index, options).map(|s| format!("best score {}, ", table::score(s)));
        let best = best.unwrap_or_default();
        output::say(&format!("no match for {query} ({best}threshold {})", options.threshold));
    }
    if let (true, Some(best)) = (result.ambiguous, &result.best_ref) {
        let margin = result.margin.map(|m| format!(" (margin {})", table::score(m))).unwrap_or_default();
        output::note(&format!(
            "ambiguous: another element fits about as well as {best}{margin}; say more to choose"
        ));
    }
    for note in result.notes.iter().chain(notices) {
        output::note(note);
    }
}

/// The best score of all, where none reached the threshold.
fn best_below(args: &FindArgs, index: &Index, options: &FindOptions) -> Option<f64> {
    let open = FindOptions { threshold: 0.0, top_k: 1, explain: false, ..options.clone() };
    let result = index.find(&args.query, args.scoring.strategy(), &open).ok()?;
    result.matches.first().map(|m| m.score).filter(|&s| s < options.threshold)
}
