//! Keys of nodes from look to look, what looking changes, and what it costs on a large page.

use std::time::{Duration, Instant};

use semantic_cdp::Choice;
use semantic_core::tree::{Snapshot, State};

use super::{details, named};
use crate::support::{one, untouched, watching, with_browser};

fn key(page: &Snapshot, name: &str) -> String {
    named(page, name).key().expect("a key").to_owned()
}

#[test]
fn a_node_keeps_its_key_as_long_as_its_document_lives() {
    with_browser("a_node_keeps_its_key_as_long_as_its_document_lives", async |stage| {
        let text = "<title>Letters</title><main id=m><button>Alpha</button><button>Beta</button><button>Gamma</button></main>";
        stage.server.put("/letters.html", text.to_owned());
        let page = stage.open("letters.html").await?;
        let before = page.look(0).await?.snapshot;
        let names = ["Alpha", "Beta", "Gamma"];
        let keys = names.map(|name| key(&before, name));
        let document = before.document().expect("an id").to_owned();
        let stamp = keys[0].split('#').next().expect("a stamp").to_owned();
        assert!(keys.iter().all(|key| key.starts_with(&format!("{stamp}#"))), "{keys:?}");
        assert_eq!(page.capture(0).await?.document(), Some(document.as_str()));
        let change =
            "() => { const m = document.getElementById('m'); const zero = document.createElement('button');
            zero.textContent = 'Zero'; m.prepend(zero); m.append(m.children[1]);
            m.children[1].textContent = 'Beta (2)'; return '' }";
        page.evaluate_isolated(change, "null").await?;
        let after = page.look(0).await?.snapshot;
        assert_eq!(["Alpha", "Beta (2)", "Gamma"].map(|name| key(&after, name)), keys);
        assert!(!keys.contains(&key(&after, "Zero")));
        let remove = "() => { document.getElementById('m').lastElementChild.remove(); return '' }";
        page.evaluate_isolated(remove, "null").await?;
        let gone = page.look(0).await?.snapshot;
        assert!(gone.nodes().all(|n| n.key() != Some(keys[0].as_str())), "{}", details(&gone));
        page.navigate(&stage.server.url("letters.html?again")).await?;
        let anew = page.look(0).await?.snapshot;
        assert_ne!(anew.document(), Some(document.as_str()));
        assert!(anew.nodes().all(|n| n.key().is_some_and(|key| !key.starts_with(&stamp))));
        Ok(())
    });
}

/// Whoever attaches later goes on: nodes keep their keys, and what came up while nobody was attached is told.
#[test]
fn who_attaches_later_goes_on() {
    with_browser("who_attaches_later_goes_on", async |stage| {
        stage.server.put("/later.html", "<button>Alpha</button><p role=status id=s></p>".to_owned());
        let page = stage.open("later.html").await?;
        let before = page.look(0).await?.snapshot;
        let (alpha, heard) = (key(&before, "Alpha"), page.heard().await?);
        let change = "() => { document.body.prepend(document.createElement('hr'));
            setTimeout(() => { s.textContent = 'Saved' }, 100);
            setTimeout(() => { s.textContent = '' }, 200); return '' }";
        let change = change.replace("s.text", "document.getElementById('s').text");
        page.evaluate_isolated(&change, "null").await?;
        let tab = page.tab().id.clone();
        drop(page);
        let again = async || stage.browser().await?.page(&Choice::Tab(tab.clone())).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        let later = again().await?;
        later.has_heard(&heard).await?;
        let look = later.look(0).await?;
        assert_eq!(key(&look.snapshot, "Alpha"), alpha);
        let said: Vec<_> = look.flashes.iter().map(|flash| flash.text.as_str()).collect();
        assert_eq!(said, ["Saved"]);
        // Who has heard nothing is told nothing of what was before.
        assert_eq!(again().await?.look(0).await?.flashes, []);
        Ok(())
    });
}

#[test]
fn looking_changes_nothing() {
    with_browser("looking_changes_nothing", async |stage| {
        let page = stage.open("watch.html").await?;
        watching(&page).await?;
        for _ in 0..3 {
            let look = page.look(0).await?;
            assert_eq!(look.snapshot.title(), Some("Watching"));
            assert!(one(&look.snapshot, "textbox", "Here").is(State::Focused));
            one(&look.snapshot, "button", "Closed");
            assert_eq!((look.viewport.scroll_y, look.viewport.document_height >= 4000.0), (120.0, true));
        }
        untouched(&page).await?;
        Ok(())
    });
}

#[test]
fn fifty_thousand_elements() {
    with_browser("fifty_thousand_elements", async |stage| {
        let page = stage.open("many.html").await?;
        let start = Instant::now();
        let look = page.look(0).await?.snapshot;
        eprintln!("50,000 elements looked at in {:?}: {} nodes", start.elapsed(), look.len());
        assert_eq!(look.notices(), [""; 0]);
        assert_eq!(look.nodes().filter(|n| n.role().as_str() == "button").count(), 12_500);
        Ok(())
    });
}

#[test]
fn a_deep_page_needs_no_stack() {
    with_browser("a_deep_page_needs_no_stack", async |stage| {
        let page = stage.open("look.html").await?;
        let nest = "() => { let at = document.body; for (let n = 0; n < 3000; n += 1) {
            const one = document.createElement(n % 100 ? 'i' : 'section'); at.append(one); at = one; }
            at.innerHTML = '<button>Deepest</button>'; return '' }";
        page.evaluate_isolated(nest, "null").await?;
        one(&page.look(0).await?.snapshot, "button", "Deepest");
        Ok(())
    });
}
