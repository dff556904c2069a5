//! What observing, rendering and comparing cost on trees of growing size; `cargo xtask bench` prints it as one table.
//!
//! `naive_diff` is what `diff` is compared with in the same run: both texts rendered, and the lines of the one that the
//! other lacks, which knows nothing of identity, order or fields.

use std::collections::HashSet;
use std::hint::black_box;
use std::sync::Arc;

use divan::{AllocProfiler, Bencher};
use semantic_core::tree::{Role, Snapshot, SnapshotBuilder, align};
use semantic_core::view::{Observation, SemanticView, Session};

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
const EDITS: usize = 50;

fn main() {
    divan::main();
}

/// Tables of unnamed rows without identifiers, 5 nodes a row: the harder half of real pages.
fn page(nodes: usize, edited: bool) -> Arc<Snapshot> {
    let rows = nodes / 5;
    let step = (rows / EDITS).max(1);
    let mut b = SnapshotBuilder::with_capacity(nodes + EDITS * 5);
    b.open(Role::Main);
    for row in 0..rows {
        if row % 100 == 0 {
            if b.depth() > 1 {
                b.close();
            }
            b.open(Role::Table);
        }
        match (edited && row % step == step / 2).then_some(row / step % 3) {
            Some(0) => continue,
            Some(1) => add_row(&mut b, rows + row, "new"),
            Some(_) => {
                add_row(&mut b, row, "changed");
                continue;
            }
            None => {}
        }
        add_row(&mut b, row, "open");
    }
    Arc::new(b.finish())
}

fn add_row(b: &mut SnapshotBuilder, row: usize, status: &str) {
    b.open(Role::Row);
    for (role, name) in [
        (Role::Cell, format!("Order {row}")),
        (Role::Cell, format!("{} items", row % 7)),
        (Role::Cell, status.to_owned()),
        (Role::Button, "Delete".to_owned()),
    ] {
        b.open(role);
        b.set_name(&name);
        b.close();
    }
    b.close();
}

#[divan::bench(args = SIZES)]
fn observe(bencher: Bencher, nodes: usize) {
    let page = page(nodes, false);
    bencher.bench_local(|| Observation::of(Arc::clone(black_box(&page)), &SemanticView::new()));
}

#[divan::bench(args = SIZES)]
fn observe_and_render(bencher: Bencher, nodes: usize) {
    let page = page(nodes, false);
    bencher.bench_local(|| Observation::of(Arc::clone(black_box(&page)), &SemanticView::new()).render());
}

#[divan::bench(args = SIZES)]
fn align_50_edits(bencher: Bencher, nodes: usize) {
    let (before, after) = (page(nodes, false), page(nodes, true));
    bencher.bench_local(|| align(black_box(&before), &after));
}

#[divan::bench(args = SIZES)]
fn diff_50_edits(bencher: Bencher, nodes: usize) {
    let observe = |edited| Observation::of(page(nodes, edited), &SemanticView::new());
    let (before, after) = (observe(false), observe(true));
    assert!((EDITS..EDITS * 10).contains(&after.diff(&before).render().lines().count()));
    bencher.bench_local(|| black_box(&after).diff(&before).render());
}

#[divan::bench(args = SIZES)]
fn diff_unchanged(bencher: Bencher, nodes: usize) {
    let observe = || Observation::of(page(nodes, false), &SemanticView::new());
    let (before, after) = (observe(), observe());
    bencher.bench_local(|| black_box(&after).diff(&before).render());
}

#[divan::bench(args = SIZES)]
fn session_next_50_edits(bencher: Bencher, nodes: usize) {
    let (before, after) = (page(nodes, false), page(nodes, true));
    bencher
        .with_inputs(|| {
            let mut session = Session::new();
            session.observe(Arc::clone(&before), &SemanticView::new());
            session
        })
        .bench_local_refs(|session| session.observe(Arc::clone(black_box(&after)), &SemanticView::new()));
}

#[divan::bench(args = SIZES)]
fn naive_diff(bencher: Bencher, nodes: usize) {
    let (before, after) = (page(nodes, false), page(nodes, true));
    let render = |page: &Arc<Snapshot>| Observation::of(Arc::clone(page), &SemanticView::new()).render();
    bencher.bench_local(|| {
        let (old, new) = (render(black_box(&before)), render(&after));
        let known: HashSet<&str> = old.lines().collect();
        new.lines().filter(|line| !known.contains(line)).count()
    });
}
