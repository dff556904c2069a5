//! `cargo xtask test`: everything that tells whether the project works, a line a step.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use semantic_core::find::Strategy;

use crate::{corpus, e2e, eval, eval_relocate, situations};

const TARGETS: [&str; 5] = ["find", "read", "failure", "view", "lint"];

/// Runs the steps in order and stops at the first that fails. `seconds` bounds each fuzz target; 0 leaves
/// fuzzing out.
pub fn run(no_browser: bool, seconds: u32) -> Result<()> {
    let mut lines = Vec::new();
    let outcome = steps(no_browser, seconds, &mut lines);
    println!();
    lines.iter().for_each(|line| println!("{line}"));
    outcome
}

fn steps(no_browser: bool, seconds: u32, lines: &mut Vec<String>) -> Result<()> {
    if !no_browser {
        lines.push(match e2e::browser() {
            Ok(there) => format!("browser: {there}"),
            Err(why) => format!("browser: {why}; what needs one is skipped"),
        });
    }
    step("cargo test --workspace", lines, || {
        let mut cargo = cargo();
        cargo.args(["test", "--workspace", "--locked", "--no-fail-fast"]);
        if no_browser {
            cargo.env("SEMANTIC_NO_BROWSER", "1");
        }
        pass(&mut cargo)?;
        Ok("unit, integration and documentation tests pass".to_owned())
    })?;
    if !no_browser {
        step("e2e", lines, e2e::run)?;
    }
    step("eval", lines, || {
        eval::run(Strategy::Combined, None, false, false)?;
        Ok(match corpus::root().join("fixtures/baseline.json").is_file() {
            true => "no figure is below its baseline".to_owned(),
            false => "compared with nothing: no baseline is committed".to_owned(),
        })
    })?;
    step("eval relocate", lines, || {
        eval_relocate::run(None, false)?;
        Ok("no figure is below its baseline".to_owned())
    })?;
    if !no_browser {
        step("eval situations", lines, situations::run)?;
    }
    step("fuzz", lines, || fuzz(seconds))?;
    if no_browser {
        lines.push("browser: left out (--no-browser)".to_owned());
    }
    Ok(())
}

fn step(name: &str, lines: &mut Vec<String>, run: impl FnOnce() -> Result<String>) -> Result<()> {
    println!("== {name}");
    let start = Instant::now();
    let outcome = run();
    let seconds = start.elapsed().as_secs();
    lines.push(match &outcome {
        Ok(summary) => format!("{name}: ok in {seconds} s, {summary}"),
        Err(_) => format!("{name}: FAILED after {seconds} s"),
    });
    outcome.map(drop).with_context(|| format!("step {name}"))
}

/// Each fuzz target for a bounded time, or why not.
fn fuzz(seconds: u32) -> Result<String> {
    if seconds == 0 {
        return Ok("skipped: --fuzz-seconds 0".to_owned());
    }
    if let Err(why) = fuzzer() {
        return Ok(format!("skipped: {why}"));
    }
    let fuzz = |words: &[&str]| {
        let mut cargo = nightly();
        // Unsafe code is forbidden, so the address sanitizer has nothing to find and would only slow it down.
        cargo.args(["fuzz", words[0], "--sanitizer", "none"]).args(&words[1..]);
        cargo
    };
    for target in TARGETS {
        pass(&mut fuzz(&["build", target]))?;
    }
    for target in TARGETS {
        let folder = corpus::root().join("fuzz/corpus").join(target);
        std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let (found, seeds) = (format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}"));
        let mut run = fuzz(&["run", target, &found, &seeds]);
        run.args((target == "read").then_some("fixtures/formats")).arg("--");
        run.args(["-dict=fuzz/words.dict", "-max_len=4096", "-timeout=20", "-rss_limit_mb=2048"]);
        run.args(["-verbosity=0", "-print_final_stats=1", &format!("-max_total_time={seconds}")]);
        pass(&mut run)?;
    }
    Ok(format!("{} ran for {seconds} s each without a crash", TARGETS.join(", ")))
}

/// Readies the nightly compiler and cargo-fuzz, or says what is missing.
fn fuzzer() -> Result<(), &'static str> {
    let works = |command: &mut Command| quiet(command).is_ok_and(|o| o.status.success());
    if !works(nightly().arg("--version")) {
        return Err("no nightly compiler (rustup toolchain install nightly)");
    }
    if !works(Command::new("c++").arg("--version")) {
        return Err("no C++ compiler, which the fuzzer's own library needs");
    }
    if !works(nightly().args(["fetch", "--manifest-path", "fuzz/Cargo.toml"])) {
        return Err("the fuzzer's library cannot be fetched");
    }
    if works(nightly().args(["fuzz", "--version"])) {
        return Ok(());
    }
    println!("cargo-fuzz is missing and is being installed");
    let installed = cargo().args(["install", "cargo-fuzz", "--locked"]).status();
    if installed.is_ok_and(|s| s.success()) && works(nightly().args(["fuzz", "--version"])) {
        return Ok(());
    }
    Err("cargo-fuzz is not there and cannot be installed")
}

/// Cargo of the toolchain that runs this, at the project's root.
pub fn cargo() -> Command {
    let cargo = std::env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from);
    let mut command = Command::new(cargo);
    command.current_dir(corpus::root()).stdin(Stdio::null());
    command
}

/// Builds the command and says where it is.
pub fn semantic(release: bool) -> Result<PathBuf> {
    // With the whole workspace's features, so that what the tests built is not built again.
    pass(
        cargo()
            .args(["build", "--workspace", "--locked", "--bin", "semantic"])
            .args(release.then_some("--release")),
    )?;
    let profile = if release { "release" } else { "debug" };
    Ok(target().join(profile).join(format!("semantic{}", std::env::consts::EXE_SUFFIX)))
}

/// Where cargo puts what it builds: this very program lies in `debug` or `release` of it.
fn target() -> PathBuf {
    let own = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.parent()?.to_owned()));
    own.unwrap_or_else(|| corpus::root().join("target"))
}

/// Cargo of the nightly toolchain.
fn nightly() -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo"]).current_dir(corpus::root()).stdin(Stdio::null());
    // The outer cargo names its own compiler and profile in the environment; they are not the nightly ones.
    for name in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(name);
    }
    command
}

fn quiet(command: &mut Command) -> Result<Output> {
    Ok(command.stdout(Stdio::null()).stderr(Stdio::null()).output()?)
}

/// Runs a command to its end; anything but success is an error.
pub fn pass(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    if !status.success() {
        let words: Vec<_> = command.get_args().map(|a| a.to_string_lossy()).collect();
        bail!("{} failed: {status}", words.join(" "));
    }
    Ok(())
}
