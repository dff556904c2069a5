//! A small client that writes and reads raw lines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// A server, and what it writes. It is killed when this is dropped.
pub struct Client {
    pub child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    last: u64,
}

/// The answer of a tool.
#[derive(Debug)]
pub struct Told {
    pub text: String,
    /// The second text, or nothing.
    pub note: String,
    pub is_error: bool,
}

impl Told {
    /// The text, which must be compact JSON.
    pub fn json(&self) -> Value {
        let value: Value = serde_json::from_str(&self.text).expect("JSON");
        assert!(!self.text.contains('\n'), "{}", self.text);
        value
    }

    /// Asserts an error that says all of `parts`.
    pub fn fails_with(&self, parts: &[&str]) {
        let value = self.json();
        let error = value["error"].as_str().unwrap_or_else(|| panic!("no error: {}", self.text));
        assert!(
            self.is_error && parts.iter().all(|part| error.contains(part)),
            "{error} does not say {parts:?}"
        );
    }

    /// The warning; none is nothing.
    pub fn warning(&self) -> String {
        let value = self.json();
        let warning = value["warning"].as_str().unwrap_or_default().to_owned();
        assert!(warning.is_empty() || self.text.starts_with(r#"{"warning":""#), "{}", self.text);
        warning
    }
}

impl Client {
    /// Starts a server; nothing is said yet.
    pub fn start(args: &[&str], env: &[(&str, &str)]) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_semantic"));
        for name in ["CDP_URL", "TARGET_URL", "LAUNCH_BROWSER", "HEADLESS"] {
            command.env_remove(format!("SEMANTIC_HINTS_{name}"));
        }
        command.env_remove("SEMANTIC_LOG").arg("mcp").args(args).envs(env.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().expect("semantic runs");
        let (send, lines) = channel();
        let output = BufReader::new(child.stdout.take().expect("piped"));
        thread::spawn(move || output.lines().map_while(Result::ok).all(|line| send.send(line).is_ok()));
        let input = child.stdin.take();
        Client { child, input, lines, last: 0 }
    }

    /// Starts a server and begins a session.
    pub fn connect(args: &[&str], env: &[(&str, &str)]) -> Client {
        let mut client = Client::start(args, env);
        client.hello("2025-06-18");
        client
    }

    /// Begins a session with a version of the protocol; the answer.
    pub fn hello(&mut self, version: &str) -> Value {
        let params = json!({"protocolVersion": version, "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}});
        let answer = self.ask("initialize", &params);
        self.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        answer
    }

    pub fn write(&mut self, line: &str) {
        let input = self.input.as_mut().expect("open");
        input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()).expect("it reads");
    }

    /// The next message, which must be one JSON-RPC object.
    pub fn read(&mut self) -> Value {
        let line = self.lines.recv_timeout(Duration::from_secs(90)).expect("it answers");
        let message: Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line:?}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        message
    }

    /// Sends a request; its id.
    pub fn send(&mut self, method: &str, params: &Value) -> u64 {
        self.last += 1;
        let id = self.last;
        self.write(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        id
    }

    /// Sends a request and reads its answer.
    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.send(method, params);
        let answer = self.read();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Calls a tool.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Told {
        let answer = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        let result = &answer["result"];
        let text = |n: usize| result["content"][n]["text"].as_str().unwrap_or_default().to_owned();
        assert!(text(1).is_empty() || text(1).starts_with("note: "), "{answer}");
        Told { text: text(0), note: text(1), is_error: result["isError"] == true }
    }

    pub fn snapshot(&mut self, arguments: Value) -> Told {
        self.call("semantic_snapshot", arguments)
    }

    pub fn observe(&mut self, id: &str) -> Told {
        self.call("semantic_observe", json!({"id": id}))
    }

    /// Closes its input and waits until it has ended; its exit code.
    pub fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.ended()
    }

    /// Waits until it has ended; its exit code.
    pub fn ended(&mut self) -> Option<i32> {
        for _ in 0..400 {
            if let Some(status) = self.child.try_wait().expect("ours") {
                return status.code();
            }
            thread::sleep(Duration::from_millis(25));
        }
        panic!("it does not end");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
