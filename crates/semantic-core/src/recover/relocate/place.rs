//! Features of place: boxes, order among what has stayed, paths, and exact partners.

use super::context;
use super::features::{Feature, Row};
use super::side::NONE;
use super::{Known, Pages};

pub(super) fn near(distance: f32, scale: f32) -> f32 {
    (-distance.abs() / scale).exp()
}

pub(super) fn boxes(row: &mut Row, pages: &Pages<'_>, b: u32, a: u32) {
    use Feature::*;
    let (tb, ta) = (&pages.before.traits[b as usize], &pages.after.traits[a as usize]);
    let (Some([xb, yb, wb, hb]), Some([xa, ya, wa, ha])) = (tb.bounds, ta.bounds) else {
        row.flag(BoxMissing, true);
        return;
    };
    let right = (xb + wb - xa - wa).abs();
    let x = near((xb - xa).abs().min(right), 60.0);
    let y = near(yb - ya, 120.0);
    let log = |p: f32, q: f32| ((p + 1.0) / (q + 1.0)).ln();
    let size = near(log(wb, wa), 0.5) * near(log(hb, ha), 0.5);
    row.set(NearX, x);
    row.set(if pages.known == Known::Whole { NearY } else { NearYPart }, y);
    row.set(NearSize, size);
    row.set(NearAll, x * y * size);
    row.set(FarY, 1.0 - near(yb - ya, 1500.0));
    row.set(FarX, 1.0 - near((xb - xa).abs().min(right), 400.0));
    if let Some((dx, dy)) = context::moved(pages, b) {
        row.set(NearMoved, near(xa - xb - dx, 40.0) * near(ya - yb - dy, 40.0));
    }
}

pub(super) fn order(row: &mut Row, pages: &Pages<'_>, b: u32, a: u32) {
    use Feature::*;
    let (tb, ta) = (&pages.before.traits[b as usize], &pages.after.traits[a as usize]);
    let (below, above) = context::anchors(pages, b);
    let inside = below.is_none_or(|(_, p)| a > p) && above.is_none_or(|(_, p)| a < p);
    if below.is_some() || above.is_some() {
        row.flag(Between, inside);
        row.flag(Outside, !inside);
        let gap = |anchor: Option<(u32, u32)>| {
            let (from, to) = anchor?;
            let (gb, ga) = (i64::from(b) - i64::from(from), i64::from(a) - i64::from(to));
            Some(near((gb - ga) as f32, 2.0))
        };
        let gaps = gap(below).into_iter().chain(gap(above)).fold(0.0, f32::max);
        row.set(if pages.known == Known::Whole { Gap } else { GapPart }, gaps);
        row.flag(Alone, inside && tb.kind == ta.kind && context::alone(pages, (b, a), below, above));
    }
    if pages.known == Known::Whole {
        let at = |i: u32, n: usize| i as f32 / n.max(1) as f32;
        row.set(OrderNear, near(at(b, pages.before.len()) - at(a, pages.after.len()), 0.05));
        let twins = tb.twins > 1 || ta.twins > 1;
        let ranked = tb.twin == ta.twin || tb.twins - tb.twin == ta.twins - ta.twin;
        row.flag(TwinRank, twins && ranked);
        row.flag(TwinRankOther, twins && !ranked);
    }
}

/// How alike two paths are, in shares of their steps.
pub(super) struct PathShares {
    /// Equal steps from the inner end, of five.
    end: f32,
    /// Equal steps from both ends.
    pub all: f32,
    /// Steps of equal tags from both ends.
    tags: f32,
    /// Not even the innermost tag is equal.
    other: bool,
}

/// Compares two paths step by step from either end.
pub(super) fn path_shares(b: &str, a: &str) -> PathShares {
    if b == a {
        return PathShares { end: 1.0, all: 1.0, tags: 1.0, other: false };
    }
    let tag = |step: &str| step.find('[').map_or(step.len(), |at| at);
    let same = |(x, y): &(&str, &str)| x == y;
    let like = |(x, y): &(&str, &str)| x[..tag(x)] == y[..tag(y)];
    let (steps_b, steps_a) = (b.split('/').count(), a.split('/').count());
    let longest = steps_b.max(steps_a).max(1) as f32;
    let end = b.rsplit('/').zip(a.rsplit('/')).take_while(same).count() as f32;
    let start = b.split('/').zip(a.split('/')).take_while(same).count() as f32;
    let tags_end = b.rsplit('/').zip(a.rsplit('/')).take_while(like).count() as f32;
    let tags_start = b.split('/').zip(a.split('/')).take_while(like).count() as f32;
    PathShares {
        end: (end / 5.0).min(1.0),
        all: ((start + end) / longest).min(1.0),
        tags: ((tags_start + tags_end) / longest).min(1.0),
        other: tags_end == 0.0,
    }
}

pub(super) fn paths(row: &mut Row, b: Option<&str>, a: Option<&str>) {
    use Feature::*;
    let (Some(b), Some(a)) = (b, a) else { return };
    let shares = path_shares(b, a);
    row.flag(PathSame, b == a);
    row.set(PathEnd, shares.end);
    row.set(PathAll, shares.all);
    row.set(PathTags, shares.tags);
    row.flag(PathOther, shares.other);
}

pub(super) fn exact(row: &mut Row, pages: &Pages<'_>, b: u32, a: u32) {
    use Feature::*;
    let (to, from) = (pages.exact[b as usize], pages.exact_back[a as usize]);
    row.flag(Exact, to == a);
    row.flag(ExactOther, from != NONE && from != b);
    let holder = pages.before.ancestors(b).take(12).find(|&h| pages.exact[h as usize] != NONE);
    if let Some(holder) = holder {
        let held = pages.after.ancestors(a).take(24).any(|h| h == pages.exact[holder as usize]);
        row.flag(HolderSame, held);
        row.flag(HolderOther, !held);
    }
}
