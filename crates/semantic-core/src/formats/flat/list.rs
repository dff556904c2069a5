//! What the flat reader collects: one small row an element, its texts borrowed from the file.

use std::cell::{Cell, OnceCell};

use super::Key;
use crate::formats::ReadError;
use crate::formats::error::shown;
use crate::tree::{Element, Elements, Link, State, States, Tri};

type Chunk = Box<[OnceCell<Box<str>>]>;

/// Strings that had to be unescaped or written out; they stay where they are while more are added.
#[derive(Default)]
pub(in crate::formats) struct Strings {
    /// The k-th chunk has room for 64 · 2^k strings.
    chunks: [OnceCell<Chunk>; 26],
    len: Cell<usize>,
}

impl Strings {
    /// Keeps a copy of `s`.
    pub(in crate::formats) fn add(&self, s: &str) -> &str {
        let n = self.len.get();
        self.len.set(n + 1);
        let k = (n / 64 + 1).ilog2() as usize;
        let chunk = self.chunks[k].get_or_init(|| (0..64usize << k).map(|_| OnceCell::new()).collect());
        chunk[n + 64 - (64 << k)].get_or_init(|| s.into())
    }
}

/// "No such element".
pub(super) const NONE: u32 = u32::MAX;

/// What one element said, but for its text.
pub(super) struct Row<'a> {
    /// The last of its texts.
    texts: u32,
    /// First and one past the last of its attributes.
    attrs: (u32, u32),
    own_ref: &'a str,
    parent: &'a str,
    parent_ref: &'a str,
    inside: u32,
    depth: Option<u32>,
    sibling_index: Option<u32>,
    sibling_count: Option<u32>,
    document_idx: Option<u32>,
    level: u8,
    pub(super) states: States,
    pub(super) bounds: Option<[f64; 4]>,
}

/// A text of an element, chained to the one before it.
struct Text<'a> {
    text: &'a str,
    before: u32,
    field: Field,
}

/// Which text of an element.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Field {
    Ref,
    Role,
    Name,
    Value,
    Label,
    Placeholder,
    Alt,
    Title,
    TestId,
    Text,
    Tag,
    Description,
    Url,
    Parent,
    ParentRef,
    Section,
    LabelledBy,
}

impl Field {
    pub(super) fn may_be_number(self) -> bool {
        matches!(self, Field::Ref | Field::Parent | Field::ParentRef | Field::Value)
    }
}

/// The elements as they come in, and what the file says around them.
pub(super) struct List<'a> {
    pub(super) strings: &'a Strings,
    pub(super) rows: Vec<Row<'a>>,
    texts: Vec<Text<'a>>,
    attrs: Vec<(&'a str, &'a str)>,
    pub(super) title: Option<&'a str>,
    pub(super) url: Option<&'a str>,
    pub(super) truncated: bool,
    pub(super) skipped_attrs: usize,
    pub(super) skipped_children: usize,
    pub(super) problem: Option<ReadError>,
}

/// Adds to a vector that grows by a quarter: the lists of a big file are most of the memory that it takes.
fn push<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 4 + 64);
    }
    list.push(item);
}

impl<'a> List<'a> {
    /// An empty list for a file of so many bytes.
    pub(super) fn new(strings: &'a Strings, bytes: usize) -> Self {
        // Few elements take less than 250 bytes; where they do, the vectors grow.
        List {
            strings,
            rows: Vec::with_capacity(bytes / 256 + 8),
            texts: Vec::with_capacity(bytes / 48 + 32),
            attrs: Vec::new(),
            title: None,
            url: None,
            truncated: false,
            skipped_attrs: 0,
            skipped_children: 0,
            problem: None,
        }
    }

    /// Adds an element about which nothing is known yet.
    pub(super) fn add_row(&mut self, inside: u32) -> u32 {
        let row = Row {
            texts: NONE,
            attrs: (0, 0),
            own_ref: "",
            parent: "",
            parent_ref: "",
            inside,
            depth: None,
            sibling_index: None,
            sibling_count: None,
            document_idx: None,
            level: 0,
            states: States::default(),
            bounds: None,
        };
        push(&mut self.rows, row);
        self.rows.len() as u32 - 1
    }

    fn add_text(&mut self, row: u32, field: Field, text: &'a str) {
        let before = std::mem::replace(&mut self.rows[row as usize].texts, self.texts.len() as u32);
        push(&mut self.texts, Text { text, before, field });
    }

    /// Adds an attribute to any element.
    pub(super) fn add_attr(&mut self, row: u32, key: &'a str, value: &'a str) {
        let (from, to) = self.rows[row as usize].attrs;
        let end = self.attrs.len();
        let from = match from == to {
            true => end as u32,
            // Another element's attributes came in between: move ours behind them.
            false if to as usize != end => {
                self.attrs.extend_from_within(from as usize..to as usize);
                end as u32
            }
            false => from,
        };
        push(&mut self.attrs, (key, value));
        self.rows[row as usize].attrs = (from, self.attrs.len() as u32);
    }

    /// Stores what a key of an element says; `None` where it is not of the key's [type](Key::expected).
    pub(super) fn set(&mut self, row: u32, place: &mut Place, key: Key, value: &Scalar<'a>) -> Option<()> {
        let at = row as usize;
        match key {
            Key::Text(field) => {
                let text = match value {
                    Scalar::Text(text) => text,
                    Scalar::Number(n) if field.may_be_number() => self.strings.add(&n.to_string()),
                    Scalar::Bool(b) if field == Field::Value => bool_text(*b),
                    _ => return None,
                };
                match field {
                    Field::Ref => self.rows[at].own_ref = text,
                    Field::Parent => self.rows[at].parent = text,
                    Field::ParentRef => self.rows[at].parent_ref = text,
                    Field::Name | Field::Value => self.add_text(row, field, text),
                    _ if text.is_empty() => {}
                    _ => self.add_text(row, field, text),
                }
            }
            Key::Depth => self.rows[at].depth = Some(value.whole()?),
            Key::SiblingIndex => self.rows[at].sibling_index = Some(value.whole()?),
            Key::SiblingCount => self.rows[at].sibling_count = Some(value.whole()?),
            Key::DocumentIdx => self.rows[at].document_idx = Some(value.whole()?),
            Key::Level => self.rows[at].level = u8::try_from(value.whole()?).unwrap_or(0),
            Key::Edge(i) => place.set(i, value.real()?),
            Key::State(state) => {
                if let Some(tri) = value.tri(state)? {
                    self.rows[at].states.set(state, tri);
                }
            }
            Key::Enabled => match value.tri(State::Disabled)? {
                Some(Tri::True) => self.rows[at].states.set(State::Disabled, Tri::False),
                Some(Tri::False) => self.rows[at].states.set(State::Disabled, Tri::True),
                _ => {}
            },
            Key::Attr(name) => {
                if let Some(text) = value.text(self.strings) {
                    self.add_attr(row, name, text);
                }
            }
            Key::Attrs | Key::Positional | Key::States | Key::Bounds | Key::Children => return None,
        }
        Some(())
    }

    /// Reports a value of the wrong type, unless something was wrong before it.
    pub(super) fn wrong(&mut self, row: u32, key: String, expected: &'static str, found: String) {
        let index = row as usize;
        self.problem.get_or_insert(ReadError::Element {
            index,
            reference: String::new(),
            key,
            expected,
            found,
        });
    }

    /// Names the element in a problem that was found in it.
    pub(super) fn name_problem(&mut self, row: u32) {
        let own = self.rows[row as usize].own_ref.to_owned();
        if let Some(ReadError::Element { index, reference, .. }) = &mut self.problem
            && *index == row as usize
        {
            *reference = own;
        }
    }
}

impl<'s> Elements<'s> for &'s List<'_> {
    fn count(&self) -> usize {
        self.rows.len()
    }

    fn link(&self, i: usize) -> Link<'s> {
        let row = &self.rows[i];
        Link {
            own_ref: row.own_ref,
            parent: row.parent,
            parent_ref: row.parent_ref,
            inside: Some(row.inside).filter(|&p| p != NONE),
            depth: row.depth,
            document_idx: row.document_idx,
        }
    }

    fn element(&self, i: usize) -> Element<'s> {
        let row = &self.rows[i];
        let mut e = Element {
            own_ref: row.own_ref,
            parent: row.parent,
            parent_ref: row.parent_ref,
            inside: Some(row.inside).filter(|&p| p != NONE),
            depth: row.depth,
            level: Some(row.level).filter(|&l| l > 0),
            sibling_index: row.sibling_index,
            sibling_count: row.sibling_count,
            document_idx: row.document_idx,
            bounds: row.bounds,
            states: row.states,
            attrs: &self.attrs[row.attrs.0 as usize..row.attrs.1 as usize],
            ..Element::default()
        };
        let mut next = row.texts;
        while let Some(&Text { text, before, field }) = self.texts.get(next as usize) {
            // The chain runs backwards, and the last of two equal keys counts.
            let slot = match field {
                Field::Name => {
                    e.name = e.name.or(Some(text));
                    next = before;
                    continue;
                }
                Field::Value => {
                    e.value = e.value.or(Some(text));
                    next = before;
                    continue;
                }
                Field::Ref => &mut e.own_ref,
                Field::Parent => &mut e.parent,
                Field::ParentRef => &mut e.parent_ref,
                Field::Role => &mut e.role,
                Field::Label => &mut e.label,
                Field::Placeholder => &mut e.placeholder,
                Field::Alt => &mut e.alt,
                Field::Title => &mut e.title,
                Field::TestId => &mut e.testid,
                Field::Text => &mut e.text,
                Field::Tag => &mut e.tag,
                Field::Description => &mut e.description,
                Field::Url => &mut e.url,
                Field::Section => &mut e.section,
                Field::LabelledBy => &mut e.labelled_by,
            };
            if slot.is_empty() {
                *slot = text;
            }
            next = before;
        }
        e
    }
}

/// The numbers of a box as they come in: x, y, width, height, right, bottom.
pub(super) struct Place([f64; 6]);

impl Default for Place {
    fn default() -> Self {
        Place([f64::NAN; 6])
    }
}

impl Place {
    fn set(&mut self, i: usize, value: f64) {
        // An impossible number is not "not given".
        self.0[i] = if value.is_nan() { f64::INFINITY } else { value };
    }

    /// The box, if anything of it is known. Where the size or one of two coordinates is missing it is 0:
    /// producers leave zeros out.
    pub(super) fn bounds(&self) -> Option<[f64; 4]> {
        let [x, y, mut width, mut height, right, bottom] = self.0;
        if self.0.iter().all(|v| v.is_nan()) {
            return None;
        }
        let or = |a: f64, b: f64| if a.is_nan() { b } else { a };
        (width, height) = (or(width, right - x), or(height, bottom - y));
        if width.is_nan() && height.is_nan() {
            (width, height) = (0.0, 0.0);
            return Some([x, y, width, height]);
        }
        let (known_x, known_y) = (!x.is_nan(), !y.is_nan());
        Some([if known_y { or(x, 0.0) } else { x }, if known_x { or(y, 0.0) } else { y }, width, height])
    }
}

/// A value that is neither null, a list nor an object.
pub(super) enum Scalar<'a> {
    Bool(bool),
    Number(serde_json::Number),
    Text(&'a str),
}

fn bool_text(b: bool) -> &'static str {
    if b { "true" } else { "false" }
}

impl<'a> Scalar<'a> {
    /// The value as text.
    pub(super) fn text(&self, strings: &'a Strings) -> Option<&'a str> {
        Some(match self {
            Scalar::Bool(b) => bool_text(*b),
            Scalar::Number(n) => strings.add(&n.to_string()),
            Scalar::Text(text) => text,
        })
    }

    fn real(&self) -> Option<f64> {
        match self {
            Scalar::Number(n) => n.as_f64(),
            Scalar::Text(text) => text.trim().parse().ok(),
            Scalar::Bool(_) => None,
        }
    }

    fn whole(&self) -> Option<u32> {
        let fits = |n: &f64| n.fract() == 0.0 && *n >= 0.0 && *n <= f64::from(u32::MAX);
        self.real().filter(fits).map(|n| n as u32)
    }

    /// The value of a state; `Some(None)` is one that is not given.
    fn tri(&self, state: State) -> Option<Option<Tri>> {
        let is = |text: &str, word: &str| text.eq_ignore_ascii_case(word);
        Some(match self {
            Scalar::Bool(true) => Some(Tri::True),
            Scalar::Bool(false) => Some(Tri::False),
            Scalar::Text("") => None,
            Scalar::Text(text) if is(text, "true") => Some(Tri::True),
            Scalar::Text(text) if is(text, "false") => Some(Tri::False),
            Scalar::Text(text) if is(text, "mixed") => Some(Tri::Mixed),
            // aria-current="page", aria-invalid="spelling"
            Scalar::Text(_) if matches!(state, State::Current | State::Invalid) => Some(Tri::True),
            _ => return None,
        })
    }

    /// What the value is, for an error message.
    pub(super) fn found(&self) -> String {
        match self {
            Scalar::Bool(_) => "a boolean".to_owned(),
            Scalar::Number(_) => "a number".to_owned(),
            Scalar::Text(text) => format!("the string {}", shown(text)),
        }
    }
}
