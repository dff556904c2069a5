//! Compiling the reviewed word lists in `data/` into the table that the library looks words up in.
//!
//! The lists are for people, the table is for the first find of a process: reading the lists takes longer than
//! most finds. `cargo xtask words` writes the table; a test fails where it is not the lists' own.

use rustc_hash::FxHashMap;

use super::lexicon::{Concept, Entry, LONGEST_PHRASE, Verb, phrase_hash, stem_key};
use super::split::{Style, split};
use super::{stem_hash, stem_len, word_hash};

const CONCEPTS: &str = include_str!("data/concepts.txt");
const RELATED: &str = include_str!("data/related.txt");
const OPPOSITES: &str = include_str!("data/opposites.txt");
const ICONS: &str = include_str!("data/icons.txt");
const ABBREVIATIONS: &str = include_str!("data/abbreviations.txt");
const STOPWORDS: &str = include_str!("data/stopwords.txt");
const VERBS: &str = include_str!("data/verbs.txt");

/// The table for `data/lexicon.bin`, laid out as `lexicon.rs` reads it.
#[doc(hidden)]
pub fn compiled_lexicon() -> Vec<u8> {
    let Parsed { entries, related, opposite, names, price } = parse();
    let mut sorted: Vec<(u64, Entry)> = entries.into_iter().collect();
    sorted.sort_unstable_by_key(|e| e.0);
    let mut out = Vec::new();
    for n in [sorted.len(), related.len(), opposite.len(), names, price as usize] {
        out.extend((n as u32).to_le_bytes());
    }
    // Where the entries with each value of the key's top bits begin.
    for bucket in 0..=1u64 << super::lexicon::BUCKET_BITS {
        let at = sorted.partition_point(|e| e.0 >> (64 - super::lexicon::BUCKET_BITS) < bucket);
        out.extend((at as u32).to_le_bytes());
    }
    sorted.iter().for_each(|(key, entry)| entry.write(*key, &mut out));
    for (a, b) in related.into_iter().chain(opposite) {
        out.extend(a.to_le_bytes());
        out.extend(b.to_le_bytes());
    }
    out
}

/// Little words that change nothing about what a verb means ("se connecter").
const REFLEXIVE: [&str; 7] = ["se", "sich", "mich", "zich", "si", "sig", "sie"];

/// What the lists say.
struct Parsed {
    entries: FxHashMap<u64, Entry>,
    related: Vec<(Concept, Concept)>,
    opposite: Vec<(Concept, Concept)>,
    names: usize,
    price: Concept,
}

fn parse() -> Parsed {
    let mut p = Parser {
        entries: FxHashMap::default(),
        names: Vec::new(),
        ids: FxHashMap::default(),
        buffer: String::new(),
    };
    p.entries.reserve(8192);
    for (_, rest) in lines(STOPWORDS) {
        rest.split(',').for_each(|w| p.mark(w, false, |e| e.stop = true));
    }
    for (id, rest) in lines(CONCEPTS) {
        let concept = p.concept(id);
        for segment in rest.split('|') {
            let (words, foreign) =
                segment.split_once(':').map_or((segment, false), |(_, words)| (words, true));
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
    let related = p.pairs(RELATED);
    let opposite = p.pairs(OPPOSITES);
    let price = p.ids.get("price").copied().unwrap_or(Concept::MAX);
    Parsed { entries: p.entries, related, opposite, names: p.names.len(), price }
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
    /// Sorted pairs of meanings: `a ~ b` and `a ! b` hold both ways, `a > b` one way.
    fn pairs(&self, data: &str) -> Vec<(Concept, Concept)> {
        let mut pairs = Vec::new();
        for line in data.lines().filter(|l| !l.starts_with('#')) {
            let Some((a, b)) = line.split_once(['~', '!', '>']) else { continue };
            let (Some(&a), Some(&b)) = (self.ids.get(a.trim()), self.ids.get(b.trim())) else { continue };
            pairs.push((a, b));
            if !line.contains('>') {
                pairs.push((b, a));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

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
        let (mut too_long, mut sound) = (false, true);
        split(phrase, Style::Prose, &mut self.buffer, |w| {
            if n < LONGEST_PHRASE {
                hashes[n] = stem_hash(w.text);
                exact[n] = word_hash(w.text);
                let stem = stem_len(w.text);
                sound = stem == w.text.len() || stem > 3 || w.text.len() == stem + 1 && w.text.ends_with('s');
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
            // A stem of three letters is too little to go by ("notes" and "not"), but for a plural ("tabs").
            if !sound {
                return;
            }
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
        if m == 1 && single && REFLEXIVE.iter().any(|r| exact[..n].contains(&word_hash(r))) {
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
        self.mark(full, false, |e| known = if known.concepts().is_empty() { *e } else { known });
        if known.concepts().is_empty() {
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

#[cfg(test)]
mod tests {
    #[test]
    fn the_committed_table_is_that_of_the_lists() {
        let committed = super::super::lexicon::TABLE;
        assert!(super::compiled_lexicon() == committed, "the word lists changed: run `cargo xtask words`");
    }
}
