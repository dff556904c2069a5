//! Deltas as text and JSON.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};

use super::{Change, Delta, SectionDelta};
use crate::tree::{Node, NodeId};
use crate::view::refs::Ref;
use crate::view::render::{RowJson, content, push_content, push_field, push_ref, push_row};
use crate::view::{Field, Row};

impl Delta {
    /// The delta as text, a line a row: `- row` with the old ref, `+ row` and `~ row "old" → "new"` with the new one, or
    /// `# no change`; a line beginning with `#` counts what the view ignores. Changed and added rows stand in document order, each removed one where it was.
    pub fn render(&self) -> String {
        let mut out = String::new();
        for section in &self.sections {
            self.push_section(&mut out, section);
        }
        let ignored = match self.ignored() {
            0 => String::new(),
            count => format!("{count} ignored"),
        };
        match (out.is_empty(), ignored.is_empty()) {
            (true, true) => out.push_str("# no change\n"),
            (true, false) => out.push_str(&format!("# no change, {ignored}\n")),
            (false, false) => out.push_str(&format!("# {ignored}\n")),
            (false, true) => {}
        }
        out
    }

    fn push_section(&self, out: &mut String, section: &SectionDelta) {
        enum Line<'a> {
            Removed(NodeId),
            Added(NodeId),
            Changed(&'a Change),
        }
        let removed = section.removed.iter().map(|&(node, at)| (at, Line::Removed(node)));
        let added = section.added.iter().map(|&(node, at)| (at, Line::Added(node)));
        let changed = section.changed.iter().map(|change| (change.position, Line::Changed(change)));
        let mut lines: Vec<_> = removed.chain(added).chain(changed).collect();
        lines.sort_by_key(|line| line.0); // stable: what is gone stands before what came in its place
        for (_, line) in lines {
            match line {
                Line::Removed(node) => push_line(out, "- ", self.old_row(section, node), push_row),
                Line::Added(node) => push_line(out, "+ ", self.new_row(section, node), push_row),
                Line::Changed(change) => {
                    let old = self.old_row(section, change.before);
                    push_line(out, "~ ", self.new_row(section, change.node), |out, row| {
                        if let Some(old) = old {
                            push_change(out, row, old.node, change);
                        }
                    });
                }
            }
        }
    }

    /// The delta as JSON; see `docs/views.md` for its shape and how it is applied.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("a delta is plain data with string keys")
    }
}

fn push_line(out: &mut String, mark: &str, row: Option<Row<'_>>, write: impl FnOnce(&mut String, Row<'_>)) {
    if let Some(row) = row {
        out.push_str(mark);
        write(out, row);
        out.push('\n');
    }
}

/// The row without what changed, then each change. A name or role says by its place what it is; others by their key.
fn push_change(out: &mut String, row: Row<'_>, old: Node<'_>, change: &Change) {
    push_ref(out, row.section, row.node);
    let kept = row.section.view.shown_fields().filter(|f| !change.fields.contains(f));
    kept.for_each(|f| push_field(out, row.node, f));
    for &field in &change.fields {
        out.push(' ');
        if !matches!(field, Field::Name | Field::Role) {
            out.push_str(field.as_str());
            out.push('=');
        }
        push_content(out, old, field);
        out.push_str(" → ");
        push_content(out, row.node, field);
    }
}

impl Serialize for Delta {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("before", &json!({"revision": self.before.revision()}))?;
        map.serialize_entry("after", &json!({"revision": self.after.revision()}))?;
        map.serialize_entry("unchanged", &self.is_unchanged())?;
        let sections: Vec<Value> = self.sections.iter().map(|s| self.section_json(s)).collect();
        map.serialize_entry("sections", &sections)?;
        map.end()
    }
}

impl Delta {
    fn section_json(&self, section: &SectionDelta) -> Value {
        let old = |&(node, _): &(NodeId, usize)| {
            let row = self.old_row(section, node)?;
            serde_json::to_value(RowJson { row, parent: None }).ok()
        };
        let added = |&(node, position): &(NodeId, usize)| {
            let row = self.new_row(section, node)?;
            let row = RowJson { row, parent: self.shown_parent(section, row) };
            let mut row = serde_json::to_value(row).ok()?;
            row["position"] = position.into();
            Some(row)
        };
        let moved = |&(node, position): &(NodeId, usize)| {
            let row = self.new_row(section, node)?;
            let parent = self.shown_parent(section, row).map(|p| row.section.reference(p.id()));
            Some(json!({"ref": row.reference(), "parent": parent, "position": position}))
        };
        let renumbered = section.renumbered.iter().map(|run| {
            let [from, to] = [run.numbers.start(), run.numbers.end()]
                .map(|&n| Ref { pane: &section.pane, number: n }.to_string());
            json!({"from": from, "to": to, "by": run.by})
        });
        let mut json = json!({
            "pane": section.pane(),
            "removed": section.removed.iter().filter_map(old).collect::<Vec<_>>(),
            "renumbered": renumbered.collect::<Vec<_>>(),
            "changed": section.changed.iter().filter_map(|c| self.change_json(section, c)).collect::<Vec<_>>(),
            "moved": section.moved.iter().filter_map(moved).collect::<Vec<_>>(),
            "added": section.added.iter().filter_map(added).collect::<Vec<_>>(),
        });
        if section.ignored > 0 {
            json["ignored"] = section.ignored.into();
        }
        json
    }

    fn change_json(&self, section: &SectionDelta, change: &Change) -> Option<Value> {
        let row = self.new_row(section, change.node)?;
        let old = self.old_row(section, change.before)?;
        let side = |node: Node<'_>| -> Map<String, Value> {
            let known = |&f: &Field| (f.as_str().to_owned(), content(node, f).unwrap_or(Value::Null));
            change.fields.iter().map(known).collect()
        };
        Some(json!({
            "ref": row.reference(),
            "was": old.reference(),
            "before": side(old.node),
            "after": side(row.node),
        }))
    }

    /// The nearest shown node around a row.
    fn shown_parent<'a>(&self, section: &SectionDelta, row: Row<'a>) -> Option<Node<'a>> {
        let shown = &self.after.section(&section.pane)?.selected.shown;
        row.node.ancestors().find(|a| shown.binary_search(&(a.id().index() as u32)).is_ok())
    }
}
