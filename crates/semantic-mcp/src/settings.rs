//! How the server attaches, and its limits.

use std::time::Duration;

use semantic_cdp::Options;

use crate::log::Level;
#[cfg(feature = "server")]
use crate::tabs;

/// In whose words an answer says what to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Face {
    /// Those of a client: tools and their arguments.
    #[default]
    Server,
    /// Those of a shell: commands and their options.
    Shell,
}

impl Face {
    /// How a tool is called.
    pub(crate) fn tool(self, name: &str) -> String {
        match self {
            Face::Server => format!("semantic_{name}"),
            Face::Shell => format!("semantic {name}"),
        }
    }

    /// How an argument is called.
    pub(crate) fn argument(self, name: &str) -> String {
        match self {
            Face::Server => format!("`{name}`"),
            Face::Shell => format!("--{name}"),
        }
    }
}

/// What the server is told when it starts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// The debugging address of the shared browser, `http://HOST:PORT` or `ws://…`.
    pub cdp: String,
    /// An address that is opened where no page is open and a tool is called without one.
    pub target: Option<String>,
    /// Whether a private browser may be started where the shared one cannot be reached.
    pub launch: bool,
    /// Whether that private browser has no window.
    pub headless: bool,
    /// The tab to read from the start: its id, else a part of its address.
    pub tab: Option<String>,
    /// How long a call may take.
    pub limit: Duration,
    /// Most characters of an answer; a longer one is an error that says how to ask for less.
    pub most_chars: usize,
    /// How much is logged.
    pub log: Level,
    /// In whose words an answer says what to do next.
    pub face: Face,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            cdp: "http://127.0.0.1:9222".to_owned(),
            target: None,
            launch: false,
            headless: true,
            tab: None,
            limit: Duration::from_secs(60),
            most_chars: 75_000,
            log: Level::default(),
            face: Face::default(),
        }
    }
}

impl Settings {
    /// Whether the addresses in it are addresses.
    #[cfg(feature = "server")]
    pub(crate) fn check(&self) -> Result<(), String> {
        semantic_cdp::check_address(&self.cdp).map_err(|error| error.to_string())?;
        self.target.as_deref().map_or(Ok(()), tabs::check_address)
    }

    /// How long the browser is waited for: always less than the call itself, so that there is time to say what is wrong.
    pub(crate) fn waits(&self) -> Options {
        let mut options = Options::default();
        options.call = self.limit.mul_f32(0.9);
        options.connect = options.connect.min(self.limit / 2);
        options.load = options.load.min(self.limit / 2);
        options.settle = options.settle.min(self.limit / 4);
        options
    }
}
