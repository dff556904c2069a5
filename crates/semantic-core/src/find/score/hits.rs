//! Which words and meanings of the page each query word finds, and how well.

use crate::find::index::Index;
use crate::find::query::{Part, Query};
use crate::find::scratch::Scratch;
use crate::find::words::{Concept, Lexicon, phrases, signature, typo_grade};

/// One query word found in one word of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordHit {
    /// Number of the query word.
    pub word: u8,
    /// Words of the query that are found together from `word` on (a phrase).
    pub span: u8,
    /// How well, in 0..1; 1 is the same word.
    pub grade: f32,
    /// The next hit of the same word of the page, as index + 1.
    pub next: u32,
}

/// Grades of the ways in which two words can be one.
mod grade {
    pub const SAME: f32 = 1.0;
    pub const STEM: f32 = 0.96;
    pub const JOINED: f32 = 0.96;
    pub const MEANING: f32 = 0.86;
    pub const RELATED: f32 = 0.6;
    pub const PREFIX: f32 = 0.72;
    pub const INSIDE: f32 = 0.6;
}

/// Fills the heads and hits of `s` for its query.
pub(crate) fn hit_words(index: &Index, s: &mut Scratch) {
    let query = std::mem::take(&mut s.query);
    let mut hitter = Hitter { index, lexicon: Lexicon::get(), s };
    hitter.same_and_stem(&query);
    hitter.joined(&query);
    hitter.meanings(&query);
    hitter.alike(&query);
    s.query = query;
}

struct Hitter<'a> {
    index: &'a Index,
    lexicon: Lexicon,
    s: &'a mut Scratch,
}

impl Hitter<'_> {
    fn word(&mut self, term: usize, word: usize, span: usize, grade: f32) {
        let next = self.s.word_head[term];
        self.s.word_hits.push(WordHit { word: word as u8, span: span as u8, grade, next });
        self.s.word_head[term] = self.s.word_hits.len() as u32;
    }

    fn meaning(&mut self, concept: Concept, word: usize, span: usize, grade: f32) {
        let next = self.s.meaning_head[concept as usize];
        self.s.word_hits.push(WordHit { word: word as u8, span: span as u8, grade, next });
        self.s.meaning_head[concept as usize] = self.s.word_hits.len() as u32;
    }

    /// One pass over the vocabulary for all query words.
    fn same_and_stem(&mut self, query: &Query) {
        let index = self.index;
        // Query stems as a small filter: most words of a page match none.
        let mut filter = [0u64; 4];
        let bit = |h: u64| ((h >> 56) as usize & 3, 1u64 << (h >> 50 & 63));
        for w in &query.words {
            let (slot, mask) = bit(query.tokens[w.token as usize].stem);
            filter[slot] |= mask;
        }
        for (i, term) in index.vocab.terms.iter().enumerate() {
            let (slot, mask) = bit(term.stem);
            if filter[slot] & mask == 0 {
                continue;
            }
            for (k, w) in query.words.iter().enumerate() {
                let t = &query.tokens[w.token as usize];
                if term.hash == t.hash {
                    self.word(i, k, 1, grade::SAME);
                } else if term.stem == t.stem
                    && inflects(query.word(w.token as usize), index.vocab.word(i as u32))
                {
                    self.word(i, k, 1, grade::STEM);
                }
            }
        }
    }

    /// "check out" in the query finds "checkout" on the page.
    fn joined(&mut self, query: &Query) {
        let mut both = std::mem::take(&mut self.s.buffer);
        for k in 1..query.words.len() {
            let (a, b) = (query.words[k - 1].token as usize, query.words[k].token as usize);
            if b == a + 1 && !query.tokens[a].dense && !query.tokens[b].boundary {
                both.clear();
                both.push_str(query.word(a));
                both.push_str(query.word(b));
                if let Some(term) = self.index.vocab.lookup(&both) {
                    self.word(term as usize, k - 1, 2, grade::JOINED);
                }
            }
        }
        self.s.buffer = both;
    }

    /// Meanings of the query's words and phrases.
    fn meanings(&mut self, query: &Query) {
        for (k, w) in query.words.iter().enumerate() {
            let first = w.token as usize;
            let entry = self.lexicon.word(query.tokens[first].hash, query.tokens[first].stem);
            let letter = query.word(first).len() < 3 && query.word(first).is_ascii();
            for (i, &concept) in entry.concepts().iter().enumerate() {
                if !(entry.is_icon(i) && letter && !query.icon && query.words.len() > 2) {
                    self.mean(query, concept, k, 1);
                }
            }
            let next = query.tokens[first..].iter().enumerate().take_while(|(i, t)| *i == 0 || !t.boundary);
            let next = next.map(|(_, t)| (t.stem, t.stop));
            phrases(entry.longest as usize, next, |taken, entry| {
                // The words scored among those taken; stopwords between them are not.
                let span = query.words[k..].iter().take_while(|w| (w.token as usize) < first + taken).count();
                for &concept in entry.concepts() {
                    self.mean(query, concept, k, span.max(1));
                }
            });
        }
    }

    fn mean(&mut self, query: &Query, concept: Concept, word: usize, span: usize) {
        if matches!(query.words[word].part, Part::Target | Part::Verb | Part::Kind) {
            let bit = |set: &mut Vec<u64>, c: Concept| set[c as usize / 64] |= 1 << (c % 64);
            bit(&mut self.s.asked, concept);
            self.lexicon.opposite(concept).for_each(|c| bit(&mut self.s.opposite, c));
        }
        self.meaning(concept, word, span, grade::MEANING);
        let lexicon = self.lexicon;
        for near in lexicon.related(concept) {
            self.meaning(near, word, span, grade::RELATED);
        }
    }

    /// Typos, prefixes and parts of compounds, for words that the page does not have as they are.
    fn alike(&mut self, query: &Query) {
        let index = self.index;
        let mut budget = 16;
        for (k, w) in query.words.iter().enumerate() {
            let t = &query.tokens[w.token as usize];
            let word = query.word(w.token as usize);
            let found = self.s.word_hits.iter().any(|h| h.word as usize == k && h.grade >= grade::SAME);
            let plain = !t.stop && !t.dense && word.len() >= 3;
            if found || !plain || matches!(w.part, Part::Verb) || budget == 0 {
                continue;
            }
            budget -= 1;
            let sig = signature(word);
            let known = !self.lexicon.word(t.hash, t.stem).concepts().is_empty();
            for i in index.vocab.near(word.as_bytes()) {
                let term = &index.vocab.terms[i as usize];
                let differ = (sig ^ term.signature).count_ones();
                // Two known words with different meanings ("cart", "card") are not a slip of the other.
                if known && !term.concepts().is_empty() && !kin(word, index.vocab.word(i)) {
                    continue;
                }
                if let Some(grade) = alike(word, index.vocab.word(i), differ) {
                    self.word(i as usize, k, 1, grade);
                }
            }
        }
    }
}

/// Whether two words of one stem may be forms of one word: of a word of three letters only the plural is ("tab", "tabs",
/// but not "not" and "notes").
fn inflects(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    short.len() > 3 || long.strip_suffix('s') == Some(short)
}

/// Whether one of two words is the beginning of the other.
fn kin(a: &str, b: &str) -> bool {
    a.starts_with(b) || b.starts_with(a)
}

fn alike(word: &str, term: &str, differ: u32) -> Option<f32> {
    let (short, long) = if word.len() <= term.len() { (word, term) } else { (term, word) };
    if long
        .strip_suffix(short)
        .is_some_and(|head| matches!(head, "un" | "in" | "im" | "dis" | "de" | "non" | "anti"))
    {
        return None; // "subscribe" and "unsubscribe" are no spellings of one word
    }
    let letters = short.chars().count();
    if letters >= if short.is_ascii() { 4 } else { 2 } && long.starts_with(short) {
        let share = short.len() as f32 / long.len() as f32;
        return (share > 0.4).then_some(grade::PREFIX * (0.55 + 0.45 * share));
    }
    if let Some(grade) = typo_grade(word, term).filter(|_| differ <= 4) {
        return Some(grade);
    }
    let shared = word.bytes().zip(term.bytes()).take_while(|(a, b)| a == b).count();
    if shared >= 5 && shared as f32 >= 0.6 * long.len() as f32 && word.is_ascii() {
        return Some(grade::PREFIX * (0.4 + 0.6 * shared as f32 / long.len() as f32));
    }
    (letters >= 5 && long.ends_with(short))
        .then(|| grade::INSIDE * (0.5 + 0.5 * short.len() as f32 / long.len() as f32))
}
