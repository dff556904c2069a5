//! The examples of docs/query-language.md, each asked as it stands there.
//!
//! The page holds fenced `page` blocks, a node a line, children indented by two blanks:
//!
//! ```text
//! role "Name" [state, state=false, state=mixed] key="value" @x,y,width,height #ref
//! ```
//!
//! and, after each, tables headed `| query | answer |` (more columns are remarks). An answer is a ref, `none` or
//! `error`; `(noted)` after a ref asks for a note and a label below high, `(ambiguous)` for that flag.

use std::fmt::Write;
use std::sync::Arc;

use semantic_core::find::{Confidence, FindOptions, Index, Strategy};
use semantic_core::tree::{Rect, Role, Snapshot, SnapshotBuilder, State, Tri};

const PAGE: &str = include_str!("../../../docs/query-language.md");

#[test]
fn every_example_is_answered_as_written() {
    let examples = examples(PAGE);
    let (pages, rows) = (examples.len(), examples.iter().map(|e| e.rows.len()).sum::<usize>());
    assert!(pages >= 4 && rows >= 60, "only {rows} examples on {pages} pages were read");
    let mut failures = String::new();
    for example in &examples {
        let index = Index::new(Arc::new(snapshot(&example.page)));
        for row in &example.rows {
            if let Err(problem) = check(&index, row) {
                let _ = writeln!(failures, "line {}: {:?}: {problem}", row.line, row.query);
            }
        }
    }
    assert!(failures.is_empty(), "docs/query-language.md says what is not so:\n{failures}");
}

/// A page of the document and what is asked of it.
#[derive(Default)]
struct Example<'d> {
    page: Vec<(usize, &'d str)>,
    rows: Vec<Row<'d>>,
}

struct Row<'d> {
    line: usize,
    query: &'d str,
    answer: &'d str,
}

fn examples(document: &str) -> Vec<Example<'_>> {
    let mut examples: Vec<Example<'_>> = Vec::new();
    let mut fence = None;
    let mut in_table = false;
    for (line, text) in (1..).zip(document.lines()) {
        if let Some(info) = text.strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(info) };
            if fence == Some("page") {
                examples.push(Example::default());
            }
            continue;
        }
        if let Some(info) = fence {
            if info == "page" && !text.trim().is_empty() {
                let example = examples.last_mut().expect("the fence began an example");
                example.page.push((line, text));
            }
            continue;
        }
        let Some(cells) = text.strip_prefix('|') else {
            in_table = false;
            continue;
        };
        let mut cells = cells.split('|').map(str::trim);
        let (query, answer) = (cells.next().unwrap_or_default(), cells.next().unwrap_or_default());
        if query == "query" && answer == "answer" {
            in_table = true;
        } else if in_table && !query.starts_with("---") {
            let example = examples.last_mut().expect("a table of queries follows a page");
            let query = query.trim_matches('`');
            assert!(!query.is_empty() && !answer.is_empty(), "line {line}: an empty cell");
            example.rows.push(Row { line, query, answer });
        }
    }
    examples
}

fn check(index: &Index, row: &Row<'_>) -> Result<(), String> {
    let (want, remark) = row.answer.split_once(" (").unwrap_or((row.answer, ""));
    let want = want.trim_matches('`');
    let found = match index.find(row.query, Strategy::Combined, &FindOptions::default()) {
        Ok(found) => found,
        Err(_) if want == "error" => return Ok(()),
        Err(error) => return Err(format!("wants {want}, is an error: {error}")),
    };
    let list: Vec<_> = found
        .matches
        .iter()
        .map(|m| format!("{} {:.2} {} ({} {:?})", m.reference, m.score, m.confidence, m.role, m.name))
        .collect();
    let got = if list.is_empty() { "nothing".to_owned() } else { list.join(", ") };
    let best = found.best_ref.as_deref().unwrap_or("none");
    if best != want {
        return Err(format!("wants {want}, got {got}"));
    }
    match remark.trim_end_matches(')') {
        "" => Ok(()),
        "noted" if found.notes.is_empty() => Err(format!("wants a note, got {got} without one")),
        "noted" if found.confidence == Confidence::High => Err(format!("must not be high: {got}")),
        "noted" => Ok(()),
        "ambiguous" if found.ambiguous => Ok(()),
        "ambiguous" => Err(format!("wants an ambiguous answer, got {got}")),
        other => Err(format!("unknown remark {other:?}")),
    }
}

fn snapshot(lines: &[(usize, &str)]) -> Snapshot {
    let mut b = SnapshotBuilder::new();
    for &(line, text) in lines {
        let node = text.trim_start();
        let depth = (text.len() - node.len()) / 2;
        assert!(depth <= b.depth(), "line {line}: indented too far");
        while b.depth() > depth {
            b.close();
        }
        if let Err(problem) = open(&mut b, node) {
            panic!("line {line}: {problem}: {text}");
        }
    }
    b.finish()
}

/// Opens the node that `text` describes.
fn open(b: &mut SnapshotBuilder, text: &str) -> Result<(), String> {
    let (role, mut rest) = text.split_once(' ').unwrap_or((text, ""));
    b.open(Role::Generic);
    b.set_role(role);
    while !rest.trim_start().is_empty() {
        rest = rest.trim_start();
        rest = if let Some(name) = rest.strip_prefix('"') {
            let (name, rest) = name.split_once('"').ok_or("an open quote")?;
            b.set_name(name);
            rest
        } else if let Some(states) = rest.strip_prefix('[') {
            let (states, rest) = states.split_once(']').ok_or("an open bracket")?;
            states.split(',').try_for_each(|state| set_state(b, state.trim()))?;
            rest
        } else {
            match rest.split_once("=\"") {
                Some((key, value)) if !key.contains(' ') => {
                    let (value, rest) = value.split_once('"').ok_or("an open quote")?;
                    match key {
                        "value" => b.set_value(value),
                        "description" => b.set_description(value),
                        "url" => b.set_url(value),
                        _ => b.add_attr(key, value),
                    }
                    rest
                }
                _ => word(b, rest)?,
            }
        };
    }
    Ok(())
}

fn set_state(b: &mut SnapshotBuilder, text: &str) -> Result<(), String> {
    let (name, value) = match text.split_once('=') {
        None => (text, Tri::True),
        Some((name, "false")) => (name, Tri::False),
        Some((name, "mixed")) => (name, Tri::Mixed),
        Some(_) => return Err(format!("no such value of a state: {text}")),
    };
    b.set_state(State::from_name(name).ok_or(format!("no state {name}"))?, value);
    Ok(())
}

/// Reads a box or a ref at the head of `text` and returns what follows it.
fn word<'t>(b: &mut SnapshotBuilder, text: &'t str) -> Result<&'t str, String> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    if let Some(own_ref) = word.strip_prefix('#') {
        b.set_own_ref(own_ref);
    } else if let Some(numbers) = word.strip_prefix('@') {
        let numbers: Vec<f64> = numbers.split(',').filter_map(|n| n.parse().ok()).collect();
        let &[x, y, width, height] = &numbers[..] else { return Err("a box has four numbers".to_owned()) };
        b.set_bounds(Rect::new(x, y, width, height).ok_or("not a box")?);
    } else {
        return Err(format!("cannot read {word}"));
    }
    Ok(rest)
}
