//! A user interface as something that a program can read, point at and find again.
//!
//! An agent says "the sign in button"; a tree of accessible elements says `role: button, name: "Log in", ref:
//! e9`. This library leads from the one to the other. It does no I/O, keeps no clock, downloads nothing and has
//! no model to load: a snapshot goes in, an answer comes out, and the same input gives the same answer.
//!
//! One idea carries it: **a snapshot is an immutable tree in document order, and everything else is a pure
//! function of snapshots.**
//!
//! | module | from | to |
//! |---|---|---|
//! | [`formats`] | the bytes of a file | a [`tree::Snapshot`], or an error that names the element and the key |
//! | [`tree`] | a builder or a list of elements | nodes with roles, names, states, boxes and refs |
//! | [`find`] | a snapshot and a query | the elements that the query means, with scores, labels and reasons |
//! | [`page`] | a look at a page | the text that an agent reads of it, and what changed since |
//! | [`hints`] | elements that carry `data-semtag-*` | their roles, names and values, repeated ones folded |
//! | [`locators`] | an element of a snapshot | the words by which a driver finds it |
//! | [`recover`] | an error message | what kind of failure it tells of, and whether looking again can help |
//!
//! # A first find
//!
//! [`formats::read`] recognises what a file is. [`find::Index::new`] prepares it: texts are split, words are
//! looked up, rows and sections are noted, once. [`find::Index::find`] then answers any number of queries.
//!
//! ```
//! use std::sync::Arc;
//!
//! use semantic_core::find::{Confidence, FindOptions, Index, Strategy};
//! use semantic_core::formats;
//!
//! let file = br#"[
//!     {"ref": "e0", "role": "form", "name": "Sign in"},
//!     {"ref": "e1", "role": "textbox", "name": "Email", "parent": "e0"},
//!     {"ref": "e2", "role": "textbox", "name": "Password", "parent": "e0"},
//!     {"ref": "e3", "role": "button", "name": "Log in", "parent": "e0"},
//!     {"ref": "e4", "role": "link", "name": "Forgot password?", "parent": "e0"}
//! ]"#;
//! let index = Index::new(Arc::new(formats::read(file, None)?));
//! let defaults = FindOptions::default();
//!
//! // Other words for the same thing; the form of that very name is not what "button" means.
//! let found = index.find("sign in button", Strategy::Combined, &defaults)?;
//! assert_eq!(found.best_ref.as_deref(), Some("e3"));
//! assert_eq!(found.confidence, Confidence::High);
//!
//! // Another language than the page's.
//! let found = index.find("contraseña", Strategy::Combined, &defaults)?;
//! assert_eq!(found.best_ref.as_deref(), Some("e2"));
//!
//! // Nothing fits, and nothing is what comes back.
//! let found = index.find("shopping cart", Strategy::Combined, &defaults)?;
//! assert!(found.matches.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What an answer promises
//!
//! A [score](find::ElementMatch::score) says how well an element fits by itself. A
//! [label](find::Confidence) says how far the choice may be trusted, given the others: of two elements that fit
//! alike neither is high, and [`ambiguous`](find::FindResult::ambiguous) says so. What the query asks and the
//! snapshot cannot tell is said in the [notes](find::FindResult::notes). A query that nothing answers has no
//! matches; a locator that is not well formed is an [error](find::QueryError).
//!
//! ```
//! # use std::sync::Arc;
//! # use semantic_core::find::{FindOptions, Index, Strategy};
//! # use semantic_core::formats;
//! let file = br#"[{"ref": "e0", "role": "button", "name": "Add"}, {"ref": "e1", "role": "button", "name": "Add"}]"#;
//! let index = Index::new(Arc::new(formats::read(file, None)?));
//! let why = FindOptions { explain: true, ..FindOptions::default() };
//!
//! let found = index.find("add button", Strategy::Combined, &why)?;
//! assert!(found.ambiguous);
//! assert!(!found.matches[0].explain.as_ref().unwrap().why.is_empty());
//!
//! let found = index.find("second add button", Strategy::Combined, &why)?;
//! assert_eq!((found.best_ref.as_deref(), found.ambiguous), (Some("e1"), false));
//!
//! assert!(index.find("role:", Strategy::Combined, &why).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Refs
//!
//! Every node has a number, printed `s_N`: its place in document order. A snapshot may bring refs of its own,
//! and answers use those where they are unique. [`tree::Snapshot::resolve`] takes both and refuses what names no
//! single node.
pub mod find;
pub mod formats;
pub mod hints;
pub mod locators;
pub mod page;
pub mod recover;
pub mod tree;
pub mod view;

/// The examples of the README are run with those of the library.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// So are those of the page on views.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/views.md")]
struct Views;

/// And those of the page on the rendering of a page.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/page.md")]
struct PageDocs;
