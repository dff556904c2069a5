//! Words: folding and splitting text, stems, typos, and what words mean.

mod fold;
mod lexicon;
mod split;
mod stem;
mod typo;

use std::hash::Hasher;

pub(crate) use fold::fold_into;
pub(crate) use lexicon::{phrase_hash, phrases, Concept, Lexicon, Verb, LONGEST_PHRASE};
pub(crate) use split::{split, Style};
pub(crate) use stem::stem_len;
pub(crate) use typo::{signature, typo_grade};

/// The hash of a word's stem: what the lexicon and phrases go by.
pub(crate) fn stem_hash(word: &str) -> u64 {
    word_hash(&word[..stem_len(word)])
}

/// The hash by which words are known within one process.
pub(crate) fn word_hash(word: &str) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(word.as_bytes());
    hasher.finish()
}
