//! A snapshot as one HTML page to look at: the tree beside its boxes, without anything from elsewhere.

use std::fmt::Write;

use super::frame::frame;
use crate::tree::{Node, Rect, Role, Snapshot, State, Tri};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Digests of the two, by which the page's policy knows them; a test says what they must be.
const STYLE_DIGEST: &str = "AAdc+3ZyWjoqlQaC+XFwgTB1+5upOQDvg0OPUIEq/t0=";
const SCRIPT_DIGEST: &str = "8Jqit/tR7xH/Wqxrj1QSM1fM/wMQCfXVaJ732I8kVFQ=";

/// How many names are drawn: drawn text is what takes a browser long.
const LABELS: usize = 2000;

/// The snapshot as a self-contained HTML page: a tree that folds and can be searched and used by keyboard, beside its
/// boxes drawn to scale.
///
/// Text of the snapshot is escaped everywhere, addresses are no links, and the page's own policy allows its one
/// script and nothing from elsewhere.
///
/// ```
/// let page = semantic_core::formats::read(br#"[{"ref":"e1","role":"button","name":"<Save>"}]"#, None)?;
/// let html = semantic_core::formats::write::to_html(&page);
/// assert!(html.contains("&lt;Save&gt;") && !html.contains("<Save>"));
/// # Ok::<(), semantic_core::formats::ReadError>(())
/// ```
pub fn to_html(snapshot: &Snapshot) -> String {
    let mut out = String::with_capacity(STYLE.len() + SCRIPT.len() + 400 * snapshot.len() + 2000);
    let title = snapshot.title().filter(|t| !t.trim().is_empty()).unwrap_or("Accessibility tree");
    let boxes = snapshot.nodes().filter(|n| n.bounds().is_some()).count();
    push(
        &mut out,
        format_args!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
             style-src 'sha256-{STYLE_DIGEST}'; script-src 'sha256-{SCRIPT_DIGEST}'; base-uri 'none'; \
             form-action 'none'\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n<p class=\"about\">{} nodes, {}",
            snapshot.len(),
            if boxes == 0 { "no box is known".to_owned() } else { format!("{boxes} with a box") },
            title = Escaped(title),
        ),
    );
    if let Some(url) = snapshot.url() {
        push(&mut out, format_args!(" · {}", Escaped(url)));
    }
    out.push_str(
        "</p>\n<div class=\"tools\"><label for=\"search\">Search</label> \
         <input id=\"search\" type=\"search\" autocomplete=\"off\"> <span id=\"count\" role=\"status\"></span> \
         <button id=\"fold\" type=\"button\">Fold all</button> \
         <button id=\"unfold\" type=\"button\">Unfold all</button></div>\n",
    );
    if !snapshot.notices().is_empty() {
        out.push_str("<ul class=\"notices\">\n");
        for notice in snapshot.notices() {
            push(&mut out, format_args!("<li>{}</li>\n", Escaped(notice)));
        }
        out.push_str("</ul>\n");
    }
    out.push_str(if boxes == 0 { "</header>\n<main class=\"bare\">\n" } else { "</header>\n<main>\n" });
    if boxes > 0 {
        drawing(&mut out, snapshot);
    }
    out.push_str("<ul id=\"tree\" role=\"tree\" aria-label=\"Nodes\">\n");
    snapshot.nodes().for_each(|node| row(&mut out, node, boxes > 0));
    push(&mut out, format_args!("</ul>\n</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"));
    out
}

fn push(out: &mut String, text: std::fmt::Arguments) {
    out.write_fmt(text).expect("a string takes all that is written");
}

/// Text of the snapshot in a page or in a quoted attribute of it: nothing in it is markup, and every control character is
/// seen.
pub struct Escaped<'a>(pub &'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut rest = self.0;
        while let Some(at) = rest.find(|c: char| matches!(c, '<' | '>' | '&' | '"' | '\'') || is_unsafe(c)) {
            f.write_str(&rest[..at])?;
            let c = rest[at..].chars().next().unwrap_or_default();
            match c {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                _ => f.write_char('\u{FFFD}')?,
            }
            rest = &rest[at + c.len_utf8()..];
        }
        f.write_str(rest)
    }
}

/// Characters that no page may hold, or that would turn the text around them.
fn is_unsafe(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// A node as one row of the tree; `boxes` is whether any node has a box, so that to have none is news.
fn row(out: &mut String, node: Node, boxes: bool) {
    let (from, to) = (node.range().start, node.range().end);
    let level = node.depth() + 1;
    push(
        out,
        format_args!(
            "<li role=\"treeitem\" data-row aria-level=\"{}\" aria-selected=\"false\"",
            level.min(41)
        ),
    );
    push(out, format_args!(" tabindex=\"{}\"", if from == 0 { 0 } else { -1 }));
    if to > from + 1 {
        push(out, format_args!(" aria-expanded=\"true\" data-end=\"{to}\""));
    }
    let class = class(node);
    if !class.is_empty() {
        push(out, format_args!(" class=\"{class}\""));
    }
    push(
        out,
        format_args!(
            "><span class=\"fold\"></span><span class=\"role\">{}</span>",
            Escaped(node.role_name())
        ),
    );
    if let Some(name) = node.name() {
        push(out, format_args!(" <span class=\"name\" dir=\"auto\">{}</span>", Escaped(name)));
    }
    if let Some(value) = node.value() {
        push(out, format_args!(" <span class=\"value\" dir=\"auto\">{}</span>", Escaped(value)));
    }
    if let Some(level) = node.level() {
        push(out, format_args!(" <span class=\"chip\">level {level}</span>"));
    }
    node.states().iter().filter_map(|(state, value)| word(state, value)).for_each(|word| {
        push(out, format_args!(" <span class=\"chip\">{word}</span>"));
    });
    if boxes && node.bounds().is_none() {
        out.push_str(" <span class=\"none\">no box</span>");
    }
    push(out, format_args!(" <span class=\"ref\">{}</span>", node.id()));
    more(out, node, level);
    out.push_str("</li>\n");
}

/// Whether a node can be acted on, and whether it is not shown, as classes of its row and box.
fn class(node: Node) -> &'static str {
    match (node.is_interactive(), node.is(State::Hidden)) {
        (true, true) => "acts off",
        (true, false) => "acts",
        (false, true) => "off",
        (false, false) => "",
    }
}

/// A state as a word, where it is worth a place in the row.
fn word(state: State, value: Tri) -> Option<&'static str> {
    Some(match (state, value) {
        (State::Interactive, _) => return None,
        (State::Checked, Tri::False) => "unchecked",
        (State::Expanded, Tri::False) => "collapsed",
        (State::Pressed, Tri::False) => "not pressed",
        (State::Filled, Tri::False) => "empty",
        (State::Checked | State::Pressed, Tri::Mixed) => "mixed",
        (State::Focusable, _) | (_, Tri::False) => return None,
        (state, _) => state.as_str(),
    })
}

/// What else is known about a node, shown for the one that is picked.
fn more(out: &mut String, node: Node, level: usize) {
    out.push_str("<dl>");
    let mut item =
        |key: &str, text: &str| push(out, format_args!("<dt>{}<dd>{}", Escaped(key), Escaped(text)));
    let texts = [
        ("ref", node.own_ref()),
        ("native role", node.native_role()),
        ("description", node.description()),
        ("identifier", node.identifier()),
        ("address", node.url()),
    ];
    for (key, text) in texts {
        if let Some(text) = text {
            item(key, text);
        }
    }
    if level > 41 {
        item("depth", &node.depth().to_string());
    }
    match node.bounds() {
        Some(Rect { x, y, width, height }) => item("box", &format!("{x}, {y}, {width} × {height}")),
        None => item("box", "not known"),
    }
    let off = node.states().iter().filter(|s| s.1 == Tri::False).map(|s| s.0.as_str());
    let off: Vec<&str> = off.collect();
    if !off.is_empty() {
        item("off", &off.join(", "));
    }
    node.attrs().for_each(|(key, text)| item(key, text));
    out.push_str("</dl>");
}

/// The boxes to scale, in document order, so that what lies inside is drawn over what holds it.
fn drawing(out: &mut String, snapshot: &Snapshot) {
    let Some(frame) = frame(snapshot) else { return };
    let Rect { x, y, width, height } = frame.rect;
    let tall = if height > width * 1.2 && height < width * 3.0 { " tall" } else { "" };
    push(
        out,
        format_args!(
            "<div class=\"boxes{tall}\">\n<svg id=\"drawing\" class=\"page\" role=\"img\" \
             aria-label=\"Boxes of the nodes, to scale\" viewBox=\"{x} {y} {width} {height}\">\n"
        ),
    );
    let drawn = |node: &Node| node.bounds().filter(|b| frame.holds(b));
    let mut labels = 0;
    for node in snapshot.nodes() {
        let Some(b) = drawn(&node) else { continue };
        push(
            out,
            format_args!(
                "<rect data-n=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
                node.id().index(),
                b.x,
                b.y,
                b.width,
                b.height
            ),
        );
        let kind = match node.role() {
            _ if node.range().len() > 1 => "holds",
            Role::Text => "text",
            _ => "",
        };
        match (kind, class(node)) {
            ("", "") => {}
            (kind, "") => push(out, format_args!(" class=\"{kind}\"")),
            ("holds", class) => push(out, format_args!(" class=\"{class} holds\"")),
            (_, class) => push(out, format_args!(" class=\"{class}\"")),
        }
        out.push_str("/>\n");
        if labels < LABELS {
            labels += usize::from(label(out, node, b, width));
        }
    }
    out.push_str("</svg>\n");
    if labels == LABELS {
        push(out, format_args!("<p>Names are drawn in the first {LABELS} boxes only.</p>\n"));
    }
    if frame.far > 0 {
        push(out, format_args!("<p>{} boxes lie far outside and are not drawn.</p>\n", frame.far));
    }
    out.push_str("</div>\n");
}

/// The value or name of a node that holds no other, on one line: as large as fits its box, cut where that is too small. Whether
/// there was anything to draw.
fn label(out: &mut String, node: Node, b: Rect, page_width: f64) -> bool {
    const LONGEST: usize = 80;
    let text = node.value().filter(|v| !v.is_empty()).or(node.name());
    let Some(text) = text.filter(|_| node.range().len() == 1 && !node.is(State::Hidden)) else {
        return false;
    };
    let width = |c: char| if c.is_ascii() { 0.55 } else { 0.9 }; // of a letter, in sizes of the font
    let all: f64 = text.chars().take(LONGEST).map(width).sum::<f64>() + 0.3;
    let fits = (b.height * 0.62).min(b.width / all).min(page_width / 36.0);
    let size = fits.max(page_width / 110.0).min(b.height * 0.8);
    if size < page_width / 400.0 || b.width < size {
        return false;
    }
    let mut room = b.width / size - 0.3;
    let letters = text.chars().take(LONGEST).take_while(|&c| {
        room -= width(c);
        room >= 0.0
    });
    let cut: String = letters.map(|c| if c.is_control() { ' ' } else { c }).collect();
    if cut.trim().is_empty() {
        return false;
    }
    let (x, y) = (b.x + size * 0.15, b.y + b.height / 2.0 + size * 0.35);
    let text = Escaped(&cut);
    push(out, format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\">{text}</text>\n"));
    true
}
