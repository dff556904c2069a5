//! pinchtab's YAML form: a list of nodes, each field of each node on a line of its own.

use super::flat::Strings;
use super::roles::chrome;
use super::text::{Field, Outline, Scalar, Skipped, lines, no_node, take_while};
use super::{Format, ReadError};
use crate::tree::{Snapshot, SnapshotBuilder, State};

pub(super) static PINCHTAB_YAML: Format = Format {
    name: "pinchtab-yaml",
    summary: "pinchtab snapshot, YAML",
    sniff: |head| {
        let mut first = lines(head.text).take(40);
        first.any(|line| line.text.starts_with("- ref: e")) && !head.text.starts_with("- role")
    },
    read,
};

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let mut outline = Outline::new(&strings);
    let mut skipped = Skipped::default();
    let mut b = SnapshotBuilder::new();
    let mut edges = [f64::NAN; 4];
    let mut node_indent = 0; // that of a node's keys
    let mut rest = lines(text).peekable();
    while let Some(line) = rest.next() {
        let (item, key_at) = match line.text.strip_prefix("- ") {
            Some(item) => (item, line.indent + 2),
            None => (line.text, line.indent),
        };
        let (key, after) = take_while(item, |c| c.is_ascii_alphanumeric() || c == '_');
        let Some(value) = after.strip_prefix(':').filter(|_| !key.is_empty()) else {
            skipped.line(&line);
            continue;
        };
        let value = Scalar::parse(value.trim_start(), key_at, &mut rest);
        if value.cut {
            skipped.cut(line.number);
        }
        let value = value.text.map_or("", |text| outline.keep(text));
        if item.len() < line.text.len() {
            outline.open(0, "");
            edges = [f64::NAN; 4];
            node_indent = key_at;
        }
        match (key, outline.is_empty() || key_at == 0) {
            ("title", true) => b.set_title(value),
            ("url", true) => b.set_document_url(value),
            ("truncated", true) if value == "true" => {
                b.notice("the producer says that it left elements out (truncated)".to_owned());
            }
            (_, true) => {}
            _ if key_at > node_indent => {
                if let Some(edge) = ["x", "y", "w", "h"].iter().position(|edge| *edge == key) {
                    edges[edge] = value.parse().unwrap_or(f64::NAN);
                }
                if edges.iter().all(|edge| !edge.is_nan()) {
                    outline.place(edges);
                }
            }
            _ => field(&mut outline, key, value),
        }
    }
    if outline.is_empty() && !text.contains("nodes: []") {
        return Err(no_node("pinchtab-yaml"));
    }
    skipped.tell(&mut b);
    outline.build(&mut b);
    Ok(b.finish())
}

/// Stores a field of the last node. Every field is written out, the unknown ones as empty, 0 or false.
fn field<'a>(outline: &mut Outline<'a>, key: &str, value: &'a str) {
    let Some(row) = outline.last() else { return };
    match key {
        "ref" => row.own_ref = value,
        "role" => {
            row.role = value;
            row.aria = chrome::role(value);
        }
        "name" => row.name = Some(value),
        "depth" => row.depth = value.parse().unwrap_or(0),
        "value" if !value.is_empty() => row.value = Some(value),
        "label" => outline.text(Field::Label, value),
        "placeholder" => outline.text(Field::Placeholder, value),
        "alt" => outline.text(Field::Alt, value),
        "title" => outline.text(Field::Title, value),
        "testid" => outline.text(Field::TestId, value),
        "text" => outline.text(Field::Text, value),
        "tag" => outline.text(Field::Tag, value),
        "disabled" | "focused" | "hidden" if value == "true" => {
            let state = State::from_name(key);
            state.into_iter().for_each(|state| row.set(state, true));
        }
        _ => {}
    }
}
