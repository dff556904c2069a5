//! The prepared index: what a snapshot's elements say, split and looked up once, searched many times.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use super::embed::{Embedder, HashingEmbedder};
use super::embedding::Vectors;
use super::scratch::Scratch;
use super::vocab::Vocab;
use super::words::{phrases, split, Concept, Lexicon, Style};
use crate::tree::{Node, NodeId, Rect, Role, Snapshot, State, Sym};

/// Words of one text that are matched; longer texts are matched by their first words and a note says so.
pub(crate) const LONGEST_TEXT: usize = 200;

/// Where an element says something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Field {
    Name,
    Label,
    Placeholder,
    Alt,
    Title,
    Text,
    Value,
    Description,
    /// Test id, DOM id, form field name.
    Identifier,
    /// Class names, of elements without a name only.
    Class,
    /// Last part of the address a link leads to.
    Url,
    /// What stands inside an element without a name.
    Content,
    /// Name of the part of the page it stands in, as the producer said it.
    Section,
    /// Name of its container, as the producer said it.
    Parent,
    /// Role word outside ARIA's vocabulary.
    Native,
    /// Name of the column that a table cell stands in.
    Column,
}

impl Field {
    const ALL: [Field; 16] = [
        Field::Name,
        Field::Label,
        Field::Placeholder,
        Field::Alt,
        Field::Title,
        Field::Text,
        Field::Value,
        Field::Description,
        Field::Identifier,
        Field::Class,
        Field::Url,
        Field::Content,
        Field::Section,
        Field::Parent,
        Field::Native,
        Field::Column,
    ];

    /// How far a word found here speaks for the element itself, in 0..1; 0 for context.
    pub fn trust(self) -> f32 {
        match self {
            Field::Name | Field::Label => 1.0,
            Field::Placeholder | Field::Alt | Field::Title => 0.95,
            Field::Text => 0.9,
            Field::Value => 0.8,
            Field::Content => 0.9,
            Field::Identifier => 0.7,
            Field::Description => 0.65,
            Field::Class | Field::Url | Field::Native | Field::Column => 0.55,
            Field::Section | Field::Parent => 0.0,
        }
    }

    /// Whether the text can be what a person calls the element.
    pub fn is_name(self) -> bool {
        (self as u8) <= Field::Text as u8 || self == Field::Content
    }

    /// The word used in explanations.
    pub fn as_str(self) -> &'static str {
        match self {
            Field::Name => "name",
            Field::Label => "label",
            Field::Placeholder => "placeholder",
            Field::Alt => "alt text",
            Field::Title => "title",
            Field::Text => "text",
            Field::Value => "value",
            Field::Description => "description",
            Field::Identifier => "identifier",
            Field::Class => "class",
            Field::Url => "url",
            Field::Content => "content",
            Field::Section => "section",
            Field::Parent => "parent",
            Field::Native => "role",
            Field::Column => "column",
        }
    }
}

/// A field of an element packed into 32 bits: 4 for the kind, 28 for the text's number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldRef(u32);

impl FieldRef {
    fn new(field: Field, text: u32) -> Self {
        FieldRef((field as u32) << 28 | text)
    }

    pub fn field(self) -> Field {
        Field::ALL[(self.0 >> 28) as usize]
    }

    pub fn text(self) -> usize {
        (self.0 & 0x0fff_ffff) as usize
    }
}

/// A known meaning that some words of a text express.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meaning {
    pub concept: Concept,
    pub start: u8,
    pub len: u8,
    /// A word of a longer phrase with a meaning of its own: "cart" in "add to cart".
    pub inner: bool,
}

/// One distinct text of the snapshot, split.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    pub words: u32,
    pub meanings: u32,
    /// Sum of the weights of its words.
    pub weight: f32,
}

/// A snapshot prepared for finding: build once, find often.
///
/// Building costs about as much as reading the snapshot; a find then touches only small dense tables. The
/// index is `Send + Sync` and may be shared.
#[derive(Debug)]
pub struct Index {
    pub(crate) snapshot: Arc<Snapshot>,
    pub(crate) vocab: Vocab,
    /// Texts in order of first use, with one more at the end that bounds the last.
    pub(crate) texts: Vec<Text>,
    /// Which symbol of the snapshot each text is.
    pub(crate) text_syms: Vec<Sym>,
    pub(crate) words: Vec<u32>,
    pub(crate) meanings: Vec<Meaning>,
    pub(crate) fields: Vec<FieldRef>,
    /// First field of each element, with one more that bounds the last.
    pub(crate) first_field: Vec<u32>,
    /// The row, card or list item that each element is or is inside.
    pub(crate) items: Vec<u32>,
    /// The innermost container around each element that has a name or a telling role.
    pub(crate) containers: Vec<u32>,
    /// The box around all known boxes.
    pub(crate) extent: Option<Rect>,
    /// Numbers of the nodes inside dialogs.
    pub(crate) modal: Vec<Range<usize>>,
    /// Which meanings some text of the snapshot has, one bit each.
    present: Vec<u64>,
    /// No own ref stands on two nodes or looks like a number of ours.
    pub(crate) refs_are_unique: bool,
    pub(crate) cut_texts: usize,
    pub(crate) vectors: Vectors,
    pub(crate) neighbor_weight: f32,
    pub(crate) scratch: Mutex<Vec<Scratch>>,
}

/// "No such node" in [`Index::items`] and [`Index::containers`].
pub(crate) const NO_NODE: u32 = u32::MAX;

impl Index {
    /// Prepares `snapshot` for finding. Linear in its nodes and text.
    pub fn new(snapshot: Arc<Snapshot>) -> Index {
        Index::with_embedder(snapshot, Arc::new(HashingEmbedder::default()))
    }

    /// The same with an embedder of the caller's, which is asked at the first find that needs it.
    pub fn with_embedder(snapshot: Arc<Snapshot>, embedder: Arc<dyn Embedder>) -> Index {
        let mut build = Build::new(&snapshot);
        build.elements(&snapshot);
        build.finish(snapshot, embedder)
    }

    /// How much of the elements before and after an element counts for it in the embedding score, in 0..1;
    /// none by default.
    pub(crate) fn with_neighbor_weight(mut self, weight: f64) -> Index {
        self.neighbor_weight = weight as f32;
        self
    }

    /// The snapshot that is searched.
    pub fn snapshot(&self) -> &Arc<Snapshot> {
        &self.snapshot
    }

    pub(crate) fn node(&self, i: usize) -> Node<'_> {
        self.snapshot.node(NodeId::from_index(i)).expect("elements are the snapshot's nodes")
    }

    pub(crate) fn fields_of(&self, i: usize) -> &[FieldRef] {
        &self.fields[self.first_field[i] as usize..self.first_field[i + 1] as usize]
    }

    pub(crate) fn words_of(&self, text: usize) -> &[u32] {
        &self.words[self.texts[text].words as usize..self.texts[text + 1].words as usize]
    }

    pub(crate) fn meanings_of(&self, text: usize) -> &[Meaning] {
        &self.meanings[self.texts[text].meanings as usize..self.texts[text + 1].meanings as usize]
    }

    /// Whether some text of the snapshot has this meaning.
    pub(crate) fn has_meaning(&self, concept: Concept) -> bool {
        self.present[concept as usize / 64] & 1 << (concept % 64) != 0
    }

    /// Whether a row holds the heads of columns rather than data.
    pub(crate) fn is_header_row(&self, row: usize) -> bool {
        self.node(row).subtree().take(4).any(|n| n.role() == Role::ColumnHeader)
    }

    /// Number of distinct texts.
    pub(crate) fn text_count(&self) -> usize {
        self.text_syms.len()
    }
}

/// An index on its way.
struct Build {
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
    /// Text number of each symbol, or `NO_NODE`.
    of_sym: Vec<u32>,
    headers: Headers,
    keys: Keys,
    buffer: String,
    cut: usize,
}

/// The column heads of the table that is being read, and where in it.
#[derive(Default)]
struct Headers {
    names: Vec<Option<Sym>>,
    row: u32,
    /// Column of the next cell.
    next: usize,
}

impl Headers {
    /// Starts a row of cells: its column heads are those of the nearest row of heads before it in its table.
    fn enter(&mut self, row: Node<'_>) {
        let names = |row: Node<'_>| -> Vec<Option<Sym>> {
            let heads = row.children().filter(|c| c.role() == Role::ColumnHeader);
            heads.map(|c| row.snapshot.nodes[c.id.index()].name).collect()
        };
        let table = |row: Node<'_>| row.ancestors().find(|a| a.role() != Role::RowGroup).map(|t| t.id);
        let last = row.snapshot.node(NodeId(self.row)).filter(|last| last.role() == Role::Row);
        let same = last.is_some_and(|last| table(last) == table(row) && self.row < row.id.0);
        if !same {
            let first = match table(row) {
                Some(id) => row.snapshot.node(id).and_then(|t| t.subtree().take(64).find(|n| !names(*n).is_empty())),
                None => row.snapshot.nodes().take(row.id.index()).rev().take(200).find(|n| !names(*n).is_empty()),
            };
            self.names = first.map(names).unwrap_or_default();
        }
        self.row = row.id.0;
        // A head at the start of the row counts as a column only where the row of heads has one for it.
        let heads = row.children().take_while(|c| c.role() == Role::RowHeader).count();
        let cells = row.children().filter(|c| matches!(c.role(), Role::Cell | Role::GridCell)).count();
        self.next = if cells + heads <= self.names.len() { heads } else { 0 };
    }
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
    fn new(snapshot: &Snapshot) -> Build {
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
            of_sym: vec![NO_NODE; snapshot.text().len()],
            headers: Headers::default(),
            keys: Keys::new(snapshot),
            buffer: String::new(),
            cut: 0,
        }
    }

    fn elements(&mut self, snapshot: &Snapshot) {
        for (i, data) in snapshot.nodes.iter().enumerate() {
            self.first_field.push(self.fields.len() as u32);
            let inherited = |of: &[u32]| if data.parent == u32::MAX { NO_NODE } else { of[data.parent as usize] };
            let item = if data.role.is_item() { i as u32 } else { inherited(&self.items) };
            self.items.push(item);
            let container = match data.parent {
                u32::MAX => NO_NODE,
                p if is_telling(Node { snapshot, id: NodeId(p) }) => p,
                p => self.containers[p as usize],
            };
            self.containers.push(container);
            let node = Node { snapshot, id: NodeId(i as u32) };
            self.element(node);
        }
        self.first_field.push(self.fields.len() as u32);
    }

    fn element(&mut self, node: Node<'_>) {
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
            self.content(snapshot, node);
        }
    }

    /// A cell is also called by the head of its column.
    fn column(&mut self, snapshot: &Snapshot, cell: Node<'_>) {
        let Some(row) = cell.parent().filter(|p| p.role() == Role::Row) else { return };
        if self.headers.row != row.id.0 {
            self.headers.enter(row);
        }
        let at = self.headers.next;
        self.headers.next += 1;
        if let Some(&name) = self.headers.names.get(at) {
            self.field(snapshot, Field::Column, name);
        }
    }

    /// The last words of an address often are the only ones a nameless link has.
    fn url(&mut self, snapshot: &Snapshot, url: Option<Sym>) {
        if let Some(url) = url.filter(|&u| snapshot.text().get(u).len() <= 200) {
            self.field(snapshot, Field::Url, Some(url));
        }
    }

    /// A nameless control is called by what stands inside it: at most three texts, no further than eight nodes.
    fn content(&mut self, snapshot: &Snapshot, node: Node<'_>) {
        let data = &snapshot.nodes[node.id.index()];
        let inside = &snapshot.nodes[node.id.index() + 1..data.end as usize];
        if inside.is_empty() || inside.len() > 8 {
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
        match self.of_sym[sym.index()] {
            NO_NODE => {}
            EMPTY => return NO_NODE,
            known => return known,
        }
        let style = match field {
            Field::Identifier | Field::Class | Field::Url | Field::Native => Style::Identifier,
            _ => Style::Prose,
        };
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
            self.of_sym[sym.index()] = EMPTY;
            return NO_NODE;
        }
        let number = self.text_syms.len() as u32;
        self.of_sym[sym.index()] = number;
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

    fn finish(mut self, snapshot: Arc<Snapshot>, embedder: Arc<dyn Embedder>) -> Index {
        self.texts.push(Text {
            words: self.words.len() as u32,
            meanings: self.meanings.len() as u32,
            weight: 0.0,
        });
        let n = self.text_syms.len();
        self.vocab.weigh(n);
        for i in 0..n {
            let words = self.texts[i].words as usize..self.texts[i + 1].words as usize;
            self.texts[i].weight = self.words[words].iter().map(|&w| self.vocab.terms[w as usize].weight).sum();
        }
        let extent = extent(&snapshot);
        let mut seen = vec![false; snapshot.text().len()];
        let mut refs = snapshot.nodes.iter().filter_map(|n| n.own_ref);
        let refs_are_unique = refs.all(|r| {
            let again = std::mem::replace(&mut seen[r.index()], true);
            !again && !snapshot.text().get(r).starts_with("s_")
        });
        let dialog = |n: &Node<'_>| n.is(State::Modal) || matches!(n.role(), Role::Dialog | Role::AlertDialog);
        let modal = snapshot.nodes().filter(dialog).map(|n| n.range()).collect();
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
    let mut boxes = snapshot.boxes.iter().filter(|b| b.area() > 0.0);
    let first = boxes.next()?;
    let (mut x, mut y, mut right, mut bottom) = (first.x, first.y, first.right(), first.bottom());
    for b in boxes {
        (x, y) = (x.min(b.x), y.min(b.y));
        (right, bottom) = (right.max(b.right()), bottom.max(b.bottom()));
    }
    Rect::new(x.max(0.0), y.max(0.0), (right - x.max(0.0)).max(0.0), (bottom - y.max(0.0)).max(0.0))
}
