//! The command line of `semantic hints`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{LIVE_PAGE, LiveArgs, SourceArgs};

/// Arguments of `hints`.
#[derive(Args, Debug)]
pub struct HintsCommand {
    /// What to ask of the hints.
    #[command(subcommand)]
    pub question: HintsQuestion,
}

/// The subcommands of `hints`.
#[derive(Subcommand, Debug)]
pub enum HintsQuestion {
    /// List the hinted elements by role, repeated ones folded.
    ///
    /// Prints one line of JSON. Exits with 1 where no element carries a hint, or nothing matches the scope.
    Snapshot(HintsSnapshotArgs),

    /// Show one hinted element, hidden or not.
    ///
    /// Prints one line of JSON. Exits with 1 where no element has the id, or several have it.
    Observe(HintsObserveArgs),

    /// Check the hints of an app: its sources, and pages as they are rendered.
    ///
    /// Prints a line a finding: file, line, column, how bad, the rule, what is wrong; under it the cure. The rules are
    /// in docs/lint. Exits with 0 where no error was found, with 1 where one was (with --strict also a warning or a
    /// file that could not be read), and with 2 where a PATH is not there.
    ///
    /// What is read: html, js, jsx, ts, tsx, vue, svelte, astro, php and erb files (also htm, xhtml, mjs, cjs, mts,
    /// cts, phtml). In folders, hidden files, node_modules, target, dist and what .gitignore names are left out. What a
    /// value says that code fills in is never guessed; a rendered page tells it. Hints that stand where they cannot be
    /// read (in a quoted text, in a name that code makes) are counted, and their places told.
    #[command(after_long_help = LINT_EXAMPLES)]
    Lint(HintsLintArgs),

    /// Write one page that shows a page with its hints: what is covered, what is missing, what is wrong.
    ///
    /// The picture of the page with every hinted element boxed, what has no hint, the findings of lint, the folded
    /// collections as tables, and the size of the hints beside other ways to tell of the page. The file needs nothing
    /// from elsewhere. In the picture, fields that hold a secret are painted over.
    ///
    /// A live page is neither scrolled nor resized: the picture shows what is in view. A saved page is opened in a browser
    /// of our own where Chrome, Chromium or Edge is found, its scripts included, and shown whole; else there is no picture.
    ///
    /// Exits with 0 whatever was found, and tells how much on standard error.
    #[command(after_long_help = REVIEW_EXAMPLES)]
    Review(HintsReviewArgs),
}

const REVIEW_EXAMPLES: &str = "\
Examples:
  semantic hints review --cdp http://localhost:9222 -o review.html
  semantic hints review --cdp http://localhost:9222 --whole-page -o review.html
  semantic hints review saved.html -o review.html";

const LINT_EXAMPLES: &str = "\
Examples:
  semantic hints lint src
  semantic hints lint src --fix --strict
  semantic hints lint src --format sarif > hints.sarif
  semantic hints lint --page saved.html
  semantic hints lint --cdp http://localhost:9222 --tab checkout";

/// Arguments of `hints snapshot`.
#[derive(Args, Debug)]
pub struct HintsSnapshotArgs {
    #[command(flatten)]
    pub source: SourceArgs,

    /// Only this element and what lies in it: its data-semtag-id, on a live page else a CSS selector.
    #[arg(long, value_name = "ID|SELECTOR")]
    pub scope: Option<String>,

    /// List what cannot be seen too, with "visible":false.
    #[arg(long)]
    pub include_hidden: bool,

    /// The address that the page was served at, where the file does not say it.
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
}

/// Arguments of `hints observe`.
#[derive(Args, Debug)]
pub struct HintsObserveArgs {
    /// The element's data-semtag-id.
    pub id: String,

    #[command(flatten)]
    pub source: SourceArgs,
}

/// Arguments of `hints review`.
#[derive(Args, Debug)]
pub struct HintsReviewArgs {
    #[command(flatten)]
    pub source: SourceArgs,

    /// Where to write the review; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,

    /// Show all of the live page, not only what is in view: it is made as high as it is long while it is read, which it
    /// notices.
    #[arg(long, help_heading = LIVE_PAGE)]
    pub whole_page: bool,

    /// Read the saved page without a browser: no picture, and nothing of it is run.
    #[arg(long, conflicts_with = "cdp")]
    pub no_browser: bool,
}

/// Arguments of `hints lint`.
#[derive(Args, Debug)]
pub struct HintsLintArgs {
    /// Files and folders; without any, without --page and without --cdp, the folder where the command runs.
    ///
    /// A folder is taken for a whole app: an id that one file names has to be in another. Of files alone only what each
    /// tells by itself is said.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// A rendered page in a file: its source, and what only rendering tells: folding, visibility, coverage.
    #[arg(long, value_name = "FILE")]
    pub page: Vec<PathBuf>,

    #[command(flatten)]
    pub live: LiveArgs,

    /// How the findings are printed.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = LintFormat::Text)]
    pub format: LintFormat,

    /// Make warnings, and files that could not be read, count as errors.
    #[arg(long)]
    pub strict: bool,

    /// Mend what is mechanical in the files, and print what is left.
    #[arg(long)]
    pub fix: bool,
}

/// Formats of `hints lint`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LintFormat {
    /// Two lines a finding, and a line that counts.
    Text,
    /// One JSON object.
    Json,
    /// SARIF 2.1.0, as code hosts and editors take it.
    Sarif,
}
