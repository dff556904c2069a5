//! The subcommands, one file each.

pub mod classify;
pub mod completions;
pub mod find;
pub mod match_;
pub mod relocate;
pub mod version;
