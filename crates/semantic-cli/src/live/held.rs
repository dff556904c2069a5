//! The session of a live page that lasts from call to call, in a file of the user's.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use semantic_mcp::{Face, Live, Refused, Settings};

use crate::cli::{LiveArgs, SessionArgs};
use crate::input;

/// Asks the live page that the arguments name, and keeps what was seen where they name a session too. A look is kept also
/// where the question had no answer: what its error says is about that look.
pub fn with<T>(
    args: &LiveArgs,
    session: Option<&SessionArgs>,
    ask: impl FnOnce(&mut Live) -> Result<T, Refused>,
) -> Result<T> {
    let mut settings = Settings::default();
    args.cdp.iter().for_each(|url| settings.cdp.clone_from(url));
    settings.face = Face::Shell;
    settings.most_chars = usize::MAX;
    let mut live = Live::new(settings)?;
    let Some(path) = session.and_then(|session| session.session.as_deref()) else {
        return Ok(ask(&mut live)?);
    };
    let held = Held::open(path)?;
    if !held.text.is_empty() {
        let again = "remove it, or name another file, to begin anew";
        live.go_on(&held.text).map_err(|why| anyhow!("{}: {why}; {again}", held.name()))?;
    }
    let answer = ask(&mut live);
    match (live.keep(), answer) {
        (Ok(Some(kept)), answer) => {
            held.write(&kept)?;
            Ok(answer?)
        }
        (Ok(None), answer) => Ok(answer?),
        (Err(why), answer) => answer.and(Err(why)).map_err(Into::into),
    }
}

/// A file that is read at the start and written at the end of a call.
struct Held {
    path: PathBuf,
    /// What it held; nothing where there was no such file.
    text: String,
}

impl Held {
    fn open(path: &Path) -> Result<Held> {
        // A link stays one.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let name = path.display();
        let text = match fs::metadata(&path) {
            Ok(about) if !about.is_file() => {
                bail!("{name}: is not a file, so that no session can be kept in it")
            }
            Ok(_) => input::file(&path)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                if folder.is_some_and(|folder| !folder.is_dir()) {
                    bail!("{name}: there is no such folder to keep a session in");
                }
                Vec::new()
            }
            Err(error) => bail!("{name}: {error}"),
        };
        let text = String::from_utf8(text).map_err(|_| anyhow!("{name}: is not a session of semantic"))?;
        Ok(Held { path, text })
    }

    fn name(&self) -> impl std::fmt::Display + '_ {
        self.path.display()
    }

    /// Puts the new text in place of the old in one step: whoever reads it sees one of them whole.
    fn write(&self, text: &str) -> Result<()> {
        let new = self.path.with_extension(format!("{}.new", std::process::id()));
        let written = self.unchanged().and_then(|()| {
            write_own(&new, text)
                .and_then(|()| fs::rename(&new, &self.path))
                .map_err(|error| anyhow!("{}: the session cannot be kept in it: {error}", self.name()))
        });
        if written.is_err() {
            let _ = fs::remove_file(&new);
        }
        written
    }

    /// Two calls at once would give one ref to two elements.
    fn unchanged(&self) -> Result<()> {
        let now = if self.path.exists() { input::file(&self.path)? } else { Vec::new() };
        if now != self.text.as_bytes() {
            bail!("{}: another call went on with this session meanwhile; call again", self.name());
        }
        Ok(())
    }
}

/// Writes a file that nobody but its owner may read.
fn write_own(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
