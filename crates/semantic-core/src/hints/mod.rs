//! Hints: what a page says about itself for machines, by seven `data-semtag-*` attributes.
//!
//! A page that is annotated names its parts in a closed [vocabulary](HintRole): what an element is for, what it does,
//! where it leads, which state it shows. Nothing is inferred from tags or ARIA and nothing is repaired: an element
//! without a role of the vocabulary is listed under `other`, where its author sees it.
//!
//! A walk through the page makes a [`Captured`] list: [`CAPTURE_SCRIPT`] in a browser,
//! [`read_hints`](crate::formats::read_hints) for a file, [`Captured::from_snapshot`] for a tree. From it come the two
//! answers: [`HintSnapshot`], all elements by role with repeated ones folded into rows, and [`observe`], one element.
//!
//! ```
//! use semantic_core::hints::{Captured, HintOptions, HintSnapshot};
//! let page = Captured::from_json(r#"{"elements": [
//!     {"id": "cart", "role": "collection"},
//!     {"id": "cart.item.tea", "parent": 0, "role": "observable", "name": "Tea", "value": "Tea"},
//!     {"id": "cart.item.tea.remove", "parent": 0, "role": "action", "name": "Remove", "action": "remove-item"},
//!     {"id": "cart.item.cup", "parent": 0, "role": "observable", "name": "Cup", "value": "Cup"}
//! ]}"#)?;
//! let snapshot = HintSnapshot::of(&page, &HintOptions::default()).unwrap();
//! assert_eq!(snapshot.to_string(), concat!(
//!     r#"{"collections":[{"id":"cart","idPattern":"cart.item.{key}[.{control}]","item":{"role":"observable"},"#,
//!     r#""itemControls":{"remove":{"role":"action","name":"Remove","action":"remove-item"}},"#,
//!     r#""fields":["key","value","remove"],"items":[["tea","Tea",true],["cup","Cup",null]]}]}"#,
//! ));
//! assert_eq!(snapshot.unfolded().len(), 4);
//! # Ok::<(), serde_json::Error>(())
//! ```

mod captured;
mod entry;
mod fold;
mod group;
pub mod lint;
mod observe;
mod text;
mod tree;
mod unfold;
mod vocabulary;

pub use captured::{Captured, CapturedElement, Foreign, Held, Hidden, List, MOST_ELEMENTS, Selected};
pub use entry::{Cell, Entry, Field};
pub use group::{HintOptions, HintSnapshot, ScopeError};
pub use observe::{ObserveError, observe};
pub use unfold::{Block, Shared};
pub use vocabulary::{ATTRIBUTES, Choice, HintRole, Member, choices};

/// A script that walks the open page and returns a [`Captured`] as JSON text. It is an expression, a function of one
/// object; call it in an isolated world, as the comment at its beginning says. It reads only.
pub const CAPTURE_SCRIPT: &str = include_str!("capture.js");
