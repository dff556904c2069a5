//! `semantic diff`: what changed from one snapshot to another.

use std::sync::Arc;

use anyhow::{Result, bail};
use semantic_core::view::Observation;

use crate::cli::{ColorWhen, DiffCommand, TextFormat};
use crate::exit::Outcome;
use crate::output::{self, json, tree};
use crate::{input, live};

/// Runs the subcommand.
pub fn run(args: &DiffCommand, color: ColorWhen) -> Result<Outcome> {
    let is_stdin = |path: &std::path::Path| path.as_os_str() == "-";
    let mut view = input::view(&args.view)?;
    if !args.ignore.is_empty() {
        let rules: Vec<String> =
            view.ignored().map(str::to_owned).chain(args.ignore.iter().cloned()).collect();
        view = view.ignoring(rules.iter().map(String::as_str));
    }
    let Some(before) = args.before.as_deref() else { return live::changed(args, &view) };
    if is_stdin(before) && args.after.as_deref().is_some_and(is_stdin) {
        bail!("BEFORE and AFTER are both standard input: give a file for one");
    }
    let read = |path| input::from(Some(path), args.input_format.as_deref(), "give a FILE").map(Arc::new);
    let before = read(before)?;
    let after = match (&args.after, &args.live.cdp) {
        (Some(path), _) => read(path)?,
        (None, Some(_)) => live::capture(&args.live)?,
        (None, None) => bail!("no AFTER: give a file or --cdp URL"),
    };
    let before = Observation::of(before, &view);
    let (view, gone) = view.following(&before, &after);
    let after = Observation::of(after, &view);
    let delta = after.diff(&before);
    match args.format {
        TextFormat::Json => output::print(&json::object(&delta))?,
        TextFormat::Text => {
            tree::print(&delta.render(), color)?;
            tree::notes(&before);
            let means_nothing = |o: &Observation, rule: &str| o.ignored_by(rule).is_empty();
            for (rule, now) in before.view().ignored().zip(view.ignored()) {
                if means_nothing(&before, rule) && means_nothing(&after, now) {
                    output::note(&format!("{rule} is to be ignored and names nothing"));
                }
            }
            gone.iter().for_each(|r| output::note(&format!("the node of {r} is gone in AFTER")));
        }
    }
    Ok(if args.exit_code && !delta.is_unchanged() { Outcome::Nothing } else { Outcome::Done })
}
