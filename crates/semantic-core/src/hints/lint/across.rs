//! Rules over all files of an app: what one names and none has.

use std::ops::Range;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::checks::{CONTROLS, ID, ROLE, STATE, role_of};
use super::finding::{Edit, Finding, quoted, sort};
use super::source::{Element, Scan, Value};
use super::{Rule, SourceLint, Span, rules, words};
use crate::hints::{HintRole, Member};

/// What stands for code in a pattern.
const HOLE: char = '\0';

/// How many missing ids are compared with all that are there: somebody who misspelled more has another problem.
const MOST_LOOKS: usize = 200;

/// A name that something has to have.
#[derive(Debug)]
struct Named {
    name: String,
    at: Span,
    /// The id of the element that names it.
    by: Option<String>,
    /// Whether it can be replaced where it stands.
    literal: bool,
}

/// What other files have to know of one.
#[derive(Default, Debug)]
pub(super) struct Facts {
    /// Ids that are known, with their places.
    ids: HashMap<String, Option<Span>, FxBuildHasher>,
    /// Ids with code in them.
    patterns: HashSet<String, FxBuildHasher>,
    /// States that are shown, also with code in them.
    shown: HashSet<String, FxBuildHasher>,
    controls: Vec<Named>,
    read: Vec<Named>,
    items: Vec<Named>,
    /// Whether an element has the role collection, or may have it.
    collects: bool,
    /// Whether any id may be made by code.
    makes_hints: bool,
    /// Whether any state may be shown.
    makes_states: bool,
}

impl Facts {
    pub(super) fn of(text: &str, scan: &Scan) -> Facts {
        let mut facts = Facts { makes_hints: scan.makes_hints, ..Facts::default() };
        for element in &scan.elements {
            if element.hints().next().is_some() {
                facts.learn(element);
            }
        }
        debug_assert!(facts.controls.iter().all(|named| text.get(named.at.clone()).is_some()));
        facts
    }

    pub(super) fn place_of(&self, id: &str) -> Option<Range<usize>> {
        self.ids.get(id).cloned().flatten()
    }

    fn learn(&mut self, element: &Element) {
        let role = role_of(element);
        let role_is_known = element.attr(ROLE).map_or(!element.open, |attr| attr.value.known().is_some());
        self.collects |= role == Some(HintRole::Collection) || !role_is_known;
        if let Some(attr) = element.attr(ID) {
            match attr.value.known() {
                Some(id) => {
                    let place = self.ids.entry(id.to_owned());
                    place.and_modify(|at| *at = None).or_insert(Some(attr.at.clone()));
                }
                None if attr.value.is_dynamic() => self.makes_hints = true,
                None => drop(self.patterns.insert(attr.value.with_holes("\0"))),
            }
            let is_item =
                Member::of(&attr.value.with_holes("x")).is_some_and(|member| member.control.is_none());
            if is_item && !attr.value.is_dynamic() {
                let name = attr.value.with_holes("…");
                self.items.push(Named { name, at: attr.at.clone(), by: None, literal: false });
            }
        }
        let by = || element.known(ID).map(str::to_owned);
        if let Some(attr) = element.attr(CONTROLS)
            && let Some(list) = attr.value.known()
        {
            for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
                let literal = attr.literal && name == list;
                self.controls.push(Named { name: name.to_owned(), at: attr.at.clone(), by: by(), literal });
            }
        }
        let Some(attr) = element.attr(STATE) else { return };
        match role {
            Some(role) if !role.has_value() => {
                let keys = attr.value.known().unwrap_or_default().split(',').map(str::trim);
                let key = |name: &str| Named {
                    name: name.to_owned(),
                    at: attr.at.clone(),
                    by: by(),
                    literal: false,
                };
                self.read.extend(keys.filter(|name| is_key(name)).map(key));
            }
            _ => self.shows(&attr.value), // also where the role is not known, or no role yet
        }
    }

    fn shows(&mut self, value: &Value) {
        self.makes_states |= value.is_dynamic();
        let list = value.with_holes("\0");
        self.shown.extend(list.split(',').map(|name| name.trim().to_owned()));
    }
}

/// Whether a state is a key and no literal such as `closed`.
pub(super) fn is_key(state: &str) -> bool {
    state.contains('.') && !state.contains(char::is_whitespace)
}

/// A rule that was silent in some places, because code makes hints that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unjudged {
    /// The rule.
    pub rule: &'static Rule,
    /// How many places it would have found.
    pub places: usize,
    /// The first file with such code, by its place in the list.
    pub file: usize,
}

/// Adds what only all files of an app tell together: ids that none of them has, states that none of them shows, items
/// without any collection; gives what could not be judged. Call it only with all files of the app; what one names may
/// stand in any other.
pub fn across(files: &mut [SourceLint]) -> Vec<Unjudged> {
    let (found, unjudged) = found(files);
    for (file, findings) in files.iter_mut().zip(found) {
        let start = |f: &Finding| (f.at.as_ref().map_or(0, |at| at.start), f.rule.id);
        let known: HashSet<(usize, &str), FxBuildHasher> = file.findings.iter().map(start).collect();
        file.findings.extend(findings.into_iter().filter(|f| !known.contains(&start(f))));
        sort(&mut file.findings);
    }
    unjudged
}

/// What all files tell together, of each file; and what they do not tell.
fn found(files: &[SourceLint]) -> (Vec<Vec<Finding>>, Vec<Unjudged>) {
    let all: Vec<&Facts> = files.iter().map(|file| &file.facts).collect();
    let making_hints = all.iter().position(|facts| facts.makes_hints);
    let making_states = making_hints.or_else(|| all.iter().position(|facts| facts.makes_states));
    let collects = making_hints.is_some() || all.iter().any(|facts| facts.collects);
    let ids = Names::of(all.iter().flat_map(|f| f.ids.keys().chain(&f.patterns)));
    let shown = Names::of(all.iter().flat_map(|f| &f.shown));
    let mut looks = MOST_LOOKS;
    let mut unjudged = [0; 2];
    let mut of_file = |facts: &Facts| {
        let mut findings = Vec::new();
        let nowhere_there = facts.controls.iter().filter(|named| !ids.have(&named.name));
        match making_hints {
            None => findings.extend(nowhere_there.map(|named| nowhere(named, &ids, &mut looks))),
            Some(_) => unjudged[0] += nowhere_there.count(),
        }
        let unseen = facts.read.iter().filter(|named| !shown.have(&named.name));
        match making_states {
            None => findings.extend(unseen.map(never_shown)),
            Some(_) => unjudged[1] += unseen.count(),
        }
        if !collects {
            findings.extend(facts.items.iter().map(uncollected));
        }
        findings
    };
    let findings = all.iter().map(|facts| of_file(facts)).collect();
    let rules = [(&rules::CONTROLS_NOTHING, making_hints), (&rules::STATE_NEVER_SHOWN, making_states)];
    let told = rules.into_iter().zip(unjudged).filter(|(_, places)| *places > 0);
    let told = told.filter_map(|((rule, file), places)| Some(Unjudged { rule, places, file: file? }));
    (findings, told.collect())
}

fn nowhere(named: &Named, ids: &Names<'_>, looks: &mut usize) -> Finding {
    let near = match *looks > 0 {
        true => words::near(&named.name, ids.exact.iter().copied()),
        false => Vec::new(),
    };
    *looks = looks.saturating_sub(1);
    let message = match near.as_slice() {
        [] => format!("no element has the id {}", quoted(&named.name)),
        near => format!("no element has the id {}; {} is there", quoted(&named.name), quoted(near[0])),
    };
    let fix = match near.as_slice() {
        [only] if named.literal => Some(Edit { at: named.at.clone(), text: (*only).to_owned() }),
        _ => None,
    };
    Finding::new(&rules::CONTROLS_NOTHING, Some(named.at.clone()), message)
        .of(named.by.as_deref())
        .fixed_by(fix)
}

fn never_shown(named: &Named) -> Finding {
    let message = format!("no element with a value has the state {}", quoted(&named.name));
    Finding::new(&rules::STATE_NEVER_SHOWN, Some(named.at.clone()), message).of(named.by.as_deref())
}

fn uncollected(named: &Named) -> Finding {
    let message =
        format!("no element of the app has the role collection, so {} is in none", quoted(&named.name));
    Finding::new(&rules::ITEM_WITHOUT_COLLECTION, Some(named.at.clone()), message)
}

/// Names, some of them with code in them; both sorted.
struct Names<'a> {
    exact: Vec<&'a str>,
    patterns: Vec<&'a str>,
}

impl<'a> Names<'a> {
    fn of(names: impl Iterator<Item = &'a String>) -> Names<'a> {
        let mut all: Vec<&str> = names.map(String::as_str).collect();
        all.sort_unstable();
        all.dedup();
        let (patterns, exact) = all.into_iter().partition(|name| name.contains(HOLE));
        Names { exact, patterns }
    }

    fn have(&self, name: &str) -> bool {
        self.exact.binary_search(&name).is_ok() || self.patterns.iter().any(|pattern| fits(pattern, name))
    }
}

/// Whether a name may be what a pattern becomes, anything being possible where its code stands.
fn fits(pattern: &str, name: &str) -> bool {
    let mut pieces = pattern.split(HOLE);
    let Some(mut rest) = pieces.next().and_then(|first| name.strip_prefix(first)) else { return false };
    let Some(last) = pieces.next_back() else { return rest.is_empty() };
    for piece in pieces {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_fits_what_it_may_become() {
        for (pattern, name, is) in [
            ("a.\0", "a.b", true),
            ("a.\0.c", "a.b.c", true),
            ("a.\0.c", "a.b", false),
            ("\0.x.\0.y", "q.x.r.y", true),
            ("a", "a", true),
            ("a", "ab", false),
            ("a\0a", "a", false),
        ] {
            assert_eq!(fits(pattern, name), is, "{pattern:?} {name}");
        }
    }
}
