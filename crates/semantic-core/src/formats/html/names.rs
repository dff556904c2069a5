//! Accessible names and descriptions after accname 1.2, with the sources that HTML-AAM gives each element.
//!
//! A name follows a reference (`aria-labelledby`, a label) and looks into what is there; from inside it may follow a
//! few more references, never without end. The work of all names together is bounded too.

use std::borrow::Cow;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::aria::{is_named_by_content, is_range};
use super::dom::{Data, collapsed};
use super::flow::Flow;
use super::look::clickable;
use super::native::{self, Text};
use super::page::{Facts, Page};
use super::values::{self, is_secret, value_of};
use crate::tree::Role;

/// Where a name comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// There is none.
    Nothing,
    /// `aria-labelledby` or `aria-label`.
    Aria,
    /// A label, legend, caption or the like.
    Label,
    /// An attribute or element of HTML's own (`alt`, `value`, `title` of a drawing).
    Native,
    /// What the element holds.
    Content,
    /// The tooltip.
    Title,
    /// The placeholder.
    Placeholder,
}

/// How many references lead from one name to the next.
const JUMPS: u8 = 4;
/// Most nodes looked at for one name.
const FAR: usize = 20_000;

/// Computes the names of a page.
pub(super) struct Names<'p, 'd> {
    page: &'p Page<'d>,
    /// Nodes that may still be looked at for all names together.
    budget: usize,
    /// The elements being named, so that none becomes part of its own name.
    busy: Vec<u32>,
    /// Fields known to hold a secret or none.
    secrets: HashMap<u32, bool, FxBuildHasher>,
    /// Names cut off because the page asks for too much work.
    pub(super) unfinished: usize,
}

/// How a node is looked at.
#[derive(Clone, Copy)]
struct Look {
    /// Part of a reference by `aria-labelledby` or `aria-describedby`: no further ones are followed.
    referred: bool,
    /// What was referred to is hidden, so hidden parts count.
    hidden: bool,
    /// What can be acted on inside is left out.
    own: bool,
    jumps: u8,
}

impl<'p, 'd> Names<'p, 'd> {
    pub(super) fn new(page: &'p Page<'d>) -> Self {
        let budget = 1_000_000 + 20 * page.dom.len();
        Names { page, budget, busy: Vec::new(), secrets: HashMap::default(), unfinished: 0 }
    }

    /// The name of an element and where it comes from.
    pub(super) fn name(&mut self, n: u32) -> (String, Source) {
        self.busy.push(n);
        let found = self.named(n);
        self.busy.pop();
        found
    }

    fn named(&mut self, n: u32) -> (String, Source) {
        let (page, dom) = (self.page, self.page.dom);
        // What lies in a part that is hidden from accessibility has the name that it would have elsewhere.
        let hidden = dom.live(n).is_some() && page.facts(n).has(Facts::ARIA_HIDDEN);
        let look = Look { referred: false, hidden, own: false, jumps: JUMPS };
        let by_reference = self.referred(n, "aria-labelledby", look);
        if !by_reference.is_empty() {
            return (by_reference, Source::Aria);
        }
        if let Some(label) = native::label_attr(dom, n) {
            return (label, Source::Aria);
        }
        match native::text_of(page, n) {
            Text::Nothing => {}
            Text::Is(text) => return (text.into_owned(), Source::Native),
            Text::Of(elements) => {
                let text = self.texts_of(&elements, look);
                if !text.is_empty() {
                    return (text, Source::Label);
                }
            }
        }
        if let Some(text) = native::after_labels(page, n) {
            return (collapsed(&text), Source::Native);
        }
        if is_named_by_content(page.role(n)) && !native::has_no_content(page, n) {
            let mut flow = Flow::default();
            self.content(n, look, &mut flow);
            let text = flow.finish();
            if !text.is_empty() {
                return (text, Source::Content);
            }
        }
        self.last_resort(n)
    }

    fn last_resort(&self, n: u32) -> (String, Source) {
        let dom = self.page.dom;
        let attr = |key: &str| dom.attr(n, key).map(collapsed).filter(|text| !text.is_empty());
        if let Some(title) = attr("title") {
            return (title, Source::Title);
        }
        let placeholder = native::takes_placeholder(self.page, n).then(|| attr("placeholder")).flatten();
        if let Some(placeholder) = placeholder.or_else(|| attr("aria-placeholder")) {
            return (placeholder, Source::Placeholder);
        }
        match native::default_text(dom, n) {
            Some(text) => (text.to_owned(), Source::Native),
            None => (String::new(), Source::Nothing),
        }
    }

    /// The description of an element whose name comes from `source`.
    pub(super) fn description(&mut self, n: u32, name: &str, source: Source) -> String {
        let dom = self.page.dom;
        self.busy.push(n);
        let look = Look { referred: true, hidden: false, own: false, jumps: JUMPS };
        let described = self.referred(n, "aria-describedby", look);
        self.busy.pop();
        if !described.is_empty() {
            return described;
        }
        let own = dom.attr(n, "aria-description").map(collapsed).filter(|text| !text.is_empty());
        if let Some(own) = own {
            return own;
        }
        let title = dom.attr(n, "title").map(collapsed).filter(|_| source != Source::Title);
        title.filter(|title| title != name).unwrap_or_default()
    }

    /// What an element holds, as text.
    pub(super) fn text(&mut self, n: u32) -> String {
        self.held(n, false)
    }

    /// What an element holds, as text, without what can be acted on inside it.
    pub(super) fn own_text(&mut self, n: u32) -> String {
        self.held(n, true)
    }

    fn held(&mut self, n: u32, own: bool) -> String {
        let mut flow = Flow::default();
        self.busy.push(n);
        let hidden = self.page.facts(n).has(Facts::ARIA_HIDDEN);
        self.content(n, Look { referred: false, hidden, own, jumps: JUMPS }, &mut flow);
        self.busy.pop();
        flow.finish()
    }

    /// The text of an element's labels, also where its name comes from elsewhere.
    pub(super) fn labels(&mut self, n: u32) -> String {
        self.busy.push(n);
        let labels = self.page.labels(n).to_vec();
        let text = self.texts_of(&labels, Look { referred: false, hidden: false, own: false, jumps: JUMPS });
        self.busy.pop();
        text
    }

    /// The text of what an attribute of ids names.
    fn referred(&mut self, n: u32, key: &str, look: Look) -> String {
        if !self.page.dom.has(n, key) {
            return String::new();
        }
        let elements = self.page.referred(n, key);
        self.texts_of(&elements, Look { referred: true, ..look })
    }

    fn texts_of(&mut self, elements: &[u32], look: Look) -> String {
        let mut flow = Flow::default();
        if look.jumps == 0 {
            return String::new();
        }
        for &element in elements {
            flow.apart();
            let hidden = self.page.hidden(element);
            self.reference(element, Look { hidden, jumps: look.jumps - 1, ..look }, &mut flow);
        }
        flow.finish()
    }

    /// The text of an element that something refers to.
    fn reference(&mut self, n: u32, look: Look, flow: &mut Flow) {
        if self.page.facts(n).has(Facts::NEVER) {
            return;
        }
        // An element may refer to itself to put its own label before something else.
        let itself = self.busy.last() == Some(&n);
        if self.busy.contains(&n) && !itself {
            return;
        }
        if !self.leaf(n, look, flow) {
            let before = flow.len();
            self.content(n, look, flow);
            self.tooltip(n, before, flow);
        }
    }

    /// Adds what `root` holds.
    fn content(&mut self, root: u32, look: Look, flow: &mut Flow) {
        let dom = self.page.dom;
        let mut open: Vec<(u32, usize)> = Vec::new(); // elements entered, with the length of the text before them
        let mut at = dom.first(root);
        let mut seen = 0;
        while let Some(n) = at {
            seen += 1;
            if seen > FAR || self.budget == 0 || flow.is_full() {
                self.unfinished += 1;
                return;
            }
            self.budget -= 1;
            let enter = self.meet(n, look, flow);
            if enter && dom.first(n).is_some() {
                open.push((n, flow.len()));
                at = dom.first(n);
                continue;
            }
            if enter {
                self.leave(n, look, flow.len(), flow);
            }
            at = dom.next(n);
            while at.is_none() {
                let Some((left, before)) = open.pop() else { return };
                self.leave(left, look, before, flow);
                at = dom.next(left);
            }
        }
    }

    /// Takes a node into the text; true where what it holds is still to be added.
    fn meet(&mut self, n: u32, look: Look, flow: &mut Flow) -> bool {
        let (page, dom) = (self.page, self.page.dom);
        let facts = page.facts(n);
        if facts.has(Facts::NEVER) || (facts.hides() && !look.hidden) {
            // What is invisible may hold what is visible.
            return facts.has(Facts::INVISIBLE)
                && !facts.without(Facts::INVISIBLE).hides()
                && dom.tag(n).is_some();
        }
        match dom.data(n) {
            Data::Text(text) => {
                flow.push(text);
                false
            }
            Data::Root => dom.parent(n).is_some_and(|p| !dom.is_frame(p)),
            Data::Silent => false,
            // The items below an item of a tree have names of their own.
            Data::Element(_) if page.role(n) == Role::Group && self.is_naming(Role::TreeItem) => false,
            Data::Element(_) if look.own && acts(page, n) => {
                flow.apart();
                false
            }
            Data::Element(_) => {
                if facts.has(Facts::APART) {
                    flow.apart();
                }
                !self.busy.contains(&n) && (facts.has(Facts::SIMPLE) || !self.leaf(n, look, flow))
            }
        }
    }

    /// Whether the element being named is of this role.
    fn is_naming(&self, role: Role) -> bool {
        self.busy.last().is_some_and(|&n| self.page.role(n) == role)
    }

    fn leave(&self, n: u32, look: Look, before: usize, flow: &mut Flow) {
        let facts = self.page.facts(n);
        if !facts.has(Facts::SIMPLE) && (look.hidden || !facts.hides()) {
            self.tooltip(n, before, flow);
        }
        if facts.has(Facts::APART) {
            flow.apart();
        }
    }

    /// Adds an element's tooltip where it held no text.
    fn tooltip(&self, n: u32, before: usize, flow: &mut Flow) {
        if flow.len() == before
            && let Some(title) = self.page.dom.attr(n, "title").filter(|t| !t.trim().is_empty())
        {
            flow.push_apart(title);
        }
    }

    /// Adds the text of an element that has one without looking at what it holds; false where it has not.
    fn leaf(&mut self, n: u32, look: Look, flow: &mut Flow) -> bool {
        let (page, dom) = (self.page, self.page.dom);
        if !look.referred && dom.has(n, "aria-labelledby") {
            self.busy.push(n);
            let text = self.referred(n, "aria-labelledby", look);
            self.busy.pop();
            if !text.is_empty() {
                flow.push_apart(&text);
                return true;
            }
        }
        let itself = self.busy.last() == Some(&n);
        if !itself && let Some(value) = self.embedded(n) {
            flow.push_apart(&value);
            return true;
        }
        if let Some(label) = native::label_attr(dom, n) {
            flow.push_apart(&label);
            return true;
        }
        match native::text_of(page, n) {
            Text::Is(text) => {
                flow.push_apart(&text);
                return true;
            }
            Text::Of(elements) if !elements.is_empty() => {
                self.busy.push(n);
                let text = self.texts_of(&elements, look);
                self.busy.pop();
                if !text.is_empty() {
                    flow.push_apart(&text);
                    return true;
                }
            }
            _ => {}
        }
        if let Some(text) =
            native::after_labels(page, n).or_else(|| native::default_text(dom, n).map(Cow::Borrowed))
        {
            flow.push_apart(&text);
            return true;
        }
        let empty = native::has_no_content(page, n);
        if empty && matches!(dom.html(n), "img" | "svg") {
            self.tooltip(n, flow.len(), flow);
        }
        empty
    }

    /// The value of a field inside a name.
    fn embedded(&mut self, n: u32) -> Option<String> {
        let page = self.page;
        let role = page.role(n);
        let field = role.is_text_entry() || is_range(role) && role != Role::ScrollBar;
        if role == Role::ListBox {
            return Some(self.chosen(n));
        }
        if !field || matches!(role, Role::Meter | Role::ProgressBar) && page.dom.has(n, "aria-label") {
            return None;
        }
        let value = value_of(page, n).map(|value| collapsed(&value)).filter(|value| !value.is_empty());
        if value.is_some() && *self.secrets.entry(n).or_insert_with(|| is_secret(page, n)) {
            return Some(String::new());
        }
        match role {
            Role::ComboBox if value.is_none() => Some(self.chosen(n)),
            _ => Some(value.unwrap_or_default()),
        }
    }

    /// The chosen options of a list, in one text.
    fn chosen(&self, list: u32) -> String {
        let page = self.page;
        let inside = page.dom.inside(list).take(FAR);
        let is_chosen = |&n: &u32| {
            page.role(n) == Role::Option
                && (values::is_chosen(page, n) || page.dom.attr_is(n, "aria-selected", "true"))
        };
        let texts: Vec<String> = inside.filter(is_chosen).map(|n| values::option_text(page.dom, n)).collect();
        texts.join(" ")
    }
}

/// Whether an element can be acted on.
fn acts(page: &Page<'_>, n: u32) -> bool {
    page.role(n).is_interactive() || clickable::why(page, n).is_some()
}
