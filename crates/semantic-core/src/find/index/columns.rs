//! The heads of table columns, by which cells are called.

use crate::tree::{Node, NodeId, Role, Sym};

/// The column heads of the table that is being read, and where in it.
#[derive(Default)]
pub(super) struct Headers {
    pub names: Vec<Option<Sym>>,
    pub row: u32,
    /// Column of the next cell.
    pub next: usize,
}

impl Headers {
    /// Starts a row of cells: its column heads are those of the nearest row of heads before it in its table.
    pub fn enter(&mut self, row: Node<'_>) {
        let names = |row: Node<'_>| -> Vec<Option<Sym>> {
            let heads = row.children().filter(|c| c.role() == Role::ColumnHeader);
            heads.map(|c| row.snapshot.nodes[c.id.index()].name).collect()
        };
        let table = |row: Node<'_>| row.ancestors().find(|a| a.role() != Role::RowGroup).map(|t| t.id);
        let last = row.snapshot.node(NodeId(self.row)).filter(|last| last.role() == Role::Row);
        let same = last.is_some_and(|last| table(last) == table(row) && self.row < row.id.0);
        if !same {
            let first = match table(row) {
                Some(id) => {
                    row.snapshot.node(id).and_then(|t| t.subtree().take(64).find(|n| !names(*n).is_empty()))
                }
                None => {
                    row.snapshot.nodes().take(row.id.index()).rev().take(200).find(|n| !names(*n).is_empty())
                }
            };
            self.names = first.map(names).unwrap_or_default();
        }
        self.row = row.id.0;
        // A head at the start of the row counts as a column only where the row of heads has one for it.
        let heads = row.children().take_while(|c| c.role() == Role::RowHeader).count();
        let cells = row.children().filter(|c| matches!(c.role(), Role::Cell | Role::GridCell)).count();
        self.next = if cells + heads <= self.names.len() { heads } else { 0 };
    }
}
