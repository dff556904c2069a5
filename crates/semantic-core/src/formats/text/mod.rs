//! What all readers of text dumps share: numbered lines, quoted strings, the rows that they collect.

pub(super) mod bullets;
mod outline;
mod quoted;
mod scalar;

pub(super) use self::outline::{Field, Outline, Row};
pub(super) use self::quoted::{Quoted, backslashed, json_like, python, yaml_single};
pub(super) use self::scalar::Scalar;
use super::ReadError;
use super::error::structure;
use crate::tree::{Snapshot, SnapshotBuilder, Tri};

/// One line of a dump.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Its number, from 1.
    pub(super) number: usize,
    /// Number of blanks (or tabs) before its text.
    pub(super) indent: u32,
    /// The line without the blanks before it and without its end.
    pub(super) text: &'a str,
    /// Where `text` begins in the dump, in bytes.
    pub(super) start: usize,
}

/// The lines of a dump, blank ones too. Only LF and CR LF end a line: other separators may stand in raw names.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> + Clone {
    let mut start = 0;
    text.split('\n').enumerate().map(move |(i, raw)| {
        let line = raw.strip_suffix('\r').unwrap_or(raw);
        let body = line.trim_start_matches([' ', '\t', '\u{3000}']);
        // All blanks of one file are of one kind, so that their number of characters is the indent.
        let indent = line[..line.len() - body.len()].chars().count() as u32;
        let at = start + line.len() - body.len();
        start += raw.len() + 1;
        Line { number: i + 1, indent, text: body, start: at }
    })
}

/// Depths by indent where some lines are passed over and what is inside of them moves up.
#[derive(Default)]
pub(super) struct Levels(Vec<(u32, u32)>); // indents around the next line, and the depth inside of each

impl Levels {
    /// The depth of a line of that indent; `kept` says whether it becomes a row.
    pub(super) fn enter(&mut self, indent: u32, kept: bool) -> u32 {
        while self.0.last().is_some_and(|&(around, _)| around >= indent) {
            self.0.pop();
        }
        let depth = self.0.last().map_or(0, |&(_, depth)| depth);
        self.0.push((indent, depth + u32::from(kept)));
        depth
    }
}

/// What a reader could not use, for the snapshot's notices.
#[derive(Default)]
pub(super) struct Skipped<'a> {
    count: usize,
    first: Option<(usize, &'a str)>,
    cut: Option<usize>,
}

impl<'a> Skipped<'a> {
    /// Counts a line that is not of the format; a blank one does not count.
    pub(super) fn line(&mut self, line: &Line<'a>) {
        if !line.text.trim().is_empty() {
            self.count += 1;
            self.first.get_or_insert((line.number, line.text));
        }
    }

    /// Whether every line could be used.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Remembers that a text on the line of that number has no end.
    pub(super) fn cut(&mut self, number: usize) {
        self.cut = Some(number);
    }

    /// Says what was passed over.
    pub(super) fn tell(&self, b: &mut SnapshotBuilder) {
        if let Some((number, text)) = self.first {
            let lines = counted(self.count, "line");
            let text = structure(text).map_or(String::new(), |text| format!(", {text}"));
            b.notice(format!("{lines} left out: not of this format; the first is line {number}{text}"));
        }
        if let Some(number) = self.cut {
            b.notice(format!("line {number} is cut off: its last text has no end"));
        }
    }
}

/// So many of something whose plural takes an s.
pub(super) fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// The error of a dump without a single node.
pub(super) fn no_node(format: &'static str) -> ReadError {
    ReadError::Broken { format, line: 1, problem: "no line of it is a node".to_owned() }
}

/// The snapshot of a text dump; `about` says what stands around the rows.
pub(super) fn snapshot(
    outline: &Outline<'_>,
    skipped: &Skipped<'_>,
    about: impl FnOnce(&mut SnapshotBuilder),
) -> Snapshot {
    let mut b = SnapshotBuilder::with_capacity(outline.rows().len());
    about(&mut b);
    skipped.tell(&mut b);
    outline.build(&mut b);
    b.finish()
}

/// The value of a state that is named, perhaps with a word behind it.
pub(super) fn tri(word: &str) -> Tri {
    match word {
        "false" => Tri::False,
        "mixed" => Tri::Mixed,
        _ => Tri::True,
    }
}

/// The text up to the first character that does not fit, and the rest.
pub(super) fn take_while(text: &str, fits: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !fits(c)).unwrap_or(text.len()))
}

/// Whether a text is `e` and digits: a ref as several tools number them.
pub(super) fn is_e_ref(text: &str) -> bool {
    text.strip_prefix('e').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// The pieces of a text in which a piece reaches to the next line that `begins` one: for dumps whose texts hold
/// raw newlines. Each comes with its first line; `before` gets the lines in front of the first piece.
pub(super) fn pieces<'a>(
    text: &'a str,
    begins: impl Fn(&Line<'a>) -> bool,
    mut before: impl FnMut(&Line<'a>),
    mut piece: impl FnMut(&Line<'a>, &'a str),
) {
    let mut open: Option<Line<'a>> = None;
    let mut end = 0;
    for line in lines(text) {
        if begins(&line) {
            if let Some(first) = open.replace(line) {
                piece(&first, &text[first.start..end]);
            }
        } else if open.is_none() {
            before(&line);
        }
        end = line.start + line.text.len();
    }
    if let Some(first) = open {
        piece(&first, text[first.start..].trim_end_matches(['\n', '\r']));
    }
}

/// Numbers parted by anything that is not part of a number: exactly `N` of them, else nothing.
pub(super) fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let in_number = |c: char| c.is_ascii_digit() || matches!(c, '-' | '.' | '+');
    let mut found = text.split(|c| !in_number(c)).filter(|n| !n.is_empty());
    let mut all = [0.0; N];
    for slot in &mut all {
        *slot = found.next()?.parse().ok()?;
    }
    found.next().is_none().then_some(all)
}

/// A box of left, top, right and bottom as one of x, y, width and height.
pub(super) fn from_edges([left, top, right, bottom]: [f64; 4]) -> [f64; 4] {
    [left, top, right - left, bottom - top]
}
