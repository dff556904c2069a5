//! From features to log-odds.

use super::features::{PairFeatures, RELOCATE_FEATURE_NAMES, RELOCATE_FEATURES};
use super::weights::FITTED;
use crate::find::same;

/// Weights before the claims of others are heard, and after.
pub(super) const FIRST: PairFeatures = fitted().0;
pub(super) const SECOND: PairFeatures = fitted().1;

const fn fitted() -> (PairFeatures, PairFeatures) {
    let mut weights = ([0.0; RELOCATE_FEATURES], [0.0; RELOCATE_FEATURES]);
    let mut i = 0;
    while i < RELOCATE_FEATURES {
        let mut row = 0;
        while row < FITTED.len() {
            if same(FITTED[row].0.as_bytes(), RELOCATE_FEATURE_NAMES[i].as_bytes()) {
                weights.0[i] = FITTED[row].1;
                weights.1[i] = FITTED[row].2;
            }
            row += 1;
        }
        i += 1;
    }
    weights
}

/// The weighted sum of the features: log-odds against "nothing".
pub(super) fn dot(f: &PairFeatures, weights: &PairFeatures) -> f32 {
    f.iter().zip(weights).map(|(x, w)| x * w).sum()
}
