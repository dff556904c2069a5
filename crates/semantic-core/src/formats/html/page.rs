//! What is known of each node before names are computed: its role, what hides it, whose label it is.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::dom::{Data, Dom, NONE};
use super::live::Flags;
use super::roles;
use super::{flow, hidden};
use crate::tree::Role;

/// A set of facts about one node.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Facts(u16);

impl Facts {
    /// Never shown, whoever refers to it (a script).
    pub(super) const NEVER: Facts = Facts(1);
    /// Not rendered, with everything inside.
    pub(super) const UNRENDERED: Facts = Facts(1 << 1);
    /// Rendered but invisible; what is inside may be visible again.
    pub(super) const INVISIBLE: Facts = Facts(1 << 2);
    /// Hidden from accessibility, with everything inside.
    pub(super) const ARIA_HIDDEN: Facts = Facts(1 << 3);
    /// Cannot be reached, with everything inside.
    pub(super) const INERT: Facts = Facts(1 << 4);
    /// Disabled by HTML, or inside a disabled fieldset or group.
    pub(super) const DISABLED: Facts = Facts(1 << 5);
    /// Said to be disabled by ARIA, or inside something that is.
    pub(super) const ARIA_DISABLED: Facts = Facts(1 << 9);
    /// Inside an article, aside, nav or section.
    pub(super) const SECTIONED: Facts = Facts(1 << 6);
    /// Inside `svg`.
    pub(super) const SVG: Facts = Facts(1 << 7);

    /// The summary of a `details` or the legend of a `fieldset`: the first of its kind there.
    pub(super) const FIRST: Facts = Facts(1 << 8);
    /// Inside `main`.
    pub(super) const IN_MAIN: Facts = Facts(1 << 11);
    /// Its text is apart from what stands before and after it.
    pub(super) const APART: Facts = Facts(1 << 12);
    /// Its text is what it holds, without anything of its own.
    pub(super) const SIMPLE: Facts = Facts(1 << 13);
    /// The chosen option of a `select`, or one of them.
    pub(super) const CHOSEN: Facts = Facts(1 << 10);

    const HIDING: Facts = Facts(1 | 1 << 1 | 1 << 2 | 1 << 3);

    pub(super) fn has(self, other: Facts) -> bool {
        self.0 & other.0 == other.0
    }

    /// What passes on to what lies inside.
    fn inherited(self) -> Facts {
        self.without(Facts::FIRST).without(Facts::APART).without(Facts::SIMPLE).without(Facts::CHOSEN)
    }

    pub(super) fn with(self, other: Facts) -> Facts {
        Facts(self.0 | other.0)
    }

    pub(super) fn without(self, other: Facts) -> Facts {
        Facts(self.0 & !other.0)
    }

    /// Whether a person who hears the page does not get it.
    pub(super) fn hides(self) -> bool {
        self.0 & Facts::HIDING.0 != 0
    }
}

/// A parsed document with the facts about its nodes.
pub(super) struct Page<'d> {
    pub(super) dom: &'d Dom,
    facts: Vec<Facts>,
    roles: Vec<Role>,
    /// The tree in which a node's ids are looked up: the root of its document or shadow tree.
    scopes: Vec<u32>,
    ids: HashMap<(u32, &'d str), u32, FxBuildHasher>,
    labels: HashMap<u32, Vec<u32>, FxBuildHasher>,
    /// Parents whose first summary or legend was met.
    led: HashSet<u32, FxBuildHasher>,
}

impl<'d> Page<'d> {
    /// Looks at every node inside `root`. `given` says which element gave a node to a
    /// slot: the node's ids are still those of that element's tree.
    pub(super) fn new(dom: &'d Dom, root: u32, given: &HashMap<u32, u32, FxBuildHasher>) -> Page<'d> {
        let mut page = Page {
            dom,
            facts: vec![Facts::default(); dom.len()],
            roles: vec![Role::Generic; dom.len()],
            scopes: vec![NONE; dom.len()],
            ids: HashMap::default(),
            labels: HashMap::default(),
            led: HashSet::default(),
        };
        page.name_the_ids(root, given);
        for n in dom.inside(root) {
            page.learn(n);
        }
        page.find_labels(root);
        page.find_chosen(root);
        page
    }

    pub(super) fn facts(&self, n: u32) -> Facts {
        self.facts[n as usize]
    }

    pub(super) fn role(&self, n: u32) -> Role {
        self.roles[n as usize]
    }

    /// Whether the node is not exposed.
    pub(super) fn hidden(&self, n: u32) -> bool {
        self.facts(n).hides()
    }

    /// The element that an id means for `n`.
    pub(super) fn by_id(&self, n: u32, id: &str) -> Option<u32> {
        let scope = self.scopes[n as usize];
        self.ids.get(&(scope, id)).copied()
    }

    /// The elements that an attribute of ids names, in its order.
    pub(super) fn referred(&self, n: u32, key: &str) -> Vec<u32> {
        const MOST: usize = 1000;
        let ids = self.dom.attr(n, key).unwrap_or_default().split_ascii_whitespace().take(MOST);
        ids.filter_map(|id| self.by_id(n, id)).collect()
    }

    /// The labels of a control, in document order.
    pub(super) fn labels(&self, n: u32) -> &[u32] {
        self.labels.get(&n).map_or(&[], Vec::as_slice)
    }

    fn name_the_ids(&mut self, root: u32, given: &HashMap<u32, u32, FxBuildHasher>) {
        for n in self.dom.inside(root) {
            let parent = self.dom.parent(n).filter(|_| n != root);
            self.scopes[n as usize] = match (self.dom.data(n), given.get(&n), parent) {
                (Data::Root, ..) | (_, _, None) => n,
                (_, Some(&host), _) => self.scopes[host as usize],
                (_, None, Some(parent)) => self.scopes[parent as usize],
            };
            if let Some(id) = self.dom.attr(n, "id").filter(|id| !id.is_empty()) {
                self.ids.entry((self.scopes[n as usize], id)).or_insert(n);
            }
        }
    }

    /// Finds a node's facts from those of its parent.
    fn learn(&mut self, n: u32) {
        let parent = self.dom.parent(n);
        let above = parent.map_or(Facts::default(), |p| self.facts(p));
        let inherited = match (self.dom.data(n), parent) {
            // A frame's document has its own landmarks, but is no more visible than its frame.
            (Data::Root, Some(p)) if self.dom.is_frame(p) => {
                above.without(Facts::SECTIONED).without(Facts::IN_MAIN)
            }
            _ => above,
        };
        let first = parent.is_some_and(|p| {
            matches!((self.dom.html(p), self.dom.html(n)), ("details", "summary") | ("fieldset", "legend"))
                && self.led.insert(p)
        });
        let inherited = inherited.inherited();
        let own = if first { inherited.with(Facts::FIRST) } else { inherited };
        let facts = hidden::facts_of(self.dom, n, own);
        self.facts[n as usize] = facts;
        if self.dom.tag(n).is_some() {
            let role = roles::role_of(self, n, inherited);
            self.roles[n as usize] = role;
            let shape = flow::shape_of(self.dom, n, role);
            self.facts[n as usize] = facts.with(roles::opens(self.dom.html(n), role)).with(shape);
        }
    }

    fn find_labels(&mut self, root: u32) {
        let dom = self.dom;
        for label in dom.inside(root).filter(|&n| dom.html(n) == "label") {
            if let Some(control) = self.control(label) {
                self.labels.entry(control).or_default().push(label);
            }
        }
    }

    fn find_chosen(&mut self, root: u32) {
        let dom = self.dom;
        for select in dom.inside(root).filter(|&n| dom.html(n) == "select") {
            let options: Vec<u32> = dom.inside(select).filter(|&n| dom.html(n) == "option").collect();
            let mut chosen: Vec<u32> = options.iter().copied().filter(|&o| dom.has(o, "selected")).collect();
            if !dom.has(select, "multiple") {
                let first = || options.iter().copied().find(|&o| !self.facts(o).has(Facts::DISABLED));
                let none = dom.live(select).is_some_and(|live| live.flags.has(Flags::NOTHING_CHOSEN));
                let shows_one = self.role(select) != Role::ListBox && !none;
                let only = chosen.last().copied().or_else(|| first().filter(|_| shows_one));
                chosen = only.into_iter().collect();
            }
            for option in chosen {
                self.facts[option as usize] = self.facts(option).with(Facts::CHOSEN);
            }
        }
    }

    /// The control that a label belongs to.
    pub(super) fn control(&self, label: u32) -> Option<u32> {
        match self.dom.attr(label, "for") {
            Some(id) => self.by_id(label, id).filter(|&c| is_labelable(self.dom, c)),
            None => self.first_control(label),
        }
    }

    /// The first control that a label holds.
    fn first_control(&self, label: u32) -> Option<u32> {
        const FAR: usize = 1000;
        self.dom.inside(label).skip(1).take(FAR).find(|&n| is_labelable(self.dom, n))
    }
}

/// Whether a label may belong to the element.
fn is_labelable(dom: &Dom, n: u32) -> bool {
    match dom.html(n) {
        "button" | "meter" | "output" | "progress" | "select" | "textarea" => true,
        "input" => !dom.attr_is(n, "type", "hidden"),
        name => name.contains('-'),
    }
}
