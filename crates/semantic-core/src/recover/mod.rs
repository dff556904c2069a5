//! Recovery: what to make of an action that failed.
//!
//! A ref is a promise about a page that keeps changing. When an action on it fails, the first thing to know
//! is whether looking at the page again can help: a node that was replaced can be sought in a fresh snapshot,
//! a host that does not answer cannot. All that a caller has to go by is a message, written for people by one
//! of a dozen tools and wrapped by the layers above it.
//!
//! [`classify_failure`] reads such a message, from Chromium's protocol, chromedp, Playwright, Puppeteer,
//! WebDriver, Appium, browser-use, agent-browser and their like, and names one of six kinds of failure.
//! [`FailureType::recoverable`] then says whether a fresh look is worth it.
//!
//! ```
//! use semantic_core::recover::{FailureType, classify_failure};
//!
//! let gone = classify_failure("Could not find node with given id (-32000)");
//! assert_eq!(gone, FailureType::ElementNotFound);
//! assert!(gone.recoverable());
//!
//! // The reason inside a call log decides, not the timeout it ended with.
//! let log = "locator.click: Timeout 30000ms exceeded.\nCall log:\n  - <div> intercepts pointer events";
//! assert_eq!(classify_failure(log), FailureType::ElementNotInteractable);
//!
//! // Whole phrases only: this one is about something else.
//! assert_eq!(classify_failure("could not find nodejs"), FailureType::Unknown);
//! ```

mod failure;
mod relocate;

pub use failure::{FailureType, ParseFailureTypeError, classify_failure};
pub use relocate::{Known, Refusal, Relocation, Relocator, RunnerUp};
#[doc(hidden)]
pub use relocate::{PairFeatures, RELOCATE_FEATURE_NAMES, RELOCATE_FEATURES};
