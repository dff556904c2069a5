//! Failure classification: the messages of `fixtures/failures.txt`, the table of them in `docs/recovery.md`, and the
//! rules at their edges.

use std::path::Path;

use proptest::prelude::*;
use semantic_core::recover::FailureType::{
    ElementNotFound, ElementNotInteractable, ElementStale, Navigation, Network, Unknown,
};
use semantic_core::recover::{FailureType, classify_failure};

const MESSAGES: &str = include_str!("../../../fixtures/failures.txt");

/// Classifies each message and reports all that went wrong, at once.
fn check<'a>(cases: impl IntoIterator<Item = (FailureType, &'a str)>) {
    let wrong: Vec<String> = cases
        .into_iter()
        .filter_map(|(want, message)| {
            let got = classify_failure(message);
            (got != want).then(|| format!("{got}, not {want}: {message:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A message that was seen, and the class that it must be given.
struct Seen {
    kind: FailureType,
    tool: &'static str,
    message: String,
}

/// The rows of the file, each with a class, a tool, a version or `-`, a source and a message.
fn rows() -> Vec<Seen> {
    let row = |line: &'static str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let &[kind, tool, version, source, message] = columns.as_slice() else {
            panic!("not five columns: {line:?}");
        };
        assert!(columns.iter().all(|c| !c.trim().is_empty()), "an empty column: {line:?}");
        assert!(
            version == "-" || version.starts_with(|c: char| c.is_ascii_digit()),
            "no version and no dash: {line:?}"
        );
        // A wording from memory is no evidence.
        assert!(!source.starts_with("recalled"), "nobody saw this: {line:?}");
        Seen { kind: kind.parse().expect("a class"), tool, message: message.replace("\\n", "\n") }
    };
    MESSAGES.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

#[test]
fn most_messages_have_a_version() {
    let versions =
        MESSAGES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split('\t').nth(2));
    let known = versions.filter(|version| *version != "-").count();
    assert!(known >= 120, "{known}");
}

#[test]
fn real_messages() {
    let rows = rows();
    assert!(rows.len() >= 120, "only {} messages", rows.len());
    for kind in FailureType::ALL {
        assert!(rows.iter().any(|row| row.kind == kind), "no message of class {kind}");
    }
    check(rows.iter().map(|row| (row.kind, row.message.as_str())));
}

/// The table for people: of each tool and class the two shortest messages.
fn table() -> String {
    const SHOWN: usize = 95;
    let rows = rows();
    let mut tools: Vec<&str> = Vec::new();
    for row in &rows {
        if !tools.contains(&row.tool) {
            tools.push(row.tool);
        }
    }
    let mut out = String::new();
    for (tool, kind) in tools.iter().flat_map(|t| FailureType::ALL.map(|k| (*t, k))) {
        let of = rows.iter().filter(|row| row.tool == tool && row.kind == kind);
        let mut messages: Vec<String> =
            of.map(|row| row.message.replace('`', "'").replace(['\n', '|'], " ")).collect();
        messages.sort_by_key(|m| m.chars().count());
        let cut = |m: &String| match m.char_indices().nth(SHOWN) {
            Some((at, _)) => format!("`{}…`", &m[..at]),
            None => format!("`{m}`"),
        };
        let shown: Vec<String> = messages.iter().take(2).map(cut).collect();
        if !shown.is_empty() {
            out.push_str(&format!("| {tool} | {kind} | {} |\n", shown.join("<br>")));
        }
    }
    out
}

#[test]
fn the_guide_shows_these_messages() {
    /// Set to 1 to write the table instead of comparing it.
    const UPDATE: &str = "UPDATE_DOCS";
    const HEAD: &str = "| tool | class | for example |\n|---|---|---|\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/recovery.md");
    let file = std::fs::File::open(&path).expect("docs/recovery.md is there");
    let guide = std::io::read_to_string(file).expect("text").replace("\r\n", "\n"); // a checkout on Windows
    let start = guide.find(HEAD).expect("the table's head is there") + HEAD.len();
    let end = guide[start..].find("\n\n").map_or(guide.len(), |at| start + at + 1);
    let wanted = format!("{}{}{}", &guide[..start], table(), &guide[end..]);
    if std::env::var(UPDATE).is_ok_and(|v| v == "1") {
        std::fs::File::create(&path)
            .and_then(|mut file| std::io::Write::write_all(&mut file, wanted.as_bytes()))
            .expect("docs/recovery.md can be written");
    } else {
        assert!(guide == wanted, "the table in docs/recovery.md is stale: run this test with {UPDATE}=1");
    }
}

#[test]
fn short_messages() {
    check([
        (ElementNotFound, "Could not find node with given id"),
        (ElementStale, "node is detached from document"),
        (ElementStale, "Execution context was destroyed"),
        (Network, "net::ERR_CONNECTION_REFUSED"),
        (Network, "net::ERR_NAME_NOT_RESOLVED"),
        (Navigation, "Navigating frame was detached"),
        (Navigation, "Page was destroyed while navigating"),
        (ElementNotInteractable, "Element is not visible in viewport"),
        (ElementNotInteractable, "Element is obscured by another element"),
        (Unknown, "random unknown error occurred"),
        (Network, "timeout while waiting for selector"),
        (ElementStale, "stale element reference"),
        (ElementNotFound, "could not find node"),
        (ElementNotFound, "ref not found"),
        (ElementNotFound, "element not found"),
        (ElementStale, "execution context destroyed"),
        (ElementNotInteractable, "overlapped"),
        (ElementNotInteractable, "disabled"),
        (Navigation, "frame detached"),
        (Navigation, "page crashed"),
        (Network, "connection refused"),
        (Network, "timeout"),
        (Unknown, ""),
    ]);
}

#[test]
fn a_phrase_is_not_part_of_longer_words() {
    check([
        (Unknown, "could not find nodejs"),
        (Unknown, "could not find node.js"),
        (Unknown, "could not find node-sass"),
        (Unknown, "could not find node_modules"),
        (Unknown, "could not find node executable"),
        (Unknown, "could not find node in PATH"),
        (Unknown, "could not find nodé"),
        (Unknown, "the timeouted counter"),
        (Unknown, "preference not foundational"),
        (Unknown, "stalemate reference"),
        (Unknown, "undisabled"),
        (Unknown, "node: command not found"),
        (Unknown, "JavaScript is disabled"),
        (Unknown, "request is blocked by CORS"),
        (Unknown, "404 page not found"),
        (ElementNotFound, "[could not find node]"),
        (ElementNotFound, "Error:could not find node."),
        (ElementNotFound, "“could not find node”"),
        (ElementNotFound, "COULD NOT\u{a0}FIND\tNODE"),
        (ElementNotFound, "couldn’t find element"),
        (ElementNotFound, "Couldn't find element"),
        (ElementNotFound, "org.openqa.selenium.NoSuchElementException"),
        (ElementStale, "androidx.test.uiautomator.StaleObjectException: null"),
        (Unknown, "ERR_MODULE_NOT_FOUND"),
    ]);
}

#[test]
fn a_phrase_stays_within_its_clause() {
    check([
        (Unknown, "I checked the element. Not found: the receipt"),
        (Unknown, "the frame\ndetached house"),
        (Unknown, "what could not find; node exited"),
        (Unknown, "this element is large and red and has one two three four five six seven not found"),
        (ElementNotFound, "element: <a href=\"x.html\"> not found"),
        (ElementNotFound, "Element with the id 'a.b' was not found"),
    ]);
}

#[test]
fn the_most_specific_phrase_decides() {
    check([
        (Network, "net::ERR_ABORTED; navigation failed"),
        (Network, "Navigation failed: connect ECONNREFUSED 127.0.0.1:9222"),
        (Navigation, "navigation failed"),
        (Navigation, "Navigation failed: timeout"),
        (Navigation, "element is not visible, then: Target closed"),
        (ElementStale, "stale element not found in the current frame"),
        (ElementNotFound, "timed out: element not found"),
        (ElementNotFound, "in tab 3: element not found"),
        (Navigation, "tab 3F2A not found"),
        (ElementNotFound, "timeout: strict mode violation: locator('li') resolved to 3 elements"),
        (ElementNotInteractable, "timeout: <div> intercepts pointer events"),
        (ElementNotInteractable, "element was detached from the DOM, retrying\nelement is not enabled"),
        (ElementStale, "Timeout 30000ms exceeded\nelement was detached from the DOM, retrying"),
        (Network, "Timeout 30000ms exceeded\nwaiting for element to be visible, enabled and stable"),
    ]);
}

#[test]
fn names_and_recoverability() {
    let names = FailureType::ALL.map(|kind| (kind.as_str(), kind.recoverable()));
    assert_eq!(
        names,
        [
            ("element_not_found", true),
            ("element_stale", true),
            ("element_not_interactable", true),
            ("navigation", true),
            ("network", false),
            ("unknown", false),
        ]
    );
    for kind in FailureType::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    assert_eq!(format!("{Unknown:>9}|"), "  unknown|");
    assert_eq!("Stale".parse::<FailureType>().unwrap_err().to_string(), "not a failure type: \"Stale\"");
}

#[test]
fn long_messages_are_read_to_their_end() {
    for piece in ["element ", "element is ", "no ", "could not ", "x", "-", "\n", "err_", "\u{130}’"] {
        let long = piece.repeat(200_000 / piece.len());
        check([(Navigation, format!("{long}\ntarget closed").as_str())]);
        check([(Navigation, format!("target closed\n{long}").as_str())]);
    }
}

proptest! {
    #[test]
    fn arbitrary_text_never_panics(text in any::<String>()) {
        classify_failure(&text);
    }

    #[test]
    fn words_of_the_table_in_any_order_never_panic(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "element", "is", "not", "found", "no", "longer", "detached", "frame", "net::ERR_", "could",
                "find", "node", "with", "timeout", "’", "'", "-", ".", ":", ";", "\n", "İ", "\0",
            ]),
            0..40,
        ),
        space in "[ \t.:-]?",
    ) {
        classify_failure(&words.join(&space));
    }

    #[test]
    fn case_and_surroundings_change_nothing(before in "[ (\"<\\[]{0,3}", after in "[ )\">\\],!]{0,3}") {
        for phrase in ["Could not find node", "element is not visible", "Session closed", "ECONNREFUSED"] {
            let want = classify_failure(phrase);
            prop_assert_eq!(classify_failure(&format!("{before}{}{after}", phrase.to_uppercase())), want);
            prop_assert_eq!(classify_failure(&format!("{before}{}{after}", phrase.to_lowercase())), want);
        }
    }
}
