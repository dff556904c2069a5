//! What Python's uiautomation prints for a window: `ControlType: ButtonControl    ClassName: …    Name: …`.

use super::flat::Strings;
use super::roles::windows;
use super::text::{
    Field, Line, Outline, Skipped, from_edges, no_node, numbers, pieces, snapshot, take_while,
};
use super::{Format, ReadError};
use crate::tree::{Snapshot, State, Tri};

pub(super) static UIAUTOMATION: Format = Format {
    name: "uiautomation",
    summary: "Python uiautomation control tree, text",
    sniff: |head| {
        let mut first = super::text::lines(head.text).take(20);
        first.any(|line| line.text.starts_with(START) && line.text.contains("ClassName:"))
    },
    read,
};

const START: &str = "ControlType: ";

/// What parts the keys of a line.
const GAP: &str = "    ";

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let mut outline = Outline::new(&strings);
    let mut skipped = Skipped::default();
    let begins = |line: &Line| line.text.starts_with(START);
    pieces(text, begins, |line| skipped.line(line), |line, text| control(&mut outline, line.indent, text));
    if outline.is_empty() {
        return Err(no_node("uiautomation"));
    }
    Ok(snapshot(&outline, &skipped, |_| {}))
}

/// Keys that every control has; those of patterns have a dot in them.
const KEYS: [&str; 15] = [
    "ControlType",
    "ClassName",
    "AutomationId",
    "Rect",
    "Name",
    "Handle",
    "Depth",
    "Value",
    "RangeValue",
    "ToggleState",
    "ExpandCollapseState",
    "CurrentToggleState",
    "IsSelected",
    "SupportedPattern",
    "RegexName",
];

/// The key at the beginning of a piece of a line, and its value.
fn key(piece: &str) -> Option<(&str, &str)> {
    let (key, value) = take_while(piece, |c| c.is_ascii_alphanumeric() || c == '.');
    let value = value.strip_prefix(':')?;
    (KEYS.contains(&key) || key.contains("Pattern.")).then(|| (key, value.trim()))
}

/// Reads a control's text, in which the name may hold gaps and newlines.
fn control<'a>(outline: &mut Outline<'a>, indent: u32, text: &'a str) {
    outline.open(indent, "");
    let mut start = 0;
    let mut at = 0;
    while let Some(gap) = text[at..].find(GAP).map(|i| at + i) {
        let next = gap + text[gap..].len() - text[gap..].trim_start_matches(' ').len();
        if key(&text[next..]).is_some() {
            property(outline, &text[start..gap]);
            start = next;
        }
        at = next;
    }
    property(outline, &text[start..]);
}

fn property<'a>(outline: &mut Outline<'a>, text: &'a str) {
    let (Some((key, value)), Some(row)) = (key(text), outline.last()) else { return };
    let value = value.trim_end_matches(['\r', '\n']);
    let word = value.rsplit('.').next().unwrap_or(value);
    match key.strip_prefix("Current").unwrap_or(key.rsplit('.').next().unwrap_or(key)) {
        "ControlType" => {
            row.role = value;
            row.aria = windows::role(value);
        }
        "Name" => row.name = Some(value),
        "AutomationId" => outline.text(Field::Identifier, value),
        "ClassName" if !value.is_empty() => outline.attr("class", value),
        "Rect" => {
            let edges = value.split_once(')').map_or(value, |(edges, _)| edges);
            numbers(edges).into_iter().for_each(|edges| outline.place(from_edges(edges)));
        }
        "Depth" => row.depth = take_while(value, |c| c.is_ascii_digit()).0.parse().unwrap_or(row.depth),
        "Value" | "RangeValue" => row.value = Some(value.trim_matches('\'')),
        "ToggleState" => {
            let tri = match word {
                "On" | "1" => Tri::True,
                "Indeterminate" | "2" => Tri::Mixed,
                _ => Tri::False,
            };
            row.states.set(State::Checked, tri);
        }
        "IsSelected" => row.set(State::Selected, word == "True"),
        "IsReadOnly" => row.set(State::Readonly, word == "True"),
        "ExpandCollapseState" if word != "LeafNode" => {
            row.set(State::Expanded, matches!(word, "Expanded" | "PartiallyExpanded"));
        }
        "ClassName" | "Handle" | "ExpandCollapseState" => {}
        _ => outline.attr(key, value),
    }
}
