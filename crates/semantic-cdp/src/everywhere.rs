//! One function of ours, run in every document of a page with what the page does not hand out.
//!
//! The function is called in our own world of the page's document, and enters by itself what scripts may enter: open
//! shadow trees and frames of the same origin. The rest is handed to it as further arguments, elements of frames of
//! other origins first, then closed shadow roots; and it is called in our world of each such frame as well, wherever
//! that is drawn: in the same process, or through the session that the frame's own process has.
//!
//! # What is missing, and what it costs to know
//!
//! Two figures tell whether a page holds anything that has to be handed over. Beside the function its
//! [wrapper](CALL) counts the trees of elements that it can enter (documents and shadow trees with an element), and the
//! frames that it cannot. The browser's own search, which looks into closed shadow trees too, is asked for elements
//! that come first in their tree: there is one in each. Where it finds no more than the wrapper counted, and every
//! frame was entered, the function has seen all and its answer stands: one round of three calls, of which the two for
//! the search cost about 2 ms on a page of 2,400 elements (the whole tree as `DOM.getDocument` gives it costs ten
//! times that and more).
//!
//! Else the elements found and the elements of frames are resolved into our world (an element leads to its shadow
//! root), and the function runs again with them: three rounds more. A page that needed this once is not asked twice
//! the next time. A closed shadow tree that holds text and no element is not found.
//!
//! Afterwards the objects are released and the browser's search is switched off, also where the caller gave up.

mod part;

use std::collections::HashSet;

use futures_util::future::{join, join_all};

use crate::error::{CdpError, cut};
use crate::session::Session;
use part::{Part, Read};

/// The function that calls ours; `FUNCTION` in it stands for that.
const CALL: &str = include_str!("everywhere/call.js");

/// What the function returned in one document.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The text.
    pub(crate) text: String,
    /// The frame that shows the document, by the browser's id.
    pub(crate) frame: String,
    /// The answer of the document around it, by place in the list, and the number under which the element that shows
    /// it was handed to the function there. `None` for the page itself.
    pub(crate) around: Option<(usize, u32)>,
}

/// What the function returned in all documents.
#[derive(Debug)]
pub(crate) struct Answers {
    /// The page's answer, then those of frames, each after the one around it. Documents that the function entered by
    /// itself are part of the answer that did.
    pub(crate) all: Vec<Answer>,
    /// Frames that could not be asked, in sentences.
    pub(crate) notices: Vec<String>,
}

/// Runs `function(options, ...nodes)`, which returns a string, in all documents of the page. `options` is JSON.
///
/// A frame that fails is told in the notices. A document that goes away meanwhile is [`CdpError::Moved`]: nothing is
/// tried again here, and nothing of the page has changed. Only where this is the `last` attempt, a frame that went
/// away is no more than a notice.
pub(crate) async fn run(
    session: &Session,
    function: &str,
    options: &str,
    last: bool,
) -> Result<Answers, CdpError> {
    let mut handed = session.everywhere.lock().await;
    let script = CALL.replacen("FUNCTION", function, 1);
    let foreign = session.foreign_frames().await?;
    let part = |of: &str, frame: &str| Part {
        session,
        of: of.to_owned(),
        frame: frame.to_owned(),
        inner: foreign
            .iter()
            .filter(|(.., around)| around == of)
            .map(|(_, frame, _)| frame.clone())
            .collect(),
        script: &script,
        options,
        last,
    };
    let page = part(&session.id, &session.target);
    // What was needed last time is kept for the page alone: frames are small.
    let others = foreign.iter().map(|(of, frame, _)| async { part(of, frame).read(false).await });
    let (page, others) = join(page.read(*handed), join_all(others)).await;
    let page = page?;
    *handed = page.handed;
    let mut joined = Joined::default();
    joined.add(page, None);
    // Outer ones come first, so that what shows a frame is known.
    for ((_, frame, _), read) in foreign.iter().zip(others) {
        match read {
            Ok(read) => joined.add_frame(frame, read),
            Err(error @ (CdpError::Gone(_) | CdpError::Dialog { .. })) => return Err(error),
            Err(CdpError::Timeout { .. }) => {
                joined.notices.push("a frame from another site does not answer".to_owned())
            }
            // A frame that has gone elsewhere is in another session now.
            Err(CdpError::Moved | CdpError::PageClosed(_)) if !last => return Err(CdpError::Moved),
            Err(error) => joined.notices.push(unread("from another site", &error)),
        }
    }
    // Of frames that are gone nothing is kept.
    let there: HashSet<&str> = joined.all.iter().map(|answer| &*answer.frame).collect();
    session.worlds.lock().await.retain(|frame, _| there.contains(&**frame));
    Ok(Answers { all: joined.all, notices: joined.notices })
}

/// That a frame could not be read.
fn unread(which: &str, error: &CdpError) -> String {
    cut(&format!("a frame {which} could not be read: {error}"))
}

/// The answers of all processes, put together.
#[derive(Default)]
struct Joined {
    all: Vec<Answer>,
    notices: Vec<String>,
    /// What shows the frames that are in processes of their own: the frame, a place in `all`, a number there.
    shown: Vec<(String, usize, u32)>,
}

impl Joined {
    fn add(&mut self, read: Read, around: Option<(usize, u32)>) {
        let base = self.all.len();
        for answer in read.answers {
            let own = answer.around.map(|(place, number)| (base + place, number));
            self.all.push(Answer { around: own.or(around), ..answer });
        }
        self.shown
            .extend(read.elsewhere.into_iter().map(|(frame, place, number)| (frame, base + place, number)));
        self.notices.extend(read.notices);
    }

    fn add_frame(&mut self, frame: &str, read: Read) {
        match self.shown.iter().find(|(shown, ..)| shown == frame) {
            Some(&(_, place, number)) => self.add(read, Some((place, number))),
            None => self.notices.push("a frame from another site was read and is shown nowhere".to_owned()),
        }
    }
}
