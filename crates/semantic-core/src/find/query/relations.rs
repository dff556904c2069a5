//! The word lists of the query grammar: relations, positions, numbers, states, superlatives.

use super::model::{Measure, Ordinal, Relation, Superlative};
use crate::tree::State;

/// A relation to an anchor that begins with these words, and how many words it takes.
pub(crate) fn relation(words: &[&str]) -> Option<(Relation, usize)> {
    let at = |i: usize| words.get(i).copied().unwrap_or("");
    let skip_the = usize::from(at(1) == "the");
    Some(match at(0) {
        "above" => (Relation::Above, 1),
        "over" | "atop" => (Relation::Above, 1),
        "on" if at(1) == "top" && at(2) == "of" => (Relation::Above, 3),
        "below" | "beneath" | "underneath" | "under" => (Relation::Below, 1),
        "left" | "right" if matches!(at(1), "of" | "to" | "from") => {
            (if at(0) == "left" { Relation::LeftOf } else { Relation::RightOf }, 2)
        }
        "to" | "on"
            if matches!(at(1 + skip_the), "left" | "right")
                && matches!(at(2 + skip_the), "of" | "to" | "from") =>
        {
            let left = at(1 + skip_the) == "left";
            (if left { Relation::LeftOf } else { Relation::RightOf }, 3 + skip_the)
        }
        "on" | "at" | "to"
            if matches!(at(1 + skip_the), "left" | "right")
                && at(2 + skip_the) == "side"
                && at(3 + skip_the) == "of"
                && !matches!(at(4 + skip_the), "page" | "screen" | "the") =>
        {
            let left = at(1 + skip_the) == "left";
            (if left { Relation::LeftOf } else { Relation::RightOf }, 4 + skip_the)
        }
        "next" | "adjacent" | "close" | "near" if at(1) == "to" => (Relation::Near, 2),
        "beside" | "near" | "nearby" | "alongside" => (Relation::Near, 1),
        "between" => (Relation::Between, 1),
        "after" | "following" => (Relation::After, 1),
        "before" | "preceding" => (Relation::Before, 1),
        _ => return relation_elsewhere(words),
    })
}

/// The same in Spanish, Portuguese, French, Italian and German. Articles that follow are stopwords.
fn relation_elsewhere(words: &[&str]) -> Option<(Relation, usize)> {
    let at = |i: usize| words.get(i).copied().unwrap_or("");
    let of = |i: usize| {
        matches!(
            at(i),
            "de" | "del"
                | "da"
                | "do"
                | "du"
                | "di"
                | "della"
                | "dello"
                | "des"
                | "a"
                | "al"
                | "von"
                | "vom"
                | "neben"
        )
    };
    let article = usize::from(matches!(at(1), "la" | "a"));
    Some(match at(0) {
        "debajo" | "abajo" | "abaixo" | "embaixo" if of(1) => (Relation::Below, 2),
        "encima" | "arriba" | "acima" if of(1) => (Relation::Above, 2),
        "sous" | "sotto" | "unter" | "unterhalb" => (Relation::Below, 1),
        "sopra" | "oberhalb" => (Relation::Above, 1),
        "au" if at(1) == "dessus" && of(2) => (Relation::Above, 3),
        "en" if at(1) == "dessous" && of(2) => (Relation::Below, 3),
        "a" if matches!(at(1 + article), "derecha" | "direita" | "droite" | "destra") && of(2 + article) => {
            (Relation::RightOf, 3 + article)
        }
        "a" if matches!(at(1 + article), "izquierda" | "esquerda" | "gauche" | "sinistra")
            && of(2 + article) =>
        {
            (Relation::LeftOf, 3 + article)
        }
        "rechts" if of(1) => (Relation::RightOf, 2),
        "links" if of(1) => (Relation::LeftOf, 2),
        "al" | "ao" if at(1) == "lado" && of(2) => (Relation::Near, 3),
        "junto" if of(1) => (Relation::Near, 2),
        "a" if at(1) == "cote" && of(2) => (Relation::Near, 3),
        "accanto" if of(1) => (Relation::Near, 2),
        "neben" => (Relation::Near, 1),
        "entre" | "zwischen" | "tra" => (Relation::Between, 1),
        _ => return None,
    })
}

/// Horizontal and vertical direction of a position word; (0, 0) for "middle".
pub(crate) fn position(word: &str) -> Option<(i8, i8)> {
    Some(match word {
        "top" | "upper" | "topmost" | "uppermost" => (0, -1),
        "bottom" | "lower" | "bottommost" | "lowermost" | "lowest" => (0, 1),
        "left" | "leftmost" | "lefthand" => (-1, 0),
        "right" | "rightmost" | "righthand" => (1, 0),
        "middle" | "center" | "centre" => (0, 0),
        "arriba" | "oben" | "haut" | "topo" => (0, -1),
        "abajo" | "unten" | "bas" => (0, 1),
        "izquierda" | "gauche" | "esquerda" | "sinistra" => (-1, 0),
        "derecha" | "droite" | "direita" | "destra" | "rechts" => (1, 0),
        _ => return None,
    })
}

/// Words that only help a position word: "side", "corner".
pub(crate) fn position_filler(word: &str) -> bool {
    matches!(
        word,
        "side"
            | "corner"
            | "edge"
            | "hand"
            | "part"
            | "end"
            | "of"
            | "the"
            | "page"
            | "screen"
            | "webpage"
            | "window"
            | "most"
            | "line"
    )
}

/// The ordinal that begins with these words, and how many words it takes.
pub(crate) fn ordinal(words: &[&str]) -> Option<(Ordinal, usize)> {
    let word = *words.first()?;
    let n = number(word);
    if let Some(n) = n {
        if words.get(1) == Some(&"to") && words.get(2) == Some(&"last") {
            return Some((Ordinal::FromEnd(n - 1), 3));
        }
        if words.get(1) == Some(&"last") {
            return Some((Ordinal::FromEnd(n - 1), 2));
        }
        return Some((Ordinal::FromStart(n - 1), 1));
    }
    match word {
        "last" | "final" | "ultimo" | "ultima" | "dernier" | "derniere" | "letzte" | "letzter"
        | "letzten" | "letztes" => Some((Ordinal::FromEnd(0), 1)),
        "penultimate" => Some((Ordinal::FromEnd(1), 1)),
        _ => None,
    }
}

fn number(word: &str) -> Option<u32> {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        "eleventh", "twelfth",
    ];
    if let Some(i) = WORDS.iter().position(|&w| w == word) {
        return Some(i as u32 + 1);
    }
    const ELSEWHERE: [&[&str]; 5] = [
        &[
            "primer", "primero", "primera", "primeiro", "primeira", "premier", "premiere", "primo", "prima",
            "erste", "ersten", "erster", "erstes",
        ],
        &["segundo", "segunda", "deuxieme", "secondo", "seconda", "zweite", "zweiten", "zweiter", "zweites"],
        &[
            "tercer",
            "tercero",
            "tercera",
            "terceiro",
            "terceira",
            "troisieme",
            "terzo",
            "terza",
            "dritte",
            "dritten",
            "dritter",
            "drittes",
        ],
        &["cuarto", "cuarta", "quarto", "quarta", "quatrieme", "vierte", "vierten", "vierter", "viertes"],
        &["quinto", "quinta", "cinquieme", "funfte", "funften", "funfter", "funftes"],
    ];
    if let Some(i) = ELSEWHERE.iter().position(|words| words.contains(&word)) {
        return Some(i as u32 + 1);
    }
    let digits = word
        .strip_suffix("st")
        .or(word.strip_suffix("nd"))
        .or(word.strip_suffix("rd"))
        .or(word.strip_suffix("th"))?;
    digits.parse().ok().filter(|&n: &u32| (1..=1_000_000).contains(&n))
}

/// Whether negation begins with these words, and how many words it takes.
pub(crate) fn negation(words: &[&str]) -> Option<usize> {
    let at = |i: usize| words.get(i).copied().unwrap_or("");
    Some(match at(0) {
        "not" | "without" | "except" | "excluding" | "ignore" | "ignoring" | "outside" | "no" | "besides" => {
            1
        }
        "but" if at(1) == "not" => 2,
        "instead" if at(1) == "of" => 2,
        "dont" | "avoid" | "never" => 1,
        "do" if at(1) == "not" => 2,
        "other" | "rather" if at(1) == "than" => 2,
        "anything" | "everything" | "any" if at(1) == "but" || at(1) == "except" => 2,
        "apart" if at(1) == "from" => 2,
        _ => return None,
    })
}

/// The state that an adjective asks for.
pub(crate) fn state(word: &str) -> Option<(State, bool)> {
    Some(match word {
        "checked" | "ticked" => (State::Checked, true),
        "unchecked" | "unticked" => (State::Checked, false),
        "disabled" | "greyed" | "grayed" => (State::Disabled, true),
        "enabled" => (State::Disabled, false),
        "expanded" | "opened" => (State::Expanded, true),
        "collapsed" => (State::Expanded, false),
        "selected" => (State::Selected, true),
        "unselected" => (State::Selected, false),
        "focused" => (State::Focused, true),
        "required" | "mandatory" => (State::Required, true),
        "pressed" => (State::Pressed, true),
        "invalid" => (State::Invalid, true),
        "readonly" => (State::Readonly, true),
        _ => return None,
    })
}

/// The comparison that begins with these words, and how many words it takes.
pub(crate) fn superlative(words: &[&str]) -> Option<(Superlative, usize)> {
    let at = |i: usize| words.get(i).copied().unwrap_or("");
    let (measure, largest, n) = match (at(0), at(1)) {
        ("cheapest" | "costliest", _) => (Measure::Money, at(0) == "costliest", 1),
        ("most" | "least", "expensive" | "cheap" | "costly") => {
            (Measure::Money, (at(0) == "most") == (at(1) != "cheap"), 2)
        }
        ("longest" | "shortest" | "fastest" | "quickest" | "slowest", _) => {
            (Measure::Duration, matches!(at(0), "longest" | "slowest"), 1)
        }
        ("highest" | "lowest", "price" | "cost" | "fare" | "priced") => {
            (Measure::Money, at(0) == "highest", 2)
        }
        ("highest" | "lowest" | "largest" | "smallest" | "biggest", _) => {
            (Measure::Number, matches!(at(0), "highest" | "largest" | "biggest"), 1)
        }
        _ => return None,
    };
    Some((Superlative { measure, largest }, n))
}

/// Whether a word is a preposition that leads to a place.
pub(crate) fn place_preposition(word: &str) -> bool {
    matches!(
        word,
        "in" | "inside"
            | "within"
            | "on"
            | "from"
            | "of"
            | "for"
            | "at"
            | "by"
            | "into"
            | "under"
            | "en"
            | "im"
            | "dans"
            | "del"
            | "de"
            | "am"
            | "nel"
    )
}
