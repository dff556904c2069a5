//! A snapshot in our own JSON form, one node a line: everything that the tree holds, read back by `formats/own.rs`.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::formats::own::VERSION;
use crate::tree::{Node, Role, Snapshot, Tri};
use crate::view::harmless_json;

/// The snapshot as JSON text; `docs/snapshot.schema.json` describes it. Reading it back gives the same snapshot.
///
/// ```
/// use semantic_core::formats::{read, write::to_json};
/// let page = read(br#"[{"role":"button","name":"Save"}]"#, None)?;
/// assert_eq!(to_json(&page), "{\"semantic\":1,\"nodes\":[\n{\"role\":\"button\",\"name\":\"Save\"}\n]}\n");
/// # Ok::<(), semantic_core::formats::ReadError>(())
/// ```
pub fn to_json(snapshot: &Snapshot) -> String {
    let mut out = json(&Head(snapshot));
    out.truncate(out.len() - 1); // the closing brace: nodes follow
    out.push_str(",\"nodes\":[");
    for (i, node) in snapshot.nodes().enumerate() {
        out.push_str(if i == 0 { "\n" } else { ",\n" });
        out.push_str(&json(&Line(node)));
    }
    out.push_str("\n]}\n");
    out
}

fn json(value: &impl Serialize) -> String {
    harmless_json(serde_json::to_string(value).expect("plain data with string keys"))
}

struct Head<'a>(&'a Snapshot);

impl Serialize for Head<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("semantic", &VERSION)?;
        let texts = [("title", self.0.title()), ("url", self.0.url()), ("document", self.0.document())];
        for (key, text) in texts {
            if let Some(text) = text {
                map.serialize_entry(key, text)?;
            }
        }
        if let Some(at) = self.0.captured_at() {
            map.serialize_entry("capturedAt", &at)?;
        }
        if self.0.revision() > 0 {
            map.serialize_entry("revision", &self.0.revision())?;
        }
        if !self.0.notices().is_empty() {
            map.serialize_entry("notices", self.0.notices())?;
        }
        map.end()
    }
}

struct Line<'a>(Node<'a>);

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let node = self.0;
        let mut map = serializer.serialize_map(None)?;
        if node.depth() > 0 {
            map.serialize_entry("depth", &node.depth())?;
        }
        map.serialize_entry("role", node.role_name())?;
        let native = node.native_role().filter(|_| node.role() != Role::Other);
        let texts = [
            ("native", native),
            ("name", node.name()),
            ("value", node.value()),
            ("description", node.description()),
            ("url", node.url()),
            ("identifier", node.identifier()),
            ("ref", node.own_ref()),
            ("key", node.key()),
        ];
        for (key, text) in texts {
            if let Some(text) = text {
                map.serialize_entry(key, text)?;
            }
        }
        if let Some(level) = node.level() {
            map.serialize_entry("level", &level)?;
        }
        if node.states().iter().next().is_some() {
            map.serialize_entry("states", &StatesJson(node))?;
        }
        if let Some(b) = node.bounds() {
            map.serialize_entry("bounds", &[b.x, b.y, b.width, b.height])?;
        }
        if node.attrs().len() > 0 {
            map.serialize_entry("attrs", &AttrsJson(node))?;
        }
        map.end()
    }
}

struct StatesJson<'a>(Node<'a>);

impl Serialize for StatesJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (state, value) in self.0.states().iter() {
            match value {
                Tri::Mixed => map.serialize_entry(state.as_str(), "mixed")?,
                value => map.serialize_entry(state.as_str(), &(value == Tri::True))?,
            }
        }
        map.end()
    }
}

struct AttrsJson<'a>(Node<'a>);

impl Serialize for AttrsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.attrs())
    }
}
