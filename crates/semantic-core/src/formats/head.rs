//! The beginning of a file as the formats' sniffers see it: its text, and the paths of its JSON.

use serde::de::IgnoredAny;

use super::error::{shown, structure};

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
    /// Paths at which a string stands among values of other types.
    strings: Vec<String>,
}

/// How much of a file is looked at, and how much where that does not tell.
const HEAD: usize = 16 << 10;
const DEEP: usize = 1 << 20;
/// How many different paths are kept, and how long they may be.
const PATHS: usize = 256;
const LONGEST: usize = 80;

impl<'a> Head<'a> {
    /// Looks at the beginning of `text`.
    pub fn new(text: &'a str) -> Head<'a> {
        let text = text.trim_start();
        let (paths, strings) =
            if text.starts_with(['{', '[']) { scan(text, HEAD) } else { Default::default() };
        Head { text, paths, strings }
    }

    /// Looks at more of a JSON text that is longer: children in children may fill the beginning.
    pub(super) fn deep(text: &'a str) -> Option<Head<'a>> {
        let text = text.trim_start();
        let json = text.len() > HEAD && text.starts_with(['{', '[']);
        json.then(|| {
            let (paths, strings) = scan(text, DEEP);
            Head { text, paths, strings }
        })
    }

    /// Whether one of the values at `path` is a string, be it the first or not.
    pub(super) fn has_string(&self, path: &str) -> bool {
        self.kind(path) == Some(Kind::String) || self.strings.iter().any(|p| p == path)
    }

    /// The type of the first JSON value but null at `path`, if the text is JSON and has one near its beginning. A path
    /// is written `nodes[].role.type`; that of the outermost value is empty, and children of children have their
    /// parents' path.
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

/// The paths of a JSON text's first bytes, and those at which strings stand among other values. What is not JSON ends
/// the scan or is passed over.
fn scan(text: &str, most: usize) -> (Vec<(String, Kind)>, Vec<String>) {
    let bytes = &text.as_bytes()[..text.len().min(most)];
    let mut paths: Vec<(String, Kind)> = Vec::new();
    let mut strings: Vec<String> = Vec::new();
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
        if path.len() <= LONGEST {
            match paths.iter().position(|(p, _)| *p == path) {
                Some(known) if paths[known].1 == Kind::Null => paths[known].1 = kind,
                Some(known) if kind == Kind::String && paths[known].1 != kind && !strings.contains(&path) => {
                    strings.push(path.clone());
                }
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
                if ["children[].children[]", "Children[].Children[]"].iter().any(|end| path.ends_with(end)) {
                    path.truncate(path.len() - ".children[]".len());
                }
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
    (paths, strings)
}

pub(super) fn looks_like(head: &Head) -> String {
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
    let seen = |what: &str| match structure(first) {
        Some(line) => format!("{what}: {line}"),
        None => what.to_owned(),
    };
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
            format!("HTML{}", off(cfg!(feature = "html"), "html"))
        }
        (None, None) if lower.starts_with('<') => seen(&format!("XML{}", off(cfg!(feature = "xml"), "xml"))),
        (None, None) if serde_json::from_str::<IgnoredAny>(head.text).is_ok() => {
            "a JSON value that is neither an object nor an array".to_owned()
        }
        (None, None) if is_yaml_like(first) => seen("YAML-like text"),
        (None, None) => seen("text"),
    }
}

/// What is said of a kind of file whose readers were left out of the build.
fn off(built: bool, feature: &str) -> String {
    if built {
        String::new()
    } else {
        format!(" (the feature \"{feature}\", which reads it, is off in this build)")
    }
}

fn is_yaml_like(line: &str) -> bool {
    let key = line.split_once(':').map(|(key, rest)| (key, rest.is_empty() || rest.starts_with(' ')));
    line.starts_with("- ") || line == "---" || key.is_some_and(|(key, fits)| fits && !key.contains(' '))
}

/// The type of a JSON value, in words.
pub(super) fn json_type(value: &serde_json::Value) -> &'static str {
    use serde_json::Value::*;
    match value {
        Null => "nothing",
        Bool(_) => "a boolean",
        Number(_) => "a number",
        String(_) => "a string",
        Array(_) => "an array",
        Object(_) => "an object",
    }
}
