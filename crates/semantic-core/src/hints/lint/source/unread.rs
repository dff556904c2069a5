//! Where a text speaks of hints that the scanner did not read, so that nothing is stepped over in silence.

use super::Language;
use super::element::{Scan, Span, Unread};
use crate::hints::lint::words::PREFIX;

/// Why a name with code in it is not read.
pub(super) const MADE_NAME: &str = "a name that code makes";

/// Adds the places that a scan has left out: names of hints that are given a value, and are neither read nor commented.
pub(super) fn find(text: &str, language: Language, scan: &mut Scan) {
    let attrs = || scan.elements.iter().flat_map(|element| &element.attrs);
    let mut read: Vec<usize> = attrs().map(|attr| attr.name.start).collect();
    read.sort_unstable();
    scan.comments.sort_unstable_by_key(|at| at.start);
    let is_comment = |at: usize| {
        let behind = scan.comments.partition_point(|comment| comment.start <= at);
        behind.checked_sub(1).and_then(|i| scan.comments.get(i)).is_some_and(|comment| at < comment.end)
    };
    let mut found: Vec<Unread> = Vec::new();
    for (at, _) in text.match_indices("semtag") {
        let Some((at, why)) = given(text, at, language) else { continue };
        if read.binary_search(&at.start).is_err() && !is_comment(at.start) {
            found.push(Unread { at, why });
        }
    }
    let may_be_any = |unread: &Unread| {
        let (name, behind) = (&text[unread.at.clone()], &text[unread.at.end..]);
        let end = (0..=behind.len().min(24)).rev().find(|&end| behind.is_char_boundary(end)).unwrap_or(0);
        let name = name.to_ascii_lowercase();
        ["id", "state", "-"].iter().any(|last| name.ends_with(last)) || behind[..end].contains("collection")
    };
    scan.makes_hints |= found.iter().any(may_be_any);
    scan.unread.extend(found);
    scan.unread.sort_by_key(|unread| (unread.at.start, unread.at.end));
    scan.unread.dedup_by(|next, before| next.at.start < before.at.end);
}

/// The name around `semtag`, where something gives it a value; and why that is not read.
fn given(text: &str, at: usize, language: Language) -> Option<(Span, &'static str)> {
    let start = text[..at].strip_suffix("data-").map_or(at, str::len);
    let rest = &text[start..];
    if let Some(name) = rest.strip_prefix(PREFIX) {
        // A selector or a path asks for a hint and gives none.
        if text[..start].ends_with(['[', '@']) {
            return None;
        }
        let length = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(name.len());
        let behind = &name[length..];
        let at = start..start + PREFIX.len() + length;
        if length == 0 {
            let is_made =
                ["${", "#{", "{$", "\" +", "' +", "\" .", "' ."].iter().any(|m| behind.starts_with(m));
            return is_made.then_some((at, MADE_NAME));
        }
        let unquoted = behind.trim_start_matches('\\').trim_start_matches(['"', '\'']);
        let is_key = unquoted.len() < behind.len() && unquoted.starts_with(':');
        return (is_key || gives(unquoted)).then_some((at, "hints in a text or list of code"));
    }
    let name = &text[at..];
    let length = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
    let (word, behind) = name.split_at(length);
    let last = &word["semtag".len()..];
    if language == Language::Erb && last.starts_with('_') && (behind.starts_with(':') || gives(behind)) {
        return Some((at..at + length, "hints in a list of code"));
    }
    let of_data = text[..at].trim_end_matches(['"', '\'']);
    let of_data = of_data.ends_with("dataset.") || of_data.ends_with("dataset[");
    let behind = behind.trim_start_matches(['"', '\'']).trim_start_matches(']');
    let is_set = of_data && last.starts_with(|c: char| c.is_ascii_uppercase()) && gives(behind);
    is_set.then_some((at..at + length, "data set by code"))
}

/// Whether a value is given: one `=` or `=>` comes next.
fn gives(behind: &str) -> bool {
    let behind = behind.trim_start();
    behind.starts_with("=>") || (behind.starts_with('=') && !behind.starts_with("=="))
}
