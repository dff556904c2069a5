//! What a look knows beside the tree: where the page is, how far it is loaded, what flashed up.

use crate::view::Observation;

/// One look at a page: what was observed, and the facts about the page as a whole.
#[derive(Clone, Debug)]
pub struct Look {
    /// The page seen through a view, with refs that last.
    pub observation: Observation,
    /// The facts that are no node's.
    pub facts: PageFacts,
}

/// Facts about a page as a whole. What is unknown is absent.
#[derive(Clone, Default, Debug, PartialEq)]
pub struct PageFacts {
    /// Address; the snapshot's own where absent.
    pub url: Option<String>,
    /// Title; the snapshot's own where absent.
    pub title: Option<String>,
    /// How far the page is loaded.
    pub ready: Option<Ready>,
    /// What part of the page is on screen.
    pub viewport: Option<Viewport>,
    /// Alerts and status messages that appeared since the last look, also when they are gone again.
    pub flashes: Vec<Flash>,
    /// What else there is to say about the page, one sentence each: that it moved without a command, that a frame could
    /// not be read.
    pub notices: Vec<String>,
}

/// How far a page is loaded, in the browser's words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ready {
    /// The document is still arriving.
    Loading,
    /// The document is there; images and frames may not be.
    Interactive,
    /// All is there.
    Complete,
}

impl Ready {
    /// The browser's word.
    pub fn as_str(self) -> &'static str {
        match self {
            Ready::Loading => "loading",
            Ready::Interactive => "interactive",
            Ready::Complete => "complete",
        }
    }

    /// The state of that word.
    pub fn from_name(name: &str) -> Option<Ready> {
        [Ready::Loading, Ready::Interactive, Ready::Complete].into_iter().find(|r| r.as_str() == name)
    }
}

/// The part of the page that is on screen, in CSS pixels.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Viewport {
    /// Width of the viewport.
    pub width: f64,
    /// Height of the viewport.
    pub height: f64,
    /// How far the page is scrolled to the right.
    pub scroll_x: f64,
    /// How far the page is scrolled down.
    pub scroll_y: f64,
    /// Height of the whole document.
    pub document_height: f64,
}

/// A message that appeared: an alert or a status message, there still or gone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flash {
    /// `alert`, `status` or `log`.
    pub role: String,
    /// Its text.
    pub text: String,
    /// How many milliseconds before the look it appeared.
    pub milliseconds_ago: u64,
}

impl Look {
    /// A look that knows nothing beside the tree.
    pub fn of(observation: Observation) -> Look {
        Look { observation, facts: PageFacts::default() }
    }

    /// The page's address.
    pub fn url(&self) -> Option<&str> {
        self.facts.url.as_deref().or_else(|| self.observation.snapshot().url())
    }

    /// The page's title: the document's name where nothing else gives one.
    pub fn title(&self) -> Option<&str> {
        let snapshot = self.observation.snapshot();
        let root = || snapshot.roots().next().filter(|r| r.role() == crate::tree::Role::Document);
        self.facts.title.as_deref().or_else(|| snapshot.title()).or_else(|| root().and_then(|r| r.name()))
    }
}
