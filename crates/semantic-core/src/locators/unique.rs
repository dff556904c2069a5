//! What is unique in a snapshot: names by role, labels and ids, each within the document (frame) that holds it.

use std::borrow::Cow;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::tree::{Node, Role, Snapshot, State};

/// The frame of what lies in no frame.
const PAGE: u32 = u32::MAX;

/// Longest name by which an element is told: longer ones are texts, and drivers cut them elsewhere.
const LONGEST: usize = 200;

type Map<K, V> = HashMap<K, V, FxBuildHasher>;

/// The nodes that something is said of, in document order.
type Places = Vec<u32>;

/// Which nodes share what.
pub struct Unique<'s> {
    /// Of each node the innermost frame around it.
    frames: Vec<u32>,
    names: Map<(u32, Role, Cow<'s, str>), Places>,
    labels: Map<(u32, Cow<'s, str>), Places>,
    attrs: Map<(u32, &'static str, &'s str), u32>,
    /// How many items of a role in a document show a text.
    texts: Map<(u32, Role, String), u32>,
}

/// The attributes that name an element.
const NAMING: [&str; 3] = ["data-semtag-id", "testid", "id"];

/// The name by which a driver finds a node: its accessible name with white space collapsed. There is none where the
/// driver sees no such role (`text`, words of other platforms), where the name is a substitute of ours, and where the
/// element is hidden from assistive technology, for which such locators stand.
pub fn name_of(node: Node<'_>) -> Option<Cow<'_, str>> {
    if node.role().is_vague() || matches!(node.role(), Role::Text | Role::Label | Role::Iframe | Role::Window)
    {
        return None;
    }
    // A title and a placeholder are accessible names; other substitutes are words of ours. And nobody agrees on the role
    // of a colour field.
    let ours = node.attr("name-from").is_some_and(|from| !matches!(from, "title" | "placeholder"));
    if ours || node.attr("type") == Some("color") || node.role().is_item() {
        return None;
    }
    let name = collapsed(node.name()?);
    (!name.is_empty() && name.chars().count() <= LONGEST).then_some(name)
}

fn collapsed(text: &str) -> Cow<'_, str> {
    let plain = text.trim() == text
        && !text.contains("  ")
        && !text.contains(|c: char| c.is_whitespace() && c != ' ');
    if plain {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

fn is_hidden(node: Node<'_>) -> bool {
    node.is(State::Hidden) || node.attr("aria-hidden") == Some("true")
}

impl<'s> Unique<'s> {
    pub fn new(snapshot: &'s Snapshot) -> Self {
        let count = snapshot.len();
        let mut unique = Unique {
            frames: vec![PAGE; count],
            names: Map::default(),
            labels: Map::default(),
            attrs: Map::default(),
            texts: Map::default(),
        };
        let mut hidden_until = 0;
        for node in snapshot.nodes() {
            let at = node.id().index() as u32;
            let frame = node.parent().map_or(PAGE, |parent| match parent.role() {
                Role::Iframe => parent.id().index() as u32,
                _ => unique.frames[parent.id().index()],
            });
            unique.frames[at as usize] = frame;
            for key in NAMING {
                if let Some(value) = node.attr(key).filter(|value| !value.is_empty()) {
                    *unique.attrs.entry((frame, key, value)).or_default() += 1;
                }
            }
            if is_hidden(node) {
                hidden_until = hidden_until.max(node.range().end);
            }
            if node.id().index() < hidden_until {
                continue;
            }
            if let Some(name) = name_of(node) {
                unique.names.entry((frame, node.role(), name)).or_default().push(at);
            }
            if let Some(label) = label_of(node) {
                unique.labels.entry((frame, label)).or_default().push(at);
            }
            if node.role() == Role::Text {
                unique.count_text(node, frame);
            }
        }
        unique
    }

    /// Counts a text once for the item that shows it.
    fn count_text(&mut self, node: Node<'s>, frame: u32) {
        let item = node.ancestors().take(24).find(|n| n.role().is_item());
        let (Some(item), Some(text)) = (item, node.name().and_then(telling)) else { return };
        *self.texts.entry((frame, item.role(), text)).or_default() += 1;
    }

    fn frame(&self, node: Node<'_>) -> u32 {
        self.frames.get(node.id().index()).copied().unwrap_or(PAGE)
    }

    fn same(&self, node: Node<'s>) -> Option<&Places> {
        self.names.get(&(self.frame(node), node.role(), name_of(node)?))
    }

    /// Whether no other element of the document has this role and name.
    pub fn role_and_name(&self, node: Node<'s>) -> bool {
        self.same(node).is_some_and(|all| all[..] == [node.id().index() as u32])
    }

    /// How many of this role and name come before the node.
    pub fn position(&self, node: Node<'s>) -> Option<usize> {
        self.same(node)?.binary_search(&(node.id().index() as u32)).ok()
    }

    /// Whether no other element in `place` has the role and name of the node.
    pub fn alone_in(&self, node: Node<'s>, place: Node<'s>) -> bool {
        let Some(all) = self.same(node) else { return false };
        let within = |&at: &u32| place.range().contains(&(at as usize)) && at != place.id().index() as u32;
        let from = all.partition_point(|&at| (at as usize) < place.range().start);
        all[from..]
            .iter()
            .take_while(|at| (**at as usize) < place.range().end)
            .filter(|at| within(at))
            .count()
            == 1
    }

    /// The label of a field that no other field of the document has.
    pub fn label(&self, node: Node<'s>) -> Option<&'s str> {
        let label = label_of(node)?;
        let all = self.labels.get(&(self.frame(node), label))?;
        (all[..] == [node.id().index() as u32]).then(|| node.attr("label").or(node.name())).flatten()
    }

    /// The value of an attribute that no other element of the document has.
    pub fn attr(&self, node: Node<'s>, key: &'static str) -> Option<&'s str> {
        let value = node.attr(key)?;
        (self.attrs.get(&(self.frame(node), key, value)) == Some(&1)).then_some(value)
    }

    /// A text in an item that no other item of its role in the document shows: of several the one that is likeliest to
    /// stay, a heading before words, words before prices, counts and times.
    pub fn own_text(&self, item: Node<'s>) -> Option<&'s str> {
        let frame = self.frame(item);
        let texts = item.subtree().filter(|n| n.role() == Role::Text);
        let is_own = |text: &str| {
            telling(text).is_some_and(|text| self.texts.get(&(frame, item.role(), text)) == Some(&1))
        };
        let shown = texts.filter_map(|node| Some((unsteadiness(node, item), node.name()?)));
        let mut own: Vec<(u8, &str)> = shown.filter(|(_, text)| is_own(text)).collect();
        own.sort_by_key(|own| own.0); // stable: equals stay in document order
        // A driver looks for the text within the texts of all items.
        let mut own = own.into_iter().map(|own| own.1);
        own.find(|text| {
            let text = text.to_lowercase();
            let holds = |((f, role, other), _): (&(u32, Role, String), &u32)| {
                *f == frame && *role == item.role() && other.contains(&text)
            };
            self.texts.iter().filter(|&entry| holds(entry)).take(2).count() == 1
        })
    }
}

/// How likely a text of an item is to change while the item stays the same: the higher the likelier.
fn unsteadiness(text: Node<'_>, item: Node<'_>) -> u8 {
    let mut around = text.ancestors().take_while(|n| n.id() != item.id());
    if around.any(|n| matches!(n.role(), Role::Heading | Role::RowHeader)) {
        return 0;
    }
    let has_digit = text.name().is_some_and(|name| name.contains(|c: char| c.is_numeric()));
    if has_digit { 2 } else { 1 }
}

/// A text that may tell an item from others, as drivers compare it.
fn telling(text: &str) -> Option<String> {
    let text = collapsed(text);
    let long_enough = text.chars().filter(|c| c.is_alphanumeric()).count() >= 2;
    (long_enough && text.chars().count() <= 80).then(|| text.to_lowercase())
}

/// The label of a field, as a driver compares it.
fn label_of(node: Node<'_>) -> Option<Cow<'_, str>> {
    let field = node.role().is_text_entry()
        || matches!(node.role(), Role::Checkbox | Role::Radio | Role::Slider | Role::Switch);
    if !field || node.attr("name-from").is_some() {
        return None;
    }
    let label = collapsed(node.attr("label")?);
    // Where something else names the field, drivers do not look at its label.
    if node.name().map(collapsed) != Some(label.clone()) {
        return None;
    }
    (!label.is_empty() && label.chars().count() <= LONGEST).then_some(label)
}
