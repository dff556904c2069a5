//! Findings of the linter as SARIF 2.1.0, which code hosts and editors show in place.

use semantic_core::hints::lint::{RULES, Rule};
use serde_json::{Value, json};

use super::json as to_json;
use crate::lint::{Outcome, Told};

/// The whole log: one run.
pub fn log(all: &Outcome) -> String {
    let rules: Vec<Value> = RULES.into_iter().map(rule).collect();
    let results: Vec<Value> = all
        .reports
        .iter()
        .flat_map(|report| report.findings.iter().map(|finding| result(&report.name, finding)))
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

fn result(file: &str, finding: &Told) -> Value {
    let mut place = json!({"artifactLocation": {"uri": uri(file)}});
    let region = finding.place.map_or(json!({"startLine": 1}), |p| {
        json!({"startLine": p.line, "startColumn": p.column, "endLine": p.end_line, "endColumn": p.end_column})
    });
    place["region"] = region;
    let mut location = json!({"physicalLocation": place});
    if let Some(id) = &finding.id {
        location["logicalLocations"] = json!([{"fullyQualifiedName": id, "kind": "element"}]);
    }
    json!({
        "ruleId": finding.rule.id,
        "ruleIndex": RULES.iter().position(|rule| rule.id == finding.rule.id),
        "level": finding.severity.as_str(),
        "message": {"text": format!("{}. {}", finding.message, plain(finding.rule.cure))},
        "locations": [location],
    })
}

/// A path as a relative reference: slashes between, everything else that a reference may not hold spelled out.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'\\' => out.push('/'),
            b'/' | b'.' | b'-' | b'_' | b'~' => out.push(byte as char),
            byte if byte.is_ascii_alphanumeric() => out.push(byte as char),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("src/a b/ä.tsx"), "src/a%20b/%C3%A4.tsx");
        assert_eq!(uri("src\\[id].vue"), "src/%5Bid%5D.vue");
    }
}
