//! What the browser's events say: which sessions there are, which dialogs are open, what has loaded.
//!
//! Events are folded into this small state as they come; those that it has no use for, and those that nobody
//! knew when this was written, are dropped.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::time::{Duration, Instant};

use crate::error::{CdpError, cut};

/// A message of the browser: an answer or an event.
#[derive(Deserialize)]
pub(crate) struct Envelope<'a> {
    pub(crate) id: Option<u64>,
    #[serde(borrow)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "sessionId")]
    session: Option<Cow<'a, str>>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) result: Option<&'a RawValue>,
    pub(crate) error: Option<Refusal>,
}

/// Why the browser refused a call.
#[derive(Deserialize)]
pub(crate) struct Refusal {
    #[serde(default)]
    pub(crate) message: String,
}

/// How long a dialog may be open before it counts: whoever drives the page may answer it at once.
const GRACE: Duration = Duration::from_millis(1000);

/// The sessions of a connection.
#[derive(Default)]
pub(crate) struct Sessions {
    open: HashMap<String, Session>,
}

/// One session: a page, or a frame that another process draws.
#[derive(Default)]
struct Session {
    /// The session of the page around it.
    parent: Option<String>,
    target: String,
    /// Whether its own frames are announced.
    ready: bool,
    dialog: Option<(Instant, CdpError)>,
    /// Whether it did not answer when it was asked last.
    silent: bool,
    /// The document of its outermost frame, and the one that has loaded.
    document: String,
    loaded: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Attached {
    session_id: String,
    target_info: Target,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Target {
    target_id: String,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Detached {
    session_id: String,
}

#[derive(Deserialize)]
struct Opening {
    #[serde(default)]
    message: String,
    #[serde(default, rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
struct Navigated {
    frame: Frame,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frame {
    parent_id: Option<String>,
    loader_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Lifecycle {
    frame_id: String,
    loader_id: String,
    name: String,
}

impl Sessions {
    /// Takes in an event; says whether it changed anything.
    pub(crate) fn take(&mut self, event: &Envelope<'_>) -> bool {
        let Some(method) = event.method.as_deref() else { return false };
        fn read<'a, T: Deserialize<'a>>(event: &Envelope<'a>) -> Option<T> {
            serde_json::from_str(event.params?.get()).ok()
        }
        let of = event.session.as_deref().unwrap_or_default();
        match method {
            "Target.attachedToTarget" => read::<Attached>(event).is_some_and(|a| self.attach(a, of)),
            "Target.detachedFromTarget" => read::<Detached>(event).is_some_and(|d| self.end(&d.session_id)),
            "Inspector.targetCrashed" => self.end(of),
            _ => {
                let Some(session) = self.open.get_mut(of) else { return false };
                match method {
                    "Page.javascriptDialogOpening" => {
                        let Opening { message, kind } =
                            read(event).unwrap_or(Opening { message: String::new(), kind: String::new() });
                        session.dialog = Some((
                            Instant::now(),
                            CdpError::Dialog { kind: cut(&kind), message: cut(&message) },
                        ));
                    }
                    "Page.javascriptDialogClosed" => session.dialog = None,
                    "Page.frameNavigated" => match read::<Navigated>(event) {
                        Some(Navigated { frame }) if frame.parent_id.is_none() => {
                            session.document = frame.loader_id
                        }
                        _ => return false,
                    },
                    "Page.lifecycleEvent" => match read::<Lifecycle>(event) {
                        Some(e) if e.name == "load" && e.frame_id == session.target => {
                            session.loaded = e.loader_id
                        }
                        _ => return false,
                    },
                    _ => return false,
                }
                true
            }
        }
    }

    fn attach(&mut self, attached: Attached, parent: &str) -> bool {
        let Attached { session_id, target_info: Target { target_id, kind } } = attached;
        // A worker that a page started draws nothing.
        if !parent.is_empty() && kind != "iframe" {
            return false;
        }
        let parent = Some(parent.to_owned()).filter(|p| !p.is_empty());
        self.open.insert(session_id, Session { parent, target: target_id, ..Session::default() });
        true
    }

    /// Ends a session with those inside it.
    fn end(&mut self, session: &str) -> bool {
        let mut over = vec![session.to_owned()];
        while let Some(id) = over.pop() {
            over.extend(
                self.open.iter().filter(|(_, s)| s.parent.as_deref() == Some(&id)).map(|(id, _)| id.clone()),
            );
            self.open.remove(&id);
        }
        true
    }

    /// Makes sure that a session which was just opened is known.
    pub(crate) fn opened(&mut self, session: &str, target: &str) {
        let new = || Session { target: target.to_owned(), ..Session::default() };
        self.open.entry(session.to_owned()).or_insert_with(new);
    }

    /// Whether a session is over.
    pub(crate) fn has_ended(&self, session: &str) -> bool {
        !self.open.contains_key(session)
    }

    /// Whether a session did not answer when it was asked last.
    pub(crate) fn is_silent(&self, session: &str) -> bool {
        self.open.get(session).is_some_and(|s| s.silent)
    }

    /// Notes whether a session did not answer.
    pub(crate) fn set_silent(&mut self, session: &str, silent: bool) {
        if let Some(session) = self.open.get_mut(session) {
            session.silent = silent;
        }
    }

    /// The dialog that holds up a session, where one has been open for a while.
    pub(crate) fn dialog(&self, session: &str) -> Option<CdpError> {
        let mut at = Some(session);
        while let Some(session) = at.and_then(|id| self.open.get(id)) {
            if let Some((_, error)) = session.dialog.as_ref().filter(|(since, _)| since.elapsed() >= GRACE) {
                return Some(error.clone());
            }
            at = session.parent.as_deref();
        }
        None
    }

    /// The sessions of the frames inside a session: session, frame id and the session around it; outer ones first.
    pub(crate) fn frames(&self, page: &str) -> Vec<(String, String, String)> {
        let mut found: Vec<(String, String, String)> = Vec::new();
        let mut around = vec![page.to_owned()];
        while let Some(parent) = around.pop() {
            let inside = self.open.iter().filter(|(_, s)| s.parent.as_deref() == Some(&parent));
            let from = found.len();
            found.extend(inside.map(|(id, s)| (id.clone(), s.target.clone(), parent.clone())));
            found[from..].sort();
            around.extend(found[from..].iter().map(|(id, ..)| id.clone()));
        }
        found
    }

    /// Whether the frames of a page are not announced yet; it counts as asked from now on.
    pub(crate) fn take_unready_page(&mut self, page: &str) -> bool {
        self.open.get_mut(page).is_some_and(|s| !std::mem::replace(&mut s.ready, true))
    }

    /// A session among these whose frames are not announced yet; it counts as asked from now on.
    pub(crate) fn take_unready(&mut self, page: &str) -> Option<String> {
        let ids = self.frames(page).into_iter().map(|(id, ..)| id);
        let id = ids.into_iter().find(|id| self.open.get(id).is_some_and(|s| !s.ready))?;
        self.open.get_mut(&id)?.ready = true;
        Some(id)
    }

    /// Whether the document that a navigation led to has loaded: `document` itself, or one that took its place.
    pub(crate) fn has_loaded(&self, session: &str, document: &str) -> bool {
        self.open.get(session).is_some_and(|s| {
            let instead = !s.document.is_empty() && s.document != document && s.document == s.loaded;
            s.loaded == document || instead
        })
    }

    /// Forgets the document of a session, before it goes to another.
    pub(crate) fn forget_document(&mut self, session: &str) {
        if let Some(session) = self.open.get_mut(session) {
            session.document.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Envelope, Sessions};

    fn take(sessions: &mut Sessions, text: &str) -> bool {
        let event: Envelope<'_> = serde_json::from_str(text).expect("a message");
        sessions.take(&event)
    }

    #[test]
    fn frames_are_found_under_their_page_and_end_with_it() {
        let mut all = Sessions::default();
        let attach = |of: &str, id: &str, kind: &str| {
            format!(
                r#"{{"method":"Target.attachedToTarget","sessionId":{of:?},"params":{{"sessionId":{id:?},"targetInfo":{{"targetId":"t{id}","type":{kind:?},"new":1}}}}}}"#
            )
        };
        assert!(take(&mut all, &attach("", "p", "page")));
        assert!(take(&mut all, &attach("p", "f", "iframe")));
        assert!(!take(&mut all, &attach("p", "w", "worker")));
        assert!(take(&mut all, &attach("f", "g", "iframe")));
        let frames: Vec<_> = all.frames("p").into_iter().map(|(id, ..)| id).collect();
        assert_eq!(frames, ["f", "g"]);
        assert!(take(&mut all, r#"{"method":"Target.detachedFromTarget","params":{"sessionId":"p"}}"#));
        assert!(["p", "f", "g"].iter().all(|id| all.has_ended(id)));
    }

    #[test]
    fn unknown_events_and_odd_fields_change_nothing() {
        let mut all = Sessions::default();
        for text in [
            r#"{"method":"Page.somethingNew","params":{"a":[1]},"sessionId":"x"}"#,
            r#"{"method":"Target.attachedToTarget","params":{"sessionId":7}}"#,
            r#"{"method":"Target.attachedToTarget"}"#,
            r#"{"note":1}"#,
        ] {
            assert!(!take(&mut all, text), "{text}");
        }
    }
}
