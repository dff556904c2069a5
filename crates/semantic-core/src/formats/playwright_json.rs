//! Playwright's aria snapshot as JSON (`ariaSnapshotJSON`): nested objects, texts as strings among them.

use super::flat::Strings;
use super::json::{self, Doc, Listing, Under, Value, set, walk};
use super::{Format, Head, Kind, ReadError};
use crate::tree::{Element, Role, Snapshot, State};

pub(super) static PLAYWRIGHT_JSON: Format = Format {
    name: "playwright-json",
    summary: "JSON form of Playwright's aria snapshot",
    sniff: |head| json::sniff_nested(head, &["[].", ""], "children", is_node) || is_plain(head),
    read,
};

/// Whether an object is a node of Playwright's and not an element of another list: it has what only Playwright writes.
fn is_node(of: &dyn Fn(&str) -> Option<Kind>) -> bool {
    let boxed = of("box") == Some(Kind::Object);
    let own = ["cursor", "active", "ariaHidden"].into_iter().any(|key| of(key).is_some())
        || of("children[]") == Some(Kind::String)
        || (of("children[].text").is_some() && of("depth").is_none());
    (of("role") == Some(Kind::String) && (boxed || own)) || (boxed && of("children") == Some(Kind::Array))
}

/// All that a node may say.
const KEYS: [&str; 18] = [
    "role",
    "name",
    "text",
    "children",
    "ref",
    "url",
    "placeholder",
    "level",
    "box",
    "cursor",
    "active",
    "ariaHidden",
    "checked",
    "disabled",
    "expanded",
    "invalid",
    "pressed",
    "selected",
];

/// Whether a file is a snapshot without refs: nodes with a role that say nothing but what Playwright says, and that
/// hold texts or (in a list) other nodes.
fn is_plain(head: &Head) -> bool {
    json::PREFIXES.iter().map(|prefix| prefix.trim_end_matches('.')).any(|start| {
        let is_list = head.kind(start) == Some(Kind::Array);
        let top = if is_list { format!("{start}[]") } else { start.to_owned() };
        let at = |key: &str| if top.is_empty() { key.to_owned() } else { format!("{top}.{key}") };
        let inner = at("children[]");
        let own = |place: &str| head.keys(place).all(|key| KEYS.contains(&key) && key != "ref");
        let says = |path: String| head.has_string(&path);
        let texts = says(at("text")) || says(inner.clone()) || says(format!("{inner}.text"));
        head.kind(&top) == Some(Kind::Object)
            && says(at("role"))
            && (texts || (is_list && head.kind(&at("children")) == Some(Kind::Array)))
            && own(&top)
            && own(&inner)
    })
}

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let doc = Doc::new(text, &strings, &[])?;
    let root = doc.root();
    let mut list = Listing::default();
    let mut skipped = 0;
    let roots = root.roots();
    walk(roots, "children", |node, inside| match node.kind() {
        Kind::Object => Under::Element(Some(add(&mut list, node, inside))),
        Kind::String => {
            add_text(&mut list, node.text().unwrap_or(""), inside);
            Under::Nothing
        }
        _ => {
            skipped += 1;
            Under::Nothing
        }
    });
    let notice = (skipped > 0)
        .then(|| format!("children left out because they are neither nodes nor texts: {skipped}"));
    Ok(list.finish(doc, notice.into_iter().collect()))
}

fn add_text<'a>(list: &mut Listing<'a>, text: &'a str, inside: Option<u32>) {
    if !text.is_empty() {
        list.push(Element { role: "text", name: Some(text), inside, ..Element::default() });
    }
}

fn add<'a>(list: &mut Listing<'a>, node: Value<'_, 'a>, inside: Option<u32>) -> u32 {
    let mut e = Element { inside, role: node.text_of("role"), ..Element::default() };
    let role = Role::from_name(e.role);
    let mut text = "";
    for member in node.items() {
        let words = || member.text().unwrap_or("");
        match member.key() {
            "role" | "children" => {}
            "name" => e.name = member.text(),
            "text" => text = words(),
            "ref" => e.own_ref = words(),
            "url" => e.url = words(),
            "placeholder" => e.placeholder = words(),
            "level" => e.level = member.level(),
            "box" => e.bounds = Some(member.numbers(["x", "y", "width", "height"])),
            "active" => set(&mut e, State::Focused, member.tri()),
            "ariaHidden" => list.attr("aria-hidden", words()),
            key => match State::from_name(key) {
                Some(state) => set(&mut e, state, member.tri()),
                None => list.attr(key, words()),
            },
        }
    }
    // The text of a field is what is typed into it; any other is a text node of its own.
    if role == Role::Text && e.name.is_none() {
        e.name = Some(text);
        text = "";
    } else if role.is_text_entry() || role == Role::Slider {
        e.value = Some(text).filter(|text| !text.is_empty());
        text = "";
    }
    let own = list.push(e);
    add_text(list, text, Some(own));
    own
}
