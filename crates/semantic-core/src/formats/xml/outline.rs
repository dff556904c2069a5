//! A look over the tags of a text before it is parsed: where its roots are, where it was cut off, what would be too much.

use std::borrow::Cow;

use crate::tree::SnapshotBuilder;

/// More attributes on one element than any user interface has; the parser compares each with each.
const MAX_ATTRIBUTES: usize = 512;
/// More declared namespaces than any dump has; the parser hands each down.
const MAX_NAMESPACES: usize = 1000;

/// A tag, or what else stands between `<` and `>`.
#[derive(Clone, Copy)]
pub(super) struct Tag<'a> {
    pub(super) kind: Kind,
    /// The name of an element.
    pub(super) name: &'a str,
    /// From `<` to `>`; to the end of the text where it is cut off.
    pub(super) text: &'a str,
    /// Position of the `<`.
    start: usize,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Start,
    /// A start tag that is its own end.
    Empty,
    End,
    /// A comment, an instruction or characters as they are.
    Aside,
    Doctype,
    /// The text ends within it.
    Cut,
}

/// The tags of a text, in their order.
pub(super) fn tags(text: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find('<')?;
        let (kind, len) = measure(&text[start..]);
        at = start + len;
        let whole = &text[start..at];
        let name = whole.trim_start_matches(['<', '/']);
        let name = &name
            [..name.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>')).unwrap_or(name.len())];
        Some(Tag { kind, name, text: whole, start })
    })
}

/// The tags of elements at the beginning of a text, for the sniffers; none where it is not XML.
pub(super) fn first_elements(text: &str) -> impl Iterator<Item = Tag<'_>> {
    let text = if text.starts_with('<') { text } else { "" };
    tags(text).filter(|tag| tag.kind != Kind::Aside && tag.kind != Kind::Doctype).take(64)
}

/// What a text begins with, from its `<`, and the length of that.
fn measure(text: &str) -> (Kind, usize) {
    let until = |kind, start: usize, end: &str| match text[start..].find(end) {
        Some(at) => (kind, start + at + end.len()),
        None => (Kind::Cut, text.len()),
    };
    match text.as_bytes() {
        [b'<', b'!', b'-', b'-', ..] => until(Kind::Aside, 4, "-->"),
        [b'<', b'?', ..] => until(Kind::Aside, 2, "?>"),
        [b'<', b'/', ..] => until(Kind::End, 2, ">"),
        [b'<', b'!', b'[', ..] => until(Kind::Aside, 3, "]]>"),
        [b'<', b'!', ..] => until(Kind::Doctype, 2, ">"),
        bytes => start_tag(bytes),
    }
}

/// The length of a start tag, whose attributes may hold any `>`.
fn start_tag(bytes: &[u8]) -> (Kind, usize) {
    let mut quote = None;
    for (i, &byte) in bytes.iter().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            (None, b'>') => return (if bytes[i - 1] == b'/' { Kind::Empty } else { Kind::Start }, i + 1),
            _ => {}
        }
    }
    (Kind::Cut, bytes.len())
}

/// One root element with all in it.
pub(super) struct Root<'a> {
    /// Well closed.
    pub(super) text: Cow<'a, str>,
    /// The line on which it begins, from 1.
    pub(super) line: usize,
}

/// Where the roots of a text are.
pub(super) struct Outline<'a> {
    pub(super) roots: Vec<Root<'a>>,
    /// Bytes of text outside of the roots, white space aside.
    outside: usize,
    /// Elements that were open where the text ended, and the bytes left out there.
    cut: Option<(usize, usize)>,
    /// End tags of elements that began before the text did.
    strays: usize,
}

impl<'a> Outline<'a> {
    /// Finds the roots; an error is a line and what is wrong there.
    pub(super) fn new(text: &'a str) -> Result<Outline<'a>, (usize, String)> {
        if text.matches("xmlns").count() > MAX_NAMESPACES {
            return Err((1, "it declares more namespaces than any dump has".to_owned()));
        }
        let mut outline = Outline { roots: Vec::new(), outside: 0, cut: None, strays: 0 };
        let mut lines = Lines { text, at: 0, line: 1 };
        let mut open: Vec<&str> = Vec::new();
        let mut root = 0..0; // from its `<` to the end of the last whole tag
        for tag in tags(text) {
            if open.is_empty() {
                outline.outside += text[root.end..tag.start].trim().len();
                root.start = tag.start;
            }
            if tag.kind == Kind::Cut {
                outline.cut = Some((open.len(), text.len() - tag.start));
                break;
            }
            let problem = match tag.kind {
                Kind::Doctype => Some("it declares a document type, which no dump has and which is not read"),
                Kind::Start | Kind::Empty => too_many_attributes(tag),
                _ => None,
            };
            if let Some(problem) = problem {
                return Err((lines.line_of(tag.start), problem.to_owned()));
            }
            root.end = tag.start + tag.text.len();
            match tag.kind {
                Kind::Start => open.push(tag.name),
                Kind::End if open.pop().is_none() => {
                    outline.strays += 1;
                    continue;
                }
                _ => {}
            }
            if open.is_empty() && tag.kind != Kind::Aside {
                let text = Cow::Borrowed(&text[root.clone()]);
                outline.roots.push(Root { text, line: lines.line_of(root.start) });
            }
        }
        let rest = text[root.end..].trim().len();
        if !open.is_empty() {
            outline.cut.get_or_insert((open.len(), rest));
            let mut closed = text[root.clone()].to_owned();
            open.iter().rev().for_each(|name| closed.extend(["</", name, ">"]));
            outline.roots.push(Root { text: Cow::Owned(closed), line: lines.line_of(root.start) });
        } else if outline.cut.is_none() {
            outline.outside += rest;
        }
        match outline.roots.is_empty() {
            false => Ok(outline),
            true => Err((1, "it ends before its first element is complete".to_owned())),
        }
    }

    /// Says what was cut off and what is not read.
    pub(super) fn notices(&self, b: &mut SnapshotBuilder) {
        let bytes = |n: usize| if n == 1 { "1 byte".to_owned() } else { format!("{n} bytes") };
        let tags = |n: usize| if n == 1 { "1 end tag".to_owned() } else { format!("{n} end tags") };
        let elements = |n: usize| if n == 1 { "1 element".to_owned() } else { format!("{n} elements") };
        match self.cut {
            Some((open, 0)) => b.notice(format!("the file ends early: {} were still open", elements(open))),
            Some((open, left)) => b.notice(format!(
                "the file ends early: {} were still open, the last {} are left out",
                elements(open),
                bytes(left)
            )),
            None => {}
        }
        if self.strays > 0 {
            b.notice(format!("the file begins late: {} of what came before left out", tags(self.strays)));
        }
        if self.outside > 0 {
            b.notice(format!("{} of text around the XML left out", bytes(self.outside)));
        }
    }
}

fn too_many_attributes(tag: Tag) -> Option<&'static str> {
    let signs = tag.text.matches('=').count();
    // A `=` may stand in a value, so what seems too much is counted by its quotes too.
    let many = signs > MAX_ATTRIBUTES && tag.text.matches(['"', '\'']).count() > 2 * MAX_ATTRIBUTES;
    many.then_some("an element with more than 512 attributes")
}

/// Line numbers of growing positions.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn line_of(&mut self, position: usize) -> usize {
        let passed = self.text.as_bytes().get(self.at..position).unwrap_or_default();
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
        self.at = self.at.max(position);
        self.line
    }
}

/// The text with what XML does not allow replaced, as producers that only join strings write it: a bare `&`, control
/// characters, references to such or to halves of a character. Also the number of replacements.
pub(super) fn mended(text: &str) -> (String, usize) {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut changes = 0;
    let mut rest = text;
    while let Some(at) = rest.find(|c| c == '&' || !is_allowed(c)) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some(after) = rest.strip_prefix('&') else {
            out.push('\u{FFFD}');
            rest = rest.trim_start_matches(|c| !is_allowed(c));
            changes += 1;
            continue;
        };
        let end = after.bytes().take(12).position(|byte| byte == b';');
        match end.map(|end| (&after[..end], &after[end + 1..])) {
            Some(("lt" | "gt" | "amp" | "quot" | "apos", behind)) => {
                out.push_str(&rest[..rest.len() - behind.len()]);
                rest = behind;
            }
            Some((name, behind)) if name.starts_with('#') => {
                let (c, behind, fine) = reference(name, behind);
                out.push_str(&format!("&#{};", c as u32));
                changes += usize::from(!fine);
                rest = behind;
            }
            _ => {
                out.push_str("&amp;");
                rest = after;
                changes += 1;
            }
        }
    }
    out.push_str(rest);
    (out, changes)
}

fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

/// The character of a reference by number, what stands behind it, and whether XML allows it. Two halves of a character
/// in a row are joined.
fn reference<'a>(name: &str, behind: &'a str) -> (char, &'a str, bool) {
    let value = number(name);
    if let Some(c) = value.and_then(char::from_u32).filter(|&c| is_allowed(c)) {
        return (c, behind, true);
    }
    let low = behind.strip_prefix('&').and_then(|next| next.split_once(';')).filter(|(n, _)| n.len() < 10);
    if let (Some(high @ 0xD800..=0xDBFF), Some((low, behind))) = (value, low)
        && let Some(low @ 0xDC00..=0xDFFF) = number(low)
    {
        let joined = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
        return (char::from_u32(joined).unwrap_or('\u{FFFD}'), behind, false);
    }
    ('\u{FFFD}', behind, false)
}

fn number(name: &str) -> Option<u32> {
    let digits = name.strip_prefix('#')?;
    match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    }
}
