//! Rows: a header that says once what all have in common, and a line for each.

use std::fmt::Write;
use std::ops::Range;

use super::lean::{Kind, Piece};
use super::lines::{CONTROL, FRAME, TEXT, Writer, are_many};
use super::measure::is_silent;
use super::pen::{self, Style};
use super::runs::Run;
use crate::tree::Role;

/// One place of every row: what stands there in all of them.
struct Column {
    /// The controls of the cell. `None` where rows differ.
    controls: Option<Vec<Shared>>,
}

/// What the controls at one place of all rows have in common.
struct Shared {
    word: String,
    /// The name, where all share one.
    name: Option<String>,
    /// The text inside beside the name, where all hold the same: an icon's glyph, or nothing.
    inner: Option<String>,
    /// Why it can be acted on and where its name comes from, in brackets, where that is the same in all.
    nature: Option<String>,
}

impl Writer<'_, '_> {
    /// Controls of one role beside each other: the word once, in the plural, then names and refs.
    pub(super) fn same_controls(&mut self, run: &Run) {
        const FLOW: usize = 100;
        let (mut text, mut nodes, mut class, mut count) = (String::new(), 0, TEXT, 0);
        let pieces = self.rows_of(run);
        let is_control = |&i: &u32| self.pieces[i as usize].kind == Kind::Control;
        let control_in = |piece: &Range<u32>| piece.clone().find(is_control).unwrap_or(piece.start);
        let mut natures = pieces.iter().map(|p| self.pen.natural(&self.pieces[control_in(p) as usize]));
        let nature = natures.next().filter(|first| natures.all(|nature| nature == *first));
        let mut word = pen::word(&self.pieces[run.start() as usize]);
        let mut lines: Vec<(String, u32, u8)> = Vec::new();
        for piece in &pieces {
            let control = control_in(piece);
            let mut own = String::new();
            self.leaf_into(&mut own, control, Style::Wordless, nature.is_some());
            word = pen::word(&self.pieces[control as usize]);
            if count > 0 && text.len() + own.len() > FLOW {
                lines.push((headed(&word, count, nature.as_deref(), &text), nodes, class));
                (text, nodes, class, count) = (String::new(), 0, TEXT, 0);
            }
            text.push(' ');
            text.push_str(&own);
            nodes += piece.end - piece.start;
            class = class.min(self.class_of(piece.clone()));
            count += 1;
        }
        lines.push((headed(&word, count, nature.as_deref(), &text), nodes, class));
        // The options of an open list are rows: many of them push no other control out.
        let options = self.pieces[run.start() as usize].node.role() == Role::Option;
        let rows = (run.start()..run.end()).filter(is_control).count();
        let many = options && are_many(rows);
        for (text, nodes, class) in lines {
            self.push(text, nodes, class, many && class >= CONTROL);
        }
    }

    /// A run of rows: its header, then each row.
    pub(super) fn rows(&mut self, run: &Run) {
        let rows = self.rows_of(run);
        let table = matches!(run, Run::Table { .. });
        let cells: Vec<Vec<Range<u32>>> = rows.iter().map(|row| self.cells_of(row.clone(), table)).collect();
        let width = cells.iter().map(Vec::len).max().unwrap_or(0);
        let columns: Vec<Column> = (0..width).map(|c| self.column(&cells, c)).collect();
        let many = are_many(rows.len());
        let head = self.head.take();
        let header = self.header(&columns, head, rows.len(), table);
        let parent = match header {
            // Rows of a table stand beside the line that names their columns.
            Some((text, nodes)) if table => {
                self.push(text, nodes, FRAME, false);
                None
            }
            Some((text, nodes)) => Some(self.push(text, nodes, FRAME, false)),
            None => None,
        };
        for (row, cells) in rows.iter().zip(&cells) {
            let text = self.row_text(row.clone(), cells, &columns);
            let nodes: u32 = row.end - row.start;
            let class = self.class_of(row.clone());
            match parent {
                Some(parent) => self.push_under(parent, text, nodes, class, many),
                None => self.push(text, nodes, class, many),
            };
        }
        if let Some(parent) = parent {
            self.lines[parent as usize].brief = "records".to_owned();
        }
    }

    /// The pieces of each row of a run.
    fn rows_of(&self, run: &Run) -> Vec<Range<u32>> {
        let period = match run {
            Run::Rows { period, .. } => *period,
            _ => 1,
        };
        let (mut rows, mut at) = (Vec::new(), run.start());
        while at < run.end() {
            let start = at;
            for _ in 0..period {
                at = self.pieces.get(at as usize).map_or(run.end(), |p| p.end).min(run.end());
            }
            rows.push(start..at);
        }
        rows
    }

    /// The cells of a row: those of a table's row; else each piece that is read or acted on.
    fn cells_of(&self, row: Range<u32>, table: bool) -> Vec<Range<u32>> {
        let mut cells = Vec::new();
        let mut at = if table { row.start + 1 } else { row.start };
        while at < row.end {
            let piece = &self.pieces[at as usize];
            let opens = matches!(piece.kind, Kind::Item | Kind::List | Kind::Row | Kind::Cell);
            if opens && !table && !says_itself(piece) {
                at += 1;
                continue;
            }
            if !is_silent(piece) {
                cells.push(at..piece.end);
            }
            at = piece.end;
        }
        cells
    }

    /// The controls of a cell, where it holds nothing else.
    fn controls_of(&self, cell: &Range<u32>) -> Option<Vec<u32>> {
        let mut controls = Vec::new();
        let mut at = cell.start;
        let first = &self.pieces[at as usize];
        if first.kind == Kind::Cell && !pen::has_ref(first) && (first.quiet || first.text.is_empty()) {
            at += 1;
        }
        while at < cell.end {
            let piece = &self.pieces[at as usize];
            let leaf = match piece.kind {
                Kind::Control => self.inside(at).iter().all(|p| p.kind == Kind::Text || is_silent(p)),
                Kind::Heading | Kind::Image => piece.end == at + 1,
                _ => false,
            };
            if !leaf {
                return None;
            }
            controls.push(at);
            at = piece.end;
        }
        (!controls.is_empty()).then_some(controls)
    }

    /// What a piece holds.
    fn inside(&self, at: u32) -> &[Piece<'_>] {
        &self.pieces[at as usize + 1..self.pieces[at as usize].end as usize]
    }

    fn column(&self, rows: &[Vec<Range<u32>>], c: usize) -> Column {
        let mut shared: Option<Vec<Shared>> = None;
        let is_empty = |cell: &Range<u32>| {
            let first = &self.pieces[cell.start as usize];
            first.kind == Kind::Cell && cell.len() == 1 && first.text.is_empty()
        };
        for cell in rows.iter().filter_map(|row| row.get(c)).filter(|cell| !is_empty(cell)) {
            let Some(controls) = self.controls_of(cell) else { return Column { controls: None } };
            let own: Vec<Shared> = controls.iter().map(|&at| self.alone(at)).collect();
            match &mut shared {
                None => shared = Some(own),
                Some(shared) if shared.len() != own.len() => return Column { controls: None },
                Some(shared) => {
                    for (all, one) in shared.iter_mut().zip(own) {
                        if all.word != one.word {
                            return Column { controls: None };
                        }
                        all.name.take_if(|name| one.name.as_ref() != Some(name));
                        all.inner.take_if(|inner| one.inner.as_ref() != Some(inner));
                        all.nature.take_if(|nature| one.nature.as_ref() != Some(nature));
                    }
                }
            }
        }
        Column { controls: shared }
    }

    /// What one control says.
    fn alone(&self, at: u32) -> Shared {
        let piece = &self.pieces[at as usize];
        let from_texts = self.name_from_texts(at);
        let texts = self.inside(at).iter().filter(|p| !is_silent(p)).map(|p| p.text.as_ref());
        let inner = if from_texts.is_some() { String::new() } else { texts.collect::<Vec<_>>().join(" ") };
        let own = (!piece.quiet && piece.kind == Kind::Control).then(|| piece.text.to_string());
        let name = from_texts.or(own).filter(|name| !name.is_empty());
        let nature = Some(self.pen.natural(piece));
        Shared { word: pen::word(piece).into_owned(), name, inner: Some(inner), nature }
    }

    /// The header of a run with the number of nodes it prints.
    fn header(
        &self,
        columns: &[Column],
        head: Option<u32>,
        rows: usize,
        table: bool,
    ) -> Option<(String, u32)> {
        let heads = head.map_or(Vec::new(), |head| self.cells_of(head..self.pieces[head as usize].end, true));
        let nodes = head.map_or(0, |head| self.pieces[head as usize].end - head);
        let told = columns.iter().any(|c| c.controls.is_some());
        if table && head.is_none() && !told {
            return None;
        }
        let mut out = if table { "columns ".to_owned() } else { String::new() };
        if !table {
            let _ = write!(out, "{rows} records: ");
        }
        for c in 0..columns.len().max(heads.len()) {
            if c > 0 {
                out.push('|');
            }
            let before = out.len();
            if let Some(cell) = heads.get(c) {
                self.inline_into(&mut out, cell.start);
            }
            let controls = columns.get(c).and_then(|c| c.controls.as_deref());
            if controls.is_none() && !table {
                out.push_str("text");
            }
            for shared in controls.unwrap_or_default() {
                if out.len() > before {
                    out.push(' ');
                }
                out.push_str(&shared.word);
                if let Some(name) = &shared.name {
                    out.push(' ');
                    self.pen.seen.quote_cut(&mut out, name, pen::NAME);
                }
                out.push_str(shared.nature.as_deref().unwrap_or_default());
                if let Some(inner) = shared.inner.as_ref().filter(|inner| !inner.is_empty()) {
                    out.push_str(" > ");
                    self.pen.seen.quote(&mut out, inner);
                }
            }
        }
        Some((out, nodes))
    }

    fn row_text(&self, row: Range<u32>, cells: &[Range<u32>], columns: &[Column]) -> String {
        let mut out = String::new();
        let first = &self.pieces[row.start as usize];
        if matches!(first.kind, Kind::Row | Kind::Item) {
            match first.kind {
                Kind::Row => self.pen.piece(&mut out, first, Some(""), Style::Bare),
                _ => self.pen.item_states(&mut out, first),
            }
            if !out.is_empty() {
                out = format!("{}: ", out.trim());
            }
        }
        for (c, cell) in cells.iter().enumerate() {
            if c > 0 {
                out.push('|');
            }
            let shared = columns.get(c).and_then(|c| c.controls.as_deref());
            match (shared, self.controls_of(cell)) {
                (Some(shared), Some(controls)) => {
                    for (n, (&control, shared)) in controls.iter().zip(shared).enumerate() {
                        if n > 0 {
                            out.push(' ');
                        }
                        let style = if shared.name.is_some() { Style::Bare } else { Style::Wordless };
                        self.leaf_into(&mut out, control, style, shared.nature.is_some());
                        if shared.inner.is_none() && self.name_from_texts(control).is_none() {
                            self.held_into(&mut out, control);
                        }
                    }
                }
                _ => self.inline_into(&mut out, cell.start),
            }
        }
        out
    }

    /// A piece whose word, and perhaps name and nature, another line says.
    fn leaf_into(&self, out: &mut String, at: u32, style: Style, is_nature_told: bool) {
        let name = self.name_from_texts(at);
        let start = out.len();
        self.pen.piece_of_row(out, &self.pieces[at as usize], name.as_deref(), style, is_nature_told);
        // A value or a mark of something nameless stands first then.
        if out[start..].starts_with(' ') {
            out.remove(start);
        }
    }
}

/// Whether an item or cell has something to say beside what it holds.
fn says_itself(piece: &Piece<'_>) -> bool {
    pen::has_ref(piece) && piece.kind != Kind::List || (!piece.quiet && !piece.text.is_empty())
}

/// A line of controls after the word for them and what they all are by nature.
fn headed(word: &str, count: usize, nature: Option<&str>, text: &str) -> String {
    let word = if count == 1 { word.to_owned() } else { plural(word) };
    word + nature.unwrap_or_default() + text
}

/// The plural of a role's word.
fn plural(word: &str) -> String {
    match word {
        "checkbox" | "textbox" | "combobox" | "listbox" | "searchbox" | "switch" => format!("{word}es"),
        word => format!("{word}s"),
    }
}
