//! What a file is, by its content, and the one way in for all of them.

use std::borrow::Cow;

use serde::de::IgnoredAny;

use super::head::looks_like;
use super::wrapping::{error_in, unwrap};
use super::{FORMATS, Format, Head, Kind, ReadError};
use crate::tree::{Role, Snapshot};

/// Reads a snapshot of any known format, or of the one called `forced`.
///
/// The bytes are UTF-8, with or without a byte order mark, or UTF-16 with one.
pub fn read(bytes: &[u8], forced: Option<&str>) -> Result<Snapshot, ReadError> {
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(ReadError::NoTree {
            what: "this is a zip archive, such as an .a11ytest of Accessibility Insights",
            advice: "unpack it and give the snapshot in it (el.snapshot)",
        });
    }
    let text = decode(bytes)?;
    match forced {
        None => {
            let dump = unwrap(&text, &|text| known(text).is_some());
            let format = known(&dump.text).map_or_else(|| unknown(&dump.text), Ok)?;
            let snapshot = (format.read)(&dump.text).map(|mut snapshot| {
                note_cut(&dump.text, &mut snapshot);
                snapshot
            });
            dump.tell(snapshot)
        }
        Some(name) => {
            let no_such = || ReadError::NoSuchFormat { name: name.to_owned() };
            let format = FORMATS.iter().copied().find(|f| f.name == name).ok_or_else(no_such)?;
            if text.trim().is_empty() {
                return Err(ReadError::Unknown { looks: looks_like(&Head::new(&text)) });
            }
            let dump = unwrap(&text, &|text| knows(format, text));
            let is_its = knows(format, &dump.text);
            let other = if is_its { None } else { detect(&text).ok() };
            let snapshot = (format.read)(&dump.text);
            let snapshot = dump.tell(snapshot)?;
            let fits = is_its || (!snapshot.is_empty() && other.is_none_or(|other| may_pass(other, format)));
            let looks = || looks_like(&Head::new(&text));
            let detected = other.map(|other| other.name);
            if fits {
                Ok(snapshot)
            } else {
                Err(ReadError::NotThat { forced: format.name, looks: looks(), detected })
            }
        }
    }
}

/// The format of a text, by its content, whatever lies around it.
pub fn detect(text: &str) -> Result<&'static Format, ReadError> {
    let dump = unwrap(text, &|text| known(text).is_some());
    known(&dump.text).map_or_else(|| unknown(&dump.text), Ok)
}

/// Notes in a snapshot that its text ends where no dump ends: inside a quote, a bracket or a role's word.
fn note_cut(text: &str, snapshot: &mut Snapshot) {
    let open = |c: char, close: char, line: &str| line.matches(c).count() > line.matches(close).count();
    let last = text.rsplit('\n').next().unwrap_or_default();
    if (text.starts_with(['{', '[', '<']) && !is_bracketed(text)) || last.trim().is_empty() {
        return;
    }
    // A word that ends the file is a role's where the last node has it.
    let word = last.trim_end().rsplit(' ').next().unwrap_or_default();
    let half_role = snapshot.nodes().next_back().is_some_and(|node| {
        let is_word = word == node.native_role().unwrap_or_default();
        node.role() == Role::Other && is_word && !last.contains('"')
    });
    let within = if last.replace("\\\"", "").matches('"').count() % 2 == 1 {
        "a quote"
    } else if open('[', ']', last) {
        "a bracket"
    } else if half_role || word == "-" {
        "a word"
    } else {
        return;
    };
    let is_said = |said: &String| said.contains("cut off");
    if !snapshot.notices().iter().any(is_said) {
        snapshot.notices.push(format!("the text may be cut off: it ends inside {within}"));
    }
}

/// Whether a text is lines that begin with a bracket, not JSON.
fn is_bracketed(text: &str) -> bool {
    text.starts_with('[') && Head::new(text).kind("[]").is_none()
}

/// Whether a file of one format may be meant as one of another: lists of `- role "name"` lines are told apart by small
/// marks, which a short one may lack; and one reader may have two formats.
fn may_pass(detected: &Format, forced: &Format) -> bool {
    let is_list = |format: &Format| ["playwright-aria", "agent-browser", "axcli"].contains(&format.name);
    (is_list(detected) && is_list(forced)) || std::ptr::fn_addr_eq(detected.read, forced.read)
}

/// Why no format knows a text.
fn unknown(text: &str) -> Result<&'static Format, ReadError> {
    let head = Head::new(text);
    if matches!(head.kind(""), Some(Kind::Object | Kind::Array)) {
        serde_json::from_str::<IgnoredAny>(text)?;
        if let Some(said) = error_in(text) {
            return Err(ReadError::Reply { said });
        }
    }
    Err(ReadError::Unknown { looks: looks_like(&head) })
}

/// The first format that knows a text; what its beginning does not tell, more of it may.
fn known(text: &str) -> Option<&'static Format> {
    let of = |head: Head| FORMATS.iter().copied().find(|f| (f.sniff)(&head));
    of(Head::new(text)).or_else(|| Head::deep(text).and_then(of))
}

/// Whether one format knows a text.
fn knows(format: &Format, text: &str) -> bool {
    (format.sniff)(&Head::new(text)) || Head::deep(text).is_some_and(|head| (format.sniff)(&head))
}

pub(super) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
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
