//! What the platforms' own words for roles mean in ARIA: one table a platform, used by all of its formats.
//!
//! A word that a table does not know is `None`: the node keeps it as its native role. A word that means
//! nothing (a layout, a pane) is [`Role::Generic`](crate::tree::Role::Generic).

pub(in crate::formats) mod accesskit;
#[cfg(feature = "xml")]
pub(in crate::formats) mod android;
pub(in crate::formats) mod atspi;
pub(in crate::formats) mod chrome;
#[cfg(feature = "xml")]
pub(in crate::formats) mod ios;
pub(in crate::formats) mod mac;
pub(in crate::formats) mod windows;
