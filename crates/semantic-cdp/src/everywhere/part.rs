//! What one process draws of a page: its outermost document, and frames of other origins in the same process.

use futures_util::future::{join, join_all, join3};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Answer, unread};
use crate::connection::Nothing;
use crate::error::CdpError;
use crate::frames::FrameList;
use crate::session::Session;
use crate::world::{self, Argument, World};

/// Elements that come first in their tree: one in each document, and in each shadow tree with an element. As text
/// it is on no page, so that the search finds nothing but these.
const FIRST: &str = ":first-child:not(* > *)";
/// The most of these that are looked at.
const MOST_TREES: usize = 5000;
/// The most frames of other origins that are looked into in one process.
const MOST_FRAMES: usize = 200;
/// The name under which the browser keeps the objects that it hands us.
const GROUP: &str = "semantic";

/// What is to be read.
pub(super) struct Part<'s> {
    pub(super) session: &'s Session,
    /// The session of the process.
    pub(super) of: String,
    /// Its outermost frame.
    pub(super) frame: String,
    /// Frames in it that other processes draw.
    pub(super) inner: Vec<String>,
    /// The wrapped function and its argument, as JSON.
    pub(super) script: &'s str,
    pub(super) options: &'s str,
    /// Whether nothing is tried again.
    pub(super) last: bool,
}

/// What was read.
#[derive(Default)]
pub(super) struct Read {
    /// The answers; places are within this list.
    pub(super) answers: Vec<Answer>,
    /// Frames that other processes draw: the frame, the place of the answer around it, the number there.
    pub(super) elsewhere: Vec<(String, usize, u32)>,
    pub(super) notices: Vec<String>,
    /// Whether anything had to be handed over.
    pub(super) handed: bool,
}

/// What the wrapper returns: the text, the trees counted, the frames not entered, those of them that were given.
type Returned = (Option<String>, usize, usize, Vec<u32>);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Search {
    search_id: String,
    result_count: usize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SearchResults {
    node_ids: Vec<i64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Owner {
    backend_node_id: i64,
}

#[derive(Deserialize)]
struct Resolved {
    object: Object,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Object {
    /// None where the world may not have the node.
    object_id: Option<String>,
}

/// A node as the browser's calls name it.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
enum Node {
    NodeId(i64),
    BackendNodeId(i64),
}

/// What may have to be handed over.
#[derive(Default)]
struct Hands {
    /// The first elements of trees.
    trees: Vec<Node>,
    /// The elements that show frames, with these.
    frames: Vec<(String, Node)>,
    /// The frames that this process draws.
    own: FrameList,
}

/// Switches the browser's search off and releases what it handed us, also where the reading is given up.
struct Tidy<'s>(&'s Session, &'s str);

impl Drop for Tidy<'_> {
    fn drop(&mut self) {
        self.0.tell(self.1, "Runtime.releaseObjectGroup", &json!({"objectGroup": GROUP}));
        self.0.tell(self.1, "DOM.disable", &json!({}));
    }
}

impl Part<'_> {
    /// Reads all; where it is known that something will have to be handed over, the function first runs with it.
    pub(super) async fn read(&self, known: bool) -> Result<Read, CdpError> {
        let _tidy = Tidy(self.session, &self.of);
        let (searched, (text, trees, unread, _)) = self.look(!known).await?;
        let mut read = Read::default();
        let search = match searched {
            Ok(search) => Some(search),
            Err(error @ CdpError::Refused { .. }) if !error.is_moved() => {
                read.notices.push(format!("closed shadow trees could not be looked for: {error}"));
                None
            }
            Err(error) => return Err(error),
        };
        let search = search.filter(|search| search.result_count > trees);
        read.handed = search.is_some() || unread > 0;
        if let Some(text) = text.filter(|_| !read.handed) {
            read.answers.push(Answer { text, frame: self.frame.clone(), around: None });
            return Ok(read);
        }
        let hands =
            if read.handed { self.collect(search, &mut read.notices).await? } else { Hands::default() };
        self.hand_over(hands, &mut read).await?;
        Ok(read)
    }

    /// The first round: the function alone, what the wrapper counts, and what the search finds.
    async fn look(&self, run: bool) -> Result<(Result<Search, CdpError>, Returned), CdpError> {
        let root = json!({"depth": 0});
        let query = json!({"query": FIRST});
        for fresh in [false, true] {
            let world = world::of_frame(self.session, &self.of, &self.frame, fresh).await?;
            let (_, search, returned) = join3(
                self.session.call_in::<Nothing>(&self.of, "DOM.getDocument", &root),
                self.session.call_in::<Search>(&self.of, "DOM.performSearch", &query),
                self.invoke(&world, run, 0, &[]),
            )
            .await;
            match returned {
                // The world went with its document; nothing has run.
                Err(CdpError::Moved) if !fresh => {}
                other => return Ok((search, other?)),
            }
        }
        Err(CdpError::Moved)
    }

    async fn invoke(
        &self,
        world: &World,
        run: bool,
        frames: usize,
        nodes: &[String],
    ) -> Result<Returned, CdpError> {
        let about = format!(r#"{{"options":{},"run":{run},"frames":{frames}}}"#, self.options);
        let about = world::json_argument(&about)?;
        let nodes = nodes.iter().map(|id| Argument::ObjectId(id));
        let arguments: Vec<_> = std::iter::once(Argument::Value(&about)).chain(nodes).collect();
        world::invoke(self.session, &self.of, world, self.script, &arguments).await
    }

    /// The second and third round: the first elements of all trees, and the elements that show frames.
    async fn collect(&self, search: Option<Search>, notices: &mut Vec<String>) -> Result<Hands, CdpError> {
        let trees = async {
            let Some(search) = search else { return Ok(Vec::new()) };
            if search.result_count > MOST_TREES {
                let more = search.result_count - MOST_TREES;
                notices.push(format!(
                    "shadow trees that were not looked at, some of which may be closed: {more}"
                ));
            }
            let to = search.result_count.min(MOST_TREES);
            let params = json!({"searchId": search.search_id, "fromIndex": 0, "toIndex": to});
            let found: SearchResults =
                self.session.call_in(&self.of, "DOM.getSearchResults", &params).await.map_err(moved)?;
            Ok::<_, CdpError>(found.node_ids.into_iter().map(Node::NodeId).collect())
        };
        let frames = async {
            let list = self.session.call_raw(&self.of, "Page.getFrameTree", &json!({})).await?;
            let own = FrameList::parse(list.get())?;
            let inside =
                own.frames().filter(|id| *id != self.frame).chain(self.inner.iter().map(String::as_str));
            let inside = inside.take(MOST_FRAMES).map(|frame| async move {
                let params = json!({"frameId": frame});
                let owner = self.session.call_in::<Owner>(&self.of, "DOM.getFrameOwner", &params).await;
                // A frame that is gone meanwhile has none.
                Some((frame.to_owned(), Node::BackendNodeId(owner.ok()?.backend_node_id)))
            });
            let frames = join_all(inside).await.into_iter().flatten().collect();
            Ok::<_, CdpError>((own, frames))
        };
        let (trees, frames) = join(trees, frames).await;
        let (own, frames) = frames?;
        Ok(Hands { trees: trees?, frames, own })
    }

    /// The rounds in which the function runs with all that was collected: in the outermost document, then in the
    /// frames of other origins that were found on the way.
    async fn hand_over(&self, mut hands: Hands, read: &mut Read) -> Result<(), CdpError> {
        let mut open = vec![(self.frame.clone(), None)];
        while let Some((frame, around)) = open.pop() {
            let foreign = match self.run_in(&frame, &mut hands).await {
                Ok((text, foreign)) => {
                    read.answers.push(Answer { text, frame, around });
                    foreign
                }
                Err(error) if around.is_none() => return Err(error),
                Err(error @ (CdpError::Gone(_) | CdpError::Dialog { .. } | CdpError::PageClosed(_))) => {
                    return Err(error);
                }
                Err(CdpError::Moved) if !self.last => return Err(CdpError::Moved),
                Err(error) => {
                    read.notices.push(unread("of another origin", &error));
                    continue;
                }
            };
            let place = read.answers.len() - 1;
            for (frame, number) in foreign {
                if hands.own.holds(&frame) {
                    open.push((frame, Some((place, number))));
                } else {
                    read.elsewhere.push((frame, place, number));
                }
            }
        }
        Ok(())
    }

    /// Runs the function in one document. What belongs to its world is taken out of `hands`; returned are the text and
    /// the frames in it that it could not enter, with their numbers.
    async fn run_in(&self, frame: &str, hands: &mut Hands) -> Result<(String, Vec<(String, u32)>), CdpError> {
        for fresh in [false, true] {
            let world = world::of_frame(self.session, &self.of, frame, fresh).await?;
            let nodes = hands.frames.iter().map(|(_, node)| *node).chain(hands.trees.iter().copied());
            let objects = join_all(nodes.map(|node| self.resolve(node, &world))).await;
            let objects = objects.into_iter().collect::<Result<Vec<_>, _>>()?;
            let (of_frames, of_trees) = objects.split_at(hands.frames.len());
            let frames: Vec<&String> = hands
                .frames
                .iter()
                .zip(of_frames)
                .filter_map(|((id, _), o)| o.as_ref().map(|_| id))
                .collect();
            let nodes: Vec<String> = objects.iter().flatten().cloned().collect();
            let (text, .., foreign) = match self.invoke(&world, true, frames.len(), &nodes).await {
                // The world went with its document; nothing has run.
                Err(CdpError::Moved) if !fresh => continue,
                other => other?,
            };
            let named =
                foreign.iter().filter_map(|&n| Some(((*frames.get(n as usize)?).clone(), n))).collect();
            let mut theirs = of_trees.iter();
            hands.trees.retain(|_| theirs.next().is_some_and(Option::is_none));
            let mut theirs = of_frames.iter();
            hands.frames.retain(|_| theirs.next().is_some_and(Option::is_none));
            let none = || CdpError::Script("it returned no string".to_owned());
            return Ok((text.ok_or_else(none)?, named));
        }
        Err(CdpError::Moved)
    }

    /// A node as an object of a world; `None` where the world may not have it, or where it is gone.
    async fn resolve(&self, node: Node, world: &World) -> Result<Option<String>, CdpError> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Resolve {
            #[serde(flatten)]
            node: Node,
            execution_context_id: i64,
            object_group: &'static str,
        }
        let params = Resolve { node, execution_context_id: world.context, object_group: GROUP };
        match self.session.call_in::<Resolved>(&self.of, "DOM.resolveNode", &params).await {
            Ok(resolved) => Ok(resolved.object.object_id),
            Err(CdpError::Refused { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// A search that the browser no longer knows went with its document.
fn moved(error: CdpError) -> CdpError {
    match error {
        CdpError::Refused { .. } => CdpError::Moved,
        other => other,
    }
}
