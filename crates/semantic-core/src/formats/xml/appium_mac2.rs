//! Appium's page source of a Mac (mac2 driver): `<XCUIElementTypeButton elementType="9" identifier=… title=…>`.

use roxmltree::Node;

use super::outline::first_elements;
use super::{Dialect, Fate, edges, filled, flag, is_password, set, xcui};
use crate::formats::roles::ios::role;
use crate::formats::{Format, Head};
use crate::tree::{Element, Role, State, States, Tri};

pub(in crate::formats) static APPIUM_MAC2: Format = Format {
    name: "appium-mac2",
    summary: "Appium page source of macOS: XCUIElementType elements with elementType, title and identifier",
    sniff,
    read: |text| DIALECT.read(text, |_, _| {}),
};

static DIALECT: Dialect =
    Dialect { format: &APPIUM_MAC2, fate: |_| Fate::Keep, keeps, element, inner_name: |_| None };

/// Elements named by type, one of the first of which has the type's number.
fn sniff(head: &Head) -> bool {
    let mut elements = first_elements(head.text);
    elements.next().is_some_and(|root| {
        root.name.starts_with("XCUIElementType")
            && std::iter::once(root).chain(elements).any(|tag| tag.text.contains(" elementType="))
    })
}

fn keeps(_: Node, key: &str, value: &str) -> bool {
    xcui::keeps(&["elementType", "identifier", "title"], key, value)
}

fn element<'a>(node: Node<'a, 'a>) -> Element<'a> {
    let native = node.tag_name().name();
    let (title, label) = (filled(node, "title"), filled(node, "label"));
    let value = node.attribute("value");
    let aria = role(native).or_else(|| role(node.attribute("elementType")?)).map(of_a_mac);
    let placeholder = filled(node, "placeholderValue").unwrap_or_default();
    let mut element = Element {
        role: native,
        name: title.or(label),
        label: label.filter(|_| title.is_some_and(|t| label != Some(t))).unwrap_or_default(),
        identifier: filled(node, "identifier").unwrap_or_default(),
        placeholder,
        bounds: edges(node),
        ..Element::default()
    };
    if aria == Some(Role::Text) && element.name.is_none() {
        element.name = value;
    } else if is_password(node) {
        element.text = label.unwrap_or_default();
        element.value = value.map(|v| if v == placeholder { "" } else { v });
    } else if switches(node, aria) {
        element.value = value.filter(|v| !matches!(*v, "0" | "1" | "2"));
    } else {
        let empty =
            |v: &&str| aria.is_some_and(Role::is_text_entry) || (!v.is_empty() && element.name != Some(*v));
        element.value = value.filter(empty);
    }
    if aria.is_some_and(Role::is_text_entry) {
        element.name = element.name.or(filled(node, "placeholderValue"));
    }
    let named = element.name.is_some();
    element.aria = if aria == Some(Role::Generic) && named { Some(Role::Group) } else { aria };
    element.states = states(node, aria);
    element
}

/// On a Mac, unlike on iOS, a table has rows of cells.
fn of_a_mac(role: Role) -> Role {
    match role {
        Role::List => Role::Table,
        Role::ListItem => Role::Cell,
        role => role,
    }
}

/// Whether the element's value says that it is on or off.
fn switches(node: Node, role: Option<Role>) -> bool {
    matches!(role, Some(Role::Checkbox | Role::Switch | Role::Radio)) || is_disclosure(node)
}

fn is_disclosure(node: Node) -> bool {
    node.has_tag_name("XCUIElementTypeDisclosureTriangle")
}

fn states(node: Node, role: Option<Role>) -> States {
    let mut states = States::default();
    let on = |key| flag(node, key);
    set(&mut states, State::Disabled, on("enabled").map(|e| !e), false);
    let of_set = matches!(role, Some(Role::Tab | Role::Row | Role::Cell | Role::TreeItem | Role::MenuItem));
    set(&mut states, State::Selected, on("selected"), of_set);
    set(&mut states, State::Focused, xcui::focused(node), false);
    if switches(node, role) {
        let state = if is_disclosure(node) { State::Expanded } else { State::Checked };
        match node.attribute("value") {
            Some("1") => states.set(state, Tri::True),
            Some("0") => states.set(state, Tri::False),
            Some("2") => states.set(state, Tri::Mixed),
            _ => {}
        }
    }
    states
}
