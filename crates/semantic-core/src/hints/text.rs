//! Text of a page made fit to print: white space collapsed, cut where a reader sees a character end.

use unicode_normalization::char::is_combining_mark;

/// Longest name, in UTF-16 units, as browsers count.
pub(super) const NAME: usize = 120;
/// Longest shown value.
pub(super) const SHOWN: usize = 200;
/// Longest typed value.
pub(super) const TYPED: usize = 2_000;
/// Longest attribute.
pub(super) const ATTRIBUTE: usize = 500;

/// A text with its runs of white space made one blank each, none at the ends.
pub(super) fn squashed(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(4 * SHOWN));
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
        if out.len() > 8 * TYPED {
            break; // far more than is ever printed
        }
    }
    out
}

/// White space as scripts of a page know it.
fn is_space(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

/// The text, or as much of it as `most` units hold and `…`.
pub(super) fn cut(text: String, most: usize) -> String {
    let mut units = 0;
    let mut end = text.len();
    for (at, c) in text.char_indices() {
        units += c.len_utf16();
        if units > most {
            end = at;
            break;
        }
    }
    if end == text.len() {
        return text;
    }
    let whole = boundary(&text, end);
    format!("{}…", &text[..whole])
}

/// The last place up to `end` where no visible character is torn apart.
fn boundary(text: &str, end: usize) -> usize {
    /// Marks on one letter: more are no writing, and not looked through.
    const MARKS: usize = 64;
    let mut at = end;
    for _ in 0..MARKS {
        let next = text[at..].chars().next();
        let Some(before) = text[..at].chars().next_back() else { break };
        if next.is_none_or(|next| !joins(text, at, before, next)) {
            return at;
        }
        at -= before.len_utf8();
    }
    if at == 0 { end } else { at }
}

/// Whether what stands before and after `at` is one character to a reader.
fn joins(text: &str, at: usize, before: char, next: char) -> bool {
    const JOINER: char = '\u{200d}';
    let is_flag = |c: char| ('\u{1f1e6}'..='\u{1f1ff}').contains(&c);
    let extends = |c: char| {
        is_combining_mark(c)
            || c == JOINER
            || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}')
    };
    if extends(next) || before == JOINER {
        return true;
    }
    if is_flag(before) && is_flag(next) {
        let flags = text[..at].chars().rev().take(64).take_while(|&c| is_flag(c)).count();
        return flags % 2 == 1;
    }
    let is_jamo = |c: char| ('\u{1100}'..='\u{11ff}').contains(&c);
    (is_jamo(before) || ('\u{ac00}'..='\u{d7a3}').contains(&before))
        && ('\u{1160}'..='\u{11ff}').contains(&next)
        || (before == '\r' && next == '\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays_and_what_does_not_is_cut() {
        assert_eq!(cut("a".repeat(120), NAME), "a".repeat(120));
        assert_eq!(cut("a".repeat(121), NAME), "a".repeat(120) + "…");
        assert_eq!(cut("中".repeat(121), NAME), "中".repeat(120) + "…");
    }

    #[test]
    fn no_visible_character_is_torn_apart() {
        for (text, most, cut_to) in [
            ("ae\u{301}x", 2, "a"),
            ("a👍🏽x", 3, "a"),
            ("a👩\u{200d}👩\u{200d}👧x", 4, "a"),
            ("🇩🇪🇫🇷x", 6, "🇩🇪"),
            ("a❤\u{fe0f}x", 2, "a"),
        ] {
            assert_eq!(cut(text.to_owned(), most), format!("{cut_to}…"), "{text}");
        }
        let marks = "e".to_owned() + &"\u{301}".repeat(1000);
        assert!(cut(marks, 120).chars().count() <= 121);
    }

    #[test]
    fn white_space_becomes_one_blank() {
        assert_eq!(squashed("\n a\u{a0}\t b\u{2028}c \u{feff}"), "a b c");
    }
}
