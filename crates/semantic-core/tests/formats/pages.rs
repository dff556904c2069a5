//! The pages that were captured in many formats: links, buttons, text boxes and headings are as many in each as
//! the table that came with the captures says.
//!
//! A format is one row of `COLUMNS`: the table's column, where the file is, and from which part of the tree it counts.

use std::collections::BTreeMap;

use semantic_core::formats;
use semantic_core::tree::Snapshot;

use crate::dumps::captured;

/// The column of the table, and folder and end of the files that it is about.
const COLUMNS: [(&str, &str, &str); 14] = [
    ("CDP", "cdp", ".json"),
    ("puppeteer", "puppeteer", ".json"),
    ("puppeteer full", "puppeteer", ".full.json"),
    ("puppeteer full", "cdp", ".frames.json"),
    ("AI", "playwright-json", ".json"),
    ("devtools-mcp", "chrome-devtools-mcp", ".structured.json"),
    ("pinchtab JSON", "pinchtab", ".json"),
    ("aria", "playwright-aria", ".yaml"),
    ("AI", "playwright-ai", ".yaml"),
    ("AI", "playwright-ai-boxes", ".yaml"),
    ("devtools-mcp", "chrome-devtools-mcp", ".txt"),
    ("agent-browser", "agent-browser", ".txt"),
    ("pinchtab JSON", "pinchtab", ".compact.txt"),
    ("pinchtab JSON", "pinchtab", ".text.txt"),
];

/// The second table of PAGES.md: (page, role) → column → number.
fn table(text: &str) -> BTreeMap<(String, String), BTreeMap<String, usize>> {
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let mut lines = text.lines().skip_while(|line| !line.starts_with("| page | role |"));
    let head = cells(lines.next().expect("the table of roles"));
    let rows = lines.skip(1).take_while(|line| line.starts_with('|')).map(cells);
    let numbers = |row: &[String]| {
        let known = head.iter().cloned().zip(row).skip(2);
        known.filter_map(|(column, cell)| Some((column, cell.parse().ok()?))).collect()
    };
    rows.map(|row| ((row[0].clone(), row[1].clone()), numbers(&row))).collect()
}

/// Nodes whose word for the role is that very word: a `summary` is a button in ARIA but not in the table.
fn count(page: &Snapshot, role: &str) -> usize {
    page.nodes().filter(|node| node.native_role().unwrap_or(node.role().as_str()) == role).count()
}

#[test]
fn roles_are_as_many_as_the_table_of_the_captures_says() {
    let Some(root) = captured() else { return };
    let pages = std::fs::read_to_string(root.join("PAGES.md")).expect("the table of the captures");
    let table = table(&pages);
    let (mut checked, mut wrong) = (BTreeMap::<&str, usize>::new(), Vec::new());
    for (column, folder, end) in COLUMNS {
        let mut read: BTreeMap<&str, Option<Snapshot>> = BTreeMap::new();
        for ((name, role), numbers) in &table {
            let page = read.entry(name).or_insert_with(|| {
                let bytes = std::fs::read(root.join(folder).join(format!("{name}{end}"))).ok()?;
                Some(formats::read(&bytes, None).unwrap_or_else(|e| panic!("{folder}/{name}{end}: {e}")))
            });
            let (Some(page), Some(&want)) = (page, numbers.get(column)) else { continue };
            *checked.entry(column).or_default() += 1;
            let got = count(page, role);
            if got != want {
                wrong.push(format!("{folder}/{name}{end}: {got} × {role}, the table says {want}"));
            }
        }
    }
    println!("numbers checked: {checked:?}");
    assert!(COLUMNS.iter().all(|(column, ..)| checked.contains_key(column)), "{checked:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
