//! Colour codes, and the prefixes that a log puts before each line.

use std::borrow::Cow;

use crate::formats::text::counted;

/// A text without the terminal's control sequences.
pub(super) fn without_colours(text: &str) -> Cow<'_, str> {
    if !text.contains("\u{1b}[") {
        return Cow::Borrowed(text);
    }
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // Parameters, then one letter.
        let end = part.find(|c: char| !matches!(c, '0'..='9' | ';' | ':' | '?' | '<' | '=' | '>' | ' '));
        let rest = end.map_or("", |end| &part[end..]);
        plain.push_str(rest.strip_prefix(|c: char| ('@'..='~').contains(&c)).unwrap_or(rest));
    }
    Cow::Owned(plain)
}

/// How many lines are looked at for a prefix.
const LINES: usize = 30;

/// A text without the prefixes of Android's and Flutter's logs; lines of others in the same log are dropped.
pub(super) fn without_prefixes<'a>(text: &'a str, notices: &mut Vec<String>) -> Cow<'a, str> {
    let is_fence = |line: &&str| ["```", "~~~"].iter().any(|fence| line.trim_start().starts_with(fence));
    // A log in a fence keeps its prefixes until the fence is taken off.
    let before_fence = text.lines().take(LINES).take_while(|line| !is_fence(line));
    let first = before_fence.filter_map(prefix).find(|p| p.tag == "flutter");
    let Some(Prefix { tag, .. }) = first else { return Cow::Borrowed(text) };
    let mut own = String::with_capacity(text.len());
    let (mut others, mut begun) = (0, false);
    for line in text.lines() {
        match prefix(line) {
            Some(p) if p.tag == tag => {
                own.push_str(p.rest);
                own.push('\n');
                begun = true;
            }
            None if begun => {
                own.push_str(line);
                own.push('\n');
            }
            _ => others += usize::from(!line.trim().is_empty()),
        }
    }
    if others > 0 {
        notices.push(format!("{} of other writers in the log left out", counted(others, "line")));
    }
    Cow::Owned(own)
}

struct Prefix<'a> {
    tag: &'a str,
    rest: &'a str,
}

/// The prefix of a log's line: `I/flutter (123): `, `flutter: `, or with a date and the process in front.
fn prefix(line: &str) -> Option<Prefix<'_>> {
    if let Some(rest) = line.strip_prefix("flutter: ") {
        return Some(Prefix { tag: "flutter", rest });
    }
    let line = after_date(line);
    let (tag, rest) = match line.as_bytes() {
        [b'V' | b'D' | b'I' | b'W' | b'E' | b'F' | b'A', b'/' | b' ', ..] => line[2..].split_once(':')?,
        _ => return None,
    };
    let tag = tag.split_once('(').map_or(tag, |(tag, _)| tag).trim();
    let fits = !tag.is_empty() && tag.len() <= 40 && !tag.contains(['"', '\'', '[']);
    fits.then_some(Prefix { tag, rest: rest.strip_prefix(' ').unwrap_or(rest) })
}

/// A line without `12-01 10:00:00.123  1234  1234 ` in front of it.
fn after_date(line: &str) -> &str {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | ':' | '.' | ' '));
    let number = |c: char| c.is_ascii_digit();
    let has_date = line.starts_with(number) && line.get(2..3).is_some_and(|c| c == "-" || c == ":");
    if has_date || line.get(4..5) == Some("-") { rest } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_prefixes_go_and_other_lines_are_counted() {
        assert_eq!(without_colours("\u{1b}[36m<h1 />\u{1b}[39m\u{1b}[1;2K"), "<h1 />");
        assert_eq!(without_colours("a\u{1b}["), "a");
        let mut notices = Vec::new();
        let log = "D/EGL ( 12): x\nI/flutter (12): A\nI/flutter (12):  │ B\nD/EGL ( 12): y\nC\n";
        assert_eq!(without_prefixes(log, &mut notices), "A\n │ B\nC\n");
        assert_eq!(notices.len(), 1);
        for line in
            ["12-01 10:00:00.123 I/flutter ( 12): A", "12-01 10:00:00.123  1  2 I flutter : A", "flutter: A"]
        {
            assert_eq!(without_prefixes(line, &mut notices), "A\n", "{line}");
        }
        assert!(matches!(without_prefixes("- button \"I/flutter\"", &mut notices), Cow::Borrowed(_)));
    }
}
