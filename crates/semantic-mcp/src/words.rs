//! An element in a few words: what it is, where it is. Text of the page stands in quotes.

use semantic_core::page::Look;
use semantic_core::tree::{Node, NodeId, Role, State};
use semantic_core::view::push_quoted;

/// Longest name or value that is printed whole, in characters.
const LONG: usize = 100;
/// The same of what is around an element: its beginning is enough to know it by.
const AROUND: usize = 40;

/// The states that matter to one who wants to act.
const STATES: [State; 11] = [
    State::Checked,
    State::Pressed,
    State::Selected,
    State::Expanded,
    State::Disabled,
    State::Focused,
    State::Required,
    State::Readonly,
    State::Invalid,
    State::Hidden,
    State::Filled,
];

/// Text of the page in quotes, cut.
pub(crate) fn quoted(text: &str) -> String {
    quoted_to(text, LONG)
}

fn quoted_to(text: &str, most: usize) -> String {
    let mut cut: String = text.chars().take(most).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    let mut out = String::new();
    push_quoted(&mut out, &cut);
    out
}

/// `button "Add" s_12`.
pub(crate) fn brief(look: &Look, node: Node<'_>) -> String {
    called(look, node, node.name().unwrap_or_default(), LONG)
}

/// The same with another name, cut.
fn called(look: &Look, node: Node<'_>, name: &str, most: usize) -> String {
    let word = match (node.role().is_vague(), node.attr("clickable").is_some()) {
        (true, true) => "clickable",
        (true, false) => "part",
        _ => node.role_name(),
    };
    let name = if name.trim().is_empty() { String::new() } else { format!(" {}", quoted_to(name, most)) };
    let reference = look.observation.reference(node.id()).unwrap_or_default();
    format!("{word}{name} {reference}")
}

/// An element with its value and states: `textbox "Name" s_4 value="Ada" [required]`.
pub(crate) fn whole(look: &Look, node: Node<'_>) -> String {
    let mut out = if node.role().is_collection() { brief(look, node) } else { item(look, node, LONG) };
    if let Some(value) = node.value().filter(|value| !value.is_empty()) {
        out += &format!(" value={}", quoted(value));
    }
    let mut marks: Vec<String> =
        STATES.iter().filter(|s| node.is(**s)).map(|s| s.as_str().to_owned()).collect();
    marks.extend(covered_by(look, node).map(|what| format!("covered by {what}")));
    if node.attr("clickable").is_some() {
        marks.push("clickable".to_owned());
    }
    if !marks.is_empty() {
        out += &format!(" [{}]", marks.join(", "));
    }
    out
}

/// Where an element is: the items, dialogs and named parts around it, nearest first.
pub(crate) fn place(look: &Look, node: Node<'_>) -> String {
    const TOLD: usize = 3;
    let tells = |around: &Node<'_>| {
        let named = around.name().is_some_and(|name| !name.trim().is_empty());
        let role = around.role();
        match role {
            Role::Document | Role::RowGroup | Role::Window => false,
            Role::Dialog
            | Role::AlertDialog
            | Role::Iframe
            | Role::Main
            | Role::Banner
            | Role::ContentInfo => true,
            Role::ComboBox | Role::ListBox => true, // around an option
            _ => role.is_item() || around.is_card() || (named && role.is_container()),
        }
    };
    let words = |n: Node<'_>| match n.role() {
        role if role.is_item() || n.is_card() => item(look, n, AROUND),
        Role::ComboBox if !n.is(State::Expanded) => brief(look, n) + " [closed]",
        _ => brief(look, n),
    };
    let places: Vec<_> = node.ancestors().filter(tells).take(TOLD).map(words).collect();
    if places.is_empty() { String::new() } else { format!(" in {}", places.join(", in ")) }
}

/// A part in a few words; one without a name by the first texts in it.
fn item(look: &Look, node: Node<'_>, most: usize) -> String {
    const TEXTS: usize = 3;
    if let Some(name) = node.name().filter(|name| !name.trim().is_empty()) {
        return called(look, node, name, most);
    }
    let texts = node.subtree().skip(1).take(60).filter(|n| !n.is_interactive());
    let mut texts: Vec<_> =
        texts.filter_map(|n| n.name()).map(str::trim).filter(|t| !t.is_empty()).take(2 * TEXTS).collect();
    texts.dedup();
    texts.truncate(TEXTS);
    called(look, node, &texts.join(" "), most)
}

/// What covers an element, in words.
pub(crate) fn covered_by(look: &Look, node: Node<'_>) -> Option<String> {
    let by = node.attr("covered-by")?;
    Some(match by.strip_prefix('?') {
        Some(words) => quoted(words.trim()),
        None => match with_key(look, by) {
            Some(over) => brief(look, over),
            None => "something that is not in the tree".to_owned(),
        },
    })
}

/// The node with this key.
pub(crate) fn with_key<'l>(look: &'l Look, key: &str) -> Option<Node<'l>> {
    look.observation.snapshot().nodes().find(|node| node.key() == Some(key))
}

/// A node of a look.
pub(crate) fn node(look: &Look, id: NodeId) -> Option<Node<'_>> {
    look.observation.snapshot().node(id)
}
