//! Memory that finds use again: after the first, a find allocates next to nothing.

use super::query::Query;
use super::score::{Candidate, TextHit, WordHit};
use super::search::Ranking;

/// Tables of one find. The dense ones are indexed by word, meaning, text or node and hold 0 for "nothing".
#[derive(Default, Debug)]
pub(crate) struct Scratch {
    pub query: Query,
    pub ranking: Ranking,
    pub buffer: String,
    /// First hit of each word of the vocabulary, as index + 1 into `word_hits`.
    pub word_head: Vec<u32>,
    /// The same of each meaning.
    pub meaning_head: Vec<u32>,
    /// Meanings that are asked for, and their contraries, one bit each.
    pub asked: Vec<u64>,
    pub opposite: Vec<u64>,
    pub word_hits: Vec<WordHit>,
    /// Each text's hit, as index + 1 into `text_hits`.
    pub text_slot: Vec<u32>,
    pub text_hits: Vec<TextHit>,
    /// (query word, grade) of every text hit.
    pub pairs: Vec<(u8, f32)>,
    /// Each node's place among the candidates, as index + 1.
    pub node_slot: Vec<u32>,
    pub candidates: Vec<Candidate>,
    /// (query word, grade) of every candidate.
    pub own: Vec<(u8, f32)>,
    /// Each item's grades, as index + 1 into `item_grades` in rows of one grade a query word.
    pub item_slot: Vec<u32>,
    pub item_grades: Vec<f32>,
    /// Words of the page that deny.
    pub denials: Vec<u32>,
    /// Grade, first query word and span of each word of the text that is being hit.
    pub of_word: Vec<(f32, u8, u8)>,
    /// The query's vector, and how like it each word of the vocabulary and each text is.
    pub vector: Vec<f32>,
    /// The same and its negative, value by value.
    pub spread: Vec<f32>,
    pub word_cosine: Vec<f32>,
    pub text_cosine: Vec<f32>,
}

impl Scratch {
    /// Readies the tables for an index of this many words, meanings, texts and nodes.
    pub fn reset(&mut self, words: usize, meanings: usize, texts: usize, nodes: usize) {
        for (table, len) in [
            (&mut self.word_head, words),
            (&mut self.meaning_head, meanings),
            (&mut self.text_slot, texts),
            (&mut self.node_slot, nodes),
            (&mut self.item_slot, nodes),
        ] {
            table.clear();
            table.resize(len, 0);
        }
        for set in [&mut self.asked, &mut self.opposite] {
            set.clear();
            set.resize(meanings / 64 + 1, 0);
        }
        self.word_hits.clear();
        self.text_hits.clear();
        self.pairs.clear();
        self.candidates.clear();
        self.own.clear();
        self.item_grades.clear();
        self.vector.clear();
        self.spread.clear();
        self.word_cosine.clear();
        self.text_cosine.clear();
    }
}
