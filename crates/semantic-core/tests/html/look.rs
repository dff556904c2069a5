//! What the script in a live page tells, read without a browser: the tree, and that nothing it tells can break us.

use proptest::prelude::*;
use semantic_core::formats::look::{Part, SCRIPT, Told, read};
use semantic_core::tree::{Snapshot, State};
use serde_json::{Value, json};

fn look(wire: &Value) -> Result<Snapshot, String> {
    let text = wire.to_string();
    let told = Told::parse(&text).map_err(|e| e.to_string())?;
    let parts = [Part { told, owner: None }];
    read(&parts, "d", &[(0, 3)], &["a sentence".to_owned()], 5)
        .map(|look| look.snapshot)
        .map_err(|e| e.to_string())
}

fn page(stream: Value) -> Value {
    json!({
        "stamp": "s", "url": "https://a.example/x", "title": "A  title", "base": "https://a.example/x",
        "ready": "complete", "viewport": [800, 600, 0, 5, 900],
        "names": ["body", "button", "a", "href", "svg", "title", "div", "iframe"],
        "stream": stream, "foreign": [[3, 10, 20, 1, 1, -1]], "covers": [[2, 4, 4]],
    })
}

/// A page with a button that a box covers, a link in a drawing's stead, and a frame.
fn sample() -> Value {
    page(json!([
        2, 1, 1, "A title", 1, 0, 9, 0, 0, 0, 800, 600, 0, //
        1, 1, 2, 0, 5, 5, 10, 10, 0, 4, 12, " Go ", 0, 1, 6, 4, 0, 0, 0, 50, 50, 0, 0, //
        1, 2, 5, 64, 0, 50, 10, 10, 1, 3, "y?z", 1, 4, 6, 0, 0, 0, 8, 8, 0, 1, 5, 7, 33, 0, 4, 8, "Sign", 0,
        0, 0, //
        1, 7, 3, 32, 0, 0, 0, 0
    ]))
}

#[test]
fn a_page_that_is_told_is_read() {
    let page = look(&sample()).expect("readable");
    let node = |name: &str| page.nodes().find(|n| n.name() == Some(name)).expect(name);
    assert_eq!((page.title(), page.document(), page.captured_at()), (Some("A title"), Some("d"), Some(5)));
    assert_eq!(page.notices(), ["a sentence"]);
    let button = node("Go");
    assert_eq!((button.key(), button.attr("covered-by")), (Some("s#2"), Some("s#4")));
    assert_eq!(button.bounds().map(|b| (b.x, b.width)), Some((5.0, 10.0)));
    assert!(page.nodes().any(|n| n.key() == Some("s#4")), "what covers it is listed");
    let link = node("Sign");
    assert_eq!((link.role().as_str(), link.url()), ("link", Some("https://a.example/y?z")));
    assert!(!link.is(State::Interactive) && link.attr("clickable").is_none(), "its role says it");
    let frame = page.nodes().find(|n| n.role().as_str() == "iframe").expect("the frame");
    assert!(frame.attr("unreadable").is_some());
}

#[test]
fn a_script_that_breaks_off_is_an_error() {
    let whole = sample();
    let cells = whole["stream"].as_array().expect("cells").clone();
    for end in 0..cells.len() {
        let _ = look(&page(Value::Array(cells[..end].to_vec())));
    }
    let text = whole.to_string();
    for end in 0..text.len() {
        assert!(Told::parse(&text[..end]).is_err(), "cut at {end}");
    }
    assert!(look(&page(json!(["text", 1]))).is_err());
    assert!(read(&[], "", &[], &[], 0).is_err());
    assert!(SCRIPT.starts_with("/*") && SCRIPT.trim_end().ends_with('}'));
}

/// Cells that often make sense.
fn cell() -> impl Strategy<Value = Value> {
    prop_oneof![
        8 => (0u32..8).prop_map(|n| json!(n)),
        1 => any::<u32>().prop_map(|n| json!(n)),
        1 => any::<f64>().prop_map(|n| json!(n)),
        3 => "[a \\n:•]{0,4}".prop_map(|text| json!(text)),
    ]
}

proptest! {
    #[test]
    fn nothing_that_is_told_panics(mut cells in prop::collection::vec(cell(), 0..200), whole in any::<bool>()) {
        if whole {
            let start = sample()["stream"].as_array().expect("cells").clone();
            cells.splice(0..0, start);
        }
        let _ = look(&page(Value::Array(cells)));
    }

    #[test]
    fn no_text_panics(text in ".{0,100}") {
        let _ = Told::parse(&text);
    }
}
