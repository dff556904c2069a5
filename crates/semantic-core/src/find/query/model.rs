//! What a query says, once understood.

use super::kinds::Kind;
use crate::find::words::Verb;
use crate::tree::State;

/// Most words of a query that are scored; the rest is counted and said.
pub(crate) const MOST_WORDS: usize = 64;

/// What part a word plays in the query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Not decided yet.
    Open,
    /// What is looked for.
    Target,
    /// Where it is: a section, dialog, row.
    Place,
    /// What it is next to.
    Anchor,
    /// The second thing it is between.
    Anchor2,
    /// What it is not, or where it is not.
    Not,
    /// The verb of the request.
    Verb,
    /// The kind of thing looked for.
    Kind,
    /// A number word such as "second".
    Ordinal,
    /// Words that only join others.
    Grammar,
}

/// A word of the query in source order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// Range of the folded word in [`Query::text`].
    pub start: u32,
    pub end: u32,
    /// Byte range in the query as given.
    pub from: u32,
    pub to: u32,
    pub hash: u64,
    pub stem: u64,
    pub part: Part,
    /// Carries no meaning of its own.
    pub stop: bool,
    /// Part of a known phrase or quoted: never grammar.
    pub literal: bool,
    pub quoted: bool,
    pub dense: bool,
    /// A sentence or clause begins here.
    pub boundary: bool,
    /// Number of the clause, from 0.
    pub clause: u8,
}

/// A word that is scored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueryWord {
    /// Which token it is.
    pub token: u16,
    pub part: Part,
    /// What the word counts, by its part and the words around it; rarity on the page comes on top.
    pub weight: f32,
}

/// Position on the page: −1 left or top, 1 right or bottom, 0 not said.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Position {
    pub horizontal: i8,
    pub vertical: i8,
    /// "middle", "center".
    pub center: bool,
}

impl Position {
    pub fn is_some(self) -> bool {
        self != Position::default()
    }
}

/// How the target lies to an anchor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    Above,
    Below,
    LeftOf,
    RightOf,
    Near,
    Between,
    /// Next in reading order: below or to the right.
    After,
    /// Previous in reading order: above or to the left.
    Before,
}

/// Which of several that fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ordinal {
    /// Counted from the first, from 0.
    FromStart(u32),
    /// Counted from the last, from 0.
    FromEnd(u32),
}

/// A quantity to compare by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Measure {
    Money,
    Duration,
    Number,
}

/// "cheapest", "longest".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Superlative {
    pub measure: Measure,
    pub largest: bool,
}

/// A part of the page named in the query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlaceNoun {
    pub kind: Kind,
    /// The place is excluded.
    pub not: bool,
    /// Which of several such places.
    pub ordinal: Option<Ordinal>,
}

/// A query, understood. Kept between finds so that its memory is used again.
#[derive(Default, Debug)]
pub(crate) struct Query {
    pub text: String,
    pub tokens: Vec<Token>,
    pub words: Vec<QueryWord>,
    pub kind: Option<Kind>,
    pub verb: Option<Verb>,
    pub ordinal: Option<Ordinal>,
    pub position: Position,
    pub relation: Option<Relation>,
    pub places: Vec<PlaceNoun>,
    pub states: Vec<(State, bool)>,
    pub superlative: Option<Superlative>,
    /// "anything but …": whatever is not excluded.
    pub anything: bool,
    /// Nothing is named at all, only an action ("click") or a thing.
    pub vague: bool,
    /// An icon is named.
    pub icon: bool,
    /// The query places its target by more than one relation; only the first is used.
    pub second_relation: bool,
    /// Words left out because there are more than [`MOST_WORDS`].
    pub left_out: usize,
}

impl Query {
    pub fn clear(&mut self) {
        let mut empty = Query::default();
        std::mem::swap(&mut empty.text, &mut self.text);
        std::mem::swap(&mut empty.tokens, &mut self.tokens);
        std::mem::swap(&mut empty.words, &mut self.words);
        std::mem::swap(&mut empty.places, &mut self.places);
        std::mem::swap(&mut empty.states, &mut self.states);
        empty.text.clear();
        empty.tokens.clear();
        empty.words.clear();
        empty.places.clear();
        empty.states.clear();
        *self = empty;
    }

    /// The folded text of a token.
    pub fn word(&self, token: usize) -> &str {
        let t = &self.tokens[token];
        &self.text[t.start as usize..t.end as usize]
    }

    /// Whether the query names something and says nothing else of it: no kind, action, place or state.
    pub fn is_name_alone(&self) -> bool {
        self.kind.is_none()
            && self.verb.is_none()
            && self.ordinal.is_none()
            && self.relation.is_none()
            && self.superlative.is_none()
            && !self.position.is_some()
            && self.states.is_empty()
            && self.places.is_empty()
            && !self.has(Part::Place)
    }

    /// Whether any scored word plays `part`.
    pub fn has(&self, part: Part) -> bool {
        self.words.iter().any(|w| w.part == part)
    }
}
