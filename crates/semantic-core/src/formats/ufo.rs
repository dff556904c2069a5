//! UFO's trees and lists of Windows controls as JSON.

use super::json::{self, Doc, Listing, Value, read_nested, set};
use super::roles::windows;
use super::{Format, Kind};
use crate::tree::{Element, State, Tri};

pub(super) static UFO: Format = Format {
    name: "ufo",
    summary: "JSON of UFO's Windows control tree",
    sniff: |head| {
        json::sniff_nested(head, &["", "[]."], "children", |of| {
            let around = ["rectangle", "control_rect", "control_text", "children"];
            of("control_type") == Some(Kind::String) && around.into_iter().any(|key| of(key).is_some())
        })
    },
    read: |text| read_nested(text, &[], "children", add),
};

fn add<'a>(_: &Doc<'a>, list: &mut Listing<'a>, node: Value<'_, 'a>, inside: Option<u32>) -> u32 {
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
