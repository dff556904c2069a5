//! XML dumps: every sample against an independent count, our own files node by node, and what is not well formed.

#![allow(clippy::disallowed_macros, reason = "what was skipped and what was counted is told")]

use std::path::Path;

use proptest::prelude::*;
use semantic_core::formats::{self, ReadError};
use semantic_core::tree::Snapshot;

use crate::dumps::{captured, files, outline, own};

const FORMATS: [&str; 6] =
    ["uiautomator", "appium-android", "appium-ios", "appium-mac2", "appium-windows", "alumnium-xml"];

/// The XML files of a format in a folder of formats, with their texts.
fn texts(folder: &Path, format: &str) -> Vec<(String, String)> {
    let read = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        (path.display().to_string(), text)
    };
    files(&folder.join(format), ".xml").into_iter().map(read).collect()
}

/// Our own files and, where they are, the captured ones.
fn all(format: &str) -> Vec<(String, String)> {
    let mut all = texts(&own(), format);
    assert!(!all.is_empty(), "no file of {format}");
    all.extend(captured().map(|root| texts(&root, format)).unwrap_or_default());
    all
}

fn read(text: &str) -> Snapshot {
    formats::read(text.as_bytes(), None).unwrap_or_else(|e| panic!("{e}"))
}

/// What a plain search of the text finds: start tags, each with its name and attributes.
struct Tag<'a> {
    name: &'a str,
    text: &'a str,
}

impl Tag<'_> {
    fn get(&self, key: &str) -> Option<String> {
        let from = [" ", "\n", "\t"].iter().find_map(|gap| {
            let key = format!("{gap}{key}=\"");
            self.text.find(&key).map(|at| at + key.len())
        })?;
        let raw = &self.text[from..from + self.text[from..].find('"')?];
        let pairs = [
            ("&#10;", "\n"),
            ("&lt;", "<"),
            ("&gt;", ">"),
            ("&quot;", "\""),
            ("&apos;", "'"),
            ("&amp;", "&"),
        ];
        Some(pairs.iter().fold(raw.to_owned(), |text, (from, to)| text.replace(from, to)))
            .filter(|t| !t.is_empty())
    }

    fn is(&self, key: &str, value: &str) -> bool {
        self.get(key).as_deref() == Some(value)
    }
}

fn tags(text: &str) -> Vec<Tag<'_>> {
    let starts = text.split('<').skip(1).filter(|t| t.starts_with(|c: char| c.is_ascii_alphabetic()));
    starts
        .map(|text| Tag { name: text.split([' ', '\n', '>', '/']).next().unwrap_or_default(), text })
        .collect()
}

/// The texts that a named interactive element of the dump shows, `None` for an element that is not one.
fn named_interactive(format: &str, tag: &Tag) -> Option<String> {
    let control = |words: &[&str]| words.contains(&tag.name.trim_start_matches("XCUIElementType"));
    match format {
        "uiautomator" | "appium-android" => {
            let acts = ["clickable", "long-clickable", "checkable", "scrollable"]
                .iter()
                .any(|key| tag.is(key, "true"));
            let name = tag.get("content-desc").or(tag.get("text"))?;
            (acts && tag.is("password", "false")).then_some(name)
        }
        "appium-ios" => {
            control(&["Button", "Switch", "TextField", "Link", "Slider", "SearchField", "Tab", "TextView"])
                .then(|| tag.get("label").or(tag.get("name")))?
        }
        "appium-mac2" => {
            control(&["Button", "CheckBox", "TextField", "MenuItem", "MenuBarItem", "DisclosureTriangle"])
                .then(|| tag.get("title").or(tag.get("label")))?
        }
        "appium-windows" => {
            control(&["Button", "Edit", "CheckBox", "ComboBox", "HyperLink", "MenuItem", "TabItem"])
                .then(|| tag.get("Name"))?
        }
        _ => {
            let words = [
                "link",
                "button",
                "textbox",
                "checkbox",
                "combobox",
                "option",
                "searchbox",
                "slider",
                "DisclosureTriangle",
            ];
            (words.contains(&tag.name) && tag.is("ignored", "false")).then(|| tag.get("name"))?
        }
    }
}

#[test]
fn every_file_is_recognised_and_loses_no_named_control() {
    for format in FORMATS {
        for (path, text) in all(format) {
            assert_eq!(formats::detect(&text).map(|f| f.name), Ok(format), "{path}");
            let page = read(&text);
            assert_eq!(outline(&page), outline(&read(&text)), "{path}: not the same twice");
            let mut want: Vec<String> =
                tags(&text).iter().filter_map(|t| named_interactive(format, t)).collect();
            let (found, expected) = (page.len(), want.len());
            for node in page.nodes().filter(|n| n.is_interactive()) {
                let shows = |text: &String| node.name() == Some(text) || node.value() == Some(text);
                if let Some(at) = want.iter().position(shows) {
                    want.swap_remove(at);
                }
            }
            assert!(want.is_empty(), "{path}: lost {want:?}");
            println!(
                "{format}: {found} nodes, {expected} named interactive, {} notices: {path}",
                page.notices().len()
            );
        }
    }
}

/// Every element of the dump is a node, save those that the format itself ignores.
#[test]
fn no_element_is_lost() {
    for format in FORMATS {
        for (path, text) in all(format) {
            let counts = |t: &&Tag| match format {
                "alumnium-xml" => {
                    !["InlineTextBox", "LineBreak", "ListMarker"].contains(&t.name)
                        && t.is("ignored", "false")
                }
                _ => t.name != "AppiumAUT",
            };
            assert_eq!(read(&text).len(), tags(&text).iter().filter(counts).count(), "{path}");
        }
    }
}

#[test]
fn secrets_stay_out() {
    for format in FORMATS {
        for (path, text) in all(format) {
            let shown = outline(&read(&text));
            for secret in ["S3cret", "password1", "password2"] {
                assert!(!shown.contains(secret), "{path}: {secret}");
            }
        }
    }
}

/// A file that ends early is a tree with a warning, or an error; `fixtures` cuts at every byte.
#[test]
fn a_file_that_ends_early_says_so() {
    for format in FORMATS {
        for (path, text) in texts(&own(), format) {
            let whole = read(&text).len();
            let end = text.rfind('>').expect("a tag");
            for at in (0..=end).step_by(5) {
                match formats::read(&text.as_bytes()[..at], Some(format)) {
                    Ok(page) => {
                        assert!(page.len() <= whole, "{path} at {at}");
                        let fine = !page.notices().is_empty() || ends_between_roots(&text[..at]);
                        assert!(fine, "{path} at {at}: no warning");
                    }
                    Err(e) => assert!(!e.to_string().contains('\n'), "{path} at {at}"),
                }
            }
            let cut = text[..end].rsplit_once('<').expect("a tag").0;
            let said = read(cut).notices().iter().any(|n| n.starts_with("the file ends early"));
            assert!(said || ends_between_roots(cut), "{path}");
        }
    }
}

/// Whether a text ends outside of every element, so that nothing tells that more should come.
fn ends_between_roots(text: &str) -> bool {
    let starts =
        tags(text).iter().filter(|t| !t.text.trim_end().ends_with("/>") && t.text.contains('>')).count();
    starts == text.matches("</").count() && text.trim_end().ends_with('>')
}

#[test]
fn what_strings_joined_by_hand_hold_is_mended_and_said() {
    let page = read(
        "<hierarchy rotation=\"0\"><node class=\"android.widget.Button\" clickable=\"true\" \
         text=\"Bed & Breakfast &#55357;&#56832; \u{1}&#0;&amp;&nosuch;\" bounds=\"[0,0][1,1]\"/></hierarchy>",
    );
    let button = page.nodes().nth(1).expect("a button");
    assert_eq!(button.name(), Some("Bed & Breakfast 😀 \u{FFFD}\u{FFFD}&&nosuch;"));
    assert_eq!(page.notices(), ["characters or references that XML does not allow, replaced: 5"]);
}

/// A part of a dump, as people paste it.
#[test]
fn a_part_of_a_dump_is_read_with_a_warning() {
    let page = read(
        "<MenuItem RuntimeId=\"7.1\" Name=\"File\"/>\n<MenuItem RuntimeId=\"7.2\" Name=\"Edit\"/></Menu></Window>",
    );
    assert_eq!(page.roots().count(), 2);
    assert_eq!(page.notices(), ["the file begins late: 2 end tags of what came before left out"]);
}

#[test]
fn bombs_are_refused() {
    let laughs = "<?xml version=\"1.0\"?><!DOCTYPE lolz [<!ENTITY lol \"lol\"><!ENTITY lol2 \"&lol;&lol;&lol;\">]>\
                  <hierarchy rotation=\"0\"><node text=\"&lol2;\" class=\"a\" bounds=\"[0,0][1,1]\"/></hierarchy>";
    let many = |n: usize| -> String { (0..n).map(|i| format!(" a{i}=\"\"")).collect() };
    let spaces = |n: usize| -> String { (0..n).map(|i| format!(" xmlns:a{i}=\"u{i}\"")).collect() };
    for (text, problem) in [
        (laughs.to_owned(), "declares a document type"),
        (format!("<hierarchy><node{}/></hierarchy>", many(600)), "more than 512 attributes"),
        (format!("<hierarchy><node{}/></hierarchy>", spaces(2000)), "more namespaces"),
        ("<hierarchy>\n<node></hierarchy>".to_owned(), "line 2: "),
        ("<hierarchy><node text=\"a<b\"/></hierarchy>".to_owned(), "line 1"),
    ] {
        let error = formats::read(text.as_bytes(), Some("uiautomator")).expect_err(problem).to_string();
        assert!(error.contains(problem) && !error.contains('\n'), "{error}");
    }
}

#[test]
fn a_hundred_thousand_levels() {
    let deep = 100_000;
    let node = "<node class=\"android.view.View\" bounds=\"[0,0][1,1]\">";
    let text =
        format!("<hierarchy rotation=\"0\">{}{}</hierarchy>", node.repeat(deep), "</node>".repeat(deep));
    assert_eq!(read(&text).nodes().map(|n| n.depth()).max(), Some(deep));
    let cut = format!("<hierarchy rotation=\"0\">{}", node.repeat(deep));
    assert_eq!(read(&cut).len(), deep + 1);
}

#[test]
fn a_dump_that_failed_is_refused_with_advice() {
    for text in
        ["<hierarchy rotation=\"0\" />", "<?xml version='1.0'?><hierarchy rotation=\"0\"></hierarchy>"]
    {
        assert!(matches!(formats::read(text.as_bytes(), None), Err(ReadError::NoTree { .. })), "{text}");
    }
}

proptest! {
    #[test]
    fn no_text_panics(
        format in proptest::sample::select(&FORMATS[..]),
        parts in proptest::collection::vec(proptest::sample::select(vec![
            "<", ">", "/", "</", "/>", "\"", "'", "=", " ", "\n", "&", ";", "&#", "&#x1F600;", "&#55357;", "node", "hierarchy",
            "bounds", "=\"[0,0][-1,9]\"", "x=\"1e999\"", "class=\"a.B\"", "<node ", "</node>", "<hierarchy>", "<!--", "-->",
            "<![CDATA[", "]]>", "<?", "?>", "<!DOCTYPE", "é", "😀", "\u{1}", "xmlns:a=\"b\"", "a:b=\"\"", "]", "[", "password=\"true\"",
        ]), 0..40),
    ) {
        let text = parts.concat();
        for forced in [None, Some(format)] {
            if let Err(e) = formats::read(text.as_bytes(), forced) {
                prop_assert!(!e.to_string().contains('\n'), "{e}");
            }
        }
    }

    #[test]
    fn no_bytes_panic(format in proptest::sample::select(&FORMATS[..]), bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = formats::read(&bytes, Some(format));
    }
}
