//! The lines of a page: pieces that fit stand on one line, parts hold lines, runs of alike pieces become rows.

use super::layers::is_set;
use super::lean::{Kind, Lean, Piece};
use super::measure::{is_silent, measure, own_width};
use super::pen::{self, NAME, Pen, Style};
use super::runs::{Run, Runs};
use super::text::{TOKEN, chunks, is_price, printed};
use crate::tree::State;

/// No line, no piece.
pub(super) const NONE: u32 = u32::MAX;
/// Width at which a line of several pieces ends, in quarters of a token.
pub(super) const FLOW: u32 = 100;
/// From how many rows on repeated rows give way to everything else.
const MANY: usize = 10;

/// What is cut last: dialogs, messages, focus; then controls; headings, prices and parts; plain text and repeated rows.
pub(super) const URGENT: u8 = 0;
pub(super) const CONTROL: u8 = 1;
pub(super) const FRAME: u8 = 2;
pub(super) const TEXT: u8 = 3;

/// A printed line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub text: String,
    pub depth: u16,
    /// The line that holds this one.
    pub parent: u32,
    /// Number of nodes that it prints.
    pub nodes: u32,
    /// How long it is kept when room is short.
    pub class: u8,
    /// Whether it is one of many alike.
    pub is_row: bool,
    /// What it says of itself where only its place is told: word and ref.
    pub brief: String,
}

/// The lines of one section.
pub(super) struct Writer<'w, 'a> {
    pub(super) pieces: &'w [Piece<'a>],
    pub(super) pen: &'w Pen<'w>,
    inline: Vec<bool>,
    width: Vec<u32>,
    runs: Runs,
    pub(super) lines: Vec<Line>,
    /// (end of the pieces, line)
    stack: Vec<(u32, u32)>,
    flow: Flow,
    /// A row of column heads that waits for its rows.
    pub(super) head: Option<u32>,
}

/// A line that is being filled.
struct Flow {
    text: String,
    width: u32,
    nodes: u32,
    class: u8,
}

impl Default for Flow {
    fn default() -> Flow {
        Flow { text: String::new(), width: 0, nodes: 0, class: TEXT }
    }
}

impl<'w, 'a> Writer<'w, 'a> {
    /// Writes all pieces.
    pub(super) fn write(lean: &'w Lean<'a>, pen: &'w Pen<'w>) -> Vec<Line> {
        let (inline, width) = measure(&lean.pieces);
        let runs = Runs::default();
        let mut writer = Writer {
            pieces: &lean.pieces,
            pen,
            inline,
            width,
            runs,
            lines: Vec::new(),
            stack: Vec::new(),
            flow: Flow::default(),
            head: None,
        };
        writer.runs = Runs::of(&lean.pieces, &writer.inline);
        writer.all();
        writer.lines
    }

    fn all(&mut self) {
        let mut at = 0;
        while (at as usize) < self.pieces.len() {
            self.close(at);
            at = match self.runs.at(at) {
                Some(run) => self.run(run),
                None if self.inline[at as usize] => self.inline_piece(at),
                None => self.block(at),
            };
        }
        self.close(NONE);
    }

    /// Closes the lines that hold nothing from piece `at` on.
    fn close(&mut self, at: u32) {
        while self.stack.last().is_some_and(|open| open.0 <= at) {
            self.flush_head();
            self.flush();
            self.stack.pop();
        }
        if at == NONE {
            self.flush_head();
            self.flush();
        }
    }

    fn run(&mut self, run: Run) -> u32 {
        self.flush();
        match run {
            Run::Same { .. } => self.same_controls(&run),
            Run::Rows { .. } | Run::Table { .. } => self.rows(&run),
        }
        run.end()
    }

    fn inline_piece(&mut self, at: u32) -> u32 {
        let piece = &self.pieces[at as usize];
        let width = self.width[at as usize];
        if piece.kind == Kind::Row && self.is_head(at) {
            self.flush_head();
            self.flush();
            self.head = Some(at);
            return piece.end;
        }
        let alone = matches!(piece.kind, Kind::Item | Kind::Row | Kind::Heading | Kind::Part);
        if alone || piece.breaks || (self.flow.width > 0 && self.flow.width + width > FLOW) {
            self.flush_head();
            self.flush();
        }
        if matches!(piece.kind, Kind::Item | Kind::Row) {
            self.flow.text.push('-');
        }
        self.add_to_flow(at);
        if alone {
            self.flush_as(piece.kind == Kind::Item && self.runs.is_many(at));
        }
        piece.end
    }

    fn add_to_flow(&mut self, at: u32) {
        let piece = &self.pieces[at as usize];
        if is_silent(piece) {
            self.flush();
            self.flow.nodes += piece.end - at;
            return;
        }
        let mut text = std::mem::take(&mut self.flow.text);
        if !text.is_empty() {
            text.push(' ');
        }
        self.inline_into(&mut text, at);
        self.flow.text = text;
        self.flow.width += self.width[at as usize];
        let end = self.pieces[at as usize].end;
        self.flow.nodes += end - at;
        self.flow.class = self.flow.class.min(self.class_of(at..end));
    }

    fn flush(&mut self) {
        self.flush_as(false);
    }

    fn flush_as(&mut self, is_row: bool) {
        if self.flow.text.is_empty() {
            return;
        }
        let Flow { text, nodes, class, .. } = std::mem::take(&mut self.flow);
        self.push(text, nodes, class, is_row);
    }

    fn flush_head(&mut self) {
        if let Some(head) = self.head.take() {
            self.flush();
            let mut text = "columns ".to_owned();
            self.inline_into(&mut text, head);
            self.push(text, self.pieces[head as usize].end - head, FRAME, false);
        }
    }

    /// Appends a line under the innermost open one.
    pub(super) fn push(&mut self, text: String, nodes: u32, class: u8, is_row: bool) -> u32 {
        let parent = self.stack.last().map_or(NONE, |open| open.1);
        self.push_under(parent, text, nodes, class, is_row)
    }

    pub(super) fn push_under(
        &mut self,
        parent: u32,
        text: String,
        nodes: u32,
        class: u8,
        is_row: bool,
    ) -> u32 {
        let depth = self.lines.get(parent as usize).map_or(0, |p| p.depth.saturating_add(1));
        self.lines.push(Line { text, depth, parent, nodes, class, is_row, brief: String::new() });
        self.lines.len() as u32 - 1
    }

    /// A piece that needs more than a line: its own line, with what leads in it, and lines below.
    fn block(&mut self, at: u32) -> u32 {
        let piece = &self.pieces[at as usize];
        self.flush_head();
        self.flush();
        match piece.kind {
            Kind::Text => {
                for (n, chunk) in chunks(&piece.text, NAME).enumerate() {
                    let mut text = String::new();
                    self.pen.seen.quote(&mut text, chunk);
                    let class = self.class_of(at..piece.end);
                    self.push(text, u32::from(n == 0), class, false);
                }
                return piece.end;
            }
            Kind::Cell if !pen::has_ref(piece) && (piece.quiet || piece.text.is_empty()) => return at + 1,
            Kind::List if !self.runs.is_many(at + 1) && !is_set(piece.node, "set-size") => return at + 1,
            _ => {}
        }
        let mut text = String::new();
        let long = !piece.quiet && printed(&piece.text) > NAME * TOKEN;
        let first = long.then(|| chunks(&piece.text, NAME).next()).flatten();
        let (mut nodes, mut next) = (1, at + 1);
        let item = matches!(piece.kind, Kind::Item | Kind::Row);
        let mut lead = 0;
        if item && !pen::has_ref(piece) {
            text.push('-');
            self.pen.item_states(&mut text, piece);
            if !piece.text.is_empty() && !piece.quiet {
                text.push(' ');
                self.pen.seen.quote(&mut text, first.unwrap_or(&piece.text));
            }
            lead = FLOW;
        } else {
            self.pen.piece(&mut text, piece, first, Style::Full);
            self.runs.push_count(&mut text, at, piece);
            let rest = self.width[at as usize].saturating_sub(own_width(piece));
            let holds_all = rest <= FLOW && (at + 1..piece.end).all(|i| self.inline[i as usize]);
            if holds_all || piece.kind == Kind::Heading || piece.kind == Kind::Control {
                lead = FLOW;
            }
        }
        let mut class = self.class_of(at..at + 1);
        let brief = self.brief(at);
        // What stands first in it and fits goes on its line.
        let mut colon = !item;
        let mut line_width = 0;
        while next < piece.end && self.inline[next as usize] && self.runs.at(next).is_none() {
            let inner = &self.pieces[next as usize];
            if is_silent(inner) {
                nodes += 1;
                next += 1;
                continue;
            }
            line_width += self.width[next as usize];
            if line_width > lead || matches!(inner.kind, Kind::Item | Kind::Row) {
                break;
            }
            text.push_str(if std::mem::take(&mut colon) { ": " } else { " " });
            self.inline_into(&mut text, next);
            class = class.min(self.class_of(next..inner.end));
            nodes += inner.end - next;
            next = inner.end;
        }
        let is_row = piece.kind == Kind::Item && self.runs.is_many(at);
        let line = self.push(text, nodes, class, is_row);
        self.lines[line as usize].brief = brief;
        self.stack.push((piece.end, line));
        // What a name has beyond what its line holds.
        for chunk in chunks(&piece.text, NAME).skip(1).take(if long { usize::MAX } else { 0 }) {
            let mut text = String::new();
            self.pen.seen.quote(&mut text, chunk);
            self.push_under(line, text, 0, TEXT, false);
        }
        next
    }

    fn brief(&self, at: u32) -> String {
        let piece = &self.pieces[at as usize];
        let mut brief = pen::word(piece).into_owned();
        if pen::has_ref(piece) {
            brief.push(' ');
            self.pen.reference(&mut brief, piece.node);
        }
        brief
    }

    /// Writes a piece and all it holds on one line. What is inline is narrow, so it is not nested deeply either.
    pub(super) fn inline_into(&self, out: &mut String, at: u32) {
        let piece = &self.pieces[at as usize];
        let separator = if piece.kind == Kind::Row { "|" } else { " " };
        match piece.kind {
            Kind::Text => {
                self.pen.seen.quote(out, &piece.text);
                if piece.node.attrs().len() > 0 {
                    self.pen.piece(out, piece, Some(""), Style::Bare);
                }
                return;
            }
            Kind::Item | Kind::Row | Kind::Cell | Kind::List => {
                let mut states = String::new();
                self.pen.item_states(&mut states, piece);
                // Behind a control they would be read as the control's.
                let behind = !self.holds_marks(at);
                if !behind && !states.is_empty() {
                    out.push_str(states.trim_start());
                    out.push(' ');
                }
                let before = out.len();
                if !piece.quiet && !piece.text.is_empty() {
                    self.pen.seen.quote_cut(out, &piece.text, NAME);
                }
                if piece.end > at + 1 {
                    self.children_into(out, at, before, separator);
                }
                if behind {
                    out.push_str(if out.len() > before { &states } else { states.trim_start() });
                }
                if matches!(piece.kind, Kind::Row | Kind::Cell) {
                    let mut own = String::new();
                    self.pen.piece(&mut own, piece, Some(""), Style::Bare);
                    if out.len() > before && !own.is_empty() {
                        out.push(' ');
                    }
                    out.push_str(own.trim());
                }
                return;
            }
            _ => {}
        }
        if let Some(name) = self.name_from_texts(at) {
            return self.pen.piece(out, piece, Some(&name), Style::Full);
        }
        self.pen.piece(out, piece, None, Style::Full);
        self.held_into(out, at);
    }

    /// Whether a piece holds anything that may have marks of its own.
    fn holds_marks(&self, at: u32) -> bool {
        let inside = &self.pieces[at as usize + 1..self.pieces[at as usize].end as usize];
        !inside.iter().all(|p| p.kind == Kind::Text && p.node.attrs().len() == 0)
    }

    /// Writes what a piece holds after the piece itself.
    pub(super) fn held_into(&self, out: &mut String, at: u32) {
        let piece = &self.pieces[at as usize];
        match self.pieces.get(at as usize + 1) {
            Some(inner) if at + 1 < piece.end && inner.end == piece.end && is_silent(inner) => {}
            Some(inner) if at + 1 < piece.end && inner.end == piece.end => {
                out.push_str(" > ");
                self.inline_into(out, at + 1);
            }
            Some(_) if at + 1 < piece.end => {
                out.push_str(" {");
                self.children_into(out, at, out.len(), " ");
                out.push('}');
            }
            _ => {}
        }
    }

    fn children_into(&self, out: &mut String, at: u32, from: usize, separator: &str) {
        let mut next = at + 1;
        let row = separator == "|";
        while next < self.pieces[at as usize].end {
            if is_silent(&self.pieces[next as usize]) {
                next += 1;
                continue;
            }
            if out.len() > from || (row && next > at + 1) {
                out.push_str(separator);
            }
            self.inline_into(out, next);
            next = self.pieces[next as usize].end;
        }
    }

    /// The name of a control that has none, from the texts that are all it holds.
    pub(super) fn name_from_texts(&self, at: u32) -> Option<String> {
        let piece = &self.pieces[at as usize];
        let inside = &self.pieces[at as usize + 1..piece.end as usize];
        let texts = inside.iter().all(|p| {
            (matches!(p.kind, Kind::Text | Kind::Heading) || is_silent(p)) && p.node.attr("painted").is_none()
        });
        if piece.kind != Kind::Control || !piece.text.is_empty() || inside.is_empty() || !texts {
            return None;
        }
        let spoken = inside.iter().filter(|p| !p.quiet && !p.text.is_empty());
        Some(spoken.map(|p| p.text.as_ref()).collect::<Vec<_>>().join(" "))
    }

    pub(super) fn class_of(&self, pieces: std::ops::Range<u32>) -> u8 {
        let class = |p: &Piece<'_>| match p.kind {
            _ if p.urgent || p.node.is(State::Focused) || p.node.is(State::Invalid) => URGENT,
            Kind::Control => CONTROL,
            Kind::Heading | Kind::Part | Kind::List => FRAME,
            Kind::Text if is_price(&p.text) => FRAME,
            Kind::Cell | Kind::Row if pen::has_ref(p) => CONTROL,
            _ => TEXT,
        };
        self.pieces[pieces.start as usize..pieces.end as usize].iter().map(class).min().unwrap_or(TEXT)
    }

    /// Whether a row holds nothing but heads of columns.
    pub(super) fn is_head(&self, at: u32) -> bool {
        super::runs::is_head(self.pieces, at)
    }
}

/// Whether rows of this number give way to everything else.
pub(super) fn are_many(rows: usize) -> bool {
    rows >= MANY
}
