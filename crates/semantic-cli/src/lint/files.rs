//! Which files are looked at.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use ignore::WalkBuilder;
use semantic_core::hints::lint::Language;

/// Folders that hold what others wrote or what tools made.
const LEFT_OUT: [&str; 3] = ["node_modules", "target", "dist"];

/// The files that paths name.
#[derive(Default)]
pub struct Found {
    /// In the order of their names, each once.
    pub files: Vec<(PathBuf, Language)>,
    /// Whether they are taken for all files of an app.
    pub is_whole: bool,
    /// What was named and is not looked at, each with the reason.
    pub skipped: Vec<(String, String)>,
}

/// Finds the files; a path that is not there is an error.
pub fn find(paths: &[PathBuf]) -> Result<Found> {
    let mut found = Found::default();
    for path in paths {
        let about = match std::fs::metadata(path) {
            Ok(about) => about,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                bail!("{}: no such file or folder", path.display())
            }
            Err(e) => bail!("{}: {e}", path.display()),
        };
        if about.is_dir() {
            found.is_whole = true;
            folder(path, &mut found);
        } else if let Some(language) = language(path) {
            found.files.push((path.clone(), language));
        } else {
            found.skipped.push((path.display().to_string(), "is no kind of source that is known".to_owned()));
        }
    }
    found.files.sort();
    found.files.dedup();
    Ok(found)
}

fn language(path: &Path) -> Option<Language> {
    path.extension().and_then(|ending| ending.to_str()).and_then(Language::from_extension)
}

fn folder(path: &Path, found: &mut Found) {
    let is_left_out = |name: &std::ffi::OsStr| LEFT_OUT.iter().any(|folder| name == *folder);
    let walk = WalkBuilder::new(path)
        .require_git(false)
        .git_global(false)
        .filter_entry(move |entry| entry.depth() == 0 || !is_left_out(entry.file_name()))
        .build();
    for entry in walk {
        match entry {
            Ok(entry) => {
                let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
                if let Some(language) = language(entry.path()).filter(|_| is_file) {
                    found.files.push((clean(entry.into_path()), language));
                }
            }
            Err(error) => found.skipped.push((path.display().to_string(), error.to_string())),
        }
    }
}

/// A path without `./` at its beginning.
fn clean(path: PathBuf) -> PathBuf {
    path.strip_prefix(".").map(Path::to_owned).unwrap_or(path)
}
