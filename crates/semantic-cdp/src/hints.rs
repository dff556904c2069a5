//! The hinted elements of a page, with those in closed shadow trees and in frames of other origins.

use semantic_core::hints::{CAPTURE_SCRIPT, Captured, Selected};
use serde_json::json;

use crate::attempts::until_still;
use crate::error::CdpError;
use crate::everywhere::{self, Answers};
use crate::session::Session;

pub(crate) async fn capture(session: &Session, scope: Option<&str>) -> Result<Captured, CdpError> {
    until_still(async |last| read(session, scope, last).await).await
}

/// One document's list, and what shows it: the list around it and the number there.
struct Document {
    frame: String,
    list: Captured,
    around: Option<(usize, u32)>,
}

async fn read(session: &Session, scope: Option<&str>, last: bool) -> Result<Captured, CdpError> {
    let (mut documents, mut notices) = documents(session, scope, last).await?;
    let selected = |d: &Document| d.list.scope == Some(Selected::Found);
    let mut top = documents.iter().position(selected).unwrap_or(0);
    let by_id =
        scope.is_some_and(|id| documents.iter().any(|d| d.list.elements.items.iter().any(|e| e.id == id)));
    let others = documents.iter().skip(top + 1).any(selected);
    if (by_id && documents.iter().any(selected)) || others {
        // The scope is an id in one document and a selector in another, or matches in several: what is outside the
        // first was cut down for nothing.
        let (whole, more) = self::documents(session, None, last).await?;
        notices = more;
        let first = documents.swap_remove(top);
        documents = whole;
        if by_id {
            top = 0;
        } else {
            top = documents.iter().position(|d| d.frame == first.frame).ok_or(CdpError::Moved)?;
            documents[top].list = first.list;
        }
    }
    Ok(join(documents, top, by_id, notices))
}

async fn documents(
    session: &Session,
    scope: Option<&str>,
    last: bool,
) -> Result<(Vec<Document>, Vec<String>), CdpError> {
    let options = json!({"scope": scope}).to_string();
    let Answers { all, notices } = everywhere::run(session, CAPTURE_SCRIPT, &options, last).await?;
    let read = all.into_iter().map(|answer| {
        let list = Captured::from_json(&answer.text);
        let list = list.map_err(|e| CdpError::unreadable("the list of hinted elements", e))?;
        Ok(Document { frame: answer.frame, list, around: answer.around })
    });
    Ok((read.collect::<Result<_, CdpError>>()?, notices))
}

/// Puts the lists where their frames lie, from the document at `top` on.
fn join(documents: Vec<Document>, top: usize, by_id: bool, notices: Vec<String>) -> Captured {
    let mut inside: Vec<Vec<(u32, Captured)>> = documents.iter().map(|_| Vec::new()).collect();
    let page = documents.first().map(|d| (d.list.url.clone(), d.list.title.clone())).unwrap_or_default();
    let mut joined = Captured::default();
    // A document comes after the one around it.
    for (place, document) in documents.into_iter().enumerate().rev() {
        let list = document.list.with_frames(std::mem::take(&mut inside[place]));
        if place == top {
            joined = list;
            break;
        }
        if let Some((around, number)) = document.around {
            inside[around].push((number, list));
        }
    }
    (joined.url, joined.title) = page;
    if by_id {
        joined.scope = None;
    }
    joined.notices.extend(notices);
    joined
}
