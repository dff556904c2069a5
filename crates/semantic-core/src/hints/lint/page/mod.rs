//! Rules over a rendered page: its hinted elements as they were captured, and its tree for what has no hint.

mod coverage;
mod folding;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

pub use self::coverage::Coverage;
use super::across::is_key;
use super::checks::{self, Findings, ID, ROLE};
use super::finding::{Finding, quoted};
use super::rule::Severity;
use super::rules;
use super::source::{Attr, Element, Value};
use super::words::{self, PREFIX};
use crate::hints::{Captured, CapturedElement, Held, Hidden, HintOptions, HintRole, HintSnapshot, Member};
use crate::tree::{Node, NodeId, Role, Snapshot};

/// What a rendered page has to say.
#[derive(Debug)]
pub struct PageLint {
    /// What is wrong, by element in document order.
    pub findings: Vec<Finding>,
    /// How much of the page has hints; `None` where the tree was not given.
    pub coverage: Option<Coverage>,
    /// What could not be looked at, in sentences.
    pub notices: Vec<String>,
}

/// Looks at a rendered page: the hinted elements that were captured, and where it is given the tree of the same page, of
/// which what has no hint is told.
///
/// A page is seen in one state. What it does not show now it may show after a click, so that ids and states which
/// nothing has are notes here, and errors only in the source.
///
/// ```
/// # #[cfg(feature = "html")] {
/// use semantic_core::formats::{read, read_hints};
/// use semantic_core::hints::lint::page;
/// let html = b"<main><button>Pay</button> <a href=/cart data-semtag-id=nav.cart data-semtag-role=navigation>Cart</a></main>";
/// let found = page(&read_hints(html, Some("html"))?, Some(&read(html, Some("html"))?));
/// assert_eq!(found.findings[0].rule.id, "uncovered-control");
/// assert_eq!(found.coverage.unwrap().controls, (1, 2));
/// # }
/// # Ok::<(), semantic_core::formats::ReadError>(())
/// ```
pub fn page(captured: &Captured, tree: Option<&Snapshot>) -> PageLint {
    let mut findings = Findings { text: "", list: Vec::new(), id: None };
    for element in &captured.elements.items {
        checks::check(&as_written(element), &mut findings);
    }
    let elements = &captured.elements.items;
    invisible(elements, tree, &mut findings);
    duplicates(elements, &mut findings);
    places_as_keys(elements, &mut findings);
    nowhere(elements, &mut findings);
    never_shown(elements, &mut findings);
    findings.id = None;
    let options = HintOptions { include_hidden: true, ..HintOptions::default() };
    let mut notices = captured.notices.clone();
    if let Ok(snapshot) = HintSnapshot::of(captured, &options) {
        folding::check(captured, &snapshot, &mut findings);
        notices = snapshot.notices;
    }
    let coverage = tree.map(|tree| {
        in_tree(tree, &mut findings);
        let coverage = coverage::check(tree, &mut findings);
        find_nodes(tree, &mut findings.list);
        coverage
    });
    PageLint { findings: findings.list, coverage, notices }
}

/// A captured element as if its tag had been read; what is empty may as well not be there.
fn as_written(element: &CapturedElement) -> Element {
    let e = element;
    let keys = crate::hints::ATTRIBUTES.into_iter().chain(["type", "autocomplete"]);
    let values =
        [&e.id, &e.role, &e.action, &e.state, &e.target, &e.controls, &e.options, &e.kind, &e.autocomplete];
    let said = keys.zip(values).filter(|(_, value)| !value.is_empty());
    element_of(said.map(|(key, value)| (key, value.as_str())))
}

fn element_of<'a>(attrs: impl Iterator<Item = (&'a str, &'a str)>) -> Element {
    let attr = |(key, value): (&str, &str)| Attr {
        key: key.to_owned(),
        name: 0..0,
        value: Value::of(value),
        at: 0..0,
        literal: false,
    };
    Element {
        tag: 0..0,
        parent: None,
        branch: 0,
        attrs: attrs.map(attr).collect(),
        open: false,
        fluid: false,
        text: 0..0,
    }
}

/// Elements that cannot be seen; of parts that are not displayed the whole part, once.
fn invisible(elements: &[CapturedElement], tree: Option<&Snapshot>, findings: &mut Findings<'_>) {
    let without_content = |node: &Node<'_>| node.children().next().is_none();
    let leaves = tree.into_iter().flat_map(Snapshot::nodes).filter(without_content);
    let leaves: HashSet<&str, FxBuildHasher> = leaves.filter_map(|node| node.attr(ID)).collect();
    let is_blank = |e: &CapturedElement| is_blank(e, leaves.contains(e.id.as_str()));
    let is_usual =
        |e: &CapturedElement| matches!(e.hidden, Some(Hidden::Display | Hidden::Visibility)) || is_blank(e);
    let mut parts: Vec<Option<usize>> = Vec::with_capacity(elements.len());
    let mut inside: HashMap<usize, usize, FxBuildHasher> = HashMap::default();
    for (i, element) in elements.iter().enumerate() {
        let around = element.parent.and_then(|parent| parts.get(parent as usize).copied().flatten());
        let part = is_usual(element).then(|| around.unwrap_or(i));
        if let Some(part) = part {
            *inside.entry(part).or_default() += usize::from(part != i);
        }
        parts.push(part);
    }
    for (i, element) in elements.iter().enumerate() {
        let Some(hidden) = element.hidden.filter(|_| parts[i].is_none_or(|part| part == i)) else { continue };
        let why = match hidden {
            Hidden::Display => "it is not displayed",
            Hidden::Visibility => "it is invisible",
            Hidden::Size if is_blank(element) => "it is empty",
            Hidden::Size => "it has no size",
            Hidden::Opacity => "its opacity is 0",
        };
        let with = match inside.get(&i).copied().unwrap_or_default() {
            0 => String::new(),
            1 => ", with 1 hinted element in it".to_owned(),
            count => format!(", with {count} hinted elements in it"),
        };
        findings.id = Some(element.id.clone());
        let message = format!("{} cannot be seen: {why}{with}", quoted(&element.id));
        let finding = findings.add(&rules::INVISIBLE_HINT, &(0..0), message);
        if is_usual(element) {
            finding.severity = Severity::Note;
        }
    }
}

/// Whether an element has no size because it has nothing to show, as a message before there is one, or the list of an
/// empty cart.
fn is_blank(element: &CapturedElement, is_leaf: bool) -> bool {
    let is_empty = match HintRole::from_name(&element.role) {
        Some(HintRole::Observable) => matches!(&element.value, Some(Held::Text(text)) if text.is_empty()),
        Some(HintRole::Collection | HintRole::Region) => is_leaf,
        _ => false,
    };
    is_empty && element.hidden == Some(Hidden::Size)
}

fn duplicates(elements: &[CapturedElement], findings: &mut Findings<'_>) {
    let mut counts: HashMap<&str, (usize, usize), FxBuildHasher> = HashMap::default();
    for element in elements.iter().filter(|e| !e.id.trim().is_empty()) {
        let (all, hidden) = counts.entry(&element.id).or_default();
        *all += 1;
        *hidden += usize::from(element.hidden.is_some());
    }
    let mut told: HashSet<&str, FxBuildHasher> = HashSet::default();
    for element in elements {
        let Some(&(all, hidden)) = counts.get(element.id.as_str()).filter(|(all, _)| *all > 1) else {
            continue;
        };
        if told.insert(&element.id) {
            findings.id = Some(element.id.clone());
            let copies = if hidden > 0 { format!(", {hidden} of them hidden") } else { String::new() };
            let message = format!("{all} elements have the id {}{copies}", quoted(&element.id));
            findings.add(&rules::DUPLICATE_ID, &(0..0), message);
        }
    }
}

/// Items whose keys count from 0 in their order.
fn places_as_keys(elements: &[CapturedElement], findings: &mut Findings<'_>) {
    let mut keys: HashMap<&str, (usize, bool), FxBuildHasher> = HashMap::default();
    let mut order: Vec<&str> = Vec::new();
    for element in elements {
        let Some(member) = Member::of(&element.id).filter(|member| member.control.is_none()) else {
            continue;
        };
        let (next, counts) = keys.entry(member.prefix).or_insert_with(|| {
            order.push(member.prefix);
            (0, true)
        });
        *counts &= member.key.parse() == Ok(*next);
        *next += 1;
    }
    for prefix in order {
        if keys.get(prefix).is_some_and(|&(count, counts)| counts && count > 1) {
            findings.id = Some(format!("{prefix}.item.0"));
            let message = format!("the keys of {} count from 0 in their order", quoted(prefix));
            findings.add(&rules::INDEX_KEY, &(0..0), message);
        }
    }
}

fn nowhere(elements: &[CapturedElement], findings: &mut Findings<'_>) {
    /// How many missing ids are compared with all that are there.
    const MOST_LOOKS: usize = 50;
    let ids: HashSet<&str, FxBuildHasher> = elements.iter().map(|e| e.id.as_str()).collect();
    let mut told: HashSet<&str, FxBuildHasher> = HashSet::default();
    for element in elements {
        for name in element.controls.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            if ids.contains(name) || !told.insert(name) {
                continue;
            }
            findings.id = Some(element.id.clone());
            let near = match told.len() <= MOST_LOOKS {
                true => words::near(name, elements.iter().map(|e| e.id.as_str())),
                false => Vec::new(),
            };
            let near = near.first().map_or(String::new(), |near| format!("; {} is there", quoted(near)));
            let message = format!("no element of the page has the id {} now{near}", quoted(name));
            findings.add(&rules::CONTROLS_NOTHING, &(0..0), message).severity = Severity::Note;
        }
    }
}

fn never_shown(elements: &[CapturedElement], findings: &mut Findings<'_>) {
    let role = |e: &CapturedElement| HintRole::from_name(&e.role);
    let keys =
        |e: &'_ CapturedElement| e.state.split(',').map(|key| key.trim().to_owned()).collect::<Vec<_>>();
    let shows = |e: &&CapturedElement| role(e).is_some_and(HintRole::has_value);
    let shown: HashSet<String, FxBuildHasher> = elements.iter().filter(shows).flat_map(keys).collect();
    let mut told: HashSet<String, FxBuildHasher> = HashSet::default();
    for element in elements.iter().filter(|e| role(e).is_some_and(|role| !role.has_value())) {
        for key in keys(element).into_iter().filter(|key| is_key(key) && !shown.contains(key)) {
            if !told.insert(key.clone()) {
                continue;
            }
            findings.id = Some(element.id.clone());
            let message = format!("no element with a value has the state {} now", quoted(&key));
            findings.add(&rules::STATE_NEVER_SHOWN, &(0..0), message).severity = Severity::Note;
        }
    }
}

/// What only the tree has: hints without an id, attributes that are none, options that are offered.
fn in_tree(tree: &Snapshot, findings: &mut Findings<'_>) {
    for node in tree.nodes() {
        let hints: Vec<(&str, &str)> = node.attrs().filter(|(key, _)| key.starts_with(PREFIX)).collect();
        if hints.is_empty() {
            continue;
        }
        let has_id = hints.iter().any(|(key, value)| *key == ID && !value.is_empty());
        let known = |key: &str| crate::hints::ATTRIBUTES.contains(&key);
        if has_id {
            findings.id = node.attr(ID).map(str::to_owned);
            let element = element_of(hints.iter().copied().filter(|(key, _)| !known(key)));
            checks::check_names(&element, findings);
            offered(node, findings);
        } else {
            findings.id = None;
            let known = findings.list.len();
            checks::check(&element_of(hints.iter().copied()), findings);
            findings.list[known..].iter_mut().for_each(|finding| finding.nodes = vec![node.id()]);
        }
    }
    findings.id = None;
}

/// The nodes of findings that are known by an id alone.
fn find_nodes(tree: &Snapshot, findings: &mut [Finding]) {
    let mut by_id: HashMap<&str, Vec<NodeId>, FxBuildHasher> = HashMap::default();
    for node in tree.nodes() {
        if let Some(id) = node.attr(ID) {
            by_id.entry(id).or_default().push(node.id());
        }
    }
    for finding in findings.iter_mut().filter(|finding| finding.nodes.is_empty()) {
        let nodes = finding.id.as_deref().and_then(|id| by_id.get(id));
        finding.nodes = nodes.cloned().unwrap_or_default();
    }
}

/// The options inside a select, against its list of choices.
fn offered(node: Node<'_>, findings: &mut Findings<'_>) {
    /// Most nodes inside a select that are looked at.
    const FAR: usize = 1_000;
    let Some(list) = node.attr("data-semtag-options").filter(|list| !list.trim().is_empty()) else { return };
    if node.attr(ROLE) != Some(HintRole::Select.as_str()) {
        return;
    }
    let inside = node.subtree().skip(1).take(FAR).filter(|n| n.role() == Role::Option);
    let shown: Vec<String> =
        inside.filter_map(|n| n.attr("value").or(n.value()).or(n.name())).map(str::to_owned).collect();
    if shown.is_empty() {
        return;
    }
    if let Some(message) = checks::contradiction(list, &shown) {
        findings.add(&rules::OPTIONS_CONTRADICT, &(0..0), message);
    }
}
