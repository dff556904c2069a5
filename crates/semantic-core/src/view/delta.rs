//! Deltas: which rows came, went and changed between two observations, exactly.
//!
//! Rows are paired as [`align`](crate::tree::align) pairs their nodes; the later observation's view says which fields
//! count. Rows that only moved are no change in text; in JSON they are listed, so that the delta applied to the old
//! rows gives the new ones, order and refs included (`docs/views.md` has the rule).

mod rows;
mod write;

use std::cell::OnceCell;
use std::ops::RangeInclusive;
use std::sync::Arc;

use self::rows::Rows;
use super::{Field, Observation, Row, Section};
use crate::tree::{Node, NodeId, align};

/// What changed between two observations.
#[derive(Clone, Debug)]
pub struct Delta {
    before: Observation,
    after: Observation,
    sections: Vec<SectionDelta>,
}

/// What changed in one section. Rows are named by their node: removed ones of the earlier snapshot, all others of the
/// later.
#[derive(Clone, Default, Debug)]
pub struct SectionDelta {
    pane: String,
    /// Rows that are new, in document order, with their position among the section's rows.
    pub added: Vec<(NodeId, usize)>,
    /// Rows that are gone, in the earlier document order, with the position after the row that stood before them.
    pub removed: Vec<(NodeId, usize)>,
    /// Rows of which a shown field changed, in document order.
    pub changed: Vec<Change>,
    /// Rows that stand elsewhere, in document order, with their position: their order among the rows that stayed or
    /// the shown row around them is another.
    pub moved: Vec<(NodeId, usize)>,
    /// Rows that stayed under another number.
    pub renumbered: Vec<Renumbered>,
    /// Number of changes that the view ignores and that are in no other list; a row in the place of another is one.
    pub ignored: usize,
}

/// A row that stayed and shows something else.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The node in the later snapshot.
    pub node: NodeId,
    /// The node in the earlier snapshot.
    pub before: NodeId,
    /// What changed, in the order of [`Field::ALL`].
    pub fields: Vec<Field>,
    /// Its position among the section's rows.
    pub position: usize,
}

/// Rows that stayed and whose numbers all moved by the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renumbered {
    /// Their earlier numbers lie in this range; rows in it that are gone do not count.
    pub numbers: RangeInclusive<u32>,
    /// What is added to an earlier number.
    pub by: i64,
}

impl SectionDelta {
    /// The pane's name, `None` for the main walk.
    pub fn pane(&self) -> Option<&str> {
        (!self.pane.is_empty()).then_some(self.pane.as_str())
    }

    /// Whether no row came, went or changed.
    pub fn is_unchanged(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

impl Delta {
    /// Whether no row came, went or changed in any section.
    pub fn is_unchanged(&self) -> bool {
        self.sections.iter().all(SectionDelta::is_unchanged)
    }

    /// Number of changes that the view ignores.
    pub fn ignored(&self) -> usize {
        self.sections.iter().map(|section| section.ignored).sum()
    }

    /// The sections, in the order of the later observation; panes that it no longer declares come last.
    pub fn sections(&self) -> &[SectionDelta] {
        &self.sections
    }

    /// The earlier observation.
    pub fn before(&self) -> &Observation {
        &self.before
    }

    /// The later observation.
    pub fn after(&self) -> &Observation {
        &self.after
    }
}

/// The delta from one observation to another.
pub(super) fn between(before: &Observation, after: &Observation) -> Delta {
    // Aligned at most once, and not at all where a session's numbers say which row is which.
    let pairs = OnceCell::new();
    let pairs = || pairs.get_or_init(|| align(before.snapshot(), after.snapshot()));
    let gone = |s: &&Section| after.section(s.name()).is_none();
    let names = after.sections().iter().chain(before.sections().iter().filter(gone)).map(Section::name);
    let section = |name: &str| {
        let old = before.section(name).map(|s| Rows::new(before, s)).unwrap_or_default();
        let new = after.section(name).map(|s| Rows::new(after, s)).unwrap_or_default();
        rows::compare(name, &old, &new, pairs)
    };
    let sections = names.map(section).collect();
    Delta { before: before.clone(), after: after.clone(), sections }
}

impl Delta {
    fn old_row(&self, section: &SectionDelta, node: NodeId) -> Option<Row<'_>> {
        row(&self.before, &section.pane, node)
    }

    fn new_row(&self, section: &SectionDelta, node: NodeId) -> Option<Row<'_>> {
        row(&self.after, &section.pane, node)
    }
}

fn row<'a>(observation: &'a Observation, pane: &str, node: NodeId) -> Option<Row<'a>> {
    let section = observation.section(pane)?;
    Some(Row { node: node_of(observation, node)?, section })
}

fn node_of(observation: &Observation, node: NodeId) -> Option<Node<'_>> {
    Arc::as_ref(observation.snapshot()).node(node)
}
