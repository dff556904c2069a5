//! Dumps that are known and hold no tree: each says what it is and what to give instead.

use super::json;
use super::{Format, Kind, ReadError};

pub(super) static AXE: Format = Format {
    name: "axe-core",
    summary: "results of axe-core (no tree)",
    sniff: |head| {
        json::sniff(head, |kind| {
            let results = |at: &str| {
                kind(&format!("{at}violations")) == Some(Kind::Array)
                    && ["passes", "incomplete", "inapplicable", "testEngine"]
                        .into_iter()
                        .any(|key| kind(&format!("{at}{key}")).is_some())
            };
            results("")
                || results("[].")
                || kind("testEngine.name").is_some()
                || kind("[].testEngine").is_some()
        })
    },
    read: |_| {
        Err(ReadError::NoTree {
            what: "these are results of axe-core, findings about elements without the tree around them",
            advice: "take an accessibility snapshot of the same page and give that",
        })
    },
};

pub(super) static PINCHTAB_DIFF: Format = Format {
    name: "pinchtab-diff",
    summary: "difference between two pinchtab snapshots (no tree)",
    sniff: |head| {
        json::sniff(head, |kind| {
            kind("diff") == Some(Kind::Bool)
                && ["added", "changed", "removed"].into_iter().any(|key| kind(key).is_some())
        })
    },
    read: |_| {
        Err(ReadError::NoTree {
            what: "this is what changed between two pinchtab snapshots, not a snapshot",
            advice: "ask for the whole snapshot, without diff",
        })
    },
};

pub(super) static DOM_SNAPSHOT: Format = Format {
    name: "domsnapshot",
    summary: "DOM snapshot of the Chrome DevTools Protocol (no accessibility tree)",
    sniff: |head| {
        json::sniff(head, |kind| {
            kind("documents") == Some(Kind::Array)
                && ["strings", "documents[].documentURL", "documents[].nodes.parentIndex"]
                    .into_iter()
                    .any(|key| matches!(kind(key), Some(Kind::Array | Kind::Number)))
        })
    },
    read: |_| {
        Err(ReadError::NoTree {
            what: "this is a DOM snapshot of the Chrome DevTools Protocol: nodes of documents without roles and names",
            advice: "ask the browser for Accessibility.getFullAXTree, or give the page as HTML",
        })
    },
};
