//! `docs/annotating-an-app.md` is true: its commands say what is written there, its tables are those of the files that a
//! browser gave, and its code is that of the app.

#![allow(clippy::disallowed_macros, clippy::disallowed_methods)] // tests read fixtures and write documentation

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use semantic_core::page::estimated_tokens;
use serde_json::Value;

/// Set to 1 to write the page instead of comparing it.
const UPDATE: &str = "UPDATE_DOCS";

const SCREENS: [(&str, &str); 5] = [
    ("parcels", "list of parcels"),
    ("phone", "the same, 390 px wide"),
    ("parcel", "one parcel"),
    ("problem", "dialog, with its error"),
    ("new", "form, with its errors"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).replace("\r\n", "\n")
}

/// What a line of a shell prints, in the root of the repository, with our command in its path.
fn shell(line: &str) -> String {
    let command = Path::new(env!("CARGO_BIN_EXE_semantic"));
    let folder = command.parent().expect("a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(paths).expect("a path");
    let output = Command::new("sh").args(["-c", line]).current_dir(root()).env("PATH", path).output();
    String::from_utf8(output.expect("sh runs").stdout).expect("UTF-8")
}

/// The page with the answer under each command in a `console` block.
fn with_answers(page: &str) -> String {
    let mut out = String::new();
    let mut in_console = false;
    for line in page.lines() {
        if let Some(info) = line.strip_prefix("```") {
            in_console = info == "console";
        }
        let command = line.strip_prefix("$ ").filter(|_| in_console);
        if !in_console || line.starts_with("```") || command.is_some() {
            let _ = writeln!(out, "{line}");
        }
        if let Some(command) = command {
            out.push_str(&shell(command));
        }
    }
    out
}

/// The page with a table between the marks of that name.
fn with_table(page: &str, name: &str, table: &str) -> String {
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let (before, rest) = page.split_once(&open).expect("an opening mark");
    let (_, after) = rest.split_once(&close).expect("a closing mark");
    format!("{before}{open}{table}{close}{after}")
}

fn coverage() -> String {
    let all: Value = serde_json::from_str(&read("fixtures/parcels/coverage.json")).expect("JSON");
    let mut table = "| screen | before | after |\n|---|---|---|\n".to_owned();
    for (screen, title) in SCREENS {
        let side = |side: &str| {
            let of = |what: &str| {
                let pair = &all[screen][side][what];
                format!("{} of {} {what}", pair["hinted"], pair["all"])
            };
            format!("{}, {}", of("controls"), of("readings"))
        };
        let _ = writeln!(table, "| {title} | {} | {} |", side("before"), side("after"));
    }
    table
}

fn sizes() -> String {
    const KINDS: [(&str, &str, &str); 4] = [
        ("our hints", "hints", "json"),
        ("Playwright, with refs", "aria", "ai.yml"),
        ("Playwright, plain", "aria", "yml"),
        ("our aria", "aria", "ours.yml"),
    ];
    let mut table = "| screen |".to_owned();
    table.extend(KINDS.map(|(title, ..)| format!(" {title} |")));
    table.push_str("\n|---|---|---|---|---|\n");
    let mut sums = [(0, 0); KINDS.len()];
    let cell = |(characters, tokens): (usize, usize)| format!(" {characters} ({tokens}) |");
    for (screen, title) in SCREENS {
        let _ = write!(table, "| {title} |");
        for ((_, folder, ending), sum) in KINDS.iter().zip(&mut sums) {
            let text = read(&format!("fixtures/parcels/{folder}/{screen}.{ending}"));
            let size = (text.trim_end().chars().count(), estimated_tokens(text.trim_end()));
            *sum = (sum.0 + size.0, sum.1 + size.1);
            table.push_str(&cell(size));
        }
        table.push('\n');
    }
    let _ = writeln!(table, "| all |{}", sums.map(cell).concat());
    table
}

#[test]
fn docs_annotating_an_app_md_is_what_the_commands_say() {
    let path = root().join("docs/annotating-an-app.md");
    let page = read("docs/annotating-an-app.md");
    let made = with_table(&with_answers(&page), "coverage", &coverage());
    let made = with_table(&made, "size", &sizes());
    if std::env::var(UPDATE).is_ok_and(|v| v == "1") {
        std::fs::write(path, &made).expect("the page can be written");
        return;
    }
    assert!(page == made, "docs/annotating-an-app.md is stale: run this test with {UPDATE}=1\n{made}");
}

#[test]
fn its_code_is_that_of_the_app() {
    let page = read("docs/annotating-an-app.md");
    let mut lines = 0;
    for side in ["before", "after"] {
        let app = read(&format!("examples/parcels/{side}/app.js"));
        for block in page.split(&format!("```js {side}\n")).skip(1) {
            for line in block.lines().take_while(|line| *line != "```") {
                assert!(app.lines().any(|of_app| of_app == line), "not in {side}/app.js: {line}");
                lines += 1;
            }
        }
    }
    assert!(lines >= 9, "{lines}");
}

#[test]
fn the_annotated_app_and_its_screens_are_clean() {
    let lint = |args: &str| shell(&format!("semantic hints lint {args} --format json"));
    let counts = |text: &str| {
        let all: Value = serde_json::from_str(text).expect("JSON");
        let of = |what: &str| all["summary"][what].as_u64();
        (of("errors"), of("warnings"), of("unread"))
    };
    assert_eq!(counts(&lint("examples/parcels/after")), (Some(0), Some(0), Some(0)));
    for (screen, _) in SCREENS.into_iter().filter(|(screen, _)| *screen != "phone") {
        let page = lint(&format!("--page fixtures/parcels/after/{screen}.html"));
        assert_eq!(counts(&page), (Some(0), Some(0), Some(0)), "{screen}: {page}");
    }
}
