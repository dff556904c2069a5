//! What is marked in a review: hinted elements, what has no hint, and where both are in the picture.

use std::collections::HashMap;

use semantic_core::hints::lint::{Finding, PageLint};
use semantic_core::hints::{Captured, CapturedElement, Entry, Hidden};
use semantic_core::tree::{Node, NodeId, Rect, Role, Snapshot};

/// Where something is.
#[derive(Clone, PartialEq, Debug)]
pub enum Place {
    /// In the picture: from its top left corner.
    At(Rect),
    /// In the picture, and perhaps not to be seen there: why.
    Under(Rect, &'static str),
    /// Not in the picture, and why.
    Away(&'static str),
}

impl Place {
    /// Where in the picture, if it is there.
    pub fn rect(&self) -> Option<&Rect> {
        match self {
            Place::At(rect) | Place::Under(rect, _) => Some(rect),
            Place::Away(_) => None,
        }
    }
}

/// A hinted element.
pub struct Hinted {
    pub entry: Entry,
    pub place: Place,
    /// Which findings are about it, by their place in the list.
    pub findings: Vec<usize>,
}

/// Something without a hint.
pub struct Gap {
    /// Whether it can be acted on; else it is read.
    pub is_control: bool,
    pub role: String,
    pub name: String,
    pub node: NodeId,
    pub place: Place,
}

/// The rules whose findings are gaps: of controls, and of readings.
const GAPS: [&str; 2] = ["uncovered-control", "uncovered-text"];

/// Whether a finding is shown as gaps.
pub fn is_gap(finding: &Finding) -> bool {
    GAPS.contains(&finding.rule.id)
}

/// The gaps of a page, in the order of the document.
pub fn gaps(tree: &Snapshot, lint: &PageLint, area: Option<Rect>) -> Vec<Gap> {
    let one = |finding: &Finding, node: Node<'_>| Gap {
        is_control: finding.rule.id == GAPS[0],
        role: node.role_name().to_owned(),
        name: node.name().unwrap_or_default().to_owned(),
        node: node.id(),
        place: place(around(node), area),
    };
    let findings = lint.findings.iter().filter(|finding| is_gap(finding));
    let mut gaps: Vec<Gap> = findings
        .flat_map(|f| f.nodes.iter().filter_map(|&id| tree.node(id)).map(move |node| one(f, node)))
        .collect();
    gaps.sort_by_key(|gap| gap.node);
    gaps
}

/// The nearest node around a text that has a box, or the node itself.
fn around(node: Node<'_>) -> Node<'_> {
    match node.bounds() {
        None if node.role() == Role::Text => node.ancestors().find(|n| n.bounds().is_some()).unwrap_or(node),
        _ => node,
    }
}

/// The hinted elements of a page, in the order of the document.
pub fn hinted(captured: &Captured, tree: &Snapshot, lint: &PageLint, area: Option<Rect>) -> Vec<Hinted> {
    let elements = &captured.elements.items;
    let nodes = nodes(elements, tree);
    let mut told: HashMap<&str, Vec<usize>> = HashMap::new();
    for (n, finding) in lint.findings.iter().enumerate() {
        if let Some(id) = &finding.id {
            told.entry(id).or_default().push(n);
        }
    }
    let one = |(n, element): (usize, &CapturedElement)| Hinted {
        entry: Entry::of(element),
        place: match (element.hidden, nodes[n]) {
            (Some(hidden), _) => Place::Away(why(hidden)),
            (None, Some(node)) => match place(node, area) {
                Place::At(rect) if is_outside(elements, &nodes, n) => {
                    Place::Under(rect, "it lies outside of what holds it: scrolled away, or laid out apart")
                }
                place => place,
            },
            (None, None) => Place::Away("its place is not known"),
        },
        findings: told.get(element.id.as_str()).cloned().unwrap_or_default(),
    };
    elements.iter().enumerate().map(one).collect()
}

/// Whether something that is only read lies wholly outside of a hinted element around it. What is acted on was looked for
/// on the page.
fn is_outside(elements: &[CapturedElement], nodes: &[Option<Node<'_>>], n: usize) -> bool {
    let up = |&n: &usize| elements[n].parent.map(|parent| parent as usize).filter(|&parent| parent < n);
    let Some((own, node)) = nodes[n].and_then(|node| Some((node.bounds()?, node))) else { return false };
    let apart =
        |b: Rect| own.x >= b.right() || own.right() <= b.x || own.y >= b.bottom() || own.bottom() <= b.y;
    let mut around = std::iter::successors(up(&n), up).filter_map(|outer| nodes[outer]?.bounds());
    !node.is_interactive() && around.any(|b| b.area() > 0.0 && apart(b))
}

fn why(hidden: Hidden) -> &'static str {
    match hidden {
        Hidden::Display => "not displayed",
        Hidden::Visibility => "invisible",
        Hidden::Size => "without a size",
        Hidden::Opacity => "transparent",
    }
}

/// The node of each element. What is hidden may be missing in the tree; of several with one id each is taken in turn.
fn nodes<'t>(elements: &[CapturedElement], tree: &'t Snapshot) -> Vec<Option<Node<'t>>> {
    let mut by_id: HashMap<&str, Vec<Node<'t>>> = HashMap::new();
    for node in tree.nodes().rev() {
        if let Some(id) = node.attr("data-semtag-id") {
            by_id.entry(id).or_default().push(node);
        }
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    elements.iter().for_each(|e| *counts.entry(&e.id).or_default() += 1);
    let are_all_there =
        |id: &str| by_id.get(id).map_or(0, Vec::len) == counts.get(id).copied().unwrap_or_default();
    let complete: Vec<bool> = elements.iter().map(|e| are_all_there(&e.id)).collect();
    let mut next = |(element, complete): (&CapturedElement, bool)| {
        let nodes = by_id.get_mut(element.id.as_str())?;
        (complete || element.hidden.is_none()).then(|| nodes.pop()).flatten()
    };
    elements.iter().zip(complete).map(&mut next).collect()
}

/// Where a node is in a picture of a part of the viewport.
fn place(node: Node<'_>, area: Option<Rect>) -> Place {
    let Some(area) = area else { return Place::Away("there is no picture") };
    match node.attr("painted") {
        Some("clipped") => return Place::Away("cut off by what holds it"),
        Some("offscreen") => return Place::Away("where nobody can scroll to"),
        Some("transparent") => return Place::Away("transparent"),
        _ => {}
    }
    let Some(b) = node.bounds() else { return Place::Away("without a box of its own") };
    if b.area() == 0.0 {
        return Place::Away("without a size");
    }
    let is_inside = b.right() > area.x && b.bottom() > area.y && b.x < area.right() && b.y < area.bottom();
    let rect = Rect { x: b.x - area.x, y: b.y - area.y, ..b };
    match (is_inside, node.attr("covered-by")) {
        (false, _) => Place::Away("outside of the picture"),
        (true, None) => Place::At(rect),
        (true, Some(_)) => Place::Under(rect, "something lies over it, or it is scrolled away"),
    }
}
