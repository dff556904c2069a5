//! Moving and scaling boxes from one system of coordinates into another.

use serde::Deserialize;

/// A shift with a scale: what lies at `p` lies at `p · scale + shift`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Transform {
    shift: [f64; 2],
    scale: [f64; 2],
}

/// What `DOM.getBoxModel` says of an element, in CSS pixels of the viewport.
#[derive(Deserialize)]
pub(crate) struct BoxModel {
    model: Model,
}

#[derive(Deserialize)]
struct Model {
    content: Vec<f64>,
    border: Vec<f64>,
    /// Of the border box before transforms.
    width: f64,
    height: f64,
}

impl Transform {
    /// Nothing moves.
    pub(crate) const SAME: Transform = Transform { shift: [0.0; 2], scale: [1.0; 2] };

    /// The one that leads from a box to the place where it is drawn; of a box without any extent nothing is known.
    pub(crate) fn between(from: [f64; 4], to: [f64; 4]) -> Option<Transform> {
        let scale = |i: usize| (from[i] > 0.0).then(|| to[i] / from[i]).filter(|k| k.is_finite());
        let scale = match (scale(2), scale(3)) {
            (Some(x), Some(y)) => [x, y],
            (Some(k), None) | (None, Some(k)) => [k, k],
            (None, None) => return None,
        };
        Some(Transform { shift: [to[0] - from[0] * scale[0], to[1] - from[1] * scale[1]], scale })
    }

    /// This one first, then `outer`.
    pub(crate) fn then(self, outer: Transform) -> Transform {
        let axis = |i: usize| self.shift[i] * outer.scale[i] + outer.shift[i];
        let scale = [self.scale[0] * outer.scale[0], self.scale[1] * outer.scale[1]];
        Transform { shift: [axis(0), axis(1)], scale }
    }

    /// Where a box comes to lie.
    pub(crate) fn apply(self, [x, y, width, height]: [f64; 4]) -> [f64; 4] {
        let [kx, ky] = self.scale;
        [x * kx + self.shift[0], y * ky + self.shift[1], width * kx, height * ky].map(tidy)
    }
}

/// Layout counts in 1/64 pixels; what scaling adds below a thousandth is noise.
fn tidy(n: f64) -> f64 {
    (n * 1000.0).round() / 1000.0
}

impl BoxModel {
    /// The box around the element with its border.
    pub(crate) fn border(&self) -> Option<[f64; 4]> {
        around(&self.model.border)
    }

    /// From the viewport of a document that the element shows to the viewport around the element.
    pub(crate) fn inside(&self) -> Option<Transform> {
        let [x, y, ..] = around(&self.model.content)?;
        let whole = [0.0, 0.0, self.model.width, self.model.height];
        let scaled = Transform::between(whole, self.border()?)?;
        Some(Transform { shift: [x, y], ..scaled })
    }
}

/// The smallest box around four corners.
fn around(corners: &[f64]) -> Option<[f64; 4]> {
    let axis = |i: usize| {
        let all = corners.iter().skip(i).step_by(2);
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &n| (low.min(n), high.max(n)))
    };
    let ((left, right), (top, bottom)) = (axis(0), axis(1));
    (corners.len() == 8).then_some([left, top, right - left, bottom - top])
}

#[cfg(test)]
mod tests {
    use super::{BoxModel, Transform};

    #[test]
    fn transforms_follow_each_other() {
        let inner = Transform::between([0.0, 0.0, 100.0, 0.0], [10.0, 20.0, 50.0, 0.0]).expect("an extent");
        let outer = Transform::between([0.0, 0.0, 1.0, 1.0], [5.0, 5.0, 2.0, 2.0]).expect("an extent");
        assert_eq!(inner.apply([10.0, 10.0, 4.0, 2.0]), [15.0, 25.0, 2.0, 1.0]);
        assert_eq!(inner.then(outer).apply([10.0, 10.0, 4.0, 2.0]), [35.0, 55.0, 4.0, 2.0]);
        assert_eq!(Transform::SAME.then(outer), outer);
        assert_eq!(Transform::between([1.0, 1.0, 0.0, 0.0], [0.0; 4]), None);
    }

    #[test]
    fn a_frame_begins_inside_its_border() {
        let text = r#"{"model": {"content": [306, 256, 456, 256, 456, 331, 306, 331], "padding": [],
            "border": [300, 250, 462, 250, 462, 337, 300, 337], "width": 324, "height": 174}}"#;
        let model: BoxModel = serde_json::from_str(text).expect("a box");
        assert_eq!(
            model.inside().expect("a place").apply([10.0, 20.0, 50.0, 20.0]),
            [311.0, 266.0, 25.0, 10.0]
        );
    }
}
