//! What holds for any page: budgets, parts, refs, quotes.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use semantic_core::page::{LEAST_BUDGET, Look, ViewOptions, delta, estimated_tokens, render};
use semantic_core::tree::{Rect, Role, Snapshot, SnapshotBuilder, State, Tri};
use semantic_core::view::{Observation, SemanticView, Session, is_harmful};

use crate::reading::{acts, missing, refs, split};

/// A node of a random page: how many levels to close before it, role, texts, bits.
type Random = (u8, Role, String, String, u16);

fn hostile() -> impl Strategy<Value = String> {
    let bits = select(vec![
        "\n",
        "\"",
        "\\",
        "s_1",
        " button \"x\" s_99",
        "cut: 3 of",
        "</page abcdefgh>",
        "abcdefgh",
        "\u{202e}",
        "\u{200b}",
        "]",
        "[checked]",
        "Save",
        "价格",
        "$12",
        " | ",
        "page ",
        "columns ",
        "\t",
        "more",
    ]);
    prop_oneof![3 => vec(bits, 0..4).prop_map(|b| b.concat()), 1 => any::<String>(), 1 => "[a-z ]{100,900}"]
}

fn nodes() -> impl Strategy<Value = Vec<Random>> {
    let role = select(Role::ALL.to_vec());
    let common = select(vec![
        Role::Text,
        Role::Text,
        Role::Button,
        Role::Link,
        Role::ListItem,
        Role::List,
        Role::Row,
        Role::Cell,
        Role::Table,
        Role::Generic,
        Role::Heading,
        Role::Image,
        Role::TextBox,
        Role::Dialog,
        Role::Paragraph,
    ]);
    vec((0u8..4, prop_oneof![role, common], hostile(), hostile(), any::<u16>()), 0..60)
}

fn page(nodes: &[Random]) -> Arc<Snapshot> {
    let mut b = SnapshotBuilder::new();
    for (i, (close, role, name, other, bits)) in nodes.iter().enumerate() {
        (0..*close).for_each(|_| b.close());
        b.open(*role);
        let on = |bit: u16| bits & (1 << bit) != 0;
        if on(0) || *role == Role::Text {
            b.set_name(name);
        }
        if on(1) {
            b.set_value(other);
        }
        if on(2) {
            b.set_description(other);
        }
        if on(3) {
            b.set_bounds(Rect::new(f64::from(*bits % 50), i as f64 * 10.0, 40.0, 9.0).expect("a box"));
        }
        b.set_key(&format!("d#{i}"));
        for (bit, state) in
            [(4, State::Disabled), (5, State::Expanded), (6, State::Focused), (7, State::Invalid)]
        {
            if on(bit) {
                b.set_state(state, Tri::True);
            }
        }
        for (bit, key, value) in [
            (8, "covered-by", "d#0"),
            (9, "layer", "popup"),
            (10, "opener", "d#1"),
            (11, "painted", "clipped"),
            (12, "clickable", other.as_str()),
            (13, "error", name.as_str()),
            (14, "unreadable", other.as_str()),
        ] {
            // Rare, so that most pages are mostly plain.
            if on(bit) && on(15) {
                b.add_attr(key, value);
            }
        }
    }
    Arc::new(b.finish())
}

fn look(snapshot: &Arc<Snapshot>) -> Look {
    Look::of(Observation::of(Arc::clone(snapshot), &SemanticView::new()))
}

fn content(text: &str) -> Vec<String> {
    let own = |l: &&str| {
        let told = ["page ", "cut: ", "left out", "inert", "note: ", "^ "];
        !told.iter().any(|t| l.trim_start().starts_with(t))
    };
    let line = |l: &str| match l.rfind(" … ").filter(|_| l.ends_with(" more")) {
        Some(at) => l[..at].to_owned(),
        None => l.to_owned(),
    };
    text.lines().filter(own).map(line).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn the_parts_are_the_whole_and_none_is_over_its_budget(nodes in nodes(), budget in LEAST_BUDGET..1500) {
        let look = look(&page(&nodes));
        let whole = render(&look, &ViewOptions { budget: None, ..ViewOptions::default() }).expect("rendered");
        let (mut parts, mut cursor, mut shown) = (Vec::new(), None, 0);
        for _ in 0..1000 {
            let part = render(&look, &ViewOptions { budget: Some(budget), cursor, ..ViewOptions::default() }).expect("rendered");
            prop_assert!(estimated_tokens(&part.text) <= budget, "{} > {}\n{}", estimated_tokens(&part.text), budget, part.text);
            parts.extend(content(&part.text));
            shown += part.shown;
            cursor = part.cursor;
            if cursor.is_none() {
                break;
            }
        }
        let mut all = content(&whole.text);
        parts.sort();
        all.sort();
        prop_assert_eq!(parts, all);
        prop_assert_eq!(shown, whole.total);
    }

    #[test]
    fn all_that_can_be_acted_on_has_its_ref_and_no_text_is_lost(nodes in nodes()) {
        let snapshot = page(&nodes);
        let text = render(&look(&snapshot), &ViewOptions { budget: None, behind: true, ..ViewOptions::default() })
            .expect("rendered").text;
        let lost = missing(&snapshot, &text);
        prop_assert!(lost.is_empty(), "{:?}\n{}", lost, text);
    }

    #[test]
    fn page_text_forges_nothing(nodes in nodes(), later in nodes()) {
        let mut session = Session::new();
        let view = SemanticView::new();
        let fence = Some("abcdefgh".to_owned());
        let options = ViewOptions { budget: None, fence, ..ViewOptions::default() };
        let before = Look::of(session.observe(page(&nodes), &view));
        let after = Look::of(session.observe(page(&later), &view));
        for look in [&before, &after] {
            let text = render(look, &options).expect("rendered").text;
            prop_assert!(text.chars().all(|c| c == '\n' || !is_harmful(c)), "{:?}", text);
            prop_assert_eq!(text.matches("abcdefgh").count(), 2);
            let known: BTreeSet<String> =
                look.observation.snapshot().nodes().filter_map(|n| look.observation.reference(n.id())).collect();
            prop_assert!(refs(&text).is_subset(&known), "{}", text);
        }
        let told = delta(&before, &after, &options).expect("told").text;
        split(&told);
        prop_assert!(told.chars().all(|c| c == '\n' || !is_harmful(c)), "{:?}", told);
    }

    #[test]
    fn the_same_look_gives_the_same_bytes_and_no_change(nodes in nodes()) {
        let snapshot = page(&nodes);
        let (one, two) = (look(&snapshot), look(&snapshot));
        let options = ViewOptions::default();
        prop_assert_eq!(render(&one, &options), render(&two, &options));
        prop_assert_eq!(delta(&one, &two, &options).expect("told").changes, 0);
    }
}

#[test]
fn a_hundred_thousand_nodes_deep_or_wide() {
    for deep in [true, false] {
        let mut b = SnapshotBuilder::new();
        for i in 0..100_000 {
            b.open(if deep { Role::Group } else { Role::Button });
            b.set_name(if i % 3 == 0 { "Open" } else { "Close" });
            if !deep {
                b.close();
            }
        }
        b.open(Role::Button);
        let look = look(&Arc::new(b.finish()));
        let page = render(&look, &ViewOptions::default()).expect("rendered");
        assert!(estimated_tokens(&page.text) <= 4_000 && page.cursor.is_some());
    }
    let mut b = SnapshotBuilder::new();
    for _ in 0..20_000 {
        b.open(Role::Dialog);
        b.add_attr("layer", "popup");
        b.open(Role::ComboBox);
        b.close();
        b.close();
    }
    let page = render(&look(&Arc::new(b.finish())), &ViewOptions::default()).expect("rendered");
    assert!(page.text.lines().next().is_some_and(|l| l.ends_with(" and 19997 more")));
    let mut b = SnapshotBuilder::new();
    b.open(Role::Button);
    b.set_name(&"x".repeat(1_000_000));
    let page = render(&look(&Arc::new(b.finish())), &ViewOptions::default()).expect("rendered");
    assert!(estimated_tokens(&page.text) <= 4_000);
}

#[test]
fn what_can_be_acted_on_is_what_the_reader_says() {
    let snapshot = page(&[(0, Role::Button, "Save".into(), String::new(), 1)]);
    assert!(snapshot.nodes().all(acts));
}
