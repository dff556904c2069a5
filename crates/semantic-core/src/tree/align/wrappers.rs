//! Looking through wrappers: unnamed nodes that came or went around others which stayed.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::siblings::{free, pair_unique_by, repeated};
use super::{Aligner, NONE, Side};

/// Pairs what has the same content where wrappers without a name came or went around it. A wrapper itself is told from
/// one around it or in it by nothing.
pub(super) fn look_through(aligner: &mut Aligner<'_>, before: &[u32], after: &[u32], doubtful: bool) {
    let here = free(before, &aligner.pairs.after);
    let there = free(after, &aligner.pairs.before);
    let is_left = |side: &Side<'_>, list: &[u32]| list.iter().any(|&i| is_wrapper(side, i));
    if !is_left(&aligner.before, &here) && !is_left(&aligner.after, &there) {
        return;
    }
    let is_twin = |side: &Side<'_>, list: &[u32], left: &[u32]| {
        let twins = repeated(list.iter().map(|&i| side.signatures.deep(i)));
        left.iter().any(|&i| is_wrapper(side, i) && twins.binary_search(&side.signatures.deep(i)).is_ok())
    };
    // Of equal wrappers, which one was left over is chance.
    let doubtful =
        doubtful || is_twin(&aligner.before, before, &here) || is_twin(&aligner.after, after, &there);
    let inner = inside(&aligner.before, &here, &aligner.pairs.after);
    let outer = inside(&aligner.after, &there, &aligner.pairs.before);
    let around = |side: &Side<'_>, i: u32| side.node(i).parent().map(|p| p.id().0);
    let (list_before, list_after) = (
        here.first().map(|&i| around(&aligner.before, i)),
        there.first().map(|&i| around(&aligner.after, i)),
    );
    let fits = |aligner: &Aligner<'_>, b: u32, a: u32| {
        let (wrapper, now) = (around(&aligner.before, b), around(&aligner.after, a));
        let came_or_went = list_before == Some(wrapper) || list_after == Some(now);
        let same_wrapper = || match (wrapper, now) {
            (Some(w), Some(n)) => aligner.before.signatures.deep(w) == aligner.after.signatures.deep(n),
            _ => false,
        };
        aligner.is_alike(b, a) && (came_or_went || same_wrapper())
    };
    pair_unique_by(aligner, &inner, &outer, |side, i| Some(side.signatures.deep(i)), fits, doubtful);
    // What is left more than once can only be counted: those of one content pair in their order, and no more is said.
    let left = |list: Vec<u32>, pairs: &[u32]| free(&list, pairs);
    let (inner, outer) = (left(inner, &aligner.pairs.after), left(outer, &aligner.pairs.before));
    pair_in_order(aligner, &inner, outer, fits, doubtful);
    let wrapped = wrappers(&aligner.before, &here, &aligner.pairs.after);
    let now_wrapped = wrappers(&aligner.after, &there, &aligner.pairs.before);
    pair_in_order(aligner, &wrapped, now_wrapped, |_, _, _| true, doubtful);
}

/// Pairs each free node of `here` with the first free one of `there` that has its content and fits; which of several it
/// is stays unsure.
fn pair_in_order(
    aligner: &mut Aligner<'_>,
    here: &[u32],
    there: Vec<u32>,
    fits: impl Fn(&Aligner<'_>, u32, u32) -> bool,
    doubtful: bool,
) {
    let mut waiting: HashMap<u64, Vec<u32>, FxBuildHasher> = HashMap::default();
    for a in there.into_iter().rev() {
        waiting.entry(aligner.after.signatures.deep(a)).or_default().push(a);
    }
    for &b in here {
        let alike = waiting.get_mut(&aligner.before.signatures.deep(b));
        if let Some(a) = alike.and_then(|alike| alike.pop_if(|a| fits(aligner, b, *a)))
            && aligner.is_free(b, a)
        {
            aligner.pair(b, a, doubtful, true);
        }
    }
}

/// The free wrappers of `list`, and those in them, in document order.
fn wrappers(side: &Side<'_>, list: &[u32], pairs: &[u32]) -> Vec<u32> {
    let mut found = Vec::new();
    let mut open: Vec<u32> = list.iter().rev().copied().collect();
    while let Some(i) = open.pop() {
        if is_wrapper(side, i) && pairs[i as usize] == NONE {
            found.push(i);
            open.extend(side.children(Some(i)).into_iter().rev());
        }
    }
    found
}

fn is_wrapper(side: &Side<'_>, i: u32) -> bool {
    let node = side.node(i);
    node.role().is_vague() && node.name().is_none_or(str::is_empty)
}

/// The free nodes of `list`, wrappers replaced by what is in them.
fn inside(side: &Side<'_>, list: &[u32], pairs: &[u32]) -> Vec<u32> {
    let mut found = Vec::with_capacity(list.len());
    let mut open: Vec<u32> = list.iter().rev().copied().collect();
    while let Some(i) = open.pop() {
        if is_wrapper(side, i) {
            open.extend(side.children(Some(i)).into_iter().rev().filter(|&c| pairs[c as usize] == NONE));
        } else {
            found.push(i);
        }
    }
    found
}
