//! Reading snapshots: one file a format, told apart by content, all ending in the same tree.
//!
//! [`read`] takes the bytes of a file and finds out what they are; [`FORMATS`] is the table it looks in. A new
//! format is one file with a `read` function and one entry of that table.
//!
//! ```
//! let page = semantic_core::formats::read(br#"[{"ref":"e1","role":"button","name":"Save"}]"#, None)?;
//! assert_eq!(page.nodes().next().unwrap().name(), Some("Save"));
//! # Ok::<(), semantic_core::formats::ReadError>(())
//! ```

mod detect;
mod error;
mod flat;
mod flutter;
mod head;
#[cfg(feature = "html")]
mod html;
mod own;
mod table;
pub mod write;

pub use detect::{detect, read};
pub use error::ReadError;
pub use head::{Head, Kind};
pub use table::{FORMATS, Format};
