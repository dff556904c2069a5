//! The wire form of a view: closed, and the same both ways.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use semantic_core::tree::Role;
use semantic_core::view::{Field, SemanticView};
use serde_json::{Value, json};

#[test]
fn what_is_not_known_is_refused_and_named() {
    for (wire, said) in [
        (json!({"maxnodes": 3}), r#"unknown key "maxnodes"; known keys: fields, subtreeOf"#),
        (json!({"fields": ["role", "colour"]}), r#"unknown name "colour"; known: role, name, value, bounds"#),
        (json!({"fields": "role"}), "fields must be an array of strings"),
        (json!({"fields": [1]}), "fields must hold strings"),
        (json!({"maxNodes": -1}), "maxNodes must be a whole number from 0, found -1"),
        (json!({"maxNodes": 1.5}), "maxNodes must be a whole number from 0, found 1.5"),
        (json!({"maxNodes": "3"}), "maxNodes must be a whole number from 0, found \"3\""),
        (json!({"subtreeOf": 3}), "subtreeOf must be a string, found 3"),
        (json!({"identifierPrefix": []}), "identifierPrefix must be a string, found an array"),
        (json!({"roles": ["knob"]}), r#"unknown name "knob""#),
        (json!({"ignore": "clock"}), "ignore must be an array of strings"),
        (json!({"interactive": "yes"}), "interactive must be true or false"),
        (json!({"panes": []}), "panes must be an object"),
        (json!({"panes": {"a b": {}}}), "no pane name"),
        (json!({"panes": {"a.b": {}}}), "no pane name"),
        (json!({"panes": {"a": {"x": 1}}}), r#"pane "a": unknown key "x""#),
        (json!({"panes": {"a": 3}}), "pane \"a\""),
        (json!([]), "an object with any of the keys"),
        (json!("view"), "an object with any of the keys"),
        (json!(null), "an object with any of the keys"),
    ] {
        let error = SemanticView::from_json(&wire.to_string()).expect_err("refused").to_string();
        assert!(error.contains(said), "{wire}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
    assert!(SemanticView::from_json("{\"maxNodes\": 1").is_err());
    assert!(SemanticView::from_json("{\"maxNodes\": 1, \"maxNodes\": 2}").is_err());
}

#[test]
fn the_example_of_the_seed_is_read() {
    let wire = json!({
        "subtreeOf": "s_1", "fields": ["role", "name", "value"], "maxNodes": 120,
        "panes": {"header": {"maxNodes": 5}}
    });
    assert_eq!(SemanticView::from_json(&wire.to_string()).expect("a view").to_json(), wire);
}

#[test]
fn panes_keep_the_order_of_the_file() {
    let view = SemanticView::from_json(r#"{"panes": {"z": {}, "a": {}, "m": {}}}"#).expect("a view");
    assert_eq!(view.panes().map(|p| p.0).collect::<Vec<_>>(), ["z", "a", "m"]);
    assert_eq!(serde_json::to_string(&view).expect("plain"), r#"{"panes":{"z":{},"a":{},"m":{}}}"#);
}

#[test]
fn panes_without_end_are_refused() {
    let mut deep = json!({});
    for _ in 0..40 {
        deep = json!({"panes": {"p": deep}});
    }
    let error = SemanticView::from_json(&deep.to_string()).expect_err("too deep").to_string();
    assert!(error.contains("levels deep"), "{error}");
}

fn wire() -> impl Strategy<Value = Value> {
    let leaf = (
        option::of("[a-z#.]{1,8}"),
        option::of("\\PC{1,6}"),
        option::of(subsequence(Field::ALL.to_vec(), 0..8)),
        option::of(vec(select(Role::ALL.to_vec()), 0..4)),
        any::<bool>(),
        option::of(0usize..1000),
        vec("[a-z#.]{1,8}", 0..3),
    );
    let leaf = leaf.prop_map(|(scope, prefix, fields, roles, interactive, max, ignore)| {
        let mut map = serde_json::Map::new();
        let mut put = |key: &str, value: Option<Value>| value.map(|v| map.insert(key.to_owned(), v));
        put("subtreeOf", scope.filter(|s| !s.trim().is_empty()).map(Value::from));
        put("identifierPrefix", prefix.filter(|s| !s.trim().is_empty()).map(Value::from));
        put("fields", fields.map(|f| f.iter().map(|f| f.as_str()).collect()));
        let known = |r: &&Role| **r != Role::Other;
        put("roles", roles.map(|r| r.iter().filter(known).map(|r| r.as_str()).collect()));
        put("interactive", interactive.then(|| true.into()));
        put("maxNodes", max.map(Value::from));
        put("ignore", Some(ignore).filter(|rules| !rules.is_empty()).map(Value::from));
        Value::Object(map)
    });
    leaf.prop_recursive(3, 12, 3, |inner| {
        (inner.clone(), proptest::collection::btree_map("[a-zA-Z0-9_-]{1,5}", inner, 1..3)).prop_map(
            |(mut view, panes)| {
                view["panes"] = panes.into_iter().collect();
                view
            },
        )
    })
}

proptest! {
    #[test]
    fn json_round_trips(wire in wire()) {
        let view = SemanticView::from_json(&wire.to_string()).expect("a view");
        prop_assert_eq!(view.to_json(), wire);
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,80}") {
        let _ = SemanticView::from_json(&text);
    }
}
