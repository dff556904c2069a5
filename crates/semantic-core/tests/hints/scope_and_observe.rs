//! The scope of a snapshot and the look at one element.

use semantic_core::hints::{Captured, HintOptions, HintSnapshot, ScopeError, observe};

use super::page;

const PAGE: &str = "<section data-semtag-id=cart data-semtag-role=region><p data-semtag-id=cart.total \
    data-semtag-role=observable>3</p></section><p data-semtag-id=other data-semtag-role=observable>4</p>\
    <p data-semtag-id=twice data-semtag-role=observable>5</p><p data-semtag-id=twice data-semtag-role=action>6</p>";

fn scoped(list: &Captured, scope: &str) -> Result<String, ScopeError> {
    let options = HintOptions { scope: Some(scope.to_owned()), ..HintOptions::default() };
    HintSnapshot::of(list, &options).map(|snapshot| snapshot.to_string())
}

#[test]
fn a_scope_is_first_an_id_and_the_element_itself_is_included() {
    assert_eq!(
        scoped(&page(PAGE), "cart").as_deref(),
        Ok(
            r#"{"observable":[{"id":"cart.total","name":"3","value":"3"}],"region":[{"id":"cart","name":""}]}"#
        )
    );
}

#[test]
fn a_scope_that_nothing_matches_is_an_error() {
    let error = scoped(&page(PAGE), "cart.totals").expect_err("no such id").to_string();
    assert!(
        error.contains("CSS selectors need a live page") && error.ends_with("nearest: cart.total, cart"),
        "{error}"
    );
    let error = scoped(&page(PAGE), "twice").expect_err("two of them").to_string();
    assert!(error.contains("2 elements have"), "{error}");
}

#[test]
fn a_selector_was_tried_by_the_browser() {
    let list = |scope: &str| {
        let json = format!(r#"{{"scope":{scope},"elements":[{{"id":"a","role":"region"}}]}}"#);
        Captured::from_json(&json).expect("a list")
    };
    assert_eq!(scoped(&list(r#""found""#), "#main").as_deref(), Ok(r#"{"region":[{"id":"a","name":""}]}"#));
    let missing = scoped(&list(r#""missing""#), "#main").expect_err("matches nothing").to_string();
    assert!(missing.contains("as a CSS selector it matches nothing"), "{missing}");
    let invalid =
        scoped(&list(r#"{"invalid":"'[[' is no selector"}"#), "[[").expect_err("invalid").to_string();
    assert!(invalid.contains("no CSS selector: '[[' is no selector"), "{invalid}");
}

#[test]
fn observing_gives_one_entry_with_its_role() {
    let entry = observe(&page(PAGE), "cart.total").expect("there is one");
    assert_eq!(entry.to_string(), r#"{"id":"cart.total","role":"observable","name":"3","value":"3"}"#);
}

#[test]
fn observing_what_is_not_there_says_so_and_what_is_near() {
    let error = observe(&page(PAGE), "cart.totl").expect_err("no such id");
    let json = serde_json::to_string(&error).expect("plain");
    assert!(
        json.starts_with(r#"{"error":"No element found with data-semtag-id=\"cart.totl\"","id":"cart.totl""#),
        "{json}"
    );
    assert_eq!(error.suggestions[0], "cart.total");
    let far = observe(&page(PAGE), "zzz").expect_err("nothing is near");
    assert_eq!(
        serde_json::to_string(&far).expect("plain"),
        r#"{"error":"No element found with data-semtag-id=\"zzz\"","id":"zzz"}"#
    );
}

#[test]
fn observing_what_is_there_twice_says_how_many_and_where() {
    let error = observe(&page(PAGE), "twice").expect_err("two of them");
    assert_eq!(error.error, "2 elements have data-semtag-id=\"twice\": observable \"5\", action \"6\"");
    assert_eq!(error.matches.len(), 2);
}

#[test]
fn a_hidden_element_can_be_observed() {
    let entry =
        observe(&page("<p hidden data-semtag-id=a data-semtag-role=observable>1</p>"), "a").expect("one");
    assert!(entry.to_string().ends_with(r#""visible":false}"#), "{entry}");
}

#[test]
fn what_was_captured_in_a_foreign_frame_goes_where_the_frame_lies() {
    let list = |json: &str| Captured::from_json(json).expect("a list");
    let page = list(
        r#"{"elements":[{"id":"l","role":"collection"},{"id":"l.item.b","role":"action","parent":0}],
        "foreign":[{"at":1,"parent":0,"given":3,"src":"x"},{"at":2,"parent":null,"src":"y"}]}"#,
    );
    let frame =
        list(r#"{"elements":[{"id":"l.item.a","role":"action"},{"id":"in","parent":0,"role":"action"}]}"#);
    let whole = page.with_frames(vec![(3, frame)]);
    let places: Vec<_> = whole.elements.items.iter().map(|e| (e.id.as_str(), e.parent)).collect();
    assert_eq!(places, [("l", None), ("l.item.a", Some(0)), ("in", Some(1)), ("l.item.b", Some(0))]);
    assert_eq!(whole.foreign.iter().map(|f| (f.at, f.src.as_str())).collect::<Vec<_>>(), [(4, "y")]);
    let snapshot = super::snapshot(&whole);
    assert_eq!((snapshot.blocks.len(), snapshot.notices.len()), (1, 1));
}
