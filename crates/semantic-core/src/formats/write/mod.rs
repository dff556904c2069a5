//! Writing snapshots: one file a form.

mod json;

pub use json::to_json;
