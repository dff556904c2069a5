//! A page: untouched by reading, our script world, going to an address and settling there.

use std::time::Duration;

use semantic_cdp::{CdpError, Page, Settled};
use tokio::time::Instant;

use crate::support::{has, one, untouched, watching, with_browser};

/// Where a page is.
async fn address(page: &Page) -> Result<String, CdpError> {
    page.evaluate_isolated("() => location.href", "null").await
}

#[test]
fn reading_changes_nothing() {
    with_browser("reading_changes_nothing", async |stage| {
        let page = stage.open("watch.html").await?;
        watching(&page).await?;
        for _ in 0..2 {
            let snapshot = page.capture(0).await?;
            assert_eq!(snapshot.title(), Some("Watching"));
            assert!(one(&snapshot, "textbox", "Here").is(semantic_core::tree::State::Focused));
            one(&snapshot, "button", "Closed");
            let hints = page.capture_hints(None).await?;
            assert_eq!(hints.elements.items.len(), 2, "{hints:?}");
        }
        page.evaluate_isolated("() => { globalThis.ours = 1; return document.title }", "null").await?;
        untouched(&page).await?;
        Ok(())
    });
}

#[test]
fn our_world_is_ours() {
    with_browser("our_world_is_ours", async |stage| {
        let page = stage.open("hostile.html").await?;
        let script =
            "arg => JSON.stringify([arg.list.map(n => n + 1), document.querySelector('button').textContent])";
        assert_eq!(page.evaluate_isolated(script, r#"{"list": [1, 2]}"#).await?, r#"[[2,3],"Real"]"#);
        assert_eq!(page.settle().await?, Settled { loaded: true, quiet: true });
        one(&page.capture(0).await?, "button", "Real");
        let thrown = page.evaluate_isolated("() => { throw new Error('no\\nnot this') }", "null").await;
        assert!(matches!(thrown, Err(CdpError::Script(why)) if why == "Error: no"));
        for odd in ["() => 7", "() => undefined", "() => document"] {
            assert!(matches!(page.evaluate_isolated(odd, "null").await, Err(CdpError::Script(_))), "{odd}");
        }
        assert!(matches!(page.evaluate_isolated("() => ''", "{").await, Err(CdpError::Script(_))));
        Ok(())
    });
}

#[test]
fn the_world_follows_the_document() {
    with_browser("the_world_follows_the_document", async |stage| {
        let page = stage.open("tree.html").await?;
        let tree = address(&page).await?;
        let mark =
            "() => { const before = globalThis.mark ?? 'none'; globalThis.mark = 'set'; return before }";
        assert_eq!(page.evaluate_isolated(mark, "null").await?, "none");
        assert_eq!(page.evaluate_isolated(mark, "null").await?, "set");
        page.navigate(&stage.server.url("inner.html")).await?;
        assert_eq!(address(&page).await?, stage.server.url("inner.html"));
        assert_eq!(page.evaluate_isolated(mark, "null").await?, "none");
        // Another process, then back out of the browser's memory of pages.
        page.navigate(&stage.server.url("inner.html").replace("127.0.0.1", "localhost")).await?;
        assert!(address(&page).await?.starts_with("http://localhost"));
        page.evaluate_isolated("() => { setTimeout(() => history.go(-2), 100); return '' }", "null").await?;
        let end = Instant::now() + Duration::from_secs(10);
        while address(&page).await.unwrap_or_default() != tree {
            assert!(Instant::now() < end, "still at {:?}", address(&page).await);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(page.capture(0).await?.url(), Some(tree.as_str()));
        Ok(())
    });
}

/// Memory of this process in KiB, where the system says it.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}

#[test]
fn two_thousand_calls_leave_nothing() {
    with_browser("two_thousand_calls_leave_nothing", async |stage| {
        let page = stage.open("tree.html").await?;
        let mut before = 0;
        let start = Instant::now();
        for n in 0..2000 {
            let argument = n.to_string();
            assert_eq!(page.evaluate_isolated("n => String(n)", &argument).await?, argument);
            before = if n == 200 { resident() } else { before };
        }
        // Other tests run beside this one: the figure is told, and true where this test runs alone.
        eprintln!(
            "2,000 calls in {:?}, {} KiB more after call 200",
            start.elapsed(),
            resident().saturating_sub(before)
        );
        // One world of ours, still the same.
        let count = "() => String(globalThis.calls = (globalThis.calls ?? 0) + 1)";
        page.evaluate_isolated(count, "null").await?;
        assert_eq!(page.evaluate_isolated(count, "null").await?, "2");
        Ok(())
    });
}

#[test]
fn navigation_waits_until_the_page_has_settled() {
    with_browser("navigation_waits_until_the_page_has_settled", async |stage| {
        let page = stage.open("late.html").await?;
        assert!(has(&page.capture(0).await?, "Row 6"), "rows that come late are waited for");
        let settled = page.navigate(&stage.server.url("late.html#part")).await?;
        assert_eq!(settled, Settled { loaded: true, quiet: true });
        // Steps go on for most of a second; each is a navigation of its own.
        page.navigate(&stage.server.url("moving.html")).await?;
        let start = Instant::now();
        let settled = page.navigate(&stage.server.url("busy.html")).await?;
        assert_eq!(settled, Settled { loaded: true, quiet: false });
        assert!(start.elapsed() < Duration::from_secs(8), "a page that never rests is bounded");
        one(&page.capture(0).await?, "button", "Stay");
        Ok(())
    });
}

#[test]
fn an_address_that_cannot_be_opened_is_told() {
    with_browser("an_address_that_cannot_be_opened_is_told", async |stage| {
        let page = stage.open("tree.html").await?;
        for url in ["http://127.0.0.1:9/", "no address", "http://nowhere.invalid/"] {
            let outcome = page.navigate(url).await;
            assert!(matches!(outcome, Err(CdpError::Navigation { .. })), "{url}: {outcome:?}");
        }
        Ok(())
    });
}
