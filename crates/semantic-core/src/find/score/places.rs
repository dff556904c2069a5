//! Parts of the page that a query names: what lies inside them, and what the query excludes.

use std::ops::Range;

use crate::find::index::{Field, Index};
use crate::find::query::{Kind, Ordinal, PlaceNoun, Query};
use crate::find::ranges::{outermost, within};
use crate::find::words::word_hash;
use crate::tree::{Node, Rect, Role, State};

/// Most words by which a part of a page is known: see [`Kind::place_words`].
const MOST_WORDS: usize = 6;

/// A named part of the page, found.
pub(crate) struct Place {
    ranges: Vec<Range<usize>>,
    words: [u64; MOST_WORDS],
    /// Where such a part usually is, for pages that do not mark it.
    zone: Option<Rect>,
    pub not: bool,
    /// It is one of a repeated set.
    pub is_item: bool,
    /// It was counted to, and the page has not so many.
    pub is_missing: bool,
}

/// Finds the parts of the page that the query names.
pub(crate) fn find_places(index: &Index, query: &Query) -> Vec<Place> {
    query.places.iter().filter(|p| p.kind != Kind::Page).map(|p| place(index, *p)).collect()
}

fn place(index: &Index, noun: PlaceNoun) -> Place {
    let mut ranges = Vec::with_capacity(64);
    ranges.extend(index.snapshot.nodes().filter(|n| is_place(noun.kind, *n)).map(|n| n.range()));
    if let Some(ordinal) = noun.ordinal {
        ranges.retain(|r| !index.is_header_row(r.start));
        let at = match ordinal {
            Ordinal::FromStart(n) => Some(n as usize),
            Ordinal::FromEnd(n) => ranges.len().checked_sub(1 + n as usize),
        };
        ranges = at.and_then(|i| ranges.get(i).cloned()).into_iter().collect();
    }
    let mut words = [0; MOST_WORDS];
    for (hash, word) in words.iter_mut().zip(noun.kind.place_words()) {
        *hash = word_hash(word);
    }
    let zone = index.extent.filter(|_| ranges.is_empty()).and_then(|page| zone(noun.kind, page));
    let ranges = outermost(ranges.into_iter());
    let is_missing = noun.ordinal.is_some() && ranges.is_empty();
    Place { ranges, words, zone, not: noun.not, is_item: noun.kind.is_item(), is_missing }
}

fn is_place(kind: Kind, node: Node<'_>) -> bool {
    let role = node.role();
    match kind {
        Kind::Dialog => kind.roles().contains(&role) || node.is(State::Modal),
        Kind::Navigation | Kind::Sidebar | Kind::Header | Kind::Footer | Kind::Main | Kind::Toolbar => {
            kind.roles().contains(&role)
        }
        Kind::Menu => matches!(role, Role::Menu | Role::MenuBar | Role::ListBox),
        Kind::Dropdown => matches!(role, Role::Menu | Role::ListBox | Role::ComboBox),
        Kind::Column => false,
        Kind::Item => role.is_item() && !node.ancestors().take(3).any(|a| a.role().is_item()),
        _ => kind.roles().contains(&role) && node.range().len() > 1,
    }
}

/// Where a part of a page usually is.
fn zone(kind: Kind, page: Rect) -> Option<Rect> {
    let (w, h) = (page.width, page.height);
    match kind {
        Kind::Header => Rect::new(page.x, page.y, w, (h * 0.15).clamp(60.0_f64.min(h), 200.0)),
        Kind::Footer => Rect::new(page.x, page.y + h * 0.85, w, h * 0.15),
        Kind::Sidebar => Rect::new(page.x, page.y, w * 0.25, h),
        _ => None,
    }
}

impl Place {
    /// How far a node is inside, in 0..1.
    pub fn holds(&self, index: &Index, node: usize) -> f32 {
        if within(&self.ranges, node) && self.ranges.binary_search_by_key(&node, |r| r.start).is_err() {
            return 1.0;
        }
        if self.says(index, node) {
            return 0.9;
        }
        match (self.zone, index.node(node).bounds()) {
            (Some(zone), Some(b)) if b.area() > 0.0 => {
                let (x, y) = b.center();
                if zone.contains(x, y) { 0.6 } else { 0.0 }
            }
            _ => 0.0,
        }
    }

    /// Whether the producer says so, in a section or parent of that name.
    fn says(&self, index: &Index, node: usize) -> bool {
        let own = index.fields_of(node).iter();
        let container = index.containers[node] as usize;
        let around = if container < index.snapshot.len() { index.fields_of(container) } else { &[] };
        let texts = own.filter(|f| matches!(f.field(), Field::Section | Field::Parent)).chain(
            around.iter().filter(|f| matches!(f.field(), Field::Name | Field::Section | Field::Parent)),
        );
        texts
            .flat_map(|f| index.words_of(f.text()))
            .any(|&w| self.words.contains(&index.vocab.terms[w as usize].hash))
    }
}
