//! What a look knows beside the tree: where the page is, how far it is loaded, what flashed up.

pub use crate::tree::{Flash, Viewport};
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

#[cfg(feature = "html")]
impl PageFacts {
    /// The facts that a live page told, but for the messages that came up: since which look, the caller knows.
    pub fn of_live(told: &crate::formats::look::Look) -> PageFacts {
        let dropped = (told.flashes_dropped > 0)
            .then(|| format!("{} more messages came up and were not kept", told.flashes_dropped));
        PageFacts {
            ready: Ready::from_name(&told.ready),
            viewport: Some(told.viewport),
            notices: told.hidden.in_words().into_iter().chain(dropped).collect(),
            ..PageFacts::default()
        }
    }
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
