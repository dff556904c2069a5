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

/// What a text begins with, from its `<`, and the length of that.
fn measure(text: &str) -> (Kind, usize) {
    let until = |kind, end: &str| match text.find(end) {
        Some(at) => (kind, at + end.len()),
        None => (Kind::Cut, text.len()),
    };
    if text.starts_with("<!--") {
        return match text[4..].find("-->") {
            Some(at) => (Kind::Aside, 4 + at + 3),
            None => (Kind::Cut, text.len()),
        };
    }
    match text.as_bytes().get(1) {
        Some(b'?') => until(Kind::Aside, "?>"),
        Some(b'!') if text.starts_with("<![CDATA[") => until(Kind::Aside, "]]>"),
        Some(b'!') => until(Kind::Doctype, ">"),
        Some(b'/') => until(Kind::End, ">"),
        _ => {
            let mut quote = None;
            for (i, &byte) in text.as_bytes().iter().enumerate() {
                match (quote, byte) {
                    (None, b'"' | b'\'') => quote = Some(byte),
                    (Some(open), _) if open == byte => quote = None,
                    (None, b'>') if text.as_bytes()[i - 1] == b'/' => return (Kind::Empty, i + 1),
                    (None, b'>') => return (Kind::Start, i + 1),
                    _ => {}
                }
            }
            (Kind::Cut, text.len())
        }
    }
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
}

impl<'a> Outline<'a> {
    /// Finds the roots; an error is a line and what is wrong there.
    pub(super) fn new(text: &'a str) -> Result<Outline<'a>, (usize, String)> {
        let mut outline = Outline { roots: Vec::new(), outside: 0, cut: None };
        let mut lines = Lines { text, at: 0, line: 1 };
        let mut open: Vec<&str> = Vec::new();
        let (mut start, mut done) = (0, 0); // of the root; end of the last whole tag
        let mut left = 0;
        if text.matches("xmlns").count() > MAX_NAMESPACES {
            return Err((1, "it declares more namespaces than any dump has".to_owned()));
        }
        for tag in tags(text) {
            if open.is_empty() {
                outline.outside += text[done..tag.start].trim().len();
                start = tag.start;
            }
            match tag.kind {
                Kind::Aside => {}
                Kind::Doctype => {
                    let problem = "it declares a document type, which no dump has and which is not read";
                    return Err((lines.line_of(tag.start), problem.to_owned()));
                }
                Kind::Cut => {
                    left = text.len() - tag.start;
                    if open.is_empty() {
                        outline.cut = Some((0, left));
                        done = text.len();
                        break;
                    }
                    break;
                }
                Kind::End if open.pop().is_none() => {
                    return Err((lines.line_of(tag.start), "an end tag without its start tag".to_owned()));
                }
                Kind::End => {}
                Kind::Start | Kind::Empty => {
                    if tag.text.matches(['"', '\'']).count() > 2 * MAX_ATTRIBUTES
                        && tag.text.matches('=').count() > MAX_ATTRIBUTES
                    {
                        let problem = format!("an element with more than {MAX_ATTRIBUTES} attributes");
                        return Err((lines.line_of(tag.start), problem));
                    }
                    if tag.kind == Kind::Start {
                        open.push(tag.name);
                    }
                }
            }
            done = tag.start + tag.text.len();
            if open.is_empty() && matches!(tag.kind, Kind::End | Kind::Empty) {
                let text = Cow::Borrowed(&text[start..done]);
                outline.roots.push(Root { text, line: lines.line_of(start) });
            }
        }
        if open.is_empty() {
            outline.outside += text[done..].trim().len();
        } else {
            outline.cut = Some((open.len(), left.max(text[done..].trim().len())));
            let mut closed = text[start..done].to_owned();
            open.iter().rev().for_each(|name| closed.extend(["</", name, ">"]));
            outline.roots.push(Root { text: Cow::Owned(closed), line: lines.line_of(start) });
        }
        match outline.roots.is_empty() {
            false => Ok(outline),
            true => Err((1, "it ends before its first element is complete".to_owned())),
        }
    }

    /// Says what was cut off and what is not read.
    pub(super) fn notices(&self, b: &mut SnapshotBuilder) {
        let bytes = |n: usize| if n == 1 { "1 byte".to_owned() } else { format!("{n} bytes") };
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
        if self.outside > 0 {
            b.notice(format!("{} of text around the XML left out", bytes(self.outside)));
        }
    }
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
