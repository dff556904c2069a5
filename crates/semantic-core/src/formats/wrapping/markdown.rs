//! A dump inside Markdown: in a fence, or under the heading of a tool's reply.

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

/// The first known dump in a text's fences, or what stands under a snapshot's heading.
pub(super) fn inside<'a>(text: &'a str, known: &dyn Fn(&str) -> bool) -> Option<Inside<'a>> {
    // A dump under its heading is raw: a fence in it is text of the page.
    let raw = text.lines().any(|line| RAW.contains(&line.trim_end()));
    let blocks = if raw { Vec::new() } else { fences(text) };
    let fits = |block: &&Block| known(&text[block.start..block.end]);
    let mut fitting = blocks.iter().filter(fits);
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
    start: usize,
    end: usize,
    closed: bool,
}

/// What stands between the fences of a text.
fn fences(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let mark = line.trim_start();
        let ticks = &mark[..mark.len() - mark.trim_start_matches('`').trim_start_matches('~').len()];
        match open {
            None if ticks.len() >= 3 => open = Some((ticks, at)),
            Some((fence, from)) if ticks.starts_with(fence) && mark.trim_end() == ticks => {
                blocks.push(Block { start: from, end: start, closed: true });
                open = None;
            }
            _ => {}
        }
    }
    blocks.extend(open.map(|(_, start)| Block { start, end: text.len(), closed: false }));
    blocks
}

/// Headings under which a dump always stands without a fence.
const RAW: [&str; 2] = ["## Latest page snapshot", "## Page content"];

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
