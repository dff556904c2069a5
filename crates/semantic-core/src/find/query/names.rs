//! Reading single words of a query, and keeping names that look like grammar from being read as grammar.

use super::Page;
use super::kinds::{Kind, kind_of};
use super::model::{Query, Token};
use super::relations::{negation, ordinal, place_preposition, position, relation, state, superlative};
use crate::find::words::{LONGEST_PHRASE, Lexicon, Verb, phrase_hash};

/// The folded words of a query.
#[derive(Clone, Copy)]
pub(super) struct Words<'t>(pub &'t str);

impl<'t> Words<'t> {
    pub fn of(self, t: &Token) -> &'t str {
        &self.0[t.start as usize..t.end as usize]
    }

    /// The words from `i` on, at most six, empty strings past the end, past a clause or past a literal word.
    pub fn window(self, tokens: &[Token], i: usize) -> [&'t str; 6] {
        let mut words = [""; 6];
        for (k, slot) in words.iter_mut().enumerate() {
            match tokens.get(i + k) {
                Some(t) if !t.literal && (k == 0 || !t.boundary) => *slot = self.of(t),
                _ => break,
            }
        }
        words
    }

    pub fn kind_at(self, tokens: &[Token], i: usize) -> Option<(Kind, usize)> {
        let t = tokens.get(i).filter(|t| !t.quoted)?;
        let second = tokens.get(i + 1).filter(|n| !n.quoted && !n.boundary).map(|n| self.of(n));
        let (kind, n) = kind_of(self.of(t), second)?;
        let number = |t: Option<&Token>| t.is_some_and(|t| self.of(t).bytes().all(|b| b.is_ascii_digit()));
        if kind == Kind::Page && (number(tokens.get(i + 1)) || i > 0 && number(tokens.get(i - 1))) {
            return None; // "page 2" is a name
        }
        // Inside a known phrase ("check box") only the whole phrase is a kind.
        (!t.literal || n == 2).then_some((kind, n))
    }
}

/// A grammar word that stands on the page beside the same neighbour is part of a name there.
pub(super) fn protect_names(words: Words<'_>, q: &mut Query, page: &dyn Page) {
    for i in 0..q.tokens.len() {
        let tokens = &mut q.tokens;
        let here = words.of(&tokens[i]);
        if tokens[i].literal {
            continue;
        }
        if place_preposition(here) || relation(&words.window(tokens, i)).is_some() {
            // "Apply to your balance": a preposition is part of a name that the page has around it.
            let around = i > 0
                && i + 1 < tokens.len()
                && page.has_pair(words.of(&tokens[i - 1]), here)
                && page.has_pair(here, words.of(&tokens[i + 1]));
            tokens[i].literal |= around;
            tokens[i].stop |= around;
            continue;
        }
        if !is_operator(&words.window(tokens, i)) {
            continue;
        }
        let next = tokens.get(i + 1).is_some_and(|t| !t.stop && page.has_pair(here, words.of(t)))
            && words.kind_at(tokens, i + 1).is_none();
        if is_alone(words, tokens, i) && page.has_text(here) {
            tokens[i].literal = true; // "Last", "the Fastest tab"
            continue;
        }
        let negates = negation(&[here]).is_some();
        let last = negates && i > 0 && !tokens[i - 1].stop && page.has_pair(words.of(&tokens[i - 1]), here);
        if next || last {
            tokens[i].literal = true;
        }
        if next {
            tokens[i + 1].literal = true;
        }
    }
}

/// Whether nothing but a verb, stopwords and a control's kind stand beside the word.
fn is_alone(words: Words<'_>, tokens: &[Token], i: usize) -> bool {
    let verbs = find_verb(tokens, 0).map_or(0, |v| v.1);
    tokens.iter().enumerate().all(|(k, t)| {
        let kind = || words.kind_at(tokens, k).is_some_and(|(kind, _)| kind.is_control());
        k == i || k < verbs || t.stop || kind()
    })
}

/// Whether the words could be read as grammar that changes what is found.
fn is_operator(words: &[&str]) -> bool {
    negation(words).is_some()
        || ordinal(words).is_some()
        || position(words[0]).is_some()
        || superlative(words).is_some()
        || state(words[0]).is_some()
}

/// The longest verb phrase at `i`; none where nothing follows it, since then it is what is looked for.
pub(super) fn find_verb(tokens: &[Token], i: usize) -> Option<(Verb, usize)> {
    let lexicon = Lexicon::get();
    let mut hashes = [0; LONGEST_PHRASE];
    let mut most = 0;
    for (h, t) in hashes.iter_mut().zip(tokens.get(i..)?) {
        if t.quoted || t.dense || (most > 0 && t.boundary) {
            break;
        }
        *h = t.stem;
        most += 1;
    }
    let verb = |n: usize| match n {
        1 => lexicon.word(tokens[i].hash, hashes[0]).verb.map(|v| (v, 1)),
        _ => lexicon.entry(phrase_hash(&hashes[..n]))?.verb.map(|v| (v, n)),
    };
    (1..=most).rev().find_map(verb).filter(|&(_, n)| i + n < tokens.len())
}
