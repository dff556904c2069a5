//! The hinted elements of a live page.

use semantic_core::hints::{CAPTURE_SCRIPT, Captured};
use serde_json::json;

use crate::error::CdpError;
use crate::page::Page;

impl Page {
    /// The elements of the page that carry `data-semtag` hints; with a scope that is a CSS selector those in its first
    /// match. Nothing in the page changes.
    pub async fn capture_hints(&self, scope: Option<&str>) -> Result<Captured, CdpError> {
        let argument = json!({"scope": scope}).to_string();
        let text = self.evaluate_isolated(CAPTURE_SCRIPT, &argument).await?;
        Captured::from_json(&text).map_err(|e| CdpError::unreadable("the capture script", e))
    }
}
