//! States and levels: what attributes of HTML and ARIA say is on, off or mixed. What they do not say stays unknown.

use super::live::Flags;
use super::look::clickable;
use super::page::{Facts, Page};
use super::roles::{is_editable, is_focusable};
use super::values::is_chosen;
use crate::tree::{Role, State, States, Tri};

/// The states of an element.
pub(super) fn states_of(page: &Page<'_>, n: u32) -> States {
    let (dom, role) = (page.dom, page.role(n));
    let mut states = States::default();
    for (state, value) in [
        (State::Checked, checked(page, n, role)),
        (State::Pressed, (role == Role::Button).then(|| tristate(page, n, "aria-pressed")).flatten()),
        (State::Selected, selected(page, n, role)),
        (State::Expanded, expanded(page, n)),
    ] {
        if let Some(value) = value {
            states.set(state, value);
        }
    }
    let facts = page.facts(n);
    let says = |key: &str| dom.attr_is(n, key, "true");
    let html = dom.html(n);
    let field = matches!(html, "input" | "select" | "textarea");
    for (state, on) in [
        (State::Disabled, is_disabled(facts, html, role)),
        (State::Focusable, !facts.has(Facts::INERT) && is_focusable(page, n)),
        (State::Required, says("aria-required") || (field && dom.has(n, "required"))),
        (State::Readonly, says("aria-readonly") || (field && html != "select" && dom.has(n, "readonly"))),
        (State::Invalid, is_set(page, n, "aria-invalid")),
        (State::Modal, says("aria-modal")),
        (State::Busy, says("aria-busy")),
        (State::Current, is_set(page, n, "aria-current")),
        (
            State::Multiselectable,
            says("aria-multiselectable") || (html == "select" && dom.has(n, "multiple")),
        ),
        (State::Multiline, says("aria-multiline") || html == "textarea"),
        (State::Interactive, is_acted_on(page, n)),
    ] {
        if on {
            states.set(state, Tri::True);
        }
    }
    states
}

fn is_disabled(facts: Facts, html: &str, role: Role) -> bool {
    let native =
        matches!(html, "button" | "fieldset" | "input" | "optgroup" | "option" | "select" | "textarea");
    let takes =
        native || role.is_interactive() || matches!(role, Role::Group | Role::Toolbar | Role::TabList);
    (native && facts.has(Facts::DISABLED)) || (takes && facts.has(Facts::ARIA_DISABLED))
}

/// Whether the element answers to clicks or typing though its role does not say so.
pub(super) fn is_acted_on(page: &Page<'_>, n: u32) -> bool {
    let dom = page.dom;
    if dom.live(n).is_some() {
        return clickable::why(page, n).is_some();
    }
    !page.role(n).is_interactive() && (dom.has(n, "onclick") || is_editable(dom, n))
}

/// Whether an attribute of a few words is neither empty nor `false`.
fn is_set(page: &Page<'_>, n: u32, key: &str) -> bool {
    page.dom.attr(n, key).map(str::trim).is_some_and(|v| !v.is_empty() && !v.eq_ignore_ascii_case("false"))
}

fn tristate(page: &Page<'_>, n: u32, key: &str) -> Option<Tri> {
    match page.dom.attr(n, key)?.trim().to_ascii_lowercase().as_str() {
        "true" => Some(Tri::True),
        "false" => Some(Tri::False),
        "mixed" => Some(Tri::Mixed),
        _ => None,
    }
}

fn checked(page: &Page<'_>, n: u32, role: Role) -> Option<Tri> {
    use Role::{Checkbox, MenuItemCheckbox, MenuItemRadio, Radio, Switch, TreeItem};
    let dom = page.dom;
    let natively = dom.attr_is(n, "type", "checkbox") || dom.attr_is(n, "type", "radio");
    if dom.html(n) == "input" && natively {
        let mixed = dom.live(n).is_some_and(|live| live.flags.has(Flags::INDETERMINATE));
        let on = match dom.has(n, "checked") {
            _ if mixed => Tri::Mixed,
            true => Tri::True,
            false => Tri::False,
        };
        return matches!(role, Checkbox | Radio | Switch | MenuItemCheckbox | MenuItemRadio).then_some(on);
    }
    match role {
        Checkbox | Switch | Radio | MenuItemCheckbox | MenuItemRadio => {
            Some(tristate(page, n, "aria-checked").unwrap_or(Tri::False))
        }
        Role::Option | TreeItem => tristate(page, n, "aria-checked"),
        _ => None,
    }
}

fn selected(page: &Page<'_>, n: u32, role: Role) -> Option<Tri> {
    use Role::{ColumnHeader, GridCell, Row, RowHeader, Tab, TreeItem};
    if page.dom.html(n) == "option" {
        return Some(if is_chosen(page, n) { Tri::True } else { Tri::False });
    }
    match role {
        ColumnHeader | GridCell | Role::Option | Row | RowHeader | Tab | TreeItem => {
            tristate(page, n, "aria-selected")
        }
        _ => None,
    }
}

fn expanded(page: &Page<'_>, n: u32) -> Option<Tri> {
    let dom = page.dom;
    let open = |on: bool| Some(if on { Tri::True } else { Tri::False });
    if dom.html(n) == "summary" && page.facts(n).has(Facts::FIRST) {
        return open(dom.parent(n).is_some_and(|details| dom.has(details, "open")));
    }
    tristate(page, n, "aria-expanded").or_else(|| {
        let closed = dom.html(n) == "select" && page.role(n) == Role::ComboBox;
        if closed { Some(Tri::False) } else { None }
    })
}

/// The level of a heading or of an item in a hierarchy.
pub(super) fn level_of(page: &Page<'_>, n: u32) -> Option<u8> {
    use Role::{Heading, ListItem, Row, TreeItem};
    let role = page.role(n);
    if !matches!(role, Heading | ListItem | Row | TreeItem) {
        return None;
    }
    let said = page.dom.attr(n, "aria-level").and_then(|v| v.trim().parse::<u8>().ok()).filter(|&l| l > 0);
    let by_tag = match page.dom.html(n).as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    };
    said.or(by_tag.filter(|_| role == Heading)).or((role == Heading).then_some(2))
}
