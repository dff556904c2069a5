//! The heads of table columns, by which cells are called.

use rustc_hash::FxHashMap;

use crate::tree::{Node, Role, Sym};

/// Most nodes of a table that are looked at for its row of heads, and most heads and cells of a row.
const NEAR: usize = 64;

/// The column heads of every table met so far, and the next column of every row.
#[derive(Default)]
pub(super) struct Headers {
    /// By number of the table's node; rows without a table around them share one entry.
    tables: FxHashMap<u32, Vec<Option<Sym>>>,
    /// By number of the row's node.
    next: FxHashMap<u32, usize>,
}

impl Headers {
    /// The name of the column that the next cell of `row` stands in. Cells are asked about in document order.
    pub fn of_next_cell(&mut self, row: Node<'_>) -> Option<Sym> {
        let around = row.ancestors().take(8).find(|a| a.role() != Role::RowGroup);
        let table = around.map_or(u32::MAX, |t| t.id().index() as u32);
        let names = self.tables.entry(table).or_insert_with(|| match around {
            Some(table) => heads(table.subtree().take(NEAR)),
            None => heads(row.snapshot().range(row.id().index().saturating_sub(4 * NEAR)..row.id().index())),
        });
        let next = self.next.entry(row.id().index() as u32).or_insert_with(|| {
            // A head at the start of the row counts as a column only where the row of heads has one for it.
            let cells =
                row.children().take(NEAR).filter(|c| matches!(c.role(), Role::Cell | Role::GridCell)).count();
            let heads = row.children().take(NEAR).take_while(|c| c.role() == Role::RowHeader).count();
            if cells + heads <= names.len() { heads } else { 0 }
        });
        let column = *next;
        *next += 1;
        names.get(column).copied().flatten()
    }
}

/// The names of the first row of column heads among `nodes`.
fn heads<'a>(mut nodes: impl Iterator<Item = Node<'a>>) -> Vec<Option<Sym>> {
    let head = |n: &Node<'_>| n.role() == Role::ColumnHeader;
    let Some(row) = nodes.find(head).and_then(|first| first.parent()) else { return Vec::new() };
    row.children().take(NEAR).filter(head).map(|c| c.name_sym()).collect()
}
