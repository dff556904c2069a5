//! `semantic hints lint` on 10,000 files, from start to end: files without hints, clean ones, and files full of findings.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::command::peak;
use crate::corpus;
use crate::test::semantic;

const FILES: usize = 10_000;
const RUNS: usize = 5;

/// An example of a rule: the language, whether it is bad, and the text.
struct Example {
    language: String,
    is_bad: bool,
    text: String,
}

/// Measures and prints a row for each kind of files.
pub fn run() -> Result<()> {
    let semantic = semantic(true)?;
    let folder = std::env::temp_dir().join(format!("semantic-bench-lint-{}", std::process::id()));
    let outcome = measure(&semantic, &folder);
    fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    outcome
}

fn measure(semantic: &Path, folder: &Path) -> Result<()> {
    let examples = examples()?;
    println!(
        "\nsemantic hints lint, {FILES} files, start to end, median of {RUNS} runs (fastest), peak memory"
    );
    for (kind, is_bad, has_hints, times) in
        [("without hints", true, false, 10), ("clean", false, true, 5), ("full of findings", true, true, 10)]
    {
        let text = |example: &Example| match has_hints {
            true => example.text.repeat(times),
            false => example.text.replace("data-semtag-", "data-x-").repeat(times),
        };
        let app = folder.join(kind.replace(' ', "-"));
        let chosen: Vec<&Example> = examples.iter().filter(|e| e.is_bad == is_bad).collect();
        let bytes = write(&app, &chosen, &text)?;
        for format in ["text", "json", "sarif"] {
            let row = once(semantic, &app, format)?;
            println!("{:34} {format:5} {row}", format!("{kind}, {:.0} MB", bytes as f64 / 1e6));
        }
    }
    Ok(())
}

/// Writes the files of an app; how large they are.
fn write(app: &Path, chosen: &[&Example], text: &impl Fn(&Example) -> String) -> Result<usize> {
    let mut bytes = 0;
    for (i, example) in chosen.iter().cycle().take(FILES).enumerate() {
        let path: PathBuf = app.join(format!("{}/{i}.{}", i / 100, example.language));
        if i % 100 == 0 {
            fs::create_dir_all(path.parent().context("a folder")?)?;
        }
        let text = text(example);
        bytes += text.len();
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(bytes)
}

fn once(semantic: &Path, app: &Path, format: &str) -> Result<String> {
    let lint = |mut command: Command| {
        command.args(["hints", "lint", "--format", format]).arg(app);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let start = Instant::now();
        let status = lint(Command::new(semantic)).status().context("cannot run semantic")?;
        times.push(start.elapsed().as_secs_f64());
        ensure!(status.code().is_some_and(|code| code < 2), "semantic hints lint: {status}");
    }
    times.sort_by(f64::total_cmp);
    let memory =
        peak(semantic, lint).map_or_else(String::new, |kib| format!(" {:.0} MiB", kib as f64 / 1024.0));
    Ok(format!("{:.2} s ({:.2}){memory}", times[RUNS / 2], times[0]))
}

/// The examples of all rules, without the marks of what is found in them.
fn examples() -> Result<Vec<Example>> {
    let folder = corpus::root().join("fixtures/lint");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)?.map(|e| Ok(e?.path())).collect::<Result<_>>()?;
    files.sort();
    let mut examples = Vec::new();
    for file in files {
        let page = fs::read_to_string(&file)?.replace(['⟦', '⟧'], "");
        for block in page.split("```").skip(1).step_by(2) {
            let (info, text) = block.split_once('\n').context("a block has lines")?;
            let (language, kind) = info.split_once(' ').context("a language and a kind")?;
            examples.push(Example {
                language: language.to_owned(),
                is_bad: kind == "bad",
                text: text.to_owned(),
            });
        }
    }
    Ok(examples)
}
