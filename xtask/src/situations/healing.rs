//! Situations about an element that went, came back as another, or never will.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::answer::{inside, locators, reference};
use super::points::Points;
use super::stage::Stage;

/// 09: ordinals and absolute paths.
pub fn list(stage: &mut Stage, points: &mut Points) -> Result<()> {
    let file = stage.json("09-list-delete-and-banner.json")?;
    let [before, after] = ["before", "after_delete"].map(|key| html(&file[key]));
    let banner = format!("<div role=banner>News of the day</div>{before}");
    for (page, body) in [("before", &before), ("after", &after), ("banner", &banner)] {
        stage.put(page, format!("<!doctype html><title>Cart</title>{body}"));
    }
    let blue = "[...document.querySelectorAll('[role=listitem]')].find(e => e.ariaLabel === 'Blue mug').firstElementChild";
    // Refs: all nodes are made anew.
    let mut client = stage.at("before")?;
    let view = client.text("view", json!({}))?;
    let red = client.text("find", json!({"query": "remove red mug", "topK": 1}))?;
    let red = reference(&red, "button \"Remove\"");
    let found = client.text("find", json!({"query": "remove blue mug", "topK": 1}))?;
    let (of_blue, offered) = (reference(&found, "button \"Remove\""), locators(&found, "1. ").join("\n"));
    stage.script(&format!("document.body.innerHTML = {}", Value::from(after.clone())))?;
    let told = client.text("relocate", json!({"ref": of_blue}))?;
    points.says("Blue mug's button is found again", inside(&told), &["button \"Remove\"", "\"Blue mug\""]);
    points.says("with what speaks for it", &told, &["rendered anew and is without doubt"]);
    stage.located(
        points,
        "and is its button in Playwright",
        "before",
        &locators(&told, "button"),
        Some(blue),
    )?;
    let healed = locators(&told, "button").first().map(|l| (*l).to_owned()).context("no locator")?;
    let told = client.text("relocate", json!({"locator": healed}))?;
    points.says("the healed locator matches directly from then on", &told, &["alive: "]);
    let told = client.text("relocate", json!({"ref": red}))?;
    points.says("the ref of Red mug is stale", &told, &["refused"]);
    points.says(
        "the items are told apart",
        &view,
        &["\"Red mug\" button", "\"Blue mug\" button", "\"Green mug\" button"],
    );
    points.point("locators were offered", !offered.is_empty(), &found);
    // The stored locator alone, in a session that never saw the page before.
    let stored = &file["stored_locator"];
    let intent = json!({"role": stored["role"], "name": stored["name"], "section": stored["within"]["name"]});
    let path = stored["path"]
        .as_str()
        .unwrap_or_default()
        .replace('/', " > ")
        .replace('[', ":nth-of-type(")
        .replace(']', ")");
    let path = path.trim_start_matches(" > ").to_owned();
    for (page, what) in [("after", "after the delete"), ("banner", "after the banner")] {
        let mut client = stage.at(page)?;
        let told = client.text("relocate", json!({"locator": path, "intent": intent}))?;
        points.says(
            &format!("the stored locator is Blue mug's {what}"),
            inside(&told),
            &["button \"Remove\"", "in listitem \"Blue mug\""],
        );
        stage.located(
            points,
            &format!("also in Playwright {what}"),
            page,
            &locators(&told, "button"),
            Some(blue),
        )?;
    }
    Ok(())
}

/// A tree of the file as a page.
fn html(node: &Value) -> String {
    let text = |key: &str| node[key].as_str().unwrap_or_default();
    let inner: String = node["children"].as_array().into_iter().flatten().map(html).collect();
    match text("role") {
        "button" => format!("<button>{}</button>", text("name")),
        role => format!("<div role='{role}' aria-label='{}'>{inner}</div>", text("name")),
    }
}

/// A session on a page of a file, and the stored locator sought there with what is known of its element.
fn sought(stage: &Stage, name: &str, intent: Value) -> Result<(String, String)> {
    let file = stage.json(name)?;
    let html = file["page_after"].as_str().context("no page")?;
    stage.put("after.html", format!("<!doctype html><title>Form</title>{html}"));
    let mut client = stage.at("after.html")?;
    let locator = file["stored"]["locator"]["css"].clone();
    let told = client.text("relocate", json!({"locator": locator, "intent": intent}))?;
    let alone = client.text("relocate", json!({"locator": locator}))?;
    Ok((told, alone))
}

/// 32: the element was removed.
pub fn absent(stage: &mut Stage, points: &mut Points) -> Result<()> {
    const FILE: &str = "32-heal-absent.json";
    let stored = stage.json(FILE)?["stored"]["fingerprint"].clone();
    // A reset input is a button that is called by its value.
    let intent = json!({"role": "button", "name": stored["value"], "identifier": stored["id"]});
    let (told, alone) = sought(stage, FILE, intent)?;
    points.says("it is not found", &told, &["refused: ", "gone"]);
    points.says(
        "Submit is told as the best candidate, with score and reason",
        inside(&told),
        &["best candidate: button \"Submit\"", ", refused: "],
    );
    points.point("no other element is given", locators(&told, "button").is_empty(), &told);
    points.says(
        "\"is absent\" is true of its locator alone",
        &alone,
        &["refused: the locator matches nothing"],
    );
    points.not_ours("nothing is clicked", "we only read");
    Ok(())
}

/// 34: the id was renamed, and another element has one like it.
pub fn renamed(stage: &mut Stage, points: &mut Points) -> Result<()> {
    const FILE: &str = "34-heal-id-rename.json";
    let stored = stage.json(FILE)?["stored"]["fingerprint"].clone();
    let intent = json!({"role": stored["tag"], "name": stored["text"], "identifier": stored["id"]});
    let (told, _) = sought(stage, FILE, intent.clone())?;
    points.says("it is Submit", &told, &["found: ", "button \"Submit\" s_"]);
    let button = Some("document.querySelector('#clear')");
    stage.located(points, "also in Playwright", "after.html", &locators(&told, "button"), button)?;
    points.says("the margin to the next is told", inside(&told), &["margin", "\"Submit all\""]);
    // Two that fit alike are refused.
    stage.put(
        "twice.html",
        "<!doctype html><title>Form</title><p><button>Submit</button></p><p><button>Submit</button></p>"
            .to_owned(),
    );
    let mut client = stage.at("twice.html")?;
    let told = client.text("relocate", json!({"locator": "#submit", "intent": intent}))?;
    points.says("without a margin it is ambiguous and refused", &told, &["refused: ", "ambiguous"]);
    Ok(())
}
