//! The prepared index: what a snapshot's elements say, split and looked up once, searched many times.

mod build;
mod columns;
mod field;

use std::ops::Range;
use std::sync::{Arc, Mutex};

use super::embed::{Embedder, HashingEmbedder};
use super::embedding::Vectors;
use super::scratch::Scratch;
use super::vocab::Vocab;
use super::words::Concept;
use crate::tree::{Node, NodeId, Rect, Role, Snapshot, Sym};
use build::Build;
pub(crate) use field::{Field, FieldRef};

/// Words of one text that are matched; longer texts are matched by their first words and a note says so.
pub(crate) const LONGEST_TEXT: usize = 200;

/// A known meaning that some words of a text express.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meaning {
    pub concept: Concept,
    pub start: u8,
    pub len: u8,
    /// A word of a longer phrase with a meaning of its own: "cart" in "add to cart".
    pub inner: bool,
}

/// One distinct text of the snapshot, split.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    pub words: u32,
    pub meanings: u32,
    /// Sum of the weights of its words.
    pub weight: f32,
}

/// A snapshot prepared for finding: build once, find often.
///
/// Building costs about as much as reading the snapshot; a find then touches only small dense tables. The
/// index is `Send + Sync` and may be shared.
#[derive(Debug)]
pub struct Index {
    pub(crate) snapshot: Arc<Snapshot>,
    pub(crate) vocab: Vocab,
    /// Texts in order of first use, with one more at the end that bounds the last.
    pub(crate) texts: Vec<Text>,
    /// Which symbol of the snapshot each text is.
    pub(crate) text_syms: Vec<Sym>,
    pub(crate) words: Vec<u32>,
    pub(crate) meanings: Vec<Meaning>,
    pub(crate) fields: Vec<FieldRef>,
    /// First field of each element, with one more that bounds the last.
    pub(crate) first_field: Vec<u32>,
    /// The row, card or list item that each element is or is inside.
    pub(crate) items: Vec<u32>,
    /// The innermost container around each element that has a name or a telling role.
    pub(crate) containers: Vec<u32>,
    /// The box around all known boxes.
    pub(crate) extent: Option<Rect>,
    /// Numbers of the nodes inside dialogs.
    pub(crate) modal: Vec<Range<usize>>,
    /// Which meanings some text of the snapshot has, one bit each.
    present: Vec<u64>,
    /// No own ref stands on two nodes or looks like a number of ours.
    pub(crate) refs_are_unique: bool,
    pub(crate) cut_texts: usize,
    pub(crate) vectors: Vectors,
    pub(crate) neighbor_weight: f32,
    pub(crate) scratch: Mutex<Vec<Scratch>>,
}

/// "No such node" in [`Index::items`] and [`Index::containers`].
pub(crate) const NO_NODE: u32 = u32::MAX;

impl Index {
    /// Prepares `snapshot` for finding. Linear in its nodes and text.
    pub fn new(snapshot: Arc<Snapshot>) -> Index {
        Index::with_embedder(snapshot, Arc::new(HashingEmbedder::default()))
    }

    /// The same with an embedder of the caller's, which is asked at the first find that needs it.
    pub fn with_embedder(snapshot: Arc<Snapshot>, embedder: Arc<dyn Embedder>) -> Index {
        let mut build = Build::new(&snapshot);
        build.elements(&snapshot);
        build.finish(snapshot, embedder)
    }

    /// How much of the elements before and after an element counts for it in the embedding score, in 0..1;
    /// none by default.
    pub(crate) fn with_neighbor_weight(mut self, weight: f64) -> Index {
        self.neighbor_weight = weight as f32;
        self
    }

    /// The snapshot that is searched.
    pub fn snapshot(&self) -> &Arc<Snapshot> {
        &self.snapshot
    }

    pub(crate) fn node(&self, i: usize) -> Node<'_> {
        self.snapshot.node(NodeId::from_index(i)).expect("elements are the snapshot's nodes")
    }

    pub(crate) fn fields_of(&self, i: usize) -> &[FieldRef] {
        &self.fields[self.first_field[i] as usize..self.first_field[i + 1] as usize]
    }

    pub(crate) fn words_of(&self, text: usize) -> &[u32] {
        &self.words[self.texts[text].words as usize..self.texts[text + 1].words as usize]
    }

    pub(crate) fn meanings_of(&self, text: usize) -> &[Meaning] {
        &self.meanings[self.texts[text].meanings as usize..self.texts[text + 1].meanings as usize]
    }

    /// Whether some text of the snapshot has this meaning.
    pub(crate) fn has_meaning(&self, concept: Concept) -> bool {
        self.present[concept as usize / 64] & 1 << (concept % 64) != 0
    }

    /// Whether a row holds the heads of columns rather than data.
    pub(crate) fn is_header_row(&self, row: usize) -> bool {
        self.node(row).subtree().take(4).any(|n| n.role() == Role::ColumnHeader)
    }

    /// Number of distinct texts.
    pub(crate) fn text_count(&self) -> usize {
        self.text_syms.len()
    }
}
