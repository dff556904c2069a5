//! The words of a snapshot: each once, with its stem, its meanings and its rarity.

use hashbrown::HashTable;

use super::words::{signature, stem_len, word_hash, Concept, Lexicon, LONGEST_PHRASE};

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
}

impl Vocab {
    /// The number of `word` (folded), which is added where it is new.
    pub fn add(&mut self, word: &str, dense: bool, lexicon: &Lexicon) -> u32 {
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

    /// The text of word `i`.
    pub fn word(&self, i: u32) -> &str {
        let t = &self.terms[i as usize];
        &self.text[t.start as usize..t.start as usize + t.len as usize]
    }

    /// How much word `i` says: rare words more than common ones, stopwords next to
    /// nothing, the number on a badge little. At most 1.
    pub fn weight(&self, i: u32, texts: usize) -> f32 {
        let t = &self.terms[i as usize];
        let badge = t.len <= 3 && self.word(i).bytes().all(|b| b.is_ascii_digit());
        let share = match (t.stop, t.dense, badge) {
            (true, ..) => 0.15,
            (_, true, _) => 0.6,
            (.., true) => 0.4,
            _ => 1.0,
        };
        rarity(t.texts, texts) * share
    }
}

/// Smoothed inverse document frequency over the distinct texts of a snapshot, scaled to 0.3..1.
pub(crate) fn rarity(holding: u32, texts: usize) -> f32 {
    let n = texts as f32;
    let idf = ((n + 1.0) / (holding as f32 + 0.5)).ln() / (2.0 * (n + 1.0)).ln();
    0.3 + 0.7 * idf.clamp(0.0, 1.0)
}
