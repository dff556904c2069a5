//! Locators that a driver takes as they are, checked on the live page.

use std::collections::HashMap;

use semantic_cdp::Page;
use semantic_core::locators::{Basis, Locator, Locators};
use semantic_core::page::Look;
use semantic_core::tree::{Node, NodeId, Role};
use serde_json::{Map, Value};

use crate::answer::Failure;
use crate::session::Session;
use crate::words::{brief, node};

/// Most locators of an element.
const MOST: usize = 3;

/// An element to find locators for, with what the tree offers for it.
struct Wanted {
    key: Option<String>,
    offers: Vec<Locator>,
    /// The frames around it, by their keys, outermost first.
    frames: Vec<String>,
}

/// How a driver finds an element.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Ways {
    /// The element that holds it, where it is a text, which no locator means by itself: that is what they match.
    pub held_by: Option<String>,
    /// Locators, best first.
    pub locators: Vec<String>,
    /// Why there is none.
    pub none: Option<String>,
}

impl Ways {
    /// The ways as lines.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let held = self.held_by.iter().map(|holder| format!("held by {holder}:"));
        let none = self.none.iter().map(|why| format!("no locator: {why}"));
        held.chain(self.locators.iter().map(|locator| format!("locator: {locator}"))).chain(none)
    }

    /// The ways as JSON.
    pub fn tell(&self, facts: &mut Map<String, Value>) {
        facts.insert("locators".to_owned(), self.locators.clone().into());
        let others = [("heldBy", &self.held_by), ("noLocator", &self.none)];
        for (key, text) in others {
            text.iter().for_each(|text| drop(facts.insert(key.to_owned(), text.as_str().into())));
        }
    }

    /// The lines, each indented and ended.
    pub(crate) fn text(&self) -> String {
        self.lines().map(|line| format!(" {line}\n")).collect()
    }
}

/// For each element how a driver finds it. What is offered is kept with the element's ref.
pub(crate) async fn ways(
    session: &mut Session,
    page: &Page,
    look: &Look,
    nodes: &[NodeId],
) -> Result<Vec<Ways>, Failure> {
    let elements: Vec<NodeId> = nodes.iter().map(|&id| element(look, id)).collect();
    let (wanted, frames) = wanted(look, &elements);
    let tries: Vec<Vec<&str>> = wanted
        .iter()
        .chain(frames.values())
        .map(|wanted| wanted.offers.iter().filter_map(Locator::selector).collect())
        .collect();
    let keys =
        wanted.iter().map(|w| w.key.as_deref().unwrap_or_default()).chain(frames.keys().map(String::as_str));
    let asked: Vec<_> = keys.zip(tries.iter().map(Vec::as_slice)).collect();
    let checked = session.answered(page.selectors(&asked).await).await?;
    let (of_wanted, of_frames) = checked.split_at_checked(wanted.len()).unwrap_or((&checked, &[]));
    let of_frames: HashMap<&str, &str> = frames
        .keys()
        .zip(of_frames)
        .filter_map(|(key, found)| Some((key.as_str(), found.first()?.as_str())))
        .collect();
    let mut all = Vec::new();
    for ((wanted, found), &id) in wanted.iter().zip(of_wanted).zip(&elements) {
        let Some(node) = node(look, id) else { continue };
        let around: Option<Vec<&str>> =
            wanted.frames.iter().map(|key| of_frames.get(key.as_str()).copied()).collect();
        let mut ways = Ways::default();
        match around {
            None => ways.none = Some("no selector reaches the frame that it lies in".to_owned()),
            Some(_) if found.is_empty() => ways.none = Some(unreachable(node)),
            Some(around) => {
                let reference = look.observation.reference(id).unwrap_or_default();
                ways.held_by = (!nodes.contains(&id)).then(|| brief(look, node));
                ways.locators =
                    offered(wanted, found).iter().map(|locator| locator.within(&around)).collect();
                ways.locators.iter().for_each(|locator| session.looks.offer(locator, &reference));
            }
        }
        all.push(ways);
    }
    Ok(all)
}

/// The element that holds a text, which no locator means by itself; of any other node itself.
fn element(look: &Look, id: NodeId) -> NodeId {
    let Some(text) = node(look, id).filter(|node| node.role() == Role::Text) else { return id };
    text.parent().map_or(id, |around| around.id())
}

/// What is wanted of each node, and the frames around them by key.
fn wanted(look: &Look, nodes: &[NodeId]) -> (Vec<Wanted>, HashMap<String, Wanted>) {
    let locators = Locators::new(look.observation.snapshot());
    let of = |node: Node<'_>| {
        let frames = locators.frames(node.id());
        Wanted {
            key: node.key().map(str::to_owned),
            offers: locators.of(node.id()),
            frames: frames.into_iter().filter_map(|frame| frame.key()).map(str::to_owned).collect(),
        }
    };
    let mut frames = HashMap::new();
    let wanted = nodes.iter().filter_map(|&id| node(look, id)).map(|node| {
        for frame in locators.frames(node.id()) {
            if let Some(key) = frame.key() {
                frames.entry(key.to_owned()).or_insert_with(|| of(frame));
            }
        }
        of(node)
    });
    (wanted.collect(), frames)
}

/// The locators that hold, best first: selectors only where the page says that they match this element alone.
fn offered(wanted: &Wanted, found: &[String]) -> Vec<Locator> {
    let holds = |locator: &&Locator| locator.selector().is_none_or(|css| found.iter().any(|f| f == css));
    let mut all: Vec<Locator> = wanted.offers.iter().filter(holds).cloned().collect();
    let known: Vec<&str> = wanted.offers.iter().filter_map(Locator::selector).collect();
    all.extend(found.iter().filter(|css| !known.contains(&css.as_str())).map(Locator::css));
    all.sort_by_key(Locator::basis);
    // A place among equals holds until one comes before it: it is for what has nothing better.
    if !all.iter().all(counts) {
        all.retain(|locator| !counts(locator));
    }
    all.truncate(MOST);
    all
}

/// Whether a locator counts elements.
fn counts(locator: &Locator) -> bool {
    locator.basis() == Basis::Position || locator.selector().is_some_and(|css| css.contains(":nth-"))
}

/// Why an element has no locator, and where it is.
fn unreachable(node: Node<'_>) -> String {
    let why = "no selector reaches it; it lies in a closed shadow tree, or is gone by now";
    let centre = node.bounds().map(|bounds| {
        let (x, y) = bounds.center();
        format!(". Its centre is at x={} y={}, in CSS pixels of the viewport", x.round(), y.round())
    });
    format!("{why}{}", centre.unwrap_or_default())
}
