//! The pages of the rules are what the rules say.

use semantic_core::hints::lint::{RULES, Severity, index};

use super::{read, root};

/// Set to 1 to write the files instead of comparing them.
const UPDATE: &str = "UPDATE_DOCS";

#[test]
fn docs_lint_is_what_the_rules_say() {
    let folder = root().join("docs/lint");
    let mut pages = vec![("README".to_owned(), index())];
    pages.extend(RULES.iter().map(|rule| (rule.id.to_owned(), rule.page())));
    if std::env::var(UPDATE).is_ok_and(|v| v == "1") {
        std::fs::create_dir_all(&folder).expect("docs/lint can be made");
        for (name, page) in &pages {
            std::fs::write(folder.join(format!("{name}.md")), page).expect("a page can be written");
        }
    }
    for (name, page) in &pages {
        let path = folder.join(format!("{name}.md"));
        let written = if path.is_file() { read(&path) } else { String::new() };
        assert!(
            written == *page,
            "docs/lint/{name}.md is stale: run the tests of semantic-core with {UPDATE}=1"
        );
    }
    let mut there: Vec<String> = std::fs::read_dir(&folder)
        .expect("docs/lint")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().trim_end_matches(".md").to_owned())
        .collect();
    let mut wanted: Vec<String> = pages.into_iter().map(|(name, _)| name).collect();
    there.sort();
    wanted.sort();
    assert_eq!(there, wanted, "pages of rules that are gone");
}

#[test]
fn rules_are_well_formed() {
    for (i, rule) in RULES.into_iter().enumerate() {
        assert!(RULES[..i].iter().all(|other| other.id != rule.id), "{} is there twice", rule.id);
        assert!(rule.id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", rule.id);
        for text in [rule.title, rule.why, rule.cure] {
            assert!(text.ends_with('.') && !text.contains("  "), "{}: {text:?}", rule.id);
        }
    }
    assert!(Severity::Error > Severity::Warning && Severity::Warning > Severity::Note);
}
