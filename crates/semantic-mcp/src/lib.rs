//! The MCP server: perceives a live page for an agent that acts on it through another server. And [`Live`]: the same
//! tools for a caller without the protocol, such as the command.
//!
//! The server speaks the protocol on standard input and output, attaches to a running Chromium when the first tool is called,
//! and reads. Clicking and typing stay with Playwright MCP, attached to the same browser: what a tool here calls
//! `cart.add` is `[data-semtag-id='cart.add']` there.
//!
//! ```no_run
//! # #[cfg(feature = "server")]
//! semantic_mcp::run(semantic_mcp::Settings::default())?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # What it promises
//!
//! - **Standard output carries the protocol alone**, one message a line; everything else goes to standard error.
//! - **No browser is started** unless the settings allow it, and then every answer says so.
//! - **A session stays with its tab.** Where that is closed, the call fails and says which page comes next.
//! - **Every call is answered**: with what was asked, or with an error that says what to do, within a limit of time.
//!   A defect in a tool is such an error too.
//! - **The server goes with its client**, and a browser that it started goes with it.
//!
//! # How to add a tool
//!
//! One file in `tools/` with a [`Tool`], and its name in [`TOOLS`]. Its parameters are declared once: the schema that
//! clients see and the check of what they send are both made from them.

mod answer;
mod arguments;
#[cfg(test)]
mod docs;
#[cfg(feature = "server")]
mod guide;
mod live;
mod locators;
mod log;
mod looks;
mod resolve;
mod schema;
#[cfg(feature = "server")]
mod serve;
#[cfg(feature = "server")]
mod server;
mod session;
mod settings;
mod sight;
mod tabs;
mod tools;
#[cfg(feature = "server")]
mod transport;
mod words;

pub use answer::{Answer, Fault, Told};
pub use live::{Live, NoSession, Refused};
pub use locators::Ways;
pub use log::Level;
pub use schema::{Kind, Param};
#[cfg(feature = "server")]
pub use serve::run;
pub use settings::{Face, Settings};
pub use tools::{Effects, Found, Hit, Question, TOOLS, Tool, Wanted};
