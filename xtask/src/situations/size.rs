//! Situations about how much is printed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use semantic_core::formats::read;
use semantic_core::page::{Look, Scope, ViewOptions, estimated_tokens, render};
use semantic_core::view::{Observation, SemanticView};
use serde_json::json;

use super::answer::{cursor, inside, line, outside, references};
use super::client::Client;
use super::points::Points;
use super::stage::Stage;

const PAGE: &str = "01-size-budget.html";
/// Rows of the file.
const ROWS: usize = 400;

/// 01: 400 rows, and the only form stands after them.
pub fn budget(stage: &mut Stage, points: &mut Points) -> Result<()> {
    let mut client = stage.at(PAGE)?;
    let whole = client.text("view", json!({"budget": 100_000}))?;
    let controls = ["\"Filter\"", "button \"Apply filter\""];
    for budget in [600, 1000, 4000] {
        let part = client.text("view", json!({"budget": budget}))?;
        let tokens = estimated_tokens(&part);
        let what = format!("a budget of {budget} tokens is kept");
        points.point(&what, tokens <= budget, format_args!("{tokens} tokens"));
        points.says(&format!("with it ({budget}) the controls are there"), &part, &controls);
    }
    for nodes in [50, 51, 200] {
        let part = client.text("view", json!({"view": {"maxNodes": nodes}}))?;
        points.says(&format!("with {nodes} nodes the controls are there"), &part, &controls);
        let head = line(&part, "shown ");
        let shown = shown(head);
        let what = format!("{nodes} nodes at most are shown");
        points.point(&what, shown.is_some_and(|(shown, _)| shown <= nodes), head);
    }
    let part = client.text("view", json!({"budget": 600}))?;
    points.says(
        "the cut is said at the root",
        &outside(&part),
        &["cut: ", "nodes are not in this part", "cursor="],
    );
    points.says("and at the part that lost rows", line(&part, "table "), &["400 rows … ", " more"]);
    let lines: Vec<&str> = inside(&whole).lines().collect();
    let foreign = inside(&part).lines().find(|l| !l.contains(" more") && !lines.contains(l));
    points.point("no line is cut within", foreign.is_none(), foreign.unwrap_or_default());
    let scoped = client.text("view", json!({"scope": "form"}))?;
    points.says("a scope gives the form", &scoped, &controls);
    points.says_nothing_of("and nothing else", &scoped, &["Item 1"]);
    parts(&mut client, points, &whole)?;
    interfaces(stage, points)?;
    time(stage, points)
}

/// The numbers of `shown 3/40`.
fn shown(head: &str) -> Option<(usize, usize)> {
    let (_, rest) = head.split_once("shown ")?;
    let (shown, total) = rest.split([' ', ',']).next()?.split_once('/')?;
    Some((shown.parse().ok()?, total.parse().ok()?))
}

/// All parts together are the whole.
fn parts(client: &mut Client, points: &mut Points, whole: &str) -> Result<()> {
    let mut refs = Vec::new();
    let mut told = client.text("view", json!({"budget": 1000}))?;
    loop {
        // What a later part repeats of an earlier one begins with ^.
        let new: Vec<&str> = inside(&told).lines().filter(|l| !l.trim_start().starts_with('^')).collect();
        refs.extend(references(&new.join("\n")));
        let Some(next) = cursor(&told).map(str::to_owned) else { break };
        told = client.text("view", json!({"budget": 1000, "cursor": next}))?;
    }
    let mut all = references(inside(whole));
    let count = (refs.len(), all.len());
    refs.sort();
    all.sort();
    points.point(
        "the parts are the whole, without gap or repeat",
        refs == all,
        format_args!("{count:?} refs"),
    );
    Ok(())
}

/// The same limits in the library and the command.
fn interfaces(stage: &Stage, points: &mut Points) -> Result<()> {
    let look = look(&stage.file(PAGE)?)?;
    let part = render(&look, &ViewOptions { budget: Some(600), ..ViewOptions::default() })?;
    let fits = estimated_tokens(&part.text) <= 600 && part.cursor.is_some();
    points.point("the library keeps the budget", fits && part.text.contains("Apply filter"), part.text);
    let file = stage.folder.join(PAGE);
    let arguments = ["view", &file.to_string_lossy(), "--max-nodes", "50"];
    let out = stage.run(&arguments)?;
    let text = String::from_utf8_lossy(&out.stdout);
    let rows = text.lines().filter(|line| line.trim_start().starts_with("s_")).count();
    points.point("the command keeps to 50 nodes and says so", rows == 50 && text.contains("TRIMMED"), &text);
    points.not_ours("the same limits over HTTP", "there is no HTTP server");
    Ok(())
}

/// A page as the library reads a file.
fn look(html: &str) -> Result<Look> {
    let page = read(html.as_bytes(), Some("html"))?;
    Ok(Look::of(Observation::of(Arc::new(page), &SemanticView::new())))
}

/// What 4,000 rows cost beside 400, and the form alone beside all of it.
fn time(stage: &Stage, points: &mut Points) -> Result<()> {
    const MORE: usize = 10;
    let file = stage.file(PAGE)?;
    let (start, rest) = file.split_once("<table>").context("no table")?;
    let (rows, end) = rest.split_once("</table>").context("no end of the table")?;
    let large = format!("{start}<table>{}</table>{end}", rows.repeat(MORE));
    stage.put("large.html", large.clone());
    let mut client = stage.at(PAGE)?;
    let small = median(&mut || client.text("view", json!({})).map(drop))?;
    let mut client = stage.at("large.html")?;
    let live = median(&mut || client.text("view", json!({})).map(drop))?;
    let what = format!("{} rows take at most about ten times as long as {ROWS}", MORE * ROWS);
    points.point(&what, live <= small.mul_f64(12.0), format_args!("{live:?} and {small:?}"));
    let look = look(&large)?;
    let form =
        look.observation.snapshot().nodes().find(|n| n.role().as_str() == "form").context("no form")?;
    let scope = Some(Scope::of_nodes(&look, [form.id()]).context("an empty form")?);
    let scoped = ViewOptions { scope, ..ViewOptions::default() };
    let part = median(&mut || Ok(render(&look, &scoped).map(drop)?))?;
    let whole = median(&mut || Ok(render(&look, &ViewOptions::default()).map(drop)?))?;
    let seen = format!("the form alone takes {part:?}, all {whole:?}");
    points.point("the form alone costs a small part of what the rows cost", part * 4 <= whole, seen);
    points
        .not_ours("a live look passes the rows over for a scope", "refs last only where each look is whole");
    Ok(())
}

fn median(run: &mut dyn FnMut() -> Result<()>) -> Result<Duration> {
    let mut times = Vec::new();
    for _ in 0..5 {
        let start = Instant::now();
        run()?;
        times.push(start.elapsed());
    }
    times.sort();
    Ok(times[times.len() / 2])
}
