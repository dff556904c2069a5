//! The weights of relocation, fitted by `cargo xtask fit relocate`: do not edit by hand.

/// Name of a feature, its weight before and after the claims of other elements are heard.
pub(super) const FITTED: &[(&str, f32, f32)] = &[];
