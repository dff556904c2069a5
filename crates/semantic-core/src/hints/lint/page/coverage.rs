//! Coverage: what a person can act on or read, and how much of it has a hint.

use super::super::checks::{Findings, ID, ROLE};
use super::super::finding::quoted;
use super::super::rules;
use crate::hints::HintRole;
use crate::tree::{Node, NodeId, Role, Snapshot, State};

/// How much of a page has hints.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Coverage {
    /// What a person can act on: with hints, and all.
    pub controls: (usize, usize),
    /// Figures, messages and live texts: in an element with hints, and all.
    pub readings: (usize, usize),
}

impl std::fmt::Display for Coverage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (controls, readings) = (self.controls, self.readings);
        write!(
            f,
            "{} of {} controls and {} of {} readings have hints",
            controls.0, controls.1, readings.0, readings.1
        )
    }
}

/// A node that hints speak of, not counting regions and collections.
struct Hinted<'a> {
    node: Node<'a>,
    role: Option<HintRole>,
    /// Whether a control in it was counted as covered by it.
    is_used: bool,
}

pub(super) fn check(tree: &Snapshot, findings: &mut Findings<'_>) -> Coverage {
    let mut coverage = Coverage::default();
    let mut bare: Vec<NodeId> = Vec::new();
    let mut open: Vec<Hinted<'_>> = Vec::new();
    let mut controls: Vec<Node<'_>> = Vec::new();
    let inside = hinted_before(tree);
    for node in tree.nodes() {
        while open.last().is_some_and(|hinted| !hinted.node.holds(node.id())) {
            open.pop();
        }
        while controls.last().is_some_and(|control| !control.holds(node.id())) {
            controls.pop();
        }
        let is_hinted = names_one_thing(node);
        if is_hinted {
            let role = node.attr(ROLE).and_then(HintRole::from_name);
            open.push(Hinted { node, role, is_used: false });
        }
        if !node.is(State::Hidden) && counts(node, &controls) {
            coverage.controls.1 += 1;
            let within = node.range();
            let holds_hint = inside[within.end] > inside[within.start];
            if is_hinted || holds_hint || covered(&mut open, node) {
                coverage.controls.0 += 1;
            } else {
                let message = format!(
                    "the {} {} has no hint",
                    node.role_name(),
                    quoted(node.name().unwrap_or_default())
                );
                findings.add(&rules::UNCOVERED_CONTROL, &(0..0), message).nodes = vec![node.id()];
            }
            controls.push(node);
        } else if controls.is_empty() && is_reading(node) {
            coverage.readings.1 += 1;
            match open.is_empty() {
                false => coverage.readings.0 += 1,
                true => bare.push(node.id()),
            }
        }
    }
    told(tree, bare, findings);
    coverage
}

/// Of each node, and behind the last: how many hinted nodes come before it.
fn hinted_before(tree: &Snapshot) -> Vec<u32> {
    let mut counts = Vec::with_capacity(tree.len() + 1);
    let mut count = 0;
    for node in tree.nodes() {
        counts.push(count);
        count += u32::from(names_one_thing(node));
    }
    counts.push(count);
    counts
}

/// Whether hints speak of the node itself: it has an id, and is no part of the page that holds others.
fn names_one_thing(node: Node<'_>) -> bool {
    let is_container = || {
        let role = node.attr(ROLE).and_then(HintRole::from_name);
        matches!(role, Some(HintRole::Region | HintRole::Collection))
    };
    node.attr(ID).is_some_and(|id| !id.trim().is_empty()) && !is_container()
}

/// Whether a node is something to act on by itself, and not a part of what is.
fn counts(node: Node<'_>, around: &[Node<'_>]) -> bool {
    let is_part = around.iter().rev().any(|outer| matches!(outer.role(), Role::ComboBox | Role::ListBox));
    let is_option = matches!(node.role(), Role::Option | Role::ScrollBar | Role::GridCell);
    node.is_interactive() && !is_option && !is_part
}

/// Whether the nearest hinted element around a control acts as one thing with it: a link or button of the same name, or
/// something that is not acted on itself and of which this is the first control.
fn covered(open: &mut [Hinted<'_>], control: Node<'_>) -> bool {
    let Some(nearest) = open.last_mut() else { return false };
    if nearest.node.is_interactive() {
        return nearest.node.name().is_some_and(|name| control.name() == Some(name));
    }
    let acts = nearest.role.is_some_and(|role| role != HintRole::Observable);
    let is_first = !std::mem::replace(&mut nearest.is_used, true);
    acts && is_first
}

/// Whether a person reads something here that may change: a live text, or a short one with a figure in it.
fn is_reading(node: Node<'_>) -> bool {
    /// Longest text that is a reading rather than prose, in characters.
    const SHORT: usize = 40;
    let name = node.name().unwrap_or_default();
    if node.is(State::Hidden) || name.trim().is_empty() {
        return false;
    }
    if node.role() != Role::Text {
        return false;
    }
    let is_live = || {
        let parent = node.parent().map(Node::role);
        matches!(
            parent,
            Some(Role::Status | Role::Alert | Role::Log | Role::Timer | Role::Meter | Role::ProgressBar)
        )
    };
    is_live() || (name.chars().count() <= SHORT && name.chars().any(|c| c.is_ascii_digit()))
}

fn told(tree: &Snapshot, bare: Vec<NodeId>, findings: &mut Findings<'_>) {
    const SHOWN: usize = 5;
    if bare.is_empty() {
        return;
    }
    let texts = bare.iter().take(SHOWN).filter_map(|&id| tree.node(id)?.name());
    let shown: Vec<String> = texts.map(quoted).collect();
    let more = if bare.len() > SHOWN { ", …" } else { "" };
    let message = format!("{} readings have no hint: {}{more}", bare.len(), shown.join(", "));
    findings.add(&rules::UNCOVERED_TEXT, &(0..0), message).nodes = bare;
}
