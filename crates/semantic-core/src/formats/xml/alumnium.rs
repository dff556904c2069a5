//! alumnium's XML of a page: elements named by Chrome's roles, `<RootWebArea raw_id="1" …>`.

use roxmltree::Node;

use super::outline::first_elements;
use super::{Dialect, Fate, filled, flag, set};
use crate::formats::roles::chrome;
use crate::formats::{Format, Head};
use crate::tree::{Element, State, States, Tri};

pub(in crate::formats) static ALUMNIUM: Format = Format {
    name: "alumnium-xml",
    summary: "alumnium XML: elements named by Chrome's roles, with raw_id",
    sniff,
    read: |text| {
        DIALECT.read(text, |b, root| {
            filled(root, "name").into_iter().for_each(|title| b.set_title(title));
            filled(root, "url").into_iter().for_each(|url| b.set_document_url(url));
        })
    },
};

static DIALECT: Dialect = Dialect { format: &ALUMNIUM, fate, keeps, element, inner_name: |_| None };

fn sniff(head: &Head) -> bool {
    first_elements(head.text).next().is_some_and(|root| root.text.contains(" raw_id="))
}

/// Ignored elements only hold others; lines of laid-out text repeat the text around them.
fn fate(node: Node) -> Fate {
    match node.tag_name().name() {
        native if chrome::is_layout(native) => Fate::Drop,
        _ if flag(node, "ignored") == Some(true) => Fate::Lift,
        _ => Fate::Keep,
    }
}

const PLACED: [&str; 24] = [
    "raw_id",
    "ignored",
    "nodeId", // Chrome's number, the same as backendDOMNodeId where there is one
    "name",
    "value",
    "description",
    "url",
    "level",
    "focusable",
    "focused",
    "disabled",
    "checked",
    "pressed",
    "expanded",
    "selected",
    "required",
    "readonly",
    "invalid",
    "hidden",
    "modal",
    "busy",
    "multiline",
    "multiselectable",
    "placeholder",
];

fn keeps(_: Node, key: &str, value: &str) -> bool {
    !PLACED.contains(&key) && !value.is_empty()
}

fn element<'a>(node: Node<'a, 'a>) -> Element<'a> {
    let native = node.tag_name().name();
    Element {
        own_ref: filled(node, "raw_id").unwrap_or_default(),
        role: native,
        aria: chrome::role(native),
        name: filled(node, "name"),
        value: node.attribute("value"),
        description: filled(node, "description").unwrap_or_default(),
        placeholder: filled(node, "placeholder").unwrap_or_default(),
        url: filled(node, "url").unwrap_or_default(),
        level: node.attribute("level").and_then(|level| level.parse().ok()).filter(|&level| level > 0),
        states: states(node),
        ..Element::default()
    }
}

fn states(node: Node) -> States {
    let mut states = States::default();
    for state in State::ALL {
        match (state, filled(node, state.as_str())) {
            (_, Some("mixed")) => states.set(state, Tri::Mixed),
            (State::Invalid, Some("grammar" | "spelling")) => states.set(state, Tri::True),
            _ => set(&mut states, state, flag(node, state.as_str()), true),
        }
    }
    states
}
