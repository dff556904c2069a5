//! A flat list of elements becomes a tree: parents found, circles cut, secrets kept out, roles refined.

mod secret;
mod secret_words;

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use rustc_hash::FxBuildHasher;

use self::secret::{
    BESIDE, Guard, Near, copies, is_plain_label, is_secret, may_be_key, says_content, set_filled,
};
pub(crate) use self::secret_words::says_secret;
use super::forest::{Preorder, preorder};
use super::html_roles::implicit_role;
use super::{Rect, Role, Snapshot, SnapshotBuilder, States};

/// One element of a flat list, all text borrowed. An empty string means "not given", except where the field is
/// an `Option`: there an empty string is one known to be empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct Element<'a> {
    /// The ref the producer gave (`e4`); need not be unique.
    pub own_ref: &'a str,
    /// The producer's own id of the node with its document's (see [`Node::key`](super::Node::key)).
    pub key: &'a str,
    /// The role in the producer's word.
    pub role: &'a str,
    /// The ARIA role, where the producer's word is not ARIA's: a platform's table of roles says it.
    pub aria: Option<Role>,
    /// Accessible name.
    pub name: Option<&'a str>,
    /// Value of a field, as the producer gave it; a secret one goes no further than this struct.
    pub value: Option<&'a str>,
    /// Text of the label.
    pub label: &'a str,
    /// Placeholder of a field.
    pub placeholder: &'a str,
    /// Text that stands for an image.
    pub alt: &'a str,
    /// Tooltip.
    pub title: &'a str,
    /// Test id.
    pub testid: &'a str,
    /// The best identifier, where the producer's (`resource-id`, `AutomationId`) is not a test id or DOM id.
    pub identifier: &'a str,
    /// Text shown inside.
    pub text: &'a str,
    /// HTML tag or native class, in any case.
    pub tag: &'a str,
    /// Accessible description.
    pub description: &'a str,
    /// Address a link leads to.
    pub url: &'a str,
    /// Ref or name of the element that holds this one.
    pub parent: &'a str,
    /// Ref of the element that holds this one.
    pub parent_ref: &'a str,
    /// Name of the part of the page.
    pub section: &'a str,
    /// Ref or text of the label.
    pub labelled_by: &'a str,
    /// Position in the list of the element that holds this one, where the producer nests its elements.
    pub inside: Option<u32>,
    /// Number of ancestors; may jump by more than one.
    pub depth: Option<u32>,
    /// Heading or nesting level from 1.
    pub level: Option<u8>,
    /// Position among its siblings, from 0.
    pub sibling_index: Option<u32>,
    /// Number of children of its parent.
    pub sibling_count: Option<u32>,
    /// Position in the document, in any unit that only grows.
    pub document_idx: Option<u32>,
    /// x, y, width and height in CSS pixels as the producer gave them; NaN is one it did not give.
    pub bounds: Option<[f64; 4]>,
    /// The known states, with [`State::Interactive`](super::State::Interactive) for what the producer says about that.
    pub states: States,
    /// What else the producer said, in its words and order.
    pub attrs: &'a [(&'a str, &'a str)],
}

impl<'a> Element<'a> {
    fn attr(&self, key: &str) -> Option<&'a str> {
        self.attrs.iter().find(|(k, _)| k.eq_ignore_ascii_case(key)).map(|&(_, v)| v)
    }

    /// The texts that become attributes, under the keys that finding relies on, in their order.
    fn texts(&self) -> [(&'static str, &'a str); 8] {
        [
            ("label", self.label),
            ("placeholder", self.placeholder),
            ("alt", self.alt),
            ("title", self.title),
            ("testid", self.testid),
            ("text", self.text),
            ("tag", self.tag),
            ("section", self.section),
        ]
    }
}

/// What says where an element belongs: the part of it that is read first, and more than once.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)] // each field is the one of [`Element`] of that name
pub struct Link<'a> {
    pub own_ref: &'a str,
    pub parent: &'a str,
    pub parent_ref: &'a str,
    pub inside: Option<u32>,
    pub depth: Option<u32>,
    pub document_idx: Option<u32>,
}

/// A list of elements that may be stored in another shape.
pub trait Elements<'a> {
    /// Number of elements.
    fn count(&self) -> usize;

    /// The i-th element.
    fn element(&self, i: usize) -> Element<'a>;

    /// Where the i-th element belongs.
    fn link(&self, i: usize) -> Link<'a> {
        let Element { own_ref, parent, parent_ref, inside, depth, document_idx, .. } = self.element(i);
        Link { own_ref, parent, parent_ref, inside, depth, document_idx }
    }
}

impl<'a> Elements<'a> for &[Element<'a>] {
    fn count(&self) -> usize {
        self.len()
    }

    fn element(&self, i: usize) -> Element<'a> {
        self[i]
    }
}

/// The tree of a list of elements: [`add_elements`] on an empty builder.
///
/// ```
/// use semantic_core::tree::{snapshot_from_elements, Element};
/// let form = Element { own_ref: "e0", role: "form", ..Element::default() };
/// let save = Element { own_ref: "e1", role: "button", parent: "e0", ..Element::default() };
/// let page = snapshot_from_elements(&[form, save]);
/// assert_eq!(page.roots().count(), 1);
/// ```
pub fn snapshot_from_elements(elements: &[Element<'_>]) -> Snapshot {
    let mut builder = SnapshotBuilder::with_capacity(elements.len());
    add_elements(&mut builder, elements);
    builder.finish()
}

/// Adds elements to the builder's innermost open node.
///
/// An element lies inside the first of these that there is: the element at [`inside`](Element::inside), the
/// one whose ref is [`parent_ref`](Element::parent_ref) or [`parent`](Element::parent) (of several the nearest
/// before it), the nearest one before it with a smaller [`depth`](Element::depth). Where every element has a
/// [`document_idx`](Element::document_idx), that is their order. Time is linear, but for that sort. What had
/// to be repaired is said in the snapshot's notices.
pub fn add_elements<'a>(b: &mut SnapshotBuilder, elements: impl Elements<'a>) {
    let order = document_order(&elements);
    let listed = |i: u32| order.as_ref().map_or(i, |o| o[i as usize]) as usize;
    let mut links = Links::new(&elements, order.as_deref());
    let tree = nest(&links.parents);
    let structured = links.parents.iter().any(Option::is_some);
    let base = b.depth();
    let mut writer = Writer { roles: HashMap::default(), bad_boxes: 0, open: Vec::new(), secret_above: None };
    for (n, &(i, depth)) in tree.order.iter().enumerate() {
        let holds = tree.order.get(n + 1).is_some_and(|next| next.1 > depth);
        while b.depth() > base + depth as usize {
            b.close();
        }
        writer.open.truncate(depth as usize);
        writer.secret_above = writer.secret_above.filter(|&secret| secret < depth);
        let e = elements.element(listed(i));
        let label = || links.refs.get(e.labelled_by).and_then(|&i| elements.element(listed(i)).name);
        let beside = || {
            let around = tree.order[n.saturating_sub(BESIDE)..].iter().take(2 * BESIDE + 1);
            around
                .filter(|near| near.1.abs_diff(depth) <= 2)
                .any(|near| copies(&elements.element(listed(near.0))))
        };
        writer.write(b, &e, (depth, holds), structured, &links, &Near { label: &label, copied: &beside });
        writer.open.push(e.name);
    }
    while b.depth() > base {
        b.close();
    }
    let cut = links.own_parents.iter().chain(&tree.cut);
    let cut: Vec<&str> = cut.map(|&i| elements.link(listed(i)).own_ref).collect();
    if !cut.is_empty() {
        b.notice(format!(
            "{} lay inside {}: {}",
            count(cut.len(), "element"),
            if cut.len() == 1 { "itself and became a root" } else { "themselves and became roots" },
            named(cut.len(), cut.into_iter().map(shown))
        ));
    }
    if !links.repeated.is_empty() {
        let refs = links.repeated.iter().map(|&(r, times)| format!("{} ({times} times)", shown(r)));
        let n = links.repeated.len();
        b.notice(format!("{} on more than one element: {}", count(n, "ref"), named(n, refs)));
    }
    if !links.dangling.is_empty() {
        let elements = count(links.dangling.len(), "element");
        links.dangling.dedup();
        let refs = named(links.dangling.len(), links.dangling.iter().map(|r| shown(r)));
        b.notice(format!("{elements} named a parent ref that is not in the list: {refs}"));
    }
    if writer.bad_boxes > 0 {
        let boxes = count(writer.bad_boxes, "box");
        b.notice(format!("{boxes} left out: incomplete, negative or out of range"));
    }
}

/// Whether a field is one whose content never enters the tree, for readers that would show it in another place.
pub(crate) fn holds_secret(field: &Element<'_>, role: Role) -> bool {
    is_secret(field, role, &|| None)
}

fn count(n: usize, what: &str) -> String {
    match (n, what) {
        (1, _) => format!("1 {what}"),
        (_, "box") => format!("{n} boxes"),
        _ => format!("{n} {what}s"),
    }
}

/// A text of the page, quoted, escaped and cut, for a sentence of ours.
pub(crate) fn shown(text: &str) -> String {
    let cut: String = text.chars().take(60).collect();
    if cut.len() < text.len() { format!("{:?}", cut + "…") } else { format!("{cut:?}") }
}

fn named(n: usize, names: impl Iterator<Item = String>) -> String {
    const SHOWN: usize = 5;
    let first: Vec<String> = names.take(SHOWN).collect();
    first.join(", ") + if n > SHOWN { ", …" } else { "" }
}

/// List positions in document order where all elements know theirs and the list is not in that order yet.
fn document_order<'a>(elements: &impl Elements<'a>) -> Option<Vec<u32>> {
    let len = elements.count();
    let first = (len > 0).then(|| elements.link(0).document_idx).flatten()?;
    let mut keys = Vec::with_capacity(len);
    keys.push(first);
    for i in 1..len {
        keys.push(elements.link(i).document_idx?);
    }
    if keys.is_sorted() {
        return None;
    }
    let mut order: Vec<u32> = (0..len as u32).collect();
    order.sort_by_key(|&i| keys[i as usize]);
    Some(order)
}

/// Who lies inside whom, by positions in document order.
struct Links<'a> {
    parents: Vec<Option<u32>>,
    refs: HashMap<&'a str, u32, FxBuildHasher>,
    /// Refs that stand on several elements, with the number of those.
    repeated: Vec<(&'a str, usize)>,
    /// Parent refs that no element has.
    dangling: Vec<&'a str>,
    own_parents: Vec<u32>,
}

impl<'a> Links<'a> {
    fn new(elements: &impl Elements<'a>, order: Option<&[u32]>) -> Self {
        let len = elements.count();
        let at = |i: usize| elements.link(order.map_or(i, |o| o[i] as usize));
        let mut refs = HashMap::with_capacity_and_hasher(len, FxBuildHasher);
        let mut repeated: Vec<(&str, usize)> = Vec::new();
        let mut index: HashMap<&str, usize, FxBuildHasher> = HashMap::default();
        for i in 0..len {
            let own = at(i).own_ref;
            if own.is_empty() {
                continue;
            }
            match refs.entry(own) {
                Entry::Vacant(slot) => {
                    slot.insert(i as u32);
                }
                Entry::Occupied(_) => {
                    let slot = *index.entry(own).or_insert(repeated.len());
                    if slot == repeated.len() {
                        repeated.push((own, 1));
                    }
                    repeated[slot].1 += 1;
                }
            }
        }
        let mut place = Vec::new(); // position in document order of each position of the list
        if let Some(order) = order {
            place.resize(len, 0);
            order.iter().enumerate().for_each(|(to, &from)| place[from as usize] = to as u32);
        }
        let mut links = Links {
            parents: Vec::with_capacity(len),
            refs,
            repeated,
            dangling: Vec::new(),
            own_parents: Vec::new(),
        };
        let mut above: Vec<(u32, u32)> = Vec::new(); // (depth, position)
        for i in 0..len as u32 {
            let e = at(i as usize);
            let mut parent = e.inside.map(|p| place.get(p as usize).copied().unwrap_or(p));
            if parent.is_none() && !e.parent_ref.is_empty() {
                parent = links.refs.get(e.parent_ref).copied();
                if parent.is_none() {
                    links.dangling.push(e.parent_ref);
                }
            }
            if parent.is_none() && !e.parent.is_empty() {
                parent = links.refs.get(e.parent).copied();
            }
            if parent == Some(i) {
                links.own_parents.push(i);
            }
            if let Some(depth) = e.depth {
                while above.last().is_some_and(|&(d, _)| d >= depth) {
                    above.pop();
                }
                parent = parent.or(above.last().map(|&(_, p)| p));
                above.push((depth, i));
            }
            links.parents.push(parent.filter(|&p| p != i && (p as usize) < len));
            if !links.repeated.is_empty() && !e.own_ref.is_empty() {
                links.refs.insert(e.own_ref, i);
            }
        }
        links
    }
}

/// The preorder of the links; the list itself where it is one already.
fn nest(parents: &[Option<u32>]) -> Preorder {
    let mut order = Vec::with_capacity(parents.len());
    let mut open: Vec<u32> = Vec::new();
    for (i, &parent) in parents.iter().enumerate() {
        match parent {
            None => open.clear(),
            Some(p) => {
                while open.last().is_some_and(|&o| o != p) {
                    open.pop();
                }
                if open.is_empty() {
                    return preorder(parents);
                }
            }
        }
        order.push((i as u32, open.len() as u32));
        open.push(i as u32);
    }
    Preorder { order, cut: Vec::new() }
}

struct Writer<'a> {
    roles: HashMap<&'a str, Role, FxBuildHasher>,
    bad_boxes: usize,
    /// Names of the open elements.
    open: Vec<Option<&'a str>>,
    /// Depth of the secret text field around the next element.
    secret_above: Option<u32>,
}

impl<'a> Writer<'a> {
    fn write(
        &mut self,
        b: &mut SnapshotBuilder,
        e: &Element<'a>,
        (depth, holds): (u32, bool),
        structured: bool,
        links: &Links<'a>,
        near: &Near<'_, 'a>,
    ) {
        let known = || *self.roles.entry(e.role).or_insert_with(|| Role::from_name(e.role));
        let mut role = e.aria.unwrap_or_else(known);
        b.open(role);
        if role.as_str() != e.role {
            b.set_role(e.role);
            b.refine_role(role);
        }
        if role.is_vague() && !e.tag.is_empty() {
            let named = e.name.is_some_and(|n| !n.is_empty());
            let attr = |key: &str| match key {
                "href" if !e.url.is_empty() => Some(e.url),
                "alt" if !e.alt.is_empty() => Some(e.alt),
                _ => e.attr(key),
            };
            if let Some(implicit) = implicit_role(e.tag, named, attr) {
                role = implicit;
                b.refine_role(role);
            }
        }
        if !e.own_ref.is_empty() {
            b.set_own_ref(e.own_ref);
        }
        if !e.key.is_empty() {
            b.set_key(e.key);
        }
        if e.states != States::default() {
            e.states.iter().for_each(|(state, value)| b.set_state(state, value));
        }
        if let Some(level) = e.level {
            b.set_level(level);
        }
        if let Some([x, y, width, height]) = e.bounds {
            match Rect::new(x, y, width, height) {
                Some(rect) => b.set_bounds(rect),
                None => self.bad_boxes += 1,
            }
        }
        let href = e.attr("href").filter(|_| e.url.is_empty()).unwrap_or(e.url);
        if !href.is_empty() {
            b.set_url(href);
        }
        let known = [Some(e.identifier), e.attr("data-semtag-id"), Some(e.testid), e.attr("id")];
        if let Some(identifier) = known.into_iter().flatten().find(|id| !id.is_empty()) {
            b.set_identifier(identifier);
        }
        // A button in a secret field shows or clears it; its name is its own.
        let acts = matches!(role, Role::Button | Role::Checkbox | Role::Switch);
        let guard = if self.secret_above.is_some() && !acts {
            Guard::Inside
        } else if (holds || says_content(e))
            && (is_secret(e, role, near.label) || (may_be_key(e, role) && (near.copied)()))
        {
            self.secret_above = (role != Role::ComboBox && role != Role::ListBox).then_some(depth);
            set_filled(b, e);
            Guard::Field
        } else {
            Guard::Open
        };
        self.write_texts(b, e, guard, structured, links, href);
    }

    fn write_texts(
        &mut self,
        b: &mut SnapshotBuilder,
        e: &Element<'a>,
        guard: Guard,
        structured: bool,
        links: &Links<'a>,
        href: &str,
    ) {
        let hides = |text: &str| guard.hides(e, text);
        if let Some(name) = e.name.filter(|n| !hides(n) || (guard == Guard::Field && is_plain_label(n))) {
            b.set_name(name);
        }
        if let Some(value) = e.value.filter(|_| guard == Guard::Open) {
            b.set_value(value);
        }
        if !e.description.is_empty() && !hides(e.description) {
            b.set_description(e.description);
        }
        let keep = |key: &str, text: &str| {
            !text.is_empty() && (key == "tag" || guard == Guard::Open || (key != "text" && !hides(text)))
        };
        for (key, text) in e.texts() {
            if key == "section" {
                let around = self.open.last().copied().flatten();
                if around != Some(e.parent) && !links.refs.contains_key(e.parent) && keep("parent", e.parent)
                {
                    b.add_attr("parent", e.parent);
                }
            }
            if keep(key, text) {
                b.add_attr(key, text);
            }
        }
        if keep("labelled_by", e.labelled_by) {
            b.add_attr("labelled_by", e.labelled_by);
        }
        let places = [("sibling_index", e.sibling_index), ("sibling_count", e.sibling_count)];
        for (key, number) in places.into_iter().filter(|_| !structured) {
            if let Some(number) = number {
                b.add_attr(key, &number.to_string());
            }
        }
        for &(key, text) in e.attrs {
            let stored = match key {
                "href" => text == href,
                "name" => e.name == Some(text),
                "value" => e.value == Some(text),
                "role" => e.role == text,
                "description" => e.description == text,
                _ => e.texts().contains(&(key, text)),
            };
            if !stored && (guard == Guard::Open || guard.keeps_attr(e, key, text)) {
                b.add_attr(key, text);
            }
        }
    }
}
