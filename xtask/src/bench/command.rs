//! What the command costs when it starts cold: time and memory, with those that starting any process takes.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::{SIZES, pages};
use crate::corpus;
use crate::test::semantic;

const RUNS: usize = 15;

/// The command from its start to its end, with the time that starting any process takes.
pub fn run() -> Result<()> {
    let semantic = semantic(true)?;
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
pub fn peak(semantic: &Path, run: impl Fn(Command) -> Command) -> Option<u64> {
    let once = || {
        let mut time = Command::new("/usr/bin/time");
        time.args(["-f", "%M"]).arg(semantic);
        let out = run(time).stderr(Stdio::piped()).output().ok()?;
        String::from_utf8_lossy(&out.stderr).lines().last()?.trim().parse().ok()
    };
    (0..3).map(|_| once()).collect::<Option<Vec<u64>>>()?.into_iter().max()
}
