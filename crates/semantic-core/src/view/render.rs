//! Rows and observations as text and JSON.

use std::fmt::Write;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::escape::push_quoted;
use super::refs::Ref;
use super::{Field, Observation, Row, Section, field};
use crate::tree::{Node, State, Tri};

/// How many levels a row is indented at most: deeper rows stand under each other, so that a page nested without end
/// cannot make lines without end.
const LEVELS: usize = 100;

impl Observation {
    /// The observation as text: a header, each section's header, one node a line. Page text is quoted and escaped, so
    /// that the number of lines is that of rows and headers.
    pub fn render(&self) -> String {
        let mut out = String::with_capacity(64 + 48 * self.shown_count());
        let trimmed = if self.is_trimmed() { " TRIMMED" } else { "" };
        let (walked, shown) = (self.walked_count(), self.shown_count());
        push(
            &mut out,
            format_args!("# observation rev={} walked={walked} shown={shown}{trimmed}\n", self.revision()),
        );
        for section in self.sections() {
            push(&mut out, format_args!("# pane {}\n", section.pane().unwrap_or("main")));
            let first = section.selected.shown.first().map_or(0, |&i| self.node(i).depth());
            for row in self.rows_of(section) {
                let level = row.node.depth().saturating_sub(first).min(LEVELS);
                out.extend(std::iter::repeat_n("  ", level));
                push_row(&mut out, row);
                out.push('\n');
            }
        }
        out
    }

    /// The observation as JSON; see `docs/views.md` for its shape.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("an observation is plain data with string keys")
    }
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text); // a String takes everything
}

/// One row as text: ref, then the shown fields.
pub(super) fn push_row(out: &mut String, row: Row<'_>) {
    push_ref(out, row.section, row.node);
    for shown in row.section.view.shown_fields() {
        push_field(out, row.node, shown);
    }
}

pub(super) fn push_ref(out: &mut String, section: &Section, node: Node<'_>) {
    let number = section.number(node.id().index() as u32);
    push(out, format_args!("{}", Ref { pane: section.name(), number }));
}

/// A field with the space before it, where the node has it.
pub(super) fn push_field(out: &mut String, node: Node<'_>, shown: Field) {
    match shown {
        Field::Role | Field::Name => {
            let Some(text) = field::text(node, shown) else { return };
            out.push(' ');
            if shown == Field::Role { out.push_str(&text) } else { push_quoted(out, &text) }
        }
        Field::States => field::states(node).for_each(|state| {
            out.push(' ');
            push_state(out, state);
        }),
        Field::Bounds if node.bounds().is_none() => {}
        Field::Value | Field::Description | Field::Identifier | Field::OwnRef
            if field::text(node, shown).is_none() => {}
        _ => {
            push(out, format_args!(" {}=", shown.as_str()));
            push_content(out, node, shown);
        }
    }
}

/// What a field holds, without its key; `none` where the node has none.
pub(super) fn push_content(out: &mut String, node: Node<'_>, shown: Field) {
    match shown {
        Field::Role => out.push_str(&field::text(node, shown).unwrap_or_default()),
        Field::Bounds => match field::bounds(node) {
            Some([x, y, w, h]) => {
                for (i, v) in [x, y, w, h].into_iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    push(out, format_args!("{}", v as f64 / 100.0));
                }
            }
            None => out.push_str("none"),
        },
        Field::States => {
            let before = out.len();
            for state in field::states(node) {
                if out.len() > before {
                    out.push(' ');
                }
                push_state(out, state);
            }
            if out.len() == before {
                out.push_str("none");
            }
        }
        _ => match field::text(node, shown) {
            Some(text) => push_quoted(out, &text),
            None => out.push_str("none"),
        },
    }
}

fn push_state(out: &mut String, (state, value): (State, Tri)) {
    let off = match value {
        Tri::True => "",
        Tri::False => "=false",
        Tri::Mixed => "=mixed",
    };
    push(out, format_args!("[{}{off}]", state.as_str()));
}

impl Serialize for Observation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("revision", &self.revision())?;
        for (key, text) in [("title", self.snapshot().title()), ("url", self.snapshot().url())] {
            if let Some(text) = text {
                map.serialize_entry(key, text)?;
            }
        }
        map.serialize_entry("walked", &self.walked_count())?;
        map.serialize_entry("shown", &self.shown_count())?;
        map.serialize_entry("trimmed", &self.is_trimmed())?;
        let sections: Vec<_> = self.sections().iter().map(|s| SectionJson(self, s)).collect();
        map.serialize_entry("sections", &sections)?;
        if !self.notes().is_empty() {
            map.serialize_entry("notes", self.notes())?;
        }
        map.end()
    }
}

struct SectionJson<'a>(&'a Observation, &'a Section);

impl Serialize for SectionJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SectionJson(observation, section) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("pane", &section.pane())?;
        map.serialize_entry("walked", &section.walked())?;
        map.serialize_entry("matched", &section.matched())?;
        map.serialize_entry("shown", &section.shown())?;
        map.serialize_entry("trimmed", &section.is_trimmed())?;
        map.serialize_entry("rows", &RowsJson(observation, section))?;
        map.end()
    }
}

struct RowsJson<'a>(&'a Observation, &'a Section);

impl Serialize for RowsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RowsJson(observation, section) = self;
        let mut list = serializer.serialize_seq(Some(section.shown()))?;
        let mut above: Vec<Node<'_>> = Vec::new(); // the shown rows that hold the next one
        for row in observation.rows_of(section) {
            while above.last().is_some_and(|a| !a.holds(row.node.id())) {
                above.pop();
            }
            list.serialize_element(&RowJson { row, parent: above.last().copied() })?;
            above.push(row.node);
        }
        list.end()
    }
}

/// A row with the nearest shown node around it.
pub(super) struct RowJson<'a> {
    pub row: Row<'a>,
    pub parent: Option<Node<'a>>,
}

impl Serialize for RowJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Row { node, section } = self.row;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("ref", &section.reference(node.id()))?;
        if let Some(parent) = self.parent {
            map.serialize_entry("parent", &section.reference(parent.id()))?;
        }
        for shown in section.view.shown_fields() {
            if let Some(content) = content(node, shown) {
                map.serialize_entry(shown.as_str(), &content)?;
            }
        }
        map.end()
    }
}

/// What a field holds, as JSON, where the node has it.
pub(super) fn content(node: Node<'_>, shown: Field) -> Option<serde_json::Value> {
    match shown {
        Field::Bounds => field::bounds(node).map(|b| {
            let [left, top, width, height] = b.map(|v| v as f64 / 100.0);
            serde_json::json!({"left": left, "top": top, "width": width, "height": height})
        }),
        Field::States => {
            let states = field::states(node).map(|(state, value)| {
                let value = match value {
                    Tri::True => true.into(),
                    Tri::False => false.into(),
                    Tri::Mixed => "mixed".into(),
                };
                (state.as_str().to_owned(), value)
            });
            let states: serde_json::Map<_, _> = states.collect();
            (!states.is_empty()).then_some(states.into())
        }
        _ => field::text(node, shown).map(|text| text.into_owned().into()),
    }
}
