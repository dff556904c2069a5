//! What reading, preparing and finding cost, an element at a time; `cargo xtask bench` prints it as one table.
//!
//! Each page is asked a short and a long query by every strategy: from nothing but a snapshot (`one_shot`),
//! from descriptors (`matcher`), and from an index that is there already (`prepared`). `naive` is what all of
//! this is compared with: the share of common words, counted anew for each element. Time to free what was
//! made is part of each figure.

mod pages;

use std::collections::HashSet;
use std::fmt;
use std::hint::black_box;
use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use semantic_core::find::{
    CombinedMatcher, ElementDescriptor, ElementMatcher, EmbeddingMatcher, FindOptions, Index, LexicalMatcher,
    Strategy,
};
use semantic_core::formats;
use semantic_core::tree::Snapshot;

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

const SIZES: [usize; 3] = [100, 1_000, 10_000];

fn main() {
    // The word tables are built at the first use, once a process; the cold command shows that cost.
    Index::new(snapshot(100))
        .find(pages::SHORT, Strategy::Combined, &FindOptions::default())
        .expect("a plain query");
    divan::main();
}

fn snapshot(elements: usize) -> Arc<Snapshot> {
    let json = pages::json(&pages::page(elements));
    Arc::new(formats::read(&json, None).expect("our own page can be read"))
}

/// One query to one page.
#[derive(Clone, Copy)]
struct Case {
    strategy: Strategy,
    query: &'static str,
    elements: usize,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let query = if self.query == pages::SHORT { "short" } else { "long" };
        write!(f, "{} {query} {}", self.strategy.as_str(), self.elements)
    }
}

fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    for strategy in [Strategy::Lexical, Strategy::Embedding, Strategy::Combined] {
        for query in [pages::SHORT, pages::LONG] {
            all.extend(SIZES.map(|elements| Case { strategy, query, elements }));
        }
    }
    all
}

#[divan::bench(args = SIZES, max_time = 1)]
fn parse(bencher: Bencher<'_, '_>, elements: usize) {
    let json = pages::json(&pages::page(elements));
    bencher
        .counter(ItemsCount::new(elements))
        .bench_local(|| drop(black_box(formats::read(black_box(&json), None))));
}

#[divan::bench(args = SIZES, max_time = 1)]
fn build(bencher: Bencher<'_, '_>, elements: usize) {
    let snapshot = snapshot(elements);
    bencher
        .counter(ItemsCount::new(elements))
        .bench_local(|| drop(black_box(Index::new(Arc::clone(&snapshot)))));
}

#[divan::bench(args = cases(), max_time = 1)]
fn one_shot(bencher: Bencher<'_, '_>, case: Case) {
    let snapshot = snapshot(case.elements);
    let options = FindOptions::default();
    bencher.counter(ItemsCount::new(case.elements)).bench_local(|| {
        let index = Index::new(Arc::clone(&snapshot));
        drop(black_box(index.find(black_box(case.query), case.strategy, &options)));
    });
}

#[divan::bench(args = cases(), max_time = 1)]
fn matcher(bencher: Bencher<'_, '_>, case: Case) {
    let page = pages::page(case.elements);
    let options = FindOptions::default();
    let matcher: Box<dyn ElementMatcher> = match case.strategy {
        Strategy::Lexical => Box::new(LexicalMatcher::new()),
        Strategy::Embedding => Box::new(EmbeddingMatcher::default()),
        Strategy::Combined => Box::new(CombinedMatcher::default()),
    };
    bencher
        .counter(ItemsCount::new(case.elements))
        .bench_local(|| drop(black_box(matcher.find(black_box(case.query), &page, &options))));
}

#[divan::bench(args = cases(), max_time = 1)]
fn prepared(bencher: Bencher<'_, '_>, case: Case) {
    let index = Index::new(snapshot(case.elements));
    let options = FindOptions::default();
    index.find(case.query, case.strategy, &options).expect("a plain query");
    bencher
        .counter(ItemsCount::new(case.elements))
        .bench_local(|| drop(black_box(index.find(black_box(case.query), case.strategy, &options))));
}

/// Growth with the query's length, on the middle page; the items are the query's words.
#[divan::bench(args = [10, 100, 1_000], max_time = 1)]
fn query_words(bencher: Bencher<'_, '_>, words: usize) {
    let index = Index::new(snapshot(SIZES[1]));
    let query = pages::query(words);
    let options = FindOptions::default();
    index.find(&query, Strategy::Combined, &options).expect("a plain query");
    bencher
        .counter(ItemsCount::new(words))
        .bench_local(|| drop(black_box(index.find(black_box(&query), Strategy::Combined, &options))));
}

#[divan::bench(args = cases().into_iter().filter(|c| c.strategy == Strategy::Lexical), max_time = 1)]
fn naive(bencher: Bencher<'_, '_>, case: Case) {
    let page = pages::page(case.elements);
    bencher
        .counter(ItemsCount::new(case.elements))
        .bench_local(|| drop(black_box(jaccard(black_box(case.query), &page))));
}

/// The three elements that share most words with the query, by |A ∩ B| / |A ∪ B|.
fn jaccard(query: &str, page: &[ElementDescriptor]) -> Vec<(f64, String)> {
    let words = |text: &str| text.split_whitespace().map(str::to_lowercase).collect::<HashSet<String>>();
    let mut all: Vec<(f64, String)> = page
        .iter()
        .map(|element| {
            let (a, b) = (words(query), words(&element.composite()));
            let common = a.intersection(&b).count();
            (common as f64 / (a.len() + b.len() - common).max(1) as f64, element.reference.clone())
        })
        .collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.truncate(3);
    all
}
