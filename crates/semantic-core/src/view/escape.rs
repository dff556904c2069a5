//! Escaping: text of a page made harmless, so that it can forge neither a line nor a quote nor a colour.
//!
//! What is escaped: control characters (so every terminal sequence), line separators, overrides of the reading
//! direction, and characters that take no room and mean nothing by themselves. Joiners stay: whole scripts
//! and emoji need them.

use std::fmt::Write;

/// Whether a character could hide, reorder or break what is printed.
pub fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// JSON with the harmful characters in it written as `\u…`, but for newlines between its parts: what it says is the
/// same, and text of a page can do nothing to the terminal or editor that shows it.
pub fn harmless_json(json: String) -> String {
    let harmful = |c: char| c != '\n' && is_harmful(c);
    if !json.contains(harmful) {
        return json;
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if harmful(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Appends one character, escaped where it is harmful, with a backslash where it is one of `special`.
pub fn push_escaped(out: &mut String, c: char, special: &str) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if is_harmful(c) => out.extend(c.escape_unicode()),
        c => {
            if special.contains(c) {
                out.push('\\');
            }
            out.push(c);
        }
    }
}

/// Appends the whole text in double quotes on one line; quotes and backslashes are escaped too.
pub fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    let plain = |b: u8| matches!(b, b' '..=b'~') && b != b'"' && b != b'\\';
    match text.bytes().position(|b| !plain(b)) {
        None => out.push_str(text),
        Some(at) => {
            // The byte found begins a character: every byte before it is ASCII.
            out.push_str(&text[..at]);
            text[at..].chars().for_each(|c| push_escaped(out, c, "\"\\"));
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_means_the_same_without_harm() {
        let text = ["a\u{9b}31m\u{202e}b\u{e0041}\u{2028}\u{85}\u{1b}[0m\nc"];
        let json = harmless_json(serde_json::to_string_pretty(&text).expect("plain"));
        assert_eq!(json, "[\n  \"a\\u009b31m\\u202eb\\udb40\\udc41\\u2028\\u0085\\u001b[0m\\nc\"\n]");
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).expect("valid"), text);
    }

    #[test]
    fn page_text_stays_in_its_quotes() {
        for (text, expected) in [
            ("Sign in", r#""Sign in""#),
            ("a\" b\\\nc", r#""a\" b\\\nc""#),
            ("\u{1b}[31m\u{202e}é\u{200b}", r#""\u{1b}[31m\u{202e}é\u{200b}""#),
            ("👩\u{200d}💻 می\u{200c}خواهم", "\"👩\u{200d}💻 می\u{200c}خواهم\""),
        ] {
            let mut out = String::new();
            push_quoted(&mut out, text);
            assert_eq!(out, expected);
        }
    }
}
