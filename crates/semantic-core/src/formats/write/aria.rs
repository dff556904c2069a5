//! A snapshot as Playwright writes it: YAML that `toMatchAriaSnapshot` takes.

use super::url::expected;
use crate::formats::playwright::pattern_end;
use crate::tree::{Node, Role, Snapshot, State, Tri};
use crate::view::is_harmful;

/// A snapshot as an aria snapshot of Playwright's plain mode: roles, names, states, text and addresses.
///
/// Like Playwright's own it has no nodes without meaning (their children move up), no hidden nodes, nothing from
/// inside of frames, only states that are on, and a text only where it is not the name already. What is left out
/// beyond that is counted in a comment at the end, and so is what lies deeper than 100 levels and stands at that
/// level. Text of the page is quoted, so that it can forge no line.
///
/// ```
/// use semantic_core::formats::{self, write::to_aria};
/// let page = formats::read(br#"[{"ref":"e1","role":"link","name":"Read: \"more\"","url":"/more"}]"#, None)?;
/// assert_eq!(to_aria(&page), "- 'link \"Read: \\\"more\\\"\"':\n  - /url: /more\n");
/// # Ok::<(), formats::ReadError>(())
/// ```
pub fn to_aria(snapshot: &Snapshot) -> String {
    let Items { items, left_out, raised } = items(snapshot);
    let mut out = String::with_capacity(items.len() * 32);
    let mut i = 0;
    while let Some(item) = items.get(i) {
        i += 1;
        let indent = "  ".repeat(item.depth);
        let What::Node(node) = &item.what else {
            if let What::Text(text) = &item.what {
                out += &format!("{indent}- text: {}\n", value(text));
            }
            continue;
        };
        let inside = items[i..].iter().take_while(|inner| inner.depth > item.depth).take(2);
        let inside: Vec<&What> = inside.map(|inner| &inner.what).collect();
        let name = name_of(*node);
        let props = props(*node, &name);
        out += &format!("{indent}- {}", key(*node, &name));
        match (inside.as_slice(), props.is_empty()) {
            ([What::Text(text)], _) if *text == name => i += 1,
            ([What::Text(text)], true) => {
                i += 1;
                out += &format!(": {}\n", value(text));
                continue;
            }
            ([], _) => {}
            _ => {
                out += ":\n";
                out += &lines(&indent, &props);
                continue;
            }
        }
        out += if props.is_empty() { "\n" } else { ":\n" };
        out += &lines(&indent, &props);
    }
    let left_out =
        (left_out > 0).then(|| format!("{left_out} nodes inside of frames or hidden are left out"));
    let raised =
        (raised > 0).then(|| format!("{raised} nodes deeper than {DEEPEST} levels stand at that level"));
    let told: Vec<String> = left_out.into_iter().chain(raised).collect();
    if !told.is_empty() {
        out += &format!("# {}\n", told.join("; "));
    }
    out
}

/// The deepest level: each line is indented by its own, so that without a limit a deep page would be written as the
/// square of its size.
const DEEPEST: usize = 100;

/// What is written, in order, and how many nodes are not, or not where they were.
#[derive(Default)]
struct Items<'a> {
    items: Vec<Item<'a>>,
    left_out: usize,
    raised: usize,
}

impl<'a> Items<'a> {
    fn add_node(&mut self, depth: usize, node: Node<'a>) {
        let depth = self.bounded(depth);
        self.items.push(Item { depth, what: What::Node(node) });
    }

    /// Adds a text; texts that follow each other are one, as on the page.
    fn add_text(&mut self, depth: usize, text: &str) {
        let text = normalized(text);
        if text.is_empty() {
            return;
        }
        let depth = self.bounded(depth);
        match self.items.last_mut() {
            Some(Item { depth: before, what: What::Text(all) }) if *before == depth => {
                all.push(' ');
                all.push_str(&text);
            }
            _ => self.items.push(Item { depth, what: What::Text(text) }),
        }
    }

    fn bounded(&mut self, depth: usize) -> usize {
        self.raised += usize::from(depth > DEEPEST);
        depth.min(DEEPEST)
    }
}

/// A line of the snapshot before it is written.
struct Item<'a> {
    depth: usize,
    what: What<'a>,
}

enum What<'a> {
    Node(Node<'a>),
    Text(String),
}

/// The nodes and texts that are written.
fn items(snapshot: &Snapshot) -> Items<'_> {
    let mut out = Items::default();
    let mut open: Vec<(usize, Role)> = Vec::new(); // the written nodes around the next one, and where they end
    let mut i = 0;
    while let Some(node) = snapshot.node(crate::tree::NodeId::from_index(i)) {
        let range = node.range();
        while open.last().is_some_and(|&(end, _)| end <= i) {
            open.pop();
        }
        i += 1;
        if node.is(State::Hidden) {
            out.left_out += range.len();
            i = range.end;
            continue;
        }
        match node.role() {
            Role::Text => {
                out.add_text(open.len(), node.name().unwrap_or_default());
                i = range.end;
            }
            _ if is_lifted(node, open.last().map(|o| o.1)) => {
                if range.len() == 1 {
                    out.add_text(open.len(), node.name().unwrap_or_default());
                }
            }
            role => {
                out.add_node(open.len(), node);
                open.push((range.end, role));
                if role == Role::Iframe {
                    out.left_out += range.len() - 1;
                    i = range.end;
                } else if let Some(text) = shown_value(node, role) {
                    out.add_text(open.len(), text);
                    i = range.end;
                }
            }
        }
    }
    out
}

/// Whether a node is nothing to Playwright, so that what is inside moves up to `around`.
fn is_lifted(node: Node<'_>, around: Option<Role>) -> bool {
    let unnamed = || normalized(node.name().unwrap_or_default()).is_empty();
    match node.role() {
        Role::Generic | Role::None | Role::Other | Role::Label | Role::Window | Role::TitleBar => true,
        // The page itself; a select's list; a form, which is a part of the page only with a name.
        Role::Document => around.is_none(),
        Role::ListBox => around == Some(Role::ComboBox) && unnamed(),
        Role::Form => unnamed(),
        _ => false,
    }
}

/// The value of a field, where Playwright shows it: as the text inside.
fn shown_value(node: Node<'_>, role: Role) -> Option<&str> {
    let plain = |inner: Node<'_>| matches!(inner.role(), Role::Text | Role::Generic);
    let has_value = role.is_text_entry() || role == Role::Slider;
    node.value().filter(|_| has_value && node.subtree().skip(1).all(plain))
}

fn name_of(node: Node<'_>) -> String {
    // YAML allows keys of 1,024 characters.
    const LONGEST: usize = 900;
    let name = normalized(node.name().unwrap_or_default());
    if name.encode_utf16().count() > LONGEST { String::new() } else { name }
}

/// `role "name" [state]`, quoted where YAML would read it as something else.
fn key(node: Node<'_>, name: &str) -> String {
    let role = node.role();
    let mut key = role.as_str().to_owned();
    let is_pattern = || node.attr("name_pattern").is_some() && pattern_end(name) == Some(name.len());
    if name.starts_with('/') && is_pattern() {
        key += &format!(" {name}");
    } else if !name.is_empty() {
        key += &format!(" \"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
    }
    for state in [State::Checked, State::Disabled, State::Expanded] {
        key += &mark(node, role, state);
    }
    if let Some(level) = node.level().filter(|_| role == Role::Heading) {
        key += &format!(" [level={level}]");
    }
    for state in [State::Pressed, State::Selected] {
        key += &mark(node, role, state);
    }
    match needs_quotes(&key) {
        // Only double quotes allow escapes.
        true if key.contains(is_escaped) => value(&key),
        true => format!("'{}'", key.replace('\'', "''")),
        false => key,
    }
}

fn mark(node: Node<'_>, role: Role, state: State) -> String {
    let name = state.as_str();
    let may_be_mixed = matches!(state, State::Checked | State::Pressed);
    match node.states().get(state).filter(|_| carries(role, state)) {
        Some(Tri::True) => format!(" [{name}]"),
        Some(Tri::Mixed) if may_be_mixed => format!(" [{name}=mixed]"),
        _ => String::new(),
    }
}

/// Whether Playwright looks at a state on nodes of that role.
fn carries(role: Role, state: State) -> bool {
    use Role::*;
    match state {
        State::Checked => {
            matches!(role, Checkbox | MenuItemCheckbox | MenuItemRadio | Option | Radio | Switch | TreeItem)
        }
        State::Pressed => role == Button,
        State::Selected => {
            matches!(role, ColumnHeader | GridCell | Option | Row | RowHeader | Tab | TreeItem)
        }
        State::Expanded => matches!(
            role,
            Application
                | Button
                | Checkbox
                | ColumnHeader
                | ComboBox
                | GridCell
                | Link
                | ListBox
                | MenuItem
                | MenuItemCheckbox
                | MenuItemRadio
                | Row
                | RowHeader
                | Switch
                | Tab
                | TreeItem
        ),
        State::Disabled => {
            role.is_interactive()
                || matches!(
                    role,
                    Application
                        | ColumnHeader
                        | Grid
                        | Group
                        | Menu
                        | MenuBar
                        | RadioGroup
                        | Row
                        | RowHeader
                        | Separator
                        | TabList
                        | Toolbar
                        | Tree
                        | TreeGrid
                )
        }
        _ => false,
    }
}

/// The properties of a node that stand on lines of their own.
fn props(node: Node<'_>, name: &str) -> Vec<(&'static str, String)> {
    let url = node.url().filter(|_| node.role() == Role::Link);
    let url = url.and_then(|url| expected(&normalized(url), node.snapshot().url()));
    let hint = node.attr("placeholder").map(normalized);
    let hint = hint.filter(|hint| node.role().is_text_entry() && !hint.is_empty() && hint != name);
    url.map(|url| ("url", url)).into_iter().chain(hint.map(|hint| ("placeholder", hint))).collect()
}

fn lines(indent: &str, props: &[(&str, String)]) -> String {
    props.iter().map(|(key, text)| format!("{indent}  - /{key}: {}\n", value(text))).collect()
}

/// A text as Playwright compares it: white space in one piece, no invisible characters.
fn normalized(text: &str) -> String {
    let visible = text.chars().filter(|c| !matches!(c, '\u{200b}' | '\u{ad}'));
    let mut out = String::with_capacity(text.len());
    for c in visible {
        if c.is_whitespace() || c.is_control() || c == '\u{feff}' {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
        } else {
            out.push(c);
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// A text as a scalar of YAML. Harmful characters in it are escaped.
fn value(text: &str) -> String {
    if !needs_quotes(text) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if is_escaped(c) && u32::from(c) > 0xffff => out += &format!("\\U{:08x}", u32::from(c)),
            c if is_escaped(c) => out += &format!("\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Whether a character is escaped: the harmful ones, but for the marks of reading direction that real pages have in
/// Arabic and Hebrew. They reorder no other text, and Playwright writes them as they are.
fn is_escaped(c: char) -> bool {
    is_harmful(c) && !matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}')
}

/// Whether YAML would read a plain text as something else. The rules are Playwright's own, so that texts look
/// alike; harmful characters need quotes to be escaped.
fn needs_quotes(text: &str) -> bool {
    const INDICATORS: [char; 16] =
        ['&', '*', ']', ',', '?', '!', '>', '|', '@', '"', '\'', '#', '%', '[', '-', ':'];
    const WORDS: [&str; 12] =
        ["y", "n", "yes", "no", "true", "false", "on", "off", "null", "~", ".inf", ".nan"];
    text.is_empty()
        || text.starts_with(INDICATORS)
        || text.contains(['{', '}', '`'])
        || text.contains(": ")
        || text.ends_with(':')
        || text.contains(" #")
        || text.contains(is_escaped)
        || is_number(text)
        || WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Whether a text is a number to JavaScript.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let based = |prefix: &str, base: u32| {
        let digits = text.strip_prefix(prefix);
        digits.is_some_and(|digits| !digits.is_empty() && digits.chars().all(|c| c.is_digit(base)))
    };
    digits == "Infinity"
        || (digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') && text.parse::<f64>().is_ok())
        || [("0x", 16), ("0X", 16), ("0o", 8), ("0b", 2)].iter().any(|&(prefix, base)| based(prefix, base))
}
