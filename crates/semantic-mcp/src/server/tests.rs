//! A call and what guards it, with tools made for that: no browser, no process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::service::serve_server;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::time::{Instant, sleep};

use super::Server;
use crate::answer::Answer;
use crate::settings::Settings;
use crate::tools::{Effects, Run, TOOLS, Tool};

const fn fake(name: &'static str, run: Run) -> Tool {
    Tool { name, title: "", about: "", params: &[], effects: Effects::Reads, run }
}

fn answer(text: &str) -> Answer {
    Answer { text: text.to_owned(), notes: vec!["a\nb\u{202e}".to_owned()] }
}

static BUSY: AtomicBool = AtomicBool::new(false);

static FAKES: [Tool; 4] = [
    fake("fine", |_, _| Box::pin(async { Ok(answer("{}")) })),
    fake("broken", |_, _| Box::pin(async { panic!("a defect") })),
    fake("endless", |_, _| Box::pin(std::future::pending())),
    fake("alone", |_, _| {
        Box::pin(async {
            let text = if BUSY.swap(true, Ordering::SeqCst) { "not alone" } else { "alone" };
            sleep(Duration::from_millis(30)).await;
            BUSY.store(false, Ordering::SeqCst);
            Ok(answer(text))
        })
    }),
];

struct Client {
    read: BufReader<ReadHalf<DuplexStream>>,
    write: WriteHalf<DuplexStream>,
}

impl Client {
    async fn send(&mut self, message: Value) {
        self.write.write_all(format!("{message}\n").as_bytes()).await.expect("the server reads");
    }

    async fn call(&mut self, id: u64, name: &str) {
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name}}))
            .await;
    }

    async fn next(&mut self) -> Value {
        let mut line = String::new();
        self.read.read_line(&mut line).await.expect("the server writes");
        serde_json::from_str(&line).expect("one message a line")
    }
}

/// Runs a client against a server whose calls have a limit.
fn with<F: Future<Output = ()>>(limit: Duration, run: impl FnOnce(Client) -> F) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let (near, far) = tokio::io::duplex(1 << 16);
        let server = Server::new(Settings { limit, ..Settings::default() }, &FAKES);
        let serving = tokio::spawn(serve_server(server, tokio::io::split(far)));
        let (read, write) = tokio::io::split(near);
        let mut client = Client { read: BufReader::new(read), write };
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}});
        client.send(json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello})).await;
        assert_eq!(client.next().await["result"]["protocolVersion"], "2025-06-18");
        let _serving = serving.await.expect("no panic").expect("it begins");
        run(client).await;
    });
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().expect("a text")
}

const LONG: Duration = Duration::from_secs(60);

#[test]
fn a_tool_that_panics_is_answered_and_the_server_lives_on() {
    with(LONG, async |mut client| {
        client.call(1, "broken").await;
        let answer = client.next().await;
        assert!(answer["result"]["isError"] == true && text(&answer).contains("defect"), "{answer}");
        client.call(2, "fine").await;
        let answer = client.next().await;
        assert_eq!((&answer["id"], text(&answer)), (&2.into(), "{}"));
        // What is said beside it stays on its line and shows what it holds.
        assert_eq!(answer["result"]["content"][1]["text"], "note: a\\nb\\u{202e}");
    });
}

#[test]
fn a_call_ends_at_its_limit_and_others_are_answered_meanwhile() {
    with(Duration::from_millis(300), async |mut client| {
        let begun = Instant::now();
        client.call(1, "endless").await;
        client.send(json!({"jsonrpc": "2.0", "id": 2, "method": "ping"})).await;
        client.send(json!({"jsonrpc": "2.0", "id": 3, "method": "tools/list"})).await;
        let mut meanwhile = [client.next().await["id"].as_u64(), client.next().await["id"].as_u64()];
        meanwhile.sort_unstable();
        assert_eq!(meanwhile, [Some(2), Some(3)]);
        let answer = client.next().await;
        assert!(text(&answer).contains("0.3 s, the limit") && begun.elapsed() < LONG, "{answer}");
    });
}

#[test]
fn a_call_that_is_cancelled_makes_room_for_the_next() {
    with(LONG, async |mut client| {
        client.call(1, "endless").await;
        client.call(2, "fine").await;
        let cancel =
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
        client.send(cancel).await;
        assert_eq!(client.next().await["id"], 2);
    });
}

#[test]
fn calls_work_on_the_page_one_at_a_time() {
    with(LONG, async |mut client| {
        for id in 1..=4 {
            client.call(id, "alone").await;
        }
        for id in 1..=4 {
            let answer = client.next().await;
            assert_eq!((&answer["id"], text(&answer)), (&id.into(), "alone"));
        }
    });
}

#[test]
fn schemas_use_no_word_that_some_client_does_not_know() {
    const WORDS: [&str; 10] = [
        "type",
        "properties",
        "required",
        "items",
        "enum",
        "description",
        "minimum",
        "maximum",
        "default",
        "additionalProperties",
    ];
    fn check(schema: &Value) {
        let object = schema.as_object().expect("an object");
        assert!(object.keys().all(|key| WORDS.contains(&key.as_str())), "{schema}");
        object
            .get("properties")
            .and_then(Value::as_object)
            .iter()
            .for_each(|all| all.values().for_each(check));
        object.get("items").iter().for_each(|items| check(items));
    }
    for tool in TOOLS {
        let listed = serde_json::to_value(super::listed(&tool)).expect("plain data");
        check(&listed["inputSchema"]);
        assert_eq!(listed["inputSchema"]["additionalProperties"], false);
        assert!(listed["annotations"]["readOnlyHint"].is_boolean() && listed.get("outputSchema").is_none());
    }
}
