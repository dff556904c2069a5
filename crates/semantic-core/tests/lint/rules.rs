//! Each rule has a bad and a good example in each language; the bad one is found where it is marked `⟦so⟧`, and only so.

use semantic_core::hints::lint::{Language, Lines, RULES, Sight, applied, source};

use super::{blocks, lint, read, root};

/// A text without its marks, and what was marked, in bytes.
fn unmarked(text: &str) -> (String, Vec<std::ops::Range<usize>>) {
    let (mut out, mut marks, mut start) = (String::new(), Vec::new(), 0);
    for c in text.chars() {
        match c {
            '⟦' => start = out.len(),
            '⟧' => marks.push(start..out.len()),
            c => out.push(c),
        }
    }
    (out, marks)
}

#[test]
fn every_rule_in_every_language() {
    let mut wrong = Vec::new();
    for rule in RULES.into_iter().filter(|rule| rule.sight != Sight::Page) {
        let examples = blocks(&read(&root().join(format!("fixtures/lint/{}.md", rule.id))));
        for language in Language::ALL {
            for kind in ["bad", "good"] {
                let is_wanted = |b: &&super::Block| b.info == [language.as_str(), kind];
                let found: Vec<_> = examples.iter().filter(is_wanted).collect();
                assert!(!found.is_empty(), "{}: no {kind} example in {}", rule.id, language.as_str());
                for example in found {
                    wrong.extend(check(rule.id, language, kind, &example.text));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} examples are told wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn check(rule: &str, language: Language, kind: &str, marked: &str) -> Option<String> {
    let (text, marks) = unmarked(marked);
    assert_eq!(marks.is_empty(), kind == "good", "{rule} {}: marks are for bad examples", language.as_str());
    let found: Vec<_> =
        lint(&text, language).into_iter().map(|f| (f.rule.id, f.at.unwrap_or_default())).collect();
    let wanted: Vec<_> = marks.into_iter().map(|at| (rule, at)).collect();
    let lines = Lines::of(&text);
    let shown = |list: &[(&str, std::ops::Range<usize>)]| {
        let one = |(rule, at): &(&str, std::ops::Range<usize>)| {
            let place = lines.place(at.start);
            format!("{rule} {}:{} {:?}", place.line, place.column, &text[at.clone()])
        };
        list.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    (found != wanted).then(|| {
        format!("{rule} {} {kind}: found [{}] for [{}]", language.as_str(), shown(&found), shown(&wanted))
    })
}

#[test]
fn a_fix_removes_what_it_fixes_and_a_second_one_does_nothing() {
    let mut fixed_rules = std::collections::BTreeSet::new();
    for rule in RULES.into_iter().filter(|rule| rule.sight != Sight::Page) {
        let examples = blocks(&read(&root().join(format!("fixtures/lint/{}.md", rule.id))));
        for example in examples.iter().filter(|b| b.info.get(1).is_some_and(|kind| kind == "bad")) {
            let language = Language::from_extension(&example.info[0]).expect("a language");
            let (text, _) = unmarked(&example.text);
            let found = lint(&text, language);
            let fixable = found.iter().filter(|f| f.fix.is_some()).count();
            let (once, count) = applied(&text, &found);
            assert_eq!(count, fixable, "{} {}", rule.id, language.as_str());
            let left = lint(&once, language);
            assert!(left.iter().all(|f| f.fix.is_none()), "{} {}: {once}", rule.id, language.as_str());
            assert_eq!(applied(&once, &left), (once.clone(), 0));
            if fixable > 0 {
                fixed_rules.insert(rule.id);
            }
        }
    }
    let told: std::collections::BTreeSet<_> =
        RULES.iter().filter(|r| !r.fix.is_empty()).map(|r| r.id).collect();
    assert_eq!(fixed_rules, told, "the rules that say they are fixed");
}

#[test]
fn the_examples_of_the_rules_themselves() {
    for rule in RULES.into_iter().filter(|rule| rule.sight != Sight::Page) {
        let of = |text: &str| lint(text, Language::Html).into_iter().map(|f| f.rule.id).collect::<Vec<_>>();
        assert!(of(rule.bad).contains(&rule.id), "{}: {:?}", rule.id, of(rule.bad));
        assert_eq!(of(rule.good), [""; 0], "{}", rule.id);
    }
}

#[test]
fn one_file_alone_does_not_tell_what_only_all_do() {
    let text = r#"<input data-semtag-id="a.b" data-semtag-role="input" data-semtag-state="a.b" data-semtag-controls="c.d">"#;
    assert!(source(text, Language::Html).findings.is_empty());
    assert_eq!(lint(text, Language::Html)[0].rule.id, "controls-nothing");
}
