//! Our own script world in a page: the document is shared with the page, all else is ours.

use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;

use crate::error::{CdpError, cut};
use crate::session::Session;

/// The browser keeps one world of a name for each document, however often it is asked for.
const NAME: &str = "semantic";

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
    value: Option<serde_json::Value>,
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
    arguments: [Argument<'a>; 1],
    return_by_value: bool,
    await_promise: bool,
}

#[derive(Serialize)]
struct Argument<'a> {
    value: &'a RawValue,
}

/// Calls a function with a JSON argument and returns the string that it returns.
pub(crate) async fn call(session: &Session, function: &str, argument: &str) -> Result<String, CdpError> {
    let argument: &RawValue = serde_json::from_str(argument)
        .map_err(|e| CdpError::Script(format!("its argument is not JSON: {e}")))?;
    let mut fresh = false;
    loop {
        let known = session.world.lock().await.clone();
        let global = match known {
            Some(global) if !fresh => global,
            _ => {
                fresh = true;
                create(session).await?
            }
        };
        let call = Call {
            function_declaration: function,
            object_id: &global,
            arguments: [Argument { value: argument }],
            return_by_value: true,
            await_promise: true,
        };
        return match session.call::<Outcome>("Runtime.callFunctionOn", &call).await {
            // The world went with its document; nothing has run.
            Err(error) if error.is_stale_world() && !fresh => {
                fresh = true;
                continue;
            }
            Err(error) if error.is_stale_world() || error.is_moved() => Err(CdpError::Moved),
            Err(error) => Err(error),
            Ok(outcome) => text_of(outcome),
        };
    }
}

fn text_of(outcome: Outcome) -> Result<String, CdpError> {
    if let Some(Exception { text, exception }) = outcome.exception_details {
        let why = exception.and_then(|e| e.description).unwrap_or(text);
        return Err(CdpError::Script(cut(why.lines().next().unwrap_or_default())));
    }
    match outcome.result.value {
        Some(serde_json::Value::String(text)) => Ok(text),
        _ => Err(CdpError::Script("it returned no string".to_owned())),
    }
}

/// Makes the world of the present document and returns its global object.
///
/// A world is named by a number that another process counts anew. So its global object, whose id is unique, is
/// what calls name; and the world is asked for twice, to be sure that the object is that of our world and not of a
/// document that took its place in between.
async fn create(session: &Session) -> Result<String, CdpError> {
    let params = json!({"frameId": session.target, "worldName": NAME, "grantUniveralAccess": false});
    for _ in 0..3 {
        let world: Created = match session.call("Page.createIsolatedWorld", &params).await {
            Err(error) if error.is_moved() => continue,
            other => other?,
        };
        let evaluate = json!({"expression": "globalThis", "contextId": world.execution_context_id});
        let (found, again) = futures_util::future::join(
            session.call::<Outcome>("Runtime.evaluate", &evaluate),
            session.call::<Created>("Page.createIsolatedWorld", &params),
        )
        .await;
        match (found, again) {
            (Ok(found), Ok(again)) if again.execution_context_id == world.execution_context_id => {
                let none = || CdpError::unreadable("Runtime.evaluate", "it names no object");
                let global = found.result.object_id.ok_or_else(none)?;
                *session.world.lock().await = Some(global.clone());
                return Ok(global);
            }
            (Err(error), _) | (_, Err(error)) if !error.is_stale_world() && !error.is_moved() => {
                return Err(error);
            }
            _ => {}
        }
    }
    Err(CdpError::Moved)
}
