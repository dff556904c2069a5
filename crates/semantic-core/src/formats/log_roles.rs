//! Testing Library's `logRoles`: blocks of `role:`, and for each element its name and its tag. No tree.

use std::borrow::Cow;

use super::flat::Strings;
use super::text::{Field, Line, Outline, Skipped, lines, no_node, snapshot, take_while, tri};
use super::{Format, ReadError};
use crate::tree::{Role, Snapshot, State};

pub(super) static LOG_ROLES: Format = Format {
    name: "testing-library-roles",
    summary: "Testing Library logRoles or a failed getByRole, text",
    sniff: |head| {
        let first: Vec<Line> = lines(head.text).take(60).collect();
        let is_start =
            |pair: &[Line]| is_role(pair[0].text) && pair[1].text.is_empty() && name(pair[2].text).is_some();
        first.windows(3).any(is_start)
    },
    read,
};

/// Whether a line is `role:`.
fn is_role(text: &str) -> bool {
    let role = text.strip_suffix(':').unwrap_or_default();
    !role.is_empty() && role.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

/// The beginning of the name of `Name "…":`.
fn name(text: &str) -> Option<&str> {
    text.strip_prefix("Name \"")
}

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let mut reader = Reader {
        text,
        outline: Outline::new(&strings),
        skipped: Skipped::default(),
        role: "",
        open: Open::Nothing,
    };
    lines(text).for_each(|line| reader.line(&line));
    reader.close(text.len());
    if reader.outline.is_empty() {
        return Err(no_node("testing-library-roles"));
    }
    Ok(snapshot(&reader.outline, &reader.skipped, |_| {}))
}

/// What is being read, and where it begins.
#[derive(Clone, Copy)]
enum Open {
    Nothing,
    Name(usize),
    Description(usize),
    Tag(usize),
}

struct Reader<'a> {
    text: &'a str,
    outline: Outline<'a>,
    skipped: Skipped<'a>,
    role: &'a str,
    open: Open,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &Line<'a>) {
        let (text, end) = (line.text, line.start + line.text.len());
        match self.open {
            // Names are raw and may hold newlines: only `":` ends them.
            Open::Name(start) | Open::Description(start) => self.quoted(start, end),
            Open::Tag(_) if text.is_empty() => self.close(line.start),
            Open::Tag(_) => {}
            Open::Nothing if !self.role.is_empty() && name(text).is_some() => {
                self.outline.open(0, self.role).aria = Some(Role::from_name(self.role));
                self.open = Open::Name(line.start + "Name \"".len());
                self.quoted(line.start + "Name \"".len(), end);
            }
            Open::Nothing if text.starts_with("Description \"") && !self.outline.is_empty() => {
                self.open = Open::Description(line.start + "Description \"".len());
                self.quoted(line.start + "Description \"".len(), end);
            }
            Open::Nothing if text.starts_with('<') && self.awaits_tag() => self.open = Open::Tag(line.start),
            Open::Nothing if is_role(text) => self.role = &text[..text.len() - 1],
            // A dash line ends a block; behind the last one a failed query prints the page.
            Open::Nothing if text.len() > 20 && text.bytes().all(|b| b == b'-') => self.role = "",
            Open::Nothing if self.role.is_empty() => {}
            Open::Nothing => self.skipped.line(line),
        }
    }

    /// Whether the last element's tag is still to come.
    fn awaits_tag(&self) -> bool {
        !self.role.is_empty() && !self.outline.is_empty()
    }

    fn quoted(&mut self, start: usize, end: usize) {
        let Some(text) = self.text.get(start..end).and_then(|text| text.strip_suffix("\":")) else { return };
        match self.open {
            Open::Description(_) => self.outline.text(Field::Description, text),
            _ => self.outline.last().into_iter().for_each(|row| row.name = Some(text)),
        }
        self.open = Open::Nothing;
    }

    /// Ends what is open at the end of a tag or of the text.
    fn close(&mut self, end: usize) {
        match std::mem::replace(&mut self.open, Open::Nothing) {
            Open::Tag(start) => self.tag(&self.text[start..end]),
            Open::Name(start) => {
                let number = self.text[..start].matches('\n').count() + 1;
                self.skipped.cut(number);
                let name = self.text.get(start..end).map(str::trim_end);
                self.outline.last().into_iter().for_each(|row| row.name = name);
            }
            Open::Description(_) | Open::Nothing => {}
        }
    }

    /// Reads `<input class="x" type="text" />`, its attributes on lines of their own.
    fn tag(&mut self, text: &'a str) {
        let text = text.strip_prefix('<').unwrap_or(text);
        let (tag, mut rest) = take_while(text, |c| c.is_ascii_alphanumeric() || matches!(c, '-' | ':' | '.'));
        self.outline.text(Field::Tag, tag);
        let level = tag.strip_prefix('h').and_then(|level| level.parse().ok()).unwrap_or(0);
        self.outline.last().into_iter().for_each(|row| row.level = level);
        loop {
            rest = rest.trim_start();
            let (key, after) =
                take_while(rest, |c| !c.is_whitespace() && !matches!(c, '=' | '>' | '/' | '<' | '"'));
            let Some(value) = after.strip_prefix("=\"").filter(|_| !key.is_empty()) else { return };
            // Attributes are raw; each ends its line, or the tag.
            let ends = |&(i, _): &(usize, &str)| {
                let rest = value[i + 1..].trim_start_matches('\r');
                rest.is_empty() || rest.starts_with(['\n', '>']) || rest.starts_with(" />")
            };
            let end = value.match_indices('"').find(ends).map_or(value.len(), |(i, _)| i);
            self.attr(key, unescaped(&value[..end]));
            rest = value.get(end + 1..).unwrap_or_default();
        }
    }

    fn attr(&mut self, key: &'a str, value: Cow<'a, str>) {
        let value = self.outline.keep(value);
        let Some(row) = self.outline.last() else { return };
        let state = match key {
            "checked" | "disabled" | "required" | "selected" | "readonly" | "multiple" | "hidden" => {
                let name = if key == "multiple" { "multiselectable" } else { key };
                return State::from_name(name).into_iter().for_each(|state| row.set(state, true));
            }
            _ => key.strip_prefix("aria-").and_then(State::from_name),
        };
        match (state, key) {
            (Some(state), _) => {
                row.states.set(state, tri(value));
            }
            (_, "value") if row.kind().is_text_entry() => row.value = Some(value),
            (_, "aria-level") => row.level = value.parse().unwrap_or(row.level),
            (_, "href") => self.outline.text(Field::Url, value),
            (_, "placeholder") => self.outline.text(Field::Placeholder, value),
            (_, "title") => self.outline.text(Field::Title, value),
            (_, "alt") => self.outline.text(Field::Alt, value),
            (_, "data-testid" | "data-test-id") => self.outline.text(Field::TestId, value),
            _ => self.outline.attr(key, value),
        }
    }
}

/// An attribute's text without the few character references that are printed.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let named = [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&amp;", "&")];
    named.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to)).into()
}
