//! The tools: what clients are told of each, and what it does.

mod at;
mod diff;
mod find;
mod observe;
mod relocate;
mod snapshot;
mod view;

use std::pin::Pin;

use crate::answer::{Answer, Failure, Told};
use crate::arguments::Arguments;
use crate::schema::{Kind, Param};
use crate::session::Session;

pub(crate) use find::ask as find;
pub use find::{Found, Hit, Wanted};

/// What can be asked of a live page beside [`Wanted`]: the tools that answer with a text of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// `semantic_view`.
    View,
    /// `semantic_diff`.
    Diff,
    /// `semantic_at`.
    At,
    /// `semantic_relocate`.
    Relocate,
}

impl Question {
    pub(crate) fn tool(self) -> Tool {
        match self {
            Question::View => view::TOOL,
            Question::Diff => diff::TOOL,
            Question::At => at::TOOL,
            Question::Relocate => relocate::TOOL,
        }
    }

    pub(crate) async fn ask(self, session: &mut Session, arguments: &Arguments) -> Result<Told, Failure> {
        match self {
            Question::View => view::ask(session, arguments).await,
            Question::Diff => diff::ask(session, arguments).await,
            Question::At => at::ask(session, arguments).await,
            Question::Relocate => relocate::ask(session, arguments).await,
        }
    }
}

/// All tools, in the order in which they are listed.
pub const TOOLS: [Tool; 7] =
    [view::TOOL, diff::TOOL, find::TOOL, relocate::TOOL, at::TOOL, snapshot::TOOL, observe::TOOL];

/// One tool.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Tool {
    /// The name that it is called by.
    pub name: &'static str,
    /// A name for people.
    pub title: &'static str,
    /// What it does, when to use it, and what comes back.
    pub about: &'static str,
    /// What it takes.
    pub params: &'static [Param],
    /// What it does to the world.
    pub effects: Effects,
    pub(crate) run: Run,
}

/// What a tool may do beside answering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effects {
    /// It only reads.
    Reads,
    /// It sends the page to an address where it is given one, and reads. Doing so twice is as doing it once.
    Navigates,
}

/// What a tool does in a session; one call runs at a time.
pub(crate) type Run = for<'a> fn(&'a mut Session, &'a Arguments) -> Running<'a>;
pub(crate) type Running<'a> = Pin<Box<dyn Future<Output = Result<Answer, Failure>> + Send + 'a>>;

impl Tool {
    /// The JSON Schema of its arguments.
    pub fn schema(&self) -> serde_json::Map<String, serde_json::Value> {
        crate::schema::object(self.params)
    }
}

impl std::fmt::Debug for Tool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tool").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Which page is meant.
const TAB: Param = Param {
    name: "tab",
    kind: Kind::Text,
    required: false,
    about: "Read another tab from now on: its id, a part of its address, or \"active\" for the one in front. \
        Without it the session stays with its tab.",
};
