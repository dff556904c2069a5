//! Boxes: where a node is drawn, in CSS pixels from the top left of the viewport or window.

/// A box. Every number is finite; a width or height of 0 is a known box without area, which is not the
/// same as an unknown one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rect {
    /// Left edge, in CSS pixels.
    pub x: f64,
    /// Top edge, in CSS pixels.
    pub y: f64,
    /// Width in CSS pixels, not negative.
    pub width: f64,
    /// Height in CSS pixels, not negative.
    pub height: f64,
}

impl Rect {
    /// A box from its left top corner and size; `None` where a number is not finite, a size is negative, or
    /// the far edge would overflow: such a box is no knowledge.
    pub fn new(x: f64, y: f64, width: f64, height: f64) -> Option<Rect> {
        let fine = |v: f64| v.is_finite() && v.abs() <= 1e9;
        (fine(x) && fine(y) && fine(width) && fine(height) && width >= 0.0 && height >= 0.0).then_some(Rect {
            x,
            y,
            width,
            height,
        })
    }

    /// Right edge.
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// Bottom edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// The middle of the box as (x, y).
    pub fn center(&self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Area in square CSS pixels.
    pub fn area(&self) -> f64 {
        self.width * self.height
    }

    /// Whether the point lies inside; the right and bottom edges are outside.
    pub fn contains(&self, x: f64, y: f64) -> bool {
        x >= self.x && x < self.right() && y >= self.y && y < self.bottom()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_boxes_are_no_boxes() {
        assert_eq!(Rect::new(f64::NAN, 0.0, 1.0, 1.0), None);
        assert_eq!(Rect::new(1e308, 0.0, 1e308, 1.0), None);
        assert_eq!(Rect::new(0.0, 0.0, -1.0, 1.0), None);
        assert!(Rect::new(0.0, 0.0, 0.0, 0.0).is_some());
    }
}
