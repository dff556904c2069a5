//! Recovery: what to make of an action that failed, and the same element after the page changed.
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
//!
//! # The same element
//!
//! [`Relocator`] compares two snapshots and finds an element of the old one in the new one, or refuses with a reason:
//! [gone](Refusal::Gone), [ambiguous](Refusal::Ambiguous) or [contradicted](Refusal::Contradicted).
//!
//! ```
//! use semantic_core::formats;
//! use semantic_core::recover::{Known, Refusal, Relocator};
//!
//! let before = formats::read(br#"[
//!     {"ref": "e1", "role": "textbox", "name": "Email"},
//!     {"ref": "e2", "role": "button", "name": "Submit"},
//!     {"ref": "e3", "role": "button", "name": "Delete"}
//! ]"#, None)?;
//! let after = formats::read(br#"[
//!     {"ref": "n1", "role": "textbox", "name": "Email"},
//!     {"ref": "n2", "role": "button", "name": "Send"},
//!     {"ref": "n3", "role": "button", "name": "Archive"}
//! ]"#, None)?;
//! let pages = Relocator::new(&before, &after, Known::Whole);
//!
//! let submit = pages.relocate(before.resolve("e2")?.id()).unwrap();
//! assert_eq!(submit.reference.as_deref(), Some("n2"));
//! assert!(submit.evidence.iter().any(|e| e.contains("which means the same")));
//!
//! let delete = pages.relocate(before.resolve("e3")?.id()).unwrap();
//! assert_eq!((delete.node, delete.refusal), (None, Some(Refusal::Contradicted)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The engine
//!
//! [`RecoveryEngine`] remembers what refs mean ([`IntentCache`]) and turns a failure on a stale ref into the same action
//! on the same element: it asks for a fresh page, relocates, and acts, through four parts that the caller brings.
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use semantic_core::find::{ElementDescriptor, snapshot_from_descriptors};
//! use semantic_core::recover::{Intent, IntentCache, Parts, RecoveryConfig, RecoveryEngine};
//!
//! let button = |reference: &str, name: &str| ElementDescriptor {
//!     reference: reference.into(),
//!     role: "button".into(),
//!     name: name.into(),
//!     ..ElementDescriptor::default()
//! };
//! let intents = Arc::new(IntentCache::default());
//! let clock = Box::new(|| Duration::from_secs(1)); // time since any fixed moment
//! let engine = RecoveryEngine::new(RecoveryConfig::default(), intents, clock);
//!
//! // Record the intent after a successful find.
//! let page = Arc::new(snapshot_from_descriptors(&[button("e4", "Wishlist"), button("e5", "Checkout")]));
//! let node = page.resolve("e5")?.id();
//! engine.record_intent("tab", "e5", Intent::of_page(page, node, Some("checkout button")));
//!
//! // Recover on failure.
//! let mut clicked = Vec::new();
//! let error = "could not find node with given id";
//! if engine.should_attempt(&error, "e5") {
//!     let fresh = [button("e11", "PayPal Checkout"), button("e12", "Checkout"), button("e13", "Wishlist")];
//!     let fresh = Arc::new(snapshot_from_descriptors(&fresh));
//!     let mut browser = Parts::new(
//!         |_tab| Ok(()),                                   // refresh the page
//!         |_tab| Ok(Arc::clone(&fresh)),                   // describe it
//!         |_tab, reference| Ok(reference.to_owned()),      // resolve a ref to a node
//!         |_tab, action, node| {                           // act on the node
//!             clicked.push((action.to_owned(), node));
//!             Ok(())
//!         },
//!     );
//!     let result = engine.attempt("tab", "e5", "click", &error, &mut browser);
//!     assert!(result.recovered);
//!     assert_eq!(result.new_ref.as_deref(), Some("e12"));
//! }
//! assert_eq!(clicked, [("click".to_owned(), "e12".to_owned())]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod engine;
mod failure;
mod intent;
mod relocate;

pub use engine::{
    ActionExecutor, AsyncDriver, Attempt, BoxError, Clock, DescriptorBuilder, Driver, Event, Need,
    NodeResolver, Parts, RecoveryConfig, RecoveryEngine, RecoveryError, RecoveryResult, RecoveryStats,
    SnapshotRefresher,
};
pub use failure::{FailureType, ParseFailureTypeError, classify_failure};
pub use intent::{CacheLimits, Intent, IntentCache};
pub use relocate::{Known, Refusal, Relocation, Relocator, RunnerUp};
#[doc(hidden)]
pub use relocate::{PairFeatures, RELOCATE_FEATURE_NAMES, RELOCATE_FEATURES};
