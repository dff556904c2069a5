//! Document order from parent links in any order, without recursion.

/// A preorder over items that named their parents: which item to visit, and how deep it lies.
#[derive(Debug, PartialEq, Eq)]
pub struct Preorder {
    /// (item, depth) in document order; siblings stay in the order of the input.
    pub order: Vec<(u32, u32)>,
    /// Items whose chain of parents runs in a circle; each was cut loose from its parent and made a root.
    pub cut: Vec<u32>,
}

/// Orders `parents.len()` items, item `i` being inside item `parents[i]`. Time and memory are linear.
///
/// Indices past the end count as "no parent".
pub fn preorder(parents: &[Option<u32>]) -> Preorder {
    let n = parents.len();
    let parent = |i: usize| parents[i].map(|p| p as usize).filter(|&p| p < n && p != i);
    // Child lists as first-child / next-sibling chains, filled from the back to keep the input's order.
    const NONE: u32 = u32::MAX;
    let (mut first, mut next) = (vec![NONE; n], vec![NONE; n]);
    let mut roots = Vec::new();
    for i in (0..n).rev() {
        match parent(i) {
            Some(p) => next[i] = std::mem::replace(&mut first[p], i as u32),
            None => roots.push(i as u32),
        }
    }
    let mut walk = Walk { order: Vec::with_capacity(n), seen: vec![false; n] };
    let mut cut = Vec::new();
    while let Some(root) = roots.pop() {
        walk.visit(root, &first, &next);
    }
    for i in 0..n {
        if !walk.seen[i] {
            cut.push(i as u32);
            walk.visit(i as u32, &first, &next);
        }
    }
    Preorder { order: walk.order, cut }
}

struct Walk {
    order: Vec<(u32, u32)>,
    seen: Vec<bool>,
}

impl Walk {
    fn visit(&mut self, root: u32, first: &[u32], next: &[u32]) {
        let mut stack = vec![(root, 0)];
        while let Some((i, depth)) = stack.pop() {
            // In a circle the walk comes back to where it started.
            if std::mem::replace(&mut self.seen[i as usize], true) {
                continue;
            }
            self.order.push((i, depth));
            let from = stack.len();
            let mut child = first[i as usize];
            while child != u32::MAX {
                stack.push((child, depth + 1));
                child = next[child as usize];
            }
            stack[from..].reverse();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_may_come_before_their_parent() {
        let got = preorder(&[Some(2), Some(2), None, Some(0)]);
        assert_eq!(got.order, [(2, 0), (0, 1), (3, 2), (1, 1)]);
        assert!(got.cut.is_empty());
    }

    #[test]
    fn circles_are_cut_once_and_nothing_is_lost() {
        let got = preorder(&[Some(1), Some(0), None, Some(9), Some(4)]);
        assert_eq!(got.order, [(2, 0), (3, 0), (4, 0), (0, 0), (1, 1)]);
        assert_eq!(got.cut, [0]);
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let parents: Vec<_> = (0..100_000u32).map(|i| i.checked_sub(1)).collect();
        assert_eq!(preorder(&parents).order[99_999], (99_999, 99_999));
    }
}
