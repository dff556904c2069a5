//! Recovery end to end: a page makes its nodes anew, a click fails, and the right element is clicked, or none.

use std::sync::Arc;
use std::time::Duration;

use semantic_cdp::{CdpError, Page};
use semantic_core::recover::{
    AsyncDriver, BoxError, Intent, IntentCache, RecoveryConfig, RecoveryEngine, RecoveryResult,
    classify_failure,
};
use semantic_core::tree::{Node, Snapshot};
use serde_json::json;

use crate::support::{one, with_browser};

/// The four parts of the engine on a live page.
struct Live<'a> {
    page: &'a Page,
    seen: Arc<Snapshot>,
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
        assert_eq!(action, "click");
        click(self.page, node).await
    }
}

/// Chrome's number of a node.
fn backend_id(node: Node<'_>) -> Option<u64> {
    node.key()?.rsplit_once('#')?.1.parse().ok()
}

/// Clicks a node as drivers do: found by its number, refused where it is no longer in the page.
async fn click(page: &Page, node: u64) -> Result<(), BoxError> {
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

async fn log(page: &Page) -> Result<String, CdpError> {
    page.evaluate_isolated("() => document.querySelector('#log').textContent", "null").await
}

/// The button that deletes Order 2.
fn delete(page: &Snapshot) -> Node<'_> {
    let row = one(page, "cell", "Order 2").parent().expect("a row");
    row.subtree().find(|n| n.name() == Some("Delete") && n.is_interactive()).expect("its button")
}

/// Takes a ref of a button, lets the page change, and clicks by the ref.
async fn click_after(
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

#[test]
fn the_right_element_is_clicked_after_the_page_made_its_nodes_anew() {
    with_browser("the_right_element_is_clicked_after_the_page_made_its_nodes_anew", async |stage| {
        let page = stage.open("board.html").await?;
        let result = click_after(&page, delete, "shuffle").await?;
        assert!(result.recovered, "{result:?}");
        assert_eq!(log(&page).await?, "deleted Order 2", "{result:?}");
        Ok(())
    });
}

#[test]
fn a_renamed_element_is_clicked_by_its_identifier() {
    with_browser("a_renamed_element_is_clicked_by_its_identifier", async |stage| {
        let page = stage.open("board.html").await?;
        let result = click_after(&page, |page| one(page, "button", "Export"), "shuffle").await?;
        assert!(result.recovered, "{result:?}");
        assert_eq!(log(&page).await?, "exported", "{result:?}");
        Ok(())
    });
}

#[test]
fn nothing_is_clicked_where_the_element_is_gone() {
    with_browser("nothing_is_clicked_where_the_element_is_gone", async |stage| {
        let page = stage.open("board.html").await?;
        let result = click_after(&page, delete, "drop").await?;
        assert!(!result.recovered && result.error.is_some(), "{result:?}");
        assert_eq!(log(&page).await?, "nothing deleted", "{result:?}");
        Ok(())
    });
}
