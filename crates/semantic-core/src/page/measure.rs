//! How wide pieces are about, and which of them fit on a line with all they hold.

use super::lean::{Kind, Piece};
use super::lines::{FLOW, NONE};
use super::pen::says_state;
use super::text::printed;
use crate::tree::Role;

/// Width up to which a piece with all it holds stays on one line.
const INLINE: u32 = 400;

/// Which pieces fit on a line with all they hold, and how wide they are about.
pub(super) fn measure(pieces: &[Piece<'_>]) -> (Vec<bool>, Vec<u32>) {
    let mut inline = vec![true; pieces.len()];
    let mut width: Vec<u32> = pieces.iter().map(own_width).collect();
    let mut parents = vec![NONE; pieces.len()];
    let mut open: Vec<u32> = Vec::new();
    for (i, _) in pieces.iter().enumerate() {
        while open.last().is_some_and(|&o| pieces[o as usize].end as usize <= i) {
            open.pop();
        }
        parents[i] = open.last().copied().unwrap_or(NONE);
        open.push(i as u32);
    }
    // How many things each piece holds that are read or acted on, as far as it matters: a control counts as one.
    let mut things: Vec<u32> = vec![0; pieces.len()];
    let mut acts: Vec<bool> = pieces.iter().map(|p| p.kind == Kind::Control).collect();
    for i in (0..pieces.len()).rev() {
        let shell = matches!(pieces[i].kind, Kind::Item | Kind::Cell | Kind::List) || is_silent(&pieces[i]);
        things[i] = if pieces[i].kind == Kind::Control { 1 } else { things[i] + u32::from(!shell) };
        let most = if pieces[i].kind == Kind::Part { FLOW } else { INLINE };
        inline[i] &= width[i] <= most && may_be_inline(&pieces[i]);
        if parents[i] != NONE {
            let parent = parents[i] as usize;
            width[parent] = width[parent].saturating_add(width[i]);
            inline[parent] &= inline[i];
            things[parent] += things[i];
            acts[parent] |= acts[i];
            // Items of several things each would run into one another on a line, and so would states before a control.
            let told = pieces[i].kind == Kind::Item && says_state(pieces[i].node);
            let runs_on = things[i] > 1 || (told && acts[i]);
            inline[parent] &= pieces[parent].kind != Kind::List || !runs_on;
        }
    }
    (inline, width)
}

/// Whether a part of the page may stand on a line with others: small groups and messages, no landmarks.
fn may_be_inline(piece: &Piece<'_>) -> bool {
    use Role::*;
    let lists = matches!(piece.node.role(), ListBox | Tree | TreeGrid | Grid | Menu | MenuBar);
    (piece.kind != Kind::Part && !lists)
        || matches!(
            piece.node.role(),
            Group | ProgressBar | Meter | Figure | RadioGroup | Toolbar | Timer | Math | Generic | Tooltip
        )
}

/// Whether a piece stands for something without a word of its own: a picture of what is named beside it.
pub(super) fn is_silent(piece: &Piece<'_>) -> bool {
    piece.kind == Kind::Image && piece.quiet
}

/// The width of a piece without what it holds.
pub(super) fn own_width(piece: &Piece<'_>) -> u32 {
    const WORD: usize = 14;
    if is_silent(piece) {
        return 0;
    }
    let text = if piece.quiet { 0 } else { printed(&piece.text) };
    let more = |text: Option<&str>, most: usize| text.map_or(0, |t| printed(t).min(most) + 4);
    let extra = match piece.kind {
        Kind::Text | Kind::Item | Kind::Cell | Kind::Row => 4,
        _ => {
            WORD + more(piece.node.value(), 160)
                + more(piece.node.description(), 240)
                + more(piece.node.attr("error"), 240)
        }
    };
    (text + extra).min(1 << 20) as u32
}
