//! `find`, `match`, `classify` and the rest: every promised command line, exit code, format and error text.

use std::io::Write;

use serde_json::Value;

use crate::support::{Run, command, examples, piped, semantic, start};

fn example(name: &str) -> Vec<u8> {
    std::fs::File::open(examples().join(name))
        .and_then(|mut file| {
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut file, &mut bytes).map(|_| bytes)
        })
        .expect("the example is there")
}

/// A snapshot with one button a name, and the refs e0, e1, …
fn buttons(names: &[&str]) -> Vec<u8> {
    let elements: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(i, name)| serde_json::json!({"ref": format!("e{i}"), "role": "button", "name": name}))
        .collect();
    serde_json::to_vec(&elements).expect("JSON")
}

// The command lines of the seed.

#[test]
fn seed_find_in_a_file() {
    let run = semantic(&["find", "sign in button", "--snapshot", "login.json"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let mut lines = run.out.lines();
    assert_eq!(
        lines.next().expect("a header").split_whitespace().collect::<Vec<_>>(),
        ["REF", "SCORE", "CONFIDENCE", "ROLE", "NAME"]
    );
    let best = lines.next().expect("a match");
    assert!(
        best.starts_with("e9 ") && best.contains(" button ") && best.ends_with("  \"Sign in\""),
        "{best}"
    );
    assert!(lines.count() <= 2, "top 3 at most");
}

#[test]
fn seed_find_from_a_pipe() {
    for extra in [&[][..], &["--snapshot", "-"]] {
        let args = [&["find", "search box", "--format", "refs"], extra].concat();
        let run = piped(&args, &example("shop.json"));
        assert_eq!((run.code, run.out.lines().next()), (0, Some("e3")), "{}", run.err);
    }
}

#[test]
fn seed_formats() {
    let find = |format| semantic(&["find", "sign in button", "--snapshot", "login.json", "--format", format]);

    let json = find("json").json();
    assert_eq!(json["best_ref"], "e9");
    assert_eq!(json["strategy"], "combined");
    assert_eq!(json["element_count"], 11);
    assert!(json["ambiguous"].is_boolean());
    assert!(["high", "medium", "low"].contains(&json["confidence"].as_str().expect("a label")));
    let best = &json["matches"][0];
    assert_eq!(best["ref"], "e9");
    assert_eq!(best["score"], json["best_score"]);
    assert_eq!(best["confidence"], json["confidence"]);
    assert_eq!((&best["role"], &best["name"]), (&"button".into(), &"Sign in".into()));
    assert!(best["node"].as_str().expect("a number").starts_with("s_"));
    assert!(best.get("explain").is_none());

    let refs = find("refs").out;
    let expected: Vec<_> = json["matches"].as_array().expect("matches").iter().map(|m| &m["ref"]).collect();
    assert_eq!(refs.lines().collect::<Vec<_>>(), expected);

    let table = find("table");
    assert_eq!(table.out, semantic(&["find", "sign in button", "--snapshot", "login.json"]).out);
}

#[test]
fn seed_position_hints() {
    for query in ["button in top right corner", "link below the search box", "sidebar on the left"] {
        let run = semantic(&["find", query, "--snapshot", "shop.json", "--format", "json"]);
        assert_eq!(run.code == 0, run.json()["best_ref"].is_string(), "{query}: {}", run.err);
        assert!([0, 1].contains(&run.code), "{query}: {}", run.err);
    }
    let run =
        semantic(&["find", "button in top right corner", "--snapshot", "shop.json", "--format", "refs"]);
    assert_eq!(run.out.lines().next(), Some("e6"), "{}", run.err);
}

#[test]
fn seed_match_scores_what_find_scores() {
    let run = semantic(&["match", "sign in button", "e9", "--snapshot", "login.json"]);
    assert_eq!(run.code, 0);
    let cells: Vec<_> = run.out.trim_end().split("  ").collect();
    assert_eq!((cells[0], cells[3], cells[4]), ("e9", "button", "\"Sign in\""));
    assert_eq!(run.out.lines().count(), 1);

    let found = semantic(&["find", "sign in button", "--snapshot", "login.json", "--format", "json"]).json();
    let json =
        semantic(&["match", "sign in button", "e9", "--snapshot", "login.json", "--format", "json"]).json();
    assert_eq!(json["score"], found["best_score"]);
    assert_eq!((&json["ref"], &json["node"]), (&"e9".into(), &found["matches"][0]["node"]));

    let run = semantic(&["match", "login", "e4", "--snapshot", "login.json", "--format", "json"]);
    assert_eq!(run.code, i32::from(run.json()["score"].as_f64().expect("a score") < 0.3));
    let low = semantic(&["match", "sign in button", "e0", "--snapshot", "login.json", "--threshold", "0.99"]);
    assert_eq!((low.code, low.out.lines().count()), (1, 1));
}

#[test]
fn seed_classify() {
    let run = semantic(&["classify", "could not find node with given id"]);
    assert_eq!((run.code, run.out.as_str()), (0, "element_not_found (recoverable: true)\n"));
    let run = piped(&["classify", "-"], b"could not find node with given id\n");
    assert_eq!((run.code, run.out.as_str()), (0, "element_not_found (recoverable: true)\n"));
    let run = semantic(&["classify", "the cat sat", "--format", "json"]);
    assert_eq!((run.code, &run.json()["failure"]), (0, &"unknown".into()));
    assert_eq!(run.json()["recoverable"], false);
    let run = piped(&["classify", "-"], b"\xff\xfe");
    assert_eq!((run.code, run.out.as_str()), (0, "unknown (recoverable: false)\n"));
}

// Options.

#[test]
fn flags_stand_anywhere() {
    let after = semantic(&["find", "sign in button", "--snapshot", "login.json", "--format", "refs"]);
    let before =
        semantic(&["--color=never", "find", "--format=refs", "--snapshot=login.json", "sign in button"]);
    assert_eq!((before.code, before.out), (0, after.out));
    let between = semantic(&["match", "sign in button", "--snapshot", "login.json", "e9"]);
    assert_eq!(between.code, 0);
}

#[test]
fn a_query_may_start_with_a_dash_after_two() {
    let snapshot = buttons(&["-verbose flag", "other"]);
    let run = piped(&["find", "--format", "refs", "--", "-verbose flag"], &snapshot);
    assert_eq!((run.code, run.out.lines().next()), (0, Some("e0")), "{}", run.err);
}

#[test]
fn top_k_counts_and_zero_is_all() {
    let snapshot = buttons(&["Save"; 12]);
    for (k, lines) in [("1", 1), ("5", 5), ("0", 12)] {
        let run = piped(&["find", "save button", "--top-k", k, "--format", "refs"], &snapshot);
        assert_eq!((run.code, run.out.lines().count()), (0, lines));
    }
    assert_eq!(piped(&["find", "save button", "--format", "refs"], &snapshot).out, "e0\ne1\ne2\n");
}

#[test]
fn strategies_are_named_in_the_answer() {
    for strategy in ["lexical", "embedding", "combined"] {
        let args = [
            "find",
            "sign in button",
            "--snapshot",
            "login.json",
            "--format",
            "json",
            "--strategy",
            strategy,
        ];
        let run = semantic(&args);
        assert_eq!((run.code, &run.json()["strategy"]), (0, &strategy.into()));
    }
    let args = ["find", "sign in button", "--snapshot", "login.json", "--format", "json"];
    let run = semantic(&[&args[..], &["--lexical-weight", "1", "--embedding-weight", "0"]].concat());
    assert_eq!((run.code, &run.json()["best_ref"]), (0, &"e9".into()));
}

#[test]
fn explain_says_why() {
    let args = ["find", "sign in button", "--snapshot", "login.json", "--explain"];
    let run = semantic(&args);
    assert!(run.out.contains("\n    lexical ") && run.out.contains("\n    why: "), "{}", run.out);
    let json = semantic(&[&args[..], &["--format", "json"]].concat()).json();
    let explain = &json["matches"][0]["explain"];
    assert!(explain["lexical_score"].is_number() && explain["embedding_score"].is_number());
    assert!(explain["why"].as_array().is_some_and(|why| !why.is_empty()));
    let run = semantic(&["match", "sign in button", "e9", "--snapshot", "login.json", "--explain"]);
    assert!(run.out.contains("\n    why: "), "{}", run.out);
}

#[test]
fn colour_only_where_asked() {
    let args = ["find", "sign in button", "--snapshot", "login.json"];
    let coloured = |extra: &[&str], env: &[(&str, &str)]| {
        let run = command().args(args).args(extra).envs(env.iter().copied()).output().expect("semantic runs");
        String::from_utf8_lossy(&run.stdout).contains('\u{1b}')
    };
    assert!(!coloured(&[], &[]));
    assert!(!coloured(&["--color", "auto"], &[]));
    assert!(!coloured(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(coloured(&["--color", "always"], &[("NO_COLOR", "1")]));
    assert!(coloured(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&[], &[("NO_COLOR", "1")]));
    for format in ["json", "refs"] {
        assert!(!coloured(&["--color", "always", "--format", format], &[]));
    }
}

// Nothing found, refusals, errors.

#[test]
fn nothing_found_is_said_and_exits_with_1() {
    let run = semantic(&["find", "quarterly zebra census", "--snapshot", "login.json"]);
    run.fails_with(1, "no match for \"quarterly zebra census\" (");
    assert!(run.err.contains("threshold 0.3)"));
    let run = semantic(&["find", "login", "--snapshot", "login.json", "--threshold", "1"]);
    run.fails_with(1, "(best score 0.");
    for query in ["quarterly zebra census", "", "  ", "?!"] {
        let run = semantic(&["find", query, "--snapshot", "login.json", "--format", "json"]);
        let json = run.json();
        assert_eq!((run.code, run.err.as_str()), (1, ""), "{query:?}");
        assert_eq!(json["matches"], Value::Array(vec![]));
        assert_eq!((&json["best_ref"], json["best_score"].as_f64()), (&Value::Null, Some(0.0)));
    }
    let run = piped(&["find", "save", "--format", "refs"], b"[]");
    assert!((run.code == 1 || run.code == 2) && run.out.is_empty(), "{}", run.err);
}

#[test]
fn two_that_fit_alike_are_called_ambiguous() {
    let snapshot = buttons(&["Save", "Save"]);
    let run = piped(&["find", "save button"], &snapshot);
    assert_eq!(run.code, 0);
    assert!(run.err.starts_with("note: ambiguous: "), "{}", run.err);
    let json = piped(&["find", "save button", "--format", "json"], &snapshot).json();
    assert_eq!((&json["ambiguous"], json["margin"].as_f64()), (&true.into(), Some(0.0)));
}

#[test]
fn a_ref_that_names_no_single_element_is_refused() {
    let run = semantic(&["match", "login", "e99", "--snapshot", "login.json"]);
    run.fails_with(1, "refused: ref \"e99\" is not in this snapshot");
    let twice = br#"[{"ref":"e1","role":"button","name":"A"},{"ref":"e1","role":"button","name":"B"}]"#;
    let run = piped(&["match", "a", "e1"], twice);
    run.fails_with(1, "refused: ");
    let both = br#"[{"ref":"s_1","role":"button","name":"A"},{"ref":"e1","role":"button","name":"B"}]"#;
    piped(&["match", "a", "s_1"], both).fails_with(1, "own:s_1");
    assert_eq!(piped(&["match", "button b", "s:s_1"], both).out.split_whitespace().next(), Some("e1"));
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let find = |file| semantic(&["find", "x", "--snapshot", file]);
    find("nowhere.json").fails_with(2, "error: nowhere.json: no such file");
    find(".").fails_with(2, "error: .: is a directory");
    find("no\nwhere").fails_with(2, "error: no\\nwhere: no such file");
    let folder = std::env::temp_dir().join(format!("semantic-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder of our own");
    let path = folder.join("huge.json");
    let huge = std::fs::File::create(&path).and_then(|f| f.set_len((256 << 20) + 1));
    huge.expect("a sparse file");
    let run = find(path.to_str().expect("UTF-8"));
    std::fs::remove_dir_all(&folder).expect("our folder goes");
    run.fails_with(2, "huge.json: larger than 256 MiB");
    piped(&["find", "x"], b"\x01\x02 not a snapshot").fails_with(2, "error: standard input: ");
    piped(&["find", "x"], b"").fails_with(2, "error: standard input: ");
    piped(&["match", "x", "e1"], b"{").fails_with(2, "error: standard input: ");
}

#[test]
fn unknown_words_and_values_out_of_range_are_usage_errors() {
    for (args, text) in [
        (&["find", "x", "--strategy", "psychic"][..], "psychic"),
        (&["find", "x", "--format", "xml"], "xml"),
        (&["find", "x", "--fromat", "json"], "--fromat"),
        (&["find", "x", "--input-format", "papyrus"], "papyrus"),
        (&["find", "x", "--threshold", "1.5"], "from 0 to 1"),
        (&["find", "x", "--threshold", "-0.1"], "from 0 to 1"),
        (&["find", "x", "--threshold", "NaN"], "from 0 to 1"),
        (&["find", "x", "--lexical-weight", "-1"], "0 or more"),
        (&["find", "x", "--embedding-weight", "inf"], "0 or more"),
        (&["find", "x", "--lexical-weight", "0", "--embedding-weight", "0"], "weight"),
        (&["find", "x", "--top-k", "-1"], "-1"),
        (&["find", "x", "--color", "plaid"], "plaid"),
        (&["find", "role:"], "role:"),
        (&["find", "sign", "in"], "in"),
        (&["find"], "QUERY"),
        (&["match", "x"], "REF"),
        (&["match", "x", "e1", "--format", "refs"], "refs"),
        (&["classify", "x", "--format", "table"], "table"),
        (&["completions", "tcsh"], "tcsh"),
        (&["conjure"], "conjure"),
    ] {
        let run = piped(args, &buttons(&["x"]));
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}: {}", run.err);
        assert!(run.err.starts_with("error: ") && run.err.contains(text), "{args:?}: {}", run.err);
    }
    let bare = semantic(&[]);
    assert!(bare.code == 2 && bare.out.is_empty() && bare.err.contains("Usage: semantic"));
}

// Hostile input and the ends of pipes.

#[test]
fn page_text_can_forge_nothing() {
    let name = "save\u{1b}[2J\u{9b}31m\r\ne9  1.00  high  button  \"Pay\"\u{202e}\u{200b}\u{2028}\u{7}";
    let long = format!("save {}", "漢".repeat(500));
    let snapshot = buttons(&[name, &long, "save a\u{200d}b\u{200c}c"]);
    let clean = |text: &str| {
        !text.chars().any(|c| c != '\n' && (c.is_control() || "\u{202e}\u{200b}\u{2028}".contains(c)))
    };
    for args in [&["find", "save"][..], &["find", "save", "--explain"], &["match", "save", "e0", "--explain"]]
    {
        let args = [args, &["--threshold", "0"]].concat();
        let run = piped(&args, &snapshot);
        assert!(clean(&run.out) && clean(&run.err), "{:?}", run.out);
        let rows = run.out.lines().filter(|l| !l.starts_with("    ") && !l.starts_with("REF")).count();
        assert_eq!(rows, if args[0] == "find" { 3 } else { 1 }, "{}", run.out);
        assert!(run.out.contains(r#""save\u{1b}[2J\u{9b}31m\r\ne9  1.00  high  button  \"Pay\"\u{202e}"#));
    }
    let table = piped(&["find", "save", "--threshold", "0"], &snapshot).out;
    assert!(table.contains("漢…\"") && table.contains("a\u{200d}b\u{200c}c"), "{table}");
    let json = piped(&["find", "save", "--threshold", "0", "--format", "json"], &snapshot);
    assert!(clean(&json.out));
    let names: Vec<_> =
        json.json()["matches"].as_array().expect("matches").iter().map(|m| m["name"].clone()).collect();
    assert!(names.contains(&long.into()), "names in JSON are whole: {names:?}");
    let run = piped(&["find", "zebra\n\u{1b}[2J"], &buttons(&["save"]));
    run.fails_with(1, r#"no match for "zebra\n\u{1b}[2J""#);
}

#[test]
fn a_closed_pipe_is_success_and_silent() {
    for args in
        [&["find", "save button"][..], &["find", "save button", "--format", "json"], &["classify", "-"]]
    {
        let mut child = start(args);
        drop(child.stdout.take()); // gone before it can write: it waits for its input first
        let mut stdin = child.stdin.take().expect("piped");
        stdin.write_all(&buttons(&["Save", "Save"])).expect("it reads");
        drop(stdin);
        let run = Run::from(child.wait_with_output().expect("semantic ends"));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?}");
    }
}

#[test]
fn same_input_same_bytes() {
    let args = [
        "find",
        "delete in the row of INV-1003",
        "--snapshot",
        "invoices.json",
        "--format",
        "json",
        "--explain",
    ];
    let first = semantic(&args);
    assert_eq!(first.code, 0);
    assert_eq!(first.out, semantic(&args).out);
}

// The rest.

#[test]
fn version_and_help() {
    let line = format!("semantic {}\n", env!("CARGO_PKG_VERSION"));
    for args in [&["version"][..], &["--version"], &["-V"]] {
        let run = semantic(args);
        assert_eq!((run.code, &run.out), (0, &line));
    }
    assert_eq!(semantic(&["version", "--format", "json"]).json()["version"], env!("CARGO_PKG_VERSION"));
    for args in [&["--help"][..], &["find", "--help"], &["help", "match"], &["classify", "-h"]] {
        let run = semantic(args);
        assert!(run.code == 0 && run.out.contains("Usage: semantic"), "{args:?}");
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = semantic(&["completions", shell]);
        assert!(run.code == 0 && run.out.contains("classify") && run.out.contains("top-k"), "{shell}");
    }
}
