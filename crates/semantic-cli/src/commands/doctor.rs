//! `semantic doctor`: what of a live page can be reached, and the cure for what cannot.

use anyhow::Result;
use serde::Serialize;

use crate::cli::{DoctorCommand, TextFormat};
use crate::exit::Outcome;
use crate::live::{self, Check};
use crate::output::{self, escape, json};

#[derive(Serialize)]
struct Report<'a> {
    version: &'static str,
    checks: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    what: &'static str,
    ok: bool,
    found: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cure: Option<&'a str>,
}

impl<'a> From<&'a Check> for Row<'a> {
    fn from(check: &'a Check) -> Self {
        let (Ok(found) | Err(found)) = &check.found;
        Row { what: check.what, ok: check.found.is_ok(), found, cure: check.cure.as_deref() }
    }
}

/// Runs the subcommand.
pub fn run(args: &DoctorCommand) -> Result<Outcome> {
    let (checks, outcome) = live::examine(&args.cdp, args.tab.as_deref())?;
    let report =
        Report { version: env!("CARGO_PKG_VERSION"), checks: checks.iter().map(Row::from).collect() };
    output::print(&match args.format {
        TextFormat::Json => json::object(&report),
        TextFormat::Text => text(&report),
    })?;
    Ok(outcome)
}

fn text(report: &Report<'_>) -> String {
    let mut text = format!("ok   semantic: {}\n", report.version);
    for Row { what, ok, found, cure } in &report.checks {
        let mark = if *ok { "ok  " } else { "FAIL" };
        text.push_str(&format!("{mark} {what}: {}\n", escape::line(found)));
        if let Some(cure) = cure {
            text.push_str(&format!("     cure: {}\n", escape::line(cure)));
        }
    }
    text
}
