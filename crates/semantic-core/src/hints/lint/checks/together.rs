//! Rules over the elements of one file together: equal ids, places in a list as keys, choices, collections.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::super::finding::quoted;
use super::super::rules;
use super::super::source::{Element, Part, Scan};
use super::{Findings, ID, OPTIONS, ROLE, role_of, said};
use crate::hints::{HintRole, Member, choices};

pub(super) fn check(scan: &Scan, findings: &mut Findings<'_>) {
    duplicates(scan, findings);
    indices(scan, findings);
    selects(scan, findings);
    items(scan, findings);
    findings.id = None;
}

/// Elements that are shown together under one id.
fn duplicates(scan: &Scan, findings: &mut Findings<'_>) {
    /// Most elements of one id that another is compared with.
    const MOST: usize = 8;
    let mut known: HashMap<String, Vec<u32>, FxBuildHasher> = HashMap::default();
    for (i, element) in scan.elements.iter().enumerate() {
        let Some(attr) = element.attr(ID) else { continue };
        let Some(id) = fixed(element, findings.text) else { continue };
        let shown = attr.value.with_holes("…");
        findings.id = attr.value.known().map(str::to_owned);
        let earlier = known.entry(id).or_default();
        let twin = earlier.iter().find(|&&other| {
            scan.elements.get(other as usize).is_some_and(|e| scan.together(e.branch, element.branch))
        });
        if attr.value.known().is_some() && scan.is_looped(element.branch) {
            let message = format!("every turn of the loop makes an element with the id {}", quoted(&shown));
            findings.add(&rules::DUPLICATE_ID, &attr.at, message);
        } else if twin.is_some() {
            let message = format!("another element on the page has the id {} too", quoted(&shown));
            findings.add(&rules::DUPLICATE_ID, &attr.at, message);
        }
        if earlier.len() < MOST {
            earlier.push(i as u32);
        }
    }
}

/// An id as it is written, where equal writing means equal ids: without calls, which may give another each time.
fn fixed(element: &Element, text: &str) -> Option<String> {
    let attr = element.attr(ID)?;
    if attr.value.is_dynamic() || attr.value.known().is_some_and(|id| id.trim().is_empty()) {
        return None;
    }
    let mut id = String::new();
    for part in attr.value.parts() {
        match part {
            Part::Text(text) => id.push_str(text),
            Part::Hole(at) => {
                let code = text.get(at.clone())?;
                if code.contains(['(', '+']) {
                    return None;
                }
                id.push('\0');
                id.push_str(code.trim());
                id.push('\0');
            }
        }
    }
    Some(id)
}

/// Items whose written keys count from 0.
fn indices(scan: &Scan, findings: &mut Findings<'_>) {
    let mut first: HashMap<&str, &Element, FxBuildHasher> = HashMap::default();
    for element in &scan.elements {
        let Some((attr, id)) = said(element, ID) else { continue };
        let Some(member) = Member::of(id).filter(|member| member.control.is_none()) else { continue };
        match member.key {
            "0" => drop(first.insert(member.prefix, element)),
            "1" => {
                let Some(zero) = first.remove(member.prefix) else { continue };
                let at = zero.attr(ID).map_or(&attr.at, |attr| &attr.at).clone();
                findings.id = zero.known(ID).map(str::to_owned);
                let message = format!("the keys of {} count from 0", quoted(member.prefix));
                findings.add(&rules::INDEX_KEY, &at, message);
            }
            _ => {}
        }
    }
}

/// Selects whose written options are others than their hint says.
fn selects(scan: &Scan, findings: &mut Findings<'_>) {
    let is_select =
        |e: &Element| findings.text.get(e.tag.clone()) == Some("select") && said(e, OPTIONS).is_some();
    if !scan.elements.iter().any(is_select) {
        return;
    }
    let children = scan.children();
    let none = Vec::new();
    for (i, select) in scan.elements.iter().enumerate().filter(|(_, e)| is_select(e)).collect::<Vec<_>>() {
        let Some((attr, list)) = said(select, OPTIONS) else { continue };
        let inside = |i: usize| children.get(&(i as u32)).unwrap_or(&none).iter().copied();
        let tag = |e: &Element| findings.text.get(e.tag.clone()).unwrap_or_default();
        let mut shown: Option<Vec<String>> = (!select.fluid).then(Vec::new);
        for child in inside(i) {
            let Some(element) = scan.elements.get(child as usize) else { continue };
            match tag(element) {
                "option" => note(element, findings.text, &mut shown),
                "optgroup" if !element.fluid => {
                    for child in inside(child as usize) {
                        scan.elements
                            .get(child as usize)
                            .into_iter()
                            .for_each(|e| note(e, findings.text, &mut shown));
                    }
                }
                _ => shown = None,
            }
        }
        let Some(shown) = shown.filter(|shown| !shown.is_empty()) else { continue };
        if let Some(message) = contradiction(list, &shown) {
            findings.id = select.known(ID).map(str::to_owned);
            findings.add(&rules::OPTIONS_CONTRADICT, &attr.at, message);
        }
    }
}

/// Adds the value of an option; where it is not known, nothing is.
fn note(option: &Element, text: &str, shown: &mut Option<Vec<String>>) {
    let written = text.get(option.text.clone()).unwrap_or_default();
    let value = match option.attr("value") {
        Some(attr) => attr.value.known().map(str::to_owned),
        None if option.open || option.fluid || written.contains('&') => None,
        None => Some(written.split_whitespace().collect::<Vec<_>>().join(" ")),
    };
    match (shown.as_mut(), value) {
        (Some(shown), Some(value)) => shown.push(value),
        _ => *shown = None,
    }
}

/// What is wrong with a list of choices, given the values that are really offered; an empty value only asks to choose.
pub(in crate::hints::lint) fn contradiction(list: &str, shown: &[String]) -> Option<String> {
    let choices = choices(list);
    let missing = choices.iter().find(|choice| {
        let label = choice.label.as_deref();
        !shown.iter().any(|value| *value == choice.value || Some(value.as_str()) == label)
    });
    if let Some(choice) = missing {
        return Some(format!("the choice {} is not offered", quoted(&choice.value)));
    }
    let unsaid = shown.iter().find(|value| {
        let is_said =
            |c: &crate::hints::Choice| c.value == **value || c.label.as_deref() == Some(value.as_str());
        !value.is_empty() && !choices.iter().any(is_said)
    });
    unsaid.map(|value| format!("{} is offered and not listed", quoted(value)))
}

/// Items in a whole document that no collection holds.
fn items(scan: &Scan, findings: &mut Findings<'_>) {
    if !scan.whole || scan.lists_hints {
        return;
    }
    for (i, element) in scan.elements.iter().enumerate() {
        let Some((attr, id)) = said(element, ID) else { continue };
        if Member::of(id).is_none() {
            continue;
        }
        let mut outermost = None;
        let mut may_be_held = false;
        for around in scan.ancestors(i) {
            let role = around.attr(ROLE).map(|attr| attr.value.known());
            may_be_held |= around.open || role == Some(None) || role_of(around) == Some(HintRole::Collection);
            outermost = findings.text.get(around.tag.clone());
        }
        let in_document =
            outermost.is_some_and(|tag| ["html", "body"].iter().any(|t| tag.eq_ignore_ascii_case(t)));
        if in_document && !may_be_held {
            findings.id = Some(id.to_owned());
            let message = format!("no element around {} has the role collection", quoted(id));
            findings.add(&rules::ITEM_WITHOUT_COLLECTION, &attr.at, message);
        }
    }
}
