//! A live page: the trees of its frames as the debugging protocol gives them, joined with what the protocol
//! tells of their nodes elsewhere (boxes, attributes).

use std::borrow::Cow;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::{NODE, OPAQUE, describe, frames};
use crate::formats::ReadError;
use crate::formats::flat::Strings;
use crate::formats::json::{Doc, Frame, Listing, Order, Value, unescape};
use crate::tree::{Element, Role, Snapshot, State, Tri, add_elements, holds_secret};

/// A page with all of its frames.
#[derive(Clone, Debug, Default)]
pub struct LivePage<'a> {
    /// The frames, the page's own first.
    pub frames: Vec<LiveFrame<'a>>,
    /// Controls that the page hides and still uses.
    pub hidden: Vec<HiddenControl<'a>>,
    /// When the page was captured, in milliseconds since 1970 (UTC).
    pub captured_at: u64,
    /// What could not be captured, one sentence each.
    pub notices: Vec<String>,
}

/// One frame of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct LiveFrame<'a> {
    /// The frame's id.
    pub id: &'a str,
    /// Id of the frame around it; empty for the page's own.
    pub parent: &'a str,
    /// Backend id of the element there that shows it; empty for the page's own.
    pub owner: &'a str,
    /// Id of the loaded document (`loaderId`).
    pub document: &'a str,
    /// The reply of `Accessibility.getFullAXTree`: `{"nodes": […]}`.
    pub tree: &'a str,
}

/// A file input that is not drawn: pages show a button of their own in its place, and the tree leaves it out.
#[derive(Clone, Debug, Default)]
pub struct HiddenControl<'a> {
    /// Id of its frame.
    pub frame: &'a str,
    /// Its backend id.
    pub id: &'a str,
    /// The backend ids of the elements around it, innermost first: it is listed in the first that the tree has.
    pub around: Vec<&'a str>,
    /// Its label, where it has one.
    pub name: Option<&'a str>,
}

/// What is known of a node from elsewhere than its tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside<'a> {
    /// x, y, width and height in CSS pixels from the top left of the page's viewport.
    pub bounds: Option<[f64; 4]>,
    /// HTML tag in lower case; empty for what is no HTML element.
    pub tag: &'a str,
    /// The attributes that are worth keeping, as the page spells them.
    pub attrs: &'a [(&'a str, &'a str)],
}

/// What a JSON string means, given with its quotes; empty for what is no string. Half a surrogate pair, which a page
/// may hold and which a parser refuses, becomes U+FFFD.
pub fn string(raw: &str) -> Cow<'_, str> {
    let inside = raw.strip_prefix('"').and_then(|s| s.strip_suffix('"')).unwrap_or("");
    if inside.contains('\\') { Cow::Owned(unescape(inside)) } else { Cow::Borrowed(inside) }
}

/// The keys of test ids, best first.
const TEST_IDS: [&str; 4] = ["data-testid", "data-test-id", "data-test", "data-cy"];

/// The snapshot of a live page. `beside` is asked with a frame's position in the list and a backend id.
///
/// A node's [`key`](crate::tree::Node::key) is its document's id, `#` and its backend id. What a secret field
/// holds is left out; whether it holds something is its state `filled`.
pub fn read<'a>(
    page: &LivePage<'a>,
    beside: &dyn Fn(usize, &str) -> Beside<'a>,
) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let docs = page.frames.iter().map(|frame| Doc::new(frame.tree, &strings, &OPAQUE));
    let docs = docs.collect::<Result<Vec<_>, _>>()?;
    let frames = page.frames.iter().zip(&docs).map(|(frame, doc)| {
        let nodes = frames::nodes_of(doc.root()).into_iter().flat_map(Value::items);
        let nodes = nodes.filter(|node| node.is_object()).collect();
        Frame { nodes, id: frame.id, parent: frame.parent, owner: frame.owner }
    });
    let frames = shown(frames.collect());
    let mut list = Listing::default();
    let mut order = Order::new(NODE, &frames);
    let mut hidden = Hidden::new(&page.hidden);
    while let Some((node, inside)) = order.next() {
        let around = if node.is("ignored") {
            inside
        } else {
            let at = order.frame();
            let backend_id = node.text_of("backendDOMNodeId");
            let known = if backend_id.is_empty() { Beside::default() } else { beside(at, backend_id) };
            let mut e = element(&mut list, node, known, &strings);
            e.inside = inside;
            let frame = page.frames.get(at).copied().unwrap_or_default();
            e.key = key(frame, backend_id, &strings);
            let n = list.push(e);
            hidden.saw((frame.id, backend_id), n);
            Some(n)
        };
        order.open(around);
    }
    list.take_document();
    for control in hidden.left_out() {
        let Some(at) = page.frames.iter().position(|frame| frame.id == control.frame) else { continue };
        let Some(inside) = hidden.place(control) else { continue };
        let known = beside(at, control.id);
        let mut e =
            Element { role: "button", name: control.name, inside: Some(inside), ..Element::default() };
        take_attrs(&mut e, &mut list, known);
        e.key = key(page.frames[at], control.id, &strings);
        e.states.set(State::Hidden, Tri::True);
        if known.attrs.iter().any(|(key, _)| *key == "multiple") {
            e.states.set(State::Multiselectable, Tri::True);
        }
        list.push(e);
    }
    let mut b = list.start();
    if let Some(root) = page.frames.first().filter(|root| !root.document.is_empty()) {
        b.set_document(root.document);
    }
    b.set_captured_at(page.captured_at);
    page.notices.iter().cloned().chain(order.notices()).for_each(|sentence| b.notice(sentence));
    drop((order, frames));
    docs.iter().for_each(|doc| doc.tell(&mut b));
    drop(docs);
    add_elements(&mut b, &list);
    Ok(b.finish())
}

/// A node's key, where its document and its own id are known.
fn key<'a>(frame: LiveFrame<'_>, id: &str, strings: &'a Strings) -> &'a str {
    if id.is_empty() || frame.document.is_empty() {
        return "";
    }
    strings.add(&format!("{}#{id}", frame.document))
}

/// Takes the page's own attributes of an element.
fn take_attrs<'a>(e: &mut Element<'a>, list: &mut Listing<'a>, known: Beside<'a>) {
    let find = |key: &str| known.attrs.iter().find(|(k, _)| *k == key).map_or("", |&(_, value)| value);
    e.testid = TEST_IDS.iter().map(|key| find(key)).find(|id| !id.is_empty()).unwrap_or("");
    for &(key, value) in known.attrs {
        if !(value == e.testid && TEST_IDS.contains(&key)) {
            list.attr(key, value);
        }
    }
}

/// A node by the id of its frame and its backend id.
type NodeKey<'a> = (&'a str, &'a str);

/// The hidden controls, with the elements of the tree that matter for them.
struct Hidden<'p, 'a> {
    controls: &'p [HiddenControl<'a>],
    /// The controls and what is around them, with their elements once they were seen.
    seen: HashMap<NodeKey<'a>, Option<u32>, FxBuildHasher>,
}

impl<'p, 'a> Hidden<'p, 'a> {
    fn new(controls: &'p [HiddenControl<'a>]) -> Self {
        let ids =
            |c: &'p HiddenControl<'a>| c.around.iter().copied().chain([c.id]).map(|id| ((c.frame, id), None));
        Hidden { controls, seen: controls.iter().flat_map(ids).collect() }
    }

    fn saw(&mut self, node: NodeKey<'a>, element: u32) {
        if let Some(slot) = self.seen.get_mut(&node).filter(|slot| slot.is_none()) {
            *slot = Some(element);
        }
    }

    /// Those that the tree itself does not list.
    fn left_out(&self) -> impl Iterator<Item = &'p HiddenControl<'a>> {
        let absent = |c: &&HiddenControl<'a>| self.seen.get(&(c.frame, c.id)).is_none_or(Option::is_none);
        self.controls.iter().filter(absent)
    }

    /// The element in which a control is listed.
    fn place(&self, control: &HiddenControl<'a>) -> Option<u32> {
        control.around.iter().find_map(|&id| *self.seen.get(&(control.frame, id))?)
    }
}

/// The frames without those that a hidden element shows, and so without those inside them.
fn shown<'d, 'a>(mut frames: Vec<Frame<'d, 'a>>) -> Vec<Frame<'d, 'a>> {
    type Owners<'a> = HashSet<(&'a str, &'a str), FxBuildHasher>;
    let inner = || frames.iter().filter(|frame| !frame.owner.is_empty());
    let owners: Owners<'a> = inner().map(|frame| (frame.parent, frame.owner)).collect();
    let mut seen: Owners<'a> = HashSet::default();
    for frame in frames.iter().filter(|_| !owners.is_empty()) {
        let ids = frame.nodes.iter().filter(|node| !is_hidden(**node)).map(|node| (NODE.shows)(*node));
        seen.extend(ids.map(|id| (frame.id, id)).filter(|owner| owners.contains(owner)));
    }
    let mut kept: HashSet<&str, FxBuildHasher> = HashSet::default();
    for frame in &mut frames {
        let outermost = frame.owner.is_empty();
        if outermost || (kept.contains(frame.parent) && seen.contains(&(frame.parent, frame.owner))) {
            kept.insert(frame.id);
        } else {
            frame.nodes.clear();
            frame.owner = "";
        }
    }
    frames
}

/// Whether a node is left out of the tree with all that it shows, and not only for want of meaning.
fn is_hidden(node: Value<'_, '_>) -> bool {
    const HIDING: [&str; 4] = ["ariaHidden", "notRendered", "notVisible", "inert"];
    let reasons = node.get("ignoredReasons").filter(|_| node.is("ignored")).and_then(Value::opaque);
    reasons.is_some_and(|reasons| HIDING.iter().any(|reason| reasons.contains(reason)))
}

fn element<'a>(
    list: &mut Listing<'a>,
    node: Value<'_, 'a>,
    known: Beside<'a>,
    strings: &'a Strings,
) -> Element<'a> {
    // The page's own attributes come first: the tree calls aria-autocomplete `autocomplete`.
    let mut own = Element::default();
    take_attrs(&mut own, list, known);
    let mut e = Element { testid: own.testid, bounds: known.bounds, ..describe(list, node, strings) };
    let field = matches!(known.tag, "input" | "textarea");
    let role = e.aria.unwrap_or_else(|| Role::from_name(e.role));
    if role.is_vague() {
        list.attr("tag", known.tag);
    }
    // A browser prints nothing for an empty field, and bullets for a password: both say what is known.
    if field
        && e.states.get(State::Filled).is_none()
        && holds_secret(&Element { attrs: known.attrs, ..e }, role)
    {
        let filled = e.value.is_some_and(|value| !value.is_empty());
        e.states.set(State::Filled, if filled { Tri::True } else { Tri::False });
    }
    e
}
