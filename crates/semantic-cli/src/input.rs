//! Reading input: a snapshot from a file or standard input, a view from arguments, messages from standard input.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use semantic_core::formats;
use semantic_core::hints::Captured;
use semantic_core::tree::{Role, Snapshot};
use semantic_core::view::{Field, SemanticView};

use crate::cli::{InputArgs, SourceArgs, ViewArgs};
use crate::live;

/// The most an input may hold, in bytes: far above any real dump, far below what would hurt the machine.
const MOST_BYTES: u64 = 256 << 20;

/// What errors call standard input.
const STDIN: &str = "standard input";

/// The snapshot in the file that the arguments name.
pub fn snapshot(args: &InputArgs) -> Result<Snapshot> {
    from(args.snapshot.as_deref(), args.input_format.as_deref(), "give --snapshot FILE")
}

/// The snapshot in the file that the last argument names.
pub fn source(args: &SourceArgs) -> Result<Snapshot> {
    from(args.snapshot.as_deref(), args.input_format.as_deref(), "give a FILE")
}

/// The hinted elements in what the last argument names; of a live page within a scope, where that is a CSS selector.
pub fn hints(args: &SourceArgs, scope: Option<&str>) -> Result<Captured> {
    if let Some(url) = &args.live.cdp {
        return live::hints(url, args.live.tab.as_deref(), scope);
    }
    let (name, bytes) = bytes(args.snapshot.as_deref(), "give a FILE")?;
    formats::read_hints(&bytes, args.input_format.as_deref()).map_err(|e| anyhow::anyhow!("{name}: {e}"))
}

/// The snapshot in a file, or in standard input for `-` or nothing.
pub fn from(path: Option<&Path>, format: Option<&str>, advice: &str) -> Result<Snapshot> {
    let (name, bytes) = bytes(path, advice)?;
    formats::read(&bytes, format).map_err(|e| anyhow::anyhow!("{name}: {e}"))
}

/// The bytes of a file, or of standard input for `-` or nothing, and what errors call it.
pub fn bytes(path: Option<&Path>, advice: &str) -> Result<(String, Vec<u8>)> {
    Ok(match path {
        Some(path) if path.as_os_str() != "-" => (path.display().to_string(), file(path)?),
        Some(_) => (STDIN.to_owned(), stdin()?),
        None if io::stdin().is_terminal() => bail!("no snapshot: {advice} or pipe one in"),
        None => (STDIN.to_owned(), stdin()?),
    })
}

/// The view that the arguments ask for.
pub fn view(args: &ViewArgs) -> Result<SemanticView> {
    let mut view = match &args.view {
        Some(text) => match text.strip_prefix('@') {
            Some(path) => {
                let bytes = file(Path::new(path))?;
                let json =
                    String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{path}: is not UTF-8 text"))?;
                SemanticView::from_json(&json).map_err(|e| anyhow::anyhow!("{path}: {e}"))?
            }
            None => SemanticView::from_json(text).map_err(|e| anyhow::anyhow!("--view: {e}"))?,
        },
        None => SemanticView::new(),
    };
    if let Some(reference) = &args.subtree_of {
        view = view.scoped(reference);
    }
    if let Some(prefix) = &args.identifier_prefix {
        view = view.with_identifier_prefix(prefix);
    }
    if let Some(fields) = &args.fields {
        let known = |name: &String| {
            let all = Field::ALL.map(Field::as_str).join(", ");
            Field::from_name(name.trim())
                .ok_or_else(|| anyhow::anyhow!("--fields: unknown field {name:?}; known fields: {all}"))
        };
        view = view.with_fields(fields.iter().map(known).collect::<Result<Vec<_>>>()?);
    }
    if let Some(roles) = &args.roles {
        let known = |name: &String| match Role::from_name(name.trim()) {
            Role::Other => Err(anyhow::anyhow!("--roles: {name:?} is not an ARIA role")),
            role => Ok(role),
        };
        view = view.with_roles(roles.iter().map(known).collect::<Result<Vec<_>>>()?);
    }
    if args.interactive {
        view = view.interactive();
    }
    if let Some(max) = args.max_nodes {
        view = view.trimmed(max);
    }
    let mut named: Vec<&str> = Vec::new();
    for pane in &args.pane {
        let (name, json) = pane.split_once('=').ok_or_else(|| {
            anyhow::anyhow!("--pane: {pane:?} is not NAME=JSON, as in nav='{{\"subtreeOf\": \"s_1\"}}'")
        })?;
        if named.contains(&name) {
            bail!("--pane: {name} is given twice");
        }
        named.push(name);
        let pane = SemanticView::from_json(json).map_err(|e| anyhow::anyhow!("--pane {name}: {e}"))?;
        view = view.with_pane(name, pane).map_err(|e| anyhow::anyhow!("--pane: {e}"))?;
    }
    Ok(view)
}

/// All of standard input, as text; what is not UTF-8 is replaced.
pub fn message() -> Result<String> {
    Ok(String::from_utf8_lossy(&stdin()?).into_owned())
}

/// The bytes of a file, up to the limit.
pub fn file(path: &Path) -> Result<Vec<u8>> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|e| unreadable(&name, &e))?;
    let about = file.metadata().map_err(|e| unreadable(&name, &e))?;
    if about.is_dir() {
        bail!("{name}: is a directory, not a file");
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
