//! The budget: which lines one answer holds, where the next one goes on, and who is told what is missing.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::lines::{Line, NONE, TEXT};
use super::text::quarters;

/// How many lines around one that was shown before are told again in short.
const AROUND: usize = 6;
/// Room for "… 12,345 more" on a line that may lose lines below it, in quarters of a token.
const MORE: usize = 20;
/// Levels by which a line is moved in at most.
const LEVELS: u16 = 24;

/// The lines in the order in which they are handed out.
pub(super) struct Order {
    /// Lines, the most needed first; a line never stands before the one that holds it.
    order: Vec<u32>,
    /// Position of each line in `order`.
    rank: Vec<u32>,
    has_lines: Vec<bool>,
}

/// What one answer shows.
pub(super) struct Part {
    from: u32,
    pub until: u32,
}

impl Order {
    /// Orders lines: by class; plain texts and repeated rows share what is left, so that neither pushes the other out.
    pub(super) fn of(lines: &[Line]) -> Order {
        let (mut rows, mut texts) = (0u64, 0u64);
        let mut keys: Vec<(u8, u64, u32)> = Vec::with_capacity(lines.len());
        let mut has_lines = vec![false; lines.len()];
        for (i, line) in (0..).zip(lines) {
            let class = if line.is_row { TEXT } else { line.class };
            let sum = if line.is_row { &mut rows } else { &mut texts };
            let before = *sum;
            if class == TEXT {
                *sum += quarters(&line.text) as u64;
            }
            keys.push((class, if class == TEXT { before } else { 0 }, i));
            if line.parent != NONE {
                has_lines[line.parent as usize] = true;
            }
        }
        for i in (0..lines.len()).rev() {
            if lines[i].parent != NONE {
                let parent = lines[i].parent as usize;
                let (class, sum, _) = keys[i];
                keys[parent] = keys[parent].min((class, sum, parent as u32));
            }
        }
        let mut order: Vec<u32> = (0..lines.len() as u32).collect();
        order.sort_by_key(|&i| keys[i as usize]);
        let mut rank = vec![0; lines.len()];
        (0..).zip(&order).for_each(|(at, &line)| rank[line as usize] = at);
        Order { order, rank, has_lines }
    }

    /// The part that begins at position `from` and costs at most `room` quarters of a token and `nodes` nodes.
    pub(super) fn part(&self, lines: &[Line], from: u32, room: Option<usize>, nodes: Option<usize>) -> Part {
        let all = Part { from, until: self.order.len() as u32 };
        let rest = &self.order[(from as usize).min(self.order.len())..];
        let bare = |line: u32| cost(&lines[line as usize]);
        let count = |line: u32| lines[line as usize].nodes as usize;
        let fits_all = from == 0
            && room.is_none_or(|room| rest.iter().map(|&l| bare(l)).sum::<usize>() <= room)
            && nodes.is_none_or(|nodes| rest.iter().map(|&l| count(l)).sum::<usize>() <= nodes);
        if fits_all {
            return all;
        }
        let (mut spent, mut shown, mut until) = (0, 0, from);
        let mut told = vec![false; lines.len()];
        for &line in rest {
            let more = if self.has_lines[line as usize] { MORE } else { 0 };
            spent += bare(line) + more;
            shown += count(line);
            for around in self.told_again(lines, line, from) {
                if !std::mem::replace(&mut told[around as usize], true) {
                    spent += brief_cost(&lines[around as usize]) + MORE;
                }
            }
            let over = room.is_some_and(|room| spent > room) || nodes.is_some_and(|nodes| shown > nodes);
            // One line is always handed out, so that a cursor goes on.
            if over && until > from {
                break;
            }
            until += 1;
            if over {
                break;
            }
        }
        Part { from, until }
    }

    /// The nearest lines around one that were handed out before position `from`.
    fn told_again<'a>(&'a self, lines: &'a [Line], line: u32, from: u32) -> impl Iterator<Item = u32> + 'a {
        let up = move |&l: &u32| Some(lines[l as usize].parent).filter(|&p| p != NONE);
        let around = std::iter::successors(up(&line), up).take(AROUND);
        around.filter(move |&a| self.rank[a as usize] < from)
    }

    /// The text of a part.
    pub(super) fn text(&self, lines: &[Line], part: &Part) -> String {
        let mut out = String::new();
        let mut lost = vec![0u32; lines.len()];
        let mut again = vec![false; lines.len()];
        for (i, line) in (0..).zip(lines) {
            let rank = self.rank[i as usize];
            if rank >= part.until && line.parent != NONE {
                lost[line.parent as usize] += 1;
            }
            if (part.from..part.until).contains(&rank) && part.from > 0 {
                self.told_again(lines, i, part.from).for_each(|a| again[a as usize] = true);
            }
        }
        for (i, line) in lines.iter().enumerate() {
            let shown = (part.from..part.until).contains(&self.rank[i]);
            if !shown && !again[i] {
                continue;
            }
            indent(&mut out, line);
            if shown {
                out.push_str(&line.text);
            } else {
                out.push_str("^ ");
                out.push_str(brief(line));
            }
            if lost[i] > 0 {
                out.push_str(&format!(" … {} more", lost[i]));
            }
            out.push('\n');
        }
        out
    }

    /// How many nodes a part prints.
    pub(super) fn nodes(&self, lines: &[Line], part: &Part) -> usize {
        let shown = &self.order[part.from as usize..part.until as usize];
        shown.iter().map(|&l| lines[l as usize].nodes as usize).sum()
    }

    /// Whether a part is the last.
    pub(super) fn is_last(&self, part: &Part) -> bool {
        part.until as usize == self.order.len()
    }
}

fn indent(out: &mut String, line: &Line) {
    out.extend(std::iter::repeat_n(' ', line.depth.min(LEVELS) as usize));
}

fn brief(line: &Line) -> &str {
    if line.brief.is_empty() { "…" } else { &line.brief }
}

fn cost(line: &Line) -> usize {
    line.depth.min(LEVELS) as usize + quarters(&line.text) + 1
}

fn brief_cost(line: &Line) -> usize {
    line.depth.min(LEVELS) as usize + quarters(brief(line)) + 3
}

/// A place in the output of one page: at which revision it was made, of which output, how much was handed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cursor {
    pub revision: u64,
    pub output: u32,
    pub position: u32,
}

impl Cursor {
    /// Reads `c3.1f00ab.40`.
    pub(super) fn parse(text: &str) -> Option<Cursor> {
        let mut parts = text.trim().strip_prefix('c')?.split('.');
        let revision = parts.next()?.parse().ok()?;
        let output = u32::from_str_radix(parts.next()?, 16).ok()?;
        let position = parts.next()?.parse().ok()?;
        parts.next().is_none().then_some(Cursor { revision, output, position })
    }
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "c{}.{:x}.{}", self.revision, self.output, self.position)
    }
}

/// A number for an output: equal for equal lines.
pub(super) fn fingerprint(lines: &[Line]) -> u32 {
    let mut hash = FxHasher::default();
    lines.iter().for_each(|l| (&l.text, l.depth).hash(&mut hash));
    let full = hash.finish();
    (full ^ (full >> 32)) as u32
}
