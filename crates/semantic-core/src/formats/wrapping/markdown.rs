//! A dump inside Markdown: in a fence, or under the heading of a tool's reply.

use super::log::without_prefixes;

/// Where a dump lies in a text, and what is said around it.
pub(super) struct Inside<'a> {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) title: Option<&'a str>,
    pub(super) url: Option<&'a str>,
    pub(super) notice: Option<String>,
}

/// Whether a text begins as a reply in Markdown does, so that what is inside goes before the whole. Other texts that
/// begin with `#` may be dumps, in which a fence is text of the page.
pub(super) fn begins(text: &str) -> bool {
    const MARKS: [&str; 10] = [
        "```",
        "~~~",
        "## ",
        "### ",
        "# take_snapshot",
        "# Page snapshot",
        "# Instructions",
        "# Test info",
        "- Page URL:",
        "- Page Title:",
    ];
    let first = text.lines().next().unwrap_or_default().trim_start();
    MARKS.iter().any(|mark| first.starts_with(mark))
}

/// Whether a known dump stands in a fence, and none in front of it: a fence in a dump is text of the page.
pub(super) fn is_fenced(text: &str, known: &dyn Fn(&str) -> bool) -> bool {
    (text.contains("```") || text.contains("~~~"))
        && outer(text, known).iter().any(|block| fits(text, block, known))
}

fn fits(text: &str, block: &Block, known: &dyn Fn(&str) -> bool) -> bool {
    let inner = &text[block.start..block.end];
    known(inner) || known(&without_prefixes(inner, &mut Vec::new()))
}

/// The fences of a text that are not inside of a dump.
fn outer(text: &str, known: &dyn Fn(&str) -> bool) -> Vec<Block> {
    let blocks = fences(text);
    let in_dump = blocks.first().is_some_and(|first| {
        let before = text[..first.mark].trim_end();
        let under = section(before).map_or(before, |(start, end)| &before[start..end]);
        !before.is_empty() && (known(before) || known(under))
    });
    if in_dump { Vec::new() } else { blocks }
}

/// The first known dump in a text's fences, or what stands under a snapshot's heading.
pub(super) fn inside<'a>(text: &'a str, known: &dyn Fn(&str) -> bool) -> Option<Inside<'a>> {
    let blocks = outer(text, known);
    let mut fitting = blocks.iter().filter(|block| fits(text, block, known));
    if let Some(block) = fitting.next() {
        let others = fitting.count();
        let notice = match (others, block.closed) {
            (0, true) => None,
            (0, false) => Some("the Markdown fence has no end: the dump may be cut off".to_owned()),
            _ => Some("more than one dump in the text: only the first is read".to_owned()),
        };
        let (title, url) = about(text, block.start, block.end);
        return Some(Inside { start: block.start, end: block.end, title, url, notice });
    }
    let (start, end) = section(text)?;
    let (title, url) = about(text, start, end);
    Some(Inside { start, end, title, url, notice: None })
}

struct Block {
    /// Where the line of its first mark begins.
    mark: usize,
    start: usize,
    end: usize,
    closed: bool,
}

/// What stands between the fences of a text.
fn fences(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Option<(&str, usize, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let body = line.trim_start();
        let ticks = &body[..body.len() - body.trim_start_matches('`').trim_start_matches('~').len()];
        match open {
            None if ticks.len() >= 3 => open = Some((ticks, start, at)),
            Some((fence, mark, from)) if ticks.starts_with(fence) && line.trim() == ticks => {
                blocks.push(Block { mark, start: from, end: start, closed: true });
                open = None;
            }
            _ => {}
        }
    }
    blocks.extend(open.map(|(_, mark, start)| Block { mark, start, end: text.len(), closed: false }));
    blocks
}

/// Headings under which a dump may stand without a fence.
const SNAPSHOT: [&str; 5] =
    ["## Latest page snapshot", "## Page content", "### Snapshot", "# Page snapshot", "- Page Snapshot:"];

/// Headings that end it. Only these, since names in the dump are raw and may begin like a heading.
const OTHERS: [&str; 14] = [
    "## Pages",
    "## Network",
    "## Console",
    "## CPU",
    "## Selected",
    "## Dialog",
    "# Open dialog",
    "# Test",
    "## Emulat",
    "## Color",
    "## Viewport",
    "## Extensions",
    "## Performance",
    "### Events",
];

/// What stands under a snapshot's heading, up to another heading behind which there is no node any more.
fn section(text: &str) -> Option<(usize, usize)> {
    let (mut start, mut end, mut at) = (None, None, 0);
    for line in text.split_inclusive('\n') {
        let heading = line.trim_end();
        if start.is_none() && SNAPSHOT.contains(&heading) {
            start = Some(at + line.len());
        } else if line.trim_start().starts_with("uid=") {
            end = None;
        } else if end.is_none() && OTHERS.iter().any(|other| heading.starts_with(other)) {
            end = start.map(|_| at);
        }
        at += line.len();
    }
    start.map(|start| (start, end.unwrap_or(text.len())))
}

/// The page's title and address as lines outside of the dump give them.
fn about(text: &str, start: usize, end: usize) -> (Option<&str>, Option<&str>) {
    let outside = || text[..start].lines().chain(text[end..].lines());
    let say = |key: &str| {
        let value = outside().find_map(|line| line.trim_start_matches(['-', ' ']).strip_prefix(key));
        value.map(str::trim).filter(|value| !value.is_empty())
    };
    (say("Page Title:"), say("Page URL:"))
}
