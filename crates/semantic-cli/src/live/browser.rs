//! Live pages, through `semantic_cdp`.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use semantic_cdp::{Browser, CdpError, Choice, Options, Version, block_on, find_browser, how_to_start};
use semantic_core::hints::Captured;
use semantic_core::tree::Snapshot;
use semantic_mcp::{Fault, Refused};

use super::{Check, Tabs};
use crate::{exit, output};

/// The hinted elements of the page in a tab, or in view; within a scope, where that is a CSS selector.
pub fn hints(url: &str, tab: Option<&str>, scope: Option<&str>) -> Result<Captured> {
    let (captured, warning) = block_on(async {
        let browser = Browser::attach(url, Options::default()).await?;
        let page = browser.page(&choice(tab)).await?;
        Ok::<_, CdpError>((page.capture_hints(scope).await?, page.warning().map(str::to_owned)))
    })?;
    warning.iter().for_each(|warning| output::note(&format!("{warning} with --tab")));
    Ok(captured)
}

pub(super) fn choice(tab: Option<&str>) -> Choice {
    tab.filter(|tab| *tab != "active").map_or(Choice::Active, |tab| Choice::Tab(tab.to_owned()))
}

/// Milliseconds since 1970.
#[allow(clippy::disallowed_methods)] // the library is handed the time; this is who has it
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or_default()
}

/// The exit code of an error that comes from a browser.
pub fn code(error: &anyhow::Error) -> Option<u8> {
    if let Some(refused) = error.downcast_ref::<Refused>() {
        return Some(match refused.fault {
            Fault::Asked => exit::BAD_INPUT,
            Fault::Nothing => exit::NOTHING,
            Fault::Unreachable => exit::UNREACHABLE,
        });
    }
    match error.downcast_ref::<CdpError>()? {
        CdpError::Address { .. } => Some(exit::BAD_INPUT),
        error if error.is_unreachable() => Some(exit::UNREACHABLE),
        _ => Some(exit::NOTHING),
    }
}

/// The tabs of a browser.
pub fn tabs(url: &str) -> Result<Tabs> {
    let tabs = block_on(async {
        let browser = Browser::attach(url, Options::default()).await?;
        let tabs = browser.tabs().await?.into_iter();
        let tabs = tabs.map(|tab| super::Tab { id: tab.id, title: tab.title, url: tab.url }).collect();
        let (active, warning) = match browser.page(&Choice::Active).await {
            Ok(page) => (Some(page.tab().id.clone()), page.warning().map(str::to_owned)),
            Err(CdpError::NoPage) => (None, None),
            Err(error) => return Err(error),
        };
        Ok(Tabs { tabs, active, warning })
    })?;
    Ok(tabs)
}

/// Looks at everything that reading a live page takes, in its order, up to the first thing that the next ones need.
pub fn examine(url: &str, tab: Option<&str>) -> Result<(Vec<Check>, exit::Outcome)> {
    let mut checks = Vec::new();
    let program = find_browser().map(|path| path.display().to_string());
    let program = program.ok_or_else(|| "none found on this machine".to_owned());
    checks.push(Check::new("browser program", program, || {
        "install Chrome, Chromium or Edge, unless the browser runs on another machine".to_owned()
    }));
    let outcome = block_on(async { Ok::<_, CdpError>(look(url, tab, &mut checks).await) })?;
    match outcome {
        Err(error @ CdpError::Address { .. }) => Err(error.into()),
        Err(error) if error.is_unreachable() => Ok((checks, exit::Outcome::Unreachable)),
        Err(_) => Ok((checks, exit::Outcome::Nothing)),
        Ok(()) => Ok((checks, exit::Outcome::Done)),
    }
}

async fn look(url: &str, tab: Option<&str>, checks: &mut Vec<Check>) -> Result<(), CdpError> {
    let browser = Browser::attach(url, Options::default()).await;
    let version = match &browser {
        Ok(browser) => browser.version().await,
        Err(error) => Err(error.clone()),
    };
    let said = |v: &Version| format!("{} at {url}, protocol {}", v.product, v.protocol);
    let start = || format!("start the browser so: {}", how_to_start());
    checks.push(Check::new("browser", version.as_ref().map(said).map_err(ToString::to_string), start));
    version?;
    let browser = browser?;
    let tabs = browser.tabs().await;
    let open = || "open a page in the browser".to_owned();
    let count = match &tabs {
        Ok(tabs) if tabs.is_empty() => Err("no page is open".to_owned()),
        Ok(tabs) => Ok(format!("{} open", tabs.len())),
        Err(error) => Err(error.to_string()),
    };
    checks.push(Check::new("tabs", count, open));
    tabs?;
    let page = browser.page(&choice(tab)).await;
    let named = |page: &semantic_cdp::Page| match page.warning() {
        Some(warning) => format!("{warning} with --tab"),
        None => format!("{:?} ({}, tab {})", page.tab().title, page.tab().url, page.tab().id),
    };
    let choose = || format!("semantic tabs --cdp {url} lists the tabs; choose one with --tab");
    checks.push(Check::new("page", page.as_ref().map(named).map_err(ToString::to_string), choose));
    let snapshot = page?.look(now()).await.map(|look| look.snapshot);
    let read = |s: &Snapshot| format!("{} nodes, {} notices", s.len(), s.notices().len());
    let again = || "answer its dialog or wait until it has loaded, then try again".to_owned();
    checks.push(Check::new("snapshot", snapshot.as_ref().map(read).map_err(ToString::to_string), again));
    snapshot.map(drop)
}
