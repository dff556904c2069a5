//! The command line of `semantic mcp`.
#![cfg_attr(not(feature = "mcp"), allow(dead_code))] // without the server nothing reads these

use clap::{Args, ValueEnum};

/// Arguments of `mcp`. A flag counts more than its variable; a variable that is empty counts as not set.
#[derive(Args, Debug)]
pub struct McpCommand {
    /// The shared browser: http://HOST:PORT or ws://… of its debugging port.
    #[arg(long, value_name = "URL", env = "SEMANTIC_HINTS_CDP_URL", hide_env_values = true)]
    #[arg(default_value = "http://127.0.0.1:9222")]
    pub cdp: String,

    /// An address that is opened where no page is open and a tool is called without one.
    #[arg(long, value_name = "URL", env = "SEMANTIC_HINTS_TARGET_URL", hide_env_values = true)]
    pub target_url: Option<String>,

    /// Start a private browser where the shared one cannot be reached; every answer then carries a warning.
    #[arg(long, value_name = "BOOL", env = "SEMANTIC_HINTS_LAUNCH_BROWSER", hide_env_values = true)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value = "false")]
    #[arg(value_parser = off_unless_said)]
    pub launch_browser: bool,

    /// Whether that private browser has no window.
    #[arg(long, value_name = "BOOL", env = "SEMANTIC_HINTS_HEADLESS", hide_env_values = true)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value = "true")]
    #[arg(value_parser = on_unless_said)]
    pub headless: bool,

    /// The tab to begin with: its id as `semantic tabs` prints it, else a part of its address.
    #[arg(long, value_name = "TAB")]
    pub tab: Option<String>,

    /// Most seconds that a call may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub timeout: u64,

    /// Most characters of an answer; where there is more to say, the answer is how to ask for less.
    #[arg(long, value_name = "N", default_value_t = 75_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1000..))]
    pub max_chars: u64,

    /// How much is logged on standard error.
    #[arg(long, value_name = "LEVEL", env = "SEMANTIC_LOG", hide_env_values = true)]
    #[arg(value_enum, default_value_t = LogLevel::Warn)]
    pub log: LogLevel,
}

/// Levels of the log.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogLevel {
    /// Nothing.
    Off,
    /// What failed within the server.
    Error,
    /// What a client sent that cannot be used, too.
    Warn,
    /// The beginning and the end, too.
    Info,
    /// Every call, too.
    Debug,
}

fn off_unless_said(text: &str) -> Result<bool, String> {
    switch(text).map(|on| on.unwrap_or(false))
}

fn on_unless_said(text: &str) -> Result<bool, String> {
    switch(text).map(|on| on.unwrap_or(true))
}

/// A switch as people write it in a variable; `None` where nothing is written.
fn switch(text: &str) -> Result<Option<bool>, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "" => Ok(None),
        "true" | "1" | "yes" | "on" => Ok(Some(true)),
        "false" | "0" | "no" | "off" => Ok(Some(false)),
        _ => Err("must be true or false".to_owned()),
    }
}
