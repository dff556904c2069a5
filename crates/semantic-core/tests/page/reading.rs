//! Reading an output back: its refs, and what it quotes.

use std::collections::BTreeSet;

use semantic_core::tree::{Node, Role, Snapshot, State, Tri};
use semantic_core::view::is_harmful;

/// What stands outside of quotes, line by line, and the quoted texts in their order.
pub fn split(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let (mut plain, mut quoted, mut inside) = (String::new(), String::new(), false);
        let mut chars = line.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' if inside => {
                    let next = chars.next().expect("an escape says what");
                    if next == 'u' {
                        let code: String =
                            chars.by_ref().take_while(|c| *c != '}').filter(|c| *c != '{').collect();
                        quoted.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
                    } else {
                        quoted.push(match next {
                            'n' => '\n',
                            'r' => '\r',
                            't' => '\t',
                            other => other,
                        });
                    }
                }
                '"' => {
                    if inside {
                        theirs.push(std::mem::take(&mut quoted));
                    }
                    inside = !inside;
                    plain.push('"');
                }
                c if inside => quoted.push(c),
                c => plain.push(c),
            }
        }
        assert!(!inside, "an open quote: {line}");
        ours.push(plain);
    }
    (ours, theirs)
}

/// All refs outside of quotes.
pub fn refs(text: &str) -> BTreeSet<String> {
    let (ours, _) = split(text);
    let word = |c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.');
    let words = ours.iter().flat_map(|line| line.split(word)).map(|w| w.trim_matches('.').to_owned());
    words.filter(|w| w.strip_prefix("s_").is_some_and(|n| n.parse::<u32>().is_ok())).collect()
}

/// A text as it is compared: no white space, nothing that nobody sees.
pub fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !is_harmful(*c)).collect()
}

/// Whether a node can be acted on now: options of a closed choice are said by the choice.
pub fn acts(node: Node<'_>) -> bool {
    let closed =
        |n: Node<'_>| n.role() == Role::ComboBox && n.states().get(State::Expanded) != Some(Tri::True);
    let cell = node.role() == Role::GridCell && !node.is(State::Focusable);
    node.is_interactive() && !cell && node.role() != Role::ScrollBar && !node.ancestors().any(closed)
}

/// What of a snapshot is missing in an output: refs of what can be acted on, and texts.
pub fn missing(snapshot: &Snapshot, text: &str) -> Vec<String> {
    let refs = refs(text);
    let (_, quoted) = split(text);
    let all = squeezed(&quoted.concat());
    let closed =
        |n: Node<'_>| n.role() == Role::ComboBox && n.states().get(State::Expanded) != Some(Tri::True);
    let mut missing = Vec::new();
    for node in snapshot.nodes() {
        if acts(node) && !refs.contains(&node.id().to_string()) {
            missing.push(format!("ref of {node:?}"));
        }
        let said = squeezed(node.name().unwrap_or_default());
        let read = matches!(node.role(), Role::Text | Role::Heading) && !node.ancestors().any(closed);
        // What a long text has beyond its line goes on below, after the marks of its line.
        let pieces =
            || node.name().unwrap_or_default().split_whitespace().all(|w| all.contains(&squeezed(w)));
        if read && !all.contains(&said) && !(said.len() > 200 && pieces()) {
            missing.push(format!("text {node:?}"));
        }
    }
    missing
}
