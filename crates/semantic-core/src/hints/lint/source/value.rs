//! The attributes of a tag, and how each language writes their values.

use super::Language;
use super::element::{Attr, NONE, Span, Value};
use super::embedded::php_hole;
use super::expr;
use super::scanner::{End, Scanner, Tag, What};
use super::unread::MADE_NAME;

/// How a value is written: between which quotes, and whether it is code.
#[derive(Clone, Copy)]
struct Written {
    quote: u8,
    is_code: bool,
}

impl Scanner<'_> {
    /// Reads the next thing in a tag.
    pub(super) fn tag(&mut self, tag: Tag) {
        self.skip_blanks();
        let content = self.content_of_tag();
        let is_jsx = content.end == End::Root || self.language.has_braces();
        match self.peek() {
            _ if self.at >= self.limit => {}
            b'>' => {
                self.at += 1;
                self.end_tag(tag, false);
            }
            b'/' if self.byte(1) == b'>' => {
                self.at += 2;
                self.end_tag(tag, true);
            }
            b'/' if is_jsx && self.byte(1) == b'*' => self.skip_comment("*/"),
            b'/' if is_jsx && self.byte(1) == b'/' => self.skip_comment("\n"),
            b'`' if content.end == End::Backtick => drop(self.frames.pop()),
            b'$' if content.end == End::Backtick && self.byte(1) == b'{' => {
                self.at += 2;
                self.opens(tag.element);
                self.enter_braces(What::Value(tag.element, None), Some(tag.element), NONE);
            }
            b'{' if is_jsx => self.spread(tag),
            b'<' | b'{' if self.skip_in_tag(tag) => {}
            b'<' => drop(self.frames.pop()),
            _ => self.attribute(tag),
        }
    }

    /// Steps over server code between attributes.
    fn skip_in_tag(&mut self, tag: Tag) -> bool {
        let Some((open, close)) = self.server_mark() else { return false };
        let skipped = self.skip_server(open, close).is_some();
        if skipped {
            self.opens(tag.element);
        }
        skipped
    }

    fn spread(&mut self, tag: Tag) {
        self.at += 1;
        self.skip_blanks();
        let what = if self.starts_with("...") {
            self.at += 3;
            self.skip_blanks();
            What::Spread(tag.element, self.peek() == b'{')
        } else {
            What::Value(tag.element, None)
        };
        let branch = self.branch_of(tag);
        self.enter_braces(what, Some(tag.element), branch);
    }

    fn branch_of(&self, tag: Tag) -> u32 {
        self.scan.elements.get(tag.element as usize).map_or(NONE, |element| element.branch)
    }

    fn attribute(&mut self, tag: Tag) {
        let name = self.attribute_name();
        if name.is_empty() {
            return self.step();
        }
        if self.is_made_up(tag, name.clone()) {
            return;
        }
        let (key, name, is_code) = self.plain(name);
        self.note_flow(tag, &key);
        self.skip_blanks_before_equals();
        if self.peek() != b'=' {
            let at = name.clone();
            return self.keep(tag, Attr { key, name, value: Value::default(), at, literal: false });
        }
        self.at += 1;
        self.skip_blanks();
        let content = self.content_of_tag();
        let is_jsx = content.end == End::Root || self.language.has_braces();
        match self.peek() {
            quote @ (b'"' | b'\'') => {
                self.at += 1;
                let (value, at, literal) = self.quoted(Written { quote, is_code }, content.end);
                if key == "v-bind" {
                    return self.bind(tag, at);
                }
                self.keep(tag, Attr { key, name, value, at, literal });
            }
            b'{' if is_jsx => {
                self.at += 1;
                let matters = matters(&key);
                let at = self.at..self.at;
                let attr = Attr { key, name, value: Value::dynamic(at.clone()), at, literal: false };
                let place = matters.then(|| self.add_attr(tag.element, attr)).flatten();
                let branch = self.branch_of(tag);
                self.enter_braces(What::Value(tag.element, place), Some(tag.element), branch);
            }
            b'`' if self.language == Language::Astro => {
                let (value, at, end) = match expr::literal(self.text, self.at, self.limit) {
                    Some(literal) => (literal.value, literal.inside, literal.end),
                    None => (Value::dynamic(self.at..self.at), self.at..self.at, self.at + 1),
                };
                self.at = end;
                self.keep(tag, Attr { key, name, value, at, literal: false });
            }
            _ => {
                let (value, at, literal) = self.unquoted(content.end);
                self.keep(tag, Attr { key, name, value, at, literal });
            }
        }
    }

    fn attribute_name(&mut self) -> Span {
        let start = self.at;
        let rest = self.rest();
        let mut end = rest.len();
        for (i, c) in rest.char_indices() {
            let next = rest.as_bytes().get(i + 1).copied();
            let stops = matches!(c, '=' | '>' | '<' | '"' | '\'' | '`') || c.is_whitespace();
            if stops || (c == '/' && next == Some(b'>')) || (c == '$' && next == Some(b'{')) {
                end = i;
                break;
            }
        }
        self.at += end;
        start..self.at
    }

    /// Whether code stands behind a name that ends here, so that the name is not known.
    fn is_made_up(&mut self, tag: Tag, name: Span) -> bool {
        let made = self.at == name.end && (self.starts_with("${") || self.server_mark().is_some());
        if made {
            self.opens(tag.element);
            if self.text[name.clone()].ends_with("data-semtag-") {
                self.makes_hints(name, MADE_NAME);
            }
        }
        made
    }

    /// A name without the marks of a bound attribute: its small letters, its place, and whether its value is code.
    fn plain(&self, name: Span) -> (String, Span, bool) {
        let written = &self.text[name.clone()];
        let inner = |open: &str, close: &str| {
            let plain = written.strip_prefix(open)?.strip_suffix(close)?;
            let plain = plain.split('.').next().unwrap_or(plain);
            Some(name.start + open.len()..name.start + open.len() + plain.len())
        };
        let bound = ["v-bind:", "x-bind:", ":"].iter().find_map(|open| inner(open, ""));
        let bound = bound.or_else(|| inner("[attr.", "]")).or_else(|| inner("[", "]"));
        let (place, is_code) = match bound.filter(|place| !place.is_empty()) {
            Some(place) => (place, true),
            None => (name, false),
        };
        (self.text[place.clone()].to_ascii_lowercase(), place, is_code)
    }

    /// Directives that show an element only sometimes, or several times.
    fn note_flow(&mut self, tag: Tag, key: &str) {
        let looped = matches!(key, "v-for" | "x-for" | "*ngfor");
        let sometimes = matches!(key, "v-if" | "v-else-if" | "v-else" | "x-if" | "*ngif");
        if looped || sometimes {
            let outer = self.branch_of(tag);
            let branch = self.branch(outer, looped);
            if let Some(element) = self.scan.elements.get_mut(tag.element as usize) {
                element.branch = branch;
            }
        }
    }

    /// The blanks before `=`; where none follows they are left.
    fn skip_blanks_before_equals(&mut self) {
        let rest = self.rest();
        let trimmed = rest.trim_start();
        if trimmed.starts_with('=') {
            self.at += rest.len() - trimmed.len();
        }
    }

    fn keep(&mut self, tag: Tag, attr: Attr) {
        if attr.key.starts_with('[') || attr.key == "v-bind" {
            self.opens(tag.element);
        }
        if matters(&attr.key) {
            self.add_attr(tag.element, attr);
        }
    }

    /// `v-bind="…"`: an object of attributes, or a name for one.
    fn bind(&mut self, tag: Tag, at: Span) {
        let code = &self.text[at.clone()];
        let is_object = code.trim_start().starts_with('{');
        if !is_object {
            self.opens(tag.element);
            if code.to_ascii_lowercase().contains("semtag") {
                self.makes_hints(at, "attributes that code makes");
            }
            return;
        }
        let branch = self.branch_of(tag);
        self.enter_object(at, tag.element, branch);
    }

    /// A value up to its quote; the scanner is behind the opening one.
    fn quoted(&mut self, written: Written, end: End) -> (Value, Span, bool) {
        let start = self.at;
        let mut value = Value::default();
        let mut literal = true;
        let mut piece = start;
        let close = loop {
            let byte = self.peek();
            if self.at >= self.limit {
                break self.limit;
            }
            if byte == written.quote || (end == End::Backtick && byte == b'`') {
                break self.at;
            }
            let before = self.at;
            match self.hole(end) {
                Some(hole) => {
                    value.push_text(&decoded(&self.text[piece..before]));
                    value.push_hole(hole);
                    literal = false;
                    piece = self.at;
                }
                None => self.step(),
            }
        };
        value.push_text(&decoded(&self.text[piece..close.max(piece)]));
        self.at = if self.peek() == written.quote { close + 1 } else { close };
        let at = start..close;
        if written.is_code {
            let said = expr::value(self.text, at);
            return (said.value, said.at, said.literal);
        }
        literal &= !self.text[at.clone()].contains('&');
        (value, at, literal)
    }

    fn unquoted(&mut self, end: End) -> (Value, Span, bool) {
        let start = self.at;
        let mut value = Value::default();
        let mut piece = start;
        while self.at < self.limit {
            let byte = self.peek();
            let ends = byte == b'>' || byte.is_ascii_whitespace() || (end == End::Backtick && byte == b'`');
            if ends {
                break;
            }
            let before = self.at;
            match self.hole(end) {
                Some(hole) => {
                    value.push_text(&decoded(&self.text[piece..before]));
                    value.push_hole(hole);
                    piece = self.at;
                }
                None => self.step(),
            }
        }
        value.push_text(&decoded(&self.text[piece..self.at.max(piece)]));
        (value, start..self.at, false)
    }

    /// Steps over code inside a value; its place.
    fn hole(&mut self, end: End) -> Option<Span> {
        match self.peek() {
            b'$' if end == End::Backtick && self.byte(1) == b'{' => self.braced_hole(2),
            b'$' | b'{' if end == (End::Heredoc { is_filled: true }) => self.php_hole(),
            b'{' if self.language == Language::Svelte && end == End::Text => self.braced_hole(1),
            b'<' | b'{' if end == End::Text || self.peek() == b'{' => {
                let (open, close) = self.server_mark()?;
                self.skip_server(open, close)
            }
            _ => None,
        }
    }

    /// Steps over what PHP fills in here, if anything.
    fn php_hole(&mut self) -> Option<Span> {
        let (at, length) = php_hole(self.rest())?;
        let start = self.at;
        (at == 0).then(|| {
            self.at += length;
            start..start + length
        })
    }

    fn braced_hole(&mut self, mark: usize) -> Option<Span> {
        let from = self.at + mark;
        let end = self.closing(from)?;
        self.at = end + 1;
        Some(from..end)
    }
}

/// Whether an attribute is worth keeping.
fn matters(key: &str) -> bool {
    matches!(key, "type" | "autocomplete" | "value")
        || key.contains("sem") && super::super::words::is_meant(key)
}

/// A value with the few references in it that anybody writes there.
fn decoded(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let mut out = text.to_owned();
    for (name, said) in
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&amp;", "&")]
    {
        out = out.replace(name, said);
    }
    out
}
