//! Plain HTML, read as a browser would expose it to assistive technology without running scripts.
//!
//! Parsing is html5ever's; roles follow HTML-AAM, names accname 1.2. Layout and style sheets are unknown: what only a
//! style sheet hides is in the tree, and boxes are absent.

mod address;
mod aria;
mod cards;
mod compose;
mod dom;
mod feed;
mod flow;
mod hidden;
mod hints;
mod live;
pub mod look;
mod names;
mod native;
mod page;
mod parse;
mod rendered;
mod roles;
mod rows;
mod sink;
mod states;
mod values;
mod walk;

use self::address::{resolve, split_scheme};
use self::compose::compose;
use self::dom::{Dom, is_one_of};
pub(super) use self::hints::capture;
use self::page::Page;
use self::parse::{Document, parse};
use self::walk::{title_of, walk};
use super::{Format, Head, ReadError};
use crate::tree::{Snapshot, SnapshotBuilder, add_elements};

pub(super) static HTML: Format =
    Format { name: "html", summary: "HTML page or part of one", sniff: looks_like_html, read };

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let Document { dom, root, saved_from, cut, too_deep, too_many } = parse(text, Dom::default());
    let (dom, composed) = compose(dom, root);
    let page = Page::new(&dom, root, &composed.given);
    let base = base_of(&dom, root, saved_from.as_deref());
    let walked = walk(&page, root, base.as_deref());
    let mut b = SnapshotBuilder::with_capacity(walked.rows.rows.len());
    title_of(&page, root).into_iter().for_each(|title| b.set_title(&title));
    saved_from.into_iter().for_each(|url| b.set_document_url(&url));
    if let Some(place) = cut {
        b.notice(format!("the text ends {place}: it may be cut off"));
    }
    for (count, what) in [
        (too_deep + composed.too_deep, "elements nested too deep left out, their text kept"),
        (too_many + composed.too_many, "attributes left out, of tags with more than 1,000 of them"),
        (composed.closed_frames, "frames nested more than 16 deep left out"),
        (walked.unfinished, "names cut short: too long, or too much work"),
    ] {
        if count > 0 {
            b.notice(format!("{count} {what}"));
        }
    }
    let sheets = dom.inside(root).filter(|&n| is_style_sheet(&dom, n)).count();
    if sheets > 0 {
        b.notice(format!("style sheets are not read ({sheets} here): what only they hide is in the tree"));
    }
    add_elements(&mut b, &walked.rows);
    Ok(b.finish())
}

fn is_style_sheet(dom: &Dom, n: u32) -> bool {
    dom.html(n) == "style"
        || (dom.html(n) == "link"
            && dom.attr(n, "rel").is_some_and(|rel| {
                rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("stylesheet"))
            }))
}

/// The absolute address that links are relative to, where the document tells.
fn base_of(dom: &Dom, root: u32, saved_from: Option<&str>) -> Option<String> {
    let base = dom.inside(root).find(|&n| dom.html(n) == "base" && dom.has(n, "href"));
    let base = base.and_then(|n| dom.attr(n, "href")).map(|href| resolve(saved_from, href));
    base.or(saved_from.map(str::to_owned)).filter(|base| split_scheme(base).is_some())
}

/// Whether a text begins as a page or as a part of one.
fn looks_like_html(head: &Head) -> bool {
    let mut text = head.text;
    let mut declared = false;
    loop {
        text = text.trim_start();
        let end = if text.starts_with("<!--") {
            "-->"
        } else if text.starts_with("<?xml") {
            declared = true;
            "?>"
        } else {
            break;
        };
        let Some((_, rest)) = text.split_once(end) else { return false };
        text = rest;
    }
    let Some(rest) = text.strip_prefix('<') else { return false };
    if begins(rest, "!doctype") {
        return begins(rest["!doctype".len()..].trim_start(), "html");
    }
    let name = rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let ends = rest[name.len()..].starts_with(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/'));
    if name.eq_ignore_ascii_case("html") {
        return ends;
    }
    // Dumps in XML have elements such as `<Button>` and `<List>`.
    let one_case =
        name.bytes().all(|b| !b.is_ascii_uppercase()) || name.bytes().all(|b| !b.is_ascii_lowercase());
    ends && one_case && !declared && is_one_of(&name.to_ascii_lowercase(), BEGINNINGS)
}

fn begins(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// Elements with which a part of a page begins.
const BEGINNINGS: &str = "\
    a address article aside audio b base blockquote body br button canvas center code details dialog div \
    dl em fieldset figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr i iframe img input label \
    legend li link main map menu meta meter nav ol output p picture pre progress script search section \
    select small span strong style svg table template textarea title ul u video";
