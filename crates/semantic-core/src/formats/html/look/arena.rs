//! From what the script tells to the document that names, roles and the walk are computed from.

use hashbrown::HashMap;
use html5ever::{Attribute, LocalName, QualName, local_name, ns};
use rustc_hash::FxBuildHasher;

use super::wire::{Cells, Wire};
use crate::formats::html::dom::{Data, Dom, NONE, Tag};
use crate::formats::html::live::{Flags, Live};

/// A document made of one or more parts.
#[derive(Default)]
pub(super) struct Arena {
    pub(super) dom: Dom,
    /// Nodes by part and number.
    pub(super) by_number: HashMap<(u16, u32), u32, FxBuildHasher>,
    /// Nodes in slots, with the element that gave them.
    pub(super) given: HashMap<u32, u32, FxBuildHasher>,
    /// Where the viewports of frames begin, by the part and number of the frame, and their scale.
    frames: HashMap<(u16, u32), Place, FxBuildHasher>,
}

/// Where a part lies in the page.
#[derive(Clone, Copy)]
struct Place {
    shift: [f64; 2],
    scale: [f64; 2],
}

impl Place {
    const SAME: Place = Place { shift: [0.0; 2], scale: [1.0; 2] };

    fn apply(self, [x, y, width, height]: [f64; 4]) -> [f64; 4] {
        let [kx, ky] = self.scale;
        let tidy = |n: f64| (n * 100.0).round() / 100.0;
        [x * kx + self.shift[0], y * ky + self.shift[1], width * kx, height * ky].map(tidy)
    }
}

impl Arena {
    /// Adds a part; its root is returned. `owner`: the part and the number of the frame that shows it.
    pub(super) fn add(&mut self, wire: &Wire<'_>, part: u16, owner: Option<(u16, u32)>) -> Option<u32> {
        let place = owner.map_or(Some(Place::SAME), |owner| self.frames.get(&owner).copied());
        let place = place.unwrap_or(Place::SAME);
        let mut reader = Reader {
            cells: Cells::new(&wire.stream),
            names: wire.names.iter().map(|name| LocalName::from(&**name)).collect(),
            part,
            place,
            open: Vec::new(),
            root: None,
        };
        while !reader.cells.is_empty() {
            reader.step(self)?;
        }
        let root = reader.root?;
        for &[number, x, y, kx, ky, _] in &wire.foreign {
            let [x, y, kx, ky] = place.apply([x, y, kx, ky]);
            self.frames.insert((part, number as u32), Place { shift: [x, y], scale: [kx, ky] });
        }
        if let Some(frame) = owner.and_then(|owner| self.by_number.get(&owner)) {
            self.dom.append(*frame, root);
        }
        for pair in wire.givens.chunks_exact(2) {
            let node = |number: u32| self.by_number.get(&(part, number)).copied();
            if let (Some(given), Some(host)) = (node(pair[0]), node(pair[1])) {
                self.given.insert(given, host);
            }
        }
        for &layer in wire.covers.iter().map(|[_, _, layer]| layer).chain(&wire.above) {
            let live = self.by_number.get(&(part, layer)).and_then(|&n| self.dom.live_mut(n));
            if let Some(live) = live {
                live.flags = live.flags.with(Flags::COVERS);
            }
        }
        Some(root)
    }
}

/// Reads the stream of one part.
struct Reader<'w, 'a> {
    cells: Cells<'w, 'a>,
    names: Vec<LocalName>,
    part: u16,
    place: Place,
    /// The open nodes, each with whether what is inside is SVG.
    open: Vec<(u32, bool)>,
    root: Option<u32>,
}

impl Reader<'_, '_> {
    /// Reads one step; `None` where the stream is broken.
    fn step(&mut self, arena: &mut Arena) -> Option<()> {
        match self.cells.whole()? {
            0 => drop(self.open.pop()),
            1 => self.element(arena)?,
            2 => self.root(arena)?,
            3 => {
                let number = self.cells.whole()?;
                let node = arena.by_number.get(&(self.part, number)).copied();
                // What is put where nothing is known lies nowhere.
                let node = node.unwrap_or_else(|| arena.dom.add(Data::Silent));
                let svg = arena.dom.html(node) == "svg" || !arena.dom.svg(node).is_empty();
                self.open.push((node, svg));
            }
            4 => {
                let number = self.cells.whole()?;
                let text = self.cells.text()?.to_owned();
                self.put(arena, Data::Text(text), Live { number, ..Live::default() });
            }
            5 => drop(self.put(arena, Data::Text(" ".to_owned()), Live::default())),
            6 => {
                let text = self.cells.text()?.to_owned();
                self.put(arena, Data::Text(text), Live { flags: Flags::MADE, ..Live::default() });
            }
            _ => return None,
        }
        Some(())
    }

    fn put(&mut self, arena: &mut Arena, data: Data, mut live: Live) -> u32 {
        let n = arena.dom.add(data);
        live.part = self.part;
        arena.dom.tell(live);
        if live.number > 0 {
            arena.by_number.insert((self.part, live.number), n);
        }
        if let Some(&(around, _)) = self.open.last() {
            arena.dom.append(around, n);
        }
        n
    }

    fn element(&mut self, arena: &mut Arena) -> Option<()> {
        let name = self.names.get(self.cells.whole()? as usize)?.clone();
        let number = self.cells.whole()?;
        let flags = Flags(self.cells.whole()?);
        let mut bounds = None;
        if !flags.has(Flags::NO_BOX) {
            let mut side = || self.cells.number();
            bounds = Some(self.place.apply([side()?, side()?, side()?, side()?]));
        }
        let count = self.cells.whole()?;
        let mut attrs = Vec::new();
        for _ in 0..count {
            let key = self.names.get(self.cells.whole()? as usize)?.clone();
            let value = self.cells.text()?;
            attrs.push(Attribute { name: QualName::new(None, ns!(), key), value: value.into() });
        }
        let in_svg = self.open.last().is_some_and(|&(_, svg)| svg);
        let svg = in_svg || name == local_name!("svg");
        let inner = svg && name != local_name!("foreignObject");
        let space = if svg { ns!(svg) } else { ns!(html) };
        let name = QualName::new(None, space, name);
        let tag = Tag { name, attrs, contents: NONE, integration_point: false };
        let n = self.put(arena, Data::Element(Box::new(tag)), Live { number, flags, bounds, part: 0 });
        self.open.push((n, inner));
        Some(())
    }

    /// The root of a document or of a shadow tree.
    fn root(&mut self, arena: &mut Arena) -> Option<()> {
        let number = self.cells.whole()?;
        let document = self.cells.whole()? == 1;
        let title = self.cells.text()?;
        let n = self.put(arena, Data::Root, Live { number, ..Live::default() });
        self.root.get_or_insert(n);
        self.open.push((n, false));
        if document {
            let name = QualName::new(None, ns!(html), local_name!("title"));
            let tag = Tag { name, attrs: Vec::new(), contents: NONE, integration_point: false };
            let flags = Flags::UNRENDERED;
            let head = self.put(arena, Data::Element(Box::new(tag)), Live { flags, ..Live::default() });
            self.open.push((head, false));
            self.put(arena, Data::Text(title.to_owned()), Live::default());
            self.open.pop();
        }
        Some(())
    }
}
