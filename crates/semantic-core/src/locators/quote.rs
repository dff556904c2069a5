//! Text in quotes as JavaScript and CSS read it, without a character that could hide or break what is printed.

use std::fmt::Write;

use crate::view::is_harmful;

/// Appends a JavaScript string in single quotes.
pub fn js_string(out: &mut String, text: &str) {
    out.push('\'');
    for c in text.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if is_harmful(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            c => out.push(c),
        }
    }
    out.push('\'');
}

/// A CSS string in single quotes.
pub fn css_string(text: &str) -> String {
    let mut out = "'".to_owned();
    for c in text.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            // A code point in hexadecimal digits ends at a space.
            c if is_harmful(c) => drop(write!(out, "\\{:x} ", c as u32)),
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_any_text() {
        let mut js = String::new();
        js_string(&mut js, "it's\\\n\u{202e}\u{e0041}é");
        assert_eq!(js, r"'it\'s\\\n\u202e\udb40\udc41é'");
        assert_eq!(css_string("a'b\\\nc"), r"'a\'b\\\a c'");
    }
}
