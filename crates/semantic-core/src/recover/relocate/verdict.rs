//! From weighed candidates to an answer: which one, or why none.

use super::veto::Veto;
use super::weights::LIMITS;
use super::{Candidate, Known};
use crate::find::Confidence;

/// What decides between an answer and a refusal; fitted together with the weights.
pub(super) struct Limits {
    /// Least probability of an answer where the whole old page is known, and where only a part is.
    pub whole: f64,
    pub part: f64,
    /// From here an answer is high, and medium.
    pub high: f64,
    pub medium: f64,
}

/// A runner-up this near, as a ratio of probabilities, makes the choice a guess.
const AMBIGUOUS: f64 = 0.75;

/// Why nothing is the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The new page has nothing that could be the element.
    Gone,
    /// Several elements could be it about equally well.
    Ambiguous,
    /// What stands where it was says the contrary, does something else or belongs to another row.
    Contradicted,
}

impl Refusal {
    /// The reason in lower case: `gone`, `ambiguous` or `contradicted`.
    pub fn as_str(self) -> &'static str {
        match self {
            Refusal::Gone => "gone",
            Refusal::Ambiguous => "ambiguous",
            Refusal::Contradicted => "contradicted",
        }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

/// The decision about one old element; positions are those of the list of candidates.
pub(super) struct Verdict {
    /// The best candidate and its probability, accepted or not.
    pub best: Option<(usize, f64)>,
    /// The next one.
    pub second: Option<(usize, f64)>,
    pub refusal: Option<Refusal>,
    pub confidence: Confidence,
}

/// Weighs the candidates against each other and against "gone".
pub(super) fn verdict(all: &[Candidate], known: Known) -> Verdict {
    let mut order: Vec<usize> = (0..all.len()).filter(|&i| all[i].veto.is_none()).collect();
    order.sort_by(|&x, &y| all[y].logit.total_cmp(&all[x].logit).then(all[x].node.cmp(&all[y].node)));
    let logit = |i: usize| f64::from(all[i].logit);
    let top = order.first().map_or(0.0, |&i| logit(i).max(0.0));
    let sum = (-top).exp() + order.iter().map(|&i| (logit(i) - top).exp()).sum::<f64>();
    let share = |i: &usize| (*i, (logit(*i) - top).exp() / sum);
    let (best, second) = (order.first().map(share), order.get(1).map(share));
    let p = best.map_or(0.0, |b| b.1);
    let next = second.map_or(0.0, |s| s.1);
    let least = if known == Known::Whole { LIMITS.whole } else { LIMITS.part };
    let close = next > AMBIGUOUS * p;
    let refusal = match () {
        () if close && p + next >= least => Some(Refusal::Ambiguous),
        () if p >= least => None,
        () if contradicted(all, best.map(|b| b.0)) => Some(Refusal::Contradicted),
        () => Some(Refusal::Gone),
    };
    let confidence = match p {
        _ if refusal.is_some() => Confidence::Low,
        p if p >= LIMITS.high => Confidence::High,
        p if p >= LIMITS.medium => Confidence::Medium,
        _ => Confidence::Low,
    };
    Verdict { best, second, refusal, confidence }
}

/// Whether what is ruled out would have been the answer.
fn contradicted(all: &[Candidate], best: Option<usize>) -> bool {
    let open = best.map_or(f32::MIN, |i| all[i].first);
    ruled_out(all).is_some_and(|i| {
        let contrary = matches!(all[i].veto, Some(Veto::Opposite | Veto::Denial));
        all[i].first > if contrary { open } else { open.max(-2.0) }
    })
}

/// The likeliest candidate that is ruled out.
pub(super) fn ruled_out(all: &[Candidate]) -> Option<usize> {
    let closed = (0..all.len()).filter(|&i| all[i].veto.is_some());
    closed.max_by(|&x, &y| all[x].first.total_cmp(&all[y].first).then(all[y].node.cmp(&all[x].node)))
}
