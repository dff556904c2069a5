//! Pairing the children of two nodes that are one: anchors first, then what lies between them.

use std::cell::OnceCell;

use super::{Aligner, NONE, Side, gap, wrappers};

/// Pairs the children of `b` with those of `a`.
pub(super) fn pair(aligner: &mut Aligner<'_>, b: Option<u32>, a: Option<u32>, doubtful: bool) {
    let before = aligner.before.children(b);
    let after = aligner.after.children(a);
    if free(&before, &aligner.pairs.after).is_empty() || free(&after, &aligner.pairs.before).is_empty() {
        return;
    }
    pair_unique(aligner, &before, &after, doubtful);
    let gaps = gaps(&before, &after, &aligner.pairs.after);
    for (from, to) in gaps {
        let here = free(&before[from.0..to.0], &aligner.pairs.after);
        let there = free(&after[from.1..to.1], &aligner.pairs.before);
        gap::pair(aligner, &here, &there, doubtful);
    }
    wrappers::look_through(aligner, &before, &after, doubtful);
}

pub(super) fn free(list: &[u32], pairs: &[u32]) -> Vec<u32> {
    list.iter().copied().filter(|&i| pairs[i as usize] == NONE).collect()
}

/// Pairs the free nodes whose content, or else whose role and name, no other node of their list has.
fn pair_unique(aligner: &mut Aligner<'_>, before: &[u32], after: &[u32], doubtful: bool) {
    let deep = |side: &Side<'_>, i: u32| Some(side.signatures.deep(i));
    pair_unique_by(aligner, before, after, deep, |aligner, b, a| aligner.is_alike(b, a), doubtful);
    let named = |side: &Side<'_>, i: u32| {
        let named = side.node(i).name().is_some_and(|n| !n.is_empty());
        named.then(|| side.signatures.shallow(i))
    };
    pair_unique_by(aligner, before, after, named, |aligner, b, a| aligner.is_alike(b, a), doubtful);
}

pub(super) fn pair_unique_by(
    aligner: &mut Aligner<'_>,
    before: &[u32],
    after: &[u32],
    look: impl Fn(&Side<'_>, u32) -> Option<u64>,
    fits: impl Fn(&Aligner<'_>, u32, u32) -> bool,
    doubtful: bool,
) {
    let mut looks: Vec<(u64, bool, u32)> = Vec::with_capacity(before.len() + after.len());
    let here = free(before, &aligner.pairs.after);
    looks.extend(here.into_iter().filter_map(|i| Some((look(&aligner.before, i)?, false, i))));
    let there = free(after, &aligner.pairs.before);
    looks.extend(there.into_iter().filter_map(|i| Some((look(&aligner.after, i)?, true, i))));
    looks.sort_unstable();
    let mut found: Vec<(u32, u32)> = Vec::new();
    for alike in looks.chunk_by(|x, y| x.0 == y.0) {
        if let &[(_, false, b), (_, true, a)] = alike
            && fits(aligner, b, a)
        {
            found.push((b, a));
        }
    }
    found.sort_unstable();
    let in_order = longest_increasing(&found.iter().map(|p| p.1 as usize).collect::<Vec<_>>());
    let places = Places::new(aligner, before, after);
    let beginnings = OnceCell::new();
    for (i, (b, a)) in found.into_iter().enumerate() {
        let kept_order = in_order.binary_search(&i).is_ok();
        let moved = places.may_have_swapped(aligner.before.signatures.shallow(b), (b, a), kept_order);
        let unsure = moved && !begins_alone(&aligner.before, before, b, &beginnings);
        aligner.pair(b, a, doubtful, unsure);
    }
}

/// Whether a node begins with a text that no other node of its list begins with. Rows and cards change places; that two
/// of them swapped what they begin with is to be expected of collections alone.
fn begins_alone(side: &Side<'_>, list: &[u32], b: u32, beginnings: &OnceCell<Vec<u64>>) -> bool {
    let first = |i: u32| side.content(i).first();
    let shared = beginnings.get_or_init(|| repeated(list.iter().filter_map(|&i| first(i))));
    !side.node(b).role().is_collection() && first(b).is_some_and(|f| shared.binary_search(&f).is_err())
}

/// The nodes of two lists by role and name, in order: which of several a node is.
struct Places([Vec<(u64, u32)>; 2]);

impl Places {
    fn new(aligner: &Aligner<'_>, before: &[u32], after: &[u32]) -> Places {
        let places = |side: &Side<'_>, list: &[u32]| {
            let mut all: Vec<_> = list.iter().map(|&i| (side.signatures.shallow(i), i)).collect();
            all.sort_unstable();
            all
        };
        Places([places(&aligner.before, before), places(&aligner.after, after)])
    }

    /// Whether two nodes of one role and name, told from others of it only by what is in them, may as well have stayed
    /// where they were and swapped their content: among these the pair's nodes do not stand in the same place.
    fn may_have_swapped(&self, look: u64, (b, a): (u32, u32), kept_order: bool) -> bool {
        let group = |list: &[(u64, u32)], node: u32| {
            let first = list.partition_point(|p| p.0 < look);
            let end = list.partition_point(|p| p.0 <= look);
            (end - first, list[first..end].partition_point(|p| p.1 < node))
        };
        match (group(&self.0[0], b), group(&self.0[1], a)) {
            ((1, _), (1, _)) => false,
            ((before, from), (after, to)) if before == after => from != to,
            _ => !kept_order,
        }
    }
}

/// The numbers that occur more than once, sorted.
pub(super) fn repeated(numbers: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut all: Vec<u64> = numbers.collect();
    all.sort_unstable();
    let mut repeated: Vec<u64> = all.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0]).collect();
    repeated.dedup();
    repeated
}

/// Positions in both lists between which nothing is paired in order: from (inclusive) and to (exclusive).
type Gap = ((usize, usize), (usize, usize));

/// The gaps between the pairs that stand in the same order in both lists (the longest such chain).
fn gaps(before: &[u32], after: &[u32], pairs: &[u32]) -> Vec<Gap> {
    let place_of = |a: u32| after.binary_search(&a).ok(); // children stand in document order
    let anchors: Vec<(usize, usize)> =
        before.iter().enumerate().filter_map(|(i, &b)| Some((i, place_of(pairs[b as usize])?))).collect();
    let kept = longest_increasing(&anchors.iter().map(|a| a.1).collect::<Vec<_>>());
    let mut gaps = Vec::new();
    let mut from = (0, 0);
    for to in kept.into_iter().map(|k| anchors[k]).chain([(before.len(), after.len())]) {
        if to.0 > from.0 && to.1 > from.1 {
            gaps.push((from, to));
        }
        from = (to.0 + 1, to.1 + 1);
    }
    gaps
}

/// Positions of a longest strictly increasing subsequence of different numbers, in order.
pub(crate) fn longest_increasing(numbers: &[usize]) -> Vec<usize> {
    if numbers.is_sorted() {
        return (0..numbers.len()).collect();
    }
    let mut tails: Vec<usize> = Vec::new(); // position of the smallest end of a chain of each length
    let mut previous = vec![usize::MAX; numbers.len()];
    for (i, &number) in numbers.iter().enumerate() {
        let length = tails.partition_point(|&t| numbers[t] < number);
        if length > 0 {
            previous[i] = tails[length - 1];
        }
        if length == tails.len() { tails.push(i) } else { tails[length] = i }
    }
    let mut chain = Vec::with_capacity(tails.len());
    let mut next = tails.last().copied().unwrap_or(usize::MAX);
    while next != usize::MAX {
        chain.push(next);
        next = previous[next];
    }
    chain.reverse();
    chain
}
