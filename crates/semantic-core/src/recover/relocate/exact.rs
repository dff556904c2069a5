//! Pairs of nodes that are the same beyond doubt, found by equal properties and by structure.
//!
//! This is the head start of relocation: what is paired here anchors its neighbours, and is not free for others.

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use rustc_hash::FxBuildHasher;

use super::side::{NONE, Pools, Side};
use super::texts::NO_TEXT;
use crate::tree::{Node, unique_pairs};

type Key = (u64, u64, u32, u32);

/// For each node of `before` its partner in `after`, or [`NONE`].
pub(super) fn exact_pairs(before: &Side<'_>, after: &Side<'_>, pools: &Pools<'_>) -> Vec<u32> {
    let mut pairs =
        Pairs { to: vec![NONE; before.len()], from: vec![NONE; after.len()], before, after, pools };
    for (b, a) in unique_pairs(before.snapshot, after.snapshot, Node::key) {
        pairs.set(b, a); // the producer itself says that they are one
    }
    pairs.by_key(&|side, i| pairs_key_identified(side, i, pools));
    pairs.by_key(&|side, i| key_told(side, i, pools));
    pairs.by_key(&|side, i| key_named(side, i, pools));
    for _ in 0..2 {
        pairs.upwards();
        pairs.downwards();
        pairs.within();
    }
    pairs.to
}

/// Role, identifier and name.
fn pairs_key_identified(side: &Side<'_>, i: usize, pools: &Pools<'_>) -> Option<Key> {
    let t = &side.traits[i];
    let name = pools.prose.facts(t.name).fold;
    (t.identifier != NO_TEXT).then_some((t.role as u64, name, t.identifier, NONE))
}

/// Role, name and everything else that the node says of itself.
fn key_told(side: &Side<'_>, i: usize, pools: &Pools<'_>) -> Option<Key> {
    let t = &side.traits[i];
    let name = pools.prose.facts(t.name).fold;
    let more = t.url != NO_TEXT || t.form_name != NO_TEXT;
    (name != 0 && more).then_some((t.role as u64, name, t.url, t.form_name))
}

/// Role and name, where the name is not shared with a neighbour of another role.
fn key_named(side: &Side<'_>, i: usize, pools: &Pools<'_>) -> Option<Key> {
    let t = &side.traits[i];
    let name = pools.prose.facts(t.name).fold;
    (name != 0 && t.own_name).then_some((t.role as u64, name, NO_TEXT, NO_TEXT))
}

struct Pairs<'s, 'a> {
    to: Vec<u32>,
    from: Vec<u32>,
    before: &'s Side<'a>,
    after: &'s Side<'a>,
    pools: &'s Pools<'a>,
}

impl<'a> Pairs<'_, 'a> {
    fn set(&mut self, b: u32, a: u32) {
        if self.to[b as usize] == NONE && self.from[a as usize] == NONE {
            self.to[b as usize] = a;
            self.from[a as usize] = b;
        }
    }

    /// Pairs nodes whose key is on one node of each side.
    fn by_key(&mut self, key: &dyn Fn(&Side<'a>, usize) -> Option<Key>) {
        let mut seen: HashMap<Key, (u32, u32), FxBuildHasher> = HashMap::default();
        let twice = NONE - 1;
        for (first, side) in [(true, self.before), (false, self.after)] {
            for i in 0..side.len() {
                let Some(key) = key(side, i) else { continue };
                let slot = match seen.entry(key) {
                    Entry::Vacant(_) if !first => continue,
                    Entry::Vacant(slot) => slot.insert((NONE, NONE)),
                    Entry::Occupied(slot) => slot.into_mut(),
                };
                let which = if first { &mut slot.0 } else { &mut slot.1 };
                *which = if *which == NONE { i as u32 } else { twice };
            }
        }
        let mut sure: Vec<(u32, u32)> = seen.into_values().filter(|&(b, a)| b < twice && a < twice).collect();
        sure.sort_unstable();
        sure.into_iter().for_each(|(b, a)| self.set(b, a));
    }

    /// Pairs holders of the same role whose paired children all agree.
    fn upwards(&mut self) {
        const SPLIT: u32 = NONE - 1;
        let mut vote = vec![NONE; self.before.len()];
        let mut back = vec![NONE; self.after.len()];
        // Children come after their holders, so that from the end each level is ready before its own.
        for b in (0..self.before.len()).rev() {
            let (holder, a) = (self.before.traits[b].parent, self.partner(b as u32, &vote, &back));
            if holder == NONE || a == NONE {
                continue;
            }
            let other = self.after.traits[a as usize].parent;
            if other == NONE
                || self.before.traits[holder as usize].role != self.after.traits[other as usize].role
            {
                continue;
            }
            let slot = &mut vote[holder as usize];
            *slot = if *slot == NONE || *slot == other { other } else { SPLIT };
            let slot = &mut back[other as usize];
            *slot = if *slot == NONE || *slot == holder { holder } else { SPLIT };
        }
        for b in 0..self.before.len() as u32 {
            let a = vote[b as usize];
            if a < SPLIT && back[a as usize] == b {
                self.set(b, a);
            }
        }
    }

    fn partner(&self, b: u32, vote: &[u32], back: &[u32]) -> u32 {
        match self.to[b as usize] {
            NONE => {
                let a = vote[b as usize];
                if a < NONE - 1 && back[a as usize] == b && self.from[a as usize] == NONE { a } else { NONE }
            }
            a => a,
        }
    }

    /// Pairs the children of paired holders where there are equally many, of the same roles and names.
    fn downwards(&mut self) {
        if !self.before.nested || !self.after.nested {
            return;
        }
        let roots = |side: &Side<'_>| side.snapshot.roots().map(|n| n.id().0).collect::<Vec<_>>();
        let inside = |side: &Side<'_>, i: u32| side.node(i).children().map(|n| n.id().0).collect::<Vec<_>>();
        let (b, a) = (roots(self.before), roots(self.after));
        self.siblings(&b, &a);
        for b in 0..self.before.len() as u32 {
            let a = self.to[b as usize];
            if a != NONE {
                let (b, a) = (inside(self.before, b), inside(self.after, a));
                self.siblings(&b, &a);
            }
        }
    }

    fn siblings(&mut self, b: &[u32], a: &[u32]) {
        if b.len() != a.len() {
            return;
        }
        let same = |(&b, &a): (&u32, &u32)| {
            let (tb, ta) = (&self.before.traits[b as usize], &self.after.traits[a as usize]);
            let name = |id| self.pools.prose.facts(id).fold;
            tb.role == ta.role && name(tb.name) == name(ta.name)
        };
        if b.iter().zip(a).all(same) {
            b.iter().zip(a).for_each(|(&b, &a)| self.set(b, a));
        }
    }

    /// Pairs what has its role and name once within paired holders.
    fn within(&mut self) {
        let (to, before, after, pools) = (&self.to, self.before, self.after, self.pools);
        let from = &self.from;
        let holder_b = |side: &Side<'_>, i: usize| {
            side.ancestors(i as u32).take(12).find(|&p| to[p as usize] != NONE).map(|p| to[p as usize])
        };
        let holder_a =
            |side: &Side<'_>, i: usize| side.ancestors(i as u32).take(12).find(|&p| from[p as usize] != NONE);
        let mut keys: HashMap<Key, (u32, u32), FxBuildHasher> = HashMap::default();
        let twice = NONE - 1;
        for i in (0..before.len()).filter(|&i| to[i] == NONE) {
            let (t, Some(holder)) = (&before.traits[i], holder_b(before, i)) else { continue };
            let key = (t.role as u64, pools.prose.facts(t.name).fold, holder, t.url);
            let slot = keys.entry(key).or_insert((NONE, NONE));
            slot.0 = if slot.0 == NONE { i as u32 } else { twice };
        }
        for i in (0..after.len()).filter(|&i| from[i] == NONE) {
            let (t, Some(holder)) = (&after.traits[i], holder_a(after, i)) else { continue };
            let key = (t.role as u64, pools.prose.facts(t.name).fold, holder, t.url);
            if let Some(slot) = keys.get_mut(&key) {
                slot.1 = if slot.1 == NONE { i as u32 } else { twice };
            }
        }
        let mut sure: Vec<(u32, u32)> = keys
            .into_iter()
            .filter(|(k, p)| k.1 != 0 && p.0 < twice && p.1 < twice)
            .map(|(_, p)| p)
            .collect();
        sure.sort_unstable();
        sure.into_iter().for_each(|(b, a)| self.set(b, a));
    }
}
