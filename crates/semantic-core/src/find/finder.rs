//! `Index::find` and `Index::score`: ranking turned into results.

use super::confidence::{Confidence, calibrate_confidence};
use super::explain::explain;
use super::index::Index;
use super::locator::{self, Locator};
use super::options::{ElementMatch, FindOptions, FindResult, MatchExplain, QueryError, Strategy};
use super::score::{FEATURES, Features};
use super::scratch::Scratch;
use super::search::{Mix, Ranking, Scored, rank};
use crate::tree::NodeId;
use smol_str::SmolStr;

/// Share of the probability among all candidates that the best must have to be called high, and medium.
const HIGH_SHARE: f64 = 0.86;
const MEDIUM_SHARE: f64 = 0.5;
/// A logit becomes a score by this line and the logistic function. It is laid through two points that were measured:
/// the logit below which silence is the better answer becomes the default threshold of 0.3, and 0.8 stays 0.8.
const SLOPE: f32 = 3.0;
const OFFSET: f32 = 2.77;
/// Most that a name alone scores: where nothing else agrees (kind, action, place, state), something stays open.
const NAME_ALONE: f64 = 0.895;
/// What a rival counts that misses something asked, next to a candidate that misses nothing.
const UNSURE_RIVAL: f64 = 0.33;
/// A runner-up this near, as a ratio of odds, makes the choice a guess.
const AMBIGUOUS: f64 = 0.8;

impl Index {
    /// The elements that `query` means, best first.
    ///
    /// # Errors
    /// [`QueryError`] for a malformed locator, an option out of range or an embedder that fails. A query that
    /// nothing answers is not an error: it has no matches.
    pub fn find(
        &self,
        query: &str,
        strategy: Strategy,
        options: &FindOptions,
    ) -> Result<FindResult, QueryError> {
        let mix = mix(strategy, options)?;
        if let Some(locator) = locator::parse(query)? {
            return Ok(self.locate(&locator, strategy, options));
        }
        let words = locator::natural(query);
        let mut s = self.take_scratch();
        let mut r = std::mem::take(&mut s.ranking);
        let ranked = rank(self, &mut s, words, mix, options.explain, &mut r);
        let result =
            ranked.map(|()| self.result(&s, &r, strategy, options)).map_err(|p| self.embedder_error(p));
        s.ranking = r;
        self.give_scratch(s);
        result
    }

    /// How well one element fits `query`: the same number as [`Index::find`] gives it, 0 where the query
    /// rules it out.
    ///
    /// # Errors
    /// As [`Index::find`].
    pub fn score(
        &self,
        query: &str,
        node: NodeId,
        strategy: Strategy,
        options: &FindOptions,
    ) -> Result<ElementMatch, QueryError> {
        let mix = mix(strategy, options)?;
        if let Some(locator) = locator::parse(query)? {
            let all = FindOptions { threshold: 0.0, top_k: 0, ..options.clone() };
            let found = self.locate(&locator, strategy, &all).matches;
            let id = node.to_string();
            return Ok(found.into_iter().find(|m| m.node == id).unwrap_or_else(|| self.unfit(node)));
        }
        let words = locator::natural(query);
        let mut s = self.take_scratch();
        let mut r = std::mem::take(&mut s.ranking);
        let ranked = rank(self, &mut s, words, mix, options.explain, &mut r);
        let result = ranked.map_err(|p| self.embedder_error(p)).map(|()| {
            let at = r.scored.iter().position(|a| a.node == node.0);
            at.map_or_else(|| self.unfit(node), |at| self.element(&s, &r, at, options.explain))
        });
        s.ranking = r;
        self.give_scratch(s);
        result
    }

    /// The features of all candidates of a query, for fitting the weights.
    #[doc(hidden)]
    pub fn candidates(&self, query: &str) -> Vec<(NodeId, Features)> {
        let mut s = self.take_scratch();
        let mix = Mix { lexical: 0.6, embedding: 0.4 };
        let mut ranking = Ranking::default();
        // An embedder that fails leaves nothing to fit.
        let _ = rank(self, &mut s, locator::natural(query), mix, true, &mut ranking);
        self.give_scratch(s);
        let features = |a: &Scored| ranking.features.get(a.features as usize).map(|f| (NodeId(a.node), *f));
        ranking.scored.iter().filter_map(features).collect()
    }

    fn result(&self, s: &Scratch, r: &Ranking, strategy: Strategy, options: &FindOptions) -> FindResult {
        let most = if options.top_k == 0 { usize::MAX } else { options.top_k };
        let fit = r.scored.iter().take_while(|a| r.score(a) >= options.threshold).take(most).count();
        let matches: Vec<_> = (0..fit).map(|at| self.element(s, r, at, options.explain)).collect();
        let margin = r.scored.get(1).map(|next| {
            let all: f64 = 1.0 + r.scored.iter().take(64).map(odds).sum::<f64>();
            (odds(&r.scored[0]) - odds(next)) / all
        });
        let ambiguous = r.scored.get(1).is_some_and(|b| odds(b) / odds(&r.scored[0]) > AMBIGUOUS);
        self.summary(matches, strategy, ambiguous, margin, r.notes.clone())
    }

    /// A result around its matches; without any, nothing is ambiguous and there is no margin.
    fn summary(
        &self,
        matches: Vec<ElementMatch>,
        strategy: Strategy,
        ambiguous: bool,
        margin: Option<f64>,
        notes: Vec<String>,
    ) -> FindResult {
        let best = matches.first();
        FindResult {
            best_ref: best.map(|m| m.reference.clone()),
            best_score: best.map_or(0.0, |m| m.score),
            confidence: best.map_or(Confidence::Low, |m| m.confidence),
            strategy: SmolStr::new_static(strategy.as_str()),
            element_count: self.snapshot.len(),
            ambiguous: best.is_some() && ambiguous,
            margin: best.and(margin),
            notes,
            matches,
        }
    }

    fn element(&self, s: &Scratch, r: &Ranking, at: usize, why: bool) -> ElementMatch {
        let scored = &r.scored[at];
        let mut m = self.plain(NodeId(scored.node), r.score(scored));
        m.confidence = label(r, at);
        if why {
            let features = r.features.get(scored.features as usize).unwrap_or(&[0.0; FEATURES]);
            m.explain = Some(MatchExplain {
                lexical_score: r.scale(scored.logits.lexical),
                embedding_score: r.scale(scored.logits.embedding),
                why: explain(self, s, scored.node as usize, features, r.doubtful),
            });
        }
        m
    }

    /// A match of this score, labelled by the score alone.
    fn plain(&self, id: NodeId, score: f64) -> ElementMatch {
        let node = self.node(id.index());
        let sure =
            |own: &&str| self.refs_are_unique || self.snapshot.resolve(own).is_ok_and(|n| n.id() == id);
        let number = smol_str::format_smolstr!("{id}");
        ElementMatch {
            reference: node.own_ref().filter(sure).map_or_else(|| number.clone(), SmolStr::new),
            node: number,
            score,
            confidence: calibrate_confidence(score),
            role: SmolStr::new(node.role_name()),
            name: SmolStr::new(node.name().unwrap_or_default()),
            explain: None,
        }
    }

    fn unfit(&self, node: NodeId) -> ElementMatch {
        self.plain(node, 0.0)
    }

    fn locate(&self, locator: &Locator<'_>, strategy: Strategy, options: &FindOptions) -> FindResult {
        let found = locator.find(self);
        let most = if options.top_k == 0 { usize::MAX } else { options.top_k };
        let best_score = found.first().map_or(0.0, |f| f.score);
        let equal = found.iter().filter(|f| f.score == best_score).count();
        let matches: Vec<_> = found
            .iter()
            .take_while(|f| f.score >= options.threshold)
            .take(most)
            .map(|f| {
                let mut m = self.plain(f.node, f.score);
                if equal > 1 || f.score < best_score {
                    m.confidence = m.confidence.min(Confidence::Medium);
                }
                if options.explain {
                    let why = vec![f.why.to_owned()];
                    m.explain = Some(MatchExplain { lexical_score: f.score, embedding_score: 0.0, why });
                }
                m
            })
            .collect();
        let margin = found.get(1).map(|second| best_score - second.score);
        self.summary(matches, strategy, equal > 1, margin, Vec::new())
    }

    fn embedder_error(&self, problem: String) -> QueryError {
        QueryError::Embedder { strategy: self.vectors.embedder.strategy().to_owned(), problem }
    }

    fn take_scratch(&self) -> Scratch {
        // A poisoned lock only means that another find panicked; the spare memory is still good.
        let mut spare = self.scratch.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        spare.pop().unwrap_or_default()
    }

    fn give_scratch(&self, s: Scratch) {
        let mut spare = self.scratch.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if spare.len() < 8 {
            spare.push(s);
        }
    }
}

fn mix(strategy: Strategy, options: &FindOptions) -> Result<Mix, QueryError> {
    let bad = |name, range, value: f64| Err(QueryError::Option { name, range, value: value.to_string() });
    if !(0.0..=1.0).contains(&options.threshold) {
        return bad("threshold", "from 0 to 1", options.threshold);
    }
    let (l, e) = (options.lexical_weight, options.embedding_weight);
    for (name, weight) in [("lexical weight", l), ("embedding weight", e)] {
        if !(0.0..=1e6).contains(&weight) {
            return bad(name, "from 0 to 1000000", weight);
        }
    }
    match strategy {
        Strategy::Lexical => Ok(Mix { lexical: 1.0, embedding: 0.0 }),
        Strategy::Embedding => Ok(Mix { lexical: 0.0, embedding: 1.0 }),
        Strategy::Combined if l + e <= 0.0 => {
            bad("lexical weight", "above 0 where the embedding weight is 0", l)
        }
        Strategy::Combined => Ok(Mix { lexical: (l / (l + e)) as f32, embedding: (e / (l + e)) as f32 }),
    }
}

fn sigmoid(logit: f32) -> f64 {
    1.0 / (1.0 + f64::from(-logit).exp())
}

impl Ranking {
    /// The score of a candidate in 0..1.
    fn score(&self, scored: &Scored) -> f64 {
        self.scale(scored.logit)
    }

    fn scale(&self, logit: f32) -> f64 {
        sigmoid(SLOPE * logit - OFFSET) * if self.name_alone { NAME_ALONE } else { 1.0 }
    }
}

fn odds(scored: &Scored) -> f64 {
    f64::from(scored.logit).exp()
}

/// Share of the probability that the candidate at `at` has among all and nothing, in 0..1. Next to a candidate that meets
/// all that is asked, rivals that miss some of it count less than their odds say.
fn share(r: &Ranking, at: usize) -> f64 {
    let own = odds(&r.scored[at]);
    let discount = if r.scored[at].sure { UNSURE_RIVAL } else { 1.0 };
    let rivals = r.scored.iter().take(64).enumerate().filter(|&(i, _)| i != at);
    let others: f64 = rivals.map(|(_, rival)| odds(rival) * if rival.sure { 1.0 } else { discount }).sum();
    own / (1.0 + own + others)
}

/// The label of the match at `at`: what its score says, or lower where others or nothing at all are likely.
fn label(r: &Ranking, at: usize) -> Confidence {
    let by_share = match share(r, at) {
        s if s >= HIGH_SHARE && !r.doubtful && r.scored[at].sure => Confidence::High,
        s if s >= MEDIUM_SHARE => Confidence::Medium,
        _ => Confidence::Low,
    };
    calibrate_confidence(r.score(&r.scored[at])).min(by_share)
}
