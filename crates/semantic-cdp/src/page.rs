//! A page in a tab: read it, run a script of ours beside it, send it to another address.

use std::collections::BTreeMap;

use semantic_core::formats::look::Look;
use semantic_core::hints::Captured;
use semantic_core::tree::{Rect, Snapshot};

use crate::browser::Browser;
use crate::capture;
use crate::error::CdpError;
use crate::hints;
use crate::locate;
use crate::look;
use crate::navigate::{self, Settled};
use crate::picture::{self, Picture, Rolled};
use crate::tabs::Tab;
use crate::world;

/// A page in one tab of a [`Browser`]. It stays with its tab: where that is closed, calls fail with
/// [`CdpError::PageClosed`] and never move to another.
#[derive(Clone, Debug)]
pub struct Page {
    browser: Browser,
    tab: Tab,
    warning: Option<String>,
}

impl Page {
    pub(crate) fn new(browser: Browser, tab: Tab, warning: Option<String>) -> Self {
        Page { browser, tab, warning }
    }

    /// The tab, with title and address as they were when the page was chosen.
    pub fn tab(&self) -> &Tab {
        &self.tab
    }

    /// Which page was taken and how to choose another, where several fitted.
    pub fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    /// What the page shows, with all of its frames and shadow trees, as one snapshot taken at `now` (milliseconds
    /// since 1970, UTC). Boxes are in CSS pixels from the top left of the viewport. Nothing in the page changes.
    ///
    /// A frame that cannot be read is named in the snapshot's notices. A page that navigates meanwhile is read
    /// again, and after three times is [`CdpError::Moved`].
    pub async fn capture(&self, now: u64) -> Result<Snapshot, CdpError> {
        let session = self.browser.session(&self.tab.id).await?;
        capture::capture(&session, now).await
    }

    /// What the page shows, as a script of ours beside it tells: several times faster than [`capture`](Self::capture),
    /// and with what a person sees and assistive technology does not get (see [`semantic_core::formats::look`]).
    /// Taken at `now` (milliseconds since 1970, UTC). Nothing in the page changes.
    ///
    /// Numbers in keys are ours, not the browser's: a node keeps its key as long as our world of its document lives, which
    /// is as long as the document in present browsers. In another world all keys are others.
    pub async fn look(&self, now: u64) -> Result<Look, CdpError> {
        let session = self.browser.session(&self.tab.id).await?;
        look::look(&session, now).await
    }

    /// Which messages the looks so far have told, by what tells the documents from others: for
    /// [`has_heard`](Self::has_heard) of a page that is attached to later.
    pub async fn heard(&self) -> Result<BTreeMap<String, u64>, CdpError> {
        let session = self.browser.session(&self.tab.id).await?;
        let heard = session.flashes.lock().await;
        Ok(heard.iter().map(|(stamp, last)| (stamp.clone(), *last)).collect())
    }

    /// Makes the next look tell the messages that came up since an earlier one, of which this is what it
    /// [told](Self::heard): also those of the time in which nobody was attached, if that was not long (10 minutes).
    pub async fn has_heard(&self, heard: &BTreeMap<String, u64>) -> Result<(), CdpError> {
        let session = self.browser.session(&self.tab.id).await?;
        session.flashes.lock().await.extend(heard.iter().map(|(stamp, last)| (stamp.clone(), *last)));
        Ok(())
    }

    /// The keys of what a CSS selector matches, as [`look`](Self::look) gives them: in all frames and through shadow
    /// trees, in which each combinator stays within its tree. Empty where nothing matches, or nobody has looked yet;
    /// [`CdpError::Script`] where it is no selector.
    pub async fn locate(&self, css: &str) -> Result<Vec<String>, CdpError> {
        let session = self.browser.session(&self.tab.id).await?;
        locate::matches(&session, css, false).await
    }

    /// The keys of all that lies in what a CSS selector matches, texts included, as far as an earlier look gave it one;
    /// see [`locate`](Self::locate).
    pub async fn locate_inside(&self, css: &str) -> Result<Vec<String>, CdpError> {
        let session = self.browser.session(&self.tab.id).await?;
        locate::matches(&session, css, true).await
    }

    /// For each key of an earlier look the CSS selectors that match its element and nothing else in its document, also
    /// for drivers whose combinators cross the edges of open shadow trees: those of the given ones, in their order,
    /// or else a short one of our own. Empty where there is none, or where the element is gone or lies in a closed shadow
    /// tree, which no driver's selector enters. All of it is one call to the page.
    pub async fn selectors(&self, asked: &[(&str, &[&str])]) -> Result<Vec<Vec<String>>, CdpError> {
        let session = self.browser.session(&self.tab.id).await?;
        locate::selectors(&session, asked).await
    }

    /// The elements of the page that carry hints, with those in all of its frames and shadow trees: what
    /// [`HintSnapshot`](semantic_core::hints::HintSnapshot) and [`observe`](semantic_core::hints::observe) read.
    /// Nothing in the page changes.
    ///
    /// `scope` is a `data-semtag-id`, else a CSS selector: the list holds what lies in its first match. Which of the
    /// two it is, and an id of which document, is found out here; that only what lies in an *id* is wanted must be
    /// said again to the reader of the list, as
    /// [`HintOptions::scope`](semantic_core::hints::HintOptions::scope).
    ///
    /// A frame that cannot be read is named in the notices. A page that navigates meanwhile is read again, and after
    /// three times is [`CdpError::Moved`].
    pub async fn capture_hints(&self, scope: Option<&str>) -> Result<Captured, CdpError> {
        let session = self.browser.session(&self.tab.id).await?;
        hints::capture(&session, scope).await
    }

    /// As [`capture_hints`](Page::capture_hints) of the whole page, where one element is wanted: of those with another
    /// id only the id is told, which costs the page little.
    pub async fn capture_hint(&self, id: &str) -> Result<Captured, CdpError> {
        let session = self.browser.session(&self.tab.id).await?;
        hints::capture_one(&session, id).await
    }

    /// A picture of what is in view, in which boxes (in CSS pixels from the top left of the viewport, as
    /// [`look`](Self::look) has them) are painted over. Nothing in the page changes.
    pub async fn picture(&self, covers: &[Rect]) -> Result<Picture, CdpError> {
        let session = self.browser.session(&self.tab.id).await?;
        picture::take(&session, covers).await
    }

    /// Makes the viewport as high as the page, so that all of it is in view, up to 16,000 pixels. **The page notices**:
    /// it is told that its size changed. What is returned goes to [`roll_up`](Self::roll_up); a browser that is left
    /// alone gives the viewport back by itself.
    pub async fn unroll(&self) -> Result<Rolled, CdpError> {
        let session = self.browser.session(&self.tab.id).await?;
        picture::unroll(&session).await
    }

    /// Gives the page the viewport back that it had, scrolled as it was.
    pub async fn roll_up(&self, before: Rolled) -> Result<(), CdpError> {
        let session = self.browser.session(&self.tab.id).await?;
        picture::roll_up(&session, before).await
    }

    /// Calls a function of ours in the page's outermost document, in a script world of its own: it sees the
    /// document and nothing that the page's scripts have changed or defined.
    ///
    /// `function` is a JavaScript function of one argument that returns a string or a promise of one; `argument` is
    /// JSON.
    pub async fn evaluate_isolated(&self, function: &str, argument: &str) -> Result<String, CdpError> {
        let session = self.browser.session(&self.tab.id).await?;
        world::call(&session, function, argument).await
    }

    /// Calls a method of the debugging protocol on the page, for callers who act themselves: reading goes through
    /// [`capture`](Self::capture). The number in a node's [`key`](semantic_core::tree::Node::key), after `#`, is the
    /// `backendNodeId` that such methods take. (A `nodeId` does not outlive the next look at the page, which switches
    /// the DOM domain off when it has done.)
    pub async fn call(
        &self,
        method: &str,
        params: &serde_json::Value,
    ) -> Result<serde_json::Value, CdpError> {
        let session = self.browser.session(&self.tab.id).await?;
        session.call(method, params).await
    }

    /// Sends the page to an address and waits until it has settled: loaded, then for a moment without a change.
    /// Both waits are bounded; what came of them is returned.
    pub async fn navigate(&self, url: &str) -> Result<Settled, CdpError> {
        let session = self.browser.session(&self.tab.id).await?;
        navigate::navigate(&session, url, self.browser.options()).await
    }

    /// Waits until the page is for a moment without a change, as after [`navigate`](Self::navigate).
    pub async fn settle(&self) -> Result<Settled, CdpError> {
        let session = self.browser.session(&self.tab.id).await?;
        navigate::settle(&session, true, self.browser.options()).await
    }
}

/// Futures of a page may be sent to another thread, as runtimes with several ask for.
#[cfg(test)]
mod tests {
    use super::Page;

    fn sent<T: Send>(value: T) -> T {
        value
    }

    #[test]
    fn what_a_page_does_may_be_sent() {
        let _ = |page: &'static Page| {
            (
                sent(page.capture(0)),
                sent(page.capture_hints(None)),
                sent(page.navigate("")),
                sent(page.settle()),
            )
        };
    }
}
