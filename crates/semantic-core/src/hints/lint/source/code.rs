//! Code: what has to be stepped over in it, where tags and templates begin, and objects whose keys are hints.

use super::Language;
use super::element::{Attr, Span, Value};
use super::expr;
use super::scanner::{Bracket, Code, Content, End, Frame, Last, Scanner, What};
use super::unread::MADE_NAME;
use crate::hints::lint::words::is_meant;

/// Words behind which a value begins, not an operator.
const BEFORE_VALUES: [&str; 14] = [
    "return", "case", "typeof", "in", "of", "else", "do", "await", "yield", "default", "void", "delete",
    "new", "then",
];

/// Functions that call what they get for each of several things.
const MAPS: [&str; 4] = ["map", "flatMap", "forEach", "from"];

impl Scanner<'_> {
    /// Steps over the next token.
    pub(super) fn code(&mut self, code: Code) {
        let byte = self.peek();
        let last = code.last;
        let mut next = Last { operand: false, byte, ..Last::default() };
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => {
                self.skip_blanks();
                return;
            }
            b'/' if self.byte(1) == b'/' => return self.skip_comment("\n"),
            b'/' if self.byte(1) == b'*' => return self.skip_comment("*/"),
            b'/' if !last.operand => self.regex(),
            b'\'' | b'"' => {
                self.string(code);
                next.operand = true;
            }
            b'`' => return self.template(code),
            b'{' | b'(' | b'[' => self.opening(code, byte),
            b'}' if code.is_braced && self.brackets.len() <= code.base => return self.leave_at_brace(),
            b'}' | b')' | b']' => {
                self.closing_bracket(code);
                next.operand = byte != b'}';
            }
            b'<' if !last.operand && self.language.has_jsx() && self.is_tag() => return self.jsx(code),
            b'.' if self.starts_with("...") => {
                self.at += 3;
                self.opens_object(code);
            }
            _ if is_word(byte) => next = self.word(),
            _ => self.step(),
        }
        self.note(next);
    }

    fn note(&mut self, last: Last) {
        if let Some(Frame::Code(code)) = self.frames.last_mut() {
            code.last = last;
        }
    }

    fn word(&mut self) -> Last {
        let rest = self.rest();
        let length =
            rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).unwrap_or(rest.len());
        let word = &rest[..length];
        self.at += length.max(1);
        Last { operand: !BEFORE_VALUES.contains(&word), byte: b'a', maps: MAPS.contains(&word) }
    }

    fn opening(&mut self, code: Code, byte: u8) {
        self.at += 1;
        let is_first = self.brackets.len() == code.base && code.start + 1 == self.at;
        let element = match code.what {
            What::Spread(element, true) if is_first && byte == b'{' => Some(element),
            _ => None,
        };
        let is_loop = byte == b'(' && code.last.maps;
        let is_object_of_tag = element.is_some();
        self.brackets.push(Bracket { element, is_object_of_tag, is_loop, is_brace: byte == b'{' });
        if let Some(Frame::Code(code)) = self.frames.last_mut() {
            code.loops += u32::from(is_loop);
        }
    }

    fn closing_bracket(&mut self, code: Code) {
        self.at += 1;
        if self.brackets.len() > code.base {
            let is_loop = self.brackets.pop().is_some_and(|bracket| bracket.is_loop);
            if let Some(Frame::Code(code)) = self.frames.last_mut() {
                code.loops = code.loops.saturating_sub(u32::from(is_loop));
            }
        }
    }

    /// Another object is put into this one, so that the element may have more attributes.
    fn opens_object(&mut self, code: Code) {
        let inside = self.brackets.get(code.base..).and_then(<[Bracket]>::last);
        if let Some(element) = inside.filter(|b| b.is_object_of_tag).and_then(|b| b.element) {
            self.opens(element);
            if self.rest().starts_with("semtag") {
                self.makes_hints(self.at..self.at + "semtag".len(), "attributes that code makes");
            }
        }
    }

    /// Steps over a regular expression, or over the `/` of what is none.
    fn regex(&mut self) {
        let bytes = self.text.as_bytes().get(self.at + 1..self.limit).unwrap_or_default();
        let mut in_class = false;
        let mut at = 0;
        while at < bytes.len().min(self.looks) {
            match bytes[at] {
                b'\n' => break,
                b'\\' => at += 1,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => {
                    self.at += at + 2;
                    return;
                }
                _ => {}
            }
            at += 1;
        }
        self.looks -= at.min(self.looks);
        self.at += 1;
    }

    fn string(&mut self, code: Code) {
        let (start, quote) = (self.at, self.peek());
        self.at += 1;
        while self.at < self.limit {
            match self.peek() {
                b'\\' => self.at += 1,
                b'\n' => break,
                byte if byte == quote => {
                    self.at += 1;
                    break;
                }
                _ => {}
            }
            self.step();
        }
        let end = self.at.min(self.limit);
        self.at = end;
        if end > start + 2 {
            self.key(code, start + 1..end - 1);
        }
    }

    /// Looks at a string that may be the name of a hint, with its value behind it.
    fn key(&mut self, code: Code, name: Span) {
        let Some(key) = self.text.get(name.clone()).filter(|key| key.len() < 64 && is_meant(key)) else {
            return;
        };
        let key = key.to_ascii_lowercase();
        let rest = self.rest();
        let behind = rest.trim_start();
        let from = self.at + (rest.len() - behind.len()) + 1;
        let in_braces =
            self.brackets.get(code.base..).and_then(<[Bracket]>::last).is_some_and(|b| b.is_brace);
        let element = if behind.starts_with(':') && in_braces && matches!(code.last.byte, b'{' | b',') {
            self.object(code, name.clone())
        } else if behind.starts_with(',') && code.last.byte == b'(' && self.calls_set(code) {
            let branch = self.branch(code.branch, code.loops > 0);
            self.add(name.clone(), code.parent, branch, true)
        } else {
            return;
        };
        let (value, at, literal) = self.value_behind(from);
        self.add_attr(element, Attr { key, name, value, at, literal });
    }

    /// Whether the innermost call is one of `setAttribute`.
    fn calls_set(&self, code: Code) -> bool {
        let before = self.text.get(code.start..self.at).unwrap_or_default();
        let Some(open) = before.rfind('(') else { return false };
        before[..open].trim_end().ends_with("setAttribute")
    }

    /// The element of the object that is being read.
    fn object(&mut self, code: Code, key: Span) -> u32 {
        let known = self.brackets.get(code.base..).and_then(<[Bracket]>::last).and_then(|b| b.element);
        known.unwrap_or_else(|| {
            let branch = self.branch(code.branch, code.loops > 0);
            let element = self.add(key, code.parent, branch, true);
            if let Some(bracket) = self.brackets.last_mut() {
                bracket.element = Some(element);
            }
            element
        })
    }

    /// The value that begins at `from`, where it is a literal and nothing more.
    fn value_behind(&self, from: usize) -> (Value, Span, bool) {
        let unknown = (Value::dynamic(from..from), from..from, false);
        let Some(rest) = self.text.get(from..self.limit) else { return unknown };
        let start = from + (rest.len() - rest.trim_start().len());
        let Some(literal) = expr::literal(self.text, start, self.limit) else { return unknown };
        let behind = self.text.get(literal.end..self.limit).unwrap_or_default().trim_start();
        match behind.chars().next() {
            None | Some(',' | '}' | ')') => (literal.value, literal.inside, literal.is_plain),
            _ => unknown,
        }
    }

    fn template(&mut self, code: Code) {
        self.at += 1;
        if self.starts_with("data-semtag-${") {
            self.makes_hints(self.at..self.at + "data-semtag-".len(), MADE_NAME);
        }
        let branch = self.branch(code.branch, code.loops > 0);
        let base = self.open.len();
        self.frames.push(Frame::Content(Content { end: End::Backtick, base, parent: code.parent, branch }));
    }

    /// Whether a tag begins here, and not a comparison or the type of something.
    fn is_tag(&self) -> bool {
        let next = self.byte(1);
        if next == b'>' {
            return true;
        }
        if !(next.is_ascii_alphabetic() || matches!(next, b'_' | b'$')) {
            return false;
        }
        let rest = self.rest().get(1..).unwrap_or_default();
        let name_end =
            rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '$')));
        let behind = name_end.map_or("", |end| &rest[end..]);
        let name = rest.get(..rest.len() - behind.len()).unwrap_or_default();
        let is_type = self.language == Language::Tsx
            && (behind.starts_with(',')
                || behind.starts_with(" extends ")
                || (behind.starts_with(">(") && is_type_name(name)));
        !is_type
    }

    fn jsx(&mut self, code: Code) {
        let base = self.open.len();
        self.frames.push(Frame::Content(Content {
            end: End::Root,
            base,
            parent: code.parent,
            branch: code.branch,
        }));
    }
}

/// Whether a name is one that types are given where any type may stand: `T`, `TItem`.
fn is_type_name(name: &str) -> bool {
    let mut letters = name.chars();
    let first = letters.next().is_some_and(|c| c.is_ascii_uppercase());
    first && letters.next().is_none_or(|second| name.starts_with('T') && second.is_ascii_uppercase())
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}
