//! One element as owned text: what a caller without a snapshot hands to a matcher.

use serde::{Deserialize, Serialize};

use crate::tree::{Element, Elements, Node, Snapshot, SnapshotBuilder, State, States, Tri, add_elements};

/// What is known about one element. An empty string means "not known".
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ElementDescriptor {
    /// The caller's ref for it.
    #[serde(rename = "ref")]
    pub reference: String,
    /// Role, in ARIA's or the producer's word.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// Value of a field.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub value: String,
    /// Text of the label.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Placeholder of a field.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub placeholder: String,
    /// Text that stands for an image.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub alt: String,
    /// Tooltip.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Test id.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub testid: String,
    /// Text shown inside.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// HTML tag or native class.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tag: String,
    /// Accessible description.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Whether a person can act on it, where the caller knows; else the role decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interactive: Option<bool>,
    /// Name or ref of the element that holds it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub parent: String,
    /// Name of the part of the page.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub section: String,
    /// Position in the document; the list's order where not every element has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_idx: Option<u32>,
    /// The known states, in JSON an object such as `{"checked": "mixed", "disabled": true}`.
    #[serde(with = "states_as_map", skip_serializing_if = "is_unknown")]
    pub states: States,
    /// Where it stands in the tree and on the screen.
    #[serde(skip_serializing_if = "Positional::is_unknown")]
    pub positional: Positional,
}

/// Where an element stands in the tree and on the screen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Positional {
    /// Number of ancestors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Position among its siblings, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sibling_index: Option<u32>,
    /// Number of children of its parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sibling_count: Option<u32>,
    /// Ref or text of the label.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub labelled_by: String,
    /// Left edge, in CSS pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<f64>,
    /// Top edge, in CSS pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y: Option<f64>,
    /// Width in CSS pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// Height in CSS pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<f64>,
}

impl Positional {
    fn is_unknown(&self) -> bool {
        *self == Positional::default()
    }

    fn bounds(&self) -> Option<[f64; 4]> {
        let unknown = [self.x, self.y, self.width, self.height].iter().all(Option::is_none);
        let size = (self.width, self.height);
        let (width, height) = if size == (None, None) { (Some(0.0), Some(0.0)) } else { size };
        let nan = |v: Option<f64>| v.unwrap_or(f64::NAN);
        (!unknown).then(|| [nan(self.x), nan(self.y), nan(width), nan(height)])
    }
}

impl ElementDescriptor {
    /// The text that describes the element: role, name and what else is known, each once, in a fixed order.
    ///
    /// ```
    /// use semantic_core::find::ElementDescriptor;
    /// let field = ElementDescriptor {
    ///     role: "textbox".into(),
    ///     name: "Email".into(),
    ///     label: "Email".into(),
    ///     placeholder: "you@example.com".into(),
    ///     ..ElementDescriptor::default()
    /// };
    /// assert_eq!(field.composite(), "textbox Email you@example.com");
    /// ```
    pub fn composite(&self) -> String {
        let texts = [
            &self.role,
            &self.name,
            &self.value,
            &self.label,
            &self.placeholder,
            &self.alt,
            &self.title,
            &self.description,
            &self.text,
            &self.testid,
            &self.section,
            &self.parent,
        ];
        let mut out = String::new();
        for (i, text) in texts.iter().enumerate() {
            if !text.is_empty() && !texts[..i].contains(text) {
                if !out.is_empty() {
                    out.push(' ');
                }
                out.push_str(text);
            }
        }
        out
    }

    /// What a snapshot knows about a node: its own ref, or `s_N` where it has none; its parent's name where it
    /// does not name another. The siblings are counted, so time grows with their number.
    pub fn from_node(node: Node<'_>) -> ElementDescriptor {
        let attr = |key: &str| node.attr(key).unwrap_or_default().to_owned();
        let own = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let number = |n: usize| u32::try_from(n).ok();
        let counted = node.parent().map(|parent| {
            let index = parent.children().position(|c| c.id() == node.id());
            (index.and_then(number), number(parent.children().count()))
        });
        let said = |key: &str| node.attr(key).and_then(|n| n.parse().ok());
        let (sibling_index, sibling_count) =
            counted.unwrap_or_else(|| (said("sibling_index"), said("sibling_count")));
        let bounds = node.bounds();
        let mut states = States::default();
        node.states().iter().filter(|s| s.0 != State::Interactive).for_each(|(s, v)| states.set(s, v));
        ElementDescriptor {
            reference: node.own_ref().map_or_else(|| node.id().to_string(), str::to_owned),
            role: node.role_name().to_owned(),
            name: own(node.name()),
            value: own(node.value()),
            label: attr("label"),
            placeholder: attr("placeholder"),
            alt: attr("alt"),
            title: attr("title"),
            testid: attr("testid"),
            text: attr("text"),
            tag: attr("tag"),
            description: own(node.description()),
            interactive: node.states().get(State::Interactive).map(|v| v != Tri::False),
            parent: own(node.attr("parent").or_else(|| node.parent().and_then(Node::name))),
            section: attr("section"),
            document_idx: number(node.id().index()),
            states,
            positional: Positional {
                depth: number(node.depth()),
                sibling_index,
                sibling_count,
                labelled_by: attr("labelled_by"),
                x: bounds.map(|b| b.x),
                y: bounds.map(|b| b.y),
                width: bounds.map(|b| b.width),
                height: bounds.map(|b| b.height),
            },
        }
    }

    fn element(&self) -> Element<'_> {
        let some = |text: &'_ str| !text.is_empty();
        let mut states = self.states;
        if let Some(interactive) = self.interactive {
            states.set(State::Interactive, if interactive { Tri::True } else { Tri::False });
        }
        Element {
            own_ref: &self.reference,
            role: &self.role,
            name: Some(self.name.as_str()).filter(|t| some(t)),
            value: Some(self.value.as_str()).filter(|t| some(t)),
            label: &self.label,
            placeholder: &self.placeholder,
            alt: &self.alt,
            title: &self.title,
            testid: &self.testid,
            text: &self.text,
            tag: &self.tag,
            description: &self.description,
            parent: &self.parent,
            section: &self.section,
            labelled_by: &self.positional.labelled_by,
            depth: self.positional.depth,
            sibling_index: self.positional.sibling_index,
            sibling_count: self.positional.sibling_count,
            document_idx: self.document_idx,
            bounds: self.positional.bounds(),
            states,
            ..Element::default()
        }
    }
}

impl<'a> Elements<'a> for &'a [ElementDescriptor] {
    fn count(&self) -> usize {
        self.len()
    }

    fn element(&self, i: usize) -> Element<'a> {
        self[i].element()
    }
}

/// The snapshot that a list of descriptors describes; see [`add_elements`] for how it becomes a tree.
pub fn snapshot_from_descriptors(descriptors: &[ElementDescriptor]) -> Snapshot {
    let mut builder = SnapshotBuilder::with_capacity(descriptors.len());
    add_elements(&mut builder, descriptors);
    builder.finish()
}

fn is_unknown(states: &States) -> bool {
    *states == States::default()
}

/// States as a map from name to true, false or "mixed".
mod states_as_map {
    use std::collections::BTreeMap;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::tree::{State, States, Tri};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Value {
        Known(bool),
        Word(String),
    }

    pub(super) fn serialize<S: Serializer>(states: &States, out: S) -> Result<S::Ok, S::Error> {
        out.collect_map(states.iter().map(|(state, value)| {
            let value = match value {
                Tri::True => Value::Known(true),
                Tri::False => Value::Known(false),
                Tri::Mixed => Value::Word("mixed".to_owned()),
            };
            (state.as_str(), value)
        }))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<States, D::Error> {
        let mut states = States::default();
        for (name, value) in BTreeMap::<String, Value>::deserialize(input)? {
            let state =
                State::from_name(&name).ok_or_else(|| D::Error::custom(format!("no state {name:?}")))?;
            let value = match value {
                Value::Known(true) => Tri::True,
                Value::Known(false) => Tri::False,
                Value::Word(word) if word == "mixed" => Tri::Mixed,
                Value::Word(word) => return Err(D::Error::custom(format!("no value {word:?} of a state"))),
            };
            states.set(state, value);
        }
        Ok(states)
    }
}
