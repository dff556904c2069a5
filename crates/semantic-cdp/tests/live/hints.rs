//! The hinted elements of live pages: frames of every kind, closed shadow trees, scopes.

use semantic_cdp::{CdpError, Page};
use semantic_core::hints::Captured;

use crate::support::with_browser;

/// The ids in their order, each indented by what is around it.
fn outline(page: &Captured) -> Vec<String> {
    let all = &page.elements.items;
    let depth = |i: usize| std::iter::successors(all[i].parent, |&p| all[p as usize].parent).count();
    all.iter().enumerate().map(|(i, e)| format!("{}{}", "  ".repeat(depth(i)), e.id)).collect()
}

/// The list once frames have loaded.
async fn complete(page: &Page, count: usize) -> Result<Captured, CdpError> {
    let mut list = page.capture_hints(None).await?;
    for _ in 0..50 {
        if list.elements.items.len() >= count {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        list = page.capture_hints(None).await?;
    }
    Ok(list)
}

const ALL: [&str; 18] = [
    "top",
    "  top.first",
    "  closed.one",
    "  closed.two",
    "  inner.deep",
    "  open.one",
    "  open.closed",
    "  frame",
    "    frame.closed",
    "    inner.back",
    "    frame.last",
    "  inner.same",
    "  framenear",
    "    frame.closed",
    "    inner.back",
    "    frame.lastnear",
    "  top.last",
    "end",
];

#[test]
fn hints_in_closed_trees_and_frames_of_all_kinds() {
    with_browser("hints_in_closed_trees_and_frames_of_all_kinds", async |stage| {
        let page = stage.open("hinted.html").await?;
        let list = complete(&page, ALL.len()).await?;
        assert_eq!(outline(&list), ALL, "{list:?}");
        assert_eq!((list.notices.len(), list.foreign.len()), (0, 0), "{list:?}");
        assert_eq!((list.url, list.title.as_str()), (stage.server.url("hinted.html"), "Hinted"));
        Ok(())
    });
}
