//! The tree sink: what the HTML parser builds goes straight into our own arena.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, QualName};

use super::dom::{Data, Dom, NONE, Tag, is_one_of};

/// Most attributes that repeated `<html>` and `<body>` tags may add up to.
const MOST_ATTRS: usize = 500;

/// A node as the parser holds it: its number, and its name where it is an element.
#[derive(Clone, Debug)]
pub(super) struct Handle {
    id: u32,
    name: Option<Rc<QualName>>,
}

/// Collects what the parser makes.
#[derive(Debug)]
pub(super) struct Sink {
    dom: RefCell<Dom>,
    root: u32,
    no_name: QualName,
    /// The innermost open element, as far as can be told, and how deep each node lies.
    current: Cell<u32>,
    depths: RefCell<Vec<u32>>,
    /// The first number of this document's nodes.
    base: u32,
    pub(super) at_end: Cell<bool>,
    /// The element that the end of the text found open though it must be closed.
    pub(super) cut_inside: RefCell<Option<String>>,
    saved_from: RefCell<Option<String>>,
}

impl Sink {
    /// A sink that adds a document to `dom`.
    pub(super) fn new(mut dom: Dom) -> Sink {
        let root = dom.add(Data::Root);
        Sink {
            dom: RefCell::new(dom),
            root,
            no_name: QualName::new(None, html5ever::ns!(), html5ever::local_name!("")),
            current: Cell::new(root),
            depths: RefCell::new(vec![0]),
            base: root,
            at_end: Cell::new(false),
            cut_inside: RefCell::new(None),
            saved_from: RefCell::new(None),
        }
    }

    /// How many elements lie around what comes next.
    pub(super) fn depth(&self) -> u32 {
        self.depth_of(self.current.get())
    }

    fn depth_of(&self, n: u32) -> u32 {
        n.checked_sub(self.base).and_then(|i| self.depths.borrow().get(i as usize).copied()).unwrap_or(0)
    }

    fn new_node(&self, data: Data) -> u32 {
        self.depths.borrow_mut().push(0);
        self.dom.borrow_mut().add(data)
    }

    fn placed(&self, parent: u32, n: u32) {
        let depth = self.depth_of(parent) + 1;
        if let Some(slot) = self.depths.borrow_mut().get_mut((n - self.base) as usize) {
            *slot = depth;
        }
        if self.dom.borrow().tag(n).is_some() {
            self.current.set(n);
        }
    }

    fn append_text(&self, parent: u32, text: &str) {
        let last = self.dom.borrow().last(parent);
        if last.is_some_and(|last| self.dom.borrow_mut().extend_text(last, text)) {
            return;
        }
        let n = self.new_node(Data::Text(text.to_owned()));
        self.dom.borrow_mut().append(parent, n);
    }
}

/// What a parsed document is.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) dom: Dom,
    pub(super) root: u32,
    /// The address in the comment that browsers write into the pages they save.
    pub(super) saved_from: Option<String>,
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Parsed;
    type ElemName<'a> = &'a QualName;

    fn finish(self) -> Parsed {
        Parsed { dom: self.dom.into_inner(), root: self.root, saved_from: self.saved_from.into_inner() }
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle { id: self.root, name: None }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> &'a QualName {
        target.name.as_deref().unwrap_or(&self.no_name)
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Handle {
        let contents = if flags.template { self.new_node(Data::Root) } else { NONE };
        let integration_point = flags.mathml_annotation_xml_integration_point;
        let tag = Tag { name: name.clone(), attrs, contents, integration_point };
        let id = self.new_node(Data::Element(Box::new(tag)));
        Handle { id, name: Some(Rc::new(name)) }
    }

    fn create_comment(&self, text: StrTendril) -> Handle {
        if let Some(url) = saved_from(&text) {
            self.saved_from.borrow_mut().get_or_insert(url);
        }
        Handle { id: self.new_node(Data::Silent), name: None }
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Handle {
        Handle { id: self.new_node(Data::Silent), name: None }
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        match child {
            NodeOrText::AppendNode(node) => {
                self.dom.borrow_mut().append(parent.id, node.id);
                self.placed(parent.id, node.id);
            }
            NodeOrText::AppendText(text) => self.append_text(parent.id, &text),
        }
    }

    fn append_based_on_parent_node(&self, element: &Handle, prev: &Handle, child: NodeOrText<Handle>) {
        let has_parent = self.dom.borrow().parent(element.id).is_some();
        match has_parent {
            true => self.append_before_sibling(element, child),
            false => self.append(prev, child),
        }
    }

    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _system: StrTendril) {}

    fn pop(&self, node: &Handle) {
        let parent = self.dom.borrow().parent(node.id).unwrap_or(self.root);
        self.current.set(parent);
        if self.at_end.get() {
            let name = node.name.as_ref().map_or("", |name| &*name.local);
            if !may_stay_open(name) {
                self.cut_inside.borrow_mut().get_or_insert_with(|| name.to_owned());
            }
        }
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        let contents = self.dom.borrow().tag(target.id).map_or(NONE, |tag| tag.contents);
        let id = if contents == NONE { target.id } else { contents };
        let depth = self.depth_of(target.id) + 1;
        if let Some(slot) = self.depths.borrow_mut().get_mut((id - self.base) as usize) {
            *slot = depth;
        }
        Handle { id, name: None }
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.id == y.id
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        let mut dom = self.dom.borrow_mut();
        let node = match child {
            NodeOrText::AppendText(text) => {
                let before = dom.prev(sibling.id);
                if before.is_some_and(|n| dom.extend_text(n, &text)) {
                    return;
                }
                self.depths.borrow_mut().push(0);
                dom.add(Data::Text(text.to_string()))
            }
            NodeOrText::AppendNode(node) => node.id,
        };
        dom.insert_before(sibling.id, node);
        let parent = dom.parent(node);
        drop(dom);
        if let Some(parent) = parent {
            self.placed(parent, node);
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attrs: Vec<Attribute>) {
        if let Some(tag) = self.dom.borrow_mut().tag_mut(target.id) {
            for attr in attrs {
                if tag.attrs.len() < MOST_ATTRS && tag.attrs.iter().all(|a| a.name != attr.name) {
                    tag.attrs.push(attr);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.dom.borrow_mut().detach(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut dom = self.dom.borrow_mut();
        while let Some(child) = dom.first(node.id) {
            dom.append(new_parent.id, child);
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        self.dom.borrow().tag(handle.id).is_some_and(|tag| tag.integration_point)
    }

    fn allow_declarative_shadow_roots(&self, _parent: &Handle) -> bool {
        false // They stay templates until the whole document is there; `compose` makes them shadow trees.
    }
}

/// Elements that HTML allows to stay open at the end.
fn may_stay_open(name: &str) -> bool {
    const OPTIONAL: &str = "html head body p li dd dt option optgroup tbody thead tfoot tr td th rb rt rtc rp colgroup \
        caption";
    name.is_empty() || is_one_of(name, OPTIONAL)
}

/// The address in `<!-- saved from url=(0023)https://example.com/ -->`.
fn saved_from(comment: &str) -> Option<String> {
    let rest = comment.trim().strip_prefix("saved from url=(")?;
    let (_, url) = rest.split_once(')')?;
    url.contains("://").then(|| url.trim().to_owned())
}
