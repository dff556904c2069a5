//! Writing snapshots: one file a form.

mod aria;
mod frame;
mod html;
mod json;
mod url;

pub use aria::to_aria;
pub use html::{Escaped, to_html};
pub use json::to_json;
