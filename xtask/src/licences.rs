//! `cargo xtask licences`: what the project's dependencies may ask of those who use it, and how many they are.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::test::cargo;

/// Licences that fit "MIT OR Apache-2.0" for a program that is passed on.
const ALLOWED: [&str; 9] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Zlib",
];

/// Most crates that the library may bring along with default features.
const CORE_CRATES: usize = 20;

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
}

/// Checks both; what is wrong is named.
pub fn run() -> Result<()> {
    let out = cargo()
        .args(["metadata", "--format-version", "1", "--locked"])
        .output()
        .context("cannot run cargo")?;
    ensure!(out.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&out.stderr).trim());
    let metadata: Metadata = serde_json::from_slice(&out.stdout).context("cargo metadata")?;
    let others: Vec<_> = metadata.packages.iter().filter(|p| p.source.is_some()).collect();
    let refused: Vec<_> = others
        .iter()
        .filter(|p| !p.license.as_deref().is_some_and(allowed))
        .map(|p| format!("{} {}: {}", p.name, p.version, p.license.as_deref().unwrap_or("no licence named")))
        .collect();
    if !refused.is_empty() {
        bail!("licences that are not on the list in xtask/src/licences.rs:\n{}", refused.join("\n"));
    }
    println!("licences: {} crates, all on the list", others.len());
    let tree = core_tree()?;
    ensure!(
        tree.len() <= CORE_CRATES,
        "semantic-core brings {} crates along, at most {CORE_CRATES}: {tree:?}",
        tree.len()
    );
    println!("semantic-core: {} of at most {CORE_CRATES} crates in its tree", tree.len());
    Ok(())
}

/// The crates that a user of the library builds, itself left out.
fn core_tree() -> Result<BTreeSet<String>> {
    let mut tree = cargo();
    tree.args([
        "tree",
        "--locked",
        "-p",
        "semantic-core",
        "-e",
        "normal,build",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ]);
    let out = tree.output().context("cannot run cargo")?;
    ensure!(out.status.success(), "cargo tree: {}", String::from_utf8_lossy(&out.stderr).trim());
    let text = String::from_utf8_lossy(&out.stdout);
    // "name v1.2.3 (proc-macro) (*)"
    let crates = text.lines().map(|l| l.split(' ').take(2).collect::<Vec<_>>().join(" "));
    Ok(crates.filter(|c| !c.is_empty() && !c.starts_with("semantic-core ")).collect())
}

/// Whether an SPDX expression can be met with allowed licences alone: some side of an `OR`, all of an `AND`.
fn allowed(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<_> = spaced.split_whitespace().collect();
    let mut at = 0;
    let fits = either(&words, &mut at);
    fits && at == words.len()
}

fn either(words: &[&str], at: &mut usize) -> bool {
    let mut fits = both(words, at);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        fits |= both(words, at);
    }
    fits
}

fn both(words: &[&str], at: &mut usize) -> bool {
    let mut fits = one(words, at);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        fits &= one(words, at);
    }
    fits
}

fn one(words: &[&str], at: &mut usize) -> bool {
    let word = words.get(*at).copied().unwrap_or_default();
    *at += 1;
    if word == "(" {
        let fits = either(words, at);
        let closed = words.get(*at) == Some(&")");
        *at += 1;
        return fits && closed;
    }
    let mut name = word.to_owned();
    if words.get(*at) == Some(&"WITH") {
        name = format!("{word} WITH {}", words.get(*at + 1).copied().unwrap_or_default());
        *at += 2;
    }
    ALLOWED.contains(&name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_weighed() {
        for yes in [
            "MIT",
            "MIT/Apache-2.0",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "GPL-3.0 OR MIT",
            "Apache-2.0 WITH LLVM-exception OR Nope",
        ] {
            assert!(allowed(yes), "{yes}");
        }
        for no in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT OR Nope) AND Nope",
            "MIT OR",
            "(MIT",
            "MIT WITH x",
            "MIT MIT",
        ] {
            assert!(!allowed(no), "{no}");
        }
    }
}
