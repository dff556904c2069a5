//! The grammar: gives every word of a query its part.

use super::Page;
use super::kinds::{Kind, kind_of};
use super::model::{Ordinal, Part, PlaceNoun, Query, Relation, Token};
use super::relations::{
    negation, ordinal, place_preposition, position, position_filler, relation, state, superlative,
};
use crate::find::words::{LONGEST_PHRASE, Lexicon, Verb, phrase_hash};

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

/// The folded words of a query.
#[derive(Clone, Copy)]
struct Words<'t>(&'t str);

impl<'t> Words<'t> {
    fn of(self, t: &Token) -> &'t str {
        &self.0[t.start as usize..t.end as usize]
    }

    /// The words from `i` on, at most six, empty strings past the end, past a clause or past a literal word.
    fn window(self, tokens: &[Token], i: usize) -> [&'t str; 6] {
        let mut words = [""; 6];
        for (k, slot) in words.iter_mut().enumerate() {
            match tokens.get(i + k) {
                Some(t) if !t.literal && (k == 0 || !t.boundary) => *slot = self.of(t),
                _ => break,
            }
        }
        words
    }

    fn kind_at(self, tokens: &[Token], i: usize) -> Option<(Kind, usize)> {
        let t = tokens.get(i).filter(|t| !t.quoted)?;
        let second = tokens.get(i + 1).filter(|n| !n.quoted && !n.boundary).map(|n| self.of(n));
        let (kind, n) = kind_of(self.of(t), second)?;
        let number = |t: Option<&Token>| t.is_some_and(|t| self.of(t).bytes().all(|b| b.is_ascii_digit()));
        if kind == Kind::Page && (number(tokens.get(i + 1)) || i > 0 && number(tokens.get(i - 1))) {
            return None; // "page 2" is a name
        }
        // Inside a known phrase ("check box") only the whole phrase is a kind.
        (!t.literal || n == 2).then_some((kind, n))
    }
}

/// A grammar word that stands on the page beside the same neighbour is part of a name there.
fn protect_names(words: Words<'_>, q: &mut Query, page: &dyn Page) {
    for i in 0..q.tokens.len() {
        let tokens = &mut q.tokens;
        let here = words.of(&tokens[i]);
        if tokens[i].literal {
            continue;
        }
        if place_preposition(here) || relation(&words.window(tokens, i)).is_some() {
            // "Apply to your balance": a preposition is part of a name that the page has around it.
            let around = i > 0
                && i + 1 < tokens.len()
                && page.has_pair(words.of(&tokens[i - 1]), here)
                && page.has_pair(here, words.of(&tokens[i + 1]));
            tokens[i].literal |= around;
            tokens[i].stop |= around;
            continue;
        }
        if !is_operator(&words.window(tokens, i)) {
            continue;
        }
        let next = tokens.get(i + 1).is_some_and(|t| !t.stop && page.has_pair(here, words.of(t)))
            && words.kind_at(tokens, i + 1).is_none();
        if is_alone(words, tokens, i) && page.has_text(here) {
            tokens[i].literal = true; // "Last", "the Fastest tab"
            continue;
        }
        let negates = negation(&[here]).is_some();
        let last = negates && i > 0 && !tokens[i - 1].stop && page.has_pair(words.of(&tokens[i - 1]), here);
        if next || last {
            tokens[i].literal = true;
        }
        if next {
            tokens[i + 1].literal = true;
        }
    }
}

/// Whether nothing but a verb, stopwords and a control's kind stand beside the word.
fn is_alone(words: Words<'_>, tokens: &[Token], i: usize) -> bool {
    let verbs = find_verb(tokens, 0).map_or(0, |v| v.1);
    tokens.iter().enumerate().all(|(k, t)| {
        let kind = || words.kind_at(tokens, k).is_some_and(|(kind, _)| kind.is_control());
        k == i || k < verbs || t.stop || kind()
    })
}

/// Whether the words could be read as grammar that changes what is found.
fn is_operator(words: &[&str]) -> bool {
    negation(words).is_some()
        || ordinal(words).is_some()
        || position(words[0]).is_some()
        || superlative(words).is_some()
        || state(words[0]).is_some()
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

/// The longest verb phrase at `i`; none where nothing follows it, since then it is what is looked for.
fn find_verb(tokens: &[Token], i: usize) -> Option<(Verb, usize)> {
    let lexicon = Lexicon::get();
    let mut hashes = [0; LONGEST_PHRASE];
    let mut most = 0;
    for (h, t) in hashes.iter_mut().zip(tokens.get(i..)?) {
        if t.quoted || t.dense || (most > 0 && t.boundary) {
            break;
        }
        *h = t.stem;
        most += 1;
    }
    let verb = |n: usize| match n {
        1 => lexicon.word(tokens[i].hash, hashes[0]).verb.map(|v| (v, 1)),
        _ => lexicon.entry(phrase_hash(&hashes[..n]))?.verb.map(|v| (v, n)),
    };
    (1..=most).rev().find_map(verb).filter(|&(_, n)| i + n < tokens.len())
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
