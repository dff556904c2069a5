//! `docs/cli.md`: a fixed preface and the help text of each subcommand, kept in step by a test.

use std::path::Path;

use clap::CommandFactory;

use crate::cli::Cli;

const PREFACE: &str = include_str!("docs_preface.md");

/// Set to 1 to write the file instead of comparing it.
const UPDATE: &str = "UPDATE_DOCS";

fn page() -> String {
    let mut command = Cli::command().term_width(100);
    command.build();
    let mut page = PREFACE.to_owned();
    let mut section = |title: &str, help: String| {
        let help: Vec<_> = help.trim_end().lines().map(str::trim_end).collect();
        page.push_str(&format!("\n## `{title}`\n\n```text\n{}\n```\n", help.join("\n")));
    };
    section("semantic", command.render_long_help().to_string());
    for sub in command.get_subcommands_mut().filter(|s| s.get_name() != "help") {
        section(&format!("semantic {}", sub.get_name()), sub.render_long_help().to_string());
        let name = sub.get_name().to_owned();
        for part in sub.get_subcommands_mut().filter(|s| s.get_name() != "help") {
            section(&format!("semantic {name} {}", part.get_name()), part.render_long_help().to_string());
        }
    }
    page
}

#[test]
fn docs_cli_md_is_what_the_command_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md");
    let page = page();
    if std::env::var(UPDATE).is_ok_and(|v| v == "1") {
        std::fs::File::create(&path)
            .and_then(|mut file| std::io::Write::write_all(&mut file, page.as_bytes()))
            .expect("docs/cli.md can be written");
    }
    let written = std::fs::File::open(&path).and_then(std::io::read_to_string).unwrap_or_default();
    let written = written.replace("\r\n", "\n"); // a checkout on Windows
    assert!(written == page, "docs/cli.md is stale: run the tests of semantic-cli with {UPDATE}=1");
}

#[test]
fn the_command_line_is_well_formed() {
    Cli::command().debug_assert();
}
