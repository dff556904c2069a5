//! What one document shows: names, states, boxes, identifiers, shadow content, secrets.

use semantic_core::tree::{State, Tri};

use crate::support::{bounds, has, one, outline, secrets_are_kept, with_browser};

#[test]
fn names_states_boxes_and_identifiers() {
    with_browser("names_states_boxes_and_identifiers", async |stage| {
        let page = stage.open("tree.html").await?.capture(1234).await?;
        assert_eq!(page.title(), Some("Orders — tree"));
        assert_eq!(page.url(), Some(stage.server.url("tree.html").as_str()));
        assert_eq!(page.captured_at(), Some(1234));
        assert_eq!(page.notices(), [""; 0]);
        let document = page.document().expect("a document id");
        let keys: Vec<_> = page.nodes().filter_map(|n| n.key()).collect();
        assert!(keys.len() > 15 && keys.iter().all(|k| k.starts_with(&format!("{document}#"))));

        let home = one(&page, "link", "Home");
        assert_eq!(home.url(), Some(stage.server.url("tree.html?page=2").as_str()));
        assert_eq!(home.identifier(), Some("home"));
        // The page is scrolled by 50 pixels.
        let add = one(&page, "button", "Add");
        assert_eq!((add.identifier(), bounds(add)), (Some("add"), [10.0, 100.0, 100.0, 20.0]));
        assert_eq!(bounds(one(&page, "button", "Fixed")), [200.0, 30.0, 100.0, 20.0]);
        let clear = one(&page, "button", "Clear");
        assert_eq!(
            (clear.identifier(), clear.states().get(State::Disabled)),
            (Some("cart.clear"), Some(Tri::True))
        );
        assert_eq!(bounds(clear), [10.0, 200.0, 200.0, 40.0]);

        let name = one(&page, "textbox", "Name");
        assert_eq!((name.value(), name.attr("placeholder")), (Some("Ada"), Some("Your name")));
        assert!(name.is(State::Required) && !name.is(State::Focused));
        assert!(one(&page, "checkbox", "Gift").is(State::Checked));
        assert_eq!(one(&page, "combobox", "Size").value(), Some("Large"));
        let more = one(&page, "button", "More");
        assert_eq!(more.states().get(State::Expanded), Some(Tri::False));
        assert_eq!(one(&page, "slider", "Amount").value(), Some("4"));
        assert!(one(&page, "textbox", "Half").attr("title").is_some_and(|t| t.starts_with("half ")));
        assert!(!has(&page, "Not drawn"), "{}", outline(&page));
        Ok(())
    });
}

#[test]
fn boxes_are_css_pixels_on_a_dense_screen() {
    if !crate::support::has_browser("boxes_are_css_pixels_on_a_dense_screen") {
        return;
    }
    let server = crate::support::Server::start();
    let launched = crate::support::start(&["--force-device-scale-factor=2"]);
    let seen = semantic_cdp::block_on(async {
        let browser = semantic_cdp::Browser::attach(&launched.address(), Default::default()).await?;
        browser.open(&server.url("tree.html")).await?.capture(0).await
    });
    let page = seen.expect("a snapshot");
    assert_eq!(bounds(one(&page, "button", "Add")), [10.0, 100.0, 100.0, 20.0]);
    assert_eq!(bounds(one(&page, "button", "Fixed")), [200.0, 30.0, 100.0, 20.0]);
}

#[test]
fn shadow_trees_open_and_closed() {
    with_browser("shadow_trees_open_and_closed", async |stage| {
        let page = stage.open("shadow.html").await?.capture(0).await?;
        one(&page, "textbox", "City");
        assert_eq!(one(&page, "button", "Order now").identifier(), Some("order"));
        assert_eq!(one(&page, "button", "Closed one").identifier(), Some("closed.one"));
        let at = |name: &str| page.nodes().position(|n| n.name() == Some(name)).expect(name);
        assert!(at("Before") < at("Slotted") && at("Slotted") < at("After"));
        assert!(page.nodes().filter(|n| n.role().as_str() == "button").all(|n| n.bounds().is_some()));
        Ok(())
    });
}

#[test]
fn secrets_stay_in_the_page() {
    with_browser("secrets_stay_in_the_page", async |stage| {
        let page = stage.open("secrets.html").await?.capture(0).await?;
        secrets_are_kept(&page);
        Ok(())
    });
}

#[test]
fn file_inputs_behind_buttons_are_listed() {
    with_browser("file_inputs_behind_buttons_are_listed", async |stage| {
        let page = stage.open("files.html").await?.capture(0).await?;
        let report = one(&page, "button", "Attach report");
        assert!(report.is(State::Hidden) && report.is(State::Multiselectable) && report.bounds().is_none());
        assert_eq!((report.identifier(), report.attr("accept")), (Some("a"), Some(".pdf,.png")));
        assert!(report.key().is_some());
        let photo = page.nodes().find(|n| n.identifier() == Some("f")).expect("the hidden input");
        assert!(photo.is(State::Hidden) && photo.name().is_none());
        let choose = one(&page, "button", "Choose photo");
        assert_eq!(photo.parent().map(|p| p.id()), choose.parent().map(|p| p.id()));
        assert!(!choose.is(State::Hidden));
        let files = page.nodes().filter(|n| n.attr("type") == Some("file"));
        assert_eq!(files.count(), 3, "the one that is drawn is listed once: {}", outline(&page));
        Ok(())
    });
}
