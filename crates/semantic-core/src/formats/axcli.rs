//! axcli's tree of a macOS application: `- button#id.class "title"`, a colon behind what cannot be acted on.

use super::flat::Strings;
use super::roles::mac;
use super::text::bullets::{self, Dialect};
use super::text::{
    Field, Line, Outline, Skipped, backslashed, counted, lines, no_node, snapshot, take_while,
};
use super::{Format, ReadError};
use crate::tree::{Role, Snapshot, State};

pub(super) static AXCLI: Format = Format {
    name: "axcli",
    summary: "axcli tree of a macOS application, text",
    sniff: |head| bullets::dialect(head.text) == Some(Dialect::Axcli),
    read,
};

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let mut reader = Reader { outline: Outline::new(&strings), skipped: Skipped::default(), more: 0 };
    lines(text).for_each(|line| reader.line(&line));
    if reader.outline.is_empty() {
        return Err(no_node("axcli"));
    }
    Ok(snapshot(&reader.outline, &reader.skipped, |b| {
        if reader.more > 0 {
            let elements = counted(reader.more, "element");
            b.notice(format!("the producer says that it left out {elements} or more: too deep"));
        }
    }))
}

struct Reader<'a> {
    outline: Outline<'a>,
    skipped: Skipped<'a>,
    /// Number of elements that the dump only counts.
    more: usize,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &Line<'a>) {
        if let Some(more) = line.text.strip_prefix("... ") {
            self.more += take_while(more, |c| c.is_ascii_digit()).0.parse().unwrap_or(0);
            return;
        }
        let Some(item) = line.text.strip_prefix("- ") else { return self.skipped.line(line) };
        let item = item.strip_suffix("  ← matched").unwrap_or(item).trim_end();
        if let Some(text) = item.strip_prefix("text: ") {
            let name = self.quoted(text, line);
            self.outline.open(line.indent, "text").name = Some(name);
            return;
        }
        let (role, rest) = take_while(item, |c| c.is_ascii_alphanumeric());
        if role.is_empty() {
            return self.skipped.line(line);
        }
        let row = self.outline.open(line.indent, role);
        row.aria = native(role);
        let (rest, acts) = match rest.strip_suffix(':') {
            Some(rest) => (rest, false),
            None => (rest, true),
        };
        row.set(State::Interactive, acts);
        let (marks, title) = rest.split_at(rest.find(" \"").unwrap_or(rest.len()));
        if let Some(title) = title.strip_prefix(' ') {
            let name = self.quoted(title, line);
            self.outline.last().into_iter().for_each(|row| row.name = Some(name));
        }
        self.marks(marks);
    }

    /// A raw text in quotes, of which only newlines are escaped.
    fn quoted(&mut self, text: &'a str, line: &Line<'a>) -> &'a str {
        let inner = text.strip_prefix('"').unwrap_or(text);
        let inner = inner.strip_suffix('"').unwrap_or_else(|| {
            self.skipped.cut(line.number);
            inner
        });
        self.outline.keep(backslashed(inner))
    }

    /// Reads `#id.class.class`.
    fn marks(&mut self, marks: &'a str) {
        let (id, classes) = match marks.strip_prefix('#') {
            Some(rest) => rest.split_at(rest.find('.').unwrap_or(rest.len())),
            None => ("", marks),
        };
        self.outline.text(Field::Identifier, id);
        if let Some(classes) = classes.strip_prefix('.').filter(|classes| !classes.is_empty()) {
            let classes = self.outline.keep(classes.replace('.', " ").into());
            self.outline.attr("class", classes);
        }
    }
}

/// The role of a word of macOS in lower case.
fn native(word: &str) -> Option<Role> {
    const SPELLED: [&str; 24] = [
        "BusyIndicator",
        "CheckBox",
        "ColorWell",
        "ComboBox",
        "DisclosureTriangle",
        "HelpTag",
        "LayoutArea",
        "LayoutItem",
        "LevelIndicator",
        "MenuBarItem",
        "MenuButton",
        "MenuExtra",
        "PopUpButton",
        "ProgressIndicator",
        "RadioButton",
        "RadioGroup",
        "ScrollArea",
        "SplitGroup",
        "StaticText",
        "TabGroup",
        "TextArea",
        "TextField",
        "ValueIndicator",
        "WebArea",
    ];
    if let Some(spelled) = SPELLED.iter().find(|spelled| spelled.eq_ignore_ascii_case(word)) {
        return mac::role(spelled);
    }
    let (first, rest) = word.split_at_checked(1)?;
    mac::role(&(first.to_ascii_uppercase() + rest))
}
