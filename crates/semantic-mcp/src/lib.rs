//! The MCP server: perceives a live page for an agent that acts on it through another server.
//!
//! It speaks the protocol on standard input and output, attaches to a running Chromium when the first tool is called,
//! and reads. Clicking and typing stay with Playwright MCP, attached to the same browser: what a tool here calls
//! `cart.add` is `[data-semtag-id='cart.add']` there.
//!
//! ```no_run
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
mod guide;
mod locators;
mod log;
mod looks;
mod resolve;
mod schema;
mod serve;
mod server;
mod session;
mod settings;
mod sight;
mod tabs;
mod tools;
mod transport;
mod words;

pub use log::Level;
pub use schema::{Kind, Param};
pub use serve::run;
pub use settings::Settings;
pub use tools::{Effects, TOOLS, Tool};
