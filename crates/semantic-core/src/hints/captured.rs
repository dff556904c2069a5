//! The list of hinted elements as a walk through a page gives it: by a script in a browser, by the HTML reader, or from
//! any snapshot that kept the attributes.
//!
//! From a browser it comes as JSON written beside hostile pages. Reading is tolerant: what has the wrong type counts as
//! absent, what is unknown is ignored, what is too much is cut and counted.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};

use super::text;

/// Most elements kept of one page; the rest is counted.
pub const MOST_ELEMENTS: usize = 100_000;

/// The hinted elements of one page.
#[derive(Clone, Default, PartialEq, Debug, Deserialize)]
#[serde(default)]
pub struct Captured {
    /// The page's address; empty where it is unknown.
    #[serde(deserialize_with = "string")]
    pub url: String,
    /// The page's title.
    #[serde(deserialize_with = "string")]
    pub title: String,
    /// What became of a selector that the capture was restricted to.
    #[serde(deserialize_with = "lenient")]
    pub scope: Option<Selected>,
    /// The elements, in document order.
    pub elements: List,
    /// Frames that the walk could not enter.
    #[serde(deserialize_with = "items")]
    pub foreign: Vec<Foreign>,
    /// What could not be looked at, in sentences.
    #[serde(deserialize_with = "sentences")]
    pub notices: Vec<String>,
}

/// A frame of another origin: its elements have to be captured in it.
#[derive(Clone, Default, PartialEq, Eq, Debug, Deserialize)]
#[serde(default)]
pub struct Foreign {
    /// How many elements of the list come before it.
    pub at: u32,
    /// Place in the list of the nearest hinted element around it.
    pub parent: Option<u32>,
    /// Which of the nodes given to the capture script it is, from 0.
    pub given: Option<u32>,
    /// Its address as written.
    #[serde(deserialize_with = "string")]
    pub src: String,
}

/// What became of a CSS selector.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Selected {
    /// It matched; the list holds what lies in the first match.
    Found,
    /// It matched nothing; the list holds the whole page.
    Missing,
    /// It is no selector; the browser's words.
    Invalid(String),
}

/// The elements of a [`Captured`].
#[derive(Clone, Default, PartialEq, Debug)]
pub struct List {
    /// The elements kept.
    pub items: Vec<CapturedElement>,
    /// Elements beyond [`MOST_ELEMENTS`], and entries that were no elements.
    pub left_out: usize,
}

/// One element with a `data-semtag-id`.
#[derive(Clone, Default, PartialEq, Debug, Deserialize)]
#[serde(default)]
pub struct CapturedElement {
    /// `data-semtag-id`.
    #[serde(deserialize_with = "string")]
    pub id: String,
    /// Place in the list of the nearest hinted element around it, through shadow trees and frames.
    #[serde(deserialize_with = "lenient")]
    pub parent: Option<u32>,
    /// `data-semtag-role`, as written.
    #[serde(deserialize_with = "string")]
    pub role: String,
    /// `data-semtag-action`.
    #[serde(deserialize_with = "string")]
    pub action: String,
    /// `data-semtag-state`.
    #[serde(deserialize_with = "string")]
    pub state: String,
    /// `data-semtag-target`.
    #[serde(deserialize_with = "string")]
    pub target: String,
    /// `data-semtag-controls`.
    #[serde(deserialize_with = "string")]
    pub controls: String,
    /// `data-semtag-options`.
    #[serde(deserialize_with = "string")]
    pub options: String,
    /// The element's tag in small letters.
    #[serde(deserialize_with = "string")]
    pub tag: String,
    /// `type` of an input.
    #[serde(deserialize_with = "string", rename = "type")]
    pub kind: String,
    /// `autocomplete` of a field.
    #[serde(deserialize_with = "string")]
    pub autocomplete: String,
    /// The words about a field (its `name`, `id`, label, placeholder), by which one that holds a secret is known.
    #[serde(deserialize_with = "sentences")]
    pub about: Vec<String>,
    /// The name by the rules of the contract; white space need not be collapsed yet.
    #[serde(deserialize_with = "string")]
    pub name: String,
    /// What the element holds or shows.
    #[serde(deserialize_with = "lenient")]
    pub value: Option<Held>,
    /// In place of the value: whether a field with a secret holds something.
    #[serde(deserialize_with = "lenient")]
    pub filled: Option<bool>,
    /// Whether it is disabled.
    #[serde(deserialize_with = "flag")]
    pub disabled: bool,
    /// Why it cannot be seen, where it cannot.
    #[serde(deserialize_with = "lenient")]
    pub hidden: Option<Hidden>,
}

/// What an element holds.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Held {
    /// On or off.
    On(bool),
    /// A text.
    Text(String),
}

/// Why an element cannot be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hidden {
    /// `display: none`, its own or around it.
    Display,
    /// `visibility: hidden` or `collapse`.
    Visibility,
    /// Its box has no size.
    Size,
    /// Its own opacity is 0.
    Opacity,
}

impl Captured {
    /// Reads what the capture script returned.
    ///
    /// ```
    /// use semantic_core::hints::Captured;
    /// let json = r#"{"url":"http://shop.test/","elements":[{"id":"cart.total","role":"observable","value":"£3"},7]}"#;
    /// let page = Captured::from_json(json)?;
    /// assert_eq!(page.elements.items[0].id, "cart.total");
    /// assert_eq!(page.elements.left_out, 1);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn from_json(json: &str) -> Result<Captured, serde_json::Error> {
        serde_json::from_str(json)
    }

    /// Puts what was captured in [`foreign`](Captured::foreign) frames where those lie. Each comes with the number under
    /// which the frame was given to the script; frames that nothing was captured in stay in the list.
    pub fn with_frames(self, frames: Vec<(u32, Captured)>) -> Captured {
        let mut frames: HashMap<u32, Captured, FxBuildHasher> = frames.into_iter().collect();
        let Captured { elements: List { items: old, left_out }, foreign, .. } = self;
        let mut all =
            Captured { elements: List { items: Vec::new(), left_out }, foreign: Vec::new(), ..self };
        let mut foreign = foreign.into_iter().peekable();
        let count = old.len();
        let mut old = old.into_iter();
        let mut place: Vec<u32> = Vec::with_capacity(count); // of each element: its new one
        for i in 0..=count {
            while let Some(frame) = foreign.next_if(|f| f.at as usize <= i || i == count) {
                let parent = frame.parent.and_then(|p| place.get(p as usize).copied());
                match frame.given.and_then(|number| frames.remove(&number)) {
                    Some(inside) => all.graft(inside, parent),
                    None => {
                        all.foreign.push(Foreign { at: all.elements.items.len() as u32, parent, ..frame })
                    }
                }
            }
            if let Some(element) = old.next() {
                let parent = element.parent.and_then(|p| place.get(p as usize).copied());
                place.push(all.elements.items.len() as u32);
                all.elements.items.push(CapturedElement { parent, ..element });
            }
        }
        all
    }

    fn graft(&mut self, inside: Captured, around: Option<u32>) {
        let base = self.elements.items.len() as u32;
        let moved = inside.elements.items.into_iter().enumerate().map(|(i, element)| {
            let own = element.parent.filter(|&p| (p as usize) < i).map(|p| base + p);
            CapturedElement { parent: own.or(around), ..element }
        });
        self.elements.items.extend(moved);
        self.elements.left_out += inside.elements.left_out;
        self.notices.extend(inside.notices);
        let foreign = inside.foreign.into_iter();
        self.foreign.extend(foreign.map(|f| Foreign {
            at: base + f.at,
            parent: f.parent.map(|p| base + p),
            given: None,
            ..f
        }));
    }
}

impl CapturedElement {
    /// An element of which nothing but the attributes is known; one that is not there is empty.
    pub(crate) fn of_attributes(attr: &dyn Fn(&str) -> String) -> CapturedElement {
        CapturedElement {
            id: attr("data-semtag-id"),
            role: attr("data-semtag-role"),
            action: attr("data-semtag-action"),
            state: attr("data-semtag-state"),
            target: attr("data-semtag-target"),
            controls: attr("data-semtag-controls"),
            options: attr("data-semtag-options"),
            kind: attr("type").trim().to_ascii_lowercase(),
            autocomplete: attr("autocomplete"),
            about: ["name", "id", "aria-label", "label", "placeholder", "title"]
                .map(attr)
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect(),
            ..CapturedElement::default()
        }
    }
}

impl From<Vec<CapturedElement>> for List {
    fn from(items: Vec<CapturedElement>) -> Self {
        List { items, left_out: 0 }
    }
}

/// What a key of the wrong type counts as.
#[derive(Deserialize)]
#[serde(untagged)]
enum Or<T> {
    Fits(T),
    Other(IgnoredAny),
}

fn lenient<'de, D: Deserializer<'de>, T: Deserialize<'de>>(input: D) -> Result<Option<T>, D::Error> {
    Ok(match Or::deserialize(input)? {
        Or::Fits(value) => Some(value),
        Or::Other(_) => None,
    })
}

fn string<'de, D: Deserializer<'de>>(input: D) -> Result<String, D::Error> {
    /// Longest text kept of anything: more than is ever printed of it.
    const LONGEST: usize = 4 * text::TYPED;
    let text: Option<String> = lenient(input)?;
    let mut text = text.unwrap_or_default();
    if text.len() > LONGEST {
        let end = (LONGEST - 3..=LONGEST).rev().find(|&at| text.is_char_boundary(at));
        text.truncate(end.unwrap_or_default());
    }
    Ok(text)
}

fn flag<'de, D: Deserializer<'de>>(input: D) -> Result<bool, D::Error> {
    Ok(lenient(input)?.unwrap_or_default())
}

fn sentences<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<String>, D::Error> {
    const MOST: usize = 50;
    let all: Option<Vec<String>> = lenient(input)?;
    Ok(all.unwrap_or_default().into_iter().take(MOST).collect())
}

/// A list of which what does not fit is left out.
fn items<'de, D: Deserializer<'de>, T: Deserialize<'de>>(input: D) -> Result<Vec<T>, D::Error> {
    let all: Option<Vec<Or<T>>> = lenient(input)?;
    let fits = |one| match one {
        Or::Fits(one) => Some(one),
        Or::Other(_) => None,
    };
    Ok(all.unwrap_or_default().into_iter().filter_map(fits).collect())
}

impl<'de> Deserialize<'de> for List {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Elements;
        impl<'de> Visitor<'de> for Elements {
            type Value = List;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a list of elements")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<List, A::Error> {
                let mut list = List::default();
                while list.items.len() < MOST_ELEMENTS {
                    match seq.next_element::<Or<CapturedElement>>()? {
                        // The place in the list is what the others call it by, so a place without an element stays.
                        Some(Or::Fits(element)) => list.items.push(element),
                        Some(Or::Other(_)) => {
                            list.items.push(CapturedElement::default());
                            list.left_out += 1;
                        }
                        None => break,
                    }
                }
                while seq.next_element::<IgnoredAny>()?.is_some() {
                    list.left_out += 1;
                }
                Ok(list)
            }
        }
        input.deserialize_seq(Elements)
    }
}
