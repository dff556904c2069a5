//! The hinted elements of live pages: frames of every kind, closed shadow trees, scopes.

use semantic_cdp::{CdpError, Page};
use semantic_core::hints::{Captured, Held, HintOptions, HintSnapshot, ScopeError, Selected, observe};

use crate::support::with_browser;

/// The ids in their order, each indented by what is around it.
fn outline(page: &Captured) -> Vec<String> {
    let all = &page.elements.items;
    let depth = |i: usize| std::iter::successors(all[i].parent, |&p| all[p as usize].parent).count();
    all.iter().enumerate().map(|(i, e)| format!("{}{}", "  ".repeat(depth(i)), e.id)).collect()
}

/// The list once frames have loaded.
async fn complete(page: &Page, count: usize) -> Result<Captured, CdpError> {
    let mut list = page.capture_hints(None).await?;
    for _ in 0..50 {
        if list.elements.items.len() >= count {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        list = page.capture_hints(None).await?;
    }
    Ok(list)
}

const ALL: [&str; 18] = [
    "top",
    "  top.first",
    "  closed.one",
    "  closed.two",
    "  inner.deep",
    "  open.one",
    "  open.closed",
    "  frame",
    "    frame.closed",
    "    inner.back",
    "    frame.last",
    "  inner.same",
    "  framenear",
    "    frame.closed",
    "    inner.back",
    "    frame.lastnear",
    "  top.last",
    "end",
];

#[test]
fn hints_in_closed_trees_and_frames_of_all_kinds() {
    with_browser("hints_in_closed_trees_and_frames_of_all_kinds", async |stage| {
        let page = stage.open("hinted.html").await?;
        let list = complete(&page, ALL.len()).await?;
        assert_eq!(outline(&list), ALL, "{list:?}");
        assert_eq!((list.notices.len(), list.foreign.len()), (0, 0), "{list:?}");
        assert_eq!((list.url, list.title.as_str()), (stage.server.url("hinted.html"), "Hinted"));
        Ok(())
    });
}

#[test]
fn scopes_are_found_in_any_document() {
    with_browser("scopes_are_found_in_any_document", async |stage| {
        let page = stage.open("hinted.html").await?;
        complete(&page, ALL.len()).await?;
        let ids = async |scope: &str| {
            let list = page.capture_hints(Some(scope)).await?;
            let options = HintOptions { scope: Some(scope.to_owned()), ..HintOptions::default() };
            let listed = HintSnapshot::of(&list, &options).map(|s| s.unfolded());
            Ok::<_, CdpError>(listed.map(|all| all.into_iter().map(|e| e.id).collect::<Vec<_>>()))
        };
        // Ids: in a closed tree, in a frame of another process, in one of this process.
        assert_eq!(ids("closed.two").await?, Ok(vec!["closed.two".to_owned()]));
        let frame = ["inner.back", "frame.closed", "frame.last", "frame"].map(str::to_owned);
        let sorted = |found: Result<Vec<String>, ScopeError>| {
            found.map(|mut ids| {
                ids.sort();
                ids
            })
        };
        let mut expected = frame.to_vec();
        expected.sort();
        assert_eq!(sorted(ids("frame").await?), Ok(expected.clone()));
        let near = page.capture_hints(Some("framenear")).await?;
        assert_eq!((outline(&near).len(), near.scope), (ALL.len(), None), "an id is found in the list");
        // Selectors: what is in a match of the page, with frames whole; else the first frame that has a match.
        assert_eq!(ids("iframe[title=Same]").await?, Ok(vec!["inner.same".to_owned()]));
        assert_eq!(sorted(ids("iframe[title=Foreign]").await?), Ok(expected.clone()));
        assert_eq!(sorted(ids("main").await?), Ok(expected), "in frames alone: of two the first");
        assert_eq!(ids("#host").await?, Ok(vec!["frame.closed".to_owned()]));
        // An element of all documents: the page has one, and its frames come whole.
        let body = page.capture_hints(Some("body")).await?;
        assert_eq!((outline(&body), body.scope), (ALL.map(str::to_owned).to_vec(), Some(Selected::Found)));
        assert_eq!((body.url, body.title.as_str()), (stage.server.url("hinted.html"), "Hinted"));
        let missing = ids("section").await?;
        assert!(matches!(&missing, Err(ScopeError::Missing { .. })), "{missing:?}");
        for wrong in ["[[", "top..first", "a >"] {
            let invalid = ids(wrong).await?;
            assert!(
                matches!(&invalid, Err(ScopeError::Invalid { problem, .. }) if problem.contains("selector")),
                "{invalid:?}"
            );
        }
        let several = ids("inner.back").await?;
        assert_eq!(several, Err(ScopeError::Several { scope: "inner.back".to_owned(), count: 2 }));
        let list = page.capture_hints(None).await?;
        let twice = observe(&list, "frame.closed").expect_err("two have it");
        assert!(twice.to_string().contains('2'), "{twice}");
        let one = observe(&list, "closed.one").expect("one").to_string();
        assert_eq!(one, r#"{"id":"closed.one","role":"action","name":"x"}"#);
        // What is read for one element alone says the same of it.
        for id in ["closed.one", "frame.closed", "closed.ones", "inner.back"] {
            let said = |list: &Captured| observe(list, id).map(|entry| entry.to_string());
            assert_eq!(said(&page.capture_hint(id).await?), said(&list), "{id}");
        }
        Ok(())
    });
}

#[test]
fn a_hostile_page_is_read_as_it_is() {
    with_browser("a_hostile_page_is_read_as_it_is", async |stage| {
        let page = stage.open("hinted-hostile.html").await?;
        let start = std::time::Instant::now();
        let list = page.capture_hints(None).await?;
        assert!(start.elapsed() < std::time::Duration::from_secs(10), "{:?}", start.elapsed());
        assert_eq!((list.title.as_str(), list.foreign.len()), ("Hostile hints", 0));
        let ids: Vec<_> = list.elements.items.iter().map(|e| e.id.as_str()).collect();
        let odd = "odd\n\"quoted\"\\ \u{2028} id";
        assert_eq!(ids, ["form", "inside", "vault", odd, "long", "half"]);
        let of = |id: &str| list.elements.items.iter().find(|e| e.id == id).expect(id);
        assert_eq!((of("form").name.as_str(), of("inside").name.as_str()), ("Form", "In"));
        assert_eq!(of(odd).state, "half \u{fffd} pair\u{0}");
        assert!(of("long").action.len() < 10_000);
        let Some(Held::Text(half)) = &of("half").value else { panic!("{:?}", of("half")) };
        assert!(half.starts_with(&"x".repeat(2499)) && half.len() < 2510, "{half}");
        let text = HintSnapshot::of(&list, &HintOptions::default()).expect("no scope").to_string();
        assert!(text.len() < 10_000 && !text.contains('\n') && !text.contains("forged"), "{text}");
        Ok(())
    });
}

/// What the browser counts of a page: script worlds, nodes.
async fn counts(page: &Page) -> Result<[Option<f64>; 2], CdpError> {
    page.call("HeapProfiler.collectGarbage", &serde_json::json!({})).await?;
    let all = page.call("Performance.getMetrics", &serde_json::json!({})).await?;
    let of = |name: &str| all["metrics"].as_array()?.iter().find(|m| m["name"] == name)?["value"].as_f64();
    Ok([of("V8PerContextDatas"), of("Nodes")])
}

#[test]
fn many_captures_leave_nothing_in_the_browser() {
    with_browser("many_captures_leave_nothing_in_the_browser", async |stage| {
        let page = stage.open("hinted.html").await?;
        complete(&page, ALL.len()).await?;
        page.call("Performance.enable", &serde_json::json!({})).await?;
        page.capture_hints(Some("body")).await?;
        let before = counts(&page).await?;
        assert!(before.iter().all(Option::is_some), "{before:?}");
        for _ in 0..50 {
            page.capture_hints(None).await?;
            page.capture_hints(Some("body")).await?;
        }
        assert_eq!(counts(&page).await?, before);
        Ok(())
    });
}

#[test]
fn documents_of_other_kinds() {
    with_browser("documents_of_other_kinds", async |stage| {
        let browser = stage.browser().await?;
        let svg = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><g data-semtag-id='map' data-semtag-role='action'/></svg>";
        let frames = "data:text/html,<frameset cols='50,50'><frame src='about:blank'><frame src='data:text/html,<p data-semtag-id=in>x'></frameset>";
        for (url, expected) in [
            ("about:blank", ""),
            ("data:application/json,{}", ""),
            ("data:text/plain,text", ""),
            ("data:text/xml,<a data-semtag-id='x'/>", "x"),
            (svg, "map"),
            (
                "data:text/html,<object data=\"data:text/html,<p>x\"></object><p data-semtag-id=after>y",
                "after",
            ),
            (frames, "in"),
        ] {
            let page = browser.open(url).await?;
            let list = page.capture_hints(None).await?;
            let ids: Vec<_> = list.elements.items.iter().map(|e| e.id.as_str()).collect();
            assert_eq!(ids, expected.split_whitespace().collect::<Vec<_>>(), "{url}: {list:?}");
            browser.close(page.tab()).await?;
        }
        Ok(())
    });
}

#[test]
fn a_page_that_never_rests_is_read() {
    with_browser("a_page_that_never_rests_is_read", async |stage| {
        let page = stage.open("hinted-list.html?rows=400&busy").await?;
        let start = std::time::Instant::now();
        for _ in 0..10 {
            let list = page.capture_hints(None).await?;
            let snapshot = HintSnapshot::of(&list, &HintOptions::default()).expect("no scope");
            assert_eq!((snapshot.unfolded().len(), list.notices.len()), (802, 0), "{:?}", list.notices);
        }
        assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
        Ok(())
    });
}

#[test]
fn fifty_thousand_elements_with_hints() {
    with_browser("fifty_thousand_elements_with_hints", async |stage| {
        let page = stage.open("hinted-list.html?rows=10000").await?;
        let start = std::time::Instant::now();
        let list = page.capture_hints(None).await?;
        let snapshot = HintSnapshot::of(&list, &HintOptions::default()).expect("no scope");
        eprintln!("{} hints in {:?}", list.elements.items.len(), start.elapsed());
        assert_eq!((snapshot.blocks.len(), snapshot.unfolded().len()), (1, 20_002));
        assert!(start.elapsed() < std::time::Duration::from_secs(30), "{:?}", start.elapsed());
        Ok(())
    });
}
