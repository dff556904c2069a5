//! Which page a session reads: chosen once, kept, and never another without a word.

use std::collections::BTreeMap;

use semantic_cdp::{Browser, CdpError, Choice, Page, Settled, Tab};
use serde::{Deserialize, Serialize};

use crate::settings::Face;

/// The tab that a session is bound to.
#[derive(Debug, Default)]
pub(crate) struct Bound {
    /// The page, once it is chosen.
    page: Option<Page>,
    /// Whether a caller named it: then it needs no warning.
    named: bool,
    /// The tab to begin with, as it was named in the settings.
    first: Option<String>,
    /// Whether an earlier tab was lost, so that the next one is another.
    lost: bool,
    /// The address that the page had when it was read last.
    address: Option<String>,
    /// The tab of an earlier run that is gone on with.
    kept: Option<KeptTab>,
    face: Face,
}

/// The tab of a session, for a later run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeptTab {
    pub(crate) id: String,
    named: bool,
    address: Option<String>,
    /// Which messages were told.
    heard: BTreeMap<String, u64>,
}

impl Bound {
    /// Bound to nothing yet; at the first call to the tab that is named, if one is.
    pub(crate) fn to(first: Option<String>, face: Face) -> Self {
        Bound { first, face, ..Bound::default() }
    }

    /// The tab, for a later run; `None` where none was read.
    pub(crate) async fn keep(&self) -> Result<Option<KeptTab>, CdpError> {
        let Some(page) = &self.page else { return Ok(None) };
        let heard = page.heard().await?;
        let (id, address) = (page.tab().id.clone(), self.address.clone());
        Ok(Some(KeptTab { id, named: self.named, address, heard }))
    }

    /// Goes on with the tab of an earlier run.
    pub(crate) fn go_on(&mut self, kept: KeptTab) {
        self.kept = Some(kept);
    }

    /// Takes the tab of the earlier run, where no other is named. One that is no longer there is
    /// [`CdpError::PageClosed`].
    async fn take_kept(&mut self, browser: &Browser) -> Result<(), CdpError> {
        let Some(kept) = self.kept.clone().filter(|_| self.page.is_none()) else { return Ok(()) };
        let page = match browser.page(&Choice::Tab(kept.id.clone())).await {
            Ok(page) if page.tab().id == kept.id => page,
            Ok(_) | Err(CdpError::NoSuchTab { .. } | CdpError::NoPage) => {
                return Err(CdpError::PageClosed(kept.id));
            }
            Err(error) => return Err(error),
        };
        page.has_heard(&kept.heard).await?;
        (self.page, self.named, self.address) = (Some(page), kept.named, kept.address);
        Ok(())
    }

    /// Lets go of a tab that is closed.
    pub(crate) fn let_go(&mut self) {
        self.lost = self.page.take().is_some() || self.lost;
        self.named = false;
        self.address = None;
    }

    /// Keeps the address at which the page was read. Where it is another than the last time, that is said: what was
    /// known of the page may no longer hold.
    pub(crate) fn read_at(&mut self, address: &str) -> Option<String> {
        let before = self.address.replace(address.to_owned()).filter(|before| before != address)?;
        Some(format!(
            "the page is at {} now; when it was read last it was at {}",
            short(address),
            short(&before)
        ))
    }
}

/// A page to read, and what must be said of it.
pub(crate) struct Reading {
    pub(crate) page: Page,
    /// Which page it is, where others fit as well.
    pub(crate) warning: Option<String>,
    /// What must be known beside the answer, in sentences.
    pub(crate) notes: Vec<String>,
}

/// The page of a session, sent to an address where there is one. `target` is opened where there is no page to read.
pub(crate) async fn page(
    browser: &Browser,
    bound: &mut Bound,
    tab: Option<&str>,
    url: Option<&str>,
    target: Option<&str>,
) -> Result<Reading, CdpError> {
    if tab.is_none() {
        bound.take_kept(browser).await?;
    }
    let (page, warning, url) = match &bound.page {
        Some(page) if tab.is_none() && bound.named => (page.clone(), None, url),
        Some(page) if tab.is_none() => (page.clone(), drifted(browser, page.tab(), bound.face).await?, url),
        _ => choose(browser, bound, tab, url, target).await?,
    };
    let settled = match url {
        Some(url) => Some(page.navigate(url).await?),
        None => None,
    };
    Ok(Reading { page, warning, notes: settled.map(notes).unwrap_or_default() })
}

/// Binds a session to a page. What comes back with it is the warning, and the address to go to.
async fn choose<'u>(
    browser: &Browser,
    bound: &mut Bound,
    tab: Option<&str>,
    url: Option<&'u str>,
    target: Option<&'u str>,
) -> Result<(Page, Option<String>, Option<&'u str>), CdpError> {
    let wanted = tab.or(bound.first.as_deref()).filter(|wanted| *wanted != ACTIVE);
    let (page, warning, url) = match wanted {
        Some(wanted) => {
            let page = browser.page(&Choice::Tab(wanted.to_owned())).await?;
            let warning = page.warning().map(|warning| with_tab(warning, bound.face));
            (page, warning, url)
        }
        None => in_front(browser, url, target, bound.face).await?,
    };
    let warning = match std::mem::take(&mut bound.lost) && tab.is_none() {
        true => Some(format!("the earlier tab is gone; this is {}", named(page.tab()))),
        false => warning,
    };
    if let Some(kept) = bound.kept.take_if(|kept| kept.id == page.tab().id) {
        page.has_heard(&kept.heard).await?;
    }
    bound.named = tab.is_some() || wanted.is_some();
    bound.first = None;
    bound.address = None;
    bound.page = Some(page.clone());
    Ok((page, warning, url))
}

/// The page that the user sees. Where that is an empty tab and there is nowhere to go, the page seen before it; where
/// there is none, the target.
async fn in_front<'u>(
    browser: &Browser,
    url: Option<&'u str>,
    target: Option<&'u str>,
    face: Face,
) -> Result<(Page, Option<String>, Option<&'u str>), CdpError> {
    let front = match browser.page(&Choice::Active).await {
        Err(CdpError::NoPage) => None,
        other => Some(other?),
    };
    match front {
        Some(page) if url.is_some() || !is_empty(&page.tab().url) => {
            let warning = page.warning().map(|warning| with_tab(warning, face));
            Ok((page, warning, url))
        }
        Some(empty) => {
            let used = browser.tabs().await?.into_iter().find(|tab| !is_empty(&tab.url));
            match used {
                Some(tab) => {
                    let page = browser.page(&Choice::Tab(tab.id)).await?;
                    let warning = format!("the tab in front is empty; this is {}", named(page.tab()));
                    Ok((page, Some(with_tab(&warning, face)), None))
                }
                None if target.is_some() => Ok((empty, None, target)),
                None => Err(CdpError::NoPage),
            }
        }
        None => match url.or(target) {
            Some(url) => Ok((browser.open(url).await?, None, None)),
            None => Err(CdpError::NoPage),
        },
    }
}

/// What must be said where the page in front is no longer the one that the session reads, or never was the only one.
async fn drifted(browser: &Browser, tab: &Tab, face: Face) -> Result<Option<String>, CdpError> {
    match browser.page(&Choice::Active).await {
        Ok(front) if front.tab().id == tab.id => Ok(front.warning().map(|warning| with_tab(warning, face))),
        Ok(front) => Ok(Some(format!(
            "this is still tab {}, while {} is in front now; to read that one, call with {} \"{ACTIVE}\"",
            tab.id,
            named(front.tab()),
            face.argument("tab")
        ))),
        Err(CdpError::NoPage) => Err(CdpError::PageClosed(tab.id.clone())),
        Err(error) if error.is_unreachable() => Err(error),
        Err(_) => Ok(None),
    }
}

/// What names the page in front.
const ACTIVE: &str = "active";

fn with_tab(warning: &str, face: Face) -> String {
    format!("{warning} with {}", face.argument("tab"))
}

fn named(tab: &Tab) -> String {
    format!("{:?} ({}, tab {})", short(&tab.title), short(&tab.url), tab.id)
}

fn short(text: &str) -> String {
    const MOST: usize = 120;
    let cut: String = text.chars().take(MOST).collect();
    if cut.len() < text.len() { cut + "…" } else { cut }
}

/// The tabs that are open, as the end of a sentence; nothing where they cannot be told.
pub(crate) async fn in_words(browser: &Browser) -> String {
    const SHOWN: usize = 5;
    match browser.tabs().await {
        Ok(tabs) if !tabs.is_empty() => {
            let shown: Vec<_> = tabs.iter().take(SHOWN).map(named).collect();
            let more = if tabs.len() > SHOWN { ", …" } else { "" };
            format!(". Open are: {}{more}", shown.join(", "))
        }
        _ => String::new(),
    }
}

/// Whether a page is one that a browser shows before anything was opened.
fn is_empty(url: &str) -> bool {
    const NEW_TABS: [&str; 5] =
        ["about:blank", "chrome://newtab", "chrome://new-tab-page", "edge://newtab", "brave://newtab"];
    url.is_empty() || NEW_TABS.iter().any(|start| url.starts_with(start))
}

fn notes(settled: Settled) -> Vec<String> {
    let slow = "the page had not finished loading; it was read as it was";
    let busy = "the page keeps changing; it was read as it was";
    match settled {
        Settled { loaded: false, .. } => vec![slow.to_owned()],
        Settled { quiet: false, .. } => vec![busy.to_owned()],
        _ => Vec::new(),
    }
}

/// Whether a page may be sent to an address: a whole one, and no script.
pub(crate) fn check_address(url: &str) -> Result<(), String> {
    const SCHEMES: [&str; 5] = ["http", "https", "file", "data", "about"];
    let scheme = url.trim().split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme {
        Some(scheme) if SCHEMES.contains(&scheme.as_str()) => Ok(()),
        _ => Err(format!(
            "{:?} is no address to go to: give a whole one, like http://localhost:8080/cart",
            short(url)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, check_address, is_empty};

    #[test]
    fn addresses_are_whole_and_no_scripts() {
        for good in ["http://localhost:8080", "HTTPS://a.test/x?y#z", "file:///srv/a.html", "about:blank"] {
            assert_eq!(check_address(good), Ok(()), "{good}");
        }
        for bad in
            ["localhost:8080", "/cart", "javascript:alert(1)", " JavaScript:0", "chrome://settings", ""]
        {
            assert!(check_address(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_page_that_went_elsewhere_is_told() {
        let mut bound = Bound::default();
        assert_eq!(bound.read_at("http://a.test/"), None);
        assert_eq!(bound.read_at("http://a.test/"), None);
        let told = bound.read_at("http://a.test/#b").expect("it is elsewhere");
        assert!(told.contains("at http://a.test/#b now") && told.ends_with("at http://a.test/"), "{told}");
        bound.let_go();
        assert_eq!(bound.read_at("http://c.test/"), None);
    }

    #[test]
    fn new_tabs_are_empty() {
        assert!(is_empty("about:blank") && is_empty("chrome://newtab/") && is_empty(""));
        assert!(!is_empty("http://localhost/") && !is_empty("chrome://settings"));
    }
}
