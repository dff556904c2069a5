//! Boxes without a role that repeat, each with words and something to act on: cards and rows made of plain `div`s.

use super::dom::{Data, Dom};
use super::look::clickable;
use super::page::{Facts, Page};

/// Most siblings that are passed over on the way to the nearest element beside a box.
const BESIDE: usize = 6;
/// Most nodes of a box that are looked at.
const FAR: usize = 120;

/// Whether an element of a live page is such a box: an element like it stands beside it, and both hold words and
/// something to act on.
pub(super) fn is_card(page: &Page<'_>, n: u32) -> bool {
    let dom = page.dom;
    dom.live(n).is_some() && is_plain_box(dom, n) && has_like(page, n) && holds_both(page, n)
}

fn is_plain_box(dom: &Dom, n: u32) -> bool {
    let html = dom.html(n);
    // Spans are parts of sentences as often as chips.
    let chip = html == "span" && dom.attr(n, "class").is_some_and(|class| !class.trim().is_empty());
    chip || matches!(html, "div" | "section" | "li" | "article") || html.contains('-')
}

/// Whether the nearest element before or after a box is one like it.
fn has_like(page: &Page<'_>, n: u32) -> bool {
    let dom = page.dom;
    let like = |other: Option<u32>| other.is_some_and(|o| is_like(dom, n, o) && holds_both(page, o));
    let element = |&n: &u32| dom.tag(n).is_some();
    let before = std::iter::successors(dom.prev(n), |&s| dom.prev(s)).take(BESIDE).find(element);
    let after = || std::iter::successors(dom.next(n), |&s| dom.next(s)).take(BESIDE).find(element);
    like(before) || like(after())
}

/// Whether two elements have the same tag and begin with the same class.
fn is_like(dom: &Dom, one: u32, other: u32) -> bool {
    let class = |n: u32| dom.attr(n, "class").and_then(|all| all.split_ascii_whitespace().next());
    dom.html(one) == dom.html(other) && class(one) == class(other)
}

/// Whether a box holds words of its own and something to act on: more than a field and its label.
fn holds_both(page: &Page<'_>, n: u32) -> bool {
    let dom = page.dom;
    let (mut words, mut acts) = (false, false);
    let mut at = dom.first(n);
    for _ in 0..FAR {
        let Some(inner) = at else { break };
        let control = dom.tag(inner).is_some()
            && (page.role(inner).is_interactive() || clickable::why(page, inner).is_some());
        let passed = control || dom.html(inner) == "label" || page.facts(inner).has(Facts::NEVER);
        acts |= control;
        words |= matches!(dom.data(inner), Data::Text(text) if text.contains(char::is_alphanumeric));
        if words && acts {
            return true;
        }
        at = dom.first(inner).filter(|_| !passed).or_else(|| dom.after(inner, n));
    }
    false
}
