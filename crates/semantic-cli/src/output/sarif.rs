//! Findings of the linter as SARIF 2.1.0, which code hosts and editors show in place.

use semantic_core::hints::lint::{RULES, Rule};
use serde_json::{Value, json};

use super::json as to_json;
use super::uri::of_path as uri;
use crate::lint::{Outcome, Place, Report, Told};

/// The whole log: one run.
pub fn log(all: &Outcome) -> String {
    let rules: Vec<Value> = RULES.into_iter().map(rule).collect();
    let results: Vec<Value> = all
        .reports
        .iter()
        .flat_map(|report| report.findings.iter().map(|finding| result(report, finding)))
        .collect();
    let unread: Vec<Value> = all
        .skipped
        .iter()
        .map(|(file, why)| {
            json!({
                "level": "warning",
                "message": {"text": format!("{file}: {why}")},
                "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri(file)}}}],
            })
        })
        .collect();
    to_json::object(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "semantic",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{"executionSuccessful": true, "toolExecutionNotifications": unread}],
            "results": results,
        }],
    }))
}

fn rule(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "shortDescription": {"text": plain(rule.title)},
        "fullDescription": {"text": plain(rule.why)},
        "help": {"text": format!("{}\n\n{}", plain(rule.why), plain(rule.cure)), "markdown": rule.page()},
        "helpUri": format!("{}/blob/main/docs/lint/{}.md", env!("CARGO_PKG_REPOSITORY"), rule.id),
        "defaultConfiguration": {"level": rule.severity.as_str()},
        "properties": {"tags": ["hints"]},
    })
}

/// A text without the marks of Markdown.
fn plain(text: &str) -> String {
    text.replace('`', "")
}

fn result(report: &Report, finding: &Told) -> Value {
    let address = if report.is_live { report.name.clone() } else { uri(&report.name) };
    let mut place = json!({"artifactLocation": {"uri": address}});
    let region = |p: Place| json!({"startLine": p.line, "startColumn": p.column, "endLine": p.end_line, "endColumn": p.end_column});
    // What is told of a whole file is shown at its beginning; a live page has no lines.
    let whole = (!report.is_live).then(|| json!({"startLine": 1}));
    if let Some(region) = finding.place.map(region).or(whole) {
        place["region"] = region;
    }
    let mut location = json!({"physicalLocation": place});
    let elements: Vec<Value> = (finding.id.iter().chain(&finding.selectors))
        .map(|name| json!({"fullyQualifiedName": name, "kind": "element"}))
        .collect();
    if !elements.is_empty() {
        location["logicalLocations"] = elements.into();
    }
    json!({
        "ruleId": finding.rule.id,
        "ruleIndex": RULES.iter().position(|rule| rule.id == finding.rule.id),
        "level": finding.severity.as_str(),
        "message": {"text": format!("{}. {}", finding.message, plain(finding.rule.cure))},
        "locations": [location],
    })
}
