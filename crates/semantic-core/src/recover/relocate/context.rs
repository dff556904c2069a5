//! What is around a node: its row, its neighbours, and where its neighbours have gone.

use super::side::{NONE, Side, Words};
use super::{Known, Pages};

/// Share of the words of two nodes' rows that are in both; nothing where a row is not known or says nothing.
pub(super) fn row_share(pages: &Pages<'_>, b: u32, a: u32) -> Option<f32> {
    let whole = pages.known == Known::Whole;
    let (holder_b, height) = row_of(&pages.before, b, None, whole)?;
    let (holder_a, _) = row_of(&pages.after, a, Some(height), whole)?;
    let words_b = words(pages, &pages.before, holder_b, b);
    let words_a = words(pages, &pages.after, holder_a, a);
    if words_b.is_empty() || words_a.is_empty() {
        return None;
    }
    let weight = |words: &[(u64, f32)]| words.iter().map(|w| w.1).sum::<f32>();
    let both: f32 = words_b.iter().filter(|w| words_a.iter().any(|v| v.0 == w.0)).map(|w| w.1).sum();
    // What a row loses or gains counts less than what it keeps.
    let (wb, wa) = (weight(&words_b), weight(&words_a));
    Some((both / wb.min(wa).max(1e-6)).min(1.0) * 0.5 + 0.5 * (2.0 * both / (wb + wa).max(1e-6)).min(1.0))
}

/// What tells a node from its like.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Holder {
    /// A node that holds it and none of its like.
    Node(u32),
    /// So many nodes before it in a list without structure.
    Before(u32),
}

fn words(pages: &Pages<'_>, side: &Side<'_>, holder: Holder, i: u32) -> Words {
    match holder {
        Holder::Node(holder) => side.words_in(holder, i, &pages.pools),
        Holder::Before(n) => side.words_of(i.saturating_sub(n)..i, &pages.pools).into(),
    }
}

/// The row, card or list item of a node: the nearest one by role, else the largest part of the page around it
/// that holds none of its like. `height` is that of the other node's, for one that has no like to be told from.
fn row_of(side: &Side<'_>, i: u32, height: Option<Height>, whole: bool) -> Option<(Holder, Height)> {
    let t = &side.traits[i as usize];
    if !side.nested {
        return None;
    }
    if t.item != NONE && side.span(t.item).len() > side.range(i).len() + 1 {
        let levels = side.ancestors(i).take(24).position(|h| h == t.item).unwrap_or(0) as u32;
        return Some((Holder::Node(t.item), Height::Levels(levels)));
    }
    if !whole {
        return None;
    }
    if t.twins == 1 {
        return match height? {
            Height::Levels(n) => {
                side.ancestors(i).nth(n as usize).map(|h| (Holder::Node(h), Height::Levels(n)))
            }
            Height::Before(n) => Some((Holder::Before(n), Height::Before(n))),
        };
    }
    let (before, after) = like(side, i);
    let alone = |h: u32| {
        let range = side.range(h);
        before.is_none_or(|p| !range.contains(&p)) && after.is_none_or(|n| !range.contains(&n))
    };
    let levels = side.ancestors(i).take(24).take_while(|&h| alone(h)).count();
    if levels > 0 {
        let holder = side.ancestors(i).nth(levels - 1)?;
        if side.range(holder).len() > side.range(i).len() + 1 {
            return Some((Holder::Node(holder), Height::Levels(levels as u32 - 1)));
        }
    }
    let gap = before.map_or(i, |p| i - p - 1).min(6);
    (gap > 0).then_some((Holder::Before(gap), Height::Before(gap)))
}

/// How far a row reaches.
#[derive(Clone, Copy)]
enum Height {
    Levels(u32),
    Before(u32),
}

/// The like of a node before and after it.
fn like(side: &Side<'_>, i: u32) -> (Option<u32>, Option<u32>) {
    let t = &side.traits[i as usize];
    let group = side.group(t);
    let at = t.twin as usize;
    (at.checked_sub(1).map(|p| group[p]), group.get(at + 1).copied())
}

/// Share of the names around `b` that are still around `a`; nothing where nothing around it has a name.
pub(super) fn around(pages: &Pages<'_>, b: u32, a: u32) -> Option<f32> {
    const REACH: u32 = 4;
    let texts = &pages.pools.prose;
    let own = texts.facts(pages.before.traits[b as usize].name).fold;
    let names = |side: &Side<'_>, i: u32, out: &mut [u64; 2 * REACH as usize]| {
        let last = side.len() as u32;
        let mut n = 0;
        for j in (i.saturating_sub(REACH)..i).chain(i + 1..(i + 1 + REACH).min(last)) {
            let fold = texts.facts(side.traits[j as usize].name).fold;
            if fold != 0 && fold != own && !out[..n].contains(&fold) {
                out[n] = fold;
                n += 1;
            }
        }
        n
    };
    let (mut nb, mut na) = ([0; 2 * REACH as usize], [0; 2 * REACH as usize]);
    let (lb, la) = (names(&pages.before, b, &mut nb), names(&pages.after, a, &mut na));
    let both = nb[..lb].iter().filter(|n| na[..la].contains(n)).count();
    (lb > 0 && la > 0).then(|| both as f32 / lb.min(la) as f32)
}

/// Share of the roles of the holders that agree, from inside out.
pub(super) fn role_path(pages: &Pages<'_>, b: u32, a: u32) -> f32 {
    const MOST: usize = 12;
    let role = |side: &Side<'_>, h: u32| side.traits[h as usize].role;
    let (mut up_b, mut up_a) = (pages.before.ancestors(b).take(MOST), pages.after.ancestors(a).take(MOST));
    let (mut same, mut steps, mut agree) = (0, 0, true);
    loop {
        match (up_b.next(), up_a.next()) {
            (None, None) => break,
            (Some(x), Some(y)) if agree && role(&pages.before, x) == role(&pages.after, y) => same += 1,
            _ => agree = false,
        }
        steps += 1;
    }
    if steps == 0 { 1.0 } else { same as f32 / steps as f32 }
}

/// A node and its partner.
pub(super) type Anchor = Option<(u32, u32)>;

/// The nearest nodes before and after `b` that have an exact partner, each with that partner.
pub(super) fn anchors(pages: &Pages<'_>, b: u32) -> (Anchor, Anchor) {
    let partner = |j: u32| Some((j, pages.exact[j as usize])).filter(|p| p.1 != NONE);
    let reach = if pages.known == Known::Whole { 16 } else { 8 };
    let below = (1..=reach).find_map(|d| partner(b.checked_sub(d)?));
    let above =
        (1..=reach).take_while(|d| ((b + d) as usize) < pages.exact.len()).find_map(|d| partner(b + d));
    // Anchors that have changed places say nothing of the order.
    match (below, above) {
        (Some((_, p)), Some((_, q))) if p > q => (None, None),
        both => both,
    }
}

/// Whether between two anchors nothing but `b` is unpaired and of its kind, and in the other page nothing but `a`.
pub(super) fn alone(pages: &Pages<'_>, (b, a): (u32, u32), below: Anchor, above: Anchor) -> bool {
    const WIDEST: u32 = 40;
    let (Some((from, to)), Some((last, end))) = (below, above) else { return false };
    let sole = |side: &Side<'_>, exact: &[u32], from: u32, to: u32, own: u32| {
        let kind = side.traits[own as usize].kind;
        let like = |&i: &u32| i != own && exact[i as usize] == NONE && side.traits[i as usize].kind == kind;
        to - from < WIDEST && (from + 1..to).find(like).is_none()
    };
    from < last
        && to < end
        && sole(&pages.before, &pages.exact, from, last, b)
        && sole(&pages.after, &pages.exact_back, to, end, a)
}

/// How far the nearest node before `b` that has an exact partner has moved, in CSS pixels.
pub(super) fn moved(pages: &Pages<'_>, b: u32) -> Option<(f32, f32)> {
    let (below, above) = anchors(pages, b);
    let (from, to) = below.or(above)?;
    let (old, new) = (pages.before.traits[from as usize].bounds?, pages.after.traits[to as usize].bounds?);
    Some((new[0] - old[0], new[1] - old[1]))
}
