//! The lists of nodes in a reply: one, or one a frame.

use crate::formats::json::{Frame, Value};
use crate::formats::{Kind, ReadError};

/// The frames of a reply: `{nodes}`, a bare list of nodes, `{frames: [{nodes}]}` or a list of replies.
pub(super) fn of<'d, 'a>(
    root: Value<'d, 'a>,
    notices: &mut Vec<String>,
) -> Result<Vec<Frame<'d, 'a>>, ReadError> {
    let mut skipped = 0;
    let mut frames = Vec::new();
    let list = root.get("frames").filter(|v| v.kind() == Kind::Array);
    let replies = |list: Value<'_, 'a>| list.items().any(|item| nodes_of(item).is_some());
    match list.or(Some(root).filter(|&root| root.kind() == Kind::Array && replies(root))) {
        Some(list) => {
            let items = list.items().filter_map(|item| Some((item, nodes_of(item)?)));
            frames.extend(items.map(|(item, nodes)| frame(item, nodes, &mut skipped)));
        }
        None => {
            let nodes = if root.kind() == Kind::Array { Some(root) } else { nodes_of(root) };
            frames.extend(nodes.map(|nodes| frame(root, nodes, &mut skipped)));
        }
    }
    if skipped > 0 {
        notices.push(format!("nodes left out because they are not objects: {skipped}"));
    }
    let found = "no such key".to_owned();
    let none = ReadError::Shape { part: "key \"nodes\"", expected: "an array of nodes", found };
    if frames.is_empty() { Err(none) } else { Ok(frames) }
}

/// The list of nodes in a reply or frame.
pub(super) fn nodes_of<'d, 'a>(reply: Value<'d, 'a>) -> Option<Value<'d, 'a>> {
    let inside = reply.get("result").unwrap_or(reply);
    // getRootAXNode gives one node.
    let nodes = inside.get("nodes").or_else(|| inside.get("node"))?;
    matches!(nodes.kind(), Kind::Array | Kind::Object).then_some(nodes)
}

fn frame<'d, 'a>(about: Value<'d, 'a>, nodes: Value<'d, 'a>, skipped: &mut usize) -> Frame<'d, 'a> {
    let list: Vec<_> = match nodes.kind() {
        Kind::Object => vec![nodes],
        _ => nodes.items().filter(|node| node.kind() == Kind::Object).collect(),
    };
    if nodes.kind() == Kind::Array {
        *skipped += nodes.items().count() - list.len();
    }
    let text = |key: &str| about.text_of(key);
    Frame {
        nodes: list,
        id: text("frameId"),
        parent: text("parentFrameId"),
        owner: text("ownerBackendNodeId"),
    }
}
