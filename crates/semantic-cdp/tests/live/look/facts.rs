//! What a look tells of single nodes.

use semantic_core::tree::{Node, Role, State, Tri};

use super::{details, named};
use crate::support::{bounds, has, one, secrets_are_kept, with_browser};

#[test]
fn what_a_person_sees_and_can_act_on_is_told() {
    with_browser("what_a_person_sees_and_can_act_on_is_told", async |stage| {
        let look = stage.open("look.html").await?.look(7).await?;
        let page = &look.snapshot;
        let all = details(page);
        assert_eq!((page.title(), page.captured_at(), page.notices()), (Some("Look"), Some(7), &[][..]));
        assert!(page.url().is_some_and(|url| url.ends_with("/look.html")) && page.document().is_some());
        assert_eq!((look.ready.as_str(), look.viewport.scroll_y), ("complete", 0.0));
        assert!(look.viewport.width > 100.0 && look.viewport.document_height > 500.0, "{:?}", look.viewport);

        // What can be acted on without a role, each once.
        let clickable = |name: &str| {
            let nodes = page.nodes().filter(|n| n.name() == Some(name) && n.attr("clickable").is_some());
            let found: Vec<_> = nodes.filter_map(|n| n.attr("clickable")).collect();
            assert_eq!(found.len(), 1, "{name} in\n{all}");
            found[0]
        };
        assert_eq!(clickable("Project one 0 pages"), "pointer");
        assert_eq!(clickable("Collapse"), "pointer");
        assert_eq!(clickable("Focusable only"), "focusable");
        assert_eq!(clickable("Note text"), "editable");
        let count = page.nodes().filter(|n| n.attr("clickable").is_some()).count();
        assert_eq!(count, 4, "neither the frame of a link nor what has no size:\n{all}");
        assert!(page.nodes().all(|n| n.attr("clickable").is_none() || n.is_interactive()));

        // What one of both does not get.
        for hidden in [one(page, "heading", "Behind the ear"), one(page, "button", "Deaf button")] {
            assert_eq!(hidden.parent().and_then(|part| part.attr("aria-hidden")), Some("true"));
        }
        for (name, how) in [("Glass", "transparent"), ("heard only", "clipped"), ("Far out", "offscreen")] {
            assert_eq!(named(page, name).attr("painted"), Some(how), "{all}");
        }
        let small = page.nodes().find(|n| n.name() == Some("Too small")).expect("it is told");
        assert_eq!(small.attr("painted"), Some("clipped"));
        for hidden in ["Unseen", "Shut in"] {
            assert!(!has(page, hidden), "{hidden} in\n{all}");
        }
        for shown in ["Seen again", "Contents"] {
            assert_eq!(one(page, "button", shown).attr("painted"), None);
        }
        assert_eq!(one(page, "button", "Inert one").attr("inert"), Some("true"));

        // Names.
        one(page, "link", "★ Rated five");
        one(page, "button", "Two words");
        one(page, "button", "ab c");
        one(page, "button", "upload");
        assert_eq!(one(page, "button", "Trash").attr("name-from"), None);
        for (name, from) in [
            ("arrow left", "icon"),
            ("bare", "testid"),
            ("Tooltip", "title"),
            ("Amount", "text"),
            ("/basket", "address"),
        ] {
            let node = page.nodes().find(|n| n.name() == Some(name) && n.attr("name-from").is_some());
            assert_eq!(node.and_then(|n| n.attr("name-from")), Some(from), "{name} in\n{all}");
        }
        let mine = page.nodes().find(|n| n.value() == Some("only mine")).expect("the field of a dialog");
        assert_eq!(mine.name(), None, "what stands beside the dialog is about all of it");
        assert!(one(page, "button", "Open me").states().get(State::Expanded) == Some(Tri::False));

        // Values and states as they are, not as they were written.
        assert_eq!(named(page, "All").states().get(State::Checked), Some(Tri::Mixed));
        assert_eq!(named(page, "Typed").value(), Some("typed since"));
        assert_eq!(named(page, "Area").value(), Some("area since"));
        let none = one(page, "combobox", "None");
        assert_eq!((none.value().unwrap_or_default(), none.attr("option-count")), ("", Some("2")));
        assert_eq!(one(page, "combobox", "Fruit").attr("option-count"), Some("2"));
        let soft = one(page, "button", "Soft");
        assert!(soft.is(State::Disabled) && soft.attr("aria-disabled") == Some("true"));
        let hard = one(page, "button", "Hard");
        assert!(hard.is(State::Disabled) && hard.attr("aria-disabled").is_none());
        let mail = one(page, "textbox", "Mail");
        assert_eq!((mail.attr("error"), mail.description()), (Some("No @ in it"), Some("Your work mail")));
        let alert = page.nodes().find(|n| n.role() == Role::Alert).expect("an alert");
        assert_eq!(alert.attr("live"), Some("assertive"));

        // What lies over what.
        let cover = one(page, "button", "Under").attr("covered-by").expect("it is covered");
        let cover = page.nodes().find(|n| n.key() == Some(cover)).expect("what covers it is in the tree");
        assert!(cover.subtree().any(|n| n.name() == Some("Curtain")), "{all}");
        assert_eq!(one(page, "checkbox", "Fancy").attr("covered-by"), None, "its label leads to it");

        // A secret that is shown once.
        assert!(!all.contains("shown-once"), "{all}");
        Ok(())
    });
}

#[test]
fn boxes_that_repeat_are_cards_and_what_is_hidden_names_nothing() {
    with_browser("boxes_that_repeat_are_cards_and_what_is_hidden_names_nothing", async |stage| {
        let page = stage.open("cards.html").await?.look(0).await?.snapshot;
        let all = details(&page);
        let cards: Vec<_> = page.nodes().filter(|n| n.is_card()).collect();
        let first = |n: &Node<'_>| n.subtree().find_map(|n| n.name().map(str::to_owned)).unwrap_or_default();
        assert_eq!(
            cards.iter().map(first).collect::<Vec<_>>(),
            ["Mint", "Assam", "Sencha", "Gift wrap", "Postcard", "green", "loose"],
            "{all}"
        );
        let wrap =
            page.nodes().find(|n| n.name() == Some("Gift wrap") && n.is_interactive()).expect("a switch");
        assert_eq!((wrap.attr("name-from"), wrap.attr("data-state")), (Some("text"), Some("on")), "{all}");
        let adds = page.nodes().filter(|n| n.name() == Some("Add"));
        assert!(adds.map(|n| n.parent().is_some_and(|p| p.is_card())).eq([true; 3]), "{all}");

        let write = named(&page, "Write");
        assert_eq!((write.attr("name-from"), write.attr("clickable")), (Some("title"), Some("pointer")));
        let inbox = named(&page, "In 3");
        assert_eq!((inbox.attr("name-from"), inbox.description()), (None, Some("Box")));
        assert_eq!(named(&page, "How we pack").attr("clickable"), Some("video controls"));
        assert!(has(&page, "Ann wrote") && has(&page, "Ben wrote"), "no tooltip of what is hidden:\n{all}");
        Ok(())
    });
}

#[test]
fn secrets_files_shadow_trees_and_frames() {
    with_browser("secrets_files_shadow_trees_and_frames", async |stage| {
        let page = stage.open("secrets.html").await?.look(0).await?.snapshot;
        secrets_are_kept(&page);

        let page = stage.open("files.html").await?.look(0).await?.snapshot;
        let report = one(&page, "button", "Attach report");
        assert!(report.is(State::Hidden) && report.is(State::Multiselectable) && report.bounds().is_none());
        assert_eq!((report.attr("accept"), report.attr("multiple")), (Some(".pdf,.png"), Some("true")));
        assert_eq!(page.nodes().filter(|n| n.attr("type") == Some("file")).count(), 3, "{}", details(&page));

        let page = stage.open("shadow.html").await?.look(0).await?.snapshot;
        one(&page, "textbox", "City");
        assert_eq!(one(&page, "button", "Order now").identifier(), Some("order"));
        assert_eq!(one(&page, "button", "Closed one").identifier(), Some("closed.one"));
        let at = |name: &str| page.nodes().position(|n| n.name() == Some(name)).expect(name);
        assert!(at("Before") < at("Slotted") && at("Slotted") < at("After"));

        let live = stage.open("frames.html").await?;
        live.settle().await?;
        let page = live.look(0).await?.snapshot;
        let inside = |frame: &str, role: &str, name: &str| {
            let frame = one(&page, "iframe", frame);
            let mut found = frame.subtree().filter(|n| n.role().as_str() == role && n.name() == Some(name));
            found.next().unwrap_or_else(|| panic!("no {name} in\n{}", details(&page)))
        };
        // Half the size: border 5, padding 7.
        let same = bounds(inside("Same", "button", "Inner"));
        assert_eq!((same[0], same[2], same[3]), (311.0, 25.0, 10.0));
        inside("Written", "textbox", "Card number");
        assert_eq!(bounds(inside("Foreign", "button", "Far away")), [52.0, 342.0, 80.0, 20.0]);
        assert_eq!(bounds(inside("Back", "button", "Inner"))[0], 132.0);
        assert!(one(&page, "iframe", "Foreign").holds(one(&page, "iframe", "Back").id()));
        assert!(!has(&page, "Not drawn"), "{}", details(&page));
        assert_eq!(one(&page, "iframe", "Secret").attr("aria-hidden"), Some("true"));
        let mut keys: Vec<_> = page.nodes().filter_map(|n| n.key()).collect();
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!((keys.len(), all), (all, page.len()), "every node has a key of its own");
        Ok(())
    });
}

#[test]
fn a_part_that_is_only_aria_hidden_is_marked_once_at_its_top() {
    with_browser("a_part_that_is_only_aria_hidden_is_marked_once_at_its_top", async |stage| {
        let body = "<div aria-hidden=true><h2>Slide</h2><div><button>Next</button></div></div>
            <div aria-hidden=true><button>Alone</button></div>
            <button><i aria-hidden=true class=icon></i>Save</button><div aria-hidden=true></div>";
        stage.server.put("/aria-hidden.html", format!("<!doctype html><title>Hidden</title>{body}"));
        let page = stage.open("aria-hidden.html").await?.look(0).await?.snapshot;
        let marked: Vec<_> = page.nodes().filter(|n| n.attr("aria-hidden").is_some()).collect();
        assert_eq!(marked.len(), 2, "{}", details(&page));
        assert!(marked[0].holds(named(&page, "Slide").id()) && marked[0].holds(named(&page, "Next").id()));
        assert_eq!(marked[1].name(), Some("Alone"), "a part of one thing is that thing");
        assert!(marked[1].parent().is_some_and(|n| n.parent().is_none()), "{}", details(&page));
        Ok(())
    });
}

#[test]
fn controls_that_nobody_sees_are_counted_by_what_hides_them() {
    with_browser("controls_that_nobody_sees_are_counted_by_what_hides_them", async |stage| {
        let body = "<div hidden><button>A</button><a href='#'>B</a><p>No control</p></div><dialog><button>C</button></dialog>
            <details><summary>More</summary><button>D</button><div hidden><button>E</button></div></details>
            <div style='visibility:hidden'><button>F</button><button style='visibility:visible'>G</button></div>
            <input type=hidden><input type=file hidden>";
        stage.server.put("/hidden.html", format!("<!doctype html><title>Hidden</title>{body}"));
        let look = stage.open("hidden.html").await?.look(0).await?;
        let told = "hidden, not listed: 6 to act on (4 not rendered, 1 in closed details, 1 invisible)";
        assert_eq!(look.hidden.in_words().as_deref(), Some(told), "{:?}", look.hidden);
        one(&look.snapshot, "button", "G");
        stage.server.put("/shown.html", "<!doctype html><title>Shown</title><button>A</button>".to_owned());
        assert_eq!(stage.open("shown.html").await?.look(0).await?.hidden.in_words(), None);
        Ok(())
    });
}

#[test]
fn a_frame_of_another_origin_has_its_address_and_one_that_fails_no_contents() {
    with_browser("a_frame_of_another_origin_has_its_address_and_one_that_fails_no_contents", async |stage| {
        let body = "<iframe title=Far src='{{OTHER}}/inner.html'></iframe><iframe title=Same src='/inner.html'></iframe>
            <iframe title=Failed src='https://other.example.invalid/path'></iframe><button>After</button>";
        stage.server.put("/addresses.html", format!("<!doctype html><title>Frames</title>{body}"));
        let live = stage.open("addresses.html").await?;
        live.settle().await?;
        let page = live.look(0).await?.snapshot;
        let address = one(&page, "iframe", "Far").attr("address").unwrap_or_default();
        assert!(address.starts_with("http://") && address.ends_with("/inner.html"), "{}", details(&page));
        assert_eq!(one(&page, "iframe", "Same").attr("address"), None);
        let failed = one(&page, "iframe", "Failed");
        let why = failed.attr("unreadable").unwrap_or_default();
        assert_eq!(why, "https://other.example.invalid/path could not be opened", "{}", details(&page));
        assert_eq!(failed.subtree().count(), 1, "{}", details(&page));
        one(&page, "button", "After");
        Ok(())
    });
}

#[test]
fn a_hostile_page_is_read() {
    with_browser("a_hostile_page_is_read", async |stage| {
        let page = stage.open("look-hostile.html").await?.look(0).await?.snapshot;
        for (role, name) in [("button", "Real"), ("textbox", "Real field"), ("button", "Framed")] {
            one(&page, role, name);
        }
        let fields = page.nodes().filter(|n| n.role() == Role::TextBox).count();
        assert_eq!(fields, 8, "{}", details(&page));
        let page = stage.open("hostile.html").await?.look(0).await?.snapshot;
        one(&page, "button", "Real");
        Ok(())
    });
}

#[test]
fn texts_that_come_and_go_are_noted() {
    with_browser("texts_that_come_and_go_are_noted", async |stage| {
        let page = stage.open("look.html").await?;
        let first = page.look(0).await?;
        assert_eq!((first.flashes.len(), first.flashes_dropped), (0, 0));
        let change = "() => new Promise(done => {
            const by = id => document.getElementById(id);
            by('alert').textContent = 'Could not save';
            const toast = document.createElement('div');
            toast.setAttribute('role', 'status');
            toast.textContent = 'Saved a draft';
            document.body.append(toast);
            by('typed').value = 'silent';
            setTimeout(() => { by('alert').textContent = ''; toast.remove(); done('') }, 50);
        })";
        page.evaluate_isolated(change, "null").await?;
        let look = page.look(0).await?;
        let said: Vec<_> = look.flashes.iter().map(|f| (f.role.as_str(), f.text.as_str())).collect();
        assert_eq!(said, [("alert", "Could not save"), ("status", "Saved a draft")]);
        assert!(look.flashes.iter().all(|f| f.milliseconds_ago < 60_000));
        assert!(!has(&look.snapshot, "Saved a draft"), "it is gone again");
        assert_eq!(page.look(0).await?.flashes, [], "each is told once");
        let flood = "() => { for (let n = 0; n < 80; n += 1) {
            const one = document.createElement('p'); one.setAttribute('role', 'alert'); one.textContent = 'No ' + n;
            document.body.append(one); } return '' }";
        page.evaluate_isolated(flood, "null").await?;
        let look = page.look(0).await?;
        assert_eq!((look.flashes.len(), look.flashes_dropped), (50, 30));
        Ok(())
    });
}

#[test]
fn a_box_is_named_by_the_words_behind_it_and_by_no_list() {
    with_browser("a_box_is_named_by_the_words_behind_it_and_by_no_list", async |stage| {
        let body = "<!doctype html><title>Names</title><ol aria-label=Steps><li>Account<li>Review</ol>
            <form><p>Before</p><label><input type=checkbox role=switch id=a><span></span></label> Dark mode
            <div>Amount <input id=b></div></form><ul><li>One</ul><form><input id=c></form>";
        stage.server.put("/names.html", body.to_owned());
        let page = stage.open("names.html").await?.look(0).await?.snapshot;
        let of = |id: &str| page.nodes().find(|n| n.attr("id") == Some(id)).expect("it is there").name();
        assert_eq!(
            [of("a"), of("b"), of("c")],
            [Some("Dark mode"), Some("Amount"), None],
            "{}",
            details(&page)
        );
        Ok(())
    });
}
