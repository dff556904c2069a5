//! How large an output is beside Playwright's snapshot for models, with everything that can be acted on and read in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use semantic_core::formats::read;
use semantic_core::page::{Look, ViewOptions, render};
use semantic_core::tree::Snapshot;
use semantic_core::view::{Observation, SemanticView};

use crate::reading::missing;

pub fn shared(path: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(path);
    if !folder.exists() {
        println!("skipped: {path} of the shared data is not there");
        return None;
    }
    Some(folder)
}

pub fn page(path: &Path) -> Arc<Snapshot> {
    Arc::new(read(&fs::read(path).expect("a file"), Some("html")).expect("a page"))
}

pub fn whole(snapshot: &Arc<Snapshot>) -> String {
    let look = Look::of(Observation::of(Arc::clone(snapshot), &SemanticView::new()));
    render(&look, &ViewOptions { budget: None, ..ViewOptions::default() }).expect("rendered").text
}

fn measure(name: &str, path: &Path, theirs: usize, faults: &mut Vec<String>) -> (usize, usize) {
    let snapshot = page(path);
    let text = whole(&snapshot);
    if std::env::var("PAGE_SHOW").is_ok_and(|show| name.contains(&show)) {
        println!("{text}");
    }
    let ours = text.chars().count();
    println!("{name:40} {ours:>8} {theirs:>8} {:>6.2}", ours as f64 / theirs as f64);
    faults.extend(missing(&snapshot, &text).into_iter().map(|fault| format!("{name}: {fault}")));
    (ours, theirs)
}

fn total(what: &str, sizes: &[(usize, usize)]) -> f64 {
    let (ours, theirs) = sizes.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    println!("{what:40} {ours:>8} {theirs:>8} {:>6.3}", ours as f64 / theirs as f64);
    ours as f64 / theirs as f64
}

#[test]
fn hint_pages_are_half_of_playwrights_snapshot() {
    let Some(folder) = shared("hints") else { return };
    let (mut sizes, mut faults) = (Vec::new(), Vec::new());
    let mut pages: Vec<_> = fs::read_dir(folder).expect("a folder").flatten().map(|e| e.path()).collect();
    pages.sort();
    for page in pages.iter().filter(|p| p.join("page.html").exists()) {
        let meta = fs::read_to_string(page.join("meta.json")).expect("a file");
        let meta: serde_json::Value = serde_json::from_str(&meta).expect("JSON");
        let name = page.file_name().expect("a name").to_string_lossy().into_owned();
        let theirs = meta["aria_ai_chars"].as_u64().expect("a size") as usize;
        sizes.push(measure(&name, &page.join("page.html"), theirs, &mut faults));
    }
    let ratio = total("hint pages", &sizes);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(ratio <= 0.5, "{ratio}");
}

#[test]
fn rendered_pages_are_three_quarters_of_playwrights_snapshot() {
    let Some(folder) = shared("dumps") else { return };
    let (mut sizes, mut faults) = (Vec::new(), Vec::new());
    let mut pages: Vec<_> =
        fs::read_dir(folder.join("html")).expect("a folder").flatten().map(|e| e.path()).collect();
    pages.sort();
    for page in pages {
        let name = page.file_name().expect("a name").to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".rendered.html") else { continue };
        let Ok(theirs) = fs::read_to_string(folder.join(format!("playwright-ai/{stem}.yaml"))) else {
            continue;
        };
        // The reader of files does not load frames.
        if stem.contains("iframes") {
            continue;
        }
        sizes.push(measure(&name, &page, theirs.chars().count(), &mut faults));
    }
    let ratio = total("pages of dumps/html", &sizes);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(ratio <= 0.75, "{ratio}");
}
