//! Small pieces of code: where one ends, and what it says where it is a literal.

use super::element::{Span, Value};

/// Longest code that is read for its value.
const LONGEST: usize = 4_000;

/// Where code ends that stands behind an opening brace: the place of the closing one, and how many bytes were looked
/// at. No more than `most` are.
pub(super) fn closing(code: &str, most: usize) -> (Option<usize>, usize) {
    #[derive(Clone, Copy, PartialEq)]
    enum In {
        Braces,
        Template,
    }
    let bytes = code.as_bytes();
    let end = bytes.len().min(most);
    let mut open = vec![In::Braces];
    let mut at = 0;
    while at < end {
        let next = bytes.get(at + 1).copied();
        match (open.last(), bytes[at]) {
            (Some(In::Template), b'`') => drop(open.pop()),
            (Some(In::Template), b'$') if next == Some(b'{') => {
                open.push(In::Braces);
                at += 1;
            }
            (Some(In::Template), b'\\') => at += 1,
            (Some(In::Template), _) => {}
            (_, b'`') => open.push(In::Template),
            (_, b'{') => open.push(In::Braces),
            (_, b'}') => {
                open.pop();
                if open.is_empty() {
                    return (Some(at), at + 1);
                }
            }
            (_, quote @ (b'\'' | b'"')) => at = string_end(bytes, at + 1, end, quote),
            (_, b'/') if next == Some(b'*') => at = behind(bytes, at + 2, end, b"*/"),
            _ => {}
        }
        at += 1;
    }
    (None, end)
}

/// The place of the quote that ends a string, or of the last byte before its line ends.
fn string_end(bytes: &[u8], from: usize, end: usize, quote: u8) -> usize {
    let mut at = from;
    while at < end {
        match bytes[at] {
            b'\\' => at += 1,
            b'\n' => return at,
            byte if byte == quote => return at,
            _ => {}
        }
        at += 1;
    }
    end
}

/// The place of the last byte of `word`, or the end.
fn behind(bytes: &[u8], from: usize, end: usize, word: &[u8; 2]) -> usize {
    let rest = bytes.get(from..end).unwrap_or_default();
    rest.windows(2).position(|pair| pair == word).map_or(end, |length| from + length + 1)
}

/// What code says, where it stands, and whether it says so letter by letter.
pub(super) struct Said {
    pub(super) value: Value,
    /// Inside the quotes where it is one string or template, else all of it.
    pub(super) at: Span,
    pub(super) literal: bool,
}

/// What code says: a text where it is a string or a template, several with `+` between.
pub(super) fn value(text: &str, at: Span) -> Said {
    let unknown = Said { value: Value::dynamic(at.clone()), at: at.clone(), literal: false };
    let Some(code) = text.get(at.clone()).filter(|code| code.len() <= LONGEST) else { return unknown };
    let start = at.start + (code.len() - code.trim_start().len());
    let end = start + code.trim().len();
    let mut all = Value::default();
    let mut inside = None;
    let mut from = start;
    let mut seen_text = false;
    loop {
        from += blanks(&text[from..end]);
        match literal(text, from, end) {
            Some(literal) => {
                seen_text = true;
                inside = (from == start && literal.end == end).then_some((literal.inside, literal.is_plain));
                all.append(literal.value);
                from = literal.end;
            }
            None => {
                let length = operand(&text[from..end]);
                if length == 0 {
                    return unknown;
                }
                all.push_hole(from..from + length);
                from += length;
            }
        }
        from += blanks(&text[from..end]);
        if from == end {
            let (at, literal) = inside.unwrap_or((at, false));
            return if seen_text { Said { value: all, at, literal } } else { unknown };
        }
        if !text[from..end].starts_with('+') || text[from..end].starts_with("++") {
            return unknown;
        }
        from += 1;
    }
}

fn blanks(code: &str) -> usize {
    code.len() - code.trim_start().len()
}

/// The length of a name with what it is asked for (`item.id`, `key(item)`); nothing with an operator in it.
fn operand(code: &str) -> usize {
    let mut depth = 0usize;
    for (i, c) in code.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' if depth > 0 => depth -= 1,
            _ if depth > 0 && !matches!(c, '\'' | '"' | '`' | '{' | '}') => {}
            c if c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '!' | '?') => {}
            _ => return if depth == 0 && !code[..i].contains('?') { i } else { 0 },
        }
    }
    if depth == 0 { code.len() } else { 0 }
}

/// A string or a template.
pub(super) struct Literal {
    pub(super) value: Value,
    /// Behind its closing quote.
    pub(super) end: usize,
    /// Between its quotes.
    pub(super) inside: Span,
    /// Whether it says letter by letter what stands there.
    pub(super) is_plain: bool,
}

/// The string or template that begins at `from`; `None` where there is none or it does not end before `end`.
pub(super) fn literal(text: &str, from: usize, end: usize) -> Option<Literal> {
    let end = end.min(from.saturating_add(LONGEST));
    let bytes = text.as_bytes().get(..end)?;
    let quote = *bytes.get(from)?;
    if !matches!(quote, b'\'' | b'"' | b'`') {
        return None;
    }
    let mut value = Value::default();
    let mut is_plain = true;
    let (mut at, mut piece) = (from + 1, from + 1);
    while at < end {
        match bytes[at] {
            b'\\' => {
                is_plain = false;
                value.push_text(text.get(piece..at)?);
                let (said, length) = escape(text.get(at + 1..)?)?;
                value.push_text(&said);
                at += 1 + length;
                piece = at;
                continue;
            }
            b'\n' if quote != b'`' => return None,
            b'$' if quote == b'`' && bytes.get(at + 1) == Some(&b'{') => {
                is_plain = false;
                value.push_text(text.get(piece..at)?);
                let length = closing(text.get(at + 2..)?, end - (at + 2)).0?;
                value.push_hole(at + 2..at + 2 + length);
                at += 2 + length + 1;
                piece = at;
                continue;
            }
            byte if byte == quote => {
                value.push_text(text.get(piece..at)?);
                return Some(Literal { value, end: at + 1, inside: from + 1..at, is_plain });
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// What stands for what behind a backslash, and its length.
fn escape(code: &str) -> Option<(String, usize)> {
    let c = code.chars().next()?;
    Some(match c {
        'n' => ("\n".to_owned(), 1),
        't' => ("\t".to_owned(), 1),
        'r' => ("\r".to_owned(), 1),
        '\n' => (String::new(), 1),
        'x' | 'u' | '0'..='9' => return None, // too rare to be worth reading
        c => (c.to_string(), c.len_utf8()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(code: &str) -> (String, Span, bool) {
        let said = value(code, 0..code.len());
        (said.value.with_holes("*"), said.at, said.literal)
    }

    #[test]
    fn literals_are_read_and_the_rest_is_a_hole() {
        for (code, said) in [
            ("'cart.total'", "cart.total"),
            ("  \"cart.total\" ", "cart.total"),
            ("`cart.item.${item.id}.price`", "cart.item.*.price"),
            ("'cart.item.' + item.id + '.price'", "cart.item.*.price"),
            ("base + '.price'", "*.price"),
            ("`a${`b${c}`}d`", "a*d"),
            ("'it\\'s'", "it's"),
        ] {
            assert_eq!(read(code).0, said, "{code}");
        }
        for code in
            ["id", "a ? 'x' : 'y'", "'x' as const", "ok && 'x'", "f('x')", "", "'open", "a + b", "1 + 2"]
        {
            let value = value(code, 0..code.len()).value;
            assert!(value.is_dynamic() && value.known().is_none(), "{code}: {value:?}");
        }
    }

    #[test]
    fn the_place_is_that_between_the_quotes() {
        for (code, at, literal) in [
            (" 'ab' ", 2..4, true),
            ("`ab`", 1..3, true),
            ("`a${b}`", 1..6, false),
            ("'a\\n'", 1..4, false),
            ("'a' + 'b'", 0..9, false),
        ] {
            let (_, found, is_literal) = read(code);
            assert_eq!((found, is_literal), (at, literal), "{code}");
        }
    }

    #[test]
    fn the_end_of_code_is_found_behind_strings_and_templates() {
        for (code, end) in
            [("a}", Some(1)), ("'}'}", Some(3)), ("`${'}'}}`}", Some(9)), ("{}}", Some(2)), ("{", None)]
        {
            assert_eq!(closing(code, 1000).0, end, "{code}");
        }
        assert_eq!(closing("aaaa}", 3), (None, 3));
    }
}
