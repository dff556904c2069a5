//! What several subcommands take: a snapshot, a view, a live page, scoring, formats.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use semantic_core::find::{FindOptions, Strategy};
use semantic_core::formats::FORMATS;

/// The heading over what means nothing without `--cdp`: beside a file it is refused.
pub(super) const LIVE_PAGE: &str = "Live page";
const SHOWN: &str = "What is shown";

/// A snapshot as the last argument.
#[derive(Args, Debug)]
pub struct SourceArgs {
    /// File with the snapshot; `-` or nothing is standard input.
    #[arg(conflicts_with = "cdp")]
    pub snapshot: Option<PathBuf>,

    /// Read the input as this format instead of finding out.
    #[arg(long, value_name = "FORMAT", value_parser = input_formats(), conflicts_with = "cdp")]
    pub input_format: Option<String>,

    #[command(flatten)]
    pub live: LiveArgs,
}

/// A live page in place of a file.
#[derive(Args, Debug)]
pub struct LiveArgs {
    /// Take the page of a running browser: http://HOST:PORT or ws://… of its debugging port.
    #[arg(long, help_heading = LIVE_PAGE, value_name = "URL")]
    pub cdp: Option<String>,

    /// The page in this tab: its id (semantic tabs), a part of its address, or `active`. Without it, the page of the
    /// session, else the one in view.
    #[arg(long, help_heading = LIVE_PAGE, value_name = "TAB")]
    pub tab: Option<String>,
}

/// What a live page was before.
#[derive(Args, Debug)]
pub struct SessionArgs {
    /// Go on with the looks kept in this file, and keep this one: refs then last from call to call. It is made where
    /// there is none. It holds text of the page, and nobody but you may read it.
    #[arg(long, help_heading = LIVE_PAGE, value_name = "FILE")]
    pub session: Option<PathBuf>,
}

/// Which part of a live page is meant.
#[derive(Args, Debug)]
pub struct ScopeArgs {
    /// Only this part of the page: a ref, a data-semtag-id or another identifier, `modal` for the dialog on top, else a
    /// CSS selector.
    #[arg(long, help_heading = LIVE_PAGE, value_name = "REF|ID|modal|CSS")]
    pub scope: Option<String>,
}

/// How much of a live page is shown at once.
#[derive(Args, Debug)]
pub struct PartArgs {
    #[command(flatten)]
    pub scope: ScopeArgs,

    /// About how many tokens the text may have, at least 600; `all` or 0: no budget. [default: 4000]
    #[arg(long, help_heading = LIVE_PAGE, value_name = "N|all", value_parser = budget)]
    pub budget: Option<u32>,

    /// Go on where an earlier text stopped: its cursor, with the same view and scope.
    #[arg(long, help_heading = LIVE_PAGE, value_name = "CURSOR")]
    pub cursor: Option<String>,

    /// List what lies behind an open modal too, not only its count.
    #[arg(long, help_heading = LIVE_PAGE)]
    pub behind: bool,
}

/// What is shown of a snapshot.
#[derive(Args, Debug)]
pub struct ViewArgs {
    /// A view as JSON, or `@FILE` that holds one; the options below refine it.
    #[arg(long, help_heading = SHOWN, value_name = "JSON|@FILE")]
    pub view: Option<String>,

    /// Only the subtree of this node: its ref, else its identifier.
    #[arg(long, help_heading = SHOWN, value_name = "REF")]
    pub subtree_of: Option<String>,

    /// Only nodes whose identifier starts so.
    #[arg(long, help_heading = SHOWN, value_name = "PREFIX")]
    pub identifier_prefix: Option<String>,

    /// These fields of a node, with commas: role, name, value, bounds, states, description, identifier, ownRef.
    #[arg(long, help_heading = SHOWN, value_name = "FIELDS", value_delimiter = ',')]
    pub fields: Option<Vec<String>>,

    /// Only nodes of these ARIA roles, with commas.
    #[arg(long, help_heading = SHOWN, value_name = "ROLES", value_delimiter = ',')]
    pub roles: Option<Vec<String>>,

    /// Only what can be acted on, with the text that names it.
    #[arg(long, help_heading = SHOWN)]
    pub interactive: bool,

    /// At most so many nodes, the first in document order.
    #[arg(long, help_heading = SHOWN, value_name = "N")]
    pub max_nodes: Option<usize>,

    /// A pane with a view of its own; may be given several times.
    #[arg(long, help_heading = SHOWN, value_name = "NAME=JSON")]
    pub pane: Vec<String>,
}

/// Where the snapshot comes from.
#[derive(Args, Debug)]
pub struct InputArgs {
    /// File that holds the snapshot; `-` or nothing reads standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "cdp")]
    pub snapshot: Option<PathBuf>,

    /// Format of the snapshot, instead of the one it looks like.
    #[arg(long, value_name = "NAME", value_parser = input_formats(), conflicts_with = "cdp")]
    pub input_format: Option<String>,

    #[command(flatten)]
    pub live: LiveArgs,
}

/// How elements are scored.
#[derive(Args, Debug)]
pub struct ScoringArgs {
    /// Least score of a match, from 0 to 1.
    #[arg(long, value_name = "F", default_value_t = 0.3, value_parser = threshold)]
    #[arg(allow_negative_numbers = true)]
    pub threshold: f64,

    /// What counts as evidence.
    #[arg(long, value_name = "NAME", value_enum, default_value_t = StrategyName::Combined)]
    pub strategy: StrategyName,

    /// Weight of words in the combined strategy; only its proportion to the other weight counts.
    #[arg(long, value_name = "F", default_value_t = 0.6, value_parser = weight)]
    #[arg(allow_negative_numbers = true)]
    pub lexical_weight: f64,

    /// Weight of vectors in the combined strategy.
    #[arg(long, value_name = "F", default_value_t = 0.4, value_parser = weight)]
    #[arg(allow_negative_numbers = true)]
    pub embedding_weight: f64,

    /// Say why: the reasons in words, and the score of each strategy.
    #[arg(long)]
    pub explain: bool,
}

impl ScoringArgs {
    /// The strategy in the library's terms.
    pub fn strategy(&self) -> Strategy {
        match self.strategy {
            StrategyName::Lexical => Strategy::Lexical,
            StrategyName::Embedding => Strategy::Embedding,
            StrategyName::Combined => Strategy::Combined,
        }
    }

    /// The options in the library's terms, for at most `top_k` matches.
    pub fn options(&self, top_k: usize) -> FindOptions {
        FindOptions {
            threshold: self.threshold,
            top_k,
            lexical_weight: self.lexical_weight,
            embedding_weight: self.embedding_weight,
            explain: self.explain,
        }
    }
}

/// When to colour.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorWhen {
    /// On a terminal, unless the environment says otherwise.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Names of the strategies.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrategyName {
    /// Words: exact, folded, stemmed, synonyms, abbreviations, typos.
    Lexical,
    /// Vectors of words, meanings and character n-grams.
    Embedding,
    /// Both, weighed.
    Combined,
}

/// Formats of `find`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindFormat {
    /// Aligned columns for people.
    Table,
    /// One JSON object, also when nothing fits.
    Json,
    /// One ref a line.
    Refs,
}

/// Formats of `match`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchFormat {
    /// One line for people: ref, score, confidence, role, name.
    Table,
    /// One JSON object.
    Json,
}

/// Formats of the commands that answer with one line.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextFormat {
    /// One line.
    Text,
    /// One JSON object.
    Json,
}

/// Forms of `convert`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Our own JSON, which holds all of the tree.
    Json,
    /// A Playwright aria snapshot, as `toMatchAriaSnapshot` takes it.
    Aria,
    /// The text of `view`.
    View,
    /// One HTML page that shows the tree beside its boxes.
    Html,
}

pub(super) fn coordinate(text: &str) -> Result<f64, String> {
    number(text).filter(|n| n.is_finite()).ok_or_else(|| "must be a finite number".to_owned())
}

pub(super) fn input_formats() -> PossibleValuesParser {
    PossibleValuesParser::new(FORMATS.iter().map(|f| PossibleValue::new(f.name).help(f.summary)))
}

/// A budget in tokens; 0 is none.
fn budget(text: &str) -> Result<u32, String> {
    const MOST: u32 = 100_000;
    let number = if text == "all" { Some(0) } else { text.parse().ok().filter(|n| *n <= MOST) };
    number.ok_or_else(|| format!("must be a whole number up to {MOST}, or `all`"))
}

fn threshold(text: &str) -> Result<f64, String> {
    number(text).filter(|n| (0.0..=1.0).contains(n)).ok_or_else(|| "must be a number from 0 to 1".to_owned())
}

fn weight(text: &str) -> Result<f64, String> {
    number(text)
        .filter(|n| n.is_finite() && *n >= 0.0)
        .ok_or_else(|| "must be a number that is 0 or more".to_owned())
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok()
}
