//! The page as an agent reads it: small, honest, ready to act on.
//!
//! [`render`] turns one [`Look`] at a page, an [`Observation`](crate::view::Observation) with a few facts beside it,
//! into a text: first a line about the page as a whole, then what is open on top, then the rest, a line for each part
//! and several small pieces on a line where they fit. Every node that can be acted on has its ref. Everything in quotes
//! is text of the page; everything outside of them is ours, and page text cannot leave its quotes.
//!
//! [`delta`] says in the same words what changed between two looks. [`resolve_scope`] finds what a caller wants to see
//! alone. All of it is pure and deterministic; time is linear but for sorting. `docs/page.md` has the grammar.
//!
//! ```
//! use std::sync::Arc;
//! use semantic_core::formats::read;
//! use semantic_core::page::{Look, ViewOptions, render};
//! use semantic_core::view::{Observation, SemanticView};
//!
//! let dump = read(br#"[
//!     {"ref": "m", "role": "main"},
//!     {"role": "heading", "name": "Sign in", "level": 1, "parent": "m"},
//!     {"role": "textbox", "name": "Email", "value": "", "parent": "m"},
//!     {"role": "button", "name": "Log in", "parent": "m"}
//! ]"#, None).unwrap();
//! let look = Look::of(Observation::of(Arc::new(dump), &SemanticView::new()));
//! let page = render(&look, &ViewOptions::default()).unwrap();
//! assert_eq!(page.text, concat!(
//!     "page rev=0 shown 4/4\n",
//!     "main s_0: h1 \"Sign in\" textbox \"Email\"=\"\" s_2 button \"Log in\" s_3\n",
//! ));
//! ```

mod budget;
mod changes;
mod delta;
mod echo;
mod facts;
mod frame;
mod kinds;
mod layers;
mod lean;
mod lines;
mod measure;
mod pen;
mod plan;
mod rows;
mod runs;
mod scope;
mod text;

pub use delta::{DeltaKind, PageDelta, delta};
pub use facts::{Flash, Look, PageFacts, Ready, Viewport};
pub use frame::headline;
pub use scope::{Scope, ScopeError, resolve_scope};
pub use text::estimated_tokens;

use self::budget::{Cursor, Order, fingerprint};
use self::frame::{Counts, Fence};
use self::layers::Layers;
use self::lean::{Lean, LeftOut};
use self::lines::{Line, NONE, Writer};
use self::pen::Pen;
use self::plan::Plan;
use self::text::{Seen, TOKEN};

/// The budget where the caller gives none, in tokens.
pub const DEFAULT_BUDGET: usize = 4_000;
/// The smallest budget in tokens: what the line about the page and one line of it may need.
pub const LEAST_BUDGET: usize = 600;

/// How a page is rendered.
#[derive(Clone, Debug)]
pub struct ViewOptions {
    /// Most [estimated tokens](estimated_tokens) of the text; `None`: no limit.
    pub budget: Option<usize>,
    /// Most nodes of the text; where absent, the view's own `maxNodes`.
    pub nodes: Option<usize>,
    /// Where an earlier answer stopped: its [`Page::cursor`].
    pub cursor: Option<String>,
    /// What alone is shown.
    pub scope: Option<Scope>,
    /// A random mark, 8 to 64 letters and digits, of which a fence around the page's content is made. The library has no
    /// randomness of its own.
    pub fence: Option<String>,
    /// Whether parts that an open modal makes inert are listed too.
    pub behind: bool,
}

impl Default for ViewOptions {
    fn default() -> ViewOptions {
        ViewOptions {
            budget: Some(DEFAULT_BUDGET),
            nodes: None,
            cursor: None,
            scope: None,
            fence: None,
            behind: false,
        }
    }
}

/// A page as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The text, each line ended.
    pub text: String,
    /// Number of nodes that this text prints.
    pub shown: usize,
    /// Number of nodes that the whole output prints.
    pub total: usize,
    /// Where to go on, where the budget cut.
    pub cursor: Option<String>,
}

/// Why a page is not rendered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PageError {
    /// A budget in which nothing fits.
    #[error("a budget of {0} tokens is too small: at least {LEAST_BUDGET}")]
    Budget(usize),
    /// A cursor that this library did not make.
    #[error("{0} is no cursor: use the one that an earlier answer ended with")]
    NoCursor(String),
    /// A cursor of a page that changed since.
    #[error("the cursor is of rev={then} and the page moved on to rev={now}: look again from the start")]
    Moved {
        /// The revision of the cursor.
        then: u64,
        /// The page's revision.
        now: u64,
    },
    /// A cursor of another view or scope.
    #[error("the cursor belongs to another view or scope of this page: give the same view and scope with it")]
    OtherView,
    /// A mark that may stand in any text.
    #[error("a fence needs a random mark of 8 to 64 letters and digits")]
    Fence,
}

/// Renders a look at a page.
///
/// # Errors
/// Where the budget is too small, the cursor does not fit what is there now, or the fence's mark is no mark.
pub fn render(look: &Look, options: &ViewOptions) -> Result<Page, PageError> {
    let fence = Fence::of(options.fence.as_deref())?;
    if let Some(budget) = options.budget.filter(|&b| b < LEAST_BUDGET) {
        return Err(PageError::Budget(budget));
    }
    let body = Body::of(look, options);
    let output = fingerprint(&body.lines);
    let revision = look.observation.revision();
    let from = match options.cursor.as_deref() {
        None => 0,
        Some(text) => position(text, revision, output, body.lines.len())?,
    };
    let order = Order::of(&body.lines);
    let mut counts = Counts { total: body.total(), ..Counts::default() };
    // The frame is written twice: for its size with the longest numbers, then with the right ones.
    let widest = Counts {
        shown: counts.total,
        cursor: Some(Cursor { revision, output, position: u32::MAX }),
        ..counts
    };
    let reserved = frame::size(look, &body, &widest, &fence, options);
    let room = options.budget.map(|tokens| (tokens * TOKEN).saturating_sub(reserved));
    let nodes = options.nodes.or(look.observation.view().cap());
    let part = order.part(&body.lines, from, room, nodes);
    counts.shown = order.nodes(&body.lines, &part);
    let more = !order.is_last(&part);
    counts.cursor = more.then_some(Cursor { revision, output, position: part.until });
    let text = frame::around(look, &body, &counts, &fence, options, &order.text(&body.lines, &part));
    Ok(Page {
        text,
        shown: counts.shown,
        total: counts.total,
        cursor: counts.cursor.map(|cursor| cursor.to_string()),
    })
}

/// Where a cursor goes on, if it is of this output.
fn position(text: &str, revision: u64, output: u32, lines: usize) -> Result<u32, PageError> {
    let cursor = Cursor::parse(text).ok_or_else(|| PageError::NoCursor(crate::tree::shown(text)))?;
    if cursor.output == output && cursor.position as usize <= lines {
        return Ok(cursor.position);
    }
    if cursor.revision != revision {
        return Err(PageError::Moved { then: cursor.revision, now: revision });
    }
    Err(PageError::OtherView)
}

/// The lines of a page, before any budget, and what was counted on the way.
struct Body {
    lines: Vec<Line>,
    left: LeftOut,
    seen: Seen,
    layers: Layers,
}

impl Body {
    fn of(look: &Look, options: &ViewOptions) -> Body {
        let layers = Layers::of(look);
        let seen = Seen::default();
        let mut body = Body { lines: Vec::new(), left: LeftOut::default(), seen, layers };
        for section in look.observation.sections() {
            let plan = Plan::of(look.observation.snapshot(), section, &body.layers, options);
            let lean = Lean::of(&plan, &body.layers);
            let lines = Writer::write(&lean, &Pen { section, layers: &body.layers, seen: &body.seen });
            body.left.add(&lean.left);
            body.add_section(section.pane(), lines);
        }
        body
    }

    /// Adds the lines of a section; those of a pane stand under a line that names it.
    fn add_section(&mut self, pane: Option<&str>, lines: Vec<Line>) {
        let mut base = self.lines.len() as u32;
        if let Some(pane) = pane {
            let (text, class) = (format!("pane {pane}"), lines::FRAME);
            let brief = text.clone();
            self.lines.push(Line { text, depth: 0, parent: NONE, nodes: 0, class, is_row: false, brief });
            base += 1;
        }
        self.lines.extend(lines.into_iter().map(|line| {
            let parent = match (line.parent, pane) {
                (NONE, None) => NONE,
                (NONE, Some(_)) => base - 1,
                (parent, _) => base + parent,
            };
            Line { depth: line.depth.saturating_add(u16::from(pane.is_some())), parent, ..line }
        }));
    }

    fn total(&self) -> usize {
        self.lines.iter().map(|line| line.nodes as usize).sum()
    }
}
