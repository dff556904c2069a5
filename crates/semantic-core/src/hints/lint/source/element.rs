//! What a scan of source text gives: elements and their attributes, each with its place in the text.

use std::ops::Range;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// A place in the text, in bytes; always on the boundaries of characters.
pub(in crate::hints::lint) type Span = Range<usize>;

/// No branch.
pub(super) const NONE: u32 = u32::MAX;

/// The elements of one file.
#[derive(Default, Debug)]
pub(in crate::hints::lint) struct Scan {
    pub(in crate::hints::lint) elements: Vec<Element>,
    pub(in crate::hints::lint) branches: Vec<Branch>,
    /// Whether hints are made by code that cannot be read: an id there could be any.
    pub(in crate::hints::lint) makes_hints: bool,
    /// Whether the text is a whole document, so that nothing lies around its elements.
    pub(in crate::hints::lint) whole: bool,
    /// Whether a list of server code holds hints: what lies in its element cannot be told.
    pub(in crate::hints::lint) lists_hints: bool,
    /// Where hints stand that could not be read, in order.
    pub(in crate::hints::lint) unread: Vec<Unread>,
    /// Comments that speak of hints.
    pub(super) comments: Vec<Span>,
    /// What could not be looked at, in sentences.
    pub(in crate::hints::lint) notices: Vec<String>,
}

/// A place that speaks of hints and could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// Where it stands, in bytes.
    pub at: Range<usize>,
    /// What stands there, in a few words.
    pub why: &'static str,
}

/// A part of the text whose elements are shown together or not at all.
#[derive(Clone, Copy, Debug)]
pub(in crate::hints::lint) struct Branch {
    /// The branch around it, which is shown wherever this one is.
    pub(super) parent: u32,
    /// Whether it is shown once for each of several things.
    pub(super) looped: bool,
}

/// One element, or one object of attributes that some element gets.
#[derive(Debug)]
pub(in crate::hints::lint) struct Element {
    /// The tag's name; of an object its first key.
    pub(in crate::hints::lint) tag: Span,
    /// The element around it, as far as this text tells.
    pub(in crate::hints::lint) parent: Option<u32>,
    pub(in crate::hints::lint) branch: u32,
    /// Those that matter here.
    pub(in crate::hints::lint) attrs: Vec<Attr>,
    /// Whether it may have attributes that cannot be seen here.
    pub(in crate::hints::lint) open: bool,
    /// Whether code puts something in it.
    pub(in crate::hints::lint) fluid: bool,
    /// The text up to its first child; only of options.
    pub(in crate::hints::lint) text: Span,
}

/// One attribute.
#[derive(Debug)]
pub(in crate::hints::lint) struct Attr {
    /// Its name in small letters, without what marks it as bound.
    pub(in crate::hints::lint) key: String,
    /// Where the plain name stands.
    pub(in crate::hints::lint) name: Span,
    pub(in crate::hints::lint) value: Value,
    /// Where the value stands, without its quotes; without a value, the name.
    pub(in crate::hints::lint) at: Span,
    /// Whether the value is written letter by letter, so that it can be edited in place.
    pub(in crate::hints::lint) literal: bool,
}

/// A piece of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::hints::lint) enum Part {
    /// As it stands.
    Text(String),
    /// What code fills in; where the code stands.
    Hole(Span),
}

/// What an attribute says, as far as the text tells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::hints::lint) struct Value {
    parts: Vec<Part>,
}

impl Value {
    pub(in crate::hints::lint) fn of(text: &str) -> Value {
        let mut value = Value::default();
        value.push_text(text);
        value
    }

    pub(super) fn dynamic(at: Span) -> Value {
        Value { parts: vec![Part::Hole(at)] }
    }

    pub(super) fn push_text(&mut self, text: &str) {
        match self.parts.last_mut() {
            _ if text.is_empty() => {}
            Some(Part::Text(last)) => last.push_str(text),
            _ => self.parts.push(Part::Text(text.to_owned())),
        }
    }

    pub(super) fn push_hole(&mut self, at: Span) {
        self.parts.push(Part::Hole(at));
    }

    pub(super) fn append(&mut self, other: Value) {
        for part in other.parts {
            match part {
                Part::Text(text) => self.push_text(&text),
                Part::Hole(at) => self.push_hole(at),
            }
        }
    }

    /// The whole value, where it is known.
    pub(in crate::hints::lint) fn known(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Text(text)] => Some(text),
            _ => None,
        }
    }

    pub(in crate::hints::lint) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Whether nothing of it is known.
    pub(in crate::hints::lint) fn is_dynamic(&self) -> bool {
        !self.parts.is_empty() && self.parts.iter().all(|part| matches!(part, Part::Hole(_)))
    }

    /// What it surely begins with.
    pub(in crate::hints::lint) fn beginning(&self) -> &str {
        match self.parts.first() {
            Some(Part::Text(text)) => text,
            _ => "",
        }
    }

    /// The value with `hole` in place of what is not known.
    pub(in crate::hints::lint) fn with_holes(&self, hole: &str) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Hole(_) => hole.to_owned(),
        };
        self.parts.iter().map(part).collect()
    }
}

impl Element {
    /// An attribute by its name; of several the first, as browsers take it.
    pub(in crate::hints::lint) fn attr(&self, key: &str) -> Option<&Attr> {
        self.attrs.iter().find(|attr| attr.key == key)
    }

    /// The known value of an attribute.
    pub(in crate::hints::lint) fn known(&self, key: &str) -> Option<&str> {
        self.attr(key)?.value.known()
    }

    /// The attributes that are hints or were meant to be.
    pub(in crate::hints::lint) fn hints(&self) -> impl Iterator<Item = &Attr> {
        self.attrs.iter().filter(|attr| attr.key.starts_with("data-semtag-"))
    }
}

impl Scan {
    /// Whether wherever the one branch is shown the other is too.
    pub(in crate::hints::lint) fn together(&self, a: u32, b: u32) -> bool {
        self.around(a).any(|up| up == b) || self.around(b).any(|up| up == a)
    }

    /// Whether what is in the branch is shown once for each of several things.
    pub(in crate::hints::lint) fn is_looped(&self, branch: u32) -> bool {
        self.around(branch).any(|up| self.branches.get(up as usize).is_some_and(|b| b.looped))
    }

    /// The branch and those around it; only so many, which is more than anybody nests.
    fn around(&self, branch: u32) -> impl Iterator<Item = u32> {
        const NESTED: usize = 256;
        let up = |&b: &u32| self.branches.get(b as usize).map(|b| b.parent).filter(|&p| p != NONE);
        std::iter::successors(Some(branch), up).take(NESTED)
    }

    /// The elements around one, nearest first, as far as this text tells.
    pub(in crate::hints::lint) fn ancestors(&self, i: usize) -> impl Iterator<Item = &Element> {
        const NESTED: usize = 256;
        let up = |&i: &usize| self.elements.get(i).and_then(|e| e.parent).map(|p| p as usize);
        std::iter::successors(up(&i), up).take(NESTED).filter_map(|i| self.elements.get(i))
    }

    /// The children of each element that has any, in order.
    pub(in crate::hints::lint) fn children(&self) -> HashMap<u32, Vec<u32>, FxBuildHasher> {
        let mut children: HashMap<u32, Vec<u32>, FxBuildHasher> = HashMap::default();
        for (i, element) in self.elements.iter().enumerate() {
            if let Some(parent) = element.parent {
                children.entry(parent).or_default().push(i as u32);
            }
        }
        children
    }
}
