//! The reply of `Page.getFrameTree` as a list: which frames there are, and which document each shows.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::error::CdpError;

/// The documents of a page's frames, by frame.
#[derive(Default, Debug)]
pub(crate) struct FrameList(HashMap<String, String>);

#[derive(Deserialize)]
struct Reply<'a> {
    #[serde(borrow, rename = "frameTree")]
    tree: &'a RawValue,
}

/// One level: frames may nest deeper than a parser may recurse.
#[derive(Deserialize)]
struct Tree<'a> {
    frame: Frame,
    #[serde(borrow, default, rename = "childFrames")]
    children: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frame {
    id: String,
    #[serde(default)]
    loader_id: String,
}

impl FrameList {
    pub(crate) fn parse(text: &str) -> Result<Self, CdpError> {
        let wrong = |e: serde_json::Error| CdpError::unreadable("Page.getFrameTree", e);
        let mut open = vec![serde_json::from_str::<Reply<'_>>(text).map_err(wrong)?.tree];
        let mut documents = HashMap::new();
        while let Some(raw) = open.pop() {
            let tree: Tree<'_> = serde_json::from_str(raw.get()).map_err(wrong)?;
            open.extend(tree.children);
            documents.insert(tree.frame.id, tree.frame.loader_id);
        }
        Ok(FrameList(documents))
    }

    /// The id of the document in a frame; empty where that is unknown.
    pub(crate) fn document(&self, frame: &str) -> &str {
        self.0.get(frame).map_or("", |document| document)
    }

    /// The frames, in no order.
    pub(crate) fn frames(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Whether a frame is among them.
    pub(crate) fn holds(&self, frame: &str) -> bool {
        self.0.contains_key(frame)
    }

    /// How many of these frames show another document later.
    pub(crate) fn moved(&self, later: &FrameList) -> usize {
        self.0
            .iter()
            .filter(|(frame, document)| later.0.get(*frame).is_some_and(|now| now != *document))
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::FrameList;

    #[test]
    fn frames_of_any_depth_are_listed() {
        let depth = 3000;
        let mut text = String::from(r#"{"frameTree":"#);
        for n in 0..depth {
            text.push_str(&format!(
                r#"{{"frame":{{"id":"f{n}","loaderId":"d{n}","new":{{}}}},"childFrames":["#
            ));
        }
        text.push_str(&"]}".repeat(depth));
        text.push('}');
        let list = FrameList::parse(&text).expect("a reply");
        assert_eq!((list.document("f0"), list.document("f2999"), list.document("x")), ("d0", "d2999", ""));
        assert_eq!(list.moved(&list), 0);
        assert!(FrameList::parse(&text[..text.len() / 2]).is_err());
    }
}
