//! `cargo xtask eval relocate`: how often the same element is found again, on our own page pairs and on public ones.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use semantic_core::find::Confidence;
use semantic_core::recover::Relocator;
use serde::{Deserialize, Serialize};

use crate::corpus;
use crate::pairs::{self, Pair, PairSet};

/// Counts over the cases of a set.
#[derive(Default, Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Figures {
    cases: usize,
    /// The expected element, or a refusal where none is expected.
    right: usize,
    /// Another element than the expected one.
    wrong: usize,
    renamed: usize,
    renamed_right: usize,
    gone: usize,
    gone_right: usize,
    high: usize,
    high_right: usize,
}

/// Measures everything that is there, prints it, and compares with the baselines.
pub fn run(misses: Option<&str>, update: bool) -> Result<()> {
    let mut sets = pairs::own()?;
    let public = pairs::public()?;
    if public.is_empty() {
        println!("public page pairs: skipped, ../shared/data/relocate is not there");
    }
    sets.extend(public);
    println!(
        "{:16} {:>5} {:>7} {:>7} {:>9} {:>9} {:>11}",
        "set", "n", "right", "wrong", "renamed", "gone", "high right"
    );
    let mut figures = BTreeMap::new();
    for set in &sets {
        let f = measure(set, misses.is_some_and(|m| m == set.name || m == "all"));
        print_row(&set.name, &f);
        figures.insert(set.name.clone(), f);
    }
    baseline(&figures, update)
}

fn print_row(name: &str, f: &Figures) {
    let share = |n: usize| n as f64 / f.cases.max(1) as f64;
    let of = |n: usize, all: usize| format!("{n}/{all}");
    println!(
        "{name:16} {:>5} {:>7.3} {:>7.3} {:>9} {:>9} {:>11}",
        f.cases,
        share(f.right),
        share(f.wrong),
        of(f.renamed_right, f.renamed),
        of(f.gone_right, f.gone),
        of(f.high_right, f.high)
    );
}

fn measure(set: &PairSet, print: bool) -> Figures {
    let mut f = Figures::default();
    for pair in &set.pairs {
        measure_pair(pair, print, &mut f);
    }
    f
}

fn measure_pair(pair: &Pair, print: bool, f: &mut Figures) {
    let prepared = Relocator::new(&pair.before, &pair.after, pair.known);
    for (case, target, expected) in &pair.cases {
        let found = match &case.query {
            Some(query) => {
                Relocator::new(&pair.before, &pair.after, pair.known).with_query(query).relocate(*target)
            }
            None => prepared.relocate(*target),
        };
        let Some(found) = found else { continue };
        let ok = found.node == *expected;
        let count = |to: &mut usize, on: bool| *to += usize::from(on);
        f.cases += 1;
        count(&mut f.right, ok);
        count(&mut f.wrong, found.node.is_some() && !ok);
        let renamed = case.same_name == Some(false);
        count(&mut f.renamed, renamed);
        count(&mut f.renamed_right, renamed && ok);
        count(&mut f.gone, expected.is_none());
        count(&mut f.gone_right, expected.is_none() && ok);
        let high = found.confidence == Confidence::High && found.node.is_some();
        count(&mut f.high, high);
        count(&mut f.high_right, high && ok);
        if print && !ok {
            println!("  miss {} got {:?} {:.3} {:?}", case.id, found.reference, found.score, found.refusal);
            found.evidence.iter().for_each(|e| println!("       {e}"));
        }
    }
}

/// Fails where a committed figure is undercut; with `update`, writes what is measured.
fn baseline(figures: &BTreeMap<String, Figures>, update: bool) -> Result<()> {
    let path = corpus::root().join("fixtures/baseline-relocate.json");
    let mut old: BTreeMap<String, Figures> =
        std::fs::read(&path).ok().and_then(|b| serde_json::from_slice(&b).ok()).unwrap_or_default();
    let mut fell = Vec::new();
    for (name, now) in figures {
        let Some(was) = old.get(name).filter(|was| was.cases == now.cases) else { continue };
        if now.right < was.right {
            fell.push(format!("{name}: {} right, the baseline is {}", now.right, was.right));
        }
        if now.wrong > was.wrong {
            fell.push(format!("{name}: {} wrong, the baseline is {}", now.wrong, was.wrong));
        }
        if now.high - now.high_right > was.high - was.high_right {
            fell.push(format!("{name}: {} high and wrong", now.high - now.high_right));
        }
    }
    if update {
        old.extend(figures.iter().map(|(name, f)| (name.clone(), *f)));
        std::fs::write(&path, serde_json::to_string_pretty(&old)? + "\n")?;
        println!("baselines written to fixtures/baseline-relocate.json");
    } else if !fell.is_empty() {
        bail!("{}", fell.join("\n"));
    }
    Ok(())
}
