//! The lexical score of two bare strings.

use std::sync::Arc;

use super::index::Index;
use super::options::{FindOptions, Strategy};
use crate::tree::{NodeId, Role, SnapshotBuilder};

/// How well `description` (the text of an element) answers `query` by its words, in 0..1.
///
/// The score is the one that [`LexicalMatcher`](super::LexicalMatcher) gives an element of that name that is
/// alone on its page; empty strings and queries that are malformed locators score 0.
///
/// ```
/// use semantic_core::find::lexical_score;
/// assert!(lexical_score("log in", "Sign in") > lexical_score("log in", "Sign up"));
/// assert_eq!(lexical_score("", "Sign in"), 0.0);
/// ```
pub fn lexical_score(query: &str, description: &str) -> f64 {
    let mut page = SnapshotBuilder::new();
    page.open(Role::Button);
    page.set_name(description);
    let index = Index::new(Arc::new(page.finish()));
    let found = index.score(query, NodeId::from_index(0), Strategy::Lexical, &FindOptions::default());
    found.map_or(0.0, |m| m.score)
}
