//! Findings of the linter as SARIF 2.1.0, which code hosts and editors show in place.

use std::io::{Result, Write};

use semantic_core::hints::lint::{RULES, Rule};
use serde::Serialize;
use serde_json::{Value, json};

use super::json::{Each, write};
use super::uri::of_path;
use crate::lint::{Outcome, Place, Report, Told};

#[derive(Serialize)]
struct Log<R> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [R; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<F> {
    tool: Value,
    column_kind: &'static str,
    invocations: Value,
    results: F,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding<'a> {
    rule_id: &'a str,
    rule_index: Option<usize>,
    level: &'a str,
    message: Message,
    locations: [Location<'a>; 1],
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    physical_location: Physical<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<Logical<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical<'a> {
    artifact_location: Artifact<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
struct Artifact<'a> {
    uri: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Logical<'a> {
    fully_qualified_name: &'a str,
    kind: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase", untagged)]
enum Region {
    #[serde(rename_all = "camelCase")]
    Known { start_line: usize, start_column: usize, end_line: usize, end_column: usize },
    #[serde(rename_all = "camelCase")]
    Somewhere { start_line: usize },
}

/// The whole log: one run.
pub fn log(all: &Outcome, out: &mut impl Write) -> Result<()> {
    let rules: Vec<Value> = RULES.into_iter().map(rule).collect();
    let uris: Vec<String> = all.reports.iter().map(address).collect();
    let results = || {
        let of = |report, uri| move |finding| result(report, uri, finding);
        let files = all.reports.iter().zip(&uris);
        files.flat_map(move |(report, uri)| report.findings.iter().map(of(report, uri)))
    };
    let run = Run {
        tool: json!({"driver": {
            "name": "semantic",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "informationUri": env!("CARGO_PKG_REPOSITORY"),
            "rules": rules,
        }}),
        column_kind: "unicodeCodePoints",
        invocations: json!([{"executionSuccessful": true, "toolExecutionNotifications": left_out(all)}]),
        results: Each(results),
    };
    let log = Log { schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
    write(&log, out)
}

fn address(report: &Report) -> String {
    if report.is_live { report.name.clone() } else { of_path(&report.name) }
}

/// What was not looked at, or only in part.
fn left_out(all: &Outcome) -> Vec<Value> {
    let told = |level: &str, text: &str, file: &str, line: Option<Place>| {
        let mut place = json!({"artifactLocation": {"uri": file}});
        if let Some(at) = line {
            place["region"] = json!({"startLine": at.line, "startColumn": at.column});
        }
        json!({"level": level, "message": {"text": text}, "locations": [{"physicalLocation": place}]})
    };
    let skipped = all
        .skipped
        .iter()
        .map(|(file, why)| told("warning", &format!("{file}: {why}"), &of_path(file), None));
    let of_file = |report: &Report| -> Vec<Value> {
        let name = &address(report);
        let unread = report.unread.iter().map(|unread| {
            told("note", &format!("could not be read: {}", unread.why), name, Some(unread.place))
        });
        unread.chain(report.notices.iter().map(|text| told("note", text, name, None))).collect()
    };
    let notes = all.notices.iter().map(|text| json!({"level": "note", "message": {"text": text}}));
    skipped.chain(all.reports.iter().flat_map(of_file)).chain(notes).collect()
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

fn result<'a>(report: &Report, uri: &'a str, finding: &'a Told) -> Finding<'a> {
    let known = |p: Place| Region::Known {
        start_line: p.line,
        start_column: p.column,
        end_line: p.end_line,
        end_column: p.end_column,
    };
    // What is told of a whole file is shown at its beginning; a live page has no lines.
    let whole = (!report.is_live).then_some(Region::Somewhere { start_line: 1 });
    let region = finding.place.map(known).or(whole);
    let logical = |name: &'a String| Logical { fully_qualified_name: name, kind: "element" };
    Finding {
        rule_id: finding.rule.id,
        rule_index: RULES.iter().position(|rule| rule.id == finding.rule.id),
        level: finding.severity.as_str(),
        message: Message { text: format!("{}. {}", finding.message, plain(finding.rule.cure)) },
        locations: [Location {
            physical_location: Physical { artifact_location: Artifact { uri }, region },
            logical_locations: finding.id.iter().chain(&finding.selectors).map(logical).collect(),
        }],
    }
}
