//! Real dumps and our own pages through a view: no crash, rows equal nodes, text and JSON agree.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use semantic_core::formats::read;
use semantic_core::formats::write::to_json;
use semantic_core::view::{Field, Observation, SemanticView, Session};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let mut files: Vec<_> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "json"));
    files.sort();
    files
}

fn check(file: &Path) {
    let mut bytes = Vec::new();
    File::open(file).and_then(|mut f| f.read_to_end(&mut bytes)).expect("a readable file");
    let page = Arc::new(read(&bytes, None).unwrap_or_else(|e| panic!("{}: {e}", file.display())));
    let view = SemanticView::new().with_fields(Field::ALL);
    let seen = Observation::of(Arc::clone(&page), &view);
    let text = seen.render();
    assert_eq!(text.lines().count(), page.len() + 2, "{}", file.display());
    let json = seen.to_json();
    assert_eq!(json["sections"][0]["rows"].as_array().map(Vec::len), Some(page.len()), "{}", file.display());
    assert!(seen.diff(&seen).is_unchanged(), "{}", file.display());
    // Our own form holds all of it.
    let again = Arc::new(read(to_json(&page).as_bytes(), None).expect("our own form"));
    assert_eq!(Observation::of(Arc::clone(&again), &view).render(), text, "{}", file.display());
    assert_eq!(to_json(&again), to_json(&page), "{}", file.display());
    // An unchanged page keeps every ref that it can.
    let mut session = Session::new();
    session.observe(Arc::clone(&page), &view);
    let next = session.observe(again, &view);
    assert!(next.rows().all(|r| r.reference() == r.node.id().to_string()), "{}", file.display());
}

#[test]
fn our_own_pages() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/corpus");
    let pages =
        corpus.read_dir().expect("the corpus").filter_map(|e| Some(e.ok()?.path().join("snapshot.json")));
    let all: Vec<_> = files("examples").into_iter().chain(pages.filter(|p| p.is_file())).collect();
    assert!(all.len() > 20, "{all:?}");
    all.iter().for_each(|f| check(f));
}

#[test]
fn flat_lists_with_depth_from_pinchtab() {
    let all = files("../shared/data/dumps/pinchtab");
    if all.is_empty() {
        eprintln!("skipped: the public dumps are not here");
    }
    all.iter().for_each(|f| check(f));
}
