//! Our own JSON form: everything that a tree holds comes back, and what is not of the form is refused.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use semantic_core::formats::write::to_json;
use semantic_core::formats::{detect, read};
use semantic_core::tree::{Rect, Role, Snapshot, SnapshotBuilder, State, Tri};

fn text() -> impl Strategy<Value = Option<String>> {
    option::of(prop_oneof![
        "[a-z ]{1,6}",
        "\\PC{1,4}",
        any::<String>().prop_filter("text", |s| !s.is_empty())
    ])
}

fn snapshot() -> impl Strategy<Value = Snapshot> {
    let texts = (text(), text(), text(), text(), text());
    let states = vec((select(State::ALL.to_vec()), select(vec![Tri::True, Tri::False, Tri::Mixed])), 0..3);
    let quarter = |range: std::ops::Range<i32>| range.prop_map(|n| f64::from(n) / 4.0);
    let rect = option::of((quarter(-4000..4000), quarter(-4000..4000), quarter(0..4000), quarter(0..4000)));
    let attrs = vec(("[k-z_]{1,5}", "\\PC{1,4}"), 0..3);
    let role = prop_oneof![
        select(Role::ALL.to_vec()).prop_map(|r| r.as_str().to_owned()),
        "[A-Za-z]{1,8}",
        Just("push button".to_owned()),
    ];
    let node = (0usize..4, role, texts, states, rect, attrs, option::of(1u8..9));
    (vec(node, 0..12), option::of(any::<u64>()), 0u64..9, text()).prop_map(|(nodes, at, revision, title)| {
        let mut b = SnapshotBuilder::new();
        b.set_revision(revision);
        at.into_iter().for_each(|at| b.set_captured_at(at));
        title.iter().for_each(|t| b.set_title(t));
        for (up, role, (name, value, description, identifier, key), states, rect, attrs, level) in nodes {
            (0..up).for_each(|_| b.close());
            b.open(Role::Generic);
            b.set_role(&role);
            name.iter().for_each(|t| b.set_name(t));
            value.iter().for_each(|t| b.set_value(t));
            description.iter().for_each(|t| b.set_description(t));
            identifier.iter().for_each(|t| b.set_identifier(t));
            key.iter().for_each(|t| b.set_key(t));
            states.into_iter().for_each(|(s, v)| b.set_state(s, v));
            rect.and_then(|(x, y, w, h)| Rect::new(x, y, w, h)).into_iter().for_each(|r| b.set_bounds(r));
            attrs.iter().for_each(|(k, v)| b.add_attr(k, v));
            level.into_iter().for_each(|l| b.set_level(l));
        }
        b.finish()
    })
}

/// Whether a field may hold a secret, so that reading keeps its content out.
fn may_be_secret(page: &Snapshot) -> bool {
    page.nodes().any(|n| n.role().is_text_entry())
}

#[test]
fn a_written_file_is_a_tree() {
    let file = br#"{"semantic": 1, "title": "Shop", "revision": 3, "nodes": [
        {"role": "main"},
        {"depth": 1, "role": "checkbox", "name": "Stock", "states": {"checked": "mixed", "disabled": false},
         "bounds": [1, 2, 3, 4], "identifier": "stock", "ref": "e7", "attrs": {"class": "a \"b\""}}
    ]}"#;
    let page = read(file, None).expect("our form");
    let stock = page.resolve("e7").expect("its own ref");
    assert_eq!(stock.parent().map(|p| p.role()), Some(Role::Main));
    assert_eq!(stock.states().get(State::Checked), Some(Tri::Mixed));
    assert_eq!(stock.states().get(State::Disabled), Some(Tri::False));
    assert_eq!((stock.identifier(), stock.attr("class")), (Some("stock"), Some("a \"b\"")));
    assert_eq!((page.title(), page.revision()), (Some("Shop"), 3));
}

#[test]
fn a_secret_in_our_own_form_stays_out() {
    let file = br#"{"semantic":1,"nodes":[{"role":"textbox","name":"Password","value":"hunter2"}]}"#;
    let page = read(file, None).expect("our form");
    assert!(!to_json(&page).contains("hunter2"));
    assert!(page.nodes().next().expect("one").is(State::Filled));
}

#[test]
fn a_card_number_stays_out_by_its_name_in_any_language() {
    for name in
        ["Card number", "Kartennummer", "Número de tarjeta", "Numéro de carte", "カード番号", "卡号", "CVC"]
    {
        let file = format!(
            r#"{{"semantic":1,"nodes":[{{"role":"textbox","name":"{name}","value":"4242424242"}}]}}"#
        );
        let page = read(file.as_bytes(), None).expect("our form");
        assert!(!to_json(&page).contains("4242"), "{name}");
    }
    let zip = read(b"PK\x03\x04\x14", None).expect_err("no text").to_string();
    assert!(zip.contains("unpack it"), "{zip}");
}

#[test]
fn what_is_not_of_the_form_is_refused() {
    for (file, said) in [
        (r#"{"semantic":2,"nodes":[],"new":1}"#, "semantic (the version of the form) must be 1, found 2"),
        (r#"{"semantic":1}"#, "missing field `nodes`"),
        (r#"{"semantic":1,"nodes":[{"rolle":"button"}]}"#, "unknown field `rolle`"),
        (
            r#"{"semantic":1,"nodes":[{"states":{"open":true}}]}"#,
            "element 0: key \"states\" must be known states",
        ),
        (r#"{"semantic":1,"nodes":[{"ref":"e1","states":{"checked":"so"}}]}"#, "element 0 (ref \"e1\")"),
        (r#"{"semantic":1,"nodes":[{"bounds":[1,2]}]}"#, "not valid JSON at line 1"),
    ] {
        let error = read(file.as_bytes(), None).expect_err("refused").to_string();
        assert!(error.contains(said), "{file}: {error}");
    }
}

#[test]
fn the_schema_names_every_key_and_state() {
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../../../docs/snapshot.schema.json")).expect("JSON");
    let node = &schema["properties"]["nodes"]["items"]["properties"];
    let states = &node["states"]["propertyNames"]["enum"];
    assert_eq!(states, &serde_json::json!(State::ALL.map(State::as_str)));
    // Every key of the schema is read, and a key outside of it is not.
    for key in node.as_object().expect("keys").keys() {
        let error = read(format!("{{\"semantic\":1,\"nodes\":[{{\"{key}\":[[]]}}]}}").as_bytes(), None);
        let error = error.expect_err("a list of a list is never right").to_string();
        assert!(!error.contains("unknown field"), "{key}: {error}");
    }
    for key in schema["properties"].as_object().expect("keys").keys() {
        let file = format!("{{\"semantic\":1,\"nodes\":[],\"{key}\":[[]]}}");
        let error = read(file.as_bytes(), None).err().map(|e| e.to_string()).unwrap_or_default();
        assert!(!error.contains("unknown field"), "{key}: {error}");
    }
}

proptest! {
    #[test]
    fn everything_comes_back(page in snapshot()) {
        let written = to_json(&page);
        prop_assert_eq!(detect(&written).map(|f| f.name), Ok("semantic"));
        let again = read(written.as_bytes(), None).expect("our own form");
        if !may_be_secret(&page) {
            prop_assert_eq!(to_json(&again), written);
        }
        prop_assert_eq!(again.len(), page.len());
        prop_assert_eq!(again.notices(), page.notices());
    }
}
