//! Quoted strings in the flavours that dumps use: JSON and YAML, Python's repr, plain backslashes.

use std::borrow::Cow;

/// A quoted string that was read.
#[derive(Debug, PartialEq)]
pub(in crate::formats) struct Quoted<'a> {
    /// What it says.
    pub(in crate::formats) text: Cow<'a, str>,
    /// What follows the closing quote.
    pub(in crate::formats) rest: &'a str,
    /// Whether there is a closing quote.
    pub(in crate::formats) closed: bool,
}

/// Reads a double-quoted string of JSON, or of YAML, whose escapes are JSON's and some more.
pub(in crate::formats) fn json_like(text: &str) -> Option<Quoted<'_>> {
    read(text.strip_prefix('"')?, '"', json_escape)
}

/// Reads a single-quoted scalar of YAML: only the quote is escaped, by doubling.
pub(in crate::formats) fn yaml_single(text: &str) -> Option<Quoted<'_>> {
    let body = text.strip_prefix('\'')?;
    let mut from = 0;
    let mut doubled = false;
    while let Some(at) = body[from..].find('\'').map(|i| from + i) {
        if body[at + 1..].starts_with('\'') {
            doubled = true;
            from = at + 2;
            continue;
        }
        let inner = &body[..at];
        let text = if doubled { Cow::Owned(inner.replace("''", "'")) } else { Cow::Borrowed(inner) };
        return Some(Quoted { text, rest: &body[at + 1..], closed: true });
    }
    let text = if doubled { Cow::Owned(body.replace("''", "'")) } else { Cow::Borrowed(body) };
    Some(Quoted { text, rest: "", closed: false })
}

/// Reads what Python's `repr` prints for a string, also in Python 2's spelling `u'…'`.
pub(in crate::formats) fn python(text: &str) -> Option<Quoted<'_>> {
    let body = text.strip_prefix(['u', 'b']).unwrap_or(text);
    let quote = body.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    read(&body[1..], quote, python_escape)
}

/// A text with backslashes before quotes, newlines and backslashes, without quotes around it.
pub(in crate::formats) fn backslashed(text: &str) -> Cow<'_, str> {
    match read(text, '\0', plain_escape) {
        Some(quoted) if quoted.rest.is_empty() => quoted.text,
        _ => Cow::Borrowed(text),
    }
}

/// Reads to the closing quote. `escape` reads what follows a backslash and returns what remains.
fn read<'a>(body: &'a str, quote: char, escape: fn(&'a str, &mut String) -> &'a str) -> Option<Quoted<'a>> {
    let stops = |c: char| c == quote || c == '\\';
    let Some(first) = body.find(stops) else {
        return Some(Quoted { text: Cow::Borrowed(body), rest: "", closed: false });
    };
    if body[first..].starts_with(quote) {
        let rest = &body[first + quote.len_utf8()..];
        return Some(Quoted { text: Cow::Borrowed(&body[..first]), rest, closed: true });
    }
    let mut text = String::with_capacity(body.len().min(first + 64));
    let mut rest = body;
    while let Some(at) = rest.find(stops) {
        text.push_str(&rest[..at]);
        if rest[at..].starts_with(quote) {
            return Some(Quoted { text: text.into(), rest: &rest[at + quote.len_utf8()..], closed: true });
        }
        rest = escape(&rest[at + 1..], &mut text);
    }
    text.push_str(rest);
    Some(Quoted { text: text.into(), rest: "", closed: false })
}

/// Reads exactly `digits` hexadecimal digits.
fn hex(text: &str, digits: usize) -> Option<(u32, &str)> {
    let number = text.get(..digits).filter(|t| t.bytes().all(|b| b.is_ascii_hexdigit()))?;
    Some((u32::from_str_radix(number, 16).ok()?, &text[digits..]))
}

/// Pushes the character of an escape; a half of a surrogate pair joins with the half behind it.
fn push_code<'a>(code: u32, rest: &'a str, into: &mut String) -> &'a str {
    if (0xD800..0xDC00).contains(&code)
        && let Some((low, after)) = rest.strip_prefix("\\u").and_then(|r| hex(r, 4))
        && (0xDC00..0xE000).contains(&low)
    {
        let joined = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        into.push(char::from_u32(joined).unwrap_or(char::REPLACEMENT_CHARACTER));
        return after;
    }
    into.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
    rest
}

/// An escape of so many hexadecimal digits; one without them stays as it is written.
fn coded<'a>(letter: char, digits: usize, rest: &'a str, into: &mut String) -> &'a str {
    match hex(rest, digits) {
        Some((code, rest)) => push_code(code, rest, into),
        None => {
            into.push('\\');
            into.push(letter);
            rest
        }
    }
}

fn json_escape<'a>(text: &'a str, into: &mut String) -> &'a str {
    let mut chars = text.chars();
    let Some(c) = chars.next() else { return text };
    let rest = chars.as_str();
    let meant = match c {
        'n' => '\n',
        't' | '\t' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        '0' => '\0',
        'a' => '\u{7}',
        'v' => '\u{b}',
        'e' => '\u{1b}',
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        'u' => return coded(c, 4, rest, into),
        'x' => return coded(c, 2, rest, into),
        'U' => return coded(c, 8, rest, into),
        other => other,
    };
    into.push(meant);
    rest
}

fn python_escape<'a>(text: &'a str, into: &mut String) -> &'a str {
    let mut chars = text.chars();
    let Some(c) = chars.next() else { return text };
    let rest = chars.as_str();
    let meant = match c {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        '\\' | '\'' | '"' => c,
        'u' => return coded(c, 4, rest, into),
        'x' => return coded(c, 2, rest, into),
        'U' => return coded(c, 8, rest, into),
        // Python leaves what it does not know as it is.
        other => {
            into.push('\\');
            other
        }
    };
    into.push(meant);
    rest
}

fn plain_escape<'a>(text: &'a str, into: &mut String) -> &'a str {
    let mut chars = text.chars();
    let Some(c) = chars.next() else {
        into.push('\\');
        return text;
    };
    match c {
        'n' => into.push('\n'),
        '\\' | '\'' | '"' => into.push(c),
        other => {
            into.push('\\');
            into.push(other);
        }
    }
    chars.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(read: fn(&str) -> Option<Quoted<'_>>, source: &str, text: &str, rest: &str, closed: bool) {
        let want = Quoted { text: Cow::Borrowed(text), rest, closed };
        assert_eq!(read(source), Some(want), "{source}");
    }

    #[test]
    fn json_and_yaml() {
        for (source, text, rest, closed) in [
            (r#""Save""#, "Save", "", true),
            (r#""a \"b\" \\ c" [x]"#, r#"a "b" \ c"#, " [x]", true),
            (r#""\u00e9\ud83d\ude00\x41\n""#, "é😀A\n", "", true),
            (r#""\ud83d""#, "\u{fffd}", "", true),
            (r#""\u12""#, r"\u12", "", true),
            (r#""no end"#, "no end", "", false),
            (r#""no end\"#, "no end", "", false),
            (r#""é\ü""#, "éü", "", true),
        ] {
            check(json_like, source, text, rest, closed);
        }
        assert_eq!(json_like("x"), None);
    }

    #[test]
    fn yaml_single_quotes() {
        check(yaml_single, "'it''s: \\n': x", r"it's: \n", ": x", true);
        check(yaml_single, "''", "", "", true);
        check(yaml_single, "''''", "'", "", true);
        check(yaml_single, "'it''s", "it's", "", false);
    }

    #[test]
    fn python_repr() {
        check(python, r"'it\'s \d \uf0b7'", "it's \\d \u{f0b7}", "", true);
        check(python, r#"u"it's", 2"#, "it's", ", 2", true);
        check(python, r"'\x41\U0001f600", "A😀", "", false);
        assert_eq!(python("None"), None);
    }

    #[test]
    fn bare_backslashes() {
        assert_eq!(backslashed(r#"a\nb \"c\" \d \"#), "a\nb \"c\" \\d \\");
        assert!(matches!(backslashed("plain"), Cow::Borrowed("plain")));
    }
}
