//! What one file has to say, with lines and columns.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use semantic_core::hints::Captured;
use semantic_core::hints::lint::{self, Coverage, Finding, Language, Lines, Rule, Severity, SourceLint};
use semantic_core::tree::Snapshot;

use crate::live::Rendered;

/// Where a finding begins and ends: lines and characters, from 1; the end is behind the last character.
#[derive(Clone, Copy)]
pub struct Place {
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
}

/// A finding as it is printed.
pub struct Told {
    pub rule: &'static Rule,
    pub severity: Severity,
    pub place: Option<Place>,
    pub id: Option<String>,
    /// CSS selectors of what it is about on a live page, where it has no id.
    pub selectors: Vec<String>,
    pub message: String,
    pub is_fixable: bool,
}

/// Where a text speaks of hints that could not be read.
pub struct Unread {
    pub place: Place,
    pub why: &'static str,
}

/// What a file or a page has to say.
pub struct Report {
    /// What the file is called, or the address of a live page.
    pub name: String,
    pub is_live: bool,
    pub findings: Vec<Told>,
    /// How much of a page has hints.
    pub coverage: Option<Coverage>,
    /// What could not be looked at.
    pub notices: Vec<String>,
    /// Hints that could not be read.
    pub unread: Vec<Unread>,
}

impl Report {
    /// The report of a source.
    pub fn of(path: &Path, text: &str, lint: SourceLint) -> Report {
        let lines = Lines::of(text);
        Report {
            name: path.display().to_string(),
            is_live: false,
            unread: unread(&lint, &lines),
            findings: lint.findings.into_iter().map(|finding| told(finding, &lines, None)).collect(),
            coverage: None,
            notices: lint.notices,
        }
    }
}

fn place(at: &Range<usize>, lines: &Lines<'_>) -> Place {
    let (start, end) = (lines.place(at.start), lines.place(at.end));
    Place { line: start.line, column: start.column, end_line: end.line, end_column: end.column }
}

fn unread(lint: &SourceLint, lines: &Lines<'_>) -> Vec<Unread> {
    lint.unread.iter().map(|unread| Unread { place: place(&unread.at, lines), why: unread.why }).collect()
}

fn told(finding: Finding, lines: &Lines<'_>, at: Option<Range<usize>>) -> Told {
    Told {
        rule: finding.rule,
        severity: finding.severity,
        place: finding.at.or(at).map(|at| place(&at, lines)),
        id: finding.id,
        selectors: Vec::new(),
        message: finding.message,
        is_fixable: finding.fix.is_some(),
    }
}

/// The report of a rendered page: what was captured of it, its tree where there is one, and where it was read from a
/// file its HTML, by which findings get a place. What the source and the page both tell is told once.
pub fn page(name: &str, captured: &Captured, tree: Option<&Snapshot>, html: Option<&str>) -> Report {
    let rendered = lint::page(captured, tree);
    let text = html.unwrap_or_default();
    let source = lint::source(text, Language::Html);
    let lines = Lines::of(text);
    let known: HashSet<_> = source.findings.iter().map(|f| (f.rule.id, f.id.clone())).collect();
    let mut findings = Vec::with_capacity(known.len() + rendered.findings.len());
    findings.extend(source.findings.iter().map(|finding| told(finding.clone(), &lines, None)));
    for finding in rendered.findings {
        let is_known = finding.id.is_some() && known.contains(&(finding.rule.id, finding.id.clone()));
        if !is_known {
            let at = finding.id.as_deref().and_then(|id| source.place_of(id));
            findings.push(told(finding, &lines, at));
        }
    }
    let unread = unread(&source, &lines);
    let notices = rendered.notices.into_iter().chain(source.notices).collect();
    Report { name: name.to_owned(), is_live: false, findings, coverage: rendered.coverage, notices, unread }
}

/// The report of a live page, of whose findings the elements are told instead of lines.
pub fn live(rendered: &Rendered) -> Report {
    let nowhere = Lines::of("");
    let findings = rendered.lint.findings.iter().map(|finding| {
        let nodes = finding.nodes.iter().filter(|_| finding.id.is_none());
        let selectors = nodes.filter_map(|node| rendered.selectors.get(node)).cloned().collect();
        Told { selectors, ..told(finding.clone(), &nowhere, None) }
    });
    let tree = rendered.look.observation.snapshot();
    let mut notices = rendered.lint.notices.clone();
    notices.extend(tree.notices().iter().filter(|notice| !rendered.lint.notices.contains(notice)).cloned());
    Report {
        name: rendered.captured.url.clone(),
        is_live: true,
        findings: findings.collect(),
        coverage: rendered.lint.coverage,
        notices,
        unread: Vec::new(),
    }
}
