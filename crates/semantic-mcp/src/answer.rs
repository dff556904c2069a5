//! What a tool gives back: its text, what must be said beside it, what it is about, and errors.

use std::fmt::Display;
use std::sync::Arc;

use semantic_core::page::Look;
use semantic_core::tree::NodeId;

use semantic_core::view::{harmless_json, push_escaped};
use serde_json::{Map, Value};

/// The answer of a tool that did what was asked.
#[derive(Debug)]
pub struct Answer {
    /// The answer itself.
    pub text: String,
    /// What must be known beside it, in sentences.
    pub notes: Vec<String>,
}

/// An answer with what it is about, for callers that say it in another form.
#[derive(Debug)]
#[non_exhaustive]
pub struct Told {
    /// The answer in words.
    pub answer: Answer,
    /// The look at the page that it is of.
    pub look: Arc<Look>,
    /// The one element that it is about, where there is one.
    pub node: Option<NodeId>,
    /// What else is said, as JSON.
    pub facts: Map<String, Value>,
}

/// What kind of error it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// What was asked cannot be asked so.
    Asked,
    /// There is no answer: nothing is there, or it is refused.
    Nothing,
    /// The browser cannot be reached or does not answer.
    Unreachable,
}

/// Why a tool did not do what was asked, with what to do about it.
#[derive(Debug)]
pub(crate) struct Failure {
    /// A JSON object that begins with it.
    object: String,
    /// The error in words.
    pub(crate) words: String,
    /// What kind of error it is.
    pub(crate) fault: Fault,
    /// What to do, where the object has a form that is fixed.
    pub(crate) notes: Vec<String>,
}

impl Failure {
    /// An error that says what is wrong and what to do.
    pub(crate) fn new(error: impl Display) -> Self {
        let words = error.to_string();
        let object = format!("{{\"error\":{}}}", Value::from(words.as_str()));
        Failure { object, words, fault: Fault::Nothing, notes: Vec::new() }
    }

    /// An error about what was asked.
    pub(crate) fn asked(error: impl Display) -> Self {
        Failure::new(error).of(Fault::Asked)
    }

    /// The error as one of this kind.
    pub(crate) fn of(self, fault: Fault) -> Self {
        Failure { fault, ..self }
    }

    /// An error that has a form of its own.
    pub(crate) fn of_object(object: String, notes: Vec<String>) -> Self {
        Failure { words: object.clone(), object, fault: Fault::Nothing, notes }
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
