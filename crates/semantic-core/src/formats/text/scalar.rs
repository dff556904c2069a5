//! The value behind a key's colon in YAML: a plain, quoted or block scalar.

use std::borrow::Cow;
use std::iter::Peekable;

use super::{Line, json_like, yaml_single};

/// A value, if there is one.
#[derive(Default)]
pub(in crate::formats) struct Scalar<'a> {
    pub(in crate::formats) text: Option<Cow<'a, str>>,
    /// Whether its quote has no end.
    pub(in crate::formats) cut: bool,
}

impl<'a> Scalar<'a> {
    /// Reads a value that begins with `text` behind a key of that indent and may go on in the lines after it.
    pub(in crate::formats) fn parse(
        text: &'a str,
        indent: u32,
        rest: &mut Peekable<impl Iterator<Item = Line<'a>>>,
    ) -> Self {
        let follows = |next: &Line<'a>| next.indent > indent && !next.text.starts_with("- ");
        if text.is_empty() || text.starts_with('#') {
            return Scalar::default();
        }
        if text.starts_with(['|', '>']) && text.len() <= 3 {
            return Scalar { text: Some(block(text, indent, rest).into()), cut: false };
        }
        if let Some(mut value) = quoted(text) {
            // A quoted text may go on below: the ends of lines are blanks.
            let mut whole = String::new();
            while value.cut {
                let Some(next) = rest.next_if(follows) else { break };
                if whole.is_empty() {
                    whole.push_str(text);
                }
                whole.push(' ');
                whole.push_str(next.text);
                value.cut = !next.text.trim_end().ends_with(['"', '\'']);
            }
            if let Some(joined) = Some(whole).filter(|w| !w.is_empty()).as_deref().and_then(quoted) {
                return Scalar { text: joined.text.map(|t| t.into_owned().into()), cut: joined.cut };
            }
            return value;
        }
        let plain = |text: &'a str| text.split_once(" #").map_or(text, |(text, _)| text).trim_end();
        let mut value = Cow::Borrowed(plain(text));
        while let Some(next) = rest.next_if(|next| !next.text.is_empty() && follows(next)) {
            let value = value.to_mut();
            value.push(' ');
            value.push_str(plain(next.text));
        }
        Scalar { text: Some(value), cut: false }
    }
}

fn quoted(text: &str) -> Option<Scalar<'_>> {
    let quoted = json_like(text).or_else(|| yaml_single(text))?;
    Some(Scalar { text: Some(quoted.text), cut: !quoted.closed })
}

/// The lines of a block scalar that belong to it by their indent, joined as its sign says.
fn block<'a>(sign: &str, indent: u32, rest: &mut Peekable<impl Iterator<Item = Line<'a>>>) -> String {
    let mut text = String::new();
    let mut margin = None;
    let folded = sign.starts_with('>');
    while let Some(next) = rest.next_if(|next| next.indent > indent || next.text.is_empty()) {
        let margin = *margin.get_or_insert(next.indent);
        if !text.is_empty() {
            text.push(if folded && !next.text.is_empty() { ' ' } else { '\n' });
        }
        (margin..next.indent).for_each(|_| text.push(' '));
        text.push_str(next.text);
    }
    text.truncate(text.trim_end().len());
    text
}
