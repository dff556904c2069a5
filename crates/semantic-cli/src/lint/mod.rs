//! Linting many files: finding them, reading them on all cores, mending them.

mod files;
mod report;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use semantic_core::hints::lint::{Language, SourceLint, Unjudged, across, applied, source};

use crate::output::{self, several};

pub use self::report::{Place, Report, Told, Unread, live, page};

/// The largest source that is read, in bytes: nobody writes more into one file by hand.
const MOST_BYTES: u64 = 4 << 20;

/// How often files are mended and looked at again: one fix may make room for another.
const ROUNDS: usize = 10;

/// A source file that was read.
struct Source {
    path: PathBuf,
    language: Language,
    /// Empty where nothing of it is needed any more.
    text: String,
    lint: SourceLint,
}

/// What a run over sources came to.
#[derive(Default)]
pub struct Outcome {
    /// What is wrong, file by file.
    pub reports: Vec<Report>,
    /// How many files were read.
    pub files: usize,
    /// Whether none of them has a hint.
    pub is_bare: bool,
    /// How many places were mended.
    pub fixed: usize,
    /// Files that were not read, each with the reason.
    pub skipped: Vec<(String, String)>,
    /// What was not looked for in all files together, and why.
    pub notices: Vec<String>,
}

/// Looks at the files that the paths name.
pub fn sources(paths: &[PathBuf], fix: bool) -> Result<Outcome> {
    let found = files::find(paths)?;
    let mut outcome = Outcome { skipped: found.skipped, ..Outcome::default() };
    let (mut sources, unread) = read_all(&found.files);
    outcome.files = sources.len();
    outcome.skipped.extend(unread);
    if found.is_whole {
        outcome.notices = together(&mut sources);
    }
    for _ in 0..ROUNDS {
        let count = if fix { mend(&mut sources)? } else { 0 };
        outcome.fixed += count;
        if count == 0 {
            break;
        }
        if found.is_whole {
            outcome.notices = together(&mut sources);
        }
    }
    let is_bare = |source: &Source| source.lint.hinted == 0 && source.lint.unread.is_empty();
    outcome.is_bare = !sources.is_empty() && sources.iter().all(is_bare);
    outcome.reports = sources.into_iter().map(|s| Report::of(&s.path, &s.text, s.lint)).collect();
    Ok(outcome)
}

/// Adds what all files tell together; what they could not tell.
fn together(sources: &mut [Source]) -> Vec<String> {
    let nothing = || source("", Language::Html);
    let mut lints: Vec<SourceLint> =
        sources.iter_mut().map(|source| std::mem::replace(&mut source.lint, nothing())).collect();
    let unjudged = across(&mut lints);
    sources.iter_mut().zip(lints).for_each(|(source, lint)| source.lint = lint);
    let told = |unjudged: &Unjudged| {
        let Unjudged { rule, places, file } = unjudged;
        let name = sources.get(*file).map(|source| source.path.display().to_string()).unwrap_or_default();
        let places = several(*places, "place");
        format!("{} is silent in {places}: code makes hints that cannot be read, first in {name}", rule.id)
    };
    unjudged.iter().map(told).collect()
}

/// Writes the fixes into the files and looks at all of those anew; how many fixes there were.
fn mend(sources: &mut [Source]) -> Result<usize> {
    let mut all = 0;
    for file in sources.iter_mut() {
        let (text, count) = applied(&file.text, &file.lint.findings);
        if count > 0 {
            output::file(&file.path, &text)?;
            file.text = text;
            all += count;
        }
    }
    if all > 0 {
        for file in sources.iter_mut().filter(|file| !file.text.is_empty()) {
            file.lint = source(&file.text, file.language);
        }
    }
    Ok(all)
}

/// Reads and looks at all files on all cores, in their order; and those that could not be read.
fn read_all(files: &[(PathBuf, Language)]) -> (Vec<Source>, Vec<(String, String)>) {
    /// Files below which a second thread costs more than it gains.
    const FEW: usize = 64;
    let threads =
        std::thread::available_parallelism().map_or(1, NonZero::get).min(files.len().div_ceil(FEW)).max(1);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((path, language)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push((path, read(path, *language)));
        }
        done
    };
    let mut all = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut all = work();
        for other in others {
            // A thread that panicked has told so; its files would be missing in silence.
            all.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    });
    all.sort_by_key(|(path, _)| *path);
    let (mut sources, mut unread) = (Vec::new(), Vec::new());
    for (path, read) in all {
        match read {
            Ok(source) => sources.push(source),
            Err(why) => unread.push((path.display().to_string(), why)),
        }
    }
    (sources, unread)
}

fn read(path: &Path, language: Language) -> Result<Source, String> {
    let file = std::fs::File::open(path).map_err(|e| e.to_string())?;
    let size = file.metadata().map_err(|e| e.to_string())?.len();
    if size > MOST_BYTES {
        return Err(format!("larger than {} MiB", MOST_BYTES >> 20));
    }
    let mut bytes = Vec::with_capacity(size as usize + 1);
    std::io::Read::read_to_end(&mut std::io::Read::take(file, MOST_BYTES + 1), &mut bytes)
        .map_err(|e| e.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| "is not UTF-8 text".to_owned())?;
    if text.contains('\0') {
        return Err("is not text".to_owned());
    }
    let lint = source(&text, language);
    let is_needed = !lint.findings.is_empty() || text.contains("semtag");
    let text = if is_needed { text } else { String::new() };
    Ok(Source { path: path.to_owned(), language, text, lint })
}
