//! The list of elements as the tree takes it: small rows that borrow what the document already holds.

use std::borrow::Cow;

use super::dom::NONE;
use super::names::Source;
use crate::tree::{Element, Elements, Link, Role, States};

/// One node of the tree to be.
#[derive(Debug)]
pub(super) struct Row<'d> {
    pub(super) role: Role,
    /// The node that it lists.
    pub(super) node: u32,
    /// Where its name comes from.
    pub(super) source: Source,
    /// The node's key on a live page, and its box.
    pub(super) key: &'d str,
    pub(super) bounds: Option<[f64; 4]>,
    pub(super) name: Option<String>,
    pub(super) value: Option<Cow<'d, str>>,
    pub(super) description: String,
    pub(super) label: String,
    pub(super) url: String,
    pub(super) tag: &'d str,
    pub(super) testid: &'d str,
    pub(super) level: Option<u8>,
    pub(super) states: States,
    /// Position of the row around this one, or [`NONE`].
    pub(super) inside: u32,
    /// Where its attributes begin and end.
    pub(super) attrs: (u32, u32),
}

impl Row<'_> {
    /// A row of a role with nothing known about it.
    pub(super) fn new(role: Role, inside: u32) -> Self {
        Row {
            role,
            node: NONE,
            source: Source::Nothing,
            key: "",
            bounds: None,
            name: None,
            value: None,
            description: String::new(),
            label: String::new(),
            url: String::new(),
            tag: "",
            testid: "",
            level: None,
            states: States::default(),
            inside,
            attrs: (0, 0),
        }
    }
}

/// All rows in document order, with their attributes.
#[derive(Default, Debug)]
pub(super) struct Rows<'d> {
    pub(super) rows: Vec<Row<'d>>,
    pub(super) attrs: Vec<(&'d str, &'d str)>,
}

impl<'a> Elements<'a> for &'a Rows<'_> {
    fn count(&self) -> usize {
        self.rows.len()
    }

    fn element(&self, i: usize) -> Element<'a> {
        let row = &self.rows[i];
        let attrs = &self.attrs[row.attrs.0 as usize..row.attrs.1 as usize];
        let attr = |key: &str| attrs.iter().find(|(k, _)| *k == key).map_or("", |&(_, v)| v);
        Element {
            role: row.role.as_str(),
            aria: Some(row.role),
            name: row.name.as_deref(),
            value: row.value.as_deref(),
            label: &row.label,
            placeholder: attr("placeholder"),
            alt: attr("alt"),
            title: attr("title"),
            testid: row.testid,
            // The tag of a node whose role was taken away must not give it back.
            tag: if row.role.is_vague() { "" } else { row.tag },
            description: &row.description,
            url: &row.url,
            inside: (row.inside != NONE).then_some(row.inside),
            level: row.level,
            states: row.states,
            key: row.key,
            bounds: row.bounds,
            attrs,
            ..Element::default()
        }
    }

    fn link(&self, i: usize) -> Link<'a> {
        let inside = self.rows[i].inside;
        Link { inside: (inside != NONE).then_some(inside), ..Link::default() }
    }
}
