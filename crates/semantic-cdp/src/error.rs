//! What can go wrong with a browser, each with what to do about it.

use thiserror::Error;

/// Why a browser or a page did not do what was asked.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum CdpError {
    /// The address is not one of a browser.
    #[error(
        "{address:?} is not the address of a browser: {why}; give http://HOST:PORT or ws://HOST:PORT/PATH"
    )]
    Address {
        /// The address as it was given.
        address: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// Nothing answers at the address.
    #[error("no browser at {address}: {why}; start one with --remote-debugging-port")]
    Unreachable {
        /// The address as it was given.
        address: String,
        /// What happened.
        why: String,
    },
    /// Something answers there, and it is no browser.
    #[error("what answers at {address} is not a browser's debugging port: {why}")]
    NotABrowser {
        /// The address as it was given.
        address: String,
        /// What it answered.
        why: String,
    },
    /// The connection ended during a call; the next call attaches again.
    #[error("the browser has gone ({0}); the next call attaches again")]
    Gone(String),
    /// No answer in time.
    #[error("no answer to {what} within {seconds} s{hint}")]
    Timeout {
        /// What was asked.
        what: String,
        /// The limit, in seconds.
        seconds: f32,
        /// What may be the reason, with a semicolon before it; empty where nothing is known.
        hint: &'static str,
    },
    /// A dialog stands before the page, so that its scripts wait.
    #[error("the page waits for its {kind} dialog {message:?}: answer it, then try again")]
    Dialog {
        /// `alert`, `confirm`, `prompt` or `beforeunload`.
        kind: String,
        /// What it says, cut.
        message: String,
    },
    /// The browser has no page open.
    #[error("the browser has no page open: open one, or give a url")]
    NoPage,
    /// No tab has that id or that part of an address.
    #[error("no tab has the id or a part of its address {wanted:?}; open are: {open}")]
    NoSuchTab {
        /// What was looked for.
        wanted: String,
        /// The tabs that are open, cut.
        open: String,
    },
    /// The page's tab is closed, or its browser was started anew.
    #[error("the page is closed: its tab {0} is no longer there")]
    PageClosed(String),
    /// The page went to another document each time it was looked at.
    #[error("the page went to another document while it was read: try again when it has loaded")]
    Moved,
    /// The page could not be opened.
    #[error("{url:?} could not be opened: {why}")]
    Navigation {
        /// The address, cut.
        url: String,
        /// The browser's word for it.
        why: String,
    },
    /// A script of ours failed in the page.
    #[error("a script failed in the page: {0}")]
    Script(String),
    /// The browser refused a call.
    #[error("the browser refused {method}: {message}")]
    Refused {
        /// The call.
        method: String,
        /// Its reason.
        message: String,
    },
    /// The browser's answer is not of the form that the protocol promises.
    #[error("the answer to {method} cannot be read: {why}")]
    Unreadable {
        /// The call.
        method: String,
        /// What is wrong.
        why: String,
    },
    /// No browser could be started.
    #[error("no browser could be started: {0}")]
    Launch(String),
}

impl CdpError {
    /// Whether the browser could not be reached or did not answer, so that nothing about its pages is known.
    pub fn is_unreachable(&self) -> bool {
        use CdpError::{Gone, Launch, NotABrowser, Timeout, Unreachable};
        matches!(self, Unreachable { .. } | NotABrowser { .. } | Gone(_) | Timeout { .. } | Launch(_))
    }

    pub(crate) fn unreadable(method: &str, why: impl ToString) -> Self {
        CdpError::Unreadable { method: method.to_owned(), why: why.to_string() }
    }

    /// Whether the browser no longer knows the script world or object that a call named.
    pub(crate) fn is_stale_world(&self) -> bool {
        const STALE: [&str; 5] = [
            "Cannot find context",
            "Could not find object",
            "Invalid remote object",
            "default execution context",
            "same JavaScript world",
        ];
        matches!(self, CdpError::Refused { message, .. } if STALE.iter().any(|s| message.contains(s)))
    }

    /// Whether the document went away under a call.
    pub(crate) fn is_moved(&self) -> bool {
        const MOVED: [&str; 4] = ["navigated", "context was destroyed", "No frame", "Frame with the given"];
        matches!(self, CdpError::Refused { message, .. } if MOVED.iter().any(|s| message.contains(s)))
    }
}

/// Page text for a message: its first 120 characters.
pub(crate) fn cut(text: &str) -> String {
    let cut: String = text.chars().take(120).collect();
    if cut.len() < text.len() { cut + "…" } else { cut }
}
