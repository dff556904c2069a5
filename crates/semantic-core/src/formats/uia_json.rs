//! Windows UI Automation as nested JSON: the snapshots of axe-windows and Accessibility Insights.

use super::json::{self, Doc, Listing, Value, read_nested, set};
use super::roles::windows;
use super::{Format, Kind};
use crate::tree::{Element, Role, State, Tri};

pub(super) static AXE_WINDOWS: Format = Format {
    name: "axe-windows",
    summary: "element snapshot of axe-windows or Accessibility Insights for Windows",
    sniff: |head| {
        json::sniff_nested(head, &[""], "Children", |of| {
            let around = ["Glimpse", "ControlTypeId", "Patterns", "Children"];
            of("Properties") == Some(Kind::Object) && around.into_iter().any(|key| of(key).is_some())
        })
    },
    read: |text| read_nested(text, &OPAQUE, "Children", add),
};

/// What the accessibility rules found, and what the platform adds, are most of the bytes.
const OPAQUE: [&str; 2] = ["ScanResults", "PlatformProperties"];

fn add<'a>(_: &Doc<'a>, list: &mut Listing<'a>, node: Value<'_, 'a>, inside: Option<u32>) -> u32 {
    let mut e = Element { inside, name: name(node), ..Element::default() };
    let number = property(node, "30003").or_else(|| node.get("ControlTypeId")).and_then(Value::real);
    e.role =
        number.and_then(|n| windows::name(n as u32)).unwrap_or_else(|| node.text_of("LocalizedControlType"));
    e.aria = windows::role(e.role);
    e.bounds = bounds(node);
    let patterns = node.list("Patterns").map(|pattern| pattern.list("Properties").count()).sum::<usize>();
    for holder in node.get("Properties").into_iter().flat_map(Value::items) {
        if let Some(value) = holder.get("Value") {
            stand_alone(&mut e, list, holder.key(), value);
            // Some files say what a pattern says among the properties, some say it twice.
            if patterns == 0
                && let Some((pattern, key)) = holder.text_of("Name").split_once('.')
            {
                of_pattern(&mut e, list, (pattern, key), value);
            }
        }
    }
    for pattern in node.list("Patterns") {
        for holder in pattern.list("Properties") {
            if let Some(value) = holder.get("Value") {
                of_pattern(&mut e, list, (pattern.text_of("Name"), holder.text_of("Name")), value);
            }
        }
    }
    list.push(e)
}

fn property<'d, 'a>(node: Value<'d, 'a>, id: &str) -> Option<Value<'d, 'a>> {
    node.get("Properties")?.get(id)?.get("Value")
}

fn name<'a>(node: Value<'_, 'a>) -> Option<&'a str> {
    property(node, "30005").or_else(|| node.get("Name")).and_then(Value::text)
}

/// Left, top, width and height in screen pixels: as numbers, in older files as text.
fn bounds(node: Value<'_, '_>) -> Option<[f64; 4]> {
    if let Some(numbers) = property(node, "30001") {
        return numbers.array();
    }
    let mut numbers = node.text_of("BoundingRectangle").split(',').map(|n| n.trim().parse::<f64>());
    let mut next = || numbers.next()?.ok();
    Some([next()?, next()?, next()?, next()?])
}

/// A property that stands for itself, by its number.
fn stand_alone<'a>(e: &mut Element<'a>, list: &mut Listing<'a>, id: &str, value: Value<'_, 'a>) {
    let text = || value.text().unwrap_or("");
    let is = |want: Tri| value.tri() == Some(want);
    match id {
        "30004" if !text().eq_ignore_ascii_case(e.role) => list.attr("roledescription", text()),
        "30006" | "30007" => list.attr("keyshortcuts", text()),
        "30008" if is(Tri::True) => e.states.set(State::Focused, Tri::True),
        "30009" => set(e, State::Focusable, value.tri()),
        "30010" if is(Tri::False) => e.states.set(State::Disabled, Tri::True),
        "30011" => e.identifier = text(),
        "30012" => list.attr("class", text()),
        "30013" if e.description.is_empty() => e.description = text(),
        "30013" => e.title = text(),
        "30019" if is(Tri::True) => list.attr("type", "password"),
        "30022" if is(Tri::True) => e.states.set(State::Hidden, Tri::True),
        "30024" => list.attr("framework", text()),
        "30025" if is(Tri::True) => e.states.set(State::Required, Tri::True),
        "30101" => {
            let role = text().split_ascii_whitespace().map(Role::from_name).find(|role| !role.is_vague());
            e.aria = role.or(e.aria);
        }
        "30154" => e.level = value.level().filter(|&level| level > 0),
        "30157" => e.aria = landmark(text()).or(e.aria),
        "30159" => e.title = std::mem::replace(&mut e.description, text()),
        // 80050 is "no heading", the next nine are the levels.
        "30173" => {
            if let Some(level @ 1..=9) = text().parse::<u32>().ok().and_then(|n| n.checked_sub(80_050)) {
                (e.aria, e.level) = (Some(Role::Heading), Some(level as u8));
            }
        }
        "30174" if is(Tri::True) => e.aria = Some(Role::Dialog),
        _ => {}
    }
}

fn landmark(number: &str) -> Option<Role> {
    Some(match number {
        "80001" => Role::Form,
        "80002" => Role::Main,
        "80003" => Role::Navigation,
        "80004" => Role::Search,
        _ => return None,
    })
}

/// A property of what the element can do.
fn of_pattern<'a>(
    e: &mut Element<'a>,
    list: &mut Listing<'a>,
    (pattern, key): (&str, &str),
    value: Value<'_, 'a>,
) {
    let text = || value.text().unwrap_or("");
    match (pattern, key) {
        ("ValuePattern", "Value") => e.value = value.text(),
        ("RangeValuePattern", "Value") if e.value.is_none() => e.value = value.text(),
        ("ValuePattern" | "RangeValuePattern", "IsReadOnly") => set(e, State::Readonly, value.tri()),
        ("RangeValuePattern", "Minimum") => list.attr("valuemin", text()),
        ("RangeValuePattern", "Maximum") => list.attr("valuemax", text()),
        ("SelectionItemPattern", "IsSelected") => set(e, State::Selected, value.tri()),
        ("SelectionPattern", "CanSelectMultiple") => set(e, State::Multiselectable, value.tri()),
        ("WindowPattern", "IsModal") => set(e, State::Modal, value.tri()),
        ("ExpandCollapsePattern", "ExpandCollapseState") => {
            let expanded = match text() {
                "0" => Some(Tri::False),
                "1" | "2" => Some(Tri::True),
                _ => None, // a leaf
            };
            set(e, State::Expanded, expanded);
        }
        ("TogglePattern", "ToggleState") => toggle(e, text()),
        _ => {}
    }
}

fn toggle(e: &mut Element<'_>, number: &str) {
    let on = match number {
        "0" => Tri::False,
        "1" => Tri::True,
        _ => Tri::Mixed,
    };
    match e.aria {
        Some(Role::Button) => e.states.set(State::Pressed, on),
        Some(Role::MenuItem) => {
            e.aria = Some(Role::MenuItemCheckbox);
            e.states.set(State::Checked, on);
        }
        _ => e.states.set(State::Checked, on),
    }
}
