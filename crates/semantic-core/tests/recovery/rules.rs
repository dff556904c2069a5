//! The rules of relocation, one page pair each.

use semantic_core::find::Confidence;
use semantic_core::recover::{Known, Relocator};

use crate::{check, page, relocate};

#[test]
fn what_is_still_there_wins_over_look_alikes() {
    let before = "text \"Cart (2 items)\"\nbutton \"Continue Shopping\"\nbutton \"Checkout\"";
    let after = "text \"Cart (2 items)\"\nbutton \"Continue Shopping\"\nbutton \"Express Checkout\"\nbutton \"Checkout\"\nbutton \"PayPal Checkout\"";
    let found = check("e2", before, after, "e3");
    assert_eq!(found.confidence, Confidence::High);
}

#[test]
fn a_look_alike_is_not_what_is_gone() {
    let before =
        "text \"Cart\"\nbutton \"Continue Shopping\"\nbutton \"Checkout\"\nbutton \"PayPal Checkout\"";
    let after = "text \"Cart\"\nbutton \"Continue Shopping\"\nbutton \"PayPal Checkout\"";
    check("e2", before, after, "refused");
}

#[test]
fn opposites_are_never_accepted() {
    for (old, new) in [
        ("Approve", "Reject"),
        ("Archive", "Delete"),
        ("Log in", "Log out"),
        ("Enable", "Disable"),
        ("Accept", "Decline"),
        ("Next", "Previous"),
        ("Subscribe", "Unsubscribe"),
        ("Save", "Don't save"),
        ("Zustimmen", "Ablehnen"),
    ] {
        // Everything else speaks for it: identifier, class, place and neighbours.
        let around = |name: &str| {
            format!("heading \"Request 7\"\nbutton \"{name}\" id=act class=btn\nlink \"Help\" url=/help")
        };
        for (from, to) in [(old, new), (new, old)] {
            check("e1", &around(from), &around(to), "contradicted");
            let found = relocate("e1", &around(from), &around(to), Known::Part);
            assert!(found.node.is_none(), "{from} → {to}: {found:?}");
        }
    }
}

#[test]
fn another_kind_is_another_element() {
    let before = "form \"Search\"\n  textbox \"Query\" id=q\n  button \"Go\" id=go";
    let after = "form \"Search\"\n  button \"Query\" id=q\n  textbox \"Go\" id=go";
    check("e1", before, after, "refused");
    check("e2", before, after, "refused");
}

const TABLE: &str = "table \"Users\"
  row
    cell \"Alice\"
    cell \"Admin\"
    button \"Delete\" ref=alice
  row
    cell \"Bob\"
    cell \"Editor\"
    button \"Delete\" ref=bob
  row
    cell \"Carol\"
    cell \"Admin\"
    button \"Delete\" ref=carol";

/// The table without a row, or with its rows in another order.
fn rows(order: &[&str]) -> String {
    let mut out = "table \"Users\"\n".to_owned();
    for name in order {
        let role = if *name == "Bob" { "Editor" } else { "Admin" };
        let own = name.to_lowercase();
        out += &format!("  row\n    cell \"{name}\"\n    cell \"{role}\"\n    button \"Delete\" ref={own}\n");
    }
    out
}

#[test]
fn a_row_is_part_of_what_an_element_is() {
    let found = check("alice", TABLE, &rows(&["Bob", "Carol"]), "refused");
    assert!(found.node.is_none());
    check("bob", TABLE, &rows(&["Bob", "Carol"]), "bob");
    for who in ["alice", "bob", "carol"] {
        check(who, TABLE, &rows(&["Carol", "Alice", "Bob"]), who);
        check(who, TABLE, &rows(&["Zoe", "Alice", "Bob", "Carol", "Dan"]), who);
    }
    // One row each: nothing but the row tells them apart.
    check("alice", &rows(&["Alice"]), &rows(&["Bob"]), "refused");
}

#[test]
fn rows_of_a_list_without_nesting() {
    let flat = |text: &str| text.lines().map(|l| l.trim().to_owned() + "\n").collect::<String>();
    check("alice", &flat(TABLE), &flat(&rows(&["Bob", "Carol"])), "refused");
    check("carol", &flat(TABLE), &flat(&rows(&["Carol", "Alice", "Bob"])), "carol");
}

#[test]
fn absent_stays_absent() {
    let before = "heading \"Item 1\"\nbutton \"Edit\"\nbutton \"Print\"\nbutton \"Share\"";
    check("e2", before, "heading \"Item 1\"\nbutton \"Edit\"\nbutton \"Share\"", "refused");
    check("e2", before, "", "gone");
    // What another old element still is, is not free.
    check("e1", before, "heading \"Item 1\"\nbutton \"Share\"\nbutton \"Print\"", "refused");
}

#[test]
fn names_with_query_words_are_names() {
    let before = "heading \"Quit?\"\nbutton \"Continue without saving\"\nbutton \"Save\"\ntextbox \"First name\"\ntextbox \"Last name\"";
    let after = "textbox \"Last name\"\ntextbox \"First name\"\nheading \"Quit?\"\nbutton \"Save\"\nbutton \"Continue without saving\"";
    check("e1", before, after, "e4");
    check("e2", before, after, "e3");
    check("e3", before, after, "e1");
    check("e4", before, after, "e0");
}

#[test]
fn renamed_and_translated() {
    let before = "heading \"Contact\"\ntextbox \"Email\" name=mail\ntextbox \"Message\"\nbutton \"Submit\"\nlink \"Help\" url=/help";
    for new in ["Send", "Absenden", "Submit form"] {
        let after = before.replace("Submit", new);
        let found = check("e3", before, &after, "e3");
        assert!(found.evidence.iter().any(|e| e.contains("name changed")), "{found:?}");
    }
    let german = "heading \"Kontakt\"\ntextbox \"E-Mail\" name=mail\ntextbox \"Nachricht\"\nbutton \"Senden\"\nlink \"Hilfe\" url=/help";
    for target in ["e1", "e2", "e3", "e4"] {
        check(target, before, german, target);
    }
}

#[test]
fn identifiers_that_count_on() {
    let before = "heading \"Settings\"\nbutton \"Save\" id=btn-save-1\nbutton \"Cancel\" id=btn-cancel-1";
    let after = "generic\n  heading \"Settings\"\n  button \"Cancel\" id=btn-cancel-2\n  button \"Save changes\" id=btn-save-2";
    let found = check("e1", before, after, "e3");
    assert!(found.evidence.iter().any(|e| e.contains("counts on")), "{found:?}");
}

#[test]
fn what_the_whole_page_has_lost_counts_less_than_what_one_element_has() {
    let names = ["Home", "Docs", "Blog", "Prices", "Careers", "Imprint"];
    let links = |mark: &str| -> String {
        let link = |n: &&str| {
            let word = n.to_lowercase();
            format!("link \"{n}\" id={mark}{word} class={mark}item section={mark}menu tag=a\n")
        };
        names.iter().map(link).collect()
    };
    let target = |name: &str, mark: &str| {
        format!("button \"{name}\" id={mark}send class={mark}primary section={mark}menu tag=button")
    };
    let before = links("kept") + &target("Send message", "kept");
    let score = |mark: &str| {
        let after = links(mark) + &target("Send your note", "fresh");
        relocate("e6", &before, &after, Known::Whole).score
    };
    assert!(score("fresh") > score("kept"), "{} {}", score("fresh"), score("kept"));
}

#[test]
fn equal_elements_that_nothing_tells_apart_are_ambiguous() {
    let found = relocate("e0", "button \"Add\"", "button \"Add\"\nbutton \"Add\"", Known::Part);
    assert_eq!(found.refusal.map(|r| r.as_str()), Some("ambiguous"), "{found:?}");
    assert!(found.runner_up.is_some() && found.margin < 0.1);
}

#[test]
fn a_query_is_a_witness_and_a_bad_one_is_said() {
    let (before, after) = (page("button \"Log Out\""), page("button \"Logout\"\nbutton \"Help\""));
    let target = before.resolve("e0").expect("there").id();
    let with = |query: &str| {
        let pages = Relocator::new(&before, &after, Known::Whole).with_query(query);
        pages.relocate(target).expect("a node")
    };
    assert_eq!(with("log out").reference.as_deref(), Some("e0"));
    let bad = with("role:");
    assert_eq!(bad.reference.as_deref(), Some("e0"));
    assert!(bad.evidence.iter().any(|e| e.contains("query was not used")), "{bad:?}");
}

#[test]
fn a_node_that_is_not_there_has_no_answer() {
    let (before, after) = (page("button \"A\""), page("button \"A\""));
    let none = semantic_core::tree::NodeId::from_index(7);
    assert!(Relocator::new(&before, &after, Known::Whole).relocate(none).is_none());
}

#[test]
fn page_text_cannot_forge_evidence() {
    let before = "button \"Save\u{1b}[2J\" id=s";
    let after = "button \"Saved\u{1b}[2J\" id=s";
    let found = relocate("e0", before, after, Known::Whole);
    assert!(found.evidence.iter().all(|e| !e.contains('\u{1b}')), "{found:?}");
}
