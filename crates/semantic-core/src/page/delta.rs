//! What changed between two looks, in the order in which it matters: layers, messages, place, focus, values, rows.

use std::fmt::Write;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::layers::{Layers, index, is_set};
use super::lean::{Lean, is_message};
use super::lines::Writer;
use super::pen::Pen;
use super::plan::Plan;
use super::text::{Seen, TOKEN, quarters};
use super::{Look, Page, PageError, ViewOptions, render};
use crate::tree::{Node, NodeId, Role, State, States, Tri};
use crate::view::{Change, Delta, Field, Section, SectionDelta};

/// What changed between two looks at a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageDelta {
    /// Which of the three it is.
    pub kind: DeltaKind,
    /// The text; its first line says which kind it is, with both revisions.
    pub text: String,
    /// Number of changes; 0 where the page is given in full.
    pub changes: usize,
    /// For a page in full that the budget cut: where to go on.
    pub cursor: Option<String>,
}

/// What a [`PageDelta`] gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeltaKind {
    /// Nothing changed.
    Unchanged,
    /// The changes.
    Changes,
    /// The page in full, since the changes would not be clearly smaller.
    Full,
}

/// The kinds of changes in the order in which they are told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    Layer,
    Message,
    Place,
    Focus,
    Value,
    Row,
}

/// One change as text, perhaps of several lines.
struct Entry {
    order: Order,
    text: String,
}

/// The fields of which a change counts.
const FIELDS: [Field; 5] = [Field::Role, Field::Name, Field::Value, Field::States, Field::Description];
/// Longest entry, in lines.
const LINES: usize = 12;

/// What changed from one look to a later one of the same session.
///
/// # Errors
/// As [`render`] has them, where the page is given in full.
pub fn delta(before: &Look, after: &Look, options: &ViewOptions) -> Result<PageDelta, PageError> {
    let [then, now] = [before, after].map(|look| look.observation.revision());
    if let (Some(old), Some(new)) = (before.observation.snapshot().document(), after.observation.snapshot().document())
        && old != new
    {
        return full(after, options, then, now, "another document: all earlier refs are retired");
    }
    let changes = after.observation.showing(&FIELDS).diff(&before.observation.showing(&FIELDS));
    let mut teller = Teller::new(before, after, &changes);
    teller.tell();
    let mut entries = teller.entries;
    let seen = (teller.old.seen.removed.get() + teller.new.seen.removed.get(), 0);
    entries.sort_by_key(|entry| entry.order);
    if entries.is_empty() {
        let text = format!("unchanged rev={then} → rev={now}\n");
        return Ok(PageDelta { kind: DeltaKind::Unchanged, text, changes: 0, cursor: None });
    }
    let unlimited = ViewOptions { budget: None, nodes: None, cursor: None, fence: None, ..options.clone() };
    let whole = render(after, &unlimited)?;
    let size: usize = entries.iter().map(|entry| quarters(&entry.text)).sum();
    if size * 4 > quarters(&whole.text) * 3 && entries.len() > 2 {
        return full(after, options, then, now, "the changes would not be clearly smaller");
    }
    let mut text = format!("changes rev={then} → rev={now}: {}", entries.len());
    let room = options.budget.map_or(usize::MAX, |b| b * TOKEN).saturating_sub(60 * TOKEN);
    let (mut spent, mut told, mut content) = (0, 0, String::new());
    for entry in &entries {
        spent += quarters(&entry.text);
        if spent > room {
            break;
        }
        content.push_str(&entry.text);
        told += 1;
    }
    if told < entries.len() {
        let _ = write!(text, ", {told} of them here (budget): look again in full for the rest");
    }
    text.push('\n');
    let fence = super::frame::Fence::of(options.fence.as_deref())?;
    let (content, copies) = fence.around(&content);
    text.push_str(&content);
    if copies + seen.0 > 0 {
        let _ = writeln!(text, "page text: {} invisible characters and {copies} copies of the fence taken out", seen.0);
    }
    Ok(PageDelta { kind: DeltaKind::Changes, text, changes: entries.len(), cursor: None })
}

fn full(after: &Look, options: &ViewOptions, then: u64, now: u64, why: &str) -> Result<PageDelta, PageError> {
    let first = format!("full rev={then} → rev={now}: {why}\n");
    let budget = options.budget.map(|b| b.saturating_sub(quarters(&first).div_ceil(TOKEN)).max(super::LEAST_BUDGET));
    let Page { text, cursor, .. } = render(after, &ViewOptions { budget, cursor: None, ..options.clone() })?;
    Ok(PageDelta { kind: DeltaKind::Full, text: first + &text, changes: 0, cursor })
}

/// One side of a comparison: a look with what writes its nodes.
struct Side<'a> {
    look: &'a Look,
    layers: Layers,
    seen: Seen,
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
        let scope = super::Scope::of_nodes(self.look, [node.id()]);
        let options = ViewOptions { scope, behind: true, ..ViewOptions::default() };
        let plan = Plan::of_node(self.look.observation.snapshot(), section, node, &options);
        let lean = Lean::of(&plan, &self.layers);
        let lines = Writer::write(&lean, &self.pen(section));
        let indented = |line: &super::lines::Line| format!("{}{}", " ".repeat(line.depth.min(8) as usize), line.text);
        lines.iter().map(indented).collect()
    }
}

struct Teller<'a> {
    old: Side<'a>,
    new: Side<'a>,
    delta: &'a Delta,
    entries: Vec<Entry>,
}

impl<'a> Teller<'a> {
    fn new(before: &'a Look, after: &'a Look, delta: &'a Delta) -> Teller<'a> {
        Teller { old: Side::of(before), new: Side::of(after), delta, entries: Vec::new() }
    }

    fn tell(&mut self) {
        self.place();
        self.focus();
        self.flashes();
        for section in self.delta.sections() {
            self.section(section);
        }
    }

    fn push(&mut self, order: Order, text: String) {
        self.entries.push(Entry { order, text: text + "\n" });
    }

    /// Navigation within the document, and another title.
    fn place(&mut self) {
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
                self.push(Order::Place, text);
            }
        }
    }

    fn focus(&mut self) {
        fn focused(look: &Look) -> Option<Node<'_>> {
            let nodes = look.observation.snapshot().nodes().filter(|n| n.role() != Role::Document);
            nodes.filter(|n| n.is(State::Focused)).next_back()
        }
        let (old, new) = (focused(self.old.look), focused(self.new.look));
        let name = |side: &Side<'_>, node: Node<'_>| side.look.observation.reference(node.id());
        let same = old.and_then(|n| name(&self.old, n)) == new.and_then(|n| name(&self.new, n));
        if same {
            return;
        }
        let mut text = "focus ".to_owned();
        match (new, self.new.section(None)) {
            (Some(node), Some(section)) => self.new.pen(section).brief(&mut text, node),
            _ => text.push_str("nowhere"),
        }
        self.push(Order::Focus, text);
    }

    /// Messages that appeared since the last look and are gone again; those that are there still are rows.
    fn flashes(&mut self) {
        let snapshot = self.new.look.observation.snapshot();
        let mut there: HashSet<&str, FxBuildHasher> = HashSet::default();
        for node in snapshot.nodes().filter(|n| is_message(*n)) {
            there.extend(node.subtree().take(100).filter_map(|n| n.name()).map(str::trim));
        }
        for flash in &self.new.look.facts.flashes {
            let known = matches!(flash.role.as_str(), "alert" | "status" | "log");
            if there.contains(flash.text.trim()) {
                continue;
            }
            let mut text = if known { flash.role.clone() } else { "message".to_owned() };
            text.push(' ');
            self.new.seen.quote_cut(&mut text, &flash.text, 100);
            let _ = write!(text, " came {} ms ago and is gone", flash.milliseconds_ago);
            self.push(Order::Message, text);
        }
    }

    fn section(&mut self, section: &'a SectionDelta) {
        let gone = outermost(&self.old, section.removed.iter().copied());
        let came = outermost(&self.new, section.added.iter().copied());
        let (texts, gone, came) = self.changed_texts(section, gone, came);
        for (old, new) in texts {
            self.text_change(section, old, new);
        }
        for node in gone {
            self.subtree(section, node, false);
        }
        for node in came {
            self.subtree(section, node, true);
        }
        for change in &section.changed {
            self.change(section, change);
        }
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
        let places = |list: &[(NodeId, usize)]| -> hashbrown::HashMap<u32, usize, FxBuildHasher> {
            list.iter().map(|&(n, at)| (n.index() as u32, at)).collect()
        };
        let (went_at, came_at) = (places(&section.removed), places(&section.added));
        let mut arrivals: hashbrown::HashMap<usize, Node<'a>, FxBuildHasher> = hashbrown::HashMap::default();
        arrivals.extend(new.iter().filter(|n| is_text(n)).filter_map(|n| Some((*came_at.get(&index(*n))?, *n))));
        let (mut pairs, mut gone) = (Vec::new(), Vec::new());
        let mut paired: HashSet<u32, FxBuildHasher> = HashSet::default();
        for node in old {
            let there = went_at.get(&index(node)).filter(|_| is_text(&node)).and_then(|at| arrivals.remove(at));
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

    fn text_change(&mut self, section: &SectionDelta, old: Node<'_>, new: Node<'_>) {
        let mut text = "~ ".to_owned();
        self.old.seen.quote_cut(&mut text, old.name().unwrap_or_default(), 100);
        text.push_str(" → ");
        self.new.seen.quote_cut(&mut text, new.name().unwrap_or_default(), 100);
        self.push_in(&mut text, section, new, true);
        self.push(if in_message(new) { Order::Message } else { Order::Value }, text);
    }

    /// A node that came or went with all it holds: one entry.
    fn subtree(&mut self, section: &SectionDelta, node: Node<'_>, came: bool) {
        let side = if came { &self.new } else { &self.old };
        let Some(of) = side.section(section.pane()) else { return };
        let lines = side.lines(of, node);
        let Some(first) = lines.first() else { return };
        let layer = matches!(node.role(), Role::Dialog | Role::AlertDialog) || is_set(node, "layer");
        let order = match (layer, in_message(node)) {
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
        let mut text = format!("{mark}{first}");
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
        self.push(order, text);
    }

    /// The nearest parts around a node that say where it is.
    fn push_in(&self, text: &mut String, section: &SectionDelta, node: Node<'_>, came: bool) {
        const TOLD: usize = 2;
        let side = if came { &self.new } else { &self.old };
        let Some(of) = side.section(section.pane()) else { return };
        let pen = side.pen(of);
        let telling = |n: &Node<'_>| {
            let named = n.name().is_some_and(|t| !t.trim().is_empty());
            n.role().is_container() && n.role() != Role::Document && (named || n.role().is_collection() || n.role() == Role::Form)
        };
        for (i, around) in node.ancestors().take(64).filter(telling).take(TOLD).enumerate() {
            text.push_str(if i == 0 { " in " } else { " < " });
            pen.brief(text, around);
        }
    }

    fn change(&mut self, section: &SectionDelta, change: &Change) {
        let (Some(new), Some(old)) = (self.new.node(change.node), self.old.node(change.before)) else { return };
        let Some(of) = self.new.section(section.pane()) else { return };
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
                self.quote_or_none(&mut text, was);
                text.push_str(" → ");
                self.quote_or_none(&mut text, is);
            } else {
                told |= push_states(&mut text, old.states(), new.states());
            }
        }
        if told {
            self.push_in(&mut text, section, new, true);
            self.push(if in_message(new) { Order::Message } else { Order::Value }, text);
        }
    }

    fn quote_or_none(&self, text: &mut String, value: Option<&str>) {
        match value {
            Some(value) => self.new.seen.quote_cut(text, value, 60),
            None => text.push_str("none"),
        }
    }
}

/// The states in which two nodes differ, but for the focus, which is told once for the page.
fn push_states(text: &mut String, old: States, new: States) -> bool {
    let mut told = false;
    for state in State::ALL {
        let (was, is) = (old.get(state), new.get(state));
        let shown = !matches!(state, State::Focused | State::Focusable | State::Interactive);
        let off = |v: Option<Tri>| v.is_none_or(|v| v == Tri::False);
        let answer = matches!(state, State::Checked | State::Pressed | State::Selected | State::Expanded | State::Filled);
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

/// The nodes of a list of which no other holds them.
fn outermost(side: &Side<'_>, nodes: impl Iterator<Item = (NodeId, usize)>) -> Vec<NodeId> {
    let mut nodes: Vec<NodeId> = nodes.map(|n| n.0).collect();
    nodes.sort_unstable();
    let mut end = 0;
    nodes.retain(|&n| {
        let outer = n.index() >= end;
        if outer {
            end = side.node(n).map_or(end, |n| n.range().end);
        }
        outer
    });
    nodes
}

fn in_message(node: Node<'_>) -> bool {
    is_message(node) || node.ancestors().take(16).any(is_message)
}
