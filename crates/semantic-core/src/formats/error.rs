//! What can be wrong with a file: one line each, text of the file in it quoted and cut.

use super::table::FORMATS;
use crate::tree::says_secret;

/// Why a file is not a snapshot. Every message is one line; text of the file in it is quoted and cut.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The bytes are not text.
    #[error("not valid {encoding} at byte {offset}: {advice}")]
    Encoding {
        /// UTF-8 or UTF-16.
        encoding: &'static str,
        /// Position of the first wrong byte, from 0, byte order mark included.
        offset: usize,
        /// What to do about it.
        advice: String,
    },
    /// No format knows the content.
    #[error("unknown snapshot format: it looks like {looks}; known formats: {}", known())]
    Unknown {
        /// What the content looks like.
        looks: String,
    },
    /// A caller forced a format that does not exist.
    #[error("there is no snapshot format {}; known formats: {}", shown(name), known())]
    NoSuchFormat {
        /// The name given.
        name: String,
    },
    /// A caller forced a format that the content is not of.
    #[error("this is not {forced}: it looks like {looks}{}", or_rather(detected))]
    NotThat {
        /// The name given.
        forced: &'static str,
        /// What the content looks like.
        looks: String,
        /// The format that knows the content, if any does.
        detected: Option<&'static str>,
    },
    /// A tool's reply that reports an error in place of a dump.
    #[error("this is a reply that reports an error, not a snapshot: {}", shown(said))]
    Reply {
        /// The reply's own words; may be empty.
        said: String,
    },
    /// The JSON is broken.
    #[error("not valid JSON at line {line} column {column}: {problem}")]
    Json {
        /// Line from 1.
        line: usize,
        /// Column from 1, in bytes.
        column: usize,
        /// What is wrong, in serde_json's words.
        problem: String,
    },
    /// A part of the file above the elements has the wrong type.
    #[error("{part} must be {expected}, found {found}")]
    Shape {
        /// The part.
        part: &'static str,
        /// The type it must have.
        expected: &'static str,
        /// The type it has.
        found: String,
    },
    /// A text, XML or HTML dump is broken at a place from which nothing can be read.
    #[error("not a readable {format} dump at line {line}: {problem}")]
    Broken {
        /// The format's name.
        format: &'static str,
        /// Line from 1.
        line: usize,
        /// What is wrong, in words.
        problem: String,
    },
    /// The file is known, but holds no tree.
    #[error("{what}: {advice}")]
    NoTree {
        /// What the file is.
        what: &'static str,
        /// What to do instead.
        advice: &'static str,
    },
    /// One element has the wrong type.
    #[error("element {index} must be an object, found {found}")]
    NotAnElement {
        /// Position from 0 in the order of the file.
        index: usize,
        /// What it is instead.
        found: String,
    },
    /// One key of an element has the wrong type.
    #[error("element {index}{}: key {key:?} must be {expected}, found {found}", of_ref(reference))]
    Element {
        /// The element's position from 0 in the order of the file.
        index: usize,
        /// The element's ref, empty where it has none.
        reference: String,
        /// The key as the file spells it, with the keys around it.
        key: String,
        /// The type it must have.
        expected: &'static str,
        /// What it is instead.
        found: String,
    },
}

impl From<serde_json::Error> for ReadError {
    fn from(error: serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let problem = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
        let problem = problem.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect();
        ReadError::Json { line, column, problem }
    }
}

fn or_rather(detected: &Option<&'static str>) -> String {
    detected.map_or_else(String::new, |name| format!(" and would be read as {name}"))
}

fn of_ref(reference: &str) -> String {
    if reference.is_empty() { String::new() } else { format!(" (ref {})", shown(reference)) }
}

/// Text of the file for an error message: quoted, escaped, at most 60 characters of it.
pub(super) fn shown(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{:?}", format!("{}…", &text[..end])),
        None => format!("{text:?}"),
    }
}

/// What may be shown of a line that nobody could read: its beginning up to the first quoted text, colon or equals
/// sign, behind which a value may stand. Nothing is shown of a line that speaks of a secret, or has no such part.
pub(super) fn structure(line: &str) -> Option<String> {
    const SIGNS: [char; 2] = [':', '='];
    /// What is behind this is not looked at.
    const LONGEST: usize = 1000;
    let line = line.trim();
    let line = line.char_indices().nth(LONGEST).map_or(line, |(end, _)| &line[..end]);
    if says_secret(line) {
        return None;
    }
    let sign = line.find(SIGNS).map(|at| at + 1);
    // The name behind the role ends with its quote.
    let opened = line.find(['"', '\'']).filter(|&at| line[..at].ends_with([' ', '\'', '-']));
    let quoted = opened.filter(|&at| sign.is_none_or(|sign| at < sign)).and_then(|at| {
        let quote = &line[at..=at];
        Some(at + 1 + line[at + 1..].find(quote)? + 1)
    });
    let tag = line.starts_with('<').then(|| line.find(' ').unwrap_or(line.len()));
    let end = tag.or(quoted).or(sign)?;
    let more = if end < line.len() { "…" } else { "" };
    Some(shown(&format!("{}{more}", &line[..end])))
}

fn known() -> String {
    FORMATS.iter().map(|f| f.name).collect::<Vec<_>>().join(", ")
}
