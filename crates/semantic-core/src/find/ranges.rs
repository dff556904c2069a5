//! Subtrees as ranges of node numbers: which is inside which.

use std::ops::Range;

/// Whether one of some ranges, sorted and apart, holds `node`.
pub(crate) fn within(ranges: &[Range<usize>], node: usize) -> bool {
    let after = ranges.partition_point(|r| r.start <= node);
    after > 0 && ranges[after - 1].contains(&node)
}

/// The outermost of some ranges in preorder, which nest or are apart.
pub(crate) fn outermost(ranges: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::with_capacity(ranges.size_hint().0.min(64));
    for range in ranges {
        if out.last().is_none_or(|last| range.start >= last.end) {
            out.push(range);
        }
    }
    out
}
