//! What all candidates of one find share: how much each query word counts on this page.

use crate::find::index::Index;
use crate::find::query::{MOST_WORDS, Part, Query};
use crate::find::scratch::Scratch;

/// Weights of the query's words on this page.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    pub weight: [f32; MOST_WORDS],
    pub part: [Part; MOST_WORDS],
    pub words: usize,
    /// Sum of the weights of what is looked for: target, kind and verb words.
    pub target: f32,
    pub place: f32,
    pub anchor: [f32; 2],
    pub not: f32,
    /// Something is looked for by name, not by kind alone.
    pub named: bool,
    /// Number of target words that carry meaning.
    pub targets: usize,
    /// Position of each word among the target's weights, 0 for the first, 1 for the last.
    pub early: [f32; MOST_WORDS],
    /// Weight of each target word with its rarity on the page counted thrice.
    pub rare: [f32; MOST_WORDS],
    pub has_quote: bool,
    /// The words that make an element a candidate, one bit a word.
    pub spoken: u64,
    /// Share of the target's and the place's weight that is nowhere on the page.
    pub target_absent: f32,
    pub place_absent: f32,
    /// A number or code of the target or place that is nowhere on the page.
    pub number_absent: bool,
}

impl Context {
    pub fn new(index: &Index, s: &Scratch) -> Context {
        let query = &s.query;
        let mut c = Context {
            weight: [0.0; MOST_WORDS],
            part: [Part::Open; MOST_WORDS],
            words: query.words.len(),
            target: 0.0,
            named: query.has(Part::Target),
            place: 0.0,
            anchor: [0.0; 2],
            not: 0.0,
            targets: 0,
            early: [0.0; MOST_WORDS],
            rare: [0.0; MOST_WORDS],
            has_quote: query.tokens.iter().any(|t| t.quoted),
            spoken: 0,
            target_absent: 0.0,
            place_absent: 0.0,
            number_absent: false,
        };
        let mut rare = [f32::NAN; MOST_WORDS];
        let mut heard = 0u64;
        for (term, &head) in s.word_head.iter().enumerate() {
            let mut next = head;
            while next != 0 {
                let hit = s.word_hits[next as usize - 1];
                heard |= ((1u64 << hit.span) - 1) << hit.word;
                if hit.grade > 0.9 {
                    let r = index.vocab.terms[term].rarity;
                    for slot in &mut rare[hit.word as usize..(hit.word + hit.span) as usize] {
                        *slot = if slot.is_nan() { r } else { slot.min(r) };
                    }
                }
                next = hit.next;
            }
        }
        for (&head, concept) in s.meaning_head.iter().zip(0..) {
            let mut next = head;
            while next != 0 {
                let hit = s.word_hits[next as usize - 1];
                if index.has_meaning(concept) && hit.grade > 0.8 {
                    heard |= ((1u64 << hit.span) - 1) << hit.word;
                }
                next = hit.next;
            }
        }
        for (k, w) in query.words.iter().enumerate() {
            let weight = w.weight * if rare[k].is_nan() { 0.9 } else { rare[k] };
            c.weight[k] = weight;
            let squared = if rare[k].is_nan() { 0.8 } else { rare[k] * rare[k] };
            c.rare[k] = if w.part == Part::Target { weight * squared } else { 0.0 };
            c.part[k] = w.part;
            match w.part {
                Part::Target | Part::Kind => c.target += weight,
                Part::Verb if c.named => c.target += weight,
                Part::Place => c.place += weight,
                Part::Anchor => c.anchor[0] += weight,
                Part::Anchor2 => c.anchor[1] += weight,
                Part::Not => c.not += weight,
                _ => {}
            }
            let plain = matches!(w.part, Part::Target | Part::Place);
            c.spoken |=
                u64::from(plain || w.part == Part::Verb || w.part == Part::Kind && c.kind_speaks(query)) << k;
            if heard & 1 << k == 0 {
                match w.part {
                    Part::Target => c.target_absent += weight,
                    Part::Place => c.place_absent += weight,
                    _ => {}
                }
                c.number_absent |= plain && query.word(w.token as usize).bytes().any(|b| b.is_ascii_digit());
            }
            c.targets += usize::from(w.part == Part::Target && !query.tokens[w.token as usize].stop);
        }
        c.target_absent /= c.target.max(1e-6);
        c.place_absent /= c.place.max(1e-6);
        c.earliness(query);
        c
    }

    /// Whether a kind noun may also be a name ("Menu"): where nothing else is looked for.
    fn kind_speaks(&self, query: &Query) -> bool {
        !query.words.iter().any(|w| w.part == Part::Target)
    }

    fn earliness(&mut self, query: &Query) {
        let mut before = 0.0;
        for (k, w) in query.words.iter().enumerate() {
            self.early[k] = before / self.target.max(1e-6);
            if matches!(w.part, Part::Target | Part::Kind) {
                before += self.weight[k];
            }
        }
    }

    /// Sum of the weights of the words of `part`, for the parts that are not the target.
    pub fn total(&self, part: Part) -> f32 {
        match part {
            Part::Place => self.place,
            Part::Anchor => self.anchor[0],
            Part::Anchor2 => self.anchor[1],
            Part::Not => self.not,
            _ => self.target,
        }
    }

    /// Whether the query is short enough for a container's name to be about it.
    pub fn few_targets(&self) -> bool {
        self.targets <= 4
    }

    /// Whether word `k` says what is looked for.
    pub fn is_target(&self, k: usize) -> bool {
        match self.part[k] {
            Part::Target | Part::Kind => true,
            Part::Verb => self.named,
            _ => false,
        }
    }
}
