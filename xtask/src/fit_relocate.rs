//! `cargo xtask fit relocate`: fits the weights and the limits of relocation and writes them as Rust.
//!
//! Each case is a choice among its candidates and "gone", whose log-odds are 0; the loss is the negative
//! log-probability of the right choice with an L2 pull towards zero, and Adam minimises it. A case whose element is
//! still there is shown a second time without it: then "gone" is right. The weights are fitted twice, since what
//! others claim is measured with the first ones. Everything reported is cross-validated by page: the public pages
//! of one site, and our own pages of one design, are all held out together.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::Result;
use semantic_core::recover::{Known, PairFeatures, RELOCATE_FEATURE_NAMES, RELOCATE_FEATURES, Relocator};
use semantic_core::tree::NodeId;

use crate::corpus;
use crate::pairs::{self, Pair, PairSet};

/// Share of a case's weight that its copy without the right candidate has.
const REMOVED: f64 = 0.3;
/// Probability of a right answer at which its label is half believed.
const DOUBT: f64 = 0.001;
/// Share of the held-out answers called high that must be right. Some public labels are wrong, so that 0.99 is all
/// one can ask.
const TRUSTED: f64 = 0.99;
const STEPS: i32 = 260;

/// A row without its zeros.
type Sparse = Vec<(u16, f32)>;

struct Choice {
    set: usize,
    known: Known,
    group: usize,
    id: String,
    rows: Vec<Sparse>,
    nodes: Vec<NodeId>,
    /// Position of the right candidate.
    right: Option<usize>,
    /// The element is gone.
    gone: bool,
    renamed: bool,
    weight: f64,
    copy: bool,
    /// Why the right candidate is ruled out.
    lost: &'static str,
}

type Weights = Vec<f64>;

/// Cross-validates in `folds` parts, then fits on everything and writes.
pub fn run(folds: usize, write: bool, l2: f64, misses: Option<&str>) -> Result<()> {
    let mut sets = pairs::own()?;
    sets.extend(pairs::public()?);
    let groups = Groups::new(&sets);
    let mut limits = Limits::default();
    let none = vec![0.0; RELOCATE_FEATURES];
    let plain = choices(&sets, &groups, &none, false);
    println!(
        "{} cases, {} candidates, {} groups",
        plain.iter().filter(|c| !c.copy).count(),
        plain.iter().map(|c| c.rows.len()).sum::<usize>(),
        groups.count
    );
    if folds > 1 {
        let mut held: Vec<Answer> = Vec::new();
        let parts: Vec<usize> = (0..folds).collect();
        let answers = std::thread::scope(|scope| {
            let threads: Vec<_> = parts
                .iter()
                .map(|&fold| {
                    let (plain, groups, sets) = (&plain, &groups, &sets);
                    scope.spawn(move || fold_answers(sets, groups, plain, fold, folds, l2))
                })
                .collect();
            threads.into_iter().map(|t| t.join().unwrap_or_default()).collect::<Vec<_>>()
        });
        answers.into_iter().for_each(|a| held.extend(a));
        report(&sets, &held, misses);
        limits = Limits::of(&sets, &held);
        println!("{limits:?}");
    }
    let all: Vec<&Choice> = plain.iter().collect();
    let first = fit(&all, l2);
    let claimed = choices(&sets, &groups, &first, true);
    let all: Vec<&Choice> = claimed.iter().collect();
    let second = fit(&all, l2);
    let answers: Vec<Answer> = all.iter().filter(|c| !c.copy).map(|c| answer(c, &second)).collect();
    println!("fitted on everything:");
    report(&sets, &answers, None);
    for (i, name) in RELOCATE_FEATURE_NAMES.iter().enumerate() {
        println!("  {name:20} {:8.3} {:8.3}", first[i], second[i]);
    }
    if write {
        let path = corpus::root().join("crates/semantic-core/src/recover/relocate/weights.rs");
        std::fs::write(path, rust(&first, &second, &limits))?;
    }
    Ok(())
}

/// Which pages are held out together.
struct Groups {
    of: BTreeMap<String, usize>,
    count: usize,
}

impl Groups {
    fn new(sets: &[PairSet]) -> Self {
        let mut of = BTreeMap::new();
        let mut names = BTreeMap::new();
        for pair in sets.iter().flat_map(|s| &s.pairs) {
            let next = names.len();
            let group = *names.entry(site(&pair.name)).or_insert(next);
            of.insert(pair.name.clone(), group);
        }
        Groups { of, count: names.len() }
    }
}

/// The site of a public pair, the page of a pair of one program's versions, the design of one of ours.
fn site(pair: &str) -> String {
    let pair = pair.to_ascii_lowercase();
    let known = ["similo2-", "similo2js-", "webevo-"].iter().find_map(|p| pair.strip_prefix(p));
    match known {
        Some(site) => site.split('-').next().unwrap_or(site).to_owned(),
        None => pair.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-').to_owned(),
    }
}

fn fold_answers(
    sets: &[PairSet],
    groups: &Groups,
    plain: &[Choice],
    fold: usize,
    folds: usize,
    l2: f64,
) -> Vec<Answer> {
    let train: Vec<&Choice> = plain.iter().filter(|c| c.group % folds != fold).collect();
    let first = fit(&train, l2);
    let claimed = choices(sets, groups, &first, true);
    let (test, train): (Vec<&Choice>, Vec<&Choice>) = claimed.iter().partition(|c| c.group % folds == fold);
    let second = fit(&train, l2);
    test.into_iter().filter(|c| !c.copy).map(|c| answer(c, &second)).collect()
}

fn choices(sets: &[PairSet], groups: &Groups, first: &Weights, claims: bool) -> Vec<Choice> {
    let mut out = Vec::new();
    for (s, set) in sets.iter().enumerate() {
        for pair in &set.pairs {
            pair_choices(pair, (s, groups.of[&pair.name], weight(sets, s)), first, claims, &mut out);
        }
    }
    out
}

fn pair_choices(
    pair: &Pair,
    (set, group, weight): (usize, usize, f64),
    first: &Weights,
    claims: bool,
    out: &mut Vec<Choice>,
) {
    let mut w = [0.0f32; RELOCATE_FEATURES];
    w.iter_mut().zip(first).for_each(|(to, &from)| *to = from as f32);
    let relocator = Relocator::new(&pair.before, &pair.after, pair.known).with_weights(w, w);
    for (case, target, expected) in &pair.cases {
        let relocator = match &case.query {
            Some(query) => {
                &Relocator::new(&pair.before, &pair.after, pair.known).with_query(query).with_weights(w, w)
            }
            None => &relocator,
        };
        let (open, closed): (Vec<_>, Vec<_>) =
            relocator.rows(*target, claims).into_iter().partition(|r| r.2.is_none());
        let lost = closed.iter().find(|r| Some(r.0) == *expected).and_then(|r| r.2).unwrap_or_default();
        let right = open.iter().position(|r| Some(r.0) == *expected);
        let choice =
            |rows: Vec<(NodeId, PairFeatures, Option<&'static str>)>, right, gone, weight, copy| Choice {
                set,
                known: pair.known,
                group,
                id: case.id.clone(),
                nodes: rows.iter().map(|r| r.0).collect(),
                rows: rows.iter().map(|r| sparse(&r.1)).collect(),
                right,
                gone,
                renamed: case.same_name == Some(false),
                weight,
                copy,
                lost,
            };
        if let Some(right) = right {
            let mut without = open.clone();
            without.remove(right);
            let share = if pair.known == Known::Whole { REMOVED } else { REMOVED / 4.0 };
            out.push(choice(without, None, true, weight * share, true));
        }
        out.push(choice(open, right, expected.is_none(), weight, false));
    }
}

fn sparse(row: &PairFeatures) -> Sparse {
    row.iter().enumerate().filter(|(_, v)| **v != 0.0).map(|(i, &v)| (i as u16, v)).collect()
}

fn logit(row: &Sparse, w: &Weights) -> f64 {
    row.iter().map(|&(i, v)| f64::from(v) * w[i as usize]).sum()
}

/// Features that can only speak for a pair, and only against one.
fn sign(name: &str) -> f64 {
    match name {
        "NameSame" | "NameSole" | "IdSame" | "IdMask" | "UrlSame" | "AddressSame" | "RowWords" | "Exact"
        | "HolderSame" | "NameMeaning" | "NameAndPlace" | "QueryFit" | "FormSame" | "Between"
        | "KindSame" | "Around" | "NearMoved" | "TwinRank" | "SectionSame" | "HintSame" | "NameMask"
        | "NameIsHint" | "Alone" | "AloneAlike" | "BagWords" | "BagContained" | "ParentRole"
        | "NearYPart" | "NameSynonym" | "IdContained" | "GapPart" | "UrlWords" | "IdWords" | "ClassSame"
        | "ClassWords" | "NearAll" | "NearX" | "NearY" | "NearSize" | "Gap" | "NameWords" | "NameGrams"
        | "NameContained" | "RoleSame" | "TagSame" | "TypeSame" | "PathSame" | "PathEnd" | "PathAll"
        | "PathTags" | "RolePath" | "NeighbourWords" | "SectionWords" | "HeadingSame" | "OrderNear"
        | "SourceSame" => 1.0,
        "NameOther" | "RowOther" | "Rival" | "Claimed" | "ExactOther" | "HolderOther" | "KindOther"
        | "PlaceOnly" | "QueryMisfit" | "NumberOther" | "UrlOther" | "IdOther" | "Outside"
        | "NameMissing" | "NameExtra" | "FormOther" | "TagOther" | "TypeOther" | "ClassOther"
        | "SourceOther" | "SectionOther" | "HeadingOther" | "ParentOther" | "NeighbourOther"
        | "PathOther" | "FarX" | "TwinRankOther" | "HintOther" | "LevelOther" | "NeighbourMissing"
        | "NeighbourTwin" | "FarY" | "SectionMissing" | "ClassMissing" | "StateOther" | "ControlLost"
        | "ControlGained" => -1.0,
        _ => 0.0,
    }
}

fn fit(choices: &[&Choice], l2: f64) -> Weights {
    let n = RELOCATE_FEATURES;
    let (mut w, mut m, mut v) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    let signs: Vec<f64> = RELOCATE_FEATURE_NAMES.iter().map(|name| sign(name)).collect();
    let usable: Vec<&&Choice> = choices.iter().filter(|c| c.right.is_some() || c.gone).collect();
    let total: f64 = usable.iter().map(|c| c.weight).sum();
    for step in 1..=STEPS {
        let mut g = vec![0.0; n];
        for choice in &usable {
            gradient(choice, &w, choice.weight / total, &mut g);
        }
        let rate = 0.1 * (1.0 - f64::from(step) / f64::from(STEPS + 30));
        for i in 0..n {
            let grad = g[i] + l2 * w[i] * if i == 0 { 0.1 } else { 1.0 };
            m[i] = 0.9 * m[i] + 0.1 * grad;
            v[i] = 0.99 * v[i] + 0.01 * grad * grad;
            let (mh, vh) = (m[i] / (1.0 - 0.9f64.powi(step)), v[i] / (1.0 - 0.99f64.powi(step)));
            w[i] -= rate * mh / (vh.sqrt() + 1e-8);
            if w[i] * signs[i] < 0.0 {
                w[i] = 0.0;
            }
        }
    }
    w
}

/// Probabilities of the candidates; the rest is that of "gone".
fn shares(c: &Choice, w: &Weights) -> Vec<f64> {
    let logits: Vec<f64> = c.rows.iter().map(|r| logit(r, w)).collect();
    let top = logits.iter().copied().fold(0.0, f64::max);
    let e: Vec<f64> = logits.iter().map(|l| (l - top).exp()).collect();
    let all = (-top).exp() + e.iter().sum::<f64>();
    e.into_iter().map(|x| x / all).collect()
}

fn gradient(c: &Choice, w: &Weights, weight: f64, g: &mut [f64]) {
    let shares = shares(c, w);
    let good = c.right.map_or_else(|| 1.0 - shares.iter().sum::<f64>(), |r| shares[r]);
    // A label that everything speaks against is more likely wrong than the rest of the data.
    let weight = weight * good / (good + DOUBT);
    for (k, (row, p)) in c.rows.iter().zip(shares).enumerate() {
        let d = weight * (p - f64::from(u8::from(c.right == Some(k))));
        if d.abs() > 1e-10 {
            row.iter().for_each(|&(i, v)| g[i as usize] += d * f64::from(v));
        }
    }
}

/// What the model says to one case.
#[derive(Default, Clone)]
struct Answer {
    set: usize,
    known: Option<Known>,
    id: String,
    best: Option<NodeId>,
    p: f64,
    second: f64,
    right: bool,
    gone: bool,
    renamed: bool,
    reachable: bool,
    /// Which features speak most for the best and for the right candidate.
    why: String,
}

fn answer(c: &Choice, w: &Weights) -> Answer {
    let p = shares(c, w);
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&x, &y| p[y].total_cmp(&p[x]));
    let best = order.first().copied();
    Answer {
        set: c.set,
        known: Some(c.known),
        id: c.id.clone(),
        best: best.map(|k| c.nodes[k]),
        p: best.map_or(0.0, |k| p[k]),
        second: order.get(1).map_or(0.0, |&k| p[k]),
        right: best.is_some() && best == c.right,
        gone: c.gone,
        renamed: c.renamed,
        reachable: c.gone || c.right.is_some(),
        why: if c.right.is_none() && !c.gone {
            format!("LOST {} {}", c.lost, why(c, w, best))
        } else {
            why(c, w, best)
        },
    }
}

/// What makes the difference between the right candidate and the best other one, in log-odds.
fn why(c: &Choice, w: &Weights, best: Option<usize>) -> String {
    let Some(best) = best else { return String::new() };
    let mut d = vec![0.0; RELOCATE_FEATURES];
    c.rows[best].iter().for_each(|&(i, v)| d[i as usize] += f64::from(v) * w[i as usize]);
    let right = c.right.filter(|&r| r != best);
    let of = right.map_or(String::new(), |r| {
        c.rows[r].iter().for_each(|&(i, v)| d[i as usize] -= f64::from(v) * w[i as usize]);
        format!("right {} {:.2} ", c.nodes[r], logit(&c.rows[r], w))
    });
    let mut order: Vec<usize> = (0..d.len()).collect();
    order.sort_by(|&x, &y| d[y].abs().total_cmp(&d[x].abs()));
    let parts: Vec<_> =
        order.iter().take(14).map(|&i| format!("{} {:+.2}", RELOCATE_FEATURE_NAMES[i], d[i])).collect();
    format!("best {:.2} {of}| {}", logit(&c.rows[best], w), parts.join(" "))
}

fn report(sets: &[PairSet], answers: &[Answer], misses: Option<&str>) {
    for (s, set) in sets.iter().enumerate() {
        let of: Vec<&Answer> = answers.iter().filter(|a| a.set == s).collect();
        print!("{:18} n {:4} lost {:2} |", set.name, of.len(), of.iter().filter(|a| !a.reachable).count());
        for limit in [0.1, 0.2, 0.3, 0.4, 0.5] {
            let taken = |a: &&&Answer| a.p >= limit;
            let count = |f: &dyn Fn(&&&Answer) -> bool| of.iter().filter(f).count();
            let ok = |a: &&&Answer| if a.gone { !taken(a) } else { taken(a) && a.right };
            let n = of.len().max(1) as f64;
            print!(
                " {limit}: {:.3} ren {}/{} gone {}/{} wrong {:.3} |",
                count(&ok) as f64 / n,
                count(&|a| a.renamed && ok(a)),
                count(&|a| a.renamed),
                count(&|a| a.gone && ok(a)),
                count(&|a| a.gone),
                count(&|a| taken(a) && !a.right) as f64 / n
            );
        }
        println!();
        if misses.is_some_and(|m| m == set.name || m == "all") {
            for a in of.iter().filter(|a| if a.gone { a.p >= 0.3 } else { a.p < 0.3 || !a.right }) {
                let got = a.best.map_or_else(|| "-".to_owned(), |n| n.to_string());
                println!("   miss {} gone {} got {got} p {:.3} next {:.3}", a.id, a.gone, a.p, a.second);
                println!("        {}", a.why);
            }
        }
    }
    for limit in [0.8, 0.9, 0.95, 0.97, 0.98, 0.99] {
        let high: Vec<&Answer> = answers.iter().filter(|a| a.p >= limit).collect();
        let right = high.iter().filter(|a| a.right).count();
        println!("high from {limit}: {right}/{} of {}", high.len(), answers.len());
    }
}

/// From which probability on an answer is given, where the whole old page is known and where a part is, and is high
/// or medium.
#[derive(Debug)]
struct Limits {
    whole: f64,
    part: f64,
    high: f64,
    medium: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { whole: 0.4, part: 0.3, high: 0.97, medium: 0.7 }
    }
}

impl Limits {
    /// The limits that do best on held-out answers; a wrong answer costs twice what a right one earns.
    fn of(sets: &[PairSet], answers: &[Answer]) -> Limits {
        let knows = |known: Known| {
            let of: Vec<&Answer> = answers.iter().filter(|a| a.known == Some(known)).collect();
            let grid = (3..=12).map(|k| f64::from(k) * 0.05);
            let value = |limit: f64| -> f64 {
                let one = |a: &&Answer| {
                    let right = if a.gone { a.p < limit } else { a.p >= limit && a.right };
                    let wrong = a.p >= limit && !a.right;
                    (f64::from(u8::from(right)) - 2.0 * f64::from(u8::from(wrong))) * weight(sets, a.set)
                };
                of.iter().map(one).sum()
            };
            let values: Vec<(f64, f64)> = grid.map(|l| (l, value(l))).collect();
            println!(
                "{known:?}: {}",
                values.iter().map(|(l, v)| format!("{l:.2} {v:.1}")).collect::<Vec<_>>().join(", ")
            );
            let best = values.iter().map(|v| v.1).fold(f64::MIN, f64::max);
            // Of limits that do about as well the lowest: an answer called low is more use than none.
            values.iter().find(|v| v.1 >= best * 0.99).map_or(0.4, |v| v.0)
        };
        let trusted = |least: f64, from: u32| {
            let right = |limit: f64| {
                let said: Vec<&Answer> = answers.iter().filter(|a| a.p >= limit).collect();
                said.iter().filter(|a| a.right).count() as f64 / said.len().max(1) as f64
            };
            (from..100).map(|k| f64::from(k) / 100.0).find(|&l| right(l) >= least)
        };
        let fallback = Limits::default();
        Limits {
            whole: knows(Known::Whole),
            part: knows(Known::Part),
            high: trusted(TRUSTED, 95).unwrap_or(fallback.high),
            medium: trusted(0.975, 51).unwrap_or(fallback.medium),
        }
    }
}

/// What a case of a set counts, so that no set drowns the others. All of our own designs come from one generator: they
/// are one set.
fn weight(sets: &[PairSet], set: usize) -> f64 {
    let cases = |s: &PairSet| -> usize { s.pairs.iter().map(|p| p.cases.len()).sum() };
    let own = |s: &&PairSet| s.name.starts_with(pairs::OWN);
    let n = match &sets[set] {
        s if own(&s) => sets.iter().filter(own).map(cases).sum(),
        s => cases(s),
    };
    (150.0 / n.max(20) as f64).sqrt()
}

/// The library's file of weights, as rustfmt would write it.
fn rust(first: &Weights, second: &Weights, limits: &Limits) -> String {
    let mut out = String::from(
        "//! The weights and limits of relocation, fitted by `cargo xtask fit relocate`: do not edit by hand.\n\n\
         use super::verdict::Limits;\n\n\
         /// Name of a feature, its weight before and after the claims of other elements are heard.\n\
         #[allow(clippy::approx_constant)] // fitted, no constants of nature\n\
         pub(super) const FITTED: &[(&str, f32, f32)] = &[\n",
    );
    for (i, name) in RELOCATE_FEATURE_NAMES.iter().enumerate() {
        let _ = writeln!(out, "    (\"{name}\", {:.4}, {:.4}),", first[i], second[i]);
    }
    let Limits { whole, part, high, medium } = limits;
    let _ = write!(
        out,
        "];\n\n/// What decides between an answer and a refusal.\npub(super) const LIMITS: Limits = \
         Limits {{ whole: {whole:.2}, part: {part:.2}, high: {high:.2}, medium: {medium:.2} }};\n"
    );
    out
}
