//! Splitting text into folded words, in one pass and without allocating a word at a time.

use super::fold::{class, fold_into, Class};

/// How a text was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// For people: `PayPal` is one word.
    Prose,
    /// For programs: `addToCart`, `menu_close`, `btn-save` are several words.
    Identifier,
}

/// One folded word, handed to the callback of [`split`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    /// The folded text.
    pub text: &'a str,
    /// Byte offset of its first character in the source.
    pub start: usize,
    /// Byte offset past its last character in the source.
    pub end: usize,
    /// Whether it is a piece of a run of a script that does not separate words.
    pub dense: bool,
}

/// Calls `each` with every word of `text` in order. Runs of dense script come as overlapping pairs of
/// characters (one character alone where the run has just one).
pub(crate) fn split(text: &str, style: Style, buffer: &mut String, mut each: impl FnMut(Word<'_>)) {
    if text.is_ascii() {
        split_ascii(text, style, buffer, &mut each);
    } else {
        split_unicode(text, style, buffer, &mut each);
    }
}

fn split_ascii(text: &str, style: Style, buffer: &mut String, each: &mut impl FnMut(Word<'_>)) {
    let bytes = text.as_bytes();
    let mut i = 0;
    let mut any = false;
    while i < bytes.len() {
        if !bytes[i].is_ascii_alphanumeric() {
            i += 1;
            continue;
        }
        let start = i;
        buffer.clear();
        while i < bytes.len() {
            let b = bytes[i];
            if b.is_ascii_alphanumeric() {
                if style == Style::Identifier && i > start && camel_boundary(bytes, i) {
                    break;
                }
                buffer.push(b.to_ascii_lowercase() as char);
            } else if !(b == b'\'' && bytes.get(i + 1).is_some_and(u8::is_ascii_alphabetic)) {
                break;
            }
            i += 1;
        }
        any = true;
        each(Word { text: buffer, start, end: i, dense: false });
    }
    if !any {
        lone_sign(text, each);
    }
}

/// Whether a new word begins at `i` in `addToCart`, `HTMLParser`, `item12`.
fn camel_boundary(b: &[u8], i: usize) -> bool {
    let (prev, here) = (b[i - 1], b[i]);
    let next_lower = b.get(i + 1).is_some_and(u8::is_ascii_lowercase);
    (prev.is_ascii_lowercase() && here.is_ascii_uppercase())
        || (prev.is_ascii_uppercase() && here.is_ascii_uppercase() && next_lower)
        || (prev.is_ascii_alphabetic() && here.is_ascii_digit())
}

/// A text that is nothing but one or two signs (`+`, `?`, `>>`) has that sign as its word.
fn lone_sign(text: &str, each: &mut impl FnMut(Word<'_>)) {
    let trimmed = text.trim();
    if (1..=3).contains(&trimmed.len()) && trimmed.is_ascii() {
        let start = text.len() - text.trim_start().len();
        each(Word { text: trimmed, start, end: start + trimmed.len(), dense: false });
    }
}

fn split_unicode(text: &str, style: Style, buffer: &mut String, each: &mut impl FnMut(Word<'_>)) {
    buffer.clear();
    let mut start = 0;
    let mut any = false;
    let mut run = Class::Gap;
    let mut prev_dense: Option<(usize, char)> = None;
    let mut emitted_pair = false;
    let mut last = ' ';
    let mut chars = text.char_indices().peekable();
    macro_rules! flush {
        ($end:expr) => {
            if !buffer.is_empty() {
                any = true;
                each(Word { text: buffer, start, end: $end, dense: false });
                buffer.clear();
            }
        };
    }
    macro_rules! flush_dense {
        ($end:expr) => {
            if let Some((at, c)) = prev_dense.take() {
                if !emitted_pair {
                    any = true;
                    buffer.clear();
                    fold_into(c, buffer);
                    each(Word { text: buffer, start: at, end: $end, dense: true });
                    buffer.clear();
                }
            }
            emitted_pair = false;
        };
    }
    while let Some((at, c)) = chars.next() {
        let kind = class(c);
        match kind {
            Class::Skip => continue,
            Class::Dense => {
                flush!(at);
                if let Some((from, p)) = prev_dense {
                    any = true;
                    fold_into(p, buffer);
                    fold_into(c, buffer);
                    each(Word { text: buffer, start: from, end: at + c.len_utf8(), dense: true });
                    buffer.clear();
                    emitted_pair = true;
                }
                prev_dense = Some((at, c));
            }
            Class::Letter | Class::Digit | Class::Katakana => {
                flush_dense!(at);
                let katakana = kind == Class::Katakana;
                let new_word = !buffer.is_empty()
                    && (katakana != (run == Class::Katakana)
                        || (style == Style::Identifier
                            && ((last.is_lowercase() && c.is_uppercase())
                                || (last.is_alphabetic() && kind == Class::Digit))));
                if new_word {
                    flush!(at);
                }
                if buffer.is_empty() {
                    start = at;
                }
                fold_into(c, buffer);
            }
            Class::Sign => {
                flush!(at);
                flush_dense!(at);
                any = true;
                buffer.push(c);
                each(Word { text: buffer, start: at, end: at + c.len_utf8(), dense: false });
                buffer.clear();
            }
            Class::Gap => {
                let apostrophe =
                    c == '\'' && !buffer.is_empty() && chars.peek().is_some_and(|&(_, n)| n.is_alphabetic());
                if !apostrophe {
                    flush!(at);
                    flush_dense!(at);
                }
            }
        }
        run = kind;
        last = c;
    }
    flush!(text.len());
    flush_dense!(text.len());
    let _ = emitted_pair;
    if !any {
        lone_sign(text, each);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, style: Style) -> Vec<String> {
        let mut out = Vec::new();
        split(text, style, &mut String::new(), |w| out.push(w.text.to_owned()));
        out
    }

    #[test]
    fn prose() {
        for (text, want) in [
            ("Sign In", "sign in"),
            ("Don't save", "dont save"),
            ("PayPal · E-mail", "paypal e mail"),
            ("INV-1003", "inv 1003"),
            ("Contraseña", "contrasena"),
            ("What’s new", "whats new"),
            ("登录", "登录"),
            ("搜索文档", "搜索 索文 文档"),
            ("ログインする", "ログイン する"),
            ("页 1", "页 1"),
            ("비밀번호", "비밀번호"),
            ("⋮", "⋮"),
            (" + ", "+"),
            ("", ""),
            ("\u{f071}", ""),
            ("パスワード", "パスワード"),
        ] {
            assert_eq!(words(text, Style::Prose).join(" "), want, "{text}");
        }
    }

    #[test]
    fn identifiers() {
        for (text, want) in [
            ("addToCart", "add to cart"),
            ("HTMLParser", "html parser"),
            ("btn-save_2", "btn save 2"),
            ("item12", "item 12"),
            ("größeWählen", "grosse wahlen"),
        ] {
            assert_eq!(words(text, Style::Identifier).join(" "), want, "{text}");
        }
    }

    #[test]
    fn offsets_point_into_the_source() {
        let text = "Größe 登录 x";
        let mut spans = Vec::new();
        split(text, Style::Prose, &mut String::new(), |w| spans.push(&text[w.start..w.end]));
        assert_eq!(spans, ["Größe", "登录", "x"]);
    }
}
