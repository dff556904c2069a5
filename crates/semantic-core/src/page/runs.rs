//! Runs of alike pieces: rows of a table, cards, list items, controls beside each other.

use std::fmt::Write;
use std::hash::{Hash, Hasher};

use hashbrown::HashMap;
use rustc_hash::{FxBuildHasher, FxHasher};

use super::lean::{Kind, Piece};
use super::lines::{NONE, are_many};
use super::measure::is_silent;
use super::pen::{says_state, word};
use crate::tree::{Node, Role};

/// Alike pieces beside each other, from piece `start` up to piece `end`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Run {
    /// Controls of one role.
    Same { start: u32, end: u32 },
    /// Rows of `period` pieces each, all of one shape.
    Rows { start: u32, end: u32, period: u32 },
    /// Rows of a table.
    Table { start: u32, end: u32 },
}

impl Run {
    pub(super) fn start(self) -> u32 {
        match self {
            Run::Same { start, .. } | Run::Rows { start, .. } | Run::Table { start, .. } => start,
        }
    }

    pub(super) fn end(self) -> u32 {
        match self {
            Run::Same { end, .. } | Run::Rows { end, .. } | Run::Table { end, .. } => end,
        }
    }
}

/// All runs of a page, by the piece each begins at.
#[derive(Default)]
pub(super) struct Runs {
    at: HashMap<u32, Run, FxBuildHasher>,
    /// Number of items or rows directly inside a piece.
    held: HashMap<u32, u32, FxBuildHasher>,
    /// For each piece, whether it is one of many items.
    many: Vec<bool>,
}

/// The longest row that is looked for, in pieces.
const PERIOD: usize = 24;
/// How often something stands there at least to be a run.
const TIMES: usize = 3;

impl Runs {
    /// The runs among the pieces.
    pub(super) fn of(pieces: &[Piece<'_>], inline: &[bool]) -> Runs {
        let parents = parents(pieces);
        let shapes = shapes(pieces, &parents);
        let mut runs = Runs { many: vec![false; pieces.len()], ..Runs::default() };
        for children in families(&parents) {
            runs.family(pieces, inline, &shapes, &parents, &children);
        }
        runs
    }

    fn family(
        &mut self,
        pieces: &[Piece<'_>],
        inline: &[bool],
        shapes: &[u64],
        parents: &[u32],
        children: &[u32],
    ) {
        let items = children.iter().filter(|&&c| is_item(&pieces[c as usize]));
        let held = items.filter(|&&c| !is_head(pieces, c)).count();
        if let Some(&first) = children.first() {
            self.held.insert(parents[first as usize], held as u32);
        }
        for &child in children.iter().filter(|_| are_many(held)) {
            self.many[child as usize] = pieces[child as usize].kind == Kind::Item;
        }
        // What does not fit on a line, heads and parts are like nothing else.
        let shape = |&c: &u32| {
            let piece = &pieces[c as usize];
            let odd = !inline[c as usize] || piece.kind == Kind::Part || is_head(pieces, c);
            if odd { u64::from(c) | 1 << 63 } else { shapes[c as usize] & !(1 << 63) }
        };
        let shapes: Vec<u64> = children.iter().map(shape).collect();
        let is_row = |at: usize| {
            let c = children[at];
            pieces[c as usize].kind == Kind::Row && inline[c as usize] && !is_head(pieces, c)
        };
        let alike = Alike::of(&shapes);
        let mut at = 0;
        while at < children.len() {
            let (start, rows) = (children[at], (at..children.len()).take_while(|&i| is_row(i)).count());
            if rows > 0 {
                let end = pieces[children[at + rows - 1] as usize].end;
                self.at.insert(start, Run::Table { start, end });
                at += rows;
                continue;
            }
            at += self.repeated(pieces, children, &alike, at).map_or(1, |(skip, covered)| skip + covered);
        }
    }

    /// The run that begins at a child: how many children stand before it and how many are in it.
    fn repeated(
        &mut self,
        pieces: &[Piece<'_>],
        children: &[u32],
        alike: &Alike,
        at: usize,
    ) -> Option<(usize, usize)> {
        for (period, covered) in alike.candidates(at) {
            let first = |i: usize| &pieces[children[i] as usize];
            let spare = covered % period;
            let skip = if period == 1 || spare == 0 {
                0
            } else {
                // Rows could begin at several places: a row that began in the middle of a card would tie a price to the
                // wrong name. So they begin where a picture or an item does, or where the part around them begins or ends.
                let picture = (0..=spare).find(|&k| matches!(first(at + k).kind, Kind::Image | Kind::Item));
                let ends = (at + covered == children.len()).then_some(spare);
                let begins = (at == 0).then_some(0);
                match picture.or(if ends.is_some() && begins.is_some() { None } else { ends.or(begins) }) {
                    Some(skip) => skip,
                    None => continue,
                }
            };
            let covered = (covered - skip) / period * period;
            if covered / period < TIMES {
                continue;
            }
            if let Some(run) = run_of(pieces, &children[at + skip..at + skip + covered], period) {
                self.at.insert(run.start(), run);
                return Some((skip, covered));
            }
            // What is all the same has no rows of several.
            if period == 1 {
                return None;
            }
        }
        None
    }

    /// The run that begins at a piece.
    pub(super) fn at(&self, piece: u32) -> Option<Run> {
        self.at.get(&piece).copied()
    }

    /// Whether a piece is one of many items of a list.
    pub(super) fn is_many(&self, piece: u32) -> bool {
        self.many.get(piece as usize).copied().unwrap_or(false)
    }

    /// Says how many rows or items a piece holds, and of how many where the page tells.
    pub(super) fn push_count(&self, out: &mut String, at: u32, piece: &Piece<'_>) {
        use Role::{Directory, Feed, Grid, List, ListBox, Log, Menu, Table, Tree, TreeGrid};
        let held = self.held.get(&at).copied().unwrap_or(0);
        let table = matches!(piece.node.role(), Table | Grid | TreeGrid);
        let list = matches!(piece.node.role(), Directory | Feed | List | ListBox | Log | Menu | Tree);
        if !table && !list {
            return;
        }
        let total = total(piece.node);
        if (!table && !are_many(held as usize) && total.is_none()) || (held == 0 && total.is_none()) {
            return;
        }
        let what = if table { "row" } else { "item" };
        let _ = match total.filter(|&t| t != u64::from(held)) {
            Some(total) => write!(out, ", {held} of {total} {what}s"),
            None => write!(out, ", {held} {what}{}", if held == 1 { "" } else { "s" }),
        };
    }
}

/// Whether a piece is a row or an item, be it one that is acted on as a whole.
fn is_item(piece: &Piece<'_>) -> bool {
    matches!(piece.kind, Kind::Item | Kind::Row)
        || matches!(piece.node.role(), Role::ListItem | Role::Article | Role::Option | Role::TreeItem)
}

/// How many rows or items the page says there are, shown or not.
fn total(node: Node<'_>) -> Option<u64> {
    fn says(node: Node<'_>) -> Option<&str> {
        ["row-count", "set-size", "aria-rowcount", "aria-setsize"].iter().find_map(|attr| node.attr(attr))
    }
    let counted = matches!(node.role(), Role::List | Role::ListBox | Role::Feed | Role::Tree | Role::Menu);
    let by_item = || node.children().next().filter(|_| counted).and_then(says);
    says(node).or_else(by_item)?.parse().ok()
}

/// How long children go on as they began, for each length of a row.
struct Alike {
    /// By row length - 1, then by child: how many children from there on are like the one a row further.
    matches: Vec<Vec<u32>>,
}

impl Alike {
    fn of(shapes: &[u64]) -> Alike {
        let count = shapes.len();
        let longest = PERIOD.min(count / TIMES);
        let of_period = |period: usize| {
            let mut matches = vec![0u32; count];
            for at in (0..count.saturating_sub(period)).rev() {
                matches[at] = if shapes[at] == shapes[at + period] { matches[at + 1] + 1 } else { 0 };
            }
            matches
        };
        Alike { matches: (1..=longest).map(of_period).collect() }
    }

    /// Row lengths for which something begins at a child that goes on TIMES times, with the number of children that are
    /// alike so; those that cover most first, of equals the shortest row.
    fn candidates(&self, at: usize) -> Vec<(usize, usize)> {
        let mut found: Vec<(usize, usize)> = (1..)
            .zip(&self.matches)
            .map(|(period, matches)| (period, matches[at] as usize + period))
            .filter(|&(period, covered)| covered >= TIMES * period)
            .filter(|&(period, _)| at == 0 || self.matches[period - 1][at - 1] == 0)
            .collect();
        found.sort_by_key(|&(period, covered)| (std::cmp::Reverse(covered / period * period), period));
        found
    }
}

/// The run of rows of `period` children each, if it is worth a header.
fn run_of(pieces: &[Piece<'_>], children: &[u32], period: usize) -> Option<Run> {
    let (start, last) = (*children.first()?, *children.last()?);
    let end = pieces[last as usize].end;
    let row = &pieces[start as usize..pieces[children[period - 1] as usize].end as usize];
    let shell = |p: &Piece<'_>| matches!(p.kind, Kind::Item | Kind::Cell | Kind::List) || is_silent(p);
    let leaves = row.iter().filter(|p| !shell(p)).count();
    // Controls that hold no more than the texts that name them.
    let outer = row.iter().position(|p| !shell(p))?;
    if period == 1 && row[outer].kind == Kind::Control && row[outer].end == row[0].end {
        // What tells items apart stands on their lines.
        let speaks = |&c: &u32| {
            let item = &pieces[c as usize];
            let named = !item.quiet && !item.text.is_empty();
            item.kind == Kind::Item && (named || says_state(item.node))
        };
        let plain = (row[outer].text.is_empty() || leaves == 1) && !children.iter().any(speaks);
        let texts = row[outer + 1..].iter().all(|p| p.kind == Kind::Text || is_silent(p));
        return (plain && texts).then_some(Run::Same { start, end });
    }
    let rows =
        || children.chunks(period).map(|row| pieces[row[0] as usize].node.id().index()..end_of(pieces, row));
    let apart = period == 1 || are_apart(pieces, rows());
    (leaves >= 2 && apart).then_some(Run::Rows { start, end, period: period as u32 })
}

/// The node after the last of a row.
fn end_of(pieces: &[Piece<'_>], row: &[u32]) -> usize {
    row.last().map_or(0, |&last| pieces[last as usize].node.range().end)
}

/// Whether rows lie beside each other on the page, as far as the boxes are known: two rows that overlap are no rows.
fn are_apart(pieces: &[Piece<'_>], rows: impl Iterator<Item = std::ops::Range<usize>>) -> bool {
    const SLACK: f64 = 4.0;
    let Some(snapshot) = pieces.first().map(|p| p.node.snapshot()) else { return true };
    let mut before: Option<[f64; 4]> = None;
    for row in rows {
        let boxes = snapshot.range(row).filter_map(|n| n.bounds()).filter(|b| b.area() > 0.0);
        let around = boxes.fold(None, |all: Option<[f64; 4]>, b| {
            let own = [b.x, b.y, b.right(), b.bottom()];
            Some(
                all.map_or(own, |a| [a[0].min(own[0]), a[1].min(own[1]), a[2].max(own[2]), a[3].max(own[3])]),
            )
        });
        let overlap = |a: [f64; 4], b: [f64; 4]| {
            let (width, height) = (a[2].min(b[2]) - a[0].max(b[0]), a[3].min(b[3]) - a[1].max(b[1]));
            width > SLACK && height > SLACK
        };
        if let (Some(a), Some(b)) = (before, around)
            && overlap(a, b)
        {
            return false;
        }
        before = around.or(before);
    }
    true
}

/// The piece around each piece.
fn parents(pieces: &[Piece<'_>]) -> Vec<u32> {
    let mut parents = Vec::with_capacity(pieces.len());
    let mut open: Vec<u32> = Vec::new();
    for i in 0..pieces.len() as u32 {
        while open.last().is_some_and(|&o| pieces[o as usize].end <= i) {
            open.pop();
        }
        parents.push(open.last().copied().unwrap_or(NONE));
        open.push(i);
    }
    parents
}

/// The children of each piece and of the page itself, where there are any.
fn families(parents: &[u32]) -> Vec<Vec<u32>> {
    let mut order: Vec<u32> = (0..parents.len() as u32).collect();
    order.sort_by_key(|&i| parents[i as usize]);
    order.chunk_by(|&a, &b| parents[a as usize] == parents[b as usize]).map(<[u32]>::to_vec).collect()
}

/// A number for what a piece is and holds: equal for pieces that differ in their texts alone.
fn shapes(pieces: &[Piece<'_>], parents: &[u32]) -> Vec<u64> {
    let mut shapes = vec![0u64; pieces.len()];
    for i in (0..pieces.len()).rev() {
        let piece = &pieces[i];
        let mut hash = FxHasher::default();
        (piece.kind as u8, word(piece), piece.node.role(), piece.node.level(), is_silent(piece), shapes[i])
            .hash(&mut hash);
        shapes[i] = hash.finish();
        if let Some(around) = shapes.get(parents[i] as usize).copied() {
            let mut hash = FxHasher::default();
            (around, shapes[i]).hash(&mut hash);
            shapes[parents[i] as usize] = hash.finish();
        }
    }
    shapes
}

/// Whether a row holds nothing but heads of columns.
pub(super) fn is_head(pieces: &[Piece<'_>], at: u32) -> bool {
    let row = &pieces[at as usize];
    let mut cell = at + 1;
    let mut heads = 0;
    if row.kind != Kind::Row {
        return false;
    }
    while cell < row.end {
        let piece = &pieces[cell as usize];
        heads += 1;
        if piece.node.role() != Role::ColumnHeader {
            return false;
        }
        cell = piece.end;
    }
    heads > 0
}
