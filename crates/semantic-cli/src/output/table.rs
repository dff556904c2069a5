//! Tables: aligned columns for people, in colour where wanted.

use std::fmt::Write;

use owo_colors::{OwoColorize, Style};
use semantic_core::find::{Confidence, ElementMatch, MatchExplain};

use super::escape;

/// The most columns of a ref or a role.
const WORD_COLUMNS: usize = 40;

/// The most columns of a reason.
const REASON_COLUMNS: usize = 200;

const GAP: &str = "  ";
const INDENT: &str = "    ";
const HEADER: [&str; 5] = ["REF", "SCORE", "CONFIDENCE", "ROLE", "NAME"];

/// The matches under a header, each with the lines that belong to it and with its reasons, where it has some; nothing
/// without a match.
pub fn matches(matches: &[ElementMatch], lines: &dyn Fn(usize) -> Vec<String>, color: bool) -> String {
    let mut out = String::new();
    if matches.is_empty() {
        return out;
    }
    let rows: Vec<_> = matches.iter().map(cells).collect();
    let mut widths = HEADER.map(str::len);
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = escape::columns(cell).max(*width);
        }
    }
    let header = HEADER.map(str::to_owned);
    row(&mut out, &header, &widths, &[styled(color, Style::new().bold().dimmed()); 5]);
    for (n, (cells, found)) in rows.iter().zip(matches).enumerate() {
        row(&mut out, cells, &widths, &styles(found, color));
        lines(n).iter().for_each(|line| out.push_str(&format!("{INDENT}{line}\n")));
        reasons(&mut out, found.explain.as_ref(), color);
    }
    out
}

/// One scored element on one line, with its reasons where it has some.
pub fn one(scored: &ElementMatch, color: bool) -> String {
    let mut out = String::new();
    row(&mut out, &cells(scored), &[0; 5], &styles(scored, color));
    reasons(&mut out, scored.explain.as_ref(), color);
    out
}

/// A relocated element on one line, with how a driver finds it and the evidence under it.
pub fn relocated(new: &ElementMatch, locators: &[String], evidence: &[String], color: bool) -> String {
    let mut out = String::new();
    row(&mut out, &cells(new), &[0; 5], &styles(new, color));
    let dim = styled(color, Style::new().dimmed());
    for locator in locators {
        let _ = writeln!(out, "{INDENT}locator: {}", escape::whole(locator));
    }
    for reason in evidence {
        let reason = escape::cut_line(reason, REASON_COLUMNS);
        let _ = writeln!(out, "{INDENT}{} {reason}", "why:".style(dim));
    }
    out
}

/// A score with two places, rounded down so that it never seems to reach what it does not.
pub fn score(score: f64) -> String {
    format!("{:.2}", ((score + 1e-9) * 100.0).floor() / 100.0)
}

fn cells(found: &ElementMatch) -> [String; 5] {
    [
        escape::cell(&found.reference, WORD_COLUMNS),
        score(found.score),
        found.confidence.to_string(),
        escape::cell(&found.role, WORD_COLUMNS),
        escape::quoted(&found.name, escape::NAME_COLUMNS),
    ]
}

fn styles(found: &ElementMatch, color: bool) -> [Style; 5] {
    let confidence = match found.confidence {
        Confidence::High => Style::new().green(),
        Confidence::Medium => Style::new().yellow(),
        Confidence::Low => Style::new().red(),
    };
    [Style::new().bold(), Style::new(), confidence, Style::new().cyan(), Style::new()]
        .map(|s| styled(color, s))
}

fn styled(color: bool, style: Style) -> Style {
    if color { style } else { Style::new() }
}

/// Appends a row; the last cell is not padded.
fn row(out: &mut String, cells: &[String; 5], widths: &[usize; 5], styles: &[Style; 5]) {
    for (i, ((cell, width), style)) in cells.iter().zip(widths).zip(styles).enumerate() {
        let _ = write!(out, "{}", cell.style(*style));
        if i + 1 < cells.len() {
            let padding = width.saturating_sub(escape::columns(cell));
            let _ = write!(out, "{:padding$}{GAP}", "");
        }
    }
    out.push('\n');
}

fn reasons(out: &mut String, explain: Option<&MatchExplain>, color: bool) {
    let Some(explain) = explain else { return };
    let dim = styled(color, Style::new().dimmed());
    let scores =
        format!("lexical {}  embedding {}", score(explain.lexical_score), score(explain.embedding_score));
    let _ = writeln!(out, "{INDENT}{}", scores.style(dim));
    for reason in &explain.why {
        let reason = escape::cut_line(reason, REASON_COLUMNS);
        let _ = writeln!(out, "{INDENT}{} {reason}", "why:".style(dim));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(reference: &str, value: f64, role: &str, name: &str) -> ElementMatch {
        ElementMatch {
            reference: reference.into(),
            node: "s_0".into(),
            score: value,
            confidence: semantic_core::find::calibrate_confidence(value),
            role: role.into(),
            name: name.into(),
            explain: None,
        }
    }

    #[test]
    fn columns_line_up() {
        let rows = [found("e4", 0.97, "button", "Sign In"), found("漢字", 0.5, "push button", "a\nb")];
        assert_eq!(
            matches(&rows, &|_| Vec::new(), false),
            "REF   SCORE  CONFIDENCE  ROLE           NAME\n\
             e4    0.97   high        button         \"Sign In\"\n\
             漢字  0.50   low         \"push button\"  \"a\\nb\"\n"
        );
        assert_eq!(matches(&[], &|_| Vec::new(), true), "");
    }

    #[test]
    fn one_line_for_one_element() {
        assert_eq!(
            one(&found("e4", 0.97, "button", "Sign In"), false),
            "e4  0.97  high  button  \"Sign In\"\n"
        );
    }

    #[test]
    fn reasons_stand_under_their_row() {
        let mut row = found("e4", 0.97, "button", "Sign In");
        let why = vec!["same words: sign in".to_owned(), "forged\n\u{1b}[2J".to_owned()];
        row.explain = Some(MatchExplain { lexical_score: 1.0, embedding_score: 0.925, why });
        assert_eq!(
            one(&row, false),
            "e4  0.97  high  button  \"Sign In\"\n    lexical 1.00  embedding 0.92\n    \
             why: same words: sign in\n    why: forged\\n\\u{1b}[2J\n"
        );
    }

    #[test]
    fn colour_only_when_asked() {
        let rows = [found("e4", 0.97, "button", "Sign In")];
        assert!(!matches(&rows, &|_| Vec::new(), false).contains('\u{1b}'));
        assert!(matches(&rows, &|_| Vec::new(), true).contains("\u{1b}[32mhigh"));
    }

    #[test]
    fn scores_are_never_rounded_up() {
        assert_eq!([0.7999, 0.8, 0.29, 1.0, 0.0].map(score), ["0.79", "0.80", "0.29", "1.00", "0.00"]);
    }
}
