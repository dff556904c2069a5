//! Page sources of WinAppDriver and Appium's Windows drivers: elements named by control type, UI Automation's properties.

use roxmltree::Node;

use super::outline::first_elements;
use super::{Dialect, Fate, edges, filled, is_password, numbers, set};
use crate::formats::roles::windows::role;
use crate::formats::{Format, Head};
use crate::tree::{Element, Role, State, States, Tri};

pub(in crate::formats) static APPIUM_WINDOWS: Format = Format {
    name: "appium-windows",
    summary: "WinAppDriver or Appium page source of Windows: elements named by control type",
    sniff,
    read: |text| DIALECT.read(text, |_, _| {}),
};

static DIALECT: Dialect =
    Dialect { format: &APPIUM_WINDOWS, fate: |_| Fate::Keep, keeps, element, inner_name: |_| None };

/// An element named by a control type, with properties that only UI Automation has.
fn sniff(head: &Head) -> bool {
    const OWN: [&str; 4] = ["RuntimeId=", "AutomationId=", "LocalizedControlType=", "IsKeyboardFocusable="];
    let Some(root) = first_elements(head.text).next() else { return false };
    OWN.into_iter().any(|key| root.text.contains(key))
}

const PLACED: [&str; 25] = [
    "Name",
    "HelpText",
    "AutomationId",
    "IsEnabled",
    "HasKeyboardFocus",
    "IsKeyboardFocusable",
    "IsOffscreen",
    "IsPassword",
    "IsRequiredForForm",
    "BoundingRectangle",
    "x",
    "y",
    "width",
    "height",
    "Value",
    "IsReadOnly",
    "IsSelected",
    "ToggleState",
    "ExpandCollapseState",
    "IsModal",
    "CanSelectMultiple",
    "Level",
    "IsControlElement",
    "IsContentElement",
    "IsAvailable",
];

fn keeps(_: Node, key: &str, value: &str) -> bool {
    !PLACED.contains(&key.rsplit('.').next().unwrap_or(key)) && !value.is_empty() && value != "False"
}

/// A property of a pattern, which some drivers print with the pattern's name before a dot.
fn property<'a>(node: Node<'a, 'a>, name: &str) -> Option<&'a str> {
    let mut attrs = node.attributes().filter(|a| a.name().rsplit('.').next() == Some(name));
    attrs.next().map(|a| a.value())
}

fn on(node: Node, name: &str) -> Option<bool> {
    match property(node, name)? {
        "True" | "true" | "1" => Some(true),
        "False" | "false" | "0" => Some(false),
        _ => None,
    }
}

fn element<'a>(node: Node<'a, 'a>) -> Element<'a> {
    let native = node.tag_name().name();
    let name = filled(node, "Name");
    let aria = role(native).map(|plain| refined(node, plain, name.is_some()));
    let value = property(node, "Value").filter(|v| !v.is_empty() || aria.is_some_and(Role::is_text_entry));
    Element {
        role: native,
        name,
        value,
        // A secret field's name may be its content; the guard of secrets compares the two.
        text: name.filter(|_| is_password(node) && value.is_none()).unwrap_or_default(),
        description: filled(node, "HelpText").unwrap_or_default(),
        identifier: filled(node, "AutomationId").unwrap_or_default(),
        level: level(node),
        bounds: edges(node).or_else(|| numbers(node.attribute("BoundingRectangle")?)),
        states: states(node, aria),
        aria,
        ..Element::default()
    }
}

/// The role by control type, made more exact by other properties.
fn refined(node: Node, plain: Role, named: bool) -> Role {
    match plain {
        Role::Window if on(node, "IsModal") == Some(true) || on(node, "IsDialog") == Some(true) => {
            Role::Dialog
        }
        Role::MenuItem if property(node, "ToggleState").is_some() => Role::MenuItemCheckbox,
        Role::Text if heading_level(node).is_some() => Role::Heading,
        Role::Generic | Role::Group => landmark(node).unwrap_or(if named { Role::Group } else { plain }),
        plain => plain,
    }
}

fn landmark(node: Node) -> Option<Role> {
    match filled(node, "LandmarkType")?.trim_start_matches("UIA_").trim_end_matches("LandmarkTypeId") {
        "Main" | "80002" => Some(Role::Main),
        "Navigation" | "80003" => Some(Role::Navigation),
        "Search" | "80004" => Some(Role::Search),
        "Form" | "80001" => Some(Role::Form),
        "Custom" | "80000" => Some(Role::Region),
        _ => None,
    }
}

/// `HeadingLevel2`, `2`, or the property's own number, `80052`.
fn heading_level(node: Node) -> Option<u8> {
    let number: u32 = filled(node, "HeadingLevel")?.trim_start_matches("HeadingLevel").parse().ok()?;
    let level = number.checked_sub(80_050).unwrap_or(number);
    u8::try_from(level).ok().filter(|level| (1..=9).contains(level))
}

fn level(node: Node) -> Option<u8> {
    heading_level(node).or_else(|| filled(node, "Level")?.parse().ok()).filter(|&level| level > 0)
}

fn states(node: Node, role: Option<Role>) -> States {
    let mut states = States::default();
    let on = |key| on(node, key);
    let acts = role.is_some_and(Role::is_interactive);
    set(&mut states, State::Disabled, on("IsEnabled").map(|e| !e), false);
    set(&mut states, State::Focused, on("HasKeyboardFocus"), false);
    set(&mut states, State::Focusable, on("IsKeyboardFocusable"), acts);
    set(&mut states, State::Hidden, on("IsOffscreen"), false);
    set(&mut states, State::Required, on("IsRequiredForForm"), role.is_some_and(Role::is_text_entry));
    set(&mut states, State::Readonly, on("IsReadOnly"), true);
    set(&mut states, State::Selected, on("IsSelected"), true);
    set(&mut states, State::Modal, on("IsModal"), false);
    set(&mut states, State::Multiselectable, on("CanSelectMultiple"), true);
    let toggled = if role == Some(Role::Button) { State::Pressed } else { State::Checked };
    match property(node, "ToggleState") {
        Some("On" | "1") => states.set(toggled, Tri::True),
        Some("Off" | "0") => states.set(toggled, Tri::False),
        Some("Indeterminate" | "2") => states.set(toggled, Tri::Mixed),
        _ => {}
    }
    match property(node, "ExpandCollapseState") {
        Some("Expanded" | "PartiallyExpanded" | "1" | "2") => states.set(State::Expanded, Tri::True),
        Some("Collapsed" | "0") => states.set(State::Expanded, Tri::False),
        _ => {}
    }
    states
}
