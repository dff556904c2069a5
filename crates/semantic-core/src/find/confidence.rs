//! What a score promises: the labels high, medium and low.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How much a match may be trusted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// A guess worth a look.
    Low,
    /// Probably right; verify before acting on something that cannot be undone.
    Medium,
    /// Right at least 97 times in 100 on the corpora the project measures itself on.
    High,
}

impl Confidence {
    /// The label in lower case.
    pub fn as_str(self) -> &'static str {
        match self {
            Confidence::Low => "low",
            Confidence::Medium => "medium",
            Confidence::High => "high",
        }
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The label of a score in 0..1 by itself: high from 0.8, medium from 0.6, else low.
///
/// A result's label is this or lower: see [`FindResult::confidence`](super::FindResult).
///
/// ```
/// use semantic_core::find::{calibrate_confidence, Confidence};
/// assert_eq!(calibrate_confidence(0.82), Confidence::High);
/// assert_eq!(calibrate_confidence(f64::NAN), Confidence::Low);
/// ```
pub fn calibrate_confidence(score: f64) -> Confidence {
    if score >= 0.8 {
        Confidence::High
    } else if score >= 0.6 {
        Confidence::Medium
    } else {
        Confidence::Low
    }
}
