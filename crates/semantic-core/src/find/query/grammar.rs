//! The grammar: gives every word of a query its part.

use super::Page;
use super::kinds::Kind;
use super::model::{Ordinal, Part, PlaceNoun, Query, Relation};
use super::names::{Words, find_verb, protect_names};
use super::relations::{
    negation, ordinal, place_preposition, position, position_filler, relation, state, superlative,
};
use crate::find::words::{Lexicon, Verb};

/// Decides the parts of `q.tokens`, left to right.
pub(crate) fn assign(q: &mut Query, page: &dyn Page) {
    // The words are read while the tokens change.
    let text = std::mem::take(&mut q.text);
    let words = Words(&text);
    protect_names(words, q, page);
    let mut walk = Walk {
        words,
        page,
        at: 0,
        section: Part::Target,
        fresh: true,
        place_ordinal: None,
        not_place: false,
    };
    while walk.at < q.tokens.len() {
        let step = walk.step(q);
        walk.at += step;
    }
    find_then_act(q);
    q.text = text;
}

/// A left-to-right reading.
struct Walk<'t> {
    words: Words<'t>,
    page: &'t dyn Page,
    at: usize,
    /// What plain words are at the moment.
    section: Part,
    /// Whether the clause has not said anything yet, so that a verb may come.
    fresh: bool,
    place_ordinal: Option<Ordinal>,
    not_place: bool,
}

impl<'t> Walk<'t> {
    /// Reads what begins at `self.at` and returns how many words it took.
    fn step(&mut self, q: &mut Query) -> usize {
        let i = self.at;
        if q.tokens[i].boundary {
            self.fresh = true;
            if !(self.section == Part::Not && q.tokens[i].clause < 2) {
                self.section = Part::Target;
            }
            self.not_place = false;
        }
        if q.tokens[i].literal {
            return self.literal(q);
        }
        self.grammar(q).unwrap_or_else(|| self.plain(q))
    }

    fn literal(&mut self, q: &mut Query) -> usize {
        if let Some(n) = self.fresh.then(|| verb_at(q, self.at)).flatten() {
            return n;
        }
        // "check box": a phrase that as a whole is a kind.
        if let Some((kind, 2)) = self.words.kind_at(&q.tokens, self.at) {
            return self.kind(q, kind, 2);
        }
        q.tokens[self.at].part = self.section;
        self.fresh = false;
        1
    }

    /// Words that the grammar knows.
    fn grammar(&mut self, q: &mut Query) -> Option<usize> {
        let i = self.at;
        let words = self.words.window(&q.tokens, i);
        if let Some(n) = negation(&words) {
            let last = i + n >= q.tokens.len();
            if !last {
                q.anything |= matches!(words[0], "anything" | "everything" | "any");
                self.section = Part::Not;
                self.not_place = false;
                return Some(self.mark(q, n, Part::Grammar));
            }
        }
        if self.section == Part::Not {
            return self.inside_not(q, &words);
        }
        if let Some(n) = self.named_field(q, &words).or_else(|| self.relation(q, &words)) {
            return Some(n);
        }
        if let Some((found, n)) = superlative(&words) {
            q.superlative.get_or_insert(found);
            return Some(self.mark(q, n, Part::Grammar));
        }
        if let Some(n) = self.position(q, &words) {
            return Some(n);
        }
        if let Some(n) = self.ordinal(q, &words) {
            return Some(n);
        }
        if let Some(wanted) = state(words[0]).filter(|_| self.section == Part::Target) {
            // "user-selected" says who selects, not what is selected.
            let by_user = i > 0 && self.words.of(&q.tokens[i - 1]) == "user";
            if by_user {
                q.tokens[i - 1].part = Part::Grammar;
            } else {
                q.states.push(wanted);
            }
            self.fresh = false;
            return Some(self.mark(q, 1, Part::Grammar));
        }
        if let Some(n) = self.fresh.then(|| verb_at(q, i)).flatten() {
            return Some(n);
        }
        if self.place_begins(q, &words) {
            self.section = Part::Place;
            self.fresh = false;
            return Some(self.mark(q, 1, Part::Grammar));
        }
        None
    }

    /// "… in the text field with X": X names the field.
    fn named_field(&mut self, q: &mut Query, words: &[&'t str; 6]) -> Option<usize> {
        let names = ["with", "labeled", "labelled", "named", "called", "saying", "titled", "marked"]
            .contains(&words[0]);
        (names && self.after_field(q)).then(|| {
            self.value_before(q);
            self.section = Part::Target;
            self.mark(q, 1, Part::Grammar)
        })
    }

    /// "below X", "between X and Y".
    fn relation(&mut self, q: &mut Query, words: &[&'t str; 6]) -> Option<usize> {
        let and = matches!(words[0], "and" | "y" | "e" | "et" | "und");
        if and && q.relation == Some(Relation::Between) && self.section == Part::Anchor {
            self.section = Part::Anchor2;
            return Some(self.mark(q, 1, Part::Grammar));
        }
        let (relation, n) = relation(words).filter(|_| self.at + 1 < q.tokens.len())?;
        if matches!(words[0], "under" | "over" | "on") && !self.anchor_follows(q, self.at + n) {
            return None;
        }
        if self.after_field(q) {
            self.value_before(q);
        }
        q.second_relation |= q.relation.is_some();
        q.relation.get_or_insert(relation);
        self.section = Part::Anchor;
        self.fresh = false;
        Some(self.mark(q, n, Part::Grammar))
    }

    /// "the second", "last", also of a row or of what a place is called.
    fn ordinal(&mut self, q: &mut Query, words: &[&'t str; 6]) -> Option<usize> {
        let (found, n) = ordinal(words)?;
        let i = self.at;
        if self.section == Part::Place {
            self.place_ordinal = Some(found);
            return Some(self.mark(q, n, Part::Grammar));
        }
        if self.section != Part::Target || q.ordinal.is_some() {
            return None;
        }
        // "more button of … third row …": a row before something else is where, not what.
        let row = self
            .words
            .kind_at(&q.tokens, i + n)
            .filter(|k| k.0 == Kind::Row && !self.ends_at(q, i + n + k.1));
        if let Some((kind, k)) = row {
            q.places.push(PlaceNoun { kind, not: false, ordinal: Some(found) });
            return Some(self.mark(q, n + k, Part::Grammar));
        }
        q.ordinal = Some(found);
        Some(self.mark(q, n, Part::Ordinal))
    }

    /// A word without a grammar role: a kind, or something to be scored.
    fn plain(&mut self, q: &mut Query) -> usize {
        let i = self.at;
        let word = self.words.of(&q.tokens[i]);
        if matches!(word, "and" | "then" | "or") {
            self.fresh |= word != "or";
            let clause_ends = word != "or" && find_verb(&q.tokens, i + 1).is_some();
            if clause_ends {
                self.section = Part::Target;
                for t in &mut q.tokens[i + 1..] {
                    t.clause = t.clause.saturating_add(1);
                }
            }
            return self.mark(q, 1, Part::Grammar);
        }
        if let Some((kind, n)) = self.words.kind_at(&q.tokens, i) {
            return self.kind(q, kind, n);
        }
        if let Some(ordinal) = self.place_ordinal.filter(|_| self.section == Part::Place && !q.tokens[i].stop)
        {
            // "of the third flight": the third item, whatever it is called.
            q.places.push(PlaceNoun { kind: Kind::Item, not: false, ordinal: Some(ordinal) });
            self.place_ordinal = None;
            self.fresh = false;
            return self.mark(q, 1, Part::Grammar);
        }
        let stop = q.tokens[i].stop;
        q.tokens[i].part = if stop { Part::Grammar } else { self.section };
        if !stop {
            self.fresh = false;
        }
        1
    }

    fn kind(&mut self, q: &mut Query, kind: Kind, n: usize) -> usize {
        self.fresh = false;
        match self.section {
            Part::Target if n == 1 && self.names_more(q, kind) => self.mark(q, n, Part::Target),
            Part::Target if q.tokens[self.at].clause == 0 || q.kind.is_none() => {
                q.kind = Some(kind);
                q.icon |= kind == Kind::Icon;
                // An earlier kind word then was part of the name ("menu button").
                let here = q.tokens[self.at].hash;
                let earlier = q.tokens.iter_mut().filter(|t| t.part == Part::Kind && t.hash != here);
                earlier.for_each(|t| t.part = Part::Target);
                self.mark(q, n, Part::Kind)
            }
            Part::Place if kind.is_place() => {
                q.places.push(PlaceNoun { kind, not: false, ordinal: self.place_ordinal.take() });
                self.mark(q, n, Part::Place)
            }
            Part::Anchor | Part::Anchor2 => {
                let named = q.tokens.iter().any(|t| t.part == self.section);
                let part =
                    if named || self.ends_at(q, self.at + n) && n > 1 { Part::Grammar } else { self.section };
                self.mark(q, n, part)
            }
            section => self.mark(q, n, section),
        }
    }

    /// Whether the words before the current one are "type … in the text field".
    fn after_field(&self, q: &Query) -> bool {
        let field = q.tokens[..self.at].iter().rev().find(|t| t.part != Part::Grammar || !t.stop);
        q.verb == Some(Verb::Type) && field.is_some_and(|t| matches!(t.part, Part::Kind | Part::Place)) && {
            let last = self.at - 1;
            let two = last.checked_sub(1).and_then(|i| self.words.kind_at(&q.tokens, i)).filter(|k| k.1 == 2);
            two.or(self.words.kind_at(&q.tokens, last)).is_some_and(|k| k.0 == Kind::Field)
        }
    }

    /// "Enter the old password in the text field with …": what is typed only hints at the field that is named next.
    fn value_before(&self, q: &mut Query) {
        q.kind = Some(Kind::Field);
        for t in &mut q.tokens[..self.at] {
            if t.part == Part::Target {
                t.part = Part::Place;
            } else if t.part == Part::Place {
                t.part = Part::Grammar;
            }
        }
    }

    /// "code cell", "text alerts": a noun that stands beside its neighbour in some name of the page is part of that
    /// name, unless it is a control's.
    fn names_more(&self, q: &Query, kind: Kind) -> bool {
        let here = self.words.of(&q.tokens[self.at]);
        let prev = self.at.checked_sub(1).map(|p| &q.tokens[p]).filter(|t| t.part == Part::Target && !t.stop);
        !kind.is_control() && prev.is_some_and(|t| self.page.has_pair(self.words.of(t), here))
    }

    /// "not in the header": places that are excluded; "not the blue one": names that are.
    fn inside_not(&mut self, q: &mut Query, words: &[&'t str; 6]) -> Option<usize> {
        if place_preposition(words[0]) || matches!(words[0], "or" | "and") {
            self.not_place |= place_preposition(words[0]);
            return Some(self.mark(q, 1, Part::Grammar));
        }
        let (kind, n) = self.words.kind_at(&q.tokens, self.at)?;
        if kind.is_place() {
            q.places.push(PlaceNoun { kind, not: true, ordinal: None });
        }
        let part = if kind.is_control() { Part::Grammar } else { Part::Not };
        Some(self.mark(q, n, part))
    }

    fn position(&mut self, q: &mut Query, words: &[&'t str; 6]) -> Option<usize> {
        let (horizontal, vertical) = position(words[0])?;
        let i = self.at;
        let prev = i.checked_sub(1).map(|p| self.words.of(&q.tokens[p]));
        let introduced = matches!(
            prev,
            Some(
                "the"
                    | "on"
                    | "at"
                    | "in"
                    | "to"
                    | "top"
                    | "bottom"
                    | "upper"
                    | "lower"
                    | "middle"
                    | "la"
                    | "a"
                    | "en"
                    | "oben"
                    | "unten"
            )
        ) || prev.is_none();
        let followed =
            ["side", "corner", "edge", "hand", "of", "left", "right", "most", "part", "middle", "center"]
                .contains(&words[1]);
        let ends = self.ends_at(q, i + 1);
        let before_kind = self.words.kind_at(&q.tokens, i + 1).is_some()
            || matches!(words[0], "leftmost" | "rightmost" | "topmost");
        if !(introduced || followed || ends || before_kind) {
            return None;
        }
        if horizontal == 0 && vertical == 0 {
            q.position.center = true;
        }
        if horizontal != 0 {
            q.position.horizontal = horizontal;
        }
        if vertical != 0 {
            q.position.vertical = vertical;
        }
        let mut n = 1;
        while i + n < q.tokens.len()
            && !q.tokens[i + n].boundary
            && position_filler(self.words.of(&q.tokens[i + n]))
        {
            n += 1;
        }
        self.fresh = false;
        if self.section == Part::Place {
            self.section = Part::Target;
        }
        Some(self.mark(q, n, Part::Grammar))
    }

    /// Whether a preposition at the current word leads to a place.
    fn place_begins(&self, q: &Query, words: &[&'t str; 6]) -> bool {
        if !place_preposition(words[0]) || self.ends_at(q, self.at + 1) {
            return false;
        }
        let something_before =
            q.tokens[..self.at].iter().any(|t| matches!(t.part, Part::Target | Part::Kind | Part::Ordinal));
        something_before || matches!(words[0], "in" | "inside" | "within")
    }

    /// "under the settings section" names a place, "under the zip code" something to be below of.
    fn anchor_follows(&self, q: &Query, from: usize) -> bool {
        let words = self.words.window(&q.tokens, from);
        let position_next = position(words[0]).is_some() || position(words[1]).is_some();
        from < q.tokens.len() && !position_next
    }

    fn ends_at(&self, q: &Query, i: usize) -> bool {
        i >= q.tokens.len() || q.tokens[i].boundary
    }

    fn mark(&self, q: &mut Query, n: usize, part: Part) -> usize {
        let end = (self.at + n).min(q.tokens.len());
        q.tokens[self.at..end].iter_mut().for_each(|t| t.part = part);
        end - self.at
    }
}

/// Marks the verb phrase at `i` and returns its length.
fn verb_at(q: &mut Query, i: usize) -> Option<usize> {
    let (verb, n) = find_verb(&q.tokens, i)?;
    q.verb.get_or_insert(verb);
    q.tokens[i..i + n].iter_mut().for_each(|t| t.part = Part::Verb);
    Some(n)
}

/// "Find the mail from Dana and click the trash icon": the first clause only says where.
fn find_then_act(q: &mut Query) {
    if q.verb != Some(Verb::Look) {
        return;
    }
    let acts = (1..q.tokens.len()).find(|&i| {
        let t = &q.tokens[i];
        t.clause > 0
            && t.part == Part::Verb
            && Lexicon::get()
                .word(t.hash, t.stem)
                .verb
                .is_some_and(|v| matches!(v, Verb::Click | Verb::Toggle | Verb::Type | Verb::Choose))
    });
    let Some(acts) = acts else { return };
    let named = q.tokens[acts..].iter().any(|t| t.part == Part::Kind);
    if !named {
        return;
    }
    for t in &mut q.tokens[..acts] {
        if matches!(t.part, Part::Target | Part::Kind) {
            t.part = Part::Place;
        }
    }
    let base = q.tokens[acts].clause;
    for t in &mut q.tokens[acts..] {
        t.clause -= base;
    }
}
