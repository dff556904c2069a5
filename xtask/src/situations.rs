//! `cargo xtask eval situations`: each file in `../shared/data/situations` beside what its `.md` expects, on the live
//! page where it is one.

mod answer;
mod client;
mod finding;
mod healing;
mod layers;
mod playwright;
mod points;
mod refs;
mod server;
mod shown;
mod size;
mod stage;
mod text;
mod trust;

use std::path::Path;

use anyhow::{Context, Result, bail};

use self::points::{Fate, Points};
use self::stage::Stage;
use crate::test::semantic;
use crate::{corpus, e2e};

/// Looks at the points of one situation.
type Check = fn(&mut Stage, &mut Points) -> Result<()>;

/// The situations that we know, by the stem of their `.md`.
const SITUATIONS: [(&str, Check); 26] = [
    ("01-size-budget", size::budget),
    ("02-error-text-in-interactive-view", text::errors),
    ("04-closed-select", text::closed_select),
    ("06-ref-stability", refs::stability),
    ("07-ref-after-new-document", refs::documents),
    ("09-list-delete-and-banner", healing::list),
    ("10-table-rows-and-items", text::rows),
    ("12-diff", text::diff),
    ("15-states", shown::states),
    ("16-pointer-targets", shown::pointers),
    ("17-name-kept", shown::names),
    ("19-visibility", shown::hidden),
    ("21-modal", layers::modal),
    ("22-file-input", shown::files),
    ("23-frames", layers::frames),
    ("24-shadow", layers::shadow),
    ("29-duplicate-names", finding::duplicates),
    ("30-relative-find", finding::places),
    ("31-other-languages", finding::languages),
    ("32-heal-absent", healing::absent),
    ("34-heal-id-rename", healing::renamed),
    ("36-secrets", trust::secrets),
    ("37-page-text-as-orders", trust::orders),
    ("39-tabs", server::tabs),
    ("40-stdout", server::channel),
    ("41-tool-schema", server::schemas),
];

/// Looks at every situation and prints a row each; an error where a point does not hold.
pub fn run() -> Result<String> {
    let folder = corpus::root().join("../shared/data/situations");
    if !folder.is_dir() {
        return Ok(skipped("../shared/data/situations is not there"));
    }
    if std::env::var("SEMANTIC_NO_BROWSER").is_ok_and(|no| no == "1") {
        return Ok(skipped("SEMANTIC_NO_BROWSER=1"));
    }
    if let Err(why) = e2e::browser() {
        return Ok(skipped(&why));
    }
    let mut stage = Stage::open(folder.clone(), semantic(false)?)?;
    if let Err(why) = &stage.playwright {
        println!("locators are not tried in Playwright: {why}");
    }
    println!("{:36} {:>6} {:>9} {:>12}", "situation", "held", "not ours", "not checked");
    let mut all = Points::default();
    for (name, check) in SITUATIONS {
        let points = look(&mut stage, name, check);
        print(name, &points);
        all.all.extend(points.all);
    }
    let unknown = unknown(&folder)?;
    if !unknown.is_empty() {
        println!("no check of ours is written for {}", unknown.join(", "));
    }
    print("total", &Points { all: all.all.iter().map(|point| (String::new(), point.1.clone())).collect() });
    let failed = all.count(|fate| matches!(fate, Fate::Failed(_)));
    if failed > 0 {
        bail!("{failed} points of the situations do not hold");
    }
    Ok(format!("{} points hold", all.count(|fate| *fate == Fate::Held)))
}

fn skipped(why: &str) -> String {
    println!("situations: skipped, {why}");
    format!("skipped: {why}")
}

/// The points of one situation; what keeps it from being looked at is a point that failed.
fn look(stage: &mut Stage, name: &str, check: Check) -> Points {
    let mut points = Points::default();
    if !stage.folder.join(format!("{name}.md")).is_file() {
        points.unchecked("all of it", "the file is not there");
    } else if let Err(error) = check(stage, &mut points) {
        points.point("all of it can be looked at", false, format_args!("{error:#}"));
    }
    points
}

/// A row, and below it what is not simply held.
fn print(name: &str, points: &Points) {
    let not_ours = points.count(|fate| matches!(fate, Fate::NotOurs(_)));
    let unchecked = points.count(|fate| matches!(fate, Fate::Unchecked(_)));
    let held = points.count(|fate| *fate == Fate::Held);
    let held = format!("{held}/{}", points.all.len() - not_ours - unchecked);
    println!("{name:36} {held:>6} {not_ours:>9} {unchecked:>12}");
    for (what, fate) in points.all.iter().filter(|point| !point.0.is_empty()) {
        match fate {
            Fate::Held => {}
            Fate::Failed(seen) => println!("  FAILED: {what}: {}", seen.trim_end().replace('\n', "\n    ")),
            Fate::NotOurs(why) => println!("  not ours: {what}: {why}"),
            Fate::Unchecked(why) => println!("  not checked: {what}: {why}"),
        }
    }
}

/// Situations of the folder for which there is no check.
fn unknown(folder: &Path) -> Result<Vec<String>> {
    let mut unknown = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let stem = name.strip_suffix(".md").filter(|stem| stem.starts_with(|c: char| c.is_ascii_digit()));
        unknown.extend(stem.filter(|stem| SITUATIONS.iter().all(|s| s.0 != *stem)).map(str::to_owned));
    }
    unknown.sort();
    Ok(unknown)
}
