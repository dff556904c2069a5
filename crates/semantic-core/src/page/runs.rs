//! Runs of alike pieces: rows of a table, cards, list items, controls beside each other.

use std::fmt::Write;
use std::hash::{Hash, Hasher};

use hashbrown::HashMap;
use rustc_hash::{FxBuildHasher, FxHasher};

use super::lean::{Kind, Piece};
use super::lines::{NONE, are_many};
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
        let items = children.iter().filter(|&&c| matches!(pieces[c as usize].kind, Kind::Item | Kind::Row));
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
            at += self.repeated(pieces, children, &alike, at).unwrap_or(1);
        }
    }

    /// The run that begins at a child, as the number of children in it.
    fn repeated(&mut self, pieces: &[Piece<'_>], children: &[u32], alike: &Alike, at: usize) -> Option<usize> {
        let (period, covered) = alike.best(at)?;
        let first = &pieces[children[at] as usize];
        let start = children[at];
        let end = pieces[children[at + covered - 1] as usize].end;
        let row = &pieces[start as usize..pieces[children[at + period - 1] as usize].end as usize];
        let leaves = row.iter().filter(|p| !matches!(p.kind, Kind::Item | Kind::Cell | Kind::List)).count();
        // Controls that hold no more than the texts that name them.
        let outer = row.iter().position(|p| !matches!(p.kind, Kind::Item | Kind::Cell | Kind::List));
        let lone = outer.filter(|&o| row[o].kind == Kind::Control && row[o].end == row[0].end);
        if let Some(lone) = lone.filter(|_| period == 1) {
            let named = row[lone].text.is_empty() || leaves == 1;
            if !named || row[lone + 1..].iter().any(|p| p.kind != Kind::Text) {
                return None;
            }
            self.at.insert(start, Run::Same { start, end });
            return Some(covered);
        }
        // A row that began in the middle of a card would tie a price to the wrong name.
        let whole = first.kind == Kind::Item || matches!(first.kind, Kind::Image | Kind::Heading) || period == 1;
        if leaves < 2 || !whole {
            return None;
        }
        self.at.insert(start, Run::Rows { start, end, period: period as u32 });
        Some(covered)
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
        use Role::{Grid, Table, TreeGrid};
        let held = self.held.get(&at).copied().unwrap_or(0);
        let table = matches!(piece.node.role(), Table | Grid | TreeGrid);
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
    count: usize,
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
        Alike { matches: (1..=longest).map(of_period).collect(), count }
    }

    /// The row length that covers most from a child on, and how many children it covers.
    fn best(&self, at: usize) -> Option<(usize, usize)> {
        let mut best = None;
        for (period, matches) in (1..).zip(&self.matches) {
            let times = (matches[at] as usize + period) / period;
            let covered = times * period;
            if times >= TIMES && at + covered <= self.count && best.is_none_or(|(_, most)| covered > most) {
                best = Some((period, covered));
            }
        }
        best
    }
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
        (piece.kind as u8, piece.node.role(), piece.node.level(), shapes[i]).hash(&mut hash);
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
