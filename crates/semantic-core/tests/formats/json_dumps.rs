//! Captured JSON dumps: each recognised, read the same way twice, and no named control lost on the way.
//!
//! The controls are counted here by serde_json and a walk over every object, without the readers' own front-end.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use semantic_core::formats::{self, FORMATS, ReadError};
use semantic_core::tree::Snapshot;
use serde_json::Value;

use crate::dumps::{captured, files, outline};

/// Folder, end of the file names, and the format that they must be recognised as.
const FOLDERS: [(&str, &str, &str); 15] = [
    ("cdp", ".json", "cdp"),
    ("puppeteer", ".json", "puppeteer"),
    ("playwright-json", ".json", "playwright-json"),
    ("chrome-devtools-mcp", ".json", "chrome-devtools-mcp-json"),
    ("agent-browser", ".json", "agent-browser-json"),
    ("agent-browser-0.27.0", ".json", "agent-browser-json"),
    ("pinchtab", ".json", "pinchtab"),
    ("accesskit", ".json", "accesskit"),
    ("atspi", ".pyatspi.json", "atspi-json"),
    ("atspi", ".agent-device.json", "agent-device"),
    ("axe-windows", ".json", "axe-windows"),
    ("uia-windows", ".json", "ufo"),
    ("macos-ax", ".json", "macos-json"),
    ("cup", ".json", "cup"),
    ("domsnapshot", ".json", "domsnapshot"),
];

fn all() -> Vec<(&'static str, PathBuf, Vec<u8>)> {
    let Some(root) = captured() else { return Vec::new() };
    let of = |(folder, end, format): (&str, &str, &'static str)| {
        let paths = files(&root.join(folder), end).into_iter();
        paths.map(move |path| (format, path.clone(), std::fs::read(path).expect("a readable file")))
    };
    FOLDERS.into_iter().flat_map(of).collect()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8").trim_start_matches('\u{feff}')
}

/// A word for a role and a name, with how often they come together.
type Named = BTreeMap<(String, String), usize>;

/// The words of all vocabularies for what a person acts on.
pub const CONTROLS: [&str; 58] = [
    "button",
    "checkbox",
    "combobox",
    "link",
    "listbox",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "radio",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "tab",
    "textbox",
    "treeitem",
    "DisclosureTriangle",
    "ColorWell",
    "MenuListOption",
    "push button",
    "toggle button",
    "check box",
    "radio button",
    "menu item",
    "check menu item",
    "radio menu item",
    "text",
    "entry",
    "password text",
    "combo box",
    "page tab",
    "spin button",
    "checkBox",
    "radioButton",
    "comboBox",
    "spinButton",
    "textInput",
    "multilineTextInput",
    "toggleButton",
    "colorWell",
    "listBoxOption",
    "Button",
    "CheckBox",
    "ComboBox",
    "Edit",
    "Hyperlink",
    "ListItem",
    "MenuItem",
    "RadioButton",
    "Slider",
    "Spinner",
    "SplitButton",
    "TabItem",
    "TreeItem",
    "MenuButton",
    "MenuBarItem",
    "PopUpButton",
];

fn word<'v>(v: &'v Value, key: &str) -> &'v str {
    match &v[key] {
        Value::Object(inner) => inner.get("value").and_then(Value::as_str).unwrap_or(""),
        plain => plain.as_str().unwrap_or(""),
    }
}

/// Role and name of one object of a dump, if it is a node that counts.
fn named(format: &str, v: &Value) -> Option<(String, String)> {
    if v["ignored"] == Value::Bool(true) {
        return None;
    }
    let properties = if v["properties"].is_object() { &v["properties"] } else { v };
    let (role, name) = match format {
        "accesskit" => (word(v, "role"), [word(properties, "label"), word(properties, "name")].concat()),
        "axe-windows" => {
            let number = v["Properties"]["30003"]["Value"].as_u64()?;
            const NAMES: [&str; 12] = [
                "Button",
                "Calendar",
                "CheckBox",
                "ComboBox",
                "Edit",
                "Hyperlink",
                "Image",
                "ListItem",
                "List",
                "Menu",
                "MenuBar",
                "MenuItem",
            ];
            let role = NAMES.get(usize::try_from(number).ok()?.checked_sub(50_000)?)?;
            (*role, v["Properties"]["30005"]["Value"].as_str()?.to_owned())
        }
        // The list of refs has the page's own blanks, of which the text shows the plain ones.
        "agent-browser-json" => {
            let invisible = ['\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}'];
            (word(v, "role"), word(v, "name").replace(invisible, "").replace('\u{a0}', " "))
        }
        "agent-device" => (word(v, "role"), word(v, "label").to_owned()),
        "ufo" => (word(v, "control_type"), word(v, "name").to_owned()),
        "macos-json" => (word(v, "role").trim_start_matches("AX"), word(v, "name").to_owned()),
        _ => (word(v, "role"), word(v, "name").to_owned()),
    };
    (CONTROLS.contains(&role) && !name.trim().is_empty()).then(|| (role.to_owned(), name))
}

/// The named controls of a dump. Chrome's own lists repeat some nodes; each id of a list counts once.
fn in_dump(format: &str, dump: &Value) -> Named {
    let mut found = Named::new();
    let mut open = vec![dump];
    while let Some(v) = open.pop() {
        match v {
            Value::Array(items) => {
                let mut ids = HashSet::new();
                for item in items {
                    if item["nodeId"].as_str().is_none_or(|id| ids.insert(id)) {
                        open.push(item);
                    }
                }
            }
            Value::Object(members) => {
                if let Some(pair) = named(format, v) {
                    *found.entry(pair).or_default() += 1;
                }
                // The sources of a name are no nodes; agent-browser's list of refs says again what its text says.
                open.extend(members.iter().filter(|member| member.0 != "sources").map(|member| member.1));
            }
            _ => {}
        }
    }
    found
}

fn in_tree(page: &Snapshot) -> Named {
    let mut found = Named::new();
    for node in page.nodes() {
        let role = node.native_role().unwrap_or(node.role().as_str()).trim_start_matches("AX");
        if let Some(name) = node.name() {
            *found.entry((role.to_owned(), name.to_owned())).or_default() += 1;
        }
    }
    found
}

#[test]
fn every_json_dump_is_recognised_as_what_it_is() {
    for (format, path, bytes) in all() {
        assert_eq!(formats::detect(text(&bytes)).map(|f| f.name), Ok(format), "{}", path.display());
    }
}

/// Other tools write the same dumps anew, with their keys in the alphabet's order.
#[test]
fn a_dump_with_sorted_keys_is_recognised_too() {
    for (format, path, bytes) in all() {
        let dump: Value = serde_json::from_str(text(&bytes)).expect("JSON");
        let sorted = serde_json::to_string_pretty(&dump).expect("JSON");
        assert_eq!(formats::detect(&sorted).map(|f| f.name), Ok(format), "{}", path.display());
    }
}

#[test]
fn no_named_control_is_lost() {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let has_tree = |format: &str| match format {
        "domsnapshot" => false,
        // Its tree is a text in the JSON, which has a reader of its own.
        "agent-browser-json" => FORMATS.iter().any(|known| known.name == "agent-browser"),
        _ => true,
    };
    for (format, path, bytes) in all().into_iter().filter(|(format, ..)| has_tree(format)) {
        let dump: Value = serde_json::from_str(text(&bytes)).expect("JSON");
        let want = in_dump(format, &dump);
        let page = formats::read(&bytes, None).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let got = in_tree(&page);
        for (pair, &times) in &want {
            let found = got.get(pair).copied().unwrap_or(0);
            assert!(
                found >= times,
                "{}: {pair:?} is {found} times in the tree, {times} in the dump",
                path.display()
            );
        }
        let count = counts.entry(format).or_default();
        *count = (count.0 + 1, count.1 + want.values().sum::<usize>());
    }
    println!("files and named controls: {counts:?}");
}

#[test]
fn the_same_dump_gives_the_same_tree_without_what_was_typed_as_a_password() {
    for (_, path, bytes) in all() {
        let read = || formats::read(&bytes, None).map(|page| outline(&page));
        let tree = read();
        assert_eq!(tree, read(), "{}", path.display());
        // Chrome tells a dialog's whole text, bullets and all, as its description; that is no field's value.
        for secret in ["S3cret", "\"••••"] {
            let line = tree.iter().flat_map(|out| out.lines()).find(|line| line.contains(secret));
            assert!(line.is_none(), "{}: {line:?}", path.display());
        }
    }
}

#[test]
fn results_without_a_tree_are_refused_with_advice() {
    let Some(root) = captured() else { return };
    for path in files(&root.join("axe"), ".json") {
        let bytes = std::fs::read(&path).expect("a readable file");
        let problem = formats::read(&bytes, None).expect_err("no tree");
        assert!(matches!(problem, ReadError::NoTree { .. }), "{}: {problem}", path.display());
    }
}
