//! What a client sent as arguments, checked against the parameters of the tool.

use serde_json::{Map, Value};

use crate::schema::{Kind, Param};

/// Arguments that fit their parameters.
#[derive(Debug, Default)]
pub(crate) struct Arguments(Map<String, Value>);

impl Arguments {
    /// Checks what was sent; `null` counts as not given. What does not fit is told with what would.
    pub(crate) fn check(params: &[Param], sent: Option<Map<String, Value>>) -> Result<Self, String> {
        let mut sent = sent.unwrap_or_default();
        sent.retain(|_, value| !value.is_null());
        if let Some(name) = sent.keys().find(|name| !params.iter().any(|p| p.name == **name)) {
            let name: String = name.chars().take(80).collect();
            return Err(format!("there is no argument {name:?}; {}", known(params)));
        }
        for param in params {
            match sent.get(param.name) {
                None if param.required => {
                    return Err(format!("the argument {:?} is missing: {}", param.name, param.about));
                }
                Some(value) if !fits(param.kind, value) => {
                    return Err(format!("the argument {:?} takes {}", param.name, param.kind.in_words()));
                }
                _ => {}
            }
        }
        Ok(Arguments(sent))
    }

    /// A text or word that was given.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    /// Whether a flag was given and true.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or_default()
    }
}

fn known(params: &[Param]) -> String {
    match params {
        [] => "this tool takes none".to_owned(),
        _ => format!("there are: {}", params.iter().map(|p| p.name).collect::<Vec<_>>().join(", ")),
    }
}

fn fits(kind: Kind, value: &Value) -> bool {
    match kind {
        Kind::Text => value.as_str().is_some_and(|text| !text.trim().is_empty()),
        Kind::Flag => value.is_boolean(),
        Kind::Whole { min, max, .. } => value.as_u64().is_some_and(|n| (min..=max).contains(&n)),
        Kind::Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        Kind::Texts => value.as_array().is_some_and(|all| all.iter().all(Value::is_string)),
    }
}
