//! The arena: one vector of nodes in preorder, with the text, boxes and attributes they point into.

use std::ops::Range;

use super::node::{Node, NodeId};
use super::{Rect, Role, States, Sym, TextPool};

/// What one node stores; text and boxes live in the snapshot's pools.
#[derive(Clone, Debug)]
pub(crate) struct NodeData {
    pub role: Role,
    pub level: u8,
    pub states: States,
    pub native_role: Option<Sym>,
    pub name: Option<Sym>,
    pub description: Option<Sym>,
    pub value: Option<Sym>,
    pub url: Option<Sym>,
    pub identifier: Option<Sym>,
    pub own_ref: Option<Sym>,
    pub key: Option<Sym>,
    /// Number of the parent, or `NONE`.
    pub parent: u32,
    /// Number of ancestors.
    pub depth: u32,
    /// One past the last node of the subtree.
    pub end: u32,
    /// Index into `boxes`, or `NONE`.
    pub bounds: u32,
    /// First of this node's attributes; they end where the next node's begin.
    pub attrs: u32,
}

/// "No such number" in a `u32` field of [`NodeData`].
pub(crate) const NONE: u32 = u32::MAX;

/// A user interface at one moment: an immutable tree of nodes in document order.
#[derive(Clone, Default, Debug)]
pub struct Snapshot {
    pub(crate) nodes: Vec<NodeData>,
    pub(crate) attrs: Vec<(Sym, Sym)>,
    pub(crate) boxes: Vec<Rect>,
    pub(crate) text: TextPool,
    pub(crate) title: Option<Sym>,
    pub(crate) url: Option<Sym>,
    pub(crate) document: Option<Sym>,
    pub(crate) captured_at: Option<u64>,
    pub(crate) revision: u64,
    pub(crate) notices: Vec<String>,
}

impl Snapshot {
    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node at all.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node numbered `id`, if this snapshot has it.
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        (id.index() < self.nodes.len()).then_some(Node { snapshot: self, id })
    }

    /// All nodes in document order.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node<'_>> + DoubleEndedIterator {
        self.range(0..self.nodes.len())
    }

    /// The nodes numbered `range`, in document order.
    ///
    /// # Panics
    /// Where the range reaches past the last node.
    pub fn range(
        &self,
        range: Range<usize>,
    ) -> impl ExactSizeIterator<Item = Node<'_>> + DoubleEndedIterator {
        assert!(range.end <= self.nodes.len(), "range past the end of the snapshot");
        range.map(move |i| Node { snapshot: self, id: NodeId::from_index(i) })
    }

    /// The nodes without a parent, in document order.
    pub fn roots(&self) -> impl Iterator<Item = Node<'_>> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let node = self.node(NodeId::from_index(next))?;
            next = node.range().end;
            Some(node)
        })
    }

    /// The document's title where the producer gave one.
    pub fn title(&self) -> Option<&str> {
        self.title.map(|s| self.text.get(s))
    }

    /// The document's address where the producer gave one.
    pub fn url(&self) -> Option<&str> {
        self.url.map(|s| self.text.get(s))
    }

    /// The producer's id of the loaded document, where it gave one: another load of the same address has another.
    pub fn document(&self) -> Option<&str> {
        self.document.map(|s| self.text.get(s))
    }

    /// When the snapshot was taken, in milliseconds since 1970 (UTC), where the producer said so.
    pub fn captured_at(&self) -> Option<u64> {
        self.captured_at
    }

    /// The same snapshot with an address, where the dump says it around the tree.
    pub(crate) fn with_url(mut self, url: &str) -> Snapshot {
        self.url = Some(self.text.intern(url));
        self
    }

    /// Sets the document's title and address where the producer gave none.
    pub(crate) fn set_missing(&mut self, title: Option<&str>, url: Option<&str>) {
        if let Some(title) = title.filter(|_| self.title.is_none()) {
            self.title = Some(self.text.intern(title));
        }
        if let Some(url) = url.filter(|_| self.url.is_none()) {
            self.url = Some(self.text.intern(url));
        }
    }

    /// The producer's own revision of this snapshot, 0 where it has none.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// What the reader of this snapshot had to repair or could not use, one sentence each.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// The pool that holds this snapshot's text.
    pub fn text(&self) -> &TextPool {
        &self.text
    }
}
