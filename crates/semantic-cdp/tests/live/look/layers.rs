//! Layers: modal dialogs, popovers, menus, and what they keep from being used.

use semantic_core::tree::{Node, Snapshot, State};

use super::{details, named};
use crate::support::{Stage, one, with_browser};

async fn look(stage: &Stage, body: &str) -> Result<Snapshot, semantic_cdp::CdpError> {
    stage.server.put("/layers.html", format!("<!doctype html><title>Layers</title>{body}"));
    Ok(stage.open("layers.html").await?.look(0).await?.snapshot)
}

/// Whether a node or something around it is marked.
fn is_behind(node: Node<'_>) -> bool {
    std::iter::once(node).chain(node.ancestors()).any(|n| n.attr("behind-modal") == Some("true"))
}

#[test]
fn a_modal_dialog_keeps_the_rest_behind_it() {
    with_browser("a_modal_dialog_keeps_the_rest_behind_it", async |stage| {
        let page = look(
            &stage,
            "<main><button>Pay</button></main><div id=out><span><button>Also</button></span></div>
             <dialog id=d aria-label=Confirm><button id=more popovertarget=p>More</button></dialog>
             <div id=p popover><button>From the dialog</button></div><dialog>Shut</dialog>
             <script>d.showModal(); p.showPopover({source: more})</script>",
        )
        .await?;
        let dialog = one(&page, "dialog", "Confirm");
        assert!(dialog.is(State::Modal) && dialog.attr("layer") == Some("modal"), "{}", details(&page));
        for name in ["Pay", "Also"] {
            let node = one(&page, "button", name);
            assert!(is_behind(node) && node.attr("covered-by").is_none(), "{}", details(&page));
        }
        assert!(!is_behind(one(&page, "button", "More")));
        let inner = one(&page, "button", "From the dialog");
        let popover = inner.ancestors().find(|n| n.attr("layer") == Some("popover")).expect("a popover");
        assert_eq!(popover.attr("opener"), one(&page, "button", "More").key());
        assert!(!is_behind(inner), "{}", details(&page));
        assert_eq!(page.nodes().filter(|n| n.role().as_str() == "dialog").count(), 1);
        Ok(())
    });
}

#[test]
fn a_dialog_by_aria_alone_does_not_lie_over_what_is_drawn_above_it() {
    with_browser("a_dialog_by_aria_alone_does_not_lie_over_what_is_drawn_above_it", async |stage| {
        let page = look(
            &stage,
            "<main><h1>Checkout</h1><button>Pay now</button></main>
             <div role=dialog aria-modal=true aria-label='Confirm delete' style='position:fixed;inset:20%;background:#fff;z-index:10'>
             <p>Delete this item?</p><button>Cancel</button><button>Delete</button></div>
             <div style='position:fixed;left:0;right:0;bottom:0;height:40%;z-index:20;background:#eee' class=consent>
             <button>Accept all</button></div>",
        )
        .await?;
        assert_eq!(one(&page, "dialog", "Confirm delete").attr("layer"), Some("modal"));
        assert!(is_behind(one(&page, "button", "Pay now")), "{}", details(&page));
        for free in ["Cancel", "Delete", "Accept all"] {
            assert!(!is_behind(one(&page, "button", free)), "{free} in\n{}", details(&page));
        }
        Ok(())
    });
}

#[test]
fn menus_at_the_end_of_the_page_are_tied_to_what_opened_them() {
    with_browser("menus_at_the_end_of_the_page_are_tied_to_what_opened_them", async |stage| {
        let page = look(
            &stage,
            "<button aria-haspopup=menu aria-expanded=true aria-controls=m>File</button>
             <button aria-haspopup=listbox aria-expanded=true>Size</button><p>Text</p>
             <ul role=listbox aria-label=Sizes style='position:absolute;left:200px;top:0'><li role=option>S</ul>
             <ul role=menu id=m aria-label=Files style='position:absolute;left:0;top:40px'><li role=menuitem>Save</ul>
             <ul role=menu aria-label=Static><li role=menuitem>Always</ul>",
        )
        .await?;
        let menu = one(&page, "menu", "Files");
        let file = one(&page, "button", "File");
        assert_eq!(
            (menu.attr("layer"), menu.attr("opener")),
            (Some("popup"), file.key()),
            "{}",
            details(&page)
        );
        assert_eq!((file.attr("controls"), file.attr("haspopup")), (menu.key(), Some("menu")));
        assert_eq!(one(&page, "listbox", "Sizes").attr("opener"), one(&page, "button", "Size").key());
        assert_eq!(named(&page, "Static").attr("layer"), None);
        Ok(())
    });
}

#[test]
fn what_is_scrolled_away_is_neither_covered_nor_out_of_reach() {
    with_browser("what_is_scrolled_away_is_neither_covered_nor_out_of_reach", async |stage| {
        let page = look(
            &stage,
            "<body style='margin:0'><div role=toolbar aria-label=Bar style='height:100px'>Bar</div>
             <div id=list style='height:100px;width:200px;overflow:auto;position:relative'><div style='height:900px;width:3000px'>
             <button style='position:absolute;top:160px;left:0;height:20px'>Above</button>
             <button style='position:absolute;top:20px;left:0;height:20px'>Far above</button>
             <button style='position:absolute;top:220px;left:0;height:20px'>Seen</button>
             <button style='position:absolute;top:310px;left:0;height:20px'>Below</button>
             <button style='position:absolute;top:220px;left:2500px;height:20px'>Right</button></div></div>
             <nav aria-label=Foot style='height:100px'>Foot</nav>
             <button style='position:absolute;left:-900px'>Nowhere</button>
             <div style='overflow:hidden;height:1px'><button style='position:absolute;left:0;top:210px;height:20px'>Free</button></div>
             <div style='position:fixed;left:0;top:205px;width:90px;height:30px;background:#fff' role=region aria-label=Lid>Lid</div>
             <script>list.scrollTop = 200</script>",
        )
        .await?;
        for name in ["Above", "Far above", "Seen", "Below", "Right"] {
            let node = one(&page, "button", name);
            assert_eq!((node.attr("covered-by"), node.attr("painted")), (None, None), "{}", details(&page));
        }
        assert_eq!(one(&page, "button", "Nowhere").attr("painted"), Some("offscreen"));
        let lid = one(&page, "region", "Lid").key();
        assert_eq!(one(&page, "button", "Free").attr("covered-by"), lid, "{}", details(&page));
        Ok(())
    });
}

#[test]
fn what_covers_is_the_outermost_that_lies_there_itself() {
    with_browser("what_covers_is_the_outermost_that_lies_there_itself", async |stage| {
        let page = look(
            &stage,
            "<button>Under</button><div id=portal><div role=dialog aria-label='Choose date'
             style='position:absolute;left:0;top:0;width:300px;height:200px;background:#fff'><p>July</p></div></div>",
        )
        .await?;
        let dialog = one(&page, "dialog", "Choose date").key();
        assert_eq!(one(&page, "button", "Under").attr("covered-by"), dialog, "{}", details(&page));
        Ok(())
    });
}
