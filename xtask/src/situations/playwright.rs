//! Real Playwright beside us, by `tests/e2e/resolve.mjs`: what a locator of ours finds.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::e2e;

/// A running script; it ends with this value.
pub struct Playwright {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Playwright {
    /// Attaches Playwright to a browser; the inner error says what is missing.
    pub fn open(address: &str) -> Result<Result<Playwright, String>> {
        if let Err(why) = e2e::ready()? {
            return Ok(Err(why));
        }
        let mut node = e2e::node(&["resolve.mjs", address]);
        let mut child =
            node.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().context("cannot run node")?;
        let input = child.stdin.take().context("no standard input")?;
        let output = BufReader::new(child.stdout.take().context("no standard output")?);
        Ok(Ok(Playwright { child, input, output }))
    }

    /// Whether a locator finds the one element that a script of the page names (or, without one, any one element); the
    /// error says what it finds.
    pub fn finds(
        &mut self,
        url: &str,
        locator: &str,
        element: Option<&str>,
    ) -> Result<Result<String, String>> {
        let request = json!({"url": url, "locator": locator, "element": element});
        writeln!(self.input, "{request}")
            .and_then(|()| self.input.flush())
            .context("Playwright does not read")?;
        let mut line = String::new();
        self.output.read_line(&mut line).context("Playwright cannot be read")?;
        let told: Value = serde_json::from_str(&line).with_context(|| format!("Playwright said {line:?}"))?;
        Ok(match told["wrong"].as_str() {
            Some(wrong) => Err(format!("{locator}: {wrong}")),
            None => Ok(told["html"].as_str().unwrap_or_default().to_owned()),
        })
    }
}

impl Drop for Playwright {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
