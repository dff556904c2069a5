//! The same element after the page changed, or an honest no.

mod candidates;
mod context;
mod exact;
mod features;
mod kinds;
mod model;
mod side;
mod texts;
mod veto;
mod weights;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use self::candidates::{Index, Search, Votes};
pub use self::features::{PairFeatures, RELOCATE_FEATURE_NAMES, RELOCATE_FEATURES};
use self::features::{CLAIMS, Feature, Row, measure};
use self::model::dot;
use self::side::{NONE, Pools, Side};
use self::veto::{Veto, veto};
use crate::tree::{NodeId, Snapshot};

/// How much of the old page is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// The old snapshot is the whole page: what it lacks was not there.
    Whole,
    /// The old snapshot holds only some elements: nothing may be concluded from what it lacks.
    Part,
}

/// Both snapshots, prepared.
struct Pages<'a> {
    before: Side<'a>,
    after: Side<'a>,
    pools: Pools<'a>,
    known: Known,
    /// Partner of each old node in the new snapshot, and the other way round.
    exact: Vec<u32>,
    exact_back: Vec<u32>,
    /// How many old names there are that differ by their numbers alone.
    masks: HashMap<u64, u32, FxBuildHasher>,
}

impl<'a> Pages<'a> {
    fn new(before: &'a Snapshot, after: &'a Snapshot, known: Known) -> Self {
        let mut pools = Pools::new();
        let before = Side::new(before, &mut pools);
        let after = Side::new(after, &mut pools);
        pools.weigh();
        let exact = exact::exact_pairs(&before, &after, &pools);
        let mut exact_back = vec![NONE; after.len()];
        for (b, &a) in exact.iter().enumerate().filter(|p| *p.1 != NONE) {
            exact_back[a as usize] = b as u32;
        }
        let mut first: HashMap<u64, u64, FxBuildHasher> = HashMap::default();
        let mut masks: HashMap<u64, u32, FxBuildHasher> = HashMap::default();
        for t in &before.traits {
            let facts = pools.prose.facts(t.name);
            if facts.numbered {
                let seen = *first.entry(facts.mask).or_insert(facts.fold);
                *masks.entry(facts.mask).or_insert(1) += u32::from(seen != facts.fold);
            }
        }
        Pages { before, after, pools, known, exact, exact_back, masks }
    }
}

/// A candidate with what is measured of it.
struct Candidate {
    node: u32,
    row: Row,
    /// Log-odds before and after the claims of others are heard.
    first: f32,
    logit: f32,
    veto: Option<Veto>,
}

type Fits = Rc<[(u32, f32)]>;

/// Two snapshots prepared for relocating any number of elements from the one to the other.
pub struct Relocator<'a> {
    pages: Pages<'a>,
    index_after: Index,
    index_before: OnceCell<Index>,
    votes: RefCell<Votes>,
    /// First log-odds of the candidates of old nodes, and of the old nodes that new ones may be.
    forward: RefCell<HashMap<u32, Fits, FxBuildHasher>>,
    backward: RefCell<HashMap<u32, Fits, FxBuildHasher>>,
    first: PairFeatures,
    second: PairFeatures,
}

impl<'a> Relocator<'a> {
    /// Prepares two snapshots; linear in their nodes and text.
    pub fn new(before: &'a Snapshot, after: &'a Snapshot, known: Known) -> Self {
        let pages = Pages::new(before, after, known);
        let index_after = Index::new(&pages.after, &pages);
        Relocator {
            pages,
            index_after,
            index_before: OnceCell::new(),
            votes: RefCell::default(),
            forward: RefCell::default(),
            backward: RefCell::default(),
            first: model::FIRST,
            second: model::SECOND,
        }
    }

    /// The same with the query that the old element was once found by, as another witness.
    pub fn with_query(self, _query: &str) -> Self {
        self
    }

    /// The same with other weights, for fitting them.
    #[doc(hidden)]
    pub fn with_weights(mut self, first: PairFeatures, second: PairFeatures) -> Self {
        (self.first, self.second) = (first, second);
        self
    }

    /// The features of all candidates of a node and whether each is ruled out, for fitting the weights.
    #[doc(hidden)]
    pub fn rows(&self, target: NodeId, claims: bool) -> Vec<(NodeId, PairFeatures, bool)> {
        let mut all = self.candidates(target.0);
        if claims {
            self.hear_claims(target.0, &mut all);
        }
        all.into_iter().map(|c| (NodeId(c.node), c.row.0, c.veto.is_some())).collect()
    }

    /// What was found to be the same beyond doubt.
    #[doc(hidden)]
    pub fn exact(&self, target: NodeId) -> Option<NodeId> {
        Some(self.pages.exact[target.index()]).filter(|&a| a != NONE).map(NodeId)
    }

    /// Everything worth comparing with an old node, measured and weighed, but for the claims of others.
    fn candidates(&self, b: u32) -> Vec<Candidate> {
        let pages = &self.pages;
        let search =
            Search { from: &pages.before, to: &pages.after, index: &self.index_after, exact: &pages.exact };
        let nodes = search.candidates(b, pages, &mut self.votes.borrow_mut());
        nodes.into_iter().map(|a| self.candidate(b, a)).collect()
    }

    fn candidate(&self, b: u32, a: u32) -> Candidate {
        let row = measure(&self.pages, b, a);
        let first = dot(&row.0, &self.first);
        let veto = veto(&self.pages, b, a, &row);
        Candidate { node: a, row, first, logit: first, veto }
    }

    /// The new nodes that an old one may be, best first.
    fn fits(&self, b: u32) -> Fits {
        if let Some(known) = self.forward.borrow().get(&b) {
            return Rc::clone(known);
        }
        let all = self.candidates(b);
        self.remember(b, &all)
    }

    fn remember(&self, b: u32, all: &[Candidate]) -> Fits {
        let open = all.iter().filter(|c| c.veto.is_none()).map(|c| (c.node, c.first));
        let fits = sorted(open.collect());
        self.forward.borrow_mut().insert(b, Rc::clone(&fits));
        fits
    }

    /// The old nodes that a new one may be, best first.
    fn claimants(&self, a: u32) -> Fits {
        if let Some(known) = self.backward.borrow().get(&a) {
            return Rc::clone(known);
        }
        let pages = &self.pages;
        let index = self.index_before.get_or_init(|| Index::new(&pages.before, pages));
        let search = Search { from: &pages.after, to: &pages.before, index, exact: &pages.exact_back };
        let nodes = search.candidates(a, pages, &mut self.votes.borrow_mut());
        let open = nodes.into_iter().map(|b| self.candidate(b, a).tagged(b));
        let fits = sorted(open.flatten().collect());
        self.backward.borrow_mut().insert(a, Rc::clone(&fits));
        fits
    }

    /// Lets the other old elements claim the best candidates, and weighs those again.
    fn hear_claims(&self, b: u32, all: &mut [Candidate]) {
        const HEARD: usize = 4;
        const HOPELESS: f32 = 7.0;
        let fits = self.remember(b, all);
        let best = fits.first().map_or(0.0, |f| f.1);
        for &(a, first) in fits.iter().take(HEARD).filter(|f| best - f.1 < HOPELESS) {
            let rival = self.claimants(a).iter().copied().find(|&(other, _)| other != b);
            let Some((other, claim)) = rival else { continue };
            let Some(c) = all.iter_mut().find(|c| c.node == a) else { continue };
            c.row.set(Feature::Rival, 1.0 / (1.0 + (first - claim).exp()));
            let its_best = self.fits(other).first().is_some_and(|f| f.0 == a);
            c.row.set(Feature::Claimed, if its_best && claim > first { 1.0 } else { 0.0 });
        }
        for c in all.iter_mut() {
            c.logit = dot(&c.row.0, &self.second);
        }
    }
}

impl Candidate {
    /// Who claims it and how strongly, unless it is ruled out.
    fn tagged(self, b: u32) -> Option<(u32, f32)> {
        self.veto.is_none().then_some((b, self.first))
    }
}

fn sorted(mut fits: Vec<(u32, f32)>) -> Fits {
    fits.sort_by(|x, y| y.1.total_cmp(&x.1).then(x.0.cmp(&y.0)));
    fits.into()
}
