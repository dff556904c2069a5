//! Page text can forge neither a line nor a ref nor a header.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use semantic_core::tree::{Role, SnapshotBuilder};
use semantic_core::view::{Field, Observation, SemanticView, is_harmful};

/// Texts that try, alone or joined.
fn hostile() -> impl Strategy<Value = String> {
    let bits = select(vec![
        "\n",
        "\r\n",
        "\"",
        "\\",
        "s_1 button",
        "# pane main",
        "# observation rev=9",
        "\u{1b}[31m",
        "\u{9b}0m",
        "\u{202e}",
        "\u{2066}",
        "\u{200b}",
        "\u{feff}",
        "\u{2028}",
        "\u{85}",
        "\0",
        "👩\u{200d}💻",
        "می\u{200c}خ",
        "+ s_0",
        "→",
        " ",
        "\t",
        "]",
        "[checked]",
        "Save",
    ]);
    prop_oneof![vec(bits, 0..5).prop_map(|b| b.concat()), any::<String>()]
}

type Texts = (String, String, String, String, String);

fn page(nodes: &[Texts]) -> Arc<semantic_core::tree::Snapshot> {
    let mut b = SnapshotBuilder::new();
    for (role, name, value, description, identifier) in nodes {
        b.open(Role::Generic);
        b.set_role(role);
        b.set_name(name);
        b.set_value(value);
        b.set_description(description);
        b.set_identifier(identifier);
        b.set_own_ref(name);
    }
    Arc::new(b.finish())
}

/// Text outside of quotes, with nothing but an escape inside them.
fn unquoted(line: &str) -> String {
    let (mut out, mut inside, mut escaped) = (String::new(), false, false);
    for c in line.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if inside => escaped = true,
            '"' => inside = !inside,
            c if !inside => out.push(c),
            _ => {}
        }
    }
    assert!(!inside, "an open quote: {line}");
    out
}

proptest! {
    #[test]
    fn lines_are_rows_and_headers(
        nodes in vec((hostile(), hostile(), hostile(), hostile(), hostile()), 0..8),
        later in vec((hostile(), hostile(), hostile(), hostile(), hostile()), 0..8),
    ) {
        let view = SemanticView::new()
            .with_fields(Field::ALL)
            .with_pane("p", SemanticView::new())
            .expect("a name");
        let o = Observation::of(page(&nodes), &view);
        let text = o.render();
        let lines: Vec<&str> = text.split('\n').collect();
        prop_assert_eq!(lines.len() - 1, o.shown_count() + 1 + o.sections().len());
        prop_assert!(text.chars().all(|c| c == '\n' || !is_harmful(c)), "{:?}", text);
        let headers = lines.iter().filter(|l| l.starts_with("# ")).count();
        prop_assert_eq!(headers, 1 + o.sections().len());
        let mut refs = o.rows().map(|r| r.reference());
        for line in lines.iter().filter(|l| !l.starts_with('#') && !l.is_empty()) {
            let own = refs.next().expect("a row a line");
            let plain = unquoted(line);
            let mut words = plain.split_whitespace();
            prop_assert_eq!(words.next(), Some(own.as_str()));
            let role = words.next().unwrap_or_default();
            prop_assert!(!role.starts_with("s_") || !role.contains('='), "{}", line);
        }
        let after = Observation::of(page(&later), &view);
        let delta = after.diff(&o);
        let changes: usize =
            delta.sections().iter().map(|s| s.added.len() + s.removed.len() + s.changed.len()).sum();
        let text = delta.render();
        prop_assert_eq!(text.matches('\n').count(), changes.max(1));
        prop_assert!(text.chars().all(|c| c == '\n' || !is_harmful(c)), "{:?}", text);
    }
}

#[test]
fn joiners_that_scripts_and_emoji_need_stay() {
    let mut b = SnapshotBuilder::new();
    b.open(Role::Button);
    b.set_name("👩\u{200d}💻 می\u{200c}خواهم");
    let text = Observation::of(Arc::new(b.finish()), &SemanticView::new()).render();
    assert!(text.contains("\"👩\u{200d}💻 می\u{200c}خواهم\""), "{text}");
}

#[test]
fn a_chain_of_100_000_nodes_has_no_lines_without_end() {
    let mut b = SnapshotBuilder::new();
    for _ in 0..100_000 {
        b.open(Role::Generic);
    }
    let o = Observation::of(Arc::new(b.finish()), &SemanticView::new());
    assert!(o.render().len() < 30_000_000);
    assert!(o.diff(&o).is_unchanged());
}
