//! What stands around the content of a page: the line about the page, the fence, what was left out and how to get it.

use std::fmt::Write;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::budget::Cursor;
use super::kinds::is_message;
use super::layers::index;
use super::pen::{Pen, role_word};
use super::text::{Seen, TOKEN, quarters};
use super::{Body, Look, PageError, ViewOptions};
use crate::tree::{Node, NodeId, Role};
use crate::view::push_quoted;

/// How many nodes are printed, of how many, and where to go on.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    pub shown: usize,
    pub total: usize,
    pub cursor: Option<Cursor>,
}

/// The fence around what is the page's.
pub(super) struct Fence<'a> {
    mark: Option<&'a str>,
}

impl<'a> Fence<'a> {
    /// A fence of a random mark; without one there is no fence.
    pub(super) fn of(mark: Option<&'a str>) -> Result<Fence<'a>, PageError> {
        let fine = |m: &str| (8..=64).contains(&m.len()) && m.bytes().all(|b| b.is_ascii_alphanumeric());
        match mark {
            Some(mark) if !fine(mark) => Err(PageError::Fence),
            mark => Ok(Fence { mark }),
        }
    }

    /// The content within its fence, copies of the mark taken out; their number.
    pub(super) fn around(&self, content: &str) -> (String, usize) {
        let Some(mark) = self.mark else { return (content.to_owned(), 0) };
        let copies = content.matches(mark).count();
        let clean = if copies > 0 { content.replace(mark, "…") } else { content.to_owned() };
        (format!("<page {mark}>\n{clean}</page {mark}>\n"), copies)
    }

    /// Text that stands outside of the fence, copies of the mark taken out.
    pub(super) fn clean(&self, text: String) -> String {
        match self.mark {
            Some(mark) if text.contains(mark) => text.replace(mark, "…"),
            _ => text,
        }
    }

    fn size(&self) -> usize {
        self.mark.map_or(0, |mark| 2 * mark.len() + "<page >\n</page >\n".len())
    }
}

/// What the frame costs at most, in quarters of a token.
pub(super) fn size(
    look: &Look,
    body: &Body,
    widest: &Counts,
    fence: &Fence<'_>,
    options: &ViewOptions,
) -> usize {
    let above = quarters(&head(look, body, widest, options));
    let below: usize = foot(look, body, widest, 999, options).iter().map(|line| quarters(line) + 1).sum();
    above + below + fence.size()
}

/// The whole text.
pub(super) fn around(
    look: &Look,
    body: &Body,
    counts: &Counts,
    fence: &Fence<'_>,
    options: &ViewOptions,
    content: &str,
) -> String {
    let mut out = fence.clean(head(look, body, counts, options));
    let (content, copies) = fence.around(content);
    out.push_str(&content);
    for line in foot(look, body, counts, copies, options) {
        out.push_str(&fence.clean(line));
        out.push('\n');
    }
    out
}

/// The line about the page.
fn head(look: &Look, body: &Body, counts: &Counts, options: &ViewOptions) -> String {
    let mut out = "page".to_owned();
    about(look, body, &mut out);
    let _ = write!(out, " shown {}/{}", counts.shown, counts.total);
    let tops = on_top(look, body);
    if options.scope.is_none() && !tops.is_empty() {
        const TOLD: usize = 3;
        out.push_str(", on top: ");
        let pen = look.observation.sections().first().map(|section| Pen {
            section,
            layers: &body.layers,
            seen: &body.seen,
        });
        for (i, node) in tops.iter().take(TOLD).enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            if let Some(pen) = &pen {
                brief(pen, &mut out, *node);
            }
        }
        if tops.len() > TOLD {
            let _ = write!(out, " and {} more", tops.len() - TOLD);
        }
    }
    out.push('\n');
    out
}

/// Which page a look is at, in the words of the first line of a [rendered](super::render) one: title, address, load
/// state.
pub fn headline(look: &Look) -> String {
    let mut out = "page".to_owned();
    which(look, &Seen::default(), &mut out);
    out
}

/// Title, address and load state.
fn which(look: &Look, seen: &Seen, out: &mut String) {
    if let Some(title) = look.title().filter(|t| !t.trim().is_empty()) {
        out.push(' ');
        seen.quote_cut(out, title, 30);
    }
    if let Some(url) = look.url() {
        out.push_str(" url=");
        seen.quote_cut(out, url, 50);
    }
    if let Some(ready) = look.facts.ready {
        let _ = write!(out, " {}", ready.as_str());
    }
}

/// Title, address, load state, revision and viewport.
pub(super) fn about(look: &Look, body: &Body, out: &mut String) {
    which(look, &body.seen, out);
    let _ = write!(out, " rev={}", look.observation.revision());
    if let Some(v) = look.facts.viewport {
        let _ = write!(out, " viewport={}x{}", v.width.round(), v.height.round());
        if v.document_height > v.height || v.scroll_y != 0.0 {
            let _ = write!(out, " scroll={} of {}", v.scroll_y.round(), v.document_height.round());
        }
        if v.scroll_x != 0.0 {
            let _ = write!(out, " scroll-x={}", v.scroll_x.round());
        }
    }
}

/// What is open on top: modals, menus, popovers, other dialogs, alerts.
fn on_top<'a>(look: &'a Look, body: &Body) -> Vec<Node<'a>> {
    let snapshot = look.observation.snapshot();
    let node = |&n: &u32| snapshot.node(NodeId::from_index(n as usize));
    let mut tops: Vec<_> = body.layers.top.iter().filter_map(node).collect();
    let known: HashSet<u32, FxBuildHasher> = body.layers.top.iter().copied().collect();
    let others = snapshot.nodes().filter(|n| {
        let dialog =
            matches!(n.role(), Role::Dialog | Role::AlertDialog) && !body.layers.is_behind(index(*n));
        let alert =
            n.role() == Role::Alert && (n.range().len() > 1 || n.name().is_some_and(|t| !t.is_empty()));
        (dialog || alert) && !known.contains(&index(*n))
    });
    tops.extend(others.take(20));
    tops
}

/// A layer or a message in few words.
fn brief(pen: &Pen<'_>, out: &mut String, node: Node<'_>) {
    let said = |n: &Node<'_>| n.name().is_some_and(|t| !t.trim().is_empty());
    if said(&node) || !is_message(node) {
        return pen.brief(out, node);
    }
    out.push_str(&role_word(node));
    out.push(' ');
    if let Some(text) = node.subtree().take(50).find(said).and_then(|n| n.name()) {
        pen.seen.quote_cut(out, text, 12);
        out.push(' ');
    }
    pen.reference(out, node);
}

/// The lines below the content.
fn foot(look: &Look, body: &Body, counts: &Counts, copies: usize, options: &ViewOptions) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(cursor) = counts.cursor {
        let rest = counts.total - counts.shown;
        let why = match options.budget {
            Some(budget) => format!(
                "budget {budget} tokens, estimated at 4 characters each, 1 in Chinese, Japanese, Korean"
            ),
            None => "maxNodes".to_owned(),
        };
        lines.push(format!(
            "cut: {rest} of {} nodes are not in this part ({why}); go on with cursor={cursor}",
            counts.total
        ));
    }
    let left = &body.left;
    if left.behind > 0 {
        lines.push(format!(
            "inert, not listed: {} and {} to act on; refs in them hold, `behind` lists them",
            counted(left.behind, "node"),
            left.behind_controls
        ));
    }
    let kinds = [(left.texts, "text"), (left.headings, "heading"), (left.others, "other node")];
    let told: Vec<_> = kinds.iter().filter(|k| k.0 > 0).map(|&(n, what)| counted(n, what)).collect();
    if left.by_view() > 0 {
        lines.push(format!("left out by the view: {}; a view without filters has them", told.join(", ")));
    }
    if left.images > 0 {
        lines.push(format!("left out: {} without a text", counted(left.images, "image")));
    }
    let (removed, escaped) = (body.seen.removed.get(), body.seen.escaped.get());
    if removed + escaped > 0 {
        lines.push(format!(
            "page text: {removed} invisible characters taken out, {escaped} control characters escaped"
        ));
    }
    if copies > 0 && options.fence.is_some() {
        lines.push(format!(
            "page text: {} of the fence taken out",
            if copies == 1 { "1 copy".to_owned() } else { format!("{copies} copies") }
        ));
    }
    let notices = || {
        look.facts.notices.iter().chain(look.observation.notes()).chain(look.observation.snapshot().notices())
    };
    const TOLD: usize = 3;
    for notice in notices().take(TOLD) {
        lines.push(format!("note: {}", sentence(notice, 40)));
    }
    let more = notices().count().saturating_sub(TOLD);
    if more > 0 {
        lines.push(format!("note: {more} more notices"));
    }
    lines
}

/// A sentence of a reader, which quotes what it has from the page, on one line.
fn sentence(text: &str, tokens: usize) -> String {
    let mut quoted = String::new();
    let cut: String = text.chars().take(tokens * TOKEN).collect();
    push_quoted(&mut quoted, &cut);
    // Our own quotes in it stay readable; whatever would end the line is escaped.
    let inner = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default().replace("\\\"", "\"");
    if cut.len() < text.len() { format!("{inner}…") } else { inner }
}

fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
