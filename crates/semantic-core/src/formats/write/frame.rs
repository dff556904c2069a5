//! The part of the plane that a drawing of boxes shows: all but a few that lie far off.

use crate::tree::{Rect, Snapshot, State};

/// What is drawn.
pub(super) struct Frame {
    /// The smallest box around all that are drawn; its sizes are not 0.
    pub(super) rect: Rect,
    /// Number of boxes that are not drawn.
    pub(super) far: usize,
    x: (f64, f64),
    y: (f64, f64),
}

impl Frame {
    /// Whether a box is drawn.
    pub(super) fn holds(&self, b: &Rect) -> bool {
        b.x >= self.x.0 && b.right() <= self.x.1 && b.y >= self.y.0 && b.bottom() <= self.y.1
    }
}

/// The frame of a snapshot's boxes; `None` without any.
///
/// Elements are hidden by being put far away, often to the left. The middle half of all edges tells how large the
/// page is about; what lies many times as far away is not part of the drawing.
pub(super) fn frame(snapshot: &Snapshot) -> Option<Frame> {
    let all = || snapshot.nodes().filter_map(|n| n.bounds().map(|b| (b, n.is(State::Hidden))));
    let mut shown: Vec<Rect> =
        all().filter(|(b, hidden)| !hidden && b.area() > 0.0).map(|(b, _)| b).collect();
    if shown.is_empty() {
        shown = all().map(|(b, _)| b).collect();
    }
    let x = near(shown.iter().map(|b| (b.x, b.right())))?;
    let y = near(shown.iter().map(|b| (b.y, b.bottom())))?;
    let mut frame = Frame { rect: Rect { x: 0.0, y: 0.0, width: 1.0, height: 1.0 }, far: 0, x, y };
    let drawn: Vec<&Rect> = shown.iter().filter(|b| frame.holds(b)).collect();
    let least = |edge: fn(&Rect) -> f64| drawn.iter().map(|b| edge(b)).min_by(f64::total_cmp);
    let most = |edge: fn(&Rect) -> f64| drawn.iter().map(|b| edge(b)).max_by(f64::total_cmp);
    let (left, top) = (least(|b| b.x)?, least(|b| b.y)?);
    let (right, bottom) = (most(Rect::right)?, most(Rect::bottom)?);
    frame.rect = Rect { x: left, y: top, width: (right - left).max(1.0), height: (bottom - top).max(1.0) };
    (frame.x, frame.y) = ((left, right), (top, bottom));
    frame.far = all().filter(|(b, _)| !frame.holds(b)).count();
    Some(frame)
}

/// From where to where edges may lie.
fn near(edges: impl Iterator<Item = (f64, f64)>) -> Option<(f64, f64)> {
    let (mut starts, mut ends): (Vec<f64>, Vec<f64>) = edges.unzip();
    let quarter = starts.len() / 4;
    let at = |edges: &mut Vec<f64>, i: usize| {
        edges.sort_by(f64::total_cmp);
        edges.get(i).copied()
    };
    let low = at(&mut starts, quarter)?;
    let last = ends.len().checked_sub(1)?;
    let high = at(&mut ends, last - quarter)?;
    let span = (high - low).max(1.0);
    Some((low.min(0.0) - span, high + 20.0 * span))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Role, SnapshotBuilder};

    #[test]
    fn what_lies_far_off_does_not_shrink_the_rest() {
        let mut b = SnapshotBuilder::new();
        for (x, y) in [(0.0, 0.0), (10.0, 500.0), (300.0, 20.0), (40.0, 60.0), (-10_000.0, 0.0), (0.0, 1e8)] {
            b.open(Role::Button);
            b.set_bounds(Rect { x, y, width: 100.0, height: 20.0 });
            b.close();
        }
        let frame = frame(&b.finish()).expect("boxes");
        assert_eq!(frame.rect, Rect { x: 0.0, y: 0.0, width: 400.0, height: 520.0 });
        assert_eq!(frame.far, 2);
    }
}
