//! The text of chrome-devtools-mcp's `take_snapshot`: `uid=1_3 button "Save" focusable focused`, nothing escaped.

use std::cell::Cell;

use super::flat::Strings;
use super::roles::chrome;
use super::text::{Field, Levels, Line, Outline, Row, Skipped, lines, no_node, pieces, snapshot, take_while};
use super::{Format, ReadError};
use crate::tree::{Snapshot, State, Tri};

pub(super) static CHROME_DEVTOOLS: Format = Format {
    name: "chrome-devtools-mcp",
    summary: "chrome-devtools-mcp snapshot, text with uid=1_0",
    sniff: |head| lines(head.text).take(20).any(|line| uid(line.text).is_some()),
    read,
};

/// The uid at the beginning of a node's line, and what follows it.
fn uid(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix("uid=")?;
    let (uid, rest) = take_while(text, |c| c.is_ascii_digit() || c == '_');
    let (snapshot, number) = uid.split_once('_')?;
    let fits = !snapshot.is_empty() && !number.is_empty() && !number.contains('_');
    (fits && (rest.is_empty() || rest.starts_with([' ', '\r', '\n']))).then_some((uid, rest))
}

/// Reads the snapshot. A node's text reaches to the next line that begins with a uid: names hold raw newlines.
fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let mut reader =
        Reader { outline: Outline::new(&strings), levels: Levels::default(), title: None, url: None };
    let mut skipped = Skipped::default();
    // A uid behind an open quote is text of the page.
    let closed = Cell::new(true);
    let begun = Cell::new(false);
    let begins = |line: &Line| {
        let begins = closed.get() && uid(line.text).is_some();
        begun.set(begun.get() || begins);
        closed.set(!begun.get() || is_closed(line.text, begins));
        begins
    };
    pieces(text, begins, |line| skipped.line(line), |line, text| reader.node(line.indent, text));
    if reader.outline.is_empty() {
        return Err(no_node("chrome-devtools-mcp"));
    }
    Ok(snapshot(&reader.outline, &skipped, |b| {
        reader.title.into_iter().for_each(|title| b.set_title(title));
        reader.url.into_iter().for_each(|url| b.set_document_url(url));
    }))
}

struct Reader<'a> {
    outline: Outline<'a>,
    levels: Levels,
    title: Option<&'a str>,
    url: Option<&'a str>,
}

impl<'a> Reader<'a> {
    fn node(&mut self, indent: u32, text: &'a str) {
        let Some((uid, rest)) = uid(text) else { return };
        let rest = rest.strip_suffix(SELECTED).unwrap_or(rest);
        let (role, rest) = match rest.strip_prefix(' ').filter(|r| !r.starts_with('"')) {
            Some(rest) => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
            // The word for text is left out in some versions.
            None if rest.is_empty() => ("generic", rest),
            None => ("StaticText", rest),
        };
        let kept = role != "ignored" && role != "none" && !chrome::is_layout(role);
        let depth = self.levels.enter(indent, kept);
        if !kept {
            return;
        }
        let is_root = self.outline.is_empty() && role == "RootWebArea";
        let row = self.outline.open(depth, role);
        row.own_ref = uid;
        row.aria = chrome::role(role);
        let mut attrs = rest;
        if let Some(quoted) = rest.strip_prefix(" \"") {
            let (name, rest) = split_name(quoted);
            row.name = Some(name);
            attrs = rest;
        }
        let name = row.name;
        self.attrs(attrs, is_root);
        if is_root {
            self.title = name.filter(|name| !name.is_empty());
        }
    }

    fn attrs(&mut self, text: &'a str, is_root: bool) {
        let mut rest = text;
        while let Some((name, value, after)) = next_attr(rest) {
            rest = after;
            if is_root && name == "url" {
                self.url = value;
            }
            self.attr(name, value);
        }
    }

    fn attr(&mut self, name: &'a str, value: Option<&'a str>) {
        let Some(row) = self.outline.last() else { return };
        // "It can be …" is said before, and besides, what is true.
        let off = |row: &mut Row<'_>, state| {
            if row.states.get(state).is_none() {
                row.set(state, false);
            }
        };
        match (name, value) {
            ("level", Some(level)) => row.level = level.parse().unwrap_or(0),
            ("value", value) => row.value = value,
            ("url", Some(url)) => self.outline.text(Field::Url, url),
            ("description", Some(text)) => self.outline.text(Field::Description, text),
            ("placeholder", Some(text)) => self.outline.text(Field::Placeholder, text),
            ("expandable", None) => off(row, State::Expanded),
            ("selectable", None) => off(row, State::Selected),
            ("disableable", None) => off(row, State::Disabled),
            _ => match (State::from_name(name), value) {
                (Some(state), None) => row.set(state, true),
                (Some(state), Some("mixed")) => row.states.set(state, Tri::Mixed),
                (Some(state), Some(value)) if value != "true" && value != "false" => {
                    row.set(state, true);
                    self.outline.attr(name, value);
                }
                (Some(state), Some(value)) => row.set(state, value == "true"),
                (None, value) => self.outline.attr(name, value.unwrap_or("true")),
            },
        }
    }
}

/// Whether no quote is open where a line ends: in front of the end of a node there is a quote or a bare word.
fn is_closed(line: &str, first: bool) -> bool {
    let line = line.trim_end();
    let word = line.rsplit(' ').next().unwrap_or_default();
    line.ends_with('"') || line.ends_with(SELECTED) || WORDS.contains(&word) || (first && !line.contains('"'))
}

/// What stands behind the node that a person selected in the browser's own tools.
const SELECTED: &str = " [selected in the DevTools Elements panel]";

/// Bare words behind a name.
const WORDS: [&str; 20] = [
    "atomic",
    "busy",
    "checked",
    "disableable",
    "disabled",
    "editable",
    "expandable",
    "expanded",
    "focusable",
    "focused",
    "hidden",
    "invalid",
    "modal",
    "multiline",
    "multiselectable",
    "pressed",
    "readonly",
    "required",
    "selectable",
    "selected",
];

/// How many quotes of one name are tried: more are page text that wants to be something else.
const TRIES: usize = 64;

/// A name up to the first quote behind which there is nothing but attributes, and those.
fn split_name(text: &str) -> (&str, &str) {
    let quotes = || text.match_indices('"').map(|(i, _)| i);
    let promising = |&i: &usize| text[i + 1..].is_empty() || next_attr(&text[i + 1..]).is_some();
    let end = quotes().filter(promising).take(TRIES).find(|&i| is_attrs(&text[i + 1..]));
    match end.or_else(|| text.rfind('"')) {
        Some(end) => (&text[..end], &text[end + 1..]),
        None => (text, ""),
    }
}

/// Whether a text is nothing but attributes, each at most once.
fn is_attrs(text: &str) -> bool {
    let mut rest = text;
    let mut seen = Vec::new();
    while let Some((name, _, after)) = next_attr(rest) {
        if seen.contains(&name) {
            return false;
        }
        seen.push(name);
        rest = after;
    }
    rest.trim().is_empty()
}

/// The attribute at the beginning of a text: its name, its value, what follows.
fn next_attr(text: &str) -> Option<(&str, Option<&str>, &str)> {
    let text = text.strip_prefix(' ')?;
    let (name, rest) = take_while(text, |c| c.is_ascii_lowercase());
    if name.is_empty() {
        return None;
    }
    let Some(value) = rest.strip_prefix("=\"") else {
        let ends = rest.is_empty() || rest.starts_with(' ');
        return (ends && WORDS.contains(&name)).then_some((name, None, rest));
    };
    // A value is as raw as a name: its end is a quote behind which the text ends or another attribute begins.
    let begins_attr = |rest: &str| {
        rest.strip_prefix(' ').is_some_and(|rest| {
            let (word, rest) = take_while(rest, |c| c.is_ascii_lowercase());
            rest.starts_with("=\"") || (WORDS.contains(&word) && (rest.is_empty() || rest.starts_with(' ')))
        })
    };
    let ends = |&i: &usize| value[i + 1..].is_empty() || begins_attr(&value[i + 1..]);
    let end = value.match_indices('"').map(|(i, _)| i).find(ends)?;
    Some((name, Some(&value[..end]), &value[end + 1..]))
}
