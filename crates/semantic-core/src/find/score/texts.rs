//! What each text of the page has of the query.

use crate::find::index::Index;
use crate::find::query::{Part, Query, Token};
use crate::find::scratch::Scratch;
use crate::find::words::{Concept, Lexicon};

/// A text in which query words were found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextHit {
    /// First of its (query word, grade) pairs, and how many.
    pub pairs: u32,
    pub len: u8,
    /// Share of the text's own words that the query's target accounts for, in 0..1.
    pub precision: f32,
    /// Most words in a row that stand in the query in the same order.
    pub run: u8,
    /// The text's weighty words are one run: the text stands in the query as it is.
    pub contained: bool,
    /// Every word of the text was quoted in the query.
    pub quoted: bool,
    /// It is the query, word for word.
    pub literal: bool,
    /// It denies ("without") where the query does not.
    pub denies: bool,
    /// It says the contrary of what is asked.
    pub opposite: bool,
    /// Sum of the weights of the text's words.
    pub weight: f32,
}

/// A text this near to the query by vectors alone makes its element a candidate.
pub(crate) const ALIKE: f32 = 0.42;

/// Fills the text tables of `s` from its word hits.
pub(crate) fn hit_texts(index: &Index, s: &mut Scratch) {
    let query = std::mem::take(&mut s.query);
    let mut grades = [0.0f32; 64];
    s.denials.clear();
    s.denials.extend(DENIALS.iter().filter_map(|w| index.vocab.lookup(w)));
    let n = index.text_count();
    for text in 0..n {
        let mut any = 0;
        for &w in index.words_of(text) {
            any |= s.word_head[w as usize];
        }
        for m in index.meanings_of(text) {
            any |= s.meaning_head[m.concept as usize];
        }
        if any != 0 || s.text_cosine.get(text).is_some_and(|&c| c > ALIKE) {
            let hit = hit_text(index, s, &query, text, &mut grades);
            s.text_hits.push(hit);
            s.text_slot[text] = s.text_hits.len() as u32;
        }
    }
    s.query = query;
}

/// Whether words of this part account for words of the target's name.
fn names_target(part: Part) -> bool {
    matches!(part, Part::Target | Part::Kind | Part::Verb | Part::Place)
}

fn hit_text(index: &Index, s: &mut Scratch, query: &Query, text: usize, grades: &mut [f32; 64]) -> TextHit {
    let words = index.words_of(text);
    // Grade and first query word of each word of the text.
    let mut of_word = std::mem::take(&mut s.of_word);
    of_word.clear();
    of_word.resize(words.len(), (0.0f32, u8::MAX, 1u8));
    let mut seen = 0u64;
    let mut quoted = true;
    let mut record = |at: usize, len: usize, share: f32, mut head: u32| {
        while head != 0 {
            let mut hit = s.word_hits[head as usize - 1];
            hit.grade *= share;
            let words = hit.word as usize..(hit.word + hit.span) as usize;
            for (k, grade) in words.clone().zip(&mut grades[words]) {
                let first = seen & 1 << k == 0;
                seen |= 1 << k;
                *grade = if first { hit.grade } else { grade.max(hit.grade) };
            }
            if names_target(query.words[hit.word as usize].part) {
                for slot in &mut of_word[at..at + len] {
                    if hit.grade > slot.0 {
                        *slot = (hit.grade, hit.word, hit.span);
                    }
                }
            }
            head = hit.next;
        }
    };
    for (at, &w) in words.iter().enumerate() {
        record(at, 1, 1.0, s.word_head[w as usize]);
    }
    for m in index.meanings_of(text) {
        let share = if m.inner { 0.6 } else { 1.0 };
        record(m.start as usize, m.len as usize, share, s.meaning_head[m.concept as usize]);
    }
    let total = index.texts[text].weight;
    let mut accounted = 0.0;
    let (mut run, mut best_run, mut run_weight, mut best_weight) = (0u8, 0u8, 0.0f32, 0.0f32);
    let mut last = u8::MAX;
    for (&w, &(grade, word, _)) in words.iter().zip(&of_word) {
        let weight = index.vocab.terms[w as usize].weight;
        accounted += weight * grade;
        let follows = word != u8::MAX && grade >= 0.8 && (last == u8::MAX || next_word(query, last, word));
        if word == u8::MAX || grade < 0.8 {
            run = 0;
            run_weight = 0.0;
            last = u8::MAX;
        } else if follows {
            run += 1;
            run_weight += weight;
            last = word;
        } else {
            run = 1;
            run_weight = weight;
            last = word;
        }
        quoted &= word != u8::MAX && query.tokens[query.words[word as usize].token as usize].quoted;
        if run_weight > best_weight {
            (best_run, best_weight) = (run, run_weight);
        }
    }
    // A word of the text speaks in full for one word of the query: "New" is not both "create" and "new".
    let owned = of_word
        .iter()
        .filter(|slot| slot.1 != u8::MAX)
        .fold(0u64, |set, &(_, word, span)| set | ((1u64 << span) - 1) << word);
    let pairs = s.pairs.len() as u32;
    let mut left = seen;
    while left != 0 {
        let k = left.trailing_zeros();
        let shared = owned & 1 << k == 0 && names_target(query.words[k as usize].part);
        s.pairs.push((k as u8, grades[k as usize] * if shared { 0.6 } else { 1.0 }));
        left &= left - 1;
    }
    s.of_word = of_word;
    TextHit {
        pairs,
        len: seen.count_ones() as u8,
        precision: (accounted / total.max(1e-6)).min(1.0),
        run: best_run,
        contained: best_weight > 0.93 * total,
        quoted,
        literal: is_literal(index, query, text),
        denies: words.iter().any(|w| s.denials.contains(w) && s.word_head[*w as usize] == 0),
        opposite: is_opposite(index, s, text),
        weight: total,
    }
}

/// Whether a text is the query, word for word.
fn is_literal(index: &Index, query: &Query, text: usize) -> bool {
    let words = index.words_of(text);
    let same = |(&w, t): (&u32, &Token)| index.vocab.terms[w as usize].hash == t.hash;
    words.len() == query.tokens.len() && words.iter().zip(&query.tokens).all(same)
}

/// Words that turn a name into its contrary.
const DENIALS: [&str; 10] = ["without", "not", "no", "never", "dont", "ohne", "sans", "sin", "sem", "senza"];

/// Whether a text means the contrary of something asked without also meaning what was asked ("Sign in or register").
fn is_opposite(index: &Index, s: &Scratch, text: usize) -> bool {
    let has = |set: &[u64], c: Concept| set[c as usize / 64] & 1 << (c % 64) != 0;
    let meanings = index.meanings_of(text);
    let excused = |c: Concept| {
        let mut asked = Lexicon::get().opposite(c).filter(|&a| has(&s.asked, a));
        asked.any(|a| meanings.iter().any(|m| m.concept == a))
    };
    meanings.iter().any(|m| !m.inner && has(&s.opposite, m.concept) && !excused(m.concept))
}

/// Whether query word `b` follows `a` with nothing but stopwords between them.
fn next_word(query: &Query, a: u8, b: u8) -> bool {
    let (a, b) = (query.words[a as usize].token, query.words[b as usize].token);
    b >= a
        && (b - a <= 1
            || query.tokens[a as usize + 1..b as usize].iter().all(|t| t.stop || t.part == Part::Grammar))
}
