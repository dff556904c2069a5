//! Android uiautomator dumps: `<hierarchy rotation="0">` with a `<node>` for each view.

use super::android;
use super::outline::{Kind, first_elements};
use super::{Dialect, Fate};
use crate::formats::{Format, Head, ReadError};
use crate::tree::Snapshot;

pub(in crate::formats) static UIAUTOMATOR: Format =
    Format { name: "uiautomator", summary: "Android uiautomator XML: a hierarchy of nodes", sniff, read };

static DIALECT: Dialect = Dialect {
    format: &UIAUTOMATOR,
    fate: |_| Fate::Keep,
    keeps: android::keeps,
    element: android::element,
    inner_name: android::inner_name,
};

/// A hierarchy whose first element is a node, or none at all; or a node that says where it is.
fn sniff(head: &Head) -> bool {
    let mut elements = first_elements(head.text);
    let Some(root) = elements.next() else { return false };
    match root.name {
        "hierarchy" => {
            let bare = !root.text.contains("class=") && !root.text.contains("width=");
            elements.next().map_or(bare, |tag| tag.name == "node" || (bare && tag.kind == Kind::End))
        }
        "node" => root.text.contains("bounds=") && root.text.contains("class="),
        _ => false,
    }
}

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let page = DIALECT.read(text, |_, _| {})?;
    let empty = page.nodes().all(|node| node.native_role() == Some("hierarchy"));
    if empty && page.notices().is_empty() {
        return Err(ReadError::NoTree {
            what: "a uiautomator hierarchy without nodes",
            advice: "the dump failed; wait until the screen is idle and take it again",
        });
    }
    Ok(page)
}
