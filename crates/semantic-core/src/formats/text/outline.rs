//! The rows of an indented dump, stored in little space: most lines are a role, a name and a ref.

use std::borrow::Cow;

use crate::formats::flat::Strings;
use crate::tree::{Element, Elements, Link, Role, SnapshotBuilder, State, States, Tri, add_elements};

/// A text that only some elements have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::formats) enum Field {
    Alt,
    Description,
    Identifier,
    Label,
    Placeholder,
    Tag,
    TestId,
    Text,
    Title,
    Url,
}

/// What one line said. Its other texts, attributes and its box lie in the outline's lists.
pub(in crate::formats) struct Row<'a> {
    /// Any number that is greater for what lies deeper.
    pub(in crate::formats) depth: u32,
    /// The role in the producer's word.
    pub(in crate::formats) role: &'a str,
    /// The role in ARIA's words, where the producer's is another vocabulary.
    pub(in crate::formats) aria: Option<Role>,
    pub(in crate::formats) name: Option<&'a str>,
    pub(in crate::formats) value: Option<&'a str>,
    pub(in crate::formats) own_ref: &'a str,
    pub(in crate::formats) states: States,
    /// Heading or nesting level, 0 where there is none.
    pub(in crate::formats) level: u8,
    boxed: bool,
    texts_end: u32,
    attrs_end: u32,
    boxes_end: u32,
}

impl Row<'_> {
    /// Records that a state is on or off.
    pub(in crate::formats) fn set(&mut self, state: State, on: bool) {
        self.states.set(state, if on { Tri::True } else { Tri::False });
    }

    /// What the role is, in ARIA's words.
    pub(in crate::formats) fn kind(&self) -> Role {
        self.aria.unwrap_or_else(|| Role::from_name(self.role))
    }
}

/// The rows in the order of the dump. What is said about a row must be said before the next is opened.
pub(in crate::formats) struct Outline<'a> {
    strings: &'a Strings,
    rows: Vec<Row<'a>>,
    texts: Vec<(Field, &'a str)>,
    attrs: Vec<(&'a str, &'a str)>,
    boxes: Vec<[f64; 4]>,
}

impl<'a> Outline<'a> {
    /// An empty outline that keeps in `strings` what had to be unescaped.
    pub(in crate::formats) fn new(strings: &'a Strings) -> Self {
        Outline { strings, rows: Vec::new(), texts: Vec::new(), attrs: Vec::new(), boxes: Vec::new() }
    }

    /// A text as long-lived as the dump.
    pub(in crate::formats) fn keep(&self, text: Cow<'a, str>) -> &'a str {
        match text {
            Cow::Borrowed(text) => text,
            Cow::Owned(text) => self.strings.add(&text),
        }
    }

    /// Adds a row about which nothing but its role is known.
    pub(in crate::formats) fn open(&mut self, depth: u32, role: &'a str) -> &mut Row<'a> {
        let at = self.rows.len();
        self.rows.push(Row {
            depth,
            role,
            aria: None,
            name: None,
            value: None,
            own_ref: "",
            states: States::default(),
            level: 0,
            boxed: false,
            texts_end: self.texts.len() as u32,
            attrs_end: self.attrs.len() as u32,
            boxes_end: self.boxes.len() as u32,
        });
        &mut self.rows[at]
    }

    /// The row opened last.
    pub(in crate::formats) fn last(&mut self) -> Option<&mut Row<'a>> {
        self.rows.last_mut()
    }

    /// The rows so far.
    pub(in crate::formats) fn rows(&self) -> &[Row<'a>] {
        &self.rows
    }

    /// Whether there is no row.
    pub(in crate::formats) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Takes the row opened last away and returns its name, unless more than that is known of it.
    pub(in crate::formats) fn fold_last(&mut self) -> Option<&'a str> {
        let at = self.rows.len().checked_sub(1)?;
        let last = &self.rows[at];
        let more = (last.texts_end as usize, last.attrs_end as usize) != self.before(at);
        let name = last.name.filter(|_| !more && !last.boxed)?;
        self.rows.pop();
        Some(name)
    }

    /// Says something about the row opened last; an empty text says nothing.
    pub(in crate::formats) fn text(&mut self, field: Field, text: &'a str) {
        if let Some(row) = self.rows.last_mut().filter(|_| !text.is_empty()) {
            self.texts.push((field, text));
            row.texts_end = self.texts.len() as u32;
        }
    }

    /// Gives the row opened last an attribute.
    pub(in crate::formats) fn attr(&mut self, key: &'a str, value: &'a str) {
        if let Some(row) = self.rows.last_mut() {
            self.attrs.push((key, value));
            row.attrs_end = self.attrs.len() as u32;
        }
    }

    /// Gives the row opened last its box of x, y, width and height. Only the first box counts.
    pub(in crate::formats) fn place(&mut self, bounds: [f64; 4]) {
        if let Some(row) = self.rows.last_mut().filter(|row| !row.boxed) {
            self.boxes.push(bounds);
            row.boxed = true;
            row.boxes_end = self.boxes.len() as u32;
        }
    }

    /// Adds all rows to a builder.
    pub(in crate::formats) fn build(&self, b: &mut SnapshotBuilder) {
        add_elements(b, self);
    }

    fn before(&self, i: usize) -> (usize, usize) {
        match i.checked_sub(1) {
            Some(before) => (self.rows[before].texts_end as usize, self.rows[before].attrs_end as usize),
            None => (0, 0),
        }
    }
}

impl<'s> Elements<'s> for &'s Outline<'_> {
    fn count(&self) -> usize {
        self.rows.len()
    }

    fn link(&self, i: usize) -> Link<'s> {
        let row = &self.rows[i];
        Link { own_ref: row.own_ref, depth: Some(row.depth), ..Link::default() }
    }

    fn element(&self, i: usize) -> Element<'s> {
        let row = &self.rows[i];
        let (texts, attrs) = self.before(i);
        let mut e = Element {
            own_ref: row.own_ref,
            role: row.role,
            aria: row.aria,
            name: row.name,
            value: row.value,
            depth: Some(row.depth),
            level: Some(row.level).filter(|&l| l > 0),
            states: row.states,
            bounds: row.boxed.then(|| self.boxes[row.boxes_end as usize - 1]),
            attrs: &self.attrs[attrs..row.attrs_end as usize],
            ..Element::default()
        };
        for &(field, text) in &self.texts[texts..row.texts_end as usize] {
            match field {
                Field::Alt => e.alt = text,
                Field::Description => e.description = text,
                Field::Identifier => e.identifier = text,
                Field::Label => e.label = text,
                Field::Placeholder => e.placeholder = text,
                Field::Tag => e.tag = text,
                Field::TestId => e.testid = text,
                Field::Text => e.text = text,
                Field::Title => e.title = text,
                Field::Url => e.url = text,
            }
        }
        e
    }
}
