//! Scoring: from a query and an index to scored candidates.
//!
//! Evidence flows upwards through dense tables: query words hit words of the vocabulary ([`hits`]), those hit
//! texts ([`texts`]), those hit elements, whose rows and containers lend them context ([`evidence`]). Each
//! candidate's evidence becomes a short vector of [`features`]; two weight vectors, fitted by
//! `cargo xtask fit`, turn it into the lexical and the embedding score. One scorer, three weightings.

mod anchors;
mod context;
mod evidence;
mod features;
mod geometry;
mod hits;
mod places;
mod quantity;
mod texts;
mod weights;

pub(crate) use anchors::Anchors;
pub(crate) use context::Context;
pub(crate) use evidence::share;
pub(crate) use evidence::{Candidate, gather, surroundings};
pub(crate) use features::Feature;
pub use features::{FEATURE_NAMES, FEATURES, Features};
pub(crate) use features::{Logits, Placement, is_sure, kind_fit, logits, measure, same};
pub(crate) use geometry::{order_fit, position_fit};
pub(crate) use hits::{WordHit, hit_words};
pub(crate) use places::{Place, find_places};
pub(crate) use quantity::quantity;
pub(crate) use texts::{TextHit, hit_texts};
