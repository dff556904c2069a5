//! What must never break: hostile lists and pages, cut and wrong JSON, sizes without end.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use semantic_core::formats::read_hints;
use semantic_core::hints::{CAPTURE_SCRIPT, Captured, CapturedElement, HintOptions, HintSnapshot, observe};

use super::{page, snapshot};

/// Far more than any of these takes, far less than the square of their size would.
const SOON: Duration = Duration::from_secs(30);

#[test]
fn hostile_values_are_cut_and_stay_inside_their_quotes() {
    let nasty = "\"}]\n\\u0000,{\"id\":\"e99\"} ".repeat(100_000);
    let all = CapturedElement {
        id: "a".into(),
        role: "select".into(),
        action: nasty.clone(),
        state: nasty.clone(),
        target: nasty.clone(),
        controls: nasty.clone(),
        options: nasty.replace('}', ";"),
        name: nasty.clone(),
        value: Some(semantic_core::hints::Held::Text(nasty.clone())),
        ..CapturedElement::default()
    };
    let list = Captured { elements: vec![all].into(), ..Captured::default() };
    let text = snapshot(&list).to_string();
    assert!(text.len() < 60_000 && !text.contains('\n'), "{}", text.len());
    let back: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(back["select"].as_array().map(Vec::len), Some(1));
}

#[test]
fn keys_of_the_wrong_type_count_as_absent() {
    let json = r#"{"url":7,"title":null,"scope":[1],"notices":{"a":1},"later":[{}],"elements":[null,7,
        {"id":"a","role":{"x":1},"parent":-3,"name":["n"],"value":{"v":1},"disabled":"yes","hidden":"magic","tag":5,
         "about":"x","filled":"no"},
        {"id":"b","parent":99,"role":"toggle","value":true,"hidden":"size"}]}"#;
    let list = Captured::from_json(json).expect("tolerant");
    assert_eq!((list.elements.items.len(), list.elements.left_out), (4, 2));
    assert_eq!(observe(&list, "a").expect("one").to_string(), r#"{"id":"a","name":""}"#);
    assert!(observe(&list, "b").expect("one").to_string().contains(r#""value":true,"visible":false"#));
    assert!(snapshot(&list).notices.iter().any(|n| n.starts_with("2 elements left out")));
}

#[test]
fn a_cut_list_is_an_error_at_every_byte() {
    let json = r#"{"url":"http://a.test/","elements":[{"id":"ä","role":"toggle","value":true,"parent":0}]}"#;
    for end in (0..json.len()).filter(|&end| json.is_char_boundary(end)) {
        assert!(Captured::from_json(&json[..end]).is_err(), "{end}");
    }
}

#[test]
fn parents_in_circles_do_no_harm() {
    let one = |id: &str, parent| CapturedElement {
        id: id.into(),
        role: "collection".into(),
        parent,
        ..Default::default()
    };
    let list = Captured {
        elements: vec![one("l.item.a", Some(1)), one("l.item.b", Some(0)), one("c", Some(2))].into(),
        ..Captured::default()
    };
    let options = HintOptions { scope: Some("c".into()), ..HintOptions::default() };
    assert!(HintSnapshot::of(&list, &options).is_ok());
}

#[test]
fn fifty_thousand_elements_in_one_collection_and_nested_without_end() {
    let start = Instant::now();
    let rows: String = (0..25_000)
        .map(|i| format!("<li data-semtag-id=l.item.{i} data-semtag-role=observable>{i}<b data-semtag-id=l.item.{i}.go data-semtag-role=action>Go</b>"))
        .collect();
    let list = page(&format!("<ul data-semtag-id=l data-semtag-role=collection>{rows}</ul>"));
    let flat = snapshot(&list);
    assert_eq!((flat.blocks.len(), flat.entries.len()), (1, 0));
    let deep = "<div data-semtag-id=l.item.a data-semtag-role=collection>".repeat(50_000);
    snapshot(&page(&deep)).to_string();
    observe(&list, "nothing like it").expect_err("no such id");
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

#[test]
fn the_script_writes_nothing_and_is_one_function() {
    for word in
        ["setAttribute", ".focus(", "scrollTo", "scrollIntoView", "window.", "globalThis", "addEventListener"]
    {
        assert!(!CAPTURE_SCRIPT.contains(word), "{word}");
    }
    assert!(CAPTURE_SCRIPT.contains("function capture(options, ...nodes) {"));
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        if let Ok(list) = read_hints(&bytes, Some("html")) {
            snapshot(&list).to_string();
        }
        let _ = Captured::from_json(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_markup_panics(
        parts in prop::collection::vec(prop::sample::select(vec![
            "<p data-semtag-id=a data-semtag-role=collection>", "<i data-semtag-id=a.item.", "b", ".c", ">", "</p>", "<select",
            " data-semtag-role=select ", "<option>", "<label>", "<input type=password value=x data-semtag-id=s", "<iframe srcdoc='",
            "'", "text", " style='width:0;text-transform:capitalize'", "<template shadowrootmode=open>", "</template>", "é",
        ]), 0..40)
    ) {
        snapshot(&page(&format!("<p>{}", parts.concat()))).to_string();
    }
}
