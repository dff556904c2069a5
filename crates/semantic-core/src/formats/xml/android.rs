//! What an Android node's attributes mean, the same in uiautomator's dumps and in Appium's.

use roxmltree::Node;

use super::super::roles::android::role;
use super::{filled, flag, is_leaf, numbers, set};
use crate::tree::{Element, Role, State, States, Tri};

/// The attributes that [`element`] puts somewhere; those of the flags are kept where a flag that is on is no state.
const PLACED: [&str; 21] = [
    "text",
    "content-desc",
    "resource-id",
    "class",
    "bounds",
    "hint",
    "tooltip-text",
    "checkable",
    "checked",
    "clickable",
    "enabled",
    "focusable",
    "focused",
    "selected",
    "displayed",
    "visible-to-user",
    "password",
    "heading",
    "error",
    "multiline",
    "index", // the place among its siblings, which the tree has
];

/// Whether an attribute stays as it is. Flags that are off on every second node are not worth keeping.
pub(super) fn keeps(_: Node, key: &str, value: &str) -> bool {
    !PLACED.contains(&key) && !value.is_empty() && value != "false"
}

/// The class of a node: its attribute, else the element's own name.
fn class<'a>(node: Node<'a, 'a>) -> &'a str {
    filled(node, "class").unwrap_or(node.tag_name().name())
}

/// A node as an element.
pub(super) fn element<'a>(node: Node<'a, 'a>) -> Element<'a> {
    let class = class(node);
    let text = filled(node, "text");
    let described = filled(node, "content-desc");
    let hint = filled(node, "hint").unwrap_or_default();
    let shows_hint = flag(node, "showing-hint") == Some(true);
    let by_class = role(class);
    let mut element = Element {
        role: class,
        name: described.or(text),
        identifier: filled(node, "resource-id").unwrap_or_default(),
        title: filled(node, "tooltip-text").unwrap_or_default(),
        description: filled(node, "error").unwrap_or_default(),
        bounds: filled(node, "bounds").map(corners).or_else(|| screen(node)),
        ..Element::default()
    };
    let holds_value = |role: Role| role.is_text_entry() || matches!(role, Role::Slider | Role::ProgressBar);
    if by_class.is_some_and(holds_value) {
        element.value = node.attribute("text").map(|text| if shows_hint { "" } else { text });
        element.placeholder = if shows_hint && hint.is_empty() { text.unwrap_or_default() } else { hint };
        // A password field's text may be its hint: the guard of secrets keeps it out unless it is a plain label.
        let secret = flag(node, "password") == Some(true);
        let hint = Some(element.placeholder).filter(|hint| !hint.is_empty());
        element.name = described.or(hint).or(text.filter(|_| secret && !shows_hint));
    } else {
        element.text = text.filter(|&text| element.name != Some(text)).unwrap_or_default();
        if element.description.is_empty() {
            element.description = hint;
        }
    }
    element.aria = refined(node, by_class, element.name.is_some());
    element.states = states(node, class, element.aria);
    element
}

/// The role by class, made more exact by what else the node says.
fn refined(node: Node, by_class: Option<Role>, named: bool) -> Option<Role> {
    if flag(node, "heading") == Some(true) {
        return Some(Role::Heading);
    }
    if let Some(role) = web_role(node) {
        return Some(role);
    }
    let vague = by_class.is_none_or(Role::is_vague);
    let clickable = flag(node, "clickable") == Some(true);
    let in_list = || {
        node.parent_element()
            .is_some_and(|p| role(p.attribute("class").unwrap_or(p.tag_name().name())) == Some(Role::List))
    };
    match by_class {
        Some(Role::Generic) if in_list() => Some(Role::ListItem),
        _ if clickable && (vague || by_class == Some(Role::Image)) && (named || is_leaf(node)) => {
            Some(Role::Button)
        }
        Some(Role::Generic) if filled(node, "pane-title").is_some() => Some(Role::Region),
        Some(Role::Generic) if named && is_leaf(node) => Some(Role::Text),
        Some(Role::Generic) if named => Some(Role::Group),
        role => role,
    }
}

/// The name of what can be clicked and has none of its own: the first texts inside. There is none where what is inside
/// can be clicked or filled on its own, or is a list.
pub(super) fn inner_name<'a>(node: Node<'a, 'a>) -> Option<String> {
    const MOST_TEXTS: usize = 3;
    const LONGEST: usize = 120; // characters
    const MOST_NODES: usize = 200; // so that boxes in boxes cost no more than their number
    let takes_name = |role: Role| {
        role.is_vague()
            || matches!(
                role,
                Role::Button | Role::Tab | Role::MenuItem | Role::Checkbox | Role::Radio | Role::Switch
            )
    };
    if flag(node, "clickable") != Some(true)
        || own_name(node).is_some()
        || is_leaf(node)
        || !role(class(node)).is_none_or(takes_name)
    {
        return None;
    }
    let mut texts: Vec<&str> = Vec::new();
    let mut next = node.first_element_child();
    for _ in 0..MOST_NODES {
        let Some(inner) = next else {
            let name = texts.join(" ");
            let cut = name.char_indices().nth(LONGEST).map(|(end, _)| format!("{}…", &name[..end]));
            return Some(cut.unwrap_or(name)).filter(|name| !name.is_empty());
        };
        if stands_alone(inner) {
            return None;
        }
        let shown = flag(inner, "displayed").or(flag(inner, "visible-to-user")) != Some(false);
        let text = own_name(inner).map(str::trim).filter(|text| shown && !text.is_empty());
        if texts.len() < MOST_TEXTS && !text.is_some_and(|text| texts.contains(&text)) {
            texts.extend(text);
        }
        let behind = |mut inner: Node<'a, 'a>| loop {
            if let Some(next) = inner.next_sibling_element() {
                return Some(next);
            }
            inner = inner.parent_element().filter(|&around| around != node)?;
        };
        next = inner.first_element_child().or_else(|| behind(inner));
    }
    None
}

fn own_name<'a>(node: Node<'a, 'a>) -> Option<&'a str> {
    filled(node, "content-desc").or(filled(node, "text"))
}

/// Whether a node is no mere part of what is clicked around it.
fn stands_alone(node: Node) -> bool {
    let by_class = role(class(node));
    let set = |role: Role| {
        role.is_text_entry()
            || matches!(
                role,
                Role::List | Role::Grid | Role::Table | Role::Tree | Role::TabList | Role::Document
            )
    };
    let keys = ["clickable", "long-clickable", "scrollable", "password"];
    keys.into_iter().any(|key| flag(node, key) == Some(true)) || by_class.is_some_and(set)
}

/// The role that Chrome's web views put among the extras.
fn web_role(node: Node) -> Option<Role> {
    let (_, rest) = node.attribute("extras")?.split_once("chromeRole=")?;
    let word = rest.split([';', ',', '}', ']']).next()?.trim();
    Some(Role::from_name(word)).filter(|role| !role.is_vague())
}

fn states(node: Node, class: &str, role: Option<Role>) -> States {
    let on = |key| flag(node, key);
    let says = |key| on(key) == Some(true);
    let mut states = States::default();
    let acts = ["clickable", "long-clickable", "checkable", "scrollable"].into_iter().any(says)
        || (role.is_some_and(Role::is_text_entry) && says("focusable"));
    let checkable = on("checkable").unwrap_or(says("checked"));
    if checkable {
        let toggle = class.ends_with("ToggleButton");
        set(&mut states, if toggle { State::Pressed } else { State::Checked }, on("checked"), true);
    }
    let of_set =
        matches!(role, Some(Role::Tab | Role::Option | Role::ListItem | Role::Radio | Role::TreeItem));
    set(&mut states, State::Selected, on("selected"), of_set);
    set(&mut states, State::Disabled, on("enabled").map(|e| !e), false);
    set(&mut states, State::Focused, on("focused"), false);
    set(&mut states, State::Focusable, on("focusable"), acts);
    let shown = on("displayed").or(on("visible-to-user"));
    set(&mut states, State::Hidden, shown.map(|s| !s), false);
    set(&mut states, State::Multiline, on("multiline"), false);
    let wrong = says("content-invalid") || filled(node, "error").is_some();
    set(&mut states, State::Invalid, Some(wrong), false);
    set(&mut states, State::Interactive, Some(acts), false);
    match filled(node, "expanded").or(filled(node, "expandable-state")) {
        Some("true" | "expanded") => states.set(State::Expanded, Tri::True),
        Some("false" | "collapsed") => states.set(State::Expanded, Tri::False),
        _ => {}
    }
    states
}

/// The screen's size, which Appium writes on the hierarchy.
fn screen(node: Node) -> Option<[f64; 4]> {
    let size = |key| filled(node, key)?.parse().ok();
    Some([0.0, 0.0, size("width")?, size("height")?])
}

/// `[left,top][right,bottom]` in device pixels as x, y, width and height.
fn corners(text: &str) -> [f64; 4] {
    match numbers(text) {
        Some([left, top, right, bottom]) => [left, top, right - left, bottom - top],
        None => [f64::NAN; 4],
    }
}
