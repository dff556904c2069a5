//! Writing snapshots: one file a form.

mod frame;
mod html;
mod json;

pub use html::to_html;
pub use json::to_json;
