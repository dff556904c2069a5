//! Log lines on standard error; standard output belongs to the protocol.

#[cfg(feature = "server")]
use std::io::Write;

/// How much is logged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Level {
    /// Nothing.
    Off,
    /// What failed within the server itself.
    Error,
    /// What a client sent that cannot be used, too.
    #[default]
    Warn,
    /// The beginning and the end, too.
    Info,
    /// Every call, without its arguments, too.
    Debug,
}

impl Level {
    #[cfg(feature = "server")]
    /// Writes a line where `self`, the level that was set, reaches `at`.
    pub(crate) fn say(self, at: Level, text: &str) {
        if self >= at && at > Level::Off {
            let text = crate::answer::harmless(text);
            // Nobody may be listening, and that is no reason to stop.
            let _ = writeln!(std::io::stderr(), "semantic mcp: {text}");
        }
    }
}
