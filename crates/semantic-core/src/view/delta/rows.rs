//! Comparing the rows of a section with those of the same section later.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{Change, Renumbered, SectionDelta};
use crate::tree::{Alignment, NodeId, longest_increasing};
use crate::view::{Observation, Section, field};

const NONE: u32 = u32::MAX;

/// The shown rows of a section: for each its node, and the position of the shown row around it.
#[derive(Default)]
pub(super) struct Rows<'a> {
    of: Option<(&'a Observation, &'a Section)>,
    nodes: &'a [u32],
    parents: Vec<u32>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(observation: &'a Observation, section: &'a Section) -> Rows<'a> {
        let nodes = section.selected.shown.as_slice();
        let mut parents = Vec::with_capacity(nodes.len());
        let mut above: Vec<(usize, u32)> = Vec::new(); // (end of the subtree, position)
        for (position, &node) in nodes.iter().enumerate() {
            while above.last().is_some_and(|a| a.0 <= node as usize) {
                above.pop();
            }
            parents.push(above.last().map_or(NONE, |a| a.1));
            above.push((observation.node(node).range().end, position as u32));
        }
        Rows { of: Some((observation, section)), nodes, parents }
    }

    /// The position of a node among the rows, which stand in document order.
    fn position(&self, node: NodeId) -> Option<usize> {
        self.nodes.binary_search(&(node.index() as u32)).ok()
    }

    /// Whether both rows are of one session.
    fn is_kept_with(&self, other: &Rows<'_>) -> bool {
        matches!((self.of, other.of), (Some(a), Some(b)) if a.1.numbering.is_kept_with(&b.1.numbering))
    }

    /// The positions of the rows by their numbers.
    fn by_number(&self) -> HashMap<u32, u32, FxBuildHasher> {
        let number = |node: u32| self.of.map_or(NONE, |(_, section)| section.number(node));
        self.nodes.iter().map(|&node| number(node)).zip(0..).collect()
    }
}

/// The delta of a section. Within a session rows are one where their refs are: a row that lost its ref counts as removed
/// and added. Else they are one where their nodes are aligned.
pub(super) fn compare<'p>(
    pane: &str,
    old: &Rows<'_>,
    new: &Rows<'_>,
    pairs: impl Fn() -> &'p Alignment,
) -> SectionDelta {
    let mut delta = SectionDelta { pane: pane.to_owned(), ..SectionDelta::default() };
    let kept = old.is_kept_with(new).then(|| (old.by_number(), new.of));
    let mut was = vec![NONE; new.nodes.len()]; // old position of each new row
    let mut stays = vec![NONE; old.nodes.len()];
    for (position, &node) in new.nodes.iter().enumerate() {
        let before = match &kept {
            Some((numbers, Some((_, section)))) => numbers.get(&section.number(node)).map(|&at| at as usize),
            _ => pairs().before(NodeId(node)).and_then(|b| old.position(b)),
        };
        match before {
            Some(at) => (was[position], stays[at]) = (at as u32, position as u32),
            None => delta.added.push((NodeId(node), position)),
        }
    }
    let mut place = 0;
    for (&to, &node) in stays.iter().zip(old.nodes) {
        match to {
            NONE => delta.removed.push((NodeId(node), place)),
            to => place = to as usize + 1,
        }
    }
    if let (Some((earlier, then)), Some((later, now))) = (old.of, new.of) {
        let shown: Vec<_> = now.view.shown_fields().collect();
        let stayed = || was.iter().enumerate().filter(|w| *w.1 != NONE);
        for (position, &at) in stayed() {
            let (b, a) = (old.nodes[at as usize], new.nodes[position]);
            let (before, node) = (earlier.node(b), later.node(a));
            let fields: Vec<_> = shown.iter().copied().filter(|&f| !field::same(before, node, f)).collect();
            if !fields.is_empty() {
                delta.changed.push(Change { node: NodeId(a), before: NodeId(b), fields, position });
            }
        }
        let numbers = stayed()
            .map(|(position, &at)| (then.number(old.nodes[at as usize]), now.number(new.nodes[position])));
        delta.renumbered = renumbered(numbers.collect());
    }
    delta.moved = moved(old, new, &was, &stays);
    ignore(&mut delta, old, new);
    delta
}

/// Counts the changes that are to be ignored, and takes them out.
fn ignore(delta: &mut SectionDelta, old: &Rows<'_>, new: &Rows<'_>) {
    let is_in = |rows: &Rows<'_>, node: NodeId| {
        rows.of.is_some_and(|(_, section)| section.ignored.holds(node.index() as u32))
    };
    let [gone, came, changed] = [delta.removed.len(), delta.added.len(), delta.changed.len()];
    delta.removed.retain(|&(node, _)| !is_in(old, node));
    delta.added.retain(|&(node, _)| !is_in(new, node));
    delta.changed.retain(|change| !is_in(old, change.before) && !is_in(new, change.node));
    let replaced = (gone - delta.removed.len()).max(came - delta.added.len());
    delta.ignored = replaced + changed - delta.changed.len();
}

/// Rows that stayed and stand elsewhere: outside the longest chain in the old order, or inside another shown row.
fn moved(old: &Rows<'_>, new: &Rows<'_>, was: &[u32], stays: &[u32]) -> Vec<(NodeId, usize)> {
    let stayed: Vec<usize> = (0..was.len()).filter(|&p| was[p] != NONE).collect();
    let chain = longest_increasing(&stayed.iter().map(|&p| was[p] as usize).collect::<Vec<_>>());
    let mut in_order = vec![false; stayed.len()];
    chain.into_iter().for_each(|i| in_order[i] = true);
    let elsewhere = |position: usize| {
        let parent_then = old.parents[was[position] as usize];
        let parent_then = if parent_then == NONE { NONE } else { stays[parent_then as usize] };
        let removed = old.parents[was[position] as usize] != NONE && parent_then == NONE;
        removed || parent_then != new.parents[position]
    };
    let moved = stayed.iter().zip(in_order).filter(|&(&p, kept)| !kept || elsewhere(p));
    moved.map(|(&p, _)| (NodeId(new.nodes[p]), p)).collect()
}

/// The runs of (old, new) numbers that move by the same.
fn renumbered(mut numbers: Vec<(u32, u32)>) -> Vec<Renumbered> {
    if numbers.iter().all(|n| n.0 == n.1) {
        return Vec::new();
    }
    numbers.sort_unstable();
    let shift = |n: &(u32, u32)| i64::from(n.1) - i64::from(n.0);
    let runs = numbers.chunk_by(|a, b| shift(a) == shift(b)).filter(|run| shift(&run[0]) != 0);
    runs.map(|run| Renumbered { numbers: run[0].0..=run[run.len() - 1].0, by: shift(&run[0]) }).collect()
}
