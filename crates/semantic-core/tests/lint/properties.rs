//! What holds of any text: no panic, places in the text and on characters, fixes that end.

use std::time::Instant;

use proptest::prelude::*;
use semantic_core::hints::lint::{Language, applied, source};

use super::{blocks, lint, read, root};

/// Pieces that the scanner has rules for.
const PIECES: [&str; 60] = [
    "<",
    ">",
    "</",
    "/>",
    "{",
    "}",
    "${",
    "`",
    "'",
    "\"",
    "\\",
    "/",
    "//",
    "/*",
    "*/",
    "<!--",
    "-->",
    "<?php ",
    "<?= ",
    "?>",
    "<%",
    "%>",
    "{{",
    "}}",
    "{%",
    "%}",
    "{#if x}",
    "{:else}",
    "{/if}",
    "{...",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "=",
    " ",
    "\n",
    "é",
    "中",
    "\u{301}",
    "b ",
    "a",
    "<b ",
    "<li>",
    "<script>",
    "</script>",
    "<select>",
    "<option>",
    "data-semtag-id=",
    "data-semtag-role=\"acton\"",
    "'data-semtag-rol': 'x'",
    "data-semtag-id=\" a..b \"",
    "semtag-id='x'",
    "v-for='x in y' ",
    "return ",
    ".map(",
    "---\n",
    "setAttribute(",
];

fn holds(text: &str, language: Language) {
    let found = lint(text, language);
    for finding in &found {
        let at = finding.at.clone().expect("a place");
        assert!(text.get(at.clone()).is_some(), "{at:?} in {text:?}");
        if let Some(edit) = &finding.fix {
            assert!(text.get(edit.at.clone()).is_some(), "{edit:?} in {text:?}");
        }
    }
    let mut text = text.to_owned();
    for _ in 0..50 {
        let found = source(&text, language).findings;
        let (fixed, count) = applied(&text, &found);
        if count == 0 {
            assert_eq!(fixed, text);
            return;
        }
        text = fixed;
    }
    panic!("fixes never end: {text:?}");
}

fn language() -> impl Strategy<Value = Language> {
    prop::sample::select(Language::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text(text in any::<String>(), language in language()) {
        holds(&format!("data-semtag-{text}"), language);
    }

    #[test]
    fn any_pieces(pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..60), language in language()) {
        holds(&(pieces.concat() + "data-semtag-"), language);
    }
}

#[test]
fn every_example_cut_off_anywhere() {
    for rule in ["unknown-role", "index-key", "options-contradict"] {
        for block in blocks(&read(&root().join(format!("fixtures/lint/{rule}.md")))) {
            let language = Language::from_extension(&block.info[0]).expect("a language");
            for (end, _) in block.text.char_indices() {
                holds(&block.text[..end], language);
            }
        }
    }
}

#[test]
fn work_grows_with_the_text_and_not_faster() {
    for piece in PIECES.into_iter().chain([
        "<a b={",
        "{`${",
        "<a b=\"${",
        "x=/[",
        "<a {...{",
        "<a v-bind=\"{",
        "{{ ",
        "<p><b>",
        "</x>",
        "a(",
        "<a b='{",
        "`<a b=\"${`",
        "<a data-semtag-id={`a.item.${i}`} ",
        "<a data-semtag-controls='a.b' data-semtag-id='a.b'>",
    ]) {
        let text = "data-semtag-".to_owned() + &piece.repeat(20_000 / piece.len());
        for language in Language::ALL {
            let start = Instant::now();
            let _ = lint(&text, language);
            let took = start.elapsed();
            if took.as_millis() > 300 {
                println!("SLOW {piece:?} in {}: {took:?}", language.as_str());
            }
        }
    }
}
