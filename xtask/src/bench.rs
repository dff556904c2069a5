//! `cargo xtask bench`: the benchmarks as one table, and what the command costs when it starts cold.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::corpus;
use crate::test::{cargo, pass};

#[allow(dead_code)] // the benchmarks use what is not used here
#[path = "../../crates/semantic-core/benches/pages/mod.rs"]
mod pages;

const SIZES: [usize; 3] = [100, 1_000, 10_000];
const RUNS: usize = 15;

/// What divan reports about one benchmark with one argument.
#[derive(Default, Clone, Debug, PartialEq)]
struct Figure {
    /// Nanoseconds a call.
    fastest: f64,
    median: f64,
    /// Allocations a call, growing counted too.
    allocations: f64,
}

/// Benchmarks and command, or what is left of them after `filter` (a part of a benchmark's name).
pub fn run(filter: Option<&str>) -> Result<()> {
    let mut bench = cargo();
    bench.args(["bench", "--locked", "-p", "semantic-core", "--bench", "find", "--"]).args(filter);
    let out = bench.stderr(Stdio::inherit()).output().context("cannot run cargo bench")?;
    ensure!(out.status.success(), "cargo bench failed: {}", out.status);
    let figures = parse(&String::from_utf8_lossy(&out.stdout));
    ensure!(
        !figures.is_empty(),
        "the benchmarks reported nothing{}",
        filter.map_or("", |_| " under that name")
    );
    table(&figures);
    if filter.is_none() { command() } else { Ok(()) }
}

fn table(figures: &BTreeMap<(String, String), Figure>) {
    println!(
        "nanoseconds of wall time an element, median (fastest); allocations a call at {} elements",
        SIZES[2]
    );
    let [a, b, c] = SIZES;
    println!("{:32} {a:>16} {b:>16} {c:>16} {:>12}", "", "allocations");
    let strategies = ["lexical", "embedding", "combined"];
    let mut rows: Vec<(&str, String)> = vec![("parse", String::new()), ("build", String::new())];
    for name in ["one_shot", "matcher", "prepared"] {
        for strategy in strategies {
            rows.extend(["short", "long"].map(|query| (name, format!("{strategy} {query} "))));
        }
    }
    rows.extend(["short", "long"].map(|query| ("naive", format!("lexical {query} "))));
    for (name, case) in rows {
        let of = |size: usize| figures.get(&(name.to_owned(), format!("{case}{size}")));
        if SIZES.iter().all(|&size| of(size).is_none()) {
            continue;
        }
        let cells = SIZES.map(|size| per_item(of(size), size));
        let allocations = of(SIZES[2]).map_or(0.0, |f| f.allocations);
        let label = if name == "naive" { case.replace("lexical", "word overlap") } else { case };
        println!("{:32} {} {} {} {allocations:12}", format!("{name} {label}"), cells[0], cells[1], cells[2]);
    }
    let words = [10, 100, 1_000];
    let of = |n: usize| figures.get(&("query_words".to_owned(), n.to_string()));
    if words.iter().any(|&n| of(n).is_some()) {
        println!("\nnanoseconds a word of the query, prepared combined find on {b} elements");
        let cells = words.map(|n| format!("{n} words {}", per_item(of(n), n).trim()));
        println!("{}", cells.join(", "));
    }
}

fn per_item(figure: Option<&Figure>, items: usize) -> String {
    let cell = figure.map(|f| format!("{:.1} ({:.1})", f.median / items as f64, f.fastest / items as f64));
    format!("{:>16}", cell.unwrap_or_else(|| "-".to_owned()))
}

/// Reads divan's tree: a line a benchmark with its times, and below it lines that count, all in the columns
/// that the first line names. The key is the benchmark's name and its argument.
fn parse(text: &str) -> BTreeMap<(String, String), Figure> {
    let mut out = BTreeMap::new();
    let mut columns = None;
    let (mut name, mut key) = (String::new(), None);
    let mut counted = String::new();
    for line in text.lines() {
        if let Some(at) = line.find("fastest") {
            columns = Some(line[..at].chars().count());
            continue;
        }
        let Some(width) = columns else { continue };
        let tree: String = line.chars().take(width).collect();
        let cells: Vec<String> =
            line.chars().skip(width).collect::<String>().split('│').map(|c| c.trim().to_owned()).collect();
        if let Some(branch) = tree.find(['├', '╰']) {
            let depth = tree[..branch].chars().count() / 3;
            // A long argument may reach into the columns; divan leaves at least one blank.
            let rest = tree[branch..].trim_start_matches(['├', '╰', '─', ' ']).trim_end();
            counted.clear();
            key = None;
            if depth == 0 {
                name = rest.to_owned();
            }
            let times =
                (cells.first().and_then(|c| nanoseconds(c)), cells.get(2).and_then(|c| nanoseconds(c)));
            if let (Some(fastest), Some(median)) = times {
                let case = if depth == 0 { String::new() } else { rest.to_owned() };
                key = Some((name.clone(), case));
                out.insert((name.clone(), rest.to_owned()), Figure { fastest, median, allocations: 0.0 });
            }
            continue;
        }
        let Some(figure) = key.as_ref().and_then(|k| out.get_mut(k)) else { continue };
        match cells.first() {
            Some(head) if head.ends_with(':') => counted = head.clone(),
            Some(first) if !first.is_empty() => {
                // Below "alloc:" and "grow:" the first line counts calls, the second bytes.
                if matches!(counted.as_str(), "alloc:" | "grow:") {
                    let calls = cells.get(2).and_then(|c| c.parse::<f64>().ok());
                    figure.allocations += calls.unwrap_or_default();
                }
                counted.clear();
            }
            _ => {}
        }
    }
    out
}

fn nanoseconds(cell: &str) -> Option<f64> {
    let (number, unit) = cell.split_once(' ')?;
    let scale = match unit {
        "ps" => 1e-3,
        "ns" => 1.0,
        "µs" | "us" => 1e3,
        "ms" => 1e6,
        "s" => 1e9,
        _ => return None,
    };
    Some(number.parse::<f64>().ok()? * scale)
}

/// The command from its start to its end, with the time that starting any process takes.
fn command() -> Result<()> {
    pass(cargo().args(["build", "--release", "--locked", "-p", "semantic-cli"]))?;
    let semantic = target().join("release").join(format!("semantic{}", std::env::consts::EXE_SUFFIX));
    let folder = std::env::temp_dir().join(format!("semantic-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let large = folder.join("page.json");
    let json = pages::json(&pages::page(SIZES[2]));
    fs::write(&large, &json).with_context(|| large.display().to_string())?;
    let small = corpus::root().join("examples/login.json");
    println!("\nsemantic find \"{}\", cold, median of {RUNS} runs", pages::SHORT);
    let mut outcome = Ok(());
    for (what, file) in [("examples/login.json".to_owned(), &small), (size(json.len()), &large)] {
        outcome = measure(&semantic, &what, file);
        if outcome.is_err() {
            break;
        }
    }
    fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    outcome
}

fn size(bytes: usize) -> String {
    format!("{} elements, {:.1} MB", SIZES[2], bytes as f64 / 1e6)
}

fn measure(semantic: &Path, what: &str, file: &Path) -> Result<()> {
    let find = |mut command: Command| {
        command.args(["find", pages::SHORT, "--snapshot"]).arg(file);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command
    };
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let start = Instant::now();
        let status = find(Command::new(semantic)).status().context("cannot run semantic")?;
        times.push(start.elapsed());
        ensure!(status.success(), "semantic find on {what}: {status}");
    }
    times.sort();
    let ms = |d: Duration| d.as_secs_f64() * 1e3;
    let memory = peak(semantic, find).map_or_else(
        || "memory skipped: /usr/bin/time is not there".to_owned(),
        |kib| format!("peak {:.1} MiB resident", kib as f64 / 1024.0),
    );
    println!("{what:32} {:6.2} ms ({:.2}), {memory}", ms(times[RUNS / 2]), ms(times[0]));
    Ok(())
}

/// The largest resident size of some runs in KiB, by GNU time.
fn peak(semantic: &Path, find: impl Fn(Command) -> Command) -> Option<u64> {
    let once = || {
        let mut time = Command::new("/usr/bin/time");
        time.args(["-f", "%M"]).arg(semantic);
        let out = find(time).stderr(Stdio::piped()).output().ok()?;
        String::from_utf8_lossy(&out.stderr).lines().last()?.trim().parse().ok()
    };
    (0..3).map(|_| once()).collect::<Option<Vec<u64>>>()?.into_iter().max()
}

/// Where cargo puts what it builds: this very program lies in `debug` or `release` of it.
fn target() -> PathBuf {
    let own = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.parent()?.to_owned()));
    own.unwrap_or_else(|| corpus::root().join("target"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUT: &str = "\
Timer precision: 20 ns
find                         fastest       │ slowest       │ median        │ mean          │ samples │ iters
├─ build                                   │               │               │               │         │
│  ╰─ 100                    37.88 µs      │ 148.3 µs      │ 61.8 µs       │ 56.55 µs      │ 100     │ 100
│                            2.639 Mitem/s │ 674.1 Kitem/s │ 1.617 Mitem/s │ 1.768 Mitem/s │         │
│                            max alloc:    │               │               │               │         │
│                              15          │ 15            │ 15            │ 15            │         │
│                              23.2 KB     │ 23.2 KB       │ 23.2 KB       │ 23.2 KB       │         │
│                            alloc:        │               │               │               │         │
│                              20          │ 20            │ 20            │ 20            │         │
│                              6.732 KB    │ 6.732 KB      │ 6.732 KB      │ 6.732 KB      │         │
│                            grow:         │               │               │               │         │
│                              32          │ 32            │ 32            │ 32            │         │
│                              17.82 KB    │ 17.82 KB      │ 17.82 KB      │ 17.82 KB      │         │
╰─ prepared                                │               │               │               │         │
   ╰─ combined long 10000    1.5 ms        │ 2 ms          │ 1.6 ms        │ 1.7 ms        │ 88      │ 88
                             1 Mitem/s     │ 1 Mitem/s     │ 1 Mitem/s     │ 1 Mitem/s     │         │
";

    #[test]
    fn divan_output_is_read() {
        let figures = parse(OUT);
        let of = |name: &str, case: &str| figures.get(&(name.to_owned(), case.to_owned())).cloned();
        let build = Figure { fastest: 37_880.0, median: 61_800.0, allocations: 52.0 };
        assert_eq!(of("build", "100"), Some(build));
        let prepared = Figure { fastest: 1.5e6, median: 1.6e6, allocations: 0.0 };
        assert_eq!(of("prepared", "combined long 10000"), Some(prepared));
        assert_eq!(figures.len(), 2);
    }

    #[test]
    fn a_page_is_the_same_each_time_and_as_heavy_as_a_dump() {
        let page = pages::page(1_000);
        let json = pages::json(&page);
        assert_eq!(json, pages::json(&pages::page(1_000)));
        assert_eq!(page.len(), 1_000);
        assert!(
            (200..260).contains(&(json.len() / page.len())),
            "{} bytes an element",
            json.len() / page.len()
        );
        let mut names: Vec<_> = page.iter().map(|e| e.name.as_str()).filter(|n| !n.is_empty()).collect();
        let named = names.len();
        names.sort_unstable();
        names.dedup();
        let distinct = names.len() as f64 / named as f64;
        assert!((0.58..0.75).contains(&distinct), "{distinct} of the names are distinct");
    }
}
