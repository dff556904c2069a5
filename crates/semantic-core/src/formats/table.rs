//! The table of formats: what each is called, how it is recognised, who reads it.

use std::fmt;

use super::{Head, ReadError, flat, flutter, own};
use crate::tree::Snapshot;

/// A format that can be read.
#[derive(Clone, Copy)]
pub struct Format {
    /// The name by which a caller may force it.
    pub name: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// Whether a file that begins so is of this format.
    pub sniff: fn(&Head) -> bool,
    /// Reads the whole text.
    pub read: fn(&str) -> Result<Snapshot, ReadError>,
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Format").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The formats in the order in which they are tried: the first that knows the content reads it.
pub static FORMATS: &[&Format] = &[
    &own::OWN,
    &flutter::FLUTTER,
    &flat::FLAT,
    &flat::PINCHTAB,
    #[cfg(feature = "html")]
    &super::html::HTML,
];
