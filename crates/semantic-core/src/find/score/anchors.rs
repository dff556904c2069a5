//! Anchors: the elements that "below the password" or "between Help and Save" start from.

use super::Context;
use super::evidence::share;
use super::geometry::{between_fit, relation_fit};
use crate::find::index::Index;
use crate::find::query::{Part, Relation};
use crate::find::scratch::Scratch;
use crate::tree::Rect;

/// The elements that an anchor's words mean, best first; at most [`MOST`].
pub(crate) struct Anchors {
    first: Vec<Anchor>,
    second: Vec<Anchor>,
}

#[derive(Clone, Copy)]
struct Anchor {
    node: usize,
    fit: f32,
    bounds: Option<Rect>,
}

const MOST: usize = 6;

impl Anchors {
    /// Finds the anchors that the query names.
    pub fn new(index: &Index, s: &Scratch, c: &Context) -> Anchors {
        Anchors { first: anchors(index, s, c, Part::Anchor), second: anchors(index, s, c, Part::Anchor2) }
    }

    /// What the place words name, as something to be near of: a flat list has no rows.
    pub fn of_place(index: &Index, s: &Scratch, c: &Context) -> Anchors {
        Anchors { first: anchors(index, s, c, Part::Place), second: Vec::new() }
    }

    /// Whether nothing on the page is what the anchor's words say.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// How well `node` lies to its best anchor, in 0..1; `None` where neither boxes nor order can tell.
    pub fn fit(&self, index: &Index, relation: Relation, node: usize) -> Option<f32> {
        let b = index.node(node).bounds().filter(|b| b.area() > 0.0);
        let page = index.extent;
        let one = |a: &Anchor| -> Option<f32> {
            if a.node == node || index.node(a.node).holds(index.node(node).id()) && a.bounds.is_none() {
                return Some(0.0);
            }
            match (b, a.bounds, page) {
                (Some(b), Some(ab), Some(page)) => Some(a.fit * relation_fit(relation, b, ab, page)),
                _ => by_order(relation, a.node, node).map(|f| a.fit * f),
            }
        };
        if relation == Relation::Between {
            return Some(self.between(index, node, b));
        }
        if self.first.first().is_some_and(|a| a.node == node) {
            return Some(0.0);
        }
        let mut best = None;
        for a in &self.first {
            best = one(a).map_or(best, |f| Some(best.map_or(f, |b: f32| b.max(f))));
        }
        best
    }

    fn between(&self, index: &Index, node: usize, b: Option<Rect>) -> f32 {
        let mut best = 0.0f32;
        for x in &self.first {
            for y in self.second.iter().filter(|y| y.node != x.node) {
                if node == x.node || node == y.node {
                    continue;
                }
                let fit = match (b, x.bounds, y.bounds) {
                    (Some(b), Some(xb), Some(yb)) => between_fit(b, xb, yb),
                    _ if (x.node.min(y.node) + 1..x.node.max(y.node)).contains(&node) => {
                        let holds = index.node(x.node).holds(index.node(node).id());
                        if holds { 0.0 } else { 0.9 }
                    }
                    _ => 0.0,
                };
                best = best.max(fit * x.fit.min(y.fit));
            }
        }
        best
    }
}

/// Above and below by document order: nearer is better.
fn by_order(relation: Relation, anchor: usize, node: usize) -> Option<f32> {
    let near = |d: usize| 1.0 / (1.0 + (d as f32 - 1.0) / 4.0);
    match relation {
        Relation::Below | Relation::After => Some(if node > anchor { near(node - anchor) } else { 0.0 }),
        Relation::Above | Relation::Before => Some(if node < anchor { near(anchor - node) } else { 0.0 }),
        Relation::Near => Some(near(node.abs_diff(anchor).max(1))),
        _ => None,
    }
}

fn anchors(index: &Index, s: &Scratch, c: &Context, part: Part) -> Vec<Anchor> {
    let mut found: Vec<Anchor> = Vec::with_capacity(MOST + 1);
    let asked = s.query.words.iter().filter(|w| w.part == part).count();
    for candidate in &s.candidates {
        let own = &s.own[candidate.own as usize..candidate.own as usize + candidate.len as usize];
        let recall = share(c, part, own.iter().map(|&(k, g)| (k as usize, g)));
        if recall < 0.45 {
            continue;
        }
        let node = candidate.node as usize;
        let words: usize = index
            .fields_of(node)
            .iter()
            .filter(|f| f.field().is_name())
            .map(|f| index.words_of(f.text()).len())
            .min()
            .unwrap_or(1);
        let extra = words.saturating_sub(asked) as f32;
        let view = index.node(node);
        let around = if view.range().len() > 4 { 0.6 } else { 1.0 };
        let fit = recall * recall / (1.0 + 0.15 * extra) * around * (0.5 + 0.5 * candidate.trust.max(0.6));
        // Best first; of equal ones the earlier stays before.
        let at = found.partition_point(|a| a.fit >= fit);
        if at < MOST {
            found.insert(at, Anchor { node, fit, bounds: view.bounds().filter(|b| b.area() > 0.0) });
            found.truncate(MOST);
        }
    }
    let best = found.first().map_or(0.0, |a| a.fit);
    found.retain(|a| a.fit > 0.6 * best);
    if best > 0.0 {
        found.iter_mut().for_each(|a| a.fit /= best);
    }
    found
}
