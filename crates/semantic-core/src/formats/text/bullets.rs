//! Three formats are lists of `- role "name"` lines; here they are told apart.

use super::{json_like, lines, take_while, yaml_single};
use crate::formats::roles::chrome;
use crate::tree::Role;

/// Who wrote a list of `- role "name"` lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::formats) enum Dialect {
    /// Playwright: each attribute in its own brackets, a colon before children.
    Playwright,
    /// agent-browser: one pair of brackets, Chrome's role words, no colon before children.
    AgentBrowser,
    /// axcli: macOS role words in lower case with `#id.class` behind them.
    Axcli,
}

/// How many lines are looked at.
const LINES: usize = 200;

/// The role word of a line behind its dash, and what follows it; `None` where it cannot be a node.
pub(in crate::formats) fn head(item: &str) -> Option<(&str, &str)> {
    let item = item.strip_prefix("<changed> ").unwrap_or(item);
    let item = item.strip_prefix(['\'', '"']).unwrap_or(item);
    let (role, rest) = take_while(item, |c| c.is_ascii_alphabetic() || c == '-');
    let fits = rest.trim_end().is_empty()
        || rest.starts_with([':', '#', '.'])
        || rest.strip_prefix(' ').is_some_and(|r| r.starts_with(['/', '[', '#']) || is_kind(r) || names(r));
    (fits && role.starts_with(|c: char| c.is_ascii_alphabetic())).then_some((role, rest))
}

/// What agent-browser prints behind the brackets of nodes that can be acted on without being controls.
pub(in crate::formats) const KINDS: [&str; 3] = ["clickable", "editable", "focusable"];

fn is_kind(text: &str) -> bool {
    KINDS.iter().any(|kind| text.strip_prefix(kind).is_some_and(|rest| rest.starts_with(" [")))
}

/// Whether a text is a name and what may follow one.
fn names(text: &str) -> bool {
    // In a key that is quoted itself, the quotes of the name are escaped.
    text.starts_with("\\\"")
        || json_like(text).or_else(|| yaml_single(text)).is_some_and(|name| {
            let rest = name.rest.trim_start();
            !name.closed
                || rest.is_empty()
                || rest.starts_with(['[', ':', '#', '\'', '"', '←'])
                || is_kind(rest)
        })
}

/// Whether a head is surely one of a node, not a word of a list that people wrote.
fn is_sure(role: &str, rest: &str) -> bool {
    let known =
        Role::from_name(role) != Role::Other || chrome::role(role).is_some() || chrome::is_layout(role);
    (known && !rest.starts_with('.'))
        || rest.contains("[ref=")
        || rest.contains(", ref=")
        || MAC_WORDS.contains(&role)
}

/// Which of the three a text is, if any.
pub(in crate::formats) fn dialect(text: &str) -> Option<Dialect> {
    if ["(empty page)", "(no interactive elements)"].contains(&text.trim()) {
        return Some(Dialect::AgentBrowser);
    }
    let mut marks = Marks::default();
    for line in lines(text).filter(|l| !l.text.is_empty() && !l.text.starts_with('#')).take(LINES) {
        if line.text.starts_with("```") {
            return None; // a list in Markdown, which holds the dump further down
        }
        if line.text.starts_with("... ") && line.text.ends_with(" more") {
            marks.axcli += 2;
            continue;
        }
        match line.text.strip_prefix("- ") {
            Some(item) => marks.item(item, line.indent),
            None => {
                marks.others += 1;
                marks.raw += usize::from(line.indent == 0 && marks.valued);
            }
        }
    }
    marks.verdict()
}

/// What speaks for one dialect or another.
#[derive(Default)]
struct Marks {
    nodes: usize,
    others: usize,
    axcli: usize,
    agent: usize,
    playwright: usize,
    /// Words that are no role of theirs: people write lists with colons too.
    unsure: usize,
    /// Those in front of the first node, which are no nodes.
    unsure_before: usize,
    /// Lines without an indent behind one with a value: agent-browser's values are raw, as no YAML is.
    raw: usize,
    /// Whether the last item has a value.
    valued: bool,
    /// Indent of the last item, and whether it ends in a colon.
    before: Option<(u32, bool)>,
}

impl Marks {
    fn item(&mut self, item: &str, indent: u32) {
        self.valued = item.contains(": ") && !item.ends_with(':');
        if self.before.is_some_and(|(outer, colon)| indent > outer && !colon) {
            self.agent += 1;
        }
        self.before = Some((indent, item.trim_end().ends_with(':')));
        if item.starts_with("/url: ") || item.starts_with("/placeholder: ") || item.contains("[unchanged]") {
            self.playwright += 2;
            self.nodes += 1;
            return;
        }
        let node = head(item);
        let is_sure = node.is_some_and(|(role, rest)| is_sure(role, rest));
        self.unsure += usize::from(node.is_some() && !is_sure);
        let Some((role, rest)) = node.filter(|_| self.nodes > 0 || is_sure) else {
            self.others += 1;
            self.unsure_before += usize::from(node.is_some());
            return;
        };
        self.nodes += 1;
        if rest.starts_with(['#', '.']) || MAC_WORDS.contains(&role) {
            self.axcli += 2;
        }
        let chrome = role.contains(|c: char| c.is_ascii_uppercase()) || role == "image";
        let shared = rest.contains(", ref=") || rest.contains(", url=") || rest.contains(" clickable [");
        self.agent += 2 * (usize::from(chrome) + usize::from(shared));
        let own = rest.contains("] [") || item.starts_with(['\'', '"']) || rest.trim_end() == ":";
        self.playwright += usize::from(own) + usize::from(role == "text" && rest.starts_with(": "));
    }

    fn verdict(self) -> Option<Dialect> {
        let Marks { nodes, axcli, playwright, .. } = self;
        let (agent, others) = match playwright {
            0 => (self.agent + self.raw, self.others - self.raw.min(3 * nodes)),
            _ => (self.agent, self.others),
        };
        if nodes == 0 || nodes * if self.agent + playwright > 0 { 4 } else { 1 } < others {
            return None;
        }
        if axcli == 0 && self.unsure > (nodes + self.unsure_before) / 2 {
            return None;
        }
        Some(if axcli > agent && axcli > 0 {
            Dialect::Axcli
        } else if agent > playwright {
            Dialect::AgentBrowser
        } else {
            Dialect::Playwright
        })
    }
}

/// Role words that only macOS has.
const MAC_WORDS: [&str; 16] = [
    "layoutarea",
    "menubaritem",
    "menubutton",
    "menuextra",
    "outline",
    "popover",
    "popupbutton",
    "scrollarea",
    "sheet",
    "splitgroup",
    "splitter",
    "standardwindow",
    "tabgroup",
    "webarea",
    "window",
    "busyindicator",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_told_by_its_marks() {
        use Dialect::*;
        for (text, want) in [
            ("- link \"A\" [ref=e1]:\n  - /url: /a\n", Some(Playwright)),
            ("- heading \"A\" [level=1] [ref=e1]", Some(Playwright)),
            ("- heading \"A\" [level=1]", Some(Playwright)),
            ("# comment\n- separator", Some(Playwright)),
            ("- heading \"A\" [level=1, ref=e1]", Some(AgentBrowser)),
            ("- form\n  - textbox \"Name\" [ref=e8]: Ada\n    - StaticText \"Ada\"", Some(AgentBrowser)),
            ("(no interactive elements)\n", Some(AgentBrowser)),
            ("- window \"Notes\":\n  - button#save.primary \"Save\"\n    ... 12 more", Some(Axcli)),
            ("- eggs\n- milk", None),
            ("- Page URL: http://x/\n- Page Title: y", None),
            ("", None),
        ] {
            assert_eq!(dialect(text), want, "{text}");
        }
    }
}
