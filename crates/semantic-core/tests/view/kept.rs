//! Sessions that are kept as data: they go on as if they had never been away, and what does not fit is refused.

use std::sync::Arc;

use proptest::prelude::*;
use semantic_core::tree::Snapshot;
use semantic_core::view::{Kept, Observation, SemanticView, Session};
use serde_json::{Value, json};

use crate::random::{edits, tree_and_edits};
use crate::trees::tree;

fn through_json(kept: &Kept) -> Kept {
    let text = serde_json::to_string(kept).expect("plain data");
    serde_json::from_str(&text).expect("it is read back")
}

/// The session after it was away.
fn away(session: &Session) -> Session {
    let last = session.last().expect("it has observed");
    let kept = through_json(&session.kept().expect("it has observed"));
    Session::of_kept(&kept, Arc::clone(last.snapshot())).expect("it fits")
}

fn panes() -> SemanticView {
    SemanticView::new().with_pane("first", SemanticView::new().scoped("s_1")).expect("a name")
}

fn said(o: &Observation, refs: usize) -> Vec<String> {
    let refs = (0..refs).flat_map(|n| [format!("s_{n}"), format!("first.s_{n}")]);
    refs.map(|r| match o.resolve(&r) {
        Ok(node) => format!("{r} {}", node.id()),
        Err(why) => why.to_string(),
    })
    .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_session_that_was_away_goes_on_as_one_that_was_not(
        (mut tree, script) in tree_and_edits(),
        keyed in any::<bool>(),
    ) {
        let (mut there, mut gone) = (Session::new(), Session::new());
        let mut before: Option<Observation> = None;
        for (n, edit) in edits(&script).enumerate() {
            let (page, view) = (tree.snapshot(keyed), if n % 2 == 0 { panes() } else { SemanticView::new() });
            tree.apply(edit);
            let one = there.observe(Arc::clone(&page), &view);
            let two = gone.observe(page, &view);
            prop_assert_eq!(one.render(), two.render());
            prop_assert_eq!(said(&one, 80), said(&two, 80));
            gone = away(&gone);
            // What was observed before is recalled as what it was: compared by its numbers.
            let kept = through_json(&two.kept().expect("of a session"));
            let recalled = gone.recall(&kept, Arc::clone(two.snapshot())).expect("it fits");
            prop_assert_eq!(recalled.render(), two.render());
            if let Some(before) = before.replace(recalled) {
                // Of another session, so that it is aligned anew; and of the same, so that its numbers tell.
                prop_assert_eq!(one.diff(&before).is_unchanged(), gone.last().expect("it observed").diff(&before).is_unchanged());
            }
        }
    }
}

#[test]
fn retired_refs_stay_retired_with_their_reason() {
    let mut session = Session::new();
    let view = SemanticView::new();
    session.observe(tree("button \"A\"\nbutton \"B\""), &view);
    session.observe(tree("button \"B\""), &view);
    let mut session = away(&session);
    let later = session.observe(tree("button \"B\"\nbutton \"C\""), &view);
    let why = later.resolve("s_0").expect_err("gone").to_string();
    assert!(why.contains("retired since rev=1: its node was removed"), "{why}");
    assert_eq!(later.resolve("s_2").expect("new").name(), Some("C"));
}

#[test]
fn what_does_not_fit_is_refused() {
    let page: Arc<Snapshot> = tree("list\n  button \"A\"\n  button \"B\"");
    let mut session = Session::new();
    session.observe(Arc::clone(&page), &SemanticView::new());
    let kept = serde_json::to_value(session.kept().expect("observed")).expect("plain data");
    let wrong = [
        ("/numbers//live", json!([[0, 0, 2]])),
        ("/numbers//live", json!([[0, 0, 4]])),
        ("/numbers//live", json!([[0, 0, 4_000_000_000_u32]])),
        ("/numbers//live", json!([[1, 0, 2], [0, 2, 1]])),
        ("/numbers//live", json!([[0, 0, 2], [2, 0, 1]])),
        ("/numbers//live", json!([[0, 4_294_967_295_u32, 3]])),
        ("/numbers//next", json!(2)),
        ("/numbers//retired", json!([{"first": 2, "end": 3, "why": "removed", "since": 1, "last_seen": 0}])),
        ("/numbers//retired", json!([{"first": 3, "end": 9, "why": "removed", "since": 1, "last_seen": 0}])),
        ("/numbers", json!({})),
    ];
    for (place, value) in wrong {
        let mut broken: Value = kept.clone();
        match broken.pointer_mut(place) {
            Some(part) => *part = value.clone(),
            None => broken["numbers"][""]["retired"] = value.clone(),
        }
        let broken: Kept = serde_json::from_value(broken).expect("the right form");
        let error = Session::of_kept(&broken, Arc::clone(&page)).expect_err(place).to_string();
        assert!(error.contains("does not fit its snapshot"), "{place} {value}: {error}");
        assert!(session.recall(&broken, Arc::clone(&page)).is_err());
    }
    let other = tree("button \"A\"");
    let kept: Kept = serde_json::from_value(kept).expect("the right form");
    assert!(Session::of_kept(&kept, other).is_err());
}
