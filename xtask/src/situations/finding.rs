//! Situations about finding by a sentence.

use std::sync::Arc;

use anyhow::{Context, Result};
use semantic_core::find::{FindOptions, Index, Strategy};
use semantic_core::formats::read;
use semantic_core::page::estimated_tokens;
use serde_json::json;

use super::answer::{inside, line, locators, reference};
use super::points::Points;
use super::stage::Stage;

/// 29: equal and empty names.
pub fn duplicates(stage: &mut Stage, points: &mut Points) -> Result<()> {
    const PAGE: &str = "29-duplicate-names.html";
    let mut client = stage.at(PAGE)?;
    let view = client.text("view", json!({}))?;
    let (head, main) = inside(&view).split_once("\nmain").context("no main part")?;
    points.says("one link is in the header", head, &["banner", "link \"Sign in\" s_"]);
    points.says("one in the main part", main, &["link \"Sign in\" s_"]);
    let refs = [head, main].map(|part| reference(part, "\"Sign in\""));
    points.point("with two refs", refs[0] != refs[1], &view);
    for (reference, element) in
        refs.iter().zip(["document.querySelectorAll('a')[0]", "document.querySelectorAll('a')[1]"])
    {
        let told = client.text("relocate", json!({"ref": reference}))?;
        stage.located(points, "each is one element", PAGE, &locators(&told, reference), Some(element))?;
    }
    let found = client.text("find", json!({"query": "Continue button"}))?;
    points.says("the exact match comes first", line(&found, "1. "), &["button \"Continue\" s_"]);
    let found = client.text("find", json!({"query": "role:button Continue"}))?;
    points.says("exact means exact", &found, &["1. button \"Continue\" s_"]);
    points.says_nothing_of("and only that", &found, &["with phone"]);
    let found = client.text("find", json!({"query": "Sign in"}))?;
    points.says(
        "two that are equal are ambiguous",
        line(&found, "found "),
        &["ambiguous", &refs[0], &refs[1]],
    );
    points.says(
        "and told apart: the header's",
        line(inside(&found), &format!("{} ", refs[0])),
        &["in banner"],
    );
    let of_main = inside(&found).lines().find(|l| l.contains(&refs[1])).unwrap_or_default();
    points.says("and the main part's", of_main, &["in main"]);
    let nameless = line(main, "buttons s_").split("buttons ").nth(1).unwrap_or_default();
    let nameless = nameless.split(' ').next().unwrap_or_default();
    let told = client.text("relocate", json!({"ref": nameless}))?;
    let element = "[...document.querySelectorAll('button')].find(b => !b.textContent && !b.ariaLabel)";
    stage.located(
        points,
        "the ref without a name is one element",
        PAGE,
        &locators(&told, nameless),
        Some(element),
    )?;
    Ok(())
}

/// 30: place words.
pub fn places(stage: &mut Stage, points: &mut Points) -> Result<()> {
    const PAGE: &str = "30-relative-find.html";
    let cases = [
        ("settings button right of open system in the south row", "document.querySelectorAll('button')[3]"),
        ("link below the search box", "document.querySelector('a')"),
        ("last open system", "document.querySelectorAll('button')[2]"),
    ];
    let mut client = stage.at(PAGE)?;
    for (query, element) in cases {
        let found = client.text("find", json!({"query": query}))?;
        stage.located(points, query, PAGE, &locators(&found, "1. "), Some(element))?;
    }
    let nowhere = client.text("find", json!({"query": "settings button left of the shopping basket"}))?;
    let low = nowhere.starts_with("found nothing") || line(&nowhere, "1. ").contains("(low");
    points.point("place words that fit nothing are no near guess", low, &nowhere);
    // As a file there are no boxes.
    let index = Index::new(Arc::new(read(stage.file(PAGE)?.as_bytes(), Some("html"))?));
    let found = index.find(cases[1].0, Strategy::Combined, &FindOptions::default())?;
    let best = found.matches.first().context("nothing is found")?;
    let name = best.node_id().and_then(|id| index.snapshot().node(id)).and_then(|node| node.name());
    points.point("without boxes the order counts", name == Some("Advanced"), format_args!("{name:?}"));
    let said = found.notes.iter().any(|note| note.contains("order") || note.contains("boxes"));
    points.point("which is said", said, format_args!("{:?}", found.notes));
    Ok(())
}

/// 31: other scripts.
pub fn languages(stage: &mut Stage, points: &mut Points) -> Result<()> {
    let file = stage.json("31-other-languages.json")?;
    let index = Index::new(Arc::new(read(file["nodes"].to_string().as_bytes(), None)?));
    let html: String = file["nodes"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|node| {
            let name = node["name"].as_str().unwrap_or_default();
            match node["role"].as_str() {
                Some("textbox") => format!("<input aria-label='{name}'>"),
                Some("link") => format!("<a href='#'>{name}</a>"),
                _ => format!("<button>{name}</button>"),
            }
        })
        .collect();
    stage.put("scripts.html", format!("<!doctype html><title>Scripts</title>{html}"));
    let mut client = stage.at("scripts.html")?;
    for query in file["queries"].as_array().into_iter().flatten() {
        let (sentence, wanted) = (query["q"].as_str().unwrap_or_default(), query["ref"].as_str());
        let found = index.find(sentence, Strategy::Combined, &FindOptions::default())?;
        let best = found.matches.first();
        let reference = best.map(|hit| hit.reference.as_str());
        points.point(
            &format!("{sentence} is found in the tree"),
            reference == wanted,
            format_args!("{reference:?}"),
        );
        let node = file["nodes"].as_array().into_iter().flatten().find(|node| node["ref"].as_str() == wanted);
        let name = node.and_then(|node| node["name"].as_str()).unwrap_or_default();
        let live = client.text("find", json!({"query": sentence}))?;
        points.says("and on the page", line(&live, "1. "), &[&format!("\"{name}\"")]);
    }
    for query in file["none"].as_array().into_iter().flatten() {
        let sentence = query["q"].as_str().unwrap_or_default();
        let live = client.text("find", json!({"query": sentence}))?;
        let none = live.starts_with("found nothing") || line(&live, "1. ").contains("(low");
        points.point(&format!("{sentence} fits nothing"), none, &live);
    }
    let full = client.text("find", json!({"query": "ｃａｎｃｅｌ"}));
    points.point(
        "full and half width are equal",
        full.is_ok_and(|told| told.contains("取消") || told.contains("İptal")),
        "fullwidth \"cancel\" finds neither",
    );
    let tokens = estimated_tokens("保存取消访问系统");
    points.point("a character of these scripts counts as a token", tokens == 8, tokens);
    Ok(())
}
