//! From selectors to keys, and from keys to selectors that match one element alone.

use semantic_cdp::CdpError;

use super::{details, named};
use crate::support::{one, with_browser};

#[test]
fn selectors_lead_to_keys_and_keys_to_selectors() {
    with_browser("selectors_lead_to_keys_and_keys_to_selectors", async |stage| {
        let text = r#"<title>Locate</title><main id="m"><button>Alpha</button><button class="b">Beta</button>
            <div><button>Gamma</button></div></main><div><i>x</i><button name="d">Delta</button></div>
            <x-open></x-open><x-closed></x-closed><iframe title="Frame" srcdoc="<button>Framed</button>"></iframe>
            <script>const add = (tag, mode, html) =>
              document.querySelector(tag).attachShadow({mode}).innerHTML = html;
            add("x-open", "open", "<div><button id='in'>Open</button><button>Other</button></div>");
            add("x-closed", "closed", "<button id='never'>Closed</button>")</script>"#;
        stage.server.put("/locate.html", text.to_owned());
        let page = stage.open("locate.html").await?;
        assert_eq!(page.locate("button").await?, [""; 0], "nobody has looked yet");
        let look = page.look(0).await?.snapshot;
        let key = |name: &str| one(&look, "button", name).key().expect("a key");
        assert_eq!(page.locate("#in").await?, [key("Open")]);
        assert_eq!(page.locate("#never").await?, [key("Closed")]);
        assert_eq!(page.locate("main > button").await?, [key("Alpha"), key("Beta")]);
        assert_eq!(page.locate("button").await?.len(), 8);
        assert_eq!(page.locate("article").await?, [""; 0]);
        // What has no meaning of its own is known by what it holds, texts included.
        let inside = page.locate_inside("main + div").await?;
        let text = named(&look, "x").key().expect("a key");
        assert!(inside.iter().any(|one| one == text) && inside.iter().any(|one| one == key("Delta")));
        assert!(!inside.iter().any(|one| one == key("Alpha")), "{inside:?}");
        assert!(matches!(page.locate_inside("a[").await, Err(CdpError::Script(_))));
        assert!(matches!(page.locate("a[").await, Err(CdpError::Script(_))));

        let tries: [(&str, &[&str]); 9] = [
            (key("Alpha"), &["button", "main > button", "#m > :first-child"]),
            (key("Beta"), &["main button.b", ".b", ".c"]),
            (key("Gamma"), &["div > button", "a["]),
            (key("Delta"), &[]),
            (key("Open"), &["#in", "div > #in"]),
            (key("Other"), &["button + button"]),
            (key("Closed"), &["#never"]),
            (key("Framed"), &["button"]),
            ("gone#1", &["button"]),
        ];
        let found = page.selectors(&tries).await?;
        let all = details(&look);
        assert_eq!(found[0], ["#m > :first-child"], "{all}");
        assert_eq!(found[1], ["main button.b", ".b"]);
        assert_eq!(found[3], ["button[name=\"d\"]"]);
        assert_eq!(found[4], ["#in", "div > #in"]);
        assert_eq!(
            found[5],
            ["div:nth-of-type(1) > button:nth-of-type(2)"],
            "`button + button` is Beta's too"
        );
        assert_eq!((found[6].len(), found[8].len()), (0, 0), "no selector enters a closed tree");
        assert_eq!(found[7], ["button"], "a frame is a document of its own");
        // What is offered of our own matches that element alone.
        for (n, selectors) in found.iter().enumerate().filter(|(n, _)| [0, 2, 3].contains(n)) {
            for selector in selectors {
                assert_eq!(page.locate(selector).await?, [tries[n].0], "{selector}");
            }
        }
        assert_eq!(found[2].len(), 1, "{found:?}");
        Ok(())
    });
}
