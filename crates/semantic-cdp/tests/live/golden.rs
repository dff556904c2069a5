//! Pages whose snapshot of hints is known, served to a real browser.

use std::fs;
use std::io::Write;

use semantic_cdp::{Browser, Options};
use semantic_core::hints::{Captured, HintOptions, HintSnapshot};

use crate::support::{Server, fixtures, has_browser, start, with_browser};

/// The 16 pages of annotated apps, at the addresses that they had, give what is expected of them byte by byte.
#[test]
fn pages_of_annotated_apps_give_their_snapshots() {
    const TEST: &str = "pages_of_annotated_apps_give_their_snapshots";
    let folder = fixtures().join("../../shared/data/hints");
    let Ok(entries) = fs::read_dir(&folder) else {
        // Past the harness, which shows nothing of a test that passes.
        let _ = writeln!(std::io::stderr(), "SKIPPED {TEST}: {} is not there", folder.display());
        return;
    };
    if !has_browser(TEST) {
        return;
    }
    let mut folders: Vec<_> = entries.flatten().map(|e| e.path()).filter(|p| p.is_dir()).collect();
    folders.sort();
    assert_eq!(folders.len(), 16);
    let server = Server::start();
    let launched = start(&[&format!("--host-resolver-rules=MAP app.test 127.0.0.1:{}", server.port())]);
    let outcome = semantic_cdp::block_on(async {
        let browser = Browser::attach(&launched.address(), Options::default()).await?;
        for folder in &folders {
            let read = |name: &str| fs::read_to_string(folder.join(name)).expect("readable");
            let meta: serde_json::Value = serde_json::from_str(&read("meta.json")).expect("JSON");
            let url = meta["url"].as_str().expect("a url");
            server.put(url.strip_prefix("http://app.test").expect("its host"), read("page.html"));
            let page = browser.open(url).await?;
            let list = page.capture_hints(None).await?;
            browser.close(page.tab()).await?;
            let ours = HintSnapshot::of(&list, &HintOptions::default()).expect("no scope");
            assert_eq!(ours.notices, [""; 0], "{}", folder.display());
            assert_eq!(ours.to_string(), read("expected.json").trim(), "{}", folder.display());
        }
        Ok(())
    });
    outcome.expect(TEST);
}

/// Our own pages give the lists that were captured of them, which the tests of the core read in place of a browser.
#[test]
fn own_pages_give_the_lists_captured_of_them() {
    with_browser("own_pages_give_the_lists_captured_of_them", async |stage| {
        for name in ["login", "shop", "form", "list", "frames"] {
            let file =
                |path: &str| fs::read_to_string(fixtures().join("hints").join(path)).expect("readable");
            stage.server.put(&format!("/{name}"), file(&format!("{name}.html")));
            let live = stage.open(name).await?.capture_hints(None).await?;
            let kept = Captured::from_json(&file(&format!("captured/{name}.json"))).expect("a list");
            assert_eq!(live, Captured { url: stage.server.url(name), ..kept }, "{name}");
        }
        Ok(())
    });
}
