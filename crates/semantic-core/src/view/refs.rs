//! Refs of an observation: how they are written and read, and why one is unavailable.

use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};

/// The ref of the node numbered `index` in a walk: the one dialect of all producers.
///
/// ```
/// assert_eq!(semantic_core::view::snapshot_ref(3), "s_3");
/// ```
pub fn snapshot_ref(index: usize) -> String {
    format!("s_{index}")
}

/// A pane's name and a number in its walk; the main walk has no name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ref<'a> {
    pub pane: &'a str,
    pub number: u32,
}

impl<'a> Ref<'a> {
    /// Reads `s_3` or `outer.inner.s_3`; any other spelling is no ref.
    pub(super) fn parse(text: &'a str) -> Option<Ref<'a>> {
        let (pane, own) = match text.rsplit_once('.') {
            Some((pane, own)) if !pane.is_empty() => (pane, own),
            Some(_) => return None,
            None => ("", text),
        };
        let digits = own.strip_prefix("s_")?;
        let canonical =
            digits.bytes().all(|b| b.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        digits.parse().ok().filter(|_| canonical).map(|number| Ref { pane, number })
    }
}

impl fmt::Display for Ref<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pane.is_empty() {
            write!(f, "{}.", self.pane)?;
        }
        write!(f, "s_{}", self.number)
    }
}

/// Why a ref that was issued once names nothing now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Retired {
    /// Its node is gone.
    Removed,
    /// Its node is there, but no longer in the pane.
    Left,
    /// Its document was replaced by another.
    Document,
    /// One of several equal nodes went, and nobody can tell which.
    Ambiguous,
}

impl fmt::Display for Retired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Retired::Removed => "its node was removed",
            Retired::Left => "its node left the pane",
            Retired::Document => "its document was replaced by another",
            Retired::Ambiguous => "its node cannot be told from others like it",
        })
    }
}

/// How a ref that was issued once ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Why.
    pub why: Retired,
    /// The revision of the first observation in which it named nothing.
    pub since: u64,
    /// The revision of the last one in which it named its node.
    pub last_seen: u64,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "last seen at rev={}, retired since rev={}: {}", self.last_seen, self.since, self.why)
    }
}

/// A ref that names no node of an observation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefUnavailable {
    /// The ref as it was given.
    pub reference: String,
    /// The observation's revision.
    pub revision: u64,
    /// For a ref that this session issued before: how it ended.
    pub retired: Option<Ended>,
    /// For a ref that was never issued: the highest number that was in its walk.
    pub last_issued: Option<u32>,
    /// Where the page is now, where it says so.
    pub url: Option<Box<str>>,
}

impl RefUnavailable {
    /// The error with all that is known about it: where the page is that took the place of the ref's document, or which
    /// refs there are instead of one that was never issued.
    pub fn explained(&self) -> String {
        let mut text = self.to_string();
        let own = Ref::parse(&self.reference);
        match (self.retired, &self.url, own.zip(self.last_issued)) {
            (Some(Ended { why: Retired::Document, .. }), Some(url), _) => {
                text.push_str("; the page is at ");
                super::escape::push_quoted(&mut text, &super::cut(url));
                text.push_str(" now");
            }
            (None, _, Some((own, last))) => {
                let [first, last] = [0, last].map(|number| Ref { number, ..own });
                let _ = write!(text, " (never issued: there are {first} to {last})");
            }
            _ => {}
        }
        text
    }
}

impl fmt::Display for RefUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("semantic ref ")?;
        let mut quoted = String::new();
        super::escape::push_quoted(&mut quoted, &super::cut(&self.reference));
        write!(f, "{quoted} is unavailable at observation rev={}", self.revision)?;
        if let Some(ended) = self.retired {
            write!(f, " ({ended})")?;
        }
        f.write_str(": reobserve, never guess")
    }
}

impl std::error::Error for RefUnavailable {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_canonical_spelling_is_a_ref() {
        assert_eq!(Ref::parse("s_0"), Some(Ref { pane: "", number: 0 }));
        assert_eq!(Ref::parse("a.b.s_12"), Some(Ref { pane: "a.b", number: 12 }));
        for bad in ["s_", "s_01", "s_+1", "s_1 ", "e1", "", ".s_1", "a.", "s_99999999999", "S_1"] {
            assert_eq!(Ref::parse(bad), None, "{bad}");
        }
    }
}
