//! Observations: numbering, selection, trimming, text, JSON, points.

use semantic_core::tree::Role;
use semantic_core::view::{Field, Observation, SemanticView};
use serde_json::json;

use crate::trees::{builder, observe};

const WINDOW: &str = r#"
window "Main"
  toolbar #bar
    button "New" #bar.new
    button "Open" #bar.open
  textbox "Name" value="" #name
"#;

fn view(json: serde_json::Value) -> SemanticView {
    SemanticView::from_json(&json.to_string()).expect("a view")
}

#[test]
fn text_has_the_documented_shape() {
    let view = view(json!({"maxNodes": 1, "panes": {"toolbar": {"subtreeOf": "s_1"}}}));
    let mut b = builder(
        r#"
        window "Main"
          toolbar
            button "New"
            button "Open"
          status "Ready"
          status "Idle"
        "#,
    );
    b.set_revision(7);
    let text = Observation::of(b.finish().into(), &view).render();
    assert_eq!(
        text,
        "# observation rev=7 walked=9 shown=4 TRIMMED\n\
         # pane main\n\
         s_0 window \"Main\"\n\
         # pane toolbar\n\
         toolbar.s_0 toolbar\n  toolbar.s_1 button \"New\"\n  toolbar.s_2 button \"Open\"\n"
    );
}

#[test]
fn refs_number_the_full_preorder_walk() {
    let refs: Vec<_> = observe(WINDOW, &SemanticView::new()).rows().map(|r| r.reference()).collect();
    assert_eq!(refs, ["s_0", "s_1", "s_2", "s_3", "s_4"]);
}

#[test]
fn a_pane_renumbers_its_own_subtree() {
    let o = observe(WINDOW, &view(json!({"panes": {"tools": {"subtreeOf": "s_1"}}})));
    assert_eq!(o.resolve("tools.s_1").expect("issued").name(), Some("New"));
    assert_eq!(o.resolve("s_2").expect("issued").name(), Some("New"));
    assert!(o.resolve("tools.s_3").is_err());
}

#[test]
fn views_filters_and_trimming_decide_what_is_shown_never_what_is_numbered() {
    for narrowed in [
        json!({"identifierPrefix": "bar."}),
        json!({"subtreeOf": "s_1"}),
        json!({"maxNodes": 1}),
        json!({"roles": ["button"]}),
        json!({"interactive": true}),
        json!({"maxNodes": 0}),
    ] {
        let o = observe(WINDOW, &view(narrowed.clone()));
        assert_eq!(o.resolve("s_3").expect("walked").name(), Some("Open"), "{narrowed}");
        for row in o.rows() {
            assert_eq!(row.reference(), row.node.id().to_string(), "{narrowed}");
        }
    }
}

#[test]
fn every_walked_ref_resolves_shown_or_not() {
    let o = observe(WINDOW, &view(json!({"subtreeOf": "nothing", "panes": {"p": {"subtreeOf": "#"}}})));
    assert_eq!(o.shown_count(), 0);
    for i in 0..5 {
        assert_eq!(o.resolve(&format!("s_{i}")).expect("walked").id().index(), i);
    }
}

#[test]
fn a_ref_that_no_walk_issued_fails_closed() {
    let mut b = builder(WINDOW);
    b.set_revision(7);
    let o = Observation::of(b.finish().into(), &SemanticView::new());
    let error = o.resolve("s_99").expect_err("not issued").to_string();
    assert_eq!(error, "semantic ref \"s_99\" is unavailable at observation rev=7: reobserve, never guess");
    for bad in ["s_5", "s_00", "s_-1", "", "e1", "pane.s_0", "s_0 ", "S_0", "bar"] {
        assert!(o.resolve(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_selector_that_names_nothing_shows_an_empty_section_never_the_whole_surface() {
    let o = observe(WINDOW, &view(json!({"subtreeOf": "nowhere", "panes": {"p": {"subtreeOf": "s_77"}}})));
    assert_eq!(o.render(), "# observation rev=0 walked=5 shown=0\n# pane main\n# pane p\n");
    assert_eq!(o.notes().len(), 2, "{:?}", o.notes());
}

#[test]
fn an_identifier_on_several_nodes_selects_none_of_them() {
    let o = observe("button \"A\" #x\nbutton \"B\" #x", &view(json!({"subtreeOf": "x"})));
    assert_eq!(o.shown_count(), 0);
    assert!(o.notes()[0].contains("2 nodes"), "{:?}", o.notes());
}

#[test]
fn subtree_of_tries_refs_first_then_identifiers() {
    let text = "main\n  button \"A\" #s_0\n  button \"B\" #here";
    let by_ref = observe(text, &view(json!({"subtreeOf": "s_0"})));
    assert_eq!(by_ref.shown_count(), 3);
    let by_identifier = observe(text, &view(json!({"subtreeOf": "here"})));
    assert_eq!(by_identifier.rows().next().expect("one").node.name(), Some("B"));
}

#[test]
fn a_ref_that_is_also_another_nodes_own_ref_is_said_and_can_be_chosen() {
    let text = "main !s_2\n  button \"A\" !s_0\n  button \"B\" !e1";
    let shown = |selector: &str| observe(text, &view(json!({"subtreeOf": selector})));
    let first = |o: &Observation| o.rows().next().map(|r| r.reference());
    assert_eq!(first(&shown("s_2")).as_deref(), Some("s_2"));
    assert!(shown("s_2").notes()[0].contains("own:s_2"), "{:?}", shown("s_2").notes());
    assert_eq!(first(&shown("own:s_2")).as_deref(), Some("s_0"));
    assert_eq!(first(&shown("s:s_2")).as_deref(), Some("s_2"));
    assert_eq!(first(&shown("e1")).as_deref(), Some("s_2"));
}

#[test]
fn blank_selectors_are_unasked() {
    let o = observe(WINDOW, &view(json!({"subtreeOf": " ", "identifierPrefix": ""})));
    assert_eq!(o.shown_count(), 5);
}

#[test]
fn a_pane_without_subtree_of_covers_the_whole_walk() {
    let o = observe(WINDOW, &view(json!({"subtreeOf": "s_4", "panes": {"all": {}}})));
    assert_eq!(o.walked_count(), 10);
    assert_eq!(o.resolve("all.s_4").expect("walked").name(), Some("Name"));
}

#[test]
fn nested_panes_join_names_with_dots() {
    let nested =
        json!({"panes": {"outer": {"subtreeOf": "s_1", "panes": {"inner": {"subtreeOf": "bar.open"}}}}});
    let o = observe(WINDOW, &view(nested));
    assert_eq!(o.resolve("outer.inner.s_0").expect("walked").name(), Some("Open"));
    assert!(o.render().contains("# pane outer.inner\nouter.inner.s_0 button \"Open\"\n"));
    let outside =
        json!({"panes": {"outer": {"subtreeOf": "s_1", "panes": {"inner": {"subtreeOf": "name"}}}}});
    assert!(observe(WINDOW, &view(outside)).resolve("outer.inner.s_0").is_err());
}

#[test]
fn the_revision_is_the_dumps_own_else_zero() {
    assert_eq!(observe(WINDOW, &SemanticView::new()).revision(), 0);
}

#[test]
fn identifier_prefix_shows_nodes_whose_identifier_starts_so() {
    let o = observe(WINDOW, &view(json!({"identifierPrefix": "bar."})));
    assert_eq!(o.rows().map(|r| r.node.name().unwrap_or_default()).collect::<Vec<_>>(), ["New", "Open"]);
}

#[test]
fn max_nodes_caps_a_section_and_trimming_says_so() {
    let o = observe(WINDOW, &view(json!({"maxNodes": 2})));
    assert!(o.render().starts_with("# observation rev=0 walked=5 shown=2 TRIMMED\n"));
    assert_eq!((o.sections()[0].matched(), o.sections()[0].shown()), (5, 2));
    let exact = observe(WINDOW, &view(json!({"maxNodes": 5})));
    assert!(!exact.is_trimmed() && !exact.render().contains("TRIMMED"));
}

#[test]
fn declared_panes_that_show_nothing_still_print_their_line() {
    let o = observe(WINDOW, &view(json!({"panes": {"a": {"maxNodes": 0}, "b": {"identifierPrefix": "zz"}}})));
    assert!(o.render().ends_with("# pane a\n# pane b\n"), "{}", o.render());
}

#[test]
fn fields_shape_text_and_json() {
    let text = "checkbox \"Stock\" value=\"on\" #stock checked [1,2.5,30,40] disabled=false focusable";
    let all = ["role", "name", "value", "bounds", "states", "identifier"];
    let o = observe(text, &view(json!({"fields": all})));
    let row = "s_0 checkbox \"Stock\" value=\"on\" bounds=1,2.5,30,40 [checked] identifier=\"stock\"\n";
    assert!(o.render().ends_with(row), "{}", o.render());
    let expected = json!({
        "ref": "s_0", "role": "checkbox", "name": "Stock", "value": "on", "identifier": "stock",
        "bounds": {"left": 1.0, "top": 2.5, "width": 30.0, "height": 40.0}, "states": {"checked": true},
    });
    assert_eq!(o.to_json()["sections"][0]["rows"][0], expected);
    let none = observe(text, &view(json!({"fields": []})));
    assert!(none.render().ends_with("\ns_0\n"));
    assert_eq!(none.to_json()["sections"][0]["rows"][0], json!({"ref": "s_0"}));
}

#[test]
fn an_empty_value_is_an_answer_and_an_absent_one_is_none() {
    let o = observe("textbox \"A\" value=\"\"\ntextbox \"B\"", &SemanticView::new());
    assert!(o.render().ends_with("s_0 textbox \"A\" value=\"\"\ns_1 textbox \"B\"\n"));
}

#[test]
fn states_that_are_off_are_shown_where_that_is_an_answer() {
    let o = observe(
        "button \"More\" expanded=false pressed=mixed required=false interactive",
        &SemanticView::new().with_fields([Field::States]),
    );
    assert!(o.render().ends_with("s_0 [pressed=mixed] [expanded=false]\n"), "{}", o.render());
}

#[test]
fn every_method_returns_a_new_value() {
    let base = SemanticView::new();
    let tuned = base
        .scoped("s_1")
        .trimmed(50)
        .with_fields([Field::Role])
        .with_pane("list", SemanticView::new().trimmed(40))
        .expect("a name");
    assert_eq!(base, SemanticView::new());
    assert_eq!(
        tuned.to_json(),
        json!({"subtreeOf": "s_1", "fields": ["role"], "maxNodes": 50, "panes": {"list": {"maxNodes": 40}}})
    );
}

#[test]
fn roles_shows_only_these() {
    let o = observe(WINDOW, &SemanticView::new().with_roles([Role::Button, Role::TextBox]));
    assert_eq!(o.rows().map(|r| r.reference()).collect::<Vec<_>>(), ["s_2", "s_3", "s_4"]);
}

#[test]
fn interactive_shows_what_can_be_acted_on_with_the_text_that_names_it() {
    let text = r#"
    main
      heading "Orders"
      button
        img "Bin"
        text "Delete"
      link "Home"
        text "Home"
      generic interactive
        text "Row 1"
        button "Open"
          text "Open"
      textbox labelled
      text "unrelated"
    "#;
    let text = text.replace(" labelled", "");
    let o = observe(&text, &SemanticView::new().interactive());
    let shown: Vec<_> = o.rows().map(|r| (r.node.role_name(), r.node.name().unwrap_or_default())).collect();
    assert_eq!(
        shown,
        [
            ("button", ""),
            ("img", "Bin"),
            ("text", "Delete"),
            ("link", "Home"),
            ("generic", ""),
            ("text", "Row 1"),
            ("button", "Open"),
            ("textbox", ""),
        ]
    );
}

#[test]
fn node_at_answers_the_smallest_box_and_of_equals_the_later() {
    let text = r#"
    main [0,0,100,100]
      group [10,10,50,50]
        button "Under" [20,20,10,10]
        button "Over" [20,20,10,10]
    "#;
    let o = observe(text, &SemanticView::new());
    assert_eq!(o.node_at(25.0, 25.0).expect("covered").name(), Some("Over"));
    assert_eq!(o.node_at(12.0, 12.0).expect("covered").role(), Role::Group);
    let error = o.node_at(500.0, 1.0).expect_err("nothing there").to_string();
    assert!(error.ends_with("is unavailable at observation rev=0: reobserve, never guess"), "{error}");
    assert!(observe("button \"A\"", &SemanticView::new()).node_at(0.0, 0.0).is_err());
}
