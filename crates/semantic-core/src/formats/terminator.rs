//! terminator's compact tree of a desktop: `#12 [Button] Save (bounds: [1,2,3,4], focused)`, names raw.

use super::flat::Strings;
use super::roles::windows;
use super::text::{Line, Outline, Skipped, lines, no_node, numbers, pieces, snapshot, take_while};
use super::{Format, ReadError};
use crate::tree::{Role, Snapshot, State};

pub(super) static TERMINATOR: Format = Format {
    name: "terminator",
    summary: "terminator compact tree, text with #1 [Button] name",
    sniff: |head| {
        let mut first = lines(head.text).filter(|line| !line.text.is_empty()).take(10);
        first.any(|line| node(line.text).is_some_and(|n| n.0.starts_with('#') || n.2.contains("(bounds: [")))
    },
    read,
};

/// The number or dash, the role and the rest of `#12 [Button] name (…)`.
fn node(text: &str) -> Option<(&str, &str, &str)> {
    let (mark, rest) = text.split_once(" [")?;
    let (role, rest) = rest.split_once(']')?;
    let number =
        mark.strip_prefix('#').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let is_role = !role.is_empty() && role.chars().all(|c| c.is_ascii_alphanumeric());
    ((number || mark == "-") && is_role && (rest.is_empty() || rest.starts_with(' ')))
        .then_some((mark, role, rest))
}

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let mut outline = Outline::new(&strings);
    let mut skipped = Skipped::default();
    let begins = |line: &Line| node(line.text).is_some();
    pieces(text, begins, |line| skipped.line(line), |line, text| add(&mut outline, line.indent, text));
    if outline.is_empty() {
        return Err(no_node("terminator"));
    }
    Ok(snapshot(&outline, &skipped, |_| {}))
}

fn add<'a>(outline: &mut Outline<'a>, indent: u32, text: &'a str) {
    let Some((mark, role, rest)) = node(text) else { return };
    let rest = rest.trim();
    // The last bracket that opens with something known is not the name's.
    let facts = rest.strip_suffix(')').and_then(|rest| {
        let known = |at: &usize| FACTS.iter().any(|fact| rest[at + 1..].starts_with(fact));
        let at = rest.match_indices('(').map(|(at, _)| at).find(known)?;
        Some((rest[..at].trim_end(), &rest[at + 1..]))
    });
    let (name, facts) = facts.unwrap_or((rest, ""));
    let row = outline.open(indent, role);
    row.own_ref = mark.strip_prefix('#').unwrap_or("");
    row.aria =
        windows::role(role).or_else(|| Some(Role::from_name(role)).filter(|role| *role != Role::Other));
    row.name = Some(name).filter(|name| !name.is_empty());
    let mut rest = facts;
    while !rest.is_empty() {
        if let Some(value) = rest.strip_prefix("value: ") {
            outline.last().into_iter().for_each(|row| row.value = Some(value));
            return;
        }
        if let Some((bounds, after)) = rest.strip_prefix("bounds: [").and_then(|rest| rest.split_once(']')) {
            numbers(bounds).into_iter().for_each(|bounds| outline.place(bounds));
            rest = after.trim_start_matches([',', ' ']);
            continue;
        }
        let (fact, after) = take_while(rest, |c| c != ',');
        rest = after.trim_start_matches([',', ' ']);
        let state = if fact == "toggled" { Some(State::Checked) } else { State::from_name(fact) };
        match (state, outline.last()) {
            (Some(state), Some(row)) => row.set(state, true),
            _ => outline.attr("fact", fact),
        }
    }
}

/// What may stand first in a node's brackets.
const FACTS: [&str; 7] = ["bounds: [", "disabled", "focused", "focusable", "selected", "toggled", "value: "];
