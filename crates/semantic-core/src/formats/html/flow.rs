//! Text as it flows into a name: white space collapsed, words of different boxes kept apart.

use super::dom::{Dom, is_blank, is_one_of};
use super::hidden::declarations;
use super::live::Flags;
use super::page::Facts;
use crate::tree::Role;

/// Longest name, in bytes. Whatever is longer is no name.
pub(super) const LONGEST: usize = 10_000;

/// A name in the making.
#[derive(Default, Debug)]
pub(super) struct Flow {
    text: String,
    blank: bool,
}

impl Flow {
    /// Adds a piece of text that goes on where the last one ended.
    pub(super) fn push(&mut self, text: &str) {
        for c in text.chars() {
            if self.text.len() >= LONGEST {
                return;
            }
            if is_blank(c) {
                self.blank = true;
                continue;
            }
            if self.blank && !self.text.is_empty() {
                self.text.push(' ');
            }
            self.blank = false;
            self.text.push(c);
        }
    }

    /// What follows is another word.
    pub(super) fn apart(&mut self) {
        self.blank = true;
    }

    /// Adds a text that stands by itself.
    pub(super) fn push_apart(&mut self, text: &str) {
        self.apart();
        self.push(text);
        self.apart();
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.text.len() >= LONGEST
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// How an element's text becomes part of a name: [`Facts::APART`], [`Facts::SIMPLE`].
pub(super) fn shape_of(dom: &Dom, n: u32, role: Role) -> Facts {
    let apart = if is_apart(dom, n) { Facts::APART } else { Facts::default() };
    if is_simple(dom, n, role) { apart.with(Facts::SIMPLE) } else { apart }
}

/// Whether nothing but what an element holds can be its text.
fn is_simple(dom: &Dom, n: u32, role: Role) -> bool {
    const SIMPLE: &str = "a b br code div em h1 h2 h3 h4 h5 h6 i label li p small span strong td th tr u ul";
    let is_field = role.is_text_entry() || role == Role::ListBox || super::aria::is_range(role);
    let named_by = |key: &str| key.starts_with("aria-label") || key == "title";
    let attrs = dom.tag(n).map_or(&[][..], |tag| &tag.attrs);
    !is_field && is_one_of(dom.html(n), SIMPLE) && !attrs.iter().any(|a| named_by(&a.name.local))
}

/// Whether an element starts a line of its own or a box of its own without any style.
fn is_apart(dom: &Dom, n: u32) -> bool {
    match dom.live(n).map(|live| live.flags) {
        Some(flags) if flags.has(Flags::APART) => return true,
        // What is drawn as one piece is a word of its own also in a line.
        Some(flags) if flags.has(Flags::INLINE) => {
            const PIECES: &str =
                "audio br canvas embed iframe input meter object progress select textarea video";
            return is_one_of(dom.html(n), PIECES);
        }
        _ => {}
    }
    is_box(dom.html(n)) || says_box(dom, n)
}

/// Whether elements of this name start a line or a box of their own.
pub(super) fn is_box(html: &str) -> bool {
    const BOXES: &str = "\
        address article aside audio blockquote body br button canvas caption center dd details dialog dir \
        div dl dt embed fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr \
        html iframe input legend li listing main menu meter nav object ol optgroup option output p \
        plaintext pre progress search section select summary table td textarea th tr ul video wbr";
    is_one_of(html, BOXES)
}

/// Whether an inline style makes the element a box of its own.
fn says_box(dom: &Dom, n: u32) -> bool {
    const BOXES: &str = "block flex grid inline-block inline-flex list-item table table-cell";
    let mut style = dom.attr(n, "style").into_iter().flat_map(declarations);
    style.any(|(property, value)| {
        property.eq_ignore_ascii_case("display") && is_one_of(&value.to_ascii_lowercase(), BOXES)
    })
}
