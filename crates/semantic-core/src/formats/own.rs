//! Our own JSON form of a snapshot: a version, what is known of the document, and the nodes in preorder with their depth.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use super::{Format, Kind, ReadError};
use crate::tree::{Element, Role, Snapshot, SnapshotBuilder, State, States, Tri, add_elements};

/// The version that is written, and the only one that is read.
pub(super) const VERSION: u32 = 1;

pub(super) static OWN: Format = Format {
    name: "semantic",
    summary: "our own JSON: {\"semantic\": 1, \"nodes\": [...]}",
    sniff: |head| head.kind("semantic") == Some(Kind::Number),
    read,
};

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct File<'a> {
    semantic: u32,
    #[serde(borrow, default)]
    title: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    url: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    document: Option<Cow<'a, str>>,
    #[serde(default)]
    captured_at: Option<u64>,
    #[serde(default)]
    revision: u64,
    #[serde(default)]
    notices: Vec<String>,
    #[serde(borrow)]
    nodes: Vec<Line<'a>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    #[serde(default)]
    depth: u32,
    #[serde(borrow, default)]
    role: Cow<'a, str>,
    #[serde(borrow, default)]
    native: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    value: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    description: Cow<'a, str>,
    #[serde(borrow, default)]
    url: Cow<'a, str>,
    #[serde(borrow, default)]
    identifier: Cow<'a, str>,
    #[serde(borrow, default, rename = "ref")]
    own_ref: Cow<'a, str>,
    #[serde(borrow, default)]
    key: Cow<'a, str>,
    #[serde(default)]
    level: Option<u8>,
    #[serde(borrow, default)]
    states: Pairs<'a, StateValue<'a>>,
    #[serde(default)]
    bounds: Option<[f64; 4]>,
    #[serde(borrow, default)]
    attrs: Pairs<'a, Text<'a>>,
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum StateValue<'a> {
    Known(bool),
    #[serde(borrow)]
    Word(Cow<'a, str>),
}

/// The entries of an object in their order.
struct Pairs<'a, V>(Vec<(Cow<'a, str>, V)>);

impl<V> Default for Pairs<'_, V> {
    fn default() -> Self {
        Pairs(Vec::new())
    }
}

/// Borrows a key where it needs no unescaping, which `Cow` alone does not.
#[derive(serde::Deserialize)]
#[serde(transparent)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de: 'a, 'a, V: Deserialize<'de>> Deserialize<'de> for Pairs<'a, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PairsVisitor<'a, V>(PhantomData<(&'a str, V)>);
        impl<'de: 'a, 'a, V: Deserialize<'de>> Visitor<'de> for PairsVisitor<'a, V> {
            type Value = Pairs<'a, V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some((key, value)) = map.next_entry::<Text<'a>, V>()? {
                    pairs.push((key.0, value));
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(PairsVisitor(PhantomData))
    }
}

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let version: u32 = serde_json::from_str::<Version>(text)?.semantic;
    if version != VERSION {
        return Err(ReadError::Shape {
            part: "semantic (the version of the form)",
            expected: "1",
            found: version.to_string(),
        });
    }
    let file: File<'_> = serde_json::from_str(text)?;
    debug_assert_eq!(file.semantic, VERSION);
    let attrs: Vec<Vec<(&str, &str)>> =
        file.nodes.iter().map(|n| n.attrs.0.iter().map(|(k, v)| (&**k, &*v.0)).collect()).collect();
    let mut elements = Vec::with_capacity(file.nodes.len());
    for (index, (node, attrs)) in file.nodes.iter().zip(&attrs).enumerate() {
        elements.push(element(index, node, attrs)?);
    }
    let mut b = SnapshotBuilder::with_capacity(elements.len());
    file.title.iter().for_each(|t| b.set_title(t));
    file.url.iter().for_each(|t| b.set_document_url(t));
    file.document.iter().for_each(|t| b.set_document(t));
    file.captured_at.into_iter().for_each(|at| b.set_captured_at(at));
    b.set_revision(file.revision);
    file.notices.iter().for_each(|n| b.notice(n.clone()));
    add_elements(&mut b, elements.as_slice());
    b.drop_repeated_notices(); // what was repaired before the file was written is still to be repaired
    Ok(b.finish())
}

/// The version alone, so that a later version's new keys are not what is complained about.
#[derive(serde::Deserialize)]
struct Version {
    semantic: u32,
}

fn element<'a>(
    index: usize,
    node: &'a Line<'_>,
    attrs: &'a [(&'a str, &'a str)],
) -> Result<Element<'a>, ReadError> {
    let wrong = |key: &str, expected, found: &str| ReadError::Element {
        index,
        reference: node.own_ref.to_string(),
        key: key.to_owned(),
        expected,
        found: super::error::shown(found),
    };
    let mut states = States::default();
    for (name, value) in &node.states.0 {
        let state = State::from_name(name).ok_or_else(|| wrong("states", "known states", name))?;
        let value = match value {
            StateValue::Known(true) => Tri::True,
            StateValue::Known(false) => Tri::False,
            StateValue::Word(word) if word == "mixed" => Tri::Mixed,
            StateValue::Word(word) => {
                return Err(wrong(&format!("states.{}", state.as_str()), "true, false or \"mixed\"", word));
            }
        };
        states.set(state, value);
    }
    Ok(Element {
        depth: Some(node.depth),
        role: node.native.as_deref().unwrap_or(&node.role),
        aria: node.native.is_some().then(|| Role::from_name(&node.role)),
        name: node.name.as_deref(),
        value: node.value.as_deref(),
        description: &node.description,
        url: &node.url,
        identifier: &node.identifier,
        own_ref: &node.own_ref,
        key: &node.key,
        level: node.level,
        states,
        bounds: node.bounds,
        attrs,
        ..Element::default()
    })
}
