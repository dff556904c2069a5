//! Which nodes of a walk a view shows.

use std::ops::Range;

use super::SemanticView;
use crate::tree::{Node, NodeId, Role, Snapshot};

/// The nodes that a section shows, in document order, and how many it would show without a cap.
#[derive(Clone, Debug, Default)]
pub(super) struct Selected {
    pub shown: Vec<u32>,
    pub matched: usize,
}

/// Selects from `range`, which is already what the view is scoped to.
pub(super) fn select(snapshot: &Snapshot, range: Range<usize>, view: &SemanticView) -> Selected {
    let cap = view.max_nodes.unwrap_or(usize::MAX);
    if view.asks_for_all() {
        let shown = range.start as u32..(range.start + range.len().min(cap)) as u32;
        return Selected { shown: shown.collect(), matched: range.len() };
    }
    let naming = if view.interactive { naming_texts(snapshot, &range, view) } else { Vec::new() };
    let mut selected = Selected::default();
    for node in snapshot.range(range.clone()) {
        let named_by = naming.get(node.id().index() - range.start).copied().unwrap_or(false);
        if named_by || view.asks_for(node) {
            selected.matched += 1;
            if selected.shown.len() < cap {
                selected.shown.push(node.id().index() as u32);
            }
        }
    }
    selected
}

impl SemanticView {
    /// Whether every node of what is walked is asked for.
    pub(crate) fn asks_for_all(&self) -> bool {
        self.identifier_prefix.is_none() && self.roles.is_none() && !self.interactive
    }

    /// Whether only what can be acted on is asked for, whatever its role or identifier.
    pub(crate) fn is_small(&self) -> bool {
        self.interactive && self.identifier_prefix.is_none() && self.roles.is_none()
    }

    /// Whether a node is one that is asked for.
    pub(crate) fn asks_for(&self, node: Node<'_>) -> bool {
        let prefix = self.identifier_prefix.as_deref();
        prefix.is_none_or(|p| node.identifier().is_some_and(|i| i.starts_with(p)))
            && self.roles.as_ref().is_none_or(|roles| roles.contains(&node.role()))
            && (!self.interactive || node.is_interactive())
    }

    /// How many nodes are shown at most.
    pub(crate) fn cap(&self) -> Option<usize> {
        self.max_nodes
    }
}

/// For each node of the range, whether it names something that is shown and has no name of its own: the texts
/// inside it, or the node that labels it.
fn naming_texts(snapshot: &Snapshot, range: &Range<usize>, view: &SemanticView) -> Vec<bool> {
    let mut naming = vec![false; range.len()];
    let mut mark = |node: Node<'_>| {
        if range.contains(&node.id().index()) {
            naming[node.id().index() - range.start] = true;
        }
    };
    for node in snapshot.range(range.clone()).filter(|n| is_unnamed(*n) && view.asks_for(*n)) {
        let mut texts = texts_inside(snapshot, node).peekable();
        match node.attr("labelled_by").filter(|_| texts.peek().is_none()) {
            Some(label) => snapshot.resolve(label).ok().into_iter().for_each(&mut mark),
            None => texts.for_each(&mut mark),
        }
    }
    naming
}

fn is_unnamed(node: Node<'_>) -> bool {
    node.name().is_none_or(str::is_empty)
}

/// The named nodes inside one that can be acted on, without what lies in others of that kind.
fn texts_inside<'a>(snapshot: &'a Snapshot, node: Node<'a>) -> impl Iterator<Item = Node<'a>> {
    let range = node.range();
    let mut next = range.start + 1;
    std::iter::from_fn(move || {
        while next < range.end {
            let inner = snapshot.node(NodeId::from_index(next))?;
            if inner.is_interactive() {
                next = inner.range().end;
                continue;
            }
            next += 1;
            if !is_unnamed(inner) && (inner.role() != Role::Text || !repeats_parent(inner)) {
                return Some(inner);
            }
        }
        None
    })
}

/// Whether a text only says again what the node around it is called.
fn repeats_parent(text: Node<'_>) -> bool {
    text.parent().is_some_and(|p| p.name() == text.name())
}
