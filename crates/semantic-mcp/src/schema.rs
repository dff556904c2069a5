//! The parameters of a tool, declared once, and the JSON Schema that is made of them.
//!
//! The schema keeps to the few words that every client understands: `type`, `properties`, `required`, `items`, `enum`,
//! `description`, `minimum`, `maximum`, `default` and `additionalProperties`.

use serde_json::{Map, Value, json};

/// One parameter of a tool.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// Whether it must be given.
    pub required: bool,
    /// What it is for, in one or two sentences.
    pub about: &'static str,
}

/// What a parameter takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A text; where the parameter must be given, not a blank one.
    Text,
    /// True or false; false where it is not given.
    Flag,
    /// A whole number.
    Whole {
        /// The least.
        min: u64,
        /// The most.
        max: u64,
        /// What counts where it is not given.
        default: Option<u64>,
    },
    /// One of a few words.
    Word(&'static [&'static str]),
    /// A number, also with a fraction.
    Number {
        /// The least.
        min: f64,
        /// The most.
        max: f64,
    },
    /// A list of texts.
    Texts,
    /// An object of these parameters and perhaps others, which the tool checks.
    Object(&'static [Param]),
}

impl Kind {
    fn schema(self) -> Value {
        match self {
            Kind::Text => json!({"type": "string"}),
            Kind::Flag => json!({"type": "boolean", "default": false}),
            Kind::Whole { min, max, default } => {
                let mut schema = json!({"type": "integer", "minimum": min, "maximum": max});
                if let Some(default) = default {
                    schema["default"] = default.into();
                }
                schema
            }
            Kind::Word(words) => json!({"type": "string", "enum": words}),
            Kind::Number { min, max } => json!({"type": "number", "minimum": min, "maximum": max}),
            Kind::Texts => json!({"type": "array", "items": {"type": "string"}}),
            Kind::Object(params) => json!({"type": "object", "properties": properties(params)}),
        }
    }

    /// What it takes, in words.
    pub(crate) fn in_words(self) -> String {
        match self {
            Kind::Text => "a text".to_owned(),
            Kind::Flag => "true or false".to_owned(),
            Kind::Whole { min, max, .. } => format!("a whole number from {min} to {max}"),
            Kind::Word(words) => format!("one of {}", words.join(", ")),
            Kind::Number { min, max } => format!("a number from {min} to {max}"),
            Kind::Texts => "a list of texts".to_owned(),
            Kind::Object(_) => "an object".to_owned(),
        }
    }
}

/// The schema of an object with these parameters and no others.
pub(crate) fn object(params: &[Param]) -> Map<String, Value> {
    let required: Vec<_> = params.iter().filter(|p| p.required).map(|p| p.name).collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties(params).into());
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema.insert("additionalProperties".to_owned(), false.into());
    schema
}

/// What an object of these parameters holds.
fn properties(params: &[Param]) -> Map<String, Value> {
    let mut properties = Map::new();
    for param in params {
        let mut schema = param.kind.schema();
        schema["description"] = param.about.into();
        properties.insert(param.name.to_owned(), schema);
    }
    properties
}
