//! What Appium's page sources of iOS and of macOS have in common.

use roxmltree::Node;

use super::flag;

/// The attributes of both that have a place in the tree.
const PLACED: [&str; 13] = [
    "label",
    "value",
    "placeholderValue",
    "enabled",
    "selected",
    "focused",
    "hasFocus",
    "hasKeyboardFocus",
    "index", // the place among its siblings, which the tree has
    "x",
    "y",
    "width",
    "height",
];

/// Whether an attribute stays as it is; `own` are those that have a place in one of the two. Flags that are off on
/// every second element are not worth keeping.
pub(super) fn keeps(own: &[&str], key: &str, value: &str) -> bool {
    !PLACED.contains(&key) && !own.contains(&key) && !value.is_empty() && value != "false"
}

/// Whether an element has the focus, under its names in different versions.
pub(super) fn focused(node: Node) -> Option<bool> {
    ["focused", "hasFocus", "hasKeyboardFocus"].into_iter().find_map(|key| flag(node, key))
}
