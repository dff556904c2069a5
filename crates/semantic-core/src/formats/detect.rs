//! What a file is, by its content, and the one way in for all of them.

use serde::de::IgnoredAny;

use super::decode::{Decoded, decode};
use super::head::looks_like;
use super::wrapping::unwrap;
use super::{FORMATS, Format, Head, Kind, ReadError};
use crate::tree::Snapshot;

/// Reads a snapshot of any known format, or of the one called `forced`.
///
/// The bytes are UTF-8, with or without a byte order mark, or UTF-16 with one. A few wrong bytes are replaced, and so
/// said in the notices.
pub fn read(bytes: &[u8], forced: Option<&str>) -> Result<Snapshot, ReadError> {
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(ReadError::NoTree {
            what: "this is a zip archive, such as an .a11ytest of Accessibility Insights",
            advice: "unpack it and give the snapshot in it (el.snapshot)",
        });
    }
    let Decoded { text, notice } = decode(bytes)?;
    let mut read = match forced {
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
    };
    if let Ok(snapshot) = &mut read {
        snapshot.notices.splice(0..0, notice);
    }
    read
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
