//! Locators: how to tell a driver (Playwright, Playwright MCP) which element is meant, in words that it takes as they
//! are.
//!
//! From one snapshot come the candidates for an element, best first: its hint (`[data-semtag-id='cart.add']`), its test
//! id, its role with its exact name where no other element of its document has both, its label, the same inside of the
//! row or dialog that holds it, and at last its position among equals. What is offered is unique in the snapshot: a
//! name that two elements share is no locator of either.
//!
//! A CSS selector says more than a snapshot can prove. [`Locator::selector`] is what the caller has to try on the live
//! page before it is offered; the caller may add selectors of its own by [`Locator::css`].
//!
//! ```
//! use semantic_core::formats;
//! use semantic_core::locators::Locators;
//!
//! let page = formats::read(br#"[
//!     {"ref": "e0", "role": "button", "name": "Add"},
//!     {"ref": "e1", "role": "dialog", "name": "New item"},
//!     {"ref": "e2", "role": "button", "name": "Add", "parent": "e1"},
//!     {"ref": "e3", "role": "button", "name": "Don't save", "parent": "e1"}
//! ]"#, None)?;
//! let locators = Locators::new(&page);
//! let best = |r: &str| locators.of(page.resolve(r).unwrap().id())[0].within(&[]);
//! assert_eq!(best("e3"), r"getByRole('button', { name: 'Don\'t save', exact: true })");
//! assert_eq!(
//!     best("e2"),
//!     "getByRole('dialog', { name: 'New item', exact: true }).getByRole('button', { name: 'Add', exact: true })"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod quote;
mod unique;

use self::quote::{css_string, js_string};
use self::unique::{Unique, name_of};
use crate::tree::{Node, NodeId, Role, Snapshot};

/// What a locator holds on to, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Basis {
    /// The hint that names the element, `data-semtag-id`.
    Hint,
    /// A test id.
    TestId,
    /// Role and exact name, which no other element of the document has.
    Role,
    /// The exact label of a field.
    Label,
    /// Role and name inside of a named container.
    Within,
    /// Role and name inside of the one row, card or list item that shows a text.
    Item,
    /// The element's DOM id or another short CSS selector.
    Css,
    /// The position among elements of the same role and name: right now, and until one comes before it.
    Position,
}

impl Basis {
    /// The word used in outputs.
    pub fn as_str(self) -> &'static str {
        match self {
            Basis::Hint => "hint",
            Basis::TestId => "test id",
            Basis::Role => "role and name",
            Basis::Label => "label",
            Basis::Within => "role and name in its container",
            Basis::Item => "role and name in its item",
            Basis::Css => "css",
            Basis::Position => "position",
        }
    }
}

/// One way to say which element is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Locator {
    basis: Basis,
    form: Form,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Form {
    /// A CSS selector.
    Css(String),
    /// A chain of calls, as `getByRole('button').nth(1)`.
    Chain(String),
}

impl Locator {
    /// A CSS selector that the caller knows to match one element.
    pub fn css(selector: impl Into<String>) -> Locator {
        Locator { basis: Basis::Css, form: Form::Css(selector.into()) }
    }

    /// What it holds on to.
    pub fn basis(&self) -> Basis {
        self.basis
    }

    /// The CSS selector within the element's document, where it is one. Nothing but the live page can tell that it
    /// matches this element alone.
    pub fn selector(&self) -> Option<&str> {
        match &self.form {
            Form::Css(selector) => Some(selector),
            Form::Chain(_) => None,
        }
    }

    /// The text to hand to the driver. `frames` are the CSS selectors of the frames around the element (see
    /// [`Locators::frames`]), outermost first; each matches in the document of the one before it.
    pub fn within(&self, frames: &[&str]) -> String {
        let mut text = String::new();
        for frame in frames {
            text.push_str("locator(");
            js_string(&mut text, frame);
            text.push_str(").contentFrame().");
        }
        match &self.form {
            Form::Css(selector) if frames.is_empty() => selector.clone(),
            Form::Css(selector) => {
                text.push_str("locator(");
                js_string(&mut text, selector);
                text.push(')');
                text
            }
            Form::Chain(chain) => text + chain,
        }
    }
}

/// The locators of one snapshot's elements.
pub struct Locators<'s> {
    snapshot: &'s Snapshot,
    unique: Unique<'s>,
}

/// The attributes by which pages name elements for tests, best first.
const TEST_IDS: [&str; 4] = ["data-testid", "data-test-id", "data-test", "data-cy"];

/// Roles that say where an element is, when they have a name. Those of rows and items are made of what is in them, and
/// each driver makes them in its own way.
fn is_place(role: Role) -> bool {
    let nameless =
        role.is_item() || matches!(role, Role::Document | Role::Iframe | Role::RowGroup | Role::Window);
    role.is_container() && !nameless
}

impl<'s> Locators<'s> {
    /// Counts what is there once. Takes time in proportion to the snapshot.
    pub fn new(snapshot: &'s Snapshot) -> Self {
        Locators { snapshot, unique: Unique::new(snapshot) }
    }

    /// The frames around a node, outermost first: a locator of the node starts with one for each of them.
    pub fn frames(&self, node: NodeId) -> Vec<Node<'s>> {
        let Some(node) = self.snapshot.node(node) else { return Vec::new() };
        let mut frames: Vec<_> = node.ancestors().filter(|n| n.role() == Role::Iframe).collect();
        frames.reverse();
        frames
    }

    /// All candidates for a node, best first; none where the snapshot has nothing by which to tell it from others.
    pub fn of(&self, node: NodeId) -> Vec<Locator> {
        let Some(node) = self.snapshot.node(node) else { return Vec::new() };
        let mut all = Vec::new();
        self.by_ids(node, &mut all);
        let own = self.role_and_name(node);
        let chain = |basis, text: String| Locator { basis, form: Form::Chain(text) };
        if let Some(own) = own.as_ref().filter(|_| self.unique.role_and_name(node)) {
            all.push(chain(Basis::Role, own.clone()));
        }
        if let Some(label) = self.unique.label(node) {
            let mut text = "getByLabel(".to_owned();
            js_string(&mut text, label);
            all.push(chain(Basis::Label, text + ", { exact: true })"));
        }
        if let Some(own) = &own.filter(|_| !self.unique.role_and_name(node)) {
            let container = self.container(node).map(|place| chain(Basis::Within, format!("{place}.{own}")));
            let item = self.item(node).map(|item| chain(Basis::Item, format!("{item}.{own}")));
            let nth = self.unique.position(node).map(|n| chain(Basis::Position, format!("{own}.nth({n})")));
            all.extend(container.into_iter().chain(item).chain(nth));
        }
        all.sort_by_key(Locator::basis);
        all
    }

    /// Hint, test id and DOM id.
    fn by_ids(&self, node: Node<'s>, all: &mut Vec<Locator>) {
        let css = |basis, selector| Locator { basis, form: Form::Css(selector) };
        let by = |key: &str, value: &str| format!("[{key}={}]", css_string(value));
        if let Some(id) = self.unique.attr(node, "data-semtag-id") {
            all.push(css(Basis::Hint, by("data-semtag-id", id)));
        }
        if let Some(id) = self.unique.attr(node, "testid") {
            // The tree keeps the id, not the attribute that it stood in.
            let known = TEST_IDS.into_iter().filter(|key| node.attr(key).is_some());
            let keys: Vec<&str> = known.collect();
            let keys = if keys.is_empty() { &TEST_IDS[..] } else { &keys[..] };
            all.extend(keys.iter().map(|key| css(Basis::TestId, by(key, id))));
        }
        if let Some(id) = self.unique.attr(node, "id").filter(|id| looks_lasting(id)) {
            all.push(css(Basis::Css, by("id", id)));
        }
    }

    /// `getByRole('button', { name: 'Save', exact: true })`, where the driver sees the same role and name.
    fn role_and_name(&self, node: Node<'_>) -> Option<String> {
        let name = name_of(node)?;
        let mut text = format!("getByRole('{}', {{ name: ", node.role().as_str());
        js_string(&mut text, &name);
        text.push_str(", exact: true })");
        Some(text)
    }

    /// The nearest container that is unique itself and holds no second element of this role and name.
    fn container(&self, node: Node<'s>) -> Option<String> {
        let same_frame = node.ancestors().take_while(|n| n.role() != Role::Iframe);
        let mut places = same_frame.filter(|n| is_place(n.role()) && self.unique.role_and_name(*n));
        let place = places.next().filter(|place| self.unique.alone_in(node, *place))?;
        self.role_and_name(place)
    }

    /// The row, card or list item around a node, told by a text that no other of its role shows.
    fn item(&self, node: Node<'s>) -> Option<String> {
        let same_frame = node.ancestors().take_while(|n| n.role() != Role::Iframe);
        let mut items = same_frame.filter(|n| n.role().is_item());
        let item = items.next().filter(|item| self.unique.alone_in(node, *item))?;
        // An item around it shows the text too, with all else that is in it.
        if item.ancestors().any(|around| around.role() == item.role()) {
            return None;
        }
        let text = self.unique.own_text(item)?;
        let mut chain = format!("getByRole('{}').filter({{ hasText: ", item.role().as_str());
        js_string(&mut chain, text);
        Some(chain + " })")
    }
}

/// Whether a DOM id is a word of the author's and not a number that a framework counts.
fn looks_lasting(id: &str) -> bool {
    let digits = id.bytes().filter(u8::is_ascii_digit).count();
    digits < 3 && digits < id.len() && !id.contains(':') && !id.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests;
