use std::fs;
use semantic_core::hints::{Captured, HintOptions, HintSnapshot};
#[test]
fn scratch() {
    let mut bad = 0;
    let mut n = 0;
    for e in fs::read_dir("/tmp/hints-dev/golden").unwrap().flatten() {
        let name = e.file_name().to_string_lossy().replace(".json", "");
        let list = Captured::from_json(&fs::read_to_string(e.path()).unwrap()).unwrap();
        let ours = HintSnapshot::of(&list, &HintOptions::default()).unwrap().to_string();
        let expected = fs::read_to_string(format!("/work/shared/data/hints/{name}/expected.json")).unwrap();
        n += 1;
        if ours != expected.trim() { bad += 1; eprintln!("{name}\n {ours}\n {expected}"); }
    }
    eprintln!("{n} pages");
    assert_eq!(bad, 0);
}
