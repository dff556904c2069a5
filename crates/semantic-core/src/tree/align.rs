//! Aligning two snapshots: which node of the one is which node of the other, and how far that is certain.
//!
//! Identity is looked for in this order: the producer's own key ([`Node::key`]); an identifier that is unique in both
//! snapshots; structure, role and name. The last works from the roots down. Of two lists of children those pair that
//! are alike as no other (whole content, then role and name); what is left between such anchors is aligned in order,
//! so that one row put in or taken out is one row. A wrapper without a name that came or went is looked through.
//! A node whose name changed is another node, unless a key or an identifier says otherwise. Of a grid in several panes,
//! a row is told by the first with its `aria-rowindex` as well.
//!
//! A pair is [certain](Alignment::is_certain) unless the nodes could as well be others: of three equal buttons of
//! which one went, nobody can say which two are left; a row whose text is another row's text may be that other row. What
//! lies inside a doubtful pair is doubtful too, unless it is identified by itself.
//!
//! Time is linear but for sorting: children that cannot be told apart are compared each with each only up to
//! a fixed number of comparisons for the whole alignment ([`gap::CELLS`]), after that in their order.
//!
//! ```
//! use semantic_core::formats::read;
//! use semantic_core::tree::{align, NodeId};
//! let before = read(br#"[{"role":"button","name":"Save"},{"role":"link","name":"Help"}]"#, None)?;
//! let after = read(br#"[{"role":"alert","name":"Saved"},{"role":"button","name":"Save"}]"#, None)?;
//! let pairs = align(&before, &after);
//! assert_eq!(pairs.after(NodeId::from_index(0)), Some(NodeId::from_index(1)));
//! assert_eq!(pairs.after(NodeId::from_index(1)), None);
//! # Ok::<(), semantic_core::formats::ReadError>(())
//! ```

mod content;
mod gap;
mod panes;
mod siblings;
mod signature;
mod wrappers;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use self::content::Content;
use self::panes::Leads;
use self::signature::Signatures;
use super::{Node, NodeId, Snapshot};

pub(crate) use self::siblings::longest_increasing;

const NONE: u32 = u32::MAX;

/// Pairs of nodes of two snapshots, each node in at most one.
#[derive(Clone, Debug)]
pub struct Alignment {
    after: Vec<u32>,
    before: Vec<u32>,
    doubtful: Vec<bool>,
}

impl Alignment {
    /// The node of the later snapshot that the earlier one's `node` is.
    pub fn after(&self, node: NodeId) -> Option<NodeId> {
        self.after.get(node.index()).filter(|&&i| i != NONE).map(|&i| NodeId(i))
    }

    /// The node of the earlier snapshot that the later one's `node` is.
    pub fn before(&self, node: NodeId) -> Option<NodeId> {
        self.before.get(node.index()).filter(|&&i| i != NONE).map(|&i| NodeId(i))
    }

    /// Whether the pair of the earlier snapshot's `node` cannot be any other. `false` for a node without a pair.
    pub fn is_certain(&self, node: NodeId) -> bool {
        self.after(node).is_some() && !self.doubtful[node.index()]
    }
}

/// Aligns two snapshots; see the module for the rules.
pub fn align(before: &Snapshot, after: &Snapshot) -> Alignment {
    let mut aligner = Aligner::new(before, after);
    aligner.pair_by(Node::key);
    aligner.pair_by(Node::identifier);
    // An identifier that is not unique is none; the next best of the same node may be.
    for name in ["data-semtag-id", "testid", "id"] {
        let known = |snapshot: &Snapshot| snapshot.text().lookup(name).is_some();
        if known(before) && known(after) {
            aligner.pair_by(|node| node.attr(name));
        }
    }
    aligner.identified = Some(identified_before(&aligner.pairs.after));
    aligner.todo.push((None, None, false));
    while let Some((b, a, doubtful)) = aligner.todo.pop() {
        aligner.descend(b, a, doubtful);
    }
    aligner.pairs
}

/// The nodes of two snapshots that share a text which no other node of their snapshot has, by their numbers, in order.
pub(crate) fn unique_pairs<'a>(
    before: &'a Snapshot,
    after: &'a Snapshot,
    text: impl Fn(Node<'a>) -> Option<&'a str>,
) -> Vec<(u32, u32)> {
    let unique = |snapshot: &'a Snapshot| {
        let mut known: HashMap<&'a str, u32, FxBuildHasher> = HashMap::default();
        for node in snapshot.nodes() {
            let Some(text) = text(node).filter(|t| !t.is_empty()) else { continue };
            known.entry(text).and_modify(|i| *i = NONE).or_insert(node.id().0);
        }
        known
    };
    let there = unique(after);
    if there.is_empty() {
        return Vec::new();
    }
    let sure = |a: Option<&u32>| a.copied().filter(|&a| a != NONE);
    let here = unique(before).into_iter().filter(|h| h.1 != NONE);
    let mut pairs: Vec<_> = here.filter_map(|(text, b)| Some((b, sure(there.get(text))?))).collect();
    pairs.sort_unstable();
    pairs
}

/// Number of identified nodes before each node of the earlier snapshot.
fn identified_before(after: &[u32]) -> Vec<u32> {
    let mut count = 0;
    let mut sums = Vec::with_capacity(after.len() + 1);
    sums.push(0);
    for &to in after {
        count += u32::from(to != NONE);
        sums.push(count);
    }
    sums
}

/// One of the two snapshots.
struct Side<'a> {
    snapshot: &'a Snapshot,
    signatures: Signatures,
    leads: Leads,
}

impl<'a> Side<'a> {
    fn new(snapshot: &'a Snapshot) -> Side<'a> {
        let leads = Leads::of(snapshot);
        Side { snapshot, signatures: Signatures::new(snapshot, &leads), leads }
    }

    /// What a node is about.
    fn content(&self, index: u32) -> Content {
        Content::of(self.leads.of_row(index).map(|lead| self.node(lead)), self.node(index))
    }

    fn node(&self, index: u32) -> Node<'a> {
        self.snapshot.node(NodeId(index)).expect("an index of this snapshot")
    }

    /// The children of a node, or the roots.
    fn children(&self, parent: Option<u32>) -> Vec<u32> {
        match parent {
            Some(parent) => self.node(parent).children().map(|n| n.id().0).collect(),
            None => self.snapshot.roots().map(|n| n.id().0).collect(),
        }
    }
}

struct Aligner<'a> {
    before: Side<'a>,
    after: Side<'a>,
    pairs: Alignment,
    /// Parents whose children are to be paired, and whether what is found there is doubtful.
    todo: Vec<(Option<u32>, Option<u32>, bool)>,
    /// See [`identified_before`]; there once identified nodes are paired.
    identified: Option<Vec<u32>>,
    /// Comparisons that may still be made.
    cells: usize,
}

impl<'a> Aligner<'a> {
    fn new(before: &'a Snapshot, after: &'a Snapshot) -> Self {
        let pairs = Alignment {
            after: vec![NONE; before.len()],
            before: vec![NONE; after.len()],
            doubtful: vec![false; before.len()],
        };
        Aligner {
            before: Side::new(before),
            after: Side::new(after),
            pairs,
            todo: Vec::new(),
            identified: None,
            cells: gap::CELLS,
        }
    }

    fn is_free(&self, b: u32, a: u32) -> bool {
        self.pairs.after[b as usize] == NONE && self.pairs.before[a as usize] == NONE
    }

    /// Pairs two nodes: `inherited` says that what they lie in is doubtful, `unsure` that they themselves are.
    fn pair(&mut self, b: u32, a: u32, inherited: bool, unsure: bool) {
        let doubtful = unsure || (inherited && !self.stands_alone(b, a));
        self.pairs.after[b as usize] = a;
        self.pairs.before[a as usize] = b;
        self.pairs.doubtful[b as usize] = doubtful;
        self.todo.push((Some(b), Some(a), doubtful));
    }

    /// Pairs the free nodes that share a text which no other node of their snapshot has.
    fn pair_by(&mut self, text: impl Fn(Node<'a>) -> Option<&'a str>) {
        for (b, a) in unique_pairs(self.before.snapshot, self.after.snapshot, text) {
            if self.is_free(b, a) {
                self.pair(b, a, false, false);
            }
        }
    }

    /// Pairs what lies directly inside two nodes that are one, or everything where their content is the same.
    fn descend(&mut self, b: Option<u32>, a: Option<u32>, doubtful: bool) {
        if let (Some(b), Some(a)) = (b, a)
            && self.before.signatures.deep(b) == self.after.signatures.deep(a)
            && self.pair_whole(b, a, doubtful)
        {
            return;
        }
        siblings::pair(self, b, a, doubtful);
    }

    /// Pairs two subtrees of the same content node by node. Refuses where a node inside is identified: it may
    /// have its pair elsewhere.
    fn pair_whole(&mut self, b: u32, a: u32, doubtful: bool) -> bool {
        let (here, there) = (self.before.node(b).range(), self.after.node(a).range());
        let identified = self.identified.as_ref().is_none_or(|sums| sums[here.end] > sums[here.start + 1]);
        if identified || here.len() != there.len() {
            return false;
        }
        for (b, a) in here.skip(1).zip(there.skip(1)) {
            let (b, a) = (b as u32, a as u32);
            if self.is_free(b, a) && self.is_alike(b, a) {
                self.pairs.after[b as usize] = a;
                self.pairs.before[a as usize] = b;
                self.pairs.doubtful[b as usize] = doubtful;
            }
        }
        true
    }

    /// Whether two nodes hold the same, enough of it, and nothing else in either snapshot does: then they are one
    /// wherever they stand.
    fn stands_alone(&self, b: u32, a: u32) -> bool {
        const NODES: usize = 4;
        let deep = self.before.signatures.deep(b);
        let says_something =
            || self.before.node(b).subtree().take(NODES * 4).any(|n| n.name().is_some_and(|t| !t.is_empty()));
        deep == self.after.signatures.deep(a)
            && self.before.node(b).range().len() >= NODES
            && self.before.signatures.is_unique(deep)
            && self.after.signatures.is_unique(deep)
            && says_something()
    }

    /// Whether role and name are the same, by the text itself: hashes can be made to collide.
    fn is_alike(&self, b: u32, a: u32) -> bool {
        let (b, a) = (self.before.node(b), self.after.node(a));
        b.role() == a.role() && b.name().unwrap_or_default() == a.name().unwrap_or_default()
    }
}
