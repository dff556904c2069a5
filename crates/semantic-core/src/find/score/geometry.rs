//! Where things are: positions on the page and relations to anchors, from boxes or, failing those, order.

use crate::find::query::{Position, Relation};
use crate::tree::Rect;

/// How well a box lies where `position` says within `page`, in 0..1.
pub(crate) fn position_fit(position: Position, page: Rect, b: Rect) -> f32 {
    let (cx, cy) = b.center();
    let x = ((cx - page.x) / page.width.max(1.0)).clamp(0.0, 1.0);
    let y = ((cy - page.y) / page.height.max(1.0)).clamp(0.0, 1.0);
    let mut fit = 1.0;
    if position.horizontal != 0 {
        fit *= if position.horizontal < 0 { 1.0 - x } else { x };
    }
    if position.vertical != 0 {
        let near = if position.vertical < 0 { 1.0 - y } else { y };
        fit *= near * near; // pages are taller than wide: the top is a smaller share of them
    }
    if position.center {
        let off = if position.vertical != 0 || position.horizontal == 0 {
            (x - 0.5).abs() * 2.0
        } else {
            (y - 0.5).abs() * 2.0
        };
        fit *= 1.0 - off;
    }
    fit as f32
}

/// The same by document order alone (`order` in 0..1), for "top" and "bottom" only.
pub(crate) fn order_fit(position: Position, order: f32) -> f32 {
    match position.vertical {
        -1 => 1.0 - order,
        1 => order,
        _ => 0.0,
    }
}

/// How well `b` lies to `anchor` as `relation` says, in 0..1; `page` gives the scale.
pub(crate) fn relation_fit(relation: Relation, b: Rect, anchor: Rect, page: Rect) -> f32 {
    let scale = (page.width.max(page.height) * 0.12).max(40.0);
    let gap_x = (anchor.x - b.right()).max(b.x - anchor.right()).max(0.0);
    let gap_y = (anchor.y - b.bottom()).max(b.y - anchor.bottom()).max(0.0);
    let near = |along: f64, across: f64| (-(along / scale) - 1.5 * (across / scale)).exp() as f32;
    let (bx, by) = b.center();
    let (ax, ay) = anchor.center();
    match relation {
        Relation::Below if by > ay && b.y >= ay - 1.0 => near((b.y - anchor.bottom()).max(0.0), gap_x),
        Relation::Above if by < ay && b.bottom() <= ay + 1.0 => near((anchor.y - b.bottom()).max(0.0), gap_x),
        Relation::RightOf if bx > ax && b.x >= ax - 1.0 => near((b.x - anchor.right()).max(0.0), gap_y),
        Relation::LeftOf if bx < ax && b.right() <= ax + 1.0 => near((anchor.x - b.right()).max(0.0), gap_y),
        Relation::Near => near(gap_x, gap_y),
        Relation::After => [Relation::RightOf, Relation::Below]
            .map(|r| relation_fit(r, b, anchor, page))
            .into_iter()
            .fold(0.0, f32::max),
        Relation::Before => [Relation::LeftOf, Relation::Above]
            .map(|r| relation_fit(r, b, anchor, page))
            .into_iter()
            .fold(0.0, f32::max),
        _ => 0.0,
    }
}

/// How well `b` lies between two boxes, in 0..1: on the way from one to the other.
pub(crate) fn between_fit(b: Rect, first: Rect, second: Rect) -> f32 {
    let ((x, y), (ax, ay), (bx, by)) = (b.center(), first.center(), second.center());
    let inside = |v: f64, p: f64, q: f64| v > p.min(q) + 0.5 && v < p.max(q) - 0.5;
    let (dx, dy) = (bx - ax, by - ay);
    let way = dx.hypot(dy).max(1.0);
    let off = ((x - ax) * dy - (y - ay) * dx).abs() / way;
    let on_the_way = if dx.abs() > dy.abs() { inside(x, ax, bx) } else { inside(y, ay, by) };
    if on_the_way { (-off / way.max(60.0)).exp() as f32 } else { 0.0 }
}
