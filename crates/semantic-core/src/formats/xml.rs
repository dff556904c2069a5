//! The XML front-end: one or more trees of XML elements become elements, by the dialect that each format brings.

mod alumnium;
mod android;
mod appium_android;
mod appium_ios;
mod appium_mac2;
mod appium_windows;
mod outline;
mod uiautomator;
mod xcui;

use std::ops::Range;

use roxmltree::{Document, Node};

use self::outline::{Outline, Root, mended};
use super::text::counted;
use super::{Format, ReadError};
use crate::tree::{
    Element, Elements, Link, Role, Snapshot, SnapshotBuilder, State, States, Tri, add_elements,
};

pub(super) use self::alumnium::ALUMNIUM;
pub(super) use self::appium_android::APPIUM_ANDROID;
pub(super) use self::appium_ios::APPIUM_IOS;
pub(super) use self::appium_mac2::APPIUM_MAC2;
pub(super) use self::appium_windows::APPIUM_WINDOWS;
pub(super) use self::uiautomator::UIAUTOMATOR;

/// How a format writes a user interface as XML.
struct Dialect {
    format: &'static Format,
    /// What becomes of an XML element.
    fate: fn(Node) -> Fate,
    /// Whether an attribute stays as it is, since [`element`](Dialect::element) puts it nowhere.
    keeps: fn(Node, &str, &str) -> bool,
    /// The element's role, texts, states and box.
    element: for<'a> fn(Node<'a, 'a>) -> Element<'a>,
    /// The name that a control without one of its own takes from the texts inside; such a control is a button,
    /// where its own role says nothing.
    inner_name: for<'a> fn(Node<'a, 'a>) -> Option<String>,
}

/// What becomes of an XML element.
enum Fate {
    Keep,
    /// Only its children stay, in its place.
    Lift,
    /// It goes, with all in it.
    Drop,
}

impl Dialect {
    /// Reads a whole text. `describe` tells the builder what the first root says about the document.
    fn read(&self, text: &str, describe: impl Fn(&mut SnapshotBuilder, Node)) -> Result<Snapshot, ReadError> {
        let broken = |(line, problem)| ReadError::Broken { format: self.format.name, line, problem };
        let outline = Outline::new(text).map_err(broken)?;
        let parsed: Vec<_> = outline.roots.iter().map(|root| parse(&root.text)).collect();
        let mend = |(root, parsed): (&Root, &Result<_, _>)| parsed.is_err().then(|| mended(&root.text));
        let fixed: Vec<_> = outline.roots.iter().zip(&parsed).map(mend).collect();
        let repaired: usize = fixed.iter().flatten().map(|fixed| fixed.1).sum();
        let mut documents = Vec::with_capacity(parsed.len());
        for ((root, parsed), fixed) in outline.roots.iter().zip(parsed).zip(&fixed) {
            let again = || fixed.as_ref().and_then(|(text, changes)| (*changes > 0).then(|| parse(text)));
            let whole = parsed.or_else(|error| again().unwrap_or(Err(error)));
            let place = |e: &roxmltree::Error| (root.line + e.pos().row as usize - 1, problem(e));
            documents.push(whole.map_err(|e| broken(place(&e)))?);
        }
        let mut list = List { dialect: self, rows: Vec::new(), attrs: Vec::new(), texts: 0 };
        let mut b = SnapshotBuilder::new();
        documents.first().into_iter().for_each(|first| describe(&mut b, first.root_element()));
        for document in &documents {
            list.add(document.root_element());
        }
        outline.notices(&mut b);
        if repaired > 0 {
            b.notice(format!("characters or references that XML does not allow, replaced: {repaired}"));
        }
        if list.texts > 0 {
            let pieces = counted(list.texts, "piece");
            b.notice(format!("{pieces} of text between the elements left out"));
        }
        add_elements(&mut b, &list);
        Ok(b.finish())
    }
}

/// Document type declarations are refused by default, so there are no entities that could explode.
fn parse(text: &str) -> Result<Document<'_>, roxmltree::Error> {
    Document::parse(text)
}

/// The parser's words without the place, on one line, cut.
fn problem(error: &roxmltree::Error) -> String {
    let text = error.to_string();
    let text = text.split(" at ").next().unwrap_or_default();
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(120).collect()
}

/// The XML elements that stay, in document order.
struct List<'a> {
    dialect: &'a Dialect,
    rows: Vec<Row<'a>>,
    /// The attributes of all rows.
    attrs: Vec<(&'a str, &'a str)>,
    /// Pieces of text that stand between the elements.
    texts: usize,
}

struct Row<'a> {
    node: Node<'a, 'a>,
    inside: Option<u32>,
    attrs: Range<u32>,
    inner_name: Option<Box<str>>,
}

impl<'a> List<'a> {
    fn add(&mut self, root: Node<'a, 'a>) {
        let mut open = vec![(root, None)];
        while let Some((node, inside)) = open.pop() {
            if !node.is_element() {
                self.texts +=
                    usize::from(node.is_text() && node.text().is_some_and(|t| !t.trim().is_empty()));
                continue;
            }
            let inside = match (self.dialect.fate)(node) {
                Fate::Keep => Some(self.push(node, inside)),
                Fate::Lift => inside,
                Fate::Drop => continue,
            };
            open.extend(node.children().rev().map(|child| (child, inside)));
        }
    }

    fn push(&mut self, node: Node<'a, 'a>, inside: Option<u32>) -> u32 {
        let start = self.attrs.len() as u32;
        let attrs = node.attributes().map(|a| (a.name(), a.value()));
        self.attrs.extend(attrs.filter(|(key, value)| (self.dialect.keeps)(node, key, value)));
        if is_password(node) {
            self.attrs.push(("password", "true"));
        }
        let inner_name = (self.dialect.inner_name)(node).map(String::into_boxed_str);
        self.rows.push(Row { node, inside, attrs: start..self.attrs.len() as u32, inner_name });
        self.rows.len() as u32 - 1
    }
}

/// The one sign of a secret field that everything behind the readers knows is an attribute `password`.
fn is_password(node: Node) -> bool {
    flag(node, "password") == Some(true)
        || flag(node, "IsPassword") == Some(true)
        || node.tag_name().name() == "XCUIElementTypeSecureTextField"
        || node.attribute("type") == Some("XCUIElementTypeSecureTextField")
}

impl<'a> Elements<'a> for &'a List<'a> {
    fn count(&self) -> usize {
        self.rows.len()
    }

    fn element(&self, i: usize) -> Element<'a> {
        let Row { node, inside, ref attrs, ref inner_name } = self.rows[i];
        let attrs = &self.attrs[attrs.start as usize..attrs.end as usize];
        let mut element = Element { inside, attrs, ..(self.dialect.element)(node) };
        if let Some(name) = inner_name {
            element.name = Some(name);
            element.aria = element.aria.filter(|role| !role.is_vague()).or(Some(Role::Button));
        }
        element
    }

    fn link(&self, i: usize) -> Link<'a> {
        Link { inside: self.rows[i].inside, ..Link::default() }
    }
}

/// An attribute, where it says something.
fn filled<'a>(node: Node<'a, 'a>, key: &str) -> Option<&'a str> {
    node.attribute(key).filter(|text| !text.is_empty())
}

/// An attribute that is a flag.
fn flag(node: Node, key: &str) -> Option<bool> {
    match node.attribute(key)? {
        "true" | "True" | "TRUE" | "1" => Some(true),
        "false" | "False" | "FALSE" | "0" => Some(false),
        _ => None,
    }
}

/// Records a flag of the dump as a state. `says_off` is whether a flag that is off tells something: dumps print
/// most flags on every element, also where there is nothing to be on or off.
fn set(states: &mut States, state: State, on: Option<bool>, says_off: bool) {
    match on {
        Some(true) => states.set(state, Tri::True),
        Some(false) if says_off => states.set(state, Tri::False),
        _ => {}
    }
}

/// The box of an element that has the attributes x, y, width and height.
fn edges(node: Node) -> Option<[f64; 4]> {
    let keys = ["x", "y", "width", "height"];
    let number = |key| node.attribute(key).map(|text| text.trim().parse().unwrap_or(f64::NAN));
    keys.iter().any(|key| node.has_attribute(*key)).then(|| keys.map(|key| number(key).unwrap_or(f64::NAN)))
}

/// The whole numbers and decimals in a text, at most four, whatever stands between them.
fn numbers(text: &str) -> Option<[f64; 4]> {
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '-' | '.');
    let mut found = text.split(|c| !is_number(c)).filter(|part| !part.is_empty());
    let mut next = || found.next()?.parse().ok();
    let four = [next()?, next()?, next()?, next()?];
    found.next().is_none().then_some(four)
}

/// Whether nothing lies inside an element.
fn is_leaf(node: Node) -> bool {
    !node.children().any(|child| child.is_element())
}
