//! The state of a desktop as Windows-MCP and windows-use print it: lists of elements with a label and a place.

use super::flat::Strings;
use super::roles::windows;
use super::text::{Line, Outline, Skipped, lines, snapshot};
use super::{Format, ReadError};
use crate::tree::{Role, Snapshot, State};

pub(super) static WINDOWS_MCP: Format = Format {
    name: "windows-mcp",
    summary: "Windows-MCP desktop state, text",
    sniff: |head| {
        let mut first = lines(head.text).take(200);
        first.any(|line| SECTIONS.iter().any(|(title, _)| line.text.starts_with(title)))
    },
    read,
};

#[derive(Clone, Copy, PartialEq)]
enum Section {
    Interactive,
    Informative,
    Scrollable,
    /// The windows of the desktop, which are no elements.
    About,
}

/// Headings and what stands under them.
const SECTIONS: [(&str, Section); 3] = [
    ("List of Interactive Elements:", Section::Interactive),
    ("List of Informative Elements:", Section::Informative),
    ("List of Scrollable Elements:", Section::Scrollable),
];

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let mut outline = Outline::new(&strings);
    let mut skipped = Skipped::default();
    let (mut section, mut columns) = (Section::About, Vec::new());
    let mut title = None;
    let mut in_focus = false;
    for line in lines(text) {
        let content = line.text.trim();
        if let Some((heading, next)) = SECTIONS.iter().find(|(heading, _)| content.starts_with(heading)) {
            (section, columns) = (*next, Vec::new());
            let rest = content[heading.len()..].trim();
            if !rest.is_empty() && !rest.starts_with("No ") {
                element(&mut outline, section, &columns, &Line { text: rest, ..line }, &mut skipped);
            }
        } else if section == Section::About {
            let named = content.strip_prefix("Name: ").filter(|_| in_focus && title.is_none());
            title = named.map(|name| name.split('|').next().unwrap_or(name).trim()).or(title);
            in_focus = content.starts_with("Focused") || (in_focus && content.is_empty());
        } else if content.contains('|') && columns.is_empty() && !content.starts_with("Label:") {
            columns = content.trim_start_matches('#').split('|').map(str::trim).collect();
        } else if !content.is_empty() && !content.starts_with("No ") && !content.starts_with("---") {
            element(&mut outline, section, &columns, &Line { text: content, ..line }, &mut skipped);
        }
    }
    Ok(snapshot(&outline, &skipped, |b| {
        title.into_iter().for_each(|title| b.set_title(title));
    }))
}

/// Reads one element, from the columns of a table or from a line of keys.
fn element<'a>(
    outline: &mut Outline<'a>,
    section: Section,
    columns: &[&str],
    line: &Line<'a>,
    skipped: &mut Skipped<'a>,
) {
    let fields = if columns.is_empty() { keyed(line.text) } else { row(line.text, columns) };
    if fields.is_empty() {
        return skipped.line(line);
    }
    outline.open(0, "");
    for (key, value) in fields {
        let Some(row) = outline.last() else { return };
        match key {
            "Label" | "id" => row.own_ref = value,
            "ControlType" | "control_type" | "Type" => {
                row.role = value.strip_suffix(" Control").unwrap_or(value);
                row.aria = windows::role(row.role);
            }
            "Name" | "Control Name" | "name" => row.name = Some(value),
            "Value" if !value.is_empty() => row.value = Some(value),
            // Only a point is told, not a box.
            "Cordinates" | "Coordinates" | "coords" => outline.attr("center", value),
            "App Name" | "App" | "window" if !value.is_empty() => outline.attr("app", value),
            _ if value.is_empty() || value == "{}" => {}
            "Shortcut" => outline.attr("shortcut", value),
            "metadata" => outline.attr("metadata", value),
            "Horizontal Scrollable" => outline.attr("horizontal_scrollable", value),
            "Vertical Scrollable" => outline.attr("vertical_scrollable", value),
            _ => {}
        }
    }
    let Some(row) = outline.last() else { return };
    match section {
        Section::Interactive => row.set(State::Interactive, true),
        Section::Informative if row.role.is_empty() => {
            row.role = "Text";
            row.aria = Some(Role::Text);
        }
        _ => {}
    }
}

/// The keys of a line in their order.
const KEYS: [&str; 10] = [
    "Label",
    "App Name",
    "ControlType",
    "Control Name",
    "Name",
    "Value",
    "Shortcut",
    "Cordinates",
    "Horizontal Scrollable",
    "Vertical Scrollable",
];

/// Reads `Label: 3 App Name: A ControlType: Button Control Name: Save Shortcut:  Cordinates: (1,2)`.
fn keyed(text: &str) -> Vec<(&'static str, &str)> {
    let mut fields: Vec<(&str, &str)> = Vec::new();
    let mut rest = text;
    let mut open: Option<&str> = None;
    for (i, key) in KEYS.iter().enumerate() {
        // "ControlType: Button Control Name: Save" is the type "Button Control" and the key "Name".
        if *key == "Control Name" {
            continue;
        }
        let at = match rest.strip_prefix(key).is_some_and(|r| r.starts_with(':')) {
            true => Some(0),
            // A name or value may hold anything, so the keys behind it are looked for from the end.
            false if i >= 6 => rest.rfind(&format!(" {key}:")).map(|at| at + 1),
            false => rest.find(&format!(" {key}:")).map(|at| at + 1),
        };
        if let Some(at) = at {
            if let Some(open) = open.replace(key) {
                fields.push((open, rest[..at].trim()));
            } else if at > 0 {
                return Vec::new();
            }
            rest = &rest[at + key.len() + 1..];
        }
    }
    fields.extend(open.map(|open| (open, rest.trim())));
    fields
}

/// The cells of a table's row under its columns; bars that are too many belong to the name.
fn row<'a, 'c>(text: &'a str, columns: &[&'c str]) -> Vec<(&'c str, &'a str)> {
    let name = columns.iter().position(|c| c.eq_ignore_ascii_case("name")).unwrap_or(0);
    let mut fields = Vec::with_capacity(columns.len());
    let mut rest = text;
    for column in &columns[..name] {
        let Some((cell, after)) = rest.split_once('|') else { break };
        fields.push((*column, cell.trim()));
        rest = after;
    }
    let mut behind = Vec::new();
    for column in columns[name + 1..].iter().rev() {
        let Some((before, cell)) = rest.rsplit_once('|') else { break };
        behind.push((*column, cell.trim()));
        rest = before;
    }
    fields.extend(columns.get(name).map(|column| (*column, rest.trim())));
    fields.extend(behind.into_iter().rev());
    fields
}
