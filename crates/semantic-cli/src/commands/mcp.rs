//! `semantic mcp`: the MCP server.

use anyhow::Result;

use crate::cli::McpCommand;
use crate::exit::Outcome;

/// Runs the subcommand, until the client goes.
#[cfg(feature = "mcp")]
pub fn run(args: &McpCommand) -> Result<Outcome> {
    use std::time::Duration;

    use semantic_mcp::{Level, Settings};

    use crate::cli::LogLevel;

    let given = |text: &String| !text.trim().is_empty();
    let mut settings = Settings::default();
    if given(&args.cdp) {
        settings.cdp.clone_from(&args.cdp);
    }
    settings.target = args.target_url.clone().filter(given);
    settings.tab = args.tab.clone().filter(given);
    settings.launch = args.launch_browser;
    settings.headless = args.headless;
    settings.limit = Duration::from_secs(args.timeout);
    settings.most_chars = usize::try_from(args.max_chars).unwrap_or(usize::MAX);
    settings.log = match args.log {
        LogLevel::Off => Level::Off,
        LogLevel::Error => Level::Error,
        LogLevel::Warn => Level::Warn,
        LogLevel::Info => Level::Info,
        LogLevel::Debug => Level::Debug,
    };
    semantic_mcp::run(settings)?;
    Ok(Outcome::Done)
}

/// In place of the server, where the command is built without it.
#[cfg(not(feature = "mcp"))]
pub fn run(_: &McpCommand) -> Result<Outcome> {
    anyhow::bail!("this build of semantic has no MCP server (its feature mcp is off)")
}
