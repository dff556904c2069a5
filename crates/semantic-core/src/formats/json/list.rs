//! The elements that a reader finds, with their attributes, and the walk through nested ones.

use super::{Doc, Value};
use crate::formats::ReadError;
use crate::formats::flat::Strings;
use crate::tree::{Element, Elements, Link, Role, Snapshot, SnapshotBuilder, State, Tri, add_elements};

/// Elements in the order in which they were found; each brings its attributes.
#[derive(Default)]
pub(in crate::formats) struct Listing<'a> {
    elements: Vec<Element<'a>>,
    attrs: Vec<(&'a str, &'a str)>,
    /// One past the last attribute of each element.
    ends: Vec<u32>,
    /// The document's title and address, empty where the dump does not say.
    pub(in crate::formats) title: &'a str,
    pub(in crate::formats) url: &'a str,
    /// The browser's id of the loaded document.
    pub(in crate::formats) document: &'a str,
}

impl<'a> Listing<'a> {
    /// Adds an attribute to the element that is pushed next; an empty one is none.
    pub(in crate::formats) fn attr(&mut self, key: &'a str, value: &'a str) {
        if !value.is_empty() {
            self.attrs.push((key, value));
        }
    }

    /// Adds an element with the attributes that came in since the last one, and returns its position.
    pub(in crate::formats) fn push(&mut self, element: Element<'a>) -> u32 {
        self.elements.push(element);
        self.ends.push(self.attrs.len() as u32);
        self.elements.len() as u32 - 1
    }

    /// An element that was pushed.
    pub(in crate::formats) fn get(&self, i: u32) -> Option<&Element<'a>> {
        self.elements.get(i as usize)
    }

    /// Takes title and address from the first element where that is a document.
    pub(in crate::formats) fn take_document(&mut self) {
        if let Some(root) = self.get(0).filter(|e| Role::from_name(e.role) == Role::Document) {
            (self.title, self.url) = (root.name.unwrap_or(""), root.url);
        }
    }

    /// A builder with the document's title and address, and room for the elements.
    pub(in crate::formats) fn start(&self) -> SnapshotBuilder {
        let mut b = SnapshotBuilder::with_capacity(self.elements.len());
        if !self.title.is_empty() {
            b.set_title(self.title);
        }
        if !self.url.is_empty() {
            b.set_document_url(self.url);
        }
        if !self.document.is_empty() {
            b.set_document(self.document);
        }
        b
    }

    /// The tree of the elements. The document, which is no longer needed, makes room for it.
    pub(in crate::formats) fn finish(self, doc: Doc<'a>, notices: Vec<String>) -> Snapshot {
        let mut b = self.start();
        notices.into_iter().for_each(|sentence| b.notice(sentence));
        doc.tell(&mut b);
        drop(doc);
        add_elements(&mut b, &self);
        b.finish()
    }
}

impl<'s> Elements<'s> for &'s Listing<'_> {
    fn count(&self) -> usize {
        self.elements.len()
    }

    fn element(&self, i: usize) -> Element<'s> {
        let from = i.checked_sub(1).map_or(0, |before| self.ends[before]);
        Element { attrs: &self.attrs[from as usize..self.ends[i] as usize], ..self.elements[i] }
    }

    fn link(&self, i: usize) -> Link<'s> {
        let Element { own_ref, parent, parent_ref, inside, depth, document_idx, .. } = self.elements[i];
        Link { own_ref, parent, parent_ref, inside, depth, document_idx }
    }
}

/// Where the children of a node go.
pub(in crate::formats) enum Under {
    /// Inside the element at that position, or at the top.
    Element(Option<u32>),
    /// Nowhere: they are left out.
    Nothing,
}

/// Visits nested nodes in document order, without recursion. `visit` gets the node and the element around it;
/// `children` is the key under which a node holds others.
pub(in crate::formats) fn walk<'d, 'a: 'd>(
    roots: impl IntoIterator<Item = Value<'d, 'a>>,
    children: &str,
    mut visit: impl FnMut(Value<'d, 'a>, Option<u32>) -> Under,
) {
    let mut stack: Vec<(Value<'d, 'a>, Option<u32>)> = roots.into_iter().map(|root| (root, None)).collect();
    stack.reverse();
    while let Some((node, inside)) = stack.pop() {
        let Under::Element(around) = visit(node, inside) else { continue };
        let from = stack.len();
        stack.extend(node.list(children).map(|child| (child, around)));
        stack[from..].reverse();
    }
}

/// Adds nested nodes in document order; `add` gets the node and the element around it and says where it put it.
pub(in crate::formats) fn nest<'d, 'a: 'd>(
    roots: impl IntoIterator<Item = Value<'d, 'a>>,
    children: &str,
    mut add: impl FnMut(Value<'d, 'a>, Option<u32>) -> u32,
) {
    walk(roots, children, |node, inside| {
        if node.is_object() {
            return Under::Element(Some(add(node, inside)));
        }
        node.pass_over();
        Under::Nothing
    });
}

/// Reads a dump of nested nodes that is one node or an array of them; its title is the name of the first.
pub(in crate::formats) fn read_nested(
    text: &str,
    opaque: &[&str],
    children: &str,
    add: for<'d, 'a> fn(&Doc<'a>, &mut Listing<'a>, Value<'d, 'a>, Option<u32>) -> u32,
) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let doc = Doc::new(text, &strings, opaque)?;
    let mut list = Listing::default();
    nest(doc.root().roots(), children, |node, inside| add(&doc, &mut list, node, inside));
    list.title = list.get(0).and_then(|e| e.name).unwrap_or("");
    Ok(list.finish(doc, Vec::new()))
}

/// Records a state that is known.
pub(in crate::formats) fn set(element: &mut Element<'_>, state: State, value: Option<Tri>) {
    if let Some(value) = value {
        element.states.set(state, value);
    }
}
