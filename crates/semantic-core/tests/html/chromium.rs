//! Agreement with Chromium's own trees: each interactive node that it lists for a page is in the tree of the page's HTML.
//!
//! Icons, arrows and capital letters that a style sheet makes are not in the HTML, so names are compared without regard
//! to case and without signs that the page does not have; how many are equal to the letter is printed too. What HTML
//! alone cannot tell (parts of the browser's own date fields, links of scripts, words that scripts add) is printed with
//! its cause and counted apart.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;

use semantic_core::tree::{Role, Snapshot};
use serde_json::Value;

use super::{read, root};

/// The cause of a miss that the HTML should have told.
const OTHER: &str = "another name or role";

/// A node as both sides see it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Seen {
    role: Role,
    name: String,
}

/// An interactive node of Chromium's, and why HTML alone may not show it.
struct Listed {
    seen: Seen,
    cause: Option<&'static str>,
}

#[derive(Default)]
struct Figures {
    listed: usize,
    exact: usize,
    found: usize,
    missing: BTreeMap<&'static str, Vec<String>>,
}

#[test]
fn interactive_nodes_are_those_of_chromium() {
    let dumps = root().join("../shared/data/dumps");
    let Ok(folder) = fs::read_dir(dumps.join("html")) else {
        println!("SKIPPED: the shared dumps are not there");
        return;
    };
    let mut files: Vec<_> =
        folder.filter_map(|f| Some(f.ok()?.file_name().to_string_lossy().into_owned())).collect();
    files.sort();
    let (mut listed, mut found, mut untold) = (0, 0, 0);
    for page in files.iter().filter_map(|f| f.strip_suffix(".rendered.html")) {
        let tree = dumps.join("cdp").join(format!("{page}.json"));
        let Ok(cdp) = fs::read_to_string(&tree) else { continue };
        let html =
            fs::read_to_string(dumps.join("html").join(format!("{page}.rendered.html"))).expect("readable");
        let figures = compare(&cdp, &html);
        print(page, &figures);
        listed += figures.listed;
        found += figures.found;
        untold += figures
            .missing
            .iter()
            .filter(|(cause, _)| **cause != OTHER)
            .map(|(_, nodes)| nodes.len())
            .sum::<usize>();
    }
    let percent = |of: usize| found as f64 / of.max(1) as f64 * 100.0;
    println!("all pages: {found} of {listed} interactive nodes ({:.2} %)", percent(listed));
    println!(
        "without what HTML cannot tell: {found} of {} ({:.2} %)",
        listed - untold,
        percent(listed - untold)
    );
    assert!(percent(listed - untold) >= 99.0 && listed >= 500);
}

fn print(page: &str, figures: &Figures) {
    let Figures { listed, exact, found, missing } = figures;
    println!("{page}: {found} of {listed}, {exact} to the letter");
    for (cause, nodes) in missing {
        println!("    {} missing: {cause}", nodes.len());
        nodes.iter().take(40).for_each(|node| println!("        {node}"));
    }
}

fn compare(cdp: &str, html: &str) -> Figures {
    let ours = read(html);
    // A page of nothing but custom elements without content draws all of itself in shadow trees.
    let mut tags = html.split('<').filter_map(|piece| piece.split([' ', '>']).next());
    let in_shadow = ours.len() == 1 && tags.any(|tag| tag.contains('-') && !tag.starts_with('!'));
    let source: [String; 2] = [letters(html).collect(), letters(&without_tags(html)).collect()];
    let signs: HashSet<char> = ours.nodes().filter_map(|n| n.name()).flat_map(str::chars).collect();
    let plain = |name: &str| {
        let told = name.chars().filter(|c| c.is_alphanumeric() || signs.contains(c));
        collapsed(&told.flat_map(char::to_lowercase).collect::<String>())
    };
    let spelled: HashSet<(Role, String)> =
        ours.nodes().filter_map(|n| Some((n.role(), letters(n.name()?).collect()))).collect();
    let mut exact = count(&ours, str::to_owned);
    let mut folded = count(&ours, plain);
    let mut figures = Figures::default();
    for Listed { seen, cause } in interactive(cdp) {
        figures.listed += 1;
        figures.exact += usize::from(take(&mut exact, &seen));
        let key = Seen { name: plain(&seen.name), ..seen.clone() };
        if take(&mut folded, &key) {
            figures.found += 1;
            continue;
        }
        let styled = spelled.contains(&(seen.role, letters(&seen.name).collect()));
        let text: String = letters(&seen.name).collect();
        let made = !source.iter().any(|source| source.contains(&text));
        let cause = cause.unwrap_or(match (in_shadow, styled, made) {
            (true, ..) => "in a shadow tree, which the page's HTML leaves out",
            (_, true, _) => "a style sheet hides signs in it or breaks its lines",
            (.., true) => "its text is not in the HTML: a script makes it",
            _ => OTHER,
        });
        figures.missing.entry(cause).or_default().push(format!("{} {:?}", seen.role.as_str(), seen.name));
    }
    figures
}

/// How often each role and name is in the tree.
fn count(page: &Snapshot, form: impl Fn(&str) -> String) -> HashMap<Seen, usize> {
    let mut all = HashMap::new();
    for node in page.nodes() {
        let name = form(&collapsed(node.name().unwrap_or_default()));
        *all.entry(Seen { role: node.role(), name }).or_default() += 1;
    }
    all
}

fn take(all: &mut HashMap<Seen, usize>, seen: &Seen) -> bool {
    match all.get_mut(seen).filter(|n| **n > 0) {
        Some(n) => {
            *n -= 1;
            true
        }
        None => false,
    }
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text between the tags, so that what a reader loses is not taken for what a script makes.
fn without_tags(html: &str) -> String {
    let pieces = html.split('<').filter_map(|piece| piece.split_once('>'));
    let text: String = pieces.map(|(_, text)| text).collect();
    ["&nbsp;", "&amp;", "&lt;", "&gt;", "&quot;"].iter().fold(text, |text, entity| text.replace(entity, " "))
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// The interactive nodes of a `getFullAXTree` reply in document order.
fn interactive(cdp: &str) -> Vec<Listed> {
    let tree: Value = serde_json::from_str(cdp).expect("JSON");
    let mut nodes: HashMap<&str, &Value> = HashMap::new();
    let all = tree["nodes"].as_array().expect("nodes");
    for node in all {
        nodes.entry(node["nodeId"].as_str().expect("an id")).or_insert(node);
    }
    let role = |node: &Value| node["role"]["value"].as_str().unwrap_or_default().to_owned();
    let mut seen: HashSet<&str> = HashSet::new();
    let mut listed = Vec::new();
    for node in all.iter().filter(|node| seen.insert(node["nodeId"].as_str().unwrap_or_default())) {
        let word = role(node);
        let known = match word.as_str() {
            "ColorWell" => Role::Button,
            "Date" | "DateTime" | "InputTime" => Role::TextBox,
            "MenuListPopup" => continue,
            word => Role::from_name(word),
        };
        if node["ignored"].as_bool() == Some(true) || !known.is_interactive() {
            continue;
        }
        let above = std::iter::successors(nodes.get(node["parentId"].as_str().unwrap_or_default()), |up| {
            nodes.get(up["parentId"].as_str().unwrap_or_default())
        });
        let in_date = above.take(6).any(|up| matches!(&*role(up), "Date" | "DateTime" | "InputTime"));
        let cause = match () {
            () if in_date => Some("a part of the browser's own date field"),
            () if known == Role::Link && !has(node, "focusable") => {
                Some("no address: a script listens for clicks")
            }
            () => None,
        };
        let name = collapsed(node["name"]["value"].as_str().unwrap_or_default());
        listed.push(Listed { seen: Seen { role: known, name }, cause });
    }
    listed
}

fn has(node: &Value, property: &str) -> bool {
    node["properties"].as_array().is_some_and(|all| all.iter().any(|p| p["name"] == property))
}
