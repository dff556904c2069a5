//! Refs that ended: the numbers that a session never issues again, with the reason.

use serde::{Deserialize, Serialize};

use super::{Ended, Retired};

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
    last_seen: u64,
}

impl Span {
    fn ended(&self) -> Ended {
        Ended { why: self.why, since: self.since, last_seen: self.last_seen }
    }
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

    /// These numbers, and more that were there at `last_seen` and ended at `since`.
    pub(super) fn with(&self, mut ended: Vec<(u32, Retired)>, last_seen: u64, since: u64) -> RetiredNumbers {
        ended.sort_unstable_by_key(|ended| ended.0);
        let ended =
            ended.into_iter().map(|(first, why)| Span { first, end: first + 1, why, since, last_seen });
        let mut spans: Vec<Span> = self.spans.iter().copied().chain(ended).collect();
        // Two runs in order, which this sort merges.
        spans.sort_by_key(|span| span.first);
        spans.dedup_by(|next, before| {
            let same = before.end == next.first && before.ended() == next.ended();
            if same {
                before.end = next.end;
            }
            same
        });
        RetiredNumbers { spans }
    }

    /// How a number ended.
    pub(super) fn get(&self, number: u32) -> Option<Ended> {
        let after = self.spans.partition_point(|span| span.first <= number);
        let span = self.spans.get(after.checked_sub(1)?)?;
        (number < span.end).then(|| span.ended())
    }
}

#[cfg(test)]
mod tests {
    use super::{Ended, Retired, RetiredNumbers};

    #[test]
    fn numbers_that_ended_together_are_one_span() {
        let whole_page = (0..1000).filter(|&n| n != 500).map(|n| (n, Retired::Document)).collect();
        let gone = RetiredNumbers::default().with(vec![(500, Retired::Removed)], 0, 1);
        let gone = gone.with(whole_page, 1, 2);
        let gone = gone.with(vec![(1002, Retired::Removed), (1000, Retired::Document)], 2, 3);
        let ended = |why, since| Some(Ended { why, since, last_seen: since - 1 });
        assert_eq!(gone.get(999), ended(Retired::Document, 2));
        assert_eq!(gone.get(1000), ended(Retired::Document, 3));
        assert_eq!(gone.get(1001), None);
        assert_eq!(gone.get(1002), ended(Retired::Removed, 3));
        assert_eq!(gone.get(1003), None);
        assert!(gone.spans.len() < 8, "{gone:?}");
    }
}
