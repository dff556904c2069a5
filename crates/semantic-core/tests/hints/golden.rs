//! Pages of annotated apps with the snapshots that they must give, from the file alone.

use std::fs;

use semantic_core::hints::{HintOptions, HintSnapshot};

use super::{page, root};

#[test]
fn golden_pages_give_the_snapshots_expected_of_them() {
    let folder = root().join("../shared/data/hints");
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("skipped: {} is not there", folder.display());
        return;
    };
    let mut folders: Vec<_> = entries.flatten().map(|e| e.path()).filter(|p| p.is_dir()).collect();
    folders.sort();
    let mut wrong = 0;
    for folder in &folders {
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect("readable");
        let expected = read("expected.json");
        let meta: serde_json::Value = serde_json::from_str(&read("meta.json")).expect("JSON");
        let mut list = page(&read("page.html"));
        list.url = meta["url"].as_str().expect("a url").to_owned();
        let ours = HintSnapshot::of(&list, &HintOptions::default()).expect("no scope").to_string();
        let name = folder.file_name().expect("a name").to_string_lossy();
        if ours != expected.trim() {
            wrong += 1;
            let at = ours.bytes().zip(expected.bytes()).take_while(|(a, b)| a == b).count().saturating_sub(60);
            let part = |s: &str| s.get(at..).unwrap_or(s).chars().take(240).collect::<String>();
            eprintln!("{name}:\n  ours     {}\n  expected {}", part(&ours), part(&expected));
        }
    }
    assert_eq!(wrong, 0, "of {}", folders.len());
}
