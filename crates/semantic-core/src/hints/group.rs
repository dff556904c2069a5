//! A snapshot of hints: which elements are listed, in which group, and how the whole is written.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::captured::{Captured, CapturedElement, Selected};
use super::entry::{Entry, Field, InGroup};
use super::fold::{self, Listed};
use super::unfold::Block;
use super::vocabulary::HintRole;
use super::{observe, text};

/// What to list of a page.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct HintOptions {
    /// Only this element and what lies in it: its `data-semtag-id`, else a CSS selector that the capture was
    /// restricted to.
    pub scope: Option<String>,
    /// Whether elements that cannot be seen are listed too.
    pub include_hidden: bool,
    /// Said first in the answer, for instance that the browser is not the shared one.
    pub warning: Option<String>,
}

/// Why a scope cannot be listed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScopeError {
    /// Neither an id nor a selector that matches.
    #[error(
        "nothing matches the scope {scope:?}: no element has it as data-semtag-id, {why}{}",
        observe::nearest_in_words(suggestions)
    )]
    Missing {
        /// The scope.
        scope: String,
        /// What became of it as a selector.
        why: &'static str,
        /// The ids nearest to it.
        suggestions: Vec<String>,
    },
    /// No id of the page and no selector either.
    #[error(
        "the scope {scope:?} is no data-semtag-id of the page, and no CSS selector: {problem}{}",
        observe::nearest_in_words(suggestions)
    )]
    Invalid {
        /// The scope.
        scope: String,
        /// The browser's words.
        problem: String,
        /// The ids nearest to it.
        suggestions: Vec<String>,
    },
    /// Several elements have the id.
    #[error("{count} elements have data-semtag-id={scope:?}: an id must be unique to be a scope")]
    Several {
        /// The scope.
        scope: String,
        /// How many there are.
        count: usize,
    },
}

/// The hinted elements of a page by role, repeated ones folded.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct HintSnapshot {
    /// What a reader must know first.
    pub warning: Option<String>,
    /// The page's address; empty where it is unknown.
    pub url: String,
    /// The entries that are in no block, in document order.
    pub entries: Vec<Entry>,
    /// The folded collections, in the order of their first members.
    pub blocks: Vec<Block>,
    /// What is not in it though it was asked for, in sentences.
    pub notices: Vec<String>,
}

impl HintSnapshot {
    /// Lists a captured page.
    ///
    /// ```
    /// use semantic_core::hints::{Captured, HintOptions, HintSnapshot};
    /// let page = Captured::from_json(r#"{"url":"http://shop.test/cart","elements":[
    ///     {"id":"cart.total","role":"observable","state":"cart.total","name":"£3","value":"£3"}]}"#)?;
    /// let snapshot = HintSnapshot::of(&page, &HintOptions::default()).unwrap();
    /// assert_eq!(snapshot.to_string(), concat!(r#"{"url":"http://shop.test/cart","screen":"cart","#,
    ///     r#""observable":[{"id":"cart.total","name":"£3","state":"cart.total","value":"£3"}]}"#));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn of(page: &Captured, options: &HintOptions) -> Result<HintSnapshot, ScopeError> {
        let elements = &page.elements.items;
        let within = within(page, options.scope.as_deref())?;
        let mut place = vec![None; elements.len()]; // of each element: its own or its nearest ancestor's in the list
        let mut listed: Vec<Listed> = Vec::new();
        for (i, element) in elements.iter().enumerate() {
            let around = parent(elements, i).and_then(|p| place[p]);
            place[i] = around;
            let seen = options.include_hidden || element.hidden.is_none();
            if has_id(element) && seen && within[i] {
                place[i] = Some(listed.len());
                listed.push(Listed { entry: Entry::of(element), parent: around });
            }
        }
        let mut notices = page.notices.clone();
        if page.elements.left_out > 0 {
            notices.push(format!("{} elements left out: too many, or not readable", page.elements.left_out));
        }
        if !page.foreign.is_empty() {
            let count = page.foreign.len();
            notices.push(format!("{count} frames of other origins were not looked into"));
        }
        let (entries, blocks) = fold::fold(listed);
        Ok(HintSnapshot { warning: options.warning.clone(), url: page.url.clone(), entries, blocks, notices })
    }

    /// The last segment of the address's path; `home` where there is none.
    pub fn screen(&self) -> &str {
        let address = self.url.split(['?', '#']).next().unwrap_or_default();
        let path = match address.split_once("://") {
            Some((_, rest)) => rest.split_once('/').map_or("", |(_, path)| path),
            None => address.split_once(':').map_or(address, |(_, path)| path),
        };
        path.rsplit('/').find(|segment| !segment.is_empty()).unwrap_or("home")
    }

    /// Every entry, the folded ones too, as if nothing had been folded.
    pub fn unfolded(&self) -> Vec<Entry> {
        self.entries.iter().cloned().chain(super::unfold::unfold(&self.blocks)).collect()
    }

    fn group(&self, role: Option<HintRole>) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.role() == role)
    }
}

/// The text form: compact JSON, keys in the order of the contract.
impl std::fmt::Display for HintSnapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| std::fmt::Error)?)
    }
}

impl Serialize for HintSnapshot {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(None)?;
        if let Some(warning) = &self.warning {
            map.serialize_entry("warning", warning)?;
        }
        if !self.url.is_empty() {
            map.serialize_entry("url", &self.url)?;
            map.serialize_entry("screen", self.screen())?;
        }
        for role in HintRole::ALL {
            let group: Vec<_> = self.group(Some(role)).map(InGroup).collect();
            if !group.is_empty() {
                map.serialize_entry(role.as_str(), &group)?;
            }
        }
        let other: Vec<_> = self.group(None).collect();
        if !other.is_empty() {
            map.serialize_entry("other", &other)?;
        }
        if !self.blocks.is_empty() {
            map.serialize_entry("collections", &self.blocks)?;
        }
        map.end()
    }
}

/// Whether something can address the element.
pub(super) fn has_id(element: &CapturedElement) -> bool {
    !element.id.trim().is_empty()
}

/// The place of the hinted element around the i-th; one that does not come before it is none.
fn parent(elements: &[CapturedElement], i: usize) -> Option<usize> {
    elements[i].parent.map(|p| p as usize).filter(|&p| p < i)
}

/// Which elements lie in the scope.
fn within(page: &Captured, scope: Option<&str>) -> Result<Vec<bool>, ScopeError> {
    let elements = &page.elements.items;
    let Some(scope) = scope.filter(|scope| !scope.trim().is_empty()) else {
        return Ok(vec![true; elements.len()]);
    };
    let count = elements.iter().filter(|e| e.id == scope).count();
    if count > 1 {
        return Err(ScopeError::Several { scope: short(scope), count });
    }
    if count == 0 {
        let suggestions = observe::nearest(page, scope);
        return match &page.scope {
            Some(Selected::Found) => Ok(vec![true; elements.len()]),
            Some(Selected::Invalid(problem)) => Err(ScopeError::Invalid {
                scope: short(scope),
                problem: text::cut(text::squashed(problem), text::SHOWN),
                suggestions,
            }),
            missing => {
                let why = match missing {
                    Some(_) => "and as a CSS selector it matches nothing",
                    None => "and CSS selectors need a live page",
                };
                Err(ScopeError::Missing { scope: short(scope), why, suggestions })
            }
        };
    }
    let mut inside = vec![false; elements.len()];
    for (i, element) in elements.iter().enumerate() {
        inside[i] = element.id == scope || parent(elements, i).is_some_and(|p| inside[p]);
    }
    Ok(inside)
}

/// A scope for an error message.
fn short(scope: &str) -> String {
    text::cut(scope.to_owned(), text::NAME)
}

/// Whether an entry is one that others may be folded into.
pub(super) fn is_collection(entry: &Entry) -> bool {
    entry.text(Field::Role) == HintRole::Collection.as_str()
}
