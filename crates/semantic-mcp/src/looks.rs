//! What a session saw: looks in which refs last, what the client was told of them, and what elements were before they
//! went.

use std::collections::{HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use semantic_core::formats::look;
use semantic_core::page::{Flash, Look, PageFacts};
use semantic_core::tree::{NodeId, Snapshot};
use semantic_core::view::{SemanticView, Session};

mod keep;

pub(crate) use keep::KeptLooks;

/// Most looks that are kept for what went since, and most nodes in all of them.
const LOOKS: usize = 16;
const NODES: usize = 200_000;
/// Most views of which the last look is kept.
const VIEWS: usize = 8;
/// Most messages that are kept until they are told.
const FLASHES: usize = 50;
/// Most locators of which is kept what they were offered for.
const OFFERED: usize = 500;

/// The looks of a session. One count of refs serves all tabs: a ref of one means nothing in another.
#[derive(Default)]
pub(crate) struct Looks {
    session: Session,
    /// The tab of the last look.
    tab: String,
    last: Option<Arc<Look>>,
    /// By view, the look that the client knows: what changed is told since then.
    known: Vec<(String, Arc<Look>)>,
    /// The looks after which something was gone, oldest first.
    lost: VecDeque<Arc<Look>>,
    /// Messages that came up, with the revision of the look that brought them and when that was, in milliseconds.
    flashes: VecDeque<(u64, u64, Flash)>,
    /// Locators that were offered, with the ref of the element that each was offered for.
    offered: VecDeque<(String, String)>,
    secret: RandomState,
    marks: u64,
}

impl Looks {
    /// Adds what a page of a tab told at `now`, milliseconds since any fixed moment.
    pub(crate) fn add(&mut self, tab: &str, told: look::Look, now: u64, view: &SemanticView) -> Arc<Look> {
        if self.tab != tab {
            tab.clone_into(&mut self.tab);
            self.known.clear();
            self.flashes.clear();
        }
        let facts = PageFacts::of_live(&told);
        // A session that is left half done would count anew.
        let mut session = self.session.clone();
        let observation = session.observe(Arc::new(told.snapshot), view);
        self.session = session;
        let revision = observation.revision();
        self.flashes.extend(told.flashes.into_iter().map(|flash| (revision, now, flash)));
        self.flashes.drain(..self.flashes.len().saturating_sub(FLASHES));
        let look = Arc::new(Look { observation, facts });
        if let Some(before) = self.last.replace(Arc::clone(&look))
            && lost_any(before.observation.snapshot(), look.observation.snapshot())
        {
            self.lost.push_back(before);
            let nodes = |look: &Arc<Look>| look.observation.snapshot().len();
            while self.lost.len() > LOOKS || self.lost.iter().map(nodes).sum::<usize>() > NODES {
                self.lost.pop_front();
            }
        }
        look
    }

    /// The look that the client knows of this tab through a view.
    pub(crate) fn known(&self, view: &SemanticView) -> Option<Arc<Look>> {
        let view = name(view);
        self.known.iter().find(|known| known.0 == view).map(|known| Arc::clone(&known.1))
    }

    /// From now on changes are told since this look.
    pub(crate) fn knows(&mut self, look: &Arc<Look>) {
        let view = name(look.observation.view());
        self.known.retain(|known| known.0 != view);
        self.known.push((view, Arc::clone(look)));
        self.known.drain(..self.known.len().saturating_sub(VIEWS));
    }

    /// The messages that came up between two looks, told as of the later one at `now`.
    pub(crate) fn flashes(&self, before: &Look, now: u64) -> Vec<Flash> {
        let since = before.observation.revision();
        let new = self.flashes.iter().filter(|flash| flash.0 > since);
        new.map(|(_, at, flash)| Flash {
            milliseconds_ago: flash.milliseconds_ago + now.saturating_sub(*at),
            ..flash.clone()
        })
        .collect()
    }

    /// The last look in which a ref meant an element that is gone now, and the element.
    pub(crate) fn last_alive(&self, reference: &str) -> Option<(Arc<Look>, NodeId)> {
        self.lost.iter().rev().find_map(|look| {
            let node = look.observation.resolve(reference).ok()?;
            Some((Arc::clone(look), node.id()))
        })
    }

    /// Keeps what a locator was offered for.
    pub(crate) fn offer(&mut self, locator: &str, reference: &str) {
        self.offered.retain(|offered| offered.0 != locator);
        self.offered.push_back((locator.to_owned(), reference.to_owned()));
        self.offered.drain(..self.offered.len().saturating_sub(OFFERED));
    }

    /// The ref of the element that a locator was offered for.
    pub(crate) fn offered(&self, locator: &str) -> Option<String> {
        self.offered.iter().find(|offered| offered.0 == locator).map(|offered| offered.1.clone())
    }

    /// A mark that no page can know before it is printed.
    pub(crate) fn mark(&mut self) -> String {
        self.marks += 1;
        format!("{:012x}", self.secret.hash_one(self.marks) >> 16)
    }
}

fn name(view: &SemanticView) -> String {
    view.to_json().to_string()
}

/// Whether a node of the earlier snapshot is not in the later one.
fn lost_any(before: &Snapshot, after: &Snapshot) -> bool {
    let there: HashSet<&str> = after.nodes().filter_map(|node| node.key()).collect();
    before.nodes().any(|node| node.key().is_none_or(|key| !there.contains(key)))
}
