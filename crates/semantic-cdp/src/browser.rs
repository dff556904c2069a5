//! A browser that was attached to: its connection, opened when it is needed and again when it was lost.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use crate::connection::{Connection, Nothing};
use crate::endpoint::{Endpoint, Found};
use crate::error::CdpError;
use crate::page::Page;
use crate::session::Session;
use crate::tabs::{self, Choice, Tab};

/// How long to wait.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// For the connection, and for what costs the browser nothing.
    pub connect: Duration,
    /// For each call that a page must work for.
    pub call: Duration,
    /// For a page to load after a navigation; what has not loaded by then is read as it is.
    pub load: Duration,
    /// For a loaded page to become quiet.
    pub settle: Duration,
    /// How long a page without a change is quiet.
    pub quiet: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            connect: Duration::from_secs(5),
            call: Duration::from_secs(60),
            load: Duration::from_secs(20),
            settle: Duration::from_secs(3),
            quiet: Duration::from_millis(150),
        }
    }
}

/// What a browser says of itself.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Version {
    /// Name and version, as in `Chrome/156.0.8078.114`.
    pub product: String,
    /// Version of the debugging protocol.
    #[serde(rename = "protocolVersion")]
    pub protocol: String,
    /// The user agent that it sends.
    #[serde(rename = "userAgent")]
    pub user_agent: String,
}

/// A running browser. Cheap to clone; all clones share one connection.
#[derive(Clone)]
pub struct Browser {
    inner: Arc<Inner>,
}

struct Inner {
    endpoint: Endpoint,
    options: Options,
    link: tokio::sync::Mutex<Option<Arc<Link>>>,
}

/// A connection with what was found at its other end.
pub(crate) struct Link {
    pub(crate) connection: Connection,
    pub(crate) found: Found,
    sessions: Mutex<HashMap<String, Arc<Session>>>,
    /// Held while a session is opened, so that a tab has one.
    opening: tokio::sync::Mutex<()>,
}

impl Browser {
    /// Attaches to the browser at `http://HOST:PORT` or `ws://HOST:PORT/PATH`. Nothing is ever started.
    pub async fn attach(address: &str, options: Options) -> Result<Self, CdpError> {
        let endpoint = Endpoint::parse(address)?;
        let browser = Browser { inner: Arc::new(Inner { endpoint, options, link: Default::default() }) };
        browser.link().await?;
        Ok(browser)
    }

    pub(crate) fn options(&self) -> &Options {
        &self.inner.options
    }

    /// The connection, which is opened anew where it was lost.
    pub(crate) async fn link(&self) -> Result<Arc<Link>, CdpError> {
        let mut slot = self.inner.link.lock().await;
        if let Some(link) = slot.as_ref().filter(|link| link.connection.is_open()) {
            return Ok(Arc::clone(link));
        }
        *slot = None;
        let limit = self.inner.options.connect;
        let found = self.inner.endpoint.find(limit).await?;
        let opened = Connection::open(found.address, &found.socket, limit).await;
        let connection =
            opened.map_err(|why| CdpError::Unreachable { address: self.inner.endpoint.text.clone(), why })?;
        let link = Link { connection, found, sessions: Default::default(), opening: Default::default() };
        Ok(Arc::clone(slot.insert(Arc::new(link))))
    }

    /// What the browser is.
    pub async fn version(&self) -> Result<Version, CdpError> {
        let link = self.link().await?;
        link.connection.call(None, "Browser.getVersion", &json!({}), self.options().connect).await
    }

    /// The tabs with a page that a person may see, latest activated first where the browser tells.
    pub async fn tabs(&self) -> Result<Vec<Tab>, CdpError> {
        tabs::list(&*self.link().await?, self.options().connect).await
    }

    /// The page of a tab, or the one that the user sees. Where several fit, the page has a
    /// [warning](Page::warning) that says which was taken.
    pub async fn page(&self, choice: &Choice) -> Result<Page, CdpError> {
        let link = self.link().await?;
        let own = self.inner.endpoint.tab().map(|id| Choice::Tab(id.to_owned()));
        let choice = own.as_ref().filter(|_| *choice == Choice::Active).unwrap_or(choice);
        let (tab, warning) = tabs::choose(&link, choice, self.options().connect).await?;
        Ok(Page::new(self.clone(), tab, warning))
    }

    /// Opens a page in a new tab and waits until it has settled, as [`Page::navigate`] does.
    pub async fn open(&self, url: &str) -> Result<Page, CdpError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Created {
            target_id: String,
        }
        let link = self.link().await?;
        let params = json!({"url": "about:blank"});
        let created: Created =
            link.connection.call(None, "Target.createTarget", &params, self.options().connect).await?;
        let tab = Tab { id: created.target_id, title: String::new(), url: "about:blank".to_owned() };
        let page = Page::new(self.clone(), tab, None);
        page.navigate(url).await?;
        Ok(page)
    }

    /// Closes a tab.
    pub async fn close(&self, tab: &Tab) -> Result<(), CdpError> {
        let link = self.link().await?;
        let params = json!({"targetId": tab.id});
        link.connection
            .call::<Nothing>(None, "Target.closeTarget", &params, self.options().connect)
            .await
            .map(drop)
    }

    /// The session of a tab: the one there is, or a new one.
    pub(crate) async fn session(&self, tab: &str) -> Result<Arc<Session>, CdpError> {
        let link = self.link().await?;
        if let Some(session) = link.session(tab) {
            return Ok(session);
        }
        // In a task of its own: a caller who gives up leaves no half-open session behind.
        let (options, tab) = (self.options().clone(), tab.to_owned());
        let opening = tokio::spawn(async move {
            let _one_at_a_time = link.opening.lock().await;
            if let Some(session) = link.session(&tab) {
                return Ok(session);
            }
            let session = Session::open(&link, &tab, &options).await?;
            link.sessions().insert(tab, Arc::clone(&session));
            Ok(session)
        });
        opening.await.unwrap_or_else(|e| Err(CdpError::Gone(e.to_string())))
    }
}

impl Link {
    /// Opens a session on a tab.
    pub(crate) async fn attach(&self, tab: &str, limit: Duration) -> Result<String, CdpError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Attached {
            session_id: String,
        }
        let params = json!({"targetId": tab, "flatten": true});
        let attached = self.connection.call::<Attached>(None, "Target.attachToTarget", &params, limit).await;
        let id = match attached {
            Ok(attached) => attached.session_id,
            Err(CdpError::Refused { .. }) => return Err(CdpError::PageClosed(tab.to_owned())),
            Err(other) => return Err(other),
        };
        self.connection.sessions(|all| all.opened(&id, tab));
        Ok(id)
    }

    /// Ends a session.
    pub(crate) async fn detach(&self, session: &str, limit: Duration) {
        let params = json!({"sessionId": session});
        let _ = self.connection.call::<Nothing>(None, "Target.detachFromTarget", &params, limit).await;
    }

    /// The session that a tab has.
    fn session(&self, tab: &str) -> Option<Arc<Session>> {
        self.sessions().get(tab).cloned()
    }

    /// The sessions that are open, by tab.
    fn sessions(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Session>>> {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        sessions.retain(|_, session| session.is_open());
        sessions
    }
}

impl std::fmt::Debug for Browser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Browser").field("address", &self.inner.endpoint.text).finish_non_exhaustive()
    }
}
