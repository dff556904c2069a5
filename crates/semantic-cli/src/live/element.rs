//! What commands say of elements of a live page: which one is meant, where it is, how a driver finds it.

use std::sync::Arc;

use anyhow::Result;
use semantic_core::find::{FindOptions, Index};
use semantic_core::recover::Relocation;
use semantic_core::tree::Snapshot;
use semantic_core::view::SemanticView;
use semantic_mcp::{Found, Hit, Question, Told, Wanted, Ways};
use serde_json::{Map, Value};

use super::held;
use super::page::{arguments, remarks, text};
use crate::cli::{
    AtCommand, ColorWhen, FindArgs, LiveArgs, MatchArgs, RelocateArgs, ResolveCommand, TextFormat,
};
use crate::commands;
use crate::exit::Outcome;
use crate::output::{self, escape, json, tree};

/// `find` on a live page.
pub fn find(args: &FindArgs, color: ColorWhen) -> Result<Outcome> {
    let live = &args.input.live;
    let options = args.scoring.options(args.top_k);
    let (strategy, scope) = (args.scoring.strategy(), args.scope.scope.as_deref());
    let query = args.query.as_str();
    let wanted = Wanted { query, strategy, options: options.clone(), scope, tab: live.tab.as_deref() };
    let found = held::with(live, Some(&args.session), |live| live.find(&wanted))?;
    let facts = found.hits.iter().map(facts).collect();
    let lines = |n: usize| found.hits.get(n).map(lines).unwrap_or_default();
    let snapshot = found.look.observation.snapshot();
    let notices = [found.notes.as_slice(), snapshot.notices()].concat();
    let best_below = || best_below(args, &found, &options);
    commands::find::tell(
        args,
        &found.result,
        &notices,
        color,
        commands::find::Beyond { facts, lines: &lines, best_below: &best_below },
    )
}

/// The best score of all, where none reached the threshold.
fn best_below(args: &FindArgs, found: &Found, options: &FindOptions) -> Option<f64> {
    // Within a part of the page it would be that of another part.
    let whole = args.scope.scope.is_none();
    whole
        .then(|| Index::new(Arc::clone(found.look.observation.snapshot())))
        .and_then(|index| commands::find::best_below(args, &index, options))
}

/// What is known of a match beyond it, as JSON.
fn facts(hit: &Hit) -> Map<String, Value> {
    let mut facts = Map::new();
    facts.insert("where".to_owned(), hit.place.as_str().into());
    hit.ways.tell(&mut facts);
    facts
}

/// What is known of a match beyond it, as lines: where it is, and how a driver finds it.
fn lines(hit: &Hit) -> Vec<String> {
    let place = (!hit.place.is_empty()).then(|| escape::line(&hit.place));
    place.into_iter().chain(ways(&hit.ways)).collect()
}

/// How a driver finds an element, as lines that can be shown.
fn ways(ways: &Ways) -> impl Iterator<Item = String> {
    ways.lines().map(|line| escape::whole(&line)).collect::<Vec<_>>().into_iter()
}

/// `match` on a live page.
pub fn matched(args: &MatchArgs, color: ColorWhen) -> Result<Outcome> {
    let live = &args.input.live;
    let look = |page: &mut semantic_mcp::Live| page.look(&SemanticView::new(), live.tab.as_deref(), false);
    let (look, notes) = held::with(live, Some(&args.session), look)?;
    remarks(&notes);
    let node = match look.observation.resolve(&args.reference) {
        Ok(node) => node.id(),
        Err(refusal) => {
            output::complain("refused", &refusal.to_string());
            return Ok(Outcome::Nothing);
        }
    };
    commands::match_::tell(args, look.observation.snapshot(), node, Some(&args.reference), color)
}

/// `at` on a live page.
pub fn at(args: &AtCommand) -> Result<Outcome> {
    let live = &args.source.live;
    let asked =
        arguments([("x", Some(args.x.into())), ("y", Some(args.y.into())), ("tab", text(live.tab.as_ref()))]);
    let told = held::with(live, Some(&args.session), |live| live.ask(Question::At, asked))?;
    match args.format {
        TextFormat::Json => output::print(&about(&told))?,
        TextFormat::Text => output::print(&told.answer.text)?,
    }
    remarks(&told.answer.notes);
    Ok(Outcome::Done)
}

/// The element that an answer is about, with what is said of it, as JSON.
fn about(told: &Told) -> String {
    let observation = &told.look.observation;
    let name = |id| observation.reference(id).unwrap_or_default();
    let node = told.node.and_then(|id| observation.snapshot().node(id));
    let mut all = node.map(|node| json::node(node, name)).unwrap_or_default();
    all.extend(told.facts.clone());
    json::object(&all)
}

/// `resolve` on a live page.
pub fn resolve(args: &ResolveCommand, view: &SemanticView, color: ColorWhen) -> Result<Outcome> {
    let live = &args.source.live;
    let (look, notes, ways_there) = held::with(live, Some(&args.session), |page| {
        let (look, notes) = page.look(view, live.tab.as_deref(), false)?;
        let node = look.observation.resolve(&args.reference).map(|node| node.id()).ok();
        let ways = page.ways(&look, node.as_slice())?;
        Ok((look, notes, ways))
    })?;
    remarks(&notes);
    let observation = &look.observation;
    let node = match observation.resolve(&args.reference) {
        Ok(node) => node,
        Err(error) => {
            output::complain("refused", &error.to_string());
            return Ok(Outcome::Nothing);
        }
    };
    let name = |id| observation.reference(id).unwrap_or_default();
    match args.format {
        TextFormat::Json => {
            let mut all = json::node(node, name);
            ways_there.iter().for_each(|ways| ways.tell(&mut all));
            output::print(&json::object(&all))?;
        }
        TextFormat::Text => {
            let lines = ways_there.iter().flat_map(ways).map(|line| format!("  {line}\n"));
            let whole = tree::whole(node, name) + &lines.collect::<String>();
            tree::print(&whole, color)?;
        }
    }
    Ok(Outcome::Done)
}

/// `relocate` on a live page, by what the session or the arguments know of the element.
pub fn relocate(args: &RelocateArgs) -> Result<Outcome> {
    if args.reference.is_some() && args.session.session.is_none() {
        anyhow::bail!(
            "a ref means nothing without the look that it is from: give --session FILE, or --before FILE; or --locator"
        );
    }
    let mut intent = match &args.intent {
        Some(json) => serde_json::from_str::<Map<String, Value>>(json).map_err(|e| {
            anyhow::anyhow!("--intent: not a JSON object, such as {{\"query\":\"pay button\"}}: {e}")
        })?,
        None => Map::new(),
    };
    if let Some(query) = &args.query {
        intent.insert("query".to_owned(), query.as_str().into());
    }
    if args.reference.is_none() && args.locator.is_none() && intent.is_empty() {
        anyhow::bail!("nothing says which element: give REF with --session FILE, --locator or --intent");
    }
    let asked = arguments([
        ("ref", text(args.reference.as_ref())),
        ("locator", text(args.locator.as_ref())),
        ("intent", (!intent.is_empty()).then_some(intent.into())),
        ("tab", text(args.live.tab.as_ref())),
    ]);
    let told = held::with(&args.live, Some(&args.session), |live| live.ask(Question::Relocate, asked))?;
    match args.format {
        TextFormat::Json => output::print(&about(&told))?,
        TextFormat::Text => output::print(&told.answer.text)?,
    }
    remarks(&told.answer.notes);
    Ok(if told.node.is_some() { Outcome::Done } else { Outcome::Nothing })
}

/// Relocates an element of a file on a live page: the answer, the page, and how a driver finds the element.
pub fn relocated(
    args: &LiveArgs,
    relocate: impl FnOnce(&Snapshot) -> Result<Relocation>,
) -> Result<(Relocation, Arc<Snapshot>, Vec<String>)> {
    let (answer, look, notes, found) = held::with(args, None, |page| {
        let (look, notes) = page.look(&SemanticView::new(), args.tab.as_deref(), false)?;
        let answer = relocate(look.observation.snapshot());
        let node = answer.as_ref().ok().and_then(|found| found.node);
        let found = page.ways(&look, node.as_slice())?;
        Ok((answer, look, notes, found))
    })?;
    remarks(&notes);
    let locators = found.into_iter().flat_map(|ways| ways.locators).collect();
    Ok((answer?, Arc::clone(look.observation.snapshot()), locators))
}
