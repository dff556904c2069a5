//! Folding: the repeated things in a collection become rows of one block, and nothing is lost.
//!
//! Members are told by their ids, the block they belong to by where they lie: the collection around most of them. What
//! lies elsewhere, or could not be got back from a row, stays as it is.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::entry::{Cell, Entry, Field};
use super::group::is_collection;
use super::unfold::{Block, ITEM, Shared};
use super::vocabulary::Member;

/// An entry and where it lies.
pub(super) struct Listed {
    pub(super) entry: Entry,
    /// Place in the list of the nearest listed element around it; always before its own.
    pub(super) parent: Option<usize>,
}

/// How many collections around an element are looked at.
const NESTED: usize = 64;
/// Most cells of one block; a group that needs more has next to nothing in common.
const MOST_CELLS: usize = 1_000_000;

/// Members of one prefix in one collection, in document order.
struct Group {
    container: usize,
    members: Vec<usize>,
}

/// Folds what can be folded; the rest comes back in its order.
pub(super) fn fold(listed: Vec<Listed>) -> (Vec<Entry>, Vec<Block>) {
    let mut groups = groups(&listed);
    groups.sort_by_key(|group| group.members.first().copied());
    let mut gone = vec![false; listed.len()];
    let mut blocks = Vec::new();
    // Of two collections with one id only one can be told from the other.
    let mut containers: HashMap<&str, usize, FxBuildHasher> = HashMap::default();
    for group in &groups {
        let id = listed[group.container].entry.id.as_str();
        if *containers.entry(id).or_insert(group.container) != group.container {
            continue;
        }
        if let Some((block, members)) = block(&listed, group) {
            blocks.push(block);
            gone[group.container] = true;
            members.into_iter().for_each(|i| gone[i] = true);
        }
    }
    drop(containers);
    let rest = listed.into_iter().zip(gone).filter(|(_, gone)| !gone).map(|(listed, _)| listed.entry);
    (rest.collect(), blocks)
}

/// What may be folded, by prefix and collection.
fn groups(listed: &[Listed]) -> Vec<Group> {
    let around = collections(listed);
    let mut by_prefix: HashMap<&str, Vec<usize>, FxBuildHasher> = HashMap::default();
    let mut order = Vec::new();
    for (i, one) in listed.iter().enumerate() {
        if let Some(member) = Member::of(&one.entry.id) {
            let members = by_prefix.entry(member.prefix).or_insert_with(|| {
                order.push(member.prefix);
                Vec::new()
            });
            members.push(i);
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    for prefix in order {
        let members = by_prefix.remove(prefix).unwrap_or_default();
        groups.extend(split(listed, &around, members));
    }
    // A collection that others are folded into is in its block, not in a row of another.
    let containers: HashSet<usize, FxBuildHasher> = groups.iter().map(|group| group.container).collect();
    for group in &mut groups {
        group.members.retain(|i| !containers.contains(i));
    }
    groups.retain(|group| has_two_keys(listed, &group.members));
    groups
}

/// The nearest collection around each element.
fn collections(listed: &[Listed]) -> Vec<Option<usize>> {
    let mut around: Vec<Option<usize>> = Vec::with_capacity(listed.len());
    for one in listed {
        let nearest = one
            .parent
            .filter(|&p| p < around.len())
            .and_then(|p| if is_collection(&listed[p].entry) { Some(p) } else { around[p] });
        around.push(nearest);
    }
    around
}

/// Members of one prefix by the collection they fold into: the innermost that holds most of them, then for those outside
/// it the nearest of their own.
fn split(listed: &[Listed], around: &[Option<usize>], members: Vec<usize>) -> Vec<Group> {
    let chain = |i: usize| std::iter::successors(around[i], |&c| around[c]).take(NESTED);
    let mut counts: HashMap<usize, usize, FxBuildHasher> = HashMap::default();
    for container in members.iter().flat_map(|&i| chain(i)) {
        *counts.entry(container).or_default() += 1;
    }
    let mut best: Option<(usize, usize)> = None; // how many members, and the collection
    for container in members.iter().flat_map(|&i| chain(i)) {
        let count = counts.get(&container).copied().unwrap_or_default();
        let better = best.is_none_or(|(most, chosen)| {
            count > most || (count == most && chain(container).any(|outer| outer == chosen))
        });
        if better {
            best = Some((count, container));
        }
    }
    let Some((_, container)) = best else { return Vec::new() };
    let (inside, outside): (Vec<usize>, Vec<usize>) =
        members.into_iter().partition(|&i| chain(i).any(|c| c == container));
    let mut groups = vec![Group { container, members: inside }];
    let mut places: HashMap<usize, usize, FxBuildHasher> = HashMap::default();
    for i in outside {
        let Some(container) = around[i] else { continue };
        let place = *places.entry(container).or_insert_with(|| {
            groups.push(Group { container, members: Vec::new() });
            groups.len() - 1
        });
        groups[place].members.push(i);
    }
    groups.retain(|group| has_two_keys(listed, &group.members));
    groups
}

fn has_two_keys(listed: &[Listed], members: &[usize]) -> bool {
    let mut keys = members.iter().filter_map(|&i| Member::of(&listed[i].entry.id)).map(|member| member.key);
    let first = keys.next();
    keys.any(|key| Some(key) != first)
}

/// The block of a group and the members that are in it; `None` where they have to stay flat.
fn block(listed: &[Listed], group: &Group) -> Option<(Block, Vec<usize>)> {
    let container = &listed[group.container].entry;
    let table = Table::of(listed, &group.members, |_| true);
    let awkward = table.awkward();
    for table in [Some(table), awkward.map(|names| Table::of(listed, &group.members, |c| !names.contains(c)))]
    {
        let Some(table) = table.filter(|table| table.rows.len() > 1) else { continue };
        if let Some(block) = table.block(container)
            && table.is_given_back_by(listed, &block)
        {
            return Some((block, table.members().collect()));
        }
    }
    None
}

/// The members of a group as rows of parts: the item (0) and its controls (from 1).
struct Table<'a> {
    prefix: &'a str,
    controls: Vec<&'a str>,
    rows: Vec<Row<'a>>,
}

struct Row<'a> {
    key: &'a str,
    /// Those of its parts that are there.
    parts: Vec<Part<'a>>,
}

struct Part<'a> {
    /// 0 for the item, else which control, from 1.
    part: usize,
    /// Place of the member in the list.
    member: usize,
    fields: Vec<(Field, &'a Cell)>,
}

impl<'a> Table<'a> {
    /// `takes` says which controls may be in it.
    fn of(listed: &'a [Listed], members: &[usize], takes: impl Fn(&str) -> bool) -> Table<'a> {
        let mut table = Table { prefix: "", controls: Vec::new(), rows: Vec::new() };
        let mut keys: HashMap<&str, usize, FxBuildHasher> = HashMap::default();
        let mut cells: Vec<Vec<(Option<&str>, usize)>> = Vec::new();
        for &i in members {
            let Some(member) = Member::of(&listed[i].entry.id) else { continue };
            if !member.control.is_none_or(&takes) {
                continue;
            }
            table.prefix = member.prefix;
            let row = *keys.entry(member.key).or_insert_with(|| {
                table.rows.push(Row { key: member.key, parts: Vec::new() });
                cells.push(Vec::new());
                cells.len() - 1
            });
            cells[row].push((member.control, i));
        }
        let mut names: HashMap<&str, usize, FxBuildHasher> = HashMap::default();
        for (row, cells) in table.rows.iter_mut().zip(cells) {
            let mut taken: HashSet<usize, FxBuildHasher> = HashSet::default();
            for (control, i) in cells {
                let part = control.map_or(0, |name| {
                    *names.entry(name).or_insert_with(|| {
                        table.controls.push(name);
                        table.controls.len()
                    })
                });
                // A second element with the same id has no cell of its own.
                if taken.insert(part) {
                    row.parts.push(Part { part, member: i, fields: own_fields(&listed[i].entry) });
                }
            }
        }
        table
    }

    /// The controls whose columns may be taken for those of another part, where there are any.
    fn awkward(&self) -> Option<HashSet<&'a str, FxBuildHasher>> {
        let all: HashSet<&str, FxBuildHasher> = self.controls.iter().copied().collect();
        let is_awkward = |name: &str| {
            let field_of_another = name
                .rsplit_once('.')
                .is_some_and(|(before, last)| all.contains(before) && Field::from_name(last).is_some());
            name == ITEM || name == "key" || Field::from_name(name).is_some() || field_of_another
        };
        let names: HashSet<&str, FxBuildHasher> =
            all.iter().copied().filter(|name| is_awkward(name)).collect();
        (!names.is_empty()).then_some(names)
    }

    fn members(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().flat_map(|row| row.parts.iter().map(|part| part.member))
    }

    /// The block; `None` where its cells would be far more than its members.
    fn block(&self, container: &Entry) -> Option<Block> {
        let parts = self.controls.len() + 1;
        let mut summary: Vec<Summary> = vec![Summary::default(); parts];
        for Part { part, fields, .. } in self.rows.iter().flat_map(|row| &row.parts) {
            summary[*part].add(fields);
        }
        let (fields, starts) = self.columns(&summary);
        if fields.len().saturating_mul(self.rows.len()) > MOST_CELLS {
            return None;
        }
        let items = self.rows.iter().map(|row| self.cells(row, &summary, &starts, fields.len())).collect();
        let mut shared = summary.iter().map(Summary::shared);
        let item = shared.next().unwrap_or_default();
        let controls = self.controls.iter().map(|&name| name.to_owned()).zip(shared).collect();
        Some(Block {
            container: container.clone(),
            prefix: self.prefix.to_owned(),
            item,
            controls,
            fields,
            items,
        })
    }

    /// The heads of the columns, and where those of each part begin.
    fn columns(&self, summary: &[Summary<'_>]) -> (Vec<String>, Vec<usize>) {
        let mut heads = vec!["key".to_owned()];
        let mut starts = Vec::with_capacity(summary.len());
        for (part, summary) in summary.iter().enumerate() {
            let name = part.checked_sub(1).map(|c| self.controls[c]);
            starts.push(heads.len());
            if summary.optional(self.rows.len()) {
                heads.push(name.unwrap_or(ITEM).to_owned());
            }
            heads.extend(summary.varying().map(|field| match name {
                Some(name) => format!("{name}.{}", field.as_str()),
                None => field.as_str().to_owned(),
            }));
        }
        (heads, starts)
    }

    /// A row as it is printed.
    fn cells(
        &self,
        row: &Row<'_>,
        summary: &[Summary<'_>],
        starts: &[usize],
        width: usize,
    ) -> Vec<Option<Cell>> {
        let mut cells = vec![None; width];
        cells[0] = Some(Cell::Text(row.key.to_owned()));
        for Part { part, fields, .. } in &row.parts {
            let mut at = starts[*part];
            if summary[*part].optional(self.rows.len()) {
                cells[at] = Some(Cell::Flag(true));
                at += 1;
            }
            for (place, field) in summary[*part].varying().enumerate() {
                let own = fields.iter().find(|(f, _)| *f == field);
                cells[at + place] = own.map(|&(_, cell)| cell.clone());
            }
        }
        cells
    }

    /// Whether unfolding gives every member back.
    fn is_given_back_by(&self, listed: &[Listed], block: &Block) -> bool {
        let back = block.members();
        let by_id: HashMap<&str, &Entry, FxBuildHasher> = back.iter().map(|e| (e.id.as_str(), e)).collect();
        by_id.len() == back.len()
            && back.len() == self.members().count()
            && self.members().all(|i| {
                let entry = &listed[i].entry;
                by_id.get(entry.id.as_str()).is_some_and(|back| *back == entry)
            })
    }
}

/// The fields of a member in its cell: without the name where that is the value.
fn own_fields(entry: &Entry) -> Vec<(Field, &Cell)> {
    let value = entry.get(Field::Value);
    let says = |(field, cell): &&(Field, Cell)| *field != Field::Name || Some(cell) != value;
    entry.cells.iter().filter(says).map(|(field, cell)| (*field, cell)).collect()
}

/// What the present cells of one part have in common.
#[derive(Clone, Default)]
struct Summary<'a> {
    present: usize,
    /// Each field with its first value, in how many cells it is, and whether it is the same in all of them.
    fields: [Option<(&'a Cell, usize, bool)>; Field::ALL.len()],
}

impl<'a> Summary<'a> {
    fn add(&mut self, cells: &[(Field, &'a Cell)]) {
        self.present += 1;
        for &(field, cell) in cells {
            let (first, count, same) = self.fields[field as usize].unwrap_or((cell, 0, true));
            self.fields[field as usize] = Some((first, count + 1, same && first == cell));
        }
    }

    fn optional(&self, rows: usize) -> bool {
        self.present > 0 && self.present < rows
    }

    fn is_shared(&self, field: Field) -> bool {
        self.fields[field as usize].is_some_and(|(_, count, same)| same && count == self.present)
    }

    fn shared(&self) -> Shared {
        let cell = |field: Field| {
            let (first, ..) = self.fields[field as usize].filter(|_| self.is_shared(field))?;
            Some((field, first.clone()))
        };
        Field::ALL.into_iter().filter_map(cell).collect()
    }

    fn varying(&self) -> impl Iterator<Item = Field> {
        Field::ALL
            .into_iter()
            .filter(|&field| self.fields[field as usize].is_some() && !self.is_shared(field))
    }
}
