//! Playwright's aria snapshot as JSON (`ariaSnapshotJSON`): nested objects, texts as strings among them.

use super::flat::Strings;
use super::json::{self, Doc, Listing, Under, Value, set, walk};
use super::{Format, Kind, ReadError};
use crate::tree::{Element, Role, Snapshot, State};

pub(super) static PLAYWRIGHT_JSON: Format = Format {
    name: "playwright-json",
    summary: "JSON form of Playwright's aria snapshot",
    sniff: |head| json::sniff(head, |kind| ["[]", ""].into_iter().any(|at| is_node(kind, at))),
    read,
};

/// Whether the objects at a path are Playwright's nodes and not elements of another list: what only it writes is
/// on one of the first three levels.
fn is_node(kind: &dyn Fn(&str) -> Option<Kind>, at: &str) -> bool {
    if kind(&key_at(at, "role")) != Some(Kind::String) {
        return false;
    }
    let mut level = at.to_owned();
    (0..4).any(|_| {
        let of = |key: &str| kind(&key_at(&level, key));
        let own = of("box") == Some(Kind::Object)
            || ["cursor", "active", "ariaHidden"].into_iter().any(|key| of(key).is_some())
            || of("children[]") == Some(Kind::String);
        level = key_at(&level, "children[]");
        own
    }) || (kind(&key_at(at, "children[].text")).is_some() && kind(&key_at(at, "depth")).is_none())
}

fn key_at(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let doc = Doc::new(text, &strings, &[])?;
    let root = doc.root();
    let mut list = Listing::default();
    let mut skipped = 0;
    let roots: Vec<_> = if root.is_object() { vec![root] } else { root.items().collect() };
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
