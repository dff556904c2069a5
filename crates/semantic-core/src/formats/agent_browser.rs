//! agent-browser's text snapshots: `- role "name" [level=1, ref=e1]: value`.

use super::flat::Strings;
use super::roles::chrome;
use super::text::bullets::{self, Dialect, KINDS};
use super::text::{Field, Line, Outline, Skipped, json_like, lines, no_node, snapshot, tri};
use super::{Format, ReadError};
use crate::tree::{Snapshot, State};

pub(super) static AGENT_BROWSER: Format = Format {
    name: "agent-browser",
    summary: "agent-browser snapshot, text",
    sniff: |head| bullets::dialect(head.text) == Some(Dialect::AgentBrowser),
    read: read_text,
};

/// Reads the text, also that inside of a JSON reply.
pub(super) fn read_text(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let text = text.trim_end_matches(['\n', '\r']); // the end of the last value's line is not part of it
    let mut reader = Reader {
        text,
        outline: Outline::new(&strings),
        skipped: Skipped::default(),
        value: None,
        marker: None,
    };
    lines(text).for_each(|line| reader.line(&line));
    let is_empty = ["", "(empty page)", "(no interactive elements)"].contains(&text.trim());
    if reader.outline.is_empty() && !is_empty {
        return Err(no_node("agent-browser"));
    }
    Ok(snapshot(&reader.outline, &reader.skipped, |_| {}))
}

struct Reader<'a> {
    text: &'a str,
    outline: Outline<'a>,
    skipped: Skipped<'a>,
    /// Where the last row's value begins: it is raw and may go on in the next lines.
    value: Option<usize>,
    /// Indent of the list marker around the next line.
    marker: Option<u32>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &Line<'a>) {
        let item = line.text.strip_prefix("- ").filter(|item| bullets::head(item).is_some());
        let Some(item) = item else {
            return self.continued(line);
        };
        self.value = None;
        self.marker = self.marker.filter(|&marker| line.indent > marker);
        let (role, mut rest) = bullets::head(item).unwrap_or((item, ""));
        if chrome::is_layout(role) || self.marker.is_some() {
            self.marker = self.marker.or(Some(line.indent));
            return;
        }
        self.outline.open(line.indent, role).aria = chrome::role(role);
        if let Some(quoted) = rest.strip_prefix(' ').and_then(json_like) {
            if !quoted.closed {
                self.skipped.cut(line.number);
            }
            let name = self.outline.keep(quoted.text);
            self.outline.last().into_iter().for_each(|row| row.name = Some(name));
            rest = quoted.rest;
        }
        if let Some(attrs) = rest.strip_prefix(" [") {
            rest = self.attrs(attrs, line);
        }
        rest = self.kind(rest);
        match rest.strip_prefix(": ").or(rest.strip_prefix(':').filter(|r| r.is_empty())) {
            Some(value) => {
                self.value = Some(line.start + line.text.len() - value.len());
                self.outline.last().into_iter().for_each(|row| row.value = Some(value));
            }
            None if rest.trim().is_empty() => {}
            None => self.skipped.line(line),
        }
    }

    /// A line that is not a node goes on with the value before it.
    fn continued(&mut self, line: &Line<'a>) {
        match (self.value, self.outline.last()) {
            (Some(start), Some(row)) => row.value = Some(&self.text[start..line.start + line.text.len()]),
            _ if line.text.starts_with('(') => {}
            _ => self.skipped.line(line),
        }
    }

    /// Reads attributes up to their closing bracket and returns what follows it.
    fn attrs(&mut self, text: &'a str, line: &Line<'a>) -> &'a str {
        let mut rest = text;
        loop {
            // An address is the last attribute and raw: only a bracket that ends the attributes ends it.
            let (end, last) = if rest.starts_with("url=") {
                (rest.match_indices(']').map(|(i, _)| i).find(|&i| ends_attrs(&rest[i + 1..])), true)
            } else {
                (rest.find([',', ']']), false)
            };
            let Some(end) = end else {
                self.skipped.cut(line.number);
                self.attr(rest);
                return "";
            };
            self.attr(&rest[..end]);
            let closed = last || rest[end..].starts_with(']');
            rest = &rest[end + 1..];
            if closed {
                return rest;
            }
            rest = rest.trim_start();
        }
    }

    fn attr(&mut self, attr: &'a str) {
        let (name, value) = attr.split_once('=').unwrap_or((attr, ""));
        let Some(row) = self.outline.last() else { return };
        match name {
            "ref" => row.own_ref = value,
            "level" => row.level = value.parse().unwrap_or(0),
            "url" => self.outline.text(Field::Url, value),
            _ => match State::from_name(name) {
                Some(state) => {
                    row.states.set(state, tri(value));
                }
                None => self.outline.attr(name, if value.is_empty() { "true" } else { value }),
            },
        }
    }

    /// Reads ` clickable [cursor:pointer, onclick]`.
    fn kind(&mut self, text: &'a str) -> &'a str {
        let found = KINDS.iter().find_map(|kind| {
            let hints = text.strip_prefix(' ')?.strip_prefix(kind)?.strip_prefix(" [")?;
            let (hints, rest) = hints.split_once(']')?;
            Some((*kind, hints, rest))
        });
        let Some((kind, hints, rest)) = found else { return text };
        if let Some(row) = self.outline.last() {
            let state = if kind == "focusable" { State::Focusable } else { State::Interactive };
            row.set(state, true);
        }
        self.outline.attr(kind, hints);
        rest
    }
}

/// Whether what follows a bracket shows that it closes the attributes.
fn ends_attrs(rest: &str) -> bool {
    rest.is_empty()
        || rest.starts_with(": ")
        || KINDS.iter().any(|kind| rest.strip_prefix(' ').is_some_and(|r| r.starts_with(kind)))
}
