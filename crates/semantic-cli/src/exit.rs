//! Exit codes, the same for every subcommand.
//!
//! 0 done or found, 1 nothing found or refused, 2 usage or bad input, 3 the browser or a server
//! could not be reached.

use std::io;
use std::process::ExitCode;

use crate::{live, output};

/// Nothing found, or an answer refused.
pub const NOTHING: u8 = 1;

/// The browser could not be reached, or did not answer.
pub const UNREACHABLE: u8 = 3;

/// A command line or an input that cannot be used.
pub const BAD_INPUT: u8 = 2;

/// How a subcommand that ran to its end came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Done, or something was found.
    Done,
    /// Nothing fits, or the question was refused.
    Nothing,
    /// The browser could not be reached.
    Unreachable,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        match outcome {
            Outcome::Done => ExitCode::SUCCESS,
            Outcome::Nothing => ExitCode::from(NOTHING),
            Outcome::Unreachable => ExitCode::from(UNREACHABLE),
        }
    }
}

/// Prints what clap has to say (help and version too) and gives the code that goes with it.
pub fn usage(message: &clap::Error) -> ExitCode {
    match message.print() {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => ExitCode::from(BAD_INPUT),
        _ if message.use_stderr() => ExitCode::from(BAD_INPUT),
        _ => ExitCode::SUCCESS,
    }
}

/// Prints an error as one line and gives its code; a reader that has gone away is no error.
pub fn failure(error: &anyhow::Error) -> ExitCode {
    let closed_pipe = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|e| e.kind() == io::ErrorKind::BrokenPipe);
    if closed_pipe {
        return ExitCode::SUCCESS;
    }
    output::complain("error", &format!("{error:#}"));
    ExitCode::from(live::code(error).unwrap_or(BAD_INPUT))
}
