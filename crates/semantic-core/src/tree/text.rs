//! Interned text: every string of a snapshot once, in one buffer, named by a small number.

use std::hash::{BuildHasher, BuildHasherDefault};
use std::num::NonZeroU32;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// The name of one interned string; only meaningful with the [`TextPool`] that issued it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sym(NonZeroU32);

impl Sym {
    /// Position of the string in its pool, from 0 in order of first use: an index for side tables.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    fn from_index(index: usize) -> Self {
        let n = u32::try_from(index + 1).expect("a pool holds fewer than 2^32 strings");
        Sym(NonZeroU32::new(n).expect("index + 1 is not zero"))
    }
}

/// All strings of one snapshot, each stored once in a single buffer.
#[derive(Clone, Default, Debug)]
pub struct TextPool {
    text: String,
    ends: Vec<u32>,
    table: HashTable<u32>,
}

impl TextPool {
    /// Stores `s` if it is new and returns its name. At most 4 GiB of distinct text fit in a pool;
    /// readers refuse inputs long before that.
    pub fn intern(&mut self, s: &str) -> Sym {
        let hash = hash(s);
        let (text, ends) = (&self.text, &self.ends);
        if let Some(&found) = self.table.find(hash, |&i| slice(text, ends, i as usize) == s) {
            return Sym::from_index(found as usize);
        }
        let index = self.ends.len();
        self.text.push_str(s);
        self.ends.push(u32::try_from(self.text.len()).expect("a pool holds less than 4 GiB of text"));
        let (text, ends) = (&self.text, &self.ends);
        self.table.insert_unique(hash, index as u32, |&i| self::hash(slice(text, ends, i as usize)));
        Sym::from_index(index)
    }

    /// The name of `s` if it is stored.
    pub fn lookup(&self, s: &str) -> Option<Sym> {
        self.table
            .find(hash(s), |&i| slice(&self.text, &self.ends, i as usize) == s)
            .map(|&i| Sym::from_index(i as usize))
    }

    /// The string that `sym` names.
    pub fn get(&self, sym: Sym) -> &str {
        slice(&self.text, &self.ends, sym.index())
    }

    /// Number of distinct strings.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether nothing is stored.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

fn slice<'a>(text: &'a str, ends: &[u32], i: usize) -> &'a str {
    let start = if i == 0 { 0 } else { ends[i - 1] as usize };
    &text[start..ends[i] as usize]
}

fn hash(s: &str) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(s)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_share_a_name() {
        let mut pool = TextPool::default();
        let a = pool.intern("Save");
        let b = pool.intern("");
        assert_eq!(pool.intern("Save"), a);
        assert_eq!((pool.get(a), pool.get(b), pool.len()), ("Save", "", 2));
        assert_eq!(pool.lookup("Cancel"), None);
    }
}
