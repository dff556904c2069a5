//! Writing snapshots in other forms.

mod frame;
mod html;

pub use html::to_html;
