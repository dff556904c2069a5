//! The `semantic` command: parses the command line, runs one subcommand, turns its outcome into an exit code.
//!
//! Everything that thinks lives in `semantic_core`; here files are read, results are printed and codes are
//! chosen. stdout carries results and nothing else: notes, refusals and errors are single lines on stderr.
#![allow(rustdoc::invalid_html_tags, rustdoc::broken_intra_doc_links)] // help texts are written for a terminal

mod cli;
mod commands;
#[cfg(test)]
mod docs;
mod exit;
mod input;
mod lint;
mod live;
mod output;
mod review;

use std::process::ExitCode;

use crate::cli::{Cli, Command};
use crate::exit::Outcome;

fn main() -> ExitCode {
    // A panic is a defect of ours; the caller still gets one line and a documented code.
    std::panic::set_hook(Box::new(|info| {
        output::complain(
            "error",
            &format!("internal error, please report it: {}", info.to_string().replace('\n', " ")),
        );
    }));
    std::panic::catch_unwind(run).unwrap_or(ExitCode::from(exit::BAD_INPUT))
}

fn run() -> ExitCode {
    let cli = match cli::parse(std::env::args_os()) {
        Ok(cli) => cli,
        Err(usage) => return exit::usage(&usage),
    };
    match dispatch(&cli) {
        Ok(outcome) => outcome.into(),
        Err(error) => exit::failure(&error),
    }
}

fn dispatch(cli: &Cli) -> anyhow::Result<Outcome> {
    match &cli.command {
        Command::Find(args) => commands::find::run(args, cli.color),
        Command::Match(args) => commands::match_::run(args, cli.color),
        Command::View(args) => commands::view::run(args, cli.color),
        Command::Diff(args) => commands::diff::run(args, cli.color),
        Command::At(args) => commands::at::run(args, cli.color),
        Command::Resolve(args) => commands::resolve::run(args, cli.color),
        Command::Convert(args) => commands::convert::run(args),
        Command::Tabs(args) => commands::tabs::run(args, cli.color),
        Command::Doctor(args) => commands::doctor::run(args),
        Command::Hints(args) => commands::hints::run(args),
        Command::Mcp(args) => commands::mcp::run(args),
        Command::Classify(args) => commands::classify::run(args),
        Command::Relocate(args) => commands::relocate::run(args, cli.color),
        Command::Version(args) => commands::version::run(args),
        Command::Completions(args) => commands::completions::run(args),
    }
}
