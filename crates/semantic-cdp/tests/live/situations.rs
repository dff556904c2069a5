//! Situations that are known to be hard, on the pages that show them.

use std::fs;
use std::io::Write;
use std::sync::Arc;

use semantic_cdp::CdpError;
use semantic_core::tree::{Snapshot, State};
use semantic_core::view::{Observation, SemanticView, is_harmful};

use crate::support::{fixtures, has, one, outline, with_browser};

/// Runs a test on the page of a situation, where it is there.
fn on(test: &str, name: &str, check: impl AsyncFnOnce(Snapshot) -> Result<(), CdpError>) {
    let file = fixtures().join("../../shared/data/situations").join(name);
    let Ok(text) = fs::read_to_string(&file) else {
        let _ = writeln!(std::io::stderr(), "SKIPPED {test}: {} is not there", file.display());
        return;
    };
    with_browser(test, async |stage| {
        stage.server.put("/situation", text);
        let page = stage.open("situation").await?;
        let hints = page.capture_hints(None).await?;
        assert_eq!((hints.elements.items.len(), hints.notices.len()), (0, 0), "{hints:?}");
        let snapshot = page.capture(0).await?;
        check(snapshot).await
    });
}

#[test]
fn hidden_file_inputs() {
    on("hidden_file_inputs", "22-file-input.html", async |page| {
        let report = one(&page, "button", "Attach report");
        assert!(report.is(State::Hidden) && report.is(State::Multiselectable));
        assert_eq!(report.attr("accept"), Some(".pdf,.png"));
        let files: Vec<_> = page.nodes().filter(|n| n.attr("type") == Some("file")).collect();
        assert_eq!(files.len(), 2, "{}", outline(&page));
        assert!(files.iter().all(|n| n.key().is_some()), "every one can be acted on");
        one(&page, "button", "Choose photo");
        Ok(())
    });
}

#[test]
fn frames_in_frames_and_one_that_fails() {
    on("frames_in_frames_and_one_that_fails", "23-frames.html", async |page| {
        let within = |frame: &str, name: &str| {
            let frame = one(&page, "iframe", frame);
            assert!(frame.subtree().any(|n| n.name() == Some(name)), "{}", outline(&page));
        };
        within("Card", "Card number");
        within("Inner", "Deep button");
        within("Card", "Inner");
        let foreign = one(&page, "iframe", "Foreign");
        assert_eq!(foreign.attr("src"), Some("https://other.example.invalid/"), "{}", outline(&page));
        assert!(foreign.subtree().count() > 1 || !page.notices().is_empty(), "{}", outline(&page));
        one(&page, "iframe", "Empty");
        one(&page, "button", "Place order");
        Ok(())
    });
}

#[test]
fn shadow_roots_of_all_kinds() {
    on("shadow_roots_of_all_kinds", "24-shadow.html", async |page| {
        one(&page, "textbox", "City");
        one(&page, "button", "Order now");
        one(&page, "button", "Closed one");
        one(&page, "button", "Slotted");
        let at = |name: &str| page.nodes().position(|n| n.name() == Some(name)).expect(name);
        assert!(at("Before") < at("Slotted") && at("Slotted") < at("After"), "{}", outline(&page));
        Ok(())
    });
}

#[test]
fn secrets_of_a_form() {
    on("secrets_of_a_form", "36-secrets.html", async |page| {
        let written = semantic_core::formats::write::to_json(&page);
        for secret in ["not-a-real-secret", "000000", "4111", "key-not-real"] {
            assert!(!written.contains(secret), "{secret} is in {written}");
        }
        assert!(has(&page, "Contact: someone@example.test"));
        Ok(())
    });
}

#[test]
fn page_text_that_looks_like_orders() {
    on("page_text_that_looks_like_orders", "37-page-text-as-orders.html", async |page| {
        let whole = Observation::of(Arc::new(page), &SemanticView::new());
        let text = whole.render();
        let ours = |line: &str| line.starts_with("# ") || line.trim_start().starts_with("s_");
        assert!(text.lines().all(ours), "{text}");
        assert_eq!(
            text.lines().filter(|line| line.trim_start().starts_with("s_")).count(),
            whole.shown_count()
        );
        assert!(!text.contains(is_harmful_on_its_line), "{text}");
        Ok(())
    });
}

fn is_harmful_on_its_line(c: char) -> bool {
    c != '\n' && is_harmful(c)
}
