//! Vocabulary and text form: the sentences of the contract, each a test.

use semantic_core::hints::{HintOptions, HintSnapshot};

use super::{page, snapshot, text};

#[test]
fn a_role_that_is_not_spelled_exactly_is_other_and_keeps_its_word() {
    assert_eq!(
        text(
            "<i data-semtag-id=a data-semtag-role=Action>A</i><i data-semtag-id=b data-semtag-action=do-it>B</i>"
        ),
        r#"{"other":[{"id":"a","role":"Action","name":"A"},{"id":"b","name":"B","action":"do-it"}]}"#
    );
}

#[test]
fn nothing_is_inferred_from_tags_or_aria() {
    assert_eq!(
        text("<button role=switch aria-checked=true data-semtag-id=a>A</button>"),
        r#"{"other":[{"id":"a","name":"A"}]}"#
    );
}

#[test]
fn only_elements_with_an_id_are_listed() {
    assert_eq!(
        text("<i data-semtag-role=action>A</i><i data-semtag-id='' data-semtag-role=action>B</i>"),
        "{}"
    );
}

#[test]
fn options_are_read_on_selects_only() {
    let html =
        |role: &str| format!("<i data-semtag-id=a data-semtag-role={role} data-semtag-options='x|X;y'>A</i>");
    assert_eq!(
        text(&html("select")),
        r#"{"select":[{"id":"a","name":"A","options":[{"value":"x","label":"X"},{"value":"y"}],"value":"A"}]}"#
    );
    assert_eq!(text(&html("action")), r#"{"action":[{"id":"a","name":"A"}]}"#);
}

#[test]
fn groups_come_in_the_order_of_the_vocabulary_then_other_then_collections() {
    let roles = [
        "collection",
        "region",
        "observable",
        "slider",
        "toggle",
        "select",
        "input",
        "option",
        "action",
        "navigation",
    ];
    let mut html: String =
        roles.iter().map(|r| format!("<i data-semtag-id=a.{r} data-semtag-role={r}></i>")).collect();
    html += "<i data-semtag-id=o></i><ul data-semtag-id=l data-semtag-role=collection>\
        <li data-semtag-id=l.item.a data-semtag-role=action><li data-semtag-id=l.item.b data-semtag-role=action></ul>";
    let text = text(&html);
    let mut at = 0;
    for key in roles.iter().rev().copied().chain(["other", "collections"]) {
        let place = text.find(&format!("\"{key}\":[")).unwrap_or_else(|| panic!("{key}: {text}"));
        assert!(place >= at, "{key}: {text}");
        at = place;
    }
}

#[test]
fn an_entry_has_its_keys_in_order_and_attributes_only_when_present() {
    let mut list = page(
        "<button disabled style='opacity:0' aria-pressed=false data-semtag-controls=c data-semtag-target=t \
        data-semtag-state=s data-semtag-action=a data-semtag-role=toggle data-semtag-id=x>N</button>",
    );
    list.url = "http://shop.test/a/b?q=1#f".to_owned();
    let options = HintOptions {
        include_hidden: true,
        warning: Some("another browser".into()),
        ..HintOptions::default()
    };
    assert_eq!(
        HintSnapshot::of(&list, &options).expect("no scope").to_string(),
        concat!(
            r#"{"warning":"another browser","url":"http://shop.test/a/b?q=1#f","screen":"b","toggle":[{"id":"x","name":"N","#,
            r#""action":"a","state":"s","target":"t","controls":"c","value":false,"enabled":false,"visible":false}]}"#
        )
    );
}

#[test]
fn the_screen_is_the_last_segment_of_the_path() {
    for (url, screen) in [
        ("http://a.test/", "home"),
        ("http://a.test", "home"),
        ("http://a.test/?x=/y", "home"),
        ("http://a.test/p/q/", "q"),
        ("http://a.test/p?q#/r", "p"),
        ("file:///pages/a.html", "a.html"),
        ("about:blank", "blank"),
    ] {
        let snapshot = HintSnapshot { url: url.to_owned(), ..HintSnapshot::default() };
        assert_eq!(snapshot.screen(), screen, "{url}");
    }
}

#[test]
fn a_value_is_always_there_for_the_roles_that_hold_one() {
    for role in ["input", "select", "toggle", "slider", "observable"] {
        let text = text(&format!("<div data-semtag-id=a data-semtag-role={role}></div>"));
        assert_eq!(text, format!(r#"{{"{role}":[{{"id":"a","name":"","value":""}}]}}"#));
    }
    for role in ["navigation", "action", "option", "region", "collection"] {
        let text = text(&format!("<div aria-pressed=true data-semtag-id=a data-semtag-role={role}></div>"));
        assert_eq!(text, format!(r#"{{"{role}":[{{"id":"a","name":""}}]}}"#));
    }
}

#[test]
fn within_a_group_document_order() {
    let list = page(
        "<p data-semtag-id=b data-semtag-role=region><i data-semtag-id=a data-semtag-role=region></i></p>",
    );
    let ids: Vec<_> = snapshot(&list).entries.into_iter().map(|e| e.id).collect();
    assert_eq!(ids, ["b", "a"]);
}
