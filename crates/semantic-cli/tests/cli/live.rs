//! The built command on a live page: every use of `--cdp`, `tabs` and `doctor`, with their exit codes.
//!
//! Where no browser is found, or `SEMANTIC_NO_BROWSER=1` is set, the test says that it was skipped.

mod elements;
mod pages;
mod sessions;

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use semantic_cdp::{Choice, Launched};
use serde_json::Value;

use crate::chromium;
use crate::support::{self, Run};

/// Exit code, stdout and stderr of a run.
fn semantic(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_semantic"));
    let output = command.args(args).stdin(Stdio::null()).output().expect("semantic runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("a code"), text(output.stdout), text(output.stderr))
}

/// A browser with a page in view, and the command on it.
pub(crate) struct Stage {
    _chromium: Launched,
    pub address: String,
    folder: PathBuf,
}

impl Stage {
    /// `None`, said so, where there is no browser.
    fn open(test: &str, url: &str) -> Option<Stage> {
        let stage = Stage::empty(test)?;
        chromium::open(&stage.address, url);
        Some(stage)
    }

    /// The same with a page of the fixtures.
    fn tree(test: &str) -> Option<Stage> {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/live/tree.html");
        let page = page.canonicalize().expect("the page is there");
        Stage::open(test, &format!("file://{}", page.display()))
    }

    /// The same with a page of its own, of which this is the source.
    fn page(test: &str, source: &str) -> Option<Stage> {
        let stage = Stage::empty(test)?;
        let path = stage.file("page.html");
        let source = format!("<!doctype html><meta charset=utf-8>{source}");
        File::create(&path).and_then(|mut file| file.write_all(source.as_bytes())).expect("written");
        chromium::open(&stage.address, &format!("file://{path}"));
        Some(stage)
    }

    fn empty(test: &str) -> Option<Stage> {
        let chromium = chromium::browser(test, &[])?;
        let address = chromium.address();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Some(Stage { _chromium: chromium, address, folder })
    }

    /// Loads the page anew.
    fn reload(&self) {
        chromium::on(&self.address, async |browser| {
            let page = browser.page(&Choice::Active).await?;
            let url = page.tab().url.clone();
            page.navigate(&url).await
        });
    }

    /// Runs the command on the page in view.
    fn run(&self, args: &[&str]) -> Run {
        support::semantic(&[args, &["--cdp", &self.address]].concat())
    }

    /// Runs the command with a session.
    fn with(&self, session: &str, args: &[&str]) -> Run {
        self.run(&[args, &["--session", session]].concat())
    }

    /// Runs a script of the page.
    fn act(&self, script: &str) {
        chromium::act(&self.address, script);
    }

    /// A file of the test's own.
    fn file(&self, name: &str) -> String {
        self.folder.join(name).to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Run {
    /// The output, where all went well and it says all of these.
    fn says(&self, parts: &[&str]) -> &str {
        assert_eq!(self.code, 0, "{}{}", self.out, self.err);
        parts.iter().for_each(|part| assert!(self.out.contains(part), "no {part} in {}", self.out));
        &self.out
    }

    /// The ref after these words.
    fn reference(&self, words: &str) -> String {
        let (_, rest) = self.out.split_once(words).unwrap_or_else(|| panic!("no {words} in {}", self.out));
        let word = rest.split(|c: char| c.is_whitespace() || c == '|').find(|word| word.starts_with("s_"));
        word.expect("a ref").trim_end_matches(',').to_owned()
    }
}

#[test]
fn a_live_page_is_a_source_of_every_command() {
    let Some(stage) = Stage::tree("a_live_page_is_a_source_of_every_command") else { return };
    let run = |args: &[&str]| semantic(&[args, &["--cdp", &stage.address]].concat());

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

    let before = stage.file("before.json");
    File::create(&before).and_then(|mut file| file.write_all(out.as_bytes())).expect("written");
    let (code, out, _) = run(&["diff", &before, "--exit-code"]);
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
    let address = stage.address.clone();
    drop(stage);
    let (code, out, err) = semantic(&["view", "--cdp", &address]);
    assert_eq!((code, out.as_str(), err.lines().count()), (3, "", 1), "{err}");
}

#[test]
fn what_cannot_be_reached_is_told_with_its_cure() {
    for command in [
        &["find", "x"][..],
        &["view"],
        &["view", "--format", "json"],
        &["match", "x", "s_1"],
        &["resolve", "s_1"],
        &["relocate", "--locator", "a"],
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
        &["view", "--cdp", "http://127.0.0.1:9", "--budget", "some"],
        &["diff", "--cdp", "http://127.0.0.1:9"],
        &["diff", "a.json", "--cdp", "http://127.0.0.1:9", "--session", "x"],
        &["relocate", "s_1", "--cdp", "http://127.0.0.1:9"],
        &["relocate", "--cdp", "http://127.0.0.1:9"],
        &["relocate", "s_1", "--before", "a.json"],
        &["relocate", "--locator", "a", "--before", "a.json", "--after", "a.json"],
    ] {
        assert_eq!(semantic(wrong).0, 2, "{wrong:?}");
    }
}

#[test]
fn a_live_page_is_checked_and_reviewed() {
    let Some(stage) = Stage::tree("a_live_page_is_checked_and_reviewed") else { return };
    let run = |args: &[&str]| semantic(&[args, &["--cdp", &stage.address]].concat());

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
    drop(stage);

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
