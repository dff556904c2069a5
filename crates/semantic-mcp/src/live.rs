//! A session with a live page for callers without the protocol: the same tools, one call after another, and what it knows
//! as text for the next run.

use std::io;
use std::sync::Arc;

use semantic_cdp::Page;
use semantic_core::page::Look;
use semantic_core::tree::NodeId;
use semantic_core::view::SemanticView;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::runtime::Runtime;
use tokio::time::timeout;

use crate::answer::{Answer, Failure, Fault, Told};
use crate::arguments::Arguments;
use crate::locators::{self, Ways};
use crate::looks::{KeptLooks, Looks};
use crate::session::Session;
use crate::settings::Settings;
use crate::sight::Sight;
use crate::tabs::KeptTab;
use crate::tools::{Found, Question, Tool, Wanted, find};

/// The version of the text that a session is kept as.
const VERSION: u32 = 1;

/// A session with a live page. Calls block.
///
/// ```no_run
/// use semantic_mcp::{Live, Question, Settings};
/// use serde_json::{Map, json};
///
/// let mut live = Live::new(Settings::default())?;
/// let told = live.ask(Question::View, Map::from_iter([("budget".to_owned(), json!(800))]))?;
/// println!("{}", told.answer.text);
/// let kept = live.keep()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Live {
    runtime: Runtime,
    session: Session,
    /// The page of the last look by itself.
    page: Option<Page>,
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Live").finish_non_exhaustive()
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{words}")]
#[non_exhaustive]
pub struct Refused {
    /// The reason, and what to do about it.
    pub words: String,
    /// The same as a JSON object, with what more is known of it.
    pub object: String,
    /// What must be known beside it, in sentences.
    pub notes: Vec<String>,
    /// What kind of reason it is.
    pub fault: Fault,
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        Refused {
            object: failure.text(None),
            words: failure.words,
            notes: failure.notes,
            fault: failure.fault,
        }
    }
}

/// Why a text is no session that can be gone on with.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoSession {
    /// It is something else.
    #[error("is not a session of semantic")]
    Other,
    /// It was kept by another version.
    #[error("is a session of another version of semantic ({0}; this one keeps {VERSION})")]
    Version(u64),
    /// It is damaged.
    #[error("is a damaged session: {0}")]
    Damaged(String),
}

#[derive(Deserialize)]
struct Head {
    #[serde(rename = "semanticSession")]
    version: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    #[serde(rename = "semanticSession")]
    version: u32,
    tab: KeptTab,
    looks: KeptLooks,
}

impl Live {
    /// A new session, which attaches with its first question.
    ///
    /// # Errors
    /// Where the system gives no means to wait.
    pub fn new(settings: Settings) -> io::Result<Live> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(Live { runtime, session: Session::new(settings), page: None })
    }

    /// Goes on with a session that was [kept](Self::keep): with its refs, its tab and what it knew of the page.
    ///
    /// # Errors
    /// Where the text is none.
    pub fn go_on(&mut self, kept: &str) -> Result<(), NoSession> {
        let head: Head = serde_json::from_str(kept).map_err(|_| NoSession::Other)?;
        if head.version != u64::from(VERSION) {
            return Err(NoSession::Version(head.version));
        }
        let kept: Kept = serde_json::from_str(kept).map_err(|e| NoSession::Damaged(e.to_string()))?;
        self.session.looks = Looks::of_kept(kept.looks).map_err(NoSession::Damaged)?;
        self.session.bound.go_on(kept.tab);
        Ok(())
    }

    /// The session as text, for a later run: what it saw of the page, without secrets, which no look holds. `None` where no
    /// page was looked at in this run.
    ///
    /// # Errors
    /// Where the page is gone.
    pub fn keep(&self) -> Result<Option<String>, Refused> {
        let tab = self.runtime.block_on(self.session.bound.keep());
        let tab = tab.map_err(|error| Refused::from(Failure::new(error)))?;
        let Some((tab, looks)) = tab.zip(self.session.looks.keep()) else { return Ok(None) };
        let kept = Kept { version: VERSION, tab, looks };
        serde_json::to_string(&kept).map(Some).map_err(|error| Failure::new(error).into())
    }

    /// Calls a tool.
    ///
    /// # Errors
    /// Where it has no answer.
    pub fn call(&mut self, tool: &Tool, arguments: Map<String, Value>) -> Result<Answer, Refused> {
        let arguments = Arguments::check(tool.params, Some(arguments)).map_err(Failure::asked)?;
        let session = &mut self.session;
        let limit = session.limit();
        within(&self.runtime, limit, (tool.run)(session, &arguments))
    }

    /// Asks what a tool answers, with its arguments and with what the answer is about.
    ///
    /// # Errors
    /// Where it has no answer.
    pub fn ask(&mut self, question: Question, arguments: Map<String, Value>) -> Result<Told, Refused> {
        let arguments = Arguments::check(question.tool().params, Some(arguments)).map_err(Failure::asked)?;
        let session = &mut self.session;
        let limit = session.limit();
        within(&self.runtime, limit, question.ask(session, &arguments))
    }

    /// Looks at the page and finds what is wanted in it.
    ///
    /// # Errors
    /// Where nothing can be looked for.
    pub fn find(&mut self, wanted: &Wanted<'_>) -> Result<Found, Refused> {
        let session = &mut self.session;
        let limit = session.limit();
        within(&self.runtime, limit, async { Ok(find(session, wanted).await?.1) })
    }

    /// Looks at the page through a view, for whoever reads the look by itself. `shown`: the caller shows all of it, so that
    /// what changes is told since then.
    ///
    /// # Errors
    /// Where the page cannot be read.
    pub fn look(
        &mut self,
        view: &SemanticView,
        tab: Option<&str>,
        shown: bool,
    ) -> Result<(Arc<Look>, Vec<String>), Refused> {
        let session = &mut self.session;
        let limit = session.limit();
        let sight = within(&self.runtime, limit, async {
            let sight = Sight::of_tab(session, tab, view).await?;
            if shown {
                session.looks.knows(&sight.look);
            }
            sight.first_known(session);
            Ok(sight)
        })?;
        let told = (Arc::clone(&sight.look), sight.remarks());
        self.page = Some(sight.page);
        Ok(told)
    }

    /// How a driver finds elements of a look that [`look`](Self::look) gave.
    ///
    /// # Errors
    /// Where the page cannot be asked.
    pub fn ways(&mut self, look: &Look, nodes: &[NodeId]) -> Result<Vec<Ways>, Refused> {
        let Some(page) = self.page.clone() else { return Ok(Vec::new()) };
        let session = &mut self.session;
        let limit = session.limit();
        within(&self.runtime, limit, locators::ways(session, &page, look, nodes))
    }
}

/// Runs to its end, within the limit of a call.
fn within<T>(
    runtime: &Runtime,
    limit: std::time::Duration,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Refused> {
    match runtime.block_on(async { timeout(limit, work).await }) {
        Ok(outcome) => outcome.map_err(Refused::from),
        Err(_) => Err(Failure::new(format!(
            "no answer within {} s: the page may be busy or wait for a dialog; trying again is safe",
            limit.as_secs_f32()
        ))
        .of(Fault::Unreachable)
        .into()),
    }
}
