//! Semantic's library: a user interface as something a program can read, point at and find again.
pub mod find;
pub mod formats;
pub mod recover;
pub mod tree;
