//! Deltas: the seven points in which they are better than what they are modelled on, text, JSON, exactness.

use proptest::prelude::*;
use semantic_core::view::{Field, Observation, SemanticView, Session};
use serde_json::{Map, Value, json};

use crate::random::{Tree, edits, tree_and_edits};
use crate::trees::{diff, observe};

fn plain() -> SemanticView {
    SemanticView::new()
}

#[test]
fn rows_are_added_removed_and_changed() {
    let before = "heading \"Cart\"\ntextbox \"Code\" value=\"a\"\nbutton \"Buy\"";
    let after = "alert \"Saved\"\nheading \"Cart\"\ntextbox \"Code\" value=\"b\"";
    assert_eq!(
        diff(before, after, &plain()),
        "+ s_0 alert \"Saved\"\n~ s_2 textbox \"Code\" value=\"a\" → \"b\"\n- s_2 button \"Buy\"\n"
    );
    assert_eq!(diff(before, before, &plain()), "# no change\n");
}

#[test]
fn reordering_identified_siblings_is_no_change() {
    let before = "button \"A\" #a\nbutton \"B\" #b\nbutton \"C\" #c";
    let after = "button \"C\" #c\nbutton \"A\" #a\nbutton \"B\" #b";
    assert_eq!(diff(before, after, &plain()), "# no change\n");
}

#[test]
fn a_renamed_node_with_a_known_id_is_changed_and_without_one_removed_and_added() {
    assert_eq!(
        diff("button \"Save\" #s", "button \"Save all\" #s", &plain()),
        "~ s_0 button \"Save\" → \"Save all\"\n"
    );
    assert_eq!(
        diff("button \"Save\"", "button \"Save all\"", &plain()),
        "- s_0 button \"Save\"\n+ s_0 button \"Save all\"\n"
    );
}

#[test]
fn better_1_fields_shape_text_json_and_what_counts_as_changed() {
    let (before, after) = ("textbox \"Code\" value=\"a\" #c", "textbox \"Code\" value=\"b\" #c");
    assert_eq!(diff(before, after, &plain().with_fields([Field::Role, Field::Name])), "# no change\n");
    let only = plain().with_fields([Field::Value]);
    assert_eq!(diff(before, after, &only), "~ s_0 value=\"a\" → \"b\"\n");
    let delta = observe(after, &only).diff(&observe(before, &only)).to_json();
    assert_eq!(
        delta["sections"][0]["changed"],
        json!([{"ref": "s_0", "was": "s_0", "before": {"value": "a"}, "after": {"value": "b"}}])
    );
}

#[test]
fn better_2_moving_without_other_change_is_no_change_unless_bounds_are_asked_for() {
    let (before, after) = ("button \"A\" [0,0,9,9]", "button \"A\" [0,50,9,9]");
    assert_eq!(diff(before, after, &plain()), "# no change\n");
    assert_eq!(
        diff(before, after, &plain().with_fields([Field::Role, Field::Name, Field::Bounds])),
        "~ s_0 button \"A\" bounds=0,0,9,9 → 0,50,9,9\n"
    );
}

#[test]
fn better_3_one_row_among_unidentified_siblings_is_one_row() {
    let before = "list\n  listitem \"A\"\n  listitem \"B\"\n  listitem \"C\"";
    let inserted = "list\n  listitem \"A\"\n  listitem \"New\"\n  listitem \"B\"\n  listitem \"C\"";
    assert_eq!(diff(before, inserted, &plain()), "+ s_2 listitem \"New\"\n");
    assert_eq!(diff(inserted, before, &plain()), "- s_2 listitem \"New\"\n");
    // Equal ones too: of three, one more or less is one row.
    let equal = "list\n  listitem\n  listitem\n  listitem";
    let more = "list\n  listitem\n  listitem\n  listitem\n  listitem";
    assert_eq!(diff(equal, more, &plain()).matches('\n').count(), 1);
    assert!(diff(equal, more, &plain()).starts_with("+ "));
    assert!(diff(more, equal, &plain()).starts_with("- "));
}

#[test]
fn better_3_one_row_of_unnamed_rows_is_that_row_with_its_cells() {
    let row = |name: &str| format!("  row\n    cell \"{name}\"\n    button \"Delete\"\n");
    let before = format!("table\n{}{}{}", row("Alice"), row("Bob"), row("Carol"));
    let after = format!("table\n{}{}", row("Alice"), row("Carol"));
    assert_eq!(diff(&before, &after, &plain()), "- s_4 row\n- s_5 cell \"Bob\"\n- s_6 button \"Delete\"\n");
}

#[test]
fn better_4_identifiers_that_are_not_unique_are_no_identity() {
    let before = "button \"A\" #x\nbutton \"B\" #x\nbutton \"C\" #x";
    let after = "button \"A\" #x\nbutton \"C\" #x";
    assert_eq!(diff(before, after, &plain()), "- s_1 button \"B\"\n");
}

#[test]
fn better_5_pane_deltas_use_the_panes_own_walk() {
    let view = plain().trimmed(0).with_pane("list", plain().scoped("list")).expect("a name");
    let before = "button \"X\"\nlist #list\n  listitem \"A\"";
    let after = "button \"Y\"\nbutton \"X\"\nlist #list\n  listitem \"A\"\n  listitem \"B\"";
    assert_eq!(diff(before, after, &view), "+ list.s_2 listitem \"B\"\n");
}

#[test]
fn better_6_state_changes_are_changes_when_states_are_shown() {
    let (before, after) = ("checkbox \"A\" checked=false", "checkbox \"A\" checked");
    assert_eq!(diff(before, after, &plain()), "# no change\n");
    assert_eq!(
        diff(before, after, &plain().with_fields([Field::Role, Field::Name, Field::States])),
        "~ s_0 checkbox \"A\" states=[checked=false] → [checked]\n"
    );
}

#[test]
fn reflows_report_no_change() {
    let before = "main\n  heading \"Cart\"\n  button \"Buy\"";
    let after = "main\n  generic\n    heading \"Cart\"\n    generic\n      button \"Buy\"";
    let named = plain().with_roles([semantic_core::tree::Role::Heading, semantic_core::tree::Role::Button]);
    assert_eq!(diff(before, after, &named), "# no change\n");
    assert_eq!(diff(before, after, &plain()), "+ s_1 generic\n+ s_3 generic\n");
}

#[test]
fn a_wrapper_taken_out_of_wrappers_is_one_row() {
    let before = "generic\n  generic\n    generic\n      heading \"H\"\n      button \"B\"";
    let after = "generic\n  generic\n    heading \"H\"\n    button \"B\"";
    assert_eq!(diff(before, after, &plain()).matches('\n').count(), 1);
    assert!(diff(before, after, &plain()).starts_with("- "));
    assert!(diff(after, before, &plain()).starts_with("+ "));
    // Also where what is inside is not unique.
    let twice = |text: &str| {
        text.replace("button \"B\"", "text \"Opens\"").replace("heading \"H\"", "text \"Opens\"")
    };
    assert_eq!(diff(&twice(before), &twice(after), &plain()).matches('\n').count(), 1);
}

#[test]
fn puppeteers_node_ids_with_their_document_are_identity() {
    let page = |name: &str, document: &str| {
        let json = json!({"role": "RootWebArea", "backendNodeId": 1, "loaderId": document, "name": "T",
            "children": [{"role": "button", "backendNodeId": 7, "loaderId": document, "name": name}]});
        let page = semantic_core::formats::read(json.to_string().as_bytes(), None).expect("puppeteer");
        Observation::of(page.into(), &plain())
    };
    let text = page("Save all", "L1").diff(&page("Save", "L1")).render();
    assert_eq!(text, "~ s_1 button \"Save\" → \"Save all\"\n");
    let other = page("Save all", "L2").diff(&page("Save", "L1")).render();
    assert_eq!(other, "- s_1 button \"Save\"\n+ s_1 button \"Save all\"\n");
}

#[test]
fn the_next_best_identifier_counts_where_the_best_is_not_unique() {
    let page = |names: [&str; 2]| {
        let mut b = semantic_core::tree::SnapshotBuilder::new();
        for (name, id) in names.into_iter().zip(["a", "b"]) {
            b.open(semantic_core::tree::Role::Button);
            b.set_name(name);
            b.set_identifier("x");
            b.add_attr("testid", "x");
            b.add_attr("id", id);
            b.close();
        }
        Observation::of(b.finish().into(), &plain())
    };
    let text = page(["Keep", "Throw"]).diff(&page(["Save", "Drop"])).render();
    assert_eq!(text, "~ s_0 button \"Save\" → \"Keep\"\n~ s_1 button \"Drop\" → \"Throw\"\n");
}

#[test]
fn situation_12_only_what_changed_is_said() {
    let before = r#"
    heading "Cart"
    list "Items"
      listitem "Red mug"
        button "Remove"
      listitem "Blue mug"
        button "Remove"
    text "Updated 10:42:07"
    button "Check out" disabled=false
    "#;
    let after = r#"
    alert "Red mug removed"
    heading "Cart"
    list "Items"
      listitem "Blue mug"
        button "Remove"
    text "Updated 10:42:11"
    button "Check out" disabled
    "#;
    let view = plain().with_fields([Field::Role, Field::Name, Field::States]);
    assert_eq!(
        diff(before, after, &view),
        "+ s_0 alert \"Red mug removed\"\n- s_2 listitem \"Red mug\"\n- s_3 button \"Remove\"\n\
         - s_6 text \"Updated 10:42:07\"\n+ s_5 text \"Updated 10:42:11\"\n\
         ~ s_6 button \"Check out\" states=none → [disabled]\n"
    );
}

/// Applies a JSON delta to the rows of a section as docs/views.md says, with nothing but JSON in hand.
fn apply(rows: &[Value], section: &Value) -> Vec<Value> {
    let list = |key: &str| section[key].as_array().expect("a list").clone();
    let pane = section["pane"].as_str().map(|p| format!("{p}.")).unwrap_or_default();
    let number = |r: &str| -> i64 { r[pane.len() + 2..].parse().expect("a ref") };
    let runs = list("renumbered");
    let renumber = |r: &str| -> String {
        let n = number(r);
        let end = |run: &Value, key: &str| number(run[key].as_str().expect("a ref"));
        let run = runs.iter().find(|run| (end(run, "from")..=end(run, "to")).contains(&n));
        format!("{pane}s_{}", n + run.map_or(0, |run| run["by"].as_i64().expect("a number")))
    };
    // 1. What was removed goes. 2. Refs, of rows and of parents, become the new ones.
    let removed: Vec<Value> = list("removed").iter().map(|r| r["ref"].clone()).collect();
    let mut rows: Vec<Map<String, Value>> = rows
        .iter()
        .filter(|r| !removed.contains(&r["ref"]))
        .map(|r| {
            let mut row = r.as_object().expect("a row").clone();
            for key in ["ref", "parent"] {
                if let Some(Value::String(r)) = row.get(key).cloned() {
                    row.insert(key.to_owned(), renumber(&r).into());
                }
            }
            row
        })
        .collect();
    // 3. Changed fields take their new content; null is none.
    for change in list("changed") {
        let row = rows.iter_mut().find(|r| r["ref"] == change["ref"]).expect("the row is there");
        for (key, value) in change["after"].as_object().expect("fields") {
            match value {
                Value::Null => row.remove(key),
                value => row.insert(key.clone(), value.clone()),
            };
        }
    }
    // 4. Moved rows are taken out, and with the added ones put in at their positions, the smallest first.
    let mut placed: Vec<(u64, Map<String, Value>)> = Vec::new();
    for moved in list("moved") {
        let at = rows.iter().position(|r| r["ref"] == moved["ref"]).expect("the row is there");
        let mut row = rows.remove(at);
        match &moved["parent"] {
            Value::Null => row.remove("parent"),
            parent => row.insert("parent".to_owned(), parent.clone()),
        };
        placed.push((moved["position"].as_u64().expect("a position"), row));
    }
    for added in list("added") {
        let mut row = added.as_object().expect("a row").clone();
        let position = row.remove("position").and_then(|p| p.as_u64()).expect("a position");
        placed.push((position, row));
    }
    placed.sort_by_key(|p| p.0);
    for (position, row) in placed {
        rows.insert(position as usize, row);
    }
    rows.into_iter().map(Value::Object).collect()
}

fn check_exact(before: &Observation, after: &Observation) {
    let (old, new, delta) = (before.to_json(), after.to_json(), after.diff(before).to_json());
    for (i, section) in delta["sections"].as_array().expect("sections").iter().enumerate() {
        let rows = old["sections"][i]["rows"].as_array().expect("rows");
        let expected = new["sections"][i]["rows"].as_array().expect("rows");
        assert_eq!(&apply(rows, section), expected, "\n{}\n{}\n{delta:#}", before.render(), after.render());
    }
    // The text has a line for every row that came, went or changed, and no other.
    let lines =
        delta["sections"].as_array().expect("sections").iter().flat_map(|s| {
            ["removed", "added", "changed"].map(|key| s[key].as_array().expect("a list").len())
        });
    let text = after.diff(before).render();
    let lines: usize = lines.sum();
    assert_eq!(text.lines().count(), lines.max(1));
    assert_eq!(lines == 0, text == "# no change\n");
}

fn views() -> Vec<SemanticView> {
    let pane = plain().scoped("p1").with_fields([Field::Role, Field::Name, Field::States]);
    vec![
        plain(),
        plain().with_fields(Field::ALL),
        plain().trimmed(7),
        plain().interactive().with_pane("part", pane).expect("a name"),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn better_7_the_json_delta_applied_to_the_old_rows_gives_the_new_ones(
        (tree, script) in tree_and_edits(), keyed in any::<bool>(),
    ) {
        for view in views() {
            let mut now: Tree = tree.clone();
            let mut before = Observation::of(now.snapshot(keyed), &view);
            let mut session = Session::new();
            session.observe(now.snapshot(keyed), &view);
            for edit in edits(&script) {
                now.apply(edit);
                let after = Observation::of(now.snapshot(keyed), &view);
                check_exact(&before, &after);
                before = after;
                let last = session.last().expect("observed").clone();
                let next = session.observe(now.snapshot(keyed), &view);
                check_exact(&last, &next);
            }
        }
    }

    #[test]
    fn deltas_between_any_two_trees_are_exact((a, _) in tree_and_edits(), (b, _) in tree_and_edits()) {
        for view in views() {
            check_exact(&Observation::of(a.snapshot(false), &view), &Observation::of(b.snapshot(false), &view));
        }
    }
}
