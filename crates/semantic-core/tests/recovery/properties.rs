//! What holds on any page: nothing changed finds itself, there and back agrees, and nothing panics.

use std::path::Path;

use proptest::prelude::*;
use semantic_core::find::Confidence;
use semantic_core::formats;
use semantic_core::recover::{Known, Relocator};
use semantic_core::tree::{NodeId, Role, Snapshot, SnapshotBuilder};

/// Pages of nested elements with few names, so that many are alike.
fn pages() -> impl Strategy<Value = Snapshot> {
    let role = prop::sample::select(vec![
        Role::Button,
        Role::Link,
        Role::TextBox,
        Role::ListItem,
        Role::Row,
        Role::Text,
        Role::Generic,
        Role::Heading,
    ]);
    let name = prop::sample::select(vec![
        "",
        "Save",
        "Delete",
        "Item 1",
        "Item 2",
        "登录",
        "Don't save",
        "\u{1f600}",
    ]);
    let node = (role, name, 0..4usize, prop::option::of(0..3u8), prop::option::of(0..900i32));
    prop::collection::vec(node, 0..40).prop_map(|nodes| {
        let mut b = SnapshotBuilder::new();
        for (role, name, close, id, y) in nodes {
            (0..close).for_each(|_| b.close());
            b.open(role);
            b.set_name(name);
            if let Some(id) = id {
                b.set_identifier(&format!("id-{id}"));
            }
            if let Some(rect) = y.and_then(|y| semantic_core::tree::Rect::new(8.0, f64::from(y), 90.0, 20.0))
            {
                b.set_bounds(rect);
            }
        }
        b.finish()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn an_unchanged_page_finds_itself(page in pages(), whole in any::<bool>()) {
        let known = if whole { Known::Whole } else { Known::Part };
        let relocator = Relocator::new(&page, &page, known);
        for found in relocator.relocate_all() {
            prop_assert_eq!(found.node, Some(found.target));
            prop_assert_eq!(found.confidence, Confidence::High);
        }
    }

    #[test]
    fn any_two_pages(before in pages(), after in pages(), whole in any::<bool>()) {
        let known = if whole { Known::Whole } else { Known::Part };
        let there = Relocator::new(&before, &after, known);
        let all = there.relocate_all();
        prop_assert_eq!(all.len(), before.len());
        for found in &all {
            prop_assert!((0.0..=1.0).contains(&found.score) && (0.0..=1.0).contains(&found.margin));
            prop_assert_eq!(found.node.is_some(), found.refusal.is_none());
            prop_assert_eq!(found.node.is_some(), found.reference.is_some());
        }
        // The order of the questions does not matter.
        let again = Relocator::new(&before, &after, known);
        for found in all.iter().rev() {
            let answer = again.relocate(found.target);
            prop_assert_eq!(answer.as_ref(), Some(found));
        }
    }
}

/// There and back gives the same node wherever both answers are high.
#[test]
fn there_and_back_agrees_where_both_are_high() {
    let mut pairs = 0;
    let mut read = |folder: &Path| {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        for path in entries.filter_map(|e| Some(e.ok()?.path())) {
            if path.extension().is_none_or(|e| e != "jsonl") {
                continue;
            }
            let text = std::io::read_to_string(std::fs::File::open(&path).expect("readable")).expect("UTF-8");
            for line in text.lines() {
                let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
                let side = |key: &str| {
                    formats::read(line[key].to_string().as_bytes(), Some("flat")).expect("a list of elements")
                };
                if line["before_complete"] == false {
                    continue;
                }
                agree(&side("before"), &side("after"), &line["pair"].to_string());
                pairs += 1;
            }
        }
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    read(&root.join("fixtures/relocate"));
    let public = root.join("../shared/data/relocate");
    if public.is_dir() {
        read(&public);
    } else {
        skipped("the public page pairs are not there");
    }
    assert!(pairs >= 30, "{pairs} pairs");
}

#[allow(clippy::disallowed_macros)] // a test says what it left out
fn skipped(why: &str) {
    eprintln!("skipped: {why}");
}

/// A page of `n` nodes, each inside the one before it or beside it.
fn tall(n: usize, deep: bool, name: &str) -> Snapshot {
    let mut b = SnapshotBuilder::new();
    for i in 0..n {
        b.open(if i % 3 == 0 { Role::ListItem } else { Role::Button });
        b.set_name(name);
        b.add_attr("xpath", &format!("/html/body/div[{}]", i % 7));
        if !deep {
            b.close();
        }
    }
    b.finish()
}

#[test]
fn depth_twins_and_long_names_are_bounded_work() {
    let start = NodeId::from_index(0);
    for (before, after) in [
        (tall(30_000, true, "Delete"), tall(29_000, true, "Delete")),
        (tall(20_000, false, "Delete"), tall(19_000, false, "Remove")),
        (
            tall(3, false, &"very long name ".repeat(70_000)),
            tall(4, false, &"very long name, ".repeat(70_000)),
        ),
    ] {
        let pages = Relocator::new(&before, &after, Known::Whole);
        for target in [start, NodeId::from_index(before.len() - 1), NodeId::from_index(before.len() / 2)] {
            assert!(pages.relocate(target).is_some());
        }
    }
}

fn agree(before: &Snapshot, after: &Snapshot, pair: &str) {
    let there = Relocator::new(before, after, Known::Whole);
    let back = Relocator::new(after, before, Known::Whole);
    // Large pages by a sample: debug builds are slow.
    let step = before.len() / 120 + 1;
    for i in (0..before.len()).step_by(step) {
        let found = there.relocate(NodeId::from_index(i)).expect("a node");
        let (Some(node), Confidence::High) = (found.node, found.confidence) else { continue };
        let returned = back.relocate(node).expect("a node");
        if let (Some(again), Confidence::High) = (returned.node, returned.confidence) {
            assert_eq!(again, found.target, "{pair}: {found:?} {returned:?}");
        }
    }
}
