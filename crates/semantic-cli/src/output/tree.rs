//! Rows of a tree: in colour on a terminal, byte for byte the same text without.

use std::fmt::Write;

use anyhow::Result;
use owo_colors::{OwoColorize, Style};
use semantic_core::tree::{Node, NodeId};
use semantic_core::view::{Observation, push_quoted};

use crate::cli::ColorWhen;
use crate::output;

/// Prints rows, headers and changes as the library wrote them.
pub fn print(text: &str, color: ColorWhen) -> Result<()> {
    let color = output::color(color);
    if !color {
        return output::print(text);
    }
    let mut out = String::with_capacity(text.len() * 2);
    text.lines().for_each(|line| push_styled(&mut out, line));
    output::print_styled(&out, color)
}

/// A header is dim, a change has its colour, and in any other row the ref stands out.
fn push_styled(out: &mut String, line: &str) {
    let whole = match line.get(..2) {
        Some("# ") => Some(Style::new().dimmed()),
        Some("+ ") => Some(Style::new().green()),
        Some("- ") => Some(Style::new().red()),
        Some("~ ") => Some(Style::new().yellow()),
        _ => None,
    };
    let _ = match whole {
        Some(style) => writeln!(out, "{}", line.style(style)),
        None => {
            let start = line.len() - line.trim_start().len();
            let end = line[start..].find(' ').map_or(line.len(), |at| start + at);
            writeln!(out, "{}{}{}", &line[..start], (&&line[start..end]).cyan(), &line[end..])
        }
    };
}

/// What a person should know beside the rows, on stderr.
pub fn notes(observation: &Observation) {
    observation.notes().iter().chain(observation.snapshot().notices()).for_each(|note| output::note(note));
}

/// Everything known of a node, a line a fact; page text is quoted and escaped. `name` says the ref of a node.
pub fn whole(node: Node<'_>, name: impl Fn(NodeId) -> String) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} {}",
        name(node.id()),
        super::escape::cell(node.role_name(), super::escape::NAME_COLUMNS)
    );
    let mut fact = |key: &str, text: &str| {
        let _ = write!(out, "  {key} ");
        push_quoted(&mut out, text);
        out.push('\n');
    };
    let texts = [
        ("native role", node.native_role()),
        ("name", node.name()),
        ("value", node.value()),
        ("description", node.description()),
        ("url", node.url()),
        ("identifier", node.identifier()),
        ("own ref", node.own_ref()),
    ];
    texts.into_iter().for_each(|(key, text)| text.into_iter().for_each(|t| fact(key, t)));
    for (key, text) in node.attrs() {
        fact(&super::escape::cell(key, super::escape::NAME_COLUMNS), text);
    }
    if let Some(level) = node.level() {
        let _ = writeln!(out, "  level {level}");
    }
    for (state, value) in node.states().iter() {
        let _ = writeln!(out, "  {} {}", state.as_str(), format!("{value:?}").to_lowercase());
    }
    if let Some(b) = node.bounds() {
        let _ = writeln!(out, "  bounds left={} top={} width={} height={}", b.x, b.y, b.width, b.height);
    }
    for around in node.ancestors() {
        let _ = write!(
            out,
            "  in {} {}",
            name(around.id()),
            super::escape::cell(around.role_name(), super::escape::NAME_COLUMNS)
        );
        if let Some(name) = around.name().filter(|n| !n.is_empty()) {
            out.push(' ');
            push_quoted(&mut out, name);
        }
        out.push('\n');
    }
    out
}
