//! Rows of a grid that is drawn in several panes: the cells that never scroll, the others, the buttons. What stands in
//! another pane under the same number belongs to a row, and tells its button from the same button of another row.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::tree::{Node, NodeId, Role, Snapshot};

/// By row, the first row of its grid with the same number, where that is another.
#[derive(Default)]
pub(super) struct Leads(HashMap<u32, u32, FxBuildHasher>);

impl Leads {
    pub(super) fn of(snapshot: &Snapshot) -> Leads {
        const NUMBER: &str = "aria-rowindex";
        let mut leads = Leads::default();
        if snapshot.text().lookup(NUMBER).is_none() {
            return leads;
        }
        let mut first: HashMap<(Option<NodeId>, &str), u32, FxBuildHasher> = HashMap::default();
        for row in snapshot.nodes().filter(|n| n.role() == Role::Row) {
            let Some(number) = row.attr(NUMBER) else { continue };
            let grid = |n: &Node<'_>| matches!(n.role(), Role::Grid | Role::TreeGrid | Role::Table);
            let grid = row.ancestors().take(16).find(grid).map(|n| n.id());
            let own = row.id().index() as u32;
            let lead = *first.entry((grid, number)).or_insert(own);
            if lead != own {
                leads.0.insert(own, lead);
            }
        }
        leads
    }

    /// The row that says what the row `node` is about.
    pub(super) fn of_row(&self, node: u32) -> Option<u32> {
        self.0.get(&node).copied()
    }
}
