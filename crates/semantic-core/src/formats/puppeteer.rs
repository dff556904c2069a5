//! Chrome's tree as nested objects: Puppeteer's `accessibility.snapshot()` and the JSON of chrome-devtools-mcp.

use super::chrome::{element, property};
use super::flat::Strings;
use super::json::{self, Doc, Listing, Under, Value, walk};
use super::roles::chrome::is_layout;
use super::{Format, Kind, ReadError};
use crate::tree::Snapshot;

pub(super) static PUPPETEER: Format = Format {
    name: "puppeteer",
    summary: "nested JSON of Puppeteer's accessibility snapshot",
    sniff: |head| {
        json::sniff_nested(head, &[""], "children", |of| {
            let around = ["children", "backendNodeId", "name"];
            (of("role") == Some(Kind::String) && around.into_iter().any(|key| of(key).is_some()))
                || (of("backendNodeId").is_some() && of("children") == Some(Kind::Array))
        })
    },
    read: |text| read(text, |root| root),
};

pub(super) static DEVTOOLS_JSON: Format = Format {
    name: "chrome-devtools-mcp-json",
    summary: "structured content of chrome-devtools-mcp's take_snapshot",
    sniff: |head| {
        json::sniff_nested(head, &["snapshot."], "children", |of| {
            of("id") == Some(Kind::String) && of("role") == Some(Kind::String)
        })
    },
    read: |text| read(text, |root| root.get("snapshot").unwrap_or(root)),
};

fn read(text: &str, page: for<'d, 'a> fn(Value<'d, 'a>) -> Value<'d, 'a>) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let doc = Doc::new(text, &strings, &[])?;
    let root = page(doc.root());
    root.needs(Kind::Object, "the tree", "an object with a role")?;
    let mut list = Listing::default();
    walk([root], "children", |node, inside| {
        let word = node.text_of("role");
        if is_layout(word) || !node.is_object() {
            return Under::Nothing;
        }
        // Puppeteer says "none" of the nodes that Chrome ignores.
        if matches!(word, "none" | "ignored") {
            return Under::Element(inside);
        }
        Under::Element(Some(add(&mut list, node, word, inside, &strings)))
    });
    list.take_document();
    list.document = root.text_of("loaderId");
    Ok(list.finish(doc, Vec::new()))
}

fn add<'a>(
    list: &mut Listing<'a>,
    node: Value<'_, 'a>,
    word: &'a str,
    inside: Option<u32>,
    strings: &'a Strings,
) -> u32 {
    let mut e = element(word);
    e.inside = inside;
    // Chrome's number of the node means the same node as long as the document is loaded.
    let (document, number) = (node.text_of("loaderId"), node.text_of("backendNodeId"));
    if !document.is_empty() && !number.is_empty() {
        e.key = strings.add(&format!("{document}#{number}"));
    }
    for member in node.items() {
        match member.key() {
            "id" => e.own_ref = member.text().unwrap_or(""),
            key => property(&mut e, list, key, member),
        }
    }
    list.push(e)
}
