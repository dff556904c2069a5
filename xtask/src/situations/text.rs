//! Situations about text that must survive: errors, closed lists, rows, changes.

use std::sync::Arc;

use anyhow::{Context, Result};
use semantic_core::formats::read;
use semantic_core::page::{DeltaKind, Look, ViewOptions, delta};
use semantic_core::view::{SemanticView, Session};
use serde_json::json;

use super::answer::{inside, line, locators, outside, reference};
use super::points::Points;
use super::stage::Stage;

/// 02: why something failed stays in the small view.
pub fn errors(stage: &mut Stage, points: &mut Points) -> Result<()> {
    let mut client = stage.at("02-error-text-in-interactive-view.html")?;
    let small = json!({"interactive": true});
    let text = client.text("view", json!({"view": small}))?;
    let field = line(&text, "textbox \"Nickname\"");
    points.says(
        "the field is invalid, with its error",
        field,
        &["[invalid: \"At most 8 characters (24 used)\"]"],
    );
    points.says("the alert is there", &text, &["alert s_", "\"Could not save your changes\""]);
    points.says("Save is listed as disabled", line(&text, "button \"Save\""), &["s_", "[disabled"]);
    let plain = text.contains("The price is 42.00") || outside(&text).contains("left out");
    points.point("the plain text is there, or what is left out is counted", plain, &text);
    // Long text never pushes controls out, and what is left out is counted.
    let prose = "<p>Plain words of no use to anyone, over and over again.</p>".repeat(400);
    let page = stage.file("02-error-text-in-interactive-view.html")?.replacen(
        "<form>",
        &format!("{prose}<form>"),
        1,
    );
    stage.put("long.html", page);
    let mut client = stage.at("long.html")?;
    let controls = ["textbox \"Nickname\"", "button \"Save\"", "Could not save your changes"];
    for view in [small, json!({})] {
        let text = client.text("view", json!({"view": view, "budget": 600}))?;
        points.says("long text pushes no control out", &text, &controls);
        let ours = outside(&text);
        points.point(
            "what is left out is counted",
            ours.contains("left out") || ours.contains("cut: "),
            &ours,
        );
    }
    Ok(())
}

/// 04: a closed list of many options.
pub fn closed_select(stage: &mut Stage, points: &mut Points) -> Result<()> {
    const PAGE: &str = "04-closed-select.html";
    let mut client = stage.at(PAGE)?;
    let view = client.text("view", json!({}))?;
    let select = line(&view, "combobox");
    points.says("one line says what it is", select, &["\"Language\"=\"Language 01\"", "53 options"]);
    points.says_nothing_of("the options are folded", &view, &["Language 37"]);
    let scope = reference(select, "\"Language\"");
    let open = client.text("view", json!({"scope": scope}))?;
    let all = (1..=53).all(|n| open.contains(&format!("\"Language {n:02}\"")));
    points.point("a scope gives the options", all, &open);
    let found = client.text("find", json!({"query": "Language 37", "topK": 1}))?;
    points.says("a folded option is found", &found, &["1. option \"Language 37\" s_"]);
    points.says(
        "and said to be in the closed list",
        line(&found, "1. "),
        &["in combobox \"Language\"", "closed"],
    );
    stage.located(
        points,
        "its locator finds it",
        PAGE,
        &locators(&found, "1. "),
        Some("document.querySelectorAll('option')[36]"),
    )?;
    // The same as a list that is open.
    stage.put("open.html", stage.file(PAGE)?.replacen("<select", "<select size=20", 1));
    let mut client = stage.at("open.html")?;
    let view = client.text("view", json!({}))?;
    points.says("an open list prints its options", &view, &["\"Language 01\" s_", "\"Language 53\" s_"]);
    stage.put(
        "longer.html",
        stage
            .file(PAGE)?
            .replacen("<select", "<select size=20", 1)
            .replace("</select>", &"<option>Any other language of the world</option>".repeat(300)),
    );
    let mut client = stage.at("longer.html")?;
    let view = client.text("view", json!({"budget": 600}))?;
    points.says("cut by the budget", &view, &["cursor=", "button \"Save\""]);
    Ok(())
}

/// 10: rows, empty cells, equal buttons, list items.
pub fn rows(stage: &mut Stage, points: &mut Points) -> Result<()> {
    const PAGE: &str = "10-table-rows-and-items.html";
    let mut client = stage.at(PAGE)?;
    let view = client.text("view", json!({}))?;
    let rows: Vec<&str> = ["\"A1\"|", "\"A2\"|", "\"A3\"|"].iter().map(|row| line(&view, row)).collect();
    points.says("a row is a line, its cells in their order", rows[0], &["\"A1\"|\"Aster\"|\"10:00\"|s_"]);
    points.says("empty cells stay empty (A2)", rows[1], &["\"A2\"|||s_"]);
    points.says("empty cells stay empty (A3)", rows[2], &["\"A3\"|\"Borea\"||s_"]);
    let two = |row: &&str| row.matches("s_").count() == 2;
    points.point("each Edit and Delete is printed in its row", rows.iter().all(two), &view);
    points.says(
        "the columns have their heads",
        &view,
        &["\"Berth\"|\"Ship\"|\"Until\"|button \"Edit\" button \"Delete\""],
    );
    let found = client.text("find", json!({"query": "delete berth A2"}))?;
    points.says(
        "\"delete berth A2\" is the Delete of that row",
        line(&found, "1. "),
        &["button \"Delete\" s_", "row \"A2"],
    );
    let button = "document.querySelectorAll('tbody tr')[1].querySelectorAll('button')[1]";
    stage.located(points, "and so is its locator", PAGE, &locators(&found, "1. "), Some(button))?;
    let found = client.text("find", json!({"query": "Oranges"}))?;
    points.says("\"Oranges\" is the third item", line(&found, "1. "), &["\"Oranges\" s_"]);
    let oranges = reference(&found, "\"Oranges\"");
    stage.located(
        points,
        "and so is its locator",
        PAGE,
        &locators(&found, "1. "),
        Some("document.querySelectorAll('li')[2]"),
    )?;
    let found = client.text("find", json!({"query": "Ship of A3"}))?;
    points.says("\"Ship of A3\" is Borea", line(&found, "1. "), &["\"Borea\""]);
    // Apples are in the place of Oranges, then nothing is.
    stage.script("document.querySelector('ul').append(document.querySelector('li'))")?;
    let told = client.text("relocate", json!({"ref": oranges}))?;
    points.says("the handle of Oranges stays with them", inside(&told), &["\"Oranges\""]);
    stage.script("document.querySelectorAll('li')[1].remove()")?;
    let told = client.text("relocate", json!({"ref": oranges}))?;
    points.says("and means nothing when they are gone, never Apples", &told, &["refused"]);
    Ok(())
}

/// 12: what changed.
pub fn diff(stage: &mut Stage, points: &mut Points) -> Result<()> {
    let file = stage.file("12-diff.yaml")?;
    let mut parts = file.split("before: |\n").nth(1).context("no before")?.split("after: |\n");
    let mut page = || {
        let text = parts.next()?;
        let lines = text.lines().map(|line| line.strip_prefix("  ").unwrap_or(line));
        Some(lines.map(keyed).collect::<Vec<_>>().join("\n"))
    };
    let (before, after) = (page().context("no before")?, page().context("no after")?);
    let snapshot = |text: &str| read(text.as_bytes(), None).map(Arc::new);
    let mut session = Session::new();
    let mut looks = Vec::new();
    for text in [&before, &before, &after] {
        looks.push(Look::of(session.observe(snapshot(text)?, &SemanticView::new())));
    }
    let options = ViewOptions::default();
    let none = delta(&looks[0], &looks[1], &options)?;
    points.point("an untouched page is unchanged", none.kind == DeltaKind::Unchanged, &none.text);
    points.point("in one line", none.text.lines().count() == 1, &none.text);
    let told = delta(&looks[1], &looks[2], &options)?.text;
    points.says(
        "the first line says which kind, with both revisions",
        line(&told, "changes"),
        &["rev=1", "rev=2: 4"],
    );
    points.says("the alert came", &told, &["+ alert \"Red mug removed\" s_"]);
    points.says("the row went, as one", &told, &["- listitem \"Red mug\" s_"]);
    points.point("its button is no entry of its own", told.lines().count() == 5, &told);
    points.says("the button is disabled now", &told, &["~ button \"Check out\" s_", "[disabled]"]);
    points.says_nothing_of("what moved up is no change", &told, &["Blue mug"]);
    points.says("the clock is one small change", &told, &["~ \"Updated 10:42:07\" → \"Updated 10:42:11\""]);
    points.says("an entry says where it is", line(&told, "- listitem"), &["in list \"Items\" s_"]);
    live_diff(stage, points)
}

/// A line of the file as agent-browser writes it: its number is a ref, and a state stands in the same brackets.
fn keyed(line: &str) -> String {
    let line = line.replace(" [e", " [ref=e");
    match line.strip_suffix(" disabled") {
        Some(rest) => rest.replace("[ref=", "[disabled, ref="),
        None => line,
    }
}

/// What only sessions of the server show.
fn live_diff(stage: &Stage, points: &mut Points) -> Result<()> {
    stage.put("clock.html", CLOCK.to_owned());
    let mut client = stage.at("clock.html")?;
    let early = client.call("diff", json!({}))?;
    points.point("without an earlier look it is an error that says so", early.is_error, &early.text);
    points.says("in words", &early.text, &["no earlier look"]);
    client.text("view", json!({}))?;
    points.says(
        "an untouched page is unchanged, live",
        &client.text("diff", json!({}))?,
        &["unchanged rev="],
    );
    let ignoring = json!({"ignore": ["#clock"]});
    let small = json!({"interactive": true});
    client.text("view", json!({"view": ignoring}))?;
    client.text("view", json!({"view": small}))?;
    stage.script("tick()")?;
    let told = client.text("diff", json!({"view": ignoring}))?;
    points.says("a clock is ignored by a rule", line(&told, "rev="), &["unchanged", "ignored"]);
    points.says_nothing_of("and not told", &told, &["10:42:1"]);
    points.says(
        "without the rule it is told",
        &client.text("diff", json!({}))?,
        &["\"10:42:07\" → \"10:42:11\""],
    );
    stage.script(
        "document.body.append(Object.assign(document.createElement('button'), {textContent: 'New'}))",
    )?;
    let told = client.text("diff", json!({"view": small}))?;
    points.says("each view has a look of its own", &told, &["+ button \"New\""]);
    let told = client.text("diff", json!({"view": ignoring}))?;
    points.says("and tells what is new through it", &told, &["changes rev=", "+ button \"New\""]);
    // Another page altogether is given in full.
    stage.script(
        "document.body.innerHTML = Array.from({length: 200}, (_, n) => `<p>New words ${n}</p>`).join('')",
    )?;
    let told = client.text("diff", json!({}))?;
    points.says("full where changes would not be smaller", line(&told, "rev="), &["full rev=", " → rev="]);
    Ok(())
}

const CLOCK: &str = "<!doctype html><title>Clock</title><main><h1>Cart</h1><p>Updated <span id=clock>10:42:07</span></p>\
    <button>Check out</button></main><script>function tick() { clock.textContent = '10:42:11' }</script>";
