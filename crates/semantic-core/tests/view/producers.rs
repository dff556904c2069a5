//! Producers of node maps: projection into a snapshot, and selection in the envelope.

use semantic_core::formats::read;
use semantic_core::view::{
    NodesError, Observation, SemanticView, project_nodes, snapshot_from_nodes, snapshot_ref,
};
use serde_json::{Map, Value, json};

fn maps(nodes: Value) -> Vec<Map<String, Value>> {
    nodes.as_array().expect("a list").iter().map(|n| n.as_object().expect("a map").clone()).collect()
}

#[test]
fn snapshot_ref_is_the_one_dialect() {
    assert_eq!(snapshot_ref(0), "s_0");
    assert_eq!(snapshot_ref(41), "s_41");
}

#[test]
fn node_maps_become_a_snapshot() {
    let nodes = maps(json!([
        {"ref": "a", "type": "textField", "label": "Email", "value": "", "hint": "yours", "enabled": true,
         "bounds": {"left": 1, "top": 2, "right": 11, "bottom": 22.5}},
        {"ref": "b", "children": ["a", "gone"]},
        {"ref": "c", "type": "BUTTON", "identifier": "save"}
    ]));
    let page = snapshot_from_nodes(&nodes, 7, Some(1_700_000_000_000)).expect("a tree");
    let rows: Vec<_> = page.nodes().map(|n| (n.depth(), n.role_name(), n.name(), n.value())).collect();
    assert_eq!(
        rows,
        [(0, "generic", None, None), (1, "textfield", Some("Email"), Some("")), (0, "button", None, None)]
    );
    let email = page.nodes().nth(1).expect("three nodes");
    assert_eq!(email.bounds().map(|b| (b.x, b.y, b.width, b.height)), Some((1.0, 2.0, 10.0, 20.5)));
    assert_eq!((email.attr("hint"), email.attr("enabled")), (Some("yours"), Some("true")));
    assert_eq!(page.nodes().nth(2).and_then(|n| n.identifier()), Some("save"));
    assert_eq!((page.revision(), page.captured_at()), (7, Some(1_700_000_000_000)));
    assert_eq!(page.notices(), ["1 child ref skipped: no node has that name"]);
}

#[test]
fn circles_and_second_parents_are_clear_errors() {
    let circle =
        maps(json!([{"ref": "a", "children": ["b"]}, {"ref": "b", "children": ["a"]}, {"ref": "r"}]));
    assert_eq!(snapshot_from_nodes(&circle, 0, None).expect_err("a circle"), NodesError::Circle("a".into()));
    let itself = maps(json!([{"ref": "a", "children": ["a"]}]));
    assert!(matches!(snapshot_from_nodes(&itself, 0, None), Err(NodesError::Circle(_))));
    let shared =
        maps(json!([{"ref": "a", "children": ["c"]}, {"ref": "b", "children": ["c"]}, {"ref": "c"}]));
    let error = snapshot_from_nodes(&shared, 0, None).expect_err("two parents").to_string();
    assert_eq!(error, "node \"c\" has two parents, \"a\" and \"b\": a node is the child of one");
    let twice = maps(json!([{"ref": "a"}, {"ref": "a"}]));
    assert!(matches!(snapshot_from_nodes(&twice, 0, None), Err(NodesError::Repeated(..))));
    assert!(matches!(snapshot_from_nodes(&maps(json!([{}])), 0, None), Err(NodesError::NoRef(0))));
    let wrong = maps(json!([{"ref": "a", "bounds": {"left": 1}}]));
    assert!(matches!(snapshot_from_nodes(&wrong, 0, None), Err(NodesError::Key { key: "bounds", .. })));
}

#[test]
fn projection_keeps_refs_and_prunes_children() {
    let nodes = maps(json!([
        {"ref": "a", "type": "button", "label": "Go"},
        {"ref": "b", "type": "text", "label": "x"},
        {"ref": "c", "type": "group", "children": ["a", "b"], "extra": 1},
        {"ref": "d", "type": "group", "children": ["b"]}
    ]));
    let kept = project_nodes(&nodes, |n| n["type"] != "text", Some(&["type", "children"]));
    let expected = json!([
        {"ref": "a", "type": "button"},
        {"ref": "c", "type": "group", "children": ["a"]},
        {"ref": "d", "type": "group"}
    ]);
    assert_eq!(kept, maps(expected));
    let whole = project_nodes(&nodes, |n| n["ref"] == "c", None);
    assert_eq!(whole, maps(json!([{"ref": "c", "type": "group", "extra": 1}])));
}

#[test]
fn flutter_envelopes_are_read_as_one_tree() {
    let nodes = json!([
        {"ref": "s_0", "id": 5, "type": "textField", "label": "Email", "value": "a@b.c", "enabled": false,
         "bounds": {"left": 0, "top": 0, "right": 10, "bottom": 5}, "actions": ["tap", "setText"]},
        {"ref": "s_1", "id": 6, "type": "header", "label": "Sign in\nto continue"},
        {"ref": "s_2", "id": 1, "type": "widget", "children": ["s_1", "s_0", "s_9"]}
    ]);
    let bare = json!({"snapshot_id": 4, "nodes": nodes, "nodeCount": 3, "truncated": true});
    let wrapped = json!({"ok": true, "data": bare, "error": null, "meta": {}});
    for file in [bare, wrapped] {
        let page = read(file.to_string().as_bytes(), None).expect("recognised");
        let o = Observation::of(page.into(), &SemanticView::new());
        assert_eq!(
            o.render(),
            "# observation rev=4 walked=3 shown=3\n# pane main\ns_0 generic\n  s_1 textbox \"Email\" value=\"a@b.c\"\n  \
             s_2 heading \"Sign in\\nto continue\"\n"
        );
        let notices = o.snapshot().notices();
        assert!(notices.iter().any(|n| n.contains("truncated")), "{notices:?}");
        assert!(notices.iter().any(|n| n.contains("1 child ref")), "{notices:?}");
    }
}
