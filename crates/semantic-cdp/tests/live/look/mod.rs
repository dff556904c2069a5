//! The look at a live page.

mod agreement;
mod facts;
mod identity;
mod layers;
mod locate;

use semantic_core::tree::{Node, Snapshot};

/// Every node on a line of its own, with all that is known of it.
fn details(page: &Snapshot) -> String {
    let line = |n: Node<'_>| {
        let states: Vec<_> = n.states().iter().map(|(s, v)| format!("{}={v:?}", s.as_str())).collect();
        let attrs: Vec<_> = n.attrs().map(|(k, v)| format!("{k}={v:?}")).collect();
        let key = n.key().and_then(|k| k.split('#').nth(1)).unwrap_or("-");
        let indent = "  ".repeat(n.depth());
        format!("{indent}{n:?} {key} {:?} [{}] {{{}}}\n", n.value(), states.join(" "), attrs.join(" "))
    };
    page.nodes().map(line).collect()
}

/// The node of that name; there must be one.
fn named<'a>(page: &'a Snapshot, name: &str) -> Node<'a> {
    let mut found = page.nodes().filter(|n| n.name() == Some(name));
    let node = found.next().unwrap_or_else(|| panic!("no {name:?} in\n{}", details(page)));
    assert!(found.next().is_none(), "more than one {name:?} in\n{}", details(page));
    node
}
