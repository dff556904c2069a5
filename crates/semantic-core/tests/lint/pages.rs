//! Rules over rendered pages.

use semantic_core::formats::{read, read_hints};
use semantic_core::hints::Captured;
use semantic_core::hints::lint::{PageLint, RULES, Severity, Sight, page};

fn lint(html: &str) -> PageLint {
    let bytes = html.as_bytes();
    let tree = read(bytes, Some("html")).expect("HTML");
    page(&read_hints(bytes, Some("html")).expect("HTML"), Some(&tree))
}

fn rules(lint: &PageLint) -> Vec<&'static str> {
    lint.findings.iter().map(|f| f.rule.id).collect()
}

#[test]
fn the_examples_of_the_rules() {
    for rule in RULES.into_iter().filter(|rule| rule.sight != Sight::Source) {
        // Two items are a group, one is not.
        let twice = rule.id == "item-without-collection";
        let text = |html: &str| match twice {
            true => html.replace(
                "</li>",
                "</li><li data-semtag-id='cart.item.cup' data-semtag-role='observable'>Cup</li>",
            ),
            false => html.to_owned(),
        };
        assert!(rules(&lint(&text(rule.bad))).contains(&rule.id), "{}: {:?}", rule.id, lint(&text(rule.bad)));
        assert!(
            !rules(&lint(&text(rule.good))).contains(&rule.id),
            "{}: {:?}",
            rule.id,
            lint(&text(rule.good))
        );
    }
}

#[test]
fn why_a_group_is_not_folded() {
    let of = |html: &str| {
        let found = lint(html).findings;
        let found = found.iter().find(|f| f.rule.id == "unfolded-group").map(|f| f.message.clone());
        found.unwrap_or_default()
    };
    let item = |key: &str, more: &str| {
        format!("<li data-semtag-id='a.item.{key}' data-semtag-role='observable'>{key}{more}</li>")
    };
    let list = |id: &str, inside: &str| {
        format!("<ul data-semtag-id='{id}' data-semtag-role='collection'>{inside}</ul>")
    };
    assert_eq!(of(&list("a", &(item("x", "") + &item("y", "")))), "");
    let twice = list("a", &(item("x", "") + &item("y", "") + &item("y", "")));
    assert!(
        of(&twice).contains("\"a.item.y\"") || rules(&lint(&twice)).contains(&"duplicate-id"),
        "{}",
        of(&twice)
    );
    let menu = "<p data-semtag-id='a.item.x.more' data-semtag-role='observable'>m</p>";
    assert!(
        of(&(list("a", &(item("x", "") + &item("y", ""))) + menu))
            .contains("outside of the collection \"a\"")
    );
    let one_each = list("a", &item("x", "")) + &list("b", &item("y", ""));
    assert!(of(&one_each).contains("each collection holds only one"), "{}", of(&one_each));
    let same = list("a", &(item("x", "") + &item("y", ""))) + &list("a", &(item("z", "") + &item("w", "")));
    assert!(rules(&lint(&same)).contains(&"duplicate-id"), "{:?}", lint(&same));
}

#[test]
fn coverage_counts_what_can_be_acted_on_once() {
    let coverage = |html: &str| lint(html).coverage.expect("a tree").controls;
    let hint = "data-semtag-id='a.b' data-semtag-role='action'";
    assert_eq!(coverage(&format!("<button {hint}>A</button><button>B</button>")), (1, 2));
    assert_eq!(coverage(&format!("<label {hint}>A <input type=checkbox></label>")), (1, 1));
    assert_eq!(coverage(&format!("<div {hint}><button>A</button><button>B</button></div>")), (1, 2));
    assert_eq!(
        coverage("<div data-semtag-id='a' data-semtag-role='region'><button>A</button></div>"),
        (0, 1)
    );
    assert_eq!(coverage(&format!("<button><span {hint}>A</span></button>")), (1, 1));
    assert_eq!(coverage("<select><option>A<option>B</select>"), (0, 1));
    let link = "data-semtag-id='a.b' data-semtag-role='navigation'";
    assert_eq!(coverage(&format!("<a href=/ {link}><button>A</button></a>")), (2, 2));
    assert_eq!(coverage(&format!("<a href=/ {link}>A <button>Remove</button></a>")), (1, 2));
    assert_eq!(coverage("<p>nothing</p>"), (0, 0));
}

#[test]
fn what_a_page_does_not_show_now_is_a_note() {
    let found =
        lint("<button data-semtag-id='a.b' data-semtag-role='action' data-semtag-controls='c.d'>A</button>");
    let finding = found.findings.iter().find(|f| f.rule.id == "controls-nothing").expect("found");
    assert_eq!((finding.severity, finding.id.as_deref()), (Severity::Note, Some("a.b")));
}

#[test]
fn a_part_that_is_not_displayed_is_told_once() {
    let b = |id: &str| format!("<button data-semtag-id='{id}' data-semtag-role='action'>B</button>");
    let dialog =
        |inside: &str| format!("<dialog data-semtag-id='a' data-semtag-role='region'>{inside}</dialog>");
    let blank = "<p style='height:0' data-semtag-id='e.f' data-semtag-role='observable'></p>";
    let list = |id: &str, inside: &str| {
        format!("<ul style='height:0' data-semtag-id='{id}' data-semtag-role='collection'>{inside}</ul>")
    };
    let drawn = "<button style='opacity:0' data-semtag-id='c.d' data-semtag-role='action'>C</button>";
    let lists = list("cart", "") + &list("jobs", "<li>A job");
    let found = lint(&(dialog(&(b("a.b") + &b("a.c"))) + blank + &lists + drawn)).findings;
    let hidden = found.iter().filter(|f| f.rule.id == "invisible-hint");
    let told: Vec<_> = hidden.map(|f| (f.severity, f.message.as_str())).collect();
    assert_eq!(
        told,
        [
            (Severity::Note, "\"a\" cannot be seen: it is not displayed, with 2 hinted elements in it"),
            (Severity::Note, "\"e.f\" cannot be seen: it is empty"),
            (Severity::Note, "\"cart\" cannot be seen: it is empty"),
            (Severity::Warning, "\"jobs\" cannot be seen: it has no size"),
            (Severity::Warning, "\"c.d\" cannot be seen: its opacity is 0"),
        ]
    );
}

#[test]
fn a_capture_alone_is_enough() {
    let captured = Captured::from_json(r#"{"elements":[{"id":"submit","role":"buton"}]}"#).expect("JSON");
    let found = page(&captured, None);
    assert_eq!((rules(&found), found.coverage), (vec!["unknown-role"], None));
}

#[test]
fn golden_pages_are_read_without_an_error_of_ours() {
    let folder = super::root().join("../shared/data/hints");
    let Ok(pages) = std::fs::read_dir(&folder) else {
        println!("skipped: no {}", folder.display());
        return;
    };
    let mut count = 0;
    for entry in pages.flatten() {
        let Ok(html) = std::fs::read_to_string(entry.path().join("page.html")) else { continue };
        count += 1;
        let found = lint(&html);
        for finding in
            found.findings.iter().filter(|f| f.severity > Severity::Note && f.rule.id != "uncovered-control")
        {
            println!("{}: {} {}", entry.path().display(), finding.rule.id, finding.message);
        }
        let coverage = found.coverage.expect("a tree");
        println!("{}: {coverage}", entry.file_name().display());
        let unexpected = ["unknown-attribute", "unknown-role", "missing-id", "missing-role", "malformed-id"];
        assert!(rules(&found).iter().all(|rule| !unexpected.contains(rule)), "{:?}", found.findings);
    }
    println!("{count} golden pages");
}

#[test]
fn a_finding_names_its_nodes() {
    let html = "<main><button>Roll</button> <p>7 of 10</p> <p>9 left</p>\
        <b data-semtag-id='a.b' data-semtag-role='observabel'>x</b><i data-semtag-role='action'>y</i></main>";
    let tree = read(html.as_bytes(), Some("html")).expect("HTML");
    let found = lint(html).findings;
    let names = |rule: &str| -> Vec<String> {
        let finding = found.iter().find(|f| f.rule.id == rule).expect(rule);
        let node = |id| tree.node(id).expect("a node of the tree");
        finding.nodes.iter().map(|&id| node(id).subtree().filter_map(|n| n.name()).collect()).collect()
    };
    assert_eq!(names("uncovered-control"), ["Roll"]);
    assert_eq!(names("uncovered-text"), ["7 of 10", "9 left"]);
    assert_eq!(names("unknown-role"), ["x"]);
    assert_eq!(names("missing-id"), ["y"]);
}
