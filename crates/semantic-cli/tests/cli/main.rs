//! The built command, run as a user runs it: one file a topic.

#[cfg(feature = "cdp")]
mod chromium;
mod finding;
mod hints;
mod lint;
#[cfg(feature = "cdp")]
mod live;
#[cfg(feature = "mcp")]
mod mcp;
mod relocate;
mod review;
mod support;
mod views;
#[cfg(unix)]
mod walk_through;
