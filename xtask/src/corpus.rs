//! Pages with queries: the project's own corpus, and the public sets beside the project where present.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use semantic_core::find::Index;
use serde::Deserialize;

/// A query with its right answers.
#[derive(Deserialize, Clone, Debug)]
pub struct Query {
    pub query: String,
    #[serde(default)]
    pub relevant_refs: Option<Vec<String>>,
    #[serde(default)]
    pub partially_relevant_refs: Option<Vec<String>>,
    #[serde(default)]
    pub kind: Option<String>,
}

impl Query {
    /// The right answers; none where nothing on the page is right.
    pub fn relevant(&self) -> &[String] {
        self.relevant_refs.as_deref().unwrap_or_default()
    }

    /// Half-right answers, acceptable only where nothing is right.
    pub fn partial(&self) -> &[String] {
        self.partially_relevant_refs.as_deref().unwrap_or_default()
    }
}

/// A page prepared for finding, with its queries.
pub struct Page {
    pub name: String,
    pub index: Index,
    pub queries: Vec<Query>,
}

/// A named set of pages.
pub struct Set {
    pub name: String,
    pub pages: Vec<Page>,
}

/// The project's root folder.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// The folder of public data beside the project, if it is there.
pub fn shared_data() -> Option<PathBuf> {
    let data = root().parent()?.join("shared/data");
    data.is_dir().then_some(data)
}

/// The project's own corpus.
pub fn own() -> Result<Set> {
    load("own", &root().join("fixtures/corpus"), page)
}

/// The name of the set that [`derived`] makes.
pub const DERIVED: &str = "own, by its trees";

/// The same without what a list says of an element's surroundings: those must come from the tree.
pub fn derived() -> Result<Set> {
    load(DERIVED, &root().join("fixtures/corpus"), |folder| {
        read_page(folder, |bytes| {
            let mut file: serde_json::Value = serde_json::from_slice(&bytes)?;
            let list = if file.is_array() { &mut file } else { &mut file["nodes"] };
            for element in list.as_array_mut().into_iter().flatten() {
                let keys = ["section", "label", "labelled_by", "sibling_index", "sibling_count", "parent"];
                if let Some(element) = element.as_object_mut() {
                    keys.iter().for_each(|key| drop(element.remove(*key)));
                    if let Some(place) = element.get_mut("positional").and_then(|p| p.as_object_mut()) {
                        keys.iter().for_each(|key| drop(place.remove(*key)));
                    }
                }
            }
            Ok(serde_json::to_vec(&file)?)
        })
    })
}

/// The public sets, where present.
pub fn public() -> Result<Vec<Set>> {
    let Some(data) = shared_data() else { return Ok(Vec::new()) };
    let names = [
        "find",
        "find-russ",
        "find-miniwob",
        "find-mcp-jupyter",
        "find-autowebbench",
        "find-refexp",
        "find-none",
    ];
    names.iter().filter(|n| data.join(n).is_dir()).map(|n| load(n, &data.join(n), page)).collect()
}

fn load(name: &str, folder: &Path, page: fn(&Path) -> Result<Page>) -> Result<Set> {
    let mut folders: Vec<_> = fs::read_dir(folder)
        .with_context(|| format!("cannot list {}", folder.display()))?
        .filter_map(|e| e.ok().map(|e| e.path()))
        .filter(|p| p.join("queries.json").is_file())
        .collect();
    folders.sort();
    let pages = folders.iter().map(|p| page(p)).collect::<Result<_>>()?;
    Ok(Set { name: name.to_owned(), pages })
}

fn page(folder: &Path) -> Result<Page> {
    read_page(folder, Ok)
}

/// The page in a folder, its snapshot file changed by `edit`.
fn read_page(folder: &Path, edit: impl FnOnce(Vec<u8>) -> Result<Vec<u8>>) -> Result<Page> {
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let snapshot = semantic_core::formats::read(&edit(read("snapshot.json")?)?, None)
        .with_context(|| folder.join("snapshot.json").display().to_string())?;
    let queries = serde_json::from_slice(&read("queries.json")?)
        .with_context(|| folder.join("queries.json").display().to_string())?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Page { name, index: Index::new(Arc::new(snapshot)), queries })
}
