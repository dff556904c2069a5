//! Reading an answer of the tools: the page between the marks, refs, locators.

/// What stands between the marks of the fence, and nothing where there is none.
pub fn inside(text: &str) -> &str {
    let between = || {
        let (_, rest) = text.split_once("<page ")?;
        let (mark, rest) = rest.split_once(">\n")?;
        Some(rest.split_once(&format!("</page {mark}>"))?.0)
    };
    between().unwrap_or_default()
}

/// What stands outside of the fence.
pub fn outside(text: &str) -> String {
    text.replacen(inside(text), "", 1)
}

/// The ref after `what`, on the same line.
pub fn reference(text: &str, what: &str) -> String {
    let rest = text.split_once(what).map_or("", |(_, rest)| rest);
    let line = rest.lines().next().unwrap_or_default();
    let words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.');
    words.filter(|word| is_reference(word)).map(str::to_owned).next().unwrap_or_default()
}

fn is_reference(word: &str) -> bool {
    word.strip_prefix("s_")
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// All refs of a page's text that are ours: those outside of quotes.
pub fn references(text: &str) -> Vec<String> {
    let bare = unquoted(text);
    let words = bare.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| is_reference(word)).map(str::to_owned).collect()
}

/// A text without what stands in quotes.
pub fn unquoted(text: &str) -> String {
    let (mut bare, mut quoted, mut escaped) = (String::new(), false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            c if !quoted => bare.push(c),
            _ => {}
        }
    }
    bare
}

/// The locators of the first element of an answer, or of the one whose line has `what`.
pub fn locators<'a>(text: &'a str, what: &str) -> Vec<&'a str> {
    let lines = inside(text).lines().skip_while(|line| line.starts_with(' ') || !line.contains(what));
    lines
        .skip(1)
        .take_while(|line| line.starts_with(' '))
        .filter_map(|l| l.strip_prefix(" locator: "))
        .collect()
}

/// The first line that has `what`.
pub fn line<'a>(text: &'a str, what: &str) -> &'a str {
    text.lines().find(|line| line.contains(what)).unwrap_or_default()
}

/// The cursor by which an answer says how to go on.
pub fn cursor(text: &str) -> Option<&str> {
    text.split_once("cursor=")?.1.split_whitespace().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = "found\n<page ab>\n1. button \"s_9 \\\" x\" s_1 in row s_2\n locator: a\n locator: b\n2. link \"y\" s_3\n locator: c\n</page ab>\nmore";

    #[test]
    fn an_answer_is_read() {
        assert_eq!(references(inside(ANSWER)), ["s_1", "s_2", "s_3"]);
        assert_eq!(reference(ANSWER, "link \"y\""), "s_3");
        assert_eq!(locators(ANSWER, "1. "), ["a", "b"]);
        assert_eq!(locators(ANSWER, "link"), ["c"]);
        assert!(outside(ANSWER).ends_with("</page ab>\nmore") && !outside(ANSWER).contains("button"));
    }
}
