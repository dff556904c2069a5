//! Grounding: which node is at a point.

use super::{Observation, RefUnavailable};
use crate::tree::Node;

impl Observation {
    /// The walked node whose bounds hold the point (x, y), in CSS pixels: the smallest of them, and of equals the last in
    /// document order, which is painted on top. Nothing there, or no bounds at all, fails closed.
    pub fn node_at(&self, x: f64, y: f64) -> Result<Node<'_>, RefUnavailable> {
        let area = |n: Node<'_>| n.bounds().map_or(f64::INFINITY, |b| b.area());
        let holds = |n: &Node<'_>| n.bounds().is_some_and(|b| b.contains(x, y));
        let smallest = self
            .snapshot()
            .nodes()
            .filter(holds)
            .reduce(|best, node| if area(node) <= area(best) { node } else { best });
        smallest.ok_or_else(|| RefUnavailable {
            reference: format!("at({x}, {y})"),
            revision: self.revision(),
            retired: None,
            last_issued: None,
            url: None,
        })
    }
}
