//! What to call a control that has no accessible name, and where the word comes from.

use crate::formats::html::dom::{Data, Dom, collapsed};
use crate::formats::html::page::{Facts, Page};
use crate::tree::Role;

/// Longest text beside a control that may stand for its name, in characters.
const LONGEST: usize = 60;

/// A substitute for the name of a control, with its source in a word.
pub(super) fn of(page: &Page<'_>, n: u32) -> Option<(String, &'static str)> {
    let dom = page.dom;
    let told = |name: String, from| (!name.is_empty()).then_some((name, from));
    icon(dom, n)
        .and_then(|name| told(name, "icon"))
        .or_else(|| beside(page, n).and_then(|name| told(name, "text")))
        .or_else(|| test_id(dom, n).and_then(|name| told(name, "testid")))
        .or_else(|| address(dom, n).and_then(|name| told(name, "address")))
}

/// Where a link leads, as the page has it, without the query: that may hold a key.
fn address(dom: &Dom, n: u32) -> Option<String> {
    let href = dom.attr(n, "href").filter(|_| dom.html(n) == "a")?.trim();
    let script = href.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("javascript:"));
    let path = collapsed(href.split_once('?').map_or(href, |(path, _)| path));
    let says = !path.is_empty() && path != "#" && !script && path.chars().count() <= LONGEST;
    says.then_some(path)
}

fn test_id(dom: &Dom, n: u32) -> Option<String> {
    let keys = ["data-testid", "data-test-id", "data-test", "data-cy"];
    keys.iter().find_map(|key| dom.attr(n, key)).map(collapsed)
}

/// The word that an icon inside is known by: its title, its file of symbols, its class.
fn icon(dom: &Dom, n: u32) -> Option<String> {
    const FAR: usize = 40;
    dom.inside(n).take(FAR).filter(|&n| dom.tag(n).is_some()).find_map(|inner| {
        let drawn = dom.svg(inner) == "title" || dom.svg(inner) == "desc";
        let title = drawn.then(|| collapsed(&dom.text(inner)));
        let symbol = || {
            let link = dom.attr(inner, "href").or_else(|| dom.attr(inner, "xlink:href"));
            link.filter(|_| dom.svg(inner) == "use").and_then(|link| link.split('#').nth(1)).map(plain_word)
        };
        let named = || dom.attr(inner, "data-icon").map(plain_word);
        let class = || dom.attr(inner, "class").and_then(class_word);
        title.or_else(symbol).or_else(named).or_else(class).filter(|name| !name.is_empty())
    })
}

/// The word of a class such as `fa-trash` or `icon-close`.
fn class_word(classes: &str) -> Option<String> {
    const SETS: [&str; 16] = [
        "fa",
        "icon",
        "icons",
        "glyphicon",
        "bi",
        "mdi",
        "ti",
        "ri",
        "lucide",
        "feather",
        "codicon",
        "bx",
        "pi",
        "octicon",
        "ico",
        "la",
    ];
    /// Words about size and motion.
    const MANNERS: [&str; 20] = [
        "xs", "sm", "md", "lg", "xl", "fw", "spin", "pulse", "solid", "regular", "light", "thin", "brands",
        "lock", "small", "large", "medium", "button", "btn", "wrapper",
    ];
    classes.split_ascii_whitespace().find_map(|class| {
        let (set, word) = class.split_once('-')?;
        let word = word.trim_matches('-');
        let plain = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        let says = word.contains(|c: char| c.is_ascii_alphabetic()) && !MANNERS.contains(&word);
        (SETS.contains(&set) && plain && says).then(|| plain_word(word))
    })
}

fn plain_word(word: &str) -> String {
    let word = word.trim_start_matches("icon-").trim_start_matches("fa-");
    collapsed(&word.replace(['-', '_'], " "))
}

/// The text right before a field or, failing that, right after it, which belongs to nothing else.
fn beside(page: &Page<'_>, n: u32) -> Option<String> {
    const UP: usize = 3;
    let dom = page.dom;
    let drawn = page.role(n).is_vague() && dom.has(n, "data-state");
    let boxed = matches!(page.role(n), Role::Checkbox | Role::Radio | Role::Switch);
    if !boxed && !drawn && !page.role(n).is_text_entry() {
        return None;
    }
    // The box comes before its words, a field and a drawn switch after them.
    let mut at = n;
    for _ in 0..UP {
        let before = nearest_text(page, std::iter::successors(dom.prev(at), |&s| dom.prev(s)).take(4));
        let after = || nearest_text(page, std::iter::successors(dom.next(at), |&s| dom.next(s)).take(2));
        let found = if boxed { after().or(before) } else { before.or_else(after) };
        if found.is_some() {
            return found;
        }
        at = dom.parent(at).filter(|&p| dom.tag(p).is_some())?;
        // What stands beside a whole form, dialog or list is about all of it.
        if page.role(at).is_container() {
            return None;
        }
    }
    None
}

/// The first text among siblings, up to the first that has its own meaning.
fn nearest_text(page: &Page<'_>, siblings: impl Iterator<Item = u32>) -> Option<String> {
    for sibling in siblings {
        match text_of(page, sibling) {
            Found::Text(text) => return Some(text),
            Found::Nothing => {}
            Found::Other => return None,
        }
    }
    None
}

enum Found {
    /// A text that belongs to nothing else.
    Text(String),
    Nothing,
    /// Something that has its own meaning.
    Other,
}

fn text_of(page: &Page<'_>, root: u32) -> Found {
    const FAR: usize = 30;
    let dom = page.dom;
    let mut text = String::new();
    let mut around = None; // the box whose lines the text is in: what stands in another one explains it
    for (seen, n) in dom.inside(root).enumerate() {
        let role = page.role(n);
        let own = dom.tag(n).is_some() && (role.is_interactive() || role.is_collection());
        if own || seen > FAR {
            return Found::Other;
        }
        if let Data::Text(part) = dom.data(n)
            && !page.hidden(n)
        {
            let lines = dom.ancestors(n).find(|&a| a == root || page.facts(a).has(Facts::APART));
            if lines == around || text.trim().is_empty() {
                around = lines;
                text.push_str(part);
            }
        }
    }
    let text = collapsed(&text);
    match text.chars().count() {
        0 => Found::Nothing,
        1..=LONGEST if text.contains(char::is_alphanumeric) => {
            Found::Text(text.trim_end_matches([':', '*', ' ']).to_owned())
        }
        _ => Found::Other,
    }
}
