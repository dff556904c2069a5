//! Which page is the one that the user sees.

use semantic_cdp::{Browser, CdpError, Choice, Options};

use crate::support::{Relay, get, socket_path, with_browser};

#[test]
fn the_tab_activated_last_is_the_active_one() {
    with_browser("the_tab_activated_last_is_the_active_one", async |stage| {
        let browser = stage.browser().await?;
        let blank = browser.tabs().await?;
        assert_eq!(blank.len(), 1, "{blank:?}");
        browser.open(&stage.server.url("tree.html")).await?;
        let shadow = browser.open(&stage.server.url("shadow.html")).await?;
        let active = browser.page(&Choice::Active).await?;
        assert_eq!(active.tab().id, shadow.tab().id, "{:?}", active.warning());
        assert_eq!(browser.tabs().await?.len(), 3);
        assert_eq!(browser.tabs().await?[0].id, shadow.tab().id, "latest activated first");

        // The user goes back to another tab.
        get(&stage.launched.address(), &format!("/json/activate/{}", blank[0].id));
        assert_eq!(browser.page(&Choice::Active).await?.tab().id, blank[0].id);
        get(&stage.launched.address(), &format!("/json/activate/{}", shadow.tab().id));

        // By id, by a part of the address, by one that several have, by one that none has.
        let by_id = browser.page(&Choice::Tab(blank[0].id.clone())).await?;
        assert_eq!((&by_id.tab().id, by_id.warning()), (&blank[0].id, None));
        let by_part = browser.page(&Choice::Tab("tree.html".to_owned())).await?;
        assert_eq!((by_part.tab().title.as_str(), by_part.warning()), ("Orders — tree", None));
        let of_two = browser.page(&Choice::Tab("127.0.0.1".to_owned())).await?;
        let warning = of_two.warning().expect("several fit");
        assert!(
            warning.starts_with("2 pages fit: taken is \"Shadow\"") && warning.contains("tree.html"),
            "{warning}"
        );
        let none = browser.page(&Choice::Tab("nowhere".to_owned())).await;
        assert!(matches!(none, Err(CdpError::NoSuchTab { .. })), "{none:?}");

        browser.close(shadow.tab()).await?;
        let closed = shadow.capture(0).await;
        assert!(matches!(closed, Err(CdpError::PageClosed(_))), "never another page instead: {closed:?}");
        let closed = shadow.capture_hints(None).await;
        assert!(matches!(closed, Err(CdpError::PageClosed(_))), "never another page instead: {closed:?}");
        for tab in browser.tabs().await? {
            let _ = browser.close(&tab).await;
        }
        Ok(())
    });
}

#[test]
fn a_websocket_alone_is_enough() {
    with_browser("a_websocket_alone_is_enough", async |stage| {
        let browser = stage.browser().await?;
        let tree = browser.open(&stage.server.url("tree.html")).await?;
        // Through a port that passes bytes on but answers no plain HTTP.
        let relay = Relay::start(&stage.launched.address(), true);
        let socket = socket_path(&stage.launched.address());
        let alone = Browser::attach(&format!("ws://{}{socket}", relay.address), Options::default()).await?;
        let mut ids: Vec<_> = alone.tabs().await?.into_iter().map(|tab| tab.id).collect();
        let mut known: Vec<_> = browser.tabs().await?.into_iter().map(|tab| tab.id).collect();
        ids.sort();
        known.sort();
        assert_eq!(ids, known);
        let active = alone.page(&Choice::Active).await?;
        if active.warning().is_none() {
            assert_eq!(active.tab().id, tree.tab().id);
        }
        assert_eq!(
            alone.page(&Choice::Tab("tree.html".to_owned())).await?.capture(0).await?.title(),
            Some("Orders — tree")
        );
        // The address of one tab's own WebSocket means that tab.
        let own =
            format!("{}/devtools/page/{}", stage.launched.address().replace("http", "ws"), tree.tab().id);
        let own = Browser::attach(&own, Options::default()).await?.page(&Choice::Active).await?;
        assert_eq!(own.tab().id, tree.tab().id);
        assert!(alone.version().await?.product.contains('/'));
        Ok(())
    });
}
