//! Sessions and observations as data, for a caller that keeps them from one run to the next. The snapshots are the
//! caller's to keep beside them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::numbering::{Ledger, Numbering};
use super::retired::{RetiredNumbers, Span};
use super::{Observation, SemanticView};
use crate::tree::Snapshot;

/// What a session issued, or what an observation of it names, without the snapshot.
///
/// ```
/// use std::sync::Arc;
/// use semantic_core::formats::read;
/// use semantic_core::view::{Kept, SemanticView, Session};
///
/// # fn page(json: &str) -> Arc<semantic_core::tree::Snapshot> { Arc::new(read(json.as_bytes(), None).unwrap()) }
/// let view = SemanticView::new();
/// let mut session = Session::new();
/// let first = page(r#"[{"role": "link", "name": "Help"}, {"role": "button", "name": "Save"}]"#);
/// session.observe(Arc::clone(&first), &view);
/// let kept = serde_json::to_string(&session.kept().unwrap()).unwrap();
///
/// // Another run goes on with it.
/// let kept: Kept = serde_json::from_str(&kept).unwrap();
/// let mut session = Session::of_kept(&kept, first).unwrap();
/// let later = session.observe(page(r#"[{"role": "button", "name": "Save"}]"#), &view);
/// assert_eq!(later.resolve("s_1").unwrap().name(), Some("Save"));
/// assert!(later.resolve("s_0").is_err());
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    revision: u64,
    view: SemanticView,
    /// By pane, "" for the main walk.
    numbers: BTreeMap<String, Numbers>,
}

/// Why what was kept is of no use.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("what was kept does not fit its snapshot: {0}")]
pub struct KeptError(pub(super) String);

/// The numbers of a walk, in runs.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Numbers {
    next: u32,
    /// First node, its number, how many follow one another.
    live: Vec<(u32, u32, u32)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    retired: Vec<Span>,
}

impl Numbers {
    fn of(ledger: &Ledger, with_retired: bool) -> Numbers {
        let mut numbers = Numbers { next: ledger.next, ..Numbers::default() };
        for &(node, number) in &ledger.live {
            match numbers.live.last_mut() {
                Some((n, first, count)) if (*n + *count, *first + *count) == (node, number) => *count += 1,
                _ => numbers.live.push((node, number, 1)),
            }
        }
        if with_retired {
            numbers.retired = ledger.retired.spans().to_vec();
        }
        numbers
    }

    /// The ledger, where it can be one of a snapshot with so many nodes.
    fn ledger(&self, nodes: usize, revision: u64) -> Result<Ledger, KeptError> {
        let wrong = |what: &str| Err(KeptError(what.to_owned()));
        if self.live.iter().map(|run| u64::from(run.2)).sum::<u64>() > nodes as u64 {
            return wrong("more numbers than nodes");
        }
        let run = |&(node, number, count): &(u32, u32, u32)| {
            (0..count).map(move |i| (node.saturating_add(i), number.saturating_add(i)))
        };
        let live: Vec<(u32, u32)> = self.live.iter().flat_map(run).collect();
        if live.windows(2).any(|two| two[0].0 >= two[1].0)
            || live.last().is_some_and(|l| l.0 as usize >= nodes)
        {
            return wrong("nodes out of order, or more than there are");
        }
        // Each number once, be it live or retired.
        let retired = self.retired.iter().map(|span| (span.first, span.end));
        let mut spans: Vec<(u32, u32)> =
            live.iter().map(|l| (l.1, l.1.saturating_add(1))).chain(retired).collect();
        spans.sort_unstable();
        let apart = spans.windows(2).all(|two| two[0].1 <= two[1].0);
        let issued = spans.iter().all(|&(first, end)| first < end && end <= self.next);
        if !apart || !issued || !self.retired.is_sorted_by_key(|span| span.first) {
            return wrong("a number that was issued twice or never");
        }
        Ok(Ledger::of(live, self.next, RetiredNumbers::of(self.retired.clone()), revision))
    }
}

impl Kept {
    /// The observation with the numbers of these ledgers.
    fn observation(
        &self,
        snapshot: Arc<Snapshot>,
        ledgers: &BTreeMap<String, Arc<Ledger>>,
        session: &Arc<()>,
    ) -> Result<Observation, KeptError> {
        let wrong = RefCell::new(None);
        let numbering = |pane: &str, walk: &Range<usize>| {
            let fits = |ledger: &&Arc<Ledger>| walk.clone().all(|n| ledger.number(n as u32).is_some());
            let ledger = ledgers.get(pane).filter(fits).cloned().unwrap_or_else(|| {
                wrong.replace(Some(KeptError(format!("the pane {pane:?} has nodes without a number"))));
                Arc::new(Ledger::new(walk.clone(), self.revision))
            });
            Numbering::Kept { ledger, session: Arc::clone(session) }
        };
        let observation = Observation::numbered(snapshot, &self.view, self.revision, numbering);
        wrong.into_inner().map_or(Ok(observation), Err)
    }

    fn ledgers(&self, nodes: usize) -> Result<BTreeMap<String, Arc<Ledger>>, KeptError> {
        let ledger = |(pane, numbers): (&String, &Numbers)| {
            Ok((pane.clone(), Arc::new(numbers.ledger(nodes, self.revision)?)))
        };
        self.numbers.iter().map(ledger).collect()
    }
}

impl Observation {
    /// The observation as data, without why earlier refs were retired, which its session knows; `None` for one that no
    /// session made.
    pub fn kept(&self) -> Option<Kept> {
        let numbers = self.sections().iter().map(|section| match &section.numbering {
            Numbering::Kept { ledger, .. } => Some((section.name().to_owned(), Numbers::of(ledger, false))),
            Numbering::Walk => None,
        });
        let numbers = numbers.collect::<Option<_>>()?;
        Some(Kept { revision: self.revision(), view: self.view().clone(), numbers })
    }
}

impl super::Session {
    /// The session as data; `None` before its first observation. The snapshot of its [last](Self::last) observation is
    /// to be kept with it.
    pub fn kept(&self) -> Option<Kept> {
        let last = self.last()?;
        let numbers = |(pane, ledger): (&String, &Arc<Ledger>)| (pane.clone(), Numbers::of(ledger, true));
        let numbers = self.ledgers.iter().map(numbers).collect();
        Some(Kept { revision: last.revision(), view: last.view().clone(), numbers })
    }

    /// The session that was kept, with the snapshot of its last observation.
    ///
    /// # Errors
    /// Where the two do not fit.
    pub fn of_kept(kept: &Kept, last: Arc<Snapshot>) -> Result<Self, KeptError> {
        let ledgers = kept.ledgers(last.len())?;
        let token = Arc::new(());
        let last = Some(kept.observation(last, &ledgers, &token)?);
        Ok(super::Session { last, ledgers, token })
    }

    /// An earlier observation of this session that was kept, with its snapshot.
    ///
    /// # Errors
    /// Where the two do not fit.
    pub fn recall(&self, kept: &Kept, snapshot: Arc<Snapshot>) -> Result<Observation, KeptError> {
        let ledgers = kept.ledgers(snapshot.len())?;
        kept.observation(snapshot, &ledgers, &self.token)
    }
}
