//! What a picture of a page must not show.

use semantic_core::hints::lint::PageLint;
use semantic_core::hints::{Captured, CapturedElement, Cell, Entry, Field};
use semantic_core::tree::{Node, Rect, Snapshot, State};

use crate::review::secrets::shown;

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
