//! `semantic relocate` as a user runs it: exit codes, both formats, refusals and bad input.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

const OLD: &str = r#"[
    {"ref": "e1", "role": "textbox", "name": "Email"},
    {"ref": "e2", "role": "button", "name": "Submit"},
    {"ref": "e3", "role": "button", "name": "Delete"}
]"#;
const NEW: &str = r#"[
    {"ref": "n1", "role": "textbox", "name": "Email"},
    {"ref": "n2", "role": "button", "name": "Send"},
    {"ref": "n3", "role": "button", "name": "Archive"}
]"#;

/// A file of this test's own.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut file = std::fs::File::create(&path).expect("a temporary file");
    file.write_all(text.as_bytes()).expect("written");
    path
}

/// Exit code, stdout and stderr of `semantic relocate`, with `new` on standard input.
fn relocate(args: &[&str], old: &str, new: &str, name: &str) -> (i32, String, String) {
    let before = file(&format!("{name}-{}.json", args.join("-").replace(['/', ' ', '<'], "_")), old);
    let mut child = Command::new(env!("CARGO_BIN_EXE_semantic"))
        .args(["relocate", "--after", "-", "--before"])
        .arg(&before)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("semantic runs");
    let _ = child.stdin.take().expect("piped").write_all(new.as_bytes()); // it may have stopped reading
    let out = child.wait_with_output().expect("semantic ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (out.status.code().expect("a code"), text(out.stdout), text(out.stderr))
}

#[test]
fn found_is_zero_and_says_why() {
    let (code, out, err) = relocate(&["e2"], OLD, NEW, "found");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let mut lines = out.lines();
    let first = lines.next().expect("the answer");
    assert!(first.starts_with("n2  ") && first.ends_with("  button  \"Send\""), "{first}");
    assert!(
        lines.any(|l| l == "    why: name changed: \"Submit\" → \"Send\", which means the same"),
        "{out}"
    );
}

#[test]
fn json_has_the_promised_fields() {
    let (code, out, _) = relocate(&["e2", "--format", "json", "--query", "submit button"], OLD, NEW, "json");
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (code, &json["ref"], &json["node"], &json["reason"]),
        (0, &"n2".into(), &"s_1".into(), &Value::Null)
    );
    assert!(json["score"].as_f64().is_some_and(|s| (0.4..=1.0).contains(&s)), "{json}");
    assert!(json["confidence"].is_string() && json["margin"].is_number() && json["evidence"].is_array());
    assert!(json.as_object().is_some_and(|o| o.contains_key("runner_up")), "{json}");
}

#[test]
fn refused_is_one_with_the_reason_and_the_best_candidate() {
    let (code, out, err) = relocate(&["e3"], OLD, NEW, "refused");
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(
        err.starts_with("refused: e3 is contradicted; the best candidate, button n3 \"Archive\""),
        "{err}"
    );
    assert_eq!(err.matches('\n').count(), 1);
    let (code, out, _) = relocate(&["e3", "--format", "json"], OLD, NEW, "refused-json");
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &json["ref"], &json["reason"]), (1, &Value::Null, &"contradicted".into()));
    assert_eq!((&json["runner_up"]["ref"], &json["confidence"]), (&"n3".into(), &"low".into()));
    let (code, _, err) = relocate(&["e3"], OLD, "[]", "gone");
    assert_eq!((code, err.as_str()), (1, "refused: e3 is gone\n"));
}

#[test]
fn a_part_of_the_old_page_is_enough() {
    let one = r#"[{"ref": "x", "role": "button", "name": "Send it"}]"#;
    let (code, out, err) = relocate(&["x", "--before-partial"], one, NEW, "partial");
    assert_eq!((code, out.starts_with("n2")), (0, true), "{out}{err}");
    // A word of like meaning alone, with nothing else known of the element, is too little.
    let one = r#"[{"ref": "x", "role": "button", "name": "Submit"}]"#;
    let (code, _, err) = relocate(&["x", "--before-partial"], one, NEW, "too-little");
    assert_eq!((code, err.contains("n2") && err.contains("too little agrees")), (1, true), "{err}");
}

#[test]
fn both_kinds_of_refs_are_taken() {
    for reference in ["e1", "s_0"] {
        assert_eq!(relocate(&[reference], OLD, NEW, "refs").0, 0);
    }
}

#[test]
fn bad_input_is_two() {
    for (args, old, new, text) in [
        (&["e9"][..], OLD, NEW, "ref \"e9\" is not in this snapshot"),
        (&["e1"], "{", NEW, ".json:"),
        (&["e1"], OLD, "nonsense", "standard input:"),
    ] {
        let (code, out, err) = relocate(args, old, new, "bad");
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(text), "{err} does not say {text}");
    }
    let (code, _, err) = relocate(&["e1", "--before", "-"], OLD, NEW, "twice");
    assert_eq!(code, 2, "{err}");
    let gone = Command::new(env!("CARGO_BIN_EXE_semantic"))
        .args(["relocate", "e1", "--before", "/no/such/file", "--after", "/no/such/file"])
        .output()
        .expect("semantic runs");
    assert_eq!(gone.status.code(), Some(2));
}

#[test]
fn same_input_same_bytes() {
    let run = || relocate(&["e2", "--format", "json"], OLD, NEW, "same");
    assert_eq!(run(), run());
}

#[test]
fn page_text_can_forge_nothing() {
    let old = r#"[{"ref": "e1", "role": "button", "name": "A\u001b[2J\nrefused: x"}]"#;
    let new = r#"[{"ref": "e1", "role": "button", "name": "A\u001b[2J\nrefused: y"}]"#;
    let (_, out, err) = relocate(&["e1"], old, new, "forge");
    assert!(!(out + &err).contains('\u{1b}'));
}
