//! What every dump of Chrome's accessibility tree says about a node, however it is wrapped.

use super::json::{Listing, Value, set};
use super::roles::chrome;
use crate::tree::{Element, Role, State, Tri};

/// The state that a key is about.
fn state_of(key: &str) -> Option<State> {
    Some(match key {
        "multiSelectable" => State::Multiselectable,
        "focusable" | "focused" | "disabled" | "required" | "readonly" | "invalid" | "expanded"
        | "selected" | "checked" | "pressed" | "multiline" | "multiselectable" | "modal" | "busy"
        | "hidden" | "current" => State::from_name(key)?,
        _ => return None,
    })
}

/// The element of a Chrome role word.
pub(super) fn element(role: &str) -> Element<'_> {
    Element { role, aria: chrome::role(role), ..Element::default() }
}

/// Stores what one property of a node says.
pub(super) fn property<'a>(e: &mut Element<'a>, list: &mut Listing<'a>, key: &'a str, value: Value<'_, 'a>) {
    if let Some(state) = state_of(key) {
        return set(e, state, value.tri());
    }
    match key {
        "name" => e.name = value.text(),
        "value" => e.value = value.text(),
        "description" => e.description = value.text().unwrap_or(""),
        "level" => e.level = value.level(),
        "placeholder" => e.placeholder = value.text().unwrap_or(""),
        "url" => address(e, list, value.text().unwrap_or("")),
        // "It can be opened", said whether or not it is open; the true states are said beside it.
        "expandable" if value.tri() == Some(Tri::True) => default_off(e, State::Expanded),
        "selectable" if value.tri() == Some(Tri::True) => default_off(e, State::Selected),
        "role" | "children" | "loaderId" | "settable" | "disableable" | "expandable" | "selectable" => {}
        "hasPopup" => list.attr("haspopup", value.text().unwrap_or("")),
        "backendNodeId" | "backendDOMNodeId" => list.attr("backend_node_id", value.text().unwrap_or("")),
        "frameId" => list.attr("frame_id", value.text().unwrap_or("")),
        key => list.attr(key, value.text().unwrap_or("")),
    }
}

fn default_off(e: &mut Element<'_>, state: State) {
    if e.states.get(state).is_none() {
        e.states.set(state, Tri::False);
    }
}

/// A link's address leads somewhere; a picture's is where it is from.
fn address<'a>(e: &mut Element<'a>, list: &mut Listing<'a>, url: &'a str) {
    match e.aria.unwrap_or_else(|| Role::from_name(e.role)) {
        Role::Image => {
            // The content of a picture that is written into its address is no knowledge.
            let end = if url.starts_with("data:") { url.find(',').unwrap_or(url.len()) } else { url.len() };
            list.attr("src", &url[..end]);
        }
        _ => e.url = url,
    }
}
