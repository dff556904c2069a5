//! The engine: when it attempts, what it asks for, what it counts, and what it never does twice.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use semantic_core::find::{Confidence, ElementDescriptor};
use semantic_core::recover::{
    AsyncDriver, BoxError, FailureType, Intent, IntentCache, Parts, RecoveryConfig, RecoveryEngine,
    RecoveryError, RecoveryResult,
};
use semantic_core::tree::Snapshot;

use crate::page;

const BEFORE: &str = "heading \"Cart\"\nbutton \"Wishlist\"\nbutton \"Checkout\"";
const AFTER: &str = "heading \"Cart\"\nbutton \"PayPal Checkout\" ref=p\nbutton \"Checkout\" ref=c\nbutton \"Wishlist\" ref=w";
const STALE: &str = "Node is detached from document";

fn engine(config: RecoveryConfig) -> RecoveryEngine {
    let ticks = AtomicU64::new(0);
    let clock = Box::new(move || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed)));
    let engine = RecoveryEngine::new(config, Arc::new(IntentCache::default()), clock);
    let old = Arc::new(page(BEFORE));
    for reference in ["e1", "e2"] {
        let node = old.resolve(reference).expect("there").id();
        engine.record_intent("tab", reference, Intent::of_page(Arc::clone(&old), node, None));
    }
    engine
}

/// Attempts `action` on `reference` with a page, and what each execution answers; gives back what was acted on.
fn attempt(
    engine: &RecoveryEngine,
    (reference, action): (&str, &str),
    error: &str,
    after: &str,
    answers: &[Result<(), &str>],
) -> (RecoveryResult, Vec<String>) {
    let (acted, turn) = (RefCell::new(Vec::new()), Cell::new(0));
    let fresh = Arc::new(page(after));
    let mut parts = Parts::new(
        |_| Ok(()),
        |_| Ok(Arc::clone(&fresh)),
        |_, reference| Ok(reference.to_owned()),
        |_, action, node: String| {
            acted.borrow_mut().push(format!("{action} {node}"));
            let answer = answers.get(turn.get()).copied().unwrap_or(Ok(()));
            turn.set(turn.get() + 1);
            answer.map_err(Into::into)
        },
    );
    let result = engine.attempt("tab", reference, action, &error, &mut parts);
    drop(parts);
    (result, acted.into_inner())
}

#[test]
fn a_stale_ref_is_healed_and_the_new_one_carries_on() {
    let engine = engine(RecoveryConfig::default());
    let (result, acted) = attempt(&engine, ("e2", "click"), STALE, AFTER, &[]);
    assert!(result.recovered && result.error.is_none(), "{result:?}");
    assert_eq!((result.new_ref.as_deref(), result.original_ref.as_str()), (Some("c"), "e2"));
    assert_eq!((result.confidence, result.strategy.as_str()), (Confidence::High, "relocate"));
    assert_eq!((result.failure_type, result.attempts), (FailureType::ElementStale, 1));
    assert!(result.latency > Duration::ZERO && !result.evidence.is_empty());
    assert_eq!(acted, ["click c"]);
    // The new ref goes stale in its turn.
    let (again, acted) =
        attempt(&engine, ("c", "click"), STALE, "button \"Checkout\" ref=x\nheading \"Cart\"", &[]);
    assert!(again.recovered, "{again:?}");
    assert_eq!(acted, ["click x"]);
    assert_eq!((engine.stats().attempts, engine.stats().recovered), (2, 2));
}

#[test]
fn what_is_gone_is_not_clicked() {
    let engine = engine(RecoveryConfig::default());
    let (result, acted) =
        attempt(&engine, ("e2", "click"), STALE, "heading \"Cart\"\nbutton \"Wishlist\"", &[]);
    assert!(matches!(result.error, Some(RecoveryError::Refused { .. })), "{result:?}");
    assert!(acted.is_empty() && !result.recovered);
    assert_eq!(engine.stats().refused, 1);
}

#[test]
fn s32_nothing_is_clicked_in_the_place_of_what_was_removed() {
    let engine = engine(RecoveryConfig::default());
    let old = Arc::new(page("button \"Reset\" id=btnreset tag=input type=reset section=form_action"));
    let node = old.resolve("e0").expect("there").id();
    engine.record_intent("tab", "reset", Intent::of_page(old, node, Some("reset button")));
    let after = "button \"Submit\" id=btnsubmit tag=input type=submit section=form_action";
    let (result, acted) = attempt(&engine, ("reset", "click"), "no such element", after, &[]);
    assert!(acted.is_empty() && !result.recovered, "{result:?}");
    let Some(RecoveryError::Refused { .. }) = result.error else { panic!("{result:?}") };
    // "Is it absent?" is answered by the same look.
    assert_eq!(result.new_ref, None);
}

#[test]
fn should_attempt_heeds_class_switch_and_ref() {
    let on = engine(RecoveryConfig::default());
    assert!(on.should_attempt(&STALE, "e2"));
    assert!(!on.should_attempt(&"net::ERR_CONNECTION_REFUSED", "e2"));
    assert!(!on.should_attempt(&"something else", "e2"));
    assert!(!on.should_attempt(&STALE, ""));
    let off = engine(RecoveryConfig { enabled: false, ..RecoveryConfig::default() });
    assert!(!off.should_attempt(&STALE, "e2"));
}

#[test]
fn attempt_heeds_them_too() {
    let off = engine(RecoveryConfig { enabled: false, ..RecoveryConfig::default() });
    let (result, acted) = attempt(&off, ("e2", "click"), STALE, AFTER, &[]);
    assert!(matches!(result.error, Some(RecoveryError::Disabled)) && acted.is_empty());
    let on = engine(RecoveryConfig::default());
    let (result, acted) = attempt(&on, ("e2", "click"), "net::ERR_ABORTED", AFTER, &[]);
    assert!(
        matches!(result.error, Some(RecoveryError::NotRecoverable(FailureType::Network))) && acted.is_empty()
    );
    let (result, _) = attempt(&on, ("e77", "click"), STALE, AFTER, &[]);
    assert!(matches!(result.error, Some(RecoveryError::NoIntent(_))), "{result:?}");
    let stats = on.stats();
    assert_eq!((stats.attempts, stats.not_allowed, stats.no_intent), (2, 1, 1));
}

#[test]
fn what_may_have_taken_effect_is_not_repeated() {
    let on = engine(RecoveryConfig::default());
    // The page went away under a click: perhaps the click did that.
    let (result, acted) = attempt(&on, ("e2", "click"), "Inspected target navigated or closed", AFTER, &[]);
    assert!(
        matches!(result.error, Some(RecoveryError::MayHaveTakenEffect)) && acted.is_empty(),
        "{result:?}"
    );
    let (result, acted) = attempt(&on, ("e2", "hover"), "Inspected target navigated or closed", AFTER, &[]);
    assert!(result.recovered && acted == ["hover c"], "{result:?}");
    // The second click fails in a way that says nothing of its effect.
    let two = engine(RecoveryConfig { max_retries: 3, ..RecoveryConfig::default() });
    let (result, acted) = attempt(&two, ("e2", "click"), STALE, AFTER, &[Err("timeout of 30000ms exceeded")]);
    assert!(matches!(result.error, Some(RecoveryError::MayHaveTakenEffect)), "{result:?}");
    assert_eq!(acted.len(), 1);
}

#[test]
fn retries_are_counted_and_bounded() {
    let stale = Err(STALE);
    let one = engine(RecoveryConfig::default());
    let (result, acted) = attempt(&one, ("e2", "click"), STALE, AFTER, &[stale, Ok(())]);
    assert!(matches!(result.error, Some(RecoveryError::Action(_))) && acted.len() == 1, "{result:?}");
    let two = engine(RecoveryConfig { max_retries: 2, ..RecoveryConfig::default() });
    let (result, acted) = attempt(&two, ("e2", "click"), STALE, AFTER, &[stale, Ok(())]);
    assert!(result.recovered && result.attempts == 2 && acted.len() == 2, "{result:?}");
}

#[test]
fn an_unsure_answer_is_enough_for_a_hover_only() {
    let engine = engine(RecoveryConfig { min_confidence: 0.0, ..RecoveryConfig::default() });
    let after =
        "heading \"Cart\"\nbutton \"Go to checkout\" ref=g\nbutton \"Wishlist\" ref=w\ntext \"Total\"";
    let (click, acted) = attempt(&engine, ("e2", "click"), STALE, after, &[]);
    if click.confidence != Confidence::High {
        assert!(
            matches!(click.error, Some(RecoveryError::Unsure { .. } | RecoveryError::Refused { .. })),
            "{click:?}"
        );
        assert!(acted.is_empty());
    }
    let strict = RecoveryConfig { min_confidence: 1.1, ..RecoveryConfig::default() };
    let (result, acted) = attempt(&self::engine(strict), ("e2", "hover"), STALE, AFTER, &[]);
    assert!(matches!(result.error, Some(RecoveryError::Unsure { .. })) && acted.is_empty(), "{result:?}");
}

#[test]
fn errors_of_the_parts_are_passed_on() {
    let engine = engine(RecoveryConfig::default());
    let broken = |part: usize| {
        let fails = move |here: usize| if part == here { Err(BoxError::from("broken")) } else { Ok(()) };
        let mut parts = Parts::new(
            move |_| fails(0),
            move |_| fails(1).map(|()| Arc::new(page(AFTER))),
            move |_, _| fails(2),
            move |_, _, ()| fails(3),
        );
        engine.attempt("tab", "e2", "hover", &STALE, &mut parts).error
    };
    assert!(matches!(broken(0), Some(RecoveryError::Refresh(_))));
    assert!(matches!(broken(1), Some(RecoveryError::Describe(_))));
    assert!(matches!(broken(2), Some(RecoveryError::Resolve(_))));
    assert!(matches!(broken(3), Some(RecoveryError::Action(_))));
    assert_eq!(engine.stats().failed, 4);
}

#[test]
fn a_query_alone_is_matched() {
    let engine = engine(RecoveryConfig::default());
    let nothing = ElementDescriptor::default();
    engine.record_intent("tab", "q", Intent::of_descriptor(&nothing, Some("wishlist button")));
    let (result, acted) = attempt(&engine, ("q", "click"), STALE, AFTER, &[]);
    assert!(result.recovered, "{result:?}");
    assert_eq!((acted, result.strategy.as_str()), (vec!["click w".to_owned()], "combined"));
}

/// A driver whose every answer comes at the second poll.
struct Slow {
    acted: Vec<String>,
}

/// Ready at the second poll.
async fn later() {
    let mut polled = false;
    std::future::poll_fn(|cx| {
        if std::mem::replace(&mut polled, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

impl AsyncDriver for Slow {
    type Node = String;

    async fn refresh(&mut self, _tab: &str) -> Result<(), BoxError> {
        later().await;
        Ok(())
    }

    async fn describe(&mut self, _tab: &str) -> Result<Arc<Snapshot>, BoxError> {
        later().await;
        Ok(Arc::new(page(AFTER)))
    }

    async fn resolve(&mut self, _tab: &str, reference: &str) -> Result<String, BoxError> {
        later().await;
        Ok(reference.to_owned())
    }

    async fn act(&mut self, _tab: &str, action: &str, node: String) -> Result<(), BoxError> {
        later().await;
        self.acted.push(format!("{action} {node}"));
        Ok(())
    }
}

#[test]
fn futures_need_no_runtime_of_ours() {
    let engine = engine(RecoveryConfig::default());
    let mut driver = Slow { acted: Vec::new() };
    let result = {
        let mut future = std::pin::pin!(engine.attempt_async(
            "tab",
            "e2",
            "click",
            FailureType::ElementStale,
            &mut driver
        ));
        let mut context = Context::from_waker(Waker::noop());
        loop {
            if let Poll::Ready(result) = future.as_mut().poll(&mut context) {
                break result;
            }
        }
    };
    assert!(result.recovered, "{result:?}");
    assert_eq!(driver.acted, ["click c"]);
}

#[test]
fn an_engine_is_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<RecoveryEngine>();
    shared::<IntentCache>();
}
