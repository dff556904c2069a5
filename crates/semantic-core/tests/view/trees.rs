//! A small language for trees: one node a line by indent, `role "name" value="…" #identifier @key [x,y,w,h]`.

use std::sync::Arc;

use semantic_core::tree::{Rect, Role, Snapshot, SnapshotBuilder, State, Tri};
use semantic_core::view::{Observation, SemanticView};

/// The tree of a text. A state is written `checked`, `expanded=false` or `checked=mixed`.
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
        let mut rest = line.trim();
        let role = rest.split(' ').next().expect("a role");
        b.open(Role::Generic);
        b.set_role(role);
        rest = rest[role.len()..].trim_start();
        while !rest.is_empty() {
            rest = word(&mut b, rest).trim_start();
        }
    }
    b
}

/// Takes one word off the text.
fn word<'a>(b: &mut SnapshotBuilder, text: &'a str) -> &'a str {
    if let Some(quoted) = text.strip_prefix('"') {
        let (name, rest) = quoted.split_once('"').expect("a closing quote");
        b.set_name(name);
        return rest;
    }
    if let Some(quoted) = text.strip_prefix("value=\"") {
        let (value, rest) = quoted.split_once('"').expect("a closing quote");
        b.set_value(value);
        return rest;
    }
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match word.as_bytes()[0] {
        b'#' => b.set_identifier(&word[1..]),
        b'@' => b.set_key(&word[1..]),
        b'!' => b.set_own_ref(&word[1..]),
        b'[' => {
            let numbers: Vec<f64> =
                word.trim_matches(['[', ']']).split(',').map(|n| n.parse().expect("a number")).collect();
            b.set_bounds(Rect::new(numbers[0], numbers[1], numbers[2], numbers[3]).expect("a box"));
        }
        _ => {
            let (name, value) = word.split_once('=').unwrap_or((word, "true"));
            if name.starts_with("aria-") {
                b.add_attr(name, value);
                return rest;
            }
            let value = match value {
                "true" => Tri::True,
                "false" => Tri::False,
                _ => Tri::Mixed,
            };
            b.set_state(State::from_name(name).expect("a state"), value);
        }
    }
    rest
}

/// The tree seen through a view.
pub fn observe(text: &str, view: &SemanticView) -> Observation {
    Observation::of(tree(text), view)
}

/// The delta of two trees as text, both seen through the same view.
pub fn diff(before: &str, after: &str, view: &SemanticView) -> String {
    observe(after, view).diff(&observe(before, view)).render()
}
