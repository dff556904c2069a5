//! The text that a browser would render of an element, as far as tags and inline styles tell how it is laid out.

use super::dom::{Data, Dom, collapsed};
use super::flow::{Flow, is_box};
use super::hidden::declarations;
use super::page::{Facts, Page};

/// How letters are changed before they are drawn.
#[derive(Clone, Copy, Default, PartialEq)]
enum Case {
    #[default]
    AsWritten,
    Upper,
    Lower,
    Capitals,
}

/// What a style says that matters for text.
#[derive(Clone, Copy, Default)]
struct Style {
    /// Whether the element starts and ends lines of its own.
    block: bool,
    /// Whether what it holds is laid out as blocks whatever it is.
    lays_out: bool,
    case: Case,
}

/// The rendered texts of a page.
pub(super) struct Rendered<'p, 'd> {
    page: &'p Page<'d>,
    styles: Vec<Style>,
    /// Nodes that may still be looked at for all texts together.
    budget: usize,
    /// Texts cut off because the page asks for too much work.
    pub(super) unfinished: usize,
}

impl<'p, 'd> Rendered<'p, 'd> {
    pub(super) fn new(page: &'p Page<'d>, root: u32) -> Self {
        let dom = page.dom;
        let mut styles = vec![Style::default(); dom.len()];
        for n in dom.inside(root) {
            let around = dom.parent(n).map_or(Style::default(), |p| styles[p as usize]);
            styles[n as usize] = style(dom, n, around);
        }
        Rendered { page, styles, budget: 1_000_000 + 20 * dom.len(), unfinished: 0 }
    }

    /// The text of an element; of one that is not rendered, the text it holds.
    pub(super) fn text(&mut self, root: u32) -> String {
        const FAR: usize = 20_000;
        let dom = self.page.dom;
        if self.page.facts(root).has(Facts::UNRENDERED) {
            return collapsed(&dom.text_within(root, FAR));
        }
        let mut flow = Flow::default();
        let mut at = dom.first(root);
        let mut letters = Letters::default();
        while let Some(n) = at {
            if self.budget == 0 || flow.is_full() {
                self.unfinished += 1;
                break;
            }
            self.budget -= 1;
            let style = self.styles[n as usize];
            if self.enters(n, style, &mut flow, &mut letters) && dom.first(n).is_some() {
                at = dom.first(n);
                continue;
            }
            // Blocks end where the walk leaves them.
            let mut left = n;
            at = loop {
                if self.styles[left as usize].block {
                    flow.apart();
                }
                if let Some(next) = dom.next(left) {
                    break Some(next);
                }
                match dom.parent(left) {
                    Some(parent) if parent != root => left = parent,
                    _ => break None,
                }
            };
        }
        flow.finish()
    }

    /// Takes a node into the text; true where what it holds is still to be added.
    fn enters(&self, n: u32, style: Style, flow: &mut Flow, letters: &mut Letters) -> bool {
        let (dom, facts) = (self.page.dom, self.page.facts(n));
        if facts.has(Facts::NEVER) || facts.has(Facts::UNRENDERED) {
            return false;
        }
        if style.block || dom.html(n) == "br" {
            flow.apart();
        }
        match dom.data(n) {
            Data::Text(text) if !facts.has(Facts::INVISIBLE) => {
                let case = dom.parent(n).map_or(Case::AsWritten, |p| self.styles[p as usize].case);
                match case {
                    Case::AsWritten => flow.push(text),
                    case => flow.push(&letters.changed(text, case)),
                }
                false
            }
            Data::Text(_) | Data::Silent => false,
            Data::Root => dom.parent(n).is_some_and(|p| dom.html(p) != "iframe"),
            Data::Element(_) => {
                !matches!(dom.html(n), "select" | "textarea" | "canvas" | "video" | "audio" | "object")
            }
        }
    }
}

/// Changes letters; a word may go on from one text to the next.
#[derive(Default)]
struct Letters {
    within_word: bool,
}

impl Letters {
    fn changed(&mut self, text: &str, case: Case) -> String {
        match case {
            Case::AsWritten => text.to_owned(),
            Case::Upper => text.to_uppercase(),
            Case::Lower => text.to_lowercase(),
            Case::Capitals => {
                let mut out = String::with_capacity(text.len());
                for c in text.chars() {
                    if c.is_alphabetic() && !self.within_word {
                        out.extend(c.to_uppercase());
                    } else {
                        out.push(c);
                    }
                    self.within_word = c.is_alphanumeric() || matches!(c, '\'' | '’');
                }
                out
            }
        }
    }
}

fn style(dom: &Dom, n: u32, around: Style) -> Style {
    let Some(tag) = dom.tag(n) else { return Style { block: false, ..around } };
    let html = dom.html(n);
    let mut style = Style { block: is_block(html) || around.lays_out, lays_out: false, case: around.case };
    if tag.name.local.len() > 1 && html.is_empty() {
        style.block = around.lays_out; // parts of drawings
    }
    let mut floats = false;
    for (property, value) in dom.attr(n, "style").into_iter().flat_map(declarations) {
        let value = value.to_ascii_lowercase();
        match property.to_ascii_lowercase().as_str() {
            "display" => {
                style.lays_out = matches!(value.as_str(), "flex" | "inline-flex" | "grid" | "inline-grid");
                style.block = around.lays_out
                    || !value.starts_with("inline") && !matches!(&*value, "contents" | "ruby");
            }
            "position" => floats |= matches!(value.as_str(), "absolute" | "fixed"),
            "float" => floats |= matches!(value.as_str(), "left" | "right"),
            "text-transform" => {
                style.case = match value.as_str() {
                    "uppercase" => Case::Upper,
                    "lowercase" => Case::Lower,
                    "capitalize" => Case::Capitals,
                    "none" => Case::AsWritten,
                    _ => style.case,
                }
            }
            _ => {}
        }
    }
    style.block |= floats;
    style
}

/// Whether an element is a block or a part of a table without any style.
fn is_block(html: &str) -> bool {
    let in_line = matches!(
        html,
        "audio"
            | "br"
            | "button"
            | "canvas"
            | "embed"
            | "iframe"
            | "input"
            | "meter"
            | "object"
            | "output"
            | "progress"
            | "select"
            | "textarea"
            | "video"
            | "wbr"
    );
    is_box(html) && !in_line
}
