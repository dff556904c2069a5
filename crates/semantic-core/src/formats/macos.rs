//! macOS accessibility trees as nested JSON: macapptree's, and that of AXUI and axon.

use super::flat::Strings;
use super::json::{self, Doc, Listing, Value, nest, set};
use super::roles::mac;
use super::{Format, Kind, ReadError};
use crate::tree::{Element, Role, Snapshot, State, Tri};

pub(super) static MACOS: Format = Format {
    name: "macos-json",
    summary: "nested JSON of a macOS accessibility tree (macapptree, AXUI)",
    sniff: |head| {
        let starts = ["", "[].", "windows[].", "[].windows[]."];
        json::sniff_nested(head, &starts, "children", |of| {
            let own = ["absolute_position", "visible_bbox", "role_description"];
            of("role").is_some()
                && (own.into_iter().any(|key| of(key).is_some())
                    || (of("roleDescription").is_some() && of("bounds") == Some(Kind::Array)))
        })
    },
    read,
};

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let doc = Doc::new(text, &strings, &[])?;
    let root = doc.root();
    let apps = root.roots();
    // Several applications come with their windows in a list of their own.
    let windows = |app: Value<'_, '_>| app.get("role").is_none() && app.get("windows").is_some();
    let mut list = Listing::default();
    list.title = apps.first().map_or("", |app| app.text_of_any(&["name", "title"]));
    let mut roots = Vec::new();
    for app in apps {
        if windows(app) { roots.extend(app.list("windows")) } else { roots.push(app) }
    }
    nest(roots, "children", |node, inside| add(&doc, &mut list, node, inside));
    Ok(list.finish(doc, Vec::new()))
}

fn add<'a>(doc: &Doc<'a>, list: &mut Listing<'a>, node: Value<'_, 'a>, inside: Option<u32>) -> u32 {
    let word = node.text_of("role");
    let sub = node.text_of("subrole");
    let aria = if sub.is_empty() { mac::role(word) } else { mac::role(&format!("{word}:{sub}")) };
    let mut e = Element { inside, role: word, aria, bounds: bounds(node), ..Element::default() };
    let role = aria.unwrap_or_else(|| Role::from_name(word));
    texts(&mut e, role, node);
    states(&mut e, role, node);
    e.identifier = node.text_of_any(&["identifier", "AXIdentifier"]);
    list.attr("node_id", node.text_of("id"));
    list.attr("roledescription", node.text_of_any(&["role_description", "roleDescription"]));
    list.attr("subrole", sub);
    if word.ends_with("SecureTextField") || sub.ends_with("SecureTextField") {
        list.attr("type", "password");
    }
    let actions: Vec<&str> = node.list("actions").filter_map(Value::text).collect();
    list.attr("actions", doc.keep(&actions.join(", ")));
    list.push(e)
}

fn texts<'a>(e: &mut Element<'a>, role: Role, node: Value<'_, 'a>) {
    let description = node.text_of("description");
    let mut name = node.text_of_any(&["name", "title", "label"]);
    if name.is_empty() {
        name = description;
    } else {
        e.description = description;
    }
    let help = node.text_of("help");
    if e.description.is_empty() {
        e.description = help;
    } else {
        e.title = help;
    }
    e.url = node.text_of("url");
    e.placeholder = node.text_of_any(&["placeholder", "placeholderValue", "placeholder_value"]);
    let value = node.get("value").and_then(Value::text);
    match (role, value) {
        // The text of a label is its value.
        (Role::Text, Some(text)) if name.is_empty() => name = text,
        (Role::Text, Some(text)) if name == text => {}
        (Role::Checkbox | Role::Radio | Role::Switch, Some(number)) => {
            let checked = match number.trim_end_matches(".0") {
                "1" | "true" => Some(Tri::True),
                "0" | "false" => Some(Tri::False),
                "2" => Some(Tri::Mixed),
                _ => None,
            };
            set(e, State::Checked, checked);
        }
        (_, value) => e.value = value,
    }
    e.name = Some(name).filter(|name| !name.is_empty());
}

fn states(e: &mut Element<'_>, role: Role, node: Value<'_, '_>) {
    let state = |key: &str| node.get("state").and_then(|s| s.get(key)).or_else(|| node.get(key));
    // What has no such attribute is written as not enabled too.
    if state("enabled").and_then(Value::tri) == Some(Tri::False) && role.is_interactive() {
        e.states.set(State::Disabled, Tri::True);
    }
    for (key, known) in [
        ("focused", State::Focused),
        ("selected", State::Selected),
        ("expanded", State::Expanded),
        ("required", State::Required),
        ("hidden", State::Hidden),
        ("modal", State::Modal),
        ("busy", State::Busy),
        ("checked", State::Checked),
    ] {
        set(e, known, state(key).and_then(Value::tri));
    }
}

/// The box on the screen where the dump gives that, else the one in the window.
fn bounds(node: Value<'_, '_>) -> Option<[f64; 4]> {
    if let Some(bounds) = node.get("bounds") {
        return bounds.array();
    }
    let pair = |key: &str| {
        let (a, b) = node.text_of(key).split_once(';')?;
        Some((a.trim().parse::<f64>().ok()?, b.trim().parse::<f64>().ok()?))
    };
    match (pair("absolute_position"), pair("size")) {
        (Some((x, y)), Some((width, height))) => Some([x, y, width, height]),
        _ => {
            let [left, top, right, bottom] = node.get("bbox")?.array()?;
            Some([left, top, right - left, bottom - top])
        }
    }
}
