//! Random trees that know which node is which, and edits that keep that knowledge.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use semantic_core::tree::{Rect, Role, Snapshot, SnapshotBuilder, State, Tri};

/// A node that keeps its truth whatever happens to it.
#[derive(Clone, Debug)]
pub struct Node {
    truth: u32,
    role: Role,
    name: String,
    value: Option<u8>,
    checked: Option<bool>,
    identifier: Option<String>,
    children: Vec<Node>,
}

/// A forest, and the next truth to give.
#[derive(Clone, Debug)]
pub struct Tree {
    roots: Node,
    next: u32,
}

const ROLES: [Role; 8] = [
    Role::Generic,
    Role::Group,
    Role::ListItem,
    Role::Button,
    Role::Link,
    Role::Text,
    Role::TextBox,
    Role::Row,
];
const NAMES: [&str; 7] = ["", "", "Save", "Delete", "Alice", "Bob", "Open"];

/// Numbers from which a node or an edit is made.
pub type Seed = (u8, u8, u8, u8);

/// A tree and a script of edits for it.
pub fn tree_and_edits() -> impl Strategy<Value = (Tree, Vec<Seed>)> {
    (vec(any::<Seed>(), 0..24), vec(any::<Seed>(), 1..8))
        .prop_map(|(nodes, script)| (Tree::new(&nodes), script))
}

/// One edit.
#[derive(Clone, Copy, Debug)]
pub enum Edit {
    Rename(u8, u8),
    Revalue(u8, u8),
    Check(u8),
    Delete(u8),
    Insert(u8, Seed),
    Twin(u8),
    Wrap(u8),
    Move(u8, u8),
}

/// The edits of a script.
pub fn edits(script: &[Seed]) -> impl Iterator<Item = Edit> {
    script.iter().map(|&(kind, at, a, b)| match kind % 8 {
        0 => Edit::Rename(at, a),
        1 => Edit::Revalue(at, a),
        2 => Edit::Check(at),
        3 => Edit::Delete(at),
        4 => Edit::Insert(at, (a, b, kind, at)),
        5 => Edit::Twin(at),
        6 => Edit::Wrap(at),
        _ => Edit::Move(at, a),
    })
}

impl Tree {
    fn new(seeds: &[Seed]) -> Tree {
        let root = Node {
            truth: 0,
            role: Role::Main,
            name: String::new(),
            value: None,
            checked: None,
            identifier: None,
            children: Vec::new(),
        };
        let mut tree = Tree { roots: root, next: 1 };
        for &seed in seeds {
            tree.insert(seed.3, seed);
        }
        tree
    }

    fn fresh(&mut self, (role, name, extra, _): Seed) -> Node {
        let truth = self.next;
        self.next += 1;
        let role = ROLES[role as usize % ROLES.len()];
        Node {
            truth,
            role,
            name: NAMES[name as usize % NAMES.len()].to_owned(),
            value: (role == Role::TextBox).then_some(extra % 3),
            checked: extra.is_multiple_of(7).then_some(false),
            identifier: match extra % 5 {
                0 => Some(format!("p{}", extra % 4)),
                _ => None,
            },
            children: Vec::new(),
        }
    }

    /// The path of the node with this number (in preorder, past the end from the start).
    fn path(&self, number: u8) -> Vec<usize> {
        fn walk(node: &Node, left: &mut usize, path: &mut Vec<usize>) -> bool {
            for (i, child) in node.children.iter().enumerate() {
                path.push(i);
                if *left == 0 {
                    return true;
                }
                *left -= 1;
                if walk(child, left, path) {
                    return true;
                }
                path.pop();
            }
            false
        }
        fn count(node: &Node) -> usize {
            node.children.iter().map(|c| 1 + count(c)).sum()
        }
        let total = count(&self.roots);
        let mut path = Vec::new();
        if total > 0 {
            walk(&self.roots, &mut (number as usize % total), &mut path);
        }
        path
    }

    fn node(&mut self, path: &[usize]) -> &mut Node {
        path.iter().fold(&mut self.roots, |node, &i| &mut node.children[i])
    }

    fn insert(&mut self, at: u8, seed: Seed) {
        let new = self.fresh(seed);
        let path = self.path(at);
        let inside = if seed.2.is_multiple_of(3) { &path[..path.len().saturating_sub(1)] } else { &path[..] };
        let parent = self.node(inside);
        let place = seed.2 as usize % (parent.children.len() + 1);
        parent.children.insert(place, new);
    }

    pub fn apply(&mut self, edit: Edit) {
        let at = match edit {
            Edit::Insert(at, seed) => return self.insert(at, seed),
            Edit::Rename(at, _) | Edit::Revalue(at, _) | Edit::Check(at) | Edit::Delete(at) => at,
            Edit::Twin(at) | Edit::Wrap(at) | Edit::Move(at, _) => at,
        };
        let path = self.path(at);
        let Some((&last, above)) = path.split_last() else { return };
        match edit {
            Edit::Rename(_, name) => self.node(&path).name = NAMES[name as usize % NAMES.len()].to_owned(),
            Edit::Revalue(_, value) => self.node(&path).value = Some(value % 3),
            Edit::Check(_) => {
                let node = self.node(&path);
                node.checked = Some(!node.checked.unwrap_or(false));
            }
            Edit::Delete(_) => drop(self.node(above).children.remove(last)),
            Edit::Twin(_) => {
                let mut twin = self.node(&path).clone();
                renew(&mut twin, &mut self.next);
                self.node(above).children.insert(last, twin);
            }
            Edit::Wrap(_) => {
                let mut wrapper = self.fresh((0, 0, 1, 0));
                let parent = self.node(above);
                wrapper.children.push(parent.children.remove(last));
                parent.children.insert(last, wrapper);
            }
            Edit::Move(_, to) => {
                // Between two of one role and name a move looks like the two changing places: nobody can tell.
                let look = |n: &Node| (n.role, n.name.clone());
                let from = look(self.node(above));
                let moved = self.node(above).children.remove(last);
                let to = self.path(to);
                if look(self.node(&to)) == from {
                    self.node(above).children.insert(last, moved);
                } else {
                    self.node(&to).children.push(moved);
                }
            }
            Edit::Insert(..) => unreachable!("handled above"),
        }
    }

    /// The tree as a snapshot; the truth is in an attribute, which no alignment looks at, and where `keyed` in the key.
    pub fn snapshot(&self, keyed: bool) -> Arc<Snapshot> {
        let mut b = SnapshotBuilder::new();
        write(&self.roots, keyed, &mut b);
        Arc::new(b.finish())
    }
}

fn renew(node: &mut Node, next: &mut u32) {
    node.truth = *next;
    *next += 1;
    node.identifier = None; // a second node of one identifier is told apart by nothing
    node.children.iter_mut().for_each(|c| renew(c, next));
}

fn write(node: &Node, keyed: bool, b: &mut SnapshotBuilder) {
    b.open(node.role);
    if !node.name.is_empty() {
        b.set_name(&node.name);
    }
    if let Some(value) = node.value {
        b.set_value(&value.to_string());
    }
    if let Some(checked) = node.checked {
        b.set_state(State::Checked, if checked { Tri::True } else { Tri::False });
    }
    if let Some(identifier) = &node.identifier {
        b.set_identifier(identifier);
    }
    if keyed {
        b.set_key(&format!("doc#{}", node.truth));
    }
    b.set_bounds(Rect::new(0.0, f64::from(node.truth % 5), 10.0, 10.0).expect("a box"));
    b.add_attr("truth", &node.truth.to_string());
    node.children.iter().for_each(|c| write(c, keyed, b));
    b.close();
}
