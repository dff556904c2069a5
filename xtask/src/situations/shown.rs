//! Situations about what is listed, and how it is marked.

use std::sync::Arc;

use anyhow::Result;
use semantic_core::formats::read;
use semantic_core::page::{Look, ViewOptions, render};
use semantic_core::tree::{Node, Role, Snapshot};
use semantic_core::view::{Observation, SemanticView};
use serde_json::json;

use super::answer::{inside, line, locators, outside, reference, references};
use super::points::Points;
use super::stage::Stage;

/// 15: states.
pub fn states(stage: &mut Stage, points: &mut Points) -> Result<()> {
    let mut client = stage.at("15-states.html")?;
    stage.script("document.querySelector('[aria-label=Size]').focus()")?;
    let view = client.text("view", json!({}))?;
    // The marks that follow a name.
    let marks = |name: &str| {
        let rest = view.split_once(&format!("\"{name}\"")).map_or("", |(_, rest)| rest);
        let rest = rest.split(" s_").nth(1).unwrap_or_default();
        let own = rest.split_once(" [").filter(|(before, _)| before.bytes().all(|b| b.is_ascii_digit()));
        own.map_or(String::new(), |(_, marks)| format!("[{}]", marks.split(']').next().unwrap_or_default()))
    };
    for (name, expected) in [
        ("Items", "selected"),
        ("Bold", "pressed"),
        ("1", "current"),
        ("Add to cart", "disabled: \"Choose a size first\""),
        ("Next", "aria-disabled"),
        ("Gift", "checked"),
        ("More", "expanded=false"),
        ("Day 7", "inferred: \"active\""),
    ] {
        points.point(&format!("{name} is marked {expected}"), marks(name) == format!("[{expected}]"), &view);
    }
    points.says(
        "Size is required, invalid and focused",
        line(&view, "\"Size\""),
        &["focused", "required", "invalid"],
    );
    points.point(
        "what has no state is not marked",
        marks("Address").is_empty() && marks("Day 8").is_empty(),
        &view,
    );
    points.point("the summary has a ref", !reference(&view, "\"More\"").is_empty(), &view);
    Ok(())
}

/// 16: clickable without a role.
pub fn pointers(stage: &mut Stage, points: &mut Points) -> Result<()> {
    const PAGE: &str = "16-pointer-targets.html";
    let mut client = stage.at(PAGE)?;
    for small in [false, true] {
        let view = client.text("view", json!({"view": {"interactive": small}}))?;
        for (name, why) in [
            ("Project one 0 pages", "pointer"),
            ("Collapse", "pointer"),
            ("Row target", "pointer"),
            ("Focusable only", "focusable"),
            ("Note text", "editable"),
        ] {
            let rest = view.split_once(&format!("\"{name}\" s_")).map_or("", |(_, rest)| rest);
            let marked =
                rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(&format!(" [{why}]"));
            points.point(
                &format!("{name} once, with ref and reason"),
                marked && view.matches(name).count() == 1,
                &view,
            );
        }
        let refs = references(inside(&view));
        points.point("nothing else counts: no inherited cursor, no box of no size", refs.len() == 5, &view);
        let places: Vec<_> = ["Project one", "Collapse", "Row target", "Focusable", "Note"]
            .iter()
            .map(|n| view.find(n))
            .collect();
        points.point("in the order of the page", places.is_sorted(), &view);
    }
    let found = client.text("find", json!({"query": "row target"}))?;
    stage.located(
        points,
        "the pointer on the item is the item's",
        PAGE,
        &locators(&found, "1. "),
        Some("document.querySelector('li')"),
    )?;
    points.not_ours(
        "listeners of scripts count",
        "a browser tells them element by element and to a debugger alone; the cursor that goes with them is seen",
    );
    let long = "A name that goes on and on ".repeat(20);
    stage.put("cut.html", format!("<!doctype html><title>Long</title><div tabindex=0>{long}</div>"));
    let view = stage.at("cut.html")?.text("view", json!({}))?;
    points.point("a name that is too long is cut with a mark", line(&view, "clickable").contains("…"), &view);
    Ok(())
}

/// 17: the only name stays, there and in any tree that is at hand.
pub fn names(stage: &mut Stage, points: &mut Points) -> Result<()> {
    let mut client = stage.at("17-name-kept.html")?;
    for small in [false, true] {
        let view = client.text("view", json!({"view": {"interactive": small}}))?;
        points.says("both names are kept", &view, &["button \"Add entry\" s_", "link \"Read more\" s_"]);
    }
    let (mut files, mut lost) = (0, Vec::new());
    for entry in std::fs::read_dir(&stage.folder)? {
        let path = entry?.path();
        let Ok(page) = read(&std::fs::read(&path)?, None) else { continue };
        files += 1;
        lost.extend(nameless(page).into_iter().map(|node| format!("{}: {node}", path.display())));
    }
    points.point(
        &format!("no name is lost in {files} trees"),
        files > 15 && lost.is_empty(),
        format_args!("{lost:?}"),
    );
    Ok(())
}

/// What can be acted on, has a name or a text in it, and is printed without.
fn nameless(page: Snapshot) -> Vec<String> {
    let view = SemanticView::new().interactive();
    let look = Look::of(Observation::of(Arc::new(page), &view));
    let options = ViewOptions { budget: None, behind: true, ..ViewOptions::default() };
    let Ok(shown) = render(&look, &options) else { return vec!["not rendered".to_owned()] };
    let squeezed: String = shown.text.split_whitespace().collect();
    let mut lost = Vec::new();
    // The options of a closed list are counted on its line.
    let folded = |n: &Node<'_>| n.role() == Role::Option;
    for node in look.observation.snapshot().nodes().filter(|n| n.is_interactive() && !folded(n)) {
        let text = |name: &str| name.split_whitespace().collect::<String>().replace('"', "\\\"");
        let mut names =
            node.subtree().filter_map(|n| n.name()).map(text).filter(|name| !name.is_empty()).peekable();
        if names.peek().is_some() && !names.any(|name| squeezed.contains(&name)) {
            lost.push(format!("{node:?}"));
        }
    }
    lost
}

/// 19: hidden in all the ways there are.
pub fn hidden(stage: &mut Stage, points: &mut Points) -> Result<()> {
    let mut client = stage.at("19-visibility.html")?;
    let view = client.text("view", json!({}))?;
    points.says("what is visible in a hidden part is listed", &view, &["button \"Shown B\" s_"]);
    points.says_nothing_of("what is hidden is not", &view, &["Hidden A", "Hidden C", "Hidden D", "Hidden F"]);
    points.says("what is only aria-hidden is listed", &view, &["Aria hidden heading", "Aria hidden button"]);
    let marks = view.matches("aria-hidden").count();
    points.point("and marked once, at the top of that part", marks == 1, &view);
    points.says("what is transparent is marked", line(&view, "Transparent E"), &["[transparent]"]);
    points.says(
        "what is only for screen readers is marked",
        line(&view, "screen reader only"),
        &["[clipped]"],
    );
    points.says(
        "what is hidden is counted by kind",
        &outside(&view),
        &["hidden, not listed: 4", "closed details"],
    );
    Ok(())
}

/// 22: file inputs that cannot be seen.
pub fn files(stage: &mut Stage, points: &mut Points) -> Result<()> {
    const PAGE: &str = "22-file-input.html";
    let mut client = stage.at(PAGE)?;
    for small in [false, true] {
        let view = client.text("view", json!({"view": {"interactive": small}}))?;
        points.point("two file inputs are listed, as files", view.matches("file \"").count() == 2, &view);
        points.says(
            "the first with its name, accept and multiple",
            &view,
            &["file \"Attach report\" s_", "multiple", "accept: \".pdf,.png\""],
        );
        points.says("the button that opens the second", &view, &["button \"Choose photo\" s_"]);
    }
    let view = client.text("view", json!({}))?;
    for (query, expected, element) in [
        ("choose photo", "\"Choose photo\"", "document.querySelector('#b')"),
        ("attach report", "\"Attach report\"", "document.querySelector('input')"),
    ] {
        let found = client.text("find", json!({"query": query}))?;
        points.says(&format!("\"{query}\" is found"), line(&found, "1. "), &[expected]);
        stage.located(points, "by a locator of its own", PAGE, &locators(&found, "1. "), Some(element))?;
    }
    let second = view.rsplit_once("file ").map_or("", |(_, rest)| rest);
    let second = references(second).first().cloned().unwrap_or_default();
    let told = client.text("relocate", json!({"ref": second}))?;
    stage.located(
        points,
        "the second has a locator",
        PAGE,
        &locators(&told, &second),
        Some("document.querySelector('#f')"),
    )?;
    let scoped = client.text("view", json!({"scope": second}))?;
    points.says("every tool takes its ref", &scoped, &[&second]);
    points
        .not_ours("click or type on it is refused", "we only read; its word `file` says that it takes files");
    Ok(())
}
