//! `cargo xtask eval`: how often the right element is found, on our own corpus and on public data.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use semantic_core::find::{Confidence, FEATURE_NAMES, FindOptions, Strategy};
use serde::{Deserialize, Serialize};

use crate::corpus::{self, Page, Query, Set};

/// What became of one query.
struct Outcome {
    kind: String,
    has_answer: bool,
    /// Rank of the first right element, from 1, among the first five at threshold 0.
    rank: Option<usize>,
    /// Right at the defaults: the best match is right, or nothing was right and nothing came back.
    right: bool,
    high: bool,
    /// Score of the first candidate, its share margin, and whether it is right (or half right where nothing is).
    first: Option<(f64, f64, bool)>,
}

/// Sums over some outcomes.
#[derive(Default, Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Figures {
    pub queries: usize,
    pub p_at_1: f64,
    pub hit_at_3: f64,
    pub mrr: f64,
    pub answer: f64,
    pub high_right: f64,
    pub high_share: f64,
}

/// Measures everything that is there, prints it, and compares with the baselines.
pub fn run(strategy: Strategy, misses: Option<&str>, update: bool, with_sweep: bool) -> Result<()> {
    let mut sets = vec![corpus::own()?, corpus::derived()?];
    let public = corpus::public()?;
    if public.is_empty() {
        println!("public data: skipped, ../shared/data is not there");
    }
    sets.extend(public);
    println!(
        "{:34} {:>5}  {:>6} {:>6} {:>6} {:>6}  {:>10} {:>6}",
        "set", "n", "P@1", "hit@3", "MRR", "answer", "high right", "share"
    );
    let mut figures = BTreeMap::new();
    let mut all = Vec::new();
    for set in &sets {
        let outcomes = measure(set, strategy, misses);
        let sum = sum(&outcomes);
        print_row(&set.name, &sum);
        figures.insert(set.name.clone(), sum);
        if set.name == "own" {
            by_kind(&outcomes);
        }
        all.push((set.name.clone(), outcomes));
    }
    let once = all.iter().filter(|s| s.0 != corpus::DERIVED); // the same queries again
    print_row("all", &sum(once.flat_map(|s| &s.1)));
    if with_sweep {
        sweep(&all);
    }
    if strategy == Strategy::Combined { baseline(&figures, update) } else { Ok(()) }
}

fn measure(set: &Set, strategy: Strategy, misses: Option<&str>) -> Vec<Outcome> {
    let mut out = Vec::new();
    for page in &set.pages {
        for query in &page.queries {
            let outcome = ask(page, query, strategy, misses.is_some_and(|m| m == set.name || m == "all"));
            out.push(outcome);
        }
    }
    out
}

fn ask(page: &Page, query: &Query, strategy: Strategy, print: bool) -> Outcome {
    let ranked = FindOptions { threshold: 0.0, top_k: 5, ..FindOptions::default() };
    let refs = |options: &FindOptions| match page.index.find(&query.query, strategy, options) {
        Ok(found) => {
            found.matches.into_iter().map(|m| (m.reference.to_string(), m.confidence, m.score)).collect()
        }
        Err(_) => Vec::new(),
    };
    let top = refs(&ranked);
    let margin = page.index.find(&query.query, strategy, &ranked).ok().and_then(|f| f.margin).unwrap_or(1.0);
    let answer = refs(&FindOptions::default());
    let best = answer.first();
    let relevant = query.relevant();
    let right = match best {
        Some((r, ..)) if relevant.is_empty() => query.partial().contains(r),
        Some((r, ..)) => relevant.contains(r),
        None => relevant.is_empty(),
    };
    let rank = top.iter().position(|(r, ..)| relevant.contains(r)).map(|i| i + 1);
    if print && (!right || (!relevant.is_empty() && rank != Some(1))) {
        println!(
            "  miss {} {:?} want {relevant:?} got {} answer {:?}",
            page.name,
            query.query,
            short(&top),
            best.map(|b| &b.0)
        );
        compare(page, query, top.first().map(|t| t.0.as_str()));
    }
    Outcome {
        kind: query.kind.clone().unwrap_or_else(|| "-".to_owned()),
        has_answer: !relevant.is_empty(),
        rank,
        right,
        high: best.is_some_and(|(_, c, _)| *c == Confidence::High),
        first: top.first().map(|t| {
            let good = if relevant.is_empty() { query.partial() } else { relevant };
            (t.2, margin, good.contains(&t.0))
        }),
    }
}

fn short(top: &[(String, Confidence, f64)]) -> String {
    top.iter().map(|(r, c, s)| format!("{r} {s:.2} {c}")).collect::<Vec<_>>().join(", ")
}

/// Prints in which features the first candidate and the best right one differ.
fn compare(page: &Page, query: &Query, first: Option<&str>) {
    let candidates = page.index.candidates(&query.query);
    let own =
        |id| page.index.snapshot().node(id).and_then(|n| n.own_ref().map(str::to_owned)).unwrap_or_default();
    let text = |id| page.index.snapshot().node(id).map(|n| format!("{n:?}")).unwrap_or_default();
    let right = candidates.iter().find(|c| query.relevant().contains(&own(c.0)));
    let Some(right) = right else { return println!("       the right one is no candidate") };
    let Some(got) = candidates.iter().find(|c| first == Some(&own(c.0))) else { return };
    let differ: Vec<_> = FEATURE_NAMES
        .iter()
        .zip(got.1.iter().zip(&right.1))
        .filter(|(_, (a, b))| (*a - *b).abs() > 0.02)
        .map(|((name, _), (a, b))| format!("{name} {a:.2}/{b:.2}"))
        .collect();
    println!("       {} | {} | {}", text(got.0), text(right.0), differ.join(" "));
}

fn sum<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> Figures {
    let outcomes: Vec<&Outcome> = outcomes.into_iter().collect();
    let answerable: Vec<_> = outcomes.iter().filter(|o| o.has_answer).collect();
    let n = answerable.len().max(1) as f64;
    let share = |f: &dyn Fn(&Outcome) -> bool| answerable.iter().filter(|o| f(o)).count() as f64 / n;
    let high: Vec<_> = outcomes.iter().filter(|o| o.high).collect();
    Figures {
        queries: outcomes.len(),
        p_at_1: share(&|o| o.rank == Some(1)),
        hit_at_3: share(&|o| o.rank.is_some_and(|r| r <= 3)),
        mrr: answerable.iter().filter_map(|o| o.rank).map(|r| 1.0 / r as f64).sum::<f64>() / n,
        answer: outcomes.iter().filter(|o| o.right).count() as f64 / outcomes.len().max(1) as f64,
        high_right: high.iter().filter(|o| o.right).count() as f64 / high.len().max(1) as f64,
        high_share: high.len() as f64 / outcomes.len().max(1) as f64,
    }
}

fn print_row(name: &str, f: &Figures) {
    println!(
        "{name:34} {:5}  {:6.3} {:6.3} {:6.3} {:6.3}  {:10.3} {:6.3}",
        f.queries, f.p_at_1, f.hit_at_3, f.mrr, f.answer, f.high_right, f.high_share
    );
}

fn by_kind(outcomes: &[Outcome]) {
    let mut kinds: Vec<&str> = outcomes.iter().map(|o| o.kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let of_kind: Vec<_> = outcomes.iter().filter(|o| o.kind == kind).collect();
        let n = of_kind.len();
        let right = of_kind.iter().filter(|o| o.right).count();
        let first = of_kind.iter().filter(|o| o.rank == Some(1)).count();
        println!("  {kind:32} {n:5}  first {first:4}  right at the defaults {right:4}");
    }
}

/// What other thresholds would mean: right answers and silence for each set, and how often "high" would be right
/// where it also asked for that margin.
fn sweep(sets: &[(String, Vec<Outcome>)]) {
    for t in [0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7] {
        let right = |o: &Outcome| match o.first {
            Some((score, _, right)) if score >= t => right,
            _ => !o.has_answer,
        };
        let share = |os: &[Outcome]| os.iter().filter(|o| right(o)).count() as f64 / os.len().max(1) as f64;
        let row: Vec<_> = sets.iter().map(|(name, os)| format!("{name} {:.3}", share(os))).collect();
        println!("threshold {t:.2}: {}", row.join("  "));
    }
    for m in [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97] {
        let high: Vec<_> = sets
            .iter()
            .flat_map(|s| &s.1)
            .filter_map(|o| o.first)
            .filter(|f| f.0 >= 0.8 && f.1 >= m)
            .collect();
        let all: usize = sets.iter().map(|s| s.1.len()).sum();
        let right = high.iter().filter(|f| f.2).count() as f64 / high.len().max(1) as f64;
        println!("margin {m:.2}: high right {right:.3} said {:.3}", high.len() as f64 / all as f64);
    }
}

/// Fails where a committed figure is undercut; with `update`, raises those that rose.
fn baseline(figures: &BTreeMap<String, Figures>, update: bool) -> Result<()> {
    let path = corpus::root().join("fixtures/baseline.json");
    let old: BTreeMap<String, Figures> =
        std::fs::read(&path).ok().and_then(|b| serde_json::from_slice(&b).ok()).unwrap_or_default();
    let mut fell = Vec::new();
    let mut new = old.clone();
    for (name, now) in figures {
        let Some(was) = old.get(name) else {
            new.insert(name.clone(), *now);
            continue;
        };
        for (what, now, was) in [
            ("P@1", now.p_at_1, was.p_at_1),
            ("answer", now.answer, was.answer),
            ("high right", now.high_right, was.high_right.min(0.97)),
        ] {
            if now < was - 1e-9 {
                fell.push(format!("{name}: {what} {now:.4} is below the baseline {was:.4}"));
            }
        }
        if now.p_at_1 >= was.p_at_1 && now.answer >= was.answer {
            new.insert(name.clone(), *now);
        }
    }
    if update {
        std::fs::write(&path, serde_json::to_string_pretty(&new)? + "\n")?;
        println!("baselines written to fixtures/baseline.json");
    }
    if !fell.is_empty() && !update {
        bail!("{}", fell.join("\n"));
    }
    Ok(())
}
