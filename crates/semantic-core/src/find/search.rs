//! One find, from query to ranked candidates.

use std::ops::Range;

use super::embedding::fill_cosines;
use super::index::Index;
use super::query::{Kind, Ordinal, Page, Part, Query, Relation, parse};
use super::ranges::within;
use super::score::{
    Anchors, Candidate, Context, Features, Logits, Place, Placement, find_places, gather, hit_texts,
    hit_words, is_sure, kind_fit, logits, measure, order_fit, position_fit, quantity, share,
};
use super::scratch::Scratch;
use super::words::{Lexicon, Verb};
use crate::tree::Role;

/// The weights of the two kinds of evidence, summing to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mix {
    pub lexical: f32,
    pub embedding: f32,
}

/// What being called as the query reads, word for word, adds to the log-odds: literal names win. Not of containers:
/// what is in the dialog "Confirm delete" is meant, not the dialog.
const LITERAL: f32 = 2.0;

/// A candidate with its scores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub node: u32,
    pub logits: Logits,
    /// Both logits mixed: what candidates are ranked by.
    pub logit: f32,
    /// All that the query asks is met.
    pub sure: bool,
    pub features: u32,
}

/// What a find came to.
#[derive(Debug, Default)]
pub(crate) struct Ranking {
    /// Best first; ties in document order.
    pub scored: Vec<Scored>,
    /// One row a scored candidate, by its `features`; only where asked for.
    pub features: Vec<Features>,
    pub notes: Vec<String>,
    /// Something that the query asks could not be honoured.
    pub doubtful: bool,
    /// The query says a name and nothing else that could agree.
    pub name_alone: bool,
}

impl Ranking {
    fn clear(&mut self) {
        self.scored.clear();
        self.features.clear();
        self.notes.clear();
        self.doubtful = false;
    }
}

impl Page for Index {
    fn has_text(&self, word: &str) -> bool {
        let Some(term) = self.vocab.lookup(word) else { return false };
        (0..self.text_count()).any(|t| self.words_of(t) == [term])
    }

    fn has_pair(&self, first: &str, second: &str) -> bool {
        let (Some(a), Some(b)) = (self.vocab.lookup(first), self.vocab.lookup(second)) else { return false };
        let mut from = 0;
        while let Some(i) = self.words[from..].iter().position(|&w| w == a) {
            let i = from + i;
            let starts_text = |i: usize| self.texts.binary_search_by_key(&(i as u32), |t| t.words).is_ok();
            if self.words.get(i + 1) == Some(&b) && !starts_text(i + 1) {
                return true;
            }
            from = i + 1;
        }
        false
    }
}

/// Ranks the elements of `index` for `source`.
pub(crate) fn rank(
    index: &Index,
    s: &mut Scratch,
    source: &str,
    mix: Mix,
    keep_features: bool,
    ranking: &mut Ranking,
) -> Result<(), String> {
    let mut query = std::mem::take(&mut s.query);
    parse(source, index, &mut query, &mut s.buffer);
    s.query = query;
    s.reset(index.vocab.terms.len(), Lexicon::get().len(), index.text_count(), index.snapshot.len());
    ranking.clear();
    if s.query.left_out > 0 {
        ranking.notes.push(format!("the last {} words of the query were left out", s.query.left_out));
        ranking.doubtful = true;
    }
    if index.cut_texts > 0 {
        let n = super::index::LONGEST_TEXT;
        ranking.notes.push(format!("{} texts were matched by their first {n} words only", index.cut_texts));
    }
    let names_nothing = s.query.words.is_empty() && s.query.kind.is_none() && !s.query.position.is_some();
    let only_denies =
        s.query.words.iter().all(|w| w.part == Part::Not) && !s.query.anything && s.query.kind.is_none();
    if names_nothing || only_denies && !s.query.position.is_some() {
        if !s.query.tokens.is_empty() {
            ranking.notes.push("the query does not say what to look for".to_owned());
        }
        return Ok(());
    }
    ranking.name_alone = s.query.is_name_alone();
    hit_words(index, s);
    let context = Context::new(index, s);
    if mix.embedding > 0.0 {
        fill_cosines(index, s, &context, source)?;
    }
    hit_texts(index, s);
    gather(index, s, &context);
    let search = Search::new(index, s, &context);
    search.explain_limits(ranking);
    search.score_all(mix, keep_features, ranking);
    if ranking.scored.is_empty() && s.query.vague {
        search.guess(ranking);
    }
    ranking.scored.sort_unstable_by(|a, b| b.logit.total_cmp(&a.logit).then(a.node.cmp(&b.node)));
    search.pick_ordinal(ranking);
    Ok(())
}

struct Search<'a> {
    index: &'a Index,
    s: &'a Scratch,
    c: &'a Context,
    query: &'a Query,
    places: Vec<Place>,
    anchors: Option<Anchors>,
    near_place: Option<Anchors>,
    /// The nodes that hold the extreme quantity.
    superlative: Option<Range<usize>>,
    /// Numbers of the modal dialogs' nodes.
    modal: &'a [Range<usize>],
    /// Which nodes without words of their own are looked at.
    pool: Pool,
}

/// Nodes that may be meant without any of their words being said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pool {
    /// None.
    Nothing,
    /// Those that are what the kind noun means.
    Kind,
    /// Fields to write into.
    Entry,
    /// Those that may be called so, too.
    AlsoKind,
    /// Everything that a person can act on or read.
    All,
}

impl<'a> Search<'a> {
    fn new(index: &'a Index, s: &'a Scratch, c: &'a Context) -> Self {
        let query = &s.query;
        let places = if query.places.is_empty() { Vec::new() } else { find_places(index, query) };
        let anchors = query.relation.map(|_| Anchors::new(index, s, c));
        let near_place = (c.place > 0.0 && index.extent.is_some()).then(|| Anchors::of_place(index, s, c));
        let modal = &index.modal[..];
        let pool = Pool::Nothing;
        let mut search =
            Search { index, s, c, query, places, anchors, near_place, superlative: None, modal, pool };
        search.pool = search.choose_pool();
        search.superlative = query.superlative.and_then(|_| search.extreme());
        search
    }

    fn choose_pool(&self) -> Pool {
        let q = self.query;
        let located = q.position.is_some()
            || q.relation.is_some()
            || !q.places.is_empty()
            || q.superlative.is_some()
            || !q.states.is_empty()
            || self.c.place > 0.0;
        let target = q.has(Part::Target) && self.c.targets > 0;
        if q.anything || q.superlative.is_some() {
            return Pool::All;
        }
        if !target {
            return match q.kind {
                Some(_) => Pool::AlsoKind,
                None if located || q.ordinal.is_some() => Pool::All,
                None => Pool::Nothing,
            };
        }
        let best = self.s.candidates.iter().map(|o| o.recall).fold(0.0, f32::max);
        match q.kind {
            Some(_) if located || best < 0.75 => Pool::Kind,
            None if self.query.verb == Some(Verb::Type) && best < 0.75 => Pool::Entry,
            None if q.relation.is_some() && best < 0.5 => Pool::All,
            _ => Pool::Nothing,
        }
    }

    fn in_pool(&self, node: usize) -> bool {
        let view = self.index.node(node);
        // What is named is not something with another name; only geometry or state may still pick it.
        let q = self.query;
        let by_place = q.position.is_some()
            || q.relation.is_some()
            || q.superlative.is_some()
            || q.ordinal.is_some()
            || !q.states.is_empty();
        if self.c.named && self.c.targets > 0 && !by_place && view.name().is_some_and(|n| !n.is_empty()) {
            return false;
        }
        match (self.pool, self.query.kind) {
            (Pool::Nothing, _) => false,
            (Pool::Entry, _) => view.role().is_text_entry(),
            (Pool::Kind, Some(kind)) => kind_fit(kind, view) == 2,
            (Pool::AlsoKind, Some(kind)) => kind_fit(kind, view) >= 1,
            _ => {
                let named = view.name().is_some_and(|n| !n.is_empty());
                view.is_interactive() || named && !view.role().is_container()
            }
        }
    }

    /// Where only an action or "thing" is named: whatever fits that, far below the default threshold.
    fn guess(&self, out: &mut Ranking) {
        out.notes.push("the query names nothing that would tell elements apart".to_owned());
        for node in self.index.snapshot.nodes().filter(|n| n.is_interactive()) {
            let entry = node.role().is_text_entry();
            let fits = match self.query.verb {
                Some(Verb::Type) => entry,
                Some(Verb::Click | Verb::Open) => !entry,
                _ => true,
            };
            let logit = if fits && self.query.verb.is_some() { 0.55 } else { 0.2 };
            let logits = Logits { lexical: logit, embedding: logit };
            out.scored.push(Scored {
                node: node.id().index() as u32,
                logits,
                logit,
                sure: false,
                features: u32::MAX,
            });
        }
    }

    fn score_all(&self, mix: Mix, keep: bool, out: &mut Ranking) {
        // Nodes with words of their own, and the pool, in one pass in document order.
        let all = self.pool != Pool::Nothing;
        if all {
            for node in 0..self.index.snapshot.len() {
                let slot = self.s.node_slot[node];
                let own = (slot != 0).then(|| &self.s.candidates[slot as usize - 1]);
                let speaks = own.is_some_and(|o| o.says);
                if speaks || self.in_pool(node) {
                    self.score(node, own, mix, keep, out);
                }
            }
        } else {
            for own in self.s.candidates.iter().filter(|o| o.says) {
                self.score(own.node as usize, Some(own), mix, keep, out);
            }
        }
    }

    fn score(&self, node: usize, own: Option<&Candidate>, mix: Mix, keep: bool, out: &mut Ranking) {
        if self.excluded(node, own) {
            return;
        }
        let features = measure(self.index, self.s, self.c, node, own, self.placement(node));
        let mut logits = logits(&features);
        if own.is_some_and(|o| o.literal) && !self.index.node(node).role().is_container() {
            logits = Logits { lexical: logits.lexical + LITERAL, embedding: logits.embedding + LITERAL };
        }
        let mut logit = mix.lexical * logits.lexical + mix.embedding * logits.embedding;
        if self.query.anything {
            logit = 2.0;
        }
        let sure = is_sure(&features)
            && !own.is_some_and(|o| o.denies)
            && self.counts_clearly()
            && self.superlative.is_none();
        out.scored.push(Scored {
            node: node as u32,
            logits,
            logit,
            sure,
            features: out.features.len() as u32,
        });
        if keep {
            out.features.push(features);
        }
    }

    /// Whether the query says that it is not this one.
    fn excluded(&self, node: usize, own: Option<&Candidate>) -> bool {
        let rows_by_name = self.c.not > 0.0;
        let out = |p: &Place| p.not && !(p.is_item && rows_by_name) && p.holds(self.index, node) >= 0.6;
        if self.places.iter().any(out) {
            return true;
        }
        if own.is_some_and(|o| o.opposite) && !self.query.anything {
            return true;
        }
        if self.c.not <= 0.0 {
            return false;
        }
        let own_words = own.map_or(&[][..], |o| &self.s.own[o.own as usize..o.own as usize + o.len as usize]);
        let named = share(self.c, Part::Not, own_words.iter().map(|&(k, g)| (k as usize, g)));
        if named > 0.6 {
            return true;
        }
        // A sibling in the same row does not rule a control out; the row does where the query excludes rows.
        let rows = self.query.places.iter().any(|p| p.not && p.kind.is_item());
        let mut around = [0.0; super::query::MOST_WORDS];
        super::score::surroundings(self.index, self.s, self.c, node, rows, &mut around);
        share(self.c, Part::Not, around.iter().copied().enumerate().take(self.c.words)) > 0.6
    }

    /// Whether it is plain what an ordinal counts: fields, boxes and rows are told apart by their role, and names by
    /// their words; "the second icon at the top" may be another one than the first that comes to mind.
    fn counts_clearly(&self) -> bool {
        let q = self.query;
        let plain = q.kind.is_some_and(|k| k.is_strict() || k == Kind::Field);
        q.ordinal.is_none() || !q.position.is_some() && (plain || self.c.named && q.kind.is_some())
    }

    fn placement(&self, node: usize) -> Placement {
        let mut placed = Placement::default();
        if self.query.position.is_some() {
            placed.position = Some(self.position(node));
        }
        if let (Some(relation), Some(anchors)) = (self.query.relation, &self.anchors) {
            placed.relation = anchors.fit(self.index, relation, node);
        }
        if let Some(near) = &self.near_place {
            placed.place_near = near.fit(self.index, Relation::Near, node).unwrap_or(0.0);
        }
        placed.anchor_absent = self.anchors.as_ref().is_some_and(Anchors::is_empty);
        placed.in_modal = within(self.modal, node);
        if self.superlative.as_ref().is_some_and(|r| r.contains(&node)) {
            placed.superlative = 1.0;
        }
        let wanted = self.places.iter().filter(|p| !p.not);
        placed.place_kind = wanted.map(|p| p.holds(self.index, node)).reduce(f32::min);
        placed
    }

    fn position(&self, node: usize) -> f32 {
        let bounds = self.index.node(node).bounds().filter(|b| b.area() > 0.0);
        match (self.index.extent, bounds) {
            (Some(page), Some(b)) => {
                // Of two at one height the later one is further down, as one reads.
                let later = node as f32 / self.index.snapshot.len() as f32;
                position_fit(self.query.position, page, b)
                    + 1e-3 * later * f32::from(self.query.position.vertical)
            }
            (Some(_), None) => 0.0,
            (None, _) => {
                let order = node as f32 / (self.index.snapshot.len().max(2) - 1) as f32;
                order_fit(self.query.position, order)
            }
        }
    }

    /// What the query asks and this snapshot cannot tell.
    fn explain_limits(&self, out: &mut Ranking) {
        let boxes = self.index.extent.is_some();
        let sideways = self.query.position.horizontal != 0 || self.query.position.center;
        if !boxes && sideways {
            out.notes.push("the snapshot has no boxes: left, right and middle were ignored".to_owned());
            out.doubtful = true;
        }
        if !boxes && matches!(self.query.relation, Some(Relation::LeftOf | Relation::RightOf)) {
            out.notes.push("the snapshot has no boxes: left of and right of were ignored".to_owned());
            out.doubtful = true;
        }
        let by_order = matches!(self.query.relation, Some(Relation::Above | Relation::Below))
            || self.query.position.vertical != 0;
        if !boxes && by_order {
            let note =
                "the snapshot has no boxes: what is above and below was taken from the order of the document";
            out.notes.push(note.to_owned());
        }
        if self.query.second_relation {
            out.notes.push("only the first of several relations to other elements was used".to_owned());
            out.doubtful = true;
        }
        if self.places.iter().any(|p| p.is_missing) {
            out.notes.push("the page has no such row or item as the query counts to".to_owned());
            out.doubtful = true;
        }
        if self.anchors.as_ref().is_some_and(Anchors::is_empty) {
            out.notes.push("nothing on the page is what the query places the target by".to_owned());
            out.doubtful = true;
        }
    }

    /// The nodes with the extreme quantity: a row or card that holds it, else a control that says it or follows it.
    fn extreme(&self) -> Option<Range<usize>> {
        let wanted = self.query.superlative?;
        let nodes = &self.index.snapshot.nodes;
        let text = |i: usize| nodes[i].name.map_or("", |s| self.index.snapshot.text().get(s));
        let value = |i: usize| quantity(text(i), wanted.measure);
        let mut found: Vec<(f64, Range<usize>)> = Vec::new();
        for item in self.index.snapshot.nodes().filter(|n| n.role().is_item()) {
            let range = item.range();
            found.extend(range.clone().take(60).find_map(value).map(|v| (v, range)));
        }
        if found.len() < 2 {
            found.clear();
            let mut last = 0;
            for node in self.index.snapshot.nodes().filter(|n| n.is_interactive() && !n.role().is_container())
            {
                let i = node.id().index();
                // What was said since the last control, nearest first: a card's text comes before its button.
                let before = || (last.max(i.saturating_sub(12))..i).rev().find_map(value);
                found.extend(value(i).or_else(before).map(|v| (v, i..i + 1)));
                last = i + 1;
            }
        }
        let best = found.into_iter().reduce(|a, b| {
            let better = if wanted.largest { b.0 > a.0 } else { b.0 < a.0 };
            if better { b } else { a }
        });
        best.map(|(_, range)| range)
    }

    /// "The second": counts, in document order, what fits about as well as the best.
    fn pick_ordinal(&self, out: &mut Ranking) {
        let Some(ordinal) = self.query.ordinal else { return };
        let Some(best) = out.scored.first().copied() else { return };
        let kind = |node: u32| self.query.kind.map_or(2, |k| kind_fit(k, self.index.node(node as usize)));
        let best_kind = kind(best.node);
        let role = |node: u32| self.index.node(node as usize).role();
        let recall = |node: u32| match self.s.node_slot[node as usize] {
            0 => 0.0,
            slot => self.s.candidates[slot as usize - 1].recall,
        };
        let says = recall(best.node);
        let near = |a: &Scored| {
            (a.logit > best.logit - 1.2
                || says > 0.3 && recall(a.node) >= 0.97 * says && a.logit > best.logit - 3.0)
                && kind(a.node) == best_kind
                && (self.query.kind.is_some()
                    || role(a.node) == role(best.node)
                    || role(best.node) == Role::Other)
        };
        let head = |node: u32| role(node) == Role::Row && self.index.is_header_row(node as usize);
        let mut fit: Vec<u32> =
            out.scored.iter().filter(|a| near(a) && !head(a.node)).map(|a| a.node).collect();
        fit.sort_unstable();
        let at = match ordinal {
            Ordinal::FromStart(n) => Some(n as usize),
            Ordinal::FromEnd(n) => fit.len().checked_sub(1 + n as usize),
        };
        match at.and_then(|i| fit.get(i)) {
            Some(&node) => {
                out.scored.retain(|a| a.node == node);
                if let Some(only) = out.scored.first_mut() {
                    only.logit = best.logit;
                }
            }
            None => {
                out.notes.push(format!("only {} elements fit", fit.len()));
                out.scored.clear();
            }
        }
    }
}
