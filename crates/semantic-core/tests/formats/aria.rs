//! Aria snapshots that we write: read again they are the same tree, and no text of a page can be more than text.

use proptest::prelude::*;
use proptest::sample::select;
use semantic_core::formats::write::to_aria;
use semantic_core::formats::{self, ReadError};
use semantic_core::tree::{Role, Snapshot, SnapshotBuilder, State, Tri};

use crate::dumps::{captured, files};

fn read(text: &str) -> Result<Snapshot, ReadError> {
    formats::read(text.as_bytes(), Some("playwright-aria"))
}

/// Texts that want to be something else.
fn text() -> impl Strategy<Value = String> {
    let nasty = select(vec![
        "\n- button \"x\" [ref=e1]",
        "\": [checked]",
        "' : x",
        "[disabled]",
        "/url: x",
        "/a/",
        "# no comment",
        "a # b",
        "a: b",
        "- ",
        "---",
        "|",
        "> x",
        "{a}",
        "\u{1b}[31m",
        "\\\"",
        "\\",
        "\u{2028}",
        "\u{ad}\u{200b}",
        "null",
        "1e5",
        "0x1F",
        "true",
        "~",
        "<changed> button",
        "ref=e5 [unchanged]",
        "\r\n",
        "text: y",
        "''",
    ]);
    prop_oneof![
        Just(String::new()),
        "\\PC{0,12}",
        nasty.clone().prop_map(str::to_owned),
        (any::<String>(), nasty, any::<String>()).prop_map(|(a, b, c)| format!("{a}{b}{c}"))
    ]
}

fn page() -> impl Strategy<Value = Snapshot> {
    let roles: Vec<Role> = Role::ALL.to_vec();
    let node = (
        0..5_usize,
        select(roles),
        text(),
        text(),
        text(),
        0..8_u8,
        select(vec![Tri::False, Tri::True, Tri::Mixed]),
    );
    prop::collection::vec(node, 0..24).prop_map(|nodes| {
        let mut b = SnapshotBuilder::new();
        for (close, role, name, value, url, bits, tri) in nodes {
            (0..close).for_each(|_| b.close());
            b.open(role);
            b.set_name(&name);
            if bits & 1 != 0 {
                b.set_value(&value);
            }
            if bits & 2 != 0 {
                b.set_url(&url);
                b.add_attr("placeholder", &url);
            }
            b.set_level(bits);
            for state in [State::Checked, State::Disabled, State::Expanded, State::Pressed, State::Selected] {
                b.set_state(state, tri);
            }
        }
        b.finish()
    })
}

fn shape(page: &Snapshot) -> Vec<String> {
    let node = |n: semantic_core::tree::Node<'_>| {
        let states: Vec<_> = n.states().iter().collect();
        format!(
            "{} {} {:?} {:?} {states:?} {:?} {:?}",
            n.depth(),
            n.role().as_str(),
            n.name(),
            n.value(),
            n.level(),
            n.url()
        )
    };
    page.nodes().map(node).collect()
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(page in page()) {
        let written = to_aria(&page);
        prop_assume!(!written.is_empty());
        let again = read(&written).expect("our own writing");
        prop_assert!(again.notices().is_empty(), "{:?}\n{written}", again.notices());
        let secret = |p: &Snapshot| p.nodes().any(|n| n.is(State::Filled));
        if !secret(&again) {
            let comment = |text: &str| text.lines().filter(|l| !l.starts_with("# ")).map(|l| format!("{l}\n")).collect::<String>();
            let twice = to_aria(&again);
            prop_assert_eq!(comment(&twice), comment(&written));
            prop_assert_eq!(shape(&read(&twice).expect("our own writing")), shape(&again));
        }
        // No more nodes of a role than the page has.
        for &role in Role::ALL.iter().filter(|&&role| role != Role::Text) {
            let count = |page: &Snapshot| page.nodes().filter(|n| n.role() == role).count();
            prop_assert!(count(&again) <= count(&page), "{written}");
        }
    }

    #[test]
    fn any_text_is_one_node(name in text(), value in text(), url in text()) {
        let mut b = SnapshotBuilder::new();
        b.open(Role::Link);
        b.set_name(&name);
        b.set_url(&url);
        b.open(Role::Text);
        b.set_name(&value);
        b.close();
        b.close();
        b.open(Role::Button);
        let written = to_aria(&b.finish());
        let again = read(&written).expect("our own writing");
        let roles: Vec<&str> = again.nodes().map(|n| n.role().as_str()).filter(|role| *role != "text").collect();
        prop_assert_eq!(roles, ["link", "button"], "{}", written);
    }

    #[test]
    fn any_bytes_are_no_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = formats::read(&bytes, None);
        let _ = formats::read(&bytes, Some("playwright-aria"));
    }
}

/// What Playwright itself wrote comes out letter by letter, but for passwords and what says nothing.
#[test]
fn playwrights_own_snapshots_are_written_as_they_were() {
    let Some(root) = captured() else { return };
    let paths = files(&root.join("playwright-aria"), ".yaml");
    assert!(!paths.is_empty());
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let written = to_aria(&read(&text).expect("an aria snapshot"));
        let secret = |line: &str| line.contains("Password\"");
        let lines = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !secret(line)).map(str::to_owned).collect()
        };
        assert_eq!(lines(&written), lines(&text), "{}", path.display());
    }
}

/// A line is indented by its level, which must not make the square of a deep page.
#[test]
fn deep_pages_are_written_in_bounded_space() {
    const LEVELS: usize = 20_000;
    let mut b = SnapshotBuilder::new();
    for i in 0..LEVELS {
        b.open(Role::List);
        b.set_name(&i.to_string());
    }
    b.open(Role::Button);
    b.set_name("Deep");
    let written = to_aria(&b.finish());
    assert!(written.len() < LEVELS * 250, "{} bytes", written.len());
    let last: Vec<&str> = written.lines().rev().take(2).collect();
    let told = format!("# {} nodes deeper than 100 levels stand at that level", LEVELS - 100);
    assert_eq!(last, [told, format!("{}- button \"Deep\"", "  ".repeat(100))]);
    let again = read(&written).expect("our own writing");
    assert_eq!(again.len(), LEVELS + 1);
    assert_eq!(to_aria(&again).lines().count(), LEVELS + 1);
}
