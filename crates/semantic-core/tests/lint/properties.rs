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
    for (rule, step) in [("index-key", 1), ("options-contradict", 11), ("unknown-role", 13)] {
        for block in blocks(&read(&root().join(format!("fixtures/lint/{rule}.md")))) {
            let language = Language::from_extension(&block.info[0]).expect("a language");
            for (end, _) in block.text.char_indices().step_by(step) {
                holds(&block.text[..end], language);
            }
        }
    }
}

#[test]
fn work_grows_with_the_text_and_not_faster() {
    /// Pieces that open something and never close it.
    const OPENING: [&str; 15] = [
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
        "<div data-semtag-id='a.b'><select data-semtag-options='a'><option>",
    ];
    let time = |piece: &str, size: usize, language: Language| {
        let text = "data-semtag-".to_owned() + &piece.repeat(size / piece.len());
        let start = Instant::now();
        let _ = lint(&text, language);
        start.elapsed()
    };
    for piece in PIECES.into_iter().chain(OPENING) {
        for language in Language::ALL {
            // The better of two, since others use the machine too; four times the text may take a little more than four times.
            let best = |size| time(piece, size, language).min(time(piece, size, language));
            let (small, large) = (best(4_000), best(16_000));
            let grows = large.as_secs_f64() / small.as_secs_f64().max(0.02);
            assert!(grows < 10.0, "{piece:?} in {}: {small:?}, then {large:?}", language.as_str());
        }
    }
}
