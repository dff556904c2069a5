//! What an output covers: which nodes of a section, in which order, through which view.

use std::ops::Range;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::ViewOptions;
use super::kinds::is_actionable;
use super::layers::Layers;
use crate::tree::{Node, NodeId, Snapshot};
use crate::view::{Field, Section, SemanticView};

/// What is printed of one section.
pub(super) struct Plan<'a> {
    pub snapshot: &'a Snapshot,
    /// The parts in the order in which they are printed: layers on top first.
    pub parts: Vec<Range<usize>>,
    /// Roots of the parts that are printed by themselves, not where they stand.
    apart: HashSet<u32, FxBuildHasher>,
    /// Whether the view asks for every node.
    pub everything: bool,
    /// Whether it is the small view: what can be acted on, and the texts that a person needs to act.
    pub is_small: bool,
    /// Whether the parts of the page around what is shown are shown too.
    pub frames: bool,
    /// Whether parts that a modal makes inert are listed.
    pub with_behind: bool,
    view: &'a SemanticView,
    /// The nodes that the caller asked for: these are unfolded.
    asked: HashSet<u32, FxBuildHasher>,
}

impl<'a> Plan<'a> {
    /// The plan of a section of an observation.
    pub(super) fn of(
        snapshot: &'a Snapshot,
        section: &'a Section,
        layers: &Layers,
        options: &ViewOptions,
    ) -> Plan<'a> {
        let view = section.view();
        let asked: Vec<Range<usize>> = match (&options.scope, section.pane()) {
            (Some(scope), None) => scope
                .nodes()
                .iter()
                .filter_map(|&n| snapshot.node(n))
                .map(|n| overlap(n.range(), &section.scope()))
                .collect(),
            _ => vec![section.scope()],
        };
        // Layers stand first where the whole page is asked for; within a scope everything stays where it is.
        let whole = asked.len() == 1 && options.scope.is_none();
        let layers_first = whole && section.pane().is_none() && section.scope().len() == snapshot.len();
        let top: &[u32] = if layers_first { &layers.top } else { &[] };
        let tops =
            top.iter().filter_map(|&n| snapshot.node(NodeId::from_index(n as usize))).map(|n| n.range());
        Plan {
            snapshot,
            asked: asked.iter().filter(|_| !layers_first).map(|part| part.start as u32).collect(),
            parts: tops.chain(asked).filter(|part| !part.is_empty()).collect(),
            apart: top.iter().copied().collect(),
            everything: view.asks_for_all(),
            is_small: view.is_small(),
            frames: view.is_small(),
            with_behind: options.behind || !layers_first,
            view,
        }
    }

    /// The plan of one node with all it holds, whatever the view filters.
    pub(super) fn of_node(
        snapshot: &'a Snapshot,
        section: &'a Section,
        node: Node<'_>,
        options: &ViewOptions,
    ) -> Plan<'a> {
        let plan = Plan::of(snapshot, section, &Layers::default(), options);
        Plan {
            asked: HashSet::default(),
            parts: vec![node.range()],
            everything: true,
            is_small: false,
            ..plan
        }
    }

    /// Whether the view asks for a node.
    pub(super) fn asks_for(&self, node: Node<'_>) -> bool {
        self.view.asks_for(node)
    }

    /// Whether a node is shown for what it is, wherever it stands.
    pub(super) fn shows(&self, node: Node<'_>) -> bool {
        self.everything || self.asks_for(node) || (self.is_small && is_actionable(node))
    }

    /// Whether a field is shown: a view that does not name fields leaves that to the page.
    pub(super) fn shows_field(&self, field: Field) -> bool {
        shows_field(self.view, field)
    }

    /// Whether a node is printed by itself elsewhere.
    pub(super) fn is_apart(&self, node: u32) -> bool {
        self.apart.contains(&node)
    }

    /// Whether a node is what the caller asked for: then it is unfolded.
    pub(super) fn is_scope(&self, node: u32) -> bool {
        self.asked.contains(&node)
    }
}

/// Whether a view that names its fields names this one.
pub(super) fn shows_field(view: &SemanticView, field: Field) -> bool {
    !is_chosen(view) || view.shows(field)
}

/// Whether a view names its fields.
pub(super) fn is_chosen(view: &SemanticView) -> bool {
    view.fields() != Field::DEFAULT
}

fn overlap(range: Range<usize>, within: &Range<usize>) -> Range<usize> {
    let start = range.start.max(within.start);
    start..range.end.min(within.end).max(start)
}
