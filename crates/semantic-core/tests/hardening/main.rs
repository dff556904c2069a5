//! Input nobody sane would write: no panic, finite scores in order, the same answer twice, in bounded time.

mod generate;

use generate::*;

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
