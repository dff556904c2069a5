//! Folding: what folds, what stays flat, and that nothing is lost.

use proptest::collection::vec;
use proptest::prelude::*;
use semantic_core::hints::{Captured, CapturedElement, Entry, Held, HintOptions, HintSnapshot};

use super::{snapshot, text};

fn element(id: &str, role: &str, parent: Option<u32>, name: &str) -> CapturedElement {
    let value = Some(Held::Text(name.to_owned()));
    CapturedElement {
        id: id.into(),
        role: role.into(),
        parent,
        name: name.into(),
        value,
        ..Default::default()
    }
}

fn list(elements: Vec<CapturedElement>) -> Captured {
    Captured { elements: elements.into(), ..Captured::default() }
}

/// The snapshot, after a check that it gives every entry back.
fn folded(elements: Vec<CapturedElement>) -> HintSnapshot {
    let mut expected: Vec<Entry> =
        elements.iter().filter(|e| !e.id.trim().is_empty()).map(Entry::of).collect();
    let options = HintOptions { include_hidden: true, ..HintOptions::default() };
    let snapshot = HintSnapshot::of(&list(elements), &options).expect("no scope");
    let mut back = snapshot.unfolded();
    let key = |e: &Entry| (e.id.clone(), e.to_string());
    expected.sort_by_key(key);
    back.sort_by_key(key);
    assert_eq!(back, expected, "{snapshot}");
    snapshot
}

#[test]
fn two_keys_in_a_collection_fold_and_one_does_not() {
    let rows = |keys: &[&str]| {
        let mut all = vec![element("l", "collection", None, "")];
        all.extend(keys.iter().map(|k| element(&format!("l.item.{k}"), "observable", Some(0), k)));
        folded(all)
    };
    assert_eq!(rows(&["a", "b"]).blocks.len(), 1);
    assert_eq!(rows(&["a"]).blocks.len(), 0);
}

#[test]
fn without_a_collection_around_it_a_group_stays_flat() {
    let all = ["a", "b"].map(|k| element(&format!("l.item.{k}"), "observable", None, k)).to_vec();
    assert_eq!(folded(all).blocks.len(), 0);
    let mut in_region = vec![element("l", "region", None, "")];
    in_region.extend(["a", "b"].map(|k| element(&format!("l.item.{k}"), "observable", Some(0), k)));
    assert_eq!(folded(in_region).blocks.len(), 0);
}

#[test]
fn a_hidden_collection_is_not_listed_and_folds_nothing() {
    let html = "<div style='display:contents' data-semtag-id=l data-semtag-role=collection>\
        <i data-semtag-id=l.item.a data-semtag-role=action>A</i><i data-semtag-id=l.item.b data-semtag-role=action>B</i></div>";
    assert_eq!(text(html), r#"{"action":[{"id":"l.item.a","name":"A"},{"id":"l.item.b","name":"B"}]}"#);
}

#[test]
fn a_member_in_a_portal_stays_flat_and_the_others_fold() {
    let mut all = vec![element("l", "collection", None, "")];
    all.extend(["a", "b"].map(|k| element(&format!("l.item.{k}"), "observable", Some(0), k)));
    all.push(element("l.item.a.delete", "action", None, "Delete"));
    let snapshot = folded(all);
    assert_eq!((snapshot.blocks.len(), snapshot.entries.len()), (1, 1));
    assert_eq!(snapshot.entries[0].id, "l.item.a.delete");
}

#[test]
fn the_collection_around_all_of_them_is_taken_and_its_id_may_differ() {
    let all = vec![
        element("admin.list", "collection", None, "Outer"),
        element("l.item.a", "observable", Some(0), "A"),
        element("l.item.a.tags", "collection", Some(0), ""),
        element("l.item.a.tags.item.x", "observable", Some(2), "X"),
        element("l.item.b", "observable", Some(0), "B"),
    ];
    let snapshot = folded(all);
    assert_eq!(
        snapshot.to_string(),
        concat!(
            r#"{"collections":[{"id":"admin.list","name":"Outer","idPattern":"l.item.{key}[.{control}]","#,
            r#""item":{"role":"observable"},"itemControls":{"tags":{"role":"collection","name":""},"#,
            r#""tags.item.x":{"role":"observable","value":"X"}},"#,
            r#""fields":["key","value","tags","tags.item.x"],"items":[["a","A",true,true],["b","B",null,null]]}]}"#
        )
    );
}

#[test]
fn a_field_that_some_cells_lack_is_a_column_with_null() {
    let mut all = vec![element("l", "collection", None, "")];
    all.extend(["a", "b"].map(|k| element(&format!("l.item.{k}"), "action", Some(0), "Go")));
    all[1].disabled = true;
    let text = folded(all).to_string();
    assert!(text.contains(r#""item":{"role":"action","name":"Go"},"fields":["key","enabled"],"items":[["a",false],["b",null]]"#), "{text}");
}

#[test]
fn an_item_that_some_rows_lack_has_a_column_of_its_own() {
    let mut all = vec![element("l", "collection", None, "")];
    all.push(element("l.item.a", "action", Some(0), "Go"));
    all.extend(["a", "b"].map(|k| element(&format!("l.item.{k}.x"), "action", Some(0), "X")));
    let text = folded(all).to_string();
    assert!(text.contains(r#""fields":["key","item"],"items":[["a",true],["b",null]]"#), "{text}");
}

#[test]
fn controls_whose_columns_could_be_mistaken_stay_flat() {
    let mut all = vec![element("l", "collection", None, "")];
    all.extend(["a", "b"].map(|k| element(&format!("l.item.{k}"), "action", Some(0), "Go")));
    all.push(element("l.item.a.name", "action", Some(0), "X")); // its column would be the item's name
    let snapshot = folded(all);
    assert_eq!((snapshot.blocks.len(), snapshot.entries.len()), (1, 1), "{snapshot}");
}

#[test]
fn an_element_with_the_id_of_another_stays_flat() {
    let mut all = vec![element("l", "collection", None, "")];
    all.extend(["a", "b", "a"].map(|k| element(&format!("l.item.{k}"), "action", Some(0), "Go")));
    assert_eq!(folded(all).entries.len(), 1);
}

#[test]
fn options_under_a_select_trigger_stay_flat() {
    let mut all = vec![element("s", "collection", None, "")];
    all.extend(["a", "b"].map(|k| element(&format!("s.option.{k}"), "option", Some(0), k)));
    assert_eq!(folded(all).blocks.len(), 0);
}

#[test]
fn rows_that_have_nothing_in_common_make_no_table_of_millions() {
    let mut all = vec![element("l", "collection", None, "")];
    all.extend((0..3000).map(|k| element(&format!("l.item.{k}.c{k}"), "action", Some(0), "Go")));
    assert!(snapshot(&list(all)).to_string().len() < 1_000_000);
}

/// Prefix, key, control, role, name, what else it has, how far back its parent is.
type Seed = (usize, usize, usize, usize, usize, u8, usize);

proptest! {
    /// Any list at all: unfolding gives every entry back.
    #[test]
    fn unfolding_gives_every_entry_back(
        seeds in vec((0usize..5, 0usize..4, 0usize..9, 0usize..4, 0usize..4, any::<u8>(), 0usize..6), 0..40)
    ) {
        const PREFIXES: [&str; 5] = ["l", "m", "l.item.a.x", "", "l.n"];
        const KEYS: [&str; 4] = ["a", "b", "c", ""];
        const CONTROLS: [&str; 9] =
            ["", "", "x", "name", "item", "x.value", "key", "x.item.a", "value"];
        const ROLES: [&str; 4] = ["collection", "observable", "toggle", ""];
        const NAMES: [&str; 4] = ["", "A", "B", "C"];
        let make = |(i, &(prefix, key, control, role, name, bits, back)): (usize, &Seed)| {
            let mut id = PREFIXES[prefix].to_owned();
            if bits & 3 != 0 {
                id += &format!(".item.{}", KEYS[key]);
                if !CONTROLS[control].is_empty() {
                    id += &format!(".{}", CONTROLS[control]);
                }
            }
            let parent = i.checked_sub(back + 1).map(|p| p as u32);
            let mut one = element(&id, ROLES[role], parent, NAMES[name]);
            if bits & 4 != 0 {
                one.value = Some(Held::On(bits & 8 != 0));
            }
            if bits & 16 != 0 {
                one.state = NAMES[usize::from(bits >> 6)].to_owned();
            }
            one.disabled = bits & 32 != 0;
            one.filled = (bits == 255).then_some(true);
            one
        };
        folded(seeds.iter().enumerate().map(make).collect());
    }
}
