//! `semantic hints`, run as a user runs it.

use std::path::Path;
use std::process::{Command, Stdio};

/// Runs `semantic hints` beside the annotated pages: exit code, stdout, stderr.
fn hints(args: &[&str]) -> (i32, String, String) {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/hints");
    let mut command = Command::new(env!("CARGO_BIN_EXE_semantic"));
    let output =
        command.current_dir(pages).stdin(Stdio::null()).arg("hints").args(args).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("a code"), text(output.stdout), text(output.stderr))
}

#[test]
fn a_snapshot_is_one_line_of_json() {
    let (code, out, err) = hints(&["snapshot", "login.html", "--url", "http://harbour.test/login"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(
        out.starts_with(
            r#"{"url":"http://harbour.test/login","screen":"login","navigation":[{"id":"login.reset","#
        ),
        "{out}"
    );
    assert!(out.ends_with("}\n") && out.matches('\n').count() == 1, "{out}");
    assert!(!out.contains("home.signout"), "it is hidden: {out}");
}

#[test]
fn a_scope_restricts_and_hidden_elements_come_when_asked_for() {
    let (code, out, _) = hints(&["snapshot", "login.html", "--scope", "home", "--include-hidden"]);
    assert_eq!(code, 0);
    assert!(
        out.contains(r#""name":"Sign out","action":"sign-out","visible":false"#) && !out.contains("login."),
        "{out}"
    );
    let (code, out, err) = hints(&["snapshot", "login.html", "--scope", "hom"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("nothing matches the scope") && err.contains("nearest: home"), "{err}");
}

#[test]
fn one_element_is_observed_or_the_nearest_are_named() {
    let (code, out, err) = hints(&["observe", "login.password", "login.html"]);
    let line = concat!(
        r#"{"id":"login.password","role":"input","name":"Password","state":"login.password","filled":false}"#,
        "\n"
    );
    assert_eq!((code, out.as_str(), err.as_str()), (0, line, ""));
    let (code, out, err) = hints(&["observe", "login.pasword", "login.html"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(
        err.starts_with("No element found with data-semtag-id=\"login.pasword\"; nearest: login.password"),
        "{err}"
    );
}

#[test]
fn a_file_without_hints_and_one_that_is_not_there() {
    let (code, out, err) = hints(&["snapshot", "../../examples/login.json"]);
    assert_eq!((code, out.as_str()), (1, "{}\n"), "{err}");
    let (code, _, err) = hints(&["snapshot", "nowhere.html"]);
    assert_eq!(code, 2);
    assert!(err.contains("nowhere.html: no such file"), "{err}");
}
