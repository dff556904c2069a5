//! The page as an agent reads it: `docs/page.md`, point by point, on hand-made trees and on real pages.
#![allow(clippy::disallowed_macros, clippy::disallowed_methods)] // tests read files and say what they skipped

mod folding;
mod limits;
mod points;
mod properties;
mod reading;
#[cfg(feature = "html")]
mod situations;
#[cfg(feature = "html")]
mod sizes;
mod trees;
