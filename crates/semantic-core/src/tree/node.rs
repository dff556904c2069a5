//! A node as its readers see it: a cheap copyable view into the arena.

use std::fmt;
use std::ops::Range;

use super::snapshot::{NONE, NodeData};
use super::{Rect, Role, Snapshot, State, States, Sym};

/// A node's number: its position in document order, printed as the ref `s_N`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The node at `index` of the document order.
    pub fn from_index(index: usize) -> Self {
        NodeId(u32::try_from(index).expect("a snapshot holds fewer than 2^32 nodes"))
    }

    /// Position in document order, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s_{}", self.0)
    }
}

/// One node of a [`Snapshot`].
#[derive(Clone, Copy)]
pub struct Node<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) id: NodeId,
}

impl<'a> Node<'a> {
    fn data(self) -> &'a NodeData {
        &self.snapshot.nodes[self.id.index()]
    }

    fn str(self, sym: Option<Sym>) -> Option<&'a str> {
        sym.map(|s| self.snapshot.text.get(s))
    }

    /// The node's number.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The snapshot that holds the node.
    pub fn snapshot(self) -> &'a Snapshot {
        self.snapshot
    }

    /// The role in ARIA's words.
    pub fn role(self) -> Role {
        self.data().role
    }

    /// The role as text: ARIA's word, or the producer's own where ARIA has none.
    pub fn role_name(self) -> &'a str {
        match (self.role(), self.native_role()) {
            (Role::Other, Some(native)) => native,
            (role, _) => role.as_str(),
        }
    }

    /// The role as the producer spelled it, where that differs from ARIA's word.
    pub fn native_role(self) -> Option<&'a str> {
        self.str(self.data().native_role)
    }

    /// Accessible name; `Some("")` is a name known to be empty.
    pub fn name(self) -> Option<&'a str> {
        self.str(self.data().name)
    }

    pub(crate) fn name_sym(self) -> Option<Sym> {
        self.data().name
    }

    /// Accessible description.
    pub fn description(self) -> Option<&'a str> {
        self.str(self.data().description)
    }

    /// Value of a field; secrets are never stored.
    pub fn value(self) -> Option<&'a str> {
        self.str(self.data().value)
    }

    /// Address that a link leads to.
    pub fn url(self) -> Option<&'a str> {
        self.str(self.data().url)
    }

    /// The best identifier the producer gave (`data-semtag-id`, then test id, then DOM id or platform id).
    pub fn identifier(self) -> Option<&'a str> {
        self.str(self.data().identifier)
    }

    /// The ref that the snapshot itself brought (`e4`, `uid=1_3`).
    pub fn own_ref(self) -> Option<&'a str> {
        self.str(self.data().own_ref)
    }

    /// The producer's own id of the node together with its document's: two snapshots of one interface that give the same
    /// key mean the same node.
    pub fn key(self) -> Option<&'a str> {
        self.str(self.data().key)
    }

    /// Heading or nesting level from 1, where known.
    pub fn level(self) -> Option<u8> {
        Some(self.data().level).filter(|&l| l > 0)
    }

    /// The known states.
    pub fn states(self) -> States {
        self.data().states
    }

    /// Whether it is a card or row by its shape: a box without a role and like one beside it, both with texts and
    /// something to act on.
    pub fn is_card(self) -> bool {
        super::cards::is_card(self)
    }

    /// Whether `state` is known to be on.
    pub fn is(self, state: State) -> bool {
        self.data().states.is(state)
    }

    /// Where the node is drawn, if known.
    pub fn bounds(self) -> Option<Rect> {
        let i = self.data().bounds;
        (i != NONE).then(|| self.snapshot.boxes[i as usize])
    }

    /// The other attributes as the producer spelled them, in its order.
    pub fn attrs(self) -> impl ExactSizeIterator<Item = (&'a str, &'a str)> {
        let text = &self.snapshot.text;
        self.attr_syms().iter().map(move |&(k, v)| (text.get(k), text.get(v)))
    }

    /// The attribute called `key`.
    pub fn attr(self, key: &str) -> Option<&'a str> {
        self.attrs().find(|(k, _)| *k == key).map(|(_, v)| v)
    }

    pub(crate) fn attr_syms(self) -> &'a [(Sym, Sym)] {
        let next = self.snapshot.nodes.get(self.id.index() + 1);
        let end = next.map_or(self.snapshot.attrs.len(), |n| n.attrs as usize);
        &self.snapshot.attrs[self.data().attrs as usize..end]
    }

    /// The node that holds this one.
    pub fn parent(self) -> Option<Node<'a>> {
        let parent = self.data().parent;
        (parent != NONE).then_some(Node { id: NodeId(parent), ..self })
    }

    /// Number of ancestors.
    pub fn depth(self) -> usize {
        self.data().depth as usize
    }

    /// The numbers of this node and everything inside it.
    pub fn range(self) -> Range<usize> {
        self.id.index()..self.data().end as usize
    }

    /// Whether `other` is this node or inside it.
    pub fn holds(self, other: NodeId) -> bool {
        self.range().contains(&other.index())
    }

    /// This node and everything inside it, in document order.
    pub fn subtree(self) -> impl ExactSizeIterator<Item = Node<'a>> + DoubleEndedIterator {
        self.snapshot.range(self.range())
    }

    /// The nodes directly inside, in document order.
    pub fn children(self) -> Children<'a> {
        let range = self.range();
        Children { snapshot: self.snapshot, next: range.start + 1, end: range.end }
    }

    /// The nodes that hold this one, innermost first.
    pub fn ancestors(self) -> Ancestors<'a> {
        Ancestors(self.parent())
    }

    /// Whether a person can act on the node: as the producer says, else by its role.
    pub fn is_interactive(self) -> bool {
        match self.states().get(State::Interactive) {
            Some(known) => known != super::Tri::False,
            None => self.role().is_interactive(),
        }
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {:?}", self.id, self.role_name(), self.name().unwrap_or_default())
    }
}

/// The children of a node.
#[derive(Clone)]
pub struct Children<'a> {
    snapshot: &'a Snapshot,
    next: usize,
    end: usize,
}

impl<'a> Iterator for Children<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        if self.next >= self.end {
            return None;
        }
        let node = Node { snapshot: self.snapshot, id: NodeId::from_index(self.next) };
        self.next = node.range().end;
        Some(node)
    }
}

/// The ancestors of a node.
#[derive(Clone)]
pub struct Ancestors<'a>(Option<Node<'a>>);

impl<'a> Iterator for Ancestors<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        let node = self.0?;
        self.0 = node.parent();
        Some(node)
    }
}
