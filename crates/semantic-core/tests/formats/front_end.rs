//! The JSON front-end: what it takes is what serde_json takes, at any depth, and texts come out as they are meant.

use proptest::prelude::*;
use semantic_core::formats;
use semantic_core::tree::{Snapshot, State, Tri};

fn read(json: &str) -> Result<Snapshot, formats::ReadError> {
    formats::read(json.as_bytes(), Some("puppeteer"))
}

/// Texts that are JSON, and the same with one byte more, less or changed.
fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|b| b.to_string()),
        any::<f64>().prop_filter("JSON has no infinity", |f| f.is_finite()).prop_map(|f| format!("{f:e}")),
        any::<i64>().prop_map(|i| i.to_string()),
        any::<String>().prop_map(|s| serde_json::to_string(&s).expect("any text")),
        Just(r#""\ud83d\ude00\u00e9\n\"""#.to_owned()),
    ];
    leaf.prop_recursive(6, 40, 5, |inner| {
        let pair = (any::<String>(), inner.clone());
        let pair = pair.prop_map(|(k, v)| format!("{}: {v}", serde_json::to_string(&k).expect("any text")));
        prop_oneof![
            prop::collection::vec(inner, 0..5).prop_map(|items| format!("[{}]", items.join(" ,"))),
            prop::collection::vec(pair, 0..5).prop_map(|items| format!("{{ {} }}", items.join(","))),
        ]
    })
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// Whether the front-end takes a text as JSON: what is wrong with the tree then is another matter.
fn is_taken(text: &str) -> bool {
    !matches!(read(text), Err(formats::ReadError::Json { .. }))
}

proptest! {
    #[test]
    fn it_takes_what_serde_takes(text in json(), at in any::<prop::sample::Index>(), c in any::<char>()) {
        prop_assert!(is_json(&text) && is_taken(&text), "{text}");
        let place = at.index(text.len());
        // A byte order mark at the very beginning is taken off before.
        let Some(rest) = text.get(place..).filter(|_| place > 0 || c != '\u{feff}') else { return Ok(()) };
        let mut more = format!("{}{c}{rest}", &text[..place]);
        prop_assert_eq!(is_json(&more), is_taken(&more), "{}", more);
        more.truncate(place);
        prop_assert_eq!(is_json(&more), is_taken(&more) && !more.trim().is_empty(), "{}", more);
    }

    #[test]
    fn names_come_out_as_they_went_in(name in any::<String>(), key in "[a-z]{1,9}") {
        let object = serde_json::json!({"role": "button", "name": name, key.clone(): name});
        let page = read(&object.to_string()).expect("a node");
        let node = page.nodes().next().expect("one node");
        prop_assert_eq!(node.name(), Some(name.as_str()));
    }
}

#[test]
fn a_hundred_thousand_levels_are_a_tree() {
    let depth = 100_000;
    let mut json = r#"{"role":"group","children":["#.repeat(depth);
    json += r#"{"role":"button","name":"At the bottom"}"#;
    json += &"]}".repeat(depth);
    let page = read(&json).expect("a deep tree");
    assert_eq!((page.len(), page.nodes().next_back().expect("a node").depth()), (depth + 1, depth));
    let problem = read(&json[..json.len() - 1]).expect_err("the last brace is missing").to_string();
    assert!(problem.starts_with("not valid JSON at line 1"), "{problem}");
}

#[test]
fn half_a_surrogate_pair_and_pythons_numbers_are_passed_over() {
    let page =
        read(r#"{"role":"slider","name":"cut \ud83d","value":NaN,"valuemax":Infinity,"valuemin":-Infinity}"#);
    let page = page.expect("a node");
    let node = page.nodes().next().expect("one node");
    assert!(node.name().expect("a name").starts_with("cut \u{fffd}"), "{:?}", node.name());
    assert_eq!((node.value(), node.attrs().len()), (None, 0));
}

#[test]
fn fields_of_the_wrong_type_are_counted() {
    let page = read(r#"{"role":"button","name":["a"],"level":"x","checked":7,"expanded":"true","url":{}}"#);
    let page = page.expect("a node");
    let node = page.nodes().next().expect("one node");
    assert_eq!(
        (node.name(), node.level(), node.states().get(State::Expanded)),
        (None, None, Some(Tri::True))
    );
    let said = "fields left out because they are not of the type that the format gives them: 4";
    assert_eq!(page.notices(), [said]);
}
