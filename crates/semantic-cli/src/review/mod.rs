//! A review of a page's hints: what is covered, what is missing, what is wrong, on one page to look at.
//!
//! [`Review::of`] puts together what is told of a rendered page; [`html`] writes it.

mod marks;
mod page;
mod parts;
pub mod secrets;

use semantic_core::formats::write::to_aria;
use semantic_core::hints::lint::{Finding, Severity};
use semantic_core::hints::{Block, HintOptions, HintSnapshot};
use semantic_core::page::{ViewOptions, estimated_tokens, render};

use self::marks::{Gap, Hinted};
use crate::live::Rendered;

pub use self::page::html;

/// How large one way to tell of the page is.
pub struct Size {
    pub what: &'static str,
    pub about: &'static str,
    pub characters: usize,
    pub tokens: usize,
}

/// All that a review says.
pub struct Review<'a> {
    /// What the page is called where it was read.
    pub source: &'a str,
    pub rendered: &'a Rendered,
    pub hinted: Vec<Hinted>,
    pub gaps: Vec<Gap>,
    pub blocks: Vec<Block>,
    pub sizes: Vec<Size>,
    /// What could not be looked at.
    pub notices: Vec<String>,
}

impl<'a> Review<'a> {
    /// The review of a rendered page.
    pub fn of(source: &'a str, rendered: &'a Rendered) -> Review<'a> {
        let (lint, tree) = (&rendered.lint, rendered.look.observation.snapshot());
        let area = rendered.picture.as_ref().ok().map(|picture| picture.area);
        let shown = secrets::masked(&rendered.captured, lint);
        let options = HintOptions { include_hidden: true, ..HintOptions::default() };
        let blocks = HintSnapshot::of(&shown, &options).map(|all| all.blocks).unwrap_or_default();
        let mut notices = lint.notices.clone();
        for notice in tree.notices().iter().chain(&rendered.notices) {
            if !notices.contains(notice) {
                notices.push(notice.clone());
            }
        }
        Review {
            source,
            rendered,
            hinted: marks::hinted(&shown, tree, lint, area),
            gaps: marks::gaps(tree, lint, area),
            blocks,
            sizes: sizes(rendered),
            notices,
        }
    }

    /// The findings that are no gaps, each with its place among all.
    pub fn findings(&self) -> impl Iterator<Item = (usize, &Finding)> {
        self.rendered.lint.findings.iter().enumerate().filter(|(_, finding)| !marks::is_gap(finding))
    }

    /// How many findings there are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings().filter(|(_, finding)| finding.severity == severity).count()
    }

    /// How many hinted elements have a box in the picture.
    pub fn boxed(&self) -> usize {
        self.hinted.iter().filter(|hinted| hinted.place.rect().is_some()).count()
    }

    /// How many findings there are, in words.
    pub fn severities(&self) -> String {
        let all = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")];
        all.map(|(severity, word)| parts::count(self.count(severity), word)).join(", ")
    }

    /// What a reader of the terminal is told.
    pub fn summary(&self) -> String {
        format!(
            "{}, {} of them in the picture; {} without a hint; findings: {}",
            parts::count(self.hinted.len(), "hinted element"),
            self.boxed(),
            self.gaps.len(),
            self.severities()
        )
    }
}

/// The page as hints, as the text for agents, and as an aria snapshot.
fn sizes(rendered: &Rendered) -> Vec<Size> {
    let hints = HintSnapshot::of(&rendered.captured, &HintOptions::default()).map(|all| all.to_string());
    let view = render(&rendered.look, &ViewOptions { budget: None, ..ViewOptions::default() });
    let aria = to_aria(rendered.look.observation.snapshot());
    let size = |what, about, text: &str| Size {
        what,
        about,
        characters: text.chars().count(),
        tokens: estimated_tokens(text),
    };
    vec![
        size(
            "Hint snapshot",
            "what semantic hints snapshot prints: hinted elements only, collections folded",
            &hints.unwrap_or_default(),
        ),
        size(
            "Page view",
            "what semantic_view answers without a budget: all of the page, with or without hints",
            &view.map(|page| page.text).unwrap_or_default(),
        ),
        size(
            "Aria snapshot",
            "what semantic convert --to aria writes: roles and names of all of the page",
            &aria,
        ),
    ]
}
