//! agent-device's flat dump of a Linux desktop: nodes in document order, each with the index of its parent.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::cup;
use super::flat::Strings;
use super::json::{self, Doc, Listing, Value, set};
use super::roles::atspi;
use super::{Format, Kind, ReadError};
use crate::tree::{Element, Role, Snapshot, State, Tri};

pub(super) static AGENT_DEVICE: Format = Format {
    name: "agent-device",
    summary: "flat JSON of agent-device's desktop dump",
    sniff: |head| {
        json::sniff(head, |kind| {
            kind("nodes[].index") == Some(Kind::Number)
                && kind("nodes[].role").is_some()
                && ["nodes[].parentIndex", "nodes[].hittable", "surface"]
                    .into_iter()
                    .any(|at| kind(at).is_some())
        })
    },
    read,
};

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let doc = Doc::new(text, &strings, &[])?;
    let root = doc.root();
    let nodes: Vec<_> = root.list("nodes").filter(|node| node.is_object()).collect();
    let mut places: HashMap<&str, u32, FxBuildHasher> = HashMap::default();
    for (place, node) in (0..).zip(&nodes) {
        places.entry(node.text_of("index")).or_insert(place);
    }
    let mut list = Listing::default();
    for &node in &nodes {
        let inside = places.get(node.text_of("parentIndex")).copied();
        add(&mut list, node, inside);
    }
    let first = |key: &str| nodes.iter().map(|node| node.text_of(key)).find(|text| !text.is_empty());
    list.title = first("windowTitle").or_else(|| first("appName")).unwrap_or("");
    let cut = root.is("truncated");
    let notice = cut.then(|| "the producer says that it left elements out (truncated)".to_owned());
    Ok(list.finish(doc, notice.into_iter().collect()))
}

fn add<'a>(list: &mut Listing<'a>, node: Value<'_, 'a>, inside: Option<u32>) {
    let word = node.text_of("role");
    let mut e = Element {
        inside,
        role: word,
        aria: atspi::role(word),
        name: node.get("label").and_then(Value::text).filter(|label| !label.is_empty()),
        value: node.get("value").and_then(Value::text),
        bounds: node.get("rect").map(|rect| rect.numbers(["x", "y", "width", "height"])),
        ..Element::default()
    };
    if e.aria == Some(Role::Text) && e.name.is_none() {
        e.name = e.value.take();
    }
    if cup::is_nowhere(e.bounds) {
        e.bounds = None;
    }
    if matches!(word, "panel" | "grouping") && e.name.is_none() {
        e.aria = Some(Role::Generic);
    }
    if node.get("enabled").and_then(Value::tri) == Some(Tri::False)
        && e.aria.is_some_and(Role::is_interactive)
    {
        e.states.set(State::Disabled, Tri::True);
    }
    let selected = node.get("selected").and_then(Value::tri).filter(|&tri| tri == Tri::True);
    set(&mut e, State::Selected, selected);
    if matches!(word, "password text" | "password-text") {
        list.attr("type", "password");
    }
    for key in ["hittable", "appName", "windowTitle"] {
        list.attr(key, node.text_of(key));
    }
    list.push(e);
}
