//! Attach to a running Chromium and take what it shows as one tree.
//!
//! The only crate that knows the debugging protocol. It speaks it by hand, over one WebSocket: no generated types,
//! so that events and values which nobody knew when this was written change nothing.
//!
//! ```no_run
//! use semantic_cdp::{Browser, Choice, Options, block_on};
//!
//! let names = block_on(async {
//!     let browser = Browser::attach("http://127.0.0.1:9222", Options::default()).await?;
//!     let page = browser.page(&Choice::Active).await?;
//!     let snapshot = page.capture(0).await?;
//!     let names: Vec<String> = snapshot.nodes().filter_map(|n| n.name().map(str::to_owned)).collect();
//!     Ok::<_, semantic_cdp::CdpError>(names)
//! })?;
//! # Ok::<(), semantic_cdp::CdpError>(())
//! ```
//!
//! # What it promises
//!
//! - **It attaches; it starts nothing** unless [`launch`] is called.
//! - **Reading changes nothing in a page**: no attribute, no focus, no scroll position, no global. A script of ours
//!   runs in a world of its own, made when it is needed and gone with its document.
//! - **Every call ends**: with an answer, or within its limit with a [`CdpError`] that says what to do. A browser
//!   that went away is one clear error, and the next call attaches again.
//! - **A [`Page`] stays with its tab.** Which one is the page that the user sees is decided when it is chosen;
//!   where several fit, the page [says so](Page::warning).
//!
//! # How a page is read
//!
//! [`Page::look`] asks a script of ours, run in every document of the page with what the page does not hand out, and
//! names what it tells as [`semantic_core::formats::look`] does. [`Page::capture`] asks the browser for its own tree:
//!
//! Two rounds of calls, each sent at once. First the accessibility tree, the DOM snapshot (boxes, attributes) and
//! the list of frames, of the page and of every frame that another process draws; then the trees of the frames
//! inside, and where each document lies. [`semantic_core::formats::live`] joins them by backend id.
//!
//! Its [hints](Page::capture_hints) are read by a script, in one round of calls: in a world of ours in the page's
//! document, and in frames of other origins in theirs. Closed shadow trees are handed to it; whether there are any
//! is found out beside it, so that a page without them pays next to nothing.

mod attempts;
mod browser;
mod capture;
mod connection;
mod dom;
mod endpoint;
mod error;
mod events;
mod everywhere;
mod frames;
mod hints;
mod http;
mod launch;
mod locate;
mod look;
mod navigate;
mod page;
mod picture;
mod session;
mod tabs;
mod transform;
mod world;

pub use browser::{Browser, Options, Version};
pub use endpoint::check_address;
pub use error::CdpError;
pub use launch::{Launch, Launched, find_browser, how_to_start, launch};
pub use navigate::Settled;
pub use page::Page;
pub use picture::{Picture, Rolled};
pub use tabs::{Choice, Tab};

/// Runs a future of this crate to its end on this thread, for callers without a runtime of their own.
///
/// # Errors
/// Those of the future, and [`CdpError::Launch`] where the system gives no means to wait.
pub fn block_on<T>(future: impl Future<Output = Result<T, CdpError>>) -> Result<T, CdpError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|e| CdpError::Launch(e.to_string()))?.block_on(future)
}
