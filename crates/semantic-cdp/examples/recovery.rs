//! Recovery on a live page: a page makes its nodes anew, a click by an old ref fails, and the engine clicks the same
//! element, or nothing where it is gone.
//!
//! `cargo run -p semantic-cdp --example recovery` starts a Chromium of its own, opens `fixtures/live/board.html` and
//! says what happened.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use semantic_cdp::{Browser, CdpError, Launch, Options, Page, block_on, launch};
use semantic_core::recover::{
    AsyncDriver, BoxError, Intent, IntentCache, RecoveryConfig, RecoveryEngine, RecoveryResult,
    classify_failure,
};
use semantic_core::tree::{Node, Role, Snapshot};
use serde_json::json;

/// The four parts of the engine on a live page.
pub struct Live<'a> {
    /// The page.
    pub page: &'a Page,
    /// What was seen of it last.
    pub seen: Arc<Snapshot>,
}

impl AsyncDriver for Live<'_> {
    type Node = u64;

    async fn refresh(&mut self, _tab: &str) -> Result<(), BoxError> {
        self.seen = Arc::new(self.page.capture(0).await?);
        Ok(())
    }

    async fn describe(&mut self, _tab: &str) -> Result<Arc<Snapshot>, BoxError> {
        Ok(Arc::clone(&self.seen))
    }

    async fn resolve(&mut self, _tab: &str, reference: &str) -> Result<u64, BoxError> {
        backend_id(self.seen.resolve(reference)?).ok_or_else(|| "no node id".into())
    }

    async fn act(&mut self, _tab: &str, action: &str, node: u64) -> Result<(), BoxError> {
        match action {
            "click" => click(self.page, node).await,
            other => Err(format!("this example can click, not {other}").into()),
        }
    }
}

/// Chrome's number of a node.
pub fn backend_id(node: Node<'_>) -> Option<u64> {
    node.key()?.rsplit_once('#')?.1.parse().ok()
}

/// Clicks a node as drivers do: found by its number, refused where it is no longer in the page.
pub async fn click(page: &Page, node: u64) -> Result<(), BoxError> {
    let found = page.call("DOM.resolveNode", &json!({"backendNodeId": node})).await?;
    let script = "function () {
        if (!this.isConnected) throw new Error('Element is not attached to the DOM');
        this.click();
    }";
    let on = json!({"objectId": found["object"]["objectId"], "functionDeclaration": script});
    let done = page.call("Runtime.callFunctionOn", &on).await?;
    match done["exceptionDetails"]["exception"]["description"].as_str() {
        Some(thrown) => Err(thrown.to_owned().into()),
        None => Ok(()),
    }
}

/// The button that deletes Order 2.
pub fn delete(page: &Snapshot) -> Node<'_> {
    let cell =
        page.nodes().find(|n| n.role() == Role::Cell && n.name() == Some("Order 2")).expect("its cell");
    let row = cell.parent().expect("a row");
    row.subtree().find(|n| n.name() == Some("Delete") && n.is_interactive()).expect("its button")
}

/// Takes a ref of a button, lets the page change, and clicks by the ref.
pub async fn click_after(
    page: &Page,
    button: fn(&Snapshot) -> Node<'_>,
    change: &str,
) -> Result<RecoveryResult, CdpError> {
    let before = Arc::new(page.capture(0).await?);
    let button = button(&before);
    let (reference, stale) = (button.id().to_string(), backend_id(button).expect("a node id"));
    let clock = Box::new(|| Duration::from_secs(1));
    let engine = RecoveryEngine::new(RecoveryConfig::default(), Arc::new(IntentCache::default()), clock);
    engine.record_intent("tab", &reference, Intent::of_page(Arc::clone(&before), button.id(), None));

    let script = "change => { dispatchEvent(new Event(change)); return '' }";
    page.evaluate_isolated(script, &json!(change).to_string()).await?;
    let error = click(page, stale).await.expect_err("the node was replaced").to_string();
    let failure = classify_failure(&error);
    assert!(failure.recoverable(), "{error} is {failure}");
    let mut live = Live { page, seen: before };
    Ok(engine.attempt_async("tab", &reference, "click", failure, &mut live).await)
}

/// What the page says was done.
pub async fn log(page: &Page) -> Result<String, CdpError> {
    page.evaluate_isolated("() => document.querySelector('#log').textContent", "null").await
}

#[allow(clippy::disallowed_macros)] // an example tells what it did
fn main() -> Result<(), CdpError> {
    let browser = launch(&Launch { headless: true, ..Launch::default() })?;
    let board = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/live/board.html");
    let url = format!("file://{}", board.display());
    block_on(async {
        for change in ["shuffle", "drop"] {
            let page = Browser::attach(&browser.address(), Options::default()).await?.open(&url).await?;
            let result = click_after(&page, delete, change).await?;
            println!("after {change}: recovered {}, the page says {:?}", result.recovered, log(&page).await?);
            result.evidence.iter().for_each(|e| println!("  {e}"));
            result.error.iter().for_each(|e| println!("  {e}"));
        }
        Ok(())
    })
}
