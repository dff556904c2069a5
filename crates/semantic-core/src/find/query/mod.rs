//! Understanding a query: what is looked for, where it is, which of several, and what it is not.
//!
//! A query goes through three steps. [`lex`] splits it into folded words and marks what must be read as it
//! stands: quoted words and known phrases ("sign in" holds no preposition). [`grammar`] gives each word its
//! part: target, place, anchor, negation, kind, ordinal. [`parse`] weighs the words that are scored.

mod grammar;
mod kinds;
mod lex;
mod model;
mod names;
mod parse;
mod relations;

pub(crate) use kinds::Kind;
pub(crate) use model::{MOST_WORDS, Measure, Ordinal, Part, PlaceNoun, Position, Query, Relation, Token};
pub(crate) use parse::parse;

/// What the parser may ask about the page: names that look like grammar win over grammar.
pub(crate) trait Page {
    /// Whether the two folded words stand side by side in some text of the page.
    fn has_pair(&self, first: &str, second: &str) -> bool;

    /// Whether some text of the page is exactly this folded word.
    fn has_text(&self, word: &str) -> bool;
}
