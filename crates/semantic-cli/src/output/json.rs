//! JSON: one pretty-printed object, safe to show on a terminal.

use std::io::{self, Write};

use semantic_core::find::{Confidence, ElementMatch, FindResult};
use semantic_core::recover::Relocation;
use semantic_core::tree::{Node, NodeId, Tri};
use semantic_core::view::{Observation, harmless_json};
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};
use serde_json::{Map, Value, json};

/// A result with what is known beyond its matches.
#[derive(Serialize)]
struct Found<'a> {
    matches: Vec<Match<'a>>,
    best_ref: Option<&'a str>,
    best_score: f64,
    confidence: Confidence,
    strategy: &'a str,
    element_count: usize,
    ambiguous: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<f64>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
    /// What the reader of the snapshot had to repair or could not use.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notices: &'a [String],
}

#[derive(Serialize)]
struct Match<'a> {
    #[serde(flatten)]
    found: &'a ElementMatch,
    #[serde(flatten)]
    beyond: Option<&'a Map<String, Value>>,
}

/// The answer to a find; `beyond`: what is known of each match beyond it, where something is.
pub fn found(result: &FindResult, beyond: &[Map<String, Value>], notices: &[String]) -> String {
    let matches = result.matches.iter().enumerate();
    object(&Found {
        matches: matches.map(|(n, found)| Match { found, beyond: beyond.get(n) }).collect(),
        best_ref: result.best_ref.as_deref(),
        best_score: result.best_score,
        confidence: result.confidence,
        strategy: &result.strategy,
        element_count: result.element_count,
        ambiguous: result.ambiguous,
        margin: result.margin,
        notes: &result.notes,
        notices,
    })
}

#[derive(Serialize)]
struct Scored<'a> {
    #[serde(flatten)]
    scored: &'a ElementMatch,
    /// What of the query or the snapshot could not be honoured or used.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

/// The score of one element.
pub fn scored(scored: &ElementMatch, notes: &[String]) -> String {
    object(&Scored { scored, notes })
}

#[derive(Serialize)]
struct Observed<'a> {
    #[serde(flatten)]
    observation: &'a Observation,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notices: &'a [String],
}

/// A snapshot seen through a view.
pub fn observed(observation: &Observation) -> String {
    object(&Observed { observation, notices: observation.snapshot().notices() })
}

/// Everything known of a node, with the nodes around it, innermost first; `name` says the ref of a node.
pub fn node(node: Node<'_>, name: impl Fn(NodeId) -> String) -> Map<String, Value> {
    let around: Vec<_> = node
        .ancestors()
        .map(|a| json!({"ref": name(a.id()), "role": a.role_name(), "name": a.name()}))
        .collect();
    let states: Map<String, Value> = node
        .states()
        .iter()
        .map(|(state, value)| {
            let value = match value {
                Tri::Mixed => "mixed".into(),
                value => (value == Tri::True).into(),
            };
            (state.as_str().to_owned(), value)
        })
        .collect();
    let bounds =
        node.bounds().map(|b| json!({"left": b.x, "top": b.y, "width": b.width, "height": b.height}));
    let attrs: Vec<_> = node.attrs().map(|(key, value)| json!([key, value])).collect();
    let all = json!({
        "ref": name(node.id()),
        "node": name(node.id()),
        "ownRef": node.own_ref(),
        "role": node.role_name(),
        "nativeRole": node.native_role(),
        "name": node.name(),
        "value": node.value(),
        "description": node.description(),
        "url": node.url(),
        "identifier": node.identifier(),
        "level": node.level(),
        "states": states,
        "bounds": bounds,
        "attrs": attrs,
        "ancestors": around,
    });
    let Value::Object(all) = all else { unreachable!("an object was written above") };
    all.into_iter().filter(|(_, value)| !value.is_null()).collect()
}

#[derive(Serialize)]
struct Relocated<'a> {
    /// The new element's ref and number, or null where the answer is refused.
    r#ref: Option<&'a str>,
    node: Option<String>,
    score: f64,
    confidence: &'a str,
    /// Why it is refused, or null.
    reason: Option<&'a str>,
    evidence: &'a [String],
    runner_up: Option<RunnerUp<'a>>,
    margin: f64,
    /// Of a live page: how a driver finds the element.
    #[serde(skip_serializing_if = "Option::is_none")]
    locators: Option<&'a [String]>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notices: &'a [String],
}

#[derive(Serialize)]
struct RunnerUp<'a> {
    r#ref: &'a str,
    node: String,
    score: f64,
    role: &'a str,
    name: &'a str,
    /// Why it is not the answer.
    why: &'a str,
}

/// The answer to a relocation.
pub fn relocated(found: &Relocation, locators: Option<&[String]>, notices: &[String]) -> String {
    object(&Relocated {
        r#ref: found.reference.as_deref(),
        node: found.node.map(|id| id.to_string()),
        score: found.score,
        confidence: found.confidence.as_str(),
        reason: found.refusal.map(|r| r.as_str()),
        evidence: &found.evidence,
        runner_up: found.runner_up.as_ref().map(|next| RunnerUp {
            r#ref: &next.reference,
            node: next.node.to_string(),
            score: next.score,
            role: &next.role,
            name: &next.name,
            why: &next.why,
        }),
        margin: found.margin,
        locators,
        notices,
    })
}

/// Any value, as JSON with a newline at the end.
///
/// Text of a page in it can do nothing to the terminal that shows it.
pub fn object(value: &impl Serialize) -> String {
    line(serde_json::to_string_pretty(value).expect("our types have string keys and never fail"))
}

/// The same, written piece by piece: however much there is of it, little of it is in memory.
pub fn write(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut *out, Harmless(PrettyFormatter::new())))?;
    out.write_all(b"\n")
}

/// What a function gives one by one, as a list.
pub struct Each<F>(pub F);

impl<F, I> Serialize for Each<F>
where
    F: Fn() -> I,
    I: Iterator<Item: Serialize>,
{
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq((self.0)())
    }
}

/// Pretty JSON with harmful characters spelled out.
struct Harmless(PrettyFormatter<'static>);

/// Hands calls on to the formatter inside.
macro_rules! as_pretty {
    ($($call:ident($($argument:ident: $kind:ty)?)),+) => {
        $(fn $call<W: ?Sized + Write>(&mut self, to: &mut W $(, $argument: $kind)?) -> io::Result<()> {
            self.0.$call(to $(, $argument)?)
        })+
    };
}

impl Formatter for Harmless {
    as_pretty!(
        begin_array(),
        end_array(),
        begin_array_value(is_first: bool),
        end_array_value(),
        begin_object(),
        end_object(),
        begin_object_key(is_first: bool),
        begin_object_value(),
        end_object_value()
    );

    fn write_string_fragment<W: ?Sized + Write>(&mut self, to: &mut W, text: &str) -> io::Result<()> {
        match text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            true => to.write_all(text.as_bytes()),
            false => to.write_all(harmless_json(text.to_owned()).as_bytes()),
        }
    }
}

/// JSON text as it is, harmful characters spelled out, with a newline at the end.
pub fn line(json: impl Into<String>) -> String {
    harmless_json(json.into()) + "\n"
}
