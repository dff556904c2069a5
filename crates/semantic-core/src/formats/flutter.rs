//! mcp_flutter's `semantic_snapshot`: node maps that name their children, parents after them.

use serde_json::{Map, Value};

use super::error::shown;
use super::text::counted;
use super::{Format, Head, Kind, ReadError};
use crate::tree::{Element, Role, Snapshot, SnapshotBuilder, State, States, Tri, add_elements};

pub(super) static FLUTTER: Format = Format {
    name: "flutter",
    summary: "mcp_flutter semantic_snapshot: JSON nodes with ref, type, label and children as refs",
    sniff: |head| is_envelope(head, "") || is_envelope(head, "data"),
    read,
};

fn is_envelope(head: &Head, path: &str) -> bool {
    let at = |key: &str| if path.is_empty() { head.kind(key) } else { head.kind(&format!("{path}.{key}")) };
    at("snapshot_id") == Some(Kind::Number) && at("nodes") == Some(Kind::Array)
}

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let root: Value = serde_json::from_str(text)?;
    let envelope = if root.get("nodes").is_some() { &root } else { &root["data"] };
    let Some(list) = envelope["nodes"].as_array() else {
        let found = super::head::json_type(&envelope["nodes"]).to_owned();
        return Err(ReadError::Shape { part: "nodes", expected: "an array", found });
    };
    let mut nodes = Vec::with_capacity(list.len());
    for (index, node) in list.iter().enumerate() {
        let not_one = || ReadError::NotAnElement { index, found: super::head::json_type(node).to_owned() };
        nodes.push(node.as_object().ok_or_else(not_one)?);
    }
    let mut b = SnapshotBuilder::with_capacity(nodes.len());
    if let Some(id) = envelope["snapshot_id"].as_u64() {
        b.set_revision(id);
    }
    if envelope["truncated"] == true {
        b.notice(format!("the producer says that it left nodes out (truncated at {})", nodes.len()));
    }
    if let Some(message) = envelope["message"].as_str() {
        b.notice(format!("the producer says: {}", shown(message)));
    }
    add_nodes(&mut b, &nodes);
    Ok(b.finish())
}

fn add_nodes(b: &mut SnapshotBuilder, nodes: &[&Map<String, Value>]) {
    let text = |node: &'_ Map<String, Value>, key: &str| -> Option<String> {
        node.get(key).and_then(Value::as_str).map(str::to_owned)
    };
    let refs: Vec<String> = nodes.iter().map(|n| text(n, "ref").unwrap_or_default()).collect();
    let place: std::collections::HashMap<&str, u32> =
        refs.iter().map(String::as_str).zip(0..).filter(|r| !r.0.is_empty()).collect();
    let mut inside = vec![None; nodes.len()];
    let (mut dangling, mut second) = (0, 0);
    for (parent, node) in nodes.iter().enumerate() {
        for child in node.get("children").and_then(Value::as_array).into_iter().flatten() {
            match child.as_str().and_then(|c| place.get(c)) {
                None => dangling += 1,
                Some(&c) if inside[c as usize].is_none() => inside[c as usize] = Some(parent as u32),
                Some(_) => second += 1,
            }
        }
    }
    for (count, problem) in
        [(dangling, "no node has that name"), (second, "that node is another's child already")]
    {
        if count > 0 {
            b.notice(format!("{} skipped: {problem}", counted(count, "child ref")));
        }
    }
    let attrs: Vec<Vec<(&str, String)>> = nodes.iter().map(|n| attributes(n)).collect();
    let borrowed: Vec<Vec<(&str, &str)>> =
        attrs.iter().map(|list| list.iter().map(|(k, v)| (*k, v.as_str())).collect()).collect();
    let elements: Vec<Element<'_>> = nodes
        .iter()
        .zip(&borrowed)
        .zip(inside)
        .map(|((node, attrs), inside)| Element { inside, ..element(node, attrs) })
        .collect();
    add_elements(b, elements.as_slice());
}

/// What is said of a node beside role, texts, states and box.
fn attributes(node: &Map<String, Value>) -> Vec<(&'static str, String)> {
    let mut attrs = Vec::new();
    if let Some(id) = node.get("id").filter(|id| id.is_number()) {
        attrs.push(("semantics_id", id.to_string()));
    }
    let actions: Vec<&str> = actions(node).collect();
    if !actions.is_empty() {
        attrs.push(("actions", actions.join(" ")));
    }
    if let Some(Value::Bool(visible)) = node.get("visibleInViewport") {
        attrs.push(("visible_in_viewport", visible.to_string()));
    }
    attrs
}

fn actions(node: &Map<String, Value>) -> impl Iterator<Item = &str> {
    node.get("actions").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

fn element<'a>(node: &'a Map<String, Value>, attrs: &'a [(&'a str, &'a str)]) -> Element<'a> {
    let text = |key: &str| node.get(key).and_then(Value::as_str);
    let kind = text("type").unwrap_or_default();
    Element {
        own_ref: text("ref").unwrap_or_default(),
        role: kind,
        aria: Some(role(kind)),
        name: text("label"),
        value: text("value"),
        description: text("hint").unwrap_or_default(),
        identifier: text("identifier").unwrap_or_default(),
        states: states(node),
        bounds: node.get("bounds").map(|b| {
            let edge = |key: &str| b.get(key).and_then(Value::as_f64).unwrap_or(f64::NAN);
            let (left, top) = (edge("left"), edge("top"));
            [left, top, edge("right") - left, edge("bottom") - top]
        }),
        attrs,
        ..Element::default()
    }
}

/// What Flutter's words mean; "checkbox" is said of radio buttons too, and cannot be told from them.
fn role(kind: &str) -> Role {
    match kind {
        "longPressable" => Role::Button,
        "scrollable" => Role::Generic,
        other => Role::from_name(other),
    }
}

fn states(node: &Map<String, Value>) -> States {
    let mut states = States::default();
    let flag = |key: &str| node.get(key).and_then(Value::as_bool);
    let mut set = |state, value: Option<bool>| {
        if let Some(value) = value {
            states.set(state, if value { Tri::True } else { Tri::False });
        }
    };
    set(State::Disabled, flag("enabled").map(|enabled| !enabled));
    set(State::Focused, flag("focused"));
    set(State::Checked, flag("checked").or(flag("toggled")));
    set(State::Selected, flag("selected"));
    const ACTS: [&str; 5] = ["tap", "longPress", "setText", "increase", "decrease"];
    set(State::Interactive, actions(node).any(|a| ACTS.contains(&a)).then_some(true));
    states
}
