//! `cargo xtask fit`: fits the weights of the scorer on the corpora and writes them as Rust.
//!
//! Each query is a choice among its candidates and "nothing", whose log-odds are 0. The loss is the negative
//! log-probability of a right choice under the mixed, the lexical and the embedding score, with an L2 pull
//! towards zero; Adam minimises it. Sets are weighed so that none drowns the others.

use anyhow::Result;
use semantic_core::find::{FEATURE_NAMES, FEATURES};

use crate::corpus::{self, Set};

struct Choice {
    rows: Vec<[f32; FEATURES]>,
    right: Vec<bool>,
    /// Nothing is the right answer.
    none: bool,
    weight: f64,
    page: usize,
}

const MIX: (f64, f64) = (0.6, 0.4);

/// Fits on all pages but every `folds`-th, reports on those left out, then fits on everything and writes.
pub fn run(folds: usize, write: bool, l2: f64) -> Result<()> {
    let mut sets = vec![corpus::own()?];
    sets.extend(corpus::public()?);
    let choices = choices(&sets);
    println!("{} queries, {} candidates", choices.len(), choices.iter().map(|c| c.rows.len()).sum::<usize>());
    if folds > 1 {
        let mut held = (0, 0);
        for fold in 0..folds {
            let (test, train): (Vec<&Choice>, Vec<&Choice>) =
                choices.iter().partition(|c| c.page % folds == fold);
            let w = fit(&train, l2);
            let (right, n) = accuracy(&test, &w);
            held = (held.0 + right, held.1 + n);
        }
        println!("held out: {}/{} = {:.4}", held.0, held.1, held.0 as f64 / held.1.max(1) as f64);
    }
    let all: Vec<&Choice> = choices.iter().collect();
    let w = fit(&all, l2);
    let (right, n) = accuracy(&all, &w);
    println!("fitted:   {right}/{n} = {:.4}", right as f64 / n.max(1) as f64);
    for (i, (name, _)) in FEATURE_NAMES.iter().enumerate() {
        println!("  {name:20} {:8.3} {:8.3}", w[0][i], w[1][i]);
    }
    if write {
        std::fs::write(corpus::root().join("crates/semantic-core/src/find/score/weights.rs"), rust(&w))?;
    }
    Ok(())
}

fn choices(sets: &[Set]) -> Vec<Choice> {
    let mut out = Vec::new();
    let mut pages = 0;
    for set in sets {
        let n: usize = set.pages.iter().map(|p| p.queries.len()).sum();
        let weight = match set.name.as_str() {
            "find-none" => 2.0,
            "find" => 1.6,
            _ => (200.0 / n as f64).sqrt(),
        };
        for page in &set.pages {
            pages += 1;
            for query in &page.queries {
                let relevant = query.relevant();
                let none = relevant.is_empty();
                if none && !query.partial().is_empty() {
                    continue;
                }
                let candidates = page.index.candidates(&query.query);
                let is_right = |id: semantic_core::tree::NodeId| {
                    let node = page.index.snapshot().node(id);
                    node.and_then(|n| n.own_ref()).is_some_and(|r| relevant.iter().any(|x| x == r))
                };
                let right: Vec<bool> = candidates.iter().map(|c| is_right(c.0)).collect();
                if !none && !right.contains(&true) || candidates.is_empty() {
                    continue;
                }
                let rows = candidates.into_iter().map(|c| c.1).collect();
                out.push(Choice { rows, right, none, weight, page: pages });
            }
        }
    }
    out
}

type Weights = [[f64; FEATURES]; 2];

/// Which features each score may use.
fn allowed(score: usize, feature: usize) -> bool {
    match FEATURE_NAMES[feature].1 {
        "lexical" => score == 0,
        "embedding" => score == 1,
        _ => true,
    }
}

fn fit(choices: &[&Choice], l2: f64) -> Weights {
    let mut w: Weights = [[0.0; FEATURES]; 2];
    let (mut m, mut v) = (w, w);
    let total: f64 = choices.iter().map(|c| c.weight).sum();
    for step in 1..=400 {
        let mut g: Weights = [[0.0; FEATURES]; 2];
        for choice in choices {
            for (mix, share) in [(MIX, 0.6), ((1.0, 0.0), 0.25), ((0.0, 1.0), 0.15)] {
                gradient(choice, &w, mix, share * choice.weight / total, &mut g);
            }
        }
        let rate = 0.08 * (1.0 - step as f64 / 440.0);
        for s in 0..2 {
            for i in 0..FEATURES {
                if !allowed(s, i) {
                    continue;
                }
                let grad = g[s][i] + l2 * w[s][i] * if i == 0 { 0.1 } else { 1.0 };
                m[s][i] = 0.9 * m[s][i] + 0.1 * grad;
                v[s][i] = 0.99 * v[s][i] + 0.01 * grad * grad;
                let (mh, vh) = (m[s][i] / (1.0 - 0.9f64.powi(step)), v[s][i] / (1.0 - 0.99f64.powi(step)));
                w[s][i] -= rate * mh / (vh.sqrt() + 1e-8);
                // The whole name said as it is can only speak for an element.
                if matches!(FEATURE_NAMES[i].0, "Exact" | "Contained" | "ContainedWeight" | "Quoted") {
                    w[s][i] = w[s][i].max(0.0);
                }
            }
        }
    }
    w
}

fn logit(row: &[f32; FEATURES], w: &Weights, mix: (f64, f64)) -> f64 {
    row.iter().enumerate().map(|(i, &x)| f64::from(x) * (mix.0 * w[0][i] + mix.1 * w[1][i])).sum()
}

fn gradient(c: &Choice, w: &Weights, mix: (f64, f64), weight: f64, g: &mut Weights) {
    let logits: Vec<f64> = c.rows.iter().map(|r| logit(r, w, mix)).collect();
    let top = logits.iter().copied().fold(0.0, f64::max);
    let e: Vec<f64> = logits.iter().map(|l| (l - top).exp()).collect();
    let nothing = (-top).exp();
    let all: f64 = nothing + e.iter().sum::<f64>();
    let good: f64 =
        if c.none { nothing } else { e.iter().zip(&c.right).filter(|(_, r)| **r).map(|(x, _)| x).sum() };
    for ((row, x), &right) in c.rows.iter().zip(&e).zip(&c.right) {
        let p = x / all;
        let target = if right { x / good.max(1e-300) } else { 0.0 };
        let d = weight * (p - target);
        if d.abs() < 1e-12 {
            continue;
        }
        for (i, &v) in row.iter().enumerate() {
            if v != 0.0 {
                g[0][i] += d * mix.0 * f64::from(v);
                g[1][i] += d * mix.1 * f64::from(v);
            }
        }
    }
}

fn accuracy(choices: &[&Choice], w: &Weights) -> (usize, usize) {
    let right = choices.iter().filter(|c| {
        let best = c.rows.iter().map(|r| logit(r, w, MIX)).enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        best.is_some_and(|(i, l)| if c.none { l < -0.85 } else { c.right[i] })
    });
    (right.count(), choices.len())
}

/// The library's file of weights, as rustfmt would write it.
fn rust(w: &Weights) -> String {
    let mut out = String::from(
        "//! The weights of the scorer, fitted by `cargo xtask fit`: do not edit by hand.\n\n\
         /// Name of a feature, its weight in the lexical score and in the embedding score.\n\
         #[allow(clippy::approx_constant)] // fitted, no constants of nature\n\
         pub(super) const FITTED: &[(&str, f32, f32)] = &[\n",
    );
    for (i, (name, _)) in FEATURE_NAMES.iter().enumerate() {
        out += &format!("    (\"{name}\", {:.4}, {:.4}),\n", w[0][i], w[1][i]);
    }
    out + "];\n"
}
