//! A session: observations over time, in which a ref keeps its node.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::numbering::{Ledger, Numbering};
use super::{Observation, Retired, SemanticView};
use crate::tree::{Alignment, NodeId, Snapshot, align};

/// Observations of one interface over time. The first numbers as [`Observation::of`] does. Later ones keep the ref of
/// every node that [certainly](Alignment::is_certain) survived, give new nodes numbers never used before, and retire the
/// refs of nodes that are gone or can no longer be told from others. Each pane has numbers of its own.
///
/// Another [document](Snapshot::document) retires all refs, however much its nodes look like the old ones.
#[derive(Clone, Default, Debug)]
pub struct Session {
    pub(super) last: Option<Observation>,
    pub(super) ledgers: BTreeMap<String, Arc<Ledger>>,
    /// What tells this session from others.
    pub(super) token: Arc<()>,
}

impl Session {
    /// A session without an observation.
    pub fn new() -> Session {
        Session::default()
    }

    /// The last observation.
    pub fn last(&self) -> Option<&Observation> {
        self.last.as_ref()
    }

    /// Observes a snapshot. The revision is the snapshot's own where that is higher than the last one's, else the
    /// last one's plus 1.
    pub fn observe(&mut self, snapshot: Arc<Snapshot>, view: &SemanticView) -> Observation {
        let revision = match &self.last {
            None => snapshot.revision(),
            Some(last) => snapshot.revision().max(last.revision() + 1),
        };
        let fate = self.last.take().map(|last| Fate::new(last.snapshot(), &snapshot));
        let mut ledgers = std::mem::take(&mut self.ledgers);
        let mut issued: BTreeMap<String, Arc<Ledger>> = BTreeMap::new();
        let token = Arc::clone(&self.token);
        let observation = Observation::numbered(snapshot, view, revision, |pane, walk| {
            let ledger = match (ledgers.remove(pane), &fate) {
                (Some(before), Some(fate)) => before.next(walk.clone(), revision, |n| fate.of(n)),
                _ => Ledger::new(walk.clone(), revision),
            };
            let ledger = Arc::new(ledger);
            issued.insert(pane.to_owned(), Arc::clone(&ledger));
            Numbering::Kept { ledger, session: Arc::clone(&token) }
        });
        // A pane that is not declared this time keeps its numbers for when it comes back.
        if let Some(fate) = &fate {
            let kept = ledgers.into_iter().map(|(pane, ledger)| {
                let ledger = ledger.survivors(revision, |n| fate.of(n));
                (pane, Arc::new(ledger))
            });
            issued.extend(kept);
        }
        self.ledgers = issued;
        self.last = Some(observation.clone());
        observation
    }
}

/// What became of the nodes of a snapshot in the next one.
enum Fate {
    Aligned(Alignment),
    OtherDocument,
}

impl Fate {
    fn new(before: &Snapshot, after: &Snapshot) -> Fate {
        match (before.document(), after.document()) {
            (Some(old), Some(new)) if old != new => Fate::OtherDocument,
            _ => Fate::Aligned(align(before, after)),
        }
    }

    fn of(&self, node: u32) -> Result<u32, Retired> {
        let Fate::Aligned(pairs) = self else { return Err(Retired::Document) };
        let id = NodeId(node);
        match pairs.after(id) {
            None => Err(Retired::Removed),
            Some(_) if !pairs.is_certain(id) => Err(Retired::Ambiguous),
            Some(now) => Ok(now.0),
        }
    }
}
