//! Which locators an element gets.

use super::{Basis, Locators};
use crate::formats;

fn of(json: &str, reference: &str) -> Vec<(Basis, String)> {
    let page = formats::read(json.as_bytes(), None).expect("a page");
    let locators = Locators::new(&page);
    let node = page.resolve(reference).expect("a node").id();
    let frames: Vec<_> = locators.frames(node);
    let frames: Vec<String> =
        frames.iter().map(|f| format!("iframe[name='{}']", f.name().unwrap())).collect();
    let frames: Vec<&str> = frames.iter().map(String::as_str).collect();
    locators.of(node).iter().map(|l| (l.basis(), l.within(&frames))).collect()
}

const SHOP: &str = r#"[
    {"ref": "e0", "role": "navigation", "name": "Main"},
    {"ref": "e1", "role": "link", "name": "Cart", "parent": "e0"},
    {"ref": "e2", "role": "list", "name": ""},
    {"ref": "e3", "role": "listitem", "name": "", "parent": "e2"},
    {"ref": "e4", "role": "text", "name": "Blue mug", "parent": "e3"},
    {"ref": "e5", "role": "button", "name": "Remove", "parent": "e3"},
    {"ref": "e6", "role": "listitem", "name": "", "parent": "e2"},
    {"ref": "e7", "role": "text", "name": "Blue", "parent": "e6"},
    {"ref": "e8", "role": "button", "name": "Remove", "parent": "e6"},
    {"ref": "e9", "role": "link", "name": "Cart"},
    {"ref": "e10", "role": "textbox", "name": "Email", "label": "Email", "testid": "mail"},
    {"ref": "e11", "role": "button", "name": ""},
    {"ref": "e12", "role": "iframe", "name": "pay"},
    {"ref": "e13", "role": "button", "name": "Pay", "parent": "e12"},
    {"ref": "e14", "role": "button", "name": "Pay"}
]"#;

#[test]
fn a_shared_name_is_told_by_what_is_around_it() {
    let cart = of(SHOP, "e1");
    assert_eq!(cart[0].0, Basis::Within);
    assert_eq!(
        cart[0].1,
        "getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Cart', exact: true })"
    );
    assert_eq!(
        of(SHOP, "e9"),
        [(Basis::Position, "getByRole('link', { name: 'Cart', exact: true }).nth(1)".into())]
    );
}

#[test]
fn an_item_is_told_by_a_text_of_its_own() {
    let remove = of(SHOP, "e5");
    assert_eq!(
        remove[0],
        (
            Basis::Item,
            "getByRole('listitem').filter({ hasText: 'Blue mug' }).getByRole('button', { name: 'Remove', exact: true })"
                .into()
        )
    );
    // "Blue" is a part of what the other item shows.
    assert_eq!(of(SHOP, "e8").iter().map(|l| l.0).collect::<Vec<_>>(), [Basis::Position]);
}

#[test]
fn an_item_is_told_by_what_stays_of_it() {
    const CARDS: &str = r#"[
        {"ref": "e0", "role": "main"},
        {"ref": "e1", "role": "listitem", "parent": "e0"},
        {"role": "text", "name": "2 left", "parent": "e1"},
        {"role": "text", "name": "Sale", "parent": "e1"},
        {"ref": "e2", "role": "heading", "parent": "e1"},
        {"role": "text", "name": "Lamp 40", "parent": "e2"},
        {"ref": "e3", "role": "button", "name": "Buy", "parent": "e1"},
        {"ref": "e4", "role": "listitem", "parent": "e0"},
        {"role": "text", "name": "£3.50", "parent": "e4"},
        {"role": "text", "name": "Candle", "parent": "e4"},
        {"ref": "e5", "role": "button", "name": "Buy", "parent": "e4"}
    ]"#;
    for (button, text) in [("e3", "Lamp 40"), ("e5", "Candle")] {
        let best = of(CARDS, button)[0].1.clone();
        assert!(best.contains(&format!("filter({{ hasText: '{text}' }})")), "{best}");
    }
}

#[test]
fn ids_come_first_and_labels_are_offered() {
    let email = of(SHOP, "e10");
    assert_eq!(email[0], (Basis::TestId, "[data-testid='mail']".into()));
    assert!(email.contains(&(Basis::Label, "getByLabel('Email', { exact: true })".into())));
    assert!(of(SHOP, "e11").is_empty(), "an empty name tells nothing");
}

#[test]
fn each_frame_counts_for_itself_and_is_named() {
    assert_eq!(of(SHOP, "e14")[0], (Basis::Role, "getByRole('button', { name: 'Pay', exact: true })".into()));
    assert_eq!(
        of(SHOP, "e13")[0].1,
        r"locator('iframe[name=\'pay\']').contentFrame().getByRole('button', { name: 'Pay', exact: true })"
    );
}

#[test]
fn a_css_selector_is_given_to_be_tried() {
    let page = formats::read(SHOP.as_bytes(), None).expect("a page");
    let all = Locators::new(&page).of(page.resolve("e10").expect("a node").id());
    assert_eq!(all[0].selector(), Some("[data-testid='mail']"));
    assert!(all.iter().any(|l| l.selector().is_none()));
    assert_eq!(
        super::Locator::css("#a > b").within(&["iframe"]),
        "locator('iframe').contentFrame().locator('#a > b')"
    );
}
