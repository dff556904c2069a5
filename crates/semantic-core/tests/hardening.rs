//! Input nobody sane would write: no panic, finite scores in order, the same answer twice, in bounded time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use semantic_core::find::{
    CombinedMatcher, ElementDescriptor, ElementMatcher, EmbeddingMatcher, FindOptions, FindResult, Index,
    LexicalMatcher, Positional, QueryError, Strategy as Weighting, lexical_score, snapshot_from_descriptors,
};
use semantic_core::formats;
use semantic_core::tree::{Rect, Role, Snapshot, SnapshotBuilder, State, States, Tri};
use serde_json::{Value, json};

const STRATEGIES: [Weighting; 3] = [Weighting::Lexical, Weighting::Embedding, Weighting::Combined];

fn everything() -> FindOptions {
    FindOptions { threshold: 0.0, top_k: 0, explain: true, ..FindOptions::default() }
}

// ---- Queries ----

/// Words of the query language, places, kinds, other scripts, and characters that are trouble.
const WORDS: &[&str] = &[
    "first",
    "last",
    "second to last",
    "third",
    "11th",
    "0th",
    "99999999999999999999th",
    "not",
    "without",
    "except",
    "but",
    "other than",
    "anything",
    "in",
    "inside",
    "under",
    "of",
    "the",
    "row",
    "dialog",
    "header",
    "footer",
    "section",
    "top",
    "bottom",
    "left",
    "right",
    "corner",
    "leftmost",
    "above",
    "below",
    "next to",
    "left of",
    "between",
    "and",
    "or",
    "button",
    "buttons",
    "link",
    "field",
    "checkbox",
    "icon",
    "image",
    "checked",
    "disabled",
    "with value",
    "sign",
    "sign in",
    "log in",
    "save",
    "delete",
    "edit",
    "email",
    "password",
    "alice",
    "3",
    "kebab",
    "trash",
    "×",
    "⋮",
    "🔍",
    "👩‍👩‍👧",
    "登录",
    "登录按钮",
    "在",
    "不是",
    "第二个",
    "contraseña",
    "пароль",
    "كلمة المرور",
    "ค้นหา",
    "Ⱥ",
    "İ",
    "ß",
    "ﬃ",
    "ǆ",
    "e\u{301}",
    "\u{200b}",
    "\u{202e}",
    "\0",
    "\u{7f}",
    "\n",
    "\t",
    "\u{feff}",
    "\"",
    "“",
    "'",
    "`",
    "[",
    "]",
    ":",
    ";",
    ".",
    ",",
    "?",
    "/",
    "\\",
    "{}",
    "%s",
    "-",
    "_",
    "a_b-cD",
    "passwrod",
    "\u{10ffff}",
];

fn words(most: usize) -> impl Strategy<Value = String> {
    vec(prop_oneof![6 => select(WORDS).prop_map(str::to_owned), 1 => any::<String>()], 0..most)
        .prop_map(|w| w.join(" "))
}

fn locator() -> impl Strategy<Value = String> {
    let wrap = select(
        &[
            "",
            "",
            "",
            "first:",
            "last:",
            "nth:1:",
            "nth:0:",
            "nth:x:",
            "nth:99999999999999999999:",
            "FIRST: ",
        ][..],
    );
    let key = select(
        &[
            "role",
            "text",
            "label",
            "placeholder",
            "alt",
            "title",
            "testid",
            "Role",
            "find",
            "semantic",
            "nope",
        ][..],
    );
    let value = prop_oneof![
        select(
            &[
                "",
                "button",
                "button Save",
                "\"Save",
                "'Save'",
                "[Save]",
                "`a b`",
                "button [Save]",
                "none",
                "\""
            ][..]
        )
        .prop_map(str::to_owned),
        words(4),
    ];
    (wrap, key, value).prop_map(|(wrap, key, value)| format!("{wrap}{key}:{value}"))
}

fn query() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => words(10),
        2 => locator(),
        1 => any::<String>(),
        1 => "\\PC{0,40}",
        1 => (words(6), 1..400usize).prop_map(|(w, n)| (w + " ").repeat(n)),
    ]
}

// ---- Pages ----

fn text() -> impl Strategy<Value = String> {
    let names = [
        "",
        "",
        "Save",
        "Sign in",
        "Delete",
        "Edit",
        "Email",
        "Not now",
        "First name",
        "row",
        "Ⱥ",
        "登录",
        "×",
        " ",
        "\0",
        "e1",
    ];
    prop_oneof![4 => select(names.to_vec()).prop_map(str::to_owned), 2 => words(4), 1 => any::<String>()]
}

fn role() -> impl Strategy<Value = String> {
    let odd = [
        "",
        "row",
        "button",
        "textbox",
        "dialog",
        "listitem",
        "StaticText",
        "RootWebArea",
        "nonsense",
        "\u{1f}",
    ];
    prop_oneof![
        select(odd.to_vec()).prop_map(str::to_owned),
        select(Role::ALL).prop_map(|r| r.as_str().to_owned()),
    ]
}

/// A ref that is often empty, taken twice, or that of another element's number.
fn reference() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec!["", "e1", "e1", "e2", "s_0", "s_1", "own:e1"]).prop_map(str::to_owned),
        "e[0-9]{1,2}"
    ]
}

fn number() -> impl Strategy<Value = f64> {
    let odd = [
        0.0,
        -0.0,
        -1.0,
        1e308,
        -1e308,
        1e9,
        1e-320,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        f64::MIN,
    ];
    prop_oneof![3 => (0..1500i32).prop_map(f64::from), 2 => select(odd.to_vec()), 1 => any::<f64>()]
}

fn states() -> impl Strategy<Value = States> {
    vec((select(&State::ALL[..]), select(vec![Tri::True, Tri::False, Tri::Mixed])), 0..3).prop_map(|all| {
        let mut states = States::default();
        all.into_iter().for_each(|(s, v)| states.set(s, v));
        states
    })
}

fn positional() -> impl Strategy<Value = Positional> {
    let count = || option::of(prop_oneof![0..6u32, Just(u32::MAX)]);
    let edge = || option::of(number());
    (count(), count(), count(), reference(), edge(), edge(), edge(), edge()).prop_map(
        |(depth, sibling_index, sibling_count, labelled_by, x, y, width, height)| Positional {
            depth,
            sibling_index,
            sibling_count,
            labelled_by,
            x,
            y,
            width,
            height,
        },
    )
}

fn descriptor() -> impl Strategy<Value = ElementDescriptor> {
    let texts = (
        text(),
        text(),
        prop_oneof![8 => Just(String::new()), 1 => text()],
        select(vec!["", "input", "a", "TD", "?"]),
    );
    let around = (
        reference(),
        prop_oneof![reference(), text()],
        text(),
        option::of(any::<bool>()),
        option::of(0..9u32),
    );
    (texts, around, role(), states(), positional(), 0..12u8).prop_map(
        |(texts, around, role, states, positional, which)| {
            let (name, more, rest, tag) = texts;
            let (reference, parent, section, interactive, document_idx) = around;
            let mut d = ElementDescriptor {
                reference,
                role,
                name,
                tag: tag.to_owned(),
                description: rest.clone(),
                parent,
                section,
                interactive,
                document_idx,
                states,
                positional,
                ..ElementDescriptor::default()
            };
            match which {
                0 => d.label = more,
                1 => d.placeholder = more,
                2 => d.alt = more,
                3 => d.title = more,
                4 => d.testid = more,
                5 => d.text = more,
                6 => d.value = more,
                _ => {}
            }
            d
        },
    )
}

/// An element as a file may have it: right keys with right and wrong values, flat or nested.
fn element() -> impl Strategy<Value = Value> {
    let keys = vec![
        "name",
        "value",
        "label",
        "placeholder",
        "text",
        "section",
        "parent",
        "parent_ref",
        "description",
        "testid",
    ];
    let more = vec((select(keys), text()), 0..4);
    let numbers =
        vec((select(vec!["x", "y", "width", "height", "depth", "document_idx", "level"]), number()), 0..4);
    let flat = (reference(), role(), more, numbers, option::of(vec(number(), 4))).prop_map(
        |(r, role, more, numbers, bounds)| {
            let mut e = json!({ "ref": r, "role": role });
            more.into_iter().for_each(|(k, v)| e[k] = v.into());
            for (k, v) in numbers {
                // Depths and indexes must be whole numbers; the others may be anything that JSON can say.
                let whole = matches!(k, "depth" | "document_idx" | "level");
                e[k] = if whole { json!(v.abs().min(9.0) as u8) } else { json!(v) };
            }
            if let Some(bounds) = bounds.filter(|b| b.iter().all(|v| v.is_finite())) {
                e["bounds"] = json!(bounds);
            }
            e
        },
    );
    flat.prop_recursive(4, 12, 4, |inner| {
        (inner.clone(), vec(inner, 0..4)).prop_map(|(mut e, children)| {
            e["children"] = Value::Array(children);
            e
        })
    })
}

/// A page by the builder: opened, described, closed, in any order.
fn built() -> impl Strategy<Value = Snapshot> {
    let node = (select(Role::ALL), option::of(text()), option::of(vec(number(), 4)), 0..3usize, reference());
    vec(node, 0..16).prop_map(|nodes| {
        let mut b = SnapshotBuilder::new();
        for (role, name, bounds, close, own) in nodes {
            b.open(role);
            name.iter().for_each(|n| b.set_name(n));
            if let Some(rect) = bounds.and_then(|b| Rect::new(b[0], b[1], b[2], b[3])) {
                b.set_bounds(rect);
            }
            b.set_own_ref(&own);
            b.add_attr("placeholder", &own);
            (0..close).for_each(|_| b.close());
        }
        b.finish()
    })
}

fn page() -> impl Strategy<Value = Snapshot> {
    prop_oneof![
        3 => vec(descriptor(), 0..14).prop_map(|d| snapshot_from_descriptors(&d)),
        2 => vec(element(), 0..8).prop_filter_map("not a snapshot", |e| {
            formats::read(Value::Array(e).to_string().as_bytes(), None).ok()
        }),
        1 => built(),
    ]
}

fn options() -> impl Strategy<Value = FindOptions> {
    let weights = prop_oneof![3 => Just((0.6, 0.4)), 1 => (0.0..1e6, 0.001..1e6)];
    (0.0..=1.0f64, 0..6usize, weights, any::<bool>()).prop_map(|(threshold, top_k, weights, explain)| {
        FindOptions { threshold, top_k, lexical_weight: weights.0, embedding_weight: weights.1, explain }
    })
}

// ---- What must hold ----

fn bytes(found: &Result<FindResult, QueryError>) -> String {
    match found {
        Ok(found) => serde_json::to_string(found).expect("a result is plain data"),
        Err(error) => error.to_string(),
    }
}

/// Finite scores, the best first, no more and no worse than asked for.
fn check(found: &FindResult, options: &FindOptions) {
    let scores: Vec<_> = found.matches.iter().map(|m| m.score).collect();
    assert!(scores.iter().all(|s| (0.0..=1.0).contains(s)), "{scores:?}");
    assert!(scores.iter().all(|&s| s >= options.threshold), "{scores:?} at threshold {}", options.threshold);
    assert!(options.top_k == 0 || scores.len() <= options.top_k, "{} matches", scores.len());
    for pair in found.matches.windows(2) {
        let in_order = pair[0].score > pair[1].score
            || pair[0].score == pair[1].score && pair[0].node_id() < pair[1].node_id();
        assert!(in_order, "{:?} before {:?}", pair[0], pair[1]);
    }
    for explain in found.matches.iter().filter_map(|m| m.explain.as_ref()) {
        assert!(
            [explain.lexical_score, explain.embedding_score].iter().all(|s| (0.0..=1.0).contains(s)),
            "{explain:?}"
        );
    }
    assert!((0.0..=1.0).contains(&found.best_score));
    assert!(found.margin.is_none_or(|m| (0.0..=1.0).contains(&m)), "margin {:?}", found.margin);
    assert_eq!(found.best_ref.as_ref(), found.matches.first().map(|m| &m.reference));
}

/// Asks one page one thing in every way, and compares.
fn ask(page: Snapshot, query: &str, options: &FindOptions) {
    let page = Arc::new(page);
    let index = Index::new(Arc::clone(&page));
    for strategy in STRATEGIES {
        let found = index.find(query, strategy, options);
        assert_eq!(bytes(&found), bytes(&index.find(query, strategy, options)), "asked twice");
        let fresh = Index::new(Arc::clone(&page));
        assert_eq!(bytes(&found), bytes(&fresh.find(query, strategy, options)), "from a fresh index");
        let Ok(found) = found else { continue };
        check(&found, options);
        for m in found.matches.iter().take(4) {
            let node = m.node_id().expect("a match is a node");
            let alone = index.score(query, node, strategy, options).expect("it could be answered");
            assert_eq!(
                (alone.score, &alone.reference),
                (m.score, &m.reference),
                "find and score differ for {query:?}"
            );
        }
        let all = index.find(query, strategy, &FindOptions { threshold: 0.0, top_k: 0, ..options.clone() });
        let all = all.expect("it could be answered").matches;
        let fit = all.iter().filter(|m| m.score >= options.threshold).count();
        let most = if options.top_k == 0 { usize::MAX } else { options.top_k };
        assert_eq!(
            found.matches.len(),
            fit.min(most),
            "threshold {} top {}",
            options.threshold,
            options.top_k
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_query_on_any_page(page in page(), query in query(), options in options()) {
        ask(page, &query, &options);
    }

    #[test]
    fn any_descriptors_by_every_matcher(page in vec(descriptor(), 0..14), query in query()) {
        let options = everything();
        let index = Index::new(Arc::new(snapshot_from_descriptors(&page)));
        let matchers: [(&dyn ElementMatcher, Weighting); 3] = [
            (&LexicalMatcher::new(), Weighting::Lexical),
            (&EmbeddingMatcher::default(), Weighting::Embedding),
            (&CombinedMatcher::default(), Weighting::Combined),
        ];
        for (matcher, strategy) in matchers {
            let found = matcher.find(&query, &page, &options);
            prop_assert_eq!(bytes(&found), bytes(&matcher.find(&query, &page, &options)));
            if strategy != Weighting::Embedding {
                prop_assert_eq!(bytes(&found), bytes(&index.find(&query, strategy, &options)));
            }
            found.iter().for_each(|found| check(found, &options));
        }
    }

    #[test]
    fn any_two_strings_have_a_score(query in query(), text in text()) {
        let score = lexical_score(&query, &text);
        prop_assert!((0.0..=1.0).contains(&score), "{}", score);
    }
}

// ---- Fixed extremes ----

fn named(names: &[&str]) -> Snapshot {
    let mut b = SnapshotBuilder::new();
    for name in names {
        b.open(Role::Button);
        b.set_name(name);
        b.close();
    }
    b.finish()
}

/// Asks by every strategy, checks, and fails where it takes longer than a slow machine may.
fn ask_in_time(index: &Index, query: &str) -> Vec<FindResult> {
    let start = now();
    let options = FindOptions::default();
    let found = STRATEGIES.map(|s| index.find(query, s, &options).expect("a plain query"));
    found.iter().for_each(|f| check(f, &options));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?} for three finds", start.elapsed());
    found.into()
}

#[allow(clippy::disallowed_methods)] // the bound on time is what is tested
fn now() -> Instant {
    Instant::now()
}

#[test]
fn a_hundred_thousand_elements() {
    let mut b = SnapshotBuilder::new();
    for i in 0..100_000 {
        b.open(Role::Button);
        b.set_name(&format!("Open invoice {i}"));
        b.close();
    }
    let index = Index::new(Arc::new(b.finish()));
    for found in ask_in_time(&index, "open invoice 77777") {
        assert_eq!(found.element_count, 100_000);
        assert_eq!(found.best_ref.as_deref(), Some("s_77777"), "{}", found.strategy);
    }
    ask_in_time(&index, "third button below invoice 5 but not in the footer");
}

#[test]
fn a_hundred_thousand_levels() {
    let mut b = SnapshotBuilder::new();
    for i in 0..100_000 {
        b.open(if i % 2 == 0 { Role::Group } else { Role::ListItem });
        if i % 1000 == 0 {
            b.set_name("Level");
        }
    }
    b.open(Role::Button);
    b.set_name("Save");
    let index = Index::new(Arc::new(b.finish()));
    for found in ask_in_time(&index, "save button") {
        assert_eq!(found.best_ref.as_deref(), Some("s_100000"), "{}", found.strategy);
    }
    ask_in_time(&index, "save in the row of level next to level");
}

#[test]
fn a_hundred_thousand_levels_by_depth_in_a_file() {
    let element = |i: usize| format!(r#"{{"ref":"e{i}","role":"group","name":"","depth":{i}}}"#);
    let elements: Vec<_> = (0..100_000).map(element).collect();
    let page =
        formats::read(format!("[{}]", elements.join(",")).as_bytes(), None).expect("it is a flat list");
    assert_eq!(page.nodes().last().map(|n| n.depth()), Some(99_999));
    ask_in_time(&Index::new(Arc::new(page)), "group");
}

#[test]
fn a_name_of_a_megabyte() {
    let words: String = (0..)
        .map(|i| format!("word{i} "))
        .scan(0, |n, w| {
            *n += w.len();
            (*n < 1 << 20).then_some(w)
        })
        .collect();
    let blob = "x".repeat(1 << 20);
    let chinese = "登录页面".repeat(1 << 18);
    let index = Index::new(Arc::new(named(&[&words, &blob, &chinese, "Save"])));
    for found in ask_in_time(&index, "save button") {
        assert_eq!(found.best_ref.as_deref(), Some("s_3"), "{}", found.strategy);
        assert!(
            found.notes.iter().any(|n| n.contains("first")),
            "long names are cut without a word: {:?}",
            found.notes
        );
    }
    ask_in_time(&index, &blob);
}

#[test]
fn a_query_of_a_megabyte() {
    let index = Index::new(Arc::new(named(&["Save", "Cancel", "below"])));
    for (word, counted) in [
        ("save ", true),
        ("below ", true),
        ("not ", true),
        ("登录", true),
        ("x", false),
        ("\"", false),
        ("Ⱥ", false),
    ] {
        let query = word.repeat((1 << 20) / word.len());
        for found in ask_in_time(&index, &query) {
            let said =
                found.notes.iter().any(|n| n.contains("left out") && n.bytes().any(|b| b.is_ascii_digit()));
            assert!(said || !counted, "{word:?} {}: {:?}", found.strategy, found.notes);
        }
    }
    let locator = format!("role:button {}", "save ".repeat(1 << 17));
    for strategy in STRATEGIES {
        assert!(index.find(&locator, strategy, &everything()).expect("a locator").matches.is_empty());
    }
}

#[test]
fn words_that_change_their_length_when_folded() {
    for anchor in ["Ⱥ", "İ", "ȺȺȺȺ", "ß", "ﬃ", "Ⱥ button", "the Ⱥⱥ", "e\u{301}\u{301}"] {
        for words in [
            "below",
            "above",
            "save below",
            "button left of",
            "between",
            "not in",
            "first",
            "row of",
            "with value",
        ] {
            for query in
                [format!("{words} {anchor}"), format!("{anchor} {words}"), format!("{words} \"{anchor}")]
            {
                ask(named(&["Ⱥ", "Save", "İstanbul", "ﬃ"]), &query, &everything());
            }
        }
    }
}

#[test]
fn a_query_without_a_word_has_no_match() {
    let index = Index::new(Arc::new(named(&["Save", ""])));
    for query in ["", " ", "\0", "\u{200b}", "?!", "find:", "semantic: ", "\n\n", "\"\""] {
        for strategy in STRATEGIES {
            let found = index.find(query, strategy, &everything()).expect("nothing to answer is no error");
            assert!(found.matches.is_empty(), "{query:?} found {:?}", found.matches);
            assert_eq!((found.best_ref, found.best_score), (None, 0.0));
        }
    }
}

#[test]
fn a_page_without_an_element_has_no_match() {
    for query in ["save", "role:button", "first button", "below save", ""] {
        ask(Snapshot::default(), query, &everything());
        ask(named(&["", ""]), query, &everything());
    }
}

#[test]
fn options_out_of_range_are_errors() {
    let index = Index::new(Arc::new(named(&["Save"])));
    let d = FindOptions::default;
    for bad in [-0.1, 1.1, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let options = FindOptions { threshold: bad, ..d() };
        for strategy in STRATEGIES {
            let error = index.find("save", strategy, &options).expect_err("out of range");
            assert!(error.to_string().contains("threshold"), "{error}");
            assert!(index.find("role:button", strategy, &options).is_err());
        }
    }
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        for options in
            [FindOptions { lexical_weight: bad, ..d() }, FindOptions { embedding_weight: bad, ..d() }]
        {
            let error = index.find("save", Weighting::Combined, &options).expect_err("out of range");
            assert!(error.to_string().contains("weight"), "{error}");
        }
    }
    let nothing = FindOptions { lexical_weight: 0.0, embedding_weight: 0.0, ..d() };
    assert!(index.find("save", Weighting::Combined, &nothing).is_err());
    let tiny = FindOptions { lexical_weight: f64::MIN_POSITIVE, embedding_weight: 0.0, ..d() };
    assert!(index.find("save", Weighting::Combined, &tiny).is_ok_and(|f| f.best_score.is_finite()));
}

#[test]
fn boxes_that_are_no_boxes() {
    let boxed = |name: &str, x: f64, y: f64, width: f64, height: f64| ElementDescriptor {
        role: "button".into(),
        name: name.into(),
        positional: Positional {
            x: Some(x),
            y: Some(y),
            width: Some(width),
            height: Some(height),
            ..Positional::default()
        },
        ..ElementDescriptor::default()
    };
    let odd = [
        0.0,
        -0.0,
        -1.0,
        1e308,
        -1e308,
        1e9,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        f64::MIN_POSITIVE,
    ];
    for a in odd {
        for b in odd {
            let page =
                [boxed("Save", a, b, 10.0, 10.0), boxed("Save", 0.0, 0.0, a, b), boxed("Cancel", b, b, b, a)];
            for query in [
                "save below cancel",
                "save left of cancel",
                "bottom right save",
                "leftmost button",
                "near cancel",
            ] {
                let options = everything();
                for strategy in STRATEGIES {
                    let index = Index::new(Arc::new(snapshot_from_descriptors(&page)));
                    check(&index.find(query, strategy, &options).expect("a plain query"), &options);
                }
            }
        }
    }
}

#[test]
fn equal_and_empty_refs_are_told_apart() {
    let twin = |reference: &str| ElementDescriptor {
        reference: reference.into(),
        role: "button".into(),
        name: "Save".into(),
        ..ElementDescriptor::default()
    };
    let page = [twin("e1"), twin("e1"), twin(""), twin(""), twin("s_0")];
    let index = Index::new(Arc::new(snapshot_from_descriptors(&page)));
    for strategy in STRATEGIES {
        let found = index.find("save button", strategy, &everything()).expect("a plain query");
        let mut refs: Vec<_> = found.matches.iter().map(|m| m.reference.clone()).collect();
        assert_eq!(refs.len(), 5);
        refs.sort();
        refs.dedup();
        assert_eq!(refs.len(), 5, "{refs:?}");
        assert!(found.ambiguous);
    }
}
