//! Our own dumps in every format: recognised, read as written beside them, and harmless when cut off.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use semantic_core::formats::{self, FORMATS, ReadError};
use semantic_core::tree::Snapshot;

use crate::dumps::{files, outline, own};

/// Our dumps with the format that the folder is called after.
fn all() -> Vec<(String, PathBuf)> {
    let folders = files(&own(), "");
    let dumps = folders.iter().filter(|folder| folder.is_dir()).flat_map(|folder| {
        let format = folder.file_name().expect("a folder").to_string_lossy().into_owned();
        let dumps = files(folder, "").into_iter().filter(|p| p.extension().is_none_or(|end| end != "tree"));
        dumps.map(move |path| (format.clone(), path))
    });
    // Readers that need a feature are there only with it.
    dumps
        .filter(|(_, path)| cfg!(feature = "xml") || path.extension().is_none_or(|end| end != "xml"))
        .collect()
}

fn tree_of(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}.tree", path.display()))
}

/// `UPDATE_TREES=1` writes what comes out, to be looked at and committed.
#[test]
fn every_dump_is_recognised_and_read_as_written_beside_it() {
    let mut wrong = Vec::new();
    for (format, path) in all() {
        let bytes = std::fs::read(&path).expect("a readable file");
        let text = String::from_utf8_lossy(&bytes);
        let found = formats::detect(text.trim_start_matches('\u{feff}')).map(|f| f.name);
        assert_eq!(found, Ok(format.as_str()), "{}", path.display());
        let got = match formats::read(&bytes, None) {
            Ok(page) => outline(&page),
            Err(problem) => format!("! {problem}\n"),
        };
        if std::env::var_os("UPDATE_TREES").is_some() {
            std::fs::write(tree_of(&path), &got).expect("a writable folder");
        }
        let want = std::fs::read_to_string(tree_of(&path)).unwrap_or_default();
        if want != got {
            wrong.push(format!("{}:\n{got}", path.display()));
        }
        assert!(!got.contains("S3cret"), "{}: a secret came through\n{got}", path.display());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_dump_cut_off_at_any_byte_is_an_error_or_a_tree() {
    for (format, path) in all() {
        let bytes = std::fs::read(&path).expect("a readable file");
        for end in 0..bytes.len() {
            for forced in [None, Some(format.as_str())] {
                check(formats::read(&bytes[..end], forced));
            }
        }
    }
}

/// What was read is a tree that hangs together, or the error is one line.
fn check(read: Result<Snapshot, ReadError>) {
    match read {
        Ok(page) => assert_eq!(page.roots().map(|n| n.range().len()).sum::<usize>(), page.len()),
        Err(problem) => {
            let message = problem.to_string();
            assert!(!message.is_empty() && !message.contains('\n'), "{message:?}");
        }
    }
}

#[test]
fn a_dump_forced_into_any_other_format_is_an_error_or_a_tree() {
    for (_, path) in all() {
        let bytes = std::fs::read(&path).expect("a readable file");
        FORMATS.iter().for_each(|format| check(formats::read(&bytes, Some(format.name))));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A part of one dump in the middle of another, or left out.
    #[test]
    fn a_dump_with_a_strange_part_is_an_error_or_a_tree(
        (a, b) in any::<(prop::sample::Index, prop::sample::Index)>(),
        places in any::<[prop::sample::Index; 4]>(),
    ) {
        let all = all();
        let read = |i: prop::sample::Index| std::fs::read(&all[i.index(all.len())].1).expect("a readable file");
        let (mut dump, other) = (read(a), read(b));
        let range = |len: usize, i: usize| {
            let (from, to) = (places[i].index(len + 1), places[i + 1].index(len + 1));
            from.min(to)..from.max(to)
        };
        let (from, to) = (range(other.len(), 0), range(dump.len(), 2));
        let part = other[from.start..from.end.min(from.start + 300)].to_vec();
        dump.splice(to.start..to.end.min(to.start + 300), part);
        check(formats::read(&dump, None));
        FORMATS.iter().for_each(|format| check(formats::read(&dump, Some(format.name))));
    }
}
