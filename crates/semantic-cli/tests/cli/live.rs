//! The built command on a live page: every use of `--cdp`, `tabs` and `doctor`, with their exit codes.
//!
//! Where no browser is found, or `SEMANTIC_NO_BROWSER=1` is set, the test says that it was skipped.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use semantic_cdp::{Browser, Launch, Launched, Options, block_on, find_browser, launch};
use serde_json::Value;

/// Exit code, stdout and stderr of a run.
fn semantic(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_semantic"));
    let output = command.args(args).stdin(Stdio::null()).output().expect("semantic runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("a code"), text(output.stdout), text(output.stderr))
}

/// A browser with the page of the fixtures in view.
fn browser(test: &str) -> Option<(Launched, String)> {
    if std::env::var("SEMANTIC_NO_BROWSER").is_ok_and(|v| v == "1") || find_browser().is_none() {
        // Past the harness, which shows nothing of a test that passes.
        let why = "SEMANTIC_NO_BROWSER=1, or no Chromium was found";
        let _ = writeln!(std::io::stderr(), "SKIPPED {test}: {why}");
        return None;
    }
    let launched = launch(&Launch { headless: true, ..Launch::default() }).expect("the browser starts");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/live/tree.html");
    let url = format!("file://{}", page.canonicalize().expect("the page is there").display());
    let address = launched.address();
    block_on(async { Browser::attach(&address, Options::default()).await?.open(&url).await })
        .expect("it opens");
    Some((launched, address))
}

#[test]
fn a_live_page_is_a_source_of_every_command() {
    let Some((launched, url)) = browser("a_live_page_is_a_source_of_every_command") else { return };
    let run = |args: &[&str]| semantic(&[args, &["--cdp", &url]].concat());

    let (code, out, err) = run(&["find", "add button", "--format", "json"]);
    let found: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, err.as_str(), &found["matches"][0]["name"]), (0, "", &"Add".into()), "{out}");
    let reference = found["best_ref"].as_str().expect("a ref").to_owned();
    assert_eq!(run(&["resolve", &reference]).0, 0);
    assert_eq!(run(&["match", "add button", &reference]).0, 0);
    let (code, out, _) = run(&["view"]);
    assert!(code == 0 && out.contains("\"Orders\"") && out.contains("\"Gift\""), "{out}");
    let (code, out, _) = run(&["at", "20", "105"]);
    assert!(code == 0 && out.contains("Add"), "{out}");
    let (code, out, _) = run(&["convert", "--to", "json"]);
    assert!(code == 0 && out.contains("\"cart.clear\""), "{out}");

    let before = std::env::temp_dir().join(format!("semantic-live-{}.json", std::process::id()));
    std::fs::File::create(&before).and_then(|mut file| file.write_all(out.as_bytes())).expect("written");
    let (code, out, _) = run(&["diff", before.to_str().expect("UTF-8"), "--exit-code"]);
    let _ = std::fs::remove_file(&before);
    assert_eq!((code, out.trim()), (0, "# no change"));

    let (code, out, err) = run(&["hints", "snapshot"]);
    assert!(
        code == 0 && out.starts_with(r#"{"url":"file://"#) && out.contains("\"cart.clear\""),
        "{out}{err}"
    );
    let (code, out, _) = run(&["hints", "observe", "cart.clear"]);
    assert_eq!((code, out.trim()), (0, r#"{"id":"cart.clear","name":"Clear","enabled":false}"#));
    let (code, part, _) = run(&["hints", "snapshot", "--scope", "button[data-semtag-id]"]);
    assert!(code == 0 && part.contains("\"cart.clear\""), "{part}");
    let (code, out, err) = run(&["hints", "snapshot", "--scope", "button["]);
    assert!(code == 1 && out.is_empty() && err.contains("button["), "{err}");
    let (code, out, err) = run(&["hints", "observe", "cart.cleer"]);
    assert!(code == 1 && out.is_empty() && err.contains("nearest: cart.clear"), "{err}");

    let (code, out, err) = run(&["tabs"]);
    assert!(code == 0 && err.is_empty() && out.starts_with("* ") && out.contains("tree.html"), "{out}{err}");
    let (_, out, _) = run(&["tabs", "--format", "json"]);
    let tabs: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((tabs["tabs"].as_array().map(Vec::len), &tabs["tabs"][0]["active"]), (Some(2), &true.into()));
    let (code, out, _) = run(&["doctor"]);
    assert!(code == 0 && out.contains("ok   snapshot: ") && !out.contains("FAIL"), "{out}");

    let (code, _, err) = run(&["view", "--tab", "nowhere"]);
    assert!(code == 1 && err.contains("\"nowhere\"") && err.contains("tree.html"), "{err}");
    assert_eq!(run(&["view", "--tab", "about:blank"]).0, 0);
    drop(launched);
    let (code, out, err) = run(&["view"]);
    assert_eq!((code, out.as_str(), err.lines().count()), (3, "", 1), "{err}");
}

#[test]
fn what_cannot_be_reached_is_told_with_its_cure() {
    for command in [
        &["find", "x"][..],
        &["view"],
        &["tabs"],
        &["at", "1", "2"],
        &["convert", "--to", "json"],
        &["hints", "snapshot"],
        &["hints", "observe", "a"],
        &["hints", "lint"],
        &["hints", "review", "-o", "-"],
    ] {
        let (code, out, err) = semantic(&[command, &["--cdp", "http://127.0.0.1:9"]].concat());
        assert_eq!((code, out.as_str(), err.lines().count()), (3, "", 1), "{command:?}: {err}");
    }
    let (code, out, _) = semantic(&["doctor", "--cdp", "http://127.0.0.1:9"]);
    assert!(
        code == 3 && out.contains("FAIL browser: ") && out.contains("--remote-debugging-port=9222"),
        "{out}"
    );
    let (code, _, err) = semantic(&["view", "--cdp", "ftp://127.0.0.1:9"]);
    assert!(code == 2 && err.contains("http://HOST:PORT"), "{err}");
    for wrong in [
        &["view", "page.json", "--cdp", "http://x"][..],
        &["view", "--tab", "x"],
        &["diff", "a.json"],
        &["tabs"],
    ] {
        assert_eq!(semantic(wrong).0, 2, "{wrong:?}");
    }
}

#[test]
fn a_live_page_is_checked_and_reviewed() {
    let Some((launched, url)) = browser("a_live_page_is_checked_and_reviewed") else { return };
    let run = |args: &[&str]| semantic(&[args, &["--cdp", &url]].concat());

    let (code, out, err) = run(&["hints", "lint"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(code, 1, "{out}{err}");
    let of = |rule: &str| lines.iter().find(|line| line.contains(rule)).copied().unwrap_or_default();
    assert!(of("[missing-role]").contains("/tree.html: cart.clear: error"), "{out}");
    // What has no id is named by a selector: there is no line.
    assert!(
        of("[uncovered-control] the button \"Add\"").contains("/tree.html: [data-testid=\"add\"]: warning"),
        "{out}"
    );
    assert!(out.contains("controls and ") && out.contains(" readings have hints"), "{out}");
    let (_, json, _) = run(&["hints", "lint", "--format", "json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let all = json["findings"].as_array().expect("findings");
    let add =
        all.iter().find(|f| f["selectors"][0] == "[data-testid=\"add\"]").expect("the button has a selector");
    assert_eq!((&add["rule"], &add["line"]), (&"uncovered-control".into(), &Value::Null), "{add}");
    let (_, sarif, _) = run(&["hints", "lint", "--format", "sarif"]);
    let sarif: Value = serde_json::from_str(&sarif).expect("JSON");
    let place =
        &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert!(place.as_str().is_some_and(|uri| uri.starts_with("file:///")), "{place}");

    let (code, page, err) = run(&["hints", "review", "-o", "-"]);
    assert!(code == 0 && page.starts_with("<!DOCTYPE html>") && page.contains("data:image/"), "{err}");
    assert!(err.lines().last().is_some_and(|line| line.starts_with("note: 1 hinted element, ")), "{err}");
    drop(launched);

    // A saved page is shown whole in a browser of our own.
    let saved = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/review/keys.html");
    let (code, page, err) = semantic(&["hints", "review", &saved.display().to_string(), "-o", "-"]);
    assert!(code == 0 && page.contains("in a browser of our own") && page.contains("data:image/"), "{err}");
    assert!(
        err.starts_with("note: 50 hinted elements, 48 of them in the picture; 3 without a hint;"),
        "{err}"
    );
    assert!(!page.contains("sk_live_51") && !page.contains("tok_9f3e"));
}
