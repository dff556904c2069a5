//! Splitting text into folded words, in one pass and without allocating a word at a time.

use super::fold::{Class, class, fold_into};

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
    let mut words = Words { buffer, each: &mut *each, start: 0, dense: None, any: false };
    let (mut run, mut last) = (Class::Gap, ' ');
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let kind = class(c);
        match kind {
            Class::Skip => continue,
            Class::Dense => words.dense(at, c),
            Class::Letter | Class::Digit | Class::Katakana => {
                let other_script = (kind == Class::Katakana) != (run == Class::Katakana);
                let camel = (last.is_lowercase() && c.is_uppercase())
                    || (last.is_alphabetic() && kind == Class::Digit);
                words.letter(at, c, other_script || style == Style::Identifier && camel);
            }
            Class::Sign => words.sign(at, c),
            Class::Gap => {
                let next_is_letter = chars.peek().is_some_and(|&(_, n)| n.is_alphabetic());
                if c != '\'' || words.buffer.is_empty() || !next_is_letter {
                    words.end(at);
                }
            }
        }
        run = kind;
        last = c;
    }
    words.end(text.len());
    let any = words.any;
    if !any {
        lone_sign(text, each);
    }
}

/// The word that is being read, and the last character of a run without blanks.
struct Words<'b, F> {
    buffer: &'b mut String,
    each: F,
    start: usize,
    /// Offset and character of the last piece of a dense run, and whether a pair was handed out in that run.
    dense: Option<(usize, char, bool)>,
    any: bool,
}

impl<F: FnMut(Word<'_>)> Words<'_, F> {
    fn letter(&mut self, at: usize, c: char, new_word: bool) {
        if new_word || self.dense.is_some() {
            self.end(at);
        }
        if self.buffer.is_empty() {
            self.start = at;
        }
        fold_into(c, self.buffer);
    }

    /// Each pair of neighbours in a dense run is a word.
    fn dense(&mut self, at: usize, c: char) {
        let last = self.dense.take();
        if last.is_none() {
            self.end(at);
        }
        if let Some((from, before, _)) = last {
            fold_into(before, self.buffer);
            fold_into(c, self.buffer);
            self.hand_out(from, at + c.len_utf8(), true);
        }
        self.dense = Some((at, c, last.is_some()));
    }

    fn sign(&mut self, at: usize, c: char) {
        self.end(at);
        self.buffer.push(c);
        self.hand_out(at, at + c.len_utf8(), false);
    }

    /// Ends whatever is being read at `at`; a dense run of one character is a word by itself.
    fn end(&mut self, at: usize) {
        if !self.buffer.is_empty() {
            self.hand_out(self.start, at, false);
        }
        if let Some((from, c, false)) = self.dense.take() {
            fold_into(c, self.buffer);
            self.hand_out(from, at, true);
        }
    }

    fn hand_out(&mut self, start: usize, end: usize, dense: bool) {
        self.any = true;
        (self.each)(Word { text: self.buffer, start, end, dense });
        self.buffer.clear();
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
