//! One WebSocket to a browser: calls with their answers, and what its events say about sessions.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::client_async_with_config;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::error::{CdpError, cut};
use crate::events::{Envelope, Sessions};

/// The most that one message may hold: a tree of a million nodes.
const MOST_BYTES: usize = 1 << 30;
/// Pause after which a silent connection is pinged, and silence after which it counts as gone.
const PING: Duration = Duration::from_secs(30);
const SILENCE: Duration = Duration::from_secs(95);
/// How often a waiting call looks whether a dialog holds it up.
const LOOK: Duration = Duration::from_millis(250);

/// An open connection; it ends when the last of its holders drops it.
pub(crate) struct Connection {
    out: mpsc::UnboundedSender<Message>,
    shared: Arc<Shared>,
    tasks: [JoinHandle<()>; 2],
}

struct Shared {
    next: AtomicU64,
    state: Mutex<State>,
    changed: watch::Sender<()>,
}

#[derive(Default)]
struct State {
    pending: HashMap<u64, Pending>,
    sessions: Sessions,
    /// Why the connection ended.
    gone: Option<String>,
}

struct Pending {
    session: Option<String>,
    answer: oneshot::Sender<Answer>,
}

enum Answer {
    Result(Box<RawValue>),
    Error(String),
    /// The session ended.
    Detached,
}

#[derive(Serialize)]
struct Call<'a, P> {
    id: u64,
    method: &'a str,
    params: &'a P,
    #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
    session: Option<&'a str>,
}

/// An empty result, as most calls have.
#[derive(Deserialize)]
pub(crate) struct Nothing {}

impl Shared {
    /// The state; a panic elsewhere leaves it usable.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the connection: all who wait are told by the end of their channel.
    fn end(&self, why: String) {
        let mut state = self.state();
        state.gone.get_or_insert(why);
        state.pending.clear();
        drop(state);
        self.changed.send_replace(());
    }

    fn take(&self, text: &str) {
        let Ok(message) = serde_json::from_str::<Envelope<'_>>(text) else { return };
        let mut state = self.state();
        if let Some(id) = message.id {
            let Some(pending) = state.pending.remove(&id) else { return };
            drop(state);
            let _ = pending.answer.send(match (message.error, message.result) {
                (Some(error), _) => Answer::Error(cut(&error.message)),
                (None, result) => Answer::Result(result.unwrap_or(RawValue::NULL).to_owned()),
            });
        } else if state.sessions.take(&message) {
            let State { pending, sessions, .. } = &mut *state;
            let ended = |p: &Pending| p.session.as_deref().is_some_and(|s| sessions.has_ended(s));
            let over: Vec<u64> = pending.iter().filter(|(_, p)| ended(p)).map(|(&id, _)| id).collect();
            for pending in over.iter().filter_map(|id| pending.remove(id)) {
                let _ = pending.answer.send(Answer::Detached);
            }
            drop(state);
            self.changed.send_replace(());
        }
    }
}

/// Forgets a call when its caller no longer waits.
struct Waiting<'a> {
    shared: &'a Shared,
    id: u64,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.shared.state().pending.remove(&self.id);
    }
}

impl Connection {
    /// Opens the WebSocket at a path. No `Origin` is sent, and the host is the address itself.
    pub(crate) async fn open(address: SocketAddr, path: &str, limit: Duration) -> Result<Self, String> {
        let config =
            WebSocketConfig::default().max_message_size(Some(MOST_BYTES)).max_frame_size(Some(MOST_BYTES));
        let connect = async {
            let stream = TcpStream::connect(address).await.map_err(|e| e.to_string())?;
            let _ = stream.set_nodelay(true);
            let url = format!("ws://{address}{path}");
            client_async_with_config(url, stream, Some(config)).await.map_err(|e| e.to_string())
        };
        let opened = timeout(limit, connect).await;
        let (socket, _) = opened.map_err(|_| format!("no answer within {} s", limit.as_secs_f32()))??;
        let (mut sink, mut stream) = socket.split();
        let (out, mut queue) = mpsc::unbounded_channel::<Message>();
        let state = Mutex::default();
        let shared = Arc::new(Shared { next: AtomicU64::new(1), state, changed: watch::Sender::new(()) });
        let writer = tokio::spawn(async move {
            loop {
                let message = match timeout(PING, queue.recv()).await {
                    Ok(Some(message)) => message,
                    Ok(None) => break,
                    Err(_) => Message::Ping(Default::default()),
                };
                if sink.send(message).await.is_err() {
                    break; // the reader sees why
                }
            }
        });
        let reading = Arc::clone(&shared);
        let reader = tokio::spawn(async move {
            let why = loop {
                match timeout(SILENCE, stream.next()).await {
                    Ok(Some(Ok(Message::Text(text)))) => reading.take(&text),
                    Ok(Some(Ok(Message::Binary(bytes)))) => {
                        if let Ok(text) = std::str::from_utf8(&bytes) {
                            reading.take(text);
                        }
                    }
                    Ok(Some(Ok(_))) => {}
                    Ok(Some(Err(error))) => break error.to_string(),
                    Ok(None) => break "the connection was closed".to_owned(),
                    Err(_) => break "it no longer answers".to_owned(),
                }
            };
            reading.end(why);
        });
        Ok(Connection { out, shared, tasks: [writer, reader] })
    }

    /// Whether calls can still be made.
    pub(crate) fn is_open(&self) -> bool {
        self.shared.state().gone.is_none()
    }

    fn gone(&self) -> CdpError {
        let why = self.shared.state().gone.clone();
        CdpError::Gone(why.unwrap_or_else(|| "the connection was closed".to_owned()))
    }

    /// What is known of the sessions, for a short look.
    pub(crate) fn sessions<T>(&self, look: impl FnOnce(&mut Sessions) -> T) -> T {
        look(&mut self.shared.state().sessions)
    }

    /// Calls a method, of the browser or of a session, and reads its answer.
    pub(crate) async fn call<T: for<'de> Deserialize<'de>>(
        &self,
        session: Option<&str>,
        method: &str,
        params: &impl Serialize,
        limit: Duration,
    ) -> Result<T, CdpError> {
        let text = self.call_raw(session, method, params, limit).await?;
        serde_json::from_str(text.get()).map_err(|e| CdpError::unreadable(method, e))
    }

    /// The same, with the answer as text.
    pub(crate) async fn call_raw(
        &self,
        session: Option<&str>,
        method: &str,
        params: &impl Serialize,
        limit: Duration,
    ) -> Result<Box<RawValue>, CdpError> {
        let id = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let text = serde_json::to_string(&Call { id, method, params, session });
        let text = text.map_err(|e| CdpError::unreadable(method, e))?;
        let (sender, mut answer) = oneshot::channel();
        {
            let mut state = self.shared.state();
            if state.gone.is_some() {
                drop(state);
                return Err(self.gone());
            }
            if session.is_some_and(|s| state.sessions.has_ended(s)) {
                return Err(CdpError::PageClosed(String::new()));
            }
            state.pending.insert(id, Pending { session: session.map(str::to_owned), answer: sender });
        }
        let _waiting = Waiting { shared: &self.shared, id };
        self.out.send(Message::text(text)).map_err(|_| self.gone())?;
        let end = Instant::now() + limit;
        loop {
            let look = end.min(Instant::now() + LOOK);
            match timeout_at(look, &mut answer).await {
                Ok(Ok(Answer::Result(text))) => return Ok(text),
                Ok(Ok(Answer::Error(message))) => {
                    return Err(CdpError::Refused { method: method.to_owned(), message });
                }
                Ok(Ok(Answer::Detached)) => return Err(CdpError::PageClosed(String::new())),
                Ok(Err(_)) => return Err(self.gone()),
                Err(_) => {
                    if let Some(dialog) = session.and_then(|s| self.sessions(|all| all.dialog(s))) {
                        return Err(dialog);
                    }
                    if look == end {
                        let hint = if session.is_some() { BUSY } else { "" };
                        return Err(CdpError::Timeout {
                            what: method.to_owned(),
                            seconds: limit.as_secs_f32(),
                            hint,
                        });
                    }
                }
            }
        }
    }

    /// Calls a method of a session without waiting for its answer, which is dropped when it comes.
    pub(crate) fn tell(&self, session: &str, method: &str, params: &impl Serialize) {
        let id = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let call = Call { id, method, params, session: Some(session) };
        if let Ok(text) = serde_json::to_string(&call) {
            let _ = self.out.send(Message::text(text)); // a connection that is gone has nothing to tell
        }
    }

    /// Waits until `ready` says something about the sessions, the connection ends or the time is over.
    pub(crate) async fn wait<T>(
        &self,
        end: Instant,
        mut ready: impl FnMut(&mut Sessions) -> Option<T>,
    ) -> Option<T> {
        let mut changed = self.shared.changed.subscribe();
        loop {
            if let Some(found) = self.sessions(&mut ready) {
                return Some(found);
            }
            let look = end.min(Instant::now() + LOOK);
            let _ = timeout_at(look, changed.changed()).await;
            if !self.is_open() || Instant::now() >= end {
                return self.sessions(&mut ready);
            }
        }
    }
}

/// Why a page may not answer.
const BUSY: &str = "; a dialog may stand before the page, or a script of it runs without a pause";

impl Drop for Connection {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}
