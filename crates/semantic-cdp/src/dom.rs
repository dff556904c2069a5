//! The reply of `DOMSnapshot.captureSnapshot`: boxes, tags and attributes of all nodes, by backend id.

mod files;

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use rustc_hash::FxBuildHasher;
use semantic_core::formats::live::{self, Beside};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::error::CdpError;
use crate::transform::Transform;

/// The method whose reply this is.
pub(crate) const METHOD: &str = "DOMSnapshot.captureSnapshot";

#[derive(Deserialize)]
struct Reply<'a> {
    documents: Vec<Document>,
    #[serde(borrow)]
    strings: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    frame_id: i64,
    nodes: Nodes,
    layout: Layout,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Nodes {
    #[serde(default)]
    parent_index: Vec<i64>,
    #[serde(default)]
    node_type: Vec<i64>,
    #[serde(default)]
    node_name: Vec<i64>,
    #[serde(default)]
    node_value: Vec<i64>,
    #[serde(default)]
    backend_node_id: Vec<i64>,
    #[serde(default)]
    attributes: Vec<Vec<i64>>,
    #[serde(default)]
    content_document_index: Rare,
}

/// Values that few nodes have: node numbers, and the value of each.
#[derive(Deserialize, Default)]
struct Rare {
    index: Vec<i64>,
    value: Vec<i64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Layout {
    #[serde(default)]
    node_index: Vec<i64>,
    #[serde(default)]
    bounds: Vec<Vec<f64>>,
}

/// The type of an element node.
const ELEMENT: i64 = 1;

/// The reply with its strings as they are meant.
pub(crate) struct Dom<'a> {
    documents: Vec<Document>,
    strings: Vec<Cow<'a, str>>,
    /// Tags in lower case, by the number of the string.
    tags: HashMap<i64, String, FxBuildHasher>,
}

/// One of the documents.
#[derive(Debug)]
pub(crate) struct Shown<'d> {
    /// The id of its frame.
    pub(crate) frame: &'d str,
    /// The frame around it and the backend id of the element there that shows it, where that is in the reply too.
    pub(crate) owner: Option<(&'d str, i64)>,
    /// Whether that element, and so the document, is drawn at all.
    pub(crate) drawn: bool,
    /// Its outermost element: backend id and box in the document's units.
    pub(crate) root: Option<(i64, [f64; 4])>,
}

/// What is known of the nodes, by backend id.
pub(crate) struct Index<'d> {
    rows: HashMap<i64, Row<'d>, FxBuildHasher>,
    attrs: Vec<(&'d str, &'d str)>,
}

/// One node.
struct Row<'d> {
    document: usize,
    bounds: Option<[f64; 4]>,
    tag: &'d str,
    attrs: Range<usize>,
}

impl<'a> Dom<'a> {
    pub(crate) fn parse(text: &'a str) -> Result<Self, CdpError> {
        let reply: Reply<'a> = serde_json::from_str(text).map_err(|e| CdpError::unreadable(METHOD, e))?;
        let strings: Vec<_> = reply.strings.into_iter().map(|raw| live::string(raw.get())).collect();
        let mut tags = HashMap::default();
        for document in &reply.documents {
            let names = document.nodes.node_name.iter().zip(&document.nodes.node_type);
            for (&name, _) in names.filter(|(_, kind)| **kind == ELEMENT) {
                let lower = || strings.get(name as usize).map(|s| s.to_ascii_lowercase()).unwrap_or_default();
                tags.entry(name).or_insert_with(lower);
            }
        }
        Ok(Dom { documents: reply.documents, strings, tags })
    }

    fn text(&self, number: i64) -> &str {
        usize::try_from(number).ok().and_then(|n| self.strings.get(n)).map_or("", |s| s)
    }

    /// The documents, in the order of the reply: a document comes before those in its frames.
    pub(crate) fn documents(&self) -> Vec<Shown<'_>> {
        let boxes: Vec<_> = self.documents.iter().map(Document::boxes).collect();
        let shown = self.documents.iter().zip(&boxes).map(|(document, boxes)| Shown {
            frame: self.text(document.frame_id),
            owner: None,
            drawn: true,
            root: document.root().and_then(|n| Some((document.backend(n)?, *boxes.get(&n)?))),
        });
        let mut shown: Vec<_> = shown.collect();
        for (document, boxes) in self.documents.iter().zip(&boxes) {
            let inner = &document.nodes.content_document_index;
            for (&node, &number) in inner.index.iter().zip(&inner.value) {
                let inside = usize::try_from(number).ok().and_then(|n| shown.get_mut(n));
                if let (Some(inside), Some(id)) = (inside, document.backend(node)) {
                    inside.owner = Some((self.text(document.frame_id), id));
                    inside.drawn = boxes.contains_key(&node);
                }
            }
        }
        shown
    }

    /// What is known of the nodes.
    pub(crate) fn index(&self) -> Index<'_> {
        let count = self.documents.iter().map(|d| d.nodes.backend_node_id.len()).sum();
        let mut rows = HashMap::with_capacity_and_hasher(count, FxBuildHasher);
        let mut attrs = Vec::new();
        for (number, document) in self.documents.iter().enumerate() {
            let boxes = document.boxes();
            let nodes = &document.nodes;
            for (n, &id) in nodes.backend_node_id.iter().enumerate() {
                let (tag, from) = (self.tag(document, n), attrs.len());
                let kept = self.attrs(document, n);
                attrs.extend(kept.filter(|(key, _)| is_kept(key) || (*key == "src" && tag == "iframe")));
                let bounds = boxes.get(&(n as i64)).copied();
                rows.insert(id, Row { document: number, bounds, tag, attrs: from..attrs.len() });
            }
        }
        Index { rows, attrs }
    }

    fn tag(&self, document: &Document, n: usize) -> &str {
        let nodes = &document.nodes;
        let name = nodes.node_name.get(n).filter(|_| nodes.node_type.get(n) == Some(&ELEMENT));
        name.and_then(|name| self.tags.get(name)).map_or("", |tag| tag)
    }

    fn attrs<'s>(&'s self, document: &'s Document, n: usize) -> impl Iterator<Item = (&'s str, &'s str)> {
        let pairs = document.nodes.attributes.get(n).map_or(&[][..], Vec::as_slice).chunks_exact(2);
        pairs.map(|pair| (self.text(pair[0]), self.text(pair[1])))
    }

    fn attr<'s>(&'s self, document: &'s Document, n: usize, key: &str) -> Option<&'s str> {
        self.attrs(document, n).find(|(k, _)| *k == key).map(|(_, value)| value)
    }

    /// The frame of the document in which a node is.
    pub(crate) fn frame_of(&self, id: i64) -> Option<&str> {
        let holds = |d: &&Document| d.nodes.backend_node_id.contains(&id);
        self.documents.iter().find(holds).map(|document| self.text(document.frame_id))
    }
}

impl Document {
    fn backend(&self, node: i64) -> Option<i64> {
        self.nodes.backend_node_id.get(usize::try_from(node).ok()?).copied()
    }

    /// The outermost element.
    fn root(&self) -> Option<i64> {
        let nodes = self.nodes.parent_index.iter().zip(&self.nodes.node_type);
        nodes
            .enumerate()
            .find(|(_, (parent, kind))| **parent == 0 && **kind == ELEMENT)
            .map(|(n, _)| n as i64)
    }

    /// The box of each node that is drawn: of several that of its first part.
    fn boxes(&self) -> HashMap<i64, [f64; 4], FxBuildHasher> {
        let mut boxes = HashMap::with_capacity_and_hasher(self.layout.node_index.len(), FxBuildHasher);
        for (&node, bounds) in self.layout.node_index.iter().zip(&self.layout.bounds) {
            if let [x, y, width, height] = bounds[..] {
                boxes.entry(node).or_insert([x, y, width, height]);
            }
        }
        boxes
    }
}

impl<'d> Index<'d> {
    /// What is known of a node; where its document's place in the viewport is unknown, without a box.
    pub(crate) fn beside(&self, id: i64, places: &[Option<Transform>]) -> Beside<'_> {
        let Some(row) = self.rows.get(&id) else { return Default::default() };
        let place = places.get(row.document).copied().flatten();
        let bounds = row.bounds.zip(place).map(|(bounds, place)| place.apply(bounds));
        let attrs = self.attrs.get(row.attrs.clone()).unwrap_or_default();
        Beside { bounds, tag: row.tag, attrs }
    }
}

/// Whether an attribute helps to find, to understand or to guard an element. Values are never among them.
fn is_kept(key: &str) -> bool {
    const KEPT: [&str; 29] = [
        "accept",
        "accesskey",
        "alt",
        "autocomplete",
        "class",
        "contenteditable",
        "data-cy",
        "data-test",
        "data-test-id",
        "data-testid",
        "download",
        "draggable",
        "enterkeyhint",
        "for",
        "form",
        "id",
        "inputmode",
        "list",
        "max",
        "maxlength",
        "min",
        "minlength",
        "multiple",
        "name",
        "pattern",
        "placeholder",
        "target",
        "title",
        "type",
    ];
    key.starts_with("data-semtag-") || KEPT.contains(&key)
}

#[cfg(test)]
mod tests {
    use super::Dom;
    use crate::transform::Transform;

    #[test]
    fn nodes_are_joined_by_backend_id() {
        let text = r##"{"documents": [{"frameId": 0, "scrollOffsetX": 0,
            "nodes": {"parentIndex": [-1, 0, 1], "nodeType": [9, 1, 1], "nodeName": [1, 2, 3],
                "backendNodeId": [10, 11, 12], "attributes": [[], [], [4, 5, 6, 7]], "isClickable": {"index": [2]}},
            "layout": {"nodeIndex": [1, 2, 2], "bounds": [[0, 0, 200, 100], [20, 40, 60, 80], [0, 0, 1, 1]]}}],
            "strings": ["F", "#document", "HTML", "INPUT", "type", "password", "value", "secret"]}"##;
        let dom = Dom::parse(text).expect("a reply");
        let documents = dom.documents();
        assert_eq!((documents[0].frame, documents[0].root), ("F", Some((11, [0.0, 0.0, 200.0, 100.0]))));
        let index = dom.index();
        let place = Transform::between([0.0, 0.0, 200.0, 100.0], [0.0, -10.0, 100.0, 50.0]);
        let input = index.beside(12, &[place]);
        assert_eq!((input.tag, input.attrs), ("input", &[("type", "password")][..]));
        assert_eq!(input.bounds, Some([10.0, 10.0, 30.0, 40.0]));
        assert_eq!(index.beside(12, &[]).bounds, None);
        assert!(index.beside(99, &[place]).attrs.is_empty());
    }

    #[test]
    fn numbers_that_lead_nowhere_are_passed_over() {
        let text = r#"{"documents": [{"frameId": -1, "nodes": {"parentIndex": [-1, 0], "nodeType": [9, 1],
            "nodeName": [-1, 99], "backendNodeId": [1], "attributes": [[1], [5, 6, 7]],
            "contentDocumentIndex": {"index": [0, 7], "value": [9, 0]}},
            "layout": {"nodeIndex": [77, -3, 1], "bounds": [[1], [0, 0, 0, 0], []]}}], "strings": []}"#;
        let dom = Dom::parse(text).expect("a reply");
        assert!(dom.documents()[0].root.is_none());
        assert!(dom.index().beside(1, &[]).bounds.is_none());
    }
}
