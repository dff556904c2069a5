//! Situations about the server: which page it reads, its channel, its schemas.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use semantic_cdp::Choice;
use serde_json::{Value, json};

use super::client::{Client, hello};
use super::points::Points;
use super::refs::wait_for;
use super::stage::Stage;

/// 39: which page is this.
pub fn tabs(stage: &mut Stage, points: &mut Points) -> Result<()> {
    let file = stage.json("39-tabs.json")?;
    let titles: Vec<&str> =
        file["tabs"].as_array().into_iter().flatten().filter_map(|tab| tab["title"].as_str()).collect();
    for (page, title) in ["one", "two", "done"].iter().zip([titles[0], titles[1], "Done"]) {
        stage.put(
            page,
            format!("<!doctype html><title>{title}</title><h1>{page}</h1><button>Press {page}</button>"),
        );
    }
    let mut client = stage.at("one")?;
    let view = client.text("view", json!({}))?;
    let button = super::answer::reference(&view, "\"Press one\"");
    let own = stage.on(async |browser| Ok(browser.page(&Choice::Active).await?.tab().id.clone()))?;
    let head =
        |text: &str| text.lines().find(|line| line.starts_with("page ")).unwrap_or_default().to_owned();
    let url = format!("url=\"{}\"", stage.url("one"));
    points.says(
        "a look says title, address, load state and counts",
        &head(&view),
        &["page \"Orders\"", &url, " complete ", "shown "],
    );
    points.not_ours(
        "it names the tab",
        "the issue's first line has no tab; which tab it is, is said where it could be another",
    );
    for (tool, arguments) in [
        ("find", json!({"query": "press"})),
        ("at", json!({"x": 30, "y": 40})),
        ("relocate", json!({"ref": button})),
    ] {
        let told = client.text(tool, arguments)?;
        points.says(
            &format!("semantic_{tool} says it too"),
            told.lines().next().unwrap_or_default(),
            &["\"Orders\"", &url, "complete"],
        );
    }
    // The user goes to another tab by hand.
    let two = stage.url("two");
    let other = stage.on(async |browser| Ok(browser.open(&two).await?.tab().id.clone()))?;
    let told = client.text("view", json!({}))?;
    points.says("the session stays with its tab", &told, &["\"Press one\"", &url]);
    points.says("and says that another is in front, by its id", &told, &["warning: ", &other]);
    // Its own page goes elsewhere by a script.
    let done = stage.url("done");
    let target = own.clone();
    stage.on(async |browser| {
        let page = browser.page(&Choice::Tab(target)).await?;
        page.navigate(&done).await.map(drop)
    })?;
    let told = client.text("view", json!({}))?;
    points.says(
        "a navigation that was not asked for is told",
        &told,
        &["\"Press done\"", "is at", "/done now"],
    );
    let stale = client.call("view", json!({"scope": button}))?;
    points.point("and old refs are void", stale.is_error, &stale.text);
    points.says("with the reason", &stale.text, &["document was replaced"]);
    // Equal titles: nothing is guessed.
    let mut fresh = Client::connect(&stage.semantic, &stage.address(), &[])?;
    let told = fresh.call("view", json!({"tab": "Orders"}))?;
    points.point(
        "a title is no name of a tab: nothing is guessed",
        told.is_error && told.text.contains(&other),
        &told.text,
    );
    let target = own;
    stage.on(async |browser| {
        let page = browser.page(&Choice::Tab(target)).await?;
        browser.close(page.tab()).await
    })?;
    let closed = client.call("view", json!({}))?;
    points.point("a tab that was closed is an error, no silent move", closed.is_error, &closed.text);
    points.says("which says what is open", &closed.text, &["closed", &other]);
    let next = client.text("view", json!({}))?;
    points.says("and the next look says where it is", &next, &["warning: ", "\"Press two\""]);
    wait_for(stage, "/two")
}

/// 40: the channel.
pub fn channel(stage: &mut Stage, points: &mut Points) -> Result<()> {
    let file = stage.json("40-stdout.json")?;
    let lines: Vec<&str> = file["stdin"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    const NOWHERE: [&str; 2] = ["--cdp", "http://127.0.0.1:9"];
    let latest = latest(stage)?;
    for level in ["off", "error", "warn", "info", "debug"] {
        let mut client = Client::start(&stage.semantic, &[&NOWHERE[..], &["--log", level]].concat())?;
        let mut answers = Vec::new();
        for line in &lines {
            client.write(line)?;
            answers.push(client.read()?); // fails where it is no message
        }
        let text = format!("{answers:?}");
        points.point(
            &format!("each line is a message, logging {level}"),
            answers[0]["id"] == 1 && answers[2]["id"] == 2,
            &text,
        );
        points.point("bad input is an error of the protocol", answers[1]["error"]["code"] == -32700, &text);
        points.point("and the server lives on", answers[2]["result"]["tools"].is_array(), &text);
        points.point(
            "an unknown version is answered with our latest",
            answers[0]["result"]["protocolVersion"] == latest,
            &text,
        );
    }
    for version in file["versions"].as_array().into_iter().flatten() {
        let asked = version["asked"].as_str();
        let mut client = Client::start(&stage.semantic, &NOWHERE)?;
        let answer = client.ask("initialize", &hello(asked))?;
        let known = version["answer"].as_str().is_some_and(|answer| answer.starts_with("the same"));
        let wanted = if known { asked.unwrap_or_default() } else { &latest };
        let what = format!("the version {asked:?} is answered with {wanted}");
        points.point(&what, answer["result"]["protocolVersion"] == wanted, &answer);
    }
    points.not_ours(
        "a panic leaves the channel clean",
        "no input makes it panic; server::tests of semantic-mcp makes a tool do so",
    );
    points.not_ours("the version over HTTP", "the server speaks over standard input and output alone");
    Ok(())
}

/// The version that the server has last.
fn latest(stage: &Stage) -> Result<String> {
    let mut client = Client::start(&stage.semantic, &["--cdp", "http://127.0.0.1:9"])?;
    let answer = client.ask("initialize", &hello(Some("9999-12-31")))?;
    let version = answer["result"]["protocolVersion"].as_str().context("no version")?;
    Ok(version.to_owned())
}

/// 41: schemas of the tools.
pub fn schemas(stage: &mut Stage, points: &mut Points) -> Result<()> {
    const WORDS: &str =
        "type properties required items enum description minimum maximum default additionalProperties";
    let mut client = Client::connect(&stage.semantic, "http://127.0.0.1:9", &[])?;
    let list = client.ask("tools/list", &json!({}))?;
    let tools = list["result"]["tools"].as_array().context("no tools")?;
    points.point("there are tools", tools.len() >= 7, tools.len());
    for tool in tools {
        let (name, schema) = (tool["name"].as_str().unwrap_or_default(), &tool["inputSchema"]);
        let mut words = BTreeSet::new();
        collect(schema, &mut words);
        let odd: Vec<_> = words.iter().filter(|word| !WORDS.split(' ').any(|known| known == *word)).collect();
        points.point(&format!("{name} uses common words only"), odd.is_empty(), format_args!("{odd:?}"));
        let closed = schema["type"] == "object" && schema["additionalProperties"] == false;
        points.point("and takes nothing else", closed, schema);
        points.point(
            "and promises no structured content that is no object",
            tool.get("outputSchema").is_none_or(|o| o["type"] == "object"),
            tool,
        );
    }
    let mut client = stage.at("01-size-budget.html")?;
    let answer =
        client.ask("tools/call", &json!({"name": "semantic_view", "arguments": {"budget": 100_000}}))?;
    let structured = &answer["result"]["structuredContent"];
    points.point(
        "structured content is an object or absent",
        structured.is_null() || structured.is_object(),
        structured,
    );
    let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
    points.point("the text alone is enough", text.contains("Item 400"), text.len());
    points.point(
        "an answer stays below 25,000 tokens without being asked",
        text.len() / 4 < 25_000,
        text.len(),
    );
    let mut client = Client::connect(&stage.semantic, &stage.address(), &["--max-chars", "2000"])?;
    let told = client.call("view", json!({"budget": 100_000}))?;
    points.point(
        "the ceiling can be set",
        told.is_error && told.text.len() < 2000 && told.text.contains("--max-chars"),
        &told.text,
    );
    Ok(())
}

/// The words of a schema, without the names of what it describes.
fn collect(schema: &Value, words: &mut BTreeSet<String>) {
    for (word, value) in schema.as_object().into_iter().flatten() {
        words.insert(word.clone());
        match word.as_str() {
            "properties" => {
                value.as_object().into_iter().flatten().for_each(|(_, inner)| collect(inner, words))
            }
            "items" => collect(value, words),
            _ => {}
        }
    }
}
