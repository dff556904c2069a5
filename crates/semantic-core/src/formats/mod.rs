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

mod accesskit;
mod agent_browser;
mod agent_browser_json;
mod agent_device;
mod atspi;
mod atspi_text;
mod axcli;
mod axtree;
mod cdp;
mod chrome;
mod chrome_devtools;
mod cup;
mod cup_text;
mod decode;
mod detect;
mod error;
mod flat;
mod flutter;
mod flutter_text;
mod head;
mod hinted;
#[cfg(feature = "html")]
mod html;
mod json;
mod log_roles;
mod macos;
mod own;
mod pinchtab_text;
mod pinchtab_yaml;
mod playwright;
mod playwright_json;
mod puppeteer;
mod pywinauto;
mod refused;
mod roles;
mod table;
mod terminator;
mod text;
mod ufo;
mod uia_json;
mod uiautomation;
mod windows_mcp;
mod wrapping;
#[cfg(feature = "xml")]
mod xml;

pub mod write;

pub use cdp::live;
pub use detect::{detect, read};
pub use error::ReadError;
pub use head::{Head, Kind};
pub use hinted::read_hints;
#[cfg(feature = "html")]
pub use html::look;
pub use table::{FORMATS, Format};
