//! The key of a snapshot's line: `role "name" [attr] [attr=value]`, bare or as a quoted YAML scalar.

use crate::formats::text::{Outline, json_like, take_while, yaml_single};

/// What a line says before its colon.
pub(super) struct Key<'a> {
    /// The role, or the name of a property with its slash.
    pub(super) role: &'a str,
    /// The name; a pattern of an expected snapshot keeps its slashes.
    pub(super) name: Option<&'a str>,
    /// Whether the name is a pattern.
    pub(super) pattern: bool,
    /// Attributes in their order; those without a value have an empty one.
    pub(super) attrs: Vec<(&'a str, &'a str)>,
    /// What follows: nothing, a colon and a value, a comment, or something that does not belong there.
    pub(super) rest: &'a str,
    /// Whether a quote or bracket has no end.
    pub(super) cut: bool,
}

impl<'a> Key<'a> {
    /// Reads the key at the beginning of a line's text.
    pub(super) fn parse(item: &'a str, outline: &Outline<'a>) -> Option<Self> {
        let Some(quoted) = yaml_single(item).or_else(|| json_like(item)) else {
            return Key::plain(item, outline);
        };
        let inner = outline.keep(quoted.text);
        let mut key = Key::plain(inner, outline)?;
        key.cut |= !quoted.closed || !key.rest.is_empty();
        key.rest = quoted.rest.trim_start();
        Some(key)
    }

    fn plain(text: &'a str, outline: &Outline<'a>) -> Option<Self> {
        let word = |c: char| c.is_ascii_alphabetic() || c == '-';
        let length = text.strip_prefix('/').map_or(0, |_| 1);
        let (role, rest) = text.split_at(length + take_while(&text[length..], word).0.len());
        if role.len() == length {
            return None;
        }
        let mut key = Key { role, name: None, pattern: false, attrs: Vec::new(), rest, cut: false };
        key.read_name(outline);
        key.read_attrs();
        key.rest = key.rest.trim_start();
        Some(key)
    }

    fn read_name(&mut self, outline: &Outline<'a>) {
        let text = self.rest.trim_start();
        if text.len() == self.rest.len() {
            return;
        }
        if let Some(quoted) = json_like(text).or_else(|| yaml_single(text)) {
            self.cut |= !quoted.closed;
            self.name = Some(outline.keep(quoted.text));
            self.rest = quoted.rest;
        } else if text.starts_with('/') {
            let end = pattern_end(text);
            self.cut |= end.is_none();
            let (pattern, rest) = text.split_at(end.unwrap_or(text.len()));
            self.name = Some(pattern);
            self.pattern = true;
            self.rest = rest;
        }
    }

    fn read_attrs(&mut self) {
        while let Some(text) = self.rest.trim_start().strip_prefix('[') {
            let Some((attr, rest)) = text.split_once(']') else {
                self.cut = true;
                self.rest = "";
                return;
            };
            let (name, value) = attr.split_once('=').unwrap_or((attr, ""));
            self.attrs.push((name.trim(), value.trim()));
            self.rest = rest;
        }
    }
}

/// Where the pattern at the beginning of a text ends: at the slash that is neither escaped nor in a class.
pub(in crate::formats) fn pattern_end(text: &str) -> Option<usize> {
    let (mut escaped, mut class) = (false, false);
    for (i, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => class = true,
            ']' => class = false,
            '/' if !class => return Some(i + 1),
            _ => {}
        }
    }
    None
}
