//! Parts whose changes are counted and not told.

use semantic_core::tree::NodeId;
use semantic_core::view::{SemanticView, Session};
use serde_json::json;

use crate::trees::{diff, observe, tree};

const BEFORE: &str = "
main
  timer \"10:42:07\" #clock
    text \"10:42:07\"
  list \"Visitors\" #visitors
    listitem \"Ann\"
  button \"Pay\" #pay";
const AFTER: &str = "
main
  timer \"10:42:11\" #clock
    text \"10:42:11\"
  list \"Visitors\" #visitors
    listitem \"Bob\"
    listitem \"Eve\"
  button \"Pay now\" #pay";

fn ignoring(rules: &[&str]) -> SemanticView {
    SemanticView::new().ignoring(rules.iter().copied())
}

#[test]
fn what_is_ignored_is_counted_and_the_rest_is_told() {
    let pay = "~ s_6 button \"Pay\" → \"Pay now\"\n";
    // An identifier, a role, a ref of each look: the timer, its text, and of the list one in the place of another.
    for rules in [["clock", "visitors"], ["timer", "list"], ["s_1", "s_3"]] {
        let told = diff(BEFORE, AFTER, &ignoring(&rules));
        assert_eq!(told, pay.to_owned() + "# 4 ignored\n", "{rules:?}");
    }
    let told = diff(BEFORE, AFTER, &ignoring(&["clock"]));
    assert!(told.contains("Bob") && told.ends_with("# 2 ignored\n"), "{told}");
    assert_eq!(diff(BEFORE, AFTER, &ignoring(&["main"])), "# no change, 5 ignored\n");
    assert_eq!(diff(BEFORE, BEFORE, &ignoring(&["main"])), "# no change\n");
    assert!(!diff(BEFORE, AFTER, &ignoring(&["nowhere", ""])).contains("ignored"));
}

#[test]
fn json_counts_what_is_ignored() {
    let view = ignoring(&["clock"]);
    let delta = observe(AFTER, &view).diff(&observe(BEFORE, &view));
    assert_eq!((delta.ignored(), delta.to_json()["sections"][0]["ignored"].clone()), (2, json!(2)));
    let view = SemanticView::new();
    let delta = observe(AFTER, &view).diff(&observe(BEFORE, &view));
    assert!(delta.to_json()["sections"][0].get("ignored").is_none());
}

#[test]
fn a_pane_ignores_by_itself_and_with_the_whole() {
    let pane = |rules: &[&str]| SemanticView::new().with_pane("all", ignoring(rules)).expect("a pane");
    let told = diff(BEFORE, AFTER, &pane(&["clock", "visitors"]));
    assert!(told.contains("s_4 listitem \"Bob\"") && !told.contains("all.s_4"), "{told}");
    let told = diff(BEFORE, AFTER, &pane(&[]).ignoring(["clock", "visitors"]));
    assert!(!told.contains("Bob") && told.ends_with("# 8 ignored\n"), "{told}");
}

#[test]
fn more_nodes_can_be_ignored_and_refs_follow_their_nodes() {
    let mut session = Session::new();
    let view = SemanticView::new();
    let before = session.observe(tree(BEFORE), &view).ignoring([NodeId::from_index(1)]);
    let after = session.observe(tree(AFTER), &view).ignoring([NodeId::from_index(1), NodeId::from_index(3)]);
    let told = after.diff(&before).render();
    assert!(!told.contains("10:42") && !told.contains("Bob") && told.contains("\"Pay now\""), "{told}");
    assert_eq!(after.ignored_by("visitors"), [NodeId::from_index(3)]);
    assert_eq!(after.ignored_by("own:s_1"), []);

    // A look by itself numbers anew: the ref of the list follows it.
    let shifted = format!("alert \"Hello\"{AFTER}");
    let before = observe(BEFORE, &ignoring(&["s_3"]));
    let (view, gone) = before.view().following(&before, &tree(&shifted));
    assert_eq!((view.ignored().collect::<Vec<_>>(), gone.len()), (vec!["s_4"], 0));
    let told = observe(&shifted, &view).diff(&before).render();
    assert!(!told.contains("Bob") && told.contains("Hello"), "{told}");
}
