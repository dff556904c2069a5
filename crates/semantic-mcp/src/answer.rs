//! What a tool gives back: its text, what must be said beside it, and errors.

use std::fmt::Display;

use semantic_core::view::{harmless_json, push_escaped};
use serde_json::Value;

/// The answer of a tool that did what was asked.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The answer itself.
    pub(crate) text: String,
    /// What must be known beside it, in sentences.
    pub(crate) notes: Vec<String>,
}

/// Why a tool did not do what was asked, with what to do about it.
#[derive(Debug)]
pub(crate) struct Failure {
    /// A JSON object that begins with it.
    object: String,
    /// What to do, where the object has a form that is fixed.
    pub(crate) notes: Vec<String>,
}

impl Failure {
    /// An error that says what is wrong and what to do.
    pub(crate) fn new(error: impl Display) -> Self {
        let object = format!("{{\"error\":{}}}", Value::from(error.to_string()));
        Failure { object, notes: Vec::new() }
    }

    /// An error that has a form of its own.
    pub(crate) fn of_object(object: String, notes: Vec<String>) -> Self {
        Failure { object, notes }
    }

    /// The error as one JSON object.
    pub(crate) fn text(&self, warning: Option<&str>) -> String {
        with_warning(warning, &self.object)
    }
}

/// A JSON object with a warning as its first key.
pub(crate) fn with_warning(warning: Option<&str>, object: &str) -> String {
    let Some(warning) = warning else { return harmless_json(object.to_owned()) };
    let rest = object.strip_prefix('{').unwrap_or(object);
    let comma = if rest == "}" { "" } else { "," };
    harmless_json(format!("{{\"warning\":{}{comma}{rest}", Value::from(warning)))
}

/// Text that may hold words of a page, on one line.
pub(crate) fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| push_escaped(&mut out, c, ""));
    out
}
