//! What users of such tools reported, for the parts that need no browser: refs across changes (06), a list that shrinks
//! and a banner (09), rows and items (10), an element that was removed (32), an identifier that was renamed (34), and
//! refs of a document that is gone (07).

use std::time::Duration;

use semantic_core::find::Confidence;
use semantic_core::recover::{Intent, IntentCache, Known, Relocator};
use semantic_core::tree::{Role, Snapshot, SnapshotBuilder};

use crate::{check, page, relocate};

#[test]
fn s06_refs_keep_their_elements() {
    let before = "main\n  button \"Alpha\"\n  button \"Beta\"\n  button \"Gamma\"";
    let inserted = "main\n  button \"Zero\" ref=z\n  button \"Alpha\" ref=a\n  button \"Beta\" ref=b\n  button \"Gamma\" ref=g";
    for (old, new) in [("e1", "a"), ("e2", "b"), ("e3", "g")] {
        check(old, before, inserted, new);
    }
    let reordered = "main\n  button \"Beta\" ref=b\n  button \"Gamma\" ref=g\n  button \"Alpha\" ref=a";
    for (old, new) in [("e1", "a"), ("e2", "b"), ("e3", "g")] {
        check(old, before, reordered, new);
    }
    let renamed = "main\n  button \"Alpha\"\n  button \"Beta (2)\"\n  button \"Gamma\"";
    let found = check("e2", before, renamed, "e2");
    assert!(found.evidence.iter().any(|e| e.starts_with("name changed")), "{found:?}");
    check("e1", before, "main\n  button \"Beta\"\n  button \"Gamma\"", "refused");
}

#[test]
fn s07_a_new_document_forgets_the_tab() {
    let intents = IntentCache::default();
    let now = Duration::from_secs(1);
    let old = std::sync::Arc::new(page("button \"Delete\"\nlink \"Next page\""));
    let node = old.resolve("e0").expect("there").id();
    intents.record("tab", "e0", Intent::of_page(old, node, None), now);
    intents.invalidate_tab("tab"); // the caller saw another document
    assert!(intents.lookup("tab", "e0", now).is_none());
}

/// Buttons of a live page, each with the number that its producer gives it in a document.
fn live(document: &str, buttons: &[(u32, &str)]) -> Snapshot {
    let mut b = SnapshotBuilder::new();
    for (number, name) in buttons {
        b.open(Role::Button);
        b.set_name(name);
        b.set_key(&format!("{document}#{number}"));
        b.close();
    }
    b.set_document(document);
    b.finish()
}

#[test]
fn s06_a_live_node_keeps_its_identity_through_a_rename() {
    let before = live("D1", &[(1, "Alpha"), (2, "Beta"), (3, "Gamma")]);
    let after = live("D1", &[(3, "Gamma"), (2, "Beta (2)"), (4, "Zero"), (1, "Alpha")]);
    let pages = Relocator::new(&before, &after, Known::Whole);
    let found = |name: &str| {
        let node = before.nodes().find(|n| n.name() == Some(name)).expect("there").id();
        let new = pages.relocate(node).expect("a node").node.and_then(|n| after.node(n));
        new.and_then(|n| n.name()).map(str::to_owned)
    };
    assert_eq!(found("Beta").as_deref(), Some("Beta (2)"));
    assert_eq!(found("Alpha").as_deref(), Some("Alpha"));
    assert_eq!(found("Gamma").as_deref(), Some("Gamma"));
}

#[test]
fn s07_equal_numbers_in_two_documents_are_two_nodes() {
    let before = live("D1", &[(11, "Delete"), (12, "Next page")]);
    let after = live("D2", &[(11, "Archive"), (12, "Sign in")]);
    let pages = Relocator::new(&before, &after, Known::Whole);
    for found in pages.relocate_all() {
        assert_eq!(found.node, None, "{found:?}");
    }
}

const CART: &str = "list \"Cart\"
  listitem \"Red mug\"
    button \"Remove\" ref=red
  listitem \"Blue mug\"
    button \"Remove\" ref=blue
  listitem \"Green mug\"
    button \"Remove\" ref=green";

#[test]
fn s09_ordinals_and_paths_do_not_decide() {
    let deleted = CART.replace("  listitem \"Red mug\"\n    button \"Remove\" ref=red\n", "");
    check("blue", CART, &deleted, "blue");
    check("green", CART, &deleted, "green");
    check("red", CART, &deleted, "refused");
    let banner = format!("banner\n  text \"Sale today\"\n{CART}");
    let found = check("blue", CART, &banner, "blue");
    assert!(found.evidence.iter().any(|e| e.starts_with("same name")), "{found:?}");
    // Stored as healed, it matches directly the next time.
    let again = check("blue", &banner, &banner, "blue");
    assert_eq!((again.confidence, again.score), (Confidence::High, 1.0));
}

#[test]
fn s10_rows_with_equal_buttons_and_list_items() {
    let row = |berth: &str, ship: &str, until: &str| {
        let own = berth.to_lowercase();
        format!(
            "  row\n    cell \"{berth}\"\n    cell \"{ship}\"\n    cell \"{until}\"\n    button \"Edit\" ref=edit-{own}\n    button \"Delete\" ref=delete-{own}\n"
        )
    };
    let table = |rows: &[String]| format!("table \"Berths\"\n{}", rows.concat());
    let (a1, a2, a3) = (row("A1", "Aster", "10:00"), row("A2", "", ""), row("A3", "Borea", ""));
    let before = table(&[a1.clone(), a2.clone(), a3.clone()]);
    let after = table(&[a2, row("A3", "Borea", "12:00"), row("A4", "Clio", "")]);
    check("delete-a2", &before, &after, "delete-a2");
    check("edit-a3", &before, &after, "edit-a3");
    check("delete-a1", &before, &after, "refused");
    let fruit = "list\n  listitem \"Apples\"\n  listitem \"Bananas\"\n  listitem \"Oranges\"";
    check("e3", fruit, "list\n  listitem \"Oranges\"\n  listitem \"Apples\"", "e1");
    check("e3", fruit, "list\n  listitem \"Apples\"\n  listitem \"Bananas\"", "refused");
}

#[test]
fn s32_what_was_removed_is_not_healed() {
    let before = "button \"Reset\" id=btnreset tag=input type=reset class=btn section=form_action";
    let after = "generic class=form_action\n  button \"Submit\" id=btnsubmit tag=input type=submit class=btn section=form_action";
    for known in [Known::Whole, Known::Part] {
        let found = relocate("e0", before, after, known);
        assert!(found.node.is_none(), "{found:?}");
        let best = found.runner_up.expect("the best candidate is reported");
        assert_eq!(best.name, "Submit");
        assert!(!best.why.is_empty());
    }
}

#[test]
fn s34_the_name_outweighs_a_near_identifier() {
    let before = "button \"Submit\" id=submit name=submit tag=button";
    let after = "generic\n  generic\n    button \"Submit\" id=clear name=submit tag=button\n  generic\n    button \"Submit all\" id=submitAll name=submitAll tag=button";
    for known in [Known::Whole, Known::Part] {
        let found = relocate("e0", before, after, known);
        assert_eq!(found.reference.as_deref(), Some("e2"), "{found:?}");
        assert!(found.margin > 0.0 && found.runner_up.is_some());
    }
}

#[test]
fn s34_too_small_a_margin_is_a_refusal() {
    let before = "button \"Submit\" id=submit name=submit tag=button";
    let after = "generic\n  button \"Submit\" id=clear tag=button\n  button \"Submit\" id=other tag=button";
    let found = relocate("e0", before, after, Known::Part);
    assert_eq!(found.refusal.map(|r| r.as_str()), Some("ambiguous"), "{found:?}");
    assert!(found.margin < 0.2 && found.runner_up.is_some(), "{found:?}");
}
