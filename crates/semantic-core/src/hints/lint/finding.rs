//! What was found, where it stands, and how it is fixed.

use std::ops::Range;

use super::rule::{Rule, Severity};
use crate::hints::text::cut;
use crate::tree::NodeId;

/// Something that breaks a rule.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// How bad it is here: as the rule says, or less.
    pub severity: Severity,
    /// Where in the text it stands, in bytes; `None` on a rendered page.
    pub at: Option<Range<usize>>,
    /// The `data-semtag-id` of the element, where it has one that is known.
    pub id: Option<String>,
    /// Which nodes of a rendered page's tree it is about; empty where the tree does not have them.
    pub nodes: Vec<NodeId>,
    /// What is wrong here, in a sentence that may quote the text.
    pub message: String,
    /// How to mend it, where that is mechanical.
    pub fix: Option<Edit>,
}

/// A change of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is replaced, in bytes.
    pub at: Range<usize>,
    /// By what.
    pub text: String,
}

impl Finding {
    pub(super) fn new(rule: &'static Rule, at: Option<Range<usize>>, message: impl Into<String>) -> Finding {
        let (message, nodes) = (message.into(), Vec::new());
        Finding { rule, severity: rule.severity, at, id: None, nodes, message, fix: None }
    }

    pub(super) fn of(mut self, id: Option<&str>) -> Finding {
        self.id = id.filter(|id| !id.is_empty()).map(str::to_owned);
        self
    }

    pub(super) fn fixed_by(mut self, edit: Option<Edit>) -> Finding {
        self.fix = edit;
        self
    }
}

/// In the order of the text, what has no place last.
pub(super) fn sort(findings: &mut [Finding]) {
    let key = |finding: &Finding| {
        let (start, end) = finding.at.as_ref().map_or((usize::MAX, usize::MAX), |at| (at.start, at.end));
        (start, end, finding.rule.id)
    };
    findings.sort_by_key(key);
}

/// Text of a page or file in a message: in quotes, cut, without anything that could forge a line.
pub(super) fn quoted(text: &str) -> String {
    const SHOWN: usize = 60;
    format!("{:?}", cut(text.to_owned(), SHOWN))
}

/// The text with all fixes of the findings in it, and how many those are. Of two fixes that overlap the first is taken;
/// the other comes the next time.
pub fn applied(text: &str, findings: &[Finding]) -> (String, usize) {
    let mut edits: Vec<&Edit> = findings.iter().filter_map(|finding| finding.fix.as_ref()).collect();
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    edits.dedup();
    let mut out = String::with_capacity(text.len());
    let (mut from, mut count) = (0, 0);
    for edit in edits {
        let Some(before) = text.get(from..edit.at.start) else { continue };
        if text.get(edit.at.clone()).is_none() {
            continue;
        }
        out.push_str(before);
        out.push_str(&edit.text);
        from = edit.at.end;
        count += 1;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    (out, count)
}

/// A place in a text as people count: both from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

/// The lines of a text, to tell places in it.
#[derive(Debug)]
pub struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Finds where lines begin.
    pub fn of(text: &'a str) -> Lines<'a> {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Lines { text, starts }
    }

    /// The place of a byte; one behind the end is at the end.
    ///
    /// ```
    /// use semantic_core::hints::lint::{Lines, Place};
    /// assert_eq!(Lines::of("é\nab").place(4), Place { line: 2, column: 2 });
    /// ```
    pub fn place(&self, at: usize) -> Place {
        let line = self.starts.partition_point(|&start| start <= at).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or_default();
        let before = self.text.get(start..at).or_else(|| self.text.get(start..)).unwrap_or_default();
        Place { line, column: before.chars().count() + 1 }
    }
}
