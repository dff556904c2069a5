//! The intent cache: what each ref of each tab once meant, for as long as that is worth knowing.
//!
//! The library keeps no clock: every call is told the time, as the time since any fixed moment of the caller's choice.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smol_str::SmolStr;

use super::Known;
use crate::find::{ElementDescriptor, snapshot_from_descriptors};
use crate::tree::{NodeId, Snapshot};

/// What a ref once meant: an element of a page as it was, and the query that led to it.
#[derive(Clone, Debug)]
pub struct Intent {
    /// The old page, or as much of it as is known.
    pub page: Arc<Snapshot>,
    /// The element in that page; none where only the query is known.
    pub node: Option<NodeId>,
    /// Whether `page` is the whole page.
    pub known: Known,
    /// The query by which the element was found.
    pub query: Option<String>,
}

impl Intent {
    /// An element of a whole page. The page is shared, so that one snapshot serves all of its refs.
    pub fn of_page(page: Arc<Snapshot>, node: NodeId, query: Option<&str>) -> Intent {
        Intent { page, node: Some(node), known: Known::Whole, query: query.map(str::to_owned) }
    }

    /// An element of which nothing but its description is known. One without role, name and identifier is none: then
    /// the query alone is what was meant.
    pub fn of_descriptor(descriptor: &ElementDescriptor, query: Option<&str>) -> Intent {
        let says_nothing = [&descriptor.role, &descriptor.name, &descriptor.testid, &descriptor.label]
            .iter()
            .all(|text| text.is_empty());
        let page = Arc::new(snapshot_from_descriptors(std::slice::from_ref(descriptor)));
        let node = (!says_nothing).then(|| NodeId::from_index(0));
        Intent { page, node, known: Known::Part, query: query.map(str::to_owned) }
    }
}

/// How much an [`IntentCache`] holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CacheLimits {
    /// Most refs a tab.
    pub refs: usize,
    /// How long a ref is remembered after it was recorded.
    pub ttl: Duration,
    /// Most tabs.
    pub tabs: usize,
}

impl Default for CacheLimits {
    /// 200 refs a tab, 10 minutes, 64 tabs.
    fn default() -> Self {
        CacheLimits { refs: 200, ttl: Duration::from_secs(600), tabs: 64 }
    }
}

/// A least-recently-used cache of intents, by tab and ref, that threads may share.
///
/// ```
/// use std::time::Duration;
/// use semantic_core::find::ElementDescriptor;
/// use semantic_core::recover::{CacheLimits, Intent, IntentCache};
///
/// let cache = IntentCache::new(CacheLimits { refs: 2, ..CacheLimits::default() });
/// let at = Duration::from_secs;
/// let save = ElementDescriptor { role: "button".into(), name: "Save".into(), ..Default::default() };
/// for (second, name) in [(0, "e1"), (1, "e2")] {
///     cache.record("tab", name, Intent::of_descriptor(&save, Some("save")), at(second));
/// }
/// assert!(cache.lookup("tab", "e1", at(2)).is_some()); // e1 is now the fresher one
/// cache.record("tab", "e3", Intent::of_descriptor(&save, None), at(3));
/// assert!(cache.lookup("tab", "e2", at(3)).is_none());
/// assert!(cache.lookup("tab", "e1", at(700)).is_none()); // ten minutes are over
/// ```
#[derive(Debug)]
pub struct IntentCache {
    limits: CacheLimits,
    tabs: Mutex<Lru<Lru<Remembered>>>,
}

#[derive(Debug)]
struct Remembered {
    intent: Arc<Intent>,
    since: Duration,
}

impl IntentCache {
    /// An empty cache. Limits of 0 mean 1.
    pub fn new(limits: CacheLimits) -> Self {
        let limits = CacheLimits { refs: limits.refs.max(1), tabs: limits.tabs.max(1), ..limits };
        IntentCache { limits, tabs: Mutex::default() }
    }

    /// Remembers what `reference` means in `tab`. Recording a ref anew replaces what it meant and evicts no other.
    pub fn record(&self, tab: &str, reference: &str, intent: Intent, now: Duration) {
        let mut tabs = self.lock();
        if tabs.touch(tab).is_none() {
            tabs.insert(tab, Lru::default());
            tabs.shrink(self.limits.tabs);
        }
        if let Some(refs) = tabs.touch(tab) {
            let ttl = self.limits.ttl;
            refs.retain(|r| now.saturating_sub(r.since) < ttl);
            refs.insert(reference, Remembered { intent: Arc::new(intent), since: now });
            refs.shrink(self.limits.refs);
        }
    }

    /// What `reference` means in `tab`, if that is still remembered. Makes it the freshest of its tab, and its tab the
    /// freshest of all; what is too old is forgotten.
    pub fn lookup(&self, tab: &str, reference: &str, now: Duration) -> Option<Arc<Intent>> {
        let mut tabs = self.lock();
        let refs = tabs.touch(tab)?;
        let found = refs.touch(reference)?;
        if now.saturating_sub(found.since) < self.limits.ttl {
            return Some(Arc::clone(&found.intent));
        }
        refs.remove(reference);
        if refs.is_empty() {
            tabs.remove(tab);
        }
        None
    }

    /// Forgets everything about a tab: it was closed, or it shows another document.
    pub fn invalidate_tab(&self, tab: &str) {
        self.lock().remove(tab);
    }

    /// Number of refs remembered of a tab, too old ones not counted.
    pub fn len(&self, tab: &str, now: Duration) -> usize {
        let tabs = self.lock();
        let ttl = self.limits.ttl;
        let fresh = |r: &&Remembered| now.saturating_sub(r.since) < ttl;
        tabs.get(tab).map_or(0, |refs| refs.values().filter(fresh).count())
    }

    /// Whether nothing of a tab is remembered.
    pub fn is_empty(&self, tab: &str, now: Duration) -> bool {
        self.len(tab, now) == 0
    }

    /// Number of tabs.
    pub fn tabs(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, Lru<Lru<Remembered>>> {
        // What a panicking thread left behind is whole: every change is one insertion or removal.
        self.tabs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for IntentCache {
    fn default() -> Self {
        IntentCache::new(CacheLimits::default())
    }
}

/// A map that knows in which order its entries were last used.
#[derive(Debug)]
struct Lru<T> {
    entries: HashMap<SmolStr, (u64, T), FxBuildHasher>,
    order: BTreeMap<u64, SmolStr>,
    clock: u64,
}

impl<T> Default for Lru<T> {
    fn default() -> Self {
        Lru { entries: HashMap::default(), order: BTreeMap::new(), clock: 0 }
    }
}

impl<T> Lru<T> {
    fn len(&self) -> usize {
        self.entries.len()
    }

    fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn get(&self, key: &str) -> Option<&T> {
        self.entries.get(key).map(|e| &e.1)
    }

    fn values(&self) -> impl Iterator<Item = &T> {
        self.entries.values().map(|e| &e.1)
    }

    /// The entry, which becomes the freshest.
    fn touch(&mut self, key: &str) -> Option<&mut T> {
        let (used, value) = self.entries.get_mut(key)?;
        if let Some(name) = self.order.remove(used) {
            self.clock += 1;
            *used = self.clock;
            self.order.insert(self.clock, name);
        }
        Some(value)
    }

    fn insert(&mut self, key: &str, value: T) {
        self.remove(key);
        self.clock += 1;
        self.order.insert(self.clock, key.into());
        self.entries.insert(key.into(), (self.clock, value));
    }

    fn remove(&mut self, key: &str) {
        if let Some((used, _)) = self.entries.remove(key) {
            self.order.remove(&used);
        }
    }

    fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        let order = &mut self.order;
        self.entries.retain(|_, (used, value)| {
            let kept = keep(value);
            if !kept {
                order.remove(used);
            }
            kept
        });
    }

    /// Removes the entries that were not used for longest.
    fn shrink(&mut self, most: usize) {
        while self.entries.len() > most {
            let Some((_, oldest)) = self.order.pop_first() else { return };
            self.entries.remove(&oldest);
        }
    }
}
