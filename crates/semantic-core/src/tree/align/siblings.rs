//! Pairing the children of two nodes that are one: anchors first, then what lies between them.

use super::{Aligner, NONE, Side, gap};

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
    look_through_wrappers(aligner, &before, &after, doubtful);
}

fn free(list: &[u32], pairs: &[u32]) -> Vec<u32> {
    list.iter().copied().filter(|&i| pairs[i as usize] == NONE).collect()
}

/// Pairs the free nodes whose content, or else whose role and name, no other node of their list has.
fn pair_unique(aligner: &mut Aligner<'_>, before: &[u32], after: &[u32], doubtful: bool) {
    let deep = |side: &Side<'_>, i: u32| Some(side.signatures.deep(i));
    pair_unique_by(aligner, before, after, deep, doubtful);
    let named = |side: &Side<'_>, i: u32| {
        let named = side.node(i).name().is_some_and(|n| !n.is_empty());
        named.then(|| side.signatures.shallow(i))
    };
    pair_unique_by(aligner, before, after, named, doubtful);
}

fn pair_unique_by(
    aligner: &mut Aligner<'_>,
    before: &[u32],
    after: &[u32],
    look: impl Fn(&Side<'_>, u32) -> Option<u64>,
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
            && aligner.is_alike(b, a)
        {
            found.push((b, a));
        }
    }
    found.sort_unstable();
    let in_order = longest_increasing(&found.iter().map(|p| p.1 as usize).collect::<Vec<_>>());
    let crossing = in_order.len() < found.len();
    let look = |&i: &u32| aligner.before.signatures.shallow(i);
    let twins = if crossing { repeated(before.iter().map(look)) } else { Vec::new() };
    for (i, (b, a)) in found.into_iter().enumerate() {
        let moved = crossing && in_order.binary_search(&i).is_err();
        aligner.pair(b, a, doubtful || (moved && may_have_swapped(&aligner.before, b, &twins)));
    }
}

/// Whether a node that changed places with others may as well have stayed and swapped what is in it: it is no item of a
/// set, and only its content tells it from another one there.
fn may_have_swapped(side: &Side<'_>, b: u32, twins: &[u64]) -> bool {
    !side.node(b).role().is_item() && twins.binary_search(&side.signatures.shallow(b)).is_ok()
}

/// The numbers that occur more than once, sorted.
fn repeated(numbers: impl Iterator<Item = u64>) -> Vec<u64> {
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

/// Pairs what has the same content where wrappers without a name came or went around it.
fn look_through_wrappers(aligner: &mut Aligner<'_>, before: &[u32], after: &[u32], doubtful: bool) {
    let here = free(before, &aligner.pairs.after);
    let there = free(after, &aligner.pairs.before);
    let (inner, outer) = (
        inside(&aligner.before, &here, &aligner.pairs.after),
        inside(&aligner.after, &there, &aligner.pairs.before),
    );
    if inner.len() == here.len() && outer.len() == there.len() {
        return;
    }
    let is_twin = |side: &Side<'_>, list: &[u32], left: &[u32]| {
        let twins = repeated(list.iter().map(|&i| side.signatures.deep(i)));
        left.iter().any(|&i| is_wrapper(side, i) && twins.binary_search(&side.signatures.deep(i)).is_ok())
    };
    // Of equal wrappers, which one was left over is chance.
    let doubtful =
        doubtful || is_twin(&aligner.before, before, &here) || is_twin(&aligner.after, after, &there);
    pair_unique_by(aligner, &inner, &outer, |side, i| Some(side.signatures.deep(i)), doubtful);
    // A wrapper in a wrapper looks like the other of the two: what is inside is certain, which of them it is is not.
    for b in inner.into_iter().filter(|&b| is_wrapper(&aligner.before, b)) {
        aligner.pairs.doubtful[b as usize] = true;
    }
}

fn is_wrapper(side: &Side<'_>, i: u32) -> bool {
    let node = side.node(i);
    node.role().is_vague() && node.name().is_none_or(str::is_empty)
}

/// The free nodes of `list`, and of wrappers also what is in them.
fn inside(side: &Side<'_>, list: &[u32], pairs: &[u32]) -> Vec<u32> {
    let mut found = Vec::with_capacity(list.len());
    let mut open: Vec<u32> = list.iter().rev().copied().collect();
    while let Some(i) = open.pop() {
        found.push(i);
        if is_wrapper(side, i) {
            open.extend(side.children(Some(i)).into_iter().rev().filter(|&c| pairs[c as usize] == NONE));
        }
    }
    found
}
