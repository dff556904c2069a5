//! Refs that ended: the numbers that a session never issues again, with the reason.

use serde::{Deserialize, Serialize};

use super::Retired;

/// Retired numbers. Numbers that ended together lie together, so a session that saw many pages keeps a few spans of
/// each and no list of nodes.
#[derive(Clone, Default, Debug)]
pub(super) struct RetiredNumbers {
    /// By their first number, without overlap.
    spans: Vec<Span>,
}

/// Numbers that ended at one revision for one reason.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Span {
    pub(super) first: u32,
    /// One past the last number.
    pub(super) end: u32,
    why: Retired,
    since: u64,
}

impl RetiredNumbers {
    /// Numbers that are kept as spans, by their first number and without overlap.
    pub(super) fn of(spans: Vec<Span>) -> RetiredNumbers {
        RetiredNumbers { spans }
    }

    /// The numbers as spans.
    pub(super) fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// These numbers, and more that ended at `revision`.
    pub(super) fn with(&self, mut ended: Vec<(u32, Retired)>, revision: u64) -> RetiredNumbers {
        ended.sort_unstable_by_key(|ended| ended.0);
        let ended =
            ended.into_iter().map(|(first, why)| Span { first, end: first + 1, why, since: revision });
        let mut spans: Vec<Span> = self.spans.iter().copied().chain(ended).collect();
        // Two runs in order, which this sort merges.
        spans.sort_by_key(|span| span.first);
        spans.dedup_by(|next, before| {
            let same = before.end == next.first && (before.why, before.since) == (next.why, next.since);
            if same {
                before.end = next.end;
            }
            same
        });
        RetiredNumbers { spans }
    }

    /// Why a number ended, and since which revision.
    pub(super) fn get(&self, number: u32) -> Option<(Retired, u64)> {
        let after = self.spans.partition_point(|span| span.first <= number);
        let span = self.spans.get(after.checked_sub(1)?)?;
        (number < span.end).then_some((span.why, span.since))
    }
}

#[cfg(test)]
mod tests {
    use super::{Retired, RetiredNumbers};

    #[test]
    fn numbers_that_ended_together_are_one_span() {
        let whole_page = (0..1000).filter(|&n| n != 500).map(|n| (n, Retired::Document)).collect();
        let gone = RetiredNumbers::default().with(vec![(500, Retired::Removed)], 1);
        let gone = gone.with(whole_page, 2);
        let gone = gone.with(vec![(1002, Retired::Removed), (1000, Retired::Document)], 3);
        assert_eq!(gone.get(999), Some((Retired::Document, 2)));
        assert_eq!(gone.get(1000), Some((Retired::Document, 3)));
        assert_eq!(gone.get(1001), None);
        assert_eq!(gone.get(1002), Some((Retired::Removed, 3)));
        assert_eq!(gone.get(1003), None);
        assert!(gone.spans.len() < 8, "{gone:?}");
    }
}
