//! The changes between two looks, one entry each, in the words of the page's own output.

use std::fmt::Write;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::kinds::{is_actionable, is_message};
use super::layers::{Layers, index, is_set};
use super::lean::Lean;
use super::lines::{Line, Writer};
use super::pen::Pen;
use super::plan::Plan;
use super::text::{Seen, TOKEN, printed, told_from};
use super::{Look, Scope, ViewOptions};
use crate::tree::{Node, NodeId, Role, State, States, Tri};
use crate::view::{Change, Delta, Field, Section, SectionDelta};

/// The kinds of changes in the order in which they are told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Order {
    Layer,
    Message,
    Place,
    Focus,
    Value,
    Row,
}

/// One change as text, perhaps of several lines.
pub(super) struct Entry {
    pub order: Order,
    pub text: String,
}

impl Entry {
    fn new(order: Order, text: String) -> Entry {
        Entry { order, text: text + "\n" }
    }
}

/// Most flashes that are told.
const FLASHES: usize = 10;
/// Longest entry, in lines or in texts.
const LINES: usize = 12;
/// How deep a text may lie in a field.
const DEPTH: usize = 64;
/// Longest text that is told on a line with others, in quarters of a token.
const FLOW: usize = 200;
/// Longest value that is told whole, in tokens.
const VALUE: usize = 60;

/// One side of a comparison: a look with what writes its nodes.
pub(super) struct Side<'a> {
    look: &'a Look,
    layers: Layers,
    pub seen: Seen,
}

impl<'a> Side<'a> {
    fn of(look: &'a Look) -> Side<'a> {
        Side { look, layers: Layers::of(look), seen: Seen::default() }
    }

    fn node(&self, node: NodeId) -> Option<Node<'a>> {
        self.look.observation.snapshot().node(node)
    }

    fn section(&self, pane: Option<&str>) -> Option<&'a Section> {
        self.look.observation.sections().iter().find(|s| s.pane() == pane)
    }

    fn pen<'s>(&'s self, section: &'s Section) -> Pen<'s> {
        Pen { section, layers: &self.layers, seen: &self.seen }
    }

    /// A node with all it holds, as lines.
    fn lines(&self, section: &Section, node: Node<'_>) -> Vec<String> {
        let scope = Scope::of_nodes(self.look, [node.id()]);
        let options = ViewOptions { scope, behind: true, ..ViewOptions::default() };
        let plan = Plan::of_node(self.look.observation.snapshot(), section, node, &options);
        let lean = Lean::of(&plan, &self.layers);
        let lines = Writer::write(&lean, &self.pen(section));
        let indented = |line: &Line| format!("{}{}", " ".repeat(line.depth.min(8) as usize), line.text);
        lines.iter().map(indented).collect()
    }
}

/// What tells the changes between two looks.
pub(super) struct Teller<'a> {
    pub old: Side<'a>,
    pub new: Side<'a>,
    delta: Option<&'a Delta>,
}

impl<'a> Teller<'a> {
    pub(super) fn new(before: &'a Look, after: &'a Look, delta: Option<&'a Delta>) -> Teller<'a> {
        Teller { old: Side::of(before), new: Side::of(after), delta }
    }

    /// All changes, the kinds in their order.
    pub(super) fn tell(&self) -> Vec<Entry> {
        let mut entries = self.place();
        entries.extend(self.focus());
        entries.extend(self.flashes());
        for section in self.delta.iter().flat_map(|delta| delta.sections()) {
            entries.extend(self.section(section));
        }
        entries.sort_by_key(|entry| entry.order);
        entries
    }

    /// Navigation within the document, and another title.
    fn place(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        let pairs = [
            ("navigated", self.old.look.url(), self.new.look.url()),
            ("title", self.old.look.title(), self.new.look.title()),
        ];
        for (what, old, new) in pairs {
            if let Some(new) = new.filter(|_| old != new) {
                let mut text = format!("{what} ");
                if let Some(old) = old {
                    self.old.seen.quote_cut(&mut text, old, 50);
                    text.push_str(" → ");
                }
                self.new.seen.quote_cut(&mut text, new, 50);
                entries.push(Entry::new(Order::Place, text));
            }
        }
        entries
    }

    fn focus(&self) -> Option<Entry> {
        fn focused(look: &Look) -> Option<Node<'_>> {
            let mut nodes = look.observation.snapshot().nodes().filter(|n| n.role() != Role::Document);
            nodes.rfind(|n| n.is(State::Focused))
        }
        let (old, new) = (focused(self.old.look), focused(self.new.look));
        let name = |side: &Side<'_>, node: Node<'_>| side.look.observation.reference(node.id());
        let same = old.and_then(|n| name(&self.old, n)) == new.and_then(|n| name(&self.new, n));
        if same {
            return None;
        }
        let mut text = "focus ".to_owned();
        match (new, self.new.section(None)) {
            (Some(node), Some(section)) => self.new.pen(section).brief(&mut text, node),
            _ => text.push_str("nowhere"),
        }
        Some(Entry::new(Order::Focus, text))
    }

    /// Messages that appeared since the last look and are gone again; those that are there still are rows.
    pub(super) fn flashes(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        let snapshot = self.new.look.observation.snapshot();
        if self.new.look.facts.flashes.is_empty() {
            return entries;
        }
        let messages = snapshot.nodes().filter(|n| is_message(*n) || n.role() == Role::AlertDialog);
        let there: Vec<String> = messages.map(all_text).collect();
        for flash in self.new.look.facts.flashes.iter().rev().take(FLASHES).rev() {
            let known = matches!(flash.role.as_str(), "alert" | "status" | "log");
            let text = unspaced(&flash.text);
            if there.iter().any(|said| said.contains(&text)) {
                continue;
            }
            let mut text = if known { flash.role.clone() } else { "message".to_owned() };
            text.push(' ');
            self.new.seen.quote_cut(&mut text, &flash.text, 100);
            let _ = write!(text, " came {} ms ago and is gone", flash.milliseconds_ago);
            entries.push(Entry::new(Order::Message, text));
        }
        entries
    }

    fn section(&self, section: &'a SectionDelta) -> Vec<Entry> {
        let gone = outermost(&self.old, &section.removed);
        let came = outermost(&self.new, &section.added);
        let (mut texts, mut gone, mut came) = self.changed_texts(section, gone, came);
        // What is written into a field is told as its value.
        let edited = self.edited(section);
        let inside = |list: &[NodeId], node: Node<'_>| {
            let says_more = |n: Node<'_>| is_actionable(n) || n.role() == Role::Image;
            let held = || node.ancestors().take(DEPTH).any(|a| list.contains(&a.id()));
            !list.is_empty() && held() && !node.subtree().any(says_more)
        };
        texts.retain(|(_, new)| !inside(&edited.1, *new));
        gone.retain(|node| !inside(&edited.0, *node));
        came.retain(|node| !inside(&edited.1, *node));
        let texts = texts.into_iter().map(|(old, new)| self.text_change(section, old, new));
        let gone = self.rows(section, gone, false);
        let came = self.rows(section, came, true);
        let told = |change: &&Change| self.new.node(change.node).is_none_or(|node| !inside(&edited.1, node));
        let changed = section.changed.iter().filter(told).filter_map(|change| self.change(section, change));
        texts.chain(gone).chain(came).chain(changed).collect()
    }

    /// The entries of nodes that came or went.
    fn rows(&self, section: &SectionDelta, nodes: Vec<Node<'a>>, came: bool) -> Vec<Entry> {
        let (here, there) = if came { (&self.new, &self.old) } else { (&self.old, &self.new) };
        // A wrapper comes and goes around what stays.
        let stays = |node: &Node<'_>| {
            let reference = here.look.observation.reference(node.id());
            reference.is_some_and(|reference| there.look.observation.resolve(&reference).is_ok())
        };
        let nodes: Vec<_> = nodes.into_iter().flat_map(around_layers).filter(|n| !stays(n)).collect();
        let groups = nodes.chunk_by(goes_on).flat_map(|nodes| nodes.chunks(LINES));
        groups.filter_map(|nodes| self.came_or_went(section, nodes, came)).collect()
    }

    /// The fields that hold texts and whose values are told whole, as they were and as they are.
    fn edited(&self, section: &SectionDelta) -> (Vec<NodeId>, Vec<NodeId>) {
        let field = |n: Node<'_>| matches!(n.role(), Role::TextBox | Role::SearchBox);
        let whole = |n: Node<'_>| printed(n.value().unwrap_or_default()) <= VALUE * TOKEN;
        let told = |n: Option<Node<'_>>| n.is_some_and(|n| field(n) && whole(n));
        let edits = section.changed.iter().filter(|c| c.fields.contains(&Field::Value));
        let edits = edits.filter(|c| told(self.old.node(c.before)) && told(self.new.node(c.node)));
        edits.map(|c| (c.before, c.node)).unzip()
    }

    /// Texts that went where another came are one change.
    #[allow(clippy::type_complexity)]
    fn changed_texts(
        &self,
        section: &SectionDelta,
        gone: Vec<NodeId>,
        came: Vec<NodeId>,
    ) -> (Vec<(Node<'a>, Node<'a>)>, Vec<Node<'a>>, Vec<Node<'a>>) {
        let is_text = |n: &Node<'_>| n.role() == Role::Text;
        let old: Vec<_> = gone.into_iter().filter_map(|n| self.old.node(n)).collect();
        let new: Vec<_> = came.into_iter().filter_map(|n| self.new.node(n)).collect();
        let places = |list: &[(NodeId, usize)]| -> HashMap<u32, usize, FxBuildHasher> {
            list.iter().map(|&(n, at)| (n.index() as u32, at)).collect()
        };
        let (went_at, came_at) = (places(&section.removed), places(&section.added));
        let mut arrivals: HashMap<usize, Node<'a>, FxBuildHasher> = HashMap::default();
        arrivals
            .extend(new.iter().filter(|n| is_text(n)).filter_map(|n| Some((*came_at.get(&index(*n))?, *n))));
        let (mut pairs, mut gone) = (Vec::new(), Vec::new());
        let mut paired: HashSet<u32, FxBuildHasher> = HashSet::default();
        for node in old {
            let there =
                went_at.get(&index(node)).filter(|_| is_text(&node)).and_then(|at| arrivals.remove(at));
            match there {
                Some(new) => {
                    paired.insert(index(new));
                    pairs.push((node, new));
                }
                None => gone.push(node),
            }
        }
        let came = new.into_iter().filter(|n| !paired.contains(&index(*n))).collect();
        (pairs, gone, came)
    }

    fn text_change(&self, section: &SectionDelta, old: Node<'_>, new: Node<'_>) -> Entry {
        let mut text = "~ ".to_owned();
        self.quote_both(&mut text, old.name().or(Some("")), new.name().or(Some("")), 100);
        self.push_in(&mut text, section, new, true);
        Entry::new(if in_message(new) { Order::Message } else { Order::Value }, text)
    }

    /// A node that came or went, or texts that did together: one entry.
    fn came_or_went(&self, section: &SectionDelta, nodes: &[Node<'_>], came: bool) -> Option<Entry> {
        let (&first, more) = nodes.split_first()?;
        if more.is_empty() {
            return self.subtree(section, first, came);
        }
        let side = if came { &self.new } else { &self.old };
        let mut text = if came { "+" } else { "-" }.to_owned();
        for node in nodes {
            text.push(' ');
            side.seen.quote(&mut text, node.name().unwrap_or_default());
        }
        self.push_in(&mut text, section, first, came);
        Some(Entry::new(if in_message(first) { Order::Message } else { Order::Row }, text))
    }

    /// A node that came or went with all it holds: one entry.
    fn subtree(&self, section: &SectionDelta, node: Node<'_>, came: bool) -> Option<Entry> {
        let side = if came { &self.new } else { &self.old };
        let of = side.section(section.pane())?;
        let lines = side.lines(of, node);
        let first = lines.first()?;
        let order = match (is_layer(node), in_message(node)) {
            (true, _) => Order::Layer,
            (_, true) => Order::Message,
            _ => Order::Row,
        };
        let mark = match (order, came) {
            (Order::Layer, true) => "opened ",
            (Order::Layer, false) => "closed ",
            (_, true) => "+ ",
            (_, false) => "- ",
        };
        let mut text = mark.to_owned();
        let item = first.starts_with('-');
        if item || !came {
            side.pen(of).brief(&mut text, node);
        }
        let named = node.name().is_some_and(|name| !name.trim().is_empty());
        match (item, came) {
            (true, _) if came || !named => {
                let _ = write!(text, ": {}", first.trim_start_matches(['-', ' ']));
            }
            (false, true) => text.push_str(first),
            _ => {}
        }
        self.push_in(&mut text, section, node, came);
        // What is gone is told by its head; what came, with what it holds.
        let rest = &lines[1..];
        let told = if came { rest.len().min(LINES) } else { 0 };
        for line in &rest[..told] {
            text.push_str("\n  ");
            text.push_str(line);
        }
        if came && rest.len() > told {
            let _ = write!(text, "\n  … {} more", rest.len() - told);
        }
        Some(Entry::new(order, text))
    }

    /// The nearest parts around a node that say where it is.
    fn push_in(&self, text: &mut String, section: &SectionDelta, node: Node<'_>, came: bool) {
        const TOLD: usize = 2;
        let side = if came { &self.new } else { &self.old };
        let Some(of) = side.section(section.pane()) else { return };
        let pen = side.pen(of);
        let telling = |n: &Node<'_>| {
            let named = n.name().is_some_and(|t| !t.trim().is_empty());
            let part = named || n.role().is_collection() || n.role() == Role::Form;
            is_message(*n)
                || n.role().is_text_entry()
                || (n.role().is_container() && n.role() != Role::Document && part)
        };
        for (i, around) in node.ancestors().take(64).filter(telling).take(TOLD).enumerate() {
            text.push_str(if i == 0 { " in " } else { " < " });
            pen.brief(text, around);
        }
    }

    fn change(&self, section: &SectionDelta, change: &Change) -> Option<Entry> {
        let (new, old) = (self.new.node(change.node)?, self.old.node(change.before)?);
        let of = self.new.section(section.pane())?;
        let mut text = "~ ".to_owned();
        let is_text = new.role() == Role::Text;
        if !is_text {
            self.new.pen(of).brief(&mut text, new);
        }
        let mut told = is_text && change.fields.contains(&Field::Name);
        for &field in &change.fields {
            let texts = match field {
                Field::Name if new.role() == Role::Document => continue, // the title
                Field::Name => Some((if is_text { "" } else { " name" }, old.name(), new.name())),
                Field::Value => Some((" value", old.value(), new.value())),
                Field::Description => Some((" hint", old.description(), new.description())),
                Field::Role => Some((" role", Some(old.role().as_str()), Some(new.role().as_str()))),
                _ => None,
            };
            if let Some((what, was, is)) = texts {
                told = true;
                text.push_str(what);
                if !text.ends_with(' ') {
                    text.push(' ');
                }
                self.quote_both(&mut text, was, is, VALUE);
            } else {
                told |= push_states(&mut text, old.states(), new.states());
            }
        }
        if !told {
            return None;
        }
        self.push_in(&mut text, section, new, true);
        Some(Entry::new(if in_message(new) { Order::Message } else { Order::Value }, text))
    }

    /// What something was and what it is, at most about `tokens` of each, from before where they differ.
    fn quote_both(&self, out: &mut String, was: Option<&str>, is: Option<&str>, tokens: usize) {
        let skip = was.zip(is).map_or(0, |(was, is)| told_from(was, is, tokens));
        for (i, text) in [was, is].into_iter().enumerate() {
            out.push_str(if i == 0 { "" } else { " → " });
            match text {
                Some(text) if skip > 0 => {
                    self.new.seen.quote_cut(out, &format!("…{}", &text[skip..]), tokens);
                }
                Some(text) => self.new.seen.quote_cut(out, text, tokens),
                None => out.push_str("none"),
            }
        }
    }
}

/// A text without its white space: the browser says that of several nodes as one, with none between them.
fn unspaced(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// All text in a node, without white space. What is told by its name alone has its text there.
fn all_text(node: Node<'_>) -> String {
    let is_text = |n: &Node<'_>| !n.role().is_text_entry() && n.role() != Role::Image;
    node.subtree()
        .filter(|n| n.range().len() == 1 && is_text(n))
        .filter_map(|n| n.name())
        .map(unspaced)
        .collect()
}

/// The states in which two nodes differ, but for the focus, which is told once for the page.
fn push_states(text: &mut String, old: States, new: States) -> bool {
    let mut told = false;
    for state in State::ALL {
        let (was, is) = (old.get(state), new.get(state));
        let shown = !matches!(state, State::Focused | State::Focusable | State::Interactive);
        let off = |v: Option<Tri>| v.is_none_or(|v| v == Tri::False);
        let answer = matches!(
            state,
            State::Checked | State::Pressed | State::Selected | State::Expanded | State::Filled
        );
        if !shown || was == is || (off(was) && off(is) && !answer) {
            continue;
        }
        let word = match (state, is) {
            (State::Filled, Some(Tri::False)) => "empty",
            _ => state.as_str(),
        };
        let _ = match is {
            Some(Tri::True) => write!(text, " [{word}]"),
            Some(Tri::Mixed) => write!(text, " [{word}=mixed]"),
            _ if word == "empty" => write!(text, " [empty]"),
            _ => write!(text, " [not {word}]"),
        };
        told = true;
    }
    told
}

/// Whether a text that came or went stands right behind another one: parts of one message.
fn goes_on(before: &Node<'_>, node: &Node<'_>) -> bool {
    let short = |n: &Node<'_>| {
        let text = n.name().map_or(0, printed);
        n.role() == Role::Text && n.range().len() == 1 && n.attrs().len() == 0 && (1..=FLOW).contains(&text)
    };
    let parent = |n: &Node<'_>| n.parent().map(|p| p.id());
    short(before) && short(node) && before.range().end == node.range().start && parent(before) == parent(node)
}

/// The nodes of a list that no other of them holds.
fn outermost(side: &Side<'_>, nodes: &[(NodeId, usize)]) -> Vec<NodeId> {
    Scope::of_nodes(side.look, nodes.iter().map(|n| n.0)).map_or(Vec::new(), |scope| scope.nodes().to_vec())
}

/// A node that came or went; where it holds a dialog or another layer, what it holds instead, so that the layer is told
/// as one that opened or closed.
fn around_layers(node: Node<'_>) -> Vec<Node<'_>> {
    const WIDE: usize = 8;
    const DEEP: usize = 6;
    let mut parts = vec![node];
    for _ in 0..DEEP {
        let holds_one = |n: &Node<'_>| !is_layer(*n) && n.subtree().skip(1).any(is_layer);
        let Some(at) = parts.iter().position(holds_one) else { break };
        let inner: Vec<Node<'_>> = parts[at].children().collect();
        if parts.len() + inner.len() > WIDE {
            break;
        }
        parts.splice(at..=at, inner);
    }
    parts
}

fn is_layer(node: Node<'_>) -> bool {
    matches!(node.role(), Role::Dialog | Role::AlertDialog) || is_set(node, "layer")
}

fn in_message(node: Node<'_>) -> bool {
    is_message(node) || node.ancestors().take(16).any(is_message)
}
