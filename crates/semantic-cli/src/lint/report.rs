//! What one file has to say, with lines and columns.

use std::path::Path;

use semantic_core::hints::Captured;
use semantic_core::hints::lint::{self, Coverage, Finding, Language, Lines, Rule, Severity, SourceLint};
use semantic_core::tree::Snapshot;

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
    pub message: String,
    pub is_fixable: bool,
}

/// What a file or a page has to say.
pub struct Report {
    /// What the file is called.
    pub name: String,
    pub findings: Vec<Told>,
    /// How much of a page has hints.
    pub coverage: Option<Coverage>,
    /// What could not be looked at.
    pub notices: Vec<String>,
}

impl Report {
    /// The report of a source.
    pub fn of(path: &Path, text: &str, lint: &SourceLint) -> Report {
        let lines = Lines::of(text);
        Report {
            name: path.display().to_string(),
            findings: lint.findings.iter().map(|finding| told(finding, &lines, None)).collect(),
            coverage: None,
            notices: lint.notices.clone(),
        }
    }
}

fn told(finding: &Finding, lines: &Lines<'_>, at: Option<std::ops::Range<usize>>) -> Told {
    let place = finding.at.clone().or(at).map(|at| {
        let (start, end) = (lines.place(at.start), lines.place(at.end));
        Place { line: start.line, column: start.column, end_line: end.line, end_column: end.column }
    });
    Told {
        rule: finding.rule,
        severity: finding.severity,
        place,
        id: finding.id.clone(),
        message: finding.message.clone(),
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
    let mut findings: Vec<Told> = source.findings.iter().map(|finding| told(finding, &lines, None)).collect();
    let known: Vec<_> = source.findings.iter().map(|f| (f.rule.id, f.id.as_deref())).collect();
    for finding in &rendered.findings {
        let is_known = finding.id.is_some() && known.contains(&(finding.rule.id, finding.id.as_deref()));
        if !is_known {
            let at = finding.id.as_deref().and_then(|id| source.place_of(id));
            findings.push(told(finding, &lines, at));
        }
    }
    let notices = rendered.notices.into_iter().chain(source.notices).collect();
    Report { name: name.to_owned(), findings, coverage: rendered.coverage, notices }
}
