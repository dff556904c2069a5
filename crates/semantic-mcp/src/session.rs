//! What a server keeps from call to call: the browser that it is attached to and the tab that it reads.

use std::time::Duration;

use semantic_cdp::{Browser, CdpError, Launch, Launched, how_to_start, launch};

use crate::answer::{Failure, Fault};
use crate::looks::Looks;
use crate::settings::{Face, Settings};
use crate::tabs::{self, Bound, Reading};

/// A client's session. It attaches when the first tool needs a page, and again when the browser was lost.
pub(crate) struct Session {
    settings: Settings,
    browser: Option<Browser>,
    /// A browser of our own, where the shared one could not be reached.
    own: Option<Launched>,
    pub(crate) bound: Bound,
    /// What was seen so far.
    pub(crate) looks: Looks,
}

impl Session {
    pub(crate) fn new(settings: Settings) -> Self {
        let bound = Bound::to(settings.tab.clone(), settings.face);
        Session { settings, browser: None, own: None, bound, looks: Looks::default() }
    }

    /// Most characters of an answer.
    pub(crate) fn most_chars(&self) -> usize {
        self.settings.most_chars
    }

    /// In whose words is said what to do next.
    pub(crate) fn face(&self) -> Face {
        self.settings.face
    }

    /// How long a call may take.
    pub(crate) fn limit(&self) -> Duration {
        self.settings.limit
    }

    /// What every answer must begin with, for as long as the browser is our own.
    pub(crate) fn standing_warning(&self) -> Option<String> {
        self.own.as_ref().map(|_| {
            format!(
                "standalone session: no browser was reachable at {}, so this server started one of its own, which \
                 does not share pages or state with the browser of Playwright MCP",
                self.settings.cdp
            )
        })
    }

    /// The page to read: that of the tab that is named, else the session's own. With an address the page is sent
    /// there first.
    pub(crate) async fn page(&mut self, tab: Option<&str>, url: Option<&str>) -> Result<Reading, Failure> {
        if let Some(url) = url {
            tabs::check_address(url).map_err(Failure::asked)?;
        }
        let browser = self.browser().await?;
        let target = self.settings.target.as_deref();
        let found = tabs::page(&browser, &mut self.bound, tab, url, target).await;
        let mut reading = self.answered(found).await?;
        if let Some(standing) = self.standing_warning() {
            reading.warning = Some(match reading.warning {
                Some(warning) => format!("{standing}; {warning}"),
                None => standing,
            });
        }
        Ok(reading)
    }

    /// Keeps the address at which the page was read; a sentence where it is not the one of the last time.
    pub(crate) fn read_at(&mut self, address: &str) -> Option<String> {
        self.bound.read_at(address)
    }

    /// What a browser answered. Where the page or the browser is gone the session lets go of it, so that the next call
    /// begins anew.
    pub(crate) async fn answered<T>(&mut self, answer: Result<T, CdpError>) -> Result<T, Failure> {
        let error = match answer {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        if matches!(error, CdpError::Gone(_)) {
            self.let_go();
        }
        let words = match (&error, self.settings.face) {
            (CdpError::PageClosed(_), face) => self.closed(&error, face).await,
            (_, Face::Server) => self.for_client(&error),
            (CdpError::NoPage, Face::Shell) => "the browser has no page open: open one in it".to_owned(),
            (CdpError::Timeout { .. }, Face::Shell) => format!("{error}; trying again is safe"),
            (_, Face::Shell) => error.to_string(),
        };
        let fault = match &error {
            CdpError::Address { .. } => Fault::Asked,
            error if error.is_unreachable() => Fault::Unreachable,
            _ => Fault::Nothing,
        };
        Err(Failure::new(words).of(fault))
    }

    /// That the page is closed, and what comes next.
    async fn closed(&mut self, error: &CdpError, face: Face) -> String {
        let open = match &self.browser {
            Some(browser) => tabs::in_words(browser).await,
            None => String::new(),
        };
        let next = match face {
            Face::Server => {
                self.bound.let_go();
                "The next call takes the page in front, unless `tab` names another"
            }
            // What was kept of it stays as it is until another is named.
            Face::Shell => "Name the one to go on with by --tab",
        };
        format!("{error}: it was closed, or its browser was started anew. {next}{open}")
    }

    /// An error with what a client can do about it.
    fn for_client(&self, error: &CdpError) -> String {
        match error {
            CdpError::Unreachable { .. } | CdpError::NotABrowser { .. } | CdpError::Launch(_) => {
                format!("{error}. {}", self.set_up())
            }
            CdpError::NoPage => {
                "the browser has no page open: call semantic_snapshot with a `url`, or open one \
                through Playwright MCP"
                    .to_owned()
            }
            CdpError::Dialog { .. } => format!("{error} (Playwright MCP: browser_handle_dialog)"),
            CdpError::NoSuchTab { .. } => format!("{error}; \"active\" is the one in front"),
            CdpError::Navigation { .. } => {
                format!("{error}; check the address, and whether something serves it")
            }
            CdpError::Timeout { .. } => format!("{error}; calling again is safe"),
            _ => error.to_string(),
        }
    }

    /// How a shared browser is set up on this system.
    fn set_up(&self) -> String {
        format!(
            "Start the shared browser so: {}. Give Playwright MCP the same address with --cdp-endpoint {}, and this \
             server with SEMANTIC_HINTS_CDP_URL or --cdp. Only where nothing need be shared: with \
             SEMANTIC_HINTS_LAUNCH_BROWSER=true this server starts a browser of its own",
            how_to_start(),
            self.settings.cdp
        )
    }

    /// Ends the browser of our own, if there is one, and forgets the other.
    pub(crate) fn let_go(&mut self) {
        self.browser = None;
        self.own = None;
        self.bound.let_go();
    }

    /// The browser: the one we are attached to, else the shared one, else one of our own where that is allowed.
    async fn browser(&mut self) -> Result<Browser, Failure> {
        if let Some(browser) = self.browser.clone() {
            // Attaches again where the connection was lost.
            match browser.version().await {
                Err(CdpError::Unreachable { .. } | CdpError::NotABrowser { .. } | CdpError::Gone(_)) => {
                    self.let_go();
                }
                Err(silent @ CdpError::Timeout { .. }) => return self.answered(Err(silent)).await,
                _ => return Ok(browser),
            }
        }
        let shared = Browser::attach(&self.settings.cdp, self.settings.waits()).await;
        let browser = match shared {
            Err(error) if error.is_unreachable() && self.settings.launch => self.start_own().await,
            other => other,
        };
        let browser = self.answered(browser).await?;
        Ok(self.browser.insert(browser).clone())
    }

    async fn start_own(&mut self) -> Result<Browser, CdpError> {
        let how = Launch { headless: self.settings.headless, ..Launch::default() };
        // Starting takes a second or two, in which other messages are answered.
        let started = tokio::task::spawn_blocking(move || launch(&how)).await;
        let started = started.map_err(|e| CdpError::Launch(e.to_string()))??;
        let browser = Browser::attach(&started.address(), self.settings.waits()).await?;
        self.own = Some(started);
        Ok(browser)
    }
}
