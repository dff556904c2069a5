//! The table of cases: parts of pages and the nodes they stand for, in `fixtures/html/cases.txt`.

use std::fmt::Write;
use std::fs;

use semantic_core::tree::{Node, Role, Snapshot, State, Tri};

use super::{read, root};

/// A case: its HTML, what is expected, and the comment lines before it.
#[derive(Default)]
struct Case<'a> {
    comment: Vec<&'a str>,
    html: Vec<&'a str>,
    expected: Vec<&'a str>,
}

#[test]
fn every_case_is_read_as_written() {
    let path = root().join("fixtures/html/cases.txt");
    let table = fs::read_to_string(&path).expect("the table of cases");
    let cases = parse(&table);
    let count = cases.iter().filter(|c| !c.html.is_empty()).count();
    assert!(count >= 150, "{count} cases");
    let mut written = String::new();
    let mut wrong = Vec::new();
    for case in &cases {
        case.comment.iter().for_each(|line| written.push_str(&format!("{line}\n")));
        if !case.html.is_empty() {
            let html = case.html.join("\n");
            let printed = print(&read(&html));
            let expected: String = case.expected.iter().map(|line| format!("{line}\n")).collect();
            if printed != expected {
                wrong.push(format!("{html}\nexpected:\n{expected}found:\n{printed}"));
            }
            written.push_str(&format!("{html}\n{printed}"));
        }
        written.push('\n');
    }
    if std::env::var_os("UPDATE_CASES").is_some() {
        fs::write(&path, written.trim_end().to_owned() + "\n").expect("the table is writable");
        return;
    }
    println!("{count} cases, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn parse(table: &str) -> Vec<Case<'_>> {
    let mut cases = vec![Case::default()];
    for line in table.lines() {
        let ended = line.is_empty();
        let case = cases.last_mut().expect("one at least");
        match line.strip_prefix("=> ") {
            _ if ended => cases.push(Case::default()),
            Some(_) => case.expected.push(line),
            None if line.starts_with("# ") && case.html.is_empty() => case.comment.push(line),
            None => case.html.push(line),
        }
    }
    cases.retain(|case| !case.html.is_empty() || !case.comment.is_empty());
    cases
}

/// The nodes below the document, a line each.
fn print(page: &Snapshot) -> String {
    let mut out = String::new();
    for node in page.nodes().filter(|n| n.depth() > 0) {
        let indent = "  ".repeat(node.depth() - 1);
        writeln!(out, "=> {indent}{}", line(node)).expect("a string takes everything");
    }
    out
}

fn line(node: Node<'_>) -> String {
    let mut line = node.role().as_str().to_owned();
    if let Some(name) = node.name() {
        line += &format!(" {name:?}");
    }
    for (state, value) in node.states().iter().filter(|(state, _)| *state != State::Focusable) {
        line += &match value {
            Tri::True => format!(" [{}]", state.as_str()),
            Tri::False => format!(" [{}=false]", state.as_str()),
            Tri::Mixed => format!(" [{}=mixed]", state.as_str()),
        };
    }
    if let Some(level) = node.level().filter(|_| node.role() != Role::Document) {
        line += &format!(" [level={level}]");
    }
    for (key, text) in [("value", node.value()), ("description", node.description())] {
        if let Some(text) = text {
            line += &format!(" {key}={text:?}");
        }
    }
    line
}
