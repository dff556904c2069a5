//! Matchers: one call from a list of descriptors to a result, for callers that keep nothing between finds.

use std::sync::Arc;

use super::descriptor::{ElementDescriptor, snapshot_from_descriptors};
use super::embed::{Embedder, HashingEmbedder};
use super::index::Index;
use super::options::{FindOptions, FindResult, QueryError, Strategy};

/// Scores elements against a query.
pub trait ElementMatcher: Send + Sync {
    /// The elements that `query` means, best first.
    ///
    /// # Errors
    /// As [`Index::find`].
    fn find(
        &self,
        query: &str,
        elements: &[ElementDescriptor],
        options: &FindOptions,
    ) -> Result<FindResult, QueryError>;

    /// Name of the strategy.
    fn strategy(&self) -> &str;
}

/// Matches by words: exact, folded, stemmed, synonyms, abbreviations, typos.
#[derive(Clone, Copy, Debug, Default)]
pub struct LexicalMatcher;

impl LexicalMatcher {
    /// A lexical matcher.
    pub fn new() -> Self {
        LexicalMatcher
    }
}

impl ElementMatcher for LexicalMatcher {
    fn find(
        &self,
        query: &str,
        elements: &[ElementDescriptor],
        options: &FindOptions,
    ) -> Result<FindResult, QueryError> {
        Index::new(Arc::new(snapshot_from_descriptors(elements))).find(query, Strategy::Lexical, options)
    }

    fn strategy(&self) -> &str {
        Strategy::Lexical.as_str()
    }
}

/// Matches by vectors.
#[derive(Clone)]
pub struct EmbeddingMatcher {
    embedder: Arc<dyn Embedder>,
    neighbor_weight: f64,
}

impl Default for EmbeddingMatcher {
    fn default() -> Self {
        EmbeddingMatcher::new(HashingEmbedder::default())
    }
}

impl EmbeddingMatcher {
    /// How much an element's neighbours speak for it unless said otherwise.
    pub const NEIGHBOR_WEIGHT: f64 = 0.10;

    /// A matcher over `embedder`.
    pub fn new(embedder: impl Embedder + 'static) -> Self {
        EmbeddingMatcher::with_neighbor_weight(embedder, Self::NEIGHBOR_WEIGHT)
    }

    /// The same with the weight of the elements before and after, clamped to 0..1 (not a number: the
    /// default). An element then counts `1 - weight` of itself and `weight` of their mean.
    pub fn with_neighbor_weight(embedder: impl Embedder + 'static, weight: f64) -> Self {
        let weight = if weight.is_nan() { Self::NEIGHBOR_WEIGHT } else { weight.clamp(0.0, 1.0) };
        EmbeddingMatcher { embedder: Arc::new(embedder), neighbor_weight: weight }
    }
}

impl ElementMatcher for EmbeddingMatcher {
    fn find(
        &self,
        query: &str,
        elements: &[ElementDescriptor],
        options: &FindOptions,
    ) -> Result<FindResult, QueryError> {
        let snapshot = Arc::new(snapshot_from_descriptors(elements));
        Index::with_embedder(snapshot, Arc::clone(&self.embedder))
            .with_neighbor_weight(self.neighbor_weight)
            .find(query, Strategy::Embedding, options)
    }

    fn strategy(&self) -> &str {
        Strategy::Embedding.as_str()
    }
}

/// Matches by both, 0.6 lexical and 0.4 embedding unless [`FindOptions`] says otherwise. Recommended.
#[derive(Clone)]
pub struct CombinedMatcher {
    embedder: Arc<dyn Embedder>,
}

impl Default for CombinedMatcher {
    fn default() -> Self {
        CombinedMatcher::new(HashingEmbedder::default())
    }
}

impl CombinedMatcher {
    /// A matcher over `embedder`.
    pub fn new(embedder: impl Embedder + 'static) -> Self {
        CombinedMatcher { embedder: Arc::new(embedder) }
    }
}

impl ElementMatcher for CombinedMatcher {
    fn find(
        &self,
        query: &str,
        elements: &[ElementDescriptor],
        options: &FindOptions,
    ) -> Result<FindResult, QueryError> {
        let snapshot = Arc::new(snapshot_from_descriptors(elements));
        Index::with_embedder(snapshot, Arc::clone(&self.embedder)).find(query, Strategy::Combined, options)
    }

    fn strategy(&self) -> &str {
        Strategy::Combined.as_str()
    }
}
