//! `docs/hint-design.md` is the source of the vocabulary: its tables are those of the extractor, its examples are clean.

use semantic_core::hints::lint::Language;
use semantic_core::hints::{ATTRIBUTES, HintRole};

use super::{blocks, lint, read, root};

fn page() -> String {
    read(&root().join("docs/hint-design.md"))
}

/// The first column of the table under a heading, without its backticks.
fn table(page: &str, heading: &str) -> Vec<String> {
    let section = page.split("\n## ").find(|section| section.starts_with(heading)).expect("the heading");
    let rows = section
        .lines()
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1)
        .take_while(|line| line.starts_with('|'));
    rows.filter_map(|row| row.split('|').nth(1))
        .map(|cell| cell.trim().trim_matches('`').to_owned())
        .collect()
}

#[test]
fn its_tables_are_those_of_the_extractor() {
    let page = page();
    assert_eq!(table(&page, "Attributes"), ATTRIBUTES.to_vec());
    assert_eq!(table(&page, "Roles"), HintRole::ALL.map(HintRole::as_str).to_vec());
}

#[test]
fn its_column_of_values_is_that_of_the_extractor() {
    let page = page();
    let section = page.split("\n## ").find(|section| section.starts_with("Roles")).expect("the heading");
    for role in HintRole::ALL {
        let row =
            section.lines().find(|line| line.starts_with(&format!("| `{}` ", role.as_str()))).expect("a row");
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert_eq!(cells[3] != "–", role.has_value(), "{row}");
    }
}

#[test]
fn its_examples_are_clean_and_in_every_way_of_writing() {
    let all = blocks(&page());
    let mut languages = std::collections::BTreeSet::new();
    for block in &all {
        let Some(language) = block.info.first().and_then(|info| Language::from_extension(info)) else {
            continue;
        };
        languages.insert(language.as_str());
        let found = lint(&block.text, language);
        assert!(found.is_empty(), "{found:?} in:\n{}", block.text);
    }
    for language in ["html", "tsx", "vue", "svelte"] {
        assert!(languages.contains(language), "no example in {language}");
    }
    for language in languages {
        let hinted =
            all.iter().any(|b| b.info.first().is_some_and(|l| l == language) && b.text.contains("semtag-id"));
        assert!(hinted, "the examples in {language} have no hints");
    }
}
