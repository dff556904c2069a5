//! Preparing a snapshot: every distinct text is split and understood once, every element lists its fields.

use std::sync::{Arc, Mutex};

use super::columns::Headers;
use super::{Field, FieldRef, Index, LONGEST_TEXT, Meaning, NO_NODE, Text};
use crate::find::embed::Embedder;
use crate::find::embedding::Vectors;
use crate::find::ranges::outermost;
use crate::find::vocab::Vocab;
use crate::find::words::{Lexicon, Style, phrases, split};
use crate::tree::{Cards, Node, NodeId, Rect, Role, Snapshot, State, Sym};

/// An index on its way.
pub(super) struct Build {
    lexicon: Lexicon,
    vocab: Vocab,
    texts: Vec<Text>,
    text_syms: Vec<Sym>,
    words: Vec<u32>,
    meanings: Vec<Meaning>,
    fields: Vec<FieldRef>,
    first_field: Vec<u32>,
    items: Vec<u32>,
    containers: Vec<u32>,
    /// Text number of each symbol read as prose and as an identifier, or `NO_NODE`.
    of_sym: [Vec<u32>; 2],
    headers: Headers,
    keys: Keys,
    buffer: String,
    cut: usize,
}

/// The symbols of the attribute keys that name an element's parts.
struct Keys([(Option<Sym>, Field); 14]);

impl Keys {
    fn new(snapshot: &Snapshot) -> Keys {
        let key = |k: &str, f| (snapshot.text().lookup(k), f);
        Keys([
            key("label", Field::Label),
            key("labelled_by", Field::Label),
            key("aria-label", Field::Label),
            key("placeholder", Field::Placeholder),
            key("alt", Field::Alt),
            key("title", Field::Title),
            key("text", Field::Text),
            key("section", Field::Section),
            key("parent", Field::Parent),
            key("testid", Field::Identifier),
            key("data-semtag-id", Field::Identifier),
            key("id", Field::Identifier),
            key("name", Field::Identifier),
            key("class", Field::Class),
        ])
    }

    fn field(&self, key: Sym) -> Option<Field> {
        self.0.iter().find(|(k, _)| *k == Some(key)).map(|&(_, f)| f)
    }
}

impl Build {
    pub fn new(snapshot: &Snapshot) -> Build {
        let n = snapshot.len();
        Build {
            lexicon: Lexicon::get(),
            vocab: Vocab::with_capacity(n / 2),
            texts: Vec::new(),
            text_syms: Vec::new(),
            words: Vec::with_capacity(n),
            meanings: Vec::new(),
            fields: Vec::with_capacity(3 * n),
            first_field: Vec::with_capacity(n + 1),
            items: Vec::with_capacity(n),
            containers: Vec::with_capacity(n),
            of_sym: [vec![NO_NODE; snapshot.text().len()], vec![NO_NODE; snapshot.text().len()]],
            headers: Headers::default(),
            keys: Keys::new(snapshot),
            buffer: String::new(),
            cut: 0,
        }
    }

    pub fn elements(&mut self, snapshot: &Snapshot) {
        let cards = Cards::of(snapshot);
        for (i, data) in snapshot.nodes.iter().enumerate() {
            self.first_field.push(self.fields.len() as u32);
            let inherited =
                |of: &[u32]| if data.parent == u32::MAX { NO_NODE } else { of[data.parent as usize] };
            let node = Node { snapshot, id: NodeId(i as u32) };
            let is_card = cards.is_card(node);
            let item = if is_card || data.role.is_item() { i as u32 } else { inherited(&self.items) };
            self.items.push(item);
            let container = match data.parent {
                u32::MAX => NO_NODE,
                p if is_telling(Node { snapshot, id: NodeId(p) }) => p,
                p => self.containers[p as usize],
            };
            self.containers.push(container);
            self.element(node, is_card);
        }
        self.first_field.push(self.fields.len() as u32);
    }

    fn element(&mut self, node: Node<'_>, is_card: bool) {
        let snapshot = node.snapshot;
        let data = &snapshot.nodes[node.id.index()];
        let from = self.fields.len();
        self.field(snapshot, Field::Name, data.name);
        self.field(snapshot, Field::Value, data.value);
        self.field(snapshot, Field::Description, data.description);
        let mut named = data.name.is_some_and(|s| !snapshot.text().get(s).is_empty());
        let mut class = None;
        for &(key, value) in node.attr_syms() {
            match self.keys.field(key) {
                Some(Field::Class) => class = Some(value),
                Some(field) => {
                    named |= field.is_name();
                    self.field_once(snapshot, from, field, value);
                }
                None => {}
            }
        }
        if matches!(data.role, Role::Cell | Role::GridCell) {
            self.column(snapshot, node);
        }
        if data.role == Role::Other {
            self.field(snapshot, Field::Native, data.native_role);
        }
        if !named {
            self.field(snapshot, Field::Class, class);
            self.url(snapshot, data.url);
            // What stands in a card is about the controls in it.
            if !is_card {
                self.content(snapshot, node);
            }
        }
    }

    /// A cell is also called by the head of its column.
    fn column(&mut self, snapshot: &Snapshot, cell: Node<'_>) {
        if let Some(row) = cell.parent().filter(|p| p.role() == Role::Row) {
            let name = self.headers.of_next_cell(row);
            self.field(snapshot, Field::Column, name);
        }
    }

    /// A nameless link is told by where it leads.
    fn url(&mut self, snapshot: &Snapshot, url: Option<Sym>) {
        if let Some(url) = url.filter(|&u| snapshot.text().get(u).len() <= 200) {
            self.field(snapshot, Field::Url, Some(url));
        }
    }

    /// A nameless control is called by what stands inside it: at most three texts, no further than eight nodes.
    fn content(&mut self, snapshot: &Snapshot, node: Node<'_>) {
        let data = &snapshot.nodes[node.id.index()];
        let inside = &snapshot.nodes[node.id.index() + 1..data.end as usize];
        let holds_others = data.role.is_container() && data.role != Role::ListItem;
        if inside.is_empty() || inside.len() > 8 || holds_others {
            return;
        }
        for named in inside.iter().filter_map(|n| n.name).take(3) {
            self.field(snapshot, Field::Content, Some(named));
        }
    }

    /// Adds a field unless the element already says the same text in an earlier one.
    fn field_once(&mut self, snapshot: &Snapshot, from: usize, field: Field, sym: Sym) {
        let text = self.text(snapshot, sym, field);
        if text != NO_NODE && !self.fields[from..].iter().any(|f| f.text() == text as usize) {
            self.fields.push(FieldRef::new(field, text));
        }
    }

    fn field(&mut self, snapshot: &Snapshot, field: Field, sym: Option<Sym>) {
        if let Some(sym) = sym {
            let text = self.text(snapshot, sym, field);
            if text != NO_NODE {
                self.fields.push(FieldRef::new(field, text));
            }
        }
    }

    /// The number of a symbol's text, which is split at its first use; `NO_NODE` where it has no words.
    fn text(&mut self, snapshot: &Snapshot, sym: Sym, field: Field) -> u32 {
        const EMPTY: u32 = NO_NODE - 1;
        let style = match field {
            Field::Identifier | Field::Class | Field::Url | Field::Native => Style::Identifier,
            _ => Style::Prose,
        };
        match self.of_sym[style as usize][sym.index()] {
            NO_NODE => {}
            EMPTY => return NO_NODE,
            known => return known,
        }
        let first = self.words.len();
        let (words, vocab, lexicon) = (&mut self.words, &mut self.vocab, self.lexicon);
        let mut cut = false;
        split(snapshot.text().get(sym), style, &mut self.buffer, |w| {
            if words.len() - first < LONGEST_TEXT && w.text.len() <= u16::MAX as usize {
                words.push(vocab.add(w.text, w.dense, lexicon));
            } else {
                cut = true;
            }
        });
        self.cut += usize::from(cut);
        if self.words.len() == first {
            self.of_sym[style as usize][sym.index()] = EMPTY;
            return NO_NODE;
        }
        let number = self.text_syms.len() as u32;
        self.of_sym[style as usize][sym.index()] = number;
        self.text_syms.push(sym);
        self.texts.push(Text { words: first as u32, meanings: self.meanings.len() as u32, weight: 0.0 });
        self.understand(first);
        let price = self.lexicon.price();
        if is_price(snapshot.text().get(sym)) {
            let len = (self.words.len() - first) as u8;
            self.meanings.extend(price.map(|concept| Meaning { concept, start: 0, len, inner: false }));
        }
        number
    }

    /// Records the meanings of the words from `first` on, and counts in how many texts each word stands.
    fn understand(&mut self, first: usize) {
        let words = &self.words[first..];
        let from = self.meanings.len();
        let mut phrase = false;
        for (i, &word) in words.iter().enumerate() {
            if !words[..i].contains(&word) {
                self.vocab.terms[word as usize].texts += 1;
            }
            let term = &self.vocab.terms[word as usize];
            let alone = words.len() == 1;
            for (k, &concept) in term.concepts().iter().enumerate() {
                // An icon's letter ("x", "i") means the icon only where it is all there is.
                if !term.is_icon(k) || alone || term.len > 2 || !self.vocab.word(word).is_ascii() {
                    self.meanings.push(Meaning { concept, start: i as u8, len: 1, inner: false });
                }
            }
            if term.longest > 1 {
                let terms = &self.vocab.terms;
                let next = words[i..].iter().map(|&w| (terms[w as usize].stem, terms[w as usize].stop));
                let meanings = &mut self.meanings;
                phrases(term.longest as usize, next, |taken, entry| {
                    phrase |= !entry.concepts().is_empty();
                    for &concept in entry.concepts() {
                        meanings.push(Meaning { concept, start: i as u8, len: taken as u8, inner: false });
                    }
                });
            }
        }
        if phrase {
            mark_inner(&mut self.meanings[from..]);
        }
    }

    pub fn finish(mut self, snapshot: Arc<Snapshot>, embedder: Arc<dyn Embedder>) -> Index {
        self.texts.push(Text {
            words: self.words.len() as u32,
            meanings: self.meanings.len() as u32,
            weight: 0.0,
        });
        let n = self.text_syms.len();
        self.vocab.weigh(n);
        for i in 0..n {
            let words = self.texts[i].words as usize..self.texts[i + 1].words as usize;
            self.texts[i].weight =
                self.words[words].iter().map(|&w| self.vocab.terms[w as usize].weight).sum();
        }
        let extent = extent(&snapshot);
        let mut seen = vec![false; snapshot.text().len()];
        let mut refs = snapshot.nodes.iter().filter_map(|n| n.own_ref);
        let refs_are_unique = refs.all(|r| {
            let again = std::mem::replace(&mut seen[r.index()], true);
            !again && !snapshot.text().get(r).starts_with("s_")
        });
        let dialog =
            |n: &Node<'_>| n.is(State::Modal) || matches!(n.role(), Role::Dialog | Role::AlertDialog);
        let modal = outermost(snapshot.nodes().filter(dialog).map(|n| n.range()));
        let mut present = vec![0u64; self.lexicon.len() / 64 + 1];
        for m in &self.meanings {
            present[m.concept as usize / 64] |= 1 << (m.concept % 64);
        }
        Index {
            snapshot,
            vocab: self.vocab,
            texts: self.texts,
            text_syms: self.text_syms,
            words: self.words,
            meanings: self.meanings,
            fields: self.fields,
            first_field: self.first_field,
            items: self.items,
            containers: self.containers,
            extent,
            modal,
            present,
            refs_are_unique,
            cut_texts: self.cut,
            vectors: Vectors::new(embedder),
            neighbor_weight: 0.0,
            scratch: Mutex::new(Vec::new()),
        }
    }
}

/// Marks the meanings of words that stand inside a phrase with another meaning.
fn mark_inner(meanings: &mut [Meaning]) {
    for i in 0..meanings.len() {
        let long = meanings[i];
        if long.len < 2 {
            continue;
        }
        for m in meanings.iter_mut().filter(|m| m.len < long.len && m.concept != long.concept) {
            m.inner |= m.start >= long.start && m.start + m.len <= long.start + long.len;
        }
    }
}

/// Whether a container tells where its content is: by a name or by being a known part of a page.
fn is_telling(node: Node<'_>) -> bool {
    node.name().is_some() && node.role() != Role::Text || node.role().is_container()
}

/// Whether a short text is an amount of money.
fn is_price(text: &str) -> bool {
    text.len() <= 24
        && text.contains(['$', '€', '£', '¥', '₹', '￥', '元', '円'])
        && text.bytes().any(|b| b.is_ascii_digit())
}

fn extent(snapshot: &Snapshot) -> Option<Rect> {
    // Pages park what is off screen at absurd places; no page is that wide, nor does one begin that far up.
    const FAR: f64 = 16_384.0;
    let on_page = |b: &&Rect| b.area() > 0.0 && b.x.abs() < FAR && b.y > -FAR;
    let mut boxes = snapshot.boxes.iter().filter(on_page);
    let first = boxes.next()?;
    let (mut x, mut y, mut right, mut bottom) = (first.x, first.y, first.right(), first.bottom());
    for b in boxes {
        (x, y) = (x.min(b.x), y.min(b.y));
        (right, bottom) = (right.max(b.right()), bottom.max(b.bottom()));
    }
    Rect::new(x.max(0.0), y.max(0.0), (right - x.max(0.0)).max(0.0), (bottom - y.max(0.0)).max(0.0))
}
