//! Running the built command, and what came of it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// What a run came to.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            code: output.status.code().expect("an exit code"),
            out: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
            err: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
        }
    }
}

impl Run {
    /// The object on stdout, which must be the only thing there.
    pub fn json(&self) -> Value {
        assert!(self.out.ends_with("}\n"), "one object and a newline: {:?} {}", self.out, self.err);
        serde_json::from_str(&self.out).expect("stdout is one JSON value")
    }

    /// Asserts an error of one line that says `text`.
    pub fn fails_with(&self, code: i32, text: &str) {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{}", self.err);
        assert!(self.err.contains(text), "{:?} does not say {text:?}", self.err);
        assert_eq!(self.err.matches('\n').count(), 1, "{:?}", self.err);
    }
}

impl Run {
    /// Asserts a refused command line that says `text`.
    pub fn fails_with_usage(&self, text: &str) {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        assert!(self.err.contains(text), "{:?} does not say {text:?}", self.err);
    }
}

pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_semantic"));
    command.current_dir(examples()).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

pub fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// Runs `semantic` in the folder of the examples.
pub fn semantic(args: &[&str]) -> Run {
    command().args(args).output().expect("semantic runs").into()
}

/// Starts `semantic` with pipes for all that it reads and writes.
pub fn start(args: &[&str]) -> Child {
    let pipes = || Stdio::piped();
    command().args(args).stdin(pipes()).stdout(pipes()).stderr(pipes()).spawn().expect("semantic runs")
}

/// Runs `semantic` with `input` on standard input.
pub fn piped(args: &[&str], input: &[u8]) -> Run {
    let mut child = start(args);
    let mut stdin = child.stdin.take().expect("piped");
    let _ = stdin.write_all(input); // it may have stopped reading
    drop(stdin);
    child.wait_with_output().expect("semantic ends").into()
}
