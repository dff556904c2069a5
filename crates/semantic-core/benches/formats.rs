//! What reading a big dump costs: Chrome's own tree, captured where it is there, else made here in the same shape.
//!
//! `max alloc` is the memory that reading takes at its peak, the tree included and the input not.

#![allow(clippy::disallowed_methods)] // it reads the captured dump

use std::fmt::Write as _;
use std::hint::black_box;

use divan::counter::BytesCount;
use divan::{AllocProfiler, Bencher};
use semantic_core::formats;

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// The captured tree of 15,600 nodes, or as many of our own.
fn cdp() -> Vec<u8> {
    let captured = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/dumps/cdp/rustdoc-option.json");
    std::fs::read(captured).unwrap_or_else(|_| synthetic(15_600))
}

/// A page of sections with links in them, each with the text and the lines that Chrome gives it.
fn synthetic(nodes: usize) -> Vec<u8> {
    let section = |s: usize| 2 + 61 * s;
    let sections = nodes / 61;
    let mut json = String::from(r#"{"nodes":["#);
    let ids = |from: usize, step: usize, count: usize| {
        let all: Vec<String> = (0..count).map(|i| format!("\"{}\"", from + i * step)).collect();
        all.join(",")
    };
    node(&mut json, 1, "RootWebArea", "A page", None, &ids(2, 61, sections));
    for s in 0..sections {
        let id = section(s);
        node(&mut json, id, "region", &format!("Part {s}"), Some(1), &ids(id + 1, 3, 20));
        for link in (id + 1..id + 61).step_by(3) {
            let name = format!("Read more about the thing number {link}");
            node(&mut json, link, "link", &name, Some(id), &ids(link + 1, 1, 1));
            node(&mut json, link + 1, "StaticText", &name, Some(link), &ids(link + 2, 1, 1));
            node(&mut json, link + 2, "InlineTextBox", &name, Some(link + 1), "");
        }
    }
    json.pop();
    json.push_str("]}");
    json.into_bytes()
}

fn node(json: &mut String, id: usize, role: &str, name: &str, parent: Option<usize>, children: &str) {
    let parent = parent.map_or_else(String::new, |p| format!(r#""parentId":"{p}","#));
    let sources = r#"[{"type":"relatedElement","attribute":"aria-labelledby"},{"type":"contents"}]"#;
    let focusable = r#"{"name":"focusable","value":{"type":"booleanOrUndefined","value":true}}"#;
    let wrote = write!(
        json,
        r#"{{"nodeId":"{id}","ignored":false,"role":{{"type":"role","value":"{role}"}},"chromeRole":{{"type":"internalRole","value":9}},"name":{{"type":"computedString","value":"{name}","sources":{sources}}},"properties":[{focusable}],{parent}"childIds":[{children}],"backendDOMNodeId":{id}}},"#
    );
    wrote.expect("a string takes all");
}

#[divan::bench]
fn cdp_read(bencher: Bencher) {
    let json = cdp();
    bencher
        .counter(BytesCount::of_slice(&json))
        .bench(|| formats::read(black_box(&json), None).expect("a tree of Chrome's"));
}

#[divan::bench]
fn cdp_detect(bencher: Bencher) {
    let json = String::from_utf8(cdp()).expect("UTF-8");
    bencher.bench(|| formats::detect(black_box(&json)).expect("a known format").name);
}
