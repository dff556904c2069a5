//! What goes wrong: nothing there, something else there, gone, closed, blocked, moving, huge.

use std::net::TcpListener;
use std::time::Duration;

use semantic_cdp::{Browser, CdpError, Choice, Launch, Options, launch};
use tokio::time::Instant;

use crate::support::{Relay, Server, has, has_browser, one, start, with_browser};

fn attach(address: &str) -> Result<Browser, CdpError> {
    semantic_cdp::block_on(Browser::attach(address, Options::default()))
}

#[test]
fn nothing_there_and_something_else_there() {
    let nothing = attach("http://127.0.0.1:9").expect_err("nothing listens");
    assert!(matches!(nothing, CdpError::Unreachable { .. }) && nothing.is_unreachable(), "{nothing}");
    let server = Server::start();
    for address in [server.address(), server.address().replace("http", "ws")] {
        let other = attach(&address).expect_err("no browser");
        assert!(matches!(other, CdpError::NotABrowser { .. }) && other.is_unreachable(), "{other}");
    }
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let silent = format!("http://{}", listener.local_addr().expect("an address"));
    let mut options = Options::default();
    options.connect = Duration::from_millis(300);
    let start = std::time::Instant::now();
    let silent = semantic_cdp::block_on(Browser::attach(&silent, options)).expect_err("silence");
    assert!(matches!(silent, CdpError::Unreachable { .. }), "{silent}");
    assert!(start.elapsed() < Duration::from_secs(2));
    assert!(matches!(attach("ftp://x"), Err(CdpError::Address { .. })));
}

#[test]
fn no_program_to_start_is_told() {
    let how = Launch { program: Some("/nowhere/chromium".into()), ..Launch::default() };
    let error = launch(&how).expect_err("no such program");
    assert!(error.to_string().contains("/nowhere/chromium"), "{error}");
}

#[test]
fn a_browser_that_is_started_anew_is_attached_to_again() {
    if !has_browser("a_browser_that_is_started_anew_is_attached_to_again") {
        return;
    }
    let server = Server::start();
    let first = start(&[]);
    let relay = Relay::start(&first.address(), false);
    let outcome = semantic_cdp::block_on(async {
        let browser = Browser::attach(&relay.address.to_string(), Options::default()).await?;
        let page = browser.open(&server.url("tree.html")).await?;
        page.capture(0).await?;
        page.capture_hints(None).await?;
        // Killed under a call that would never end, and between calls.
        let hang = page.evaluate_isolated("() => new Promise(() => {})", "null");
        let kill = async { tokio::task::spawn_blocking(move || drop(first)).await };
        let (hang, _) = futures_util::future::join(hang, kill).await;
        assert!(matches!(hang, Err(CdpError::Gone(_))), "{hang:?}");
        let dead = page.capture(0).await.expect_err("no browser");
        assert!(dead.is_unreachable(), "{dead}");
        let dead = page.capture_hints(None).await.expect_err("no browser");
        assert!(dead.is_unreachable(), "{dead}");
        // The next browser has another WebSocket, at the same address.
        let second = start(&[]);
        relay.lead_to(&second.address());
        let closed = page.capture(0).await.expect_err("its tab went with the first browser");
        assert!(matches!(closed, CdpError::PageClosed(_)), "{closed}");
        let closed = page.capture_hints(None).await.expect_err("its tab went with the first browser");
        assert!(matches!(closed, CdpError::PageClosed(_)), "{closed}");
        let active = browser.page(&Choice::Active).await?;
        active.capture(0).await?;
        active.capture_hints(None).await?;
        browser.open(&server.url("tree.html")).await?.capture(0).await?;
        drop(second);
        Ok(())
    });
    outcome.expect("attached again");
}

#[test]
fn a_page_behind_a_dialog_is_told() {
    with_browser("a_page_behind_a_dialog_is_told", async |mut stage| {
        stage.options.call = Duration::from_secs(4);
        let page = stage.open("tree.html").await?;
        page.evaluate_isolated("() => { setTimeout(() => alert('Wait!'), 50); return '' }", "null").await?;
        tokio::time::sleep(Duration::from_millis(300)).await;
        let start = Instant::now();
        for outcome in [
            page.capture(0).await.map(drop),
            page.capture_hints(None).await.map(drop),
            page.evaluate_isolated("() => ''", "null").await.map(drop),
        ] {
            let told = matches!(&outcome, Err(CdpError::Dialog { kind, message }) if kind == "alert" && message == "Wait!");
            assert!(told, "{outcome:?}");
        }
        assert!(start.elapsed() < Duration::from_secs(4));
        // Who comes later is not told of the dialog by the browser, and is not kept waiting either.
        let later = stage.browser().await?.page(&Choice::Tab(page.tab().id.clone())).await?;
        let start = Instant::now();
        let outcome = later.capture(0).await.expect_err("blocked");
        assert!(outcome.to_string().contains("dialog"), "{outcome}");
        assert!(start.elapsed() < Duration::from_secs(8));
        Ok(())
    });
}

#[test]
fn a_page_that_navigates_meanwhile_is_read_again() {
    with_browser("a_page_that_navigates_meanwhile_is_read_again", async |stage| {
        let page = stage.open("tree.html").await?;
        let url = stage.server.url("moving.html");
        page.evaluate_isolated("url => { location.href = url; return '' }", &format!("{url:?}")).await?;
        let mut read = 0;
        for _ in 0..60 {
            match page.capture(0).await {
                Ok(snapshot) => {
                    // Whole: the heading and the address are of one document.
                    let step = snapshot.url().and_then(|u| u.split("n=").nth(1)).unwrap_or("0").to_owned();
                    let moving = snapshot.url().is_some_and(|u| u.contains("moving"));
                    assert!(
                        !moving || has(&snapshot, &format!("Step {step}")) || snapshot.len() < 5,
                        "{step}"
                    );
                    read += 1;
                    if step == "6" {
                        break;
                    }
                }
                Err(error) => assert!(matches!(error, CdpError::Moved), "{error}"),
            }
        }
        assert!(read > 0);
        Ok(())
    });
}

#[test]
fn hints_of_a_page_that_navigates_meanwhile_are_of_one_document() {
    with_browser("hints_of_a_page_that_navigates_meanwhile_are_of_one_document", async |stage| {
        let page = stage.open("tree.html").await?;
        let url = stage.server.url("moving.html");
        page.evaluate_isolated("url => { location.href = url; return '' }", &format!("{url:?}")).await?;
        let mut read = 0;
        let end = Instant::now() + Duration::from_secs(30);
        loop {
            assert!(Instant::now() < end, "{read} times read");
            match page.capture_hints(None).await {
                Ok(list) => {
                    let step = list.url.split("n=").nth(1).unwrap_or("0");
                    let shown = list.elements.items.iter().find(|e| e.id == "step");
                    assert!(
                        shown.is_none_or(|e| e.name.is_empty() || e.name == format!("Step {step}")),
                        "{list:?}"
                    );
                    read += 1;
                    if step == "6" {
                        break;
                    }
                }
                Err(error) => assert!(matches!(error, CdpError::Moved), "{error}"),
            }
        }
        Ok(())
    });
}

#[test]
fn a_page_that_crashes_is_told() {
    with_browser("a_page_that_crashes_is_told", async |mut stage| {
        stage.options.call = Duration::from_secs(3);
        stage.options.load = Duration::from_secs(3);
        let page = stage.open("tree.html").await?;
        let start = Instant::now();
        let crash = page.navigate("chrome://crash").await;
        assert!(crash.is_err(), "{crash:?}");
        assert!(start.elapsed() < Duration::from_secs(8));
        page.capture(0).await.expect_err("nothing is there");
        page.capture_hints(None).await.expect_err("nothing is there");
        // The same browser goes on.
        one(&stage.open("tree.html").await?.capture(0).await?, "button", "Add");
        Ok(())
    });
}

#[test]
fn calls_that_are_given_up_leave_nothing() {
    with_browser("calls_that_are_given_up_leave_nothing", async |stage| {
        let page = stage.open("tree.html").await?;
        for _ in 0..20 {
            let hang = page.evaluate_isolated("() => new Promise(() => {})", "null");
            assert!(tokio::time::timeout(Duration::from_millis(10), hang).await.is_err());
        }
        // Given up at every stage of a capture that hands nodes over: the search is off, and the objects are gone.
        let page = stage.open("hinted.html").await?;
        for n in 0..40 {
            let _ = tokio::time::timeout(Duration::from_millis(n), page.capture_hints(None)).await;
            let search = page.call("DOM.performSearch", &serde_json::json!({"query": "x"})).await;
            assert!(matches!(search, Err(CdpError::Refused { .. })), "{search:?}");
        }
        page.capture_hints(None).await?;
        let page = stage.open("tree.html").await?;
        one(&page.capture(0).await?, "button", "Add");
        Ok(())
    });
}

#[test]
fn fifty_thousand_elements() {
    with_browser("fifty_thousand_elements", async |mut stage| {
        stage.options.call = Duration::from_secs(300); // on a busy machine the browser needs its time
        let page = stage.open("many.html").await?;
        let start = Instant::now();
        let snapshot = page.capture(0).await?;
        eprintln!("{} nodes in {:?}", snapshot.len(), start.elapsed());
        assert_eq!(snapshot.nodes().filter(|n| n.role().as_str() == "button").count(), 12_500);
        assert!(snapshot.nodes().filter(|n| n.role().as_str() == "link").all(|n| n.bounds().is_some()));
        Ok(())
    });
}
