//! Reading input: a snapshot from a file or standard input, and messages from standard input.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use semantic_core::formats;
use semantic_core::tree::Snapshot;

use crate::cli::InputArgs;

/// The most an input may hold, in bytes: far above any real dump, far below what would hurt the machine.
const MOST_BYTES: u64 = 256 << 20;

/// What errors call standard input.
const STDIN: &str = "standard input";

/// The snapshot that the arguments name.
pub fn snapshot(args: &InputArgs) -> Result<Snapshot> {
    let format = args.input_format.as_deref();
    match &args.snapshot {
        Some(path) => snapshot_in(path, format),
        None if io::stdin().is_terminal() => bail!("no snapshot: give --snapshot FILE or pipe one in"),
        None => snapshot_in(Path::new("-"), format),
    }
}

/// The snapshot in a file, or on standard input where the path is `-`, of a format or of the one it looks like.
pub fn snapshot_in(path: &Path, format: Option<&str>) -> Result<Snapshot> {
    let (name, bytes) = match path {
        path if path.as_os_str() == "-" => (STDIN.to_owned(), stdin()?),
        path => (path.display().to_string(), file(path)?),
    };
    formats::read(&bytes, format).map_err(|e| anyhow::anyhow!("{name}: {e}"))
}

/// All of standard input, as text; what is not UTF-8 is replaced.
pub fn message() -> Result<String> {
    Ok(String::from_utf8_lossy(&stdin()?).into_owned())
}

fn file(path: &Path) -> Result<Vec<u8>> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|e| unreadable(&name, &e))?;
    let about = file.metadata().map_err(|e| unreadable(&name, &e))?;
    if about.is_dir() {
        bail!("{name}: is a directory, not a snapshot");
    }
    all(file, about.len(), &name)
}

fn stdin() -> Result<Vec<u8>> {
    all(io::stdin().lock(), 0, STDIN)
}

/// Everything from `source`, which says it holds `size` bytes, up to the limit.
fn all(source: impl Read, size: u64, name: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if size <= MOST_BYTES {
        bytes.try_reserve(size as usize + 1).with_context(|| format!("{name}: no memory"))?;
        source.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|e| unreadable(name, &e))?;
    }
    if size.max(bytes.len() as u64) > MOST_BYTES {
        bail!("{name}: larger than {} MiB, the most that is read", MOST_BYTES >> 20);
    }
    Ok(bytes)
}

fn unreadable(name: &str, error: &io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!("{name}: no such file"),
        io::ErrorKind::PermissionDenied => anyhow::anyhow!("{name}: may not be read (permission denied)"),
        _ => anyhow::anyhow!("{name}: {error}"),
    }
}
