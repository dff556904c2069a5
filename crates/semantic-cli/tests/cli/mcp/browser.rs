//! The server on a real Chromium: pages, tabs, faults, and a browser of its own.

use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread::{self, sleep};
use std::time::Duration;

use semantic_cdp::Launched;
use serde_json::{Value, json};

use super::client::{Client, Told};
pub(super) use crate::chromium::{act, browser, on, open, shop};

/// The address of a page of a few elements.
pub(super) fn page(body: &str) -> String {
    let coded = body.replace('%', "%25").replace('#', "%23").replace('\n', "%0A");
    format!("data:text/html;charset=utf-8,{coded}")
}

const BUTTON: &str = "<title>One</title><button data-semtag-id=go data-semtag-role=action>Go</button>";

#[test]
fn a_page_is_listed_and_one_element_observed() {
    let Some(chromium) = browser("a_page_is_listed_and_one_element_observed", &[]) else { return };
    let address = chromium.address();
    let mut client = Client::connect(&["--cdp", &address], &[]);
    client.snapshot(json!({})).fails_with(&["no page open", "`url`"]);

    let told = client.snapshot(json!({"url": format!("{}?q=1#cart", shop())}));
    assert!(!told.is_error && told.note.is_empty(), "{told:?}");
    let start =
        format!(r#"{{"url":"{}?q=1#cart","screen":"shop.html","navigation":[{{"id":"nav.products","#, shop());
    assert!(told.text.starts_with(&start), "{}", told.text);
    assert!(told.text.contains(r#""idPattern":"products.grid.item.{key}[.{control}]""#), "{}", told.text);
    assert_eq!(client.snapshot(json!({})).text, told.text, "reading changes nothing");

    let total = client.observe("cart.total");
    let entry =
        r#"{"id":"cart.total","role":"observable","name":"£0.00","state":"cart.total","value":"£0.00"}"#;
    assert_eq!((total.text.as_str(), total.note.as_str()), (entry, ""));
    // Someone else acts; the same element is observed.
    act(&address, "document.querySelector(\"[data-semtag-id='products.grid.item.mint.add']\").click()");
    assert_eq!(client.observe("cart.total").json()["value"], "£3.10");

    // The page goes elsewhere by itself.
    act(&address, "location.hash = 'products'");
    let total = client.observe("cart.total");
    assert!(total.note.contains("#products now") && total.note.contains("#cart"), "{total:?}");
    assert_eq!(client.observe("cart.total").note, "");

    let part = client.snapshot(json!({"scope": "cart"})).json();
    let ids =
        part["action"].as_array().expect("actions").iter().map(|e| e["id"].as_str().unwrap_or_default());
    assert!(
        part.get("navigation").is_none() && ids.eq(["cart.lines.item.mint.remove", "cart.pay"]),
        "{part}"
    );
    assert_eq!(client.snapshot(json!({"scope": "section"})).json()["action"], part["action"]);
    client.snapshot(json!({"scope": "cart.lins"})).fails_with(&["nothing matches", "cart.lines"]);
    client.snapshot(json!({"scope": "ul["})).fails_with(&["ul[", "selector"]);
    let missing = client.observe("cart.totall");
    assert!(missing.is_error && missing.note.contains("semantic_snapshot"), "{missing:?}");
    let known = r#"{"error":"No element found with data-semtag-id=\"cart.totall\"","id":"cart.totall","suggestions":["cart.total""#;
    assert!(missing.text.starts_with(known), "{}", missing.text);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn page_text_can_forge_nothing_and_what_is_odd_is_told() {
    let Some(chromium) = browser("page_text_can_forge_nothing_and_what_is_odd_is_told", &[]) else { return };
    let mut client = Client::connect(&["--cdp", &chromium.address()], &[]);
    let url = page(
        "<p data-semtag-id=a data-semtag-role=observable>x\u{202e}y\u{200b}z\u{e0041}</p>\
         <p data-semtag-id=b data-semtag-role=observable>one</p><p data-semtag-id=b>two</p>\
         <p data-semtag-id=c hidden>gone</p><input type=password data-semtag-id=d data-semtag-role=input value=hunter2>",
    );
    let told = client.snapshot(json!({"url": url}));
    assert!(told.text.contains(r"x\u202ey\u200bz\udb40\udc41"), "{}", told.text);
    assert_eq!(told.json()["observable"][0]["value"], "x\u{202e}y\u{200b}z\u{e0041}");
    assert_eq!(told.json()["input"], json!([{"id": "d", "name": "", "filled": true}]));
    assert_eq!(told.json()["other"], json!([{"id": "b", "name": "two"}]));
    let all = client.snapshot(json!({"includeHidden": true}));
    assert!(all.text.contains(r#""id":"c","name":"gone","visible":false"#), "{}", all.text);
    let twice = client.observe("b");
    twice.fails_with(&["2 elements", "one"]);
    let nothing = client.snapshot(json!({"url": page("<p>plain</p>")}));
    assert!(!nothing.is_error && nothing.note.contains("no element of the page"), "{nothing:?}");
}

#[test]
fn a_session_stays_with_its_tab_and_says_where_it_is() {
    let Some(chromium) = browser("a_session_stays_with_its_tab_and_says_where_it_is", &[]) else { return };
    let address = chromium.address();
    let mut client = Client::connect(&["--cdp", &address], &[]);
    let (first, other) = (page(BUTTON), page("<title>Two</title><p data-semtag-id=two>2"));
    let held = |told: &Told| told.json()["url"].as_str().map(str::to_owned);
    let one = open(&address, &first);
    assert_eq!(held(&client.snapshot(json!({}))).as_ref(), Some(&first));
    let two = open(&address, &other);
    let told = client.snapshot(json!({}));
    assert_eq!(held(&told).as_ref(), Some(&first));
    let warning = told.warning();
    assert!(
        warning.contains("still tab") && warning.contains("\"Two\"") && warning.contains("`tab`"),
        "{warning}"
    );
    // A tab that is not there moves nothing.
    client.snapshot(json!({"tab": "nowhere"})).fails_with(&["nowhere", "Two", "active"]);
    assert_eq!(held(&client.snapshot(json!({}))).as_ref(), Some(&first));
    // It goes where it is told to, and there is nothing to warn of.
    let told = client.snapshot(json!({"tab": "active"}));
    assert_eq!((held(&told).as_ref(), told.warning().as_str()), (Some(&other), ""));
    let told = client.snapshot(json!({"tab": one.tab().id}));
    assert_eq!((held(&told).as_ref(), told.warning().as_str()), (Some(&first), ""));
    assert_eq!(client.observe("go").json()["name"], "Go");

    let (closed, left) = (one.tab().clone(), two.tab().id.clone());
    on(&address, async |browser| browser.close(&closed).await);
    client.observe("go").fails_with(&["closed", &closed.id, &left, "`tab`"]);
    let told = client.observe("two");
    assert!(!told.is_error && told.warning().contains("earlier tab is gone"), "{told:?}");
    assert_eq!(client.observe("two").warning(), "");

    // A tab that is named when the server starts.
    open(&address, &first);
    let mut client = Client::connect(&["--cdp", &address, "--tab", &left], &[]);
    assert_eq!(held(&client.snapshot(json!({}))).as_ref(), Some(&other));
}

#[test]
fn the_target_is_opened_where_there_is_no_page_and_never_over_one() {
    let Some(chromium) = browser("the_target_is_opened_where_there_is_no_page_and_never_over_one", &[])
    else {
        return;
    };
    let (address, target) = (chromium.address(), page(BUTTON));
    let mut client = Client::connect(&["--cdp", &address], &[("SEMANTIC_HINTS_TARGET_URL", &target)]);
    assert_eq!(client.observe("go").json()["role"], "action");
    let other = page("<p data-semtag-id=two>2");
    assert_eq!(client.snapshot(json!({"url": other})).json()["url"], other.as_str());
    assert_eq!(client.snapshot(json!({})).json()["url"], other.as_str());
    let mut client = Client::connect(&["--cdp", &address, "--target-url", &target], &[]);
    assert_eq!(client.snapshot(json!({})).json()["url"], other.as_str());
    // An empty tab in front of a page is passed over, and that is said.
    open(&address, "about:blank");
    let mut client = Client::connect(&["--cdp", &address, "--target-url", &target], &[]);
    let told = client.snapshot(json!({}));
    assert!(told.json()["url"] == other.as_str() && told.warning().contains("empty"), "{told:?}");
    // Where no tab is left at all, one is opened.
    on(&address, async |browser| {
        let keeper = browser.tabs().await?;
        for tab in &keeper {
            browser.close(tab).await?;
        }
        Ok(())
    });
    let mut client = Client::connect(&["--cdp", &address], &[]);
    let told = client.snapshot(json!({"url": target}));
    // Some browsers end with their last tab.
    assert!(told.is_error || told.json()["url"] == target.as_str(), "{told:?}");
}

#[test]
fn a_browser_that_is_started_anew_is_attached_to_again() {
    let Some(chromium) = browser("a_browser_that_is_started_anew_is_attached_to_again", &[]) else { return };
    let (relay, url) = (Relay::start(), page(BUTTON));
    relay.lead_to(Some(&chromium));
    let mut client = Client::connect(&["--cdp", &relay.address], &[]);
    assert!(!client.snapshot(json!({"url": url})).is_error);
    drop(chromium);
    relay.lead_to(None);
    client.observe("go").fails_with(&["--remote-debugging-port=9222"]);
    let Some(chromium) = browser("the second browser", &[]) else { return };
    open(&chromium.address(), &url);
    relay.lead_to(Some(&chromium));
    assert_eq!(client.observe("go").json()["name"], "Go");
    // Between two calls, so that only the tab tells.
    drop(chromium);
    let Some(chromium) = browser("the third browser", &[]) else { return };
    open(&chromium.address(), &url);
    relay.lead_to(Some(&chromium));
    client.observe("go").fails_with(&["closed", "started anew"]);
    let told = client.observe("go");
    assert!(told.json()["name"] == "Go" && told.warning().contains("earlier tab is gone"), "{told:?}");
}

/// A port that leads to one browser after another, as one that is started anew has the port that it had.
struct Relay {
    address: String,
    to: Arc<Mutex<Option<String>>>,
}

impl Relay {
    fn start() -> Relay {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let to = Arc::new(Mutex::new(None::<String>));
        let leads = Arc::clone(&to);
        thread::spawn(move || {
            for near in listener.incoming().flatten() {
                let Some(to) = leads.lock().expect("no panic").clone() else { continue };
                let Ok(far) = TcpStream::connect(to) else { continue };
                for (mut from, mut into) in [(&near, &far), (&far, &near)]
                    .map(|(a, b)| (a.try_clone().expect("one"), b.try_clone().expect("one")))
                {
                    thread::spawn(move || {
                        let _ = std::io::copy(&mut from, &mut into);
                        let _ = into.shutdown(Shutdown::Both);
                    });
                }
            }
        });
        Relay { address, to }
    }

    fn lead_to(&self, browser: Option<&Launched>) {
        let address = browser.map(|b| b.address().trim_start_matches("http://").to_owned());
        *self.to.lock().expect("no panic") = address;
    }
}

#[test]
fn a_page_that_hangs_or_never_rests_is_answered_in_time() {
    let Some(chromium) = browser("a_page_that_hangs_or_never_rests_is_answered_in_time", &[]) else { return };
    let mut client = Client::connect(&["--cdp", &chromium.address(), "--timeout", "10"], &[]);
    let restless = "<p data-semtag-id=n data-semtag-role=observable>0</p><script>setInterval(() => \
        document.querySelector('p').textContent++, 5)</script>";
    let told = client.snapshot(json!({"url": page(restless)}));
    assert!(!told.is_error && told.note.contains("keeps changing"), "{told:?}");
    let stuck = "<button data-semtag-id=go>Go</button><script>setTimeout(() => { for (;;); }, 300)</script>";
    client.snapshot(json!({"url": page(stuck)}));
    sleep(Duration::from_millis(400));
    let id = client.send("tools/call", &json!({"name": "semantic_observe", "arguments": {"id": "go"}}));
    let ping = client.send("ping", &json!({}));
    assert_eq!(client.read()["id"], ping);
    let answer = client.read();
    assert_eq!((&answer["id"], &answer["result"]["isError"]), (&id.into(), &true.into()), "{answer}");
    // A dialog is named, with what to do.
    let mut client = Client::connect(&["--cdp", &chromium.address(), "--tab", "active"], &[]);
    let told = client.snapshot(json!({"url": page(BUTTON)}));
    if !told.is_error {
        act(&chromium.address(), "setTimeout(() => alert('Sure?'), 50)");
        sleep(Duration::from_millis(200));
        client.observe("go").fails_with(&["alert", "Sure?", "browser_handle_dialog"]);
    }
}

#[test]
fn an_answer_that_is_too_long_says_how_to_ask_for_less() {
    let Some(chromium) = browser("an_answer_that_is_too_long_says_how_to_ask_for_less", &[]) else { return };
    let mut client = Client::connect(&["--cdp", &chromium.address(), "--max-chars", "1000"], &[]);
    let told = client.snapshot(json!({"url": shop()}));
    told.fails_with(&["more than the 1000", "`scope`", "\"cart\"", "\"products.grid\""]);
    assert!(!client.snapshot(json!({"scope": "cart"})).is_error);
}

#[test]
fn a_browser_of_our_own_is_told_in_every_answer_and_ends_with_the_client() {
    if browser("a_browser_of_our_own_is_told_in_every_answer_and_ends_with_the_client", &[]).is_none() {
        return;
    }
    let profiles = |pid: u32| -> Vec<PathBuf> {
        let start = format!("semantic-browser-{pid}-");
        let all =
            std::fs::read_dir(std::env::temp_dir()).expect("a folder").flatten().map(|entry| entry.path());
        all.filter(|path| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with(&start))).collect()
    };
    let env = [("SEMANTIC_HINTS_CDP_URL", "http://127.0.0.1:9"), ("SEMANTIC_HINTS_LAUNCH_BROWSER", "true")];
    for terminate in [false, true] {
        let mut client = Client::connect(&[], &env);
        let pid = client.child.id();
        assert!(profiles(pid).is_empty(), "nothing is started before it is needed");
        let answers = [
            client.observe("go"),
            client.snapshot(json!({"url": page(BUTTON)})),
            client.observe("go"),
            client.observe("gone"),
            client.call("semantic_observe", json!({})),
            client.snapshot(json!({"url": "nonsense"})),
        ];
        for told in &answers {
            assert!(told.warning().contains("standalone session"), "{told:?}");
        }
        assert_eq!(answers.each_ref().map(|told| told.is_error), [true, false, false, true, true, true]);
        assert_eq!(profiles(pid).len(), 1);
        if terminate {
            if !cfg!(unix) {
                continue;
            }
            std::process::Command::new("kill").arg(pid.to_string()).status().expect("kill runs");
            assert_eq!(client.ended(), Some(0));
        } else {
            assert_eq!(client.end(), Some(0));
        }
        assert_eq!(profiles(pid), Vec::<PathBuf>::new());
    }
}

#[test]
fn many_calls_cost_no_memory() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let Some(chromium) = browser("many_calls_cost_no_memory", &[]) else { return };
    let mut client = Client::connect(&["--cdp", &chromium.address()], &[]);
    client.snapshot(json!({"url": shop()}));
    let kilobytes = |client: &Client| -> u64 {
        let file = std::fs::File::open(format!("/proc/{}/status", client.child.id())).expect("it runs");
        let status = std::io::read_to_string(file).expect("text");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("its memory");
        line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).expect("a number")
    };
    let rounds = |client: &mut Client, count: usize| {
        for _ in 0..count {
            let told: Value = client.snapshot(json!({})).json();
            assert_eq!(told["screen"], "shop.html");
        }
    };
    rounds(&mut client, 200);
    let before = kilobytes(&client);
    rounds(&mut client, 300);
    let grown = kilobytes(&client).saturating_sub(before);
    assert!(grown <= 2048, "{grown} KiB more");
}
