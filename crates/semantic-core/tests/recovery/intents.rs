//! The intent cache: recency, age, bounds, threads.

use std::sync::Arc;
use std::time::Duration;

use semantic_core::find::ElementDescriptor;
use semantic_core::recover::{CacheLimits, Intent, IntentCache, Known};

fn intent(name: &str) -> Intent {
    let element =
        ElementDescriptor { role: "button".into(), name: name.into(), ..ElementDescriptor::default() };
    Intent::of_descriptor(&element, Some(name))
}

fn at(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn query(cache: &IntentCache, tab: &str, reference: &str, now: Duration) -> Option<String> {
    cache.lookup(tab, reference, now).and_then(|i| i.query.clone())
}

#[test]
fn the_least_recently_used_goes_first() {
    let cache = IntentCache::new(CacheLimits { refs: 3, ..CacheLimits::default() });
    for name in ["a", "b", "c"] {
        cache.record("t", name, intent(name), at(0));
    }
    assert!(query(&cache, "t", "a", at(1)).is_some()); // a lookup refreshes
    cache.record("t", "d", intent("d"), at(2));
    assert_eq!(query(&cache, "t", "b", at(2)), None);
    for name in ["a", "c", "d"] {
        assert_eq!(query(&cache, "t", name, at(2)).as_deref(), Some(name));
    }
}

#[test]
fn overwriting_evicts_no_other() {
    let cache = IntentCache::new(CacheLimits { refs: 2, ..CacheLimits::default() });
    cache.record("t", "a", intent("a"), at(0));
    cache.record("t", "b", intent("b"), at(0));
    for _ in 0..5 {
        cache.record("t", "b", intent("new"), at(1));
    }
    assert_eq!(query(&cache, "t", "a", at(1)).as_deref(), Some("a"));
    assert_eq!(query(&cache, "t", "b", at(1)).as_deref(), Some("new"));
}

#[test]
fn age_counts_from_the_record_and_expired_entries_are_removed() {
    let cache = IntentCache::default();
    cache.record("t", "a", intent("a"), at(0));
    assert!(query(&cache, "t", "a", at(599)).is_some());
    assert!(query(&cache, "t", "a", at(600)).is_none());
    assert_eq!(cache.tabs(), 0, "an empty tab is forgotten");
    cache.record("t", "a", intent("a"), at(700));
    cache.record("t", "b", intent("b"), at(1400));
    assert_eq!(cache.len("t", at(1400)), 1);
    // A clock that goes backwards makes nothing too old.
    assert!(query(&cache, "t", "b", at(3)).is_some());
}

#[test]
fn the_number_of_tabs_is_bounded() {
    let cache = IntentCache::new(CacheLimits { tabs: 2, ..CacheLimits::default() });
    for tab in ["1", "2"] {
        cache.record(tab, "a", intent(tab), at(0));
    }
    assert!(query(&cache, "1", "a", at(1)).is_some());
    cache.record("3", "a", intent("3"), at(2));
    assert_eq!((cache.tabs(), query(&cache, "2", "a", at(2))), (2, None));
    cache.invalidate_tab("1");
    assert!(cache.is_empty("1", at(2)) && !cache.is_empty("3", at(2)));
}

#[test]
fn two_hundred_refs_a_tab_by_default() {
    let cache = IntentCache::default();
    for i in 0..500 {
        cache.record("t", &format!("e{i}"), intent("x"), at(0));
    }
    assert_eq!(cache.len("t", at(0)), 200);
    assert!(query(&cache, "t", "e499", at(0)).is_some() && query(&cache, "t", "e299", at(0)).is_none());
    let none = IntentCache::new(CacheLimits { refs: 0, tabs: 0, ..CacheLimits::default() });
    none.record("t", "a", intent("a"), at(0));
    assert_eq!(none.len("t", at(0)), 1, "a limit of 0 means 1");
}

#[test]
fn threads_share_a_cache() {
    let cache = Arc::new(IntentCache::new(CacheLimits { refs: 20, tabs: 4, ..CacheLimits::default() }));
    std::thread::scope(|scope| {
        for thread in 0..4u64 {
            let cache = Arc::clone(&cache);
            scope.spawn(move || {
                for i in 0..300 {
                    let tab = format!("t{}", (thread + i) % 6);
                    cache.record(&tab, &format!("e{}", i % 30), intent("x"), at(i));
                    cache.lookup(&tab, &format!("e{}", i % 7), at(i));
                    if i % 50 == 0 {
                        cache.invalidate_tab(&tab);
                    }
                }
            });
        }
    });
    assert!(cache.tabs() <= 4 && (0..6).all(|t| cache.len(&format!("t{t}"), at(0)) <= 20));
}

#[test]
fn a_descriptor_that_says_nothing_leaves_the_query() {
    let nothing = Intent::of_descriptor(&ElementDescriptor::default(), Some("save"));
    assert_eq!((nothing.node, nothing.known), (None, Known::Part));
    assert!(intent("Save").node.is_some());
}
