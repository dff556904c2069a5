//! A live page as a source, and what the commands about browsers are told.
#![cfg_attr(not(feature = "cdp"), allow(dead_code))] // without a browser nothing makes these

#[cfg_attr(not(feature = "cdp"), path = "live/without.rs")]
mod browser;
#[cfg(feature = "cdp")]
mod element;
#[cfg(feature = "cdp")]
mod held;
#[cfg(feature = "cdp")]
mod page;

#[cfg(not(feature = "cdp"))]
pub use browser::{at, capture, changed, find, matched, relocate, relocated, resolve, view};
pub use browser::{code, examine, hints, tabs};
#[cfg(feature = "cdp")]
pub use element::{at, find, matched, relocate, relocated, resolve};
#[cfg(feature = "cdp")]
pub use page::{capture, changed, view};

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
