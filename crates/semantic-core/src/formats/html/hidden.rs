//! What is not shown: by element, by attribute, by inline style, by where it lies.

use super::dom::{Dom, NONE};
use super::live::Flags;
use super::page::Facts;

/// The facts about `n` that hide or disable it, given those it inherits and whether it is [`Facts::FIRST`].
pub(super) fn facts_of(dom: &Dom, n: u32, inherited: Facts) -> Facts {
    let mut facts = inherited;
    let live = dom.live(n);
    if live.is_none() && is_shut(dom, n, facts) {
        facts = facts.with(Facts::UNRENDERED);
    }
    if dom.tag(n).is_none() {
        return facts;
    }
    let (html, svg) = (dom.html(n), dom.svg(n));
    if is_never_shown(html) || is_never_shown(svg) {
        facts = facts.with(Facts::NEVER);
    }
    match live.map(|live| live.flags) {
        Some(flags) => {
            let rendered = !flags.has(Flags::UNRENDERED);
            facts = if rendered { facts } else { facts.with(Facts::UNRENDERED) };
            let visible = !flags.has(Flags::INVISIBLE);
            facts = if visible { facts.without(Facts::INVISIBLE) } else { facts.with(Facts::INVISIBLE) };
        }
        None if is_unrendered(dom, n, html) || is_unrendered_svg(svg) => {
            facts = facts.with(Facts::UNRENDERED);
        }
        None => {}
    }
    if html == "svg" || html == "math" {
        facts = facts.with(Facts::SVG);
    } else if svg == "foreignObject" {
        facts = facts.without(Facts::SVG);
    }
    if dom.attr_is(n, "aria-hidden", "true") {
        facts = facts.with(Facts::ARIA_HIDDEN);
    }
    if dom.has(n, "inert") {
        facts = facts.with(Facts::INERT);
    }
    for (property, value) in dom.attr(n, "style").into_iter().flat_map(declarations) {
        let is = |word: &str| value.eq_ignore_ascii_case(word);
        if property.eq_ignore_ascii_case("display") && is("none") {
            facts = facts.with(Facts::UNRENDERED);
        } else if property.eq_ignore_ascii_case("visibility") {
            facts = match is("hidden") || is("collapse") {
                true => facts.with(Facts::INVISIBLE),
                false => facts.without(Facts::INVISIBLE),
            };
        }
    }
    if dom.attr_is(n, "aria-disabled", "true") {
        facts = facts.with(Facts::ARIA_DISABLED);
    }
    if is_disabled(dom, n, html) {
        facts = facts.with(Facts::DISABLED);
    } else if html == "legend" && facts.has(Facts::FIRST) && !is_disabled_outside(dom, n) {
        facts = facts.without(Facts::DISABLED);
    }
    facts
}

/// The declarations of an inline style.
pub(super) fn declarations(style: &str) -> impl Iterator<Item = (&str, &str)> {
    style.split(';').filter_map(|declaration| {
        let (property, value) = declaration.split_once(':')?;
        let value = value.trim();
        let value = value.strip_suffix("!important").unwrap_or(value);
        Some((property.trim(), value.trim()))
    })
}

/// Elements whose text is no text of the page.
fn is_never_shown(name: &str) -> bool {
    matches!(name, "script" | "style" | "template" | "noscript" | "noframes" | "noembed" | "metadata")
}

fn is_unrendered(dom: &Dom, n: u32, html: &str) -> bool {
    let by_name = match html {
        "head" | "title" | "meta" | "link" | "base" | "datalist" | "rp" | "param" | "source" | "track" => {
            true
        }
        "input" => dom.attr_is(n, "type", "hidden"),
        "dialog" => !dom.has(n, "open"),
        "audio" => !dom.has(n, "controls"),
        _ => false,
    };
    by_name || (!html.is_empty() && (dom.has(n, "hidden") || dom.has(n, "popover")))
}

fn is_unrendered_svg(svg: &str) -> bool {
    const PARTS: [&str; 10] = [
        "clipPath",
        "defs",
        "desc",
        "filter",
        "linearGradient",
        "marker",
        "mask",
        "pattern",
        "radialGradient",
        "symbol",
    ];
    svg == "title" || PARTS.contains(&svg)
}

/// Whether a node is the content of a closed `details`, or of something drawn in its place.
fn is_shut(dom: &Dom, n: u32, facts: Facts) -> bool {
    let Some(parent) = dom.parent(n) else { return false };
    match dom.html(parent) {
        "details" => !dom.has(parent, "open") && !facts.has(Facts::FIRST),
        "object" => dom.has(parent, "data"),
        "video" | "audio" => true,
        _ => false,
    }
}

fn is_disabled(dom: &Dom, n: u32, html: &str) -> bool {
    let own = matches!(html, "button" | "fieldset" | "input" | "optgroup" | "option" | "select" | "textarea");
    own && dom.has(n, "disabled")
}

/// Whether something outside a legend's fieldset disables it. Depth is bounded, and so is this.
fn is_disabled_outside(dom: &Dom, legend: u32) -> bool {
    let fieldset = dom.parent(legend).unwrap_or(NONE);
    dom.ancestors(legend).any(|n| n != fieldset && is_disabled(dom, n, dom.html(n)))
}
