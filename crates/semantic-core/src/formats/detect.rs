//! What a file is, by its content, and the one way in for all of them.

use std::borrow::Cow;

use serde::de::IgnoredAny;

use super::head::looks_like;
use super::wrapping::unwrap;
use super::{FORMATS, Format, Head, Kind, ReadError};
use crate::tree::Snapshot;

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
            let snapshot = (format.read)(&dump.text);
            dump.tell(snapshot)
        }
        Some(name) => {
            let no_such = || ReadError::NoSuchFormat { name: name.to_owned() };
            let format = FORMATS.iter().copied().find(|f| f.name == name).ok_or_else(no_such)?;
            if text.trim().is_empty() {
                return Err(ReadError::Unknown { looks: looks_like(&Head::new(&text)) });
            }
            let dump = unwrap(&text, &|text| (format.sniff)(&Head::new(text)));
            let snapshot = (format.read)(&dump.text);
            dump.tell(snapshot)
        }
    }
}

/// The format of a text, by its content, whatever lies around it.
pub fn detect(text: &str) -> Result<&'static Format, ReadError> {
    let dump = unwrap(text, &|text| known(text).is_some());
    known(&dump.text).map_or_else(|| unknown(&dump.text), Ok)
}

/// Why no format knows a text.
fn unknown(text: &str) -> Result<&'static Format, ReadError> {
    let head = Head::new(text);
    if matches!(head.kind(""), Some(Kind::Object | Kind::Array)) {
        serde_json::from_str::<IgnoredAny>(text)?;
    }
    Err(ReadError::Unknown { looks: looks_like(&head) })
}

/// The first format that knows a text; what its beginning does not tell, more of it may.
fn known(text: &str) -> Option<&'static Format> {
    let of = |head: Head| FORMATS.iter().copied().find(|f| (f.sniff)(&head));
    of(Head::new(text)).or_else(|| Head::deep(text).and_then(of))
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
