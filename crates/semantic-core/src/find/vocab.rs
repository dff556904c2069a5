//! The words of a snapshot: each once, with its stem, its meanings and its rarity.

use std::sync::OnceLock;

use hashbrown::HashTable;

use super::words::{Concept, LONGEST_PHRASE, Lexicon, signature, stem_len, word_hash};

/// One distinct word of a snapshot.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub hash: u64,
    /// Equal for words of one stem.
    pub stem: u64,
    start: u32,
    pub len: u16,
    /// A run of a script without blanks.
    pub dense: bool,
    /// Known to carry no meaning of its own.
    pub stop: bool,
    /// Words of the longest known phrase that begins here.
    pub longest: u8,
    concepts: [Concept; 4],
    count: u8,
    icons: u8,
    /// Set of its characters, to rule out typos quickly.
    pub signature: u32,
    /// How many distinct texts hold it.
    pub texts: u32,
    /// How rare it is on the page, in 0.3..1.
    pub rarity: f32,
    /// How much it says: rare words more than common ones, stopwords next to nothing, the number on a badge little.
    pub weight: f32,
}

impl Term {
    pub fn concepts(&self) -> &[Concept] {
        &self.concepts[..self.count as usize]
    }

    pub fn is_icon(&self, i: usize) -> bool {
        self.icons & (1 << i) != 0
    }
}

/// All distinct words of a snapshot.
#[derive(Default, Debug)]
pub(crate) struct Vocab {
    pub terms: Vec<Term>,
    text: String,
    table: HashTable<u32>,
    ends: OnceLock<[Buckets; 2]>,
}

/// Words by one of their bytes.
#[derive(Debug)]
struct Buckets {
    first: [u32; 257],
    words: Vec<u32>,
}

impl Buckets {
    fn new(n: usize, byte: impl Fn(u32) -> u8) -> Buckets {
        let mut first = [0u32; 257];
        for i in 0..n as u32 {
            first[byte(i) as usize + 1] += 1;
        }
        for b in 0..256 {
            first[b + 1] += first[b];
        }
        let mut next = first;
        let mut words = vec![0; n];
        for i in 0..n as u32 {
            let slot = &mut next[byte(i) as usize];
            words[*slot as usize] = i;
            *slot += 1;
        }
        Buckets { first, words }
    }

    fn of(&self, byte: u8) -> &[u32] {
        &self.words[self.first[byte as usize] as usize..self.first[byte as usize + 1] as usize]
    }
}

impl Vocab {
    /// A vocabulary with room for `words` words.
    pub fn with_capacity(words: usize) -> Vocab {
        Vocab { terms: Vec::with_capacity(words), table: HashTable::with_capacity(words), ..Vocab::default() }
    }

    /// The number of `word` (folded), which is added where it is new.
    pub fn add(&mut self, word: &str, dense: bool, lexicon: Lexicon) -> u32 {
        let hash = word_hash(word);
        // Two different words with one 64-bit hash would be one word here; text is checked to be sure.
        let (terms, text) = (&self.terms, &self.text);
        let same = |&i: &u32| {
            let t = &terms[i as usize];
            t.hash == hash && &text[t.start as usize..t.start as usize + t.len as usize] == word
        };
        if let Some(&i) = self.table.find(hash, same) {
            return i;
        }
        let index = self.terms.len() as u32;
        let stem = stem_len(word);
        let stem = if stem == word.len() { hash } else { word_hash(&word[..stem]) };
        let entry = lexicon.word(hash, stem);
        let mut concepts = [0; 4];
        concepts[..entry.concepts().len()].copy_from_slice(entry.concepts());
        let icons = (0..entry.concepts().len()).fold(0, |m, i| m | u8::from(entry.is_icon(i)) << i);
        self.terms.push(Term {
            hash,
            stem,
            start: self.text.len() as u32,
            len: word.len() as u16,
            dense,
            stop: entry.stop,
            longest: (entry.longest as usize).min(LONGEST_PHRASE) as u8,
            concepts,
            count: entry.concepts().len() as u8,
            icons,
            signature: signature(word),
            texts: 0,
            rarity: 1.0,
            weight: 1.0,
        });
        self.text.push_str(word);
        let terms = &self.terms;
        self.table.insert_unique(hash, index, |&i| terms[i as usize].hash);
        index
    }

    /// The number of `word`, if the snapshot has it.
    pub fn lookup(&self, word: &str) -> Option<u32> {
        let hash = word_hash(word);
        self.table.find(hash, |&i| self.terms[i as usize].hash == hash && self.word(i) == word).copied()
    }

    /// The words that may be alike to one that begins with `head` and ends with `tail`: those that begin with either
    /// of its first two bytes (they may be swapped), and those that end alike. In order of the vocabulary within each.
    pub fn near(&self, word: &[u8]) -> impl Iterator<Item = u32> {
        let ends = self.ends.get_or_init(|| {
            let n = self.terms.len();
            let bytes = |i: u32| self.word(i).as_bytes();
            [
                Buckets::new(n, |i| bytes(i).first().copied().unwrap_or(0)),
                Buckets::new(n, |i| bytes(i).last().copied().unwrap_or(0)),
            ]
        });
        let [a, b] = [word[0], word.get(1).copied().unwrap_or(word[0])];
        let second = if a == b { &[][..] } else { ends[0].of(b) };
        let tail = ends[1].of(word[word.len() - 1]).iter().filter(move |&&i| {
            let head = self.word(i).as_bytes().first().copied().unwrap_or(0);
            head != a && head != b
        });
        ends[0].of(a).iter().chain(second).chain(tail).copied()
    }

    /// The text of word `i`.
    pub fn word(&self, i: u32) -> &str {
        let t = &self.terms[i as usize];
        &self.text[t.start as usize..t.start as usize + t.len as usize]
    }

    /// Fixes how much each word says, once all texts are known.
    pub fn weigh(&mut self, texts: usize) {
        let scale = 1.0 / (2.0 * (texts as f32 + 1.0)).ln();
        for term in &mut self.terms {
            let badge = term.len <= 3
                && self.text[term.start as usize..][..term.len as usize].bytes().all(|b| b.is_ascii_digit());
            let share = match (term.stop, term.dense, badge) {
                (true, ..) => 0.15,
                (_, true, _) => 0.6,
                (.., true) => 0.4,
                _ => 1.0,
            };
            term.rarity = rarity(term.texts, texts, scale);
            term.weight = term.rarity * share;
        }
    }
}

/// Smoothed inverse document frequency over the distinct texts of a snapshot, scaled to 0.3..1.
fn rarity(holding: u32, texts: usize, scale: f32) -> f32 {
    let idf = ((texts as f32 + 1.0) / (holding as f32 + 0.5)).ln() * scale;
    0.3 + 0.7 * idf.clamp(0.0, 1.0)
}
