//! Appium's page source of an iOS screen: `<XCUIElementTypeButton type=… name=… label=… x=…>`.

use roxmltree::Node;

use super::outline::first_elements;
use super::{Dialect, Fate, edges, filled, flag, is_password, set, xcui};
use crate::formats::roles::ios::role;
use crate::formats::{Format, Head};
use crate::tree::{Element, Role, State, States};

pub(in crate::formats) static APPIUM_IOS: Format = Format {
    name: "appium-ios",
    summary: "Appium page source of iOS: XCUIElementType elements with name, label and value",
    sniff,
    read: |text| DIALECT.read(text, |_, _| {}),
};

static DIALECT: Dialect = Dialect { format: &APPIUM_IOS, fate, keeps, element, inner_name: |_| None };

/// Elements named by type; those of macOS, which comes first in the table, are numbered.
fn sniff(head: &Head) -> bool {
    let root = first_elements(head.text).next();
    root.is_some_and(|tag| tag.name == "AppiumAUT" || tag.name.starts_with("XCUIElementType"))
}

/// The wrapper around the application is no part of it.
fn fate(node: Node) -> Fate {
    if node.has_tag_name("AppiumAUT") { Fate::Lift } else { Fate::Keep }
}

fn keeps(node: Node, key: &str, value: &str) -> bool {
    // A type other than the element's own name is news.
    let news = key == "type" && value != node.tag_name().name();
    news || xcui::keeps(&["type", "name", "hint", "visible", "rect"], key, value)
}

fn element<'a>(node: Node<'a, 'a>) -> Element<'a> {
    let native = node.tag_name().name();
    let (name, label) = (said(node, "name"), said(node, "label"));
    let placeholder = filled(node, "placeholderValue").unwrap_or_default();
    let mut element = Element {
        role: native,
        // XCUITest's name is the identifier, or the label where there is none.
        name: label.or(name),
        identifier: name.filter(|&n| label != Some(n)).unwrap_or_default(),
        placeholder,
        description: filled(node, "hint").unwrap_or_default(),
        bounds: edges(node),
        ..Element::default()
    };
    let plain = role(native);
    if plain.is_some_and(Role::is_text_entry) {
        element.name = element.name.or(filled(node, "placeholderValue"));
    }
    element.aria = plain.map(|plain| refined(node, plain, element.name.is_some()));
    let value = node.attribute("value");
    if is_password(node) {
        // What was typed may stand in the label: the guard of secrets takes the text for the field's content.
        element.text = label.unwrap_or_default();
        element.value = value.map(|v| if v == placeholder { "" } else { v });
    } else if plain.is_some_and(|role| matches!(role, Role::Switch | Role::Checkbox | Role::Radio)) {
        element.value = value.filter(|v| !matches!(*v, "0" | "1" | "true" | "false"));
    } else if plain == Some(Role::Text) && element.name.is_none() {
        element.name = value;
    } else if plain.is_some_and(Role::is_text_entry) {
        // The text of an empty field is its placeholder.
        element.value = value.map(|v| if v == placeholder { "" } else { v });
    } else {
        element.value = value.filter(|&v| element.name != Some(v));
    }
    element.states = states(node, element.aria, value);
    element
}

/// An attribute that is filled and does not repeat what is typed in a secure field further in: XCUITest joins the
/// texts inside of a cell or button to its label.
fn said<'a>(node: Node<'a, 'a>, key: &str) -> Option<&'a str> {
    /// So many nodes further in are looked at.
    const INSIDE: usize = 32;
    let text = filled(node, key)?;
    let secure = node.descendants().skip(1).take(INSIDE).filter(|inner| is_password(*inner));
    let mut typed = secure.filter_map(|field| {
        let hint = filled(field, "placeholderValue");
        filled(field, "value").filter(|&value| Some(value) != hint)
    });
    typed.all(|value| !text.contains(value)).then_some(text)
}

/// The role by type, made more exact by the traits that newer dumps print, and by a name.
fn refined(node: Node, plain: Role, named: bool) -> Role {
    if has_trait(node, "Header") {
        return Role::Heading;
    }
    match plain {
        Role::Text | Role::Generic | Role::Image if has_trait(node, "Link") => Role::Link,
        Role::Text | Role::Generic | Role::Image if has_trait(node, "Button") => Role::Button,
        Role::Generic if has_trait(node, "Adjustable") => Role::Slider,
        Role::Generic if named => Role::Group,
        plain => plain,
    }
}

fn has_trait(node: Node, word: &str) -> bool {
    node.attribute("traits").is_some_and(|traits| traits.split(',').any(|t| t.trim() == word))
}

fn states(node: Node, role: Option<Role>, value: Option<&str>) -> States {
    let mut states = States::default();
    let on = |key| flag(node, key);
    let disabled = if has_trait(node, "NotEnabled") { Some(true) } else { on("enabled").map(|e| !e) };
    set(&mut states, State::Disabled, disabled, false);
    set(&mut states, State::Hidden, on("visible").map(|v| !v), false);
    let selected = if has_trait(node, "Selected") { Some(true) } else { on("selected") };
    set(
        &mut states,
        State::Selected,
        selected,
        matches!(role, Some(Role::Tab | Role::ListItem | Role::Option)),
    );
    set(&mut states, State::Focused, xcui::focused(node), false);
    if matches!(role, Some(Role::Switch | Role::Checkbox | Role::Radio)) {
        let checked = match value {
            Some("1" | "true") => Some(true),
            Some("0" | "false") => Some(false),
            _ => None,
        };
        set(&mut states, State::Checked, checked, true);
    }
    states
}
