//! The hinted elements of a page, with those in closed shadow trees and in frames of other origins.

use semantic_core::hints::{CAPTURE_SCRIPT, Captured, Selected};
use serde_json::{Value, json};

use crate::attempts::until_still;
use crate::error::CdpError;
use crate::everywhere::{self, Answers};
use crate::session::Session;

pub(crate) async fn capture(session: &Session, scope: Option<&str>) -> Result<Captured, CdpError> {
    until_still(|last| read(session, scope, last)).await
}

/// The whole list, in which only elements with this id are told whole.
pub(crate) async fn capture_one(session: &Session, id: &str) -> Result<Captured, CdpError> {
    until_still(|last| read_one(session, id, last)).await
}

async fn read_one(session: &Session, id: &str, last: bool) -> Result<Captured, CdpError> {
    let (documents, notices) = documents(session, json!({"only": id}), last).await?;
    Ok(join(documents, 0, false, notices))
}

/// One document's list, and what shows it: the list around it and the number there.
struct Document {
    frame: String,
    list: Captured,
    around: Option<(usize, u32)>,
}

async fn read(session: &Session, scope: Option<&str>, last: bool) -> Result<Captured, CdpError> {
    let (documents, notices) = documents(session, json!({"scope": scope}), last).await?;
    let has_id = |d: &Document| d.list.elements.items.iter().any(|e| scope == Some(&e.id));
    let by_id = documents.iter().any(has_id);
    let matching = matching(&documents);
    match matching.first() {
        // Wherever the id is: its reader finds it in the whole list.
        None => Ok(join(documents, 0, by_id, notices)),
        Some(&first) if matching.len() == 1 && !by_id => Ok(join(documents, first, false, notices)),
        // What lies in one of them was cut down by what matches in another: all but the first are wanted whole.
        Some(&first) => {
            let (whole, notices) = self::documents(session, json!({}), last).await?;
            if by_id {
                return Ok(join(whole, 0, true, notices));
            }
            let (whole, place) = with_first(whole, documents, first).ok_or(CdpError::Moved)?;
            Ok(join(whole, place, false, notices))
        }
    }
}

/// Whole documents, of which one is replaced by its narrower self; and where it is. `None` where it is gone.
fn with_first(
    mut whole: Vec<Document>,
    narrow: Vec<Document>,
    first: usize,
) -> Option<(Vec<Document>, usize)> {
    let place = whole.iter().position(|d| d.frame == narrow[first].frame)?;
    // The frames in it have the numbers that the narrow list calls them by.
    for document in &mut whole {
        if let Some((around, number)) = &mut document.around
            && *around == place
        {
            let known = narrow.iter().find(|d| d.frame == document.frame)?;
            *number = known.around?.1;
        }
    }
    whole[place].list = narrow.into_iter().nth(first)?.list;
    Some((whole, place))
}

/// The documents in which the scope, as a selector, matches, in the order in which the page shows them.
fn matching(documents: &[Document]) -> Vec<usize> {
    // A document's place: that of the one around it, then its own in that.
    let mut places: Vec<Vec<usize>> = Vec::new();
    for document in documents {
        let mut place = Vec::new();
        if let Some((around, number)) = document.around {
            let mut frames = documents[around].list.foreign.iter();
            place.clone_from(&places[around]);
            place.push(frames.position(|f| f.given == Some(number)).unwrap_or(usize::MAX));
        }
        places.push(place);
    }
    let found = |&n: &usize| documents[n].list.scope == Some(Selected::Found);
    let mut found: Vec<usize> = (0..documents.len()).filter(found).collect();
    found.sort_by_key(|&n| &places[n]);
    found
}

async fn documents(
    session: &Session,
    options: Value,
    last: bool,
) -> Result<(Vec<Document>, Vec<String>), CdpError> {
    let Answers { all, notices } =
        everywhere::run(session, CAPTURE_SCRIPT, &options.to_string(), last).await?;
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
