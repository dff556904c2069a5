//! Situations about what lies over, in or behind something: dialogs, frames, shadow trees.

use anyhow::Result;
use serde_json::json;

use super::answer::{inside, line, locators, outside, reference};
use super::client::Client;
use super::points::Points;
use super::stage::Stage;

/// 21: a modal and an overlay.
pub fn modal(stage: &mut Stage, points: &mut Points) -> Result<()> {
    const PAGE: &str = "21-modal.html";
    let mut client = stage.at(PAGE)?;
    let view = client.text("view", json!({}))?;
    points.says("the modal is named on top", line(&view, "page "), &["on top: dialog \"Confirm delete\" s_"]);
    let first = inside(&view).lines().next().unwrap_or_default();
    points.says(
        "and stands first, with its buttons",
        first,
        &["dialog \"Confirm delete\" s_", "\"Cancel\" s_", "\"Delete\" s_"],
    );
    points.says_nothing_of("what is behind it is not listed", inside(&view), &["Pay now"]);
    points.says("but counted", &outside(&view), &["inert, not listed: ", "`behind` lists them"]);
    let behind = client.text("view", json!({"behind": true}))?;
    points.says("or listed as behind it", line(&behind, "Pay now"), &["[behind the modal]"]);
    let scoped = client.text("view", json!({"scope": "modal"}))?;
    points.says("the scope modal is the dialog", inside(&scoped), &["\"Delete this item?\"", "\"Cancel\""]);
    points.says_nothing_of("and nothing else", inside(&scoped), &["Pay now", "Accept all"]);
    covered(stage, &mut client, points)?;
    overlay(stage, points)?;
    more_layers(stage, points)
}

/// However much of the page the overlay takes, we say of the same buttons that it covers them as the browser does.
fn covered(stage: &Stage, client: &mut Client, points: &mut Points) -> Result<()> {
    const BROWSERS: &str = "[...document.querySelectorAll('[role=dialog] button')].filter(b => { \
        const r = b.getBoundingClientRect(); \
        const e = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2); return e && e !== b })\
        .map(b => b.textContent).join()";
    let mut some = 0;
    for height in [20, 40, 60, 75, 90] {
        stage.script(&format!("document.querySelector('.consent').style.height = '{height}%'"))?;
        let theirs = stage.script(BROWSERS)?;
        let theirs: Vec<&str> =
            theirs.as_str().unwrap_or_default().split(',').filter(|n| !n.is_empty()).collect();
        let view = client.text("view", json!({}))?;
        let marked = |name: &&&str| {
            let rest = view.split_once(&format!("button \"{name}\" s_")).map_or("", |(_, rest)| rest);
            rest.split_once(" [").is_some_and(|(before, marks)| {
                before.bytes().all(|b| b.is_ascii_digit()) && marks.starts_with("covered by ")
            })
        };
        let ours: Vec<&str> = ["Cancel", "Delete"].iter().filter(marked).copied().collect();
        some += theirs.len();
        let seen = format!("browser: {theirs:?}\n{view}");
        points.point(
            &format!("what is covered is marked where the overlay takes {height} %"),
            ours == theirs,
            seen,
        );
    }
    points.point("something was covered at one of them", some > 0, "nothing was");
    Ok(())
}

/// A layer on screen that no tree has.
fn overlay(stage: &Stage, points: &mut Points) -> Result<()> {
    let page = stage.file("21-modal.html")?;
    let layer = "<div style='position:fixed;inset:0;z-index:99;background:rgba(0,0,0,.4)'></div></body>";
    stage.put("overlay.html", page.replace("</body>", layer));
    let view = stage.at("overlay.html")?.text("view", json!({}))?;
    points.says("a layer that is in no tree is told", &view, &["covers what lies under it at 0,0,"]);
    Ok(())
}

/// Layers that the browser itself puts on top, and menus at the end of the body.
fn more_layers(stage: &Stage, points: &mut Points) -> Result<()> {
    const PAGE: &str = "<!doctype html><title>Layers</title><main><button id=o onclick='d.showModal()'>Open</button>\
        <button id=m aria-haspopup=menu aria-expanded=true aria-controls=menu>Actions</button></main>\
        <dialog id=d aria-label=Sure><button popovertarget=p>More</button><div id=p popover><button>Less</button></div></dialog>\
        <div id=menu role=menu style='position:fixed;top:60px;left:0;z-index:5;background:#fff'><button role=menuitem>Copy</button></div>";
    stage.put("layers.html", PAGE.to_owned());
    let mut client = stage.at("layers.html")?;
    let view = client.text("view", json!({}))?;
    let menu = inside(&view).lines().next().unwrap_or_default();
    let tied = ["menu s_", "[on top of button \"Actions\" s_"];
    points.says("a menu at the end of the body is tied to its trigger", menu, &tied);
    stage.script("d.showModal()")?;
    let view = client.text("view", json!({}))?;
    points.says(
        "a dialog of showModal() is the modal",
        line(&view, "page "),
        &["on top: dialog \"Sure\" s_"],
    );
    stage.script("p.showPopover()")?;
    let view = client.text("view", json!({}))?;
    let tied = ["\"Less\" s_", "[on top of button \"More\" s_"];
    points.says("a popover opened from it is listed and tied to its trigger", &view, &tied);
    Ok(())
}

/// 23: frames.
pub fn frames(stage: &mut Stage, points: &mut Points) -> Result<()> {
    const PAGE: &str = "23-frames.html";
    let mut client = stage.at(PAGE)?;
    let view = client.text("view", json!({}))?;
    let lines: Vec<&str> = inside(&view).lines().collect();
    let place = |what: &str| lines.iter().position(|line| line.contains(what));
    let depth = |at: usize| lines[at].len() - lines[at].trim_start().len();
    let order = [place("iframe \"Card\""), place("\"Card number\""), place("\"Deep button\"")];
    let nested = match order {
        [Some(card), Some(number), Some(deep)] => card < number && number < deep && depth(card) < depth(deep),
        _ => false,
    };
    points.point("both controls are inline under their frames", nested, &view);
    for (query, name, html) in
        [("card number", "\"Card number\"", "<input"), ("deep button", "\"Deep button\"", "Deep button")]
    {
        let found = client.text("find", json!({"query": query}))?;
        points.says(
            &format!("\"{query}\" is found across frames"),
            line(&found, "1. "),
            &[name, "in iframe"],
        );
        let found = locators(&found, "1. ").first().map(|l| (*l).to_owned());
        let what = format!("the locator of {name} crosses its frames");
        let url = stage.url(PAGE);
        match (&found, &mut stage.playwright) {
            (None, _) => points.point(&what, false, "no locator"),
            (_, Err(why)) => points.unchecked(&what, why),
            (Some(locator), Ok(playwright)) => {
                let found = playwright.finds(&url, locator, None)?;
                points.point(
                    &what,
                    found.as_ref().is_ok_and(|told| told.contains(html)),
                    format_args!("{found:?}"),
                );
            }
        }
    }
    let foreign = line(&view, "iframe \"Foreign\"");
    points.says(
        "the foreign frame has its address and why it cannot be read",
        foreign,
        &["https://other.example.invalid/", "not readable"],
    );
    let at = place("iframe \"Foreign\"").unwrap_or_default();
    let empty = !foreign.contains("]:")
        && lines.get(at + 1).is_none_or(|next| next.len() - next.trim_start().len() <= depth(at));
    points.point("and no contents below that", empty, &view);
    points.says("the rest of the page is there", &view, &["iframe \"Empty\"", "button \"Place order\" s_"]);
    let card = reference(&view, "iframe \"Card\"");
    let scoped = client.text("view", json!({"scope": card}))?;
    points.says("a frame is a scope of the view", inside(&scoped), &["\"Card number\"", "\"Deep button\""]);
    points.says_nothing_of("of it alone", inside(&scoped), &["Place order"]);
    let found = client.text("find", json!({"query": "button", "scope": card}))?;
    points.says("and of finding", line(&found, "1. "), &["\"Deep button\""]);
    points.says_nothing_of("there too", inside(&found), &["Place order"]);
    Ok(())
}

/// 24: shadow trees.
pub fn shadow(stage: &mut Stage, points: &mut Points) -> Result<()> {
    const PAGE: &str = "24-shadow.html";
    let mut client = stage.at(PAGE)?;
    let view = client.text("view", json!({}))?;
    for name in ["City", "Order now", "Slotted", "Closed one"] {
        points.says(&format!("{name} is there"), &view, &[&format!("\"{name}\"")]);
        let reference = reference(&view, &format!("\"{name}\""));
        let scoped = client.text("view", json!({"scope": reference}))?;
        points.says("with a ref that holds", inside(&scoped), &[name]);
    }
    let places: Vec<_> =
        ["\"Before\"", "\"Slotted\"", "\"After\""].iter().map(|what| view.find(what)).collect();
    let once = view.matches("\"Slotted\"").count() == 1;
    points.point("Slotted stands between, once", once && places.is_sorted() && places[0].is_some(), &view);
    for (query, element) in [
        ("city", "document.querySelector('x-shell').shadowRoot.querySelector('input')"),
        (
            "order now",
            "document.querySelector('x-shell').shadowRoot.querySelector('x-mid').shadowRoot.querySelector('x-inner').shadowRoot.querySelector('button')",
        ),
        ("slotted", "document.querySelector('x-slot > button')"),
    ] {
        let found = client.text("find", json!({"query": query}))?;
        stage.located(
            points,
            &format!("the locator of \"{query}\" crosses the boundary"),
            PAGE,
            &locators(&found, "1. "),
            Some(element),
        )?;
        points.says_nothing_of("and is no xpath", &found, &["xpath", "/html"]);
    }
    let found = client.text("find", json!({"query": "closed one"}))?;
    points.says(
        "the closed one is found and said to have no locator",
        inside(&found),
        &["\"Closed one\" s_", "closed shadow tree"],
    );
    stage.put(
        "light.html",
        "<!doctype html><title>Light</title><x-app></x-app><script>\
        document.querySelector('x-app').attachShadow({mode: 'open'}).innerHTML = '<h1>All of it</h1>'</script>"
            .to_owned(),
    );
    let view = stage.at("light.html")?.text("view", json!({}))?;
    points.says("a page with an empty light tree is not empty", &view, &["h1 \"All of it\""]);
    Ok(())
}
