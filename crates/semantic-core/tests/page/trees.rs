//! A small language for trees: one node a line by indent, `role "name" key=value key="some words" flag`.
//!
//! A flag or key that is a state sets it (`checked`, `expanded=false`); `value`, `description`, `level`, `key`, `id` and
//! `box` set what they say; any other is an attribute.

use std::sync::Arc;

use semantic_core::page::Look;
use semantic_core::tree::{Rect, Role, Snapshot, SnapshotBuilder, State, Tri};
use semantic_core::view::{Observation, SemanticView};

/// The tree of a text.
pub fn tree(text: &str) -> Arc<Snapshot> {
    Arc::new(builder(text).finish())
}

pub fn builder(text: &str) -> SnapshotBuilder {
    let mut b = SnapshotBuilder::new();
    let lines = text.lines().filter(|l| !l.trim().is_empty());
    let base = lines.clone().map(|l| l.len() - l.trim_start().len()).min().unwrap_or(0);
    for line in lines {
        let depth = (line.len() - line.trim_start().len() - base) / 2;
        while b.depth() > depth {
            b.close();
        }
        let words = words(line.trim());
        b.open(Role::Generic);
        b.set_role(&words[0]);
        for word in &words[1..] {
            describe(&mut b, word);
        }
    }
    b
}

/// The words of a line; quotes hold words together.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in line.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                word.push(c);
            }
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            c => word.push(c),
        }
    }
    words.push(word);
    words.retain(|w| !w.is_empty());
    words
}

fn describe(b: &mut SnapshotBuilder, word: &str) {
    if let Some(name) = word.strip_prefix('"') {
        return b.set_name(name.trim_end_matches('"'));
    }
    let (key, value) = word.split_once('=').unwrap_or((word, "true"));
    let value = value.trim_matches('"');
    match key {
        "value" => b.set_value(value),
        "description" => b.set_description(value),
        "level" => b.set_level(value.parse().expect("a level")),
        "key" => b.set_key(value),
        "id" => b.set_identifier(value),
        "box" => {
            let n: Vec<f64> = value.split(',').map(|n| n.parse().expect("a number")).collect();
            b.set_bounds(Rect::new(n[0], n[1], n[2], n[3]).expect("a box"));
        }
        key => match (State::from_name(key), value) {
            (Some(state), "true") => b.set_state(state, Tri::True),
            (Some(state), "false") => b.set_state(state, Tri::False),
            (Some(state), "mixed") => b.set_state(state, Tri::Mixed),
            _ => b.add_attr(key, value),
        },
    }
}

/// A look at the tree of a text, by itself.
pub fn look(text: &str) -> Look {
    Look::of(Observation::of(tree(text), &SemanticView::new()))
}
