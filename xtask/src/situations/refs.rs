//! Situations about what a ref is worth over time.

use std::sync::Arc;

use anyhow::Result;
use semantic_core::tree::{Role, Snapshot, SnapshotBuilder};
use semantic_core::view::{SemanticView, Session};
use serde_json::{Value, json};

use super::answer::{inside, locators, reference, references};
use super::client::Client;
use super::points::Points;
use super::stage::Stage;

const LETTERS: &str = "06-ref-stability.html";

/// A client with the refs of the three letters.
fn letters(stage: &Stage) -> Result<(Client, [String; 3])> {
    let mut client = stage.at(LETTERS)?;
    let view = client.text("view", json!({}))?;
    let refs = ["\"Alpha\"", "\"Beta\"", "\"Gamma\""].map(|name| reference(&view, name));
    Ok((client, refs))
}

/// 06: refs across looks.
pub fn stability(stage: &mut Stage, points: &mut Points) -> Result<()> {
    let (mut client, [alpha, beta, gamma]) = letters(stage)?;
    stage.script("insertFirst()")?;
    let told = client.text("relocate", json!({"ref": gamma}))?;
    points.says("a ref holds without another look", inside(&told), &[&format!("button \"Gamma\" {gamma}")]);
    for act in ["", "reorder()"] {
        stage.script(act)?;
        let view = client.text("view", json!({}))?;
        let now = ["\"Alpha\"", "\"Beta\"", "\"Gamma\""].map(|name| reference(&view, name));
        let what =
            format!("after {} the three keep their refs", if act.is_empty() { "insertFirst()" } else { act });
        points.point(&what, now == [&*alpha, &*beta, &*gamma], &view);
        let zero = reference(&view, "\"Zero\"");
        points.point("Zero has a new ref", ![&alpha, &beta, &gamma].contains(&&zero), &view);
    }
    let told = client.text("relocate", json!({"ref": beta}))?;
    let element = "[...document.querySelectorAll('button')].find(b => b.textContent === 'Beta')";
    stage.located(
        points,
        "the ref of Beta is Beta's in Playwright",
        LETTERS,
        &locators(&told, "Beta"),
        Some(element),
    )?;

    let (mut client, [_, beta, _]) = letters(stage)?;
    stage.script("rename()")?;
    let told = client.text("diff", json!({}))?;
    points.says(
        "a renamed one keeps its ref, and the name is told",
        &told,
        &[&format!("button \"Beta (2)\" {beta} name \"Beta\" → \"Beta (2)\"")],
    );

    let (mut client, [alpha, ..]) = letters(stage)?;
    stage.script("removeAlpha()")?;
    let gone = client.call("view", json!({"scope": alpha}))?;
    points.point("the ref of what was removed is refused", gone.is_error, &gone.text);
    points.says(
        "the error names ref, looks and next step",
        &gone.text,
        &[&alpha, "rev=0", "rev=1", "removed", "reobserve"],
    );
    let told = client.text("relocate", json!({"ref": alpha}))?;
    points.says("and no other element is taken for it", &told, &["refused"]);
    stage.script("insertFirst()")?;
    let view = client.text("view", json!({}))?;
    points.point("its number is never given again", !references(&view).contains(&alpha), &view);
    let never = client.call("view", json!({"scope": "s_999"}))?;
    points.point("an invented ref is refused", never.is_error, &never.text);
    points.says("as never issued, with what there is", &never.text, &["s_999", "never issued", "s_0 to s_"]);
    points.says_nothing_of(
        "which is another error than a stale one",
        &never.text,
        &["removed", "was issued"],
    );
    let foreign = client.call("view", json!({"scope": "e999"}))?;
    points.point("a ref of another tool is refused", foreign.is_error, &foreign.text);
    Ok(())
}

/// 07: refs and documents.
pub fn documents(stage: &mut Stage, points: &mut Points) -> Result<()> {
    let file = stage.json("07-ref-after-new-document.json")?;
    for (page, doc, next) in [("list", "doc1", "next"), ("next", "doc2", "list")] {
        stage.put(page, html(&file[doc], next));
    }
    let mut client = stage.at("list")?;
    let first = client.text("view", json!({}))?;
    let delete = reference(&first, "button \"Delete\"");
    // A navigation that is not ours.
    stage.script("document.querySelector('a').click()")?;
    wait_for(stage, "/next")?;
    let told = client.call("view", json!({"scope": delete}))?;
    points.point("a ref of the document before is refused", told.is_error, &told.text);
    points.says(
        "its document is gone, and where the page is now",
        &told.text,
        &["document was replaced", "/next"],
    );
    let second = client.text("view", json!({}))?;
    let (old, new) = (references(inside(&first)), references(inside(&second)));
    points.point(
        "the new document has fresh refs",
        !new.is_empty() && new.iter().all(|r| !old.contains(r)),
        &second,
    );
    let told = client.text("diff", json!({}))?;
    points.says("a look after it is as it was", &told, &["unchanged"]);

    let mut client = stage.at("list")?;
    let view = client.text("view", json!({}))?;
    stage.script("history.pushState({}, '', '#part')")?;
    let told = client.text("diff", json!({}))?;
    points.says("an address within the document is told", &told, &["navigated", "#part"]);
    let again = client.text("view", json!({}))?;
    points.point("and keeps the refs", references(inside(&view)) == references(inside(&again)), &again);
    identity(&file, points);
    Ok(())
}

/// Equal backend numbers in two documents and in two frames.
fn identity(file: &Value, points: &mut Points) {
    let snapshot = |doc: &Value, frame: &str| {
        let mut b = SnapshotBuilder::new();
        b.set_document(doc["document"].as_str().unwrap_or_default());
        for node in doc["nodes"].as_array().into_iter().flatten() {
            b.open(Role::from_name(node["role"].as_str().unwrap_or_default()));
            b.set_name(node["name"].as_str().unwrap_or_default());
            b.set_key(&format!("{frame}.{}", node["backend"]));
            b.close();
        }
        b.finish()
    };
    let view = SemanticView::new();
    let observed = |session: &mut Session, page: Snapshot| session.observe(Arc::new(page), &view);
    let mut session = Session::new();
    observed(&mut session, snapshot(&file["doc1"], "S1"));
    let after = observed(&mut session, snapshot(&file["doc2"], "S1"));
    let stale = after.resolve("s_0").err();
    points.point("equal numbers in another document are other elements", stale.is_some(), "s_0 resolves");
    let mut session = Session::new();
    observed(&mut session, snapshot(&file["doc1"], "S1"));
    let mut both = SnapshotBuilder::new();
    both.set_document("D1");
    for frame in ["S2", "S1"] {
        for node in snapshot(&file["doc1"], frame).nodes() {
            both.open(node.role());
            both.set_name(node.name().unwrap_or_default());
            both.set_key(node.key().unwrap_or_default());
            both.close();
        }
    }
    let after = observed(&mut session, both.finish());
    let refs: Vec<_> = after.rows().map(|row| row.reference()).collect();
    points.point(
        "equal numbers in two sessions have two refs",
        refs == ["s_2", "s_3", "s_0", "s_1"],
        format_args!("{refs:?}"),
    );
}

/// A document of the file as a page that leads to another.
fn html(doc: &Value, next: &str) -> String {
    let nodes = doc["nodes"].as_array().into_iter().flatten().map(|node| {
        let name = node["name"].as_str().unwrap_or_default();
        match node["role"].as_str() {
            Some("link") => format!("<a href='{next}'>{name}</a>"),
            _ => format!("<button>{name}</button>"),
        }
    });
    format!("<!doctype html><title>List</title><main>{}</main>", nodes.collect::<String>())
}

/// Waits until the page in front is loaded at an address.
pub fn wait_for(stage: &Stage, end: &str) -> Result<()> {
    for _ in 0..100 {
        let at = stage.script("document.readyState + ' ' + location.href");
        if at.is_ok_and(|at| at.as_str().is_some_and(|at| at.starts_with("complete") && at.ends_with(end))) {
            return Ok(());
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    anyhow::bail!("the page does not go to {end}")
}
