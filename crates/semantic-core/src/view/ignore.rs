//! Parts of a page whose changes are counted and not told.

use std::ops::Range;

use crate::tree::{Node, NodeId, Role, Snapshot};

/// Nodes in which changes are ignored: their subtrees, in document order and without overlap.
#[derive(Clone, Default, Debug)]
pub(super) struct Ignored(Vec<Range<usize>>);

impl Ignored {
    /// These nodes and all that they hold.
    pub(super) fn in_nodes(snapshot: &Snapshot, nodes: impl IntoIterator<Item = NodeId>) -> Ignored {
        let ranges = nodes.into_iter().filter_map(|id| snapshot.node(id)).map(Node::range);
        Ignored(ranges.collect()).tidy()
    }

    /// Both together.
    pub(super) fn with(&self, more: &Ignored) -> Ignored {
        Ignored(self.0.iter().chain(&more.0).cloned().collect()).tidy()
    }

    /// Subtrees lie in one another or apart: those in others go.
    fn tidy(mut self) -> Ignored {
        self.0.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
        self.0.dedup_by(|inner, outer| inner.start < outer.end);
        self
    }

    /// Whether a node lies in one of them.
    pub(super) fn holds(&self, node: u32) -> bool {
        let at = self.0.partition_point(|range| range.end <= node as usize);
        self.0.get(at).is_some_and(|range| range.contains(&(node as usize)))
    }
}

/// The nodes that a rule names: a ref, the snapshot's own ref, an identifier (of as many nodes as have it), or an ARIA
/// role; the first of these that names any. `own:`, `s:` and so on choose as they do elsewhere.
pub(super) fn named(snapshot: &Snapshot, rule: &str, walked: impl Fn(&str) -> Option<u32>) -> Vec<NodeId> {
    let own_only = rule.strip_prefix("own:");
    if let Some(node) = walked(rule.strip_prefix("s:").unwrap_or(rule)).filter(|_| own_only.is_none()) {
        return vec![NodeId(node)];
    }
    let rule = own_only.unwrap_or(rule);
    let role = Some(Role::from_name(rule)).filter(|&role| role != Role::Other);
    let by_own_ref = |n: &Node<'_>| n.own_ref() == Some(rule);
    let by_identifier = |n: &Node<'_>| {
        n.identifier() == Some(rule)
            || ["data-semtag-id", "testid", "id"].iter().any(|key| n.attr(key) == Some(rule))
    };
    let by_role = |n: &Node<'_>| Some(n.role()) == role;
    let ways: [&dyn Fn(&Node<'_>) -> bool; 3] = [&by_own_ref, &by_identifier, &by_role];
    let found = ways.iter().map(|is| snapshot.nodes().filter(|n| is(n)).map(|n| n.id()).collect());
    found.into_iter().find(|nodes: &Vec<NodeId>| !nodes.is_empty()).unwrap_or_default()
}
