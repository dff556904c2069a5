//! The command line of `semantic hints`.

use clap::{Args, Subcommand};

use super::SourceArgs;

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
}

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
