//! Rules over attributes: their names, the role, and what the others say.

use super::super::finding::{Edit, quoted};
use super::super::rules;
use super::super::source::{Attr, Element};
use super::super::words::{self, PREFIX};
use super::{ACTION, CONTROLS, Findings, ID, OPTIONS, ROLE, STATE, TARGET, role_of, said};
use crate::hints::{ATTRIBUTES, HintRole};

/// Attributes that are none of the vocabulary.
pub(super) fn names(element: &Element, findings: &mut Findings<'_>) {
    for attr in &element.attrs {
        if attr.key.starts_with(PREFIX) {
            if !ATTRIBUTES.contains(&attr.key.as_str()) {
                unknown(element, attr, findings);
            }
        } else if let Some(meant) = words::decoy(&attr.key) {
            let message = format!("{} is no hint; {meant} is", quoted(&attr.key));
            let fix = renamed(element, attr, &[meant], findings.text);
            findings.add(&rules::DECOY_ATTRIBUTE, &attr.name, message).fix = fix;
        }
    }
}

fn unknown(element: &Element, attr: &Attr, findings: &mut Findings<'_>) {
    let last = attr.key.get(PREFIX.len()..).unwrap_or_default();
    let lasts = ATTRIBUTES.map(|attribute| attribute.get(PREFIX.len()..).unwrap_or_default());
    let near: Vec<&str> = words::near(last, lasts);
    let near: Vec<&str> = ATTRIBUTES
        .into_iter()
        .filter(|a| a.get(PREFIX.len()..).is_some_and(|last| near.contains(&last)))
        .collect();
    let message = match near.as_slice() {
        [] => format!("{} is none of the seven attributes", quoted(&attr.key)),
        near => format!("{} is none of the seven attributes; {} is", quoted(&attr.key), near.join(" or ")),
    };
    let fix = renamed(element, attr, &near, findings.text);
    findings.add(&rules::UNKNOWN_ATTRIBUTE, &attr.name, message).fix = fix;
}

/// The only name that an attribute may have meant in place of its own, where the element has no such attribute yet and
/// the name is written out.
fn renamed(element: &Element, attr: &Attr, meant: &[&str], text: &str) -> Option<Edit> {
    let is_written = text.get(attr.name.clone()).is_some_and(|name| name.eq_ignore_ascii_case(&attr.key));
    match meant {
        [only] if element.attr(only).is_none() && is_written => {
            Some(Edit { at: attr.name.clone(), text: (*only).to_owned() })
        }
        _ => None,
    }
}

/// The role: there, and one of the vocabulary.
pub(super) fn role(element: &Element, findings: &mut Findings<'_>) {
    let Some(attr) = element.attr(ROLE) else {
        if !element.open && element.attr(ID).is_some() {
            findings.add(&rules::MISSING_ROLE, &element.tag, "an element with an id has no role");
        }
        return;
    };
    let Some(word) = attr.value.known() else { return };
    if word.trim().is_empty() {
        findings.add(&rules::MISSING_ROLE, &attr.name, "the role is empty");
    } else if HintRole::from_name(word).is_none() {
        let near = match HintRole::from_name(word.trim()) {
            Some(role) => vec![role.as_str()],
            None => words::near(word.trim(), HintRole::ALL.map(HintRole::as_str)),
        };
        let meant =
            if near.is_empty() { words::role_for(word.trim()).into_iter().collect() } else { near.clone() };
        let message = match meant.as_slice() {
            [] => format!("{} is none of the ten roles", quoted(word)),
            meant => format!("{} is none of the ten roles; {} is", quoted(word), meant.join(" or ")),
        };
        let fix = match near.as_slice() {
            [only] if attr.literal => Some(Edit { at: attr.at.clone(), text: (*only).to_owned() }),
            _ => None,
        };
        findings.add(&rules::UNKNOWN_ROLE, &attr.at, message).fix = fix;
    }
}

/// What the other attributes say.
pub(super) fn values(element: &Element, findings: &mut Findings<'_>) {
    let role = role_of(element);
    options(element, role, findings);
    if let Some(attr) = element.attr(TARGET).filter(|attr| words::is_address(attr.value.beginning())) {
        let message = format!("the target {} is an address", quoted(&attr.value.with_holes("…")));
        findings.add(&rules::URL_AS_TARGET, &attr.at, message);
    }
    for key in [ACTION, STATE, TARGET, CONTROLS] {
        let Some((attr, value)) = said(element, key) else { continue };
        let mut parts = value.split(['.', ',']).map(str::trim).enumerate();
        if let Some(word) = parts.find_map(|(i, part)| words::test_word(part, i == 0)) {
            let message = format!("{} speaks of tests: {}", quoted(value), quoted(&word));
            findings.add(&rules::TEST_INTENT, &attr.at, message);
        }
    }
    secret(element, role, findings);
}

fn options(element: &Element, role: Option<HintRole>, findings: &mut Findings<'_>) {
    let attr = element.attr(OPTIONS);
    match (role, attr) {
        (Some(HintRole::Select), None) if !element.open => {
            let at = element.attr(ROLE).map_or(&element.tag, |attr| &attr.at);
            findings.add(&rules::SELECT_WITHOUT_OPTIONS, at, "a select has no data-semtag-options");
        }
        (Some(HintRole::Select), Some(attr))
            if attr.value.known().is_some_and(|text| text.trim().is_empty()) =>
        {
            findings.add(&rules::SELECT_WITHOUT_OPTIONS, &attr.name, "the list of choices is empty");
        }
        (Some(role), Some(attr)) if role != HintRole::Select => {
            let message = format!("choices are read on selects only; this is of role {}", role.as_str());
            findings.add(&rules::MISPLACED_ATTRIBUTE, &attr.name, message);
        }
        _ => {}
    }
}

/// A secret that every snapshot would print.
fn secret(element: &Element, role: Option<HintRole>, findings: &mut Findings<'_>) {
    if role != Some(HintRole::Observable) {
        return;
    }
    let in_field = element.known("type").is_some_and(|kind| kind.eq_ignore_ascii_case("password"))
        || element.known("autocomplete").is_some_and(|word| {
            let word = word.to_ascii_lowercase();
            word.contains("password") || word.contains("one-time-code") || word.contains("cc-")
        });
    let named = [ID, STATE].into_iter().find_map(|key| {
        let (attr, value) = said(element, key)?;
        let name = value.split(',').map(str::trim).find(|name| words::is_secret(name))?;
        Some((attr, name))
    });
    match named {
        Some((attr, name)) => {
            let message = format!("{} is a secret, and an observable's text is printed", quoted(name));
            findings.add(&rules::SECRET_SHOWN, &attr.at, message);
        }
        None if in_field => {
            let at = element.attr(ROLE).map_or(&element.tag, |attr| &attr.at);
            findings.add(
                &rules::SECRET_SHOWN,
                at,
                "a field for a secret is an observable; its role is input",
            );
        }
        None => {}
    }
}
