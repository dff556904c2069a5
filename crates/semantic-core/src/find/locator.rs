//! Structured locators: `role:button Save`, `placeholder:"Search"`, `nth:2:role:button`.

use super::index::Index;
use super::options::QueryError;
use super::words::{Style, split};
use crate::tree::{Node, NodeId, Role};

/// What a locator compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum By {
    Role,
    Text,
    Label,
    Placeholder,
    Alt,
    Title,
    TestId,
}

/// Which of the candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pick {
    All,
    First,
    Last,
    Nth(usize),
}

/// A parsed locator.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Locator<'q> {
    pick: Pick,
    by: By,
    role: Option<&'q str>,
    value: Option<String>,
}

/// An element that a locator found.
pub(crate) struct Located {
    pub node: NodeId,
    pub score: f64,
    pub why: &'static str,
}

const PREFIXES: [(&str, By); 7] = [
    ("role:", By::Role),
    ("text:", By::Text),
    ("label:", By::Label),
    ("placeholder:", By::Placeholder),
    ("alt:", By::Alt),
    ("title:", By::Title),
    ("testid:", By::TestId),
];

fn strip<'q>(s: &'q str, prefix: &str) -> Option<&'q str> {
    let head = s.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| s[prefix.len()..].trim_start())
}

/// The words of a query that is not a locator, without the prefix that may say so.
pub(crate) fn natural(query: &str) -> &str {
    let query = query.trim();
    strip(query, "find:").or_else(|| strip(query, "semantic:")).unwrap_or(query)
}

/// The locator that `query` is, if it is one.
pub(crate) fn parse(query: &str) -> Result<Option<Locator<'_>>, QueryError> {
    let query = query.trim();
    let error = |problem: &str| {
        let mut shown: String = query.chars().take(60).collect();
        if shown.len() < query.len() {
            shown.push('…');
        }
        Err(QueryError::Locator { locator: shown, problem: problem.to_owned() })
    };
    let (pick, rest) = if let Some(rest) = strip(query, "first:") {
        (Pick::First, rest)
    } else if let Some(rest) = strip(query, "last:") {
        (Pick::Last, rest)
    } else if let Some(rest) = strip(query, "nth:") {
        let Some((n, rest)) = rest.split_once(':') else {
            return error("nth needs a number and a locator, as in nth:2:role:button");
        };
        match n.trim().parse() {
            Ok(n) => (Pick::Nth(n), rest.trim_start()),
            Err(_) => return error("nth needs a whole number from 1, as in nth:2:role:button"),
        }
    } else {
        (Pick::All, query)
    };
    let Some((by, value)) = PREFIXES.iter().find_map(|&(p, by)| strip(rest, p).map(|v| (by, v))) else {
        if pick == Pick::All {
            return Ok(None);
        }
        let wrapped = ["first:", "last:", "nth:"].iter().any(|p| strip(rest, p).is_some());
        return error(if wrapped {
            "first, last and nth do not nest"
        } else {
            "first, last and nth wrap one of role, text, label, placeholder, alt, title, testid"
        });
    };
    if by != By::Role {
        let value = fold(unquote(value));
        return if value.is_empty() {
            error("a value is missing, as in text:Save")
        } else {
            Ok(Some(Locator { pick, by, role: None, value: Some(value) }))
        };
    }
    let (role, name) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    if role.is_empty() {
        return error("a role is missing, as in role:button or role:button Save");
    }
    let name = fold(unquote(name.trim()));
    Ok(Some(Locator { pick, by, role: Some(role), value: (!name.is_empty()).then_some(name) }))
}

/// `"Sign in"`, `'Sign in'`, `` `Sign in` `` and `[Sign in]` are Sign in.
fn unquote(value: &str) -> &str {
    let value = value.trim();
    let pairs = [('"', '"'), ('\'', '\''), ('`', '`'), ('[', ']')];
    pairs
        .iter()
        .find_map(|&(open, close)| value.strip_prefix(open)?.strip_suffix(close))
        .map_or(value, str::trim)
}

/// Lower case, accents and width folded, inner blanks one blank.
fn fold(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for word in value.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        word.chars().for_each(|c| super::words::fold_into(c, &mut out));
    }
    out
}

/// Only the words, for comparing identifiers written in different styles.
fn words(value: &str) -> String {
    let mut out = String::new();
    split(value, Style::Identifier, &mut String::new(), |w| {
        out.push_str(w.text);
        out.push(' ');
    });
    out
}

impl Locator<'_> {
    /// The elements that the locator means, best first.
    pub fn find(&self, index: &Index) -> Vec<Located> {
        let wanted = self.role.map(|r| (Role::from_name(r), r));
        let mut found: Vec<Located> = index
            .snapshot
            .nodes()
            .filter(|n| wanted.is_none_or(|(role, word)| has_role(*n, role, word)))
            .filter_map(|n| {
                let (score, why) = self.score(n)?;
                Some(Located { node: n.id(), score, why })
            })
            .collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.node.cmp(&b.node)));
        // Equal beats contained: where something is equal, what merely contains is no answer.
        if found.first().is_some_and(|f| f.score == EQUAL) {
            found.retain(|f| f.score == EQUAL);
        }
        let at = match self.pick {
            Pick::All => return found,
            Pick::First => Some(0),
            Pick::Last => found.len().checked_sub(1),
            Pick::Nth(n) => n.checked_sub(1),
        };
        found.sort_by_key(|f| f.node);
        at.and_then(|i| (i < found.len()).then(|| found.swap_remove(i))).into_iter().collect()
    }

    fn score(&self, node: Node<'_>) -> Option<(f64, &'static str)> {
        let Some(value) = &self.value else { return Some((EQUAL, "the role is the one asked for")) };
        let candidates: Vec<&str> = match self.by {
            By::Role => node.name().into_iter().collect(),
            By::Text => node.name().into_iter().chain(node.attr("text")).chain(node.value()).collect(),
            By::Label => {
                let labels = ["label", "labelled_by", "aria-label"].into_iter().filter_map(|k| node.attr(k));
                let name = node.name().filter(|_| node.is_interactive() && node.role() != Role::Link);
                labels.chain(name).collect()
            }
            By::Placeholder => node.attr("placeholder").into_iter().collect(),
            By::Alt => node
                .attr("alt")
                .into_iter()
                .chain(node.name().filter(|_| node.role() == Role::Image))
                .collect(),
            By::Title => node.attr("title").into_iter().collect(),
            By::TestId => node.attr("testid").into_iter().chain(node.attr("data-semtag-id")).collect(),
        };
        if self.by == By::TestId {
            let equal = candidates.iter().any(|c| fold(c) == *value);
            let styled = || candidates.iter().any(|c| words(c) == words(value));
            return if equal {
                Some((EQUAL, "the test id is equal"))
            } else {
                styled().then_some((CONTAINED, "the test id has the same words"))
            };
        }
        let folded: Vec<String> = candidates.iter().map(|c| fold(c)).collect();
        if folded.iter().any(|f| f == value) {
            return Some((EQUAL, "the text is equal"));
        }
        let share =
            folded.iter().filter(|f| f.contains(value.as_str())).map(|f| value.len() as f64 / f.len() as f64);
        share.reduce(f64::max).map(|s| (CONTAINED * (0.75 + 0.25 * s), "the text contains the value"))
    }
}

const EQUAL: f64 = 1.0;
const CONTAINED: f64 = 0.75;

/// An explicit role beats what the tag implies (the snapshot's reader has seen to that).
fn has_role(node: Node<'_>, role: Role, word: &str) -> bool {
    if role == Role::Other {
        return node.native_role().is_some_and(|n| n.eq_ignore_ascii_case(word));
    }
    node.role() == role
}
