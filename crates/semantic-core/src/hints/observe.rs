//! One element by its id, and the ids nearest to one that nothing has.

use serde::Serialize;

use super::captured::Captured;
use super::entry::{Entry, Field};
use super::group::has_id;
use super::text::{ATTRIBUTE, cut};

/// Why no single element can be shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{error}{}", nearest_in_words(suggestions))]
pub struct ObserveError {
    /// What is wrong, in one sentence.
    pub error: String,
    /// The id asked for.
    pub id: String,
    /// The ids of the page that are nearest to it, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
    /// The elements that share the id.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub matches: Vec<Entry>,
}

/// The element with this id, hidden or not.
///
/// ```
/// use semantic_core::hints::{Captured, observe};
/// let page = Captured::from_json(r#"{"elements":[{"id":"cart.total","role":"observable","value":"£3"}]}"#)?;
/// assert_eq!(observe(&page, "cart.total").unwrap().id, "cart.total");
/// assert_eq!(observe(&page, "cart.totals").unwrap_err().suggestions, ["cart.total"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn observe(page: &Captured, id: &str) -> Result<Entry, ObserveError> {
    /// Most elements of one id that an error lists.
    const SHOWN: usize = 5;
    let found: Vec<_> = page.elements.items.iter().filter(|e| has_id(e) && e.id == id).collect();
    let shown = cut(id.to_owned(), ATTRIBUTE);
    match found.as_slice() {
        [only] => Ok(Entry::of(only)),
        [] => Err(ObserveError {
            error: format!("No element found with data-semtag-id=\"{shown}\""),
            suggestions: nearest(page, id),
            id: shown,
            matches: Vec::new(),
        }),
        several => {
            let matches: Vec<Entry> = several.iter().take(SHOWN).map(|e| Entry::of(e)).collect();
            let places = matches.iter().map(|e| format!("{} {:?}", role_or_none(e), e.name()));
            let more = if several.len() > SHOWN { ", …" } else { "" };
            let places = places.collect::<Vec<_>>().join(", ");
            let count = several.len();
            Err(ObserveError {
                error: format!("{count} elements have data-semtag-id=\"{shown}\": {places}{more}"),
                id: shown,
                suggestions: Vec::new(),
                matches,
            })
        }
    }
}

fn role_or_none(entry: &Entry) -> &str {
    Some(entry.text(Field::Role)).filter(|role| !role.is_empty()).unwrap_or("(no role)")
}

/// The ids of the page that share most with `id`, best first.
pub(super) fn nearest(page: &Captured, id: &str) -> Vec<String> {
    const MOST: usize = 3;
    /// The least likeness, of 1, that makes an id worth naming.
    const ALIKE: f64 = 0.4;
    let wanted = pairs(id);
    let mut scored: Vec<(f64, &str)> = Vec::new();
    for element in page.elements.items.iter().filter(|e| has_id(e) && e.id.len() <= ATTRIBUTE) {
        let score = likeness(&wanted, &pairs(&element.id));
        if score >= ALIKE {
            scored.push((score, &element.id));
        }
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0)); // stable: equals stay in document order
    let mut best: Vec<String> = Vec::new();
    for (_, id) in scored {
        if best.len() == MOST {
            break;
        }
        if !best.iter().any(|known| known == id) {
            best.push(id.to_owned());
        }
    }
    best
}

/// The pairs of neighbouring characters of an id, sorted.
fn pairs(id: &str) -> Vec<(char, char)> {
    let chars: Vec<char> = id.chars().take(ATTRIBUTE).flat_map(char::to_lowercase).collect();
    let mut pairs: Vec<_> = chars.windows(2).map(|w| (w[0], w[1])).collect();
    pairs.extend(chars.first().map(|&first| ('\0', first))); // ids that begin alike are more alike
    pairs.sort_unstable();
    pairs
}

/// How much two ids share, from 0 to 1.
fn likeness(a: &[(char, char)], b: &[(char, char)]) -> f64 {
    let (mut i, mut j, mut both) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                both += 1;
                i += 1;
                j += 1;
            }
        }
    }
    2.0 * f64::from(both) / (a.len() + b.len()).max(1) as f64
}

/// The suggestions of an error as the end of its sentence.
pub(super) fn nearest_in_words(suggestions: &[String]) -> String {
    match suggestions {
        [] => String::new(),
        ids => format!("; nearest: {}", ids.join(", ")),
    }
}
