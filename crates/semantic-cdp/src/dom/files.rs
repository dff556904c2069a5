//! File inputs that are not drawn: pages show a button of their own in their place.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::{Document, Dom};

/// A file input that is not drawn.
pub(crate) struct HiddenFile<'d> {
    /// The id of its frame.
    pub(crate) frame: &'d str,
    /// Its backend id, and those of the elements around it, innermost first.
    pub(crate) ids: Vec<i64>,
    /// Its label.
    pub(crate) name: Option<String>,
}

/// The most that are looked at: a page has a handful, and each is looked for from its place up to the top.
const MOST: usize = 100;
/// The type of a text node.
const TEXT: i64 = 3;

/// Labels by the id of what they label.
type Labels<'d> = HashMap<&'d str, usize, FxBuildHasher>;

impl Dom<'_> {
    /// The file inputs that are not drawn, and how many more there are.
    pub(crate) fn hidden_files(&self) -> (Vec<HiddenFile<'_>>, usize) {
        let (mut found, mut more) = (Vec::new(), 0);
        for document in &self.documents {
            let nodes = 0..document.nodes.backend_node_id.len();
            let is_file = |&n: &usize| {
                let kind = self.attr(document, n, "type").filter(|_| self.tag(document, n) == "input");
                kind.is_some_and(|kind| kind.eq_ignore_ascii_case("file"))
            };
            let mut files = nodes.clone().filter(is_file).peekable();
            if files.peek().is_none() {
                continue;
            }
            let boxes = document.boxes();
            let labels = nodes.filter(|&n| self.tag(document, n) == "label");
            let labels = labels.filter_map(|n| Some((self.attr(document, n, "for")?, n)));
            let labels: Labels<'_> = labels.collect();
            for n in files.filter(|&n| !boxes.contains_key(&(n as i64))) {
                if found.len() == MOST {
                    more += 1;
                    continue;
                }
                let around = document.around(n);
                let id = |&n: &usize| document.backend(n as i64);
                let ids: Vec<_> = std::iter::once(&n).chain(&around).filter_map(id).collect();
                let name = self.label(document, n, &around, &labels);
                found.push(HiddenFile { frame: self.text(document.frame_id), ids, name });
            }
        }
        (found, more)
    }

    /// What labels a control: its own words, the label around it, the label that names it, its title.
    fn label(&self, document: &Document, n: usize, around: &[usize], labels: &Labels<'_>) -> Option<String> {
        let own = |key| self.attr(document, n, key).map(str::to_owned);
        let outer = around.iter().find(|&&n| self.tag(document, n) == "label");
        let named = self.attr(document, n, "id").filter(|id| !id.is_empty()).and_then(|id| labels.get(id));
        let text = outer.or(named).map(|&label| self.text_in(document, label));
        [own("aria-label"), text, own("title")].into_iter().flatten().find(|name| !name.trim().is_empty())
    }

    /// The text in an element, its blanks collapsed.
    fn text_in(&self, document: &Document, n: usize) -> String {
        let nodes = &document.nodes;
        // Nodes are in document order: what is inside comes next, and each has its parent at or after the element.
        let inside = (n + 1..nodes.parent_index.len()).take_while(|&m| nodes.parent_index[m] >= n as i64);
        let texts = inside.filter(|&m| nodes.node_type.get(m) == Some(&TEXT));
        let texts = texts.map(|m| self.text(nodes.node_value.get(m).copied().unwrap_or(-1)));
        texts.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    }
}

impl Document {
    /// The nodes around a node, innermost first. A parent comes before its children.
    fn around(&self, n: usize) -> Vec<usize> {
        let parent = |&n: &usize| {
            let parent = usize::try_from(*self.nodes.parent_index.get(n)?).ok()?;
            (parent < n).then_some(parent)
        };
        std::iter::successors(parent(&n), parent).collect()
    }
}
