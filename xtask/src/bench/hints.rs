//! `semantic mcp` beside Playwright: characters, time, start and memory, measured by `tests/e2e/bench.mjs`.

use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::e2e;
use crate::test::semantic;

/// One line of the script.
#[derive(Deserialize)]
#[serde(tag = "part", rename_all = "lowercase")]
enum Line {
    Sizes(Sizes),
    Time(Time),
    Start { server: String, runs: u32, median: f64, resident: Option<f64> },
    Memory { calls: u32, warm: u32, before: Left, after: Left },
}

/// Characters of the snapshots of a page; Playwright's as recorded and as of now.
#[derive(Deserialize)]
#[serde(untagged)]
enum Sizes {
    Page { page: String, ours: f64, ai: f64, plain: f64, ai_now: f64, plain_now: f64 },
    Skipped { skipped: String },
}

/// Milliseconds of one way to look at the large page.
#[derive(Deserialize)]
struct Time {
    way: String,
    elements: u32,
    hinted: u32,
    median: f64,
    fastest: f64,
    characters: u64,
}

/// What a server holds, and what it left in the browser.
#[derive(Deserialize)]
struct Left {
    resident: Option<f64>,
    worlds: u32,
    targets: u32,
}

/// Measures and prints all parts, or says why it cannot.
pub fn run() -> Result<()> {
    println!("\nsemantic mcp beside Playwright");
    let Some(lines) = script::<Line>(&["sizes", "time", "start", "memory"])? else { return Ok(()) };
    sizes(&lines);
    times(&lines);
    start(&lines);
    memory(&lines);
    Ok(())
}

/// The lines of some parts of the script; where it cannot run, says why.
pub fn script<L: DeserializeOwned>(parts: &[&str]) -> Result<Option<Vec<L>>> {
    if let Err(why) = e2e::ready()? {
        println!("skipped: {why}");
        return Ok(None);
    }
    let mut script = e2e::node(&["bench.mjs"]);
    let script = script.args(parts).env("SEMANTIC_BIN", semantic(true)?).stderr(Stdio::inherit());
    let out = script.output().context("cannot run node")?;
    ensure!(out.status.success(), "tests/e2e/bench.mjs failed: {}", out.status);
    let text = String::from_utf8(out.stdout).context("the script's output")?;
    let lines = text.lines().map(|line| serde_json::from_str(line).with_context(|| line.to_owned()));
    lines.collect::<Result<_>>().map(Some)
}

/// A row a page, and the whole.
fn sizes(lines: &[Line]) {
    let sizes =
        lines.iter().filter_map(|line| if let Line::Sizes(sizes) = line { Some(sizes) } else { None });
    println!(
        "\ncharacters of a snapshot; Playwright's as recorded on the live pages (target: 0.45 of AI in total)"
    );
    println!("{:26} {:>8} {:>8} {:>6} {:>8} {:>6}", "", "ours", "AI", "ratio", "plain", "ratio");
    let row = |name: &str, ours: f64, ai: f64, plain: f64| {
        println!("{name:26} {ours:8} {ai:8} {:6.2} {plain:8} {:6.2}", ours / ai, ours / plain);
    };
    let (mut recorded, mut now) = ([0.0; 3], [0.0; 2]);
    for size in sizes {
        match size {
            Sizes::Skipped { skipped } => return println!("skipped: {skipped}"),
            Sizes::Page { page, ours, ai, plain, ai_now, plain_now } => {
                row(page, *ours, *ai, *plain);
                recorded = [recorded[0] + ours, recorded[1] + ai, recorded[2] + plain];
                now = [now[0] + ai_now, now[1] + plain_now];
            }
        }
    }
    row("total", recorded[0], recorded[1], recorded[2]);
    row("total, Playwright of today", recorded[0], now[0], now[1]);
}

/// A row a way, with its ratio to Playwright's AI snapshot and to its plain one.
fn times(lines: &[Line]) {
    let times: Vec<&Time> =
        lines.iter().filter_map(|line| if let Line::Time(time) = line { Some(time) } else { None }).collect();
    let Some(first) = times.first() else { return };
    println!(
        "\nmilliseconds from call to answer, median of 20 (fastest), in turns on a page of {} elements, {} hinted (targets: \
         hints half of AI, semantic_view no more than AI, semantic_find 15 ms beyond semantic_view)",
        first.elements, first.hinted
    );
    let of = |way: &str| times.iter().find(|time| time.way == way).map_or(f64::NAN, |time| time.median);
    let (ai, plain) = (of("Playwright AI snapshot"), of("Playwright aria snapshot"));
    println!(
        "{:36} {:>8} {:>10} {:>6} {:>8} {:>11}",
        "", "median", "fastest", "of AI", "of plain", "characters"
    );
    for Time { way, median, fastest, characters, .. } in times {
        let fastest = format!("({fastest:.1})");
        println!(
            "{way:36} {median:8.1} {fastest:>10} {:6.2} {:8.2} {characters:11}",
            median / ai,
            median / plain
        );
    }
}

fn start(lines: &[Line]) {
    println!("\nfrom the start of a server to its answer to initialize, median (target: 50 ms, 15 MiB)");
    for line in lines {
        if let Line::Start { server, runs, median, resident } = line {
            println!("{server:26} {median:8.1} ms of {runs} runs, {}", mebibytes(*resident));
        }
    }
}

fn memory(lines: &[Line]) {
    for line in lines {
        let Line::Memory { calls, warm, before, after } = line else { continue };
        let grown = before.resident.zip(after.resident).map(|(before, after)| (after - before) / 1024.0);
        let grown = grown.map_or_else(String::new, |mib| format!(", {mib:+.2} MiB (target: 2)"));
        println!(
            "\n{calls} calls in a row: {} after {warm} calls, {} at the end{grown}",
            mebibytes(before.resident),
            mebibytes(after.resident)
        );
        println!(
            "worlds in the page {} and {}, targets {} and {}",
            before.worlds, after.worlds, before.targets, after.targets
        );
    }
}

fn mebibytes(kibibytes: Option<f64>) -> String {
    kibibytes.map_or_else(
        || "memory skipped: the system does not tell".to_owned(),
        |kib| format!("{:.1} MiB resident", kib / 1024.0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_the_script_are_read() {
        for line in [
            r#"{"part":"sizes","page":"shop","ours":7,"ai":9,"plain":8,"ai_now":9,"plain_now":8}"#,
            r#"{"part":"sizes","skipped":"the pages are not there"}"#,
            r#"{"part":"time","elements":9,"hinted":7,"way":"a","median":1.5,"fastest":1,"characters":12}"#,
            r#"{"part":"start","server":"a","runs":20,"median":30.5,"resident":8024}"#,
            r#"{"part":"memory","calls":9,"warm":2,"before":{"resident":1,"worlds":2,"targets":3},
                "after":{"resident":null,"worlds":2,"targets":3}}"#,
        ] {
            assert!(serde_json::from_str::<Line>(line).is_ok(), "{line}");
        }
    }
}
