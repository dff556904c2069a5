//! `docs/formats.md` names every format.

use semantic_core::formats::FORMATS;

#[test]
fn every_format_has_its_place_in_the_documentation() {
    let page = include_str!("../../../../docs/formats.md");
    for format in FORMATS {
        assert!(
            page.contains(&format!("`{}`", format.name)),
            "docs/formats.md does not name {}",
            format.name
        );
    }
}
