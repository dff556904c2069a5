//! What the project does with itself: `cargo xtask test | bench | eval | fit | words | licences`.
#![allow(clippy::disallowed_macros, clippy::disallowed_methods)] // a tool for people: it prints and reads files

mod bench;
mod cases;
mod corpus;
mod e2e;
mod eval;
mod eval_relocate;
mod fit;
mod fit_relocate;
mod formats;
mod licences;
mod pairs;
mod situations;
mod test;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use semantic_core::find::Strategy;

#[derive(Parser)]
#[command(name = "cargo xtask", about)]
struct Xtask {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// All tests, the evaluation, and each fuzz target for a bounded time
    Test {
        /// Leave out what needs a browser
        #[arg(long)]
        no_browser: bool,
        /// Seconds for each fuzz target, 0 for none
        #[arg(long, value_name = "N", default_value_t = 20)]
        fuzz_seconds: u32,
    },
    /// Of the tests only the agents' scripts: real clients on a real browser
    E2e,
    /// The benchmarks as one table, and what the command costs when it starts cold
    Bench {
        /// Only benchmarks whose name holds this: parse, build, one_shot, matcher, prepared, query_words, naive;
        /// or `hints` for the MCP server beside Playwright, `lint` for the linter on many files
        filter: Option<String>,
    },
    /// The licences of all dependencies, and the number of crates that the library brings along
    Licences,
    /// Quality on our own corpus, and on public data where present; fails below the committed baselines
    Eval {
        /// What to measure instead: `formats` for what the readers make of every dump, `relocate` for page pairs,
        /// `situations` for hard pages beside what is expected of them
        #[arg(value_parser = ["formats", "relocate", "situations"])]
        what: Option<String>,
        /// lexical, embedding or combined
        #[arg(long, default_value = "combined")]
        strategy: String,
        /// Print the misses of one set, or of all
        #[arg(long, value_name = "SET")]
        misses: Option<String>,
        /// Raise the committed baselines to what is measured
        #[arg(long)]
        update: bool,
        /// Print what other thresholds and margins would mean
        #[arg(long)]
        sweep: bool,
    },
    /// Write the project's own page pairs for relocation
    Cases,
    /// Compile the word lists into the library's table
    Words,
    /// Fit the weights of finding, or of relocating, on the corpora
    Fit {
        /// What to fit: find or relocate
        #[arg(default_value = "find", value_parser = ["find", "relocate"])]
        what: String,
        /// Cross-validate by pages in this many parts first; by default 5 to find, 10 to relocate
        #[arg(long)]
        folds: Option<usize>,
        /// Write the weights into the library
        #[arg(long)]
        write: bool,
        /// Strength of the pull towards zero; by default 0.0002 to find, 0.0005 to relocate
        #[arg(long)]
        l2: Option<f64>,
        /// Print the held-out misses of one set of page pairs, or of all
        #[arg(long, value_name = "SET")]
        misses: Option<String>,
    },
}

fn main() -> Result<()> {
    match Xtask::parse().command {
        Command::Test { no_browser, fuzz_seconds } => test::run(no_browser, fuzz_seconds),
        Command::E2e => e2e::run().map(|outcome| println!("{outcome}")),
        Command::Bench { filter } => bench::run(filter.as_deref()),
        Command::Licences => licences::run(),
        Command::Eval { what, misses, update, .. } if what.as_deref() == Some("relocate") => {
            eval_relocate::run(misses.as_deref(), update)
        }
        Command::Eval { what, .. } if what.as_deref() == Some("situations") => situations::run().map(drop),
        Command::Eval { what: Some(_), .. } => formats::run(),
        Command::Eval { what: None, strategy, misses, update, sweep } => {
            let strategy =
                Strategy::from_name(&strategy).context("--strategy is lexical, embedding or combined")?;
            eval::run(strategy, misses.as_deref(), update, sweep)
        }
        Command::Cases => cases::run(),
        Command::Words => words(),
        Command::Fit { what, folds, write, l2, misses } => match what.as_str() {
            "relocate" => {
                fit_relocate::run(folds.unwrap_or(10), write, l2.unwrap_or(0.0005), misses.as_deref())
            }
            _ => fit::run(folds.unwrap_or(5), write, l2.unwrap_or(0.0002)),
        },
    }
}

/// Writes the compiled word lists.
fn words() -> Result<()> {
    let path = corpus::root().join("crates/semantic-core/src/find/words/data/lexicon.bin");
    let table = semantic_core::find::compiled_lexicon();
    std::fs::write(&path, &table).with_context(|| format!("cannot write {}", path.display()))?;
    println!("{} bytes written", table.len());
    Ok(())
}
