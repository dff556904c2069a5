//! The same element after the page changed, or an honest no.

mod candidates;
mod context;
mod evidence;
mod exact;
mod features;
mod kinds;
mod model;
mod place;
mod side;
mod survival;
mod texts;
mod verdict;
mod veto;
mod weights;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smol_str::{SmolStr, ToSmolStr};

use self::candidates::{Index, Search, Votes};
use self::features::{Feature, Row, measure};
pub use self::features::{PairFeatures, RELOCATE_FEATURE_NAMES, RELOCATE_FEATURES};
use self::model::dot;
use self::side::{NONE, Pools, Side};
use self::survival::Survival;
pub use self::verdict::Refusal;
use self::verdict::{Verdict, ruled_out, verdict};
use self::veto::{Veto, veto};
use crate::find::{Confidence, FindOptions, Strategy};
use crate::tree::{Node, NodeId, Snapshot};

/// The answer for one old element.
#[derive(Clone, Debug, PartialEq)]
pub struct Relocation {
    /// The old element.
    pub target: NodeId,
    /// The same element in the new snapshot; none where that is refused.
    pub node: Option<NodeId>,
    /// Its ref: its own where that names it alone, else `s_N`.
    pub reference: Option<SmolStr>,
    /// How likely the best candidate is the element, from 0 to 1; also of one that is refused.
    pub score: f64,
    /// How far the answer may be trusted.
    pub confidence: Confidence,
    /// Why there is no answer.
    pub refusal: Option<Refusal>,
    /// What agrees and what has changed, in words, about the answer or else the best candidate.
    pub evidence: Vec<String>,
    /// The next best element, or where the answer is refused the best.
    pub runner_up: Option<RunnerUp>,
    /// How much likelier the best candidate is than the next, from 0 to 1.
    pub margin: f64,
}

/// An element of the new page that is not the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct RunnerUp {
    /// The element.
    pub node: NodeId,
    /// Its ref: its own where that names it alone, else `s_N`.
    pub reference: SmolStr,
    /// Its role.
    pub role: SmolStr,
    /// Its accessible name.
    pub name: SmolStr,
    /// How likely it is the element sought, from 0 to 1; 0 for one that is ruled out.
    pub score: f64,
    /// Why it is not the answer.
    pub why: SmolStr,
}

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
    /// What has lived through the change of the page.
    survival: Survival,
    /// Both say the same, node by node.
    identical: bool,
}

impl<'a> Pages<'a> {
    fn new(before: &'a Snapshot, after: &'a Snapshot, known: Known) -> Self {
        let mut pools = Pools::new();
        let mut before = Side::new(before, &mut pools);
        let mut after = Side::new(after, &mut pools);
        pools.weigh();
        before.fill_bags(&pools);
        after.fill_bags(&pools);
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
        let survival = Survival::new(&before, &after, &pools, &exact);
        let identical = before.traits.len() == after.traits.len()
            && before.traits.iter().zip(&after.traits).all(|(b, a)| b.says_the_same(a));
        Pages { before, after, pools, known, exact, exact_back, masks, survival, identical }
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

/// The ref of a node: its own where that names it alone, else its number.
fn reference(node: Node<'_>) -> SmolStr {
    let own = node.own_ref().filter(|own| {
        !own.is_empty() && node.snapshot().resolve(own).is_ok_and(|named| named.id() == node.id())
    });
    own.map_or_else(|| node.id().to_smolstr(), SmolStr::from)
}

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
    /// What the query scores new nodes, and why it could not be used.
    query: Option<HashMap<u32, f32, FxBuildHasher>>,
    query_problem: Option<String>,
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
            query: None,
            query_problem: None,
        }
    }

    /// The same with the query that the target was once found by, as another witness. Relocate only that target then.
    pub fn with_query(mut self, query: &str) -> Self {
        let index = crate::find::Index::new(Arc::new(self.pages.after.snapshot.clone()));
        let options = FindOptions { top_k: 10, ..FindOptions::default() };
        match index.find(query, Strategy::Combined, &options) {
            Ok(found) => {
                let best = found.best_score.max(1e-6);
                let node = |m: &crate::find::ElementMatch| m.node.strip_prefix("s_")?.parse().ok();
                let scores = found.matches.iter().filter_map(|m| Some((node(m)?, (m.score / best) as f32)));
                self.query = Some(scores.collect());
            }
            Err(problem) => self.query_problem = Some(format!("the query was not used: {problem}")),
        }
        self
    }

    /// The same element in the new snapshot, or why there is none; `None` where `target` is no node of the old one.
    pub fn relocate(&self, target: NodeId) -> Option<Relocation> {
        let pages = &self.pages;
        pages.before.snapshot.node(target)?;
        if pages.identical {
            return Some(self.unchanged(target));
        }
        let mut all = self.candidates(target.0);
        self.hear_claims(target.0, &mut all);
        let verdict = verdict(&all, pages.known);
        let best = verdict.best.map(|(i, _)| i).filter(|_| verdict.refusal != Some(Refusal::Contradicted));
        let shown = best.or_else(|| ruled_out(&all));
        let mut evidence =
            shown.map_or_else(Vec::new, |i| evidence::evidence(pages, target.0, all[i].node, &all[i].row));
        evidence.extend(self.query_problem.clone());
        let found = verdict.best.filter(|_| verdict.refusal.is_none()).map(|(i, _)| NodeId(all[i].node));
        let (p, next) = (verdict.best.map_or(0.0, |b| b.1), verdict.second.map_or(0.0, |s| s.1));
        Some(Relocation {
            target,
            node: found,
            reference: found.and_then(|id| pages.after.snapshot.node(id)).map(reference),
            score: p,
            confidence: verdict.confidence,
            refusal: verdict.refusal,
            evidence,
            runner_up: self.runner_up(&all, &verdict),
            margin: p - next,
        })
    }

    /// All old elements, in document order.
    pub fn relocate_all(&self) -> Vec<Relocation> {
        let ids = (0..self.pages.before.len()).map(NodeId::from_index);
        ids.filter_map(|id| self.relocate(id)).collect()
    }

    /// The answer where both pages say the same, node by node.
    fn unchanged(&self, target: NodeId) -> Relocation {
        let node = self.pages.after.snapshot.node(target);
        Relocation {
            target,
            node: Some(target),
            reference: node.map(reference),
            score: 1.0,
            confidence: Confidence::High,
            refusal: None,
            evidence: vec!["nothing on the page has changed".to_owned()],
            runner_up: None,
            margin: 1.0,
        }
    }

    fn runner_up(&self, all: &[Candidate], verdict: &Verdict) -> Option<RunnerUp> {
        let ruled_out = ruled_out(all).map(|i| (i, 0.0, all[i].veto.map_or("", Veto::as_str)));
        let likelier = |i: usize| verdict.best.is_none_or(|b| all[i].first > all[b.0].first);
        let (at, score, why) = match verdict.refusal {
            None => verdict.second.map(|(i, p)| (i, p, "another fits better"))?,
            Some(Refusal::Contradicted) => ruled_out?,
            Some(Refusal::Ambiguous) => verdict.best.map(|(i, p)| (i, p, "another fits about as well"))?,
            Some(Refusal::Gone) => match ruled_out {
                Some(out) if likelier(out.0) => out,
                _ => verdict.best.map(|(i, p)| (i, p, "too little agrees"))?,
            },
        };
        let node = self.pages.after.node(all[at].node);
        Some(RunnerUp {
            node: node.id(),
            reference: reference(node),
            role: node.role_name().into(),
            name: node.name().unwrap_or_default().into(),
            score,
            why: why.into(),
        })
    }

    /// The same with other weights, for fitting them.
    #[doc(hidden)]
    pub fn with_weights(mut self, first: PairFeatures, second: PairFeatures) -> Self {
        (self.first, self.second) = (first, second);
        self
    }

    /// The features of all candidates of a node and why each is ruled out, for fitting the weights.
    #[doc(hidden)]
    pub fn rows(&self, target: NodeId, claims: bool) -> Vec<(NodeId, PairFeatures, Option<&'static str>)> {
        let mut all = self.candidates(target.0);
        if claims {
            self.hear_claims(target.0, &mut all);
        }
        all.into_iter().map(|c| (NodeId(c.node), c.row.0, c.veto.map(Veto::as_str))).collect()
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
        let mut row = measure(&self.pages, b, a);
        if let Some(query) = &self.query {
            let fit = query.get(&a).copied().unwrap_or(0.0);
            row.set(Feature::QueryFit, fit);
            row.set(Feature::QueryMisfit, if query.is_empty() { 0.0 } else { 1.0 - fit });
        }
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
        const HEARD: usize = 3;
        const HOPELESS: f32 = 7.0;
        let fits = self.remember(b, all);
        let best = fits.first().map_or(0.0, |f| f.1);
        // What is the same beyond doubt is claimed by nobody else.
        let open = |a: u32| self.pages.exact_back[a as usize] != b;
        for &(a, first) in fits.iter().take(HEARD).filter(|f| best - f.1 < HOPELESS && open(f.0)) {
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
