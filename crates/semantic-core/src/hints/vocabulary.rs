//! The closed vocabulary: seven attributes, ten roles, and the form of the ids of repeated things.

use serde::Serialize;

/// The attributes, in the order of the contract; all others that start with `data-semtag-` mean nothing.
pub const ATTRIBUTES: [&str; 7] = [
    "data-semtag-id",
    "data-semtag-role",
    "data-semtag-action",
    "data-semtag-state",
    "data-semtag-target",
    "data-semtag-controls",
    "data-semtag-options",
];

/// What a hinted element is for. Spelled exactly so; every other word is no role.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HintRole {
    /// Leads to another place.
    Navigation,
    /// Does something.
    Action,
    /// One choice of a list that is open.
    Option,
    /// Takes text.
    Input,
    /// Offers choices of which it shows one.
    Select,
    /// Is on or off.
    Toggle,
    /// Stands somewhere on a scale.
    Slider,
    /// Shows something that changes.
    Observable,
    /// A part of the page.
    Region,
    /// A list of things of one kind.
    Collection,
}

impl HintRole {
    /// All roles, in the order in which a snapshot lists their groups.
    pub const ALL: [HintRole; 10] = [
        HintRole::Navigation,
        HintRole::Action,
        HintRole::Option,
        HintRole::Input,
        HintRole::Select,
        HintRole::Toggle,
        HintRole::Slider,
        HintRole::Observable,
        HintRole::Region,
        HintRole::Collection,
    ];

    /// The role as it is spelled.
    pub fn as_str(self) -> &'static str {
        match self {
            HintRole::Navigation => "navigation",
            HintRole::Action => "action",
            HintRole::Option => "option",
            HintRole::Input => "input",
            HintRole::Select => "select",
            HintRole::Toggle => "toggle",
            HintRole::Slider => "slider",
            HintRole::Observable => "observable",
            HintRole::Region => "region",
            HintRole::Collection => "collection",
        }
    }

    /// The role that a word is, letter by letter.
    pub fn from_name(word: &str) -> Option<HintRole> {
        HintRole::ALL.into_iter().find(|role| role.as_str() == word)
    }

    /// Whether elements of the role hold a value.
    pub fn has_value(self) -> bool {
        use HintRole::*;
        matches!(self, Input | Select | Toggle | Slider | Observable)
    }

    /// Whether the role may take its name from the text inside.
    pub fn is_named_by_content(self) -> bool {
        !matches!(self, HintRole::Region | HintRole::Collection)
    }
}

/// One choice that a select offers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// What it stands for.
    pub value: String,
    /// What a person reads, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// Most choices kept of one select.
const MOST_CHOICES: usize = 500;

/// The choices in `value|Label;value2|Label2`.
pub fn choices(text: &str) -> Vec<Choice> {
    let one = |part: &str| {
        let (value, label) = part.split_once('|').unwrap_or((part, ""));
        let (value, label) = (value.trim(), label.trim());
        let label = (!label.is_empty()).then(|| label.to_owned());
        (!value.is_empty() || label.is_some()).then(|| Choice { value: value.to_owned(), label })
    };
    text.split(';').filter_map(one).take(MOST_CHOICES).collect()
}

/// An id of the form `<prefix>.item.<key>[.<control>]`: something repeated, or a control in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member<'a> {
    /// What comes before the first `.item.`.
    pub prefix: &'a str,
    /// Which of the repeated things.
    pub key: &'a str,
    /// Which control in it, dots kept; `None` for the thing itself.
    pub control: Option<&'a str>,
}

impl<'a> Member<'a> {
    /// The parts of an id; `None` where it is not of that form or could not be put together again.
    pub fn of(id: &'a str) -> Option<Member<'a>> {
        let (prefix, rest) = id.split_once(".item.")?;
        let (key, control) = match rest.split_once('.') {
            Some((key, control)) => (key, Some(control)),
            None => (rest, None),
        };
        let whole = !prefix.is_empty() && !key.is_empty() && control != Some("");
        whole.then_some(Member { prefix, key, control })
    }

    /// The id again.
    pub fn id(&self) -> String {
        let Member { prefix, key, control } = self;
        match control {
            Some(control) => format!("{prefix}.item.{key}.{control}"),
            None => format!("{prefix}.item.{key}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_is_spelled_exactly_or_it_is_none() {
        for role in HintRole::ALL {
            assert_eq!(HintRole::from_name(role.as_str()), Some(role));
        }
        for word in ["", "Action", " action", "button", "actions", "other"] {
            assert_eq!(HintRole::from_name(word), None, "{word:?}");
        }
    }

    #[test]
    fn choices_have_a_value_and_perhaps_a_label() {
        let read = |text| choices(text).into_iter().map(|c| (c.value, c.label)).collect::<Vec<_>>();
        let some = |v: &str, l: &str| (v.to_owned(), Some(l.to_owned()));
        assert_eq!(
            read("a|Alpha; b ;|None;c|x|y;;"),
            [some("a", "Alpha"), ("b".into(), None), some("", "None"), some("c", "x|y")]
        );
        assert_eq!(read(""), []);
    }

    #[test]
    fn an_id_of_a_member_is_put_together_again() {
        for id in ["a.item.b", "a.b.item.c.d.e", "a.item.b.x.item.y", "列表.item.一.名"] {
            assert_eq!(Member::of(id).map(|m| m.id()).as_deref(), Some(id));
        }
        for id in ["a", ".item.b", "a.item.", "a.item..b", "a.item.b.", "a.items.b", "item.b"] {
            assert_eq!(Member::of(id), None, "{id}");
        }
    }
}
