//! The scanner: a JSON text becomes one flat list of values, at any depth, without recursion and without copies.

use super::Kind;

/// One value. A container is followed by what is in it.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// First byte of the key, quotes left out.
    pub(super) key: u32,
    /// First byte of the value; of a string, the one behind its quote.
    pub(super) start: u32,
    /// One past the last byte of a scalar; one past the last entry of a container.
    pub(super) end: u32,
    /// Length of the key; keys of more than 64 KiB count as empty ones.
    pub(super) key_len: u16,
    pub(super) kind: Kind,
    pub(super) flags: u8,
}

/// The string is written with escapes.
pub(super) const ESCAPED: u8 = 1;
/// The key is written with escapes.
pub(super) const KEY_ESCAPED: u8 = 2;
/// A container whose content was not taken in: `end` is one past its last byte.
pub(super) const OPAQUE: u8 = 4;

/// A string's bytes between its quotes, and whether it has escapes.
type Span = (usize, usize, bool);

/// The values of a text, in the order in which they are written. A container under one of the `opaque` keys is one
/// value. `None` where the text is not JSON; Python's `NaN` and `Infinity` count as null.
pub(super) fn scan(text: &str, opaque: &[&str]) -> Option<Vec<Entry>> {
    u32::try_from(text.len()).ok()?;
    let mut s = Scanner { bytes: text.as_bytes(), at: 0 };
    let mut entries: Vec<Entry> = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    loop {
        let inside = open.last().map(|&o| entries[o as usize].kind);
        let key = if inside == Some(Kind::Object) { s.key()? } else { (0, 0, false) };
        let entry = s.value(key)?;
        let container = matches!(entry.kind, Kind::Object | Kind::Array);
        let mut hides = false;
        if container {
            hides = !opaque.is_empty() && opaque.contains(&&text[key.0..key.1]);
            open.push(entries.len() as u32);
        }
        push(&mut entries, entry);
        if hides && let Some(last) = entries.last_mut() {
            last.flags |= OPAQUE;
        }
        s.space();
        if container && !matches!(s.peek(), Some(b']' | b'}')) {
            continue;
        }
        let mut first = container;
        loop {
            s.space();
            let Some(&top) = open.last() else { return (s.at == s.bytes.len()).then_some(entries) };
            let close = if entries[top as usize].kind == Kind::Object { b'}' } else { b']' };
            match s.next()? {
                b',' if !first => break,
                c if c == close => {
                    open.pop();
                    let end = entries.len() as u32;
                    let holder = &mut entries[top as usize];
                    if holder.flags & OPAQUE != 0 {
                        holder.end = s.at as u32;
                        entries.truncate(top as usize + 1);
                    } else {
                        holder.end = end;
                    }
                    first = false;
                }
                _ => return None,
            }
        }
    }
}

/// Adds to a vector that grows by a quarter: the list is most of the memory that a big file takes.
fn push(entries: &mut Vec<Entry>, entry: Entry) {
    if entries.len() == entries.capacity() {
        entries.reserve_exact(entries.len() / 4 + 256);
    }
    entries.push(entry);
}

struct Scanner<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    /// A key and the colon behind it.
    fn key(&mut self) -> Option<Span> {
        self.space();
        if self.next()? != b'"' {
            return None;
        }
        let span = self.string()?;
        self.space();
        (self.next()? == b':').then_some(span)
    }

    /// A value; of a container only its first byte.
    fn value(&mut self, (key, key_end, key_escaped): Span) -> Option<Entry> {
        self.space();
        let mut start = self.at;
        let mut flags = if key_escaped { KEY_ESCAPED } else { 0 };
        let kind = match self.next()? {
            b'"' => {
                let (from, to, escaped) = self.string()?;
                (start, flags) = (from, flags | if escaped { ESCAPED } else { 0 });
                let end = to as u32;
                return Some(entry(key, key_end, start, end, Kind::String, flags));
            }
            b'{' => Kind::Object,
            b'[' => Kind::Array,
            b't' => self.word("rue", Kind::Bool)?,
            b'f' => self.word("alse", Kind::Bool)?,
            b'n' => self.word("ull", Kind::Null)?,
            b'N' => self.word("aN", Kind::Null)?,
            b'I' => self.word("nfinity", Kind::Null)?,
            b'-' if self.peek() == Some(b'I') => self.word("Infinity", Kind::Null)?,
            first @ (b'-' | b'0'..=b'9') => self.number(first)?,
            _ => return None,
        };
        Some(entry(key, key_end, start, self.at as u32, kind, flags))
    }

    fn word(&mut self, rest: &str, kind: Kind) -> Option<Kind> {
        let found = self.bytes.get(self.at..)?.starts_with(rest.as_bytes());
        self.at += rest.len();
        found.then_some(kind)
    }

    fn digits(&mut self) -> Option<()> {
        let from = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        (self.at > from).then_some(())
    }

    fn number(&mut self, first: u8) -> Option<Kind> {
        let lead = if first == b'-' { self.next()? } else { first };
        match lead {
            b'0' if matches!(self.peek(), Some(b'0'..=b'9')) => return None,
            b'0' => {}
            b'1'..=b'9' => {
                let _ = self.digits();
            }
            _ => return None,
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Some(Kind::Number)
    }

    /// The rest of a string whose first quote is passed.
    fn string(&mut self) -> Option<Span> {
        let from = self.at;
        let mut escaped = false;
        loop {
            let rest = self.bytes.get(self.at..)?;
            self.at += rest.iter().position(|&b| b == b'"' || b == b'\\' || b < 0x20)?;
            match self.next()? {
                b'"' => return Some((from, self.at - 1, escaped)),
                b'\\' => {
                    escaped = true;
                    match self.next()? {
                        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {}
                        b'u' => {
                            let hex = self.bytes.get(self.at..self.at + 4)?;
                            self.at += 4;
                            if !hex.iter().all(u8::is_ascii_hexdigit) {
                                return None;
                            }
                        }
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
    }
}

fn entry(key: usize, key_end: usize, start: usize, end: u32, kind: Kind, flags: u8) -> Entry {
    let key_len = u16::try_from(key_end - key).unwrap_or(0);
    Entry { key: key as u32, start: start as u32, end, key_len, kind, flags }
}
