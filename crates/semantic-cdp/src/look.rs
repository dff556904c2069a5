//! The live page as one snapshot, told by a script of ours beside it: faster than the browser's own tree, and with
//! what that leaves out.

use semantic_core::formats::look::{self, Look, Part, Told};
use serde_json::json;

use crate::attempts::until_still;
use crate::error::CdpError;
use crate::everywhere::{self, Answer, Answers};
use crate::frames::FrameList;
use crate::session::Session;
use crate::world;

const WHAT: &str = "the look at the page";

/// The stamp that the script gave its world.
const STAMP: &str = "() => String(globalThis[Symbol.for('semantic.look')]?.stamp)";

pub(crate) async fn look(session: &Session, now: u64) -> Result<Look, CdpError> {
    until_still(async |last| once(session, now, last).await).await
}

async fn once(session: &Session, now: u64, last: bool) -> Result<Look, CdpError> {
    let since = session.flashes.lock().await.clone();
    let options = json!({"since": since}).to_string();
    let Answers { all, notices } = everywhere::run(session, look::SCRIPT, &options, last).await?;
    let told = all.iter().map(|answer| Told::parse(&answer.text)).collect::<Result<Vec<_>, _>>();
    let told = told.map_err(|e| CdpError::unreadable(WHAT, e))?;
    let document = match told.first() {
        Some(page) => document(session, page.stamp()).await?,
        None => String::new(),
    };
    // What came up is told until a look was read to its end.
    *session.flashes.lock().await = told.iter().map(|t| (t.stamp().to_owned(), t.last_flash())).collect();
    let (owners, unreadable) = frames(&all, &told);
    let parts: Vec<_> = told.into_iter().zip(owners).map(|(told, owner)| Part { told, owner }).collect();
    look::read(&parts, &document, &unreadable, &notices, now).map_err(|e| CdpError::unreadable(WHAT, e))
}

/// The part around each with the number of its frame there; and the frames that no part is of.
type Frames = (Vec<Option<(usize, u32)>>, Vec<(usize, u32)>);

fn frames(answers: &[Answer], told: &[Told<'_>]) -> Frames {
    let owner = |answer: &Answer| {
        let (around, handed) = answer.around?;
        let mut frames = told.get(around)?.foreign();
        let (number, _) = frames.find(|&(_, given)| given == Some(handed as usize))?;
        Some((around, number))
    };
    let owners: Vec<_> = answers.iter().map(owner).collect();
    let all = told.iter().enumerate().flat_map(|(part, told)| told.foreign().map(move |(n, _)| (part, n)));
    let unreadable = all.filter(|frame| !owners.contains(&Some(*frame))).collect();
    (owners, unreadable)
}

/// The browser's id of the page's document, whose script world has this stamp.
async fn document(session: &Session, stamp: &str) -> Result<String, CdpError> {
    if let Some(document) = session.documents.lock().await.get(stamp) {
        return Ok(document.clone());
    }
    let frames = session.call_raw(&session.id, "Page.getFrameTree", &json!({})).await?;
    let document = FrameList::parse(frames.get())?.document(&session.target).to_owned();
    // The world is asked again: it may have gone while the frames were asked for, and these are then another's.
    if world::call(session, STAMP, "null").await? != stamp {
        return Err(CdpError::Moved);
    }
    let mut known = session.documents.lock().await;
    known.clear();
    known.insert(stamp.to_owned(), document.clone());
    Ok(document)
}
