//! The document as parsed: its nodes in one vector, linked by their numbers, so that no walk needs a stack.

use html5ever::{Attribute, LocalName, QualName, local_name, ns};

use super::live::Live;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// A node's content.
#[derive(Debug)]
pub(super) enum Data {
    /// The root of a document, of a frame's document or of a template's content.
    Root,
    /// A text, as written.
    Text(String),
    /// An element.
    Element(Box<Tag>),
    /// A comment or the like: never shown.
    Silent,
}

/// An element's tag.
#[derive(Debug)]
pub(super) struct Tag {
    pub(super) name: QualName,
    pub(super) attrs: Vec<Attribute>,
    /// The root of a template's content, else [`NONE`].
    pub(super) contents: u32,
    /// Whether it is MathML that holds HTML.
    pub(super) integration_point: bool,
}

#[derive(Debug)]
struct Node {
    parent: u32,
    prev: u32,
    next: u32,
    first: u32,
    last: u32,
    data: Data,
}

/// All nodes of a document.
#[derive(Default, Debug)]
pub(super) struct Dom {
    nodes: Vec<Node>,
    /// What a browser told of each node; empty for a page that is only text.
    live: Vec<Live>,
}

impl Dom {
    /// Adds a node that lies nowhere yet.
    pub(super) fn add(&mut self, data: Data) -> u32 {
        self.nodes.push(Node { parent: NONE, prev: NONE, next: NONE, first: NONE, last: NONE, data });
        (self.nodes.len() - 1) as u32
    }

    /// Says what a browser tells of the node added last.
    pub(super) fn tell(&mut self, live: Live) {
        self.live.resize(self.nodes.len(), Live::default());
        if let Some(last) = self.live.last_mut() {
            *last = live;
        }
    }

    /// What a browser tells of a node, where the page is a live one.
    pub(super) fn live(&self, n: u32) -> Option<&Live> {
        self.live.get(n as usize)
    }

    pub(super) fn live_mut(&mut self, n: u32) -> Option<&mut Live> {
        self.live.get_mut(n as usize)
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A node's content.
    pub(super) fn data(&self, n: u32) -> &Data {
        &self.nodes[n as usize].data
    }

    /// The tag of an element of any namespace.
    pub(super) fn tag(&self, n: u32) -> Option<&Tag> {
        match self.data(n) {
            Data::Element(tag) => Some(tag),
            _ => None,
        }
    }

    pub(super) fn tag_mut(&mut self, n: u32) -> Option<&mut Tag> {
        match &mut self.nodes[n as usize].data {
            Data::Element(tag) => Some(tag),
            _ => None,
        }
    }

    /// The name of an HTML element, also of `svg` and `math`; empty for everything else.
    pub(super) fn html(&self, n: u32) -> &str {
        match self.tag(n) {
            Some(tag) if tag.name.ns == ns!(html) || is_root_of_other(&tag.name.local) => &tag.name.local,
            _ => "",
        }
    }

    /// Whether an element shows another document.
    pub(super) fn is_frame(&self, n: u32) -> bool {
        matches!(self.html(n), "iframe" | "frame")
    }

    /// The name of an element of SVG, empty for everything else.
    pub(super) fn svg(&self, n: u32) -> &str {
        match self.tag(n) {
            Some(tag) if tag.name.ns == ns!(svg) => &tag.name.local,
            _ => "",
        }
    }

    /// An attribute of an element, as written.
    pub(super) fn attr(&self, n: u32, key: &str) -> Option<&str> {
        self.tag(n)?.attrs.iter().find(|a| &*a.name.local == key).map(|a| &*a.value)
    }

    pub(super) fn has(&self, n: u32, key: &str) -> bool {
        self.attr(n, key).is_some()
    }

    /// An attribute that is one of a few words, in any case.
    pub(super) fn attr_is(&self, n: u32, key: &str, word: &str) -> bool {
        self.attr(n, key).is_some_and(|v| v.trim().eq_ignore_ascii_case(word))
    }

    pub(super) fn parent(&self, n: u32) -> Option<u32> {
        some(self.nodes[n as usize].parent)
    }

    pub(super) fn first(&self, n: u32) -> Option<u32> {
        some(self.nodes[n as usize].first)
    }

    pub(super) fn last(&self, n: u32) -> Option<u32> {
        some(self.nodes[n as usize].last)
    }

    pub(super) fn prev(&self, n: u32) -> Option<u32> {
        some(self.nodes[n as usize].prev)
    }

    pub(super) fn next(&self, n: u32) -> Option<u32> {
        some(self.nodes[n as usize].next)
    }

    pub(super) fn children(&self, n: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(self.first(n), |&c| self.next(c))
    }

    /// The elements around a node, nearest first.
    pub(super) fn ancestors(&self, n: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(self.parent(n), |&p| self.parent(p))
    }

    /// The node after `n` in document order without entering it, inside `root`.
    pub(super) fn after(&self, n: u32, root: u32) -> Option<u32> {
        let mut n = n;
        while n != root {
            if let Some(next) = self.next(n) {
                return Some(next);
            }
            n = self.parent(n)?;
        }
        None
    }

    /// `root` and everything inside it, in document order.
    pub(super) fn inside(&self, root: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(root), move |&n| self.first(n).or_else(|| self.after(n, root)))
    }

    /// The texts inside `root` as written.
    pub(super) fn text(&self, root: u32) -> String {
        self.text_within(root, usize::MAX)
    }

    /// The texts of the first `limit` nodes inside `root`, as written.
    pub(super) fn text_within(&self, root: u32, limit: usize) -> String {
        let mut out = String::new();
        for n in self.inside(root).take(limit) {
            if let Data::Text(text) = self.data(n) {
                out.push_str(text);
            }
        }
        out
    }

    /// Takes a node out of its parent.
    pub(super) fn detach(&mut self, n: u32) {
        let Node { parent, prev, next, .. } = self.nodes[n as usize];
        if parent == NONE {
            return;
        }
        match prev {
            NONE => self.nodes[parent as usize].first = next,
            prev => self.nodes[prev as usize].next = next,
        }
        match next {
            NONE => self.nodes[parent as usize].last = prev,
            next => self.nodes[next as usize].prev = prev,
        }
        let node = &mut self.nodes[n as usize];
        (node.parent, node.prev, node.next) = (NONE, NONE, NONE);
    }

    /// Makes a node the last child of `parent`.
    pub(super) fn append(&mut self, parent: u32, n: u32) {
        self.detach(n);
        let last = self.nodes[parent as usize].last;
        match last {
            NONE => self.nodes[parent as usize].first = n,
            last => self.nodes[last as usize].next = n,
        }
        self.nodes[parent as usize].last = n;
        let node = &mut self.nodes[n as usize];
        (node.parent, node.prev) = (parent, last);
    }

    /// Puts a node before its new sibling, which has a parent.
    pub(super) fn insert_before(&mut self, sibling: u32, n: u32) {
        self.detach(n);
        let Node { parent, prev, .. } = self.nodes[sibling as usize];
        if parent == NONE {
            return;
        }
        match prev {
            NONE => self.nodes[parent as usize].first = n,
            prev => self.nodes[prev as usize].next = n,
        }
        self.nodes[sibling as usize].prev = n;
        let node = &mut self.nodes[n as usize];
        (node.parent, node.prev, node.next) = (parent, prev, sibling);
    }

    /// Adds `text` to the text node `n`; false where it is none.
    pub(super) fn extend_text(&mut self, n: u32, text: &str) -> bool {
        match &mut self.nodes[n as usize].data {
            Data::Text(old) => {
                old.push_str(text);
                true
            }
            _ => false,
        }
    }
}

fn some(n: u32) -> Option<u32> {
    (n != NONE).then_some(n)
}

fn is_root_of_other(name: &LocalName) -> bool {
    *name == local_name!("svg") || *name == local_name!("math")
}

/// A text with its runs of white space made one blank each, none at the ends.
pub(super) fn collapsed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.split(is_blank).filter(|word| !word.is_empty()).for_each(|word| {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    });
    out
}

/// Whether `name` is one of the words of a list.
pub(super) fn is_one_of(name: &str, list: &str) -> bool {
    !name.is_empty() && list.split_ascii_whitespace().any(|word| word == name)
}

/// White space as HTML collapses it.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c')
}
