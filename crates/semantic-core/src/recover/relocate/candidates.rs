//! Which nodes of the other snapshot are worth comparing: everything shares something with the one sought.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::kinds::Kind;
use super::side::{NONE, Side};
use super::texts::{NO_TEXT, TextId};
use super::{Known, Pages};

/// Most nodes that are compared with one where the whole old page is known, and where only a part is.
const MOST: usize = 28;
const MOST_PART: usize = 40;
/// Nodes of a list that are looked at; in a longer one, those nearest to where the node is expected.
const LONGEST: usize = 128;

/// What a shared property is a key of.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Shared {
    Name(u64),
    NameMask(u64),
    Word(u64),
    Identifier(TextId),
    IdentifierMask(u64),
    FormName(TextId),
    Url(TextId),
    UrlMask(u64),
    Class(TextId),
    Source(TextId),
    Hint(TextId),
    Path(u64),
    /// Left edge and width, in steps of some pixels, and the kind.
    Column(i32, i32, Kind),
    Kind(Kind),
    Section(TextId, Kind),
}

/// The nodes of a snapshot by what they share with others, each list in document order.
pub(super) struct Index {
    lists: HashMap<Shared, Vec<u32>, FxBuildHasher>,
}

impl Index {
    pub fn new(side: &Side<'_>, pages: &Pages<'_>) -> Index {
        let mut index = Index { lists: HashMap::default() };
        for i in 0..side.len() as u32 {
            keys(side, i, pages, |key, _| index.lists.entry(key).or_default().push(i));
        }
        index
    }
}

/// Calls `each` with the properties of a node and how much it tells to share one.
fn keys(side: &Side<'_>, i: u32, pages: &Pages<'_>, mut each: impl FnMut(Shared, f32)) {
    let t = &side.traits[i as usize];
    let pools = &pages.pools;
    let name = pools.prose.facts(t.name);
    if name.fold != 0 {
        each(Shared::Name(name.fold), 3.0);
        if name.numbered {
            each(Shared::NameMask(name.mask), 2.0);
        }
        for item in pools.prose.items(t.name).iter().take(8) {
            each(Shared::Word(item.hash), 1.5 * item.weight);
        }
    }
    let texts = [
        (t.identifier, Shared::Identifier(t.identifier), 3.0),
        (t.form_name, Shared::FormName(t.form_name), 2.0),
        (t.url, Shared::Url(t.url), 2.5),
        (t.class, Shared::Class(t.class), 0.8),
        (t.src, Shared::Source(t.src), 1.5),
    ];
    for (_, key, weight) in texts.into_iter().filter(|(id, ..)| *id != NO_TEXT) {
        each(key, weight);
    }
    let identifier = pools.idents.facts(t.identifier);
    if identifier.numbered {
        each(Shared::IdentifierMask(identifier.mask), 1.5);
    }
    let url = pools.urls.facts(t.url);
    if url.numbered {
        each(Shared::UrlMask(url.mask), 0.7);
    }
    for &hint in t.hints[..5].iter().filter(|&&h| h != NO_TEXT) {
        each(Shared::Hint(hint), 1.5);
    }
    if let Some(path) = t.xpath {
        each(Shared::Path(path_end(path)), 0.9);
    }
    if let Some([x, _, width, _]) = t.bounds {
        each(Shared::Column((x / 24.0) as i32, (width / 24.0) as i32, t.kind), 0.6);
    }
    if t.section != NO_TEXT {
        each(Shared::Section(t.section, t.kind), 0.5);
    }
    each(Shared::Kind(t.kind), 0.2);
}

/// The hash of the last steps of a path.
fn path_end(path: &str) -> u64 {
    let start = path.rmatch_indices('/').nth(3).map_or(0, |(at, _)| at);
    crate::find::words::word_hash(&path[start..])
}

/// Tables that are kept between calls.
#[derive(Default)]
pub(super) struct Votes {
    sum: Vec<f32>,
    touched: Vec<u32>,
}

impl Votes {
    fn add(&mut self, i: u32, weight: f32) {
        let sum = &mut self.sum[i as usize];
        if *sum == 0.0 {
            self.touched.push(i);
        }
        *sum += weight.max(1e-3);
    }

    /// Adds the part of a list that lies nearest to `expected`.
    fn add_list(&mut self, list: &[u32], expected: u32, weight: f32) {
        let (mut from, mut to) = (0, list.len());
        if list.len() > LONGEST {
            let at = list.partition_point(|&i| i < expected);
            from = at.saturating_sub(LONGEST / 2).min(list.len() - LONGEST);
            to = from + LONGEST;
        }
        list[from..to].iter().for_each(|&i| self.add(i, weight));
    }

    /// The nodes with most votes, and forgets them.
    fn best(&mut self, expected: u32, most: usize) -> Vec<u32> {
        let sum = &self.sum;
        let order = |&x: &u32, &y: &u32| {
            sum[y as usize]
                .total_cmp(&sum[x as usize])
                .then(x.abs_diff(expected).cmp(&y.abs_diff(expected)))
                .then(x.cmp(&y))
        };
        if self.touched.len() > most {
            self.touched.select_nth_unstable_by(most - 1, order);
        }
        let mut best: Vec<u32> = self.touched.iter().copied().take(most).collect();
        best.sort_unstable();
        for &i in &self.touched {
            self.sum[i as usize] = 0.0;
        }
        self.touched.clear();
        best
    }
}

/// One direction of the search: from nodes of one side to those of the other.
pub(super) struct Search<'s, 'a> {
    pub from: &'s Side<'a>,
    pub to: &'s Side<'a>,
    pub index: &'s Index,
    /// The exact partner of each node of `from`.
    pub exact: &'s [u32],
}

impl Search<'_, '_> {
    /// The nodes worth comparing with node `i`, in document order.
    pub fn candidates(&self, i: u32, pages: &Pages<'_>, votes: &mut Votes) -> Vec<u32> {
        votes.sum.resize(self.to.len(), 0.0);
        let expected = self.expected(i);
        keys(self.from, i, pages, |key, weight| {
            if let Some(list) = self.index.lists.get(&key) {
                votes.add_list(list, expected, weight);
            }
        });
        if self.exact[i as usize] != NONE {
            votes.add(self.exact[i as usize], 8.0);
        }
        let near = expected.saturating_sub(6)..expected.saturating_add(7).min(self.to.len() as u32);
        near.for_each(|j| votes.add(j, 0.3));
        self.around(i, pages, votes);
        if pages.known == Known::Part {
            self.nearest(i, votes);
            return votes.best(expected, MOST_PART);
        }
        votes.best(expected, MOST)
    }

    /// Where the node would be if nothing but what is around it had moved.
    fn expected(&self, i: u32) -> u32 {
        let partner = |j: u32| Some(self.exact[j as usize]).filter(|&a| a != NONE);
        if let Some(a) = partner(i) {
            return a;
        }
        let before = (1..=24).find_map(|d| Some((d, partner(i.checked_sub(d)?)?)));
        let after = (1..=24).find_map(|d| {
            let j = i + d;
            ((j as usize) < self.exact.len()).then(|| partner(j)).flatten().map(|a| (d, a))
        });
        let last = self.to.len().saturating_sub(1) as u32;
        match (before, after) {
            (Some((d, a)), Some((e, c))) => {
                if d <= e {
                    (a + d).min(last)
                } else {
                    c.saturating_sub(e)
                }
            }
            (Some((d, a)), None) => (a + d).min(last),
            (None, Some((e, c))) => c.saturating_sub(e),
            (None, None) => (f64::from(i) * self.to.len() as f64 / self.from.len().max(1) as f64) as u32,
        }
    }

    /// What is drawn nearest to where the node was: where little is known of the old page, the place is all there
    /// may be.
    fn nearest(&self, i: u32, votes: &mut Votes) {
        const NEAREST: usize = 8;
        let Some([x, y, ..]) = self.from.traits[i as usize].bounds else { return };
        let far = |j: u32| {
            let [u, v, ..] = self.to.traits[j as usize].bounds?;
            Some((x - u).abs() + (y - v).abs())
        };
        let mut near: Vec<(f32, u32)> =
            (0..self.to.len() as u32).filter_map(|j| Some((far(j)?, j))).filter(|n| n.0 < 600.0).collect();
        let order = |p: &(f32, u32), q: &(f32, u32)| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1));
        if near.len() > NEAREST {
            near.select_nth_unstable_by(NEAREST - 1, order);
            near.truncate(NEAREST);
        }
        near.into_iter().for_each(|(_, j)| votes.add(j, 1.5));
    }

    /// The like of it in the rows that share a rare word with its own row, and in the partner of what holds it.
    fn around(&self, i: u32, pages: &Pages<'_>, votes: &mut Votes) {
        let t = &self.from.traits[i as usize];
        let holders = [t.item, t.parent].into_iter().chain(self.from.ancestors(i).take(6));
        for holder in holders.filter(|&h| h != NONE) {
            let partner = self.exact[holder as usize];
            if partner != NONE {
                self.like(t.kind, partner, 1.0, votes);
                break;
            }
        }
        if t.item == NONE {
            return;
        }
        for &(word, weight) in self.from.words_in(t.item, i, &pages.pools).iter().take(6) {
            let Some(list) = self.index.lists.get(&Shared::Word(word)) else { continue };
            if list.len() > 12 {
                continue;
            }
            for &said in list {
                let item = self.to.traits[said as usize].item;
                if item != NONE {
                    self.like(t.kind, item, weight, votes);
                }
            }
        }
    }

    /// Votes for what is of a kind inside a node.
    fn like(&self, kind: Kind, holder: u32, weight: f32, votes: &mut Votes) {
        let range = self.to.span(holder).take(LONGEST);
        range.filter(|&j| self.to.traits[j as usize].kind == kind).for_each(|j| votes.add(j, weight));
    }
}
