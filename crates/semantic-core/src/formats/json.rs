//! JSON as the readers of dumps see it: values found by key, text borrowed, odd fields counted instead of fatal.
//!
//! serde's structs recurse with the input and stop at 128 levels; trees of interfaces go deeper.

mod list;
mod order;
mod scan;

use std::cell::Cell;
use std::fmt;

use serde::de::{Deserializer, IgnoredAny, Visitor};

pub(super) use self::list::{Listing, Under, nest, read_nested, set, walk};
pub(super) use self::order::{Frame, Order, Shape};
use self::scan::{ESCAPED, Entry, KEY_ESCAPED, OPAQUE, scan};
use super::flat::Strings;
use super::{Head, Kind, ReadError};
use crate::tree::{SnapshotBuilder, Tri};

/// A JSON text and the values in it.
pub(super) struct Doc<'a> {
    text: &'a str,
    strings: &'a Strings,
    entries: Vec<Entry>,
    odd: Cell<usize>,
}

impl<'a> Doc<'a> {
    /// The values of `text`; containers under the `opaque` keys are not looked into.
    pub(super) fn new(text: &'a str, strings: &'a Strings, opaque: &[&str]) -> Result<Self, ReadError> {
        let Some(entries) = scan(text, opaque) else {
            // serde says where, in words that people know.
            serde_json::from_str::<IgnoredAny>(text)?;
            let found = "Python's NaN or Infinity beside something broken, or more than 4 GiB".to_owned();
            return Err(ReadError::Shape { part: "the file", expected: "JSON", found });
        };
        let doc = Doc { text, strings, entries, odd: Cell::new(0) };
        let root = Value { doc: &doc, at: 0 };
        if !matches!(root.kind(), Kind::Object | Kind::Array) {
            root.needs(Kind::Object, "the file", "an object or an array")?;
        }
        Ok(doc)
    }

    /// The outermost value, without the envelope of a remote call around it.
    pub(super) fn root(&self) -> Value<'_, 'a> {
        let mut root = Value { doc: self, at: 0 };
        let around = |v: Value<'_, 'a>| matches!(v.kind(), Kind::Object | Kind::Array);
        while let Some(inner) = ENVELOPE.iter().find_map(|key| root.get(key)).filter(|&v| around(v)) {
            root = inner;
        }
        root
    }

    /// The outermost value as it stands.
    pub(super) fn outermost(&self) -> Value<'_, 'a> {
        Value { doc: self, at: 0 }
    }

    /// A text of any life as one that lives as long as the dump's.
    pub(super) fn keep(&self, text: &str) -> &'a str {
        self.strings.add(text)
    }

    fn odd<T>(&self) -> Option<T> {
        self.odd.set(self.odd.get() + 1);
        None
    }

    /// Says how many fields were passed over.
    pub(super) fn tell(&self, b: &mut SnapshotBuilder) {
        let odd = self.odd.get();
        if odd > 0 {
            b.notice(format!(
                "fields left out because they are not of the type that the format gives them: {odd}"
            ));
        }
    }
}

/// Keys of the envelopes in which replies come: JSON-RPC and the browser's protocol, MCP.
const ENVELOPE: [&str; 2] = ["result", "structuredContent"];
/// The same as paths for [`Head`].
pub(super) const PREFIXES: [&str; 4] = ["", "result.", "structuredContent.", "result.structuredContent."];

/// Whether a file is what `test` looks for, bare or in the envelope of a reply.
pub(super) fn sniff(head: &Head, test: impl Fn(&dyn Fn(&str) -> Option<Kind>) -> bool) -> bool {
    PREFIXES.iter().any(|prefix| {
        let start = prefix.trim_end_matches('.');
        let path = |path: &str| match path {
            "" => start.to_owned(),
            _ if path.starts_with('[') => format!("{start}{path}"),
            _ => format!("{prefix}{path}"),
        };
        matches!(head.kind(start), Some(Kind::Object | Kind::Array)) && test(&|p: &str| head.kind(&path(p)))
    })
}

/// The same for dumps of nested nodes: whether `test` holds for a node at one of the `starts` or for one in it.
/// Where keys are sorted, a node's children may fill the beginning of the file before its role comes.
pub(super) fn sniff_nested(
    head: &Head,
    starts: &[&str],
    children: &str,
    test: impl Fn(&dyn Fn(&str) -> Option<Kind>) -> bool,
) -> bool {
    let found = |kind: &dyn Fn(&str) -> Option<Kind>, start: &str| {
        [start.to_owned(), format!("{start}{children}[].")]
            .iter()
            .any(|at| test(&|key: &str| kind(&format!("{at}{key}"))))
    };
    sniff(head, |kind| starts.iter().any(|start| found(kind, start)))
}

/// One value of a text.
#[derive(Clone, Copy)]
pub(super) struct Value<'d, 'a> {
    doc: &'d Doc<'a>,
    at: u32,
}

impl<'d, 'a> Value<'d, 'a> {
    fn entry(self) -> &'d Entry {
        &self.doc.entries[self.at as usize]
    }

    /// Its type.
    pub(super) fn kind(self) -> Kind {
        self.entry().kind
    }

    /// Its key in the object around it.
    pub(super) fn key(self) -> &'a str {
        let e = self.entry();
        let key = self.doc.text.get(e.key as usize..e.key as usize + usize::from(e.key_len)).unwrap_or("");
        if e.flags & KEY_ESCAPED == 0 { key } else { self.doc.keep(&unescape(key)) }
    }

    fn raw(self) -> &'a str {
        let e = self.entry();
        self.doc.text.get(e.start as usize..e.end as usize).unwrap_or("")
    }

    /// The outermost nodes of a dump that is one node or an array of them.
    pub(super) fn roots(self) -> Vec<Value<'d, 'a>> {
        if self.is_object() { vec![self] } else { self.items().collect() }
    }

    /// Counts the value as one that the format does not have at its place.
    pub(super) fn pass_over(self) {
        self.doc.odd::<()>();
    }

    /// Whether it is an object.
    pub(super) fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    /// An error where a part above the nodes is of another type than the format has there.
    pub(super) fn needs(
        self,
        kind: Kind,
        part: &'static str,
        expected: &'static str,
    ) -> Result<(), ReadError> {
        let found = match self.kind() {
            Kind::Null => "null",
            Kind::Bool => "a boolean",
            Kind::Number => "a number",
            Kind::String => "a string",
            Kind::Array => "an array",
            Kind::Object => "an object",
        };
        let wrong = || ReadError::Shape { part, expected, found: found.to_owned() };
        if self.kind() == kind { Ok(()) } else { Err(wrong()) }
    }

    /// The text of an opaque container.
    pub(super) fn opaque(self) -> Option<&'a str> {
        (self.entry().flags & OPAQUE != 0).then(|| self.raw())
    }

    /// What is in an array or object.
    pub(super) fn items(self) -> impl Iterator<Item = Value<'d, 'a>> {
        let e = self.entry();
        let doc = self.doc;
        let full = matches!(e.kind, Kind::Array | Kind::Object) && e.flags & OPAQUE == 0;
        let mut at = self.at + 1;
        let end = if full { e.end } else { at };
        std::iter::from_fn(move || {
            let item = (at < end).then_some(Value { doc, at })?;
            at = item.next();
            Some(item)
        })
    }

    /// The entry behind this value and what is in it.
    fn next(self) -> u32 {
        let e = self.entry();
        let full = matches!(e.kind, Kind::Array | Kind::Object) && e.flags & OPAQUE == 0;
        if full { e.end } else { self.at + 1 }
    }

    /// The member of that key; null is no member.
    pub(super) fn get(self, key: &str) -> Option<Value<'d, 'a>> {
        if self.kind() != Kind::Object {
            return None;
        }
        self.items().find(|v| v.key() == key && v.kind() != Kind::Null)
    }

    /// The items of the array under that key.
    pub(super) fn list(self, key: &str) -> impl Iterator<Item = Value<'d, 'a>> + use<'d, 'a> {
        let list = self.get(key).filter(|v| v.kind() == Kind::Array || v.doc.odd::<()>().is_some());
        list.into_iter().flat_map(Value::items)
    }

    /// A string, number or boolean as text.
    pub(super) fn text(self) -> Option<&'a str> {
        match self.kind() {
            Kind::String if self.entry().flags & ESCAPED != 0 => Some(self.doc.keep(&unescape(self.raw()))),
            Kind::String | Kind::Number | Kind::Bool => Some(self.raw()),
            Kind::Null => None,
            Kind::Array | Kind::Object => self.doc.odd(),
        }
    }

    /// The text under a key, empty where there is none.
    pub(super) fn text_of(self, key: &str) -> &'a str {
        self.get(key).and_then(Value::text).unwrap_or("")
    }

    /// The text under the first of some keys that has one.
    pub(super) fn text_of_any(self, keys: &[&str]) -> &'a str {
        keys.iter().map(|key| self.text_of(key)).find(|text| !text.is_empty()).unwrap_or("")
    }

    /// A number, also one that is written as a string.
    pub(super) fn real(self) -> Option<f64> {
        match self.kind() {
            Kind::Number | Kind::String => self.raw().trim().parse().ok().or_else(|| self.doc.odd()),
            Kind::Null => None,
            _ => self.doc.odd(),
        }
    }

    /// The numbers under some keys as x, y, width and height; NaN is one that is not there.
    pub(super) fn numbers<const N: usize>(self, keys: [&str; N]) -> [f64; N] {
        keys.map(|key| self.get(key).and_then(Value::real).unwrap_or(f64::NAN))
    }

    /// An array of exactly N numbers.
    pub(super) fn array<const N: usize>(self) -> Option<[f64; N]> {
        let mut numbers = [f64::NAN; N];
        let mut n = 0;
        for item in self.items() {
            if let Some(slot) = numbers.get_mut(n) {
                *slot = item.real()?;
            }
            n += 1;
        }
        if n == N { Some(numbers) } else { self.doc.odd() }
    }

    /// A whole number from 0 to 255, as levels are.
    pub(super) fn level(self) -> Option<u8> {
        let n = self.real()?;
        if n.fract() == 0.0 && (0.0..=255.0).contains(&n) { Some(n as u8) } else { self.doc.odd() }
    }

    /// The value of a state: a boolean, or one of the words that stand for it.
    pub(super) fn tri(self) -> Option<Tri> {
        match (self.kind(), self.raw()) {
            (Kind::Bool | Kind::String, "true" | "True" | "TRUE") => Some(Tri::True),
            (Kind::Bool | Kind::String, "false" | "False" | "FALSE") => Some(Tri::False),
            (Kind::String, "mixed") => Some(Tri::Mixed),
            (Kind::Null, _) | (Kind::String, "" | "undefined") => None,
            // aria-invalid="spelling", aria-current="page"
            (Kind::String, _) => Some(Tri::True),
            _ => self.doc.odd(),
        }
    }

    /// Whether the boolean under a key is true.
    pub(super) fn is(self, key: &str) -> bool {
        self.get(key).and_then(Value::tri) == Some(Tri::True)
    }
}

/// The text that an escaped string means. Half a surrogate pair, as cut texts end with, becomes U+FFFD.
pub(super) fn unescape(raw: &str) -> String {
    struct Bytes;
    impl Visitor<'_> for Bytes {
        type Value = String;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }

        fn visit_bytes<E: serde::de::Error>(self, v: &[u8]) -> Result<String, E> {
            Ok(String::from_utf8_lossy(v).into_owned())
        }
    }
    let quoted = format!("\"{raw}\"");
    serde_json::Deserializer::from_str(&quoted).deserialize_bytes(Bytes).unwrap_or_default()
}
