//! One server on standard input and output, from its first to its last breath.

use std::io;
use std::pin::pin;
use std::time::Duration;

use rmcp::service::{ServerInitializeError, serve_server};
use tokio::time::timeout;

use crate::log::Level;
use crate::server::Server;
use crate::settings::Settings;
use crate::tools::TOOLS;
use crate::transport::Lines;

/// How long what is left to write may take at the end.
const WRITING: Duration = Duration::from_secs(2);
/// How long a browser that is just being started may take to end again.
const ENDING: Duration = Duration::from_secs(35);

/// Serves a client on standard input and output, until it goes or the process is asked to end. Blocks.
///
/// # Errors
/// Where the settings hold no address of a browser or none to go to, the system gives no means to wait, or the client's
/// first messages could not be answered.
pub fn run(settings: Settings) -> io::Result<()> {
    settings.check().map_err(|why| io::Error::new(io::ErrorKind::InvalidInput, why))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (lines, written) = Lines::standard(settings.log);
    let outcome = runtime.block_on(async {
        let outcome = serve(settings, lines).await;
        let _ = timeout(WRITING, written).await;
        outcome
    });
    runtime.shutdown_timeout(ENDING);
    outcome
}

async fn serve(settings: Settings, lines: Lines) -> io::Result<()> {
    let log = settings.log;
    let server = Server::new(settings, &TOOLS);
    log.say(Level::Info, &format!("version {} listens on standard input", env!("CARGO_PKG_VERSION")));
    let mut end = pin!(asked_to_end());
    let begun = tokio::select! {
        begun = serve_server(server.clone(), lines) => begun,
        () = &mut end => return Ok(()),
    };
    let running = match begun {
        Ok(running) => running,
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(io::Error::other(error.to_string())),
    };
    let token = running.cancellation_token();
    let mut running = pin!(running.waiting());
    tokio::select! {
        _ = &mut running => {}
        () = &mut end => {
            token.cancel();
            let _ = running.await;
        }
    }
    log.say(Level::Info, "ends");
    server.end();
    Ok(())
}

/// Waits for the system to ask this process to end.
async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let kinds = [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()];
        let [Ok(mut terminate), Ok(mut interrupt), Ok(mut hangup)] = kinds.map(signal) else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            _ = hangup.recv() => {}
        }
    }
    #[cfg(not(unix))]
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
