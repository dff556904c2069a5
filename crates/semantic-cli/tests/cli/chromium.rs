//! A real Chromium for tests, pages for it, and what others do to them.

use std::io::Write;
use std::path::Path;

use semantic_cdp::{
    Browser, CdpError, Choice, Launch, Launched, Options, Page, block_on, find_browser, launch,
};
use serde_json::json;

/// A browser for a test; `None`, said so, where there is none.
pub fn browser(test: &str, arguments: &[&str]) -> Option<Launched> {
    if std::env::var("SEMANTIC_NO_BROWSER").is_ok_and(|v| v == "1") || find_browser().is_none() {
        // Past the harness, which shows nothing of a test that passes.
        let _ =
            writeln!(std::io::stderr(), "SKIPPED {test}: SEMANTIC_NO_BROWSER=1, or no Chromium was found");
        return None;
    }
    let arguments = arguments.iter().map(|a| (*a).to_owned()).collect();
    Some(launch(&Launch { headless: true, arguments, ..Launch::default() }).expect("the browser starts"))
}

/// The address of one of the annotated pages.
pub fn shop() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/hints/shop.html");
    format!("file://{}", page.canonicalize().expect("the page is there").display())
}

/// Does something to a browser from outside of the server.
pub fn on<T, F: Future<Output = Result<T, CdpError>>>(address: &str, act: impl FnOnce(Browser) -> F) -> T {
    block_on(async { act(Browser::attach(address, Options::default()).await?).await }).expect("it is done")
}

pub fn open(address: &str, url: &str) -> Page {
    on(address, async |browser| browser.open(url).await)
}

/// Runs a script of the page in front, as another client may.
pub fn act(address: &str, script: &str) {
    on(address, async |browser| {
        let page = browser.page(&Choice::Active).await?;
        page.call("Runtime.evaluate", &json!({"expression": script})).await
    });
}
