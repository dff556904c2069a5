//! What a node without a name is about: the texts inside it, and how far two such nodes agree.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::signature::hash;
use crate::tree::{Node, Role};

/// The most texts that are taken from one node, and the most nodes that are looked at for them.
const TEXTS: usize = 64;
const NODES: usize = 512;

/// The texts inside a node, hashed: the first one, and all of them in order of their hashes.
#[derive(Default, Debug)]
pub(super) struct Content {
    first: Option<u64>,
    texts: Vec<u64>,
}

impl Content {
    /// What `node` is about: what can be read inside it. What can only be pressed or filled in ("Delete", "Quantity")
    /// stands in every row and counts only where there is nothing else. `lead`: the row in another pane that it goes on.
    pub(super) fn of(lead: Option<Node<'_>>, node: Node<'_>) -> Content {
        let read = Content::collect(lead, node, |n| !n.is_interactive() || n.role() == Role::Link);
        if read.texts.is_empty() { Content::collect(lead, node, |_| true) } else { read }
    }

    fn collect(lead: Option<Node<'_>>, node: Node<'_>, wanted: impl Fn(Node<'_>) -> bool) -> Content {
        let mut content = Content::default();
        let parts = lead.into_iter().chain([node]);
        let inside = parts.flat_map(|part| part.subtree().take(NODES).skip(1));
        for inner in inside.filter(|&n| wanted(n)) {
            for text in [inner.name(), inner.value()].into_iter().flatten().filter(|t| !t.is_empty()) {
                let text = hash(text);
                content.first.get_or_insert(text);
                content.texts.push(text);
            }
            if content.texts.len() >= TEXTS {
                break;
            }
        }
        content.texts.sort_unstable();
        content.texts.dedup();
        content
    }

    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The first text, hashed.
    pub(super) fn first(&self) -> Option<u64> {
        self.first
    }

    /// Forgets what `common` counts in several siblings, unless nothing would be left.
    fn settle(&mut self, common: &HashMap<u64, u32, FxBuildHasher>) {
        if self.texts.iter().any(|t| !common.contains_key(t)) {
            self.texts.retain(|t| !common.contains_key(t));
            self.first = self.first.filter(|t| !common.contains_key(t));
        }
    }

    /// How far two nodes are about the same, 0..1: the Dice coefficient of their texts, the first one counted
    /// twice (rows begin with what they are about).
    pub(super) fn agreement(&self, other: &Content) -> f64 {
        let weight = |c: &Content| c.texts.len() + usize::from(c.first.is_some());
        let all = weight(self) + weight(other);
        if all == 0 {
            return 1.0;
        }
        let both = self.texts.iter().filter(|t| other.texts.binary_search(t).is_ok()).count();
        let same_first = usize::from(self.first.is_some() && self.first == other.first);
        2.0 * (both + same_first) as f64 / all as f64
    }

    /// Whether both begin with the same text.
    pub(super) fn begins_like(&self, other: &Content) -> bool {
        self.first == other.first
    }
}

/// Leaves in two lists of siblings what tells them apart: a text that several of one list have is none.
pub(super) fn settle(lists: &mut [Vec<Content>; 2]) {
    let mut common: HashMap<u64, u32, FxBuildHasher> = HashMap::default();
    for list in lists.iter() {
        let mut counts: HashMap<u64, u32, FxBuildHasher> = HashMap::default();
        list.iter().flat_map(|c| &c.texts).for_each(|t| *counts.entry(*t).or_default() += 1);
        common.extend(counts.into_iter().filter(|c| c.1 > 1));
    }
    if !common.is_empty() {
        lists.iter_mut().flatten().for_each(|c| c.settle(&common));
    }
}
