//! One hinted element as it is printed: its id and its other fields, each in its place.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::captured::{CapturedElement, Held};
use super::text::{ATTRIBUTE, NAME, SHOWN, TYPED, cut, squashed};
use super::vocabulary::{Choice, HintRole, choices};
use crate::tree::{Element, Role, holds_secret};

/// A field of an entry; the order is the one in which they are printed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Field {
    /// The word of `data-semtag-role`.
    Role,
    /// The name.
    Name,
    /// The action.
    Action,
    /// The state.
    State,
    /// The target.
    Target,
    /// The id of the region it drives.
    Controls,
    /// The choices of a select.
    Options,
    /// The value.
    Value,
    /// In place of the value: whether a field with a secret holds something.
    Filled,
    /// `false` where it is disabled.
    Enabled,
    /// `false` where it cannot be seen.
    Visible,
}

impl Field {
    /// All fields in order.
    pub const ALL: [Field; 11] = [
        Field::Role,
        Field::Name,
        Field::Action,
        Field::State,
        Field::Target,
        Field::Controls,
        Field::Options,
        Field::Value,
        Field::Filled,
        Field::Enabled,
        Field::Visible,
    ];

    /// The field's key.
    pub fn as_str(self) -> &'static str {
        match self {
            Field::Role => "role",
            Field::Name => "name",
            Field::Action => "action",
            Field::State => "state",
            Field::Target => "target",
            Field::Controls => "controls",
            Field::Options => "options",
            Field::Value => "value",
            Field::Filled => "filled",
            Field::Enabled => "enabled",
            Field::Visible => "visible",
        }
    }

    /// The field of that key.
    pub fn from_name(key: &str) -> Option<Field> {
        Field::ALL.into_iter().find(|field| field.as_str() == key)
    }
}

/// What a field says.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// A text.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// The choices of a select.
    Choices(Vec<Choice>),
}

/// One hinted element: its id and what else is known, in the order of [`Field`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The `data-semtag-id`.
    pub id: String,
    /// The fields that it has, each once, in order.
    pub cells: Vec<(Field, Cell)>,
}

impl Entry {
    /// The entry of a captured element.
    pub fn of(element: &CapturedElement) -> Entry {
        let role = HintRole::from_name(&element.role);
        let mut entry = Entry { id: cut(element.id.clone(), ATTRIBUTE), cells: Vec::with_capacity(6) };
        let given = |text: &String| (!text.is_empty()).then(|| Cell::Text(cut(text.clone(), ATTRIBUTE)));
        let held = held(element, role);
        entry.set(Field::Role, given(&element.role));
        entry.set(Field::Name, Some(Cell::Text(name(element, &held))));
        entry.set(Field::Action, given(&element.action));
        entry.set(Field::State, given(&element.state));
        entry.set(Field::Target, given(&element.target));
        entry.set(Field::Controls, given(&element.controls));
        if role == Some(HintRole::Select) {
            let choices = choices(&element.options).into_iter().map(short).collect::<Vec<_>>();
            entry.set(Field::Options, (!choices.is_empty()).then_some(Cell::Choices(choices)));
        }
        match held {
            Content::Nothing => {}
            Content::Open(value) => entry.set(Field::Value, Some(value)),
            Content::Secret(filled) => entry.set(Field::Filled, Some(Cell::Flag(filled))),
        }
        entry.set(Field::Enabled, element.disabled.then_some(Cell::Flag(false)));
        entry.set(Field::Visible, element.hidden.map(|_| Cell::Flag(false)));
        entry
    }

    fn set(&mut self, field: Field, cell: Option<Cell>) {
        self.cells.extend(cell.map(|cell| (field, cell)));
    }

    /// What a field says.
    pub fn get(&self, field: Field) -> Option<&Cell> {
        self.cells.iter().find(|(f, _)| *f == field).map(|(_, cell)| cell)
    }

    /// The text of a field, empty where it has none.
    pub fn text(&self, field: Field) -> &str {
        match self.get(field) {
            Some(Cell::Text(text)) => text,
            _ => "",
        }
    }

    /// The role, where the word is one of the vocabulary.
    pub fn role(&self) -> Option<HintRole> {
        HintRole::from_name(self.text(Field::Role))
    }

    /// The name; may be empty.
    pub fn name(&self) -> &str {
        self.text(Field::Name)
    }
}

/// The entry with its role. In a group the key says the role, and it is left out there.
impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        write(out, self, true)
    }
}

/// The text form: compact JSON.
impl std::fmt::Display for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| std::fmt::Error)?)
    }
}

/// An entry in the group of its role.
pub(super) struct InGroup<'a>(pub(super) &'a Entry);

impl Serialize for InGroup<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        write(out, self.0, false)
    }
}

fn write<S: Serializer>(out: S, entry: &Entry, role: bool) -> Result<S::Ok, S::Error> {
    let mut map = out.serialize_map(None)?;
    map.serialize_entry("id", &entry.id)?;
    for (field, cell) in entry.cells.iter().filter(|(field, _)| role || *field != Field::Role) {
        map.serialize_entry(field.as_str(), cell)?;
    }
    map.end()
}

/// What an element holds, as far as it may be told.
enum Content {
    Nothing,
    Open(Cell),
    Secret(bool),
}

fn held(element: &CapturedElement, role: Option<HintRole>) -> Content {
    let is_full = || match &element.value {
        Some(Held::Text(text)) => !text.is_empty(),
        Some(Held::On(on)) => *on,
        None => false,
    };
    match element.filled {
        Some(filled) => return Content::Secret(filled),
        None if is_secret(element) => return Content::Secret(is_full()),
        None => {}
    }
    if !role.is_some_and(HintRole::has_value) {
        return Content::Nothing;
    }
    let typed = matches!(element.tag.as_str(), "input" | "textarea");
    Content::Open(match &element.value {
        Some(Held::On(on)) => Cell::Flag(*on),
        Some(Held::Text(text)) if typed => Cell::Text(cut(text.clone(), TYPED)),
        Some(Held::Text(text)) => Cell::Text(cut(squashed(text), SHOWN)),
        None => Cell::Text(String::new()),
    })
}

/// The name, without what a secret field holds.
fn name(element: &CapturedElement, held: &Content) -> String {
    let name = squashed(&element.name);
    let told =
        |text: &str| !text.is_empty() && (name == text || text.chars().count() >= 4 && name.contains(text));
    match (&element.value, held) {
        (Some(Held::Text(secret)), Content::Secret(_)) if told(&squashed(secret)) => String::new(),
        _ => cut(name, NAME),
    }
}

fn short(choice: Choice) -> Choice {
    Choice { value: cut(choice.value, SHOWN), label: choice.label.map(|label| cut(label, SHOWN)) }
}

/// Whether it is a field whose content goes no further: by its kind, else by the words about it.
fn is_secret(element: &CapturedElement) -> bool {
    let role = match (element.tag.as_str(), element.kind.as_str()) {
        (
            "input",
            "checkbox" | "radio" | "button" | "submit" | "reset" | "image" | "file" | "color" | "range",
        ) => Role::Generic,
        ("input", "search") => Role::SearchBox,
        ("input" | "textarea" | "editable", _) => Role::TextBox,
        ("select", _) => Role::ListBox,
        _ => return false,
    };
    let value = match &element.value {
        Some(Held::Text(text)) => Some(text.as_str()),
        _ => None,
    };
    let about = element.about.iter().chain([&element.name, &element.id, &element.state]);
    let mut words = about.map(String::as_str);
    let attrs = [("type", element.kind.as_str()), ("autocomplete", element.autocomplete.as_str())];
    let field = Element { value, attrs: &attrs, ..Element::default() };
    holds_secret(&field, role)
        || words.any(|text| says_card(text) || holds_secret(&Element { label: text, ..field }, role))
}

/// Whether the words about a field say that it takes the number of a card.
fn says_card(text: &str) -> bool {
    const WORDS: [&str; 9] = [
        "cardnumber",
        "creditcard",
        "debitcard",
        "kartennummer",
        "numérodecarte",
        "numerodecarte",
        "númerodetarjeta",
        "numerodetarjeta",
        "卡号",
    ];
    let text: String =
        text.chars().take(200).filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    WORDS.iter().any(|word| text.contains(word))
}
