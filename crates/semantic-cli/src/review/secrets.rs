//! What a review must not say: secrets that a page shows as if they were none.

use semantic_core::hints::lint::PageLint;
use semantic_core::hints::{Captured, Held};

/// What stands in place of a secret.
pub const MASK: &str = "••••••";

/// The rule against secrets in what is read.
const SHOWN: &str = "secret-shown";

/// The ids of hinted elements that show a secret.
pub fn shown(lint: &PageLint) -> impl Iterator<Item = &str> {
    lint.findings.iter().filter(|f| f.rule.id == SHOWN).filter_map(|f| f.id.as_deref())
}

/// The same elements without what those that show a secret say.
pub fn masked(captured: &Captured, lint: &PageLint) -> Captured {
    let ids: Vec<&str> = shown(lint).collect();
    let mut captured = captured.clone();
    for element in captured.elements.items.iter_mut().filter(|e| ids.contains(&e.id.as_str())) {
        element.name = MASK.to_owned();
        element.value = element.value.as_ref().map(|_| Held::Text(MASK.to_owned()));
    }
    captured
}
