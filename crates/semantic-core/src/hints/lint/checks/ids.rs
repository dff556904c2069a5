//! Rules over the id of one element.

use super::super::finding::{Edit, quoted};
use super::super::rules;
use super::super::source::{Attr, Element, Part, Span};
use super::super::words;
use super::{Findings, ID, role_of};
use crate::hints::HintRole;

/// What stands for code in an id whose parts are looked at.
const HOLE: char = '\u{0}';

/// The id: there, well formed, and named after the domain.
pub(super) fn check(element: &Element, findings: &mut Findings<'_>) {
    let Some(attr) = element.attr(ID) else {
        if !element.open {
            findings.add(&rules::MISSING_ID, &element.tag, "an element with hints has no id");
        }
        return;
    };
    if attr.value.known().is_some_and(|id| id.trim().is_empty()) {
        findings.add(&rules::MISSING_ID, &attr.name, "the id is empty");
        return;
    }
    if attr.value.is_dynamic() {
        return made_up(attr, findings);
    }
    form(attr, findings);
    parts(attr, findings);
    made_up(attr, findings);
    index_key(attr, findings);
    if let Some(id) = attr.value.known().filter(|id| !id.trim().contains('.')) {
        let may_be_flat =
            role_of(element).is_none_or(|role| matches!(role, HintRole::Region | HintRole::Collection));
        if !may_be_flat {
            let message = format!("{} does not say to which part of the page it belongs", quoted(id));
            findings.add(&rules::FLAT_ID, &attr.at, message);
        }
    }
}

/// White space, empty parts, and what breaks a selector.
fn form(attr: &Attr, findings: &mut Findings<'_>) {
    let id = attr.value.with_holes("\0");
    let breaks = |c: char| matches!(c, '"' | '\'' | '[' | ']' | '\\' | '<' | '>' | '`' | '=' | '{' | '}');
    let what = if id.contains(char::is_whitespace) {
        "has white space in it"
    } else if id.contains(breaks) {
        "has characters in it that break selectors"
    } else if id.starts_with('.') || id.ends_with('.') || id.contains("..") {
        "has an empty part"
    } else {
        return;
    };
    let message = format!("the id {} {what}", quoted(&attr.value.with_holes("…")));
    let fix = attr.value.known().filter(|_| attr.literal).and_then(mended);
    let fix = fix.map(|text| Edit { at: attr.at.clone(), text });
    findings.add(&rules::MALFORMED_ID, &attr.at, message).fix = fix;
}

/// The id without white space and empty parts; `None` where something else is wrong with it too.
fn mended(id: &str) -> Option<String> {
    let parts = id.split('.').map(|part| part.split_whitespace().collect::<Vec<_>>().join("-"));
    let id = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".");
    let is_good = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '+' | '~' | '@');
    (!id.is_empty() && id.chars().all(is_good)).then_some(id)
}

/// The parts that are known whole; keys of items and values of options are the domain's.
fn parts(attr: &Attr, findings: &mut Findings<'_>) {
    let id = attr.value.with_holes("\0");
    let mut before = "";
    for (i, part) in id.split('.').enumerate() {
        let is_key = i > 0 && matches!(before, "item" | "option");
        before = part;
        if part.contains(HOLE) || part.is_empty() {
            continue;
        }
        if words::is_of_framework(part) {
            let message = format!("{} was made up by a framework", quoted(part));
            findings.add(&rules::FRAMEWORK_ID, &attr.at, message);
        } else if is_key {
        } else if words::is_positional(part) {
            let message =
                format!("{} says where something is or what kind of box, not what it is", quoted(part));
            findings.add(&rules::POSITIONAL_ID, &attr.at, message);
        } else if let Some(word) = words::test_word(part, i == 0) {
            let message = format!("{} speaks of tests: {}", quoted(part), quoted(&word));
            findings.add(&rules::TEST_INTENT, &attr.at, message);
        }
    }
}

/// Code in an id that makes up a new one each time.
fn made_up(attr: &Attr, findings: &mut Findings<'_>) {
    for part in attr.value.parts() {
        let Part::Hole(at) = part else { continue };
        let code = findings.text.get(at.clone()).unwrap_or_default();
        if words::is_made_up(code) {
            let message = format!("{} gives another id each time", quoted(code.trim()));
            findings.add(&rules::FRAMEWORK_ID, &attr.at, message);
            return;
        }
    }
}

/// A key that is the place in the list.
fn index_key(attr: &Attr, findings: &mut Findings<'_>) {
    for pair in attr.value.parts().windows(2) {
        let [Part::Text(before), Part::Hole(at)] = pair else { continue };
        if before.ends_with(".item.") && is_index(findings.text, at) {
            let code = findings.text.get(at.clone()).unwrap_or_default().trim().to_owned();
            let message = format!("the key {} is a place in the list", quoted(&code));
            findings.add(&rules::INDEX_KEY, at, message);
            return;
        }
    }
}

/// Whether code says the place in a list: by its name, or where the name is short, by where it comes from.
fn is_index(text: &str, at: &Span) -> bool {
    const NAMES: [&str; 12] = [
        "index",
        "idx",
        "$index",
        "$idx",
        "loop.index",
        "loop.index0",
        "forloop.counter",
        "forloop.counter0",
        "forloop.index",
        "$loop->index",
        "$loop->iteration",
        "@index",
    ];
    const SHORT: [&str; 6] = ["i", "j", "n", "$i", "$j", "$n"];
    /// How far back the loop is looked for.
    const FAR: usize = 2_000;
    let code = text.get(at.clone()).unwrap_or_default();
    let name =
        code.trim().trim_start_matches("echo ").trim_start_matches('=').trim_end_matches([';', '-', ' ']);
    let name = name.trim().trim_matches(['(', ')']).trim_end_matches("+ 1").trim_end_matches("+1").trim();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let ends_so = ["Index", "_index", "Idx", "_idx"].iter().any(|end| name.ends_with(end));
    if NAMES.contains(&name) || (ends_so && name.chars().all(is_name)) {
        return true;
    }
    if !SHORT.contains(&name) {
        return false;
    }
    let start = (at.start.saturating_sub(FAR)..=at.start).find(|&from| text.is_char_boundary(from));
    let before = text.get(start.unwrap_or(at.start)..at.start).unwrap_or_default();
    counts_last(before, name)
}

/// Whether the name was last given to a place in a list, and not to a thing in it.
fn counts_last(before: &str, name: &str) -> bool {
    let last =
        |patterns: &[String]| patterns.iter().filter_map(|pattern| before.rfind(pattern.as_str())).max();
    let second = [")", "|", "}", " (", ":"].map(|end| format!(", {name}{end}"));
    let tight = [")", "|", "}", " (", ":"].map(|end| format!(",{name}{end}"));
    let other = [format!(" as {name} =>"), format!("let {name} = 0"), format!("({name} = 0")];
    let places = last(&[second.as_slice(), tight.as_slice(), other.as_slice()].concat());
    let things = last(&[
        format!("({name})"),
        format!("({name} =>"),
        format!("({name},"),
        format!("({name}:"),
        format!("|{name}|"),
        format!("|{name},"),
        format!(" as {name})"),
        format!(" as {name}}}"),
        format!("const {name} of"),
    ]);
    places.is_some() && places > things
}
