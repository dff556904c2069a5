//! Our own script world in a document: the document is shared with the page, all else is ours.

use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;

use crate::error::{CdpError, cut};
use crate::session::Session;

/// The browser keeps one world of a name for each document, however often it is asked for.
const NAME: &str = "semantic";

/// Our world of one document.
#[derive(Clone, Debug)]
pub(crate) struct World {
    /// Its number, which another process counts anew.
    pub(crate) context: i64,
    /// Its global object, whose id is unique.
    pub(crate) global: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    execution_context_id: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Outcome {
    result: Remote,
    exception_details: Option<Exception>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Remote {
    #[serde(default)]
    value: Option<Box<RawValue>>,
    object_id: Option<String>,
    description: Option<String>,
}

#[derive(Deserialize)]
struct Exception {
    #[serde(default)]
    text: String,
    exception: Option<Remote>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Call<'a> {
    function_declaration: &'a str,
    object_id: &'a str,
    arguments: &'a [Argument<'a>],
    return_by_value: bool,
    await_promise: bool,
}

/// What a function of ours is called with.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Argument<'a> {
    /// JSON.
    Value(&'a RawValue),
    /// An object of the world, by the browser's id.
    ObjectId(&'a str),
}

/// Calls a function with a JSON argument in the page's outermost document and returns the string that it returns.
pub(crate) async fn call(session: &Session, function: &str, argument: &str) -> Result<String, CdpError> {
    let argument = json_argument(argument)?;
    let arguments = [Argument::Value(&argument)];
    for fresh in [false, true] {
        let world = of_frame(session, &session.id, &session.target, fresh).await?;
        match invoke(session, &session.id, &world, function, &arguments).await {
            // The world went with its document; nothing has run.
            Err(CdpError::Moved) if !fresh => {}
            other => return other,
        }
    }
    Err(CdpError::Moved)
}

/// JSON as an argument of a function.
pub(crate) fn json_argument(json: &str) -> Result<Box<RawValue>, CdpError> {
    serde_json::from_str(json).map_err(|e| CdpError::Script(format!("its argument is not JSON: {e}")))
}

/// Calls a function in a world and reads what it returns. [`CdpError::Moved`] where the world is gone.
pub(crate) async fn invoke<T: for<'de> Deserialize<'de>>(
    session: &Session,
    of: &str,
    world: &World,
    function: &str,
    arguments: &[Argument<'_>],
) -> Result<T, CdpError> {
    let call = Call {
        function_declaration: function,
        object_id: &world.global,
        arguments,
        return_by_value: true,
        await_promise: true,
    };
    match session.call_in::<Outcome>(of, "Runtime.callFunctionOn", &call).await {
        Err(error) if error.is_stale_world() || error.is_moved() => Err(CdpError::Moved),
        Err(error) => Err(error),
        Ok(outcome) => value_of(outcome),
    }
}

fn value_of<T: for<'de> Deserialize<'de>>(outcome: Outcome) -> Result<T, CdpError> {
    if let Some(Exception { text, exception }) = outcome.exception_details {
        let why = exception.and_then(|e| e.description).unwrap_or(text);
        return Err(CdpError::Script(cut(why.lines().next().unwrap_or_default())));
    }
    let value = outcome.result.value.and_then(|value| serde_json::from_str(value.get()).ok());
    value.ok_or_else(|| CdpError::Script("it returned nothing of the form that it should".to_owned()))
}

/// Our world of the document in a frame, which a session of the page draws: the one that is known, or, where a
/// fresh one is wanted or none is known, that of the present document.
pub(crate) async fn of_frame(
    session: &Session,
    of: &str,
    frame: &str,
    fresh: bool,
) -> Result<World, CdpError> {
    let known = session.worlds.lock().await.get(frame).cloned();
    if let Some(world) = known.filter(|_| !fresh) {
        return Ok(world);
    }
    let world = create(session, of, frame).await?;
    session.worlds.lock().await.insert(frame.to_owned(), world.clone());
    Ok(world)
}

/// Makes the world of the present document.
///
/// A world is named by a number that another process counts anew. So its global object, whose id is unique, is
/// what calls name; and the world is asked for twice, to be sure that the object is that of our world and not of a
/// document that took its place in between.
async fn create(session: &Session, of: &str, frame: &str) -> Result<World, CdpError> {
    let params = json!({"frameId": frame, "worldName": NAME, "grantUniveralAccess": false});
    for _ in 0..3 {
        let world: Created = match session.call_in(of, "Page.createIsolatedWorld", &params).await {
            Err(error) if error.is_moved() => continue,
            other => other?,
        };
        let evaluate = json!({"expression": "globalThis", "contextId": world.execution_context_id});
        let (found, again) = futures_util::future::join(
            session.call_in::<Outcome>(of, "Runtime.evaluate", &evaluate),
            session.call_in::<Created>(of, "Page.createIsolatedWorld", &params),
        )
        .await;
        match (found, again) {
            (Ok(found), Ok(again)) if again.execution_context_id == world.execution_context_id => {
                let none = || CdpError::unreadable("Runtime.evaluate", "it names no object");
                let global = found.result.object_id.ok_or_else(none)?;
                return Ok(World { context: world.execution_context_id, global });
            }
            (Err(error), _) | (_, Err(error)) if !error.is_stale_world() && !error.is_moved() => {
                return Err(error);
            }
            _ => {}
        }
    }
    Err(CdpError::Moved)
}
