//! From parts to weights: which words are scored, and how much each counts.

use super::Page;
use super::grammar::assign;
use super::lex::lex;
use super::model::{MOST_WORDS, Part, Query, QueryWord, Token};
use crate::find::words::Lexicon;

/// Understands `source` for a page. `q` and `buffer` lend their memory.
pub(crate) fn parse(source: &str, page: &dyn Page, q: &mut Query, buffer: &mut String) {
    q.clear();
    lex(source, q, buffer);
    assign(q, page);
    fall_back(q);
    weigh(q);
    q.vague = is_vague(q);
}

/// "click", "the thing": an action or a thing, and nothing that would tell it from others.
fn is_vague(q: &mut Query) -> bool {
    let lexicon = Lexicon::get();
    let verb = |t: &Token| lexicon.word(t.hash, t.stem).verb;
    let mut said = (0..q.tokens.len()).filter(|&i| !q.tokens[i].stop);
    let (Some(only), None) = (said.next(), said.next()) else { return false };
    let found = verb(&q.tokens[only]);
    let thing = matches!(q.word(only), "thing" | "element" | "control" | "something" | "object");
    if found.is_some() {
        q.verb = found;
    }
    found.is_some() || thing
}

/// Where the grammar left nothing to look for, the words that it took are looked for after all.
fn fall_back(q: &mut Query) {
    let has = |q: &Query, part: Part| q.tokens.iter().any(|t| t.part == part && !t.stop);
    if has(q, Part::Target) || q.anything {
        return;
    }
    let wants_only_kind = q.kind.is_some();
    let located = q.position.is_some() || q.relation.is_some() || q.ordinal.is_some() || has(q, Part::Place);
    if wants_only_kind {
        return; // "click the button"
    }
    if has(q, Part::Place) {
        q.tokens.iter_mut().filter(|t| t.part == Part::Place).for_each(|t| t.part = Part::Target);
        return;
    }
    if located && !has(q, Part::Verb) {
        return;
    }
    q.tokens.iter_mut().filter(|t| t.part == Part::Verb && !t.stop).for_each(|t| t.part = Part::Target);
    let nothing = !has(q, Part::Target) && q.kind.is_none();
    if nothing {
        let all_stop = q.tokens.iter().all(|t| t.stop);
        for t in q.tokens.iter_mut().filter(|t| t.part == Part::Grammar && (!t.stop || all_stop)) {
            t.part = Part::Target;
        }
    }
}

fn weigh(q: &mut Query) {
    let quoted = q.tokens.iter().any(|t| t.quoted && t.clause == 0);
    let target = q.tokens.iter().any(|t| t.part == Part::Target && !t.stop);
    let last_kind = q.tokens.iter().rposition(|t| t.part == Part::Kind);
    for (i, t) in q.tokens.iter().enumerate() {
        let mut weight = match t.part {
            Part::Target | Part::Not | Part::Anchor | Part::Anchor2 => 1.0,
            Part::Place => 0.8,
            Part::Kind if !target => 0.5,
            Part::Kind if Some(i) == last_kind => {
                if q.kind.is_some_and(|k| k.is_control()) {
                    0.12
                } else {
                    0.3
                }
            }
            Part::Kind => 0.2,
            Part::Verb => 0.15,
            _ => continue,
        };
        if t.stop {
            weight *= 0.08;
        }
        if t.dense {
            weight *= 0.6;
        }
        if t.clause > 0 && matches!(t.part, Part::Target | Part::Place | Part::Kind | Part::Verb) {
            weight *= 0.5;
        }
        if quoted && t.part == Part::Target {
            weight *= if t.quoted { 1.5 } else { 0.5 };
        }
        if q.words.len() == MOST_WORDS {
            q.left_out += 1;
            continue;
        }
        q.words.push(QueryWord { token: i as u16, part: t.part, weight });
    }
}
