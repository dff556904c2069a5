//! UFO's trees and lists of Windows controls as JSON.

use super::flat::Strings;
use super::json::{self, Doc, Listing, Under, Value, set, walk};
use super::roles::windows;
use super::{Format, Kind, ReadError};
use crate::tree::{Element, Snapshot, State, Tri};

pub(super) static UFO: Format = Format {
    name: "ufo",
    summary: "JSON of UFO's Windows control tree",
    sniff: |head| {
        json::sniff(head, |kind| {
            ["", "[]."].into_iter().any(|at| {
                let of = |key: &str| kind(&format!("{at}{key}"));
                of("control_type") == Some(Kind::String)
                    && ["rectangle", "control_rect", "control_text", "children"]
                        .into_iter()
                        .any(|key| of(key).is_some())
            })
        })
    },
    read,
};

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let doc = Doc::new(text, &strings, &[])?;
    let root = doc.root();
    let roots: Vec<_> = if root.is_object() { vec![root] } else { root.items().collect() };
    let mut list = Listing::default();
    list.title = roots.first().map_or("", |root| root.text_of_any(&["name", "control_text"]));
    walk(roots, "children", |node, inside| match node.is_object() {
        true => Under::Element(Some(add(&mut list, node, inside))),
        false => Under::Nothing,
    });
    Ok(list.finish(doc, Vec::new()))
}

fn add<'a>(list: &mut Listing<'a>, node: Value<'_, 'a>, inside: Option<u32>) -> u32 {
    let role = node.text_of("control_type");
    let mut e = Element { inside, role, aria: windows::role(role), ..Element::default() };
    for member in node.items() {
        let text = || member.text().unwrap_or("");
        match member.key() {
            "name" | "control_text" | "control_title" => {
                e.name = e.name.filter(|n| !n.is_empty()).or(member.text())
            }
            "rectangle" => {
                let [left, top, right, bottom] = member.numbers(["left", "top", "right", "bottom"]);
                e.bounds = Some([left, top, right - left, bottom - top]);
            }
            "control_rect" if e.bounds.is_none() => {
                let corners = member.array::<4>();
                e.bounds = corners.map(|[left, top, right, bottom]| [left, top, right - left, bottom - top]);
            }
            "id" => list.attr("node_id", text()),
            // In the lists that are made for a model the label is what it answers with.
            "label" => e.own_ref = text(),
            "automation_id" | "auto_id" => e.identifier = text(),
            "control_class" | "class_name" => list.attr("class", text()),
            "value" => e.value = member.text(),
            "is_enabled" | "enabled" if member.tri() == Some(Tri::False) => {
                e.states.set(State::Disabled, Tri::True);
            }
            "is_visible" | "visible" if member.tri() == Some(Tri::False) => {
                e.states.set(State::Hidden, Tri::True);
            }
            "is_password" if member.tri() == Some(Tri::True) => list.attr("type", "password"),
            "selected" => set(&mut e, State::Selected, member.tri()),
            "control_type" | "children" | "level" | "adjusted_rectangle" | "relative_rectangle"
            | "control_rect" | "is_enabled" | "enabled" | "is_visible" | "visible" | "is_password" => {}
            key => list.attr(key, text()),
        }
    }
    list.push(e)
}
