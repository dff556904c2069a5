//! A session in a file: one look after the other, each in a call of its own.

use std::fs::{self, File};
use std::io::Write;

use serde_json::Value;

use super::Stage;
use crate::chromium::{self, shop};

fn write(path: &str, text: &str) {
    File::create(path).and_then(|mut file| file.write_all(text.as_bytes())).expect("written");
}

fn read(path: &str) -> String {
    File::open(path).and_then(std::io::read_to_string).expect("there")
}

const LIST: &str = "<h1>Teas</h1><input type=password value=hunter2 aria-label=Secret><ul id=l>\
    <li>Mint <button>Edit</button></li><li>Sage <button>Edit</button></li><li>Lime <button>Edit</button></li></ul>\
    <p role=status id=s></p>";

#[test]
fn refs_last_from_call_to_call() {
    let Some(stage) = Stage::page("refs_last_from_call_to_call", LIST) else { return };
    let session = stage.file("session.json");
    let first = stage.with(&session, &["view"]);
    let sage = first.reference("\"Sage\"");
    assert_eq!(stage.with(&session, &["view"]).reference("\"Sage\""), sage);
    let json = stage.with(&session, &["find", "edit sage", "--format", "json"]).json();
    assert_eq!(json["best_ref"], sage.as_str());
    stage.with(&session, &["diff", "--exit-code"]).says(&["unchanged rev="]);

    // Nodes that come before it change its number in the tree and not its ref.
    stage.act("l.insertAdjacentHTML('afterbegin', '<li>Anis <button>Edit</button></li>')");
    let changes = stage.with(&session, &["diff", "--exit-code"]);
    assert!(changes.code == 1 && changes.out.starts_with("changes rev="), "{}{}", changes.out, changes.err);
    assert!(changes.out.contains("\"Anis\"") && !changes.out.contains("\"Sage\""), "{}", changes.out);
    stage.with(&session, &["diff"]).says(&["unchanged"]);
    assert_eq!(stage.with(&session, &["view"]).reference("\"Sage\""), sage);
    let alone = stage.run(&["view"]).reference("\"Sage\"");
    assert_ne!(alone, sage, "without a session refs are those of one look");
    stage.with(&session, &["view", "--scope", &sage]).says(&["button \"Edit\""]);
    stage.with(&session, &["resolve", &sage]).says(&[&sage, "\"Edit\"", "in s_", "  locator: "]);
    let json = stage.with(&session, &["resolve", &sage, "--format", "json"]).json();
    assert_eq!(json["ref"], sage.as_str());
    stage.with(&session, &["match", "edit sage", &sage]).says(&[&sage]);

    // Each view has an earlier look of its own.
    stage.with(&session, &["diff", "--interactive"]).fails_with(2, "no earlier look");
    stage.with(&session, &["view", "--interactive"]).says(&["Edit"]);
    stage.with(&session, &["diff", "--interactive"]).says(&["unchanged"]);
    let json = stage.with(&session, &["diff", "--format", "json"]).json();
    assert_eq!((&json["kind"], &json["unchanged"]), (&"unchanged".into(), &true.into()));

    // What the file holds is nobody else's to read, and no secret.
    let text = read(&session);
    assert!(text.contains("Sage") && !text.contains("hunter2"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&session).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let around = fs::read_dir(std::path::Path::new(&session).parent().expect("a folder")).expect("readable");
    assert_eq!(around.count(), 2, "the page and the session: nothing else is left");
}

#[test]
fn a_message_between_two_calls_is_told() {
    let Some(stage) = Stage::page("a_message_between_two_calls_is_told", LIST) else { return };
    let session = stage.file("session.json");
    stage.with(&session, &["view"]);
    stage.act("s.textContent = 'Saved'; setTimeout(() => { s.textContent = '' }, 50)");
    std::thread::sleep(std::time::Duration::from_millis(300));
    // Other calls look as well and do not take it away.
    stage.with(&session, &["find", "edit mint"]).says(&["Edit"]);
    let diff = stage.with(&session, &["diff"]);
    diff.says(&["status \"Saved\" came ", " ms ago and is gone"]);
    stage.with(&session, &["diff"]).says(&["unchanged"]);
    stage.act("s.textContent = 'Sent'; setTimeout(() => { s.textContent = '' }, 50)");
    std::thread::sleep(std::time::Duration::from_millis(300));
    let json = stage.with(&session, &["diff", "--format", "json"]).json();
    assert_eq!(
        (&json["messages"][0]["text"], &json["messages"][1]),
        (&"Sent".into(), &Value::Null),
        "{json}"
    );
}

#[test]
fn what_was_meant_is_found_again_or_refused() {
    let Some(stage) = Stage::page("what_was_meant_is_found_again_or_refused", LIST) else { return };
    let session = stage.file("session.json");
    let view = stage.with(&session, &["view"]);
    let (mint, sage) = (view.reference("\"Mint\""), view.reference("\"Sage\""));
    let offered = stage.with(&session, &["find", "edit lime", "--top-k", "1", "--format", "json"]).json();
    let locator = offered["matches"][0]["locators"][0].as_str().expect("a locator").to_owned();
    let lime = offered["best_ref"].as_str().expect("a ref").to_owned();
    stage
        .with(&session, &["relocate", &mint])
        .says(&[&format!("alive: {mint} still means the same element")]);

    // One is rendered anew and says a little else, one goes for good.
    stage.act(
        "const [m, s] = l.children; m.outerHTML = '<li>Mint <button aria-label=\"Edit it\">Change</button></li>'; s.remove()",
    );
    let found = stage.with(&session, &["relocate", &mint, "--format", "json"]);
    let json = found.json();
    assert!(found.code == 0 && json["outcome"] != "alive", "{}", found.out);
    assert_eq!(
        (&json["name"], json["locators"].as_array().is_some_and(|l| !l.is_empty())),
        (&"Edit it".into(), true)
    );
    assert_ne!(json["ref"], mint.as_str());
    let gone = stage.with(&session, &["relocate", &sage]);
    assert!(gone.code == 1 && gone.err.is_empty(), "{}{}", gone.out, gone.err);
    let told = format!("refused: {sage} (last seen at rev=");
    assert!(gone.out.starts_with(&told) && gone.out.contains("its node was removed"), "{}", gone.out);
    let gone = stage.with(&session, &["resolve", &sage]);
    assert!(
        gone.code == 1 && gone.out.is_empty() && gone.err.contains("its node was removed"),
        "{}",
        gone.err
    );
    stage.with(&session, &["view", "--scope", &sage]).fails_with(1, "its node was removed");
    // A locator means what it was offered for, though it would match something else by now.
    let json = stage.with(&session, &["relocate", "--locator", &locator, "--format", "json"]).json();
    assert_eq!(
        (&json["outcome"], &json["ref"]),
        (&"alive".into(), &lime.as_str().into()),
        "{locator}: {json}"
    );
    let never = stage.with(&session, &["relocate", "s_9999"]);
    assert!(
        never.code == 1 && never.err.contains("--intent") && never.err.contains("semantic find"),
        "{}",
        never.err
    );

    // Another document retires all refs.
    stage.reload();
    stage.with(&session, &["diff"]).says(&["full rev=", "another document"]);
    let json = stage.with(&session, &["relocate", &lime, "--format", "json"]).json();
    assert_eq!(json["outcome"], "found", "{json}");
}

#[test]
fn a_file_that_is_no_session_is_told_and_left_alone() {
    let Some(stage) = Stage::page("a_file_that_is_no_session_is_told_and_left_alone", LIST) else {
        return;
    };
    let session = stage.file("session.json");
    stage.with(&session, &["view"]);
    let good = read(&session);
    let value: Value = serde_json::from_str(&good).expect("JSON");
    let other = |place: &str, new: Value| {
        let mut value = value.clone();
        *value.pointer_mut(place).unwrap_or_else(|| panic!("no {place}")) = new;
        value.to_string()
    };
    for (text, said) in [
        ("<html>".to_owned(), "is not a session of semantic"),
        ("{}".to_owned(), "is not a session of semantic"),
        (stage.run(&["convert", "--to", "json"]).out, "is not a session of semantic"),
        (good[..good.len() / 2].to_owned(), "is not a session of semantic"),
        (other("/semanticSession", 99.into()), "another version"),
        (other("/tab", 5.into()), "damaged"),
        (other("/looks/last", 7.into()), "damaged"),
        (other("/looks/looks/0/page", serde_json::json!({"semantic": 1, "nodes": []})), "damaged"),
        (other("/looks/looks/0/page", 1.into()), "damaged"),
        (other("/looks/session/numbers", serde_json::json!({})), "damaged"),
    ] {
        write(&session, &text);
        let run = stage.with(&session, &["view"]);
        run.fails_with(2, said);
        assert!(run.err.contains("session.json: ") && run.err.contains("to begin anew"), "{}", run.err);
        assert_eq!(read(&session), text, "it is left as it is");
    }
    let folder = std::path::Path::new(&session).parent().expect("a folder").to_str().expect("UTF-8");
    stage.with(folder, &["view"]).fails_with(2, "is not a file");
    stage.with(&stage.file("no/such/folder.json"), &["view"]).fails_with(2, "no such folder");
    // An empty file, as mktemp makes it, is a new session.
    write(&session, "");
    stage.with(&session, &["view"]).says(&["Mint"]);
    stage.with(&session, &["diff"]).says(&["unchanged"]);
    // A new session knows no earlier look.
    stage.with(&stage.file("new.json"), &["diff"]).fails_with(2, "look first with semantic view");
}

#[test]
fn a_session_stays_with_its_tab() {
    let Some(stage) = Stage::page("a_session_stays_with_its_tab", LIST) else { return };
    let session = stage.file("session.json");
    let mint = stage.with(&session, &["view"]).reference("\"Mint\"");
    // Another page comes in front: the session stays, and says so.
    chromium::open(&stage.address, &shop());
    let still = stage.with(&session, &["view"]);
    assert_eq!(still.reference("\"Mint\""), mint);
    assert!(
        still.err.contains("this is still tab") && still.err.contains("--tab \"active\""),
        "{}",
        still.err
    );
    // Its page goes elsewhere by itself.
    chromium::on(&stage.address, async |browser| {
        let page = browser.page(&semantic_cdp::Choice::Tab("page.html".to_owned())).await?;
        page.call("Runtime.evaluate", &serde_json::json!({"expression": "location.hash = 'two'"})).await
    });
    let moved = stage.with(&session, &["view"]);
    assert!(moved.err.contains("the page is at file:") && moved.err.contains("#two now"), "{}", moved.err);

    // To another tab by name: refs of the first mean nothing there, and are not given again.
    let shop = stage.with(&session, &["view", "--tab", "shop.html"]);
    shop.says(&["Tea shop"]);
    let run = stage.with(&session, &["resolve", &mint]);
    assert!(run.code == 1 && run.err.contains("another"), "{}{}", run.out, run.err);
    stage.with(&session, &["diff"]).says(&["unchanged"]);

    // The tab is closed: no other is taken in its place until one is named.
    let kept = read(&session);
    chromium::on(&stage.address, async |browser| {
        let page = browser.page(&semantic_cdp::Choice::Tab("shop.html".to_owned())).await?;
        page.call("Page.close", &serde_json::json!({})).await
    });
    for args in [&["view"][..], &["diff"], &["find", "pay"]] {
        let closed = stage.with(&session, args);
        closed.fails_with(1, "the page is closed");
        assert!(closed.err.contains("--tab") && closed.err.contains("Open are: "), "{}", closed.err);
    }
    assert_eq!(read(&session), kept);
    stage.with(&session, &["view", "--tab", "page.html"]).says(&["Mint"]);
    stage.with(&session, &["diff"]).says(&["unchanged"]);
}
