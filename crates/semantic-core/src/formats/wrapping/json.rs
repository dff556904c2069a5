//! The texts inside a tool's JSON reply: MCP's `content`, bare, in a JSON-RPC envelope or as an event stream.

use std::borrow::Cow;

use serde::Deserialize;

use crate::formats::Kind;
use crate::formats::flat::Strings;
use crate::formats::json::{Doc, Value};
use crate::tree::Tri;

/// A reply, of which only the texts count.
#[derive(Deserialize)]
struct Reply<'a> {
    #[serde(borrow, default)]
    result: Option<Content<'a>>,
    #[serde(borrow, default)]
    content: Option<Vec<Part<'a>>>,
}

#[derive(Deserialize)]
struct Content<'a> {
    #[serde(borrow)]
    content: Vec<Part<'a>>,
}

#[derive(Deserialize)]
struct Part<'a> {
    #[serde(borrow, default)]
    text: Option<Cow<'a, str>>,
}

/// The text of a reply: the part that is `known`, else the longest.
pub(super) fn text_of<'a>(text: &'a str, known: &dyn Fn(&str) -> bool) -> Option<String> {
    let text = event_data(text).unwrap_or(text).trim();
    let parts = match text.as_bytes().first()? {
        b'"' => return serde_json::from_str(text).ok(),
        b'[' => serde_json::from_str::<Vec<Part>>(text).ok()?,
        b'{' => {
            let content = |reply: Reply<'a>| reply.content.or(reply.result.map(|result| result.content));
            match serde_json::from_str::<Reply>(text).ok().and_then(content) {
                Some(parts) => parts,
                None => return result_of(text, known),
            }
        }
        _ => return None,
    };
    let mut texts: Vec<Cow<str>> = parts.into_iter().filter_map(|part| part.text).collect();
    let best = match texts.iter().position(|text| known(text.trim_start())) {
        Some(known) => known,
        None => texts.iter().enumerate().max_by_key(|(i, text)| (text.len(), usize::MAX - i))?.0,
    };
    Some(texts.swap_remove(best).into_owned())
}

/// What a reply holds under `result` (JSON-RPC) or `value` (WebDriver), as JSON or as a text, if it is known.
fn result_of(text: &str, known: &dyn Fn(&str) -> bool) -> Option<String> {
    let strings = Strings::default();
    let doc = Doc::new(text, &strings, &ANSWERS).ok()?;
    let answer = ANSWERS.iter().find_map(|key| doc.outermost().get(key))?;
    let inner = if answer.kind() == Kind::String { answer.text() } else { answer.opaque() }?;
    // In an answer there may be another, or a dump in Markdown.
    (answer.kind() == Kind::String || known(inner)).then(|| inner.to_owned())
}

const ANSWERS: [&str; 2] = ["result", "value"];

/// What a reply says instead of a dump: `error`, `isError` with a text, `success` that is false.
pub(super) fn error_in(text: &str) -> Option<String> {
    let text = event_data(text).unwrap_or(text).trim();
    let strings = Strings::default();
    let doc = Doc::new(text, &strings, &[]).ok()?;
    let top = doc.outermost();
    let inner = ["result", "value"].iter().find_map(|key| top.get(key).filter(|v| v.is_object()));
    [Some(top), inner].into_iter().flatten().find_map(said)
}

fn said(reply: Value<'_, '_>) -> Option<String> {
    let failed = |key: &str| reply.get(key).is_some_and(|v| v.tri() == Some(Tri::False));
    let has_failed = reply.is("isError") || failed("success") || failed("ok");
    let error = reply.get("error");
    if !has_failed && error.is_none() {
        return None;
    }
    let of = |value: Value<'_, '_>| match value.kind() {
        Kind::Object => value.text_of_any(&["message", "error", "data", "code"]).to_owned(),
        Kind::String | Kind::Number => value.text().unwrap_or("").to_owned(),
        _ => String::new(),
    };
    let message = || reply.get("message").map(of);
    let part =
        || reply.list("content").map(|part| part.text_of("text").to_owned()).find(|text| !text.is_empty());
    let full = |text: &String| !text.is_empty();
    // WebDriver's `error` is a code; its message says more.
    let said = match error.map(|error| (error.kind(), of(error))) {
        Some((Kind::String, code)) => message().filter(full).or(Some(code)),
        Some((_, text)) => Some(text),
        None => None,
    };
    Some(said.filter(full).or_else(message).filter(full).or_else(part).unwrap_or_default())
}

/// The data line of the first event of an event stream.
fn event_data(text: &str) -> Option<&str> {
    if !text.starts_with("event:") && !text.starts_with("data:") {
        return None;
    }
    text.lines().find_map(|line| line.strip_prefix("data:"))
}
