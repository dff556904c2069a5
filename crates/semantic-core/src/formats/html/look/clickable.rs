//! What a person can act on though its role does not say so, and why it counts.

use crate::formats::html::dom::{Data, Dom};
use crate::formats::html::live::Flags;
use crate::formats::html::names::{Names, Source};
use crate::formats::html::page::{Facts, Page};
use crate::formats::html::roles::is_editable;

/// Longest name that is made of an element's text, in characters.
const LONGEST: usize = 80;

/// Why an element of a live page can be acted on though its role does not say so.
pub(in crate::formats::html) fn why(page: &Page<'_>, n: u32) -> Option<&'static str> {
    let dom = page.dom;
    let flags = dom.live(n)?.flags;
    let html = dom.html(n);
    if dom.tag(n).is_none() || page.role(n).is_interactive() || page.facts(n).has(Facts::UNRENDERED) {
        return None;
    }
    if matches!(html, "html" | "body" | "iframe" | "frame")
        || (flags.has(Flags::EMPTY) && !shows_anything(dom, n))
    {
        return None;
    }
    // A label's click is that of its control.
    if flags.has(Flags::POINTER) && html != "label" && !is_around_a_control(page, n) {
        return Some("pointer");
    }
    let focusable = || {
        let tabindex = dom.attr(n, "tabindex").and_then(|v| v.trim().parse::<i32>().ok());
        tabindex.is_some_and(|v| v >= 0)
    };
    match () {
        () if html == "video" && dom.has(n, "controls") => Some("video controls"),
        () if html == "audio" && dom.has(n, "controls") => Some("audio controls"),
        () if dom.has(n, "onclick") => Some("handler"),
        () if is_editable(dom, n) => Some("editable"),
        () if focusable() => Some("focusable"),
        () => None,
    }
}

/// A name for such an element from the text that it holds, its own where there is any beside what can be acted on in it;
/// `name` and `source`: what it has by the rules for boxes, a tooltip, which says more than a mere sign.
pub(in crate::formats::html) fn name(
    names: &mut Names<'_, '_>,
    n: u32,
    name: String,
    source: Source,
) -> (String, Source) {
    let own = names.own_text(n);
    let text = if own.is_empty() { names.text(n) } else { own };
    if text.is_empty() || (source == Source::Title && !text.contains(char::is_alphanumeric)) {
        return (name, source);
    }
    let cut: String = text.chars().take(LONGEST).collect();
    (if cut.len() < text.len() { cut + "…" } else { cut }, Source::Content)
}

/// Whether an element is one that lies over the page.
pub(in crate::formats::html) fn is_layer(flags: Flags) -> bool {
    [Flags::MODAL, Flags::POPOVER, Flags::COVERS].iter().any(|&flag| flags.has(flag))
}

/// Whether an element without a size of its own still shows something.
fn shows_anything(dom: &Dom, n: u32) -> bool {
    const FAR: usize = 50;
    dom.inside(n).skip(1).take(FAR).any(|n| {
        let sized = |n| dom.live(n).is_some_and(|live| live.bounds.is_some_and(|b| b[2] > 0.0 && b[3] > 0.0));
        dom.tag(n).is_some() && sized(n)
    })
}

/// Whether an element holds one control and no text but that control's: it is its frame.
fn is_around_a_control(page: &Page<'_>, n: u32) -> bool {
    const FAR: usize = 60;
    let dom = page.dom;
    let mut at = dom.first(n);
    let (mut controls, mut seen) = (0, 0);
    while let Some(inner) = at {
        seen += 1;
        let is_text = matches!(dom.data(inner), Data::Text(text) if !text.trim().is_empty());
        if is_text || seen > FAR {
            return false;
        }
        let control = page.role(inner).is_interactive() && dom.tag(inner).is_some();
        controls += usize::from(control);
        at = dom.first(inner).filter(|_| !control).or_else(|| dom.after(inner, n));
    }
    controls == 1
}
