//! What the script in the page writes: one JSON text for each script world.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};

/// The text of one world.
#[derive(Deserialize)]
pub(super) struct Wire<'a> {
    /// Tells one document from another that takes its place.
    #[serde(borrow)]
    pub(super) stamp: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(super) url: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(super) title: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(super) base: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(super) ready: Cow<'a, str>,
    /// Width, height, scroll position and height of the document.
    #[serde(default)]
    pub(super) viewport: [f64; 5],
    /// Names of elements and attributes.
    #[serde(borrow, default)]
    pub(super) names: Vec<Cow<'a, str>>,
    /// The tree: see the script.
    #[serde(borrow, default)]
    pub(super) stream: Vec<Cell<'a>>,
    /// Frames that could not be entered: number, where their viewport begins, its scale, which node it was handed as.
    #[serde(default)]
    pub(super) foreign: Vec<[f64; 6]>,
    /// Pairs: a node in a slot, and the host that gave it.
    #[serde(default)]
    pub(super) givens: Vec<u32>,
    /// A control, what lies over it, and the outermost element around that which is not around the control.
    #[serde(default)]
    pub(super) covers: Vec<[u32; 3]>,
    /// Parts that are drawn above a dialog.
    #[serde(default)]
    pub(super) above: Vec<u32>,
    /// Texts that came up: role, text, milliseconds since then.
    #[serde(borrow, default)]
    pub(super) flashes: Vec<(Cow<'a, str>, Cow<'a, str>, f64)>,
    #[serde(default)]
    pub(super) dropped: usize,
    /// The number of the last text that came up.
    #[serde(default)]
    pub(super) last: u64,
    #[serde(default)]
    pub(super) counts: Counts,
}

/// How much was left out.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Counts {
    /// Controls that are not shown: not rendered, in a closed `details`, invisible by style.
    pub(super) unrendered: usize,
    pub(super) shut: usize,
    pub(super) invisible: usize,
    pub(super) too_deep: usize,
    pub(super) too_many: usize,
    pub(super) cut: usize,
    pub(super) unhit: usize,
}

/// One piece of the tree.
#[derive(Debug)]
pub(super) enum Cell<'a> {
    Number(f64),
    Text(Cow<'a, str>),
}

impl<'a, 'de: 'a> Deserialize<'de> for Cell<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CellVisitor)
    }
}

struct CellVisitor;

impl<'de> Visitor<'de> for CellVisitor {
    type Value = Cell<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a text")
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<Self::Value, E> {
        Ok(Cell::Number(n as f64))
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<Self::Value, E> {
        Ok(Cell::Number(n as f64))
    }

    fn visit_f64<E: Error>(self, n: f64) -> Result<Self::Value, E> {
        Ok(Cell::Number(n))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cell::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cell::Text(Cow::Owned(text.to_owned())))
    }
}

/// Reads the cells one after another. What is not what it should be ends the reading: it is told as an error.
pub(super) struct Cells<'w, 'a> {
    cells: std::slice::Iter<'w, Cell<'a>>,
}

impl<'w, 'a> Cells<'w, 'a> {
    pub(super) fn new(cells: &'w [Cell<'a>]) -> Self {
        Cells { cells: cells.iter() }
    }

    /// The next number, `None` at the end or at a text.
    pub(super) fn number(&mut self) -> Option<f64> {
        match self.cells.next()? {
            Cell::Number(n) => Some(*n),
            Cell::Text(_) => None,
        }
    }

    /// The next number as one that counts or names something.
    pub(super) fn whole(&mut self) -> Option<u32> {
        self.number().filter(|n| (0.0..=f64::from(u32::MAX)).contains(n)).map(|n| n as u32)
    }

    pub(super) fn text(&mut self) -> Option<&'w str> {
        match self.cells.next()? {
            Cell::Text(text) => Some(text),
            Cell::Number(_) => None,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.len() == 0
    }
}
