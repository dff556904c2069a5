//! Findings of the linter as text and as JSON.

use std::fmt::Write as _;
use std::io::{Result, Write};

use semantic_core::hints::lint::Severity;
use serde::Serialize;
use serde_json::{Value, json};

use super::json::{Each, write};
use super::{escape, several};
use crate::lint::{Outcome, Report, Told, Unread};

/// How many findings there are of each severity: errors, warnings, notes.
fn counts(all: &Outcome) -> [usize; 3] {
    let mut counts = [0; 3];
    for finding in all.reports.iter().flat_map(|report| &report.findings) {
        counts[match finding.severity {
            Severity::Error => 0,
            Severity::Warning => 1,
            Severity::Note => 2,
        }] += 1;
    }
    counts
}

/// Two lines a finding, one a page, and one that counts.
pub fn lines(all: &Outcome, out: &mut impl Write) -> Result<()> {
    let mut line = String::new();
    for report in &all.reports {
        for finding in &report.findings {
            line.clear();
            place(&mut line, report, finding);
            let (severity, rule) = (finding.severity.as_str(), finding.rule);
            let fix = if finding.is_fixable { " (--fix)" } else { "" };
            let _ = write!(line, ": {severity}[{}] {}{fix}", rule.id, finding.message);
            writeln!(out, "{}\n    {}", escape::line(&line), rule.cure)?;
        }
        if let Some(coverage) = report.coverage {
            writeln!(out, "{}: {coverage}", escape::line(&report.name))?;
        }
    }
    let [errors, warnings, notes] = counts(all);
    write!(out, "{}, {}, ", several(errors, "error"), several(warnings, "warning"))?;
    write!(out, "{} in {}", several(notes, "note"), several(all.files + pages(all), "file"))?;
    if all.is_bare {
        write!(out, ", none with hints")?;
    }
    if all.fixed > 0 {
        write!(out, "; {} fixed", all.fixed)?;
    }
    if !all.skipped.is_empty() {
        write!(out, "; {} skipped", all.skipped.len())?;
    }
    let unread = unread(all);
    if unread > 0 {
        write!(out, "; {} not read", several(unread, "place"))?;
    }
    writeln!(out)
}

fn pages(all: &Outcome) -> usize {
    all.reports.len().saturating_sub(all.files)
}

fn unread(all: &Outcome) -> usize {
    all.reports.iter().map(|report| report.unread.len()).sum()
}

fn place(line: &mut String, report: &Report, finding: &Told) {
    line.push_str(&report.name);
    let _ = match (finding.place, &finding.id, finding.selectors.as_slice()) {
        (Some(place), ..) => write!(line, ":{}:{}", place.line, place.column),
        (None, Some(id), _) => write!(line, ": {id}"),
        (None, None, [one]) => write!(line, ": {one}"),
        (None, None, [first, more @ ..]) => write!(line, ": {first} (and {} more)", more.len()),
        (None, None, []) => Ok(()),
    };
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct One<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<usize>,
    rule: &'a str,
    severity: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    selectors: &'a [String],
    message: &'a str,
    cure: &'a str,
    fixable: bool,
}

/// One object with all that is known.
pub fn json(all: &Outcome, out: &mut impl Write) -> Result<()> {
    #[derive(Serialize)]
    struct All<F: Serialize> {
        findings: F,
        pages: Vec<Value>,
        skipped: Vec<Value>,
        unread: Vec<Value>,
        notes: Vec<Value>,
        summary: Value,
    }
    let findings = || {
        let of = |report| move |finding| one(report, finding);
        all.reports.iter().flat_map(move |report| report.findings.iter().map(of(report)))
    };
    let [errors, warnings, notes] = counts(all);
    let files = all.files + pages(all);
    let summary = json!({
        "files": files, "errors": errors, "warnings": warnings, "notes": notes, "fixed": all.fixed,
        "unread": unread(all),
    });
    let told = |report: &Report| {
        let name = report.name.clone();
        report.notices.clone().into_iter().map(move |text| json!({"file": name, "text": text}))
    };
    let notes = all.notices.iter().map(|text| json!({"text": text}));
    write(
        &All {
            findings: Each(findings),
            pages: all.reports.iter().filter_map(page).collect(),
            skipped: all.skipped.iter().map(|(file, why)| json!({"file": file, "why": why})).collect(),
            unread: all.reports.iter().flat_map(unread_of).collect(),
            notes: notes.chain(all.reports.iter().flat_map(told)).collect(),
            summary,
        },
        out,
    )
}

fn one<'a>(report: &'a Report, finding: &'a Told) -> One<'a> {
    let place = finding.place;
    One {
        file: &report.name,
        line: place.map(|p| p.line),
        column: place.map(|p| p.column),
        end_line: place.map(|p| p.end_line),
        end_column: place.map(|p| p.end_column),
        rule: finding.rule.id,
        severity: finding.severity.as_str(),
        id: finding.id.as_deref(),
        selectors: &finding.selectors,
        message: &finding.message,
        cure: finding.rule.cure,
        fixable: finding.is_fixable,
    }
}

fn page(report: &Report) -> Option<Value> {
    let coverage = report.coverage?;
    let pair = |(hinted, all): (usize, usize)| json!({"hinted": hinted, "all": all});
    Some(json!({
        "file": report.name,
        "controls": pair(coverage.controls),
        "readings": pair(coverage.readings),
    }))
}

fn unread_of(report: &Report) -> impl Iterator<Item = Value> {
    report.unread.iter().map(|unread| {
        let place = unread.place;
        json!({"file": report.name, "line": place.line, "column": place.column, "why": unread.why})
    })
}

/// The places of a file that could not be read, in a sentence.
pub fn unread_places(unread: &[Unread]) -> String {
    const SHOWN: usize = 5;
    let mut reasons: Vec<&str> = unread.iter().map(|unread| unread.why).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let of = |why: &&str| {
        let places = unread.iter().filter(|unread| unread.why == *why);
        let shown = places.clone().take(SHOWN);
        let shown: Vec<String> = shown.map(|u| format!("{}:{}", u.place.line, u.place.column)).collect();
        let more = match places.count().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more (all with --format json)"),
        };
        format!("{why} at {}{more}", shown.join(", "))
    };
    let told: Vec<String> = reasons.iter().map(of).collect();
    format!("{} could not be read: {}", several(unread.len(), "place"), told.join("; "))
}
