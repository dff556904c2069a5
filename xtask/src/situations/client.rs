//! `semantic mcp` spoken to as its users do: one JSON-RPC message a line.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// A server with an open session; it ends with this value.
pub struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last: u64,
}

/// What a tool answered.
pub struct Told {
    /// The texts of the answer.
    pub text: String,
    /// Whether it is an error.
    pub is_error: bool,
}

impl Client {
    /// Starts a server that has not been greeted.
    pub fn start(semantic: &Path, arguments: &[&str]) -> Result<Client> {
        let mut command = Command::new(semantic);
        for name in ["CDP_URL", "TARGET_URL", "LAUNCH_BROWSER", "HEADLESS"] {
            command.env_remove(format!("SEMANTIC_HINTS_{name}"));
        }
        command.arg("mcp").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().context("cannot run semantic mcp")?;
        let input = child.stdin.take().context("no standard input")?;
        let output = BufReader::new(child.stdout.take().context("no standard output")?);
        Ok(Client { child, input, output, last: 0 })
    }

    /// Starts a server on a browser and begins a session.
    pub fn connect(semantic: &Path, address: &str, more: &[&str]) -> Result<Client> {
        let mut client = Client::start(semantic, &[&["--cdp", address], more].concat())?;
        client.ask("initialize", &hello(Some("2025-06-18")))?;
        client.write(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string())?;
        Ok(client)
    }

    /// Writes a line as it is.
    pub fn write(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).context("semantic mcp does not read")
    }

    /// The next line, which must be one message of the protocol.
    pub fn read(&mut self) -> Result<Value> {
        let mut line = String::new();
        self.output.read_line(&mut line).context("semantic mcp cannot be read")?;
        let message: Value = serde_json::from_str(&line).with_context(|| format!("no JSON: {line:?}"))?;
        ensure!(message["jsonrpc"] == "2.0", "no message of JSON-RPC: {line}");
        Ok(message)
    }

    /// Sends a request; its answer.
    pub fn ask(&mut self, method: &str, params: &Value) -> Result<Value> {
        self.last += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params});
        self.write(&request.to_string())?;
        let answer = self.read()?;
        ensure!(answer["id"] == self.last, "another answer was expected: {answer}");
        Ok(answer)
    }

    /// Calls a tool by the rest of its name.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Result<Told> {
        let called = json!({"name": format!("semantic_{tool}"), "arguments": arguments});
        let answer = self.ask("tools/call", &called)?;
        let texts =
            answer["result"]["content"].as_array().with_context(|| format!("no content: {answer}"))?;
        let texts: Vec<_> = texts.iter().filter_map(|part| part["text"].as_str()).collect();
        Ok(Told { text: texts.join("\n"), is_error: answer["result"]["isError"] == true })
    }

    /// What a call answers, which must be no error.
    pub fn text(&mut self, tool: &str, arguments: Value) -> Result<String> {
        let told = self.call(tool, arguments)?;
        ensure!(!told.is_error, "semantic_{tool}: {}", told.text);
        Ok(told.text)
    }
}

/// What a client says first; without a version, one that leaves it out.
pub fn hello(version: Option<&str>) -> Value {
    let mut hello = json!({"capabilities": {}, "clientInfo": {"name": "situations", "version": "1"}});
    if let Some(version) = version {
        hello["protocolVersion"] = version.into();
    }
    hello
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
