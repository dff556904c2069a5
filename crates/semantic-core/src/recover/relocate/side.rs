//! One of the two snapshots, prepared: what identifies each of its nodes, as small numbers.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::kinds::{Kind, kind_of};
use super::texts::{NO_TEXT, TextId, Texts};
use crate::find::words::Style;
use crate::tree::{Node, NodeId, Role, Snapshot, States};

/// "No such node".
pub(super) const NONE: u32 = u32::MAX;

/// Most holders that are tried for one that a path confirms.
const FURTHEST: usize = 64;

/// Words and their weights, shared.
pub(super) type Words = Rc<[(u64, f32)]>;

/// Texts that may stand for a name, and the value, in the order of [`HINTS`].
pub(super) const HINTS: [&str; 7] =
    ["label", "placeholder", "alt", "title", "aria-label", "description", "value"];

/// The texts of both snapshots: what people read, what programs say, and where links lead.
pub(super) struct Pools<'a> {
    pub prose: Texts<'a>,
    pub idents: Texts<'a>,
    pub urls: Texts<'a>,
    /// Strings of which only equality counts.
    raw: HashMap<&'a str, u32, FxBuildHasher>,
}

impl<'a> Pools<'a> {
    pub fn new() -> Self {
        Pools {
            prose: Texts::new(Style::Prose),
            idents: Texts::new(Style::Identifier),
            urls: Texts::new(Style::Identifier),
            raw: HashMap::default(),
        }
    }

    fn raw(&mut self, text: &'a str) -> u32 {
        if text.is_empty() {
            return NONE;
        }
        let next = self.raw.len() as u32;
        *self.raw.entry(text).or_insert(next)
    }

    /// Weighs all words, after the last text was added.
    pub fn weigh(&mut self) {
        self.prose.weigh();
        self.idents.weigh();
        self.urls.weigh();
    }
}

/// What identifies one node.
#[derive(Clone, Copy)]
pub(super) struct Traits<'a> {
    pub role: Role,
    pub kind: Kind,
    /// The name, or what stands for it.
    pub name: TextId,
    /// The name is the element's own, not something that stands for it.
    pub own_name: bool,
    pub hints: [TextId; HINTS.len()],
    pub identifier: TextId,
    pub form_name: TextId,
    pub class: TextId,
    /// Path of the address.
    pub url: TextId,
    /// The whole address, for equality.
    pub address: u32,
    pub src: TextId,
    pub tag: u32,
    pub input_type: Option<&'a str>,
    pub section: TextId,
    /// The heading before it.
    pub heading: TextId,
    pub parent_name: TextId,
    pub neighbours: TextId,
    pub xpath: Option<&'a str>,
    /// It is a control or lies inside of one: who presses it presses that.
    pub pressable: bool,
    pub states: States,
    pub level: Option<u8>,
    /// x, y, width, height in CSS pixels.
    pub bounds: Option<[f32; 4]>,
    /// The node that holds it, where that can be relied on.
    pub parent: u32,
    /// The row, card or list item around it; in a list without any nesting, the one that was opened last.
    pub item: u32,
    /// Position among the nodes of the same role and name, from 0, how many there are, and which group it is.
    pub twin: u32,
    pub twins: u32,
    group: u32,
}

impl Traits<'_> {
    /// Whether two nodes at the same place of their snapshots say the same of themselves.
    pub fn says_the_same(&self, other: &Traits<'_>) -> bool {
        let texts = |t: &Traits<'_>| {
            [
                t.name,
                t.identifier,
                t.form_name,
                t.class,
                t.src,
                t.section,
                t.parent_name,
                t.neighbours,
                t.parent,
            ]
        };
        self.role == other.role
            && texts(self) == texts(other)
            && self.hints == other.hints
            && (self.address, self.tag, self.level) == (other.address, other.tag, other.level)
            && (self.bounds, self.xpath, self.states) == (other.bounds, other.xpath, other.states)
    }
}

/// A snapshot with the traits of all its nodes.
pub(super) struct Side<'a> {
    pub snapshot: &'a Snapshot,
    pub traits: Vec<Traits<'a>>,
    /// Nodes of the same role and folded name, in document order.
    groups: Vec<Vec<u32>>,
    /// Whether subtrees are what they seem: depths alone may nest what does not belong together.
    pub nested: bool,
    /// One past the last node of each row, card or list item of a list without any nesting.
    flat_items: HashMap<u32, u32, FxBuildHasher>,
    /// All words by which nodes are called, in whatever field; and where each node's begin.
    bags: Vec<(u64, f32)>,
    first_bag: Vec<u32>,
    /// The words around a node that tell it from its like, by the node that holds them.
    contexts: RefCell<HashMap<(u32, u32), Words, FxBuildHasher>>,
}

impl<'a> Side<'a> {
    pub fn new(snapshot: &'a Snapshot, pools: &mut Pools<'a>) -> Self {
        let mut traits = Vec::with_capacity(snapshot.len());
        let mut heading = NO_TEXT;
        let mut nested = true;
        for node in snapshot.nodes() {
            let t = read(node, pools, &traits, heading, &mut nested);
            if t.kind == Kind::Heading && t.name != NO_TEXT {
                heading = t.name;
            }
            traits.push(t);
        }
        let mut side = Side {
            snapshot,
            traits,
            groups: Vec::new(),
            nested,
            flat_items: HashMap::default(),
            bags: Vec::new(),
            first_bag: Vec::new(),
            contexts: RefCell::default(),
        };
        if snapshot.nodes().all(|n| n.parent().is_none()) {
            side.open_items();
        }
        side.count_twins(pools);
        side
    }

    /// Collects the words of every node, once they are weighed.
    pub fn fill_bags(&mut self, pools: &Pools<'_>) {
        for t in &self.traits {
            let from = self.bags.len();
            self.first_bag.push(from as u32);
            let idents = [t.identifier, t.form_name, t.class].map(|id| (&pools.idents, id));
            let texts = [(&pools.prose, t.name), (&pools.prose, t.hints[1]), (&pools.urls, t.url)];
            for (texts, id) in texts.into_iter().chain(idents) {
                self.bags.extend(texts.items(id).iter().map(|w| (w.hash, w.weight)));
            }
            self.bags[from..].sort_unstable_by(|x, y| x.0.cmp(&y.0).then(y.1.total_cmp(&x.1)));
            let mut end = from;
            for i in from..self.bags.len() {
                if end == from || self.bags[i].0 != self.bags[end - 1].0 {
                    self.bags[end] = self.bags[i];
                    end += 1;
                }
            }
            self.bags.truncate(end);
        }
        self.first_bag.push(self.bags.len() as u32);
    }

    /// The words by which a node is called in any field, by their hash.
    pub fn bag(&self, i: u32) -> &[(u64, f32)] {
        &self.bags[self.first_bag[i as usize] as usize..self.first_bag[i as usize + 1] as usize]
    }

    /// In a list without any nesting a row goes on until the next one, or until something else begins.
    fn open_items(&mut self) {
        let mut open = NONE;
        for i in 0..self.traits.len() {
            let t = &mut self.traits[i];
            if t.role.is_item() && t.name == NO_TEXT {
                open = i as u32;
            } else if t.role.is_container() || t.kind == Kind::Heading {
                open = NONE;
            } else if open != NONE {
                t.item = open;
                self.flat_items.insert(open, i as u32 + 1);
            }
        }
    }

    /// The numbers of a node and of what belongs to it.
    pub fn span(&self, i: u32) -> Range<u32> {
        match self.flat_items.get(&i) {
            Some(&end) => i..end,
            None => self.range(i),
        }
    }

    /// Finds out which nodes share role and name.
    fn count_twins(&mut self, pools: &Pools<'_>) {
        let mut known: HashMap<(Role, u64), u32, FxBuildHasher> = HashMap::default();
        for (i, t) in self.traits.iter_mut().enumerate() {
            let next = self.groups.len() as u32;
            t.group = *known.entry((t.role, pools.prose.facts(t.name).fold)).or_insert(next);
            if t.group == next {
                self.groups.push(Vec::new());
            }
            let group = &mut self.groups[t.group as usize];
            t.twin = group.len() as u32;
            group.push(i as u32);
        }
        for t in &mut self.traits {
            t.twins = self.groups[t.group as usize].len() as u32;
        }
    }

    /// The nodes that share role and name with one, itself among them, in document order.
    pub fn group(&self, t: &Traits<'_>) -> &[u32] {
        &self.groups[t.group as usize]
    }

    pub fn len(&self) -> usize {
        self.traits.len()
    }

    pub fn node(&self, i: u32) -> Node<'a> {
        self.snapshot.node(NodeId(i)).expect("traits are of the snapshot's nodes")
    }

    pub fn range(&self, i: u32) -> Range<u32> {
        let r = self.node(i).range();
        r.start as u32..r.end as u32
    }

    /// The nodes that hold `i`, innermost first.
    pub fn ancestors(&self, i: u32) -> impl Iterator<Item = u32> + '_ {
        let mut at = self.traits[i as usize].parent;
        std::iter::from_fn(move || {
            let here = at;
            at = self.traits.get(here as usize)?.parent;
            Some(here)
        })
    }

    /// The words in `holder` without those in `inside`, rarest first, each once. Nodes that have their like elsewhere
    /// (every row has its "Edit") count only where there are no others.
    pub fn words_in(&self, holder: u32, inside: u32, pools: &Pools<'_>) -> Words {
        if let Some(known) = self.contexts.borrow().get(&(holder, inside)) {
            return Rc::clone(known);
        }
        let own = self.range(inside);
        let around = || self.span(holder).filter(|i| !own.contains(i));
        let single = |i: &u32| self.traits[*i as usize].twins == 1;
        let mut words = self.words_of(around().filter(single), pools);
        if words.is_empty() {
            words = self.words_of(around(), pools);
        }
        let words: Words = words.into();
        self.contexts.borrow_mut().insert((holder, inside), Rc::clone(&words));
        words
    }

    /// The words of the first of some nodes, rarest first, each once.
    pub fn words_of(&self, nodes: impl Iterator<Item = u32>, pools: &Pools<'_>) -> Vec<(u64, f32)> {
        const MOST_NODES: usize = 60;
        const MOST_WORDS: usize = 24;
        let mut words: Vec<(u64, f32)> = Vec::new();
        for i in nodes.take(MOST_NODES) {
            let t = &self.traits[i as usize];
            for text in [t.name, t.hints[HINTS.len() - 1]] {
                words.extend(pools.prose.items(text).iter().map(|w| (w.hash, w.weight)));
            }
        }
        words.sort_by(|x, y| y.1.total_cmp(&x.1).then(x.0.cmp(&y.0)));
        words.dedup_by_key(|w| w.0);
        words.truncate(MOST_WORDS);
        words
    }
}

fn read<'a>(
    node: Node<'a>,
    pools: &mut Pools<'a>,
    before: &[Traits<'a>],
    heading: TextId,
    nested: &mut bool,
) -> Traits<'a> {
    let mut t = Traits {
        role: node.role(),
        kind: kind_of(node),
        name: NO_TEXT,
        own_name: true,
        hints: [NO_TEXT; HINTS.len()],
        identifier: pools.idents.add(node.identifier().unwrap_or_default()),
        form_name: NO_TEXT,
        class: NO_TEXT,
        url: NO_TEXT,
        address: NONE,
        src: NO_TEXT,
        tag: NONE,
        input_type: None,
        section: NO_TEXT,
        heading,
        parent_name: NO_TEXT,
        neighbours: NO_TEXT,
        xpath: None,
        pressable: false,
        states: node.states(),
        level: node.level(),
        bounds: node
            .bounds()
            .filter(|r| r.area() > 0.0 || r.x != 0.0 || r.y != 0.0)
            .map(|r| [r.x as f32, r.y as f32, r.width as f32, r.height as f32]),
        parent: NONE,
        item: NONE,
        twin: 0,
        twins: 1,
        group: 0,
    };
    if let Some(url) = node.url() {
        t.address = pools.raw(url);
        t.url = pools.urls.add(path_of(url));
    }
    for (key, value) in node.attrs() {
        match key {
            "class" => t.class = pools.idents.add(value),
            "name" => t.form_name = pools.idents.add(value),
            "src" => t.src = pools.urls.add(path_of(value)),
            "tag" => t.tag = pools.raw(value),
            "type" => t.input_type = Some(value),
            "section" => t.section = pools.prose.add(value),
            "parent" => t.parent_name = pools.prose.add(value),
            "neighbor_text" => t.neighbours = pools.prose.add(value),
            "xpath" => t.xpath = Some(value),
            _ => {
                if let Some(at) = HINTS.iter().position(|&h| h == key) {
                    t.hints[at] = pools.prose.add(value);
                }
            }
        }
    }
    t.hints[5] = pools.prose.add(node.description().unwrap_or_default());
    t.hints[6] = pools.prose.add(node.value().unwrap_or_default());
    name(node, pools, &mut t);
    place(node, before, &mut t, nested);
    t.pressable = t.kind.is_control()
        || before.get(t.parent as usize).is_some_and(|holder| holder.pressable)
        || t.xpath.is_some_and(through_control);
    t
}

/// Whether a path leads through a link or a button, which a list of some elements may leave out.
fn through_control(path: &str) -> bool {
    path.split('/').any(|step| matches!(step.split('[').next(), Some("a" | "button")))
}

/// The name, or what stands for it: a label, a placeholder, or what is inside.
fn name<'a>(node: Node<'a>, pools: &mut Pools<'a>, t: &mut Traits<'a>) {
    t.name = pools.prose.add(node.name().unwrap_or_default().trim());
    if pools.prose.facts(t.name).fold != 0 {
        return;
    }
    let hint = t.hints[..5].iter().copied().find(|&h| pools.prose.facts(h).fold != 0);
    let inside = || {
        let few = node.subtree().len() <= 8;
        node.subtree().skip(1).filter(|_| few).filter_map(|n| n.name()).find(|n| !n.trim().is_empty())
    };
    if let Some(hint) = hint {
        (t.name, t.own_name) = (hint, false);
    } else if !t.kind.is_control() && t.kind != Kind::Vague {
        // A row or a list is not called by the first thing in it.
    } else if let Some(text) = inside() {
        (t.name, t.own_name) = (pools.prose.add(text.trim()), false);
    }
}

/// Who holds the node, and which row, card or list item it is in.
fn place<'a>(node: Node<'a>, before: &[Traits<'a>], t: &mut Traits<'a>, nested: &mut bool) {
    let Some(parent) = node.parent().map(|p| p.id().0) else { return };
    // A list that gives depths and paths nests by depth; the paths know better.
    let inside = |p: u32| match (before[p as usize].xpath, t.xpath) {
        (Some(outer), Some(inner)) => inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/')),
        _ => true,
    };
    let mut at = parent;
    for step in 0..=FURTHEST {
        if at == NONE || inside(at) {
            break;
        }
        *nested = false;
        at = if step == FURTHEST { NONE } else { before[at as usize].parent };
    }
    t.parent = at;
    if let Some(holder) = before.get(at as usize) {
        t.item = if holder.role.is_item() { at } else { holder.item };
        if t.parent_name == NO_TEXT {
            t.parent_name = holder.name;
        }
        if t.section == NO_TEXT {
            let telling = holder.role.is_container() && holder.name != NO_TEXT;
            t.section = if telling { holder.name } else { holder.section };
        }
    }
}

/// The path of an address, without query and fragment where there is a path; an address inside an address
/// (an archive's, a redirect's) counts alone. Empty for a script.
fn path_of(url: &str) -> &str {
    let inner = ["/http://", "/https://"].iter().filter_map(|s| url.rfind(s)).max();
    let url = inner.map_or(url, |at| &url[at + 1..]);
    if url.starts_with("javascript:") {
        return "";
    }
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let path = match rest.find('/') {
        Some(at) if rest.len() < url.len() => &rest[at..],
        _ if rest.len() < url.len() => rest, // a host alone
        _ => rest,
    };
    let end = path.find(['?', '#']).unwrap_or(path.len());
    if path[..end].trim_matches('/').is_empty() { rest } else { &path[..end] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_in_a_link_is_pressed_with_it() {
        assert!(through_control("/html[1]/body[1]/a[1]/span[1]"));
        assert!(through_control("/html/body/button"));
        assert!(!through_control("/html[1]/article[1]/aside[2]/abbr[1]"));
    }

    #[test]
    fn addresses_come_down_to_their_paths() {
        for (url, want) in [
            ("https://a.test/cart/view?x=1#top", "/cart/view"),
            ("https://web.archive.org/web/2017/https://a.test/cart", "/cart"),
            ("https://a.test/", "a.test/"),
            ("/search?q=1", "/search"),
            ("#top", "#top"),
            ("javascript:void(0)", ""),
        ] {
            assert_eq!(path_of(url), want, "{url}");
        }
    }
}
