//! Going to an address, and waiting until the page there has settled.

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use tokio::time::Instant;

use crate::browser::Options;
use crate::error::{CdpError, cut};
use crate::session::Session;
use crate::world;

/// What came of waiting for a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// Whether it loaded within the limit.
    pub loaded: bool,
    /// Whether it became quiet within the limit: no change of the document and no running animation that ends.
    pub quiet: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Navigated {
    loader_id: Option<String>,
    error_text: Option<String>,
}

pub(crate) async fn navigate(session: &Session, url: &str, options: &Options) -> Result<Settled, CdpError> {
    let connection = &session.link()?.connection;
    connection.sessions(|all| all.forget_document(&session.id));
    let failed = |why: &str| CdpError::Navigation { url: cut(url), why: why.to_owned() };
    let limit = options.load.max(options.call);
    let answer =
        session.call_within::<Navigated>(&session.id, "Page.navigate", &json!({"url": url}), limit).await;
    let answer = answer.map_err(|error| match error {
        CdpError::Refused { message, .. } => failed(&message),
        other => other,
    })?;
    if let Some(why) = answer.error_text.filter(|why| !why.is_empty()) {
        return Err(failed(&why));
    }
    // Without a loader the address was within the present document.
    let Some(document) = answer.loader_id else { return settle(session, true, options).await };
    let end = Instant::now() + options.load;
    let mut over = None;
    let loaded = connection.wait(end, |all| {
        over = all.dialog(&session.id);
        let ended = over.is_some() || all.has_ended(&session.id);
        if ended { Some(false) } else { all.has_loaded(&session.id, &document).then_some(true) }
    });
    let loaded = loaded.await;
    match over {
        Some(dialog) => Err(dialog),
        None => settle(session, loaded == Some(true), options).await,
    }
}

/// Waits until the page is quiet.
pub(crate) async fn settle(session: &Session, loaded: bool, options: &Options) -> Result<Settled, CdpError> {
    let end = Instant::now() + options.settle;
    loop {
        let rest = end.saturating_duration_since(Instant::now());
        if rest.is_zero() {
            return Ok(Settled { loaded, quiet: false });
        }
        let milliseconds = |d: Duration| u64::try_from(d.as_millis()).unwrap_or(u64::MAX);
        let argument = json!({"most": milliseconds(rest), "quiet": milliseconds(options.quiet)}).to_string();
        match world::call(session, QUIET, &argument).await {
            Ok(state) => return Ok(Settled { loaded, quiet: state == "quiet" }),
            // A page that goes on to another address settles there.
            Err(CdpError::Moved) => {}
            Err(error) => return Err(error),
        }
    }
}

/// Resolves to "quiet" when the document has not changed for a while, or to "busy" when the time is over. The
/// observer lives in our world and goes with the answer.
const QUIET: &str = r#"({most, quiet}) => new Promise(resolve => {
    let timer;
    const done = state => {
        observer.disconnect();
        clearTimeout(timer);
        clearTimeout(bound);
        resolve(state);
    };
    const ends = a => a.playState === "running" && Number.isFinite(a.effect?.getComputedTiming().endTime ?? Infinity);
    const again = () => {
        clearTimeout(timer);
        timer = setTimeout(() => document.getAnimations().some(ends) ? again() : done("quiet"), quiet);
    };
    const observer = new MutationObserver(again);
    const bound = setTimeout(() => done("busy"), most);
    observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    again();
})"#;
