//! Repeated things that were not folded, and why.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::super::checks::Findings;
use super::super::finding::quoted;
use super::super::rules;
use crate::hints::{Captured, CapturedElement, Field, HintRole, HintSnapshot, Member};

/// How many elements around a member are looked at.
const NESTED: usize = 64;

/// Members of one prefix that stayed flat.
struct Flat<'a> {
    prefix: &'a str,
    ids: Vec<&'a str>,
}

pub(super) fn check(captured: &Captured, snapshot: &HintSnapshot, findings: &mut Findings<'_>) {
    let elements = &captured.elements.items;
    let places = places(elements);
    let keys = keys(elements);
    for flat in flat(snapshot) {
        // One thing of its kind is no group.
        if keys.get(flat.prefix).is_none_or(|keys| keys.len() < 2) {
            continue;
        }
        let Some(first) = flat.ids.first() else { continue };
        findings.id = Some((*first).to_owned());
        let collected =
            flat.ids.iter().filter(|id| places.get(*id).is_some_and(|&i| collection(elements, i).is_some()));
        let collected = collected.count();
        let count = flat.ids.len();
        let blocks: Vec<&str> = snapshot
            .blocks
            .iter()
            .filter(|block| block.prefix == flat.prefix)
            .map(|block| block.container.id.as_str())
            .collect();
        let prefix = quoted(flat.prefix);
        if collected == 0 && blocks.is_empty() {
            let message = format!("{count} elements of {prefix} lie in no collection");
            findings.add(&rules::ITEM_WITHOUT_COLLECTION, &(0..0), message);
            continue;
        }
        let why = why(elements, &places, &flat, collected, &blocks);
        let message = format!("{count} elements of {prefix} are not folded: {why}");
        findings.add(&rules::UNFOLDED_GROUP, &(0..0), message);
    }
    findings.id = None;
}

fn flat(snapshot: &HintSnapshot) -> Vec<Flat<'_>> {
    let mut groups: Vec<Flat<'_>> = Vec::new();
    let mut known: HashMap<&str, usize, FxBuildHasher> = HashMap::default();
    for entry in &snapshot.entries {
        let Some(member) = Member::of(&entry.id) else { continue };
        let place = *known.entry(member.prefix).or_insert_with(|| {
            groups.push(Flat { prefix: member.prefix, ids: Vec::new() });
            groups.len() - 1
        });
        groups[place].ids.push(&entry.id);
    }
    groups
}

fn places(elements: &[CapturedElement]) -> HashMap<&str, usize, FxBuildHasher> {
    elements.iter().enumerate().map(|(i, element)| (element.id.as_str(), i)).collect()
}

fn keys(elements: &[CapturedElement]) -> HashMap<&str, HashSet<&str, FxBuildHasher>, FxBuildHasher> {
    let mut keys: HashMap<&str, HashSet<&str, FxBuildHasher>, FxBuildHasher> = HashMap::default();
    for member in elements.iter().filter_map(|element| Member::of(&element.id)) {
        keys.entry(member.prefix).or_default().insert(member.key);
    }
    keys
}

/// The nearest collection around an element.
fn collection(elements: &[CapturedElement], i: usize) -> Option<usize> {
    let up = |&i: &usize| elements.get(i)?.parent.map(|p| p as usize).filter(|&p| p < i);
    let is_collection = |&i: &usize| elements.get(i).is_some_and(|e| e.role == HintRole::Collection.as_str());
    std::iter::successors(up(&i), up).take(NESTED).find(is_collection)
}

fn why(
    elements: &[CapturedElement],
    places: &HashMap<&str, usize, FxBuildHasher>,
    flat: &Flat<'_>,
    collected: usize,
    blocks: &[&str],
) -> String {
    let mut ids: HashSet<&str, FxBuildHasher> = HashSet::default();
    if let Some(id) = flat.ids.iter().find(|id| !ids.insert(**id)) {
        return format!("{} is there twice", quoted(id));
    }
    let controls = flat.ids.iter().filter_map(|id| Member::of(id)?.control);
    let is_field = |name: &&str| {
        let last = name.rsplit('.').next().unwrap_or(name);
        *name == "item" || *name == "key" || Field::from_name(last).is_some()
    };
    if let Some(name) = controls.clone().find(is_field) {
        return format!("the control {} is called like a field of an entry", quoted(name));
    }
    if let Some(id) = blocks.first().filter(|_| collected < flat.ids.len()) {
        return format!("they lie outside of the collection {}", quoted(id));
    }
    let around = flat.ids.iter().find_map(|id| collection(elements, *places.get(id)?));
    let container = around.and_then(|i| elements.get(i)).map(|e| e.id.as_str()).unwrap_or_default();
    if elements.iter().filter(|e| e.id == container && e.role == HintRole::Collection.as_str()).count() > 1 {
        return format!("two collections have the id {}", quoted(container));
    }
    if collected < flat.ids.len() {
        return "not all of them lie in one collection".to_owned();
    }
    "each collection holds only one of them, or they could not be told apart in a row".to_owned()
}
