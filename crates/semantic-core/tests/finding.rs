//! Regressions and promises of finding, each on the smallest page that shows it.
#![allow(clippy::disallowed_methods)] // one test reads the pages of our own corpus

use std::sync::Arc;

use semantic_core::find::{
    CombinedMatcher, Confidence, ElementDescriptor, ElementMatcher, Embedder, EmbeddingMatcher, FindOptions,
    FindResult, HashingEmbedder, Index, LexicalMatcher, Strategy,
};
use semantic_core::formats;

/// The elements of a page: role and name.
type Elements<'a> = &'a [(&'a str, &'a str)];

/// A page from `role "name"` pairs, in order, with refs `e0`, `e1`, ….
fn page(elements: Elements<'_>) -> Index {
    let elements: Vec<_> = elements
        .iter()
        .enumerate()
        .map(|(i, (role, name))| serde_json::json!({"ref": format!("e{i}"), "role": role, "name": name}))
        .collect();
    index(&serde_json::Value::Array(elements))
}

fn index(json: &serde_json::Value) -> Index {
    let snapshot = formats::read(json.to_string().as_bytes(), None).expect("our own page can be read");
    Index::new(Arc::new(snapshot))
}

fn find(index: &Index, query: &str) -> FindResult {
    index.find(query, Strategy::Combined, &FindOptions::default()).expect("a plain query")
}

/// Checks (page, query, ref or "none") rows and reports all that differ at once.
fn check(rows: &[(Elements<'_>, &str, &str)]) {
    let wrong: Vec<_> = rows
        .iter()
        .filter_map(|(elements, query, want)| {
            let found = find(&page(elements), query);
            let got = found.best_ref.as_deref().unwrap_or("none");
            (got != *want)
                .then(|| format!("{query:?} on {elements:?}: want {want}, got {got} {:?}", found.matches))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_contrary_is_never_given() {
    let mut wrong = Vec::new();
    for (query, name) in [
        ("subscribe", "Unsubscribe"),
        ("unsubscribe", "Subscribe"),
        ("enable notifications", "Disable notifications"),
        ("disable notifications", "Enable notifications"),
        ("turn off wifi", "Turn on wifi"),
        ("open menu", "Close menu"),
        ("follow button", "Unfollow"),
        ("block user", "Unblock user"),
        ("out of stock", "In stock"),
        ("sold out", "In stock"),
        ("select all", "Deselect all"),
        ("archive", "Unarchive"),
        ("install app", "Uninstall app"),
        ("last name field", "First name"),
        ("reject cookies", "Accept cookies"),
        ("log out", "Log in"),
        ("next page", "Previous page"),
        ("mute", "Unmute"),
    ] {
        let found = find(&page(&[("heading", "Page"), ("link", "Home"), ("button", name)]), query);
        if found.matches.iter().any(|m| m.name == name && m.confidence == Confidence::High) {
            wrong.push(format!("{query} -> {name} {:?}", found.matches));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn another_word_is_no_typo() {
    let found = find(&page(&[("link", "Home"), ("button", "Card")]), "cart button");
    assert!(found.matches.iter().all(|m| m.confidence != Confidence::High), "{found:?}");
}

#[test]
fn names_that_look_like_grammar_are_names() {
    let pages: Elements<'_> =
        &[("button", "First"), ("button", "Previous"), ("button", "Next"), ("button", "Last")];
    let forms: Elements<'_> = &[("textbox", "First name"), ("textbox", "Last name"), ("button", "Not now")];
    let tabs: Elements<'_> = &[("tab", "Best"), ("tab", "Cheapest"), ("tab", "Fastest")];
    check(&[
        (pages, "last", "e3"),
        (pages, "click first", "e0"),
        (pages, "next button", "e2"),
        (forms, "first name field", "e0"),
        (forms, "last name", "e1"),
        (forms, "not now", "e2"),
        (tabs, "Fastest tab", "e2"),
        (tabs, "cheapest tab", "e1"),
    ]);
}

#[test]
fn the_whole_name_wins() {
    let card: Elements<'_> = &[("radio", "Card"), ("textbox", "Card number"), ("button", "Security card")];
    let mail: Elements<'_> = &[("textbox", "Email address"), ("textbox", "Email")];
    let files: Elements<'_> = &[("checkbox", "Select lease.pdf"), ("link", "lease.pdf")];
    check(&[
        (card, "card number", "e1"),
        (card, "\"Card\"", "e0"),
        (mail, "email", "e1"),
        (files, "lease.pdf", "e1"),
    ]);
}

#[test]
fn a_name_that_denies_is_never_high() {
    for (query, name) in [("with gift wrap", "Without gift wrap"), ("save and close", "Close without saving")]
    {
        let found = find(&page(&[("link", "Home"), ("button", name)]), query);
        assert!(found.matches.iter().all(|m| m.confidence != Confidence::High), "{query} {found:?}");
    }
}

#[test]
fn a_denial_alone_asks_for_nothing() {
    let login: Elements<'_> = &[("heading", "Notes"), ("textbox", "Email"), ("button", "Sign in")];
    check(&[(login, "not interested", "none"), (login, "without password", "none")]);
    let found = find(&page(login), "anything but sign in");
    assert!(!found.matches.is_empty() && found.matches.iter().all(|m| m.reference != "e2"), "{found:?}");
}

#[test]
fn a_sibling_in_the_row_does_not_rule_a_control_out() {
    let rows = index(&serde_json::json!([
        {"ref": "r1", "role": "row", "name": ""},
        {"ref": "c1", "role": "cell", "name": "INV-1", "parent": "r1"},
        {"ref": "e1", "role": "button", "name": "Edit", "parent": "r1"},
        {"ref": "d1", "role": "button", "name": "Delete", "parent": "r1"},
        {"ref": "r2", "role": "row", "name": ""},
        {"ref": "c2", "role": "cell", "name": "INV-2", "parent": "r2"},
        {"ref": "e2", "role": "button", "name": "Edit", "parent": "r2"},
        {"ref": "d2", "role": "button", "name": "Delete", "parent": "r2"},
    ]));
    assert_eq!(find(&rows, "edit INV-2 not delete").best_ref.as_deref(), Some("e2"));
    assert_eq!(find(&rows, "delete in the row of INV-1").best_ref.as_deref(), Some("d1"));
}

#[test]
fn boxes_that_repeat_are_cards() {
    let card = |n: usize, name: &str| {
        [
            serde_json::json!({"ref": format!("b{n}"), "role": "generic"}),
            serde_json::json!({"ref": format!("t{n}"), "role": "text", "name": name, "parent": format!("b{n}")}),
            serde_json::json!({"ref": format!("e{n}"), "role": "button", "name": "Add to cart", "parent": format!("b{n}")}),
        ]
    };
    let shelf =
        index(&serde_json::Value::from([card(1, "Mint tea"), card(2, "Assam"), card(3, "Sencha")].concat()));
    let found = find(&shelf, "add Assam to cart");
    assert_eq!((found.best_ref.as_deref(), found.ambiguous), (Some("e2"), false), "{found:?}");
    assert_eq!(find(&shelf, "add to cart in the card of Sencha").best_ref.as_deref(), Some("e3"));
    assert!(find(&shelf, "add to cart").ambiguous);
}

#[test]
fn a_cell_is_found_by_its_row_and_column() {
    let table = index(&serde_json::json!([
        {"ref": "t", "role": "table", "name": "Staff"},
        {"ref": "h", "role": "row", "name": "", "parent": "t"},
        {"ref": "h1", "role": "columnheader", "name": "Name", "parent": "h"},
        {"ref": "h2", "role": "columnheader", "name": "Office", "parent": "h"},
        {"ref": "a", "role": "row", "name": "", "parent": "t"},
        {"ref": "a1", "role": "cell", "name": "Ada", "parent": "a"},
        {"ref": "a2", "role": "cell", "name": "Turin", "parent": "a"},
        {"ref": "b", "role": "row", "name": "", "parent": "t"},
        {"ref": "b1", "role": "cell", "name": "Bram", "parent": "b"},
        {"ref": "b2", "role": "cell", "name": "Ghent", "parent": "b"},
    ]));
    assert_eq!(find(&table, "office of Bram").best_ref.as_deref(), Some("b2"));
}

#[test]
fn a_stray_box_does_not_move_the_page() {
    let boxed = |r: &str, x: u32, y: u32| serde_json::json!({"ref": r, "role": "button", "name": r, "x": x, "y": y, "width": 80, "height": 30});
    let page = index(&serde_json::json!([
        boxed("a", 10, 10),
        boxed("b", 900, 10),
        boxed("c", 10, 650),
        boxed("d", 900, 650),
        {"ref": "off", "role": "text", "name": "off", "x": 50000, "y": 50000, "width": 10, "height": 10},
    ]));
    assert_eq!(find(&page, "bottom right button").best_ref.as_deref(), Some("d"));
    assert_eq!(find(&page, "top right button").best_ref.as_deref(), Some("b"));
}

#[test]
fn position_without_boxes_is_said_and_never_high() {
    let found = find(&page(&[("button", "Save"), ("button", "Cancel")]), "save button on the left");
    assert!(found.notes.iter().any(|n| n.contains("no boxes")), "{found:?}");
    assert!(found.matches.iter().all(|m| m.confidence != Confidence::High), "{found:?}");
}

#[test]
fn of_two_equal_elements_neither_is_high() {
    let found = find(&page(&[("button", "Save"), ("button", "Save")]), "save button");
    assert!(found.ambiguous);
    assert!(found.matches.iter().all(|m| m.confidence != Confidence::High), "{found:?}");
    assert_eq!(found.best_ref.as_deref(), Some("e0"), "equal elements come in document order");
}

#[test]
fn the_margin_is_never_negative() {
    // The best misses the kind that is asked for, the next one does not: the label weighs that, the margin does not.
    for elements in
        [&[("link", "Save"), ("button", "Saved")][..], &[("text", "Save"), ("checkbox", "Save it")]]
    {
        for query in ["save button", "save checkbox", "save link", "save"] {
            let found = find(&page(elements), query);
            assert!(found.margin.is_none_or(|m| (0.0..=1.0).contains(&m)), "{query} {found:?}");
        }
    }
}

#[test]
fn other_languages_mean_the_same() {
    let login: Elements<'_> =
        &[("textbox", "Email address"), ("textbox", "Password"), ("button", "Sign in"), ("button", "Cancel")];
    check(&[
        (login, "contraseña", "e1"),
        (login, "Passwort", "e1"),
        (login, "mot de passe", "e1"),
        (login, "パスワード", "e1"),
        (login, "密码", "e1"),
        (login, "пароль", "e1"),
        (login, "登录", "e2"),
        (login, "se connecter", "e2"),
        (login, "anmelden", "e2"),
        (login, "iniciar sesión", "e2"),
        (login, "로그인", "e2"),
        (login, "annuler", "e3"),
    ]);
}

/// An embedder of a caller's own: counts of two letters.
struct Letters;

impl Embedder for Letters {
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, String> {
        let count = |t: &str, l: char| t.chars().filter(|&c| c == l).count() as f32;
        Ok(texts.iter().map(|t| vec![count(t, 'a'), count(t, 'z')]).collect())
    }

    fn strategy(&self) -> &str {
        "letters"
    }
}

struct Broken;

impl Embedder for Broken {
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, String> {
        Ok(texts.iter().map(|_| vec![f32::NAN]).collect())
    }

    fn strategy(&self) -> &str {
        "broken"
    }
}

fn descriptors(names: &[&str]) -> Vec<ElementDescriptor> {
    let element = |(i, name): (usize, &&str)| ElementDescriptor {
        reference: format!("e{i}"),
        role: "button".into(),
        name: (*name).into(),
        ..Default::default()
    };
    names.iter().enumerate().map(element).collect()
}

#[test]
fn an_embedder_of_the_callers_own_decides() {
    let elements = descriptors(&["zzz", "aaa"]);
    let open = FindOptions { threshold: 0.0, ..FindOptions::default() };
    let found = EmbeddingMatcher::new(Letters).find("aa", &elements, &open).expect("letters");
    assert_eq!(found.best_ref.as_deref(), Some("e1"));
    assert_eq!(found.strategy, "embedding");
    assert!(
        CombinedMatcher::new(Letters).find("save", &[], &open).expect("an empty page").matches.is_empty()
    );
    let error = CombinedMatcher::new(Broken).find("save", &elements, &open).expect_err("not a number");
    assert!(error.to_string().contains("not finite"), "{error}");
}

#[test]
fn neighbours_speak_with_their_weight() {
    let elements = descriptors(&["Aa", "Password", "Zz"]);
    let open = FindOptions { threshold: 0.0, top_k: 0, ..FindOptions::default() };
    let score = |weight: f64| {
        let matcher = EmbeddingMatcher::with_neighbor_weight(HashingEmbedder::default(), weight);
        let found = matcher.find("password", &elements, &open).expect("a plain query");
        found.matches.iter().find(|m| m.reference == "e1").map_or(0.0, |m| m.score)
    };
    assert!(score(0.0) > score(0.5), "neighbours that say something else take away");
    assert_eq!(score(-3.0), score(0.0), "weights are clamped");
    assert_eq!(score(f64::NAN), score(EmbeddingMatcher::NEIGHBOR_WEIGHT));
}

#[test]
fn strategies_are_weightings_of_one_scorer() {
    let index = page(&[("button", "Sign in"), ("link", "Help"), ("textbox", "Email")]);
    let by = |strategy, lexical_weight, embedding_weight| {
        let options = FindOptions { lexical_weight, embedding_weight, ..FindOptions::default() };
        index.find("log in button", strategy, &options).expect("a plain query").best_score
    };
    assert_eq!(by(Strategy::Combined, 1.0, 0.0), by(Strategy::Lexical, 0.6, 0.4));
    assert_eq!(by(Strategy::Combined, 0.0, 2.0), by(Strategy::Embedding, 0.6, 0.4));
    assert_eq!(LexicalMatcher::new().strategy(), "lexical");
}

#[test]
fn many_threads_share_an_index() {
    let index = page(&[("button", "Sign in"), ("link", "Help"), ("textbox", "Email")]);
    let want = find(&index, "log in button");
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| find(&index, "log in button"))).collect();
        for thread in threads {
            assert_eq!(thread.join().expect("no panic"), want);
        }
    });
}

#[test]
fn every_control_of_our_pages_is_found_by_its_name() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let corpus = std::fs::read_dir(root.join("fixtures/corpus")).expect("our own corpus").flatten();
    let mut files: Vec<_> =
        corpus.map(|page| page.path().join("snapshot.json")).filter(|f| f.is_file()).collect();
    files.extend(["login", "shop", "invoices"].map(|page| root.join(format!("examples/{page}.json"))));
    let mut wrong = Vec::new();
    let mut asked = 0;
    for file in files {
        let snapshot = formats::read(&std::fs::read(&file).expect("our own page"), None).expect("a snapshot");
        let index = Index::new(Arc::new(snapshot));
        let named: Vec<_> =
            index.snapshot().nodes().filter_map(|n| Some((n, n.name()?.to_lowercase()))).collect();
        for (node, name) in &named {
            let alone = named.iter().filter(|(_, other)| other == name).count() == 1;
            if !node.is_interactive() || !alone || name.trim().is_empty() {
                continue;
            }
            asked += 1;
            let found = find(&index, name);
            if found.matches.first().and_then(|m| m.node_id()) != Some(node.id()) {
                wrong.push(format!(
                    "{}: {name:?} is {node:?}, found {:?}",
                    file.display(),
                    found.matches.first()
                ));
            }
        }
    }
    assert!(asked > 300, "only {asked} names");
    assert!(wrong.is_empty(), "{} of {asked}\n{}", wrong.len(), wrong.join("\n"));
}
