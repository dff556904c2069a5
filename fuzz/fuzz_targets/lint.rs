//! Any text as the source of an app: no panic, findings and fixes lie in the text, and mending comes to an end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use semantic_core::hints::lint::{Language, across, applied, source};

fuzz_target!(|input: &[u8]| {
    let Some((&first, rest)) = input.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let language = Language::ALL[usize::from(first) % Language::ALL.len()];
    let mut text = text.to_owned();
    for round in 0.. {
        assert!(round < 50, "fixes never end");
        let mut files = [source(&text, language)];
        across(&mut files);
        for finding in &files[0].findings {
            let at = finding.at.clone().expect("a place in the text");
            assert!(text.get(at).is_some());
            assert!(finding.fix.as_ref().is_none_or(|edit| text.get(edit.at.clone()).is_some()));
        }
        let (mended, count) = applied(&text, &files[0].findings);
        if count == 0 {
            break;
        }
        text = mended;
    }
});
