//! Building a snapshot: open a node, describe it, open its children, close it.

use std::collections::HashSet;

use super::snapshot::{NONE, NodeData};
use super::{NodeId, Rect, Role, Snapshot, State, States, Sym, TextPool, Tri};

/// Builds a [`Snapshot`] in document order. The `set_…` methods describe the node opened last.
#[derive(Default, Debug)]
pub struct SnapshotBuilder {
    snapshot: Snapshot,
    open: Vec<u32>,
}

impl SnapshotBuilder {
    /// A builder of an empty snapshot.
    pub fn new() -> Self {
        Self::default()
    }

    /// A builder with room for `nodes` nodes.
    pub fn with_capacity(nodes: usize) -> Self {
        let mut builder = Self::default();
        builder.snapshot.nodes.reserve(nodes);
        builder
    }

    /// Adds a node inside the innermost open one and opens it.
    pub fn open(&mut self, role: Role) -> NodeId {
        let id = NodeId::from_index(self.snapshot.nodes.len());
        self.snapshot.nodes.push(NodeData {
            role,
            level: 0,
            states: States::default(),
            native_role: None,
            name: None,
            description: None,
            value: None,
            url: None,
            identifier: None,
            own_ref: None,
            key: None,
            parent: self.open.last().copied().unwrap_or(NONE),
            depth: self.open.len() as u32,
            end: NONE,
            bounds: NONE,
            attrs: self.snapshot.attrs.len() as u32,
        });
        self.open.push(id.0);
        id
    }

    /// Closes the innermost open node; without one it does nothing.
    pub fn close(&mut self) {
        if let Some(id) = self.open.pop() {
            self.snapshot.nodes[id as usize].end = self.snapshot.nodes.len() as u32;
        }
    }

    /// Number of open nodes.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Interns a string for the `…_sym` setters.
    pub fn intern(&mut self, s: &str) -> Sym {
        self.snapshot.text.intern(s)
    }

    /// The pool that will be the snapshot's.
    pub fn text(&self) -> &TextPool {
        &self.snapshot.text
    }

    fn last(&mut self) -> &mut NodeData {
        self.snapshot.nodes.last_mut().expect("open a node before describing it")
    }

    /// Sets the role from the producer's word and keeps that word where it is not ARIA's.
    pub fn set_role(&mut self, word: &str) {
        let role = Role::from_name(word);
        let native = (role.as_str() != word && !word.is_empty()).then(|| self.intern(word));
        let last = self.last();
        last.role = role;
        last.native_role = native;
    }

    /// Replaces the role and leaves the producer's word as it is.
    pub fn refine_role(&mut self, role: Role) {
        self.last().role = role;
    }

    /// Sets the accessible name.
    pub fn set_name(&mut self, s: &str) {
        let sym = self.intern(s);
        self.last().name = Some(sym);
    }

    /// Sets the accessible description.
    pub fn set_description(&mut self, s: &str) {
        let sym = self.intern(s);
        self.last().description = Some(sym);
    }

    /// Sets the value. The caller keeps secrets out.
    pub fn set_value(&mut self, s: &str) {
        let sym = self.intern(s);
        self.last().value = Some(sym);
    }

    /// Sets the address a link leads to.
    pub fn set_url(&mut self, s: &str) {
        let sym = self.intern(s);
        self.last().url = Some(sym);
    }

    /// Sets the best identifier.
    pub fn set_identifier(&mut self, s: &str) {
        let sym = self.intern(s);
        self.last().identifier = Some(sym);
    }

    /// Sets the ref that the snapshot itself brought.
    pub fn set_own_ref(&mut self, s: &str) {
        let sym = self.intern(s);
        self.last().own_ref = Some(sym);
    }

    /// Sets the producer's own id of the node together with its document's (see [`Node::key`](super::Node::key)).
    pub fn set_key(&mut self, s: &str) {
        let sym = self.intern(s);
        self.last().key = Some(sym);
    }

    /// Sets the heading or nesting level.
    pub fn set_level(&mut self, level: u8) {
        self.last().level = level;
    }

    /// Records a state.
    pub fn set_state(&mut self, state: State, value: Tri) {
        self.last().states.set(state, value);
    }

    /// Sets the box.
    pub fn set_bounds(&mut self, rect: Rect) {
        let index = self.snapshot.boxes.len() as u32;
        self.snapshot.boxes.push(rect);
        self.last().bounds = index;
    }

    /// Adds an attribute to the node opened last.
    pub fn add_attr(&mut self, key: &str, value: &str) {
        let pair = (self.intern(key), self.intern(value));
        self.snapshot.attrs.push(pair);
    }

    /// Sets the document's title.
    pub fn set_title(&mut self, s: &str) {
        self.snapshot.title = Some(self.snapshot.text.intern(s));
    }

    /// Sets the document's address.
    pub fn set_document_url(&mut self, s: &str) {
        self.snapshot.url = Some(self.snapshot.text.intern(s));
    }

    /// Sets the producer's id of the loaded document.
    pub fn set_document(&mut self, s: &str) {
        self.snapshot.document = Some(self.snapshot.text.intern(s));
    }

    /// Sets when the snapshot was taken, in milliseconds since 1970 (UTC).
    pub fn set_captured_at(&mut self, milliseconds: u64) {
        self.snapshot.captured_at = Some(milliseconds);
    }

    /// Sets the producer's revision.
    pub fn set_revision(&mut self, revision: u64) {
        self.snapshot.revision = revision;
    }

    /// Records something that had to be repaired or could not be used.
    pub fn notice(&mut self, sentence: String) {
        self.snapshot.notices.push(sentence);
    }

    /// Drops notices that say what an earlier one says.
    pub(crate) fn drop_repeated_notices(&mut self) {
        let mut said = HashSet::new();
        self.snapshot.notices.retain(|sentence| said.insert(sentence.clone()));
    }

    /// Closes what is open and returns the snapshot.
    pub fn finish(mut self) -> Snapshot {
        while !self.open.is_empty() {
            self.close();
        }
        self.snapshot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_parents_and_depths() {
        let mut b = SnapshotBuilder::new();
        for role in [Role::Main, Role::Form, Role::Button] {
            b.open(role);
        }
        b.close();
        b.close();
        b.open(Role::Link);
        let page = b.finish();
        let shape: Vec<_> = page.nodes().map(|n| (n.depth(), n.range())).collect();
        assert_eq!(shape, [(0, 0..4), (1, 1..3), (2, 2..3), (1, 3..4)]);
        let main = page.node(NodeId(0)).expect("four nodes");
        assert_eq!(main.children().map(|n| n.role()).collect::<Vec<_>>(), [Role::Form, Role::Link]);
        assert!(main.holds(NodeId(3)));
        assert_eq!(page.roots().count(), 1);
    }

    #[test]
    fn a_hundred_thousand_levels_need_no_stack() {
        let mut b = SnapshotBuilder::new();
        for _ in 0..100_000 {
            b.open(Role::Generic);
        }
        let page = b.finish();
        let deepest = page.nodes().next_back().expect("not empty");
        assert_eq!((deepest.depth(), deepest.ancestors().count()), (99_999, 99_999));
        assert_eq!(page.roots().next().expect("one root").range(), 0..100_000);
    }

    #[test]
    fn attributes_belong_to_their_node() {
        let mut b = SnapshotBuilder::new();
        b.open(Role::Image);
        b.add_attr("alt", "Logo");
        b.close();
        b.open(Role::Button);
        b.add_attr("title", "Close");
        b.add_attr("class", "x");
        let page = b.finish();
        let counts: Vec<_> = page.nodes().map(|n| n.attrs().len()).collect();
        assert_eq!(counts, [1, 2]);
        assert_eq!(page.nodes().nth(1).and_then(|n| n.attr("class")), Some("x"));
        assert_eq!(page.nodes().next().and_then(|n| n.attr("class")), None);
    }
}
