//! The texts inside a tool's JSON reply: MCP's `content`, bare, in a JSON-RPC envelope or as an event stream.

use std::borrow::Cow;

use serde::Deserialize;

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
pub(super) fn text_of(text: &str, known: &dyn Fn(&str) -> bool) -> Option<String> {
    let text = event_data(text).unwrap_or(text).trim();
    let parts = match text.as_bytes().first()? {
        b'"' => return serde_json::from_str(text).ok(),
        b'[' => serde_json::from_str::<Vec<Part>>(text).ok()?,
        b'{' => {
            let reply = serde_json::from_str::<Reply>(text).ok()?;
            reply.content.or(reply.result.map(|result| result.content))?
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

/// The data line of the first event of an event stream.
fn event_data(text: &str) -> Option<&str> {
    if !text.starts_with("event:") && !text.starts_with("data:") {
        return None;
    }
    text.lines().find_map(|line| line.strip_prefix("data:"))
}
