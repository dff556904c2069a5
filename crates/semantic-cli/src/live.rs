//! A live page as a source, and what the commands about browsers are told.
#![cfg_attr(not(feature = "cdp"), allow(dead_code))] // without a browser nothing makes these

#[cfg_attr(not(feature = "cdp"), path = "live/without.rs")]
mod browser;
#[cfg(feature = "cdp")]
mod covers;
#[cfg(feature = "cdp")]
mod element;
#[cfg(feature = "cdp")]
mod held;
#[cfg(feature = "cdp")]
mod page;
#[cfg(feature = "cdp")]
mod rendered;

use std::collections::HashMap;

use semantic_core::hints::Captured;
use semantic_core::hints::lint::PageLint;
use semantic_core::page::Look;
use semantic_core::tree::{NodeId, Rect};

#[cfg(not(feature = "cdp"))]
pub use browser::{
    at, attached, capture, changed, find, matched, opened, relocate, relocated, resolve, view,
};
pub use browser::{code, examine, hints, tabs};
#[cfg(feature = "cdp")]
pub use element::{at, find, matched, relocate, relocated, resolve};
#[cfg(feature = "cdp")]
pub use page::{capture, changed, view};
#[cfg(feature = "cdp")]
pub use rendered::{attached, opened};

/// How a page is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Without a picture.
    Read,
    /// With a picture of what is in view.
    View,
    /// With a picture of all of it, for which the page is told that its size changed.
    Whole,
}

/// All that is known of a rendered page.
pub struct Rendered {
    /// Its hinted elements.
    pub captured: Captured,
    /// Its tree with facts about it.
    pub look: Look,
    /// What is wrong with its hints.
    pub lint: PageLint,
    /// CSS selectors of nodes that findings are about and that have no id.
    pub selectors: HashMap<NodeId, String>,
    /// What it looks like, or why there is no picture.
    pub picture: Result<Picture, String>,
    /// What went wrong beside, in sentences.
    pub notices: Vec<String>,
}

/// A picture of a part of the viewport, secrets painted over.
pub struct Picture {
    /// Which part; its size is also that of the image.
    pub area: Rect,
    /// The media type of the image.
    pub kind: String,
    /// The image in base64.
    pub data: String,
}

/// A tab of a browser.
pub struct Tab {
    /// The browser's id of it.
    pub id: String,
    /// The page's title.
    pub title: String,
    /// The page's address.
    pub url: String,
}

/// The tabs of a browser.
pub struct Tabs {
    /// Latest activated first.
    pub tabs: Vec<Tab>,
    /// Id of the one that is taken where none is named.
    pub active: Option<String>,
    /// Which was taken of several that fit.
    pub warning: Option<String>,
}

/// One thing that was looked at.
pub struct Check {
    /// What it is.
    pub what: &'static str,
    /// What was found, or what is wrong.
    pub found: Result<String, String>,
    /// What to do where something is wrong.
    pub cure: Option<String>,
}

impl Check {
    /// What was found, with the cure where that is an error.
    pub fn new(what: &'static str, found: Result<String, String>, cure: impl FnOnce() -> String) -> Self {
        let cure = found.is_err().then(cure);
        Check { what, found, cure }
    }
}
