//! The wire form of a view: JSON both ways, refusing every key and value that is not known.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::semantic_view::{PANE_LEVELS, asked};
use super::{Field, SemanticView, ViewError};
use crate::tree::Role;

const KEYS: [&str; 8] =
    ["fields", "subtreeOf", "identifierPrefix", "maxNodes", "panes", "roles", "interactive", "ignore"];

impl SemanticView {
    /// Reads a view from JSON. Unknown keys, unknown names and values of the wrong type are refused; `null` and
    /// blank selectors ask for nothing.
    pub fn from_json(json: &str) -> Result<SemanticView, ViewError> {
        let view: SemanticView = serde_json::from_str(json).map_err(|e| {
            let text = e.to_string();
            let place = format!(" at line {} column {}", e.line(), e.column());
            let problem = text.strip_suffix(&place).unwrap_or(&text);
            ViewError(match e.is_data() {
                true => problem.to_owned(),
                false => format!("not valid JSON{place}: {problem}"),
            })
        })?;
        Ok(view)
    }

    /// The view as JSON: what was asked for and nothing else.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("a view is plain data with string keys")
    }
}

impl Serialize for SemanticView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let texts = [("subtreeOf", &self.subtree_of), ("identifierPrefix", &self.identifier_prefix)];
        for (key, text) in texts {
            if let Some(text) = text {
                map.serialize_entry(key, text)?;
            }
        }
        if let Some(fields) = &self.fields {
            map.serialize_entry("fields", &fields.iter().map(|f| f.as_str()).collect::<Vec<_>>())?;
        }
        if let Some(roles) = &self.roles {
            map.serialize_entry("roles", &roles.iter().map(|r| r.as_str()).collect::<Vec<_>>())?;
        }
        if self.interactive {
            map.serialize_entry("interactive", &true)?;
        }
        if let Some(max) = self.max_nodes {
            map.serialize_entry("maxNodes", &max)?;
        }
        if !self.ignore.is_empty() {
            map.serialize_entry("ignore", &self.ignore)?;
        }
        if !self.panes.is_empty() {
            map.serialize_entry("panes", &Panes(&self.panes))?;
        }
        map.end()
    }
}

struct Panes<'a>(&'a [(String, SemanticView)]);

impl Serialize for Panes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, view)| (name, view)))
    }
}

impl<'de> Deserialize<'de> for SemanticView {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let view = deserializer.deserialize_any(ViewVisitor)?;
        match levels(&view) > PANE_LEVELS {
            true => Err(D::Error::custom(format_args!("panes: nested more than {PANE_LEVELS} levels deep"))),
            false => Ok(view),
        }
    }
}

fn levels(view: &SemanticView) -> usize {
    1 + view.panes.iter().map(|p| levels(&p.1)).max().unwrap_or(0)
}

/// Refuses what is not an object, in its words; numbers and texts come with what they are.
struct ViewVisitor;

impl<'de> Visitor<'de> for ViewVisitor {
    type Value = SemanticView;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with any of the keys {}", KEYS.join(", "))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<SemanticView, A::Error> {
        let mut view = SemanticView::new();
        let mut seen: Vec<&str> = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            let Some(&known) = KEYS.iter().find(|k| **k == key) else {
                map.next_value::<IgnoredAny>()?;
                let key = super::cut(&key);
                return Err(A::Error::custom(format_args!(
                    "unknown key {key:?}; known keys: {}",
                    KEYS.join(", ")
                )));
            };
            if seen.contains(&known) {
                return Err(A::Error::custom(format_args!("key {known} is given twice")));
            }
            seen.push(known);
            match known {
                "subtreeOf" => view.subtree_of = map.next_value::<Text>()?.of(known)?.and_then(|t| asked(&t)),
                "identifierPrefix" => {
                    view.identifier_prefix = map.next_value::<Text>()?.of(known)?.and_then(|t| asked(&t));
                }
                "fields" => view.fields = names(map.next_value()?, known, Field::from_name, known_fields)?,
                "roles" => {
                    view.roles = names(map.next_value()?, known, role, || "the ARIA roles".to_owned())?
                }
                "ignore" => {
                    let rules = names(map.next_value()?, known, |rule| Some(asked(rule)), String::new)?;
                    view.ignore = rules.into_iter().flatten().flatten().collect();
                }
                "interactive" => view.interactive = flag(&map.next_value::<serde_json::Value>()?)?,
                "maxNodes" => view.max_nodes = cap(&map.next_value::<serde_json::Value>()?)?,
                _ => {
                    for (name, pane) in map.next_value::<PaneList>()?.0 {
                        view.add_pane(&name, pane).map_err(A::Error::custom)?;
                    }
                }
            }
        }
        Ok(view)
    }
}

fn role(name: &str) -> Option<Role> {
    Some(Role::from_name(name)).filter(|&r| r != Role::Other && !name.trim().is_empty())
}

fn known_fields() -> String {
    Field::ALL.map(Field::as_str).join(", ") + " (ref is always shown)"
}

/// A JSON value that should be a text or a list of texts.
#[derive(serde::Deserialize)]
#[serde(transparent)]
struct Text(serde_json::Value);

impl Text {
    fn of<E: Error>(self, key: &str) -> Result<Option<String>, E> {
        match self.0 {
            serde_json::Value::String(text) => Ok(Some(text)),
            serde_json::Value::Null => Ok(None),
            other => Err(E::custom(format_args!("{key} must be a string, found {}", found(&other)))),
        }
    }
}

fn names<T, E: Error>(
    value: serde_json::Value,
    key: &str,
    known: impl Fn(&str) -> Option<T>,
    all: impl Fn() -> String,
) -> Result<Option<Vec<T>>, E> {
    let list = match value {
        serde_json::Value::Null => return Ok(None),
        serde_json::Value::Array(list) => list,
        other => {
            return Err(E::custom(format_args!(
                "{key} must be an array of strings, found {}",
                found(&other)
            )));
        }
    };
    let one = |item: serde_json::Value| {
        let name = item
            .as_str()
            .ok_or_else(|| E::custom(format_args!("{key} must hold strings, found {}", found(&item))))?;
        known(name).ok_or_else(|| {
            E::custom(format_args!("{key}: unknown name {:?}; known: {}", super::cut(name), all()))
        })
    };
    list.into_iter().map(one).collect::<Result<_, _>>().map(Some)
}

fn flag<E: Error>(value: &serde_json::Value) -> Result<bool, E> {
    match value {
        serde_json::Value::Bool(flag) => Ok(*flag),
        serde_json::Value::Null => Ok(false),
        other => Err(E::custom(format_args!("interactive must be true or false, found {}", found(other)))),
    }
}

fn cap<E: Error>(value: &serde_json::Value) -> Result<Option<usize>, E> {
    if value.is_null() {
        return Ok(None);
    }
    let cap = value.as_u64().and_then(|n| usize::try_from(n).ok());
    cap.map(Some).ok_or_else(|| {
        E::custom(format_args!("maxNodes must be a whole number from 0, found {}", found(value)))
    })
}

fn found(value: &serde_json::Value) -> String {
    use serde_json::Value::*;
    match value {
        Null => "null".to_owned(),
        Bool(flag) => flag.to_string(),
        Number(number) => number.to_string(),
        String(text) => format!("{:?}", super::cut(text)),
        Array(_) => "an array".to_owned(),
        Object(_) => "an object".to_owned(),
    }
}

/// Panes in the order of the file.
struct PaneList(Vec<(String, SemanticView)>);

impl<'de> Deserialize<'de> for PaneList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Panes;
        impl<'de> Visitor<'de> for Panes {
            type Value = PaneList;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("panes to be an object of name and view")
            }

            fn visit_unit<E: Error>(self) -> Result<PaneList, E> {
                Ok(PaneList(Vec::new()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<PaneList, A::Error> {
                Err(A::Error::custom("panes must be an object of name and view, found an array"))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PaneList, A::Error> {
                let mut list: Vec<(String, SemanticView)> = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    let view = map.next_value::<SemanticView>();
                    let view = view
                        .map_err(|e| A::Error::custom(format_args!("pane {:?}: {e}", super::cut(&name))))?;
                    if list.iter().any(|p| p.0 == name) {
                        let name = super::cut(&name);
                        return Err(A::Error::custom(format_args!("panes: {name:?} is given twice")));
                    }
                    list.push((name, view));
                }
                Ok(PaneList(list))
            }
        }
        deserializer.deserialize_any(Panes)
    }
}
