//! Producers of node maps (`ref`, `type`, `label`, `value`, `bounds`, `children` as refs): into a snapshot, and cut down.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use crate::tree::{Rect, Role, Snapshot, SnapshotBuilder};

/// A node map: one JSON object.
type NodeMap = Map<String, Value>;

/// Why node maps are no tree. Positions count from 0 in the order given.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NodesError {
    /// A node has no ref of its own.
    #[error("node {0} has no ref: every node needs a string ref of its own")]
    NoRef(usize),
    /// Two nodes have one ref.
    #[error("nodes {1} and {2} both have the ref {0:?}: refs must be unique")]
    Repeated(String, usize, usize),
    /// Two nodes name the same child.
    #[error("node {child:?} has two parents, {first:?} and {second:?}: a node is the child of one")]
    TwoParents {
        /// The child's ref.
        child: String,
        /// The ref of the parent that comes first.
        first: String,
        /// The ref of the other parent.
        second: String,
    },
    /// A node lies inside itself.
    #[error("node {0:?} lies inside itself: children must not form a circle")]
    Circle(String),
    /// A key has a value of the wrong type.
    #[error("node {reference:?}: {key} must be {expected}")]
    Key {
        /// The node's ref.
        reference: String,
        /// The key.
        key: &'static str,
        /// What it must be.
        expected: &'static str,
    },
}

/// The snapshot of node maps as `mcp_flutter` and its like emit them; `snapshot_id` becomes the revision,
/// `captured_at` is milliseconds since 1970.
///
/// The role is the `type` in lower case (`generic` without one), the name the `label`, the value the `value` (an empty one
/// stays an answer); bounds are `left`, `top`, `right` and `bottom`. Everything else becomes an attribute, as text.
/// Children that name no node are skipped; a node that no one names is a root. Order is that of roots and children.
///
/// ```
/// use semantic_core::view::snapshot_from_nodes;
/// let nodes = serde_json::json!([
///     {"ref": "s_0", "type": "textField", "label": "Email", "value": ""},
///     {"ref": "s_1", "type": "widget", "children": ["s_0", "s_9"]}
/// ]);
/// let maps: Vec<_> = nodes.as_array().unwrap().iter().map(|n| n.as_object().unwrap().clone()).collect();
/// let page = snapshot_from_nodes(&maps, 7, None)?;
/// let rows: Vec<_> = page.nodes().map(|n| (n.role_name(), n.name(), n.value())).collect();
/// assert_eq!(rows, [("widget", None, None), ("textfield", Some("Email"), Some(""))]);
/// assert_eq!(page.revision(), 7);
/// # Ok::<(), semantic_core::view::NodesError>(())
/// ```
pub fn snapshot_from_nodes(
    nodes: &[NodeMap],
    snapshot_id: u64,
    captured_at: Option<u64>,
) -> Result<Snapshot, NodesError> {
    let links = Links::new(nodes)?;
    let mut b = SnapshotBuilder::with_capacity(nodes.len());
    b.set_revision(snapshot_id);
    captured_at.into_iter().for_each(|at| b.set_captured_at(at));
    let mut done = 0;
    let mut open: Vec<(usize, usize)> =
        (0..nodes.len()).rev().filter(|&i| links.parent[i].is_none()).map(|i| (i, 0)).collect();
    while let Some((i, depth)) = open.pop() {
        while b.depth() > depth {
            b.close();
        }
        write(&mut b, &nodes[i], links.refs[i])?;
        done += 1;
        open.extend(links.children[i].iter().rev().map(|&c| (c, depth + 1)));
    }
    if done < nodes.len() {
        // What no root reaches goes in a circle: every node has at most one parent.
        let stuck = (0..nodes.len()).find(|&i| links.is_in_circle(i)).unwrap_or_default();
        return Err(NodesError::Circle(links.refs[stuck].to_owned()));
    }
    if links.dangling > 0 {
        let refs = if links.dangling == 1 { "ref" } else { "refs" };
        b.notice(format!("{} child {refs} skipped: no node has that name", links.dangling));
    }
    Ok(b.finish())
}

struct Links<'a> {
    refs: Vec<&'a str>,
    parent: Vec<Option<usize>>,
    children: Vec<Vec<usize>>,
    dangling: usize,
}

impl<'a> Links<'a> {
    fn new(nodes: &'a [NodeMap]) -> Result<Links<'a>, NodesError> {
        let mut refs = Vec::with_capacity(nodes.len());
        let mut index: HashMap<&str, usize> = HashMap::with_capacity(nodes.len());
        for (i, node) in nodes.iter().enumerate() {
            let reference = node.get("ref").and_then(Value::as_str).ok_or(NodesError::NoRef(i))?;
            if let Some(first) = index.insert(reference, i) {
                return Err(NodesError::Repeated(super::cut(reference), first, i));
            }
            refs.push(reference);
        }
        let mut links = Links {
            parent: vec![None; nodes.len()],
            children: vec![Vec::new(); nodes.len()],
            refs,
            dangling: 0,
        };
        for (i, node) in nodes.iter().enumerate() {
            for child in children(node, links.refs[i])? {
                match index.get(child) {
                    Some(&c) => links.adopt(i, c)?,
                    None => links.dangling += 1,
                }
            }
        }
        Ok(links)
    }

    fn adopt(&mut self, parent: usize, child: usize) -> Result<(), NodesError> {
        match self.parent[child] {
            Some(first) if first != parent => Err(NodesError::TwoParents {
                child: super::cut(self.refs[child]),
                first: super::cut(self.refs[first]),
                second: super::cut(self.refs[parent]),
            }),
            Some(_) => Ok(()), // named twice by one parent
            None => {
                self.parent[child] = Some(parent);
                self.children[parent].push(child);
                Ok(())
            }
        }
    }

    fn is_in_circle(&self, node: usize) -> bool {
        let mut above = self.parent[node];
        let mut steps = 0;
        while let Some(i) = above.filter(|_| steps <= self.parent.len()) {
            if i == node {
                return true;
            }
            above = self.parent[i];
            steps += 1;
        }
        false
    }
}

fn children<'a>(node: &'a NodeMap, reference: &str) -> Result<Vec<&'a str>, NodesError> {
    let wrong = || NodesError::Key {
        reference: super::cut(reference),
        key: "children",
        expected: "an array of refs",
    };
    match node.get("children") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => list.iter().map(|c| c.as_str().ok_or_else(wrong)).collect(),
        Some(_) => Err(wrong()),
    }
}

/// Opens a node and describes it.
fn write(b: &mut SnapshotBuilder, node: &NodeMap, reference: &str) -> Result<(), NodesError> {
    let wrong = |key, expected| NodesError::Key { reference: super::cut(reference), key, expected };
    let text = |key: &'static str| match node.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str())),
        Some(_) => Err(wrong(key, "a string")),
    };
    let word = text("type")?.unwrap_or("generic").to_lowercase();
    b.open(Role::Generic);
    b.set_role(&word);
    if Role::from_name(&word).as_str() != word {
        b.refine_role(Role::Other); // the producer's word is the role here; only file readers map it
    }
    b.set_own_ref(reference);
    text("label")?.into_iter().for_each(|label| b.set_name(label));
    text("value")?.into_iter().for_each(|value| b.set_value(value));
    if let Some(identifier) = text("identifier")?.filter(|i| !i.is_empty()) {
        b.set_identifier(identifier);
    }
    match node.get("bounds") {
        None | Some(Value::Null) => {}
        Some(bounds) => {
            let expected = "an object of the numbers left, top, right and bottom";
            let rect = bounds_of(bounds).ok_or_else(|| wrong("bounds", expected))?;
            b.set_bounds(rect);
        }
    }
    const KNOWN: [&str; 6] = ["ref", "type", "label", "value", "bounds", "children"];
    for (key, value) in node.iter().filter(|(key, _)| !KNOWN.contains(&key.as_str())) {
        match value {
            Value::String(text) => b.add_attr(key, text),
            other => b.add_attr(key, &other.to_string()),
        }
    }
    Ok(())
}

/// The box of `left`, `top`, `right` and `bottom`.
pub(crate) fn bounds_of(bounds: &Value) -> Option<Rect> {
    let [left, top, right, bottom] = ["left", "top", "right", "bottom"].map(|key| bounds.get(key)?.as_f64());
    Rect::new(left?, top?, right? - left?, bottom? - top?)
}

/// Cuts node maps down: keeps those that `keep` accepts, of each the `fields` (all where `None`) and always its
/// `ref`; children are pruned to refs that are kept, and an emptied `children` is dropped.
pub fn project_nodes(
    nodes: &[NodeMap],
    keep: impl Fn(&NodeMap) -> bool,
    fields: Option<&[&str]>,
) -> Vec<NodeMap> {
    let kept: Vec<&NodeMap> = nodes.iter().filter(|n| keep(n)).collect();
    let refs: HashSet<&str> = kept.iter().filter_map(|n| n.get("ref")?.as_str()).collect();
    let shown = |key: &str| key == "ref" || fields.is_none_or(|f| f.contains(&key));
    let project = |node: &&NodeMap| {
        let mut out = NodeMap::new();
        for (key, value) in node.iter().filter(|(key, _)| shown(key)) {
            let value = match (key.as_str(), value) {
                ("children", Value::Array(children)) => {
                    let here = |c: &&Value| c.as_str().is_some_and(|c| refs.contains(c));
                    let children: Vec<Value> = children.iter().filter(here).cloned().collect();
                    if children.is_empty() {
                        continue;
                    }
                    Value::Array(children)
                }
                _ => value.clone(),
            };
            out.insert(key.clone(), value);
        }
        out
    };
    kept.iter().map(project).collect()
}
