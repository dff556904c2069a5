//! `view`, `diff`, `at`, `resolve` and `convert`.

use std::io::Write;

use crate::support::{piped, semantic};

#[test]
fn a_view_prints_the_tree_and_says_what_is_left_out() {
    let run = semantic(&["view", "login.json", "--max-nodes", "2"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(
        run.out,
        "# observation rev=0 walked=11 shown=2 TRIMMED\n# pane main\ns_0 link \"Larkspur Notes home\"\ns_1 main\n"
    );
    let json = semantic(&["view", "login.json", "--max-nodes", "2", "--format", "json"]).json();
    assert_eq!((json["walked"].as_u64(), json["shown"].as_u64()), (Some(11), Some(2)));
    assert_eq!(json["sections"][0]["rows"][1], serde_json::json!({"ref": "s_1", "role": "main"}));
}

#[test]
fn view_options_refine_a_view_given_as_json() {
    let view = r#"{"maxNodes": 50, "panes": {"form": {"subtreeOf": "s_3", "maxNodes": 1}}}"#;
    let run = semantic(&["view", "login.json", "--view", view, "--interactive", "--fields", "role"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("\ns_9 button\n") || run.out.contains("s_9 button\n"), "{}", run.out);
    assert!(run.out.ends_with("# pane form\nform.s_0 form \"Sign in\"\n"), "{}", run.out);
    let pane =
        semantic(&["view", "login.json", "--roles", "heading", "--pane", r#"a={"roles":["checkbox"]}"#]);
    assert!(pane.out.ends_with("# pane a\na.s_7 checkbox \"Keep me signed in\"\n"), "{}", pane.out);
}

#[test]
fn a_view_that_is_no_good_is_one_line() {
    semantic(&["view", "login.json", "--view", "{\"x\":1}"]).fails_with(2, "--view: unknown key \"x\"");
    semantic(&["view", "login.json", "--view", "@nowhere.json"]).fails_with(2, "nowhere.json: no such file");
    semantic(&["view", "login.json", "--fields", "colour"]).fails_with(2, "unknown field \"colour\"");
    semantic(&["view", "login.json", "--roles", "knob"]).fails_with(2, "\"knob\" is not an ARIA role");
    semantic(&["view", "login.json", "--pane", "a"]).fails_with(2, "is not NAME=JSON");
    semantic(&["view", "login.json", "--pane", "a.b={}"]).fails_with(2, "no pane name");
    semantic(&["view", "login.json", "--pane", "a={}", "--pane", "a={}"]).fails_with(2, "a is given twice");
}

#[test]
fn a_selector_that_names_nothing_is_said() {
    let run = semantic(&["view", "login.json", "--subtree-of", "nowhere"]);
    assert_eq!((run.code, run.out.lines().count()), (0, 2));
    assert!(run.err.contains("subtreeOf \"nowhere\" names nothing"), "{}", run.err);
}

#[test]
fn a_view_is_the_same_through_a_pipe_and_in_our_own_form() {
    let view = semantic(&["view", "shop.json"]);
    let json = semantic(&["convert", "shop.json", "--to", "json"]);
    assert_eq!(json.code, 0, "{}", json.err);
    assert_eq!(piped(&["view"], json.out.as_bytes()).out, view.out);
    assert_eq!(piped(&["convert", "--to", "json"], json.out.as_bytes()).out, json.out);
    assert_eq!(piped(&["convert", "-", "--to", "view"], json.out.as_bytes()).out, view.out);
    let color = semantic(&["view", "shop.json", "--color", "always"]).out;
    assert!(color.contains("\u{1b}[36ms_0\u{1b}[39m banner"), "{color}");
}

const CART: &[u8] = br#"[{"ref":"a","role":"heading","name":"Cart"},{"ref":"b","role":"textbox","name":"Code","value":"x","testid":"code"}]"#;
const PAID: &str =
    r#"[{"role":"alert","name":"Paid"},{"role":"textbox","name":"Code","value":"y","testid":"code"}]"#;

#[test]
fn a_diff_says_what_changed() {
    let folder = std::env::temp_dir().join(format!("semantic-diff-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let after = folder.join("after.json");
    std::fs::File::create(&after).and_then(|mut f| f.write_all(PAID.as_bytes())).expect("a file");
    let after = after.to_str().expect("UTF-8");
    let run = piped(&["diff", "-", after], CART);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(
        run.out,
        "- s_0 heading \"Cart\"\n+ s_0 alert \"Paid\"\n~ s_1 textbox \"Code\" value=\"x\" → \"y\"\n"
    );
    assert_eq!(piped(&["diff", "-", after, "--exit-code"], CART).code, 1);
    assert_eq!(
        piped(&["diff", "-", after, "--fields", "role", "--roles", "textbox"], CART).out,
        "# no change\n"
    );
    let ignoring = |parts: &str| piped(&["diff", "-", after, "--exit-code", "--ignore", parts], CART);
    let all = ignoring("code,alert,heading");
    assert_eq!((all.code, all.out.as_str()), (0, "# no change, 2 ignored\n"), "{}", all.err);
    let some = ignoring("code,knob");
    assert_eq!((some.code, some.out.contains("Code")), (1, false), "{}", some.out);
    assert!(
        some.out.ends_with("# 1 ignored\n") && some.err.contains("knob is to be ignored"),
        "{}",
        some.err
    );
    let json = piped(&["diff", "-", after, "--format", "json"], CART).json();
    assert_eq!(json["sections"][0]["added"][0]["position"], 0);
    // A ref in the view is one of BEFORE, followed to where its node is now.
    let scoped = piped(&["diff", "-", after, "--subtree-of", "s_1"], CART).out;
    assert_eq!(scoped, "~ s_1 textbox \"Code\" value=\"x\" → \"y\"\n");
    let gone = piped(&["diff", "-", after, "--subtree-of", "s_0"], CART);
    assert_eq!(gone.out, "- s_0 heading \"Cart\"\n");
    assert!(gone.err.contains("the node of s_0 is gone in AFTER"), "{}", gone.err);
    std::fs::remove_dir_all(&folder).expect("removed");
    semantic(&["diff", "-", "-"]).fails_with(2, "both standard input");
    let same = semantic(&["diff", "shop.json", "shop.json", "--exit-code"]);
    assert_eq!((same.code, same.out.as_str()), (0, "# no change\n"));
}

#[test]
fn a_point_is_answered_by_the_innermost_box() {
    let run = semantic(&["at", "825", "30", "shop.json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("s_3 button\n  name \"Search\"\n"), "{}", run.out);
    assert_eq!(semantic(&["at", "825", "30", "shop.json", "--format", "json"]).json()["ref"], "s_3");
    let nothing = semantic(&["at", "-5", "-5", "shop.json"]);
    assert_eq!((nothing.code, nothing.out.as_str()), (1, ""));
    assert!(nothing.err.contains("nothing is at (-5, -5)"), "{}", nothing.err);
    let no_boxes = piped(&["at", "1", "1"], br#"[{"role":"button","name":"A"}]"#);
    assert_eq!(no_boxes.code, 1);
    assert!(no_boxes.err.contains("the snapshot has no bounds"), "{}", no_boxes.err);
    semantic(&["at", "x", "1", "shop.json"]).fails_with_usage("must be a finite number");
}

#[test]
fn a_ref_resolves_or_fails_closed() {
    for reference in ["e4", "s_4"] {
        let json = semantic(&["resolve", reference, "login.json", "--format", "json"]).json();
        assert_eq!((json["ref"].as_str(), json["ownRef"].as_str()), (Some("s_4"), Some("e4")));
        assert_eq!(json["ancestors"][0]["role"], "form");
    }
    let pane = semantic(&["resolve", "f.s_1", "login.json", "--pane", r#"f={"subtreeOf":"s_3"}"#]);
    assert!(pane.out.starts_with("s_4 textbox\n"), "{} {}", pane.out, pane.err);
    let unknown = semantic(&["resolve", "s_99", "login.json"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (1, ""));
    assert!(
        unknown.err.starts_with(
            "refused: semantic ref \"s_99\" is unavailable at observation rev=0: reobserve, never guess\n"
        ),
        "{}",
        unknown.err
    );
    let both = piped(&["resolve", "s_1"], br#"[{"ref":"s_1","role":"a"},{"ref":"s_0","role":"b"}]"#);
    assert_eq!(both.code, 1);
    assert!(both.err.contains("own:s_1 or s:s_1"), "{}", both.err);
}
