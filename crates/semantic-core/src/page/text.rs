//! Page text made fit to print: white space in one piece, what nobody sees taken out and counted, sizes estimated.

use std::borrow::Cow;
use std::cell::Cell;

use crate::view::{is_harmful, push_quoted};

/// Quarters of a token in one token: sizes are counted in quarters so that they add up exactly.
pub(super) const TOKEN: usize = 4;

/// An estimate of what a text costs a language model, in tokens: 4 characters a token in Latin text, 2 in other
/// alphabets, 1 in Chinese, Japanese and Korean.
///
/// ```
/// assert_eq!(semantic_core::page::estimated_tokens("Save changes"), 3);
/// assert_eq!(semantic_core::page::estimated_tokens("保存更改"), 4);
/// ```
pub fn estimated_tokens(text: &str) -> usize {
    quarters(text).div_ceil(TOKEN)
}

/// The same in quarters of a token.
pub(super) fn quarters(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(cost).sum() }
}

fn cost(c: char) -> usize {
    match u32::from(c) {
        0..=0x24f | 0x2000..=0x206f => 1,
        0x1100..=0x11ff | 0x2e80..=0xa4cf | 0xa960..=0xa97f | 0xac00..=0xd7ff => 4,
        0xf900..=0xfaff | 0xfe30..=0xfe4f | 0xff00..=0xffef | 0x1f000.. => 4,
        _ => 2,
    }
}

/// What page text costs as [`Seen::quote`] prints it, in quarters of a token.
pub(super) fn printed(text: &str) -> usize {
    if is_clean(text) { text.len() } else { costs(text).map(|(_, cost)| cost).sum() }
}

/// Where each character of page text begins, and what it costs when it is printed: white space after white space and
/// what has no width cost nothing.
fn costs(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut after_blank = true;
    text.char_indices().map(move |(at, c)| {
        let cost = match c {
            c if c.is_whitespace() => usize::from(!std::mem::replace(&mut after_blank, true)),
            c if is_taken_out(c) => 0,
            c => {
                after_blank = false;
                cost(c)
            }
        };
        (at, cost)
    })
}

/// Counts what was done to page text while it was printed.
#[derive(Default, Debug)]
pub(super) struct Seen {
    /// Characters without width that were taken out.
    pub removed: Cell<usize>,
    /// Control characters and overrides of the reading direction that are shown escaped.
    pub escaped: Cell<usize>,
}

impl Seen {
    /// Appends page text in quotes on one line.
    pub(super) fn quote(&self, out: &mut String, text: &str) {
        push_quoted(out, &self.clean(text));
    }

    /// Appends page text in quotes, at most about `tokens` of it.
    pub(super) fn quote_cut(&self, out: &mut String, text: &str, tokens: usize) {
        let clean = self.clean(text);
        let end = fitting(&clean, tokens * TOKEN);
        if end == clean.len() {
            return push_quoted(out, &clean);
        }
        push_quoted(out, &format!("{}…", clean[..end].trim_end()));
    }

    /// The text with each run of white space as one blank and without characters of no width.
    pub(super) fn clean<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if is_clean(text) {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                c if c.is_whitespace() => {
                    if !out.is_empty() && !out.ends_with(' ') {
                        out.push(' ');
                    }
                }
                c if is_shown_escaped(c) => {
                    self.escaped.set(self.escaped.get() + 1);
                    out.push(c);
                }
                c if is_taken_out(c) => self.removed.set(self.removed.get() + 1),
                c => out.push(c),
            }
        }
        out.truncate(out.trim_end().len());
        Cow::Owned(out)
    }
}

/// Control characters, and what turns the order of reading round: taking these out would change what is read.
fn is_shown_escaped(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Characters without width.
fn is_taken_out(c: char) -> bool {
    is_harmful(c) && !is_shown_escaped(c)
}

/// Whether a text is plain letters and signs with one blank between words, which is printed as it is.
fn is_clean(text: &str) -> bool {
    let mut before = b' ';
    let plain = text.bytes().all(|b| {
        let fine = b.is_ascii_graphic() || (b == b' ' && before != b' ');
        before = b;
        fine
    });
    plain && !text.ends_with(' ')
}

/// How many bytes of page text cost at most `quarters` when they are printed.
fn fitting(text: &str, quarters: usize) -> usize {
    let mut spent = 0;
    let over = costs(text).find(|&(_, cost)| {
        spent += cost;
        spent > quarters
    });
    over.map_or(text.len(), |(at, _)| at)
}

/// The text in pieces of at most `tokens` each, cut at blanks where there are any.
pub(super) fn chunks(text: &str, tokens: usize) -> impl Iterator<Item = &str> {
    let mut rest = text.trim();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut end = fitting(rest, tokens * TOKEN);
        if end < rest.len() {
            let blank = rest[..end].rfind(char::is_whitespace).filter(|&at| at > end / 2);
            let first = rest.chars().next().map_or(1, char::len_utf8);
            end = blank.unwrap_or(end).max(first);
        }
        let (chunk, after) = rest.split_at(end);
        rest = after.trim_start();
        Some(chunk.trim_end())
    })
}

/// From which byte on two texts are told that are too long to be told whole: a few words before they differ.
pub(super) fn told_from(was: &str, is: &str, tokens: usize) -> usize {
    const BEFORE: usize = 24;
    let most = tokens * TOKEN;
    if printed(was) <= most && printed(is) <= most {
        return 0;
    }
    let same = was.char_indices().zip(is.chars()).find(|((_, a), b)| a != b);
    let same = same.map_or(was.len().min(is.len()), |((at, _), _)| at);
    let near = same.saturating_sub(BEFORE);
    let words = was.char_indices().skip_while(|&(at, _)| at < near).take_while(|&(at, _)| at < same);
    let start = words.clone().find(|(_, c)| c.is_whitespace()).map(|(at, c)| at + c.len_utf8());
    if near == 0 { 0 } else { start.or_else(|| words.map(|(at, _)| at).next()).unwrap_or(same) }
}

/// Joins a part of a sentence to what stands before it: a blank between words, none before a mark that ends something.
pub(super) fn join(sentence: &mut String, part: &str) {
    let opens = |c: char| matches!(c, '(' | '[' | '{' | '“' | '‘' | '/');
    let closes =
        |c: char| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '}' | '”' | '’' | '%' | '/');
    let (before, after) = (sentence.chars().next_back(), part.chars().next());
    if let (Some(before), Some(after)) = (before, after) {
        let tight = opens(before) || closes(after) || (cost(before) == 4 && cost(after) == 4);
        if !tight && !before.is_whitespace() {
            sentence.push(' ');
        }
    }
    sentence.push_str(part);
}

/// Whether a text says what something costs: a number beside the sign or code of a currency.
pub(super) fn is_price(text: &str) -> bool {
    const CODES: [&str; 12] =
        ["USD", "EUR", "GBP", "JPY", "CNY", "CHF", "INR", "RUB", "BRL", "SEK", "PLN", "price"];
    let sign = |c: char| matches!(c, '$' | '€' | '£' | '¥' | '￥' | '₹' | '₽' | '₩' | '₺' | '₴' | '元');
    let short = text.len() <= 200;
    short
        && text.bytes().any(|b| b.is_ascii_digit())
        && (text.contains(sign) || CODES.iter().any(|code| text.contains(code)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_taken_out_and_counted() {
        let seen = Seen::default();
        assert_eq!(seen.clean("zero\u{200b}width \n\t joined "), "zerowidth joined");
        assert_eq!(seen.clean("a\u{202e}b\u{7}"), "a\u{202e}b\u{7}");
        assert_eq!((seen.removed.get(), seen.escaped.get()), (1, 2));
    }

    #[test]
    fn the_cost_of_page_text_is_that_of_its_print() {
        for text in
            ["", "Save", " a  b\n\t c ", "zero\u{200b}\u{200b}width", "价格  12 €", "x\u{200b} \u{200b} y"]
        {
            let clean = Seen::default().clean(text).into_owned();
            let trailing = usize::from(text.ends_with(char::is_whitespace));
            assert_eq!(printed(text), quarters(&clean) + trailing, "{text:?}");
        }
        assert_eq!(chunks("a   b   c   d", 2).collect::<Vec<_>>(), ["a   b   c   d"]);
    }

    #[test]
    fn chunks_give_the_text_back() {
        let text = "one two three four five six seven";
        let parts: Vec<_> = chunks(text, 3).collect();
        assert!(parts.len() > 2 && parts.iter().all(|p| estimated_tokens(p) <= 3), "{parts:?}");
        assert_eq!(parts.join(" "), text);
        assert_eq!(chunks("好好好", 2).collect::<String>(), "好好好");
    }

    #[test]
    fn long_texts_are_told_from_before_they_differ() {
        let long = |end: &str| "one two three four ".repeat(30) + end;
        assert_eq!(told_from("Due in 14 days", "Due in 30 days", 60), 0);
        let (was, is) = (long("14 days"), long("30 days"));
        assert_eq!(was[told_from(&was, &is, 60)..], *"one two three four 14 days");
        assert_eq!(told_from(&was, "Due", 60), 0);
        let (was, is) = ("好".repeat(100), "好".repeat(99) + "了");
        assert_eq!(was[told_from(&was, &is, 60)..].chars().count(), 9);
    }

    #[test]
    fn prices_are_numbers_with_a_currency() {
        assert!(is_price("$1,299.00") && is_price("The price is 42.00") && is_price("¥ 30"));
        assert!(!is_price("42") && !is_price("$") && !is_price("EUR"));
    }
}
