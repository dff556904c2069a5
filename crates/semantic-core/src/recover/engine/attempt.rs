//! One attempt as a machine: it says what it needs next and is told how that went.

use std::sync::Arc;
use std::time::Duration;

use smol_str::SmolStr;

use super::{BoxError, RecoveryEngine, RecoveryError, RecoveryResult};
use crate::find::{Confidence, ElementDescriptor, FindOptions};
use crate::recover::{FailureType, Intent, Known, Refusal, Relocation, Relocator, classify_failure};
use crate::tree::{NodeId, Snapshot};

/// What an [`Attempt`] needs next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Need {
    /// The page looked at again: answer with [`Event::Refreshed`].
    Refresh,
    /// The fresh page: answer with [`Event::Described`].
    Describe,
    /// The node of a ref of the fresh page: answer with [`Event::Resolved`].
    Resolve(SmolStr),
    /// The action, on the node resolved last: answer with [`Event::Acted`].
    Act,
}

/// How that which an [`Attempt`] needed went.
#[derive(Debug)]
pub enum Event {
    /// The page was looked at again.
    Refreshed(Result<(), BoxError>),
    /// The fresh page.
    Described(Result<Arc<Snapshot>, BoxError>),
    /// Whether the ref's node was found.
    Resolved(Result<(), BoxError>),
    /// Whether the action was done.
    Acted(Result<(), BoxError>),
}

/// An attempt at recovery that is under way.
pub struct Attempt<'e> {
    engine: &'e RecoveryEngine,
    tab: SmolStr,
    action: SmolStr,
    begun: Duration,
    intent: Option<Arc<Intent>>,
    page: Option<Arc<Snapshot>>,
    /// The answer in the fresh page.
    found: Option<NodeId>,
    need: Option<Need>,
    result: RecoveryResult,
}

impl<'e> Attempt<'e> {
    pub(super) fn new(
        engine: &'e RecoveryEngine,
        tab: &str,
        reference: &str,
        action: &str,
        failure: FailureType,
    ) -> Self {
        let begun = engine.now();
        let mut attempt = Attempt {
            engine,
            tab: tab.into(),
            action: action.into(),
            begun,
            intent: None,
            page: None,
            found: None,
            need: Some(Need::Refresh),
            result: RecoveryResult {
                recovered: false,
                original_ref: reference.into(),
                new_ref: None,
                score: 0.0,
                confidence: Confidence::Low,
                strategy: SmolStr::new_static("relocate"),
                failure_type: failure,
                attempts: 0,
                latency: Duration::ZERO,
                evidence: Vec::new(),
                error: None,
            },
        };
        if let Err(error) = attempt.allowed(reference, failure) {
            attempt.fail(error);
        }
        attempt
    }

    /// Checks everything that can be known before the page is touched.
    fn allowed(&mut self, reference: &str, failure: FailureType) -> Result<(), RecoveryError> {
        if !self.engine.config.enabled || self.engine.config.max_retries == 0 {
            return Err(RecoveryError::Disabled);
        }
        if !failure.recoverable() {
            return Err(RecoveryError::NotRecoverable(failure));
        }
        if !self.may_repeat(failure) {
            return Err(RecoveryError::MayHaveTakenEffect);
        }
        let intent = self.engine.intents.lookup(&self.tab, reference, self.begun);
        self.intent = Some(intent.ok_or_else(|| RecoveryError::NoIntent(reference.into()))?);
        Ok(())
    }

    /// Whether the action may be done after such a failure: one that names the element happened before any effect;
    /// after a navigation nobody knows whether the action caused it.
    fn may_repeat(&self, failure: FailureType) -> bool {
        let before_any_effect = matches!(
            failure,
            FailureType::ElementNotFound | FailureType::ElementStale | FailureType::ElementNotInteractable
        );
        before_any_effect || self.engine.is_repeatable(&self.action)
    }

    /// What is needed next; nothing when the attempt is over.
    pub fn need(&self) -> Option<Need> {
        self.need.clone()
    }

    /// Tells how it went. An event that was not asked for is ignored.
    pub fn tell(&mut self, event: Event) {
        let Some(need) = self.need.take() else { return };
        let next = match (need, event) {
            (Need::Refresh, Event::Refreshed(done)) => {
                done.map(|()| Need::Describe).map_err(RecoveryError::Refresh)
            }
            (Need::Describe, Event::Described(page)) => {
                page.map_err(RecoveryError::Describe).and_then(|page| self.relocate(page))
            }
            (Need::Resolve(_), Event::Resolved(done)) => {
                done.map(|()| Need::Act).map_err(RecoveryError::Resolve)
            }
            (Need::Act, Event::Resolved(Err(problem))) => Err(RecoveryError::Resolve(problem)),
            (Need::Act, Event::Acted(done)) => {
                self.result.attempts += 1;
                match done {
                    Ok(()) => return self.succeed(),
                    Err(problem) => self.after_failure(problem),
                }
            }
            (need, _) => Ok(need),
        };
        match next {
            Ok(need) => self.need = Some(need),
            Err(error) => self.fail(error),
        }
    }

    /// What came of it. An attempt that is not over yet counts as failed.
    pub fn finish(mut self) -> RecoveryResult {
        self.result.latency = self.engine.now().saturating_sub(self.begun);
        self.engine.count(self.result.error.as_ref());
        self.result
    }

    /// Seeks the element in the fresh page.
    fn relocate(&mut self, page: Arc<Snapshot>) -> Result<Need, RecoveryError> {
        let Some(intent) = self.intent.clone() else {
            return Err(RecoveryError::NoIntent(self.result.original_ref.clone()));
        };
        let found = match intent.node {
            Some(node) => self.by_element(&intent, node, &page)?,
            None => self.by_query(&intent, &page)?,
        };
        self.page = Some(page);
        self.found = Some(found);
        let reference = self.result.new_ref.clone().unwrap_or_default();
        let config = &self.engine.config;
        let risky = config.prefer_high_confidence && !self.engine.is_repeatable(&self.action);
        let (score, confidence) = (self.result.score, self.result.confidence);
        if score < config.min_confidence || risky && confidence != Confidence::High {
            let action = self.action.clone();
            return Err(RecoveryError::Unsure { reference, score, confidence, action });
        }
        Ok(Need::Resolve(reference))
    }

    fn by_element(
        &mut self,
        intent: &Intent,
        node: NodeId,
        page: &Snapshot,
    ) -> Result<NodeId, RecoveryError> {
        let mut relocator = Relocator::new(&intent.page, page, intent.known);
        if let Some(query) = &intent.query {
            relocator = relocator.with_query(query);
        }
        let Some(found) = relocator.relocate(node) else {
            return Err(RecoveryError::NoIntent(self.result.original_ref.clone()));
        };
        (self.result.score, self.result.confidence) = (found.score, found.confidence);
        self.result.evidence.clone_from(&found.evidence);
        self.result.new_ref.clone_from(&found.reference);
        found.node.ok_or_else(|| RecoveryError::Refused {
            reason: found.refusal.unwrap_or(Refusal::Gone),
            best: best(&found),
        })
    }

    /// Where nothing but the query is known, the matcher decides.
    fn by_query(&mut self, intent: &Intent, page: &Snapshot) -> Result<NodeId, RecoveryError> {
        let query = intent.query.as_deref().unwrap_or_default();
        let refused = |best: String| RecoveryError::Refused { reason: Refusal::Gone, best };
        let descriptors: Vec<_> = page.nodes().map(ElementDescriptor::from_node).collect();
        let found = self.engine.matcher.find(query, &descriptors, &FindOptions::default());
        let found = found.map_err(|e| refused(format!("the query is no good: {e}")))?;
        self.result.strategy.clone_from(&found.strategy);
        let Some(first) = found.matches.first() else {
            return Err(refused("nothing answers the query".to_owned()));
        };
        if found.ambiguous {
            let best = format!("{} answers the query no better than another", first.reference);
            return Err(RecoveryError::Refused { reason: Refusal::Ambiguous, best });
        }
        (self.result.score, self.result.confidence) = (first.score, first.confidence);
        self.result.new_ref = Some(first.reference.clone());
        let node = first.node.strip_prefix("s_").and_then(|n| n.parse().ok()).map(NodeId::from_index);
        node.ok_or_else(|| refused("the matcher named no element".to_owned()))
    }

    /// Whether another try makes sense after the action failed on the new element.
    fn after_failure(&mut self, problem: BoxError) -> Result<Need, RecoveryError> {
        let failure = classify_failure(&problem.to_string());
        if !self.may_repeat(failure) {
            return Err(RecoveryError::MayHaveTakenEffect);
        }
        if self.result.attempts < self.engine.config.max_retries && failure.recoverable() {
            return Ok(Need::Refresh);
        }
        Err(RecoveryError::Action(problem))
    }

    /// The new ref carries the intent on.
    fn succeed(&mut self) {
        self.result.recovered = true;
        if let (Some(page), Some(node), Some(reference)) =
            (self.page.take(), self.found, &self.result.new_ref)
        {
            let query = self.intent.as_ref().and_then(|i| i.query.clone());
            let intent = Intent { page, node: Some(node), known: Known::Whole, query };
            self.engine.intents.record(&self.tab, reference, intent, self.engine.now());
        }
    }

    fn fail(&mut self, error: RecoveryError) {
        self.need = None;
        self.result.error = Some(error);
    }
}

/// The best candidate of a refusal, in words.
fn best(found: &Relocation) -> String {
    match &found.runner_up {
        Some(next) => format!(
            "the best candidate is {} {} ({}, score {:.2}): {}",
            next.role,
            crate::tree::shown(&next.name),
            next.reference,
            next.score,
            next.why
        ),
        None => "nothing on the page is like it".to_owned(),
    }
}
