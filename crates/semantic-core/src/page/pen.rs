//! Writing one node: word, name, value, ref, states. Page text stands in quotes, everything outside of them is ours.

use std::borrow::Cow;
use std::fmt::Write;

use super::kinds::is_actionable;
use super::layers::{Layers, index, is_set};
use super::lean::{Kind, Piece};
use super::plan::{is_chosen, shows_field};
use super::text::{Seen, TOKEN, printed};
use crate::tree::{Node, Role, State, Tri};
use crate::view::{Field, Section};

/// Longest name, value and hint on one line, in tokens. The rest of a name goes on in lines of its own.
pub(super) const NAME: usize = 100;
const VALUE: usize = 40;
const HINT: usize = 60;

/// What writes nodes of one section.
pub(super) struct Pen<'a> {
    pub section: &'a Section,
    pub layers: &'a Layers,
    pub seen: &'a Seen,
}

/// How much of a node is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Word and name.
    Full,
    /// No word: the line or the header of the rows says it.
    Wordless,
    /// Neither word nor name.
    Bare,
}

impl Pen<'_> {
    /// Writes a piece without what it holds. `name`: another name than the piece's own.
    pub(super) fn piece(&self, out: &mut String, piece: &Piece<'_>, name: Option<&str>, style: Style) {
        self.piece_of_row(out, piece, name, style, false);
    }

    /// The same, for a row whose header may say already of what nature its pieces are.
    pub(super) fn piece_of_row(
        &self,
        out: &mut String,
        piece: &Piece<'_>,
        name: Option<&str>,
        style: Style,
        is_nature_told: bool,
    ) {
        let start = out.len();
        let name = name.unwrap_or(if piece.quiet { "" } else { &piece.text });
        if style == Style::Full {
            out.push_str(&word(piece));
        }
        if style != Style::Bare && !name.is_empty() && self.shows(Field::Name) {
            space(out, start);
            self.seen.quote_cut(out, name, NAME);
        }
        self.value(out, piece);
        if has_ref(piece) {
            space(out, start);
            self.reference(out, piece.node);
        }
        let mut marks = Marks { out, started: false };
        if self.shows(Field::States) {
            self.states(&mut marks, piece);
        }
        if !is_nature_told {
            self.nature(&mut marks, piece);
        }
        self.facts(&mut marks, piece);
        marks.close();
        self.asked(out, piece.node);
    }

    /// What a piece is by nature, in square brackets: why it can be acted on, where its name comes from.
    pub(super) fn natural(&self, piece: &Piece<'_>) -> String {
        let mut out = String::new();
        let mut marks = Marks { out: &mut out, started: false };
        self.nature(&mut marks, piece);
        marks.close();
        out
    }

    /// Writes a node's ref.
    pub(super) fn reference(&self, out: &mut String, node: Node<'_>) {
        match self.section.reference_of(node.id()) {
            Some(reference) => out.push_str(&reference),
            None => out.push_str("outside the pane"),
        }
    }

    fn shows(&self, field: Field) -> bool {
        shows_field(self.section.view(), field)
    }

    fn value(&self, out: &mut String, piece: &Piece<'_>) {
        let node = piece.node;
        let chosen = piece.options.as_ref().map(|o| o.1.as_str()).filter(|c| !c.is_empty());
        let Some(value) = node.value().or(chosen).filter(|_| self.shows(Field::Value)) else { return };
        if matches!(node.role(), Role::Button | Role::Link | Role::Option) || value == piece.text {
            return;
        }
        out.push('=');
        self.seen.quote_cut(out, value, VALUE);
    }

    /// The states of an item that has no ref: the step that is current, a choice that is made.
    pub(super) fn item_states(&self, out: &mut String, piece: &Piece<'_>) {
        if piece.kind == Kind::Item && !has_ref(piece) && says_state(piece.node) && self.shows(Field::States)
        {
            let mut marks = Marks { out, started: false };
            self.states(&mut marks, piece);
            marks.close();
        }
    }

    fn states(&self, marks: &mut Marks<'_>, piece: &Piece<'_>) {
        let node = piece.node;
        let secret = node.states().get(State::Filled);
        let mut told = told_error(node);
        let mut hint = node.description().filter(|d| !d.trim().is_empty() && *d != piece.text);
        for (state, value) in node.states().iter() {
            let word = match (state, value) {
                (State::Focusable | State::Interactive | State::Hidden | State::Multiline, _) => continue,
                (State::Modal, Tri::True) => "modal",
                (State::Filled, Tri::False) => "empty",
                (State::Pressed, Tri::False) => "pressed=false",
                (State::Expanded, Tri::False) if piece.options.is_some() => continue,
                (State::Expanded, Tri::False) => "expanded=false",
                (State::Disabled, Tri::True) if is_set(node, "aria-disabled") => "aria-disabled",
                (State::Checked, Tri::Mixed) => "checked=mixed",
                (State::Pressed, Tri::Mixed) => "pressed=mixed",
                (State::Multiselectable, Tri::True) => "multiple",
                (_, Tri::True) => state.as_str(),
                _ => continue,
            };
            marks.add(word);
            let reason = match state {
                State::Invalid => told.take().or_else(|| hint.take()),
                State::Disabled => hint.take_if(|hint| is_sentence(hint)),
                _ => None,
            };
            self.say(marks, reason, HINT);
        }
        if let Some(state) = node.attr("data-state").filter(|_| secret.is_none() && states_nothing(node)) {
            marks.add("inferred");
            self.say(marks, Some(state), 8);
        }
        if let Some(hint) = hint.filter(|_| self.shows(Field::Description)) {
            marks.add("hint");
            self.say(marks, Some(hint), HINT);
        }
    }

    fn nature(&self, marks: &mut Marks<'_>, piece: &Piece<'_>) {
        let node = piece.node;
        if let Some(why) = node.attr("clickable").filter(|_| piece.kind != Kind::Part) {
            const WHYS: [&str; 6] =
                ["pointer", "handler", "focusable", "editable", "video controls", "audio controls"];
            let plain = WHYS.contains(&why);
            if !node.role().is_interactive() {
                let why = if plain { why } else { "clickable" };
                marks.add(if node.role().is_vague() { "" } else { "clickable: " }).push_str(why);
            }
        }
        if let Some(source) = node.attr("name-from").filter(|s| s.len() <= 20 && is_word(s)) {
            marks.add("name from ").push_str(if source == "testid" { "test id" } else { source });
        }
    }

    fn facts(&self, marks: &mut Marks<'_>, piece: &Piece<'_>) {
        let node = piece.node;
        if let Some((count, _)) = piece.options {
            let _ = write!(marks.add(""), "{count} option{}", if count == 1 { "" } else { "s" });
        }
        if node.attr("type") == Some("file") {
            if let Some(accept) = node.attr("accept") {
                marks.add("accept");
                self.say(marks, Some(accept), 20);
            }
            if is_set(node, "multiple") && !node.is(State::Multiselectable) {
                marks.add("multiple");
            }
        }
        self.places(marks, node);
    }

    /// What lies over a node, what it opened, what opened it, and how little of it is seen.
    fn places(&self, marks: &mut Marks<'_>, node: Node<'_>) {
        if is_set(node, "covered-by") {
            marks.add("covered by ");
            match self.layers.pointed(node, "covered-by") {
                Some(over) => self.point(marks, over),
                None => {
                    let text = node.attr("covered-by").unwrap_or_default().trim_start_matches('?').trim();
                    if text.is_empty() {
                        marks.out.push_str("something")
                    } else {
                        self.seen.quote_cut(marks.out, text, 15)
                    }
                }
            }
        }
        // Of a layer it is said already that it lies on top.
        if self.layers.covers(index(node)) && node.attr("layer").is_none() {
            marks.add("covers what lies under it");
            if let Some(b) = node.bounds() {
                let [x, y, w, h] = [b.x, b.y, b.width, b.height].map(f64::round);
                let _ = write!(marks.out, " at {x},{y},{w},{h}");
            }
        }
        if node.attr("layer").is_some_and(|l| l != "modal") {
            marks.add("on top");
            if let Some(opener) = self.layers.pointed(node, "opener") {
                marks.out.push_str(" of ");
                self.point(marks, opener);
            }
        }
        if let Some(layer) = self.layers.opened_by(index(node)) {
            let layer = node.snapshot().node(crate::tree::NodeId::from_index(layer as usize));
            if let Some(layer) = layer {
                marks.add("opened ");
                self.reference(marks.out, layer);
            }
        }
        for (attr, word) in
            [("aria-hidden", "aria-hidden"), ("inert", "inert"), ("behind-modal", "behind the modal")]
        {
            if is_set(node, attr) {
                marks.add(word);
            }
        }
        if let Some(how) =
            node.attr("painted").filter(|how| matches!(*how, "offscreen" | "clipped" | "transparent"))
        {
            marks.add(how);
        }
        if let Some(address) = node.attr("address") {
            marks.add("from");
            self.say(marks, Some(address), 30);
        }
        if let Some(why) = node.attr("unreadable") {
            marks.add("not readable");
            self.say(marks, Some(why), 30);
        }
        if node.attr("shadow") == Some("closed") {
            marks.add("closed shadow root, contents not readable");
        }
    }

    /// Another node in few words: what it is, its name and its ref.
    pub(super) fn point(&self, marks: &mut Marks<'_>, node: Node<'_>) {
        self.brief(marks.out, node);
    }

    /// A node in few words: what it is, its name and its ref.
    pub(super) fn brief(&self, out: &mut String, node: Node<'_>) {
        out.push_str(&role_word(node));
        if let Some(name) = node.name().filter(|n| !n.trim().is_empty()) {
            out.push(' ');
            self.seen.quote_cut(out, name, 12);
        }
        out.push(' ');
        self.reference(out, node);
    }

    fn say(&self, marks: &mut Marks<'_>, text: Option<&str>, tokens: usize) {
        if let Some(text) = text {
            marks.out.push_str(": ");
            self.seen.quote_cut(marks.out, text, tokens);
        }
    }

    /// Fields that only a view that chose them shows.
    fn asked(&self, out: &mut String, node: Node<'_>) {
        let view = self.section.view();
        if !is_chosen(view) {
            return;
        }
        if let Some(b) = node.bounds().filter(|_| view.shows(Field::Bounds)) {
            let [x, y, w, h] = [b.x, b.y, b.width, b.height].map(|v| (v * 100.0).round() / 100.0);
            let _ = write!(out, " bounds={x},{y},{w},{h}");
        }
        for (field, text) in [(Field::Identifier, node.identifier()), (Field::OwnRef, node.own_ref())] {
            if let Some(text) = text.filter(|t| !t.is_empty() && view.shows(field)) {
                let _ = write!(out, " {}=", field.as_str());
                self.seen.quote_cut(out, text, 20);
            }
        }
    }
}

/// Marks in square brackets, the bracket opened by the first.
pub(super) struct Marks<'o> {
    pub out: &'o mut String,
    started: bool,
}

impl Marks<'_> {
    fn add(&mut self, word: &str) -> &mut String {
        self.out.push_str(if self.started { ", " } else { " [" });
        self.started = true;
        self.out.push_str(word);
        self.out
    }

    fn close(self) {
        if self.started {
            self.out.push(']');
        }
    }
}

fn space(out: &mut String, start: usize) {
    if out.len() > start && !out.ends_with(' ') {
        out.push(' ');
    }
}

/// Whether a ref is printed: of what can be acted on or scoped to.
pub(super) fn has_ref(piece: &Piece<'_>) -> bool {
    match piece.kind {
        Kind::Control | Kind::Part | Kind::List => true,
        Kind::Row | Kind::Cell => is_actionable(piece.node),
        Kind::Text | Kind::Heading | Kind::Image | Kind::Item => false,
    }
}

/// What the page says is wrong with a field.
pub(super) fn told_error(node: Node<'_>) -> Option<&str> {
    node.attr("error").filter(|_| node.is(State::Invalid))
}

/// Whether a hint is short enough not to be cut.
pub(super) fn is_hint_shown_whole(hint: &str) -> bool {
    printed(hint) <= HINT * TOKEN
}

/// Whether a value is short enough not to be cut.
pub(super) fn is_shown_whole(value: &str) -> bool {
    printed(value) <= VALUE * TOKEN
}

/// The word for a piece.
pub(super) fn word(piece: &Piece<'_>) -> Cow<'static, str> {
    match piece.kind {
        Kind::Text => Cow::Borrowed(""),
        Kind::Heading => Cow::Owned(format!("h{}", piece.node.level().unwrap_or(2))),
        Kind::Control if piece.node.attr("type") == Some("file") => Cow::Borrowed("file"),
        _ => role_word(piece.node),
    }
}

/// The word for a node's role. Words of a producer's own are not repeated: they may be anything.
pub(super) fn role_word(node: Node<'_>) -> Cow<'static, str> {
    match node.role() {
        role if role.is_vague() && is_actionable(node) => Cow::Borrowed("clickable"),
        role if role.is_vague() => Cow::Borrowed("part"),
        Role::Text => Cow::Borrowed("text"),
        role => Cow::Borrowed(role.as_str()),
    }
}

/// Whether a text may be a reason: a word or two only name something.
fn is_sentence(text: &str) -> bool {
    text.split_whitespace().nth(2).is_some() || text.chars().any(|c| u32::from(c) >= 0x0e00)
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_lowercase())
}

/// Whether a node is in a state that tells it from the others beside it.
pub(super) fn says_state(node: Node<'_>) -> bool {
    use State::*;
    [Current, Selected, Checked, Pressed, Expanded, Disabled, Invalid].into_iter().any(|state| node.is(state))
}

/// Whether a control says none of the states that a page's own `data-state` may stand for.
fn states_nothing(node: Node<'_>) -> bool {
    [State::Checked, State::Pressed, State::Selected, State::Expanded, State::Current]
        .into_iter()
        .all(|state| node.states().get(state).is_none())
}
