//! `cargo xtask bench`: the benchmarks as tables, and what the command costs when it starts cold.

mod command;
mod divan;
mod hints;
mod lint;
mod views;

use std::collections::BTreeMap;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};

use self::divan::Figure;
use crate::test::cargo;

#[allow(dead_code)] // the benchmarks use what is not used here
#[path = "../../crates/semantic-core/benches/pages/mod.rs"]
mod pages;

const SIZES: [usize; 3] = [100, 1_000, 10_000];

/// The benchmarks beside `find`, which has a table of its own.
const GROWTH: [&str; 4] = ["view", "formats", "html", "relocate"];

type Figures = BTreeMap<(String, String), Figure>;

/// Benchmarks and command, or what is left of them after `filter` (a part of a benchmark's name).
pub fn run(filter: Option<&str>) -> Result<()> {
    match filter {
        Some("hints") => return hints::run(),
        Some("lint") => return lint::run(),
        Some("views") => return views::run(),
        _ => {}
    }
    let find = figures("find", filter)?;
    let growth = GROWTH.iter().map(|name| Ok((*name, figures(name, filter)?))).collect::<Result<Vec<_>>>()?;
    let none = find.is_empty() && growth.iter().all(|g| g.1.is_empty());
    ensure!(!none, "the benchmarks reported nothing{}", filter.map_or("", |_| " under that name"));
    if !find.is_empty() {
        table(&find);
    }
    growth.iter().filter(|g| !g.1.is_empty()).for_each(|(name, figures)| growth_table(name, figures));
    if filter.is_some() {
        return Ok(());
    }
    command::run()?;
    lint::run()?;
    hints::run()?;
    views::run()
}

fn figures(name: &str, filter: Option<&str>) -> Result<Figures> {
    let mut bench = cargo();
    bench
        .args(["bench", "--locked", "-p", "semantic-core", "--all-features", "--bench", name, "--"])
        .args(filter);
    let out = bench.stderr(Stdio::inherit()).output().context("cannot run cargo bench")?;
    ensure!(out.status.success(), "cargo bench failed: {}", out.status);
    Ok(divan::parse(&String::from_utf8_lossy(&out.stdout)))
}

/// One row a benchmark, one column a size: milliseconds and the most memory at once.
fn growth_table(name: &str, figures: &Figures) {
    let mut sizes: Vec<&str> = figures.keys().map(|k| k.1.as_str()).collect();
    sizes.sort_unstable_by_key(|s| (s.parse::<u64>().unwrap_or(u64::MAX), *s));
    sizes.dedup();
    println!("\n{name}: milliseconds, median (fastest), and the most memory allocated at once");
    println!("{:26}{}", "", sizes.iter().map(|s| format!(" {s:>26}")).collect::<String>());
    let mut names: Vec<&str> = figures.keys().map(|k| k.0.as_str()).collect();
    names.dedup();
    for bench in names {
        let cell = |size: &&str| {
            let figure = figures.get(&(bench.to_owned(), (*size).to_owned()));
            let cell = figure
                .map(|f| format!("{:.2} ({:.2}) {:.1} MB", f.median / 1e6, f.fastest / 1e6, f.peak / 1e6));
            format!(" {:>26}", cell.unwrap_or_else(|| "-".to_owned()))
        };
        println!("{bench:26}{}", sizes.iter().map(cell).collect::<String>());
    }
}

fn table(figures: &Figures) {
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

#[cfg(test)]
mod tests {
    use super::*;

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
