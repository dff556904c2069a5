//! What is said twice: texts that label or describe a field that says them itself, pictures beside their own name.

use std::ops::Range;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::kinds::is_actionable;
use super::layers::{Layers, index};
use super::pen::{is_hint_shown_whole, told_error};
use super::plan::Plan;
use crate::tree::{Node, Role, State};
use crate::view::Field;

/// The nodes of which another one says all.
pub(super) struct Echoes {
    start: usize,
    echo: Vec<bool>,
}

/// How many nodes away a label, a hint or a heading may stand from what says it.
const LABEL: u32 = 16;
const HINT: u32 = 64;

/// Nodes by what they say.
type Sayings<'a> = HashMap<&'a str, Vec<u32>, FxBuildHasher>;

impl Echoes {
    /// Looks through what a plan covers.
    pub(super) fn of(plan: &Plan<'_>, layers: &Layers) -> Echoes {
        let (mut start, mut end) = (usize::MAX, 0);
        let parts = plan.parts.iter().filter(|p| !p.is_empty());
        parts.for_each(|p| (start, end) = (start.min(p.start), end.max(p.end)));
        let mut echoes = Echoes { start: start.min(end), echo: vec![false; end.saturating_sub(start)] };
        let covered = echoes.start..echoes.start + echoes.echo.len();
        let (mut texts, mut images) = (Sayings::default(), Sayings::default());
        for node in plan.snapshot.range(covered.clone()) {
            let Some(name) = node.name().map(str::trim).filter(|n| !n.is_empty()) else { continue };
            match node.role() {
                Role::Text if !is_in_message(node) => texts.entry(name).or_default().push(index(node)),
                Role::Image if node.range().len() == 1 => images.entry(name).or_default().push(index(node)),
                _ => {}
            }
        }
        let mut said = Vec::new();
        let mut unseen_until = 0;
        for node in plan.snapshot.range(covered.clone()) {
            let own = index(node);
            if !plan.with_behind && layers.is_behind(own) {
                unseen_until = unseen_until.max(node.range().end);
            }
            // What is not printed says nothing.
            if node.id().index() < unseen_until || !plan.shows(node) {
                continue;
            }
            if node.role() == Role::ComboBox && !node.is(State::Expanded) {
                unseen_until = node.range().end;
            }
            let mut says = |list: &Sayings<'_>, text: Option<&str>, far: u32| {
                let Some(text) = text.map(str::trim).filter(|t| !t.is_empty()) else { return };
                let near = |n: u32| n.abs_diff(own) <= far && !node.range().contains(&(n as usize));
                match list.get(text).and_then(|list| nearest(list, own).find(|&n| near(n))) {
                    Some(n) => said.push(n),
                    None if std::ptr::eq(list, &texts) => said.extend(pieces(node, text, far, &covered)),
                    None => {}
                }
            };
            if takes_label(node.role()) || node.attr("type") == Some("file") {
                says(&texts, node.name(), LABEL);
            }
            if is_actionable(node) {
                let whole = |text: &&str| is_hint_shown_whole(text);
                let hint = node.description().filter(|_| plan.shows_field(Field::Description));
                says(&texts, hint.filter(whole), HINT);
                let error = told_error(node).filter(|_| plan.shows_field(Field::States));
                says(&texts, error.filter(whole), HINT);
            }
            if matches!(node.role(), Role::Heading | Role::Link) {
                says(&images, node.name(), LABEL);
            }
        }
        for node in said {
            echoes.echo[node as usize - echoes.start] = true;
        }
        echoes
    }

    /// Whether something near the node says what it says.
    pub(super) fn is_echo(&self, node: u32) -> bool {
        let at = (node as usize).checked_sub(self.start);
        at.and_then(|at| self.echo.get(at)).copied().unwrap_or(false)
    }
}

/// The texts beside a node that say a text together, one after the other: "Pro", "€9.00" and "/mo" of a label. Empty
/// where there are none.
fn pieces(node: Node<'_>, text: &str, far: u32, within: &Range<usize>) -> Vec<u32> {
    /// Longest text that is looked for, and most pieces of it.
    const LONG: usize = 400;
    const MOST: usize = 12;
    if text.len() > LONG {
        return Vec::new();
    }
    let (own, far) = (node.id().index(), far as usize);
    let around = own.saturating_sub(far).max(within.start)..(node.range().end + far).min(within.end);
    let beside = |n: &Node<'_>| n.role() == Role::Text && !node.holds(n.id());
    let texts: Vec<Node<'_>> = node.snapshot().range(around).filter(beside).collect();
    (0..texts.len())
        .find_map(|start| {
            let (mut rest, mut found) = (text, Vec::new());
            for piece in texts[start..].iter().take(MOST) {
                let said = piece.name().map(str::trim).unwrap_or_default();
                match rest.strip_prefix(said).filter(|_| !said.is_empty()) {
                    Some(after) => rest = after.trim_start(),
                    None => break,
                }
                found.push(index(*piece));
                if rest.is_empty() {
                    let message = texts[start..].iter().take(found.len()).any(|n| is_in_message(*n));
                    return (!message).then_some(found);
                }
            }
            None
        })
        .unwrap_or_default()
}

/// The two of a sorted list that stand nearest to a number, nearest first; one of them at most is taken.
fn nearest(list: &[u32], own: u32) -> impl Iterator<Item = u32> {
    let at = list.partition_point(|&n| n < own);
    let before = at.checked_sub(1).map(|i| list[i]);
    let after = list.get(at).copied();
    let pick = match (before, after) {
        (Some(b), Some(a)) if a - own < own - b => Some(a),
        (Some(b), _) => Some(b),
        (None, after) => after,
    };
    pick.into_iter()
}

/// Whether a text is part of a message, which is printed whatever else says it.
fn is_in_message(node: Node<'_>) -> bool {
    node.ancestors().take(6).any(super::kinds::is_message)
}

/// Whether a node of the role is named by a label beside it.
fn takes_label(role: Role) -> bool {
    role.is_text_entry()
        || matches!(role, Role::Checkbox | Role::Radio | Role::Switch | Role::Slider | Role::ListBox)
}
