//! The lean tree: what of a page is printed, wrappers lifted away, names kept once, and what was left out counted.

use std::borrow::Cow;
use std::ops::Range;

use super::echo::Echoes;
use super::kinds::{breaks_lines, is_actionable, is_dialog, is_message, is_set_off, kind};
use super::layers::{Layers, index, is_set};
use super::pen::is_shown_whole;
use super::plan::Plan;
use super::text::{is_price, join};
use crate::tree::{Cards, Node, NodeId, Role, State, Tri};

/// What a piece is to the writer of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Plain text.
    Text,
    /// A heading.
    Heading,
    /// A picture with a text that stands for it.
    Image,
    /// Something to act on.
    Control,
    /// One item of a list.
    Item,
    /// A row of a table.
    Row,
    /// A cell of a row.
    Cell,
    /// A list without a name: it is printed only where it holds many items.
    List,
    /// Any other part of the page that is worth a line.
    Part,
}

/// A printed node.
#[derive(Clone, Debug)]
pub(super) struct Piece<'a> {
    pub node: Node<'a>,
    pub kind: Kind,
    /// Its name, or the text that it is.
    pub text: Cow<'a, str>,
    /// One past the last piece inside.
    pub end: u32,
    /// Whether something else already says its name.
    pub quiet: bool,
    /// Whether its name stands for a text in it that is not printed again.
    pub speaks: bool,
    /// Whether it begins a line of its own: another paragraph than what stands before it.
    pub breaks: bool,
    /// Whether it stands in a dialog, a menu or a message.
    pub urgent: bool,
    /// For a choice that is closed: how many options it has, and which of them are chosen.
    pub options: Option<(usize, String)>,
}

/// What a look has but this output does not print, by kind.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct LeftOut {
    pub texts: usize,
    pub headings: usize,
    pub others: usize,
    pub images: usize,
    pub behind: usize,
    pub behind_controls: usize,
}

impl LeftOut {
    /// Adds what another section left out.
    pub(super) fn add(&mut self, other: &LeftOut) {
        self.texts += other.texts;
        self.headings += other.headings;
        self.others += other.others;
        self.images += other.images;
        self.behind += other.behind;
        self.behind_controls += other.behind_controls;
    }

    /// Whether a filter left anything out.
    pub(super) fn by_view(&self) -> usize {
        self.texts + self.headings + self.others
    }
}

/// The pieces in document order, layers on top first.
#[derive(Default)]
pub(super) struct Lean<'a> {
    pub pieces: Vec<Piece<'a>>,
    pub left: LeftOut,
}

/// A piece that is open, and until which node.
struct Open {
    piece: u32,
    end: usize,
    /// For a control with a name: where in it the text of the next node inside is looked for, and how often in vain.
    read: usize,
    missed: u8,
}

/// What becomes of a node.
enum Fate {
    Printed(Kind),
    /// Only what it holds is printed.
    Lifted,
}

struct Builder<'a, 'p> {
    plan: &'p Plan<'a>,
    layers: &'p Layers,
    echoes: Echoes,
    cards: Cards,
    lean: Lean<'a>,
    open: Vec<Open>,
    /// What breaks lines and is open: where it ends, the node it begins at, and whether its texts are one sentence.
    flows: Vec<(usize, u32, bool)>,
    breaks: bool,
    /// What is inert ends here.
    behind_until: usize,
    urgent_until: usize,
}

impl<'a> Lean<'a> {
    /// The pieces of what a plan covers.
    pub(super) fn of(plan: &Plan<'a>, layers: &Layers) -> Lean<'a> {
        let mut builder = Builder {
            plan,
            layers,
            echoes: Echoes::of(plan, layers),
            cards: Cards::of(plan.snapshot),
            lean: Lean::default(),
            open: Vec::new(),
            flows: Vec::new(),
            breaks: true,
            behind_until: 0,
            urgent_until: 0,
        };
        for part in &plan.parts {
            builder.part(part.clone());
        }
        builder.lean.without_empty_parts(plan, layers)
    }

    /// Takes out parts that hold nothing and say nothing by themselves.
    fn without_empty_parts(mut self, plan: &Plan<'a>, layers: &Layers) -> Lean<'a> {
        let count = self.pieces.len();
        let mut keep = vec![true; count];
        let mut holds = vec![0u32; count + 1]; // kept pieces from here on
        for i in (0..count).rev() {
            let piece = &self.pieces[i];
            let filled = holds[i + 1] > holds[piece.end as usize];
            let shell = matches!(piece.kind, Kind::Part | Kind::Item | Kind::Row | Kind::List);
            keep[i] = filled || !shell || says_enough(piece, plan, layers);
            holds[i] = holds[i + 1] + u32::from(keep[i]);
        }
        let total = holds[0];
        for piece in &mut self.pieces {
            piece.end = total - holds[piece.end as usize];
        }
        let mut kept = keep.into_iter();
        self.pieces.retain(|_| kept.next().unwrap_or(true));
        self
    }
}

/// Whether a part is printed though it holds nothing.
fn says_enough(piece: &Piece<'_>, plan: &Plan<'_>, layers: &Layers) -> bool {
    use Role::*;
    let node = piece.node;
    let told = ["unreadable", "shadow", "covered-by", "layer"].iter().any(|attr| is_set(node, attr));
    let shell =
        matches!(node.role(), Alert | AlertDialog | Dialog | Iframe | Grid | Table | ProgressBar | Meter);
    let named_item = matches!(piece.kind, Kind::Item | Kind::Row) && !piece.text.is_empty();
    let asked = !plan.everything && plan.asks_for(node);
    piece.speaks
        || layers.covers(index(node))
        || told
        || shell
        || named_item
        || node.is(State::Focused)
        || asked
}

impl<'a> Builder<'a, '_> {
    fn part(&mut self, part: Range<usize>) {
        self.open.clear();
        self.flows.clear();
        self.breaks = true;
        self.behind_until = part.start;
        self.urgent_until = part.start;
        let mut next = part.start;
        while next < part.end {
            let Some(node) = self.plan.snapshot.node(NodeId::from_index(next)) else { break };
            self.close(next);
            let apart = next != part.start && self.plan.is_apart(index(node));
            next = if apart { node.range().end } else { self.enter(node) };
        }
        self.close(usize::MAX);
    }

    /// Closes what ends before the node numbered `next`.
    fn close(&mut self, next: usize) {
        while self.open.last().is_some_and(|open| open.end <= next) {
            if let Some(open) = self.open.pop() {
                let end = self.lean.pieces.len() as u32;
                let piece = &mut self.lean.pieces[open.piece as usize];
                piece.end = end;
                self.breaks |= matches!(piece.kind, Kind::Heading | Kind::Item | Kind::Part | Kind::List);
            }
        }
        while self.flows.last().is_some_and(|flow| flow.0 <= next) {
            self.flows.pop();
            self.breaks = true;
        }
    }

    /// Takes up a node; the number of the node that comes next.
    fn enter(&mut self, node: Node<'a>) -> usize {
        let (own, end) = (node.id().index(), node.range().end);
        if !self.plan.with_behind && own >= self.behind_until && self.layers.is_behind(own as u32) {
            self.behind_until = end;
        }
        if own < self.behind_until && !is_message(node) && own >= self.urgent_until {
            self.lean.left.behind += 1;
            self.lean.left.behind_controls += usize::from(is_actionable(node));
            return own + 1;
        }
        let folded = self.open.last().is_some_and(|o| self.lean.pieces[o.piece as usize].options.is_some());
        if folded && matches!(node.role(), Role::Option | Role::ListBox | Role::Group) {
            return end;
        }
        if is_message(node) || node.attr("layer").is_some() || is_dialog(node.role()) {
            self.urgent_until = self.urgent_until.max(end);
        }
        match self.fate(node) {
            Fate::Lifted => {
                if breaks_lines(node.role()) {
                    self.breaks = true;
                    let sentence = !matches!(node.role(), Role::Document | Role::Blockquote);
                    self.flows.push((end, own as u32, sentence));
                }
            }
            Fate::Printed(Kind::Text) => self.text(node),
            Fate::Printed(kind) => return self.print(node, kind),
        }
        own + 1
    }

    fn fate(&mut self, node: Node<'a>) -> Fate {
        let role = node.role();
        let acts = is_actionable(node);
        if !acts && self.echoes.is_echo(index(node)) {
            // A picture beside its own name says nothing, but a card begins there.
            let silent = role == Role::Image && self.plan.everything;
            return if silent { Fate::Printed(Kind::Image) } else { Fate::Lifted };
        }
        if role == Role::Text && repeats_text_around(node) {
            return Fate::Lifted;
        }
        if let Some(part) = self.part_that_says(node).filter(|_| !acts) {
            part.speaks = true;
            return Fate::Lifted;
        }
        if !acts && self.is_said_by_control(node) {
            return Fate::Lifted;
        }
        let kind = kind(node, acts)
            .or_else(|| self.layers.covers(index(node)).then_some(Kind::Part))
            .or_else(|| self.cards.is_card(node).then_some(Kind::Item));
        if !self.plan.everything && !self.is_kept(node, kind) {
            match kind {
                Some(Kind::Text) => self.lean.left.texts += 1,
                Some(Kind::Heading) => self.lean.left.headings += 1,
                Some(Kind::Image | Kind::Control) => self.lean.left.others += 1,
                Some(kind) if self.plan.frames => return Fate::Printed(kind),
                _ => {}
            }
            return Fate::Lifted;
        }
        match kind {
            Some(Kind::Image) if node.name().is_none_or(|n| n.trim().is_empty()) => {
                self.lean.left.images += 1;
                Fate::Lifted
            }
            Some(kind) => Fate::Printed(kind),
            None => Fate::Lifted,
        }
    }

    /// Whether a view that does not show everything shows the node: what it asks for, and in the small view messages,
    /// prices and what stands in for a missing name.
    fn is_kept(&self, node: Node<'a>, kind: Option<Kind>) -> bool {
        if self.plan.shows(node) {
            return true;
        }
        let own = node.id().index();
        let text = kind == Some(Kind::Text);
        let names = || {
            let control = self.open.last().map(|open| &self.lean.pieces[open.piece as usize]);
            control.is_some_and(|piece| piece.kind == Kind::Control && piece.text.is_empty())
        };
        self.plan.is_small
            && (own < self.urgent_until
                || node.attr("layer").is_some()
                || (text && (node.name().is_some_and(is_price) || names())))
    }

    /// The part around a node that is called what the node says, where the node stands first in it.
    fn part_that_says(&mut self, node: Node<'a>) -> Option<&mut Piece<'a>> {
        let open = self.open.last()?.piece as usize;
        let first = open + 1 == self.lean.pieces.len();
        let piece = &mut self.lean.pieces[open];
        let said = node.name().map(str::trim).unwrap_or_default();
        let says = (first || piece.node.role() == Role::Figure)
            && piece.kind == Kind::Part
            && matches!(node.role(), Role::Heading | Role::Text | Role::Caption)
            && !said.is_empty()
            && piece.text == said;
        says.then_some(piece)
    }

    /// Whether the control around a node already says all that the node says.
    fn is_said_by_control(&mut self, node: Node<'a>) -> bool {
        const MISSES: u8 = 8;
        let Some(open) = self.open.last_mut() else { return false };
        let piece = &self.lean.pieces[open.piece as usize];
        let leafy = matches!(piece.kind, Kind::Control | Kind::Heading | Kind::Image);
        let name = piece.text.as_ref();
        let Some(said) = node.name().map(str::trim).filter(|t| !t.is_empty()) else { return false };
        if piece.node.role().is_text_entry() && node.role() == Role::Text {
            let value = piece.node.value().filter(|value| is_shown_whole(value));
            return value.is_some_and(|value| value.contains(said));
        }
        if !leafy || name.is_empty() || open.missed > MISSES {
            return false;
        }
        let found =
            name.get(open.read..).and_then(|rest| rest.find(said)).map(|at| open.read + at + said.len());
        match found {
            // A container's name is that of all in it: what follows is looked for from the same place.
            Some(_) if node.role() != Role::Text && node.range().len() > 1 => {}
            Some(read) => open.read = read,
            None if name.len() <= 400 && name.contains(said) => {}
            None => {
                open.missed += 1;
                return false;
            }
        }
        true
    }

    fn text(&mut self, node: Node<'a>) {
        let text = node.name().unwrap_or_default();
        if text.trim().is_empty() {
            return;
        }
        self.hush_around(text);
        if let Some(before) = self.sentence_before(node) {
            let piece = &mut self.lean.pieces[before];
            join(piece.text.to_mut(), text);
            return;
        }
        self.push(node, Kind::Text, Cow::Borrowed(text));
        let end = self.lean.pieces.len() as u32;
        if let Some(piece) = self.lean.pieces.last_mut() {
            piece.end = end;
        }
    }

    /// The text piece that this text goes on: both lie in one paragraph, or one of them is only set off in its line.
    fn sentence_before(&self, node: Node<'a>) -> Option<usize> {
        let at = self.lean.pieces.len().checked_sub(1)?;
        let before = &self.lean.pieces[at];
        let marked = node.attrs().len() + before.node.attrs().len() > 0;
        let inside = self.open.last().is_none_or(|open| (open.piece as usize) < at);
        if before.kind != Kind::Text || self.breaks || marked || !inside {
            return None;
        }
        let paragraph = self.flows.last().is_some_and(|flow| flow.2 && flow.1 < index(before.node));
        let parent = |n: Node<'a>| n.ancestors().take(8).find(|a| !is_set_off(a.role())).map(|a| a.id());
        let set_off = |n: Node<'a>| n.parent().is_some_and(|p| is_set_off(p.role()));
        let inline = (set_off(node) || set_off(before.node)) && parent(node) == parent(before.node);
        (paragraph || inline).then_some(at)
    }

    fn print(&mut self, node: Node<'a>, kind: Kind) -> usize {
        let (own, end) = (node.id().index(), node.range().end);
        let mut name = node.name().unwrap_or_default().trim();
        if matches!(kind, Kind::Item | Kind::Row | Kind::List) || (kind == Kind::Cell && name.is_empty()) {
            name = name_of_item(node);
        }
        let closed = options_of(node).filter(|_| !self.plan.is_scope(own as u32));
        let around = self.open.last().map(|open| &self.lean.pieces[open.piece as usize]);
        let repeats = around.is_some_and(|a| a.kind == Kind::Control && a.text == name);
        self.hush_around(name);
        let breaks = matches!(kind, Kind::Heading | Kind::Item | Kind::Part | Kind::List);
        self.breaks |= breaks;
        self.push(node, kind, Cow::Borrowed(name));
        let at = self.lean.pieces.len() - 1;
        let piece = &mut self.lean.pieces[at];
        piece.quiet = repeats || (kind == Kind::Image && self.echoes.is_echo(own as u32));
        piece.options = closed;
        self.open.push(Open { piece: at as u32, end, read: 0, missed: 0 });
        own + 1
    }

    /// Headings, items and cells that are named by what they hold are quiet where that is printed.
    fn hush_around(&mut self, text: &str) {
        const FAR: usize = 4;
        const LONG: usize = 2_000;
        for open in self.open.iter().rev().take(FAR) {
            let piece = &mut self.lean.pieces[open.piece as usize];
            if !matches!(piece.kind, Kind::Heading | Kind::Item | Kind::Cell | Kind::Row) {
                break;
            }
            let text = text.trim();
            piece.quiet |= match piece.kind {
                Kind::Heading => piece.text == text,
                _ => !text.is_empty() && (piece.text.len() > LONG || piece.text.contains(text)),
            };
        }
    }

    fn push(&mut self, node: Node<'a>, kind: Kind, text: Cow<'a, str>) {
        let urgent = node.id().index() < self.urgent_until;
        let breaks = std::mem::take(&mut self.breaks);
        self.lean.pieces.push(Piece {
            node,
            kind,
            text,
            end: 0,
            quiet: false,
            speaks: false,
            breaks,
            urgent,
            options: None,
        });
    }
}

/// Whether a text is a part of the text around it: lines of a paragraph, as some producers list them.
fn repeats_text_around(text: Node<'_>) -> bool {
    let said = text.name().map(str::trim).unwrap_or_default();
    let around = text.parent().filter(|p| p.role() == Role::Text);
    around.and_then(|p| p.name()).is_some_and(|name| name.contains(said))
}

/// The name that an author gave an item: one that is not made of what it holds.
fn name_of_item(node: Node<'_>) -> &str {
    node.name().unwrap_or_default().trim()
}

/// What a closed choice offers: how many options, and which are chosen.
fn options_of(node: Node<'_>) -> Option<(usize, String)> {
    if !matches!(node.role(), Role::ComboBox | Role::ListBox) {
        return None;
    }
    // A list is open unless it says otherwise, a choice is closed unless it does.
    let expanded = node.states().get(State::Expanded);
    let closed = if node.role() == Role::ComboBox {
        expanded != Some(Tri::True)
    } else {
        expanded == Some(Tri::False)
    };
    if !closed {
        return None;
    }
    let told = node.attr("option-count").and_then(|n| n.parse().ok());
    let options = || node.subtree().filter(|n| n.role() == Role::Option);
    let count = told.unwrap_or_else(|| options().count());
    if count == 0 {
        return None;
    }
    let chosen: Vec<&str> =
        options().filter(|o| o.is(State::Selected)).filter_map(|o| o.name()).take(5).collect();
    Some((count, chosen.join(", ")))
}
