//! The fields of a node that a view may show.

use std::borrow::Cow;

use crate::tree::{Node, State, Tri};

/// A field of a node that a view may show. The ref is always shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// What the node is, in ARIA's word or the producer's own.
    Role,
    /// Accessible name; an empty one is not shown.
    Name,
    /// Value of a field; an empty value is an answer.
    Value,
    /// Left, top, width and height in CSS pixels.
    Bounds,
    /// What is on, and what is off where that is an answer (checked, expanded, pressed, selected, filled).
    States,
    /// Accessible description.
    Description,
    /// The producer's identifier.
    Identifier,
    /// The ref that the snapshot itself brought.
    OwnRef,
}

impl Field {
    /// All fields in the order in which they are shown.
    pub const ALL: [Field; 8] = [
        Field::Role,
        Field::Name,
        Field::Value,
        Field::Bounds,
        Field::States,
        Field::Description,
        Field::Identifier,
        Field::OwnRef,
    ];

    /// What a view shows that does not say: role, name and value.
    pub const DEFAULT: [Field; 3] = [Field::Role, Field::Name, Field::Value];

    /// The field's name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Field::Role => "role",
            Field::Name => "name",
            Field::Value => "value",
            Field::Bounds => "bounds",
            Field::States => "states",
            Field::Description => "description",
            Field::Identifier => "identifier",
            Field::OwnRef => "ownRef",
        }
    }

    /// The field called `name`.
    pub fn from_name(name: &str) -> Option<Field> {
        Field::ALL.into_iter().find(|f| f.as_str() == name)
    }
}

/// The text of a field that is text, where the node has it.
pub(super) fn text(node: Node<'_>, field: Field) -> Option<Cow<'_, str>> {
    let filled = |text: Option<&'_ str>| text.is_some_and(|t| !t.is_empty());
    match field {
        Field::Role => Some(role(node)),
        Field::Name => node.name().filter(|t| filled(Some(t))).map(Cow::Borrowed),
        Field::Value => node.value().map(Cow::Borrowed),
        Field::Description => node.description().filter(|t| filled(Some(t))).map(Cow::Borrowed),
        Field::Identifier => node.identifier().filter(|t| filled(Some(t))).map(Cow::Borrowed),
        Field::OwnRef => node.own_ref().map(Cow::Borrowed),
        Field::Bounds | Field::States => None,
    }
}

/// The role as one lowercase word: a producer's own word may be anything, and must not look like more.
fn role(node: Node<'_>) -> Cow<'_, str> {
    let word = node.role_name();
    let plain = |c: char| c.is_alphanumeric() && !c.is_uppercase() || c == '-' || c == '_';
    if !word.is_empty() && word.chars().all(plain) {
        return Cow::Borrowed(word);
    }
    let lower = word.chars().take(60).flat_map(char::to_lowercase);
    let word: String = lower.map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    if word.is_empty() { Cow::Borrowed("generic") } else { Cow::Owned(word) }
}

/// The states that are shown, in their order. That something could take the focus or be acted on is no state in
/// which it is; that it is off is an answer only where a person sees the difference.
pub(super) fn states(node: Node<'_>) -> impl Iterator<Item = (State, Tri)> {
    use State::*;
    node.states().iter().filter(|&(state, value)| match state {
        Focusable | Interactive => false,
        Checked | Pressed | Selected | Expanded | Filled => true,
        _ => value != Tri::False,
    })
}

/// The box as left, top, width and height in hundredths of a pixel: what is shown of it.
pub(super) fn bounds(node: Node<'_>) -> Option<[i64; 4]> {
    let b = node.bounds()?;
    Some([b.x, b.y, b.width, b.height].map(|v| (v * 100.0).round() as i64))
}

/// Whether two nodes show the same in a field.
pub(super) fn same(a: Node<'_>, b: Node<'_>, field: Field) -> bool {
    match field {
        Field::Bounds => bounds(a) == bounds(b),
        Field::States => states(a).eq(states(b)),
        _ => text(a, field) == text(b, field),
    }
}
