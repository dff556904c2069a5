//! Pairing, in order, siblings that are not alike as no other: rows without names, equal buttons, renamed containers.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::content::{Content, settle};
use super::{Aligner, Side};
use crate::tree::{Node, Role};

/// The most comparisons of one sibling with another in a whole alignment; beyond that siblings pair in their order.
pub(super) const CELLS: usize = 500_000;

/// From which agreement on two nodes without a name are about the same.
const SAME: f64 = 0.5;

/// How two siblings are alike.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Likeness {
    /// The same content.
    Whole,
    /// The same role and name.
    Name,
    /// The same role alone: not the same node, but what lies inside may be.
    Role,
}

/// Pairs the free siblings `before` and `after`, which lie between the same anchors.
pub(super) fn pair(aligner: &mut Aligner<'_>, before: &[u32], after: &[u32], doubtful: bool) {
    if before.is_empty() || after.is_empty() {
        return;
    }
    let gap = Gap::new(aligner, before, after);
    let cells = before.len().saturating_mul(after.len());
    let compared = cells <= aligner.cells;
    let found = if compared { gap.best_chain() } else { gap.in_order() };
    aligner.cells -= if compared { cells } else { 0 };
    let left = gap.left();
    for (i, j, likeness) in found {
        let unsure = match likeness {
            Likeness::Whole => {
                !left.is_even(gap.before[i].deep) || left.may_have_swapped(&gap.before[i], &gap.after[j])
            }
            Likeness::Name if gap.says_what_it_is(i, j) => {
                let is_twin = left.is_twin(&gap.before[i]) || left.is_twin(&gap.after[j]);
                is_twin || !left.is_even(gap.before[i].shallow)
            }
            Likeness::Name | Likeness::Role => !compared || !gap.is_about_the_same(i, j, likeness),
        };
        match likeness {
            Likeness::Role => aligner.todo.push((Some(before[i]), Some(after[j]), doubtful || unsure)),
            _ => aligner.pair(before[i], after[j], doubtful, unsure),
        }
    }
}

type Pair = (usize, usize, Likeness);

/// One sibling as it is compared.
struct Sibling {
    shallow: u64,
    deep: u64,
    /// Which of the list's nodes of this role and name it is.
    place: u32,
    role: Role,
    named: bool,
    leaf: bool,
    /// It has no name, and its whole content is somewhere in the other snapshot: that is where it went.
    elsewhere: bool,
}

struct Gap {
    before: Vec<Sibling>,
    after: Vec<Sibling>,
    content: [Vec<Content>; 2],
}

/// Whether the whole content of a node without a name is in the other snapshot: of a wrapper any such place will do, of
/// another node only one that cannot be another's.
fn is_elsewhere(node: Node<'_>, deep: u64, side: &Side<'_>, other: &Side<'_>) -> bool {
    let only = || side.signatures.is_unique(deep) && other.signatures.is_unique(deep);
    if node.role().is_vague() { other.signatures.contains(deep) } else { node.range().len() > 1 && only() }
}

/// By look (content, or role and name): how many nodes of it the earlier and the later list have.
struct Left(HashMap<u64, [u32; 2], FxBuildHasher>);

impl Left {
    /// Whether no node of this look came or went.
    fn is_even(&self, look: u64) -> bool {
        self.0.get(&look).is_none_or(|[before, after]| before == after)
    }

    /// Whether, of as many nodes of one role and name in both lists and of one content, the pair's do not stand in the same
    /// place: then others of them may have changed instead.
    fn may_have_swapped(&self, before: &Sibling, after: &Sibling) -> bool {
        self.is_twin(before) && self.is_even(before.shallow) && before.place != after.place
    }

    /// Whether another node of one list has the same content: then nobody can say which of the two changed.
    fn is_twin(&self, sibling: &Sibling) -> bool {
        self.0.get(&sibling.deep).is_some_and(|counts| counts.iter().any(|&n| n > 1))
    }
}

impl Gap {
    fn new(aligner: &Aligner<'_>, before: &[u32], after: &[u32]) -> Gap {
        let content = |side: &Side<'_>, list: &[u32]| list.iter().map(|&i| side.content(i)).collect();
        let mut content = [content(&aligner.before, before), content(&aligner.after, after)];
        settle(&mut content);
        let siblings = |side: &Side<'_>, other: &Side<'_>, list: &[u32]| {
            let mut seen: HashMap<u64, u32, FxBuildHasher> = HashMap::default();
            let sibling = |&i: &u32| {
                let node = side.node(i);
                let count = seen.entry(side.signatures.shallow(i)).or_default();
                *count += 1;
                let (deep, named) = (side.signatures.deep(i), node.name().is_some_and(|n| !n.is_empty()));
                Sibling {
                    shallow: side.signatures.shallow(i),
                    deep,
                    place: *count,
                    role: node.role(),
                    named,
                    leaf: node.range().len() == 1,
                    elsewhere: !named && is_elsewhere(node, deep, side, other),
                }
            };
            list.iter().map(sibling).collect()
        };
        Gap {
            before: siblings(&aligner.before, &aligner.after, before),
            after: siblings(&aligner.after, &aligner.before, after),
            content,
        }
    }

    /// What came or went, by whole content and by role and name.
    fn left(&self) -> Left {
        let mut left = Left(HashMap::default());
        for (side, list) in [&self.before, &self.after].into_iter().enumerate() {
            for sibling in list {
                left.0.entry(sibling.deep).or_default()[side] += 1;
                left.0.entry(sibling.shallow).or_default()[side] += 1;
            }
        }
        left
    }

    fn likeness(&self, i: usize, j: usize) -> Option<Likeness> {
        let (b, a) = (&self.before[i], &self.after[j]);
        match () {
            () if b.deep == a.deep => Some(Likeness::Whole),
            () if b.shallow == a.shallow && !(b.elsewhere || a.elsewhere) => Some(Likeness::Name),
            () if b.role == a.role && b.shallow != a.shallow && !b.leaf && !a.leaf => Some(Likeness::Role),
            () => None,
        }
    }

    fn agreement(&self, i: usize, j: usize) -> f64 {
        self.content[0][i].agreement(&self.content[1][j])
    }

    /// What a pair is worth in a chain: one of the same content more than any of the same name, that more than any
    /// of the same role, and of equals those that are about the same.
    fn worth(&self, i: usize, j: usize) -> u32 {
        match self.likeness(i, j) {
            Some(Likeness::Whole) => 1000,
            Some(Likeness::Name) if self.before[i].leaf => 400,
            Some(Likeness::Name) => 400 + (400.0 * self.agreement(i, j)) as u32,
            Some(Likeness::Role) => 1 + (100.0 * self.agreement(i, j)) as u32,
            None => 0,
        }
    }

    /// The chain of pairs, in the order of both lists, that is worth most (weighted longest common subsequence).
    fn best_chain(&self) -> Vec<Pair> {
        let (n, m) = (self.before.len(), self.after.len());
        let width = m + 1;
        let mut best = vec![0u32; (n + 1) * width]; // of the rests of both lists
        let mut worth = vec![0u32; n * m];
        for i in (0..n).rev() {
            for j in (0..m).rev() {
                let w = self.worth(i, j);
                worth[i * m + j] = w;
                let skip = best[(i + 1) * width + j].max(best[i * width + j + 1]);
                let take = if w > 0 { w + best[(i + 1) * width + j + 1] } else { 0 };
                best[i * width + j] = skip.max(take);
            }
        }
        let (mut i, mut j) = (0, 0);
        let mut chain = Vec::new();
        while i < n && j < m {
            let here = best[i * width + j];
            let w = worth[i * m + j];
            if w > 0 && here == w + best[(i + 1) * width + j + 1] {
                chain.extend(self.likeness(i, j).map(|likeness| (i, j, likeness)));
                (i, j) = (i + 1, j + 1);
            } else if here == best[(i + 1) * width + j] {
                i += 1;
            } else {
                j += 1;
            }
        }
        chain
    }

    /// Pairs the k-th of each content with the k-th of the same, then the k-th of each role and name, order set
    /// aside: what is left where there are too many to compare.
    fn in_order(&self) -> Vec<Pair> {
        let mut chain = Vec::new();
        let mut taken = vec![false; self.before.len()];
        let mut used = vec![false; self.after.len()];
        type Look = fn(&Sibling) -> u64;
        let looks: [(Look, Likeness); 2] = [(|s| s.deep, Likeness::Whole), (|s| s.shallow, Likeness::Name)];
        for (look, likeness) in looks {
            let mut waiting: HashMap<u64, Vec<usize>, FxBuildHasher> = HashMap::default();
            for (j, a) in self.after.iter().enumerate().rev().filter(|(j, _)| !used[*j]) {
                waiting.entry(look(a)).or_default().push(j);
            }
            for (i, b) in self.before.iter().enumerate() {
                if !taken[i]
                    && let Some(j) = waiting.get_mut(&look(b)).and_then(Vec::pop)
                {
                    (taken[i], used[j]) = (true, true);
                    chain.push((i, j, likeness));
                }
            }
        }
        chain
    }

    /// Whether role, name and place are all there is to go by: a name says what a node is, a collection is not its
    /// items, and of a node that holds nothing to read nothing more can be asked.
    fn says_what_it_is(&self, i: usize, j: usize) -> bool {
        let bare = self.content[0][i].is_empty() && self.content[1][j].is_empty();
        self.before[i].named || self.before[i].role.is_collection() || bare
    }

    /// Whether the texts inside say that the two are one, and say it of no other sibling as much.
    fn is_about_the_same(&self, i: usize, j: usize, likeness: Likeness) -> bool {
        let agreement = self.agreement(i, j);
        let begins = self.content[0][i].begins_like(&self.content[1][j]);
        if agreement < SAME || (self.before[i].role.is_item() && !begins) {
            return false;
        }
        let rivals = |x: usize, y: usize| {
            let (b, a) = (&self.before[x], &self.after[y]);
            let alike = if likeness == Likeness::Role { b.role == a.role } else { b.shallow == a.shallow };
            alike && self.agreement(x, y) >= agreement
        };
        (0..self.after.len()).all(|y| y == j || !rivals(i, y))
            && (0..self.before.len()).all(|x| x == i || !rivals(x, j))
    }
}
