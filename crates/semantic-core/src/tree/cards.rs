//! Boxes without a role that repeat, each with words and something to act on: cards and rows by their shape.

use super::snapshot::NONE;
use super::{Node, NodeId, Role, Snapshot};

/// Most nodes of such a box.
const MOST: usize = 400;

/// Which nodes of a snapshot are such boxes.
#[derive(Debug)]
pub(crate) struct Cards {
    /// How many texts and interactive nodes there are up to each node.
    before: Vec<Held>,
}

/// How many texts and interactive nodes a box holds.
#[derive(Clone, Copy, Default, Debug)]
struct Held {
    texts: u32,
    acts: u32,
}

impl Cards {
    /// Counts once for all nodes.
    pub(crate) fn of(snapshot: &Snapshot) -> Cards {
        let mut before = Vec::with_capacity(snapshot.len() + 1);
        let mut held = Held::default();
        before.push(held);
        for node in snapshot.nodes() {
            held = held.with(node);
            before.push(held);
        }
        Cards { before }
    }

    /// Whether a node is a box like one beside it.
    pub(crate) fn is_card(&self, node: Node<'_>) -> bool {
        is_like_one_beside(node, |node| {
            let (from, to) = (self.before[node.id().index() + 1], self.before[node.range().end]);
            Held { texts: to.texts - from.texts, acts: to.acts - from.acts }
        })
    }
}

/// Whether a node is a box like one beside it, told from these nodes alone.
pub(super) fn is_card(node: Node<'_>) -> bool {
    is_like_one_beside(node, |node| node.subtree().skip(1).fold(Held::default(), Held::with))
}

fn is_like_one_beside(node: Node<'_>, count: impl Fn(Node<'_>) -> Held) -> bool {
    let parent = node.snapshot().nodes[node.id().index()].parent;
    // What holds more is a part of the page.
    let box_of = |n: Node<'_>| n.role() == Role::Generic && !n.is_interactive() && n.range().len() <= MOST;
    if !box_of(node) {
        return false;
    }
    let held = count(node);
    let alike = |other: Option<Node<'_>>| {
        other.is_some_and(|n| box_of(n) && class(n) == class(node) && held.is_like(count(n)))
    };
    held.is_both() && (alike(before(node, parent)) || alike(after(node, parent)))
}

impl Held {
    fn with(self, node: Node<'_>) -> Held {
        let (texts, acts) = (u32::from(node.role() == Role::Text), u32::from(node.is_interactive()));
        Held { texts: self.texts + texts, acts: self.acts + acts }
    }

    fn is_both(self) -> bool {
        self.texts > 0 && self.acts > 0
    }

    fn is_like(self, other: Held) -> bool {
        let near = |a: u32, b: u32| a.max(b) <= 2 * a.min(b) + 1;
        other.is_both() && near(self.texts, other.texts) && near(self.acts, other.acts)
    }
}

/// The first of a node's classes.
fn class(node: Node<'_>) -> Option<&str> {
    node.attr("class").and_then(|all| all.split_ascii_whitespace().next())
}

/// The node after this one among its siblings.
fn after(node: Node<'_>, parent: u32) -> Option<Node<'_>> {
    let next = node.range().end;
    let beside = node.snapshot().nodes.get(next).is_some_and(|data| data.parent == parent);
    node.snapshot().node(NodeId::from_index(next)).filter(|_| beside)
}

/// The node before this one among its siblings.
fn before(node: Node<'_>, parent: u32) -> Option<Node<'_>> {
    let nodes = &node.snapshot().nodes;
    let mut at = node.id().0.checked_sub(1).filter(|&at| parent == NONE || at > parent)?;
    while nodes[at as usize].parent != parent {
        at = nodes[at as usize].parent;
    }
    node.snapshot().node(NodeId(at))
}
