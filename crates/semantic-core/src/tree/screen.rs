//! What belongs to a page on a screen and to no node of it: the part that is seen, and messages that came up.

use serde::{Deserialize, Serialize};

/// The part of the page that is on screen, in CSS pixels.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Viewport {
    /// Width of the viewport.
    pub width: f64,
    /// Height of the viewport.
    pub height: f64,
    /// How far the page is scrolled to the right.
    pub scroll_x: f64,
    /// How far the page is scrolled down.
    pub scroll_y: f64,
    /// Height of the whole document.
    pub document_height: f64,
}

/// A message that appeared: an alert or a status message, there still or gone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flash {
    /// `alert`, `status`, `log` or what else the role of its region is.
    pub role: String,
    /// Its text, cut where it is long.
    pub text: String,
    /// How many milliseconds before the look it appeared or changed last.
    pub milliseconds_ago: u64,
}
