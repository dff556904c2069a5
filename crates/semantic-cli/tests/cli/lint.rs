//! `semantic hints lint`, run as a user runs it, and the skills that tell agents to.

#![allow(clippy::disallowed_methods)] // tests write and read files

use std::path::{Path, PathBuf};

use crate::support::{Run, command};

/// A folder of its own, gone with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = std::env::temp_dir().join(format!("semantic-lint-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        for (name, text) in files {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
            std::fs::write(path, text).expect("a file can be written");
        }
        Folder(folder)
    }

    fn lint(&self, args: &[&str]) -> Run {
        command()
            .current_dir(&self.0)
            .args(["hints", "lint"])
            .args(args)
            .output()
            .expect("semantic runs")
            .into()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("a file")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const BAD: &str =
    "<main>\n  <button data-semtag-id=\"cart.pay\" data-semtag-role=\"acton\">Pay</button>\n</main>\n";
const GOOD: &str =
    "<main>\n  <button data-semtag-id=\"cart.pay\" data-semtag-role=\"action\">Pay</button>\n</main>\n";

#[test]
fn a_finding_has_its_place_its_rule_and_its_cure() {
    let app = Folder::new("place", &[("src/cart.html", BAD), ("src/none.js", "let a = 1;")]);
    let run = app.lint(&[]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with(
        "src/cart.html:2:55: error[unknown-role] \"acton\" is none of the ten roles; action is"
    ));
    assert!(lines[1].starts_with("    Take one of the ten roles"), "{}", run.out);
    assert_eq!(lines[2], "1 error, 0 warnings, 0 notes in 2 files");
}

#[test]
fn what_is_mechanical_is_mended_once() {
    let app = Folder::new("fix", &[("cart.html", BAD)]);
    let run = app.lint(&["--fix", "."]);
    assert_eq!((run.code, run.out.as_str()), (0, "0 errors, 0 warnings, 0 notes in 1 file; 1 fixed\n"));
    assert_eq!(app.read("cart.html"), GOOD);
    assert_eq!(app.lint(&["--fix", "."]).out, "0 errors, 0 warnings, 0 notes in 1 file\n");
}

#[test]
fn warnings_count_when_it_is_strict() {
    let flat = "<button data-semtag-id=\"submit\" data-semtag-role=\"action\">Go</button>";
    let app = Folder::new("strict", &[("a.html", flat)]);
    assert_eq!(app.lint(&[]).code, 0);
    assert_eq!(app.lint(&["--strict"]).code, 1);
}

#[test]
fn folders_of_others_and_hidden_and_ignored_files_are_left_out() {
    let app = Folder::new(
        "left-out",
        &[
            ("node_modules/a.html", BAD),
            ("dist/a.html", BAD),
            ("sub/target/a.html", BAD),
            (".hidden/a.html", BAD),
            ("made/a.html", BAD),
            (".gitignore", "made/\n"),
            ("a.txt", BAD),
        ],
    );
    assert_eq!(app.lint(&[]).out, "0 errors, 0 warnings, 0 notes in 0 files\n");
    assert_eq!(app.lint(&["made/a.html"]).code, 1, "what is named is read");
}

#[test]
fn what_cannot_be_read_is_said_and_skipped() {
    let app = Folder::new("broken", &[("good.html", GOOD), ("zero.js", "a\0b")]);
    std::fs::write(app.0.join("latin.html"), b"<b data-semtag-id='a.\xe9'>").expect("written");
    std::fs::write(app.0.join("large.js"), "x".repeat(5 << 20)).expect("written");
    let run = app.lint(&[]);
    assert_eq!((run.code, run.out.as_str()), (0, "0 errors, 0 warnings, 0 notes in 1 file; 3 skipped\n"));
    for told in ["large.js: larger than 4 MiB", "latin.html: is not UTF-8 text", "zero.js: is not text"] {
        assert!(run.err.contains(told), "{}", run.err);
    }
    assert_eq!(app.lint(&["--strict"]).code, 1);
    app.lint(&["nowhere"]).fails_with(2, "nowhere: no such file or folder");
    app.lint(&["--format", "xml"]).fails_with_usage("--format");
}

#[test]
fn only_a_folder_is_a_whole_app() {
    let one = "<input data-semtag-id='a.b' data-semtag-role='input' data-semtag-controls='a.list'>";
    let app = Folder::new("whole", &[("a.vue", one), ("b.html", GOOD)]);
    assert_eq!(app.lint(&["a.vue"]).code, 0);
    let run = app.lint(&["."]);
    assert!(run.code == 1 && run.out.contains("error[controls-nothing]"), "{}", run.out);
    std::fs::write(app.0.join("c.html"), "<ul data-semtag-id='a.list' data-semtag-role='collection'></ul>")
        .expect("written");
    assert_eq!(app.lint(&["."]).code, 0);
}

#[test]
fn json_says_everything() {
    let app = Folder::new("json", &[("cart.html", BAD)]);
    let run = app.lint(&["--format", "json"]);
    let all = run.json();
    let finding = &all["findings"][0];
    assert_eq!(
        (finding["file"].as_str(), finding["line"].as_u64(), finding["column"].as_u64()),
        (Some("cart.html"), Some(2), Some(55))
    );
    assert_eq!((finding["endColumn"].as_u64(), finding["fixable"].as_bool()), (Some(60), Some(true)));
    assert_eq!(all["summary"]["errors"], 1);
}

#[test]
fn sarif_has_what_the_standard_asks_for() {
    let app = Folder::new("sarif", &[("a b/cart.html", BAD), ("zero.js", "a\0b")]);
    let log = app.lint(&["--format", "sarif"]).json();
    assert_eq!(log["version"], "2.1.0");
    assert!(log["$schema"].as_str().is_some_and(|schema| schema.contains("sarif-2.1.0")));
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "semantic");
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    for rule in rules {
        for key in ["shortDescription", "fullDescription", "help"] {
            assert!(rule[key]["text"].as_str().is_some_and(|text| !text.is_empty()), "{rule}");
        }
        let level = rule["defaultConfiguration"]["level"].as_str();
        assert!(level.is_some_and(|level| ["error", "warning", "note"].contains(&level)), "{rule}");
    }
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 1);
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()));
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "a%20b/cart.html");
        let region: Vec<_> = ["startLine", "startColumn", "endLine", "endColumn"]
            .map(|key| place["region"][key].as_u64())
            .into();
        assert_eq!(region, [Some(2), Some(55), Some(2), Some(60)]);
    }
    let unread = &run["invocations"][0]["toolExecutionNotifications"];
    assert!(
        run["invocations"][0]["executionSuccessful"].is_boolean()
            && unread.as_array().is_some_and(|all| all.len() == 1)
    );
}

#[test]
fn what_could_not_be_read_is_counted_and_placed() {
    let code = "a.innerHTML = '<b data-semtag-id=\"a.b\">';\n\nb.setAttribute(`data-semtag-${key}`, c);\n";
    let control = "<input data-semtag-id='a.c' data-semtag-role='input' data-semtag-controls='c.d'>";
    let app = Folder::new("unread", &[("src/a.js", code), ("src/b.html", control)]);
    let run = app.lint(&["src"]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (0, "0 errors, 0 warnings, 0 notes in 2 files; 2 places not read\n")
    );
    let told = "note: controls-nothing is silent in 1 place: code makes hints that cannot be read, first in src/a.js\n\
        note: src/a.js: 2 places could not be read: a name that code makes at 3:17; \
        hints in a text or list of code at 1:19\n";
    assert_eq!(run.err, told);
    let all = app.lint(&["src", "--format", "json"]).json();
    let place = serde_json::json!({
        "file": "src/a.js", "line": 1, "column": 19, "why": "hints in a text or list of code",
    });
    assert_eq!((&all["unread"][0], &all["summary"]["unread"]), (&place, &serde_json::json!(2)));
    assert!(all["notes"][0]["text"].as_str().is_some_and(|text| text.starts_with("controls-nothing")));
    let log = app.lint(&["src", "--format", "sarif"]).json();
    let told = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(told.as_array().map(Vec::len), Some(3));
    assert_eq!(told[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 1);
}

#[test]
fn a_page_is_looked_at_as_source_and_as_it_is_rendered() {
    let page = "<main>\n<button>Pay</button>\n<a href='/x' data-semtag-id='nav.x' data-semtag-role='navigation' data-semtag-target='/x'>X</a></main>";
    let app = Folder::new("page", &[("page.html", page)]);
    let run = app.lint(&["--page", "page.html"]);
    assert_eq!((run.code, run.out.matches("url-as-target").count()), (1, 1), "{}", run.out);
    assert!(run.out.contains("page.html:3:87: error[url-as-target]"), "{}", run.out);
    assert!(run.out.contains("warning[uncovered-control] the button \"Pay\" has no hint"), "{}", run.out);
    assert!(run.out.contains("page.html: 1 of 2 controls and 0 of 0 readings have hints"), "{}", run.out);
    let all = app.lint(&["--page", "page.html", "--format", "json"]).json();
    assert_eq!(all["pages"][0]["controls"], serde_json::json!({"hinted": 1, "all": 2}));
}

/// The commands in fenced shell blocks of a text: the words behind `semantic`.
fn commands(markdown: &str) -> Vec<Vec<String>> {
    let mut in_shell = false;
    let mut all = Vec::new();
    for line in markdown.lines() {
        match line.strip_prefix("```") {
            Some(info) => in_shell = info == "sh",
            None if in_shell => {
                if let Some(rest) = line.strip_prefix("semantic ") {
                    all.push(rest.split_whitespace().map(str::to_owned).collect());
                }
            }
            None => {}
        }
    }
    all
}

#[test]
fn the_commands_in_the_skills_exist_and_their_front_matter_is_whole() {
    let skills = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../skills");
    for (name, least) in [("semtag-inject", 5), ("semantic", 9)] {
        let text = std::fs::read_to_string(skills.join(name).join("SKILL.md"))
            .expect("a skill")
            .replace("\r\n", "\n");
        let front =
            text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).expect("front matter").0;
        let of = |key: &str| {
            front.lines().find_map(|line| line.strip_prefix(key)).map(str::trim).unwrap_or_default()
        };
        assert_eq!(of("name:"), name);
        assert!((40..1024).contains(&of("description:").len()), "{name}: what it is for and when");
        let commands = commands(&text);
        assert!(commands.len() >= least, "{name}: {commands:?}");
        for words in commands {
            let mut sub: Vec<&str> =
                words.iter().map(String::as_str).take(if words[0] == "hints" { 2 } else { 1 }).collect();
            sub.push("--help");
            let run: Run = command().args(&sub).output().expect("semantic runs").into();
            assert_eq!(run.code, 0, "{words:?}: {}", run.err);
            for flag in words.iter().filter(|word| word.starts_with("--")) {
                assert!(run.out.contains(flag.as_str()), "{words:?}: no {flag} in the help");
            }
        }
    }
}

#[test]
fn the_roles_in_the_skill_are_the_ten() {
    let skill = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../skills/semtag-inject/SKILL.md");
    let text = std::fs::read_to_string(skill).expect("a skill");
    for role in semantic_core::hints::HintRole::ALL {
        assert!(text.contains(&format!("`{}`", role.as_str())), "{}", role.as_str());
    }
    for attribute in semantic_core::hints::ATTRIBUTES {
        assert!(text.contains(&format!("| `{attribute}` |")), "{attribute}");
    }
}
