//! The rules over elements: each by itself, and those of one file together.

mod attributes;
mod ids;
mod together;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

pub(super) use self::together::contradiction;
use super::Span;
use super::finding::Finding;
use super::rule::Rule;
use super::source::{Attr, Element, Scan};
use crate::hints::HintRole;

pub(super) const ID: &str = "data-semtag-id";
pub(super) const ROLE: &str = "data-semtag-role";
pub(super) const ACTION: &str = "data-semtag-action";
pub(super) const STATE: &str = "data-semtag-state";
pub(super) const TARGET: &str = "data-semtag-target";
pub(super) const CONTROLS: &str = "data-semtag-controls";
pub(super) const OPTIONS: &str = "data-semtag-options";

/// Everything that one file tells.
pub(super) fn file(text: &str, scan: &Scan) -> Vec<Finding> {
    let mut findings = Findings { text, list: Vec::new(), id: None };
    for element in &scan.elements {
        check(element, &mut findings);
    }
    together::check(scan, &mut findings);
    let mut seen: HashSet<(usize, &str), FxBuildHasher> = HashSet::default();
    findings.list.retain(|f| seen.insert((f.at.as_ref().map_or(0, |at| at.start), f.rule.id)));
    findings.list
}

/// Everything that an element tells by itself.
pub(super) fn check(element: &Element, findings: &mut Findings<'_>) {
    let has_hints = element.hints().next().is_some();
    if !has_hints && element.attrs.is_empty() {
        return;
    }
    findings.id = element.known(ID).map(str::to_owned);
    attributes::names(element, findings);
    if has_hints {
        attributes::role(element, findings);
        attributes::values(element, findings);
        ids::check(element, findings);
    }
    findings.id = None;
}

/// What the names of an element's attributes tell.
pub(super) fn check_names(element: &Element, findings: &mut Findings<'_>) {
    attributes::names(element, findings);
}

/// The findings so far, and what they are about.
pub(super) struct Findings<'t> {
    /// The text that places are in; empty for a rendered page.
    pub(super) text: &'t str,
    pub(super) list: Vec<Finding>,
    /// The id of the element that is looked at.
    pub(super) id: Option<String>,
}

impl Findings<'_> {
    pub(super) fn add(&mut self, rule: &'static Rule, at: &Span, message: impl Into<String>) -> &mut Finding {
        let place = (!self.text.is_empty()).then(|| at.clone());
        let finding = Finding::new(rule, place, message).of(self.id.as_deref());
        self.list.push(finding);
        let last = self.list.len() - 1;
        &mut self.list[last]
    }
}

/// The role of an element, where it is known and one of the vocabulary.
pub(super) fn role_of(element: &Element) -> Option<HintRole> {
    element.known(ROLE).and_then(HintRole::from_name)
}

/// An attribute and its value, where that is known and says something.
fn said<'e>(element: &'e Element, key: &str) -> Option<(&'e Attr, &'e str)> {
    let attr = element.attr(key)?;
    let value = attr.value.known().filter(|value| !value.trim().is_empty())?;
    Some((attr, value))
}
