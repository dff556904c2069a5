//! What lies on top of what: the topmost modal, open menus and popovers, and what a modal makes inert.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::Look;
use crate::tree::{Node, NodeId, Role, Snapshot, State};

/// The layers of a page.
#[derive(Default)]
pub(super) struct Layers {
    /// The roots of what is open on top: the topmost modal, then menus and popovers in document order.
    pub top: Vec<u32>,
    /// The topmost modal.
    pub modal: Option<u32>,
    /// Topmost nodes of the parts that nobody can act on now.
    behind: HashSet<u32, FxBuildHasher>,
    /// Nodes by their keys, for those that others point to.
    keys: HashMap<String, u32, FxBuildHasher>,
    /// What covers controls that are in view.
    covers: HashSet<u32, FxBuildHasher>,
    /// Open layer of each trigger.
    opened_by: HashMap<u32, u32, FxBuildHasher>,
}

/// The attributes that name another node by its key.
const POINTERS: [&str; 3] = ["covered-by", "opener", "controls"];

impl Layers {
    /// The layers of the nodes that are walked.
    pub(super) fn of(look: &Look) -> Layers {
        let snapshot: &Snapshot = look.observation.snapshot();
        let mut layers = Layers { keys: keys(snapshot), ..Layers::default() };
        let over = snapshot.nodes().filter_map(|n| layers.pointed(n, "covered-by")).map(index);
        layers.covers = over.collect();
        let modals: Vec<_> = snapshot.nodes().filter(|n| is_modal(*n)).collect();
        let says_behind = snapshot.nodes().any(|n| is_set(n, "behind-modal"));
        layers.behind.extend(snapshot.nodes().filter(|n| is_inert(*n)).map(index));
        // Of several modals the one that no other makes inert is on top, of equals the last.
        let covered = shut(snapshot, &layers.behind);
        let free = |n: &&Node<'_>| !covered[n.id().index()];
        let modal = modals.iter().rev().find(free).or(modals.last()).copied();
        layers.modal = modal.map(index);
        layers.top.extend(layers.modal);
        if let Some(modal) = modal.filter(|_| !says_behind) {
            layers.shut_around(modal);
        }
        let covered = shut(snapshot, &layers.behind);
        for node in snapshot.nodes().filter(|n| matches!(n.attr("layer"), Some("popup" | "popover"))) {
            if Some(index(node)) == layers.modal || covered[node.id().index()] {
                continue;
            }
            layers.top.push(index(node));
            if let Some(opener) = layers.pointed(node, "opener") {
                layers.opened_by.insert(index(opener), index(node));
            }
        }
        layers
    }

    /// Marks as inert what stands beside a modal and the nodes around it. Layers that it opened stay, and so do messages.
    fn shut_around(&mut self, modal: Node<'_>) {
        let mut inner = modal;
        for around in modal.ancestors() {
            let beside = around.children().filter(|c| c.id() != inner.id());
            self.behind.extend(beside.filter(|c| !self.belongs(*c, modal)).map(index).collect::<Vec<_>>());
            inner = around;
        }
        let roots = modal.snapshot().roots().filter(|r| r.id() != inner.id());
        self.behind.extend(roots.filter(|c| !self.belongs(*c, modal)).map(index).collect::<Vec<_>>());
    }

    /// Whether a node beside a modal is a layer that was opened from inside it.
    fn belongs(&self, node: Node<'_>, modal: Node<'_>) -> bool {
        let opened = || self.pointed(node, "opener").is_some_and(|opener| modal.holds(opener.id()));
        node.attr("layer").is_some() && opened()
    }

    /// Whether a part that is inert begins at the node.
    pub(super) fn is_behind(&self, node: u32) -> bool {
        self.behind.contains(&node)
    }

    /// The node that an attribute points to, where it is in the tree.
    pub(super) fn pointed<'a>(&self, node: Node<'a>, attr: &str) -> Option<Node<'a>> {
        let target = *self.keys.get(node.attr(attr)?)?;
        node.snapshot().node(NodeId::from_index(target as usize))
    }

    /// Whether a node covers controls that are in view.
    pub(super) fn covers(&self, node: u32) -> bool {
        self.covers.contains(&node)
    }

    /// The open layer that a trigger opened.
    pub(super) fn opened_by(&self, trigger: u32) -> Option<u32> {
        self.opened_by.get(&trigger).copied()
    }
}

/// The nodes that others point to, by key.
fn keys(snapshot: &Snapshot) -> HashMap<String, u32, FxBuildHasher> {
    let pointed: HashSet<&str, FxBuildHasher> =
        snapshot.nodes().flat_map(|n| POINTERS.into_iter().filter_map(move |attr| n.attr(attr))).collect();
    if pointed.is_empty() {
        return HashMap::default();
    }
    let known = snapshot.nodes().filter_map(|n| n.key().map(|key| (key, index(n))));
    known.filter(|(key, _)| pointed.contains(key)).map(|(key, n)| (key.to_owned(), n)).collect()
}

/// For each node whether it lies in one of the parts that begin at `roots`.
fn shut(snapshot: &Snapshot, roots: &HashSet<u32, FxBuildHasher>) -> Vec<bool> {
    let mut end = 0;
    let inside = snapshot.nodes().map(|node| {
        if roots.contains(&index(node)) {
            end = end.max(node.range().end);
        }
        node.id().index() < end
    });
    inside.collect()
}

/// Whether a node is an open modal.
fn is_modal(node: Node<'_>) -> bool {
    node.attr("layer") == Some("modal")
        || (node.is(State::Modal) && matches!(node.role(), Role::Dialog | Role::AlertDialog))
}

fn is_inert(node: Node<'_>) -> bool {
    is_set(node, "behind-modal") || is_set(node, "inert")
}

/// Whether an attribute is there and not `false`.
pub(super) fn is_set(node: Node<'_>, attr: &str) -> bool {
    node.attr(attr).is_some_and(|v| v != "false")
}

pub(super) fn index(node: Node<'_>) -> u32 {
    node.id().index() as u32
}
