//! The snapshot: an immutable tree in document order, held in one arena.
//!
//! Nodes sit in one vector in preorder, so a node's position *is* its number ([`NodeId`], printed `s_N`), a
//! subtree *is* a range of numbers ([`Node::range`]), and "is A inside B" is two comparisons. Text is stored
//! once per snapshot and named by a small number ([`Sym`]). Nothing recurses: 100,000 levels are as cheap as
//! one.
//!
//! ```
//! use semantic_core::tree::{Role, SnapshotBuilder};
//!
//! let mut b = SnapshotBuilder::new();
//! b.open(Role::Form);
//! b.set_name("Log in");
//! b.open(Role::Button);
//! b.set_name("Sign in");
//! b.close();
//! b.close();
//! let page = b.finish();
//!
//! let button = page.nodes().nth(1).unwrap();
//! assert_eq!(button.name(), Some("Sign in"));
//! assert_eq!(button.parent().unwrap().role(), Role::Form);
//! assert_eq!(button.id().to_string(), "s_1");
//! ```

mod align;
mod builder;
mod cards;
mod forest;
mod html_roles;
mod listing;
mod node;
mod rect;
mod refs;
mod role;
mod screen;
mod snapshot;
mod states;
mod text;

pub use align::{Alignment, align};
pub(crate) use align::{longest_increasing, unique_pairs};
pub use builder::SnapshotBuilder;
pub(crate) use cards::Cards;
pub use forest::{Preorder, preorder};
pub use html_roles::implicit_role;
pub(crate) use listing::holds_secret;
pub use listing::{Element, Elements, Link, add_elements, snapshot_from_elements};
pub(crate) use listing::{says_secret, shown};
pub use node::{Ancestors, Children, Node, NodeId};
pub use rect::Rect;
pub use refs::RefError;
pub use role::Role;
pub use screen::{Flash, Viewport};
pub use snapshot::Snapshot;
pub use states::{State, States, Tri};
pub use text::{Sym, TextPool};
