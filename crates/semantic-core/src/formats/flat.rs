//! The flat JSON array of elements, bare or as the `nodes` of an object, in one pass that copies no text.

mod deep;
mod list;
mod seed;

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

pub(super) use self::list::Strings;
use self::list::{Field, List, NONE, Place, Scalar};
use self::seed::{KeySeed, TextSeed};
use super::{Format, Head, Kind, ReadError};
use crate::tree::{Snapshot, SnapshotBuilder, State, Tri, add_elements};

pub(super) static FLAT: Format = Format {
    name: "flat",
    summary: "JSON array of elements with ref, role and name",
    sniff: |head| looks_like_elements(head, "[]"),
    read,
};

pub(super) static PINCHTAB: Format = Format {
    name: "pinchtab",
    summary: "JSON object whose nodes are such an array",
    sniff: |head| ["nodes[]", "snapshot.nodes[]"].into_iter().any(|items| looks_like_elements(head, items)),
    read,
};

fn looks_like_elements(head: &Head, items: &str) -> bool {
    let list = items.strip_suffix("[]").unwrap_or(items);
    let says = |key: &str| match head.kind(&format!("{items}.{key}")) {
        Some(Kind::Object) => key == "ref", // in Chrome's own trees a role or name is an object
        kind => kind.is_some(),
    };
    match head.kind(items) {
        // Go writes an empty list as null.
        None => match head.kind(list) {
            Some(Kind::Array) => true,
            Some(Kind::Null) => head.kind("count").is_some(),
            _ => false,
        },
        Some(Kind::Object) => {
            let is_element = says("ref") || says("tag") || (says("role") && says("name"));
            // Lists of other things have roles or names too: those of messages, of packages.
            let is_ours = || head.keys(items).all(|key| key_of(key).is_some());
            let is_message = || says("content") && !says("ref");
            !is_message() && (is_element || ((says("role") || says("name")) && is_ours()))
        }
        Some(_) => false,
    }
}

/// Reads the array.
fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let mut list = List::new(&strings, text.len());
    let mut json = serde_json::Deserializer::from_str(text);
    let mut place = Place::default();
    let root = Reader { list: &mut list, place: &mut place, want: Want::Root };
    let mut done = root.deserialize(&mut json).and_then(|()| json.end());
    if list.problem.is_none() && done.as_ref().is_err_and(is_too_deep) {
        list = List::new(&strings, text.len());
        done = deep::read(text, &mut list)?;
    }
    if let Some(problem) = list.problem {
        return Err(problem);
    }
    done?;
    let mut b = SnapshotBuilder::with_capacity(list.rows.len());
    list.title.into_iter().for_each(|title| b.set_title(title));
    list.url.into_iter().for_each(|url| b.set_document_url(url));
    if list.truncated {
        b.notice("the producer says that it left elements out (truncated)".to_owned());
    }
    let attributes =
        ("attributes left out because they are neither text, number nor boolean", list.skipped_attrs);
    let children = ("children left out because they are not objects", list.skipped_children);
    for (what, n) in [attributes, children].into_iter().filter(|&(_, n)| n > 0) {
        b.notice(format!("{what}: {n}"));
    }
    add_elements(&mut b, &list);
    Ok(b.finish())
}

/// Whether serde gave up because of nested values: it recurses with them.
fn is_too_deep(error: &serde_json::Error) -> bool {
    error.to_string().starts_with("recursion limit exceeded")
}

/// What a key of an element is about.
#[derive(Clone, Copy)]
enum Key {
    Text(Field),
    Depth,
    SiblingIndex,
    SiblingCount,
    DocumentIdx,
    Level,
    /// A number of the box, by its place in [`Place`].
    Edge(usize),
    State(State),
    Enabled,
    /// A key that counts as an attribute.
    Attr(&'static str),
    Attrs,
    Positional,
    States,
    Bounds,
    Children,
}

impl Key {
    /// The type that the key's value must have, in words.
    fn expected(self) -> &'static str {
        match self {
            Key::Text(field) if field.may_be_number() => "a string or a number",
            Key::Text(_) | Key::Attr(_) => "a string",
            Key::Depth | Key::SiblingIndex | Key::SiblingCount | Key::DocumentIdx | Key::Level => {
                "a whole number from 0"
            }
            Key::Edge(_) => "a number",
            Key::State(_) | Key::Enabled => "true, false or \"mixed\"",
            Key::Attrs | Key::Positional => "an object",
            Key::States => "an object or an array of strings",
            Key::Bounds => "an object or an array of 4 numbers",
            Key::Children => "an array",
        }
    }
}

/// A key and how the file spells it.
type Spelled = &'static (Key, &'static str);

/// Each spelling of each key, the frequent ones first.
fn key_of(name: &str) -> Option<Spelled> {
    macro_rules! keys {
        ($($($name:literal)|+ => $key:expr,)+) => {
            match name { $($($name => Some(&const { ($key, $name) }),)+)+ _ => None }
        };
    }
    use Field::*;
    keys! {
        "ref" => Key::Text(Ref),
        "role" => Key::Text(Role),
        "name" => Key::Text(Name),
        "tag" => Key::Text(Tag),
        "depth" => Key::Depth,
        "x" | "left" => Key::Edge(0),
        "y" | "top" => Key::Edge(1),
        "width" | "w" => Key::Edge(2),
        "height" | "h" => Key::Edge(3),
        "right" => Key::Edge(4),
        "bottom" => Key::Edge(5),
        "positional" => Key::Positional,
        "attrs" | "attributes" => Key::Attrs,
        "interactive" => Key::State(State::Interactive),
        "parent" => Key::Text(Parent),
        "parent_ref" | "parentRef" => Key::Text(ParentRef),
        "section" => Key::Text(Section),
        "sibling_index" | "siblingIndex" => Key::SiblingIndex,
        "sibling_count" | "siblingCount" => Key::SiblingCount,
        "value" => Key::Text(Value),
        "label" => Key::Text(Label),
        "placeholder" => Key::Text(Placeholder),
        "alt" => Key::Text(Alt),
        "title" => Key::Text(Title),
        "text" => Key::Text(Text),
        "testid" | "test_id" | "testId" | "data-testid" => Key::Text(TestId),
        "description" => Key::Text(Description),
        "url" | "href" => Key::Text(Url),
        "labelled_by" | "labelledBy" => Key::Text(LabelledBy),
        "document_idx" | "documentIdx" => Key::DocumentIdx,
        "level" => Key::Level,
        "boundingBox" | "bounding_box" | "bounds" => Key::Bounds,
        "children" => Key::Children,
        "states" => Key::States,
        "checked" => Key::State(State::Checked),
        "pressed" => Key::State(State::Pressed),
        "selected" => Key::State(State::Selected),
        "expanded" => Key::State(State::Expanded),
        "disabled" => Key::State(State::Disabled),
        "enabled" => Key::Enabled,
        "focused" => Key::State(State::Focused),
        "focusable" => Key::State(State::Focusable),
        "required" => Key::State(State::Required),
        "readonly" | "readOnly" => Key::State(State::Readonly),
        "invalid" => Key::State(State::Invalid),
        "hidden" => Key::State(State::Hidden),
        "modal" => Key::State(State::Modal),
        "busy" => Key::State(State::Busy),
        "current" => Key::State(State::Current),
        "multiselectable" | "multiSelectable" => Key::State(State::Multiselectable),
        "multiline" | "multiLine" => Key::State(State::Multiline),
        "filled" => Key::State(State::Filled),
        "type" => Key::Attr("type"),
        "input_type" | "inputType" => Key::Attr("input_type"),
        "autocomplete" => Key::Attr("autocomplete"),
        "xpath" => Key::Attr("xpath"),
        "neighbor_text" | "neighborText" => Key::Attr("neighbor_text"),
    }
}

const LIST: &str = "an array of elements";
/// What the object around a list says of the document.
static TITLES: [&str; 3] = ["title", "url", "truncated"];
/// The numbers of a box that is an array.
static EDGES: [(Key, &str); 4] =
    [(Key::Edge(0), "0"), (Key::Edge(1), "1"), (Key::Edge(2), "2"), (Key::Edge(3), "3")];

/// What is expected at a place of the file.
#[derive(Clone, Copy)]
enum Want<'a> {
    Root,
    /// The object's list of elements, or the object in it that holds the list.
    Nodes,
    Captured,
    /// An element inside the numbered one, or inside none.
    Element(u32),
    /// What a key of the numbered element says, and the key of the object around it.
    Value(u32, Spelled, Option<Spelled>),
    /// The attribute of that name.
    Attr(u32, &'a str),
    /// The name of a state that is on.
    StateWord(u32),
    /// The object's title, url or whether it is cut short.
    Document(&'static str),
}

/// Reads one JSON value into the list.
struct Reader<'s, 'a> {
    list: &'s mut List<'a>,
    /// The box of the element that is being read.
    place: &'s mut Place,
    want: Want<'a>,
}

impl<'de> DeserializeSeed<'de> for Reader<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'a> Reader<'_, 'a> {
    fn scalar<E: serde::de::Error>(self, value: Scalar<'a>) -> Result<(), E> {
        match self.want {
            Want::Value(row, key, around) => {
                // After an error the element is still read to its end, for its ref.
                if self.list.set(row, self.place, key.0, &value).is_none() {
                    self.list.wrong(row, path(around, key), key.0.expected(), value.found());
                }
                Ok(())
            }
            Want::Attr(row, key) => {
                if let Some(text) = value.text(self.list.strings) {
                    self.list.add_attr(row, key, text);
                }
                Ok(())
            }
            Want::StateWord(row) => {
                if let Scalar::Text(word) = value
                    && let Some(state) = State::from_name(&word.to_ascii_lowercase())
                {
                    self.list.rows[row as usize].states.set(state, Tri::True);
                }
                Ok(())
            }
            Want::Document(part) => {
                match (part, value) {
                    ("title", Scalar::Text(text)) => self.list.title = Some(text),
                    ("url", Scalar::Text(text)) => self.list.url = Some(text),
                    ("truncated", Scalar::Bool(truncated)) => self.list.truncated = truncated,
                    _ => {}
                }
                Ok(())
            }
            _ => self.misplaced(value.found()),
        }
    }

    /// Reports a value of the wrong type where an element or a list of them belongs.
    fn misplaced<E: serde::de::Error>(self, found: String) -> Result<(), E> {
        let list = self.list;
        let problem = match self.want {
            Want::Root => ReadError::Shape { part: "the file", expected: LIST, found },
            Want::Captured => ReadError::Shape { part: "key \"snapshot\"", expected: "an object", found },
            Want::Nodes => ReadError::Shape { part: "key \"nodes\"", expected: LIST, found },
            Want::Element(NONE) => ReadError::NotAnElement { index: list.rows.len(), found },
            Want::Element(_) => {
                list.skipped_children += 1;
                return Ok(());
            }
            Want::Value(row, key, around) => {
                // An attribute that is no attribute here is an unknown key, and those are ignored.
                if !matches!(key.0, Key::Attr(_)) {
                    list.wrong(row, path(around, key), key.0.expected(), found);
                }
                return Ok(());
            }
            Want::Attr(..) => {
                list.skipped_attrs += 1;
                return Ok(());
            }
            Want::StateWord(_) | Want::Document(_) => return Ok(()),
        };
        list.problem.get_or_insert(problem);
        Err(E::custom("not an element"))
    }

    fn items<A: SeqAccess<'a>>(self, mut seq: A, want: Want<'a>) -> Result<(), A::Error> {
        let Reader { list, place, .. } = self;
        while seq.next_element_seed(Reader { list: &mut *list, place: &mut *place, want })?.is_some() {}
        Ok(())
    }

    fn keys<A: MapAccess<'a>>(
        &mut self,
        map: &mut A,
        row: u32,
        around: Option<Spelled>,
    ) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(KeySeed)? {
            match key {
                Some(key) => {
                    let want = Want::Value(row, key, around);
                    map.next_value_seed(Reader { list: &mut *self.list, place: &mut *self.place, want })?;
                }
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }

    fn document<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        let Reader { list, place, .. } = self;
        let mut nodes = false;
        while let Some(key) = map.next_key_seed(TextSeed(list.strings))? {
            let want = match key {
                "nodes" => Want::Nodes,
                "snapshot" => Want::Captured,
                "title" => Want::Document("title"),
                "url" => Want::Document("url"),
                "truncated" => Want::Document("truncated"),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            nodes |= matches!(want, Want::Nodes | Want::Captured);
            map.next_value_seed(Reader { list: &mut *list, place: &mut *place, want })?;
        }
        if !nodes {
            let (part, found) = ("key \"nodes\"", "no such key".to_owned());
            list.problem.get_or_insert(ReadError::Shape { part, expected: LIST, found });
        }
        Ok(())
    }
}

fn path(around: Option<Spelled>, key: Spelled) -> String {
    around.map_or_else(|| key.1.to_owned(), |around| format!("{}.{}", around.1, key.1))
}

impl<'de> Visitor<'de> for Reader<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of elements")
    }

    fn visit_bool<E: serde::de::Error>(self, v: bool) -> Result<(), E> {
        self.scalar(Scalar::Bool(v))
    }

    fn visit_i64<E: serde::de::Error>(self, v: i64) -> Result<(), E> {
        self.scalar(Scalar::Number(v.into()))
    }

    fn visit_u64<E: serde::de::Error>(self, v: u64) -> Result<(), E> {
        self.scalar(Scalar::Number(v.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, v: f64) -> Result<(), E> {
        match serde_json::Number::from_f64(v) {
            Some(number) => self.scalar(Scalar::Number(number)),
            None => Err(E::custom("number out of range")),
        }
    }

    fn visit_borrowed_str<E: serde::de::Error>(self, v: &'de str) -> Result<(), E> {
        self.scalar(Scalar::Text(v))
    }

    fn visit_str<E: serde::de::Error>(self, v: &str) -> Result<(), E> {
        let text = self.list.strings.add(v);
        self.scalar(Scalar::Text(text))
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        match self.want {
            Want::Root | Want::Element(_) => self.misplaced("null".to_owned()),
            _ => Ok(()), // null is "not given"
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        match self.want {
            Want::Root | Want::Nodes => self.items(seq, Want::Element(NONE)),
            Want::Value(row, (Key::Children, _), _) => self.items(seq, Want::Element(row)),
            Want::Value(row, (Key::States, _), _) => self.items(seq, Want::StateWord(row)),
            Want::Value(row, bounds @ (Key::Bounds, name), _) => {
                let Reader { list, place, .. } = self;
                let mut n = 0;
                for edge in &EDGES {
                    let want = Want::Value(row, edge, Some(bounds));
                    if seq.next_element_seed(Reader { list: &mut *list, place: &mut *place, want })?.is_none()
                    {
                        break;
                    }
                    n += 1;
                }
                while seq.next_element::<IgnoredAny>()?.is_some() {
                    n += 1;
                }
                if n != 4 {
                    list.wrong(row, (*name).to_owned(), Key::Bounds.expected(), format!("an array of {n}"));
                }
                Ok(())
            }
            _ => {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                self.misplaced("an array".to_owned())
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        match self.want {
            Want::Root | Want::Captured => self.document(map),
            Want::Element(inside) => {
                let row = self.list.add_row(inside);
                let mut place = Place::default();
                Reader { list: &mut *self.list, place: &mut place, want: self.want }
                    .keys(&mut map, row, None)?;
                self.list.rows[row as usize].bounds = place.bounds();
                if self.list.problem.is_some() {
                    self.list.name_problem(row);
                    return Err(A::Error::custom("a key of the wrong type"));
                }
                Ok(())
            }
            Want::Value(row, key @ (Key::Positional | Key::Bounds | Key::States, _), _) => {
                self.keys(&mut map, row, Some(key))
            }
            Want::Value(row, (Key::Attrs, _), _) => {
                while let Some(key) = map.next_key_seed(TextSeed(self.list.strings))? {
                    let want = Want::Attr(row, key);
                    map.next_value_seed(Reader { list: &mut *self.list, place: &mut *self.place, want })?;
                }
                Ok(())
            }
            _ => {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                self.misplaced("an object".to_owned())
            }
        }
    }
}
