//! pinchtab's two text forms: compact (`e4:textbox "Name" val="Ada" *`) and indented (`e4 textbox "Name" [focused]`).

use super::flat::Strings;
use super::roles::chrome;
use super::text::{Line, Outline, Skipped, counted, is_e_ref, lines, no_node, pieces, snapshot, take_while};
use super::{Format, Head, ReadError};
use crate::tree::{Role, Snapshot, SnapshotBuilder, State};

pub(super) static PINCHTAB_COMPACT: Format = Format {
    name: "pinchtab-compact",
    summary: "pinchtab snapshot, compact text without indents",
    sniff: |head| sniff(head, ':'),
    read: |text| read(text, ':', "pinchtab-compact"),
};

pub(super) static PINCHTAB_TEXT: Format = Format {
    name: "pinchtab-text",
    summary: "pinchtab snapshot, indented text",
    sniff: |head| sniff(head, ' '),
    read: |text| read(text, ' ', "pinchtab-text"),
};

/// A node's ref and the rest of its line.
fn node(text: &str, sign: char) -> Option<(&str, &str)> {
    let (own_ref, rest) = take_while(text, |c| c == 'e' || c.is_ascii_digit());
    let rest = rest.strip_prefix(sign)?;
    let (role, after) = take_while(rest, |c| c.is_ascii_alphabetic() || c == '-');
    let fits =
        is_e_ref(own_ref) && !role.is_empty() && (after.is_empty() || after.starts_with([' ', '\r', '\n']));
    fits.then_some((own_ref, rest))
}

fn sniff(head: &Head, sign: char) -> bool {
    let mut first = lines(head.text).filter(|line| !line.text.is_empty()).take(20);
    let is_head = |line: &Line| {
        let count = line.text.rsplit(if sign == ':' { " | " } else { "# " }).next().unwrap_or_default();
        take_while(count, |c| c.is_ascii_digit()).1.starts_with(" nodes") && line.text.starts_with("# ")
    };
    first.clone().any(|line| node(line.text, sign).is_some())
        || (sign == ':' && first.next().is_some_and(|line| is_head(&line) && line.text.contains(" | ")))
        || (sign == ' ' && first.nth(1).is_some_and(|line| is_head(&line)))
}

fn read(text: &str, sign: char, format: &'static str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let mut reader = Reader { outline: Outline::new(&strings), sign, cut: None, removed: 0 };
    let mut skipped = Skipped::default();
    let mut about = About::default();
    let begins = |line: &Line| node(line.text, sign).is_some() || line.text.starts_with("# removed: e");
    pieces(
        text,
        begins,
        |line| {
            if !about.line(line.text) {
                skipped.line(line);
            }
        },
        |line, text| reader.node(line, text),
    );
    if reader.outline.is_empty() && about.count != Some(0) {
        return Err(no_node(format));
    }
    reader.cut.into_iter().for_each(|line| skipped.cut(line));
    Ok(snapshot(&reader.outline, &skipped, |b| {
        about.title.into_iter().for_each(|title| b.set_title(title));
        about.url.into_iter().for_each(|url| b.set_document_url(url));
        if reader.removed > 0 {
            b.notice(format!("{} removed since the snapshot before", counted(reader.removed, "element")));
        }
        about.tell(reader.outline.rows().len(), b);
    }))
}

/// What the lines before the nodes say about the page.
#[derive(Default)]
struct About<'a> {
    title: Option<&'a str>,
    url: Option<&'a str>,
    count: Option<usize>,
    truncated: bool,
}

impl<'a> About<'a> {
    /// Reads one line; `false` where it is not one of these.
    fn line(&mut self, text: &'a str) -> bool {
        let Some(text) = text.strip_prefix("# ") else { return text.is_empty() };
        if let Some((rest, count)) = text.rsplit_once(" | ")
            && let Some((title, url)) = rest.rsplit_once(" | ")
        {
            (self.title, self.url) = (Some(title), Some(url));
            self.counted(count);
        } else if text.contains(" nodes") && text.starts_with(|c: char| c.is_ascii_digit()) {
            self.counted(text);
        } else if text.starts_with("hint: ") {
        } else if self.title.is_none() {
            self.title = Some(text);
        } else {
            self.url.get_or_insert(text);
        }
        true
    }

    fn counted(&mut self, text: &str) {
        self.count = take_while(text, |c| c.is_ascii_digit()).0.parse().ok();
        self.truncated = text.contains("truncated");
    }

    /// Says what the producer left out, and what is missing of what it announced.
    fn tell(&self, rows: usize, b: &mut SnapshotBuilder) {
        if self.truncated {
            b.notice("the producer says that it left elements out (truncated)".to_owned());
        }
        if let Some(count) = self.count.filter(|&count| count > rows) {
            b.notice(format!("{rows} of the {count} announced elements are here"));
        }
    }
}

struct Reader<'a> {
    outline: Outline<'a>,
    sign: char,
    cut: Option<usize>,
    /// Number of elements that are only named as gone.
    removed: usize,
}

impl<'a> Reader<'a> {
    fn node(&mut self, line: &Line<'a>, text: &'a str) {
        let Some((own_ref, text)) = node(text, self.sign) else {
            self.removed += text.split_whitespace().filter(|word| is_e_ref(word)).count();
            return;
        };
        let (mut states, mut change, mut text) = (Vec::new(), None, text.trim_end());
        while let Some((rest, mark)) = text.rsplit_once(' ') {
            match mark {
                "*" | "[focused]" => states.push(State::Focused),
                "-" | "[disabled]" => states.push(State::Disabled),
                "[hidden]" => states.push(State::Hidden),
                "[+]" => change = Some("added"),
                "[~]" => change = Some("changed"),
                _ => break,
            }
            text = rest;
        }
        let (role, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
        let (name, value) = texts(rest);
        if (name.is_some() || value.is_some()) && !text.ends_with('"') {
            self.cut = Some(line.number);
        }
        let depth = if self.sign == ':' { self.depth(role, name) } else { line.indent };
        let row = self.outline.open(depth, role);
        (row.own_ref, row.name, row.value, row.aria) = (own_ref, name, value, chrome::role(role));
        states.into_iter().for_each(|state| row.set(state, true));
        change.into_iter().for_each(|change| self.outline.attr("change", change));
    }

    /// The compact form has no indents, but two things are sure: everything is inside of the document, and the
    /// text behind a field that is the field's value is inside of the field.
    fn depth(&self, role: &str, name: Option<&str>) -> u32 {
        let rows = self.outline.rows();
        let (Some(root), Some(last)) = (rows.first(), rows.last()) else { return 0 };
        let masked = |text: &str| text.chars().all(|c| c == '•');
        let is_value = Role::from_name(role) == Role::Text
            && last.kind().is_text_entry()
            && last
                .value
                .is_some_and(|value| Some(value) == name || (masked(value) && name.is_some_and(masked)));
        u32::from(root.kind() == Role::Document) + u32::from(is_value)
    }
}

/// The raw name and value of ` "name" val="value"`; either may be missing.
fn texts(text: &str) -> (Option<&str>, Option<&str>) {
    let unquoted = |text: &'_ str| text.strip_suffix('"').map_or(text.len(), str::len);
    if let Some(value) = text.strip_prefix(" val=\"") {
        return (None, Some(&value[..unquoted(value)]));
    }
    let Some(name) = text.strip_prefix(" \"") else { return (None, None) };
    match name.split_once("\" val=\"") {
        Some((name, value)) => (Some(name), Some(&value[..unquoted(value)])),
        None => (Some(&name[..unquoted(name)]), None),
    }
}
