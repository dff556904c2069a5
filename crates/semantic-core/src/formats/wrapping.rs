//! What may lie around any dump and is taken off before its format is told: logs, colours, Markdown, replies.

mod json;
mod log;
mod markdown;

use std::borrow::Cow;

use super::ReadError;
use crate::tree::Snapshot;

/// A dump without what lies around it, and what that said about the page.
#[derive(Debug, Default)]
pub(super) struct Unwrapped<'a> {
    /// The dump's own text.
    pub(super) text: Cow<'a, str>,
    /// The page's title and address.
    pub(super) title: Option<String>,
    pub(super) url: Option<String>,
    /// What had to be left out.
    pub(super) notices: Vec<String>,
    /// Number of lines before the dump's own, for error messages.
    lines_before: usize,
}

/// What a reply says instead of a dump, if it reports an error.
pub(super) fn error_in(text: &str) -> Option<String> {
    json::error_in(text)
}

/// How many layers are taken off at most: a fence in an MCP result in a JSON-RPC reply is three.
const LAYERS: usize = 6;

/// Takes off one layer after the other until `known` recognises what is left. Where it never does, only what lies
/// around lines is taken off.
pub(super) fn unwrap<'a>(text: &'a str, known: &dyn Fn(&str) -> bool) -> Unwrapped<'a> {
    if text.starts_with(['{', '[']) && known(text) {
        return Unwrapped { text: text.into(), ..Unwrapped::default() }; // nothing can lie between the lines of JSON
    }
    let mut dump = Unwrapped::default();
    dump.text = dump.clean(text);
    for _ in 0..LAYERS {
        if !markdown::begins(&dump.text) && !markdown::is_fenced(&dump.text, known) && known(&dump.text) {
            return dump;
        }
        let inner = match &dump.text {
            Cow::Borrowed(text) => dump.peel(text, known),
            Cow::Owned(text) => {
                let text = text.clone();
                dump.peel(&text, known).map(|inner| Cow::Owned(inner.into_owned()))
            }
        };
        match inner {
            Some(inner) => dump.text = inner,
            None => break,
        }
    }
    if known(&dump.text) {
        return dump;
    }
    let mut whole = Unwrapped::default();
    whole.text = whole.clean(text);
    whole
}

impl Unwrapped<'_> {
    /// Takes colours, the prefixes of a log and leading blank lines off.
    fn clean<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let text = without_heading(without_blank_lines(text, &mut self.lines_before), &mut self.lines_before);
        if is_crlf(text) {
            return self.plain(&text.replace("\r\n", "\n")).into_owned().into();
        }
        self.plain(text)
    }

    fn plain<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        match log::without_colours(text) {
            Cow::Borrowed(text) => log::without_prefixes(text, &mut self.notices),
            Cow::Owned(text) => log::without_prefixes(&text, &mut self.notices).into_owned().into(),
        }
    }

    /// Takes one layer off.
    fn peel<'t>(&mut self, text: &'t str, known: &dyn Fn(&str) -> bool) -> Option<Cow<'t, str>> {
        if let Some(inner) = json::text_of(text, known) {
            self.lines_before = 0;
            return Some(self.clean(&inner).into_owned().into());
        }
        let inner = markdown::inside(text, known)?;
        self.title = inner.title.map(str::to_owned).or(self.title.take());
        self.url = inner.url.map(str::to_owned).or(self.url.take());
        self.notices.extend(inner.notice);
        self.lines_before += text[..inner.start].matches('\n').count();
        Some(self.clean(&text[inner.start..inner.end]))
    }

    /// Tells a snapshot what the wrapping said, and an error on which line of the file it really is.
    pub(super) fn tell(self, read: Result<Snapshot, ReadError>) -> Result<Snapshot, ReadError> {
        match read {
            Ok(mut snapshot) => {
                snapshot.set_missing(self.title.as_deref(), self.url.as_deref());
                snapshot.notices.splice(0..0, self.notices);
                Ok(snapshot)
            }
            Err(ReadError::Broken { format, line, problem }) => {
                Err(ReadError::Broken { format, line: line + self.lines_before, problem })
            }
            Err(error) => Err(error),
        }
    }
}

/// Whether the lines of a text end as Windows ends them. In a text of other lines, CR LF may stand in a name.
fn is_crlf(text: &str) -> bool {
    text.split_once('\n').is_some_and(|(first, _)| first.ends_with('\r'))
}

/// A text without the line that `adb` prints in front of XML.
fn without_heading<'a>(text: &'a str, lines: &mut usize) -> &'a str {
    let Some((first, rest)) = text.split_once('\n') else { return text };
    let says = first.trim_start().starts_with("UI hierchary dumped to:")
        || first.trim_start().starts_with("UI hierarchy dumped to:");
    if !says || !rest.trim_start().starts_with('<') {
        return text;
    }
    *lines += 1;
    rest
}

/// A text from its first line that is not blank, whose indent stays.
fn without_blank_lines<'a>(text: &'a str, lines: &mut usize) -> &'a str {
    let Some(first) = text.find(|c: char| !c.is_whitespace() && c != '\u{feff}') else { return text };
    match text[..first].rfind('\n') {
        Some(end) => {
            *lines += text[..=end].matches('\n').count();
            text[end + 1..].trim_start_matches('\u{feff}')
        }
        None => text.trim_start_matches('\u{feff}'),
    }
}
