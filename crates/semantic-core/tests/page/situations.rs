//! The shared situations, as far as a file shows them: what live pages add is tested with the browser.

use std::fs;
use std::sync::Arc;

use semantic_core::formats::read;
use semantic_core::page::{DeltaKind, Look, Scope, ViewOptions, delta, render, resolve_scope};
use semantic_core::tree::{Role, SnapshotBuilder, State, Tri};
use semantic_core::view::{Observation, SemanticView, Session};

use crate::reading::refs;
use crate::sizes::shared;

/// A situation's page, seen through a view.
fn situation(name: &str, view: &SemanticView) -> Option<Look> {
    let path = shared("situations")?.join(name);
    let bytes = fs::read(path).ok()?;
    let page = read(&bytes, Some("html")).expect("a page");
    Some(Look::of(Observation::of(Arc::new(page), view)))
}

fn shown(name: &str) -> Option<String> {
    let look = situation(name, &SemanticView::new())?;
    Some(render(&look, &ViewOptions::default()).expect("rendered").text)
}

fn has_all(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
}

#[test]
fn situation_01_size_budget() {
    let Some(look) = situation("01-size-budget.html", &SemanticView::new()) else { return };
    for nodes in [50, 100, 800] {
        let options = ViewOptions { nodes: Some(nodes), budget: None, ..ViewOptions::default() };
        let page = render(&look, &options).expect("rendered");
        assert!(page.shown <= nodes);
        has_all(&page.text, &["textbox \"Filter\"", "button \"Apply filter\"", "go on with cursor="]);
        assert!(
            page.text.lines().any(|l| l.starts_with("table") && l.contains("400 rows … ")),
            "{}",
            page.text
        );
    }
    let filter =
        look.observation.snapshot().nodes().find(|n| n.name() == Some("Apply filter")).expect("a button");
    let scope = Scope::of_nodes(&look, [filter.id()]);
    let page = render(&look, &ViewOptions { scope, ..ViewOptions::default() }).expect("rendered");
    assert_eq!((page.shown, page.cursor), (1, None));
}

#[test]
fn situation_02_error_text_in_the_small_view() {
    let Some(look) = situation("02-error-text-in-interactive-view.html", &SemanticView::new().interactive())
    else {
        return;
    };
    let text = render(&look, &ViewOptions::default()).expect("rendered").text;
    has_all(
        &text,
        &[
            "textbox \"Nickname\"",
            "invalid: \"At most 8 characters (24 used)\"",
            "Could not save your changes",
            "button \"Save\"",
            "[disabled]",
        ],
    );
}

#[test]
fn situation_04_closed_select() {
    let Some(look) = situation("04-closed-select.html", &SemanticView::new()) else { return };
    let text = render(&look, &ViewOptions::default()).expect("rendered").text;
    has_all(&text, &["combobox \"Language\"=\"Language 01\"", "[53 options]"]);
    assert!(!text.contains("Language 37"));
    let select = look.observation.snapshot().nodes().find(|n| n.role() == Role::ComboBox).expect("a select");
    let scope = Scope::of_nodes(&look, [select.id()]);
    let open = render(&look, &ViewOptions { scope, ..ViewOptions::default() }).expect("rendered").text;
    has_all(&open, &["\"Language 37\"", "\"Language 53\""]);
}

#[test]
fn situation_10_rows_and_items() {
    let Some(text) = shown("10-table-rows-and-items.html") else { return };
    has_all(
        &text,
        &[
            "table \"Berths\"",
            "\"Berth\"|\"Ship\"|\"Until\"|button \"Edit\" button \"Delete\"",
            "\"A3\"|\"Borea\"||s_",
            "\"A2\"|||s_",
        ],
    );
    has_all(&text, &["\"Apples\" s_", "\"Bananas\" s_", "\"Oranges\" s_"]);
}

#[test]
fn situation_12_diff() {
    let cart = |after: bool| {
        let mut b = SnapshotBuilder::new();
        let leaf = |b: &mut SnapshotBuilder, role: Role, name: &str, key: &str| {
            b.open(role);
            b.set_name(name);
            b.set_key(key);
        };
        if after {
            leaf(&mut b, Role::Alert, "Red mug removed", "8");
            b.close();
        }
        leaf(&mut b, Role::Heading, "Cart", "1");
        b.close();
        leaf(&mut b, Role::List, "Items", "2");
        for (name, item, button) in [("Red mug", "3", "4"), ("Blue mug", "5", "6")] {
            if after && item == "3" {
                continue;
            }
            leaf(&mut b, Role::ListItem, name, item);
            leaf(&mut b, Role::Button, "Remove", button);
            b.close();
            b.close();
        }
        b.close();
        leaf(
            &mut b,
            Role::Text,
            if after { "Updated 10:42:11" } else { "Updated 10:42:07" },
            if after { "10" } else { "9" },
        );
        b.close();
        leaf(&mut b, Role::Button, "Check out", "7");
        if after {
            b.set_state(State::Disabled, Tri::True);
        }
        Arc::new(b.finish())
    };
    let mut session = Session::new();
    let mut look = |after| Look::of(session.observe(cart(after), &SemanticView::new()));
    let (before, same, after) = (look(false), look(false), look(true));
    let options = ViewOptions::default();
    let none = delta(&before, &same, &options).expect("told");
    assert_eq!((none.kind, none.text.as_str()), (DeltaKind::Unchanged, "unchanged rev=0 → rev=1\n"));
    let told = delta(&same, &after, &options).expect("told");
    assert_eq!(told.kind, DeltaKind::Changes, "{}", told.text);
    assert_eq!(
        told.text.lines().collect::<Vec<_>>(),
        [
            "changes rev=1 → rev=2: 4",
            "+ alert \"Red mug removed\" s_8",
            "~ \"Updated 10:42:07\" → \"Updated 10:42:11\"",
            "~ button \"Check out\" s_7 [disabled]",
            "- listitem \"Red mug\" s_2 in list \"Items\" s_1",
        ]
    );
}

#[test]
fn situation_15_states() {
    let Some(text) = shown("15-states.html") else { return };
    has_all(
        &text,
        &[
            "\"Items\" s_",
            "[selected]",
            "[pressed]",
            "[current]",
            "[disabled: \"Choose a size first\"]",
            "required, invalid",
            "[checked]",
            "\"More\" s_",
            "expanded=false",
        ],
    );
}

#[test]
fn situation_16_pointer_targets() {
    let Some(text) = shown("16-pointer-targets.html") else { return };
    // A file tells of handlers, focus and editing; a cursor set by style is seen on the live page.
    has_all(&text, &["Project one", "0 pages", "Collapse", "Row target", "Focusable only", "Note text"]);
}

#[test]
fn situation_17_the_only_name_is_kept() {
    let Some(text) = shown("17-name-kept.html") else { return };
    has_all(&text, &["button \"Add entry\" s_", "link \"Read more\" s_"]);
}

#[test]
fn situation_19_hidden() {
    let Some(text) = shown("19-visibility.html") else { return };
    has_all(&text, &["\"Shown B\""]);
    for hidden in ["Hidden A", "Hidden C", "Hidden D", "Hidden F"] {
        assert!(!text.contains(hidden), "{text}");
    }
}

#[test]
fn situation_21_modal() {
    let Some(look) = situation("21-modal.html", &SemanticView::new()) else { return };
    let text = render(&look, &ViewOptions::default()).expect("rendered").text;
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains("on top: dialog \"Confirm delete\" s_"), "{text}");
    assert!(lines[1].starts_with("dialog \"Confirm delete\" s_"), "{text}");
    has_all(&text, &["\"Cancel\" s_", "\"Delete\" s_", "inert, not listed: "]);
    let scope = Some(resolve_scope(&look, "modal").expect("open"));
    let text = render(&look, &ViewOptions { scope, ..ViewOptions::default() }).expect("rendered").text;
    assert!(!text.contains("Pay now") && text.contains("\"Cancel\""), "{text}");
}

#[test]
fn situation_29_equal_and_empty_names() {
    let Some(text) = shown("29-duplicate-names.html") else { return };
    assert_eq!(text.matches("\"Sign in\" s_").count(), 2, "{text}");
    has_all(&text, &["banner s_", "main s_", "\"Search\" s_", "\"Filter\" s_"]);
    assert_eq!(refs(&text).len(), 9, "{text}");
}

#[test]
fn situation_36_secrets() {
    let Some(text) = shown("36-secrets.html") else { return };
    // Whether a read-only key is a secret is decided where the tree is made.
    for secret in ["not-a-real-secret", "000000", "4111"] {
        assert!(!text.contains(secret), "{text}");
    }
    has_all(&text, &["textbox", "\"Password\" s_", "[filled]", "[empty]", "someone@example.test"]);
}

#[test]
fn situation_37_page_text_as_orders() {
    let Some(text) = shown("37-page-text-as-orders.html") else { return };
    assert!(!refs(&text).contains("e99"));
    assert!(!text.lines().any(|l| l.trim_start().starts_with("- button")), "{text}");
    has_all(&text, &["\"zerowidthjoined\"", "2 invisible characters taken out"]);
}
