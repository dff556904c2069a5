//! Flat lists of elements: every shape they come in, every error, and what must never get through.

use proptest::prelude::*;
use proptest::sample::select;
use semantic_core::find::{ElementDescriptor, snapshot_from_descriptors};
use semantic_core::formats::{self, ReadError};
use semantic_core::tree::{Element, Node, Rect, Role, Snapshot, State, Tri, snapshot_from_elements};

use crate::dumps::known;

fn read(json: &str) -> Snapshot {
    formats::read(json.as_bytes(), None).unwrap_or_else(|e| panic!("{e}: {json}"))
}

fn one(json: &str) -> Snapshot {
    let page = read(&format!("[{json}]"));
    assert_eq!(page.len(), 1, "{json}");
    page
}

fn first(page: &Snapshot) -> Node<'_> {
    page.nodes().next().expect("a node")
}

/// The tree as one line: each own ref with its depth.
fn shape(page: &Snapshot) -> String {
    let nodes = page.nodes().map(|n| format!("{}{}", n.own_ref().unwrap_or("-"), n.depth()));
    nodes.collect::<Vec<_>>().join(" ")
}

fn attrs<'a>(node: Node<'a>) -> Vec<(&'a str, &'a str)> {
    node.attrs().collect()
}

fn error(json: &str) -> String {
    let message = formats::read(json.as_bytes(), None).expect_err(json).to_string();
    assert!(!message.contains('\n'), "{message}");
    message
}

#[test]
fn a_full_element_fills_every_field() {
    let page = one(
        r#"{"ref":"e4","role":"textbox","name":"Email","value":"a@b.c","label":"Your email","placeholder":"you@x",
        "alt":"A","title":"T","testid":"mail","text":"Txt","tag":"input","interactive":true,"parent":"Log in",
        "section":"Main","description":"Desc","required":true,"document_idx":7,"level":"2","href":"/x",
        "attrs":{"id":"m","class":"c","n":3,"b":true,"z":null,"title":"T"},"what":{"is":["this"]},
        "positional":{"depth":0,"sibling_index":1,"sibling_count":4,"labelled_by":"e3","x":1,"y":"2.5","width":3,"height":4}}"#,
    );
    let e = first(&page);
    assert_eq!((e.own_ref(), e.role(), e.name()), (Some("e4"), Role::TextBox, Some("Email")));
    assert_eq!((e.value(), e.description(), e.url()), (Some("a@b.c"), Some("Desc"), Some("/x")));
    assert_eq!((e.level(), e.identifier()), (Some(2), Some("mail")));
    assert_eq!(e.bounds(), Rect::new(1.0, 2.5, 3.0, 4.0));
    assert!(e.is(State::Required) && e.is(State::Interactive));
    let want = [
        ("label", "Your email"),
        ("placeholder", "you@x"),
        ("alt", "A"),
        ("title", "T"),
        ("testid", "mail"),
        ("text", "Txt"),
        ("tag", "input"),
        ("parent", "Log in"),
        ("section", "Main"),
        ("labelled_by", "e3"),
        ("sibling_index", "1"),
        ("sibling_count", "4"),
        ("id", "m"),
        ("class", "c"),
        ("n", "3"),
        ("b", "true"),
    ];
    assert_eq!(attrs(e), want);
}

#[test]
fn boxes_in_all_spellings() {
    for json in [
        r#"{"x":1,"y":2,"width":3,"height":4}"#,
        r#"{"left":1,"top":2,"w":"3","h":4}"#,
        r#"{"left":1,"top":2,"right":4,"bottom":6}"#,
        r#"{"positional":{"left":1,"top":2,"width":3,"height":4}}"#,
        r#"{"boundingBox":{"x":1,"y":2,"w":3,"h":4}}"#,
        r#"{"bounding_box":{"x":1,"y":2,"width":3,"height":4}}"#,
        r#"{"bounds":{"left":1,"top":2,"right":4,"bottom":6}}"#,
        r#"{"bounds":[1,2,3,4]}"#,
        r#"{"bounds":null,"x":1,"y":2,"width":3,"height":4}"#,
    ] {
        let page = one(&json.replacen('{', r#"{"role":"button","#, 1));
        assert_eq!(first(&page).bounds(), Rect::new(1.0, 2.0, 3.0, 4.0), "{json}");
    }
    let point = one(r#"{"role":"button","left":5,"top":6}"#);
    assert_eq!(first(&point).bounds(), Rect::new(5.0, 6.0, 0.0, 0.0));
    let at_the_left = one(r#"{"role":"button","y":20,"width":80,"height":32}"#);
    assert_eq!(first(&at_the_left).bounds(), Rect::new(0.0, 20.0, 80.0, 32.0));
    let page = read(
        r#"[{"role":"a","x":1e308,"y":1,"width":1e308,"height":1},{"role":"b","x":"NaN","y":1,"width":1,"height":1},
        {"role":"c","x":1,"y":1,"width":-1,"height":1},{"role":"d","width":1}]"#,
    );
    assert!(page.nodes().all(|n| n.bounds().is_none()));
    assert_eq!(page.notices(), ["4 boxes left out: incomplete, negative or out of range"]);
}

#[test]
fn states_in_all_spellings() {
    let page = one(
        r#"{"role":"checkbox","checked":"mixed","pressed":"true","selected":false,"enabled":false,"current":"page",
        "invalid":"spelling","busy":null,"readOnly":"False","hidden":"","states":{"modal":true}}"#,
    );
    let states = first(&page).states();
    let got: Vec<_> = states.iter().map(|(s, v)| (s.as_str(), v)).collect();
    let want = [
        ("checked", Tri::Mixed),
        ("pressed", Tri::True),
        ("selected", Tri::False),
        ("disabled", Tri::True),
        ("readonly", Tri::False),
        ("invalid", Tri::True),
        ("modal", Tri::True),
        ("current", Tri::True),
    ];
    assert_eq!(got, want);
    let page = one(r#"{"role":"button","enabled":true,"states":["Focused","odd"]}"#);
    assert_eq!(first(&page).states().get(State::Disabled), Some(Tri::False));
    assert!(first(&page).is(State::Focused));
}

#[test]
fn other_spellings_numbers_and_null() {
    let page = read(
        r#"[{"ref":4,"role":"spinbutton","name":"","value":1.5,"test_id":"q","depth":"0"},
        {"ref":"5","role":null,"name":null,"value":true,"parentRef":4,"testId":"r","labelledBy":"4","level":3.0}]"#,
    );
    assert_eq!(shape(&page), "40 51");
    let (a, b) = (first(&page), page.nodes().nth(1).expect("two"));
    assert_eq!((a.name(), a.value(), a.identifier()), (Some(""), Some("1.5"), Some("q")));
    assert_eq!((b.name(), b.value(), b.level(), b.role()), (None, Some("true"), Some(3), Role::Generic));
    assert_eq!(attrs(b), [("testid", "r"), ("labelled_by", "4")]);
}

#[test]
fn parents_by_ref_by_name_by_depth() {
    let by_ref = r#"[{"ref":"a","role":"form","name":"F"},{"ref":"b","role":"button","parent_ref":"a","parent":"F"},
        {"ref":"c","role":"img","parent":"b"},{"ref":"d","role":"link","parent":"Elsewhere","depth":0}]"#;
    let page = read(by_ref);
    assert_eq!(shape(&page), "a0 b1 c2 d0");
    assert!(page.nodes().take(3).all(|n| n.attrs().len() == 0), "refs and known names are not repeated");
    assert_eq!(page.nodes().nth(3).and_then(|n| n.attr("parent")), Some("Elsewhere"));
    let by_depth: Vec<String> = [3, 5, 9, 5, 4, 2]
        .iter()
        .enumerate()
        .map(|(i, d)| format!(r#"{{"ref":"{i}","depth":{d}}}"#))
        .collect();
    assert_eq!(shape(&read(&format!("[{}]", by_depth.join(",")))), "00 11 22 31 41 50");
    let first = r#"[{"ref":"a","depth":0},{"ref":"b","depth":0},{"ref":"c","depth":1,"parent_ref":"a"},
        {"ref":"d","depth":1,"parent":"a name"}]"#;
    assert_eq!(shape(&read(first)), "a0 c1 b0 d1", "a ref outranks a depth");
}

#[test]
fn any_order_becomes_document_order() {
    let page = read(
        r#"[{"ref":"c","parent_ref":"b"},{"ref":"b","parent_ref":"a"},{"ref":"a"},{"ref":"d","parent":"a"}]"#,
    );
    assert_eq!(shape(&page), "a0 b1 c2 d1");
    let page = read(
        r#"[{"ref":"c","depth":2,"document_idx":30},{"ref":"a","depth":0,"documentIdx":10},
        {"ref":"b","depth":1,"document_idx":20}]"#,
    );
    assert_eq!(shape(&page), "a0 b1 c2");
    let page = read(r#"[{"ref":"c","document_idx":30},{"ref":"a","document_idx":10},{"ref":"b"}]"#);
    assert_eq!(shape(&page), "c0 a0 b0", "not all have an index");
}

#[test]
fn nested_children_are_structure() {
    let page = read(
        r#"[{"children":[{"ref":"b","children":[{"ref":"c","attrs":{"k":"1"}}],"name":"B","attrs":{"k":"2"}},"text",null],
        "ref":"a","attrs":{"k":"3"},"attributes":{"l":"4"}},{"ref":"d","children":null}]"#,
    );
    assert_eq!(shape(&page), "a0 b1 c2 d0");
    let values: Vec<_> = page.nodes().map(|n| n.attr("k")).collect();
    assert_eq!(values, [Some("3"), Some("2"), Some("1"), None]);
    assert_eq!(first(&page).attr("l"), Some("4"));
    assert_eq!(page.notices(), ["children left out because they are not objects: 2"]);
    let deep = r#"[{"children":"#.repeat(200);
    assert!(error(&deep).starts_with("not valid JSON at line 1 column"), "{}", error(&deep));
}

#[test]
fn a_wrapper_brings_title_and_address() {
    let json = r#"{"count":1,"nodes":[{"ref":"e0","role":"button","name":"\u003cOk\u003e","depth":3,"nodeId":7}],
        "title":"T","url":"http://x/","truncated":true}"#;
    let page = read(json);
    assert_eq!((page.title(), page.url(), page.len()), (Some("T"), Some("http://x/"), 1));
    assert_eq!(first(&page).name(), Some("<Ok>"));
    assert_eq!(page.notices(), ["the producer says that it left elements out (truncated)"]);
    assert!(read(r#"{"nodes":[]}"#).is_empty() && read(r#"{"count":0,"nodes":null}"#).is_empty());
    assert!(read(" \n[ ]\n").is_empty());
    assert_eq!(formats::detect(json).expect("known").name, "pinchtab");
    assert_eq!(formats::read(json.as_bytes(), Some("flat")).expect("tolerant").len(), 1);
}

#[test]
fn errors_name_the_element_and_the_key() {
    const CASES: &str = r#"
[{"ref":"e1"},{"ref":"e2"},{"ref":"e3"},{"name":5,"ref":"e7"}]
  element 3 (ref "e7"): key "name" must be a string, found a number
[{"role":["a"],"tag":"x"}]
  element 0: key "role" must be a string, found an array
[{"ref":{}},{"ref":"x"}]
  element 0: key "ref" must be a string or a number, found an object
[{"ref":"a","positional":{"depth":-1}}]
  element 0 (ref "a"): key "positional.depth" must be a whole number from 0, found a number
[{"ref":"a","siblingIndex":"two"}]
  element 0 (ref "a"): key "siblingIndex" must be a whole number from 0, found the string "two"
[{"ref":"a","left":true}]
  element 0 (ref "a"): key "left" must be a number, found a boolean
[{"ref":"a","checked":"oui\n"}]
  element 0 (ref "a"): key "checked" must be true, false or "mixed", found the string "oui\n"
[{"ref":"a","enabled":1}]
  element 0 (ref "a"): key "enabled" must be true, false or "mixed", found a number
[{"ref":"a","attrs":[1]}]
  element 0 (ref "a"): key "attrs" must be an object, found an array
[{"ref":"a","children":3}]
  element 0 (ref "a"): key "children" must be an array, found a number
[{"ref":"a","positional":"x"}]
  element 0 (ref "a"): key "positional" must be an object, found the string "x"
[{"ref":"a","bounds":[1,2,3]}]
  element 0 (ref "a"): key "bounds" must be an object or an array of 4 numbers, found an array of 3
[{"ref":"a","bounds":[1,2,3,"w"]}]
  element 0 (ref "a"): key "bounds.3" must be a number, found the string "w"
[{"ref":"a","states":1}]
  element 0 (ref "a"): key "states" must be an object or an array of strings, found a number
[{"ref":"a","children":[{"ref":"b","title":1}]}]
  element 1 (ref "b"): key "title" must be a string, found a number
[{"ref":"a"},7]
  element 1 must be an object, found a number
[{"ref":"a"},null]
  element 1 must be an object, found null
[{"ref":"a"},[]]
  element 1 must be an object, found an array
[{"ref":"a"}] x
  not valid JSON at line 1 column 15: trailing characters
[{"ref":"a"
  not valid JSON at line 1 column 11: EOF while parsing an object
{"a":1,}
  not valid JSON at line 1 column 8: key must be a string
"#;
    let mut lines = CASES.trim().lines();
    while let (Some(json), Some(want)) = (lines.next(), lines.next()) {
        assert_eq!(error(json), want.trim_start(), "{json}");
    }
    assert_eq!(error("[{\"ref\":\"a\"},\n{\"ref\" 1}]"), "not valid JSON at line 2 column 8: expected `:`");
    let long = format!(r#"[{{"ref":"{}","name":1}}]"#, "x\\n".repeat(100));
    assert!(error(&long).starts_with(&format!(r#"element 0 (ref "{}…"): key "name""#, r"x\n".repeat(30))));
    let forced = |json: &str, name| formats::read(json.as_bytes(), Some(name)).expect_err(json).to_string();
    let nodes = r#"key "nodes" must be an array of elements, found"#;
    assert_eq!(forced("{}", "flat"), format!("{nodes} no such key"));
    assert_eq!(forced(r#"{"nodes":{}}"#, "flat"), format!("{nodes} an object"));
    assert_eq!(forced("7", "flat"), "the file must be an array of elements, found a number");
    let names = known();
    assert_eq!(forced("[]", "x\ny"), format!(r#"there is no snapshot format "x\ny"; {names}"#));
}

#[test]
fn what_is_unknown_is_described() {
    for (text, looks) in [
        (" \n", "an empty file"),
        (r#"{"a":1,"b\n":[{"c":2}]}"#, r#"a JSON object with the keys "a", "b\\n""#),
        ("{}", "a JSON object without keys"),
        (r#"[{"q":1,"r":{"s":1}}]"#, r#"a JSON array of objects with the keys "q", "r""#),
        ("[1,2]", "a JSON array of numbers"),
        (r#"[{"role":{"type":"role"}}]"#, r#"a JSON array of objects with the keys "role""#),
        ("12", "a JSON value that is neither an object nor an array"),
        #[cfg(not(feature = "html"))]
        ("<!DOCTYPE html><p>", r#"HTML (the feature "html", which reads it, is off in this build)"#),
        #[cfg(feature = "xml")]
        ("<widget>", r#"XML: "<widget>""#),
        #[cfg(feature = "xml")]
        ("<widget pass='hunter2'>", r#"XML: "<widget…""#),
        ("- milk and eggs\n", "YAML-like text"),
        ("- milk: hunter2\n", r#"YAML-like text: "- milk:…""#),
        ("- password: hunter2\n", "YAML-like text"),
        ("hunter2\n", "text"),
        ("nodes:\n", r#"YAML-like text: "nodes:""#),
        ("a\0b", "binary data"),
    ] {
        let known = known();
        let want = format!("unknown snapshot format: it looks like {looks}; {known}");
        assert_eq!(error(text), want, "{text:?}");
    }
    assert!(matches!(formats::read(b" ", Some("flat")), Err(ReadError::Unknown { .. })));
}

#[test]
fn circles_duplicates_and_lost_parents_are_said() {
    let page = read(
        r#"[{"ref":"a","parent_ref":"b"},{"ref":"b","parent_ref":"a"},{"ref":"me","parent_ref":"me"},
        {"ref":"x"},{"ref":"x","parent_ref":"gone"},{"ref":"x"},{"ref":"y","parent":"x"},{"role":"img"}]"#,
    );
    assert_eq!(page.len(), 8);
    assert_eq!(
        page.notices(),
        [
            r#"2 elements lay inside themselves and became roots: "me", "a""#,
            r#"1 ref on more than one element: "x" (3 times)"#,
            r#"1 element named a parent ref that is not in the list: "gone""#,
        ]
    );
    let y = page.nodes().find(|n| n.own_ref() == Some("y")).expect("kept");
    let last_x = page.nodes().rfind(|n| n.own_ref() == Some("x")).expect("kept");
    assert_eq!(y.parent().map(|p| p.id()), Some(last_x.id()), "the nearest of equal refs before it");
    assert_eq!(page.nodes().find(|n| n.role() == Role::Image).and_then(|n| n.own_ref()), None);
}

#[test]
fn a_hundred_thousand_levels() {
    let n = 100_000;
    let mut json = String::from("[");
    for i in 0..n {
        json += &format!("{}{{\"ref\":\"e{i}\",\"depth\":{i}}}", if i > 0 { "," } else { "" });
    }
    json.push(']');
    let page = read(&json);
    assert_eq!(page.nodes().next_back().map(|n| n.depth()), Some(n - 1));
    let upside_down: Vec<String> = (0..n).map(|i| format!("e{i}")).collect();
    let parent = |i: usize| upside_down.get(i + 1).map_or("", |r| r);
    let element =
        |i: usize| Element { own_ref: &upside_down[i], parent_ref: parent(i), ..Element::default() };
    let elements: Vec<Element> = (0..n).map(element).collect();
    let page = snapshot_from_elements(&elements);
    assert_eq!(page.nodes().next_back().and_then(|n| n.own_ref()), Some("e0"));
    assert_eq!(page.nodes().next_back().map(|n| n.depth()), Some(n - 1));
}

#[test]
fn a_tag_speaks_where_the_role_is_vague() {
    for (json, want) in [
        (r#"{"role":"","tag":"A","href":"/x"}"#, Role::Link),
        (r#"{"role":"","tag":"a"}"#, Role::Generic),
        (r#"{"role":"generic","tag":"INPUT","attrs":{"type":"range"}}"#, Role::Slider),
        (r#"{"role":"unknown","tag":"input","type":"checkbox"}"#, Role::Checkbox),
        (r#"{"role":"presentation","tag":"select","attrs":{"multiple":true}}"#, Role::ListBox),
        (r#"{"role":"wobble","tag":"summary"}"#, Role::Button),
        (r#"{"role":"link","tag":"button"}"#, Role::Link),
        (r#"{"tag":"section","name":"News"}"#, Role::Region),
        (r#"{"tag":"section","name":""}"#, Role::Generic),
    ] {
        assert_eq!(first(&one(json)).role(), want, "{json}");
    }
    assert_eq!(first(&one(r#"{"role":"wobble","tag":"b"}"#)).role_name(), "wobble");
    let link = one(r#"{"role":"link","attrs":{"href":"/x","data-semtag-id":"sem","id":"dom"},"testid":"t"}"#);
    assert_eq!((first(&link).url(), first(&link).identifier()), (Some("/x"), Some("sem")));
    assert_eq!(first(&link).attr("href"), None);
    let both = one(r#"{"role":"link","url":"http://h/x","attrs":{"href":"/x"}}"#);
    assert_eq!((first(&both).url(), first(&both).attr("href")), (Some("http://h/x"), Some("/x")));
}

#[test]
fn secrets_never_enter_the_tree() {
    const SECRET: &str = "hunter2-Xyzzy";
    for about in [
        r#""attrs":{"type":"password","value":"hunter2-Xyzzy","data-value":"hunter2-Xyzzy"}"#,
        r#""type":"password","name":"hunter2-Xyzzy","title":"now hunter2-Xyzzy""#,
        r#""attrs":{"autocomplete":"section-a one-time-code"}"#,
        r#""autocomplete":"cc-number","attrs":{"x":"hunter2-Xyzzy"}"#,
        r#""name":"Password""#,
        r#""name":"Your PIN:""#,
        r#""label":"Contraseña""#,
        r#""placeholder":"密码""#,
        r#""placeholder":"Enter the one-time code""#,
        r#""name":"CVC / CVV","role":"spinbutton""#,
        r#""labelled_by":"l""#,
        r#""attrs":{"password":"true"}"#,
        r#""input_type":"password""#,
        r#""attrs":{"input_type":"password"}"#,
        r#""name":"Код подтверждения""#,
        r#""name":"Pincode""#,
        r#""role":"","tag":"input","name":"Passwort wiederholen""#,
    ] {
        let json = format!(
            r#"[{{"ref":"l","role":"label","name":"Passphrase"}},
            {{"ref":"f","role":"textbox","value":"{SECRET}","text":"{SECRET}",{about}}},
            {{"ref":"t","role":"StaticText","name":"{SECRET}","parent_ref":"f","attrs":{{"t":"{SECRET}"}}}},
            {{"ref":"after","role":"button","name":"Go"}}]"#
        );
        let page = read(&json);
        assert!(!format!("{:?} {:?}", page.text(), page).contains(SECRET), "{about}");
        let field = page.nodes().nth(1).expect("the field");
        assert_eq!((field.value(), field.states().get(State::Filled)), (None, Some(Tri::True)), "{about}");
        assert_eq!(page.nodes().nth(3).and_then(|n| n.name()), Some("Go"));
    }
    let filled = |json: &str| first(&one(json)).states().get(State::Filled);
    assert_eq!(filled(r#"{"role":"textbox","name":"Password","value":""}"#), Some(Tri::False));
    assert_eq!(filled(r#"{"role":"textbox","name":"Password"}"#), None);
    let bullets = one(r#"{"role":"textbox","name":"x","value":"••••••••"}"#);
    assert_eq!((first(&bullets).value(), first(&bullets).states().get(State::Filled)), (None, None));
    let page = one(r#"{"role":"textbox","name":"Password","value":"Password"}"#);
    assert_eq!(first(&page).name(), Some("Password"));
    for (role, name) in [
        ("textbox", "Pin location"),
        ("textbox", "Pinterest user"),
        ("searchbox", "Search passwords"),
        ("button", "Show password"),
    ] {
        let page = one(&format!(r#"{{"role":"{role}","name":"{name}","value":"shown"}}"#));
        assert_eq!(first(&page).value(), Some("shown"), "{name}");
    }
}

#[test]
fn descriptors_make_the_same_tree() {
    let json = r#"[{"ref":"a","role":"form","name":"Log in","depth":0},
        {"ref":"b","role":"checkbox","name":"Stay","checked":"mixed","interactive":true,"depth":1,
        "x":1,"y":2,"width":3,"height":4,"section":"S","description":"D"}]"#;
    let page = read(json);
    let all: Vec<ElementDescriptor> = page.nodes().map(ElementDescriptor::from_node).collect();
    assert_eq!(all[1].composite(), "checkbox Stay D S Log in");
    assert_eq!((all[1].parent.as_str(), all[1].positional.sibling_count), ("Log in", Some(1)));
    let written = serde_json::to_string(&all).expect("plain data");
    assert!(written.contains(r#""states":{"checked":"mixed"}"#), "{written}");
    let again: Vec<ElementDescriptor> = serde_json::from_str(&written).expect("own output");
    assert_eq!(again, all);
    for page in [snapshot_from_descriptors(&all), read(&written)] {
        assert_eq!(shape(&page), "a0 b1");
        let again: Vec<_> = page.nodes().map(ElementDescriptor::from_node).collect();
        assert_eq!(again, all);
    }
    let bare = ElementDescriptor { role: "button".into(), ..Default::default() };
    assert!(first(&snapshot_from_descriptors(&[bare])).is_interactive());
}

fn any_json() -> impl Strategy<Value = serde_json::Value> {
    const KEYS: &str = "ref role name value text tag parent parent_ref depth document_idx positional bounds \
                        boundingBox x width right checked enabled states attrs type children nodes title level other";
    const WORDS: &str = "| a|b|e1|true|mixed|NaN|1e999|-3|button|password|••••|Ⱥ\u{202e}\n|input";
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        (0u32..6).prop_map(Into::into),
        any::<f64>()
            .prop_map(|v| serde_json::Number::from_f64(v).map_or(serde_json::Value::Null, Into::into)),
        select(WORDS.split('|').collect::<Vec<_>>()).prop_map(Into::into),
        "\\PC{0,8}".prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 96, 8, |inner| {
        let pair = (select(KEYS.split(' ').collect::<Vec<_>>()).prop_map(str::to_owned), inner.clone());
        prop_oneof![
            proptest::collection::vec(inner, 0..8).prop_map(Into::into),
            proptest::collection::vec(pair, 0..10)
                .prop_map(|pairs| serde_json::Value::Object(pairs.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn no_json_panics(value in any_json()) {
        let text = value.to_string();
        for forced in [None, Some("flat")] {
            match formats::read(text.as_bytes(), forced) {
                Ok(page) => prop_assert!(page.nodes().all(|n| n.range().contains(&n.id().index()))),
                Err(e) => prop_assert!(!e.to_string().contains('\n')),
            }
        }
    }

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = formats::read(&bytes, None);
        let _ = formats::read(&bytes, Some("flat"));
    }

    #[test]
    fn links_lose_nothing(links in proptest::collection::vec((0u32..12, 0u32..12, proptest::option::of(0u32..5)), 0..40)) {
        let texts: Vec<_> = links.iter().map(|&(own, parent, _)| (own.to_string(), parent.to_string())).collect();
        let elements: Vec<Element> = texts.iter().zip(&links).map(|((own, parent), link)| Element {
            own_ref: own, parent_ref: if link.1 % 3 == 0 { parent } else { "" },
            parent: if link.1 % 3 == 1 { parent } else { "" }, depth: link.2, document_idx: link.2,
            ..Element::default()
        }).collect();
        let page = snapshot_from_elements(&elements);
        let mut refs: Vec<_> = page.nodes().filter_map(|n| n.own_ref()).collect();
        let mut want: Vec<_> = texts.iter().map(|t| t.0.as_str()).collect();
        refs.sort_unstable();
        want.sort_unstable();
        prop_assert_eq!(refs, want);
    }
}
