//! A folded collection as it is printed, and how every entry is got back from it.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::entry::{Cell, Entry, Field};
use super::vocabulary::Member;

/// Fields that all of a kind agree on.
pub type Shared = Vec<(Field, Cell)>;

/// One folded collection: what its items share is said once, each item is a row of what varies.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The collection's own entry; its role is `collection`.
    pub container: Entry,
    /// What the ids of the members begin with.
    pub prefix: String,
    /// What all items share.
    pub item: Shared,
    /// What all controls of one name share, by name.
    pub controls: Vec<(String, Shared)>,
    /// The heads of the columns: `key`, then presence columns and varying fields.
    pub fields: Vec<String>,
    /// One row an item; `None` where a cell is absent.
    pub items: Vec<Vec<Option<Cell>>>,
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Column {
    Key,
    /// Whether the item (0) or the n-th control (from 1) is there.
    Presence(usize),
    /// A field of the item (0) or of the n-th control (from 1).
    Field(usize, Field),
}

/// The head of the column that says whether the item itself is there.
pub(super) const ITEM: &str = "item";

/// Up to where the heads have been read: the part, and the first of its columns that may follow (0 its presence, then
/// its fields).
#[derive(Clone, Copy)]
struct Place {
    part: usize,
    next: usize,
}

impl Place {
    fn allows(self, part: usize, field: Field) -> bool {
        part > self.part || field as usize + 1 >= self.next
    }
}

impl Block {
    /// The pattern of the members' ids.
    pub fn id_pattern(&self) -> String {
        format!("{}.item.{{key}}[.{{control}}]", self.prefix)
    }

    /// What each column holds, read off its head: columns stand in the order of the parts they belong to, and within a
    /// part its presence comes first, then its fields in order.
    pub(super) fn columns(&self) -> Vec<Column> {
        let mut at = Place { part: 0, next: 0 };
        let heads = self.fields.iter().skip(1);
        let rest = heads.map_while(|head| {
            let column = self.column(head, at)?;
            at = match column {
                Column::Presence(part) => Place { part, next: 1 },
                Column::Field(part, field) => Place { part, next: field as usize + 2 },
                Column::Key => at,
            };
            Some(column)
        });
        std::iter::once(Column::Key).chain(rest).collect()
    }

    fn column(&self, head: &str, at: Place) -> Option<Column> {
        if at.part == 0 {
            if head == ITEM && at.next == 0 {
                return Some(Column::Presence(0));
            }
            if let Some(field) = Field::from_name(head).filter(|&field| at.allows(0, field)) {
                return Some(Column::Field(0, field));
            }
        }
        let controls = self.controls.iter().enumerate().skip(at.part.saturating_sub(1));
        controls.map(|(i, (name, _))| (i + 1, name)).find_map(|(part, name)| {
            let rest = head.strip_prefix(name.as_str())?;
            match rest.strip_prefix('.') {
                None => (rest.is_empty() && part > at.part).then_some(Column::Presence(part)),
                Some(key) => {
                    let field = Field::from_name(key).filter(|&field| at.allows(part, field))?;
                    Some(Column::Field(part, field))
                }
            }
        })
    }

    /// The entries of the members, row by row.
    pub(super) fn members(&self) -> Vec<Entry> {
        let columns = self.columns();
        let mut entries = Vec::new();
        for row in &self.items {
            let Some(Some(Cell::Text(key))) = row.first() else { continue };
            let mut parts: Vec<Part> = vec![Part::default(); self.controls.len() + 1];
            for (column, cell) in columns.iter().zip(row) {
                match (*column, cell) {
                    (Column::Presence(n), cell) => parts[n].absent = cell.is_none(),
                    (Column::Field(n, field), Some(cell)) => parts[n].cells.push((field, cell.clone())),
                    _ => {}
                }
            }
            for (n, part) in parts.into_iter().enumerate() {
                let (control, shared) = match n.checked_sub(1).map(|c| &self.controls[c]) {
                    None => (None, &self.item),
                    Some((name, shared)) => (Some(name.as_str()), shared),
                };
                let nothing = n == 0 && shared.is_empty() && part.cells.is_empty();
                if !part.absent && !nothing {
                    let id = Member { prefix: &self.prefix, key, control }.id();
                    entries.push(whole(id, shared, part.cells));
                }
            }
        }
        entries
    }
}

#[derive(Clone, Default)]
struct Part {
    absent: bool,
    cells: Shared,
}

/// An entry of what is shared and what is its own. A name that is missing equals the value.
fn whole(id: String, shared: &Shared, own: Shared) -> Entry {
    let mut cells: Shared = shared.iter().cloned().chain(own).collect();
    cells.sort_by_key(|(field, _)| *field);
    let mut entry = Entry { id, cells };
    if entry.get(Field::Name).is_none()
        && let Some(value) = entry.get(Field::Value).cloned()
    {
        entry.cells.push((Field::Name, value));
        entry.cells.sort_by_key(|(field, _)| *field);
    }
    entry
}

/// Every entry of the blocks: containers, once each, and members.
pub(super) fn unfold(blocks: &[Block]) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut containers: HashSet<&str, FxBuildHasher> = HashSet::default();
    for block in blocks {
        if containers.insert(&block.container.id) {
            entries.push(block.container.clone());
        }
        entries.extend(block.members());
    }
    entries
}

impl Serialize for Block {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(None)?;
        map.serialize_entry("id", &self.container.id)?;
        for (field, cell) in &self.container.cells {
            let unsaid = *field == Field::Role || (*field == Field::Name && self.container.name().is_empty());
            if !unsaid {
                map.serialize_entry(field.as_str(), cell)?;
            }
        }
        map.serialize_entry("idPattern", &self.id_pattern())?;
        map.serialize_entry("item", &Keyed(&self.item))?;
        if !self.controls.is_empty() {
            map.serialize_entry("itemControls", &Controls(&self.controls))?;
        }
        map.serialize_entry("fields", &self.fields)?;
        map.serialize_entry("items", &self.items)?;
        map.end()
    }
}

struct Keyed<'a>(&'a Shared);

impl Serialize for Keyed<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_map(self.0.iter().map(|(field, cell)| (field.as_str(), cell)))
    }
}

struct Controls<'a>(&'a [(String, Shared)]);

impl Serialize for Controls<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_map(self.0.iter().map(|(name, shared)| (name, Keyed(shared))))
    }
}
