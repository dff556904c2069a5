//! AT-SPI as JSON: the nested dump of pyatspi scripts, and the flat one of agent-device.

use super::json::{self, Doc, Listing, Value, read_nested, set};
use super::roles::atspi;
use super::{Format, Kind, cup};
use crate::tree::{Element, Role, State, Tri};

pub(super) static ATSPI: Format = Format {
    name: "atspi-json",
    summary: "nested JSON of a Linux desktop's accessibility tree (pyatspi)",
    sniff: |head| {
        json::sniff_nested(head, &["", "[]."], "children", |of| {
            of("role") == Some(Kind::String)
                && of("states") == Some(Kind::Array)
                && (of("extents").is_some() || of("localizedRole").is_some())
        })
    },
    read: |text| read_nested(text, &[], "children", add),
};

/// The role in ARIA's words, where the toolkit passes on the one that a page gave.
fn page_role(node: Value<'_, '_>) -> Option<Role> {
    let words = node.get("attributes")?.text_of("xml-roles");
    let known = |word: &str| Some(Role::from_name(word)).filter(|role| !role.is_vague());
    words.split_ascii_whitespace().find_map(known)
}

fn add<'a>(doc: &Doc<'a>, list: &mut Listing<'a>, node: Value<'_, 'a>, inside: Option<u32>) -> u32 {
    let word = node.text_of("role");
    let mut e = Element {
        inside,
        role: word,
        aria: page_role(node).or_else(|| atspi::role(word)),
        name: node.get("name").and_then(Value::text).filter(|name| !name.is_empty()),
        description: node.text_of("description"),
        bounds: node.get("extents").filter(|v| v.items().next().is_some()).and_then(Value::array),
        ..Element::default()
    };
    if cup::is_nowhere(e.bounds) {
        e.bounds = None;
    }
    // A panel is a group where it has a name, and a layout where it has none.
    if e.aria == Some(Role::Group) && e.name.is_none() && matches!(word, "panel" | "grouping") {
        e.aria = Some(Role::Generic);
    }
    let role = e.aria.unwrap_or_else(|| Role::from_name(word));
    texts(&mut e, role, node);
    states(&mut e, role, node);
    attributes(&mut e, list, node);
    if word == "password text" {
        list.attr("type", "password");
    }
    let actions: Vec<&str> = node.list("actions").filter_map(Value::text).collect();
    const DEEDS: [&str; 8] = ["click", "press", "jump", "open", "select", "activate", "toggle", "check"];
    if actions.iter().any(|action| DEEDS.contains(action)) {
        e.states.set(State::Interactive, Tri::True);
    }
    list.attr("actions", doc.keep(&actions.join(", ")));
    list.push(e)
}

fn texts<'a>(e: &mut Element<'a>, role: Role, node: Value<'_, 'a>) {
    // U+FFFC stands for each child in the text around it.
    let text = node.text_of("text");
    let text = if text.chars().all(|c| c == '\u{fffc}' || c.is_whitespace()) { "" } else { text };
    let number = node.get("value");
    if role.is_text_entry() {
        e.value = node.get("text").map(|_| text);
    } else if role == Role::Text && e.name.is_none() && !text.is_empty() {
        e.name = Some(text);
    } else if e.name != Some(text) && !text.contains('\u{fffc}') {
        e.text = text;
    }
    if e.value.is_none_or(str::is_empty)
        && let Some(current) = number.and_then(|v| v.get("current")).and_then(Value::text)
    {
        e.value = Some(current);
    }
    for relation in node.list("relations") {
        let mut parts = relation.items();
        if parts.next().and_then(Value::text) == Some("labelled by") {
            let names = parts.next().into_iter().flat_map(Value::items).filter_map(Value::text);
            e.labelled_by = names.into_iter().find(|name| !name.is_empty()).unwrap_or("");
        }
    }
    e.name = e.name.or(Some(e.labelled_by).filter(|label| !label.is_empty()));
}

fn states(e: &mut Element<'_>, role: Role, node: Value<'_, '_>) {
    let words: Vec<&str> = node.list("states").filter_map(Value::text).collect();
    if words.is_empty() {
        return;
    }
    let has = |word: &str| words.contains(&word);
    let on = |word: &str| if has(word) { Tri::True } else { Tri::False };
    let mixed = has("indeterminate");
    let checked = if mixed { Tri::Mixed } else { on("checked") };
    match role {
        Role::Checkbox | Role::Radio | Role::Switch | Role::MenuItemCheckbox | Role::MenuItemRadio => {
            e.states.set(State::Checked, checked);
        }
        Role::Button if e.role.starts_with("toggle") => {
            e.states.set(State::Pressed, if has("pressed") { Tri::True } else { checked });
        }
        _ if has("checked") => e.states.set(State::Checked, Tri::True),
        _ => {}
    }
    if has("expandable") || has("expanded") {
        e.states.set(State::Expanded, on("expanded"));
    }
    if has("selectable") || has("selected") {
        e.states.set(State::Selected, on("selected"));
    }
    if !has("enabled") && !has("sensitive") {
        e.states.set(State::Disabled, Tri::True);
    }
    // What is scrolled away is not showing either, but has its place.
    if !has("showing") && (!has("visible") || cup::is_nowhere(e.bounds) || cup::is_empty(e.bounds)) {
        e.states.set(State::Hidden, Tri::True);
    }
    if role.is_text_entry() {
        let multiline = has("multi line").then_some(Tri::True);
        set(e, State::Multiline, multiline);
        if !has("editable") && role != Role::ComboBox {
            e.states.set(State::Readonly, Tri::True);
        }
    }
    for (word, state) in [
        ("focusable", State::Focusable),
        ("focused", State::Focused),
        ("required", State::Required),
        ("read only", State::Readonly),
        ("invalid entry", State::Invalid),
        ("modal", State::Modal),
        ("busy", State::Busy),
        ("multiselectable", State::Multiselectable),
    ] {
        if has(word) {
            e.states.set(state, Tri::True);
        }
    }
}

fn attributes<'a>(e: &mut Element<'a>, list: &mut Listing<'a>, node: Value<'_, 'a>) {
    for member in node.get("attributes").into_iter().flat_map(Value::items) {
        let text = member.text().unwrap_or("");
        match member.key() {
            "tag" => e.tag = text,
            "placeholder" | "placeholder-text" => e.placeholder = text,
            "level" => e.level = member.level(),
            "text-input-type" => list.attr("type", text),
            "hidden" if text == "true" => e.states.set(State::Hidden, Tri::True),
            "description" if text == e.description => {}
            // How the toolkit works and lays out, not what the node is.
            "toolkit" | "display" | "text-align" | "text-model" | "name-from" | "description-from"
            | "explicit-name" | "table-cell-index" | "hidden" => {}
            key => list.attr(key, text),
        }
    }
}
