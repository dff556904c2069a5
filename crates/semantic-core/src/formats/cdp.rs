//! Chrome's own tree as its debugging protocol gives it (`Accessibility.getFullAXTree` and its kin).

mod frames;
pub mod live;

use super::chrome;
use super::flat::Strings;
use super::json::{self, Doc, Listing, Order, Shape, Value};
use super::roles::chrome::is_layout;
use super::{Format, Kind, ReadError};
use crate::tree::{Element, Role, Snapshot};

pub(super) static CDP: Format = Format {
    name: "cdp",
    summary: "accessibility tree of the Chrome DevTools Protocol, of one frame or of several",
    sniff: |head| json::sniff(head, looks_like_nodes),
    read,
};

fn looks_like_nodes(kind: &dyn Fn(&str) -> Option<Kind>) -> bool {
    let lists = ["nodes[]", "[]", "frames[].nodes[]", "[].nodes[]", "[].result.nodes[]"];
    let is_node = |at: &str| {
        let of = |key: &str| kind(&format!("{at}.{key}"));
        of("nodeId").is_some() && (of("role") == Some(Kind::Object) || of("ignored").is_some())
    };
    lists.into_iter().any(is_node)
        || (kind("frames[].nodes") == Some(Kind::Array) && kind("frames[].frameId").is_some())
}

/// Where a name comes from is a quarter of the bytes; it is looked at for controls only.
const OPAQUE: [&str; 3] = ["sources", "chromeRole", "ignoredReasons"];

const NODE: Shape = Shape {
    id: |node| node.text_of("nodeId"),
    children: |node| node.get("childIds"),
    parent: |node| node.text_of("parentId"),
    shows: |node| node.text_of("backendDOMNodeId"),
    layout: |node| is_layout(inner(node, "role").unwrap_or("")),
};

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let doc = Doc::new(text, &strings, &OPAQUE)?;
    let mut list = Listing::default();
    let mut notices = Vec::new();
    let frames = frames::of(doc.root(), &mut notices)?;
    let mut order = Order::new(NODE, &frames);
    while let Some((node, inside)) = order.next() {
        let around = if node.is("ignored") { inside } else { Some(add(&mut list, node, inside, &strings)) };
        order.open(around);
    }
    notices.extend(order.notices());
    drop(order);
    list.take_document();
    drop(frames);
    Ok(list.finish(doc, notices))
}

/// The text in an `{type, value}` object under a key.
fn inner<'a>(node: Value<'_, 'a>, key: &str) -> Option<&'a str> {
    node.get(key)?.get("value")?.text()
}

fn add<'a>(list: &mut Listing<'a>, node: Value<'_, 'a>, inside: Option<u32>, strings: &'a Strings) -> u32 {
    let mut e = describe(list, node, strings);
    e.inside = inside;
    let (node_id, backend_id) = (node.text_of("nodeId"), node.text_of("backendDOMNodeId"));
    if node_id != backend_id {
        list.attr("node_id", node_id);
    }
    list.attr("backend_node_id", backend_id);
    list.push(e)
}

/// What a node says of itself, but for its ids; its attributes are with the list.
fn describe<'a>(list: &mut Listing<'a>, node: Value<'_, 'a>, strings: &'a Strings) -> Element<'a> {
    let mut e = chrome::element(inner(node, "role").unwrap_or(""));
    let mut sources = None;
    for member in node.items() {
        match member.key() {
            key @ ("name" | "value" | "description") => {
                if let Some(value) = member.get("value") {
                    chrome::property(&mut e, list, key, value);
                }
                sources = if key == "name" { member.get("sources") } else { sources };
            }
            "properties" => member.items().for_each(|property| add_property(&mut e, list, property)),
            "frameId" => list.attr("frame_id", member.text().unwrap_or("")),
            _ => {}
        }
    }
    if e.aria.unwrap_or_else(|| Role::from_name(e.role)).is_interactive()
        && let Some(sources) = sources.and_then(Value::opaque)
    {
        add_sources(&mut e, sources, strings);
    }
    e
}

fn add_property<'a>(e: &mut Element<'a>, list: &mut Listing<'a>, property: Value<'_, 'a>) {
    let key = property.text_of("name");
    let Some(holder) = property.get("value") else { return };
    if key == "labelledby" {
        let mut texts = holder.list("relatedNodes").map(|node| node.text_of("text"));
        e.labelled_by = texts.find(|text| !text.is_empty()).unwrap_or("");
    } else if let Some(value) = holder.get("value") {
        chrome::property(e, list, key, value);
    }
}

/// The label, placeholder and title of a control, from what its name could have come from.
fn add_sources<'a>(e: &mut Element<'a>, sources: &'a str, strings: &'a Strings) {
    let Ok(doc) = Doc::new(sources, strings, &[]) else { return };
    for source in doc.root().items() {
        let text = || {
            let holders = ["value", "attributeValue", "nativeSourceValue"];
            holders.into_iter().find_map(|key| inner(source, key)).unwrap_or("")
        };
        let slot = match (source.text_of("nativeSource"), source.text_of("attribute")) {
            ("label", _) => &mut e.label,
            (_, "placeholder" | "aria-placeholder") => &mut e.placeholder,
            (_, "title") => &mut e.title,
            _ => continue,
        };
        if slot.is_empty() {
            *slot = text();
        }
    }
    // What only repeats the name would count twice in a search.
    let name = e.name.unwrap_or("");
    for slot in [&mut e.label, &mut e.title] {
        if *slot == name {
            *slot = "";
        }
    }
}
