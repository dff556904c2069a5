//! The Computer Use Protocol's JSON: one tree a window, ARIA roles, states and actions as words.

use super::flat::Strings;
use super::json::{self, Doc, Listing, Value, nest};
use super::{Format, Kind, ReadError};
use crate::tree::{Element, Role, Snapshot, State, Tri};

pub(super) static CUP: Format = Format {
    name: "cup",
    summary: "JSON of the Computer Use Protocol",
    sniff: |head| {
        json::sniff(head, |kind| {
            kind("platform") == Some(Kind::String)
                && matches!(kind("tree"), Some(Kind::Array | Kind::Object))
                && (kind("screen").is_some() || kind("version").is_some())
        })
    },
    read,
};

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let doc = Doc::new(text, &strings, &[])?;
    let root = doc.root();
    let found = || "no such key".to_owned();
    let none = || ReadError::Shape { part: "key \"tree\"", expected: "an array of nodes", found: found() };
    let tree = root.get("tree").ok_or_else(none)?;
    let roots = tree.roots();
    let mut list = Listing::default();
    nest(roots, "children", |node, inside| add(&doc, &mut list, node, inside));
    list.title = root.get("app").map_or("", |app| app.text_of("name"));
    Ok(list.finish(doc, Vec::new()))
}

fn add<'a>(doc: &Doc<'a>, list: &mut Listing<'a>, node: Value<'_, 'a>, inside: Option<u32>) -> u32 {
    let mut e = Element {
        inside,
        own_ref: node.text_of("id"),
        role: node.text_of("role"),
        name: node.get("name").and_then(Value::text),
        value: node.get("value").and_then(Value::text),
        description: node.text_of("description"),
        bounds: node.get("bounds").map(|b| b.numbers(["x", "y", "w", "h"])),
        ..Element::default()
    };
    states(&mut e, list, node);
    let actions: Vec<&str> = node.list("actions").filter_map(Value::text).collect();
    let acts = |action: &&&str| !matches!(**action, "focus" | "scroll" | "scrollintoview" | "dismiss");
    if actions.iter().find(acts).is_some() {
        e.states.set(State::Interactive, Tri::True);
    }
    if !actions.is_empty() {
        list.attr("actions", doc.keep(&actions.join(" ")));
    }
    for member in node.get("attributes").into_iter().flat_map(Value::items) {
        let text = || member.text().unwrap_or("");
        match member.key() {
            "level" => e.level = member.level(),
            "placeholder" => e.placeholder = text(),
            "url" => e.url = text(),
            "valueNow" if e.value.is_none() => e.value = member.text(),
            "valueNow" => {}
            "valueMin" => list.attr("valuemin", text()),
            "valueMax" => list.attr("valuemax", text()),
            "roleDescription" => list.attr("roledescription", text()),
            "keyShortcut" | "keyboardShortcut" => list.attr("keyshortcuts", text()),
            key => list.attr(key, text()),
        }
    }
    for platform in node.get("platform").into_iter().flat_map(Value::items) {
        native(&mut e, list, platform);
    }
    list.push(e)
}

fn states<'a>(e: &mut Element<'a>, list: &mut Listing<'a>, node: Value<'_, 'a>) {
    let toggled = if Role::from_name(e.role) == Role::Button { State::Pressed } else { State::Checked };
    for word in node.list("states").filter_map(Value::text) {
        match word {
            "collapsed" => e.states.set(State::Expanded, Tri::False),
            "mixed" => e.states.set(toggled, Tri::Mixed),
            "checked" => e.states.set(toggled, Tri::True),
            // Scrolled away, or in a menu that is closed: those have no place on the screen.
            "offscreen" if is_nowhere(e.bounds) || is_empty(e.bounds) => {
                e.states.set(State::Hidden, Tri::True)
            }
            word => match State::from_name(word) {
                Some(state) => e.states.set(state, Tri::True),
                None => list.attr(word, "true"),
            },
        }
    }
    if is_nowhere(e.bounds) {
        e.bounds = None;
    }
}

/// Whether a box is the mark of "nowhere" that some toolkits give instead of none.
pub(super) fn is_nowhere(bounds: Option<[f64; 4]>) -> bool {
    bounds.is_none_or(|[x, y, ..]| x <= f64::from(i32::MIN) || y <= f64::from(i32::MIN))
}

/// Whether a box has no size in either direction.
pub(super) fn is_empty(bounds: Option<[f64; 4]>) -> bool {
    bounds.is_none_or(|[_, _, width, height]| width <= 0.0 && height <= 0.0)
}

/// What the platform itself says about the node.
fn native<'a>(e: &mut Element<'a>, list: &mut Listing<'a>, platform: Value<'_, 'a>) {
    for member in platform.items() {
        match (member.kind(), member.key()) {
            (Kind::Array | Kind::Object | Kind::Null, _) => {}
            (_, "automationId" | "axIdentifier" | "identifier" | "resourceId" | "testId") => {
                e.identifier = member.text().unwrap_or("");
            }
            (_, "isPassword") => set_password(list, member.tri()),
            (_, key) => {
                let text = member.text().unwrap_or("");
                if matches!(text, "password-text" | "password text" | "AXSecureTextField") {
                    set_password(list, Some(Tri::True));
                }
                list.attr(key, text);
            }
        }
    }
}

fn set_password(list: &mut Listing<'_>, is: Option<Tri>) {
    if is == Some(Tri::True) {
        list.attr("type", "password");
    }
}
