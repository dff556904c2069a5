//! What a field holds: typed text, the chosen option, a number on a scale.

use std::borrow::Cow;

use super::aria::is_range;
use super::dom::{Dom, collapsed};
use super::page::{Facts, Page};
use super::roles::is_editable;
use crate::tree::{Element, Role, holds_secret};

/// The value of an element as the document gives it; `None` where there is none or it is unknown.
pub(super) fn value_of<'d>(page: &Page<'d>, n: u32) -> Option<Cow<'d, str>> {
    let dom = page.dom;
    let attr = |key: &str| dom.attr(n, key).map(Cow::Borrowed);
    let html = dom.html(n);
    let native = match html {
        "input" if takes_text(dom, n) => attr("value"),
        "input" => match dom.attr(n, "type").unwrap_or_default().to_ascii_lowercase().as_str() {
            "range" => Some(Cow::Owned(position(dom, n))),
            "color" => attr("value"),
            _ => None,
        },
        "textarea" => Some(Cow::Owned(dom.text(n))),
        "select" if page.role(n) != Role::ListBox => chosen(page, n),
        "meter" | "progress" => attr("value").map(|v| Cow::Owned(v.trim().to_owned())),
        _ => None,
    };
    if native.is_some() && html != "meter" && html != "progress" {
        return native;
    }
    let role = page.role(n);
    if is_range(role) || role == Role::Separator {
        return attr("aria-valuetext")
            .filter(|v| !v.trim().is_empty())
            .or_else(|| attr("aria-valuenow"))
            .or(native);
    }
    let edited = is_editable(dom, n) && role.is_text_entry();
    if edited { Some(Cow::Owned(collapsed(&dom.text(n)))) } else { native }
}

/// Whether an `input` is one into which something is typed, dates included.
pub(super) fn takes_text(dom: &Dom, n: u32) -> bool {
    const OTHERS: [&str; 10] =
        ["button", "checkbox", "color", "file", "hidden", "image", "radio", "range", "reset", "submit"];
    let kind = dom.attr(n, "type").unwrap_or_default().trim();
    !OTHERS.iter().any(|other| kind.eq_ignore_ascii_case(other))
}

/// Whether a field's content may not be shown to anybody, not even inside the name of something else.
pub(super) fn is_secret(page: &Page<'_>, n: u32) -> bool {
    let dom = page.dom;
    let Some(tag) = dom.tag(n) else { return false };
    let attrs: Vec<(&str, &str)> = tag.attrs.iter().map(|a| (&*a.name.local, &*a.value)).collect();
    let label = page.labels(n).first().map(|&label| dom.text_within(label, 1000)).unwrap_or_default();
    let placeholder = dom.attr(n, "placeholder").unwrap_or_default();
    let title = dom.attr(n, "title").unwrap_or_default();
    let element = Element { attrs: &attrs, label: &label, placeholder, title, ..Element::default() };
    holds_secret(&element, page.role(n))
}

/// The text of the option that a closed `select` shows.
fn chosen(page: &Page<'_>, select: u32) -> Option<Cow<'static, str>> {
    options(page, select).find(|&o| is_chosen(page, o)).map(|o| Cow::Owned(option_text(page.dom, o)))
}

/// The options of a `select`.
pub(super) fn options<'p>(page: &'p Page<'_>, select: u32) -> impl Iterator<Item = u32> + 'p {
    page.dom.inside(select).filter(|&n| page.dom.html(n) == "option")
}

/// Whether an option is the chosen one, or one of them.
pub(super) fn is_chosen(page: &Page<'_>, option: u32) -> bool {
    page.facts(option).has(Facts::CHOSEN)
}

/// What an option is called.
pub(super) fn option_text(dom: &Dom, option: u32) -> String {
    match dom.attr(option, "label").filter(|label| !label.trim().is_empty()) {
        Some(label) => collapsed(label),
        None => collapsed(&dom.text(option)),
    }
}

/// The position of a slider: as given, else the middle of its scale.
fn position(dom: &Dom, n: u32) -> String {
    let number =
        |key: &str| dom.attr(n, key).and_then(|v| v.trim().parse::<f64>().ok()).filter(|v| v.is_finite());
    let (min, max) = (number("min").unwrap_or(0.0), number("max").unwrap_or(100.0));
    let middle = if max < min { min } else { min + (max - min) / 2.0 };
    let value = number("value").unwrap_or(middle);
    format!("{}", value.min(max).max(min))
}
