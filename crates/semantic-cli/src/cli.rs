//! The command line: every subcommand, option and help text. `docs/cli.md` is made from this file.

mod hints;
mod mcp;
mod parse;
mod shared;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub use self::hints::{
    HintsCommand, HintsLintArgs, HintsObserveArgs, HintsQuestion, HintsReviewArgs, HintsSnapshotArgs,
    LintFormat,
};
#[cfg(feature = "mcp")]
pub use self::mcp::LogLevel;
pub use self::mcp::McpCommand;
pub use self::parse::parse;
pub use self::shared::{
    ColorWhen, FindFormat, Form, InputArgs, LiveArgs, MatchFormat, PartArgs, ScopeArgs, ScoringArgs,
    SessionArgs, SourceArgs, TextFormat, ViewArgs,
};
use self::shared::{LIVE_PAGE, coordinate, input_formats};

/// Find the element that a sentence means, in a dump of a user interface.
#[derive(Parser, Debug)]
#[command(name = "semantic", version, arg_required_else_help = true, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 done or found, 1 nothing found or refused, 2 usage or bad input, \
    3 browser or server unreachable.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,

    /// When to colour tables.
    ///
    /// `auto` colours on a terminal only and heeds NO_COLOR and CLICOLOR_FORCE.
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = ColorWhen::Auto)]
    #[arg(help_heading = "Global options")]
    pub color: ColorWhen,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Find the elements that a query means, best first.
    ///
    /// The query is a sentence ("delete in the row of INV-1003", "second to last link", "email field not in
    /// the footer") or a structured locator: role:<role> [name], text:, label:, placeholder:, alt:, title:,
    /// testid:, any of them inside first:, last: or nth:<n>: (counted from 1). find:<words> forces words
    /// that look like a locator to be read as a sentence.
    ///
    /// On a live page each match comes with where it is and with locators that a driver takes as they are.
    ///
    /// Exits with 0 when something fits and with 1 when nothing does.
    #[command(after_long_help = FIND_EXAMPLES)]
    Find(FindArgs),

    /// Score one element against a query.
    ///
    /// The score is the one that `find` gives the same element. Exits with 0 when it reaches the threshold
    /// and with 1 when it does not, or when the ref names no single element of the snapshot.
    #[command(after_long_help = MATCH_EXAMPLES)]
    Match(MatchArgs),

    /// Print the tree, a line for each node with its ref; a live page as an agent reads it.
    ///
    /// A live page (--cdp) is printed as docs/page.md describes it: what is open on top first, controls with their
    /// states, texts, tables as rows, within a budget. With --format json it is the tree, as for a file.
    ///
    /// A view says what is shown: part of the tree, some fields, some roles, at most so many nodes. Refs number the
    /// whole tree whatever is shown, so that a ref read off one view means the same node in any other.
    #[command(after_long_help = VIEW_EXAMPLES)]
    View(ViewCommand),

    /// Say what changed from one snapshot to another, or since the last look at a live page.
    ///
    /// With --cdp and --session, without BEFORE: what changed since the last `view` or `diff` with this session (or the
    /// first `find`), as docs/page.md describes it: dialogs, messages also when they are gone again, navigation, focus,
    /// values and states, then rows.
    ///
    /// Of two snapshots it prints `- row` for what is gone (with its ref in BEFORE), `+ row` for what is new and `~ row "old" → "new"` for
    /// what changed (with their refs in AFTER), or `# no change`. What only moved is no change. A ref in the view
    /// options is one of BEFORE, and followed.
    ///
    /// Exits with 0; with --exit-code, with 1 where something changed.
    #[command(after_long_help = DIFF_EXAMPLES)]
    Diff(DiffCommand),

    /// Say which element is at a point.
    ///
    /// The smallest box that holds the point, and of equals the last in the document. On a live page also what covers
    /// it and what lies beneath, with locators. Exits with 1 where nothing is.
    At(AtCommand),

    /// Say which node a ref means, with everything that is known of it.
    ///
    /// On a live page also the locators by which a driver finds it. Exits with 1 where the ref names no single node.
    Resolve(ResolveCommand),

    /// Write a snapshot of any known format in another form.
    ///
    /// `json` is our own form, which every command reads and which holds all of the tree. `aria` is a Playwright aria snapshot, `view`
    /// the text of `view`, `html` a page to look at.
    Convert(ConvertCommand),

    /// List the tabs of a running browser, latest activated first.
    ///
    /// Exits with 1 where no page is open and with 3 where the browser cannot be reached.
    Tabs(TabsCommand),

    /// Say what of a live page can be reached, and what to do about what cannot.
    ///
    /// Looks for a browser program, the browser at the address, its version, its tabs, and whether the page in view
    /// can be read. Exits with 3 where the browser cannot be reached and with 1 where its page cannot be read.
    Doctor(DoctorCommand),

    /// Say what a page says about itself by data-semtag attributes: what its elements are for, do and show.
    ///
    /// The vocabulary and the answers are described in docs/hints.md.
    #[command(after_long_help = HINTS_EXAMPLES)]
    Hints(HintsCommand),

    /// Serve agents over MCP on standard input and output: what a live page says of itself.
    ///
    /// A companion of Playwright MCP, attached to the same browser: this server reads, that one acts. It attaches when
    /// the first tool is called and starts no browser unless it is told to. Tools, set-up and errors are described in
    /// docs/mcp.md.
    #[command(after_long_help = MCP_EXAMPLES)]
    Mcp(McpCommand),

    /// Say what kind of failure an error message reports, and whether looking again can help.
    ///
    /// Prints one of element_not_found, element_stale, element_not_interactable, navigation (all
    /// recoverable), network and unknown (not recoverable). Exits with 0 whatever the message says.
    #[command(after_long_help = CLASSIFY_EXAMPLES)]
    Classify(ClassifyArgs),

    /// Find the same element after the page changed, or say why there is none.
    ///
    /// Everything that identifies the element is weighed together: its role, name, identifiers, address, row,
    /// section, neighbours and place. Contraries (Approve and Reject), other kinds and other rows are never
    /// given.
    ///
    /// On a live page (--cdp) the element is named by a ref of an earlier look of the --session, by a --locator that was
    /// used, by what is known of it (--intent), or by a ref in a file (--before). Its new ref and its locators are given.
    ///
    /// Exits with 0 when it is found, with 1 when the answer is refused (gone, ambiguous or
    /// contradicted), and with 2 when a file or the ref is no good.
    #[command(after_long_help = RELOCATE_EXAMPLES)]
    Relocate(RelocateArgs),

    /// Print the version.
    Version(VersionArgs),

    /// Print a shell's completion script.
    ///
    /// For instance: semantic completions bash > ~/.local/share/bash-completion/completions/semantic
    Completions(CompletionsArgs),
}

const FIND_EXAMPLES: &str = "\
Examples:
  semantic find \"sign in button\" --snapshot page.json
  curl -s localhost:9999/snapshot | semantic find \"search box\"
  semantic find \"login\" --snapshot page.json --format json
  semantic find \"button in top right corner\" --snapshot page.json --explain
  semantic find \"nth:2:role:button Edit\" --snapshot page.json --format refs
  semantic find \"search box\" --cdp http://localhost:9222 --scope modal
  semantic find --snapshot page.json -- \"-5 degrees\"";

const MATCH_EXAMPLES: &str = "\
Examples:
  semantic match \"login\" e4 --snapshot page.json
  semantic match \"login\" s_12 --snapshot page.json --format json --explain";

const VIEW_EXAMPLES: &str = "\
Examples:
  semantic view page.json
  semantic view page.json --interactive --max-nodes 100
  semantic view page.json --fields role,name,states,bounds --subtree-of s_12
  semantic view page.json --pane nav='{\"subtreeOf\": \"s_1\"}' --format json
  semantic view page.json --view @view.json
  semantic view --cdp http://localhost:9222 --tab checkout
  semantic view --cdp http://localhost:9222 --scope modal --budget 1000 --session shop.json";

const DIFF_EXAMPLES: &str = "\
Examples:
  semantic diff before.json after.json
  semantic diff before.json after.json --fields role,name,value,states --format json
  curl -s localhost:9999/snapshot | semantic diff before.json - --exit-code
  semantic diff before.json --cdp http://localhost:9222
  semantic diff --cdp http://localhost:9222 --session shop.json";

const HINTS_EXAMPLES: &str = "\
Examples:
  semantic hints snapshot shop.html
  semantic hints snapshot shop.html --scope cart --include-hidden
  semantic hints observe cart.total shop.html
  semantic hints snapshot --cdp http://localhost:9222 --scope cart
  semantic hints lint src
  semantic hints review --cdp http://localhost:9222 -o review.html";

const MCP_EXAMPLES: &str = "\
Examples:
  claude mcp add semantic -- semantic mcp --cdp http://127.0.0.1:9222
  semantic mcp --launch-browser --headless=false";

const CLASSIFY_EXAMPLES: &str = "\
Examples:
  semantic classify \"could not find node with given id\"
  tail -n 1 run.log | semantic classify -";

const RELOCATE_EXAMPLES: &str = "\
Examples:
  semantic relocate e5 --before old.json --after new.json
  semantic relocate e5 --before old.json --after new.json --query \"checkout button\" --format json
  capture | semantic relocate e5 --before element.json --before-partial --after -
  semantic relocate s_12 --cdp http://localhost:9222 --session shop.json
  semantic relocate --locator \"[data-testid='save']\" --cdp http://localhost:9222
  semantic relocate --intent '{\"role\": \"button\", \"name\": \"Save\"}' --cdp http://localhost:9222";

/// Arguments of `find`.
#[derive(Args, Debug)]
pub struct FindArgs {
    /// What to look for, in words or as a locator; after `--` it may start with a dash.
    pub query: String,

    #[command(flatten)]
    pub input: InputArgs,

    #[command(flatten)]
    pub scope: ScopeArgs,

    #[command(flatten)]
    pub session: SessionArgs,

    #[command(flatten)]
    pub scoring: ScoringArgs,

    /// Most matches to print; 0 prints all.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub top_k: usize,

    /// How to print the matches, on a terminal and in a pipe alike.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = FindFormat::Table)]
    pub format: FindFormat,
}

/// Arguments of `match`.
#[derive(Args, Debug)]
pub struct MatchArgs {
    /// What to look for, in words or as a locator; after `--` it may start with a dash.
    pub query: String,

    /// The element: its own ref (e4) or its number in the snapshot (s_4). Where a string is both, for two
    /// elements, own:REF or s:REF says which.
    #[arg(value_name = "REF")]
    pub reference: String,

    #[command(flatten)]
    pub input: InputArgs,

    #[command(flatten)]
    pub session: SessionArgs,

    #[command(flatten)]
    pub scoring: ScoringArgs,

    /// How to print the score.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = MatchFormat::Table)]
    pub format: MatchFormat,
}

/// Arguments of `view`.
#[derive(Args, Debug)]
pub struct ViewCommand {
    #[command(flatten)]
    pub source: SourceArgs,

    #[command(flatten)]
    pub part: PartArgs,

    #[command(flatten)]
    pub session: SessionArgs,

    #[command(flatten)]
    pub view: ViewArgs,

    /// How to print the view.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text)]
    pub format: TextFormat,
}

/// Arguments of `diff`.
#[derive(Args, Debug)]
pub struct DiffCommand {
    /// The earlier snapshot; `-` is standard input.
    #[arg(required_unless_present_any = ["session", "cdp"], conflicts_with = "session")]
    pub before: Option<PathBuf>,

    /// The later snapshot; `-` is standard input.
    #[arg(required_unless_present = "cdp", conflicts_with = "cdp")]
    pub after: Option<PathBuf>,

    #[command(flatten)]
    pub live: LiveArgs,

    #[command(flatten)]
    pub session: SessionArgs,

    /// Read both inputs as this format instead of finding out.
    #[arg(long, value_name = "FORMAT", value_parser = input_formats())]
    pub input_format: Option<String>,

    #[command(flatten)]
    pub view: ViewArgs,

    /// Count changes in these parts and do not list them, with commas: refs, identifiers or ARIA roles.
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    pub ignore: Vec<String>,

    /// Exit with 1 where something changed.
    #[arg(long)]
    pub exit_code: bool,

    /// How to print the changes.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text)]
    pub format: TextFormat,
}

/// Arguments of `at`.
#[derive(Args, Debug)]
pub struct AtCommand {
    /// Distance from the left edge, in CSS pixels.
    #[arg(allow_negative_numbers = true, value_parser = coordinate)]
    pub x: f64,

    /// Distance from the top edge, in CSS pixels.
    #[arg(allow_negative_numbers = true, value_parser = coordinate)]
    pub y: f64,

    #[command(flatten)]
    pub source: SourceArgs,

    #[command(flatten)]
    pub session: SessionArgs,

    /// How to print the node.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text)]
    pub format: TextFormat,
}

/// Arguments of `resolve`.
#[derive(Args, Debug)]
pub struct ResolveCommand {
    /// The ref: s_4, a pane's (toolbar.s_4), or the snapshot's own (e4). Where a string is both, for two elements,
    /// own:REF or s:REF says which.
    #[arg(value_name = "REF")]
    pub reference: String,

    #[command(flatten)]
    pub source: SourceArgs,

    #[command(flatten)]
    pub session: SessionArgs,

    #[command(flatten)]
    pub view: ViewArgs,

    /// How to print the node.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text)]
    pub format: TextFormat,
}

/// Arguments of `convert`.
#[derive(Args, Debug)]
pub struct ConvertCommand {
    #[command(flatten)]
    pub source: SourceArgs,

    /// The form to write.
    #[arg(long, value_name = "FORM", value_enum)]
    pub to: Form,
}

/// Arguments of `tabs`.
#[derive(Args, Debug)]
pub struct TabsCommand {
    /// The running browser: http://HOST:PORT or ws://… of its debugging port.
    #[arg(long, value_name = "URL")]
    pub cdp: String,

    /// How to print the tabs.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = MatchFormat::Table)]
    pub format: MatchFormat,
}

/// Arguments of `doctor`.
#[derive(Args, Debug)]
pub struct DoctorCommand {
    /// The running browser: http://HOST:PORT or ws://… of its debugging port.
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:9222")]
    pub cdp: String,

    /// The page to try, as in the other commands.
    #[arg(long, value_name = "TAB")]
    pub tab: Option<String>,

    /// How to print what was found.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text)]
    pub format: TextFormat,
}

/// Arguments of `classify`.
#[derive(Args, Debug)]
pub struct ClassifyArgs {
    /// The error message; `-` reads it from standard input.
    pub message: String,

    /// How to print the class.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text)]
    pub format: TextFormat,
}

/// Arguments of `relocate`.
#[derive(Args, Debug)]
pub struct RelocateArgs {
    /// The element in the old snapshot: its own ref (e4) or its number (s_4). Where a string is both, for two
    /// elements, own:REF or s:REF says which.
    /// On a live page without --before: a ref of an earlier look of the session.
    #[arg(value_name = "REF", required_unless_present_any = ["locator", "intent", "cdp"])]
    pub reference: Option<String>,

    /// File that holds the old snapshot; `-` reads standard input.
    #[arg(long, value_name = "FILE", requires = "reference", required_unless_present = "cdp")]
    #[arg(conflicts_with = "session")]
    pub before: Option<PathBuf>,

    /// File that holds the new snapshot; `-` reads standard input.
    #[arg(long, value_name = "FILE", required_unless_present = "cdp", conflicts_with = "cdp")]
    pub after: Option<PathBuf>,

    /// The old file holds only some elements, perhaps just the one: nothing is concluded from what it lacks.
    #[arg(long, requires = "before")]
    pub before_partial: bool,

    /// The query by which the element was once found, as another witness.
    #[arg(long, value_name = "QUERY")]
    pub query: Option<String>,

    /// How to print the answer.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text)]
    pub format: TextFormat,

    #[command(flatten)]
    pub live: LiveArgs,

    #[command(flatten)]
    pub session: SessionArgs,

    /// A locator that was used: one of `find`, getByRole(...), CSS, or role:button Save.
    #[arg(long, value_name = "LOCATOR", help_heading = LIVE_PAGE, conflicts_with_all = ["reference", "before"])]
    pub locator: Option<String>,

    /// What is known of the element, as JSON: query, role, name, identifier, label, placeholder, text, value, section.
    /// Beside a ref or a locator it counts where those are unknown.
    #[arg(long, value_name = "JSON", help_heading = LIVE_PAGE, conflicts_with = "before")]
    pub intent: Option<String>,
}

/// Arguments of `version`.
#[derive(Args, Debug)]
pub struct VersionArgs {
    /// How to print the version.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text)]
    pub format: TextFormat,
}

/// Arguments of `completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell to print the script for.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}
