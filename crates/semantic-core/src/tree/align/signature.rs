//! What a node looks like as a number: by itself (role and name), and with all that lies inside.

use std::cell::OnceCell;
use std::hash::{BuildHasher, BuildHasherDefault};

use rustc_hash::FxHasher;

use super::panes::Leads;
use crate::tree::{Role, Snapshot, Sym};

/// The signatures of all nodes of a snapshot, comparable with another snapshot's.
pub(super) struct Signatures {
    shallow: Vec<u64>,
    deep: Vec<u64>,
    /// All of `deep`, sorted; made when first asked for.
    sorted: OnceCell<Vec<u64>>,
}

impl Signatures {
    pub(super) fn new(snapshot: &Snapshot, leads: &Leads) -> Self {
        let pool = &snapshot.text;
        let mut texts: Vec<u64> = vec![0; pool.len()]; // each text hashed once, when first met
        let mut text = |sym: Option<Sym>| {
            let Some(sym) = sym else { return 0 };
            let known = &mut texts[sym.index()];
            if *known == 0 && !pool.get(sym).is_empty() {
                *known = hash(pool.get(sym)) | 1;
            }
            *known
        };
        let n = snapshot.nodes.len();
        let (mut shallow, mut deep) = (Vec::with_capacity(n), vec![0; n]);
        for (i, (node, deep)) in snapshot.nodes.iter().zip(&mut deep).enumerate() {
            let word = if node.role == Role::Other { text(node.native_role) } else { 0 };
            let mut own = mix(mix(node.role as u64 + 1, word), text(node.name));
            if let Some(lead) = leads.of_row(i as u32) {
                let lead = &snapshot.nodes[lead as usize..snapshot.nodes[lead as usize].end as usize];
                own = lead.iter().fold(own, |all, n| mix(mix(all, text(n.name)), text(n.value)));
            }
            shallow.push(own);
            *deep = mix(mix(mix(own, text(node.value)), text(node.url)), text(node.identifier));
        }
        // From the back every node is complete when its parent takes it in; children come last to first.
        for i in (0..n).rev() {
            deep[i] = mix(deep[i], u64::from(snapshot.nodes[i].end) - i as u64);
            let parent = snapshot.nodes[i].parent as usize;
            if parent < n {
                deep[parent] = mix(deep[parent], deep[i]);
            }
        }
        Signatures { shallow, deep, sorted: OnceCell::new() }
    }

    /// Role and name of a node.
    pub(super) fn shallow(&self, node: u32) -> u64 {
        self.shallow[node as usize]
    }

    /// Role, name, value, address and identifier of a node and of all inside it. States and boxes are not content.
    pub(super) fn deep(&self, node: u32) -> u64 {
        self.deep[node as usize]
    }

    /// Whether exactly one node has this content.
    pub(super) fn is_unique(&self, deep: u64) -> bool {
        let (sorted, first) = self.find(deep);
        sorted.get(first) == Some(&deep) && sorted.get(first + 1) != Some(&deep)
    }

    /// Whether a node has this content.
    pub(super) fn contains(&self, deep: u64) -> bool {
        let (sorted, first) = self.find(deep);
        sorted.get(first) == Some(&deep)
    }

    fn find(&self, deep: u64) -> (&[u64], usize) {
        let sorted = self.sorted.get_or_init(|| {
            let mut all = self.deep.clone();
            all.sort_unstable();
            all
        });
        (sorted, sorted.partition_point(|&d| d < deep))
    }
}

/// The hash of a text.
pub(super) fn hash(text: &str) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(text)
}

/// Two numbers in one, order included (the finaliser of MurmurHash3 over a sum).
fn mix(seed: u64, value: u64) -> u64 {
    let mut h = seed.rotate_left(23).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ value;
    h = (h ^ (h >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    h = (h ^ (h >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    h ^ (h >> 33)
}
