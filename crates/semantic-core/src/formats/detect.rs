//! What a file is, by its content, and the one way in for all of them.

use serde::de::IgnoredAny;

use super::decode::{Decoded, decode};
use super::head::looks_like;
use super::wrapping::{error_in, unwrap};
use super::{FORMATS, Format, Head, Kind, ReadError};
use crate::tree::{Role, Snapshot};

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
        None => read_known(&text),
        Some(name) => read_as(name, &text),
    };
    if let Ok(snapshot) = &mut read {
        snapshot.notices.splice(0..0, notice);
    }
    read
}

/// Reads a text in the format that its content tells.
fn read_known(text: &str) -> Result<Snapshot, ReadError> {
    let dump = unwrap(text, &|text| known(text).is_some());
    let format = known(&dump.text).map_or_else(|| unknown(&dump.text), Ok)?;
    let snapshot = (format.read)(&dump.text).map(|mut snapshot| {
        note_cut(&dump.text, &mut snapshot);
        snapshot
    });
    dump.tell(snapshot)
}

/// Reads a text in the format called `name`, unless it is plainly of another.
fn read_as(name: &str, text: &str) -> Result<Snapshot, ReadError> {
    let no_such = || ReadError::NoSuchFormat { name: name.to_owned() };
    let format = FORMATS.iter().copied().find(|f| f.name == name).ok_or_else(no_such)?;
    if text.trim().is_empty() {
        return Err(ReadError::Unknown { looks: looks_like(&Head::new(text)) });
    }
    let dump = unwrap(text, &|text| knows(format, text));
    let is_its = knows(format, &dump.text);
    let other = if is_its { None } else { detect(text).ok() };
    let snapshot = (format.read)(&dump.text);
    let snapshot = dump.tell(snapshot)?;
    if is_its || (!snapshot.is_empty() && other.is_none_or(|other| may_pass(other, format))) {
        return Ok(snapshot);
    }
    let looks = looks_like(&Head::new(text));
    Err(ReadError::NotThat { forced: format.name, looks, detected: other.map(|other| other.name) })
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
