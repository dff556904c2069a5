//! Views, observations and deltas: what an agent's observe/act loop reads.
//!
//! A [`SemanticView`] declares what is shown. An [`Observation`] is a snapshot seen through a view: every node of the
//! walk has a ref, shown or not. A [`Delta`] says what changed between two observations, and a [`Session`] keeps the refs
//! of nodes that survive from one observation to the next.
//!
//! ```
//! use std::sync::Arc;
//! use semantic_core::formats::read;
//! use semantic_core::view::{SemanticView, Session};
//!
//! # fn page(json: &str) -> Arc<semantic_core::tree::Snapshot> { Arc::new(read(json.as_bytes(), None).unwrap()) }
//! let mut session = Session::new();
//! let view = SemanticView::new();
//!
//! // Observe: numbered text for the agent.
//! let before = session.observe(page(r#"[
//!     {"role": "heading", "name": "Cart"},
//!     {"role": "button", "name": "Add"}
//! ]"#), &view);
//! assert_eq!(before.render().lines().collect::<Vec<_>>(), [
//!     "# observation rev=0 walked=2 shown=2",
//!     "# pane main",
//!     "s_0 heading \"Cart\"",
//!     "s_1 button \"Add\"",
//! ]);
//!
//! // Act on s_1 with whatever drives the page; then observe again and read what changed.
//! let after = session.observe(page(r#"[
//!     {"role": "alert", "name": "1 item added"},
//!     {"role": "heading", "name": "Cart"},
//!     {"role": "button", "name": "Add"}
//! ]"#), &view);
//! assert_eq!(after.diff(&before).render(), "+ s_2 alert \"1 item added\"\n");
//!
//! // Resolve: a ref means the node it was issued for, or fails closed.
//! assert_eq!(after.resolve("s_1").unwrap().name(), Some("Add"));
//! let error = after.resolve("s_99").unwrap_err();
//! assert_eq!(error.to_string(), "semantic ref \"s_99\" is unavailable at observation rev=1: reobserve, never guess");
//! ```

mod delta;
mod escape;
mod field;
mod ignore;
mod kept;
mod numbering;
mod observation;
mod point;
mod producers;
mod refs;
mod render;
mod retired;
mod select;
mod semantic_view;
mod session;
mod wire;

pub use delta::{Change, Delta, Renumbered, SectionDelta};
pub use escape::{harmless_json, is_harmful, push_escaped, push_quoted};
pub use field::Field;
pub use kept::{Kept, KeptError};
pub use observation::{Observation, Row, Section};
pub use producers::{NodesError, project_nodes, snapshot_from_nodes};
pub use refs::{Ended, RefUnavailable, Retired, snapshot_ref};
pub use semantic_view::{SemanticView, ViewError};
pub use session::Session;

/// Text of an input for an error message: at most 60 characters of it.
fn cut(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
