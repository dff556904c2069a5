//! Which number a walk gave which node: counted in document order, or kept from earlier observations.

use std::ops::Range;
use std::sync::Arc;

use super::retired::RetiredNumbers;
use super::{Ended, Retired};

/// The numbers of one walk over a range of nodes.
#[derive(Clone, Debug)]
pub(super) enum Numbering {
    /// From 0 in document order.
    Walk,
    /// As a session issued them. A session never issues a number twice: within one walk of one session equal numbers
    /// are equal nodes.
    Kept { ledger: Arc<Ledger>, session: Arc<()> },
}

/// What a session issued in one walk: the numbers of the nodes that are there, and those that were retired.
#[derive(Clone, Default, Debug)]
pub(super) struct Ledger {
    /// (node, number), by node.
    pub(super) live: Vec<(u32, u32)>,
    /// Positions in `live`, by number.
    by_number: Vec<u32>,
    /// One past the highest number issued.
    pub(super) next: u32,
    pub(super) retired: RetiredNumbers,
    /// The revision of the observation.
    revision: u64,
}

impl Ledger {
    /// A ledger of the nodes of `walk`, numbered from 0.
    pub(super) fn new(walk: Range<usize>, revision: u64) -> Ledger {
        let live = (walk.start as u32..walk.end as u32).zip(0..).collect();
        Ledger {
            live,
            by_number: (0..walk.len() as u32).collect(),
            next: walk.len() as u32,
            retired: RetiredNumbers::default(),
            revision,
        }
    }

    /// A ledger of these numbers, those of nodes by node.
    pub(super) fn of(live: Vec<(u32, u32)>, next: u32, retired: RetiredNumbers, revision: u64) -> Ledger {
        Ledger { live, by_number: Vec::new(), next, retired, revision }.index()
    }

    /// The ledger of the next observation: `survivor` tells for a node what it is now, or why its ref ends.
    pub(super) fn next(
        &self,
        walk: Range<usize>,
        revision: u64,
        survivor: impl Fn(u32) -> Result<u32, Retired>,
    ) -> Ledger {
        let mut numbers: Vec<Option<u32>> = vec![None; walk.len()];
        let mut ended = Vec::new();
        for &(node, number) in &self.live {
            match survivor(node) {
                Ok(now) if walk.contains(&(now as usize)) => {
                    numbers[now as usize - walk.start] = Some(number)
                }
                Ok(_) => ended.push((number, Retired::Left)),
                Err(why) => ended.push((number, why)),
            }
        }
        let mut next = self.next;
        let mut fresh = || {
            next += 1;
            next - 1
        };
        let live: Vec<(u32, u32)> = (walk.start as u32..)
            .zip(numbers)
            .map(|(node, n)| (node, n.unwrap_or_else(&mut fresh)))
            .collect();
        Ledger::of(live, next, self.retired.with(ended, self.revision, revision), revision)
    }

    /// The ledger of an observation without this walk: survivors keep their numbers, nothing new is numbered.
    pub(super) fn survivors(&self, revision: u64, survivor: impl Fn(u32) -> Result<u32, Retired>) -> Ledger {
        let mut ledger = Ledger { next: self.next, revision, ..Ledger::default() };
        let mut ended = Vec::new();
        for &(node, number) in &self.live {
            match survivor(node) {
                Ok(now) => ledger.live.push((now, number)),
                Err(why) => ended.push((number, why)),
            }
        }
        ledger.live.sort_unstable();
        ledger.retired = self.retired.with(ended, self.revision, revision);
        ledger.index()
    }

    fn index(mut self) -> Ledger {
        self.by_number = (0..self.live.len() as u32).collect();
        self.by_number.sort_unstable_by_key(|&i| self.live[i as usize].1);
        self
    }

    pub(super) fn number(&self, node: u32) -> Option<u32> {
        self.live.binary_search_by_key(&node, |l| l.0).ok().map(|i| self.live[i].1)
    }

    fn node(&self, number: u32) -> Option<u32> {
        let number_at = |&i: &u32| self.live[i as usize].1;
        let found = self.by_number.binary_search_by_key(&number, number_at).ok()?;
        Some(self.live[self.by_number[found] as usize].0)
    }
}

impl Numbering {
    /// Whether both are of one session.
    pub(super) fn is_kept_with(&self, other: &Numbering) -> bool {
        match (self, other) {
            (Numbering::Kept { session, .. }, Numbering::Kept { session: other, .. }) => {
                Arc::ptr_eq(session, other)
            }
            _ => false,
        }
    }

    /// The number of a node of `walk`.
    pub(super) fn number(&self, node: u32, walk: &Range<usize>) -> Option<u32> {
        match self {
            Numbering::Walk => walk.contains(&(node as usize)).then(|| node - walk.start as u32),
            Numbering::Kept { ledger, .. } => ledger.number(node),
        }
    }

    /// The node of `walk` that has a number.
    pub(super) fn node(&self, number: u32, walk: &Range<usize>) -> Option<u32> {
        match self {
            Numbering::Walk => {
                (number as usize + walk.start).lt(&walk.end).then(|| number + walk.start as u32)
            }
            Numbering::Kept { ledger, .. } => ledger.node(number),
        }
    }

    /// How many numbers a walk issued so far: all below this one.
    pub(super) fn issued(&self, walk: &Range<usize>) -> u32 {
        match self {
            Numbering::Walk => walk.len() as u32,
            Numbering::Kept { ledger, .. } => ledger.next,
        }
    }

    /// How a number that was issued once ended.
    pub(super) fn retired(&self, number: u32) -> Option<Ended> {
        match self {
            Numbering::Walk => None,
            Numbering::Kept { ledger, .. } => ledger.retired.get(number),
        }
    }
}
