//! Which elements have something of the query, in their own words and in those around them.

use super::Context;
use super::texts::ALIKE;
use crate::find::index::{Field, Index, NO_NODE};
use crate::find::query::{MOST_WORDS, Part};
use crate::find::scratch::Scratch;

/// An element with evidence of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub node: u32,
    /// A name of it is the query, word for word.
    pub literal: bool,
    /// Its name denies where the query does not.
    pub denies: bool,
    /// Its name means the contrary of what is asked.
    pub opposite: bool,
    /// Some word of what is looked for, or of where, was found in it.
    pub says: bool,
    /// First of its (query word, grade) pairs, and how many.
    pub own: u32,
    pub len: u8,
    /// Share of the target that the element's own words account for, in 0..1.
    pub recall: f32,
    /// Share of its best name that the query accounts for, in 0..1.
    pub precision: f32,
    pub run: u8,
    /// A whole name of it stands in the query as it is.
    pub contained: bool,
    pub quoted: bool,
    /// Weight of the words of its best name.
    pub weight: f32,
    /// The field that spoke loudest.
    pub field: Field,
    /// How far that field is to be trusted.
    pub trust: f32,
}

/// Fills the candidates of `s`: every element with a hit text, in document order, and what rows hold.
pub(crate) fn gather(index: &Index, s: &mut Scratch, c: &Context) {
    let mut merged = [0.0f32; MOST_WORDS];
    for node in 0..index.snapshot.len() {
        let fields = index.fields_of(node);
        let mut any = 0;
        for f in fields {
            any |= s.text_slot[f.text()];
        }
        if any != 0 {
            element(index, s, c, node, &mut merged);
        }
    }
    items(index, s, c);
}

fn element(index: &Index, s: &mut Scratch, c: &Context, node: usize, merged: &mut [f32; MOST_WORDS]) {
    let mut seen = 0u64;
    let mut best = Candidate {
        node: node as u32,
        literal: false,
        denies: false,
        opposite: false,
        says: false,
        own: s.own.len() as u32,
        len: 0,
        recall: 0.0,
        precision: 0.0,
        run: 0,
        contained: false,
        quoted: false,
        weight: 0.0,
        field: Field::Name,
        trust: 0.0,
    };
    let mut best_value = -1.0;
    for f in index.fields_of(node) {
        let slot = s.text_slot[f.text()];
        let trust = f.field().trust();
        if slot == 0 {
            continue;
        }
        let hit = s.text_hits[slot as usize - 1];
        if trust == 0.0 {
            // "Branch selector" around a control called "main" makes it a candidate.
            best.says |= f.field() == Field::Parent && hit.precision > 0.4 && c.few_targets();
            continue;
        }
        best.says |= trust > 0.5 && s.text_cosine.get(f.text()).is_some_and(|&c| c > ALIKE);
        best.opposite |= hit.opposite && f.field().is_name();
        best.literal |= hit.literal && f.field().is_name();
        best.denies |= hit.denies && f.field().is_name();
        let mut value = 0.0;
        for &(k, grade) in &s.pairs[hit.pairs as usize..hit.pairs as usize + hit.len as usize] {
            let grade = grade * trust;
            let k = k as usize;
            // `text_view_3`: an identifier names kinds for programmers, not for people.
            if c.part[k] == Part::Kind && trust < 0.75 {
                continue;
            }
            if seen & 1 << k == 0 {
                seen |= 1 << k;
                merged[k] = grade;
            } else {
                merged[k] = merged[k].max(grade);
            }
            if c.is_target(k) {
                value += c.weight[k] * grade;
            }
        }
        let value = value * (0.4 + 0.6 * hit.precision);
        if value > best_value {
            best_value = value;
            best.precision = hit.precision;
            best.run = hit.run;
            best.contained = hit.contained && trust >= 0.7;
            best.quoted = hit.quoted && trust >= 0.7;
            best.weight = hit.weight;
            best.field = f.field();
            best.trust = trust;
        }
    }
    if seen == 0 && !best.says {
        return;
    }
    best.says |= seen & c.spoken != 0;
    let mut left = seen;
    let mut recall = 0.0;
    while left != 0 {
        let k = left.trailing_zeros() as usize;
        s.own.push((k as u8, merged[k]));
        if c.is_target(k) {
            recall += c.weight[k] * merged[k];
        }
        left &= left - 1;
    }
    best.len = seen.count_ones() as u8;
    best.recall = (recall / c.target.max(1e-6)).min(1.0);
    s.candidates.push(best);
    s.node_slot[node] = s.candidates.len() as u32;
}

/// What stands in a row, card or list item speaks for everything in it.
fn items(index: &Index, s: &mut Scratch, c: &Context) {
    if c.words == 0 {
        return;
    }
    for i in 0..s.candidates.len() {
        let candidate = s.candidates[i];
        let mut item = index.items[candidate.node as usize];
        for _ in 0..2 {
            if item == NO_NODE {
                break;
            }
            if s.item_slot[item as usize] == 0 {
                s.item_grades.resize(s.item_grades.len() + c.words, 0.0);
                s.item_slot[item as usize] = (s.item_grades.len() / c.words) as u32;
            }
            let row = (s.item_slot[item as usize] as usize - 1) * c.words;
            for &(k, grade) in &s.own[candidate.own as usize..candidate.own as usize + candidate.len as usize]
            {
                let slot = &mut s.item_grades[row + k as usize];
                *slot = slot.max(grade);
            }
            let parent = index.snapshot.nodes[item as usize].parent;
            item = if parent == NO_NODE { NO_NODE } else { index.items[parent as usize] };
        }
    }
}

/// Grades that an element's surroundings lend it, a query word each; its row, card or list item only with `rows`.
pub(crate) fn surroundings(
    index: &Index,
    s: &Scratch,
    c: &Context,
    node: usize,
    rows: bool,
    out: &mut [f32; MOST_WORDS],
) {
    out[..c.words].fill(0.0);
    // Row, card or list item: what its other parts say.
    let mut item = index.items[node];
    let mut strength = 1.0;
    for _ in 0..2 {
        if item == NO_NODE || !rows {
            break;
        }
        if s.item_slot[item as usize] != 0 && item as usize != node {
            let row = (s.item_slot[item as usize] as usize - 1) * c.words;
            for (slot, &grade) in out[..c.words].iter_mut().zip(&s.item_grades[row..row + c.words]) {
                *slot = slot.max(grade * strength);
            }
        }
        let parent = index.snapshot.nodes[item as usize].parent;
        item = if parent == NO_NODE { NO_NODE } else { index.items[parent as usize] };
        strength = 0.6;
    }
    // Containers: their names, nearest first.
    let mut container = index.containers[node];
    let mut strength = 0.95;
    for _ in 0..8 {
        if container == NO_NODE {
            break;
        }
        let slot = s.node_slot[container as usize];
        if slot != 0 {
            let around = s.candidates[slot as usize - 1];
            for &(k, grade) in &s.own[around.own as usize..around.own as usize + around.len as usize] {
                out[k as usize] = out[k as usize].max(grade * strength);
            }
        }
        container = index.containers[container as usize];
        strength *= 0.9;
    }
    // What the producer said of its place.
    for f in index.fields_of(node).iter().filter(|f| matches!(f.field(), Field::Section | Field::Parent)) {
        let slot = s.text_slot[f.text()];
        if slot != 0 {
            let strength = if f.field() == Field::Parent { 0.95 } else { 0.85 };
            let hit = s.text_hits[slot as usize - 1];
            for &(k, grade) in &s.pairs[hit.pairs as usize..hit.pairs as usize + hit.len as usize] {
                out[k as usize] = out[k as usize].max(grade * strength);
            }
        }
    }
}

/// Share of the words of `part` that these grades account for, in 0..1.
pub(crate) fn share(c: &Context, part: Part, grades: impl Iterator<Item = (usize, f32)>) -> f32 {
    let total = c.total(part);
    if total <= 0.0 {
        return 0.0;
    }
    let found: f32 = grades.filter(|&(k, _)| c.part[k] == part).map(|(k, g)| c.weight[k] * g).sum();
    (found / total).min(1.0)
}
