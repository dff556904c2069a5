//! Words: folding and splitting text, stems, typos, and what words mean.

mod compile;
mod fold;
mod lexicon;
mod split;
mod stem;
mod typo;

pub use compile::compiled_lexicon;
pub(crate) use fold::fold_into;
pub(crate) use lexicon::{Concept, LONGEST_PHRASE, Lexicon, Verb, phrase_hash, phrases};
pub(crate) use split::{Style, split};
pub(crate) use stem::stem_len;
pub(crate) use typo::{signature, typo_grade};

/// The hash of a word's stem: what the lexicon and phrases go by.
pub(crate) fn stem_hash(word: &str) -> u64 {
    word_hash(&word[..stem_len(word)])
}

/// The hash by which words are known, the same on every machine: the compiled lexicon holds it. Eight bytes at a
/// time are folded in by a rotation, an exclusive or and a multiplication, as in rustc's FxHash.
pub(crate) fn word_hash(word: &str) -> u64 {
    const K: u64 = 0x517c_c1b7_2722_0a95;
    let add = |h: u64, v: u64| (h.rotate_left(5) ^ v).wrapping_mul(K);
    let (chunks, rest) = word.as_bytes().as_chunks::<8>();
    let mut h = chunks.iter().fold(word.len() as u64, |h, c| add(h, u64::from_le_bytes(*c)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    h = add(h, u64::from_le_bytes(last));
    // The high bits are well mixed, the low ones are not: tables use either.
    h ^ h >> 32
}
