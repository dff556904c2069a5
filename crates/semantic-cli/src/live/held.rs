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

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::io::{Write, read_to_string};
    use std::path::PathBuf;

    use super::Held;

    /// A folder of the test's own.
    struct Folder(PathBuf);

    impl Folder {
        fn new(test: &str) -> Self {
            let path = std::env::temp_dir().join(format!("semantic-{test}-{}", std::process::id()));
            fs::create_dir_all(&path).expect("a folder");
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn of_two_calls_at_once_one_is_refused() {
        let folder = Folder::new("two");
        let path = folder.0.join("session.json");
        let (one, two) = (Held::open(&path).expect("new"), Held::open(&path).expect("new"));
        one.write("one").expect("written");
        let error = two.write("two").expect_err("it is another's").to_string();
        assert!(error.contains("another call went on with this session"), "{error}");
        let held = Held::open(&path).expect("there");
        assert_eq!(held.text, "one");
        held.write("three").expect("written");
        let text = File::open(&path).and_then(read_to_string).expect("there");
        assert_eq!((text.as_str(), fs::read_dir(&folder.0).expect("readable").count()), ("three", 1));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_one_and_what_is_no_file_is_refused() {
        let folder = Folder::new("link");
        let (file, link) = (folder.0.join("file.json"), folder.0.join("link.json"));
        File::create(&file).and_then(|mut file| file.write_all(b"x")).expect("written");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        Held::open(&link).expect("there").write("y").expect("written");
        assert_eq!(File::open(&file).and_then(read_to_string).expect("there"), "y");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        for path in ["/dev/null", "/dev", "/no/such/folder/x"] {
            assert!(Held::open(path.as_ref()).is_err(), "{path}");
        }
    }
}
