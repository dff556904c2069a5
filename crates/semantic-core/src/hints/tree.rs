//! The hinted elements of any snapshot whose producer kept the attributes: names and values as the snapshot has them.

use super::captured::{Captured, CapturedElement, Held, Hidden};
use super::vocabulary::HintRole;
use crate::tree::{Node, NodeId, Role, Snapshot, State, Tri};

/// Most nodes inside an element that are looked at for its text.
const FAR: usize = 2_000;

impl Captured {
    /// The hinted elements of a snapshot.
    ///
    /// Accessible names and values stand for what a browser would render, so an HTML page is better read with
    /// [`read_hints`](crate::formats::read_hints).
    pub fn from_snapshot(snapshot: &Snapshot) -> Captured {
        let mut page = Captured {
            url: snapshot.url().unwrap_or_default().to_owned(),
            title: snapshot.title().unwrap_or_default().to_owned(),
            notices: snapshot.notices().to_vec(),
            ..Captured::default()
        };
        let mut open: Vec<(NodeId, u32)> = Vec::new(); // hinted nodes around the next one, with their places
        for node in snapshot.nodes() {
            while open
                .last()
                .is_some_and(|&(id, _)| !node.snapshot().node(id).is_some_and(|o| o.holds(node.id())))
            {
                open.pop();
            }
            if node.attr("data-semtag-id").is_some_and(|id| !id.is_empty()) {
                let mut element = element(node);
                element.parent = open.last().map(|&(_, place)| place);
                open.push((node.id(), page.elements.items.len() as u32));
                page.elements.items.push(element);
            }
        }
        page
    }
}

fn element(node: Node<'_>) -> CapturedElement {
    let attr = |key: &str| node.attr(key).unwrap_or_default().to_owned();
    let mut element = CapturedElement {
        tag: tag(node).to_owned(),
        filled: node.states().get(State::Filled).map(|filled| filled != Tri::False),
        disabled: node.is(State::Disabled),
        hidden: node.is(State::Hidden).then_some(Hidden::Display),
        ..CapturedElement::of_attributes(&attr)
    };
    let role = HintRole::from_name(&element.role);
    let text = || Some(text(node)).filter(|text| !text.is_empty());
    element.name = known(node.name())
        .or_else(|| {
            ["label", "placeholder", "title"].map(|key| known(node.attr(key))).into_iter().flatten().next()
        })
        .or_else(|| text().filter(|_| role.is_none_or(HintRole::is_named_by_content)))
        .unwrap_or_default();
    if role.is_some_and(HintRole::has_value) || element.filled.is_some() {
        let shown = || known(node.value()).or_else(text).or_else(|| known(node.name()));
        element.value = match role {
            Some(HintRole::Observable) => shown().map(Held::Text),
            _ => switched(node).map(Held::On).or_else(|| match node.role().is_text_entry() {
                true => node.value().map(|value| Held::Text(value.to_owned())),
                false => shown().map(Held::Text),
            }),
        };
    }
    element
}

fn known(text: Option<&str>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty()).map(str::to_owned)
}

/// The tag, as far as reading a value needs it.
fn tag(node: Node<'_>) -> &str {
    match node.role() {
        role if role.is_text_entry() => "input",
        Role::ComboBox | Role::ListBox => "select",
        _ => node.attr("tag").unwrap_or_default(),
    }
}

fn switched(node: Node<'_>) -> Option<bool> {
    let states = node.states();
    let state = states.get(State::Checked).or_else(|| states.get(State::Pressed))?;
    Some(state == Tri::True)
}

/// The texts inside a node, with blanks between them.
fn text(node: Node<'_>) -> String {
    let inside = node.subtree().skip(1).take(FAR).filter(|n| n.role() == Role::Text);
    inside.filter_map(Node::name).collect::<Vec<_>>().join(" ")
}
