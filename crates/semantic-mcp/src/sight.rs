//! One look at the page for a call: what is there, which part is meant, and the answer around what a tool says of it.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use semantic_cdp::{CdpError, Page};
use semantic_core::page::{Look, Scope, ScopeError, headline, resolve_scope};
use semantic_core::view::SemanticView;
use serde_json::Map;

use crate::answer::{Answer, Failure, Told, harmless};
use crate::arguments::Arguments;
use crate::schema::{Kind, Param};
use crate::session::Session;
use crate::settings::Face;

/// What is looked at, and what must be said beside it.
pub(crate) struct Sight {
    pub(crate) page: Page,
    pub(crate) look: Arc<Look>,
    /// When that was, in milliseconds.
    pub(crate) now: u64,
    warning: Option<String>,
    notes: Vec<String>,
}

/// Which part of the page is meant.
pub(crate) const SCOPE: Param = Param {
    name: "scope",
    kind: Kind::Text,
    required: false,
    about: "Only this part of the page: a ref, a data-semtag-id or another identifier, \"modal\" for the dialog on top, \
        else a CSS selector.",
};

impl Sight {
    /// Looks at the page that a call is about.
    pub(crate) async fn take(
        session: &mut Session,
        arguments: &Arguments,
        view: &SemanticView,
    ) -> Result<Sight, Failure> {
        Sight::of_tab(session, arguments.text("tab"), view).await
    }

    /// Looks at the page in a tab, or in that of the session.
    pub(crate) async fn of_tab(
        session: &mut Session,
        tab: Option<&str>,
        view: &SemanticView,
    ) -> Result<Sight, Failure> {
        let reading = session.page(tab, None).await?;
        let now = now();
        let told = session.answered(reading.page.look(now).await).await?;
        let look = session.looks.add(&reading.page.tab().id, told, now, view);
        let mut notes = reading.notes;
        notes.extend(look.url().and_then(|url| session.read_at(url)));
        let mut sight = Sight { page: reading.page, look, now, warning: reading.warning, notes };
        sight.ignore(session, view).await?;
        Ok(sight)
    }

    /// Rules of what is to be ignored that mean nothing in the tree are selectors.
    async fn ignore(&mut self, session: &mut Session, view: &SemanticView) -> Result<(), Failure> {
        let mut ignored = Vec::new();
        for rule in view.ignored().filter(|rule| self.look.observation.ignored_by(rule).is_empty()) {
            let scope = self.selected(session, rule).await?;
            ignored.extend(scope.iter().flat_map(|scope| scope.nodes()));
        }
        if !ignored.is_empty() {
            let observation = self.look.observation.ignoring(ignored);
            self.look = Arc::new(Look { observation, facts: self.look.facts.clone() });
        }
        Ok(())
    }

    /// Where nothing is known of the page so far, what comes of acting is told since this look.
    pub(crate) fn first_known(&self, session: &mut Session) {
        if session.looks.known(self.look.observation.view()).is_none() {
            session.looks.knows(&self.look);
        }
    }

    /// The part that a call names, if it names one.
    pub(crate) async fn scope(
        &self,
        session: &mut Session,
        text: Option<&str>,
    ) -> Result<Option<Scope>, Failure> {
        let Some(text) = text else { return Ok(None) };
        let missing = match resolve_scope(&self.look, text) {
            Ok(scope) => return Ok(Some(scope)),
            Err(missing @ ScopeError::Missing { .. }) => missing,
            Err(other) => return Err(Failure::new(other)),
        };
        match self.selected(session, text).await? {
            Some(scope) => Ok(Some(scope)),
            None if self.matches(session, text).await?.is_empty() => Err(Failure::new(missing)),
            None => Err(Failure::new(format!(
                "{} matches, but nothing in it is shown or has a text: look without {}",
                harmless(text),
                session.face().argument("scope")
            ))),
        }
    }

    /// What a CSS selector matches. That may have no meaning of its own: then it is what the tree has of what it holds.
    async fn selected(&self, session: &mut Session, css: &str) -> Result<Option<Scope>, Failure> {
        let scope = |keys: Vec<String>| {
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            Scope::of_keys(&self.look, &keys)
        };
        match scope(self.matches(session, css).await?) {
            Some(own) => Ok(Some(own)),
            None => Ok(scope(told(session, self.page.locate_inside(css).await).await?)),
        }
    }

    /// The keys of what a CSS selector matches; none where it is no selector.
    pub(crate) async fn matches(&self, session: &mut Session, css: &str) -> Result<Vec<String>, Failure> {
        told(session, self.page.locate(css).await).await
    }

    /// What must be said beside an answer.
    pub(crate) fn remarks(&self) -> Vec<String> {
        self.warning.iter().chain(&self.notes).cloned().collect()
    }

    /// The answer with this text, which must not be too long; `less` says how to ask for less.
    pub(crate) fn answer(self, session: &Session, text: String, less: &str) -> Result<Told, Failure> {
        let (text, notes) = match (&self.warning, session.face()) {
            (Some(warning), Face::Server) => (format!("warning: {}\n{text}", harmless(warning)), self.notes),
            _ => (text, self.remarks()),
        };
        let (count, most) = (text.chars().count(), session.most_chars());
        if count > most {
            let error =
                format!("the answer has {count} characters, more than the {most} of --max-chars: {less}");
            return Err(Failure::new(error));
        }
        let answer = Answer { text, notes };
        Ok(Told { answer, look: self.look, node: None, facts: Map::new() })
    }
}

/// The keys that the page told; none of what is no selector.
async fn told(session: &mut Session, keys: Result<Vec<String>, CdpError>) -> Result<Vec<String>, Failure> {
    match keys {
        Err(CdpError::Script(_)) => Ok(Vec::new()),
        other => session.answered(other).await,
    }
}

/// What a tool says of a page between the marks of a fence. `first` is ours and stands before it, with which page it is.
pub(crate) fn fenced(session: &mut Session, look: &Look, first: &str, content: &str) -> String {
    let first = format!("{first}, {}", headline(look));
    if content.is_empty() {
        return format!("{first}\n");
    }
    let mark = session.looks.mark();
    let content = content.replace(&mark, "…");
    format!("{first}\n<page {mark}>\n{content}</page {mark}>\n")
}

/// Milliseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "the server is a face: it brings the clock")]
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
