//! Findings of the linter as text and as JSON.

use std::fmt::Write;

use semantic_core::hints::lint::Severity;
use serde_json::{Map, Value, json};

use super::{escape, json as to_json};
use crate::lint::{Outcome, Report, Told};

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
pub fn lines(all: &Outcome) -> String {
    let mut out = String::new();
    for report in &all.reports {
        for finding in &report.findings {
            let line = format!(
                "{}: {}[{}] {}{}",
                place(report, finding),
                finding.severity.as_str(),
                finding.rule.id,
                finding.message,
                if finding.is_fixable { " (--fix)" } else { "" }
            );
            let _ = writeln!(out, "{}\n    {}", escape::line(&line), finding.rule.cure);
        }
        if let Some(coverage) = report.coverage {
            let _ = writeln!(out, "{}: {coverage}", escape::line(&report.name));
        }
    }
    let [errors, warnings, notes] = counts(all);
    let several = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let _ = write!(out, "{}, {}, ", several(errors, "error"), several(warnings, "warning"));
    let _ = write!(out, "{} in {}", several(notes, "note"), several(all.files + pages(all), "file"));
    if all.fixed > 0 {
        let _ = write!(out, "; {} fixed", all.fixed);
    }
    if !all.skipped.is_empty() {
        let _ = write!(out, "; {} skipped", all.skipped.len());
    }
    out + "\n"
}

fn pages(all: &Outcome) -> usize {
    all.reports.len().saturating_sub(all.files)
}

fn place(report: &Report, finding: &Told) -> String {
    match (finding.place, &finding.id, finding.selectors.as_slice()) {
        (Some(place), ..) => format!("{}:{}:{}", report.name, place.line, place.column),
        (None, Some(id), _) => format!("{}: {id}", report.name),
        (None, None, [one]) => format!("{}: {one}", report.name),
        (None, None, [first, more @ ..]) => format!("{}: {first} (and {} more)", report.name, more.len()),
        (None, None, []) => report.name.clone(),
    }
}

/// One object with all that is known.
pub fn json(all: &Outcome) -> String {
    let findings: Vec<Value> = all
        .reports
        .iter()
        .flat_map(|report| report.findings.iter().map(|finding| one(&report.name, finding)))
        .collect();
    let pages: Vec<Value> = all
        .reports
        .iter()
        .filter_map(|report| {
            let coverage = report.coverage?;
            let pair = |(hinted, all): (usize, usize)| json!({"hinted": hinted, "all": all});
            Some(json!({
                "file": report.name,
                "controls": pair(coverage.controls),
                "readings": pair(coverage.readings),
            }))
        })
        .collect();
    let skipped: Vec<Value> =
        all.skipped.iter().map(|(file, why)| json!({"file": file, "why": why})).collect();
    let [errors, warnings, notes] = counts(all);
    let files = all.files + self::pages(all);
    to_json::object(&json!({
        "findings": findings,
        "pages": pages,
        "skipped": skipped,
        "summary": {"files": files, "errors": errors, "warnings": warnings, "notes": notes, "fixed": all.fixed},
    }))
}

fn one(file: &str, finding: &Told) -> Value {
    let place = finding.place;
    let all = json!({
        "file": file,
        "line": place.map(|p| p.line),
        "column": place.map(|p| p.column),
        "endLine": place.map(|p| p.end_line),
        "endColumn": place.map(|p| p.end_column),
        "rule": finding.rule.id,
        "severity": finding.severity.as_str(),
        "id": finding.id,
        "selectors": (!finding.selectors.is_empty()).then_some(&finding.selectors),
        "message": finding.message,
        "cure": finding.rule.cure,
        "fixable": finding.is_fixable,
    });
    let Value::Object(all) = all else { unreachable!("an object was written above") };
    Value::Object(all.into_iter().filter(|(_, value)| !value.is_null()).collect::<Map<_, _>>())
}
