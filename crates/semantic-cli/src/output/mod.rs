//! Printing: results whole to stdout, remarks as single lines to stderr.

pub mod escape;
pub mod json;
pub mod lint;
pub mod sarif;
pub mod table;
pub mod tree;
pub mod uri;

use std::fs::File;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, Result, anyhow};

use crate::cli::ColorWhen;

/// Whether stdout gets colours.
pub fn color(when: ColorWhen) -> bool {
    match when {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        ColorWhen::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
    }
}

/// Writes a result to stdout as it is.
pub fn print(text: &str) -> Result<()> {
    write(io::stdout().lock(), text)
}

/// Writes a result to stdout as it is made, for results too large to be held.
pub fn print_by(make: impl FnOnce(&mut BufWriter<StdoutLock<'static>>) -> io::Result<()>) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    make(&mut out).and_then(|()| out.flush()).context("standard output")
}

/// Writes a result that may hold our own colour codes to stdout.
pub fn print_styled(text: &str, color: bool) -> Result<()> {
    if color {
        write(AutoStream::always(io::stdout().lock()), text) // on Windows it speaks to old consoles too
    } else {
        print(text)
    }
}

fn write(mut out: impl Write, text: &str) -> Result<()> {
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("standard output")
}

/// Writes a result into a file, in place of what was there.
pub fn file(path: &Path, text: &str) -> Result<()> {
    File::create(path).and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| {
        let name = path.display();
        match error.kind() {
            io::ErrorKind::IsADirectory => {
                anyhow!("{name}: is a directory, not a file; name a file to write")
            }
            io::ErrorKind::NotFound => anyhow!("{name}: there is no such folder to write it in"),
            io::ErrorKind::PermissionDenied => anyhow!("{name}: may not be written (permission denied)"),
            _ => anyhow!("{name}: cannot be written: {error}"),
        }
    })
}

/// A count with its word: `1 file`, `2 files`.
pub fn several(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Tells the user something about a result.
pub fn note(text: &str) {
    complain("note", text);
}

/// Tells the user something in words of our own.
pub fn say(text: &str) {
    stderr(&escape::line(text));
}

/// Tells the user about a failure: `kind: text`, on one line whatever the text holds.
pub fn complain(kind: &str, text: &str) {
    stderr(&format!("{kind}: {}", escape::line(text)));
}

/// Writes a line to stderr; where nobody listens there is nobody to tell.
fn stderr(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}
