//! What a file is and is not: wrappings, look-alikes, forced formats, replies with errors, texts that are cut off.

use semantic_core::formats::{self, ReadError};
use semantic_core::tree::Snapshot;

use crate::dumps::outline;

fn read(text: &str) -> Snapshot {
    formats::read(text.as_bytes(), None).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn error(text: &str, forced: Option<&str>) -> String {
    match formats::read(text.as_bytes(), forced) {
        Ok(page) => panic!("read as a page\n{text}\n{}", outline(&page)),
        Err(problem) => problem.to_string(),
    }
}

fn detected(text: &str) -> &'static str {
    formats::detect(text).unwrap_or_else(|e| panic!("{e}\n{text}")).name
}

fn says(page: &Snapshot, text: &str) -> bool {
    page.nodes().any(|n| n.name() == Some(text) || n.value() == Some(text))
}

#[test]
fn playwright_json_without_refs_keeps_its_texts() {
    let list = r#"[{"role":"heading","name":"T","level":1},{"role":"paragraph","text":"hello"},
        {"role":"textbox","name":"Email","text":"a@b"}]"#;
    assert_eq!(detected(list), "playwright-json");
    let page = read(list);
    assert!(says(&page, "hello") && says(&page, "a@b"), "{}", outline(&page));
    for nested in [
        r#"[{"role":"list","children":[{"role":"listitem","children":["one"]}]}]"#,
        r#"{"role":"list","children":[{"role":"listitem","children":["one"]}]}"#,
        r#"{"role":"listitem","children":["one"]}"#,
    ] {
        assert!(says(&read(nested), "one"), "{nested}");
    }
    let plain = r#"[{"role":"button","name":"Save"},{"role":"link","name":"Home"}]"#;
    assert_eq!(read(plain).len(), 2);
    assert_eq!(detected(r#"[{"ref":"e1","role":"button","text":"Save"}]"#), "flat");
    assert_eq!(
        detected(r#"{"role":"RootWebArea","name":"x","children":[{"role":"button","name":"y"}]}"#),
        "puppeteer"
    );
}

#[test]
fn flat_children_may_lie_at_any_depth() {
    let tree = |depth: usize, leaf: &str| {
        let open = r#"{"ref":"g","role":"group","x":1,"attrs":{"a":"b"},"states":["focused"],"children":["#;
        format!("[{}{leaf}{}]", open.repeat(depth), "]}".repeat(depth))
    };
    let leaf = r#"{"ref":"e1","role":"button","name":"Deep","bounds":[1,2,3,4],"checked":true}"#;
    let lines = |depth| {
        outline(&read(&tree(depth, leaf))).lines().map(str::trim).map(str::to_owned).collect::<Vec<_>>()
    };
    let (shallow, deep) = (lines(40), lines(70));
    assert_eq!((shallow.len() + 30, shallow[5..20].len()), (deep.len(), 15));
    assert!(read(&tree(5000, leaf)).nodes().next_back().is_some_and(|n| n.depth() == 5000));
    let wrong = error(&tree(70, r#"{"ref":"e1","role":7}"#), None);
    assert!(wrong.starts_with(r#"element 70 (ref "e1"): key "role" must be a string"#), "{wrong}");
}

#[test]
fn a_fence_goes_before_the_dump_in_it() {
    for dump in [
        "## Latest page snapshot\nuid=1_0 RootWebArea \"T\" url=\"http://x/\"\n  uid=1_1 link \"A\" url=\"http://x/a\"\n",
        "uid=1_0 RootWebArea \"T\" url=\"http://x/\"\n  uid=1_1 link \"A\" url=\"http://x/a\"\n",
        "[frame | Calculator]\n  [push button | 7]\n",
        "# T | http://x/ | 2 nodes\ne0:link \"A\"\ne1:button \"B\"\n",
        "- heading \"A\" [level=1]\n- button \"B\"\n",
    ] {
        let bare = outline(&read(dump));
        for wrapped in [
            format!("```\n{dump}```\n"),
            format!("```text\n{dump}\n```\nDone."),
            format!("Here is the page:\n\n```\n{dump}\n```\nDone.\n"),
            dump.replace('\n', "\r\n"),
            format!("\n\u{feff}{dump}"),
        ] {
            assert_eq!(outline(&read(&wrapped)), bare, "{wrapped}");
        }
    }
    // In a dump, a fence is text of the page.
    let page = read(
        "uid=1_0 RootWebArea \"T\"\n  uid=1_1 StaticText \"a\n```\n- button \"B\"\n```\n\"\n  uid=1_2 button \"C\"\n",
    );
    assert_eq!(page.len(), 3);
}

#[test]
fn what_lies_around_a_dump_is_taken_off() {
    let xml = r#"<hierarchy rotation="0"><node class="android.widget.Button" text="OK" bounds="[0,0][9,9]"/></hierarchy>"#;
    if cfg!(feature = "xml") {
        let value = serde_json::json!({"value": xml}).to_string();
        for wrapped in [value, format!("UI hierchary dumped to: /sdcard/window_dump.xml\n{xml}")] {
            assert_eq!(outline(&read(&wrapped)), outline(&read(xml)));
        }
    }
    let pinchtab =
        r#"{"count":1,"nodes":[{"ref":"e0","role":"button","name":"Save"}],"title":"T","url":"u"}"#;
    let flutter = r#"{"snapshot_id":1,"nodes":[{"ref":"s_0","type":"button","label":"Save"}]}"#;
    for dump in [pinchtab, flutter] {
        let reply = format!(r#"{{"jsonrpc":"2.0","id":3,"result":{dump}}}"#);
        assert_eq!(outline(&read(&reply)), outline(&read(dump)), "{reply}");
    }
}

#[test]
fn an_error_in_a_reply_is_quoted() {
    for (reply, said) in [
        (r#"{"id":1,"error":{"code":-32000,"message":"no page"}}"#, "no page"),
        (r#"{"isError":true,"content":[{"type":"text","text":"it is closed"}]}"#, "it is closed"),
        (r#"{"id":1,"result":{"isError":true,"content":[{"type":"text","text":"closed"}]}}"#, "closed"),
        (r#"{"success":false,"data":null,"error":"no browser"}"#, "no browser"),
        (r#"{"value":{"error":"no such window","message":"window is gone"}}"#, "window is gone"),
    ] {
        let want = format!("this is a reply that reports an error, not a snapshot: {said:?}");
        assert_eq!(error(reply, None), want);
    }
}

#[test]
fn files_that_are_no_snapshot_are_refused() {
    for text in [
        r#"[{"role":"user","content":"press the save button"}]"#,
        r#"[{"role":"user","name":"Bob","content":"press the save button"}]"#,
        r#"[{"name":"serde","version":"1.0"}]"#,
        r#"{"nodes":[[1,{"role":"x"}]],"edges":[]}"#,
        "[section | x]\nkey=1\n",
        "- buy: milk\n- call: mother\n- text: hi\n",
    ] {
        let problem = formats::read(text.as_bytes(), None).expect_err(text);
        assert!(matches!(problem, ReadError::Unknown { .. } | ReadError::Json { .. }), "{problem}");
    }
}

#[test]
fn a_forced_format_must_be_the_files() {
    let cdp = r#"{"nodes":[{"nodeId":"1","ignored":false,"role":{"type":"role","value":"button"},
        "name":{"type":"computedString","value":"OK"},"childIds":[]}]}"#;
    for forced in ["puppeteer", "accesskit", "flutter", "windows-mcp", "flat"] {
        let _ = error(cdp, Some(forced));
    }
    let looks = r#"it looks like a JSON object with the keys "nodes" and would be read as cdp"#;
    assert_eq!(error(cdp, Some("puppeteer")), format!("this is not puppeteer: {looks}"));
    #[cfg(feature = "html")]
    assert_eq!(error(cdp, Some("html")), format!("this is not html: {looks}"));
    assert!(formats::read(cdp.as_bytes(), Some("cdp")).is_ok());
}

#[test]
fn quoted_keys_and_raw_values_are_read() {
    let page = read("- \"button \\\"Save: it\\\" [ref=e1]\": x\n- link \"A\" [ref=e2]\n");
    assert_eq!((page.len() >= 2, says(&page, "Save: it")), (true, true), "{}", outline(&page));
    let page =
        formats::read(b"- button 'Save'\n- link 'Home'\n", Some("playwright-aria")).expect("a template");
    assert_eq!(page.len(), 2, "{}", outline(&page));
    assert!(says(&page, "Save") && page.notices().is_empty(), "{}", outline(&page));
    let page = read("- textbox \"x\" [ref=e1]: a\nb\nc\n");
    assert!(says(&page, "a\nb\nc"), "{}", outline(&page));
}

#[test]
fn a_text_that_ends_in_the_middle_may_be_cut_off() {
    for text in [
        "- button \"A\" [ref=e1]\n- butt",
        "- button \"A\" [ref=e1]\n- button \"Sa",
        "- button \"A\" [ref=e1]\n- button \"Save\" [ref",
        "uid=1_0 RootWebArea \"T\"\n  uid=1_1 link \"A",
        "uid=1_0 RootWebArea \"T\"\n  uid=1_1 lin",
        "[frame | A]\n [push button | Sa",
    ] {
        let page = read(text);
        assert!(page.notices().iter().any(|said| said.contains("cut off")), "{text}\n{}", outline(&page));
    }
    for text in [
        "- button \"A\" [ref=e1]\n- button",
        "uid=1_0 RootWebArea \"T\"\n  uid=1_1 link \"A\"",
        "[frame | A]",
    ] {
        assert!(read(text).notices().is_empty(), "{text}");
    }
}
