//! Playwright's aria snapshots: plain, for agents with refs, with boxes, and the expected ones of tests.

mod key;

use std::iter::Peekable;

use self::key::Key;
pub(super) use self::key::pattern_end;
use super::flat::Strings;
use super::text::bullets::{self, Dialect};
use super::text::{Field, Line, Outline, Scalar, Skipped, counted, lines, no_node, numbers, snapshot, tri};
use super::{Format, ReadError};
use crate::tree::{Role, Snapshot, State};

pub(super) static PLAYWRIGHT: Format = Format {
    name: "playwright-aria",
    summary: "Playwright aria snapshot, YAML",
    sniff: |head| bullets::dialect(head.text) == Some(Dialect::Playwright),
    read,
};

/// Reads the snapshot.
fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let mut reader = Reader {
        outline: Outline::new(&strings),
        skipped: Skipped::default(),
        frames: Vec::new(),
        unchanged: 0,
        changed: 0,
    };
    let mut rest = lines(text).peekable();
    while let Some(line) = rest.next() {
        reader.line(&line, &mut rest);
    }
    reader.fold_value(0);
    if reader.outline.is_empty() && !reader.skipped.is_empty() {
        return Err(no_node("playwright-aria"));
    }
    Ok(snapshot(&reader.outline, &reader.skipped, |b| {
        if reader.unchanged > 0 {
            let parts = counted(reader.unchanged, "part");
            b.notice(format!(
                "{parts} left out as unchanged since an earlier snapshot: only the refs are here"
            ));
        }
        if reader.changed > 0 {
            let parts = counted(reader.changed, "part");
            b.notice(format!("this is only what changed since an earlier snapshot: {parts} of the page"));
        }
    }))
}

struct Reader<'a> {
    outline: Outline<'a>,
    skipped: Skipped<'a>,
    /// Depth, left and top of the frames around the next line: boxes inside a frame are measured from it.
    frames: Vec<(u32, f64, f64)>,
    unchanged: usize,
    changed: usize,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &Line<'a>, rest: &mut Peekable<impl Iterator<Item = Line<'a>>>) {
        if line.text.starts_with('#') || matches!(line.text, "---" | "...") {
            return;
        }
        let Some(item) = line.text.strip_prefix("- ").map(str::trim) else {
            return self.skipped.line(line);
        };
        let item = match item.strip_prefix("<changed> ") {
            Some(item) => {
                self.changed += 1;
                item
            }
            None => item,
        };
        if let Some(own) = item.strip_prefix("ref=").and_then(|r| r.strip_suffix("[unchanged]")) {
            self.unchanged += 1;
            self.open(line.indent, "generic");
            self.outline.last().into_iter().for_each(|row| row.own_ref = own.trim());
            return;
        }
        let Some(key) = Key::parse(item, &self.outline) else {
            return self.skipped.line(line);
        };
        if key.cut {
            self.skipped.cut(line.number);
        }
        let value = match key.rest.strip_prefix(':') {
            Some(value) => Scalar::parse(value.trim_start(), line.indent, rest),
            None if key.rest.is_empty() || key.rest.starts_with('#') => Scalar::default(),
            None => {
                self.skipped.line(line);
                Scalar::default()
            }
        };
        if value.cut {
            self.skipped.cut(line.number);
        }
        let value = value.text.map(|text| self.outline.keep(text));
        match key.role.strip_prefix('/') {
            Some(property) => self.property(line.indent, property, value.unwrap_or("")),
            None => self.node(line.indent, &key, value),
        }
    }

    /// Stores a property of the node around it. One of the whole snapshot says how to compare, not what is there.
    fn property(&mut self, indent: u32, name: &'a str, value: &'a str) {
        if self.outline.last().is_none_or(|row| row.depth >= indent) {
            return;
        }
        match name {
            "url" => self.outline.text(Field::Url, value),
            "placeholder" => self.outline.text(Field::Placeholder, value),
            name => self.outline.attr(name, value),
        }
    }

    fn open(&mut self, depth: u32, role: &'a str) {
        self.fold_value(depth);
        while self.frames.last().is_some_and(|&(frame, ..)| frame >= depth) {
            self.frames.pop();
        }
        self.outline.open(depth, role);
    }

    fn node(&mut self, depth: u32, key: &Key<'a>, value: Option<&'a str>) {
        self.open(depth, key.role);
        for &(name, value) in &key.attrs {
            self.attr(depth, name, value);
        }
        let Some(row) = self.outline.last() else { return };
        row.name = key.name;
        if key.pattern {
            self.outline.attr("name_pattern", "true");
        }
        let Some(row) = self.outline.last() else { return };
        match (row.kind(), value) {
            (_, None) => {}
            (Role::Text, Some(text)) => row.name = Some(text),
            (role, Some(text)) if has_value(role) => row.value = Some(text),
            (_, Some(text)) => self.outline.open(depth + 1, "text").name = Some(text),
        }
    }

    fn attr(&mut self, depth: u32, name: &'a str, value: &'a str) {
        let frame = self.frames.last().map_or((0.0, 0.0), |&(_, x, y)| (x, y));
        let Some(row) = self.outline.last() else { return };
        let state = match name {
            "active" => Some(State::Focused),
            "checked" | "disabled" | "expanded" | "pressed" | "selected" | "invalid" => {
                State::from_name(name)
            }
            _ => None,
        };
        match (state, name) {
            (Some(state), _) => {
                row.states.set(state, tri(value));
                if !matches!(value, "" | "true" | "false" | "mixed") {
                    self.outline.attr(name, value);
                }
            }
            (_, "level") => row.level = value.parse().unwrap_or(0),
            (_, "ref") => row.own_ref = value,
            (_, "box") => {
                let is_frame = row.kind() == Role::Iframe;
                if let Some([x, y, width, height]) = numbers(value) {
                    let (x, y) = (x + frame.0, y + frame.1);
                    self.outline.place([x, y, width, height]);
                    if is_frame {
                        self.frames.push((depth, x, y));
                    }
                }
            }
            (_, "cursor") if value == "pointer" => {
                row.set(State::Interactive, true);
                self.outline.attr(name, value);
            }
            _ => self.outline.attr(name, if value.is_empty() { "true" } else { value }),
        }
    }

    /// A field with properties has its value as a text of its own inside: the only thing inside it.
    fn fold_value(&mut self, next_depth: u32) {
        let [.., field, text] = self.outline.rows() else { return };
        let alone = text.kind() == Role::Text && field.depth < text.depth && next_depth <= field.depth;
        if alone
            && field.value.is_none()
            && has_value(field.kind())
            && let Some(value) = self.outline.fold_last()
            && let Some(field) = self.outline.last()
        {
            field.value = Some(value);
        }
    }
}

/// Whether the text inside a node of that role is its value.
fn has_value(role: Role) -> bool {
    role.is_text_entry() || role == Role::Slider
}
