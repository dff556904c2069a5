//! Trees of `[role | name]` lines, as dogtail and small scripts print them from Linux's AT-SPI.

use super::flat::Strings;
use super::roles::atspi;
use super::text::{Line, Outline, Skipped, lines, no_node, pieces, snapshot};
use super::{Format, ReadError};
use crate::tree::Snapshot;

pub(super) static ATSPI_TEXT: Format = Format {
    name: "atspi-text",
    summary: "AT-SPI tree, text with [role | name]",
    sniff: |head| {
        let mut first = lines(head.text).filter(|line| !line.text.is_empty()).take(5);
        first.any(|line| parts(line.text).is_some_and(|(role, _)| atspi::role(role).is_some()))
            && is_mostly_nodes(head.text)
    },
    read,
};

/// Whether a node follows a node that is closed, as a rule: sections of settings look like nodes.
fn is_mostly_nodes(text: &str) -> bool {
    let (mut nodes, mut others, mut closed) = (0, 0, false);
    for line in lines(text).filter(|line| !line.text.trim().is_empty()).take(200) {
        if parts(line.text).is_some() {
            nodes += 1;
            closed = line.text.trim_end().ends_with(']');
        } else if closed {
            others += 1;
        }
    }
    others < nodes
}

/// The role and the rest of `[role | name]`.
fn parts(text: &str) -> Option<(&str, &str)> {
    let (role, name) = text.strip_prefix('[')?.split_once(" |")?;
    let fits = !role.is_empty() && role.chars().all(|c| c.is_ascii_lowercase() || matches!(c, ' ' | '-'));
    fits.then(|| (role, name.strip_prefix(' ').unwrap_or(name)))
}

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let mut outline = Outline::new(&strings);
    let mut skipped = Skipped::default();
    let mut cut = None;
    let node = |line: &Line<'_>, text| {
        if !add(&mut outline, line.indent, text) {
            cut = Some(line.number);
        }
    };
    pieces(text, |line| parts(line.text).is_some(), |line| skipped.line(line), node);
    cut.into_iter().for_each(|line| skipped.cut(line));
    if outline.is_empty() {
        return Err(no_node("atspi-text"));
    }
    Ok(snapshot(&outline, &skipped, |_| {}))
}

/// Adds a node, or an action to the node before it; `false` where the closing bracket is missing. Names are raw
/// and may hold newlines.
fn add<'a>(outline: &mut Outline<'a>, indent: u32, text: &'a str) -> bool {
    let Some((role, name)) = parts(text) else { return true };
    let name = name.trim_end_matches(['\r', '\n']);
    let (name, closed) = name.strip_suffix(']').map_or((name, false), |name| (name, true));
    if role == "action" && !outline.is_empty() {
        let (action, keys) = name.split_once(" | ").unwrap_or((name, ""));
        outline.attr("action", action.trim());
        let keys = keys.trim();
        if !keys.is_empty() {
            outline.attr("keybinding", keys);
        }
        return closed;
    }
    let row = outline.open(indent, role);
    row.name = Some(name);
    row.aria = atspi::role(role);
    if role == "password text" {
        outline.attr("type", "password");
    }
    closed
}
