//! Keys and strings of the JSON as serde gives them, without a copy where none is needed.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Visitor};

use super::list::Strings;
use super::{Spelled, key_of};

/// Reads a key that the format knows, without keeping its text.
pub(super) struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Option<Spelled>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_str(self)
    }
}

impl Visitor<'_> for KeySeed {
    type Value = Option<Spelled>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(key_of(name))
    }
}

/// Reads a string that lives as long as the file's text.
pub(super) struct TextSeed<'a>(pub(super) &'a Strings);

impl<'de> DeserializeSeed<'de> for TextSeed<'de> {
    type Value = &'de str;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<&'de str, D::Error> {
        json.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for TextSeed<'de> {
    type Value = &'de str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E: serde::de::Error>(self, v: &'de str) -> Result<&'de str, E> {
        Ok(v)
    }

    fn visit_str<E: serde::de::Error>(self, v: &str) -> Result<&'de str, E> {
        Ok(self.0.add(v))
    }
}
