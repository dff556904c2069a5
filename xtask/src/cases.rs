//! `cargo xtask cases`: writes the project's own page pairs for relocation, the same bytes each time.
//!
//! A page is a small tree in which every element has a key. A change makes the new page out of the old one and says
//! which keys are gone; what keeps its key is the same element, however it looks now.

mod change;
mod page;

use std::fmt::Write;

use anyhow::Result;
use serde_json::{Map, Value, json};

use self::change::change;
use self::page::{DESIGNS, El, Page};
use crate::corpus;

/// Pairs of each design.
const VARIANTS: u64 = 8;
/// Elements that are relocated in each pair.
const TARGETS: usize = 9;

/// A small generator of numbers, so that the files are the same everywhere.
pub struct Dice(u64);

impl Dice {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    /// True in so many of a hundred times.
    pub fn percent(&mut self, n: usize) -> bool {
        self.below(100) < n
    }

    /// One of several.
    pub fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// Writes one file a design.
pub fn run() -> Result<()> {
    let folder = corpus::root().join("fixtures/relocate");
    std::fs::create_dir_all(&folder)?;
    for (d, &(name, design)) in DESIGNS.iter().enumerate() {
        let mut out = String::new();
        for variant in 0..VARIANTS {
            let mut dice = Dice(0x5eed ^ (d as u64) << 20 ^ variant << 8);
            for _ in 0..4 {
                dice.below(2);
            }
            let _ = writeln!(out, "{}", pair(name, design(&mut dice), variant, &mut dice));
        }
        let path = folder.join(format!("{name}.jsonl"));
        std::fs::write(&path, &out)?;
        println!("{}: {} pairs, {} bytes", path.display(), VARIANTS, out.len());
    }
    Ok(())
}

/// What the producer of a pair tells about its elements.
struct Telling {
    boxes: bool,
    parents: bool,
    identifiers: bool,
    classes: bool,
    whole: bool,
}

fn pair(name: &str, before: Page, variant: u64, dice: &mut Dice) -> Value {
    let telling = Telling {
        boxes: variant.is_multiple_of(2) || variant == 7,
        parents: variant % 4 != 2,
        identifiers: dice.percent(60),
        classes: dice.percent(50),
        whole: variant % 4 != 3,
    };
    let mut before = before;
    before.lay_out(20);
    let (after, marked) = change(&before, dice);
    let (old, new) = (before.list(), after.list());
    let targets = targets(&old, &marked, dice);
    let reference = |list: &[(&El, Option<usize>)], key: &str| {
        list.iter().position(|(e, _)| e.key == key).map(|i| format!("e{i}"))
    };
    let id = format!("{name}-{variant}");
    let cases: Vec<Value> = targets
        .iter()
        .enumerate()
        .map(|(n, &t)| {
            let key = &old[t].0.key;
            let to = new.iter().position(|(e, _)| e.key == *key);
            let mut case = Map::new();
            case.insert("id".into(), format!("{id}-{n}").into());
            case.insert("target_ref".into(), format!("e{t}").into());
            case.insert("expected_ref".into(), reference(&new, key).map_or(Value::Null, |r| r.into()));
            if let Some(to) = to {
                case.insert("same_name".into(), (old[t].0.name == new[to].0.name).into());
            }
            if variant % 4 == 1 && !old[t].0.name.is_empty() {
                case.insert(
                    "query".into(),
                    format!("{} {}", old[t].0.name.to_lowercase(), old[t].0.role).into(),
                );
            }
            Value::Object(case)
        })
        .collect();
    let shown = |list: &[(&El, Option<usize>)], keep: Option<&[usize]>| -> Vec<Value> {
        let kept = |i: &usize| keep.is_none_or(|k| k.contains(i));
        (0..list.len()).filter(kept).map(|i| element(list, i, &telling, keep.is_some())).collect()
    };
    json!({
        "pair": id,
        "before": shown(&old, (!telling.whole).then_some(&targets)),
        "after": shown(&new, None),
        "before_complete": telling.whole,
        "cases": cases,
    })
}

/// Elements worth relocating: those that something happened to first, then others that are acted on.
fn targets(old: &[(&El, Option<usize>)], marked: &[String], dice: &mut Dice) -> Vec<usize> {
    let acted = |i: &usize| old[*i].0.is_target();
    let is_marked = |i: &usize| marked.contains(&old[*i].0.key);
    let mut first: Vec<usize> = (0..old.len()).filter(|i| acted(i) && is_marked(i)).collect();
    let mut rest: Vec<usize> = (0..old.len()).filter(|i| acted(i) && !is_marked(i)).collect();
    let mut out = Vec::new();
    while out.len() < TARGETS && !(first.is_empty() && rest.is_empty()) {
        let list =
            if first.is_empty() || (!rest.is_empty() && dice.percent(35)) { &mut rest } else { &mut first };
        out.push(list.swap_remove(dice.below(list.len())));
    }
    out.sort_unstable();
    out
}

fn element(list: &[(&El, Option<usize>)], i: usize, telling: &Telling, alone: bool) -> Value {
    let (e, parent) = list[i];
    let mut out = Map::new();
    out.insert("ref".into(), format!("e{i}").into());
    out.insert("role".into(), e.role.into());
    out.insert("name".into(), e.name.clone().into());
    if !e.tag.is_empty() {
        out.insert("tag".into(), e.tag.into());
    }
    if let Some(parent) = parent.filter(|_| telling.parents && !alone) {
        out.insert("parent_ref".into(), format!("e{parent}").into());
    }
    let around = parent.filter(|&p| !telling.whole && matches!(list[p].0.role, "row" | "listitem"));
    if let Some(around) = around {
        let others =
            list[around].0.inside.iter().filter(|o| o.key != e.key && !o.is_target() || o.role == "link");
        let text: Vec<&str> = others.map(|o| o.name.as_str()).collect();
        out.insert("neighbor_text".into(), text.join(" ").into());
    }
    let mut attrs = Map::new();
    for (key, value) in &e.attrs {
        let told = match *key {
            "id" => telling.identifiers,
            "class" => telling.classes,
            _ => true,
        };
        if told {
            attrs.insert((*key).into(), value.clone().into());
        }
    }
    if !attrs.is_empty() {
        out.insert("attrs".into(), attrs.into());
    }
    if telling.boxes {
        let [x, y, w, h] = e.at;
        out.insert("positional".into(), json!({"x": x, "y": y, "width": w, "height": h}));
    }
    out.into()
}
