//! What the tests of all formats share: where dumps are, and a tree as text.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use semantic_core::formats::FORMATS;
use semantic_core::tree::{Snapshot, Tri};

/// The captured dumps, where they are there; says so where not.
pub fn captured() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/dumps");
    if root.is_dir() {
        return Some(root);
    }
    eprintln!("skipped: ../shared/data/dumps is not there");
    None
}

/// Our own dumps: `fixtures/formats/<format>/<name>`, and beside each a `.tree` with what must come out.
pub fn own() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/formats")
}

/// The files in a folder whose name ends so, in order.
pub fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut all: Vec<PathBuf> = paths.filter(|p| p.to_string_lossy().ends_with(end)).collect();
    all.sort();
    all
}

/// The end of a message that lists the formats.
pub fn known() -> String {
    format!("known formats: {}", FORMATS.iter().map(|f| f.name).collect::<Vec<_>>().join(", "))
}

/// Everything a tree knows, a line a node; then the notices.
pub fn outline(page: &Snapshot) -> String {
    let mut out = String::new();
    let mut line = |text: String| writeln!(out, "{text}").expect("a string takes all");
    if page.title().is_some() || page.url().is_some() {
        line(format!("# {} | {}", page.title().unwrap_or("-"), page.url().unwrap_or("-")));
    }
    for n in page.nodes() {
        let mut text = "  ".repeat(n.depth()) + n.role().as_str();
        let mut add = |what: String| text += &what;
        n.native_role().into_iter().for_each(|word| add(format!(" ({word})")));
        n.name().into_iter().for_each(|name| add(format!(" {name:?}")));
        n.own_ref().into_iter().for_each(|own| add(format!(" ref={own}")));
        n.value().into_iter().for_each(|value| add(format!(" value={value:?}")));
        n.description().into_iter().for_each(|text| add(format!(" description={text:?}")));
        n.url().into_iter().for_each(|url| add(format!(" url={url}")));
        n.identifier().into_iter().for_each(|id| add(format!(" id={id}")));
        n.level().into_iter().for_each(|level| add(format!(" level={level}")));
        for (state, tri) in n.states().iter() {
            let sign = match tri {
                Tri::True => "",
                Tri::False => "=false",
                Tri::Mixed => "=mixed",
            };
            add(format!(" [{}{sign}]", state.as_str()));
        }
        if let Some(b) = n.bounds() {
            add(format!(" box={},{},{},{}", b.x, b.y, b.width, b.height));
        }
        n.attrs().for_each(|(key, value)| add(format!(" {key}={value:?}")));
        line(text);
    }
    page.notices().iter().for_each(|notice| line(format!("! {notice}")));
    out
}
