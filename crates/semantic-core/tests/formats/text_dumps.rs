//! Captured text dumps: each recognised, read the same way twice, and no named control lost on the way.
//!
//! The controls are counted here by looking for the beginnings of lines, without the readers' own front-end.

use std::collections::BTreeMap;
use std::path::PathBuf;

use semantic_core::formats;
use semantic_core::tree::Snapshot;

use crate::dumps::{captured, files, outline};
use crate::json_dumps::CONTROLS;

/// Folder, end of the file names, and the format that they must be recognised as.
const FOLDERS: [(&str, &str, &str); 20] = [
    ("playwright-aria", ".yaml", "playwright-aria"),
    ("playwright-ai", ".yaml", "playwright-aria"),
    ("playwright-ai-boxes", ".yaml", "playwright-aria"),
    ("playwright-mcp", ".md", "playwright-aria"),
    ("playwright-other", ".yml", "playwright-aria"),
    ("playwright-other", ".md", "playwright-aria"),
    ("chrome-devtools-mcp", ".txt", "chrome-devtools-mcp"),
    ("agent-browser", ".txt", "agent-browser"),
    ("agent-browser-0.27.0", ".txt", "agent-browser"),
    ("pinchtab", ".compact.txt", "pinchtab-compact"),
    ("pinchtab", ".text.txt", "pinchtab-text"),
    ("pinchtab", ".yaml", "pinchtab-yaml"),
    ("browsergym", ".txt", "axtree-text"),
    ("atspi", ".tree.txt", "atspi-text"),
    ("atspi", ".dogtail.txt", "atspi-text"),
    ("cup", ".compact.txt", "cup-compact"),
    ("testing-library", ".txt", "testing-library-roles"),
    ("flutter-semantics-text", ".txt", "flutter-semantics"),
    ("uia-windows", ".txt", ""),
    ("macos-ax", ".txt", "axcli"),
];

fn all() -> Vec<(&'static str, PathBuf, String)> {
    let Some(root) = captured() else { return Vec::new() };
    let of = |(folder, end, format): (&str, &str, &'static str)| {
        let paths = files(&root.join(folder), end).into_iter();
        paths.map(move |path| {
            let format = if format.is_empty() { windows_format(&path.to_string_lossy()) } else { format };
            (format, path.clone(), std::fs::read_to_string(path).expect("a readable file"))
        })
    };
    FOLDERS.into_iter().flat_map(of).collect()
}

/// Several tools have their samples in one folder.
fn windows_format(path: &str) -> &'static str {
    ["pywinauto", "uiautomation", "windows-mcp"].into_iter().find(|tool| path.contains(tool)).unwrap_or("?")
}

/// Whether a word is one for what a person acts on; plain text has the word that AT-SPI has for a field.
fn is_control(word: &str) -> bool {
    CONTROLS.contains(&word) && word != "text"
}

/// The short words of CUP.
const SHORT: [(&str, &str); 17] = [
    ("btn", "button"),
    ("chk", "checkbox"),
    ("cmb", "combobox"),
    ("lnk", "link"),
    ("mi", "menuitem"),
    ("mic", "menuitemcheckbox"),
    ("mir", "menuitemradio"),
    ("opt", "option"),
    ("rad", "radio"),
    ("sbx", "searchbox"),
    ("sld", "slider"),
    ("spn", "spinbutton"),
    ("sw", "switch"),
    ("tab", "tab"),
    ("tbx", "textbox"),
    ("ti", "treeitem"),
    ("lst", "list"),
];

/// The word for the role on a line on which a control with a name begins.
fn named<'t>(format: &str, line: &'t str) -> Option<&'t str> {
    let text = line.trim_start_matches([' ', '\t', '|']);
    let (word, rest) = match format {
        "playwright-aria" => {
            let text = text.strip_prefix("- ")?.trim_start_matches(['\'', '"']);
            text.split_once(' ').filter(|(_, rest)| rest.trim_start_matches('\\').starts_with(['"', '/']))?
        }
        "agent-browser" => {
            text.strip_prefix("- ")?.split_once(' ').filter(|(_, rest)| rest.starts_with('"'))?
        }
        "chrome-devtools-mcp" => text.strip_prefix("uid=")?.split_once(' ')?.1.split_once(' ')?,
        "pinchtab-compact" | "pinchtab-text" => {
            let text = text.strip_prefix('e')?.trim_start_matches(|c: char| c.is_ascii_digit());
            text.get(1..)?.split_once(' ')?
        }
        "axtree-text" => text.split_once("] ").map_or(text, |(_, rest)| rest).split_once(' ')?,
        "atspi-text" => {
            let (word, name) = text.strip_prefix('[')?.split_once(" | ")?;
            return (!name.starts_with(']')).then_some(word);
        }
        "cup-compact" => {
            let (short, name) = text.strip_prefix("[e")?.split_once("] ")?.1.split_once(' ')?;
            let word = SHORT.iter().find(|(s, _)| *s == short)?.1;
            return (name.starts_with('"') && !name.starts_with("\"\"")).then_some(word);
        }
        "pywinauto" => {
            let criteria = text.strip_prefix("child_window(")?;
            let word = criteria.split_once("control_type=\"")?.1.split_once('"')?.0;
            return criteria.starts_with("title=").then_some(word);
        }
        _ => return None,
    };
    let no_name = rest.starts_with("\"\"") || rest.starts_with("''");
    (rest.starts_with(['"', '\'', '/', '\\']) && !no_name).then_some(word)
}

/// How many controls with a name a dump has, by the words for their roles.
fn in_text(format: &str, text: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let mut count = |word: &str| {
        if is_control(word) {
            *counts.entry(word.to_owned()).or_default() += 1;
        }
    };
    match format {
        "testing-library-roles" => {
            let mut role = "";
            for line in text.lines() {
                if line.starts_with("Name \"") && !line.starts_with("Name \"\":") {
                    count(role);
                } else if let Some(word) = line.strip_suffix(':').filter(|word| !word.contains([' ', '"'])) {
                    role = word;
                }
            }
        }
        "pinchtab-yaml" => {
            for item in text.split("- ref: ").skip(1) {
                let field = |key: &str| item.lines().find_map(|line| line.trim_start().strip_prefix(key));
                if field("name: ").is_some_and(|name| name != "\"\"") {
                    count(field("role: ").unwrap_or_default());
                }
            }
        }
        _ => text.lines().filter_map(|line| named(format, line)).for_each(count),
    }
    counts
}

/// The same in a tree.
fn in_tree(page: &Snapshot) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for node in page.nodes().filter(|node| node.name().is_some_and(|name| !name.is_empty())) {
        let word = node.native_role().unwrap_or(node.role().as_str());
        if is_control(word) {
            *counts.entry(word.to_owned()).or_default() += 1;
        }
    }
    counts
}

#[test]
fn every_dump_is_recognised_and_no_named_control_is_lost() {
    let mut sums: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (format, path, text) in all() {
        let found = formats::detect(&text).map(|f| f.name);
        assert_eq!(found, Ok(format), "{}", path.display());
        let read =
            || formats::read(text.as_bytes(), None).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let page = read();
        assert_eq!(outline(&page), outline(&read()), "{}", path.display());
        let (want, got) = (in_text(format, &text), in_tree(&page));
        if want != got {
            wrong.push(format!("{}: {want:?} in the text, {got:?} in the tree", path.display()));
        }
        let sum = sums.entry(format).or_default();
        *sum = (sum.0 + 1, sum.1 + want.values().sum::<usize>());
    }
    println!("files and named controls: {sums:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What was typed into the password field of the captured pages.
#[test]
fn neither_a_fence_nor_windows_line_ends_change_a_tree() {
    let mut wrong = Vec::new();
    let dumps = all()
        .into_iter()
        .filter(|(_, path, text)| !text.contains('\r') && path.extension().is_some_and(|end| end != "md"));
    for (_, path, text) in dumps {
        let read = |text: &str| formats::read(text.as_bytes(), None).map(|page| outline(&page));
        let bare = read(&text);
        for (how, wrapped) in [
            ("fence", format!("```\n{}\n```\n", text.trim_end_matches('\n'))),
            ("prose", format!("The page:\n\n```text\n{}\n```\nDone.", text.trim_end_matches('\n'))),
            ("crlf", text.replace('\n', "\r\n")),
        ] {
            if read(&wrapped) != bare {
                wrong.push(format!("{how}: {}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_secret_comes_through() {
    for (_, path, text) in all() {
        let page = formats::read(text.as_bytes(), None).expect("a readable dump");
        let tree = outline(&page);
        assert!(!tree.contains("S3cret"), "{}", path.display());
        let field = |n: &semantic_core::tree::Node<'_>| n.name() == Some("Password") && n.value().is_some();
        let shown = page.nodes().find(field);
        assert_eq!(shown.and_then(|n| n.value()), None, "{}", path.display());
        let bullets = |text: &str| !text.is_empty() && text.chars().all(|c| c == '•');
        let masked = page.nodes().find(|n| n.name().is_some_and(bullets));
        assert_eq!(masked.and_then(|n| n.name()), None, "{}", path.display());
    }
}

#[test]
fn a_dump_that_begins_or_ends_in_the_middle_is_an_error_or_a_tree() {
    for (_, path, text) in all() {
        // Some places of each: the dumps of the repository are cut at every byte.
        for part in 1..6 {
            let at = text.len() * part / 6;
            let at = (at..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
            let (start, end) = text.split_at(at);
            let read = |text: &str| formats::read(text.as_bytes(), None);
            // Before that the dump may not have begun.
            assert!(part < 3 || read(start).is_ok(), "{} to byte {at}", path.display());
            if let Err(problem) = read(end) {
                assert!(!problem.to_string().contains('\n'), "{problem}");
            }
        }
    }
}
