//! The server as the SDK sees it: who it is, which tools there are, and a call with all that guards it.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult,
    ErrorCode, GetPromptRequestParams, GetPromptResponse, Implementation, JsonObject, ListPromptsResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, ResourceContents, ServerCapabilities, ServerConfig,
    ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use crate::answer::{Answer, Failure, harmless};
use crate::arguments::Arguments;
use crate::guide;
use crate::log::Level;
use crate::session::Session;
use crate::settings::Settings;
use crate::tools::{Effects, Tool};

/// The server of one client.
#[derive(Clone)]
pub(crate) struct Server {
    settings: Arc<Settings>,
    tools: &'static [Tool],
    /// One call at a time works on the page; the others wait for their turn, in the order in which they came.
    session: Arc<Mutex<Session>>,
}

impl Server {
    pub(crate) fn new(settings: Settings, tools: &'static [Tool]) -> Self {
        let session = Arc::new(Mutex::new(Session::new(settings.clone())));
        Server { settings: Arc::new(settings), tools, session }
    }

    /// Ends the browser that was started, if one was.
    pub(crate) fn end(&self) {
        // A call that still runs ends it when it is dropped.
        if let Ok(mut session) = self.session.try_lock() {
            session.let_go();
        }
    }

    /// Runs a tool when its turn comes. However it ends, and be it by a panic, there is an answer; an error is a text
    /// with what must be known beside it.
    async fn outcome(
        &self,
        tool: Tool,
        arguments: Option<JsonObject>,
    ) -> Result<Answer, (String, Vec<String>)> {
        let mut session = self.session.lock().await;
        let outcome = match Arguments::check(tool.params, arguments) {
            Ok(arguments) => {
                let work = AssertUnwindSafe((tool.run)(&mut session, &arguments)).catch_unwind();
                match timeout(self.settings.limit, work).await {
                    Ok(Ok(outcome)) => outcome,
                    Ok(Err(_)) => Err(self.defect(tool)),
                    Err(_) => Err(self.late()),
                }
            }
            Err(wrong) => Err(Failure::new(wrong)),
        };
        outcome.map_err(|failure| (failure.text(session.standing_warning().as_deref()), failure.notes))
    }

    async fn call(&self, tool: Tool, arguments: Option<JsonObject>) -> CallToolResult {
        match self.outcome(tool, arguments).await {
            Ok(answer) => CallToolResult::success(blocks(answer.text, &answer.notes)),
            Err((text, notes)) => CallToolResult::error(blocks(text, &notes)),
        }
    }

    fn late(&self) -> Failure {
        let seconds = self.settings.limit.as_secs_f32();
        Failure::new(format!(
            "no answer within {seconds} s, the limit of --timeout: the page may be busy or wait for a dialog; calling \
             again is safe"
        ))
    }

    fn defect(&self, tool: Tool) -> Failure {
        self.settings.log.say(Level::Error, &format!("{} failed within", tool.name));
        let what = "failed by a defect of this server, please report it; the server goes on";
        Failure::new(format!("{} {what}", tool.name))
    }
}

/// The answer, and after it what must be known beside it.
fn blocks(text: String, notes: &[String]) -> Vec<ContentBlock> {
    std::iter::once(text).chain(remarks(notes)).map(ContentBlock::text).collect()
}

/// Notes as lines, where there are some.
fn remarks(notes: &[String]) -> Option<String> {
    let lines: Vec<_> = notes.iter().map(|note| format!("note: {}", harmless(note))).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// A tool as clients see it.
fn listed(tool: &Tool) -> rmcp::model::Tool {
    let annotations = ToolAnnotations::with_title(tool.title).open_world(true);
    let annotations = match tool.effects {
        Effects::Reads => annotations.read_only(true),
        Effects::Navigates => annotations.read_only(false).destructive(false).idempotent(true),
    };
    rmcp::model::Tool::new(tool.name, tool.about, tool.schema())
        .with_title(tool.title)
        .with_annotations(annotations)
}

fn unknown(what: &str, name: &str, known: &str) -> ErrorData {
    let name: String = name.chars().take(80).collect();
    let message = format!("no {what} is named {name:?}; there are: {known}");
    ErrorData::new(ErrorCode::INVALID_PARAMS, message, None)
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let me = Implementation::new("semantic", env!("CARGO_PKG_VERSION")).with_title("Semantic");
        ServerConfig::new(
            ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build(),
        )
        .with_server_info(me)
        .with_instructions(guide::INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.iter().map(listed).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(&tool) = self.tools.iter().find(|tool| tool.name == request.name) else {
            let names: Vec<_> = self.tools.iter().map(|tool| tool.name).collect();
            return Err(unknown("tool", &request.name, &names.join(", ")));
        };
        let begun = Instant::now();
        let result = tokio::select! {
            result = self.call(tool, request.arguments) => result,
            () = context.ct.cancelled() => CallToolResult::error(vec![ContentBlock::text("cancelled")]),
        };
        let outcome = if result.is_error == Some(true) { "an error" } else { "an answer" };
        let took = begun.elapsed().as_millis();
        self.settings.log.say(Level::Debug, &format!("{}: {outcome} after {took} ms", tool.name));
        Ok(result.into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(vec![guide::prompt()]))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        match request.name.as_str() {
            guide::PROMPT => Ok(guide::told().into()),
            _ => Err(unknown("prompt", &request.name, guide::PROMPT)),
        }
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(vec![guide::page()]))
    }

    /// The page as the first tool shows it.
    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let (guide::PAGE, Some(&view)) = (request.uri.as_str(), self.tools.first()) else {
            return Err(unknown("resource", &request.uri, guide::PAGE));
        };
        let outcome = tokio::select! {
            outcome = self.outcome(view, None) => outcome,
            () = context.ct.cancelled() => Err(("cancelled".to_owned(), Vec::new())),
        };
        match outcome {
            Ok(Answer { mut text, notes }) => {
                text.extend(remarks(&notes).map(|notes| notes + "\n"));
                Ok(ReadResourceResult::new(vec![ResourceContents::text(text, guide::PAGE)]).into())
            }
            Err((why, _)) => Err(ErrorData::new(ErrorCode::INTERNAL_ERROR, why, None)),
        }
    }

    /// Whatever is no request that the SDK knows: another method, or one of ours with parameters that do not fit.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method: String = request.method.chars().take(80).collect();
        Err(match method.as_str() {
            "initialize" | "tools/call" | "tools/list" | "ping" => {
                ErrorData::new(ErrorCode::INVALID_PARAMS, format!("Invalid params of {method:?}"), None)
            }
            _ => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("Method not found: {method:?}"), None),
        })
    }
}

#[cfg(test)]
mod tests;
