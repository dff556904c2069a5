//! What commands say of a live page as a whole.

use std::sync::Arc;

use anyhow::Result;
use semantic_core::tree::Snapshot;
use semantic_core::view::SemanticView;
use semantic_mcp::{Live, Question};
use serde_json::{Map, Value};

use super::held;
use crate::cli::{DiffCommand, LiveArgs, TextFormat, ViewCommand};
use crate::exit::Outcome;
use crate::output::{self, json};

/// The arguments of a question, of those that are given.
pub fn arguments<const N: usize>(given: [(&str, Option<Value>); N]) -> Map<String, Value> {
    given.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// A text as an argument.
pub fn text(given: Option<&String>) -> Option<Value> {
    given.map(|text| text.as_str().into())
}

/// What a person should know beside an answer, on stderr.
pub fn remarks(notes: &[String]) {
    notes.iter().for_each(|note| output::note(note));
}

/// The tree of the page.
pub fn capture(args: &LiveArgs) -> Result<Arc<Snapshot>> {
    let tab = args.tab.as_deref();
    let (look, notes) = held::with(args, None, |live| live.look(&SemanticView::new(), tab, false))?;
    remarks(&notes);
    Ok(Arc::clone(look.observation.snapshot()))
}

/// `view` of a live page.
pub fn view(args: &ViewCommand, view: &SemanticView) -> Result<Outcome> {
    let (live, part) = (&args.source.live, &args.part);
    if args.format == TextFormat::Json {
        if part.scope.scope.is_some() || part.budget.is_some() || part.cursor.is_some() || part.behind {
            anyhow::bail!(
                "--scope, --budget, --cursor and --behind are about the text; with --format json use --subtree-of and \
                 --max-nodes"
            );
        }
        let look = |live: &mut Live| live.look(view, args.source.live.tab.as_deref(), true);
        let (look, notes) = held::with(live, Some(&args.session), look)?;
        remarks(&notes);
        output::print(&json::observed(&look.observation))?;
        return Ok(Outcome::Done);
    }
    let asked = arguments([
        ("view", Some(view.to_json())),
        ("scope", text(part.scope.scope.as_ref())),
        ("budget", part.budget.map(Value::from)),
        ("cursor", text(part.cursor.as_ref())),
        ("behind", Some(part.behind.into())),
        ("tab", text(live.tab.as_ref())),
    ]);
    let told = held::with(live, Some(&args.session), |live| live.ask(Question::View, asked))?;
    output::print(&told.answer.text)?;
    remarks(&told.answer.notes);
    Ok(Outcome::Done)
}

/// `diff` of a live page: what changed since an earlier look of the session.
pub fn changed(args: &DiffCommand, view: &SemanticView) -> Result<Outcome> {
    if args.session.session.is_none() {
        anyhow::bail!(
            "nothing says since when: give --session FILE for the last look, or BEFORE for a saved snapshot"
        );
    }
    let asked = arguments([("view", Some(view.to_json())), ("tab", text(args.live.tab.as_ref()))]);
    let told = held::with(&args.live, Some(&args.session), |live| live.ask(Question::Diff, asked))?;
    match args.format {
        TextFormat::Json => output::print(&json::object(&told.facts))?,
        TextFormat::Text => output::print(&told.answer.text)?,
    }
    remarks(&told.answer.notes);
    let changed = told.facts.get("kind").is_none_or(|kind| kind != "unchanged");
    Ok(if args.exit_code && changed { Outcome::Nothing } else { Outcome::Done })
}
