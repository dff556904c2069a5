//! The live page as one snapshot: trees, boxes and attributes of all frames, in two rounds of calls.

use futures_util::future::{join, join_all, join3};
use semantic_core::formats::live::{self, Beside, HiddenControl, LiveFrame, LivePage};
use semantic_core::tree::Snapshot;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use crate::attempts::until_still;
use crate::dom::{self, Dom, Shown};
use crate::error::{CdpError, cut};
use crate::frames::FrameList;
use crate::session::Session;
use crate::transform::{BoxModel, Transform};

const TREE: &str = "Accessibility.getFullAXTree";
const FRAMES: &str = "Page.getFrameTree";

pub(crate) async fn capture(session: &Session, now: u64) -> Result<Snapshot, CdpError> {
    until_still(|last| read(session, now, last)).await
}

/// What one process draws of the page: the page itself, or a foreign frame with what is in it.
struct Part {
    session: String,
    /// Its outermost frame, and the session around it.
    frame: String,
    around: String,
    frames: FrameList,
    dom: Box<RawValue>,
    tree: Box<RawValue>,
}

/// What the second round adds to a part.
#[derive(Default)]
struct More<'d> {
    /// The documents inside, with their trees; those that are not drawn are left out.
    inner: Vec<(Shown<'d>, Result<Box<RawValue>, CdpError>)>,
    /// Where each document lies in the viewport of the part.
    places: Vec<Option<Transform>>,
    /// The element that shows the part, and where it begins in the viewport around it.
    owner: Option<(i64, Option<Transform>)>,
}

async fn read(session: &Session, now: u64, last: bool) -> Result<Snapshot, CdpError> {
    let mut notices = Vec::new();
    let (page, foreign) = parts(session, last, &mut notices).await?;
    let parts: Vec<Part> = std::iter::once(page).chain(foreign).collect();
    let doms = parts.iter().map(|part| Dom::parse(part.dom.get())).collect::<Result<Vec<_>, _>>()?;
    let more = join_all(parts.iter().zip(&doms).map(|(part, dom)| look_further(session, part, dom)));
    let more = more.await;
    let again = session.call_raw(&session.id, FRAMES, &json!({})).await?;
    let again = FrameList::parse(again.get())?;
    if again.document(&session.target) != parts[0].frames.document(&session.target) {
        return Err(CdpError::Moved);
    }
    let moved = parts[0].frames.moved(&again);
    if moved > 0 && !last {
        return Err(CdpError::Moved);
    }
    if moved > 0 {
        notices.push(format!("frames that went to another document while they were read: {moved}"));
    }
    assemble(&parts, &doms, &more, notices, now)
}

/// The first round: the page and its foreign frames.
async fn parts(
    session: &Session,
    last: bool,
    notices: &mut Vec<String>,
) -> Result<(Part, Vec<Part>), CdpError> {
    let foreign = session.foreign_frames().await?;
    let page = part(session, session.id.clone(), session.target.clone(), String::new());
    let others = foreign.into_iter().map(|(id, frame, around)| part(session, id, frame, around));
    let (page, others) = join(page, join_all(others)).await;
    let page = page?;
    let mut found = Vec::new();
    for other in others {
        match other {
            Ok(part) => found.push(part),
            Err(error @ (CdpError::Gone(_) | CdpError::Dialog { .. })) => return Err(error),
            Err(CdpError::Timeout { .. }) => {
                notices.push("a frame from another site does not answer".to_owned())
            }
            // A frame that has gone elsewhere is in another session now.
            Err(_) if !last => return Err(CdpError::Moved),
            Err(error) => notices.push(format!("a frame from another site could not be read: {error}")),
        }
    }
    Ok((page, found))
}

async fn part(session: &Session, id: String, frame: String, around: String) -> Result<Part, CdpError> {
    let none = json!({});
    let layout = json!({"computedStyles": []});
    let (frames, dom, tree) = join3(
        session.call_raw(&id, FRAMES, &none),
        session.call_raw(&id, dom::METHOD, &layout),
        session.call_raw(&id, TREE, &none),
    )
    .await;
    Ok(Part { frames: FrameList::parse(frames?.get())?, dom: dom?, tree: tree?, session: id, frame, around })
}

/// The second round for one part: trees of the frames inside, and where everything lies.
async fn look_further<'d>(session: &Session, part: &Part, dom: &'d Dom<'_>) -> More<'d> {
    let documents = dom.documents();
    let places = join_all(documents.iter().map(|document| place(session, part, document)));
    let (places, owner) = join(places, owner(session, part)).await;
    let inner = documents.into_iter().filter(|d| d.frame != part.frame && d.drawn && d.owner.is_some());
    let inner = inner.map(|document| async move {
        let params = json!({"frameId": document.frame});
        let tree = session.call_raw(&part.session, TREE, &params).await;
        (document, tree)
    });
    More { inner: join_all(inner).await, places, owner }
}

async fn box_model(session: &Session, of: &str, node: i64) -> Option<BoxModel> {
    session
        .call_raw(of, "DOM.getBoxModel", &json!({"backendNodeId": node}))
        .await
        .ok()
        .and_then(|text| serde_json::from_str(text.get()).ok())
}

/// Where a document lies in the viewport of its part: its outermost element is known in both.
async fn place(session: &Session, part: &Part, document: &Shown<'_>) -> Option<Transform> {
    let (root, bounds) = document.root?;
    Transform::between(bounds, box_model(session, &part.session, root).await?.border()?)
}

/// The element around a foreign frame.
async fn owner(session: &Session, part: &Part) -> Option<(i64, Option<Transform>)> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Owner {
        backend_node_id: i64,
    }
    if part.around.is_empty() {
        return None;
    }
    let text =
        session.call_raw(&part.around, "DOM.getFrameOwner", &json!({"frameId": part.frame})).await.ok()?;
    let owner: Owner = serde_json::from_str(text.get()).ok()?;
    let model = box_model(session, &part.around, owner.backend_node_id).await;
    Some((owner.backend_node_id, model.and_then(|model| model.inside())))
}

/// Joins what was found.
fn assemble(
    parts: &[Part],
    doms: &[Dom<'_>],
    more: &[More<'_>],
    mut notices: Vec<String>,
    now: u64,
) -> Result<Snapshot, CdpError> {
    let places = places_in_page(parts, more);
    let mut frames: Vec<LiveFrame<'_>> = Vec::new();
    let mut part_of: Vec<usize> = Vec::new();
    let owners: Vec<String> =
        more.iter().map(|m| m.owner.map_or(String::new(), |(id, _)| id.to_string())).collect();
    let inner_owners: Vec<Vec<String>> = more
        .iter()
        .map(|m| {
            m.inner.iter().map(|(d, _)| d.owner.map_or(String::new(), |(_, id)| id.to_string())).collect()
        })
        .collect();
    for (p, (part, more)) in parts.iter().zip(more).enumerate() {
        let document = part.frames.document(&part.frame);
        let parent = more.owner.and_then(|(id, _)| {
            let around = parts.iter().position(|other| other.session == part.around)?;
            doms[around].frame_of(id)
        });
        if p > 0 && parent.is_none() {
            // Nothing draws it any more.
            continue;
        }
        let (parent, owner) = (parent.unwrap_or(""), owners[p].as_str());
        frames.push(LiveFrame { id: &part.frame, parent, owner, document, tree: part.tree.get() });
        part_of.push(p);
        for ((shown, tree), owner) in more.inner.iter().zip(&inner_owners[p]) {
            let (parent, _) = shown.owner.unwrap_or_default();
            match tree {
                Ok(tree) => {
                    let document = part.frames.document(shown.frame);
                    frames.push(LiveFrame { id: shown.frame, parent, owner, document, tree: tree.get() });
                    part_of.push(p);
                }
                Err(CdpError::Gone(why)) => return Err(CdpError::Gone(why.clone())),
                Err(error) => notices.push(cut(&format!("a frame could not be read: {error}"))),
            }
        }
    }
    let indexes: Vec<_> = doms.iter().map(Dom::index).collect();
    let beside = |frame: usize, id: &str| match (part_of.get(frame), id.parse()) {
        (Some(&p), Ok(id)) => indexes[p].beside(id, &places[p]),
        _ => Beside::default(),
    };
    let (files, more): (Vec<_>, Vec<_>) = doms.iter().map(Dom::hidden_files).unzip();
    let files: Vec<_> = files.into_iter().flatten().collect();
    if more.iter().any(|&n| n > 0) {
        notices.push(format!("hidden file inputs left out: {}", more.iter().sum::<usize>()));
    }
    let ids: Vec<Vec<String>> = files.iter().map(|f| f.ids.iter().map(i64::to_string).collect()).collect();
    let hidden = files.iter().zip(&ids).filter_map(|(file, ids)| {
        let (id, around) = ids.split_first()?;
        let around = around.iter().map(String::as_str).collect();
        Some(HiddenControl { frame: file.frame, id, around, name: file.name.as_deref() })
    });
    let hidden = hidden.collect();
    let page = LivePage { frames, hidden, captured_at: now, notices };
    live::read(&page, &beside).map_err(|e| CdpError::unreadable(TREE, e))
}

/// Where the documents of each part lie in the viewport of the page. A part comes after the one around it.
fn places_in_page(parts: &[Part], more: &[More<'_>]) -> Vec<Vec<Option<Transform>>> {
    let mut begins: Vec<Option<Transform>> = Vec::with_capacity(parts.len());
    for (part, more) in parts.iter().zip(more) {
        let begin = if part.around.is_empty() {
            Some(Transform::SAME)
        } else {
            let around = parts[..begins.len()].iter().position(|other| other.session == part.around);
            let around = around.and_then(|n| begins[n]);
            let own = more.owner.and_then(|(_, place)| place);
            own.zip(around).map(|(own, around)| own.then(around))
        };
        begins.push(begin);
    }
    let all = |(more, begin): (&More<'_>, &Option<Transform>)| {
        more.places.iter().map(|place| Some(place.as_ref()?.then((*begin)?))).collect()
    };
    more.iter().zip(&begins).map(all).collect()
}
