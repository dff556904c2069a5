//! agent-browser's `--json`: an envelope whose snapshot is agent-browser's text.

use super::flat::Strings;
use super::json::{self, Doc};
use super::{Format, Kind, ReadError, agent_browser};
use crate::tree::Snapshot;

pub(super) static AGENT_BROWSER_JSON: Format = Format {
    name: "agent-browser-json",
    summary: "agent-browser's snapshot with --json",
    sniff: |head| {
        json::sniff(head, |kind| {
            let beside = ["success", "data.origin", "data.lifecycle"];
            kind("data.snapshot") == Some(Kind::String)
                || (kind("data.refs") == Some(Kind::Object)
                    && beside.into_iter().any(|key| kind(key).is_some()))
        })
    },
    read,
};

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let doc = Doc::new(text, &strings, &["refs", "lifecycle"])?;
    let shape = |found: &str| ReadError::Shape {
        part: "key \"data.snapshot\"",
        expected: "a string with the snapshot",
        found: found.to_owned(),
    };
    let data = doc.root().get("data").ok_or_else(|| shape("no such key"))?;
    let inner = data.get("snapshot").filter(|v| v.kind() == Kind::String).ok_or_else(|| shape("none"))?;
    let page = inner.text().unwrap_or("");
    let snapshot = agent_browser::read_text(page)?;
    let origin = data.text_of("origin");
    Ok(if origin.is_empty() { snapshot } else { snapshot.with_url(origin) })
}
