//! The live page as one snapshot, told by a script of ours beside it: faster than the browser's own tree, and with
//! what that leaves out.

use semantic_core::formats::look::{self, Look, Part, Told};
use serde_json::json;

use crate::error::CdpError;
use crate::frames::FrameList;
use crate::session::Session;
use crate::world;

/// How often a page that navigates meanwhile is looked at anew.
const ATTEMPTS: usize = 3;

const WHAT: &str = "the look at the page";

pub(crate) async fn look(session: &Session, now: u64) -> Result<Look, CdpError> {
    for _ in 0..ATTEMPTS {
        match once(session, now).await {
            Err(CdpError::Moved) => {}
            Err(error) if error.is_moved() => {}
            other => return other,
        }
    }
    Err(CdpError::Moved)
}

async fn once(session: &Session, now: u64) -> Result<Look, CdpError> {
    let text = world::call(session, look::SCRIPT, "{}").await?;
    let told = Told::parse(&text).map_err(|e| CdpError::unreadable(WHAT, e))?;
    let document = document(session, told.stamp()).await?;
    let parts = [Part { told, document: &document, owner: None }];
    look::read(&parts, &[], now).map_err(|e| CdpError::unreadable(WHAT, e))
}

/// The id of the document whose script world has this stamp.
async fn document(session: &Session, stamp: &str) -> Result<String, CdpError> {
    if let Some(document) = session.documents.lock().await.get(stamp) {
        return Ok(document.clone());
    }
    let frames = session.call_raw(&session.id, "Page.getFrameTree", &json!({})).await?;
    let document = FrameList::parse(frames.get())?.document(&session.target).to_owned();
    // The world is asked again: it may have gone while the frames were asked for, and these are then another's.
    let again = world::call(session, STAMP, "null").await?;
    if again != stamp {
        return Err(CdpError::Moved);
    }
    session.documents.lock().await.insert(stamp.to_owned(), document.clone());
    Ok(document)
}

/// The stamp that the script gave its world.
const STAMP: &str = "() => String(globalThis[Symbol.for('semantic.look')]?.stamp)";
