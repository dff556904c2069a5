//! Pages of annotated apps with the snapshots that they must give, from the file alone; own pages as a browser gave them.

use std::fs;

use semantic_core::formats::read_hints;
use semantic_core::hints::{Captured, HintOptions, HintSnapshot};

use super::{page, root, snapshot};

/// The 16 pages have the computed display, visibility, opacity and the size of empty boxes in their inline styles, so
/// layout plays no part in any entry of them: all are compared whole, byte by byte.
#[test]
fn golden_pages_give_the_snapshots_expected_of_them() {
    let folder = root().join("../shared/data/hints");
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("skipped: {} is not there", folder.display());
        return;
    };
    let mut folders: Vec<_> = entries.flatten().map(|e| e.path()).filter(|p| p.is_dir()).collect();
    folders.sort();
    assert!(!folders.is_empty());
    let (mut ours_chars, mut theirs) = (0, 0);
    for folder in &folders {
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect("readable");
        let meta: serde_json::Value = serde_json::from_str(&read("meta.json")).expect("JSON");
        let mut list = page(&read("page.html"));
        list.url = meta["url"].as_str().expect("a url").to_owned();
        let ours = HintSnapshot::of(&list, &HintOptions::default()).expect("no scope").to_string();
        assert_eq!(ours, read("expected.json").trim(), "{}", folder.display());
        ours_chars += ours.chars().count();
        theirs += meta["aria_ai_chars"].as_u64().expect("a number") as usize;
    }
    let ratio = ours_chars as f64 / theirs as f64;
    assert!(ratio <= 0.45, "{ours_chars} of {theirs} characters: {ratio:.3}");
}

/// What the capture script gave of the pages in `fixtures/hints` in Chromium, beside what the reader gives of the markup
/// that their scripts made.
#[test]
fn what_a_browser_captured_of_own_pages() {
    let folder = root().join("fixtures/hints/captured");
    for (name, expected) in [
        (
            "login",
            "\"input\":[{\"id\":\"login.email\",\"name\":\"Email\",\"state\":\"login.email\",\"value\":\"\"},{\"id\":\"login.password\",\"name\":\"Password\",\"state\":\"login.password\",\"filled\":false}]",
        ),
        ("shop", "[\"assam\",\"Assam\",\"£4.20\",true],[\"lapsang\",\"Lapsang Souchong\",\"£7.80\",null]"),
        (
            "form",
            "\"slider\":[{\"id\":\"booking.noise\",\"name\":\"Noise\",\"state\":\"booking.noise\",\"value\":\"3\"}]",
        ),
        ("list", "\"fields\":[\"key\",\"value\",\"done.value\"]"),
        ("frames", "\"items\":[[\"shadow\",\"In the shadow\"],[\"frame\",\"In the frame\"]]"),
    ] {
        let json = fs::read_to_string(folder.join(name).with_extension("json")).expect("a capture");
        let list = Captured::from_json(&json).expect("a list");
        assert_eq!((list.notices.len(), list.elements.left_out), (0, 0), "{name}");
        let text = snapshot(&list).to_string();
        assert!(text.contains(expected), "{name}: {text}");
    }
}

/// Where no script makes the page, the reader and the browser agree on every element.
#[test]
fn the_reader_and_the_browser_agree() {
    for name in ["login", "form", "frames"] {
        let file =
            |path: String| fs::read_to_string(root().join("fixtures/hints").join(path)).expect("readable");
        let browser = Captured::from_json(&file(format!("captured/{name}.json"))).expect("a list");
        let reader = page(&file(format!("{name}.html")));
        let all = HintOptions { include_hidden: true, ..HintOptions::default() };
        let entries = |list: &Captured| {
            let list = Captured { url: String::new(), ..list.clone() };
            HintSnapshot::of(&list, &all).expect("no scope").unfolded()
        };
        // An element that is empty has no box in a browser; a file does not tell.
        let layout = ["home.user", "booking.name.error", "booking.guests.error"];
        for (ours, theirs) in entries(&reader).iter().zip(entries(&browser)) {
            assert!(layout.contains(&ours.id.as_str()) || *ours == theirs, "{name}: {ours} is not {theirs}");
        }
        assert_eq!(reader.elements.items.len(), browser.elements.items.len(), "{name}");
    }
}

#[test]
fn any_snapshot_that_kept_the_attributes_will_do() {
    let dump = br#"{"semantic": 1, "nodes": [
        {"role": "region", "name": "Cart", "attrs": {"data-semtag-id": "cart", "data-semtag-role": "region"}},
        {"role": "textbox", "name": "Code", "value": "TEA", "depth": 1,
         "attrs": {"data-semtag-id": "cart.code", "data-semtag-role": "input"}}]}"#;
    let list = read_hints(dump, None).expect("a snapshot");
    let text = snapshot(&list).to_string();
    assert_eq!(
        text,
        r#"{"input":[{"id":"cart.code","name":"Code","value":"TEA"}],"region":[{"id":"cart","name":"Cart"}]}"#
    );
}
