//! What pywinauto prints for a window: `Edit - 'text'    (L1, T2, R3, B4)`, names, `child_window(…)`.

use super::flat::Strings;
use super::roles::windows;
use super::text::{
    Field, Line, Outline, Skipped, backslashed, from_edges, lines, no_node, numbers, python, snapshot,
};
use super::{Format, ReadError};
use crate::tree::{Role, Snapshot, says_secret};

pub(super) static PYWINAUTO: Format = Format {
    name: "pywinauto",
    summary: "pywinauto print_control_identifiers, text",
    sniff: |head| {
        head.text.starts_with("Control Identifiers:")
            || lines(head.text).take(20).any(|line| {
                let (_, text) = bars(line.text);
                header(text).is_some() || text.starts_with("child_window(title=")
            })
    },
    read,
};

/// The number of bars before a line's text, and the text.
fn bars(line: &str) -> (u32, &str) {
    let text = line.trim_start_matches([' ', '|']);
    (line[..line.len() - text.len()].matches('|').count() as u32, text)
}

/// Type, text and box of `Edit - 'text'    (L1, T2, R3, B4)`.
fn header(text: &str) -> Option<(&str, &str, [f64; 4])> {
    let (kind, rest) = text.split_once(" - ")?;
    let (name, rect) = rest.rsplit_once("(L")?;
    let name = name.trim();
    let name = name.strip_prefix('u').filter(|n| n.starts_with(['\'', '"'])).unwrap_or(name);
    let quoted = name.len() >= 2 && name.starts_with(['\'', '"']) && name.ends_with(['\'', '"']);
    let edges = numbers(rect.trim_end().strip_suffix(')')?)?;
    let fits = quoted && !kind.is_empty() && kind.chars().all(|c| c.is_alphanumeric() || c == '_');
    fits.then(|| (kind, &name[1..name.len() - 1], edges))
}

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let win32 =
        !text.contains("control_type=") && (text.contains("class_name=") || !text.contains("child_window("));
    let mut reader = Reader {
        outline: Outline::new(&strings),
        skipped: Skipped::default(),
        seen: Seen::Nothing,
        win32,
        secret: false,
    };
    lines(text).for_each(|line| reader.line(&line));
    reader.finish();
    if reader.outline.is_empty() {
        return Err(no_node("pywinauto"));
    }
    Ok(snapshot(&reader.outline, &reader.skipped, |_| {}))
}

/// Which of a control's three lines was read last. Any may be missing.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Seen {
    Nothing,
    Header,
    Names,
    Criteria,
}

struct Reader<'a> {
    outline: Outline<'a>,
    skipped: Skipped<'a>,
    seen: Seen,
    /// Whether the dump is of the older interface, in which a control has a window text instead of a name.
    win32: bool,
    /// Whether what is said about the control last read speaks of a secret.
    secret: bool,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &Line<'a>) {
        let (depth, text) = bars(line.text);
        let text = text.trim_end();
        if let Some((kind, name, edges)) = header(text) {
            let name = self.outline.keep(backslashed(name));
            self.finish();
            let row = self.outline.open(depth, kind);
            row.name = Some(name);
            row.aria = windows::role(kind);
            self.outline.place(from_edges(edges));
            self.seen = Seen::Header;
        } else if text.starts_with(['[', '\'', '"']) || text.starts_with("u'") {
            self.control(depth, Seen::Names);
            self.secret |= says_secret(text);
        } else if let Some(criteria) = text.strip_prefix("child_window(") {
            self.control(depth, Seen::Criteria);
            self.criteria(criteria);
        } else if !matches!(text, "" | "Control Identifiers:" | "...") {
            self.skipped.line(line);
        }
    }

    /// The control that a line is about: a new one where its first lines are missing.
    fn control(&mut self, depth: u32, line: Seen) {
        if self.seen >= line || self.outline.is_empty() {
            self.finish();
            self.outline.open(depth, "");
        }
        self.seen = line;
    }

    /// Reads `title="…", auto_id="…", control_type="Edit")`.
    fn criteria(&mut self, text: &'a str) {
        let mut rest = text;
        let mut title = None;
        while let Some((key, value)) = rest.split_once('=') {
            let Some(quoted) = python(value) else { break };
            rest = quoted.rest;
            let value = self.outline.keep(quoted.text);
            let Some(row) = self.outline.last() else { return };
            match key.trim_start_matches([',', ' ']) {
                "title" => {
                    self.secret |= says_secret(value);
                    title = Some(value);
                }
                "auto_id" => {
                    self.secret |= says_secret(value);
                    self.outline.text(Field::Identifier, value);
                }
                "control_type" => {
                    let friendly = std::mem::replace(&mut row.role, value);
                    row.aria = windows::role(value);
                    if friendly != value && !friendly.is_empty() {
                        self.outline.attr("friendly_class_name", friendly);
                    }
                }
                key => self.outline.attr(if key == "class_name" { "class" } else { key }, value),
            }
        }
        let Some(row) = self.outline.last() else { return };
        if self.secret && !self.win32 && row.kind().is_text_entry() && title.is_some() && row.name != title {
            row.value = row.name.take();
        }
        // A control without a text prints Python's None.
        row.name = match row.name {
            Some("None") if title.is_none() => None,
            name => name.or(title),
        };
    }

    /// Ends a control: where windows have texts, that of a field is what is in it, and others mark a letter.
    fn finish(&mut self) {
        let secret = std::mem::take(&mut self.secret);
        let Some(row) = self.outline.last() else { return };
        if !self.win32 {
            // The newer interface prints a field's name or what is in it: in a secret field it may be the secret.
            // As the value, too, it goes no further than the guard of secrets, which keeps plain labels.
            if secret && row.kind().is_text_entry() {
                row.value = row.value.or(row.name);
                self.outline.attr("type", "password");
            }
            return;
        }
        match (row.kind(), row.name) {
            (Role::TextBox | Role::ComboBox, Some(_)) => {
                row.value = row.name.take();
                let label = match self.outline.rows() {
                    // What is written in front of a field is its label.
                    [.., label, field] if label.kind() == Role::Text && label.depth == field.depth => {
                        label.name
                    }
                    _ => None,
                };
                self.outline.text(Field::Label, label.unwrap_or(""));
            }
            (_, Some(text)) => self.accelerator(text),
            _ => {}
        }
    }

    /// Takes the mark of the letter that works with Alt out of a name.
    fn accelerator(&mut self, text: &'a str) {
        let key = |i: usize| text[i + 1..].chars().next().filter(|c| c.is_alphanumeric());
        let Some((i, key)) = text.match_indices('&').find_map(|(i, _)| Some((i, key(i)?))) else { return };
        let plain = self.outline.keep([&text[..i], &text[i + 1..]].concat().into());
        let key = &text[i + 1..i + 1 + key.len_utf8()];
        self.outline.attr("accesskey", key);
        self.outline.last().into_iter().for_each(|row| row.name = Some(plain));
    }
}
