//! What the command says of elements of a live page: `find`, `match`, `at`, `resolve` and `relocate` without a session.

use super::Stage;
use crate::chromium::shop;

#[test]
fn matches_come_with_where_they_are_and_locators() {
    let Some(stage) = Stage::open("matches_come_with_where_they_are_and_locators", &shop()) else { return };
    let found = stage.run(&["find", "add mint tea", "--top-k", "1"]);
    let out = found.says(&["REF ", "button  \"Add\"\n    in listitem \"Mint £3.10\" s_"]);
    assert!(
        out.ends_with("    locator: [data-semtag-id='products.grid.item.mint.add']\n")
            || out.contains("locator: getBy"),
        "{out}"
    );
    let json = stage.run(&["find", "add mint tea", "--top-k", "1", "--format", "json"]).json();
    let best = &json["matches"][0];
    assert_eq!(best["locators"][0], "[data-semtag-id='products.grid.item.mint.add']");
    assert!(best["where"].as_str().is_some_and(|place| place.starts_with("in listitem \"Mint")), "{json}");
    let reference = best["ref"].as_str().expect("a ref");
    assert_eq!(
        stage.run(&["find", "add mint tea", "--format", "refs", "--top-k", "1"]).out,
        format!("{reference}\n")
    );

    // What one command prints another finds, without a session too where the page stays as it is.
    let node = stage.run(&["resolve", reference]);
    node.says(&["button\n", "  name \"Add\"", "  locator: [data-semtag-id='products.grid.item.mint.add']\n"]);
    let node = stage.run(&["resolve", reference, "--format", "json"]).json();
    assert_eq!((&node["ref"], &node["locators"]), (&best["ref"], &best["locators"]));
    stage.run(&["match", "add mint tea", reference]).says(&[reference, "button"]);
    let score = stage.run(&["match", "add mint tea", reference, "--format", "json"]).json();
    assert_eq!((&score["score"], &score["ref"]), (&best["score"], &best["ref"]));
    let refused = stage.run(&["match", "add", "s_999"]);
    assert!(refused.code == 1 && refused.err.starts_with("refused: "), "{}", refused.err);
    assert_eq!(stage.run(&["resolve", "s_999"]).code, 1);

    // A part of the page alone: what is left out is no rival.
    let alike = stage.run(&["find", "add"]);
    assert!(alike.err.contains("ambiguous"), "{}", alike.err);
    let part = stage.run(&["find", "button", "--scope", "cart", "--format", "json"]).json();
    assert_eq!(part["best_ref"], stage.run(&["find", "pay", "--format", "json"]).json()["best_ref"]);
    stage.run(&["find", "x", "--scope", "modal"]).fails_with(1, "no modal");
    let none = stage.run(&["find", "fly to the moon"]);
    assert!(none.code == 1 && none.out.is_empty() && none.err.contains("threshold 0.3"), "{}", none.err);
    stage.run(&["find", "role:"]).fails_with(2, "role:button");
    let strict = stage.run(&["find", "add mint tea", "--threshold", "0.99", "--format", "json"]);
    assert_eq!((strict.code, strict.json()["matches"].as_array().map(Vec::len)), (1, Some(0)));
    let all = stage.run(&["find", "add", "--top-k", "0", "--format", "refs", "--threshold", "0"]);
    assert!(all.out.lines().count() > 5, "{}", all.out);
}

#[test]
fn a_point_is_told_with_what_covers_it() {
    let body = "<style>* { margin: 0 } button { position: absolute; left: 0; top: 0; width: 200px; height: 60px } \
        div { position: absolute; left: 0; top: 0; width: 400px; height: 100px; background: white }</style>\
        <button>Below</button><div role=region aria-label=Veil>Wait</div>";
    let Some(stage) = Stage::page("a_point_is_told_with_what_covers_it", body) else { return };
    let told = stage.run(&["at", "50", "40"]);
    told.says(&[
        "at (50, 40) of ",
        "button \"Below\" s_",
        "[covered by region \"Veil\" s_",
        " box: x=0 y=0 200x60",
    ]);
    told.says(&[" in: document", " locator: getByRole('button', { name: 'Below', exact: true })\n"]);
    let json = stage.run(&["at", "50", "40", "--format", "json"]).json();
    assert_eq!(
        (&json["role"], &json["name"], &json["inert"]),
        (&"button".into(), &"Below".into(), &false.into())
    );
    assert!(json["coveredBy"].as_str().is_some_and(|by| by.starts_with("region \"Veil\" s_")), "{json}");
    assert!(
        json["locators"].is_array() && json["ref"].is_string() && json["bounds"]["width"] == 200.0,
        "{json}"
    );
    let beside = stage.run(&["at", "300", "40", "--format", "json"]).json();
    assert_eq!((&beside["name"], &beside["coveredBy"]), (&"Wait".into(), &serde_json::Value::Null));
    stage.run(&["view"]).says(&["button \"Below\" s_", "covered by region \"Veil\""]);
    stage.run(&["at", "9999", "5"]).fails_with(1, "outside of the viewport");
    stage.run(&["at", "-1", "5"]).fails_with(1, "outside of the viewport");
}

#[test]
fn an_element_is_found_again_by_what_is_known_of_it() {
    let body =
        "<main><button data-testid=save>Save</button><button>Send</button><button>Send</button></main>";
    let Some(stage) = Stage::page("an_element_is_found_again_by_what_is_known_of_it", body) else {
        return;
    };
    let save = stage.run(&["find", "save", "--format", "json"]).json();
    for known in [
        &["--locator", "[data-testid='save']"][..],
        &["--locator", "getByRole('button', { name: 'Save', exact: true })"],
        &["--intent", r#"{"role": "button", "name": "Save"}"#],
        &["--intent", r#"{"query": "save"}"#],
        &["--locator", "getByText('Store')", "--query", "save"],
    ] {
        let run = stage.run(&[&["relocate", "--format", "json"], known].concat());
        assert_eq!(run.code, 0, "{known:?}: {}{}", run.out, run.err);
        assert_eq!(run.json()["ref"], save["best_ref"], "{known:?}: {}", run.out);
        assert_eq!(run.json()["locators"], save["matches"][0]["locators"]);
    }
    let text = stage.run(&["relocate", "--locator", "[data-testid='save']"]);
    text.says(&["alive: the locator still matches one element", "button \"Save\" s_", " locator: getBy"]);
    let two = stage.run(&["relocate", "--locator", "role:button Send", "--format", "json"]);
    assert_eq!(
        (two.code, &two.json()["outcome"], &two.json()["ref"]),
        (1, &"ambiguous".into(), &serde_json::Value::Null)
    );
    let gone = stage.run(&["relocate", "--locator", "[data-testid='savee']"]);
    assert!(gone.code == 1 && gone.out.contains("refused: ") && gone.out.contains("near"), "{}", gone.out);
    stage.run(&["relocate", "--intent", "{"]).fails_with(2, "--intent");
    stage.run(&["relocate", "--intent", r#"{"nam": "x"}"#]).fails_with(2, "there is no nam");
    stage.run(&["relocate", "--intent", "{}"]).fails_with(2, "nothing says which element");
    stage.run(&["relocate"]).fails_with(2, "nothing says which element");
    stage.run(&["diff"]).fails_with(2, "give --session FILE");
    stage.run(&["relocate", "s_1"]).fails_with(2, "--session FILE");
}
