//! Escaping: text of a page made harmless, so that it can forge neither a line nor a column nor a colour.
//!
//! What is harmful is the library's to say; here text is also cut to columns.

use semantic_core::view::push_escaped;
use unicode_width::UnicodeWidthChar;

/// The most columns of a terminal that a name may take.
pub const NAME_COLUMNS: usize = 80;

/// The most columns of a line that is not a name, such as a note.
const LINE_COLUMNS: usize = 1000;

/// The most characters per column: marks that stack on one letter take no columns of their own.
const CHARS_PER_COLUMN: usize = 4;

/// The text on one line, without anything harmful.
pub fn line(text: &str) -> String {
    cut_line(text, LINE_COLUMNS)
}

/// The whole text on one line, without anything harmful.
pub fn whole(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| push_escaped(&mut out, c, ""));
    out
}

/// The text on one line of at most `columns`, without anything harmful.
pub fn cut_line(text: &str, columns: usize) -> String {
    cut(text, columns, "")
}

/// The text in double quotes, cut to `columns` (the quotes not counted); quotes and backslashes are escaped.
pub fn quoted(text: &str, columns: usize) -> String {
    format!("\"{}\"", cut(text, columns, "\"\\"))
}

/// The text as one cell of a table: quoted where it would otherwise look like several cells, or none.
pub fn cell(text: &str, columns: usize) -> String {
    if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c == '"') {
        quoted(text, columns)
    } else {
        cut_line(text, columns)
    }
}

/// The columns of a terminal that text takes.
pub fn columns(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// `text` escaped (characters in `special` with a backslash) and cut to `most` columns, `…` at the cut.
fn cut(text: &str, most: usize, special: &str) -> String {
    if special.is_empty() && text.len() <= most && text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len().min(most * CHARS_PER_COLUMN));
    let mut width = 0;
    let mut fits_with_mark = 0; // where to cut if more comes than fits
    for (count, c) in text.chars().enumerate() {
        let before = out.len();
        push_escaped(&mut out, c, special);
        width += columns(&out[before..]);
        if width > most || count >= most * CHARS_PER_COLUMN {
            out.truncate(fits_with_mark);
            out.push('…');
            break;
        }
        if width < most {
            fits_with_mark = out.len();
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(quoted(text, NAME_COLUMNS), format!("\"{expected}\""));
    }

    #[test]
    fn page_text_stays_on_its_line() {
        check("Sign In", "Sign In");
        check("a\nb\r\tc", r"a\nb\r\tc");
        check("\u{1b}[31mred\u{9b}0m\u{7f}\0", r"\u{1b}[31mred\u{9b}0m\u{7f}\u{0}");
        check("a\u{202e}b\u{2066}c\u{200f}\u{2028}", r"a\u{202e}b\u{2066}c\u{200f}\u{2028}");
        check("z\u{200b}e\u{feff}ro\u{ad}", r"z\u{200b}e\u{feff}ro\u{ad}");
        check("tag\u{e0041}", r"tag\u{e0041}");
        check(r#"say "x" \n"#, r#"say \"x\" \\n"#);
    }

    #[test]
    fn joiners_and_scripts_stay() {
        check("می\u{200c}خواهم", "می\u{200c}خواهم");
        check("👩\u{200d}💻 ❤\u{fe0f}", "👩\u{200d}💻 ❤\u{fe0f}");
        check("ログイン שלום", "ログイン שלום");
    }

    #[test]
    fn long_text_is_cut_by_columns() {
        assert_eq!(cut("12345", 5, ""), "12345");
        assert_eq!(cut("123456", 5, ""), "1234…");
        assert_eq!(cut("漢字漢字", 5, ""), "漢字…");
        assert_eq!(cut("漢字漢字", 8, ""), "漢字漢字");
        assert_eq!(cut("ab\n\ncd", 5, ""), "ab\\n…");
        assert_eq!(cut("e\u{301}\u{301}", 1, ""), "e\u{301}\u{301}");
        let stacked = format!("e{}", "\u{301}".repeat(10_000));
        assert!(cut(&stacked, 80, "").chars().count() <= 80 * CHARS_PER_COLUMN + 1);
        for most in 1..20 {
            assert!(columns(&cut("a漢\u{1b}b\"c\\d字efg\nh", most, "\"\\")) <= most, "{most}");
        }
    }

    #[test]
    fn a_cell_is_one_word_or_quoted() {
        assert_eq!(cell("e4", 20), "e4");
        assert_eq!(cell("", 20), "\"\"");
        assert_eq!(cell("push button", 20), "\"push button\"");
        assert_eq!(cell("a\u{a0}b", 20), "\"a\u{a0}b\"");
    }
}
