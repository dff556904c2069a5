//! The word knowledge that ships with the library: meanings shared by several words and languages, icons,
//! stopwords and verbs, parsed once from the reviewed text files in `data/`.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::split::{split, Style};
use super::{stem_hash, word_hash};

const CONCEPTS: &str = include_str!("data/concepts.txt");
const RELATED: &str = include_str!("data/related.txt");
const ICONS: &str = include_str!("data/icons.txt");
const ABBREVIATIONS: &str = include_str!("data/abbreviations.txt");
const STOPWORDS: &str = include_str!("data/stopwords.txt");
const VERBS: &str = include_str!("data/verbs.txt");

/// A meaning: the number of a line of `concepts.txt`, or of a pair made from `abbreviations.txt`.
pub(crate) type Concept = u16;

/// What a verb at the head of a request acts on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verb {
    /// Something to press.
    Click,
    /// A field to write into.
    Type,
    /// One of several things.
    Choose,
    /// Something that is on or off.
    Toggle,
    /// A place to go to.
    Open,
    /// Something to see.
    Look,
}

/// Most words of a known phrase.
pub(crate) const LONGEST_PHRASE: usize = 6;

/// What is known of one word or phrase.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Entry {
    concepts: [Concept; 4],
    count: u8,
    /// Words of the longest known phrase that begins with this word; 0 or 1 where none does.
    pub longest: u8,
    /// Carries no meaning of its own.
    pub stop: bool,
    /// Bit i: `concepts[i]` is the meaning of an icon's name or glyph.
    icons: u8,
    /// The verb it can be.
    pub verb: Option<Verb>,
}

impl Entry {
    /// The meanings.
    pub fn concepts(&self) -> &[Concept] {
        &self.concepts[..self.count as usize]
    }

    /// Whether the meaning at `i` is an icon's.
    pub fn is_icon(&self, i: usize) -> bool {
        self.icons & (1 << i) != 0
    }

    fn add(&mut self, concept: Concept, icon: bool) {
        let n = self.count as usize;
        if self.concepts().contains(&concept) || n == self.concepts.len() {
            return;
        }
        self.concepts[n] = concept;
        self.icons |= u8::from(icon) << n;
        self.count += 1;
    }
}

/// All word knowledge, looked up by hash.
pub(crate) struct Lexicon {
    entries: FxHashMap<u64, Entry>,
    /// Sorted pairs (asked, answering) of related meanings.
    related: Vec<(Concept, Concept)>,
    names: Vec<&'static str>,
    price: Option<Concept>,
}

impl Lexicon {
    /// The knowledge that ships with the library.
    pub fn get() -> &'static Lexicon {
        static LEXICON: OnceLock<Lexicon> = OnceLock::new();
        LEXICON.get_or_init(Lexicon::parse)
    }

    /// What is known of the phrase with this hash (see [`phrase_hash`]), or of the word of exactly this hash.
    pub fn entry(&self, hash: u64) -> Option<&Entry> {
        self.entries.get(&hash)
    }

    /// What is known of a word: as it is written, else as its stem. Phrases that it begins go by the stem.
    pub fn word(&self, hash: u64, stem: u64) -> Entry {
        let by_stem = self.entries.get(&stem_key(stem));
        let mut entry = self.entries.get(&hash).or(by_stem).copied().unwrap_or_default();
        entry.longest = by_stem.map_or(0, |e| e.longest);
        entry
    }

    /// Meanings that may answer a query for `concept` without being it.
    pub fn related(&self, concept: Concept) -> impl Iterator<Item = Concept> {
        let from = self.related.partition_point(|&(a, _)| a < concept);
        self.related[from..].iter().take_while(move |&&(a, _)| a == concept).map(|&(_, b)| b)
    }

    /// The meaning of amounts of money.
    pub fn price(&self) -> Option<Concept> {
        self.price
    }

    /// Number of meanings.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    fn parse() -> Lexicon {
        let mut p = Parser { entries: FxHashMap::default(), names: Vec::new(), ids: FxHashMap::default(), buffer: String::new() };
        p.entries.reserve(8192);
        for (_, rest) in lines(STOPWORDS) {
            rest.split(',').for_each(|w| p.mark(w, false, |e| e.stop = true));
        }
        for (id, rest) in lines(CONCEPTS) {
            let concept = p.concept(id);
            for segment in rest.split('|') {
                let (words, foreign) = segment.split_once(':').map_or((segment, false), |(_, words)| (words, true));
                words.split(',').for_each(|w| p.learn(w, concept, false, foreign));
            }
        }
        for (id, rest) in lines(ICONS) {
            let concept = p.concept(id);
            rest.split(',').for_each(|w| p.learn(w, concept, true, false));
        }
        for (short, full) in lines(ABBREVIATIONS) {
            p.abbreviate(short, full.trim());
        }
        for (verb, kind) in lines(VERBS) {
            let verb = verb.split_once('|').map_or(verb, |(_, v)| v);
            let kind = match kind.trim() {
                "click" => Verb::Click,
                "type" => Verb::Type,
                "choose" => Verb::Choose,
                "toggle" => Verb::Toggle,
                "open" => Verb::Open,
                _ => Verb::Look,
            };
            p.mark(verb, false, |e| e.verb = Some(kind));
        }
        let mut related = Vec::new();
        for line in RELATED.lines().filter(|l| !l.starts_with('#')) {
            let (both, pair) = match (line.split_once('~'), line.split_once('>')) {
                (Some(pair), _) => (true, pair),
                (_, Some(pair)) => (false, pair),
                _ => continue,
            };
            if let (Some(&a), Some(&b)) = (p.ids.get(pair.0.trim()), p.ids.get(pair.1.trim())) {
                related.push((a, b));
                if both {
                    related.push((b, a));
                }
            }
        }
        related.sort_unstable();
        related.dedup();
        Lexicon { price: p.ids.get("price").copied(), entries: p.entries, related, names: p.names }
    }
}

/// The `id: rest` lines of a data file.
fn lines(data: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    data.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split_once(": "))
}

struct Parser {
    entries: FxHashMap<u64, Entry>,
    names: Vec<&'static str>,
    ids: FxHashMap<&'static str, Concept>,
    buffer: String,
}

impl Parser {
    fn concept(&mut self, id: &'static str) -> Concept {
        let next = self.names.len() as Concept;
        let id = id.trim();
        *self.ids.entry(id).or_insert_with(|| {
            self.names.push(id);
            next
        })
    }

    /// Changes what is known of a word, also under its stem, or of a phrase; with `single` also of the only word
    /// with meaning in a phrase ("se connecter").
    fn mark(&mut self, phrase: &str, single: bool, mut change: impl FnMut(&mut Entry)) {
        let (mut hashes, mut exact) = ([0u64; LONGEST_PHRASE], [0u64; LONGEST_PHRASE]);
        let mut n = 0;
        let mut too_long = false;
        split(phrase, Style::Prose, &mut self.buffer, |w| {
            if n < LONGEST_PHRASE {
                hashes[n] = stem_hash(w.text);
                exact[n] = word_hash(w.text);
                n += 1;
            } else {
                too_long = true;
            }
        });
        if n == 0 || too_long {
            return;
        }
        if n == 1 {
            change(self.entries.entry(exact[0]).or_default());
            let stem = self.entries.entry(stem_key(hashes[0])).or_default();
            let stop = stem.stop;
            change(stem);
            stem.stop = stop; // an inflected stopword is no stopword
            return;
        }
        // "terms of service" is known as "terms service" too: little words come and go in phrases.
        let mut content = [0u64; LONGEST_PHRASE];
        let mut m = 0;
        for (&h, e) in hashes[..n].iter().zip(&exact) {
            if !self.entries.get(e).is_some_and(|e| e.stop) {
                content[m] = h;
                m += 1;
            }
        }
        if m > 1 && m < n {
            self.enter(&content[..m], &mut change);
        }
        if m == 1 && single {
            let word = hashes.iter().position(|&h| h == content[0]).unwrap_or(0);
            change(self.entries.entry(exact[word]).or_default());
            change(self.entries.entry(stem_key(content[0])).or_default());
        }
        self.enter(&hashes[..n], &mut change);
    }

    fn enter(&mut self, words: &[u64], change: &mut impl FnMut(&mut Entry)) {
        let first = self.entries.entry(stem_key(words[0])).or_default();
        first.longest = first.longest.max(words.len() as u8);
        change(self.entries.entry(phrase_hash(words)).or_default());
    }

    fn learn(&mut self, phrase: &str, concept: Concept, icon: bool, foreign: bool) {
        self.mark(phrase, foreign, |e| e.add(concept, icon));
    }

    /// An abbreviation means whatever its full form means; a full form without a known meaning gets one.
    fn abbreviate(&mut self, short: &'static str, full: &'static str) {
        let mut known = Entry::default();
        self.mark(full, false, |e| known = if known.count == 0 { *e } else { known });
        if known.count == 0 {
            let concept = self.concept(full);
            self.learn(full, concept, false, false);
            self.learn(short, concept, false, false);
        }
        for (i, &concept) in known.concepts().iter().enumerate() {
            if !known.is_icon(i) {
                self.learn(short, concept, false, false);
            }
        }
    }
}

/// The key of what is known of a stem, which is not what is known of a word that is spelled like it.
fn stem_key(stem: u64) -> u64 {
    stem.rotate_left(17) ^ 0xa076_1d64_78bd_642f
}

/// The known phrases that begin at the first of some words, as (words taken, entry). `words` yields the stem hash of
/// each word and whether it is a stopword; stopwords inside a phrase may be left out.
pub(crate) fn phrases(longest: usize, words: impl Iterator<Item = (u64, bool)>, mut each: impl FnMut(usize, &Entry)) {
    let lexicon = Lexicon::get();
    let (mut all, mut content) = ([0u64; LONGEST_PHRASE], [0u64; LONGEST_PHRASE]);
    let (mut n, mut m) = (0, 0);
    for (taken, (hash, stop)) in words.enumerate().take(2 * LONGEST_PHRASE) {
        let taken = taken + 1;
        if n == taken - 1 && n < longest {
            all[n] = hash;
            n += 1;
            if let Some(entry) = lexicon.entry(phrase_hash(&all[..n])).filter(|_| n > 1) {
                each(taken, entry);
            }
        }
        if !stop && m < longest {
            content[m] = hash;
            m += 1;
            if let Some(entry) = lexicon.entry(phrase_hash(&content[..m])).filter(|_| m > 1 && m < taken) {
                each(taken, entry);
            }
        }
        if m == longest || taken > n && n == longest && m == longest {
            break;
        }
    }
}

/// The hash of a phrase from those of its words; of one word, that word's.
pub(crate) fn phrase_hash(words: &[u64]) -> u64 {
    match words {
        [one] => *one,
        many => many.iter().fold(0x9e37_79b9_7f4a_7c15, |h, &w| (h.rotate_left(23) ^ w).wrapping_mul(0xff51_afd7_ed55_8ccd)),
    }
}
