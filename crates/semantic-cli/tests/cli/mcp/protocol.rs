//! What holds without any browser: the protocol, bad input, settings, errors that say what to do.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::client::Client;

/// A port on which nothing listens.
const NOWHERE: [&str; 2] = ["--cdp", "http://127.0.0.1:9"];

#[test]
fn the_version_is_echoed_where_it_is_known_and_else_our_own_is_answered() {
    for (asked, answered) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
        ("tomorrow", "2025-11-25"),
    ] {
        let mut client = Client::start(&NOWHERE, &[]);
        let hello = client.hello(asked);
        assert_eq!(hello["result"]["protocolVersion"], answered, "{hello}");
        assert_eq!(hello["result"]["serverInfo"]["name"], "semantic");
        let words = hello["result"]["instructions"].as_str().expect("instructions");
        assert!(words.contains("[data-semtag-id='ID']") && words.contains("untrusted"), "{words}");
        assert_eq!(client.end(), Some(0));
    }
}

#[test]
fn a_client_that_names_no_version_is_answered_with_our_own() {
    for version in [None, Some(Value::Null)] {
        let mut client = Client::start(&NOWHERE, &[]);
        let mut params = json!({"capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
        if let Some(version) = version {
            params["protocolVersion"] = version;
        }
        let hello = client.ask("initialize", &params);
        assert_eq!(hello["result"]["protocolVersion"], "2025-11-25", "{hello}");
        assert!(client.ask("tools/list", &json!({}))["result"]["tools"].is_array());
    }
}

#[test]
fn tools_are_listed_with_what_they_take_and_do() {
    let mut client = Client::connect(&NOWHERE, &[]);
    let answer = client.ask("tools/list", &json!({}));
    let tools = answer["result"]["tools"].as_array().expect("tools");
    let named = |name: &str| tools.iter().find(|t| t["name"] == name).expect("listed").clone();
    let (snapshot, observe) = (named("semantic_snapshot"), named("semantic_observe"));
    let keys = |tool: &Value| {
        let all = tool["inputSchema"]["properties"].as_object().expect("properties").keys().cloned();
        all.collect::<Vec<_>>()
    };
    assert_eq!(keys(&snapshot), ["includeHidden", "scope", "tab", "url"]);
    assert_eq!(
        (keys(&observe), &observe["inputSchema"]["required"]),
        (vec!["id".into(), "tab".into()], &json!(["id"]))
    );
    let hint = |tool: &Value, name: &str| tool["annotations"][name].as_bool();
    assert_eq!(hint(&observe, "readOnlyHint"), Some(true));
    assert_eq!(hint(&snapshot, "readOnlyHint"), Some(false));
    assert_eq!(
        (hint(&snapshot, "destructiveHint"), hint(&snapshot, "idempotentHint")),
        (Some(false), Some(true))
    );
}

#[test]
fn bad_input_is_an_error_and_the_server_lives_on() {
    for log in ["off", "debug"] {
        let mut client = Client::start(&NOWHERE, &[("SEMANTIC_LOG", log)]);
        // Even before a session begins.
        client.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        client.write(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
        client.write("");
        let long = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{}"}}"#, "x".repeat(5 << 20));
        let deep = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"m","params":{}}}"#, "[".repeat(9000));
        let bad = [
            ("not json", -32700, Value::Null),
            ("{\"jsonrpc\":\"2.0\"", -32700, Value::Null),
            (&deep, -32700, Value::Null),
            (&long, -32600, Value::Null),
            ("[]", -32600, Value::Null),
            ("7", -32600, Value::Null),
            (r#"{"jsonrpc":"2.0","id":8,"method":7}"#, -32600, 8.into()),
            (r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, -32600, "a".into()),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32602, 1.5.into()),
        ];
        for round in 0..2 {
            for (line, code, id) in &bad {
                client.write(line);
                let answer = client.read();
                assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), id), "{answer}");
            }
            if round == 0 {
                client.hello("2025-06-18");
            }
        }
        let code = |answer: Value| answer["error"]["code"].as_i64();
        assert_eq!(code(client.ask("no/such", &json!({}))), Some(-32601));
        assert_eq!(code(client.ask("tools/call", &json!({}))), Some(-32602));
        assert_eq!(
            code(client.ask("tools/call", &json!({"name": "semantic_observe", "arguments": [1]}))),
            Some(-32602)
        );
        let unknown = client.ask("tools/call", &json!({"name": "semantic_click"}));
        assert!(
            unknown["error"]["message"].as_str().is_some_and(|m| m.contains("semantic_snapshot")),
            "{unknown}"
        );
        client.call("semantic_observe", json!({})).fails_with(&["\"id\" is missing"]);
        client.call("semantic_observe", json!({"id": 7})).fails_with(&["\"id\" takes a text"]);
        client.call("semantic_observe", json!({"id": "  "})).fails_with(&["\"id\" takes a text"]);
        client.call("semantic_observe", json!({"id": "a", "ref": 1})).fails_with(&["\"ref\"", "id, tab"]);
        client.snapshot(json!({"includeHidden": "yes"})).fails_with(&["true or false"]);
        client.snapshot(json!({"url": "localhost:8080"})).fails_with(&["http://localhost:8080"]);
        client.snapshot(json!({"url": "javascript:alert(1)"})).fails_with(&["no address"]);
        assert_eq!(client.ask("ping", &json!({}))["result"], json!({}));
        assert_eq!(client.end(), Some(0));
    }
}

#[test]
fn where_no_browser_is_the_cure_is_told() {
    let cure = [
        "127.0.0.1:9",
        "--remote-debugging-port=9222",
        "--cdp-endpoint",
        "SEMANTIC_HINTS_LAUNCH_BROWSER=true",
    ];
    let mut client = Client::connect(&[], &[("SEMANTIC_HINTS_CDP_URL", "http://127.0.0.1:9")]);
    client.snapshot(json!({"scope": null})).fails_with(&cure);
    client.observe("cart.total").fails_with(&cure);
    // The flag counts more than the variable.
    let mut client = Client::connect(
        &["--cdp", "http://127.0.0.1:7"],
        &[("SEMANTIC_HINTS_CDP_URL", "http://127.0.0.1:9")],
    );
    client.observe("cart.total").fails_with(&["127.0.0.1:7"]);
}

#[test]
fn settings_that_cannot_be_read_are_told_at_once() {
    let refused = |args: &[&str], env: &[(&str, &str)], part: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_semantic"));
        let output = command.arg("mcp").args(args).envs(env.iter().copied()).stdin(Stdio::null()).output();
        let output = output.expect("semantic runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?} {env:?}: {said}");
        assert!(said.contains(part), "{args:?} {env:?}: {said}");
    };
    refused(&["--cdp", "ftp://x"], &[], "http://HOST:PORT");
    refused(&["--target-url", "localhost:8080"], &[], "localhost:8080");
    refused(&["--timeout", "0"], &[], "--timeout");
    refused(&["--max-chars", "many"], &[], "--max-chars");
    refused(&["--launch-browser=perhaps"], &[], "true or false");
    refused(&[], &[("SEMANTIC_HINTS_CDP_URL", "nowhere:port")], "http://HOST:PORT");
    refused(&[], &[("SEMANTIC_HINTS_HEADLESS", "perhaps")], "true or false");
    refused(&[], &[("SEMANTIC_HINTS_LAUNCH_BROWSER", "perhaps")], "true or false");
    refused(&[], &[("SEMANTIC_LOG", "loud")], "debug");
}

#[test]
fn a_variable_that_is_empty_counts_as_not_set() {
    let names =
        ["CDP_URL", "TARGET_URL", "LAUNCH_BROWSER", "HEADLESS"].map(|name| format!("SEMANTIC_HINTS_{name}"));
    let env: Vec<_> = names.iter().map(|name| (name.as_str(), "")).collect();
    assert_eq!(Client::connect(&[], &env).end(), Some(0));
}

#[test]
fn the_server_ends_with_its_client() {
    assert_eq!(Client::start(&NOWHERE, &[]).end(), Some(0));
    // What was asked before the end is answered.
    let mut command = Command::new(env!("CARGO_BIN_EXE_semantic"));
    command.args(["mcp", NOWHERE[0], NOWHERE[1]]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("semantic runs");
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
        "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}});
    let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    let mut input = child.stdin.take().expect("piped");
    input.write_all(format!("{hello}\n{list}").as_bytes()).expect("it reads"); // without a last line end
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), 2, "{output:?}");
}
