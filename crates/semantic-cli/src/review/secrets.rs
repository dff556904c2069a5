//! What a review must not show: fields that hold secrets, and secrets that are shown as if they were none.

use semantic_core::hints::lint::PageLint;
use semantic_core::hints::{Captured, CapturedElement, Cell, Entry, Field, Held};
use semantic_core::tree::{Node, Rect, Snapshot, State};

/// What stands in place of a secret.
pub const MASK: &str = "••••••";

/// The rule against secrets in what is read.
const SHOWN: &str = "secret-shown";

/// The boxes of a page that a picture of it must not show: fields that hold a secret, hinted elements that show one, and
/// frames of which nobody knows what they show.
pub fn covers(captured: &Captured, tree: &Snapshot, lint: &PageLint) -> Vec<Rect> {
    let elements = &captured.elements.items;
    let full = |e: &&CapturedElement| Entry::of(e).get(Field::Filled) == Some(&Cell::Flag(true));
    let ids: Vec<&str> = elements.iter().filter(full).map(|e| e.id.as_str()).chain(shown(lint)).collect();
    let is_covered = |node: &Node<'_>| {
        node.is(State::Filled)
            || node.attr("unreadable").is_some()
            || node.attr("data-semtag-id").is_some_and(|id| ids.contains(&id))
    };
    tree.nodes().filter(is_covered).filter_map(Node::bounds).collect()
}

/// The ids of hinted elements that show a secret.
fn shown(lint: &PageLint) -> impl Iterator<Item = &str> {
    lint.findings.iter().filter(|f| f.rule.id == SHOWN).filter_map(|f| f.id.as_deref())
}

/// The same elements without what those that show a secret say.
pub fn masked(captured: &Captured, lint: &PageLint) -> Captured {
    let ids: Vec<&str> = shown(lint).collect();
    let mut captured = captured.clone();
    for element in captured.elements.items.iter_mut().filter(|e| ids.contains(&e.id.as_str())) {
        element.name = MASK.to_owned();
        element.value = element.value.as_ref().map(|_| Held::Text(MASK.to_owned()));
    }
    captured
}
