//! Secrets stay out of the tree: which fields hold one, and what else would show it.

use super::secret_words::says_secret;
use crate::tree::{Element, Role, SnapshotBuilder, State, Tri};

/// Whether a secret field's name that equals its value is the words about the field, not the secret.
pub(super) fn is_plain_label(name: &str) -> bool {
    says_secret(name) && name.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | ':' | '-' | '*' | '\''))
}

/// How far an element's text may go.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Guard {
    /// Everything is stored.
    Open,
    /// A secret field: nothing that shows its value.
    Field,
    /// Inside a secret field: its text is the value.
    Inside,
}

impl Guard {
    /// Whether `text`, somewhere on the element, would show what must not be stored.
    pub(super) fn hides(self, e: &Element<'_>, text: &str) -> bool {
        let shows = |secret: &str| {
            !secret.is_empty() && (text == secret || (secret.chars().count() >= 4 && text.contains(secret)))
        };
        match self {
            Guard::Open => false,
            Guard::Field => {
                let text = Some(e.text).filter(|t| !is_plain_label(t));
                [e.value, text, e.attr("value")].into_iter().flatten().any(shows)
            }
            Guard::Inside => true,
        }
    }

    /// Whether an attribute of a guarded element may be stored.
    pub(super) fn keeps_attr(self, e: &Element<'_>, key: &str, text: &str) -> bool {
        const ABOUT: [&str; 6] = ["type", "autocomplete", "class", "id", "name", "password"];
        let key = key.to_ascii_lowercase();
        ABOUT.contains(&key.as_str()) || (!has_value(&key) && !self.hides(e, text))
    }
}

/// Whether an element says what is in it, so that there may be something to hide.
pub(super) fn says_content(e: &Element<'_>) -> bool {
    e.value.is_some() || !e.text.is_empty() || e.attrs.iter().any(|(key, _)| has_value(key))
}

fn has_value(key: &str) -> bool {
    let ends_so = |end: &str| {
        key.len() >= end.len() && key.as_bytes()[key.len() - end.len()..].eq_ignore_ascii_case(end.as_bytes())
    };
    ["value", "text", "valuenow"].into_iter().any(ends_so)
}

/// Whether a field's content must not be stored. `label` finds the text of the element that labels it.
pub(super) fn is_secret<'a>(e: &Element<'a>, role: Role, label: &dyn Fn() -> Option<&'a str>) -> bool {
    let is = |key: &str, word: &str| e.attr(key).is_some_and(|v| v.trim().eq_ignore_ascii_case(word));
    let types = [("type", "password"), ("input_type", "password"), ("password", "true")];
    if types.into_iter().any(|(key, word)| is(key, word)) || is("roledescription", "secure text field") {
        return true;
    }
    if e.attr("autocomplete").is_some_and(|v| {
        v.split_ascii_whitespace().map(str::to_ascii_lowercase).any(|word| {
            word.starts_with("cc-") || ["one-time-code", "current-password", "new-password"].contains(&&*word)
        })
    }) {
        return true;
    }
    if !role.is_text_entry() || role == Role::SearchBox {
        return false;
    }
    let label = label().unwrap_or(e.labelled_by);
    let about = [e.name, Some(e.label), Some(e.placeholder), Some(e.title), Some(label)];
    // A field that nothing else names is named by its description.
    let unnamed = about.into_iter().flatten().all(str::is_empty);
    let described = Some(e.description).filter(|_| unnamed);
    // An Android id begins with the app's own name: `org.example.pin:id/notes`.
    let identifier = e.identifier.rsplit('/').next();
    let attrs = ["name", "id", "aria-label"].map(|key| e.attr(key));
    let about = about.into_iter().chain([described, identifier, Some(e.testid)]).chain(attrs);
    e.value.is_some_and(is_masked) || about.flatten().any(says_secret)
}

/// How many elements before and after a field stand beside it.
pub(super) const BESIDE: usize = 4;

/// What stands near an element, looked up where it is asked for.
pub(super) struct Near<'n, 'a> {
    /// The text of the element that labels it.
    pub label: &'n dyn Fn() -> Option<&'a str>,
    /// Whether a button copies it.
    pub copied: &'n dyn Fn() -> bool,
}

/// Whether a field shows a text that cannot be changed and looks like a key: one word, no address. Beside a button that
/// copies it, it is one that was made for its owner.
pub(super) fn may_be_key(e: &Element<'_>, role: Role) -> bool {
    let text = e.value.unwrap_or_default();
    let one_word = text.chars().count() >= 6 && !text.contains(char::is_whitespace);
    let address = text.contains("://") || text.contains('@') || text.starts_with('/');
    role.is_text_entry() && e.states.is(State::Readonly) && one_word && !address
}

/// Whether an element copies what stands beside it.
pub(super) fn copies(e: &Element<'_>) -> bool {
    const WORDS: [&str; 14] = [
        "copy",
        "copied",
        "kopieren",
        "kopiëren",
        "copier",
        "copiar",
        "copia",
        "kopiuj",
        "kopiera",
        "скопировать",
        "копировать",
        "复制",
        "複製",
        "コピー",
    ];
    let words = [e.name.unwrap_or_default(), e.title, e.text, e.testid, e.identifier].map(str::to_lowercase);
    let role = e.aria.unwrap_or_else(|| Role::from_name(e.role));
    let acts =
        matches!(role, Role::Button | Role::Link | Role::MenuItem) || e.tag.eq_ignore_ascii_case("button");
    acts && words.iter().any(|text| {
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        words.any(|word| WORDS.contains(&word))
            || ["复制", "複製", "コピー"].iter().any(|word| text.contains(word))
    })
}

/// Records whether a secret field holds something, where that can be told.
pub(super) fn set_filled(b: &mut SnapshotBuilder, e: &Element<'_>) {
    let value = e.value.or(e.attr("value")).or(Some(e.text).filter(|t| !t.is_empty()));
    match value {
        // Bullets and the field's own label are drawn in an empty field too, so they say nothing.
        Some(value)
            if e.states.get(State::Filled).is_none() && !is_masked(value) && !is_plain_label(value) =>
        {
            b.set_state(State::Filled, if value.is_empty() { Tri::False } else { Tri::True });
        }
        _ => {}
    }
}

/// Whether a text is bullets that stand for something else.
fn is_masked(text: &str) -> bool {
    let bullet = |c| matches!(c, '•' | '●' | '∙' | '⬤' | '⚫' | '・' | '＊' | '*');
    !text.is_empty() && text.chars().all(bullet) && (text.chars().count() > 2 || !text.contains('*'))
}
