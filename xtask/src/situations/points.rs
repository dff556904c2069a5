//! What a situation expects, point by point, and what became of each.

use std::fmt::Display;

/// What became of a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It holds.
    Held,
    /// It does not, and what was seen instead.
    Failed(String),
    /// It is not ours to hold, and why.
    NotOurs(&'static str),
    /// It could not be looked at here, and why.
    Unchecked(String),
}

/// The points of one situation.
#[derive(Default)]
pub struct Points {
    /// Each point in a few words of its `.md`, with its fate.
    pub all: Vec<(String, Fate)>,
}

impl Points {
    /// A point that holds where `held` is true; `seen` is told where it is not.
    pub fn point(&mut self, what: &str, held: bool, seen: impl Display) {
        let fate = if held { Fate::Held } else { Fate::Failed(seen.to_string()) };
        self.all.push((what.to_owned(), fate));
    }

    /// A point that holds where a text has all of `parts`.
    pub fn says(&mut self, what: &str, text: &str, parts: &[&str]) {
        let missing: Vec<_> = parts.iter().filter(|part| !text.contains(**part)).collect();
        self.point(what, missing.is_empty(), format_args!("no {missing:?} in:\n{text}"));
    }

    /// A point that holds where a text has none of `parts`.
    pub fn says_nothing_of(&mut self, what: &str, text: &str, parts: &[&str]) {
        let there: Vec<_> = parts.iter().filter(|part| text.contains(**part)).collect();
        self.point(what, there.is_empty(), format_args!("{there:?} in:\n{text}"));
    }

    /// A point that is not ours to hold: an issue says otherwise, or it speaks of acting.
    pub fn not_ours(&mut self, what: &str, why: &'static str) {
        self.all.push((what.to_owned(), Fate::NotOurs(why)));
    }

    /// A point that could not be looked at here.
    pub fn unchecked(&mut self, what: &str, why: impl Display) {
        self.all.push((what.to_owned(), Fate::Unchecked(why.to_string())));
    }

    /// How many points have a fate of a kind.
    pub fn count(&self, is: impl Fn(&Fate) -> bool) -> usize {
        self.all.iter().filter(|point| is(&point.1)).count()
    }
}
