//! `semantic find`: the elements that a query means.

use std::sync::Arc;

use anyhow::Result;
use semantic_core::find::{FindOptions, FindResult, Index};
use serde_json::{Map, Value};

use crate::cli::{ColorWhen, FindArgs, FindFormat};
use crate::exit::Outcome;
use crate::input;
use crate::live;
use crate::output::{self, escape, json, table};

/// Runs the subcommand.
pub fn run(args: &FindArgs, color: ColorWhen) -> Result<Outcome> {
    if args.input.live.cdp.is_some() {
        return live::find(args, color);
    }
    let snapshot = Arc::new(input::snapshot(&args.input)?);
    let index = Index::new(Arc::clone(&snapshot));
    let options = args.scoring.options(args.top_k);
    let result = index.find(&args.query, args.scoring.strategy(), &options)?;
    let best_below = || best_below(args, &index, &options);
    let beyond = Beyond { facts: Vec::new(), lines: &|_| Vec::new(), best_below: &best_below };
    tell(args, &result, snapshot.notices(), color, beyond)
}

/// What is known beyond the matches.
pub struct Beyond<'a> {
    /// Of each match, as JSON.
    pub facts: Vec<Map<String, Value>>,
    /// Of each match by its place, as lines.
    pub lines: &'a dyn Fn(usize) -> Vec<String>,
    /// The best score, where none reached the threshold.
    pub best_below: &'a dyn Fn() -> Option<f64>,
}

/// Prints what was found.
pub fn tell(
    args: &FindArgs,
    result: &FindResult,
    notices: &[String],
    color: ColorWhen,
    beyond: Beyond<'_>,
) -> Result<Outcome> {
    match args.format {
        FindFormat::Json => output::print(&json::found(result, &beyond.facts, notices))?,
        FindFormat::Refs => output::print(&refs(result))?,
        FindFormat::Table => {
            let color = output::color(color);
            output::print_styled(&table::matches(&result.matches, beyond.lines, color), color)?;
        }
    }
    if args.format != FindFormat::Json {
        remarks(args, result, notices, beyond.best_below);
    }
    Ok(if result.matches.is_empty() { Outcome::Nothing } else { Outcome::Done })
}

fn refs(result: &FindResult) -> String {
    result.matches.iter().map(|m| escape::line(&m.reference) + "\n").collect()
}

/// What a person should know beside the matches, on stderr; JSON says it in its fields.
fn remarks(args: &FindArgs, result: &FindResult, notices: &[String], best_below: &dyn Fn() -> Option<f64>) {
    if result.matches.is_empty() {
        let query = escape::quoted(&args.query, escape::NAME_COLUMNS);
        let best = best_below().map(|s| format!("best score {}, ", table::score(s)));
        let best = best.unwrap_or_default();
        output::say(&format!("no match for {query} ({best}threshold {})", args.scoring.threshold));
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
pub fn best_below(args: &FindArgs, index: &Index, options: &FindOptions) -> Option<f64> {
    let open = FindOptions { threshold: 0.0, top_k: 1, explain: false, ..options.clone() };
    let result = index.find(&args.query, args.scoring.strategy(), &open).ok()?;
    result.matches.first().map(|m| m.score).filter(|&s| s < options.threshold)
}
