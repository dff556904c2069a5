//! Why a match was chosen, in words.

use super::index::{Field, Index};
use super::query::Part;
use super::score::Feature;
use super::score::Features;
use super::scratch::Scratch;

/// The reasons for and against a candidate, most important first.
pub(crate) fn explain(index: &Index, s: &Scratch, node: usize, f: &Features, doubtful: bool) -> Vec<String> {
    let of = |feature: Feature| f[feature as usize];
    let mut why = Vec::new();
    for field in index.fields_of(node) {
        let slot = s.text_slot[field.text()];
        if slot != 0 && field.field().trust() > 0.0 {
            let hit = &s.text_hits[slot as usize - 1];
            say_field(s, field.field(), &s.pairs[hit.pairs as usize..][..hit.len as usize], &mut why);
        }
    }
    let role = index.node(node).role_name();
    let mut say = |feature: Feature, least: f32, text: String| {
        if of(feature) >= least {
            why.push(text);
        }
    };
    say(Feature::KindSame, 0.5, format!("it is the kind of element asked for ({role})"));
    say(Feature::KindAlso, 0.5, format!("a {role} may be called so"));
    say(Feature::KindOther, 0.5, format!("but it is a {role}"));
    say(Feature::VerbFit, 0.5, "the action fits it".to_owned());
    say(Feature::VerbMisfit, 0.5, "but the action does not fit it".to_owned());
    say(Feature::ContextGain, 0.05, "its surroundings say more of the query".to_owned());
    say(Feature::Place, 0.3, "it is in the place asked for".to_owned());
    say(Feature::PlaceMiss, 0.5, "but it is not in the place asked for".to_owned());
    say(Feature::PlaceKind, 0.5, "it is in such a part of the page".to_owned());
    say(Feature::Position, 0.35, "it lies where the query says".to_owned());
    say(Feature::PositionLow, 0.5, "but it lies elsewhere".to_owned());
    say(Feature::Relation, 0.1, "it lies to the named element as the query says".to_owned());
    say(Feature::StateFit, 0.5, "its state fits".to_owned());
    say(Feature::StateMisfit, 0.5, "but its state does not fit".to_owned());
    say(Feature::Superlative, 0.5, "it has the extreme value of its kind".to_owned());
    say(Feature::Disabled, 0.5, "but it is disabled or hidden".to_owned());
    say(Feature::Cosine, 0.5, "its text is close to the query by vectors".to_owned());
    if doubtful {
        why.push("part of the query could not be honoured: see the notes".to_owned());
    }
    why
}

/// What one field of the element says of the query.
fn say_field(s: &Scratch, field: Field, pairs: &[(u8, f32)], why: &mut Vec<String>) {
    let grades =
        [(0.9..=1.0, "says"), (0.7..=0.9, "says nearly, or in other words,"), (0.2..=0.7, "hints at")];
    for (range, phrase) in grades {
        let fits = |g: f32| g > *range.start() && g <= *range.end();
        let words: Vec<_> = pairs
            .iter()
            .filter(|&&(k, g)| fits(g) && heard(s, k as usize))
            .map(|&(k, _)| format!("\"{}\"", s.query.word(s.query.words[k as usize].token as usize)))
            .collect();
        let sentence = format!("its {} {phrase} {}", field.as_str(), words.join(", "));
        // An element may have several texts of a kind, such as a test id and a DOM id.
        if !words.is_empty() && !why.contains(&sentence) {
            why.push(sentence);
        }
    }
}

fn heard(s: &Scratch, k: usize) -> bool {
    let w = &s.query.words[k];
    matches!(w.part, Part::Target | Part::Kind | Part::Verb | Part::Place)
        && !s.query.tokens[w.token as usize].stop
}
