//! Flutter's `debugDumpSemanticsTree`: a tree in box-drawing characters, properties on lines of their own.

mod node;

use self::node::Semantics;
use super::flat::Strings;
use super::text::{Field, Line, Outline, Skipped, lines, no_node};
use super::{Format, ReadError};
use crate::tree::{Snapshot, SnapshotBuilder};

pub(super) static FLUTTER_TEXT: Format = Format {
    name: "flutter-semantics",
    summary: "Flutter debugDumpSemanticsTree, text",
    sniff: |head| lines(head.text).take(40).any(|line| branch(line.text).1.starts_with(NODE)),
    read,
};

const NODE: &str = "SemanticsNode#";

/// The lines of the tree in front of a line's text, and the text.
fn branch(line: &str) -> (&str, &str) {
    let is_branch = |c: char| c == ' ' || ('\u{2500}'..='\u{257f}').contains(&c);
    line.split_at(line.find(|c| !is_branch(c)).unwrap_or(line.len()))
}

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let mut outline = Outline::new(&strings);
    let mut reader =
        Reader { nodes: Vec::new(), skipped: Skipped::default(), property: Vec::new(), margin: None };
    lines(text).for_each(|line| reader.line(&line));
    reader.finish_property();
    if reader.nodes.is_empty() {
        return Err(no_node("flutter-semantics"));
    }
    node::place(&mut reader.nodes);
    node::merge(&mut reader.nodes);
    let mut b = SnapshotBuilder::with_capacity(reader.nodes.len());
    reader.skipped.tell(&mut b);
    for node in &reader.nodes {
        let keep = |text: &str| strings.add(text);
        let row = outline.open(node.depth, node.kind());
        row.own_ref = node.id;
        row.aria = node.role();
        row.name = node.label.as_deref().map(keep);
        row.value = node.value.as_deref().map(keep);
        row.level = node.level;
        row.states = node.states();
        let hint = node.hint.as_deref().map_or("", keep);
        outline.text(if node.is("isTextField") { Field::Placeholder } else { Field::Description }, hint);
        outline.text(Field::Title, node.tooltip.as_deref().map_or("", keep));
        outline.text(Field::Identifier, node.identifier.as_deref().map_or("", keep));
        node.bounds.into_iter().for_each(|bounds| outline.place(bounds));
        if node.is("isObscured") {
            outline.attr("type", "password");
        }
        for (key, words) in [("actions", &node.actions), ("flags", &node.flags)] {
            if !words.is_empty() {
                outline.attr(key, keep(&words.join(", ")));
            }
        }
        node.attrs.iter().for_each(|(key, value)| outline.attr(key, keep(value)));
    }
    outline.build(&mut b);
    Ok(b.finish())
}

struct Reader<'a> {
    nodes: Vec<Semantics<'a>>,
    skipped: Skipped<'a>,
    /// The lines of the property that is being read, with what their margin leaves of them.
    property: Vec<&'a str>,
    /// Column of the last node's properties; what is written further in goes on with the line before it.
    margin: Option<usize>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &Line<'a>) {
        let (before, text) = branch(line.text);
        let column = line.indent as usize + before.chars().count();
        if text.is_empty() {
            return;
        }
        if let Some(rest) = text.strip_prefix(NODE) {
            self.finish_property();
            let (id, rest) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
            self.nodes.push(Semantics::new(id, column as u32));
            self.margin = None;
            // Older versions put everything in brackets behind the id.
            if let Some(inline) = rest.strip_prefix('(') {
                self.inline(inline.strip_suffix(')').unwrap_or(inline));
            }
            return;
        }
        if self.nodes.is_empty() {
            return self.skipped.line(line);
        }
        let margin = *self.margin.get_or_insert(column);
        // A matrix may stand right below its rect.
        if column <= margin && !text.starts_with('[') {
            self.finish_property();
        }
        self.property.push(text);
    }

    fn finish_property(&mut self) {
        let Some((first, more)) = self.property.split_first() else { return };
        let Some(node) = self.nodes.last_mut() else { return };
        // A key alone on its line has a text with newlines of its own; else long lines were wrapped.
        let glue = if first.trim_end().ends_with(':') { "\n" } else { " " };
        let mut text = first.trim_end().to_owned();
        for (i, line) in more.iter().enumerate() {
            text.push_str(if i == 0 { " " } else { glue });
            text.push_str(line.trim_end());
        }
        node.property(&text);
        self.property.clear();
    }

    /// Reads `STALE, owner: null, Rect.fromLTRB(…), label: "…"`: commas part what is not in quotes or brackets.
    fn inline(&mut self, text: &str) {
        let Some(node) = self.nodes.last_mut() else { return };
        let (mut start, mut depth, mut quoted) = (0, 0_i32, false);
        for (i, c) in text.char_indices() {
            match c {
                '"' => quoted = !quoted,
                '(' | '[' if !quoted => depth += 1,
                ')' | ']' if !quoted => depth -= 1,
                ',' if !quoted && depth == 0 => {
                    // Flags and actions are lists whose items have no key.
                    node.property(text[start..i].trim());
                    start = i + 1;
                }
                _ => {}
            }
        }
        node.property(text[start..].trim());
    }
}
