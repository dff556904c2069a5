//! One file a subcommand.

pub mod at;
pub mod classify;
pub mod completions;
pub mod convert;
pub mod diff;
pub mod doctor;
pub mod find;
pub mod hints;
pub mod lint;
pub mod match_;
pub mod mcp;
pub mod relocate;
pub mod resolve;
pub mod review;
pub mod tabs;
pub mod version;
pub mod view;
