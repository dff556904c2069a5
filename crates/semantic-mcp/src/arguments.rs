//! What a client sent as arguments, checked against the parameters of the tool.

use serde_json::{Map, Value};

use crate::schema::{Kind, Param};

/// Arguments that fit their parameters.
#[derive(Debug, Default)]
pub(crate) struct Arguments(Map<String, Value>);

impl Arguments {
    /// Checks what was sent; `null` counts as not given, and so does a blank text where none is needed. What does not
    /// fit is told with what would.
    pub(crate) fn check(params: &[Param], sent: Option<Map<String, Value>>) -> Result<Self, String> {
        let mut sent = sent.unwrap_or_default();
        let needed = |name: &str| params.iter().any(|p| p.name == name && p.required);
        sent.retain(|name, value| !value.is_null() && (needed(name) || !is_blank(value)));
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

    /// A whole number that was given.
    pub(crate) fn whole(&self, name: &str) -> Option<usize> {
        self.0.get(name)?.as_u64().and_then(|n| usize::try_from(n).ok())
    }

    /// A number that was given.
    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        self.0.get(name)?.as_f64()
    }

    /// An object that was given.
    pub(crate) fn object(&self, name: &str) -> Option<&Map<String, Value>> {
        self.0.get(name)?.as_object()
    }
}

fn known(params: &[Param]) -> String {
    match params {
        [] => "this tool takes none".to_owned(),
        _ => format!("there are: {}", params.iter().map(|p| p.name).collect::<Vec<_>>().join(", ")),
    }
}

fn is_blank(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.trim().is_empty())
}

fn fits(kind: Kind, value: &Value) -> bool {
    match kind {
        Kind::Text => value.is_string() && !is_blank(value),
        Kind::Flag => value.is_boolean(),
        Kind::Whole { min, max, .. } => value.as_u64().is_some_and(|n| (min..=max).contains(&n)),
        Kind::Number { min, max } => value.as_f64().is_some_and(|n| (min..=max).contains(&n)),
        Kind::Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        Kind::Texts => value.as_array().is_some_and(|all| all.iter().all(Value::is_string)),
        Kind::Object(_) => value.is_object(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Arguments;
    use crate::schema::{Kind, Param};

    const fn param(name: &'static str, kind: Kind, required: bool) -> Param {
        Param { name, kind, required, about: "What it is for." }
    }

    const PARAMS: [Param; 5] = [
        param("id", Kind::Text, true),
        param("deep", Kind::Flag, false),
        param("most", Kind::Whole { min: 1, max: 9, default: Some(3) }, false),
        param("form", Kind::Word(&["text", "json"]), false),
        param("roles", Kind::Texts, false),
    ];

    #[test]
    fn what_fits_is_taken_and_what_does_not_is_told() {
        let check = |sent: serde_json::Value| Arguments::check(&PARAMS, sent.as_object().cloned());
        let taken = check(json!({"id": "a", "deep": true, "most": 9, "form": null, "roles": ["b"]}))
            .expect("it fits");
        assert_eq!((taken.text("id"), taken.flag("deep"), taken.text("form")), (Some("a"), true, None));
        assert_eq!(check(json!({"id": "a", "form": " "})).expect("blank is not given").text("form"), None);
        for (sent, said) in [
            (json!({}), "\"id\" is missing: What it is for."),
            (json!({"id": " "}), "\"id\" takes a text"),
            (json!({"id": "a", "deep": "true"}), "true or false"),
            (json!({"id": "a", "most": 10}), "from 1 to 9"),
            (json!({"id": "a", "most": 1.5}), "from 1 to 9"),
            (json!({"id": "a", "form": "xml"}), "text, json"),
            (json!({"id": "a", "roles": [1]}), "a list of texts"),
            (json!({"id": "a", "other": 1}), "no argument \"other\"; there are: id, deep"),
        ] {
            let error = check(sent.clone()).expect_err("it does not fit");
            assert!(error.contains(said), "{sent}: {error}");
        }
        assert!(Arguments::check(&[], None).is_ok());
    }
}
