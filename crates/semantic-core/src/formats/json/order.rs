//! Nodes that name each other, in document order: by the lists of children, else by the named parents.

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use rustc_hash::FxBuildHasher;

use super::Value;

/// How the nodes of a format name each other.
#[derive(Clone, Copy)]
pub(in crate::formats) struct Shape {
    /// The node's id, unique in its frame; empty where it has none.
    pub(in crate::formats) id: for<'a> fn(Value<'_, 'a>) -> &'a str,
    /// The list of the ids of its children.
    pub(in crate::formats) children: for<'d, 'a> fn(Value<'d, 'a>) -> Option<Value<'d, 'a>>,
    /// The id of its parent; empty where it names none.
    pub(in crate::formats) parent: for<'a> fn(Value<'_, 'a>) -> &'a str,
    /// The id by which another frame names it as the one that shows a frame.
    pub(in crate::formats) shows: for<'a> fn(Value<'_, 'a>) -> &'a str,
    /// Whether it only repeats text for the layout, as all in it does.
    pub(in crate::formats) layout: fn(Value<'_, '_>) -> bool,
}

/// The nodes of one frame.
#[derive(Default)]
pub(in crate::formats) struct Frame<'d, 'a> {
    pub(in crate::formats) nodes: Vec<Value<'d, 'a>>,
    pub(in crate::formats) id: &'a str,
    /// The frame around it, and the node there that shows it; empty for the outermost frame.
    pub(in crate::formats) parent: &'a str,
    pub(in crate::formats) owner: &'a str,
}

/// "No such node".
const NONE: u32 = u32::MAX;

/// Where one node stands.
#[derive(Clone, Copy)]
struct Place {
    parent: u32,
    first_child: u32,
    last_child: u32,
    next: u32,
    seen: bool,
}

/// A node that waits for its turn.
#[derive(Clone, Copy)]
struct Turn {
    node: u32,
    /// The element around it.
    inside: Option<u32>,
    /// It only repeats text for the layout, or lies in something that does.
    left_out: bool,
}

/// A walk over the nodes of all frames. After each node the caller says what its children lie in.
pub(in crate::formats) struct Order<'d, 'a> {
    shape: Shape,
    nodes: Vec<Value<'d, 'a>>,
    places: Vec<Place>,
    /// The first node of each frame.
    starts: Vec<u32>,
    turns: Vec<Turn>,
    last: u32,
    /// All nodes before this one are seen, once the turns are over.
    unseen: usize,
    repeated: usize,
    absent: usize,
    orphans: usize,
    lost_frames: usize,
    circles: usize,
}

type Ids<'a> = HashMap<(u32, &'a str), u32, FxBuildHasher>;

impl<'d, 'a> Order<'d, 'a> {
    pub(in crate::formats) fn new(shape: Shape, frames: &[Frame<'d, 'a>]) -> Self {
        let count = frames.iter().map(|frame| frame.nodes.len()).sum();
        let mut order = Order {
            shape,
            nodes: Vec::with_capacity(count),
            places: Vec::with_capacity(count),
            starts: Vec::new(),
            turns: Vec::new(),
            last: NONE,
            unseen: 0,
            repeated: 0,
            absent: 0,
            orphans: 0,
            lost_frames: 0,
            circles: 0,
        };
        let mut ids = Ids::with_capacity_and_hasher(count, FxBuildHasher);
        let mut starts = Vec::with_capacity(frames.len());
        for (f, frame) in (0..).zip(frames) {
            starts.push(order.nodes.len() as u32);
            for &node in &frame.nodes {
                order.add(node, f, &mut ids);
            }
        }
        for (f, &start) in (0..).zip(&starts) {
            let end = starts.get(f as usize + 1).copied().unwrap_or(order.nodes.len() as u32);
            (start..end).for_each(|n| order.take_children(n, f, &ids));
            (start..end).for_each(|n| order.take_parent(n, f, &ids));
        }
        order.graft(frames, &starts);
        order.starts = starts;
        for n in (0..order.nodes.len() as u32).rev() {
            if order.places[n as usize].parent == NONE {
                order.turn(n, None, false);
            }
        }
        order
    }

    /// Adds a node unless its id is taken: of several with one id the first counts.
    fn add(&mut self, node: Value<'d, 'a>, frame: u32, ids: &mut Ids<'a>) {
        let id = (self.shape.id)(node);
        if !id.is_empty() {
            match ids.entry((frame, id)) {
                Entry::Vacant(slot) => {
                    slot.insert(self.nodes.len() as u32);
                }
                Entry::Occupied(_) => {
                    self.repeated += usize::from(!(self.shape.layout)(node));
                    return;
                }
            }
        }
        self.nodes.push(node);
        self.places.push(Place {
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            next: NONE,
            seen: false,
        });
    }

    fn take_children(&mut self, n: u32, frame: u32, ids: &Ids<'a>) {
        let list = (self.shape.children)(self.nodes[n as usize]);
        for id in list.into_iter().flat_map(Value::items).filter_map(Value::text) {
            match ids.get(&(frame, id)) {
                Some(&child) if child != n && self.places[child as usize].parent == NONE => {
                    self.link(n, child);
                }
                Some(_) => {}
                None => self.absent += 1,
            }
        }
    }

    /// Puts a node that no list of children names behind the children of the parent that it names.
    fn take_parent(&mut self, n: u32, frame: u32, ids: &Ids<'a>) {
        let id = (self.shape.parent)(self.nodes[n as usize]);
        if self.places[n as usize].parent != NONE || id.is_empty() {
            return;
        }
        match ids.get(&(frame, id)) {
            Some(&parent) if parent != n => self.link(parent, n),
            Some(_) => self.circles += 1,
            None => self.orphans += 1,
        }
    }

    /// Puts the roots of each frame inside the node that shows the frame.
    fn graft(&mut self, frames: &[Frame<'d, 'a>], starts: &[u32]) {
        if frames.iter().all(|frame| frame.owner.is_empty()) {
            return;
        }
        let end = |f: usize| starts.get(f + 1).copied().unwrap_or(self.nodes.len() as u32);
        let mut owners: HashMap<(&str, &str), u32, FxBuildHasher> = HashMap::default();
        for (f, frame) in frames.iter().enumerate() {
            for n in starts[f]..end(f) {
                owners.entry((frame.id, (self.shape.shows)(self.nodes[n as usize]))).or_insert(n);
            }
        }
        let owned = frames.iter().enumerate().filter(|(_, frame)| !frame.owner.is_empty());
        let spans: Vec<_> = owned.map(|(f, frame)| (frame, starts[f]..end(f))).collect();
        for (frame, span) in spans {
            match owners.get(&(frame.parent, frame.owner)) {
                Some(&owner) if !span.contains(&owner) => {
                    for root in span {
                        if self.places[root as usize].parent == NONE {
                            self.link(owner, root);
                        }
                    }
                }
                _ => self.lost_frames += 1,
            }
        }
    }

    fn link(&mut self, parent: u32, child: u32) {
        self.places[child as usize].parent = parent;
        let before = std::mem::replace(&mut self.places[parent as usize].last_child, child);
        match self.places.get_mut(before as usize) {
            Some(before) => before.next = child,
            None => self.places[parent as usize].first_child = child,
        }
    }

    fn turn(&mut self, node: u32, inside: Option<u32>, left_out: bool) {
        let left_out = left_out || (self.shape.layout)(self.nodes[node as usize]);
        self.turns.push(Turn { node, inside, left_out });
    }

    /// The next node, with the element around it.
    pub(in crate::formats) fn next(&mut self) -> Option<(Value<'d, 'a>, Option<u32>)> {
        loop {
            let Some(Turn { node, inside, left_out }) = self.turns.pop() else {
                // What no root leads to lies in a circle.
                let rest = self.places.get(self.unseen..)?;
                self.unseen += rest.iter().position(|place| !place.seen)?;
                self.circles += 1;
                self.turn(self.unseen as u32, None, false);
                continue;
            };
            if std::mem::replace(&mut self.places[node as usize].seen, true) {
                continue;
            }
            self.last = node;
            if !left_out {
                return Some((self.nodes[node as usize], inside));
            }
            self.push_children(None, true);
        }
    }

    /// The position of the frame of the node given last.
    pub(in crate::formats) fn frame(&self) -> usize {
        self.starts.partition_point(|&start| start <= self.last).saturating_sub(1)
    }

    /// Says in which element the children of the node given last lie.
    pub(in crate::formats) fn open(&mut self, around: Option<u32>) {
        self.push_children(around, false);
    }

    fn push_children(&mut self, inside: Option<u32>, left_out: bool) {
        let from = self.turns.len();
        let mut child = self.places.get(self.last as usize).map_or(NONE, |place| place.first_child);
        while child != NONE {
            self.turn(child, inside, left_out);
            child = self.places[child as usize].next;
        }
        self.turns[from..].reverse();
    }

    /// What had to be repaired.
    pub(in crate::formats) fn notices(&self) -> impl Iterator<Item = String> + use<> {
        let told = [
            ("nodes left out because their id is that of an earlier node", self.repeated),
            ("nodes that are named as children but are not in the dump", self.absent),
            ("nodes that became roots because the parent they name is not in the dump", self.orphans),
            ("frames that stand beside the page because no node shows them", self.lost_frames),
            ("nodes that became roots because they lay inside themselves", self.circles),
        ];
        told.into_iter().filter(|(_, n)| *n > 0).map(|(what, n)| format!("{what}: {n}"))
    }
}
