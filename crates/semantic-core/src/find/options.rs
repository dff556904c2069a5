//! What a caller asks of a find, and what comes back.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::Confidence;
use crate::tree::NodeId;

/// How the two kinds of evidence are weighed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Strategy {
    /// Words alone: exact, folded, stemmed, synonyms, abbreviations, typos.
    Lexical,
    /// Vectors alone: hashed words, meanings and character n-grams.
    Embedding,
    /// Both; 0.6 lexical and 0.4 embedding unless [`FindOptions`] says otherwise.
    Combined,
}

impl Strategy {
    /// The strategy's name in inputs and outputs.
    pub fn as_str(self) -> &'static str {
        match self {
            Strategy::Lexical => "lexical",
            Strategy::Embedding => "embedding",
            Strategy::Combined => "combined",
        }
    }

    /// The strategy called `name`.
    pub fn from_name(name: &str) -> Option<Strategy> {
        [Strategy::Lexical, Strategy::Embedding, Strategy::Combined].into_iter().find(|s| s.as_str() == name)
    }
}

/// What a find returns and how it weighs.
#[derive(Clone, Debug, PartialEq)]
pub struct FindOptions {
    /// Least score of a match, in 0..1. Default 0.3.
    pub threshold: f64,
    /// Most matches returned; 0 means all. Default 3.
    pub top_k: usize,
    /// Weight of lexical evidence for [`Strategy::Combined`], not negative; only the proportion to the other
    /// weight counts. Default 0.6.
    pub lexical_weight: f64,
    /// Weight of embedding evidence for [`Strategy::Combined`]. Default 0.4.
    pub embedding_weight: f64,
    /// Whether matches say why. Default false.
    pub explain: bool,
}

impl Default for FindOptions {
    fn default() -> Self {
        FindOptions { threshold: 0.3, top_k: 3, lexical_weight: 0.6, embedding_weight: 0.4, explain: false }
    }
}

/// The elements that fit a query, best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FindResult {
    /// Matches, best first; equal scores in document order.
    pub matches: Vec<ElementMatch>,
    /// Ref of the best match, if there is one.
    pub best_ref: Option<SmolStr>,
    /// Score of the best match, 0 without one.
    pub best_score: f64,
    /// Label of the best match; [`Confidence::Low`] without one.
    pub confidence: Confidence,
    /// Name of the strategy that scored.
    pub strategy: SmolStr,
    /// Number of elements looked at.
    pub element_count: usize,
    /// Whether another element fits as well as the best one, so that the choice is a guess.
    pub ambiguous: bool,
    /// How much likelier the best match is than the next element, whether returned or not: the difference of
    /// their shares of the probability among all candidates, in 0..1; of a locator, the difference of scores. Absent
    /// where nothing else scored.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub margin: Option<f64>,
    /// What the query asked that could not be honoured, and what was left out, one sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub notes: Vec<String>,
}

/// One element that fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ElementMatch {
    /// The element's own ref, or `s_N` where the snapshot has none or where its own is not unique.
    #[serde(rename = "ref")]
    pub reference: SmolStr,
    /// The element's number as `s_N`.
    pub node: SmolStr,
    /// How well it fits, in 0..1.
    pub score: f64,
    /// How far the score may be trusted, given the other candidates.
    pub confidence: Confidence,
    /// Role in ARIA's words.
    pub role: SmolStr,
    /// Accessible name, empty where there is none.
    pub name: SmolStr,
    /// Why, if asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub explain: Option<MatchExplain>,
}

impl ElementMatch {
    /// The element's number.
    pub fn node_id(&self) -> Option<NodeId> {
        self.node.strip_prefix("s_").and_then(|n| n.parse().ok()).map(NodeId)
    }
}

/// The scores of each strategy, and the reasons in words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchExplain {
    /// Score by words alone, in 0..1.
    pub lexical_score: f64,
    /// Score by vectors alone, in 0..1.
    pub embedding_score: f64,
    /// The reasons, most important first.
    pub why: Vec<String>,
}

/// Why a query cannot be answered at all (no match is not an error).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// A structured locator that is not well formed.
    #[error("locator {locator:?}: {problem}; write find:{locator} to search for the words instead")]
    Locator {
        /// The locator as given, cut to a line.
        locator: String,
        /// What is wrong and what would be right.
        problem: String,
    },
    /// A threshold or weight outside its range.
    #[error("{name} must be {range}, not {value}")]
    Option {
        /// The option's name.
        name: &'static str,
        /// The values it may take.
        range: &'static str,
        /// The value given.
        value: String,
    },
    /// The embedder failed, or returned vectors of unequal or zero length.
    #[error("embedder {strategy}: {problem}")]
    Embedder {
        /// The embedder's name.
        strategy: String,
        /// What went wrong.
        problem: String,
    },
}
