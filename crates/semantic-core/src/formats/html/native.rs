//! The texts by which HTML itself names an element: labels, legends, captions, `alt`, `value`.

use std::borrow::Cow;

use super::dom::{Dom, collapsed};
use super::page::Page;
use super::values::takes_text;
use crate::tree::Role;

/// A text that HTML gives an element.
pub(super) enum Text<'d> {
    /// None.
    Nothing,
    /// This one.
    Is(Cow<'d, str>),
    /// The text of these elements.
    Of(Vec<u32>),
}

/// `aria-label`, where it says something.
pub(super) fn label_attr(dom: &Dom, n: u32) -> Option<String> {
    dom.attr(n, "aria-label").map(collapsed).filter(|label| !label.is_empty())
}

/// The text that names the element before anything it holds is looked at.
pub(super) fn text_of<'d>(page: &Page<'d>, n: u32) -> Text<'d> {
    let dom = page.dom;
    let html = dom.html(n);
    let child = |name: &str| dom.children(n).find(|&c| dom.html(c) == name).into_iter().collect::<Vec<u32>>();
    let by_labels = || Text::Of(page.labels(n).to_vec());
    match html {
        "img" | "area" => non_empty(dom, n, "alt"),
        "input" if dom.attr_is(n, "type", "image") && page.labels(n).is_empty() => non_empty(dom, n, "alt"),
        "optgroup" => non_empty(dom, n, "label"),
        "option" => Text::Is(Cow::Owned(super::values::option_text(dom, n))),
        "fieldset" => Text::Of(child("legend")),
        "figure" => Text::Of(child("figcaption")),
        "table" => Text::Of(child("caption")),
        "input" | "textarea" | "select" | "button" | "meter" | "progress" | "output" => by_labels(),
        "svg" => svg_title(dom, n),
        name if name.contains('-') && !page.labels(n).is_empty() => by_labels(),
        "" if !dom.svg(n).is_empty() => svg_title(dom, n),
        _ => Text::Nothing,
    }
}

fn non_empty<'d>(dom: &'d Dom, n: u32, key: &str) -> Text<'d> {
    match dom.attr(n, key).map(collapsed).filter(|text| !text.is_empty()) {
        Some(text) => Text::Is(Cow::Owned(text)),
        None => Text::Nothing,
    }
}

/// The title inside a drawing or a part of it.
fn svg_title<'d>(dom: &'d Dom, n: u32) -> Text<'d> {
    const FAR: usize = 50;
    let title = dom.children(n).take(FAR).find(|&c| dom.svg(c) == "title");
    match title.map(|title| collapsed(&dom.text(title))).filter(|text| !text.is_empty()) {
        Some(text) => Text::Is(Cow::Owned(text)),
        None => Text::Nothing,
    }
}

/// The text of a button that is an `input`, used where it has no label.
pub(super) fn after_labels<'d>(page: &Page<'d>, n: u32) -> Option<Cow<'d, str>> {
    let dom = page.dom;
    if dom.html(n) != "input" {
        return None;
    }
    let given = |key: &str| dom.attr(n, key).filter(|v| !v.trim().is_empty()).map(Cow::Borrowed);
    match dom.attr(n, "type").unwrap_or_default().trim().to_ascii_lowercase().as_str() {
        "button" => given("value"),
        "submit" => given("value").or(Some("Submit".into()).filter(|_| !dom.has(n, "value"))),
        "reset" => given("value").or(Some("Reset".into()).filter(|_| !dom.has(n, "value"))),
        "image" => given("alt").or_else(|| given("value")),
        _ => None,
    }
}

/// The word that a browser itself puts on the element.
pub(super) fn default_text(dom: &Dom, n: u32) -> Option<&'static str> {
    if dom.html(n) != "input" {
        return None;
    }
    match dom.attr(n, "type").unwrap_or_default().trim().to_ascii_lowercase().as_str() {
        "image" => Some("Submit Query"),
        "file" if dom.has(n, "multiple") => Some("Choose Files"),
        "file" => Some("Choose File"),
        _ => None,
    }
}

/// Whether a placeholder may name the element.
pub(super) fn takes_placeholder(page: &Page<'_>, n: u32) -> bool {
    match page.dom.html(n) {
        "textarea" => true,
        "input" => takes_text(page.dom, n),
        _ => false,
    }
}

/// Whether what an element holds is no part of any name.
pub(super) fn has_no_content(page: &Page<'_>, n: u32) -> bool {
    matches!(
        page.dom.html(n),
        "audio"
            | "canvas"
            | "embed"
            | "iframe"
            | "img"
            | "input"
            | "meter"
            | "object"
            | "option"
            | "progress"
            | "select"
            | "textarea"
            | "video"
    ) || (page.dom.html(n) == "svg" && page.role(n) == Role::Image)
}
