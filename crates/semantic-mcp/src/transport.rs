//! Messages as lines: standard input and output, each on a thread of its own.
//!
//! The threads make the end simple: a read that waits for input keeps nothing else waiting, and a client that no longer
//! reads is noticed. What is no message is answered here, because nothing behind this could.

use std::borrow::Cow;
use std::io::{self, BufRead, Write};
use std::thread;

use rmcp::RoleServer;
use rmcp::model::{ClientRequest, GetMeta, JsonRpcMessage};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use crate::log::Level;

/// The longest message that is read.
const MOST_BYTES: usize = 4 << 20;
/// Messages that wait to be worked on or written before the other side has to wait.
const WAITING: usize = 64;

/// One line of input.
pub(crate) enum Line {
    Text(Vec<u8>),
    /// It was longer than [`MOST_BYTES`].
    TooLong,
}

/// The lines of a client.
pub(crate) struct Lines {
    input: mpsc::Receiver<Line>,
    output: mpsc::Sender<Vec<u8>>,
    /// Whether the client has begun a session, so that anything but requests has a meaning.
    begun: bool,
    log: Level,
}

impl Lines {
    /// The lines of this process, and what tells when all that was sent is written and no more can come.
    pub(crate) fn standard(log: Level) -> (Self, oneshot::Receiver<()>) {
        let (to_input, input) = mpsc::channel(WAITING);
        thread::spawn(move || read(io::stdin().lock(), &to_input));
        let (output, mut from_output) = mpsc::channel::<Vec<u8>>(WAITING);
        let (done, written) = oneshot::channel();
        thread::spawn(move || {
            write(&mut from_output);
            drop(from_output);
            let _ = done.send(());
        });
        (Lines { input, output, begun: false, log }, written)
    }

    /// The message of a line, or what to answer where it is none. Neither where it asks for no answer.
    fn message(&mut self, line: &[u8]) -> Result<Option<RxJsonRpcMessage<RoleServer>>, Value> {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
        if line.is_empty() {
            return Ok(None);
        }
        let line = &*if self.begun { Cow::Borrowed(line) } else { with_version(line) };
        match serde_json::from_slice(line) {
            Ok(message) if self.begun || begins(&message) => {
                self.begun = true;
                Ok(Some(message))
            }
            Ok(JsonRpcMessage::Request(request)) => Ok(Some(JsonRpcMessage::Request(request))),
            Ok(_) => Ok(None),
            Err(error) => refusal(line, &error).map_or(Ok(None), Err),
        }
    }
}

/// An `initialize` that names no version asks for one that nobody knows: it is answered with our own.
fn with_version(line: &[u8]) -> Cow<'_, [u8]> {
    const KEY: &str = "protocolVersion";
    let Ok(mut message) = serde_json::from_slice::<Value>(line) else { return Cow::Borrowed(line) };
    match message.get_mut("params").and_then(Value::as_object_mut) {
        Some(params) if params.get(KEY).is_none_or(Value::is_null) => {
            params.insert(KEY.to_owned(), "".into())
        }
        _ => return Cow::Borrowed(line),
    };
    match message["method"] == "initialize" {
        true => Cow::Owned(message.to_string().into_bytes()),
        false => Cow::Borrowed(line),
    }
}

/// Whether a message begins a session: older clients by `initialize`, newer ones by any request that says the version.
fn begins(message: &RxJsonRpcMessage<RoleServer>) -> bool {
    let JsonRpcMessage::Request(request) = message else { return false };
    match &request.request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::DiscoverRequest(_) | ClientRequest::PingRequest(_) => false,
        other => other.get_meta().protocol_version().is_some(),
    }
}

/// The answer to a line that is no message; none where it would have asked for none.
fn refusal(line: &[u8], error: &serde_json::Error) -> Option<Value> {
    let answer = |id: Value, code: i32, message: String| {
        Some(json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}))
    };
    let Ok(value) = serde_json::from_slice::<Value>(line) else {
        return answer(Value::Null, -32700, format!("Parse error: {error}"));
    };
    let Value::Object(object) = &value else {
        return answer(Value::Null, -32600, "Invalid request: one JSON-RPC object a line".to_owned());
    };
    let id = object.get("id").filter(|id| id.is_string() || id.is_number());
    match (object.get("method"), id) {
        (Some(Value::String(_)), None) if !object.contains_key("id") => None, // a notification
        (Some(Value::String(method)), Some(id)) if object.get("jsonrpc") == Some(&"2.0".into()) => {
            let method: String = method.chars().take(80).collect();
            answer(
                id.clone(),
                -32602,
                format!("Invalid params of {method:?}, or an id that is no whole number"),
            )
        }
        (None, _) if object.contains_key("result") || object.contains_key("error") => None, // a response
        (_, id) => answer(id.cloned().unwrap_or_default(), -32600, "Invalid request".to_owned()),
    }
}

impl Transport<RoleServer> for Lines {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let output = self.output.clone();
        async move {
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            output.send(line).await.map_err(|_| io::ErrorKind::BrokenPipe.into())
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let line = tokio::select! {
                line = self.input.recv() => line?,
                () = self.output.closed() => return None, // nobody reads what we write
            };
            let refused = match &line {
                Line::Text(line) => match self.message(line) {
                    Ok(Some(message)) => return Some(message),
                    Ok(None) => continue,
                    Err(refused) => refused,
                },
                Line::TooLong => json!({"jsonrpc": "2.0", "id": null, "error": {
                    "code": -32600, "message": format!("Invalid request: more than {MOST_BYTES} bytes")}}),
            };
            self.log.say(Level::Warn, &format!("a line that is no message: {}", refused["error"]["message"]));
            let mut line = refused.to_string().into_bytes();
            line.push(b'\n');
            // Without waiting, so that nothing is lost where this future is dropped.
            if let Err(mpsc::error::TrySendError::Closed(_)) = self.output.try_send(line) {
                return None;
            }
        }
    }

    /// Sends no more.
    async fn close(&mut self) -> Result<(), io::Error> {
        let (nowhere, _) = mpsc::channel(1);
        self.output = nowhere;
        Ok(())
    }
}

/// Passes lines on until the input or its reader ends.
fn read(mut input: impl BufRead, lines: &mpsc::Sender<Line>) {
    let (mut line, mut too_long) = (Vec::new(), false);
    loop {
        let available = match input.fill_buf() {
            Ok([]) => break,
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let end = available.iter().position(|&byte| byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        too_long |= line.len() + part.len() > MOST_BYTES;
        if too_long {
            line = Vec::new();
        } else {
            line.extend_from_slice(part);
        }
        let taken = part.len() + usize::from(end.is_some());
        input.consume(taken);
        if end.is_some() {
            let whole = if too_long { Line::TooLong } else { Line::Text(std::mem::take(&mut line)) };
            too_long = false;
            if lines.blocking_send(whole).is_err() {
                return;
            }
        }
    }
    // A last line without an end counts: the client wrote it before it went.
    if !line.is_empty() {
        let _ = lines.blocking_send(Line::Text(line));
    }
}

/// Writes lines until there are no more or nobody reads them.
fn write(lines: &mut mpsc::Receiver<Vec<u8>>) {
    let mut output = io::stdout().lock();
    while let Some(line) = lines.blocking_recv() {
        if output.write_all(&line).and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}
