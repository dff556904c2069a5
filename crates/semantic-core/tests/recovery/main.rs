//! Relocation, intents and the engine: the rules that must hold, as pages before and after.

mod engine;
mod intents;
mod properties;
mod rules;
mod situations;

use semantic_core::find::Confidence;
use semantic_core::formats;
use semantic_core::recover::{Known, Relocation, Relocator};
use semantic_core::tree::Snapshot;

/// A page written as lines `role "name" key=value…`, two blanks a level; refs are given as `ref=`, else `e0`, `e1`, ….
fn page(text: &str) -> Snapshot {
    let mut elements = Vec::new();
    for line in text.lines().filter(|l| !l.trim().is_empty()) {
        let depth = (line.len() - line.trim_start().len()) / 2;
        let (role, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let (name, rest) = match rest.strip_prefix('"').and_then(|r| r.split_once('"')) {
            Some((name, rest)) => (name, rest),
            None => ("", rest),
        };
        let mut attrs = serde_json::Map::new();
        let mut element = serde_json::json!({
            "ref": format!("e{}", elements.len()), "role": role, "name": name, "depth": depth,
        });
        for (key, value) in rest.split_whitespace().filter_map(|w| w.split_once('=')) {
            match key {
                "ref" | "section" | "url" => element[key] = value.replace('_', " ").into(),
                _ => drop(attrs.insert(key.to_owned(), value.into())),
            }
        }
        element["attrs"] = attrs.into();
        elements.push(element);
    }
    let json = serde_json::to_vec(&elements).expect("JSON");
    formats::read(&json, Some("flat")).expect("a page of our own")
}

/// Relocates `target` from one page to another.
fn relocate(target: &str, before: &str, after: &str, known: Known) -> Relocation {
    let (before, after) = (page(before), page(after));
    let target = before.resolve(target).expect("a ref of the old page").id();
    Relocator::new(&before, &after, known).relocate(target).expect("a node of the old page")
}

/// Asserts what becomes of `target`: a ref of the new page, or `gone`, `ambiguous`, `contradicted` or `refused`.
fn check(target: &str, before: &str, after: &str, expected: &str) -> Relocation {
    let found = relocate(target, before, after, Known::Whole);
    let got = found.reference.as_deref().or(found.refusal.map(|r| r.as_str())).unwrap_or("nothing");
    let refused = expected == "refused" && found.node.is_none();
    assert!(refused || got == expected, "{target}: {got}, not {expected}: {found:#?}");
    assert!((0.0..=1.0).contains(&found.score), "{found:?}");
    assert!(found.node.is_some() || found.confidence == Confidence::Low, "{found:?}");
    found
}
