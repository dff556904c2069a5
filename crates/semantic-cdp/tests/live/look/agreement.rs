//! A look against the browser's own tree: the same controls with the same roles and names.
//!
//! Left out are parts that the browser makes of its own fields (the list of a closed choice, the parts of a date), and
//! what only a look lists: parts that are hidden from accessibility, or that nobody can use.

use std::collections::BTreeMap;
use std::path::PathBuf;

use semantic_core::tree::{Role, Snapshot};

use crate::support::{fixtures, with_browser};

/// A control as both sides see it.
type Seen = (Role, String);

/// The controls of a page, with how often each is there.
fn controls(page: &Snapshot, fold: &dyn Fn(&str) -> String) -> BTreeMap<Seen, i64> {
    const DATES: [&str; 3] = ["Date", "DateTime", "InputTime"];
    let mut all = BTreeMap::new();
    for node in page.nodes().filter(|n| n.role().is_interactive()) {
        let mut around = std::iter::once(node).chain(node.ancestors());
        let only_ours =
            around.clone().any(|n| ["aria-hidden", "inert"].iter().any(|key| n.attr(key).is_some()));
        let made = node.native_role() == Some("MenuListPopup")
            || around.any(|n| n.id() != node.id() && n.native_role().is_some_and(|r| DATES.contains(&r)));
        if only_ours || made {
            continue;
        }
        let role = match node.native_role() {
            Some(role) if DATES.contains(&role) => Role::TextBox,
            _ => node.role(),
        };
        let substitute = matches!(node.attr("name-from"), Some("icon" | "text" | "testid" | "address"));
        let name = node.name().filter(|_| !substitute).unwrap_or_default();
        *all.entry((role, fold(name))).or_default() += 1;
    }
    all
}

/// How many of the controls of one are in the other, and those that are not.
fn shared(of: &BTreeMap<Seen, i64>, with: &BTreeMap<Seen, i64>) -> (i64, Vec<String>) {
    let mut missing = Vec::new();
    let mut found = 0;
    for (seen, &count) in of {
        let there = with.get(seen).copied().unwrap_or(0);
        found += count.min(there);
        if there < count {
            missing.push(format!("{} × {} {:?}", count - there, seen.0.as_str(), seen.1));
        }
    }
    (found, missing)
}

fn squashed(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The same without what styles do to letters, and without signs.
fn plain(name: &str) -> String {
    squashed(
        &name.chars().filter(|c| c.is_alphanumeric() || c.is_whitespace()).collect::<String>().to_lowercase(),
    )
}

#[test]
fn controls_are_those_of_the_browsers_own_tree() {
    let folders =
        [fixtures().join("hints"), fixtures().join("live"), fixtures().join("../../shared/data/dumps/html")];
    let skip = ["endless", "stuck", "busy", "moving", "late", "many", "look-hostile"];
    with_browser("controls_are_those_of_the_browsers_own_tree", async |stage| {
        let mut total = (0, 0, 0);
        for folder in folders {
            let Ok(list) = std::fs::read_dir(&folder) else {
                println!("SKIPPED: {} is not there", folder.display());
                continue;
            };
            let mut files: Vec<PathBuf> = list.filter_map(|f| Some(f.ok()?.path())).collect();
            files.retain(|f| f.extension().is_some_and(|e| e == "html"));
            files.retain(|f| !skip.iter().any(|s| f.file_stem().is_some_and(|stem| stem == *s)));
            files.sort();
            for file in files {
                let name = file.file_name().expect("a name").to_string_lossy().into_owned();
                stage.server.put(&format!("/{name}"), std::fs::read_to_string(&file).expect("readable"));
                let page = stage.open(&name).await?;
                let theirs = page.capture(0).await?;
                let ours = page.look(0).await?.snapshot;
                let (exact, _) = shared(&controls(&theirs, &squashed), &controls(&ours, &squashed));
                let (their_controls, our_controls) = (controls(&theirs, &plain), controls(&ours, &plain));
                let (found, missing) = shared(&their_controls, &our_controls);
                let (_, more) = shared(&our_controls, &their_controls);
                let all: i64 = their_controls.values().sum();
                total = (total.0 + all, total.1 + found, total.2 + exact);
                println!("{name}: {found} of {all}, {exact} to the letter");
                missing.iter().take(30).for_each(|m| println!("    not found: {m}"));
                more.iter().take(10).for_each(|m| println!("    more: {m}"));
                stage.browser().await?.close(page.tab()).await?;
            }
        }
        let (all, found, exact) = total;
        let percent = |n: i64| n as f64 / all as f64 * 100.0;
        println!(
            "all: {found} of {all} ({:.2} %), {exact} to the letter ({:.2} %)",
            percent(found),
            percent(exact)
        );
        assert!(percent(found) >= 98.0);
        Ok(())
    });
}
