//! `semantic hints review` without a browser: what is written, and what is said beside.

#![allow(clippy::disallowed_methods)] // tests write and read files

use crate::support::{piped, semantic};

const PAGE: &str = "<title>A &lt;b&gt; shop</title><main>\
    <ul data-semtag-id='teas' data-semtag-role='collection'>\
    <li data-semtag-id='teas.item.mint' data-semtag-role='observable' data-semtag-state='tea.name'>Mint {{style}}</li>\
    <li data-semtag-id='teas.item.assam' data-semtag-role='observable' data-semtag-state='tea.name'>Assam</li></ul>\
    <input type='password' value='lovelace' data-semtag-id='login.password' data-semtag-role='input'>\
    <code data-semtag-id='login.token' data-semtag-role='observable' data-semtag-state='session.token'>tok_123</code>\
    <button>Pay</button></main>";

#[test]
fn a_page_from_standard_input_is_reviewed_without_a_picture() {
    let run = piped(&["hints", "review", "-", "-o", "-"], PAGE.as_bytes());
    assert_eq!(run.code, 0, "{}", run.err);
    let notes: Vec<&str> = run.err.lines().collect();
    assert!(notes[0].starts_with("note: the review has no picture: standard input"), "{}", run.err);
    assert_eq!(
        notes[1],
        "note: 5 hinted elements, 0 of them in the picture; 1 without a hint; findings: 1 error, 0 warnings, 0 notes"
    );
    for text in [
        "<title>Hints of A &lt;b&gt; shop</title>",
        "There is no picture: standard input has no address",
        "<span class=\"id\">teas.item.mint</span>",
        "Mint {{style}}",
        "<th scope=\"row\" dir=\"auto\">assam</th><td dir=\"auto\">Assam</td>",
        "</span>button</span> <b dir=\"auto\">Pay</b>",
        "<span>filled <b>yes</b></span>",
        "docs/lint/secret-shown.md\">secret-shown</a>",
    ] {
        assert!(run.out.contains(text), "{text} is not in {}", run.out);
    }
    for text in ["lovelace", "tok_123", "<b> shop"] {
        assert!(!run.out.contains(text), "{text}");
    }
    let again = piped(&["hints", "review", "-", "-o", "-"], PAGE.as_bytes());
    assert!(again.out == run.out, "the same page gives the same bytes");
}

#[test]
fn a_review_goes_to_a_file() {
    let folder = std::env::temp_dir().join(format!("semantic-review-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).display().to_string();
    std::fs::write(path("page.html"), PAGE).expect("a file");
    let run = semantic(&["hints", "review", &path("page.html"), "--no-browser", "-o", &path("review.html")]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    assert!(run.err.starts_with("note: the review has no picture: --no-browser was given\n"), "{}", run.err);
    let written = std::fs::read_to_string(path("review.html")).expect("it was written");
    assert!(written.ends_with("</html>\n") && !written.contains("data:image/"));
    let to =
        |name: &str| semantic(&["hints", "review", &path("page.html"), "--no-browser", "-o", &path(name)]);
    for (name, why) in
        [("no/such/f.html", "there is no such folder to write it in"), ("", "is a directory, not a file")]
    {
        let run = to(name);
        assert!(run.code == 2 && run.err.contains(&format!("error: {}: {why}", path(name))), "{}", run.err);
    }
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn what_cannot_be_reviewed_is_refused() {
    semantic(&["hints", "review", "login.json"]).fails_with_usage("--output <FILE>");
    semantic(&["hints", "review", "none.html", "-o", "-"]).fails_with(2, "none.html: no such file");
    semantic(&["hints", "review", "login.json", "--whole-page", "-o", "-"]).fails_with_usage("--whole-page");
    semantic(&["hints", "review", "--whole-page", "-o", "-"]).fails_with_usage("--cdp");
    semantic(&["hints", "review", "--cdp", "http://x", "--no-browser", "-o", "-"])
        .fails_with_usage("--no-browser");
    semantic(&["hints", "lint", "--tab", "x"]).fails_with_usage("--cdp");
    let dump = semantic(&["hints", "review", "login.json", "-o", "-"]);
    assert!(dump.code == 0 && dump.err.contains("no picture: the file is no HTML page"), "{}", dump.err);
}
