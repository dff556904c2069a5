//! Frames: same process, other site, nested, not drawn.

use semantic_core::tree::{Node, Snapshot};

use crate::support::{bounds, has, one, outline, with_browser};

#[test]
fn frames_of_both_kinds_are_grafted_where_they_are_shown() {
    with_browser("frames_of_both_kinds_are_grafted_where_they_are_shown", async |stage| {
        let live = stage.open("frames.html").await?;
        let mut page = live.capture(0).await?;
        // The frames scroll themselves once they are loaded, each in its own time.
        let scrolled = |page: &Snapshot| {
            let at = |n: Node<'_>| n.bounds().map(|b| b.y);
            let tops = page.nodes().filter(|n| n.name() == Some("Inner") && n.role().as_str() == "button");
            tops.filter_map(at).collect::<Vec<_>>() == [121.0, 412.0]
        };
        for _ in 0..50 {
            if scrolled(&page) {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            page = live.capture(0).await?;
        }
        assert_eq!(page.notices(), [""; 0], "{}", outline(&page));
        assert_eq!(page.roots().count(), 1, "{}", outline(&page));
        let inside = |frame: &str, role: &str, name: &str| {
            let frame = one(&page, "iframe", frame);
            let mut found = frame.subtree().filter(|n| n.role().as_str() == role && n.name() == Some(name));
            found.next().unwrap_or_else(|| panic!("no {name} in\n{}", outline(&page)))
        };
        // Half the size: border 5, padding 7, scrolled by 30.
        assert_eq!(bounds(inside("Same", "button", "Inner")), [311.0, 121.0, 25.0, 10.0]);
        inside("Written", "textbox", "Card number");
        assert_eq!(bounds(inside("Foreign", "button", "Far away")), [52.0, 342.0, 80.0, 20.0]);
        // A frame of our site in a frame of another.
        assert_eq!(bounds(inside("Back", "button", "Inner")), [132.0, 412.0, 50.0, 20.0]);
        let back = one(&page, "iframe", "Back");
        assert!(one(&page, "iframe", "Foreign").holds(back.id()));
        assert!(!has(&page, "Not drawn") && !has(&page, "Secret"), "{}", outline(&page));
        let buttons = page.nodes().filter(|n| n.name() == Some("Inner") && n.role().as_str() == "button");
        assert_eq!(buttons.count(), 2, "{}", outline(&page));
        let mut keys: Vec<_> = page.nodes().filter_map(|n| n.key()).collect();
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all, "keys are unique over frames and processes");
        Ok(())
    });
}

#[test]
fn a_frame_that_does_not_answer_is_told_and_the_rest_is_read() {
    with_browser("a_frame_that_does_not_answer_is_told_and_the_rest_is_read", async |mut stage| {
        stage.options.call = std::time::Duration::from_secs(6);
        stage.options.load = std::time::Duration::from_secs(1);
        let live = stage.open("stuck.html").await?;
        let page = live.capture(0).await?;
        one(&page, "button", "Pay");
        assert_eq!(page.notices(), ["a frame from another site does not answer"]);
        let frame = one(&page, "iframe", "Stuck");
        assert!(frame.attr("src").is_some_and(|src| src.contains("endless.html")));
        let refused = one(&page, "iframe", "Refused");
        assert!(refused.subtree().any(|n| n.url().is_some()), "{}", outline(&page));
        // It is given less time the next time.
        let start = std::time::Instant::now();
        let hints = live.capture_hints(None).await?;
        assert!(start.elapsed() < stage.options.call, "{:?}", start.elapsed());
        assert_eq!(hints.elements.items.iter().map(|e| e.id.as_str()).collect::<Vec<_>>(), ["pay"]);
        assert_eq!(hints.notices, ["a frame from another site does not answer"]);
        assert!(hints.foreign.len() == 1 && hints.foreign[0].src.contains("endless.html"), "{hints:?}");
        Ok(())
    });
}
