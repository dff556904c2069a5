//! What a file is, by its content: the table of formats, the sniffing head, and the errors of reading.

use std::borrow::Cow;
use std::fmt;

use serde::de::IgnoredAny;

use super::flat;
use crate::tree::Snapshot;

/// A format that can be read.
#[derive(Clone, Copy)]
pub struct Format {
    /// The name by which a caller may force it.
    pub name: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// Whether a file that begins so is of this format.
    pub sniff: fn(&Head) -> bool,
    /// Reads the whole text.
    pub read: fn(&str) -> Result<Snapshot, ReadError>,
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Format").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The formats in the order in which they are tried: the first that knows the content reads it.
pub static FORMATS: &[Format] = &[
    Format {
        name: "flat",
        summary: "JSON array of elements with ref, role and name",
        sniff: |head| looks_like_elements(head, "[]"),
        read: flat::read,
    },
    Format {
        name: "pinchtab",
        summary: "JSON object whose nodes are such an array",
        sniff: |head| looks_like_elements(head, "nodes[]"),
        read: flat::read,
    },
];

fn looks_like_elements(head: &Head, items: &str) -> bool {
    let list = items.strip_suffix("[]").unwrap_or(items);
    let says = |key: &str| match head.kind(&format!("{items}.{key}")) {
        Some(Kind::Object) => key == "ref", // in Chrome's own trees a role or name is an object
        kind => kind.is_some(),
    };
    match head.kind(items) {
        // Go writes an empty list as null.
        None => match head.kind(list) {
            Some(Kind::Array) => true,
            Some(Kind::Null) => head.kind("count").is_some(),
            _ => false,
        },
        Some(Kind::Object) => ["ref", "role", "name", "tag"].into_iter().any(says),
        Some(_) => false,
    }
}

/// Why a file is not a snapshot. Every message is one line; text of the file in it is quoted and cut.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The bytes are not text.
    #[error("not valid {encoding} at byte {offset}")]
    Encoding {
        /// UTF-8 or UTF-16.
        encoding: &'static str,
        /// Position of the first wrong byte, from 0, byte order mark included.
        offset: usize,
    },
    /// No format knows the content.
    #[error("unknown snapshot format: it looks like {looks}; known formats: {}", known(true))]
    Unknown {
        /// What the content looks like.
        looks: String,
    },
    /// A caller forced a format that does not exist.
    #[error("there is no snapshot format {}; known formats: {}", shown(name), known(false))]
    NoSuchFormat {
        /// The name given.
        name: String,
    },
    /// The JSON is broken.
    #[error("not valid JSON at line {line} column {column}: {problem}")]
    Json {
        /// Line from 1.
        line: usize,
        /// Column from 1, in bytes.
        column: usize,
        /// What is wrong, in serde_json's words.
        problem: String,
    },
    /// A part of the file above the elements has the wrong type.
    #[error("{part} must be {expected}, found {found}")]
    Shape {
        /// The part.
        part: &'static str,
        /// The type it must have.
        expected: &'static str,
        /// The type it has.
        found: String,
    },
    /// One element has the wrong type.
    #[error("element {index} must be an object, found {found}")]
    NotAnElement {
        /// Position from 0 in the order of the file.
        index: usize,
        /// What it is instead.
        found: String,
    },
    /// One key of an element has the wrong type.
    #[error("element {index}{}: key {key:?} must be {expected}, found {found}", of_ref(reference))]
    Element {
        /// The element's position from 0 in the order of the file.
        index: usize,
        /// The element's ref, empty where it has none.
        reference: String,
        /// The key as the file spells it, with the keys around it.
        key: String,
        /// The type it must have.
        expected: &'static str,
        /// What it is instead.
        found: String,
    },
}

impl From<serde_json::Error> for ReadError {
    fn from(error: serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let problem = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
        let problem = problem.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect();
        ReadError::Json { line, column, problem }
    }
}

fn of_ref(reference: &str) -> String {
    if reference.is_empty() { String::new() } else { format!(" (ref {})", shown(reference)) }
}

/// Text of the file for an error message: quoted, escaped, at most 60 characters of it.
pub(super) fn shown(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{:?}", format!("{}…", &text[..end])),
        None => format!("{text:?}"),
    }
}

fn known(with_summary: bool) -> String {
    let one = |f: &Format| match with_summary {
        true => format!("{} ({})", f.name, f.summary),
        false => f.name.to_owned(),
    };
    FORMATS.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Reads a snapshot of any known format, or of the one called `forced`.
///
/// The bytes are UTF-8, with or without a byte order mark, or UTF-16 with one.
pub fn read(bytes: &[u8], forced: Option<&str>) -> Result<Snapshot, ReadError> {
    let text = decode(bytes)?;
    let format = match forced {
        None => detect(&text)?,
        Some(name) => {
            let no_such = || ReadError::NoSuchFormat { name: name.to_owned() };
            let format = FORMATS.iter().find(|f| f.name == name).ok_or_else(no_such)?;
            if text.trim().is_empty() {
                return Err(ReadError::Unknown { looks: looks_like(&Head::new(&text)) });
            }
            format
        }
    };
    (format.read)(&text)
}

/// The format of a text, by its content.
pub fn detect(text: &str) -> Result<&'static Format, ReadError> {
    let head = Head::new(text);
    if let Some(format) = FORMATS.iter().find(|f| (f.sniff)(&head)) {
        return Ok(format);
    }
    if matches!(head.kind(""), Some(Kind::Object | Kind::Array)) {
        serde_json::from_str::<IgnoredAny>(text)?;
    }
    Err(ReadError::Unknown { looks: looks_like(&head) })
}

fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    match bytes {
        [0xFF, 0xFE, rest @ ..] => decode_utf16(rest, u16::from_le_bytes).map(Cow::Owned),
        [0xFE, 0xFF, rest @ ..] => decode_utf16(rest, u16::from_be_bytes).map(Cow::Owned),
        _ => {
            let (start, rest) = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
                Some(rest) => (3, rest),
                None => (0, bytes),
            };
            let wrong = |e: std::str::Utf8Error| ReadError::Encoding {
                encoding: "UTF-8",
                offset: start + e.valid_up_to(),
            };
            std::str::from_utf8(rest).map(Cow::Borrowed).map_err(wrong)
        }
    }
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, ReadError> {
    let wrong = |offset| ReadError::Encoding { encoding: "UTF-16", offset: 2 + offset };
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(bytes.len() / 2);
    let mut offset = 0;
    for c in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        let c = c.map_err(|_| wrong(offset))?;
        offset += 2 * c.len_utf16();
        text.push(c);
    }
    if rest.is_empty() { Ok(text) } else { Err(wrong(offset)) }
}

/// The type of a JSON value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // each variant is the JSON type of that name
pub enum Kind {
    Null,
    Bool,
    Number,
    String,
    Array,
    Object,
}

/// The beginning of a file, as the formats' sniffers see it.
#[derive(Debug)]
pub struct Head<'a> {
    /// The whole text without leading white space.
    pub text: &'a str,
    paths: Vec<(String, Kind)>,
}

/// How much of a file is looked at.
const HEAD: usize = 16 << 10;
/// How many different paths are kept, and how deep they go.
const PATHS: usize = 256;
const DEPTH: usize = 5;

impl<'a> Head<'a> {
    /// Looks at the beginning of `text`.
    pub fn new(text: &'a str) -> Head<'a> {
        let text = text.trim_start();
        let paths = if text.starts_with(['{', '[']) { scan(text) } else { Vec::new() };
        Head { text, paths }
    }

    /// The type of the first JSON value but null at `path`, if the text is JSON and has one near its beginning. A path
    /// is written `nodes[].role.type`; that of the outermost value is empty.
    pub fn kind(&self, path: &str) -> Option<Kind> {
        self.paths.iter().find(|(p, _)| p == path).map(|&(_, kind)| kind)
    }

    /// The keys of the first object at `path`, and of those like it.
    pub fn keys(&self, path: &str) -> impl Iterator<Item = &str> {
        let below = move |p: &'_ str| {
            let rest = p.strip_prefix(path)?;
            let start = p.len() - if path.is_empty() { rest } else { rest.strip_prefix('.')? }.len();
            let key = &p[start..];
            (!key.is_empty() && !key.contains(['.', '['])).then_some(start)
        };
        self.paths.iter().filter_map(move |(p, _)| below(p).map(|start| &p[start..]))
    }
}

/// The paths of a JSON text's first bytes. What is not JSON ends the scan or is passed over.
fn scan(text: &str) -> Vec<(String, Kind)> {
    let bytes = &text.as_bytes()[..text.len().min(HEAD)];
    let mut paths: Vec<(String, Kind)> = Vec::new();
    let mut path = String::new();
    let mut open: Vec<(usize, bool)> = Vec::new(); // (length of the path outside, whether an object)
    let mut key_next = false;
    let mut i = 0;
    while i < bytes.len() {
        let start = i;
        i += 1;
        let kind = match bytes[start] {
            b'"' => {
                while i < bytes.len() && bytes[i] != b'"' {
                    i += if bytes[i] == b'\\' { 2 } else { 1 };
                }
                if i >= bytes.len() {
                    break;
                }
                i += 1;
                if key_next {
                    key_next = false;
                    let base = open.last().map_or(0, |o| o.0);
                    path.truncate(base);
                    if base > 0 {
                        path.push('.');
                    }
                    path.push_str(&text[start + 1..i - 1]);
                    continue;
                }
                Kind::String
            }
            b',' => {
                key_next = open.last().is_some_and(|o| o.1);
                continue;
            }
            b'}' | b']' => {
                let Some((base, _)) = open.pop() else { break };
                path.truncate(base);
                key_next = false;
                continue;
            }
            b'{' => Kind::Object,
            b'[' => Kind::Array,
            b't' | b'f' => Kind::Bool,
            b'n' => Kind::Null,
            b'-' | b'0'..=b'9' => Kind::Number,
            _ => continue,
        };
        if open.len() < DEPTH {
            match paths.iter().position(|(p, _)| *p == path) {
                Some(known) if paths[known].1 == Kind::Null => paths[known].1 = kind,
                None if paths.len() < PATHS => paths.push((path.clone(), kind)),
                _ => {}
            }
        }
        match kind {
            Kind::Object => {
                open.push((path.len(), true));
                key_next = true;
            }
            Kind::Array => {
                open.push((path.len(), false));
                path.push_str("[]");
            }
            Kind::String => {}
            _ => {
                while bytes
                    .get(i)
                    .is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'+' | b'-'))
                {
                    i += 1;
                }
            }
        }
    }
    paths
}

fn looks_like(head: &Head) -> String {
    let with_keys = |what: &str, path: &str| {
        let keys: Vec<&str> = head.keys(path).collect();
        let list: Vec<String> = keys.iter().take(6).map(|k| shown(k)).collect();
        match keys.len() {
            0 => format!("{what} without keys"),
            n => format!("{what} with the keys {}{}", list.join(", "), if n > 6 { ", …" } else { "" }),
        }
    };
    let lower: String = head.text.chars().take(64).flat_map(char::to_lowercase).collect();
    let first = head.text.lines().next().unwrap_or_default();
    match (head.kind(""), head.kind("[]")) {
        (Some(Kind::Object), _) => with_keys("a JSON object", ""),
        (_, Some(Kind::Object)) => with_keys("a JSON array of objects", "[]"),
        (_, Some(Kind::Array)) => "a JSON array of arrays".to_owned(),
        (_, Some(Kind::String)) => "a JSON array of strings".to_owned(),
        (_, Some(Kind::Number)) => "a JSON array of numbers".to_owned(),
        (_, Some(_)) => "a JSON array of literals".to_owned(),
        (Some(_), None) => "a JSON array".to_owned(),
        (None, None) if head.text.is_empty() => "an empty file".to_owned(),
        (None, None) if head.text.contains('\0') => "binary data".to_owned(),
        (None, None) if lower.starts_with("<!doctype html") || lower.starts_with("<html") => {
            "HTML".to_owned()
        }
        (None, None) if lower.starts_with('<') => format!("XML: {}", shown(first)),
        (None, None) if serde_json::from_str::<IgnoredAny>(head.text).is_ok() => {
            "a JSON value that is neither an object nor an array".to_owned()
        }
        (None, None) if is_yaml_like(first) => format!("YAML-like text: {}", shown(first)),
        (None, None) => format!("text: {}", shown(first)),
    }
}

fn is_yaml_like(line: &str) -> bool {
    let key = line.split_once(':').map(|(key, rest)| (key, rest.is_empty() || rest.starts_with(' ')));
    line.starts_with("- ") || line == "---" || key.is_some_and(|(key, fits)| fits && !key.contains(' '))
}
