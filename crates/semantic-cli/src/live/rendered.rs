//! A page as it is rendered, for the checks of its hints: in a running browser, or a saved one in a browser of our own.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use semantic_cdp::{Browser, CdpError, Launch, Options, Page, block_on, find_browser, launch};
use semantic_core::formats::look;
use semantic_core::hints::lint;
use semantic_core::page::{Look, PageFacts};
use semantic_core::tree::{NodeId, Rect, Role, Snapshot};
use semantic_core::view::{SemanticView, Session};

use super::browser::{choice, now};
use super::covers::covers;
use super::{How, Picture, Rendered};
use crate::output;

/// The page in a tab of a running browser, or in view.
pub fn attached(url: &str, tab: Option<&str>, how: How) -> Result<Rendered> {
    let (rendered, warning) = block_on(async {
        let browser = Browser::attach(url, Options::default()).await?;
        let page = browser.page(&choice(tab)).await?;
        let rendered = match how {
            How::Read | How::View => read(&page, how).await?,
            How::Whole => {
                let before = page.unroll().await?;
                let rendered = settled(&page).await;
                page.roll_up(before).await?;
                rendered?
            }
        };
        Ok::<_, CdpError>((rendered, page.warning().map(str::to_owned)))
    })?;
    warning.iter().for_each(|warning| output::note(&format!("{warning} with --tab")));
    Ok(rendered)
}

/// A saved page in a browser of our own; `Ok(None)` where there is no browser on this machine.
pub fn opened(path: &Path) -> Result<Option<Rendered>> {
    /// As wide as pages are mostly made for.
    const WINDOW: [&str; 2] = ["--window-size=1280,800", "--hide-scrollbars"];
    if find_browser().is_none() {
        return Ok(None);
    }
    let address = address(path)?;
    let arguments = WINDOW.map(str::to_owned).to_vec();
    let launched = launch(&Launch { headless: true, arguments, ..Launch::default() })?;
    let rendered = block_on(async {
        let page = Browser::attach(&launched.address(), Options::default()).await?.open(&address).await?;
        page.unroll().await?;
        settled(&page).await
    })?;
    Ok(Some(rendered))
}

/// A page of which all is shown, once it has answered to that.
async fn settled(page: &Page) -> Result<Rendered, CdpError> {
    page.settle().await?;
    read(page, How::Whole).await
}

async fn read(page: &Page, how: How) -> Result<Rendered, CdpError> {
    /// How often a page is looked at anew that moved while its picture was taken.
    const TRIES: usize = 3;
    let mut tries = 0;
    let (captured, look, lint, picture, moved) = loop {
        tries += 1;
        let captured = page.capture_hints(None).await?;
        let look = page.look(now()).await?;
        let lint = lint::page(&captured, Some(&look.snapshot));
        if how == How::Read {
            break (captured, look, lint, Err("nobody asked for one".to_owned()), false);
        }
        let hidden = covers(&captured, &look.snapshot, &lint);
        let picture = page.picture(&hidden).await;
        let after = page.look(now()).await?;
        let hidden_after = covers(&captured, &after.snapshot, &lint);
        let moved = places(&look.snapshot) != places(&after.snapshot);
        if tries < TRIES && (moved || hidden != hidden_after) {
            continue;
        }
        let picture = match picture {
            Ok(_) if hidden != hidden_after => {
                Err("what the page keeps secret moved while the picture was taken".to_owned())
            }
            picture => picture.map(of_browser).map_err(|error| error.to_string()),
        };
        break (captured, look, lint, picture, moved);
    };
    let mut notices = Vec::new();
    if moved && picture.is_ok() {
        notices.push(
            "the page moved while its picture was taken: boxes may lie beside their elements".to_owned(),
        );
    }
    let selectors = selectors(page, &look.snapshot, &lint).await?;
    Ok(Rendered { captured, look: of_core(look), lint, selectors, picture, notices })
}

/// Where the hinted elements lie.
fn places(tree: &Snapshot) -> Vec<Option<Rect>> {
    tree.nodes().filter(|node| node.attr("data-semtag-id").is_some()).map(|node| node.bounds()).collect()
}

fn of_browser(picture: semantic_cdp::Picture) -> Picture {
    let area = Rect { x: picture.x, y: picture.y, width: picture.width, height: picture.height };
    Picture { area, kind: picture.kind, data: picture.data }
}

/// Selectors for the elements that findings are about and that have no id.
async fn selectors(
    page: &Page,
    tree: &Snapshot,
    lint: &lint::PageLint,
) -> Result<HashMap<NodeId, String>, CdpError> {
    let nameless = lint.findings.iter().filter(|finding| finding.id.is_none());
    // A text is found by its element.
    let element = |id: NodeId| {
        let node = tree.node(id)?;
        std::iter::once(node).chain(node.ancestors()).find(|n| n.role() != Role::Text)?.key()
    };
    let asked: Vec<(NodeId, &str)> =
        nameless.flat_map(|finding| &finding.nodes).filter_map(|&id| Some((id, element(id)?))).collect();
    let keys: Vec<(&str, &[&str])> = asked.iter().map(|&(_, key)| (key, &[][..])).collect();
    let found = page.selectors(&keys).await?;
    let first = |((id, _), mut all): ((NodeId, &str), Vec<String>)| {
        (!all.is_empty()).then(|| (id, all.swap_remove(0)))
    };
    Ok(asked.into_iter().zip(found).filter_map(first).collect())
}

/// What was seen as what is told of it to agents.
fn of_core(told: look::Look) -> Look {
    let facts = PageFacts::of_live(&told);
    let observation = Session::default().observe(Arc::new(told.snapshot), &SemanticView::new());
    Look { observation, facts }
}

/// The address of a file.
fn address(path: &Path) -> std::io::Result<String> {
    let path = std::path::absolute(path)?;
    let text = path.to_string_lossy();
    // A drive of Windows keeps its colon.
    let (drive, rest) = match text.split_once(':') {
        Some((drive, rest)) if drive.len() == 1 => (format!("/{drive}:"), rest),
        _ => (String::new(), &*text),
    };
    Ok(format!("file://{drive}{}", output::uri::of_path(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_file_has_an_address() {
        assert_eq!(address(Path::new("/a b/c#1.html")).expect("an address"), "file:///a%20b/c%231.html");
    }
}
