//! Which tabs there are, and which of them is the one that the user sees.

use std::collections::HashSet;
use std::time::Duration;

use futures_util::future::join_all;
use serde::Deserialize;
use serde_json::json;

use crate::browser::Link;
use crate::error::{CdpError, cut};

/// A tab with a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tab {
    /// The browser's id of it.
    pub id: String,
    /// The page's title.
    pub title: String,
    /// The page's address.
    pub url: String,
}

/// Which page is meant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// The one that the user sees: in view, and activated last.
    #[default]
    Active,
    /// The one in the tab of that id, else the one whose address holds that text.
    Tab(String),
}

/// How long a page may take to say whether it is in view.
const LOOK: Duration = Duration::from_secs(1);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Targets {
    target_infos: Vec<Target>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Target {
    target_id: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    url: String,
}

/// Whether a target is a page that a person opened.
fn is_page(kind: &str, url: &str) -> bool {
    const INNER: [&str; 5] =
        ["devtools://", "chrome-extension://", "extension://", "chrome-untrusted://", "chrome-devtools://"];
    kind == "page" && !INNER.iter().any(|scheme| url.starts_with(scheme))
}

/// The tabs, and whether their order tells which was activated last.
async fn ordered(link: &Link, limit: Duration) -> Result<(Vec<Tab>, bool), CdpError> {
    if let Some(list) = link.found.list(limit).await {
        let pages = list.into_iter().filter(|t| is_page(&t.kind, &t.url));
        return Ok((pages.map(|t| Tab { id: t.id, title: t.title, url: t.url }).collect(), true));
    }
    let targets: Targets = link.connection.call(None, "Target.getTargets", &json!({}), limit).await?;
    let pages = targets.target_infos.into_iter().filter(|t| is_page(&t.kind, &t.url));
    Ok((pages.map(|t| Tab { id: t.target_id, title: t.title, url: t.url }).collect(), false))
}

pub(crate) async fn list(link: &Link, limit: Duration) -> Result<Vec<Tab>, CdpError> {
    Ok(ordered(link, limit).await?.0)
}

/// The tab that is meant, with a warning where others fit as well.
pub(crate) async fn choose(
    link: &Link,
    choice: &Choice,
    limit: Duration,
) -> Result<(Tab, Option<String>), CdpError> {
    let (tabs, by_activation) = ordered(link, limit).await?;
    let fitting: Vec<&Tab> = match choice {
        Choice::Tab(wanted) => {
            let wanted = wanted.trim();
            match tabs.iter().find(|tab| tab.id == wanted) {
                Some(tab) => vec![tab],
                None => tabs.iter().filter(|tab| !wanted.is_empty() && tab.url.contains(wanted)).collect(),
            }
        }
        Choice::Active if tabs.len() < 2 => tabs.iter().collect(),
        Choice::Active if by_activation => in_front(link, &tabs, limit).await,
        Choice::Active => in_view(link, &tabs, limit).await,
    };
    let Some((&first, others)) = fitting.split_first() else {
        return Err(match choice {
            Choice::Tab(wanted) if !tabs.is_empty() => CdpError::NoSuchTab {
                wanted: cut(wanted),
                open: tabs.iter().map(named).collect::<Vec<_>>().join(", "),
            },
            _ => CdpError::NoPage,
        });
    };
    let warning = (!others.is_empty()).then(|| {
        let shown: Vec<_> = others.iter().take(3).map(|tab| named(tab)).collect();
        let more = if others.len() > shown.len() { ", …" } else { "" };
        format!(
            "{} pages fit: taken is {}, others are {}{more}; choose another by its tab id or a part of its address",
            fitting.len(),
            named(first),
            shown.join(", ")
        )
    });
    Ok((first.clone(), warning))
}

fn named(tab: &Tab) -> String {
    format!("{:?} ({}, tab {})", cut(&tab.title), cut(&tab.url), tab.id)
}

/// Of tabs in the order of their activation the first of each window, without windows that are minimised.
async fn in_front<'t>(link: &Link, tabs: &'t [Tab], limit: Duration) -> Vec<&'t Tab> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Window {
        window_id: i64,
        bounds: Bounds,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Bounds {
        window_state: Option<String>,
    }
    let ask = |tab: &'t Tab| async move {
        let params = json!({"targetId": tab.id});
        link.connection.call::<Window>(None, "Browser.getWindowForTarget", &params, limit).await.ok()
    };
    let windows = join_all(tabs.iter().map(ask)).await;
    let mut seen = HashSet::new();
    let mut front = Vec::new();
    for (tab, window) in tabs.iter().zip(windows) {
        let Some(window) = window else { continue };
        if seen.insert(window.window_id) && window.bounds.window_state.as_deref() != Some("minimized") {
            front.push(tab);
        }
    }
    // A browser without windows, or with none open, shows the one that was activated last.
    if front.is_empty() { tabs.iter().take(1).collect() } else { front }
}

/// The tabs whose page says that it is in view; all of them where none says anything.
async fn in_view<'t>(link: &Link, tabs: &'t [Tab], limit: Duration) -> Vec<&'t Tab> {
    let views = join_all(tabs.iter().map(|tab| is_in_view(link, tab, limit))).await;
    let said = |wanted: Option<bool>| {
        tabs.iter().zip(&views).filter(move |(_, v)| **v == wanted).map(|(tab, _)| tab)
    };
    let (shown, silent): (Vec<_>, Vec<_>) = (said(Some(true)).collect(), said(None).collect());
    if shown.is_empty() { silent } else { shown }
}

/// Whether a page is in view; `None` where it does not answer, as behind a dialog.
async fn is_in_view(link: &Link, tab: &Tab, limit: Duration) -> Option<bool> {
    #[derive(Deserialize)]
    struct Evaluated {
        result: Remote,
    }
    #[derive(Deserialize)]
    struct Remote {
        value: Option<String>,
    }
    let id = link.attach(&tab.id, limit).await.ok()?;
    let params = json!({"expression": "document.visibilityState", "returnByValue": true});
    let state = link.connection.call::<Evaluated>(Some(&id), "Runtime.evaluate", &params, LOOK).await;
    link.detach(&id, limit).await;
    Some(state.ok()?.result.value? == "visible")
}

#[cfg(test)]
mod tests {
    use super::is_page;

    #[test]
    fn only_pages_that_a_person_opened_are_tabs() {
        assert!(is_page("page", "https://example.test/") && is_page("page", "chrome://newtab/"));
        assert!(!is_page("page", "devtools://devtools/bundled/inspector.html"));
        assert!(!is_page("page", "chrome-extension://abc/popup.html"));
        for kind in ["service_worker", "background_page", "browser_ui", "iframe", "something_new"] {
            assert!(!is_page(kind, "https://example.test/"), "{kind}");
        }
    }
}
