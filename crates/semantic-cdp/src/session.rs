//! One attached page: calls in its session, the sessions of its foreign frames, and our script world in it.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;
use tokio::sync::Mutex;

use crate::browser::{Link, Options};
use crate::connection::Nothing;
use crate::error::CdpError;
use crate::world::World;

/// How long a page may take to say that it is there, in which a healthy one is done long before.
const ALIVE: Duration = Duration::from_secs(6);

/// How long a frame from another site may take: the page is not held up by it.
const FOREIGN: Duration = Duration::from_secs(8);

/// How long one may take that was silent when it was asked last.
const SILENT: Duration = Duration::from_secs(1);

/// A session of a page.
pub(crate) struct Session {
    /// Weak, for the link holds the session.
    link: Weak<Link>,
    pub(crate) id: String,
    /// The page's target, which is also the id of its outermost frame.
    pub(crate) target: String,
    limit: Duration,
    /// The id of the document that was looked at, by what its script world calls it.
    pub(crate) documents: Mutex<HashMap<String, String>>,
    /// The number of the last text that came up in each world and was told.
    pub(crate) flashes: Mutex<HashMap<String, u64>>,
    /// Our script worlds, by frame.
    pub(crate) worlds: Mutex<HashMap<String, World>>,
    /// Held while a function of ours runs in all documents, and whether the last one had to be handed nodes.
    pub(crate) everywhere: Mutex<bool>,
}

impl Session {
    /// Attaches to a tab and asks it to say when it navigates, loads, opens a dialog or gets a foreign frame.
    pub(crate) async fn open(
        link: &Arc<Link>,
        target: &str,
        options: &Options,
    ) -> Result<Arc<Self>, CdpError> {
        let id = link.attach(target, options.connect).await?;
        let session = Session {
            link: Arc::downgrade(link),
            id,
            target: target.to_owned(),
            limit: options.call,
            documents: Mutex::default(),
            flashes: Mutex::default(),
            worlds: Mutex::default(),
            everywhere: Mutex::default(),
        };
        let alive = options.call.min(ALIVE);
        let (none, on) = (json!({}), json!({"enabled": true}));
        let asked = [("Page.enable", &none), ("Page.setLifecycleEventsEnabled", &on)];
        let asked =
            asked.map(|(method, params)| session.call_within::<Nothing>(&session.id, method, params, alive));
        for answer in join_all(asked).await {
            if let Err(error) = answer {
                link.detach(&session.id, options.connect).await;
                return Err(error);
            }
        }
        Ok(Arc::new(session))
    }

    pub(crate) fn link(&self) -> Result<Arc<Link>, CdpError> {
        self.link.upgrade().ok_or_else(|| CdpError::Gone("the connection was closed".to_owned()))
    }

    /// Whether calls can still be made.
    pub(crate) fn is_open(&self) -> bool {
        let open = |link: Arc<Link>| !link.connection.sessions(|all| all.has_ended(&self.id));
        self.link.upgrade().is_some_and(open)
    }

    /// Calls a method of the page.
    pub(crate) async fn call<T: for<'de> Deserialize<'de>>(
        &self,
        method: &str,
        params: &impl Serialize,
    ) -> Result<T, CdpError> {
        self.call_within(&self.id, method, params, self.limit).await
    }

    /// Calls a method of the page or of a foreign frame in it, with a limit of its own.
    pub(crate) async fn call_within<T: for<'de> Deserialize<'de>>(
        &self,
        session: &str,
        method: &str,
        params: &impl Serialize,
        limit: Duration,
    ) -> Result<T, CdpError> {
        let answer = self.link()?.connection.call(Some(session), method, params, limit).await;
        answer.map_err(|error| self.named(error))
    }

    /// The same with the limit that is usual for that session.
    pub(crate) async fn call_in<T: for<'de> Deserialize<'de>>(
        &self,
        session: &str,
        method: &str,
        params: &impl Serialize,
    ) -> Result<T, CdpError> {
        let answer = self.call_within(session, method, params, self.limit_of(session)).await;
        self.heard(session, answer)
    }

    /// Calls a method whose answer nobody waits for. Calls of one session are done in their order.
    pub(crate) fn tell(&self, session: &str, method: &str, params: &impl Serialize) {
        if let Some(link) = self.link.upgrade() {
            link.connection.tell(session, method, params);
        }
    }

    /// The same for an answer that is read later.
    pub(crate) async fn call_raw(
        &self,
        session: &str,
        method: &str,
        params: &impl Serialize,
    ) -> Result<Box<RawValue>, CdpError> {
        let answer =
            self.link()?.connection.call_raw(Some(session), method, params, self.limit_of(session)).await;
        self.heard(session, answer.map_err(|error| self.named(error)))
    }

    fn limit_of(&self, session: &str) -> Duration {
        let silent = |link: Arc<Link>| link.connection.sessions(|all| all.is_silent(session));
        if session == self.id {
            self.limit
        } else if self.link.upgrade().is_some_and(silent) {
            self.limit.min(SILENT)
        } else {
            self.limit.min(FOREIGN)
        }
    }

    /// Notes of a foreign frame whether it answered in time, so that the page is not held up by it every time.
    fn heard<T>(&self, session: &str, answer: Result<T, CdpError>) -> Result<T, CdpError> {
        if let Some(link) = self.link.upgrade().filter(|_| session != self.id) {
            let silent = matches!(answer, Err(CdpError::Timeout { .. }));
            link.connection.sessions(|all| all.set_silent(session, silent));
        }
        answer
    }

    /// An error with the page's name in it.
    fn named(&self, error: CdpError) -> CdpError {
        match error {
            CdpError::PageClosed(_) => CdpError::PageClosed(self.target.clone()),
            other => other,
        }
    }

    /// The foreign frames of the page, as `(session, frame, session around it)`, outer ones first. Frames in them
    /// are announced on request only, which this makes where it was not made yet.
    pub(crate) async fn foreign_frames(&self) -> Result<Vec<(String, String, String)>, CdpError> {
        let link = self.link()?;
        let announce = json!({
            "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true, "filter": [{"type": "iframe"}]
        });
        if link.connection.sessions(|all| all.take_unready_page(&self.id)) {
            self.call::<Nothing>("Target.setAutoAttach", &announce).await?;
        }
        while let Some(frame) = link.connection.sessions(|all| all.take_unready(&self.id)) {
            // A frame that is gone meanwhile has none.
            let limit = self.limit_of(&frame);
            let _ = self.call_within::<Nothing>(&frame, "Target.setAutoAttach", &announce, limit).await;
        }
        Ok(link.connection.sessions(|all| all.frames(&self.id)))
    }
}
