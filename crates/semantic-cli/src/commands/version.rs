//! `semantic version`: the version, as `--version` prints it.

use anyhow::Result;
use serde::Serialize;

use crate::cli::{TextFormat, VersionArgs};
use crate::exit::Outcome;
use crate::output::{self, json};

#[derive(Serialize)]
struct Version {
    name: &'static str,
    version: &'static str,
}

/// Runs the subcommand.
pub fn run(args: &VersionArgs) -> Result<Outcome> {
    let Version { name, version } = VERSION;
    output::print(&match args.format {
        TextFormat::Text => format!("{name} {version}\n"),
        TextFormat::Json => json::object(&VERSION),
    })?;
    Ok(Outcome::Done)
}

const VERSION: Version = Version { name: "semantic", version: env!("CARGO_PKG_VERSION") };
