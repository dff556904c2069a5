//! `cargo xtask eval formats`: what each reader makes of the dumps in `../shared/data/dumps`, and which fail.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use semantic_core::formats;

use crate::corpus;

/// Sums over the files that one format read.
#[derive(Default)]
struct Sums {
    files: usize,
    nodes: usize,
    interactive: usize,
    named: usize,
    warnings: usize,
    time: Duration,
}

/// Reads every dump and prints one row a format, then the warnings and the files that no reader took.
pub fn run() -> Result<()> {
    let root = corpus::root().join("../shared/data/dumps");
    if !root.is_dir() {
        println!("dumps: skipped, ../shared/data/dumps is not there");
        return Ok(());
    }
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();
    let mut sums: BTreeMap<&str, Sums> = BTreeMap::new();
    let (mut warned, mut failed) = (Vec::new(), Vec::new());
    for path in &files {
        let name = path.strip_prefix(&root).unwrap_or(path).display().to_string();
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        match read(&bytes, &mut sums) {
            Ok(notices) => warned.extend(notices.into_iter().map(|notice| format!("{name}: {notice}"))),
            Err(problem) => failed.push(format!("{name}: {problem}")),
        }
    }
    print_table(&sums, files.len(), failed.len());
    print_list("warnings", &warned);
    print_list("not read", &failed);
    Ok(())
}

/// The files that are dumps: everything below but what describes them.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    const ABOUT: [&str; 4] = ["SOURCES.md", "PAGES.md", "FORMATS.md", "README.md"];
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if !path.file_name().is_some_and(|name| ABOUT.iter().any(|about| name == *about)) {
            files.push(path);
        }
    }
    Ok(())
}

fn read(bytes: &[u8], sums: &mut BTreeMap<&'static str, Sums>) -> Result<Vec<String>> {
    let text = String::from_utf8_lossy(bytes);
    let format = formats::detect(text.trim_start_matches('\u{feff}'))?;
    let sum = sums.entry(format.name).or_default();
    sum.files += 1;
    let start = Instant::now();
    let page = formats::read(bytes, None)?;
    sum.time += start.elapsed();
    sum.nodes += page.len();
    for node in page.nodes().filter(|node| node.role().is_interactive()) {
        sum.interactive += 1;
        sum.named += usize::from(node.name().is_some_and(|name| !name.trim().is_empty()));
    }
    sum.warnings += page.notices().len();
    Ok(page.notices().to_vec())
}

fn print_table(sums: &BTreeMap<&str, Sums>, files: usize, failed: usize) {
    println!(
        "{:26} {:>5} {:>8} {:>11} {:>7} {:>8} {:>9}",
        "format", "files", "nodes", "interactive", "named", "warnings", "ms"
    );
    for (name, s) in sums {
        let ms = s.time.as_secs_f64() * 1e3;
        println!(
            "{name:26} {:5} {:8} {:11} {:7} {:8} {ms:9.1}",
            s.files, s.nodes, s.interactive, s.named, s.warnings
        );
    }
    println!("{files} files, {} read, {failed} not", files - failed);
}

fn print_list(what: &str, lines: &[String]) {
    if !lines.is_empty() {
        println!("\n{what}:");
        lines.iter().for_each(|line| println!("  {}", line.chars().take(220).collect::<String>()));
    }
}
