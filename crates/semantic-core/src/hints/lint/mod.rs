//! Whether hints are good: rules over source text and over rendered pages.
//!
//! [`source()`] reads one file and finds what that file tells alone; [`across`] adds what only all files of an app tell
//! together. [`page`] looks at a page as it is rendered: its hinted elements, and the tree for what has no hint. What a
//! value says is never guessed: where code fills it in, the rules are silent, and the rendered page has the word.
//!
//! ```
//! use semantic_core::hints::lint::{Language, applied, source};
//! let text = r#"<button data-semtag-id="cart.pay" data-semtag-role="Action" data-semtag-action="pay">Pay</button>"#;
//! let found = source(text, Language::Html).findings;
//! assert_eq!(found[0].rule.id, "unknown-role");
//! assert_eq!(&text[found[0].at.clone().unwrap()], "Action");
//! let (fixed, count) = applied(text, &found);
//! assert!(count == 1 && source(&fixed, Language::Html).findings.is_empty());
//! ```

mod across;
mod checks;
mod finding;
mod page;
mod rule;
mod rules;
mod source;
mod words;

pub use across::{Unjudged, across};
pub use finding::{Edit, Finding, Lines, Place, applied};
pub use page::{Coverage, PageLint, page};
pub use rule::{Rule, Severity, Sight, index};
pub use rules::RULES;
pub use source::{Language, Unread};

use self::source::Span;

/// What one source text has to say.
#[derive(Default, Debug)]
pub struct SourceLint {
    /// What is wrong, in the order of the text.
    pub findings: Vec<Finding>,
    /// What could not be looked at, in sentences.
    pub notices: Vec<String>,
    /// Hints that could not be read, in the order of the text.
    pub unread: Vec<Unread>,
    /// How many elements have hints.
    pub hinted: usize,
    /// What other files have to know.
    facts: across::Facts,
}

impl SourceLint {
    /// The place of the element with this id, where the text has just one that says it letter by letter.
    pub fn place_of(&self, id: &str) -> Option<std::ops::Range<usize>> {
        self.facts.place_of(id)
    }
}

/// Looks at one source text.
///
/// ```
/// use semantic_core::hints::lint::{Language, source};
/// let found = source("const a = <b data-semtag-id={id}/>;", Language::Jsx).findings;
/// assert_eq!(found[0].rule.id, "missing-role");
/// ```
pub fn source(text: &str, language: Language) -> SourceLint {
    if !may_have_hints(text) {
        return SourceLint::default();
    }
    let scan = source::scan(text, language);
    let mut findings = checks::file(text, &scan);
    finding::sort(&mut findings);
    let facts = across::Facts::of(text, &scan);
    let hinted = scan.elements.iter().filter(|element| element.hints().next().is_some()).count();
    SourceLint { findings, notices: scan.notices, unread: scan.unread, hinted, facts }
}

/// Whether a text speaks of hints at all; nearly all texts do not, and need not be read.
fn may_have_hints(text: &str) -> bool {
    ["semtag", "data-semantic-", "sem-tag", "sem_tag", "Semtag", "SEMTAG", "SemTag"]
        .iter()
        .any(|word| text.contains(word))
}
