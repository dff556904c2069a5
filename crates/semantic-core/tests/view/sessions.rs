//! Sessions: a ref keeps its node, or fails closed.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use semantic_core::view::{SemanticView, Session};

use crate::random::{edits, tree_and_edits};
use crate::trees::{builder, tree};

const LIST: &str = "list\n  listitem \"Alpha\"\n  listitem \"Beta\"\n  listitem \"Gamma\"";

fn observe(session: &mut Session, text: &str) -> semantic_core::view::Observation {
    session.observe(tree(text), &SemanticView::new())
}

#[test]
fn the_first_observation_numbers_as_one_by_itself() {
    let o = observe(&mut Session::new(), LIST);
    assert_eq!(o.rows().map(|r| r.reference()).collect::<Vec<_>>(), ["s_0", "s_1", "s_2", "s_3"]);
}

#[test]
fn survivors_keep_their_refs_and_new_nodes_get_numbers_never_used() {
    let mut session = Session::new();
    observe(&mut session, LIST);
    let inserted =
        "list\n  listitem \"Zero\"\n  listitem \"Gamma\"\n  listitem \"Alpha\"\n  listitem \"Beta\"";
    let o = observe(&mut session, inserted);
    let rows: Vec<_> =
        o.rows().map(|r| (r.reference(), r.node.name().unwrap_or_default().to_owned())).collect();
    let expected = [("s_0", ""), ("s_4", "Zero"), ("s_3", "Gamma"), ("s_1", "Alpha"), ("s_2", "Beta")];
    assert_eq!(rows, expected.map(|(r, n)| (r.to_owned(), n.to_owned())));
    observe(&mut session, LIST);
    let again = observe(&mut session, inserted);
    assert_eq!(again.rows().nth(1).expect("Zero").reference(), "s_5"); // another Zero
}

#[test]
fn a_removed_nodes_ref_fails_closed_and_says_since_when() {
    let mut session = Session::new();
    observe(&mut session, LIST);
    observe(&mut session, "list\n  listitem \"Beta\"\n  listitem \"Gamma\"");
    let o = observe(&mut session, "list\n  listitem \"Beta\"\n  listitem \"Gamma\"");
    assert_eq!(
        o.resolve("s_1").expect_err("removed").to_string(),
        "semantic ref \"s_1\" is unavailable at observation rev=2 (last seen at rev=0, retired since rev=1: its \
         node was removed): reobserve, never guess"
    );
    assert_eq!(
        o.resolve("s_99").expect_err("never issued").to_string(),
        "semantic ref \"s_99\" is unavailable at observation rev=2: reobserve, never guess"
    );
    assert_eq!(o.resolve("s_2").expect("alive").name(), Some("Beta"));
    let explained = |reference: &str| o.resolve(reference).expect_err("unavailable").explained();
    assert!(
        explained("s_99").ends_with("never guess (never issued: there are s_0 to s_3)"),
        "{}",
        explained("s_99")
    );
    assert!(
        explained("s_1").ends_with("its node was removed): reobserve, never guess"),
        "{}",
        explained("s_1")
    );
    assert!(explained("x.s_1").ends_with("reobserve, never guess"), "{}", explained("x.s_1"));
}

#[test]
fn a_rename_of_an_identified_node_keeps_its_ref() {
    let mut session = Session::new();
    observe(&mut session, "button \"Save\" #save\nbutton \"Beta\" @d1#7");
    let o = observe(&mut session, "button \"Save all\" #save\nbutton \"Beta 2\" @d1#7");
    assert_eq!(o.resolve("s_0").expect("alive").name(), Some("Save all"));
    assert_eq!(o.resolve("s_1").expect("alive").name(), Some("Beta 2"));
}

#[test]
fn equal_nodes_of_which_one_went_are_told_from_none() {
    let mut session = Session::new();
    observe(&mut session, "button \"Remove\"\nbutton \"Remove\"\nlink \"Home\"");
    let o = observe(&mut session, "button \"Remove\"\nlink \"Home\"");
    let error = o.resolve("s_0").expect_err("which one?").to_string();
    assert!(error.contains("cannot be told from others like it"), "{error}");
    assert_eq!(o.resolve("s_2").expect("alive").name(), Some("Home"));
}

#[test]
fn the_button_of_a_row_never_becomes_another_rows() {
    let row =
        |name: &str| format!("  row\n    cell \"{name}\"\n    cell \"Berlin\"\n    button \"Delete\"\n");
    let mut session = Session::new();
    observe(&mut session, &format!("table\n{}", row("Alice")));
    let o = observe(&mut session, &format!("table\n{}", row("Bob")));
    assert!(o.resolve("s_4").is_err(), "Alice's Delete is not Bob's");

    let mut session = Session::new();
    observe(&mut session, &format!("table\n{}{}{}", row("Alice"), row("Bob"), row("Carol")));
    let o = observe(&mut session, &format!("table\n{}{}{}", row("Bob"), row("Carol"), row("Dora")));
    assert!(o.resolve("s_4").is_err(), "Alice's Delete is gone");
    let bobs = o.resolve("s_8").expect("Bob's Delete is alive");
    let row: Vec<_> = bobs.parent().expect("a row").children().filter_map(|n| n.name()).collect();
    assert_eq!(row, ["Bob", "Berlin", "Delete"]);
}

#[test]
fn cards_without_names_move_up_with_their_refs() {
    let card = |name: &str| format!("generic\n  heading \"{name}\"\n  button \"Open\"\n");
    let mut session = Session::new();
    observe(&mut session, &[card("One"), card("Two"), card("Three")].concat());
    let o = observe(&mut session, &[card("Two"), card("Three"), card("Four")].concat());
    let open = o.resolve("s_5").expect("Two's button is alive");
    assert_eq!(open.parent().and_then(|p| p.children().next()).and_then(|n| n.name()), Some("Two"));
    assert!(o.resolve("s_2").is_err(), "One's button is gone");
}

#[test]
fn another_document_retires_all_refs_however_alike() {
    let page = |document: &str| {
        let mut b = builder("button \"Delete\"\nlink \"Next page\" #next");
        b.set_document(document);
        b.set_document_url(&format!("http://a.test/{document}\n"));
        std::sync::Arc::new(b.finish())
    };
    let mut session = Session::new();
    session.observe(page("D1"), &SemanticView::new());
    let o = session.observe(page("D2"), &SemanticView::new());
    let error = o.resolve("s_1").expect_err("another document").explained();
    assert!(error.contains("retired since rev=1: its document was replaced"), "{error}");
    assert!(error.ends_with("; the page is at \"http://a.test/D2\\n\" now"), "{error}");
    assert_eq!(o.rows().map(|r| r.reference()).collect::<Vec<_>>(), ["s_2", "s_3"]);
    let same = session.observe(page("D2"), &SemanticView::new());
    assert_eq!(same.resolve("s_2").expect("alive").name(), Some("Delete"));
}

#[test]
fn a_delta_within_a_session_says_what_became_of_the_refs() {
    let (with, without) = ("heading \"Cart\"\nbutton \"Pay\"", "heading \"Cart\"");
    let mut session = Session::new();
    let first = observe(&mut session, with);
    observe(&mut session, without);
    let third = observe(&mut session, with);
    // The button is there again, and another one: the ref of the first look is dead.
    assert_eq!(third.diff(&first).render(), "- s_1 button \"Pay\"\n+ s_2 button \"Pay\"\n");

    let page = |document: &str| {
        let mut b = builder("button \"Delete\"");
        b.set_document(document);
        b.set_document_url(&format!("http://a.test/{document}\n"));
        std::sync::Arc::new(b.finish())
    };
    let mut session = Session::new();
    let before = session.observe(page("D1"), &SemanticView::new());
    let after = session.observe(page("D2"), &SemanticView::new());
    assert_eq!(after.diff(&before).render(), "- s_0 button \"Delete\"\n+ s_1 button \"Delete\"\n");
}

#[test]
fn a_node_that_left_a_pane_is_not_said_to_be_gone() {
    let view = SemanticView::new().with_pane("p", SemanticView::new().scoped("box")).expect("a name");
    let mut session = Session::new();
    session.observe(tree("group \"Box\" #box\n  button \"A\" #a"), &view);
    let o = session.observe(tree("group \"Box\" #box\nbutton \"A\" #a"), &view);
    let error = o.resolve("p.s_1").expect_err("outside").to_string();
    assert!(error.contains("its node left the pane"), "{error}");
    assert_eq!(o.resolve("s_1").expect("alive").name(), Some("A"));
}

#[test]
fn pane_refs_follow_the_same_table() {
    let view = SemanticView::new().with_pane("p", SemanticView::new().scoped("list")).expect("a name");
    let mut session = Session::new();
    session.observe(tree("button \"X\"\nlist #list\n  listitem \"A\"\n  listitem \"B\""), &view);
    let o = session.observe(tree("list #list\n  listitem \"B\"\n  listitem \"C\""), &view);
    assert_eq!(o.resolve("p.s_2").expect("alive").name(), Some("B"));
    assert_eq!(o.resolve("p.s_3").expect("new").name(), Some("C"));
    assert!(o.resolve("p.s_1").expect_err("gone").to_string().contains("retired since rev=1"));
    // Away for one look, the pane still knows its numbers.
    session.observe(tree("list #list\n  listitem \"B\""), &SemanticView::new());
    let back = session.observe(tree("list #list\n  listitem \"B\""), &view);
    assert_eq!(back.resolve("p.s_2").expect("alive").name(), Some("B"));
    assert!(back.resolve("p.s_3").is_err());
}

#[test]
fn a_scope_by_ref_follows_its_node() {
    let mut session = Session::new();
    observe(&mut session, LIST);
    let o =
        session.observe(tree("alert \"Hi\"\nlist\n  listitem \"Beta\""), &SemanticView::new().scoped("s_2"));
    assert_eq!(o.rows().map(|r| r.node.name()).collect::<Vec<_>>(), [Some("Beta")]);
}

fn text(o: &semantic_core::view::Observation) -> String {
    let row = |r: semantic_core::view::Row<'_>| {
        let (indent, truth) = ("  ".repeat(r.node.depth()), r.node.attr("truth").unwrap_or_default());
        let (role, name) = (r.node.role_name(), r.node.name().unwrap_or_default());
        format!("{indent}{} {role} {name:?} #{:?} truth {truth}\n", r.reference(), r.node.identifier())
    };
    o.rows().map(row).collect()
}

/// Runs the edits one by one and checks every ref ever issued.
fn check(
    keyed: bool,
    tree: crate::random::Tree,
    script: &[crate::random::Seed],
) -> Result<(), TestCaseError> {
    let mut tree = tree;
    let mut session = Session::new();
    let mut issued: HashMap<String, String> = HashMap::new(); // ref -> truth
    let pane = SemanticView::new().scoped("p1");
    let view = SemanticView::new().with_pane("p", pane).expect("a name");
    let mut steps = edits(script);
    let mut session_text = String::new();
    loop {
        let o = session.observe(tree.snapshot(keyed), &view);
        let truth = |n: semantic_core::tree::Node<'_>| n.attr("truth").expect("known").to_owned();
        let known: HashSet<String> = issued.values().cloned().collect();
        for (reference, node) in &issued {
            if let Ok(found) = o.resolve(reference) {
                prop_assert_eq!(&truth(found), node, "{} moved\n{}\n{}", reference, session_text, text(&o));
            }
        }
        for row in o.rows() {
            let node = truth(row.node);
            let reference = row.reference();
            prop_assert_eq!(o.resolve(&reference).map(|n| n.id()), Ok(row.node.id()));
            if keyed && known.contains(&node) && !reference.starts_with("p.") {
                prop_assert_eq!(issued.get(&reference), Some(&node), "a survivor lost its ref");
            }
            let before = issued.insert(reference, node.clone());
            prop_assert!(before.is_none_or(|b| b == node), "a number was used again");
        }
        session_text = text(&o);
        match steps.next() {
            Some(edit) => tree.apply(edit),
            None => return Ok(()),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_ref_ever_points_to_another_node((tree, script) in tree_and_edits(), keyed in any::<bool>()) {
        check(keyed, tree, &script)?;
    }
}

/// A grid in two panes, as grids with pinned columns are built: one row of each order here, its button there.
fn panes(orders: &[usize]) -> String {
    let pane = |row: &dyn Fn(usize) -> String| orders.iter().map(|&n| row(n)).collect::<String>();
    let names = pane(&|n| format!("    row aria-rowindex={n}\n      gridcell \"Order {n}\"\n"));
    let buttons = pane(&|n| {
        format!("    row \"Refund\" aria-rowindex={n}\n      gridcell\n        button \"Refund\"\n")
    });
    format!("grid \"Orders\"\n  rowgroup\n{names}  rowgroup\n{buttons}")
}

#[test]
fn a_button_in_another_pane_of_a_grid_stays_with_its_row() {
    let mut session = Session::new();
    let before = observe(&mut session, &panes(&[1, 2, 3, 4, 5, 6]));
    let button_of = |o: &semantic_core::view::Observation, number: &str| {
        let row = |n: &semantic_core::tree::Node<'_>| {
            n.name() == Some("Refund") && n.attr("aria-rowindex") == Some(number)
        };
        let row = o.snapshot().nodes().find(row).expect("a row");
        o.reference(row.subtree().last().expect("a button").id()).expect("a ref")
    };
    let orders = ["3", "4", "5", "6"];
    let refs = orders.map(|n| button_of(&before, n));
    let first = button_of(&before, "1");
    let scrolled = observe(&mut session, &panes(&[3, 4, 5, 6, 7, 8]));
    assert_eq!(orders.map(|n| button_of(&scrolled, n)), refs);
    assert!(scrolled.resolve(&first).is_err(), "its row is gone");
    // Two rows change places, which nothing in the pane of the buttons tells.
    let rows = panes(&[3, 4, 5, 6, 7, 8]);
    let swapped =
        rows.replace("Order 3", "Order x").replace("Order 4", "Order 3").replace("Order x", "Order 4");
    let sorted = observe(&mut session, &swapped);
    for (number, own) in [("4", &refs[0]), ("3", &refs[1])] {
        assert!(sorted.resolve(own).is_err() || &button_of(&sorted, number) == own, "{own} is another's");
    }
}
