//! The recovery engine: intent, fresh page, relocation, node, action; a thin loop with counters.
//!
//! The engine decides and the caller does: [`Attempt`] is a machine that says what it needs next ([`Need`]) and is
//! told how that went ([`Event`]). [`RecoveryEngine::attempt`] drives it with the four parts of a [`Driver`];
//! [`RecoveryEngine::attempt_async`] does the same with futures and without any runtime of its own.

mod attempt;
mod driver;

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use smol_str::SmolStr;

pub use self::attempt::{Attempt, Event, Need};
use self::driver::Blocking;
pub use self::driver::{
    ActionExecutor, AsyncDriver, BoxError, DescriptorBuilder, Driver, NodeResolver, Parts, SnapshotRefresher,
};
use super::{FailureType, Intent, IntentCache, Refusal, classify_failure};
use crate::find::{CombinedMatcher, Confidence, ElementMatcher};

/// How recovery behaves.
#[derive(Clone, Debug, PartialEq)]
pub struct RecoveryConfig {
    /// Whether recovery is attempted at all.
    pub enabled: bool,
    /// How often the action is tried again.
    pub max_retries: u32,
    /// Least score of an answer that is acted on, from 0 to 1.
    pub min_confidence: f64,
    /// Act on answers that are not called high only where the action is in `repeatable`: a wrong click costs more
    /// than a wrong hover.
    pub prefer_high_confidence: bool,
    /// Actions that may be repeated without harm, even if they took effect the first time.
    pub repeatable: Vec<SmolStr>,
}

impl Default for RecoveryConfig {
    /// Enabled, one retry, score of at least 0.5, high answers for what cannot be repeated. Repeatable are `focus`,
    /// `hover`, `scroll`, `fill`, `clear`, `select`, `check` and `uncheck`.
    fn default() -> Self {
        let repeatable = ["focus", "hover", "scroll", "fill", "clear", "select", "check", "uncheck"];
        RecoveryConfig {
            enabled: true,
            max_retries: 1,
            min_confidence: 0.5,
            prefer_high_confidence: true,
            repeatable: repeatable.map(SmolStr::new_static).to_vec(),
        }
    }
}

/// Why nothing was recovered.
#[derive(Debug, thiserror::Error)]
pub enum RecoveryError {
    /// The configuration says no.
    #[error("recovery is disabled")]
    Disabled,
    /// Looking at the page again cannot help.
    #[error("a failure of type {0} is not one that a fresh look can help with")]
    NotRecoverable(FailureType),
    /// Nobody recorded what the ref meant, or that was too long ago.
    #[error("nothing is known of what {0:?} meant: record an intent when a ref is handed out")]
    NoIntent(SmolStr),
    /// The page could not be looked at again.
    #[error("the page could not be refreshed: {0}")]
    Refresh(#[source] BoxError),
    /// The refreshed page could not be described.
    #[error("the refreshed page could not be described: {0}")]
    Describe(#[source] BoxError),
    /// The element is not there any more, or it cannot be told which one it is.
    #[error("{reason}: {best}")]
    Refused {
        /// Why.
        reason: Refusal,
        /// The best candidate and why it is not the answer.
        best: String,
    },
    /// An answer was found that is not good enough for this action.
    #[error("{reference} may be it ({confidence}, score {score:.2}), which is too little to {action} it")]
    Unsure {
        /// The ref of the answer.
        reference: SmolStr,
        /// Its score.
        score: f64,
        /// Its label.
        confidence: Confidence,
        /// The action.
        action: SmolStr,
    },
    /// The new ref could not be resolved to a node.
    #[error("the new ref could not be resolved: {0}")]
    Resolve(#[source] BoxError),
    /// The action failed in a way that does not rule out that it took effect, and it must not be done twice.
    #[error("the action may have taken effect and is not repeated: look at the page first")]
    MayHaveTakenEffect,
    /// The action failed on the new element too.
    #[error("the action failed on the new element too: {0}")]
    Action(#[source] BoxError),
}

/// What came of an attempt.
#[derive(Debug)]
pub struct RecoveryResult {
    /// Whether the action was done on the relocated element.
    pub recovered: bool,
    /// The ref that failed.
    pub original_ref: SmolStr,
    /// The ref of the same element now, where one was found.
    pub new_ref: Option<SmolStr>,
    /// How likely it is the same element, from 0 to 1.
    pub score: f64,
    /// How far that may be trusted.
    pub confidence: Confidence,
    /// What found it: `relocate`, or the matcher's strategy where nothing but a query was known.
    pub strategy: SmolStr,
    /// The kind of failure that was recovered from.
    pub failure_type: FailureType,
    /// How often the action was tried again.
    pub attempts: u32,
    /// How long it took, by the caller's clock.
    pub latency: Duration,
    /// What agrees and what has changed, in words.
    pub evidence: Vec<String>,
    /// Why nothing was recovered.
    pub error: Option<RecoveryError>,
}

/// Counters of outcomes since the engine was made.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RecoveryStats {
    /// Attempts begun.
    pub attempts: u64,
    /// Attempts that did the action on the same element.
    pub recovered: u64,
    /// Refusals: gone, ambiguous or contradicted.
    pub refused: u64,
    /// Answers that were not good enough for the action.
    pub unsure: u64,
    /// Attempts without an intent.
    pub no_intent: u64,
    /// Attempts that were not allowed: disabled, not recoverable, or perhaps done already.
    pub not_allowed: u64,
    /// Attempts in which the page, the node or the action failed.
    pub failed: u64,
}

#[derive(Default)]
struct Counters {
    all: [AtomicU64; 7],
}

impl Counters {
    fn add(&self, at: usize) {
        self.all[at].fetch_add(1, Ordering::Relaxed);
    }
}

/// The time since some fixed moment.
pub type Clock = Box<dyn Fn() -> Duration + Send + Sync>;

/// Turns failures on stale refs into the same action on the same element, or into an honest no.
pub struct RecoveryEngine {
    config: RecoveryConfig,
    matcher: Box<dyn ElementMatcher>,
    intents: Arc<IntentCache>,
    clock: Clock,
    counters: Counters,
}

impl RecoveryEngine {
    /// An engine over a cache of intents. `clock` tells the time since any fixed moment, the same one that the cache is
    /// told.
    pub fn new(config: RecoveryConfig, intents: Arc<IntentCache>, clock: Clock) -> Self {
        RecoveryEngine {
            config,
            matcher: Box::new(CombinedMatcher::default()),
            intents,
            clock,
            counters: Counters::default(),
        }
    }

    /// Replaces the matcher, which is asked only where nothing but a query is known of a ref.
    pub fn with_matcher(mut self, matcher: Box<dyn ElementMatcher>) -> Self {
        self.matcher = matcher;
        self
    }

    /// How it behaves.
    pub fn config(&self) -> &RecoveryConfig {
        &self.config
    }

    /// The cache of intents.
    pub fn intents(&self) -> &Arc<IntentCache> {
        &self.intents
    }

    /// Outcomes so far.
    pub fn stats(&self) -> RecoveryStats {
        let [attempts, recovered, refused, unsure, no_intent, not_allowed, failed] =
            std::array::from_fn(|i| self.counters.all[i].load(Ordering::Relaxed));
        RecoveryStats { attempts, recovered, refused, unsure, no_intent, not_allowed, failed }
    }

    /// Records what a ref means, right after it was found.
    pub fn record_intent(&self, tab: &str, reference: &str, intent: Intent) {
        self.intents.record(tab, reference, intent, (self.clock)());
    }

    /// Whether an attempt makes sense after this error: recovery is enabled, a ref was used, and a fresh look can help.
    pub fn should_attempt(&self, error: &dyn std::fmt::Display, reference: &str) -> bool {
        self.config.enabled && !reference.is_empty() && classify_failure(&error.to_string()).recoverable()
    }

    /// Finds the element again and does the action there. The error's class is read from its message.
    pub fn attempt<D: Driver>(
        &self,
        tab: &str,
        reference: &str,
        action: &str,
        error: &dyn std::fmt::Display,
        driver: &mut D,
    ) -> RecoveryResult {
        let failure = classify_failure(&error.to_string());
        self.attempt_with_classification(tab, reference, action, failure, driver)
    }

    /// The same where the class of the error is known already.
    pub fn attempt_with_classification<D: Driver>(
        &self,
        tab: &str,
        reference: &str,
        action: &str,
        failure: FailureType,
        driver: &mut D,
    ) -> RecoveryResult {
        let mut driver = Blocking(driver);
        let mut attempt = pin!(self.attempt_async(tab, reference, action, failure, &mut driver));
        let mut context = Context::from_waker(Waker::noop());
        loop {
            // Nothing ever waits: each part answers at once.
            if let Poll::Ready(result) = attempt.as_mut().poll(&mut context) {
                return result;
            }
        }
    }

    /// The same with futures: for any runtime, and none of its own.
    pub async fn attempt_async<D: AsyncDriver>(
        &self,
        tab: &str,
        reference: &str,
        action: &str,
        failure: FailureType,
        driver: &mut D,
    ) -> RecoveryResult {
        let mut attempt = self.begin(tab, reference, action, failure);
        let mut node = None;
        while let Some(need) = attempt.need() {
            let event = match need {
                Need::Refresh => Event::Refreshed(driver.refresh(tab).await),
                Need::Describe => Event::Described(driver.describe(tab).await),
                Need::Resolve(reference) => match driver.resolve(tab, &reference).await {
                    Ok(found) => {
                        node = Some(found);
                        Event::Resolved(Ok(()))
                    }
                    Err(e) => Event::Resolved(Err(e)),
                },
                Need::Act => match node.take() {
                    Some(node) => Event::Acted(driver.act(tab, action, node).await),
                    None => Event::Resolved(Err("no node was resolved".into())),
                },
            };
            attempt.tell(event);
        }
        attempt.finish()
    }

    /// Begins an attempt that the caller drives itself.
    pub fn begin(&self, tab: &str, reference: &str, action: &str, failure: FailureType) -> Attempt<'_> {
        self.counters.add(0);
        Attempt::new(self, tab, reference, action, failure)
    }

    fn now(&self) -> Duration {
        (self.clock)()
    }

    fn is_repeatable(&self, action: &str) -> bool {
        self.config.repeatable.iter().any(|a| a == action)
    }

    fn count(&self, error: Option<&RecoveryError>) {
        use RecoveryError::*;
        self.counters.add(match error {
            None => 1,
            Some(Refused { .. }) => 2,
            Some(Unsure { .. }) => 3,
            Some(NoIntent(_)) => 4,
            Some(Disabled | NotRecoverable(_) | MayHaveTakenEffect) => 5,
            Some(Refresh(_) | Describe(_) | Resolve(_) | Action(_)) => 6,
        });
    }
}

impl std::fmt::Debug for RecoveryEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RecoveryEngine").field("config", &self.config).field("stats", &self.stats()).finish()
    }
}
