//! Writing snapshots in other forms.

mod aria;
mod frame;
mod html;
mod url;

pub use aria::to_aria;
pub use html::to_html;
