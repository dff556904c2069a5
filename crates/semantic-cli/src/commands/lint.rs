//! `semantic hints lint`: whether the hints of an app are good.

use std::path::{Path, PathBuf};

use anyhow::Result;
use semantic_core::formats;
use semantic_core::hints::lint::Severity;

use crate::cli::{HintsLintArgs, LintFormat};
use crate::exit::Outcome;
use crate::input;
use crate::lint::{self, Report};
use crate::live::{self, How};
use crate::output::{self, lint as text, sarif};

/// Runs the subcommand.
pub fn run(args: &HintsLintArgs) -> Result<Outcome> {
    let here = [PathBuf::from(".")];
    let paths = match (args.paths.as_slice(), args.page.as_slice(), &args.live.cdp) {
        ([], [], None) => &here,
        (paths, ..) => paths,
    };
    let mut all = lint::sources(paths, args.fix)?;
    for page in &args.page {
        all.reports.push(rendered(page)?);
    }
    if let Some(url) = &args.live.cdp {
        all.reports.push(lint::live(&live::attached(url, args.live.tab.as_deref(), How::Read)?));
    }
    output::print_by(|out| match args.format {
        LintFormat::Text => text::lines(&all, out),
        LintFormat::Json => text::json(&all, out),
        LintFormat::Sarif => sarif::log(&all, out),
    })?;
    for (name, why) in &all.skipped {
        output::complain("skipped", &format!("{name}: {why}"));
    }
    all.notices.iter().for_each(|notice| output::note(notice));
    for report in &all.reports {
        if !report.unread.is_empty() {
            output::note(&format!("{}: {}", report.name, text::unread_places(&report.unread)));
        }
        report.notices.iter().for_each(|notice| output::note(&format!("{}: {notice}", report.name)));
    }
    let worst = all.reports.iter().flat_map(|report| &report.findings).map(|finding| finding.severity).max();
    let fails = match worst {
        Some(Severity::Error) => true,
        Some(Severity::Warning) => args.strict,
        Some(Severity::Note) | None => false,
    };
    Ok(if fails || (args.strict && !all.skipped.is_empty()) { Outcome::Nothing } else { Outcome::Done })
}

/// The report of a page in a file.
fn rendered(path: &Path) -> Result<Report> {
    let name = path.display().to_string();
    let bytes = input::file(path)?;
    let unread = |e: formats::ReadError| anyhow::anyhow!("{name}: {e}");
    let captured = formats::read_hints(&bytes, None).map_err(unread)?;
    let tree = formats::read(&bytes, None).map_err(unread)?;
    let html =
        std::str::from_utf8(&bytes).ok().filter(|text| formats::detect(text).is_ok_and(|f| f.name == "html"));
    Ok(lint::page(&name, &captured, Some(&tree), html))
}
