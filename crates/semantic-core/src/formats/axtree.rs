//! The accessibility tree as BrowserGym and WebArena print it: `[12] link 'name', url='…'`, a tab a level.

use super::flat::Strings;
use super::roles::chrome;
use super::text::{
    Field, Levels, Line, Outline, Skipped, from_edges, lines, no_node, numbers, python, snapshot, take_while,
};
use super::{Format, ReadError};
use crate::tree::{Role, Snapshot, State, Tri};

pub(super) static AXTREE: Format = Format {
    name: "axtree-text",
    summary: "BrowserGym or WebArena tree, text with [12] role 'name'",
    sniff: |head| {
        let mut first = lines(head.text).filter(|line| !line.text.is_empty()).take(10);
        first.any(|line| node(line.text).is_some_and(|n| n.is_sure()))
    },
    read,
};

struct Node<'a> {
    id: &'a str,
    role: &'a str,
    /// The quoted name and what follows.
    rest: &'a str,
}

impl Node<'_> {
    /// Whether it is a line of this format and not prose with an apostrophe.
    fn is_sure(&self) -> bool {
        let known = Role::from_name(self.role) != Role::Other || chrome::role(self.role).is_some();
        known && (!self.id.is_empty() || self.role.starts_with(|c: char| c.is_ascii_uppercase()))
    }
}

/// The parts of a node's line.
fn node(text: &str) -> Option<Node<'_>> {
    let (id, text) = match text.strip_prefix('[').and_then(|text| text.split_once("] ")) {
        Some((id, text)) if id.chars().all(|c| c.is_ascii_alphanumeric()) && !id.is_empty() => (id, text),
        Some(_) => return None,
        None => ("", text),
    };
    let (role, rest) = take_while(text, |c| c.is_ascii_alphanumeric() || c == '-');
    let rest = rest.strip_prefix(' ')?;
    (!role.is_empty() && rest.starts_with(['\'', '"'])).then_some(Node { id, role, rest })
}

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let mut reader = Reader {
        outline: Outline::new(&strings),
        levels: Levels::default(),
        skipped: Skipped::default(),
        title: None,
        url: None,
    };
    lines(text).for_each(|line| reader.line(&line));
    if reader.outline.is_empty() {
        return Err(no_node("axtree-text"));
    }
    Ok(snapshot(&reader.outline, &reader.skipped, |b| {
        reader.title.into_iter().for_each(|title| b.set_title(title));
        reader.url.into_iter().for_each(|url| b.set_document_url(url));
    }))
}

struct Reader<'a> {
    outline: Outline<'a>,
    levels: Levels,
    skipped: Skipped<'a>,
    title: Option<&'a str>,
    url: Option<&'a str>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &Line<'a>) {
        let is_tab = |text: &str| text.starts_with("Tab ") && text.contains(": ");
        let Some(node) = node(line.text) else {
            // WebArena lists the open tabs in front of the tree.
            if !(self.outline.is_empty() && is_tab(line.text)) {
                self.skipped.line(line);
            }
            return;
        };
        let kept = !chrome::is_layout(node.role);
        let depth = self.levels.enter(line.indent, kept);
        if !kept {
            return;
        }
        let Some(name) = python(node.rest) else { return self.skipped.line(line) };
        if !name.closed {
            self.skipped.cut(line.number);
        }
        let is_root = self.outline.is_empty() && node.role == "RootWebArea";
        let text = self.outline.keep(name.text);
        if is_root {
            self.title = Some(text);
        }
        let row = self.outline.open(depth, node.role);
        (row.own_ref, row.name, row.aria) = (node.id, Some(text), chrome::role(node.role));
        let mut rest = name.rest;
        while let Some(attr) = self.next_attr(rest) {
            rest = attr.rest;
            if !attr.closed {
                self.skipped.cut(line.number);
            }
            if is_root && attr.name == "url" {
                self.url = Some(attr.value);
            }
            self.attr(&attr);
        }
        if !rest.trim().is_empty() {
            self.skipped.line(line);
        }
    }

    /// Reads `, name=value`, `, name`, ` name=value` (BrowserGym) or ` name: value` (WebArena).
    fn next_attr(&self, text: &'a str) -> Option<Attr<'a>> {
        let text = text.strip_prefix(',').unwrap_or(text).trim_start();
        let (name, rest) = take_while(text, |c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
        let rest_of = |rest: &'a str| rest.strip_prefix('=').or_else(|| rest.strip_prefix(": "));
        if name.is_empty() {
            return None;
        }
        let Some(value) = rest_of(rest) else {
            return Some(Attr { name, value: "True", rest, closed: true });
        };
        if let Some(quoted) = python(value) {
            let value = self.outline.keep(quoted.text);
            return Some(Attr { name, value, rest: quoted.rest, closed: quoted.closed });
        }
        let (value, rest) = value.split_at(value.find([',', ' ']).unwrap_or(value.len()));
        Some(Attr { name, value, rest, closed: true })
    }

    fn attr(&mut self, attr: &Attr<'a>) {
        let Some(row) = self.outline.last() else { return };
        let value = attr.value;
        match attr.name {
            "value" => row.value = Some(value),
            "url" => self.outline.text(Field::Url, value),
            "description" => self.outline.text(Field::Description, value),
            "placeholder" => self.outline.text(Field::Placeholder, value),
            "level" => row.level = value.parse().unwrap_or(0),
            "clickable" => row.set(State::Interactive, true),
            "box" | "bbox" => {
                numbers(value).into_iter().for_each(|edges| self.outline.place(from_edges(edges)))
            }
            "hasPopup" => self.outline.attr("haspopup", value),
            name => match (State::from_name(name), value.to_ascii_lowercase().as_str()) {
                (Some(state), "mixed") => row.states.set(state, Tri::Mixed),
                (Some(state), word) => row.set(state, word != "false"),
                (None, _) => self.outline.attr(name, value),
            },
        }
    }
}

struct Attr<'a> {
    name: &'a str,
    value: &'a str,
    rest: &'a str,
    closed: bool,
}
