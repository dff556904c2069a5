//! `cargo xtask test`, the step `e2e`: agents' scripts with real clients on a real browser, in `tests/e2e`.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::SystemTime;

use anyhow::{Result, bail};
use semantic_cdp::find_browser;

use crate::corpus;
use crate::test::{pass, semantic};

const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// The oldest Node.js that will do.
const NODE: u32 = 20;

/// What npm says where the network is to blame.
const NETWORK: [&str; 8] = [
    "ENOTFOUND",
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ECONNRESET",
    "ETIMEDOUT",
    "ERR_SOCKET_TIMEOUT",
    "ENETUNREACH",
    "ENOTCACHED",
];

/// Runs the scenarios on a debug build; where a part is missing, says which.
pub fn run() -> Result<String> {
    if let Err(why) = ready()? {
        return Ok(format!("skipped: {why}"));
    }
    pass(node(&["--test", "--test-reporter=spec"]).env("SEMANTIC_BIN", semantic(false)?))?;
    Ok("agents see through semantic mcp and act through Playwright MCP".to_owned())
}

/// Readies Node.js, the packages and a browser; the inner error says what is missing.
pub fn ready() -> Result<Result<(), String>> {
    match version() {
        Some(version) if version >= NODE => {}
        Some(version) => return Ok(Err(format!("Node.js {version} is older than {NODE}"))),
        None => return Ok(Err(format!("no Node.js ({NODE} or newer)"))),
    }
    if let Err(why) = browser() {
        return Ok(Err(why));
    }
    packages()
}

/// Node.js with these arguments, in the folder of the scenarios.
pub fn node(arguments: &[&str]) -> Command {
    let mut node = Command::new("node");
    node.current_dir(folder()).args(arguments).stdin(Stdio::null());
    node
}

/// Whether there is a browser, in words. Where tests run for everybody (`CI=true`) it is brought through the system's
/// packages; on a machine of somebody's own nothing is installed unasked.
pub fn browser() -> Result<&'static str, String> {
    const NONE: &str = "no Chromium, Chrome or Edge was found";
    if find_browser().is_some() {
        return Ok("a browser is there");
    }
    if !std::env::var("CI").is_ok_and(|ci| ci == "true" || ci == "1") {
        return Err(format!("{NONE} (on Debian: apt-get install chromium)"));
    }
    println!("{NONE}; installing the system's package");
    let install = "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium";
    let root = format!("if [ \"$(id -u)\" = 0 ]; then {install}; else sudo -n sh -c '{install}'; fi");
    if works(Command::new("sh").args(["-c", &root])) && find_browser().is_some() {
        return Ok("Chromium was installed from the system's packages");
    }
    Err(format!("{NONE}, and the system's package chromium cannot be installed"))
}

/// Installs exactly what the lock file names, unless it is there already.
fn packages() -> Result<Result<(), String>> {
    let changed = |file: &str| -> Option<SystemTime> { folder().join(file).metadata().ok()?.modified().ok() };
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_some() && installed >= changed("package-lock.json") {
        return Ok(Ok(()));
    }
    let mut npm = Command::new(NPM);
    npm.args(["ci", "--prefer-offline", "--no-audit", "--no-fund", "--fetch-retries=1"]);
    npm.current_dir(folder()).stdin(Stdio::null()).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    let Ok(output) = npm.output() else { return Ok(Err("no npm".to_owned())) };
    if output.status.success() {
        return Ok(Ok(()));
    }
    let said = String::from_utf8_lossy(&output.stderr);
    if NETWORK.iter().any(|word| said.contains(word)) {
        return Ok(Err("npm cannot reach its registry, and its cache has not all packages".to_owned()));
    }
    bail!("npm ci failed: {said}")
}

fn folder() -> PathBuf {
    corpus::root().join("tests/e2e")
}

/// The major version of Node.js.
fn version() -> Option<u32> {
    let output = Command::new("node").arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

fn works(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}
