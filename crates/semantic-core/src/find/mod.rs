//! Finding: from a sentence to the element that it means.
//!
//! A [`Snapshot`](crate::tree::Snapshot) is prepared once as an [`Index`] and searched many times. A query is
//! understood (what is looked for, where, which of several, what not), its words are matched to those of the
//! page (same, stem, meaning in any of sixteen languages, typo, vector), and each candidate is scored from
//! evidence of its own and of the row, section and dialog around it. A result says how far it may be trusted
//! and, on request, why.
//!
//! ```
//! use semantic_core::find::{CombinedMatcher, ElementDescriptor, ElementMatcher, FindOptions};
//!
//! let element = |reference: &str, role: &str, name: &str| ElementDescriptor {
//!     reference: reference.into(),
//!     role: role.into(),
//!     name: name.into(),
//!     ..Default::default()
//! };
//! let elements = [
//!     element("e0", "button", "Sign In"),
//!     element("e1", "textbox", "Email"),
//!     element("e2", "link", "Forgot password?"),
//! ];
//! let result = CombinedMatcher::default().find("log in button", &elements, &FindOptions::default()).unwrap();
//! assert_eq!(result.best_ref.as_deref(), Some("e0"));
//! ```

mod confidence;
mod descriptor;
mod embed;
mod embedding;
mod explain;
mod finder;
mod index;
mod lexical;
mod locator;
mod matcher;
mod options;
mod query;
mod ranges;
mod score;
mod scratch;
mod search;
mod vocab;
pub(crate) mod words;

pub use confidence::{Confidence, calibrate_confidence};
pub use descriptor::{ElementDescriptor, Positional, snapshot_from_descriptors};
pub use embed::{Embedder, HashingEmbedder, cosine_similarity};
pub use index::Index;
pub use lexical::lexical_score;
pub use matcher::{CombinedMatcher, ElementMatcher, EmbeddingMatcher, LexicalMatcher};
pub use options::{ElementMatch, FindOptions, FindResult, MatchExplain, QueryError, Strategy};
pub(crate) use score::same;
#[doc(hidden)]
pub use score::{FEATURE_NAMES, FEATURES, Features};
#[doc(hidden)]
pub use words::compiled_lexicon;
