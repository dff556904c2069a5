//! What relocation costs: preparing two pages, one element, and all elements of a page.
//!
//! The new page is the old one after a release: a banner on top, every seventh element gone, every fifth renamed, and
//! identifiers that count on.

#[allow(dead_code)] // the benchmarks of finding use what is not used here
mod pages;

use std::hint::black_box;

use divan::{AllocProfiler, Bencher};
use semantic_core::find::ElementDescriptor;
use semantic_core::formats;
use semantic_core::recover::{Known, Relocator};
use semantic_core::tree::{NodeId, Snapshot};

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

const SIZES: [usize; 3] = [100, 1_000, 10_000];

fn main() {
    divan::main();
}

/// An old page and what became of it.
fn pair(elements: usize) -> (Snapshot, Snapshot) {
    let old = pages::page(elements);
    let new: Vec<ElementDescriptor> = old.iter().enumerate().filter_map(|(i, e)| changed(i, e)).collect();
    let read = |page: &[ElementDescriptor]| {
        formats::read(&pages::json(page), None).expect("our own page can be read")
    };
    (read(&old), read(&new))
}

fn changed(i: usize, old: &ElementDescriptor) -> Option<ElementDescriptor> {
    let mut new = old.clone();
    new.positional.y = old.positional.y.map(|y| y + 80.0);
    if i % 5 == 4 && !new.name.is_empty() {
        new.name.push_str(" now");
    }
    (i % 7 != 6).then_some(new)
}

/// Preparing and one relocation, as the command does it.
#[divan::bench(args = SIZES, max_time = 1)]
fn one(bencher: Bencher<'_, '_>, elements: usize) {
    let (before, after) = pair(elements);
    let target = NodeId::from_index(before.len() / 2);
    bencher.bench_local(|| {
        let relocator = Relocator::new(black_box(&before), black_box(&after), Known::Whole);
        black_box(relocator.relocate(target))
    });
}

/// Preparing alone.
#[divan::bench(args = SIZES, max_time = 1)]
fn prepare(bencher: Bencher<'_, '_>, elements: usize) {
    let (before, after) = pair(elements);
    bencher
        .bench_local(|| drop(black_box(Relocator::new(black_box(&before), black_box(&after), Known::Whole))));
}

/// Preparing and relocating every element.
#[divan::bench(args = [100, 1_000], max_time = 2)]
fn all(bencher: Bencher<'_, '_>, elements: usize) {
    let (before, after) = pair(elements);
    bencher.bench_local(|| {
        let relocator = Relocator::new(black_box(&before), black_box(&after), Known::Whole);
        black_box(relocator.relocate_all())
    });
}

/// The same on a page that has not changed but for its boxes.
#[divan::bench(args = [1_000], max_time = 2)]
fn all_moved(bencher: Bencher<'_, '_>, elements: usize) {
    let old = pages::page(elements);
    let mut new = old.clone();
    new.iter_mut().for_each(|e| e.positional.y = e.positional.y.map(|y| y + 80.0));
    let read = |page: &[ElementDescriptor]| formats::read(&pages::json(page), None).expect("our own page");
    let (before, after) = (read(&old), read(&new));
    bencher.bench_local(|| {
        let relocator = Relocator::new(black_box(&before), black_box(&after), Known::Whole);
        black_box(relocator.relocate_all())
    });
}
