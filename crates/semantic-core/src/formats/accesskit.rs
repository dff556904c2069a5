//! AccessKit's `TreeUpdate` as JSON, with properties beside the role (0.12) or in an object of their own (since 0.17).

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::flat::Strings;
use super::json::{self, Doc, Frame, Listing, Order, Shape, Value, set};
use super::roles::accesskit;
use super::{Format, Kind, ReadError};
use crate::tree::{Element, Role, Snapshot, State, Tri};

pub(super) static ACCESSKIT: Format = Format {
    name: "accesskit",
    summary: "AccessKit TreeUpdate as JSON",
    sniff: |head| {
        json::sniff(head, |kind| {
            kind("nodes[][]") == Some(Kind::Number) && kind("nodes[][].role") == Some(Kind::String)
        }) && ["\"focus\"", "\"tree\""].iter().any(|key| head.text.contains(key)) // behind the nodes
    },
    read,
};

/// What says how a text is laid out is most of the bytes.
const OPAQUE: [&str; 7] = [
    "characterLengths",
    "characterPositions",
    "characterWidths",
    "wordLengths",
    "wordStarts",
    "textSelection",
    "customActions",
];

/// The node in an `[id, node]` pair.
fn node<'d, 'a>(pair: Value<'d, 'a>) -> Option<Value<'d, 'a>> {
    pair.items().nth(1).filter(|node| node.is_object())
}

/// The object that holds a node's properties.
fn properties<'d, 'a>(pair: Value<'d, 'a>) -> Option<Value<'d, 'a>> {
    let node = node(pair)?;
    Some(node.get("properties").unwrap_or(node))
}

fn is_run(pair: Value<'_, '_>) -> bool {
    matches!(node(pair).map_or("", |n| n.text_of("role")), "textRun" | "inlineTextBox")
}

const PAIR: Shape = Shape {
    id: |pair| pair.items().next().and_then(Value::text).unwrap_or(""),
    children: |pair| properties(pair)?.get("children"),
    parent: |_| "",
    shows: |_| "",
    layout: is_run,
};

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let doc = Doc::new(text, &strings, &OPAQUE)?;
    let root = doc.root();
    let all = root.get("nodes").map_or(0, |nodes| nodes.items().count());
    let pairs: Vec<_> = root.list("nodes").filter(|&pair| node(pair).is_some()).collect();
    let mut notices = Vec::new();
    if pairs.len() < all {
        notices.push(format!(
            "nodes left out because they are not a number and an object: {}",
            all - pairs.len()
        ));
    }
    let mut reader = Reader {
        by_id: pairs.iter().map(|&pair| ((PAIR.id)(pair), pair)).collect(),
        doc: &doc,
        focus: root.text_of("focus"),
        frames: Vec::with_capacity(pairs.len()),
        list: Listing::default(),
    };
    let frame = Frame { nodes: pairs, ..Frame::default() };
    let mut order = Order::new(PAIR, &[frame]);
    while let Some((pair, inside)) = order.next() {
        let around = properties(pair).map(|properties| reader.add(pair, properties, inside));
        order.open(around.or(inside));
    }
    notices.extend(order.notices());
    let mut list = std::mem::take(&mut reader.list);
    list.title = root.get("tree").map_or("", |tree| tree.text_of("appName"));
    drop((order, reader));
    Ok(list.finish(doc, notices))
}

/// x and y of a node's own space as those of the window: `[a, b, c, d, e, f]` takes x to a·x + c·y + e.
type Affine = [f64; 6];

struct Reader<'d, 'a> {
    doc: &'d Doc<'a>,
    by_id: HashMap<&'a str, Value<'d, 'a>, FxBuildHasher>,
    focus: &'a str,
    /// The space of each element in the list.
    frames: Vec<Affine>,
    list: Listing<'a>,
}

impl<'d, 'a> Reader<'d, 'a> {
    fn add(&mut self, pair: Value<'d, 'a>, p: Value<'d, 'a>, inside: Option<u32>) -> u32 {
        let about = node(pair).unwrap_or(p);
        let word = about.text_of("role");
        let mut e = Element { role: word, aria: accesskit::role(word), inside, ..Element::default() };
        let role = e.aria.unwrap_or_else(|| Role::from_name(word));
        self.texts(&mut e, role, p);
        self.states(&mut e, role, about, p);
        let id = (PAIR.id)(pair);
        if id == self.focus && inside.is_some() {
            e.states.set(State::Focused, Tri::True);
        }
        let around = inside.and_then(|i| self.frames.get(i as usize)).copied();
        let own = p.get("transform").and_then(Value::array::<6>);
        let space = match (around.unwrap_or([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]), own) {
            (around, Some(own)) => join(around, own),
            (around, None) => around,
        };
        // An infinite box is written as nulls.
        let corners = p.get("bounds").map(|b| b.numbers(["x0", "y0", "x1", "y1"]));
        e.bounds = corners.filter(|c| !c.iter().all(|n| n.is_nan())).map(|c| place(space, c));
        self.frames.push(space);
        self.list.attr("node_id", id);
        self.list.push(e)
    }

    fn texts(&mut self, e: &mut Element<'a>, role: Role, p: Value<'d, 'a>) {
        let name = p.text_of_any(&["label", "name"]);
        let mut value = p.get("value").and_then(Value::text);
        if value.is_none() && (role == Role::Text || role.is_text_entry()) {
            value = self.runs(p);
        }
        e.name = Some(name).filter(|name| !name.is_empty());
        // The text of a label is its value.
        if role == Role::Text && e.name.is_none() {
            e.name = value.take();
        }
        e.labelled_by = self.labels(p);
        e.name = e.name.or(Some(e.labelled_by).filter(|text| !text.is_empty()));
        e.value = value.or_else(|| p.get("numericValue").and_then(Value::text));
        e.description = p.text_of("description");
        e.placeholder = p.text_of("placeholder");
        e.title = p.text_of("tooltip");
        e.url = p.text_of("url");
        e.identifier = p.text_of("authorId");
        e.tag = p.text_of("htmlTag");
        e.level = p.get("level").and_then(Value::level);
        if e.role == "passwordInput" {
            self.list.attr("type", "password");
        }
        for (key, from) in [
            ("class", "className"),
            ("valuemin", "minNumericValue"),
            ("valuemax", "maxNumericValue"),
            ("haspopup", "hasPopup"),
            ("roledescription", "roleDescription"),
            ("keyshortcuts", "keyboardShortcut"),
            ("autocomplete", "autoComplete"),
            ("orientation", "orientation"),
            ("live", "live"),
        ] {
            self.list.attr(key, p.text_of(from));
        }
    }

    /// The texts of the nodes that label this one.
    fn labels(&self, p: Value<'d, 'a>) -> &'a str {
        let named = |id: Value<'d, 'a>| {
            let label = properties(*self.by_id.get(id.text()?)?)?;
            Some(label.text_of_any(&["value", "label", "name"])).filter(|text| !text.is_empty())
        };
        self.joined(p.list("labelledBy").filter_map(named), " ")
    }

    /// The text of a node that says it only line by line.
    fn runs(&self, p: Value<'d, 'a>) -> Option<&'a str> {
        let run = |id: Value<'d, 'a>| self.by_id.get(id.text()?).copied().filter(|&pair| is_run(pair));
        let mut runs = p.list("children").filter_map(run).peekable();
        runs.peek()?;
        Some(self.joined(runs.filter_map(properties).map(|run| run.text_of("value")), ""))
    }

    fn joined(&self, mut texts: impl Iterator<Item = &'a str>, between: &str) -> &'a str {
        let first = texts.next().unwrap_or("");
        match texts.next() {
            None => first,
            Some(second) => {
                let all: Vec<&str> = [first, second].into_iter().chain(texts).collect();
                self.doc.keep(&all.join(between))
            }
        }
    }

    fn states(&self, e: &mut Element<'a>, role: Role, about: Value<'d, 'a>, p: Value<'d, 'a>) {
        let toggled = if role == Role::Button { State::Pressed } else { State::Checked };
        for (state, key) in [
            (toggled, "toggled"),
            (toggled, "checked"),
            (State::Expanded, "expanded"),
            (State::Selected, "selected"),
            (State::Invalid, "invalid"),
            (State::Hidden, "hidden"),
            (State::Multiselectable, "multiselectable"),
            (State::Required, "required"),
            (State::Busy, "busy"),
            (State::Modal, "modal"),
            (State::Readonly, "readOnly"),
            (State::Disabled, "disabled"),
            (State::Current, "ariaCurrent"),
        ] {
            set(e, state, p.get(key).and_then(Value::tri));
        }
        if e.role == "multilineTextInput" {
            e.states.set(State::Multiline, Tri::True);
        }
        let bits = |key: &str| about.get(key).filter(|v| v.kind() == Kind::Number).and_then(Value::real);
        // The second of the flags, "linked", was dropped when child actions came.
        let shift = u32::from(about.get("childActions").is_none());
        let flags = bits("flags").map_or(0, |n| n as u32);
        for (bit, state) in [
            (0, State::Hidden),
            (1 + shift, State::Multiselectable),
            (2 + shift, State::Required),
            (4 + shift, State::Busy),
            (6 + shift, State::Modal),
            (8 + shift, State::Readonly),
            (9 + shift, State::Disabled),
        ] {
            if flags & 1 << bit != 0 {
                e.states.set(state, Tri::True);
            }
        }
        let mut named = about.get("actions").into_iter().flat_map(Value::items).filter_map(Value::text);
        if bits("actions").map_or(0, |n| n as u32) & 2 != 0 || named.any(|action| action == "focus") {
            e.states.set(State::Focusable, Tri::True);
        }
    }
}

/// The space of a node inside another one's.
fn join(outer: Affine, inner: Affine) -> Affine {
    let [a, b, c, d, e, f] = outer;
    let [g, h, i, j, k, l] = inner;
    [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/// The box around two opposite corners, as x, y, width and height in the window.
fn place([a, b, c, d, e, f]: Affine, [x0, y0, x1, y1]: [f64; 4]) -> [f64; 4] {
    let corners = [(x0, y0), (x1, y0), (x0, y1), (x1, y1)];
    let xs = corners.map(|(x, y)| a * x + c * y + e);
    let ys = corners.map(|(x, y)| b * x + d * y + f);
    if xs.iter().chain(&ys).any(|v| v.is_nan()) || x1 < x0 || y1 < y0 {
        return [f64::NAN; 4];
    }
    let ends = |v: [f64; 4]| v.into_iter().fold((f64::MAX, f64::MIN), |(lo, hi), v| (lo.min(v), hi.max(v)));
    let ((left, right), (top, bottom)) = (ends(xs), ends(ys));
    // Finer than any screen shows, and the same after a way through decimal numbers.
    [left, top, right - left, bottom - top].map(|v| (v * 1000.0).round() / 1000.0)
}
