//! The live page: trees of several frames, joined with what is known of their nodes.

use proptest::prelude::*;
use semantic_core::formats::live::{self, Beside, HiddenControl, LiveFrame, LivePage};
use semantic_core::tree::{Node, Snapshot, State, Tri};

const PAGE: &str = r#"{"nodes": [
    {"nodeId": "1", "ignored": false, "role": {"type": "internalRole", "value": "RootWebArea"},
     "name": {"value": "Pay"}, "properties": [{"name": "url", "value": {"value": "https://a.test/"}}],
     "childIds": ["2", "3", "4", "5"], "backendDOMNodeId": 1},
    {"nodeId": "2", "parentId": "1", "role": {"value": "textbox"}, "name": {"value": "Card"},
     "value": {"value": "4111"}, "childIds": ["6"], "backendDOMNodeId": 2},
    {"nodeId": "3", "parentId": "1", "role": {"value": "Iframe"}, "childIds": [], "backendDOMNodeId": 3},
    {"nodeId": "4", "parentId": "1", "ignored": true, "role": {"value": "none"}, "childIds": [], "backendDOMNodeId": 4,
     "ignoredReasons": [{"name": "ariaHiddenElement", "value": {"value": true}}]},
    {"nodeId": "5", "parentId": "1", "role": {"value": "textbox"}, "name": {"value": "Pass"}, "backendDOMNodeId": 5},
    {"nodeId": "6", "parentId": "2", "role": {"value": "StaticText"}, "name": {"value": "4111"}, "backendDOMNodeId": 6}
]}"#;

/// A frame whose node ids are those of the page.
const FRAME: &str = r#"{"nodes": [
    {"nodeId": "1", "role": {"value": "RootWebArea"}, "childIds": ["2"], "backendDOMNodeId": 1, "frameId": "B"},
    {"nodeId": "2", "parentId": "1", "role": {"value": "button"}, "name": {"value": "Buy"}, "backendDOMNodeId": 2}
]}"#;

fn frame(
    id: &'static str,
    parent: &'static str,
    owner: &'static str,
    tree: &'static str,
) -> LiveFrame<'static> {
    LiveFrame { id, parent, owner, document: if id == "A" { "D1" } else { "D2" }, tree }
}

fn beside(frame: usize, id: &str) -> Beside<'static> {
    match (frame, id) {
        (0, "2") => Beside {
            tag: "input",
            attrs: &[("data-testid", "card"), ("autocomplete", "cc-number")],
            bounds: Some([1.0, 2.0, 3.0, 4.0]),
        },
        (0, "5") => Beside { tag: "input", attrs: &[("type", "password")], bounds: None },
        (0, "9") => Beside { tag: "input", attrs: &[("type", "file"), ("multiple", "")], bounds: None },
        (1, "2") => Beside { bounds: Some([9.0, 9.0, 1.0, 1.0]), ..Beside::default() },
        _ => Beside::default(),
    }
}

fn read(page: &LivePage<'_>) -> Snapshot {
    live::read(page, &|frame, id| beside(frame, id)).expect("a page")
}

fn named<'a>(page: &'a Snapshot, name: &str) -> Node<'a> {
    page.nodes().find(|n| n.name() == Some(name)).expect(name)
}

#[test]
fn frames_are_grafted_and_ids_may_clash() {
    let frames = vec![frame("A", "", "", PAGE), frame("B", "A", "3", FRAME)];
    let page =
        read(&LivePage { frames, captured_at: 7, notices: vec!["One.".to_owned()], ..Default::default() });
    assert_eq!((page.title(), page.url()), (Some("Pay"), Some("https://a.test/")));
    assert_eq!(
        (page.document(), page.captured_at(), page.notices()),
        (Some("D1"), Some(7), &["One.".to_owned()][..])
    );
    let buy = named(&page, "Buy");
    assert_eq!((buy.key(), buy.bounds().map(|b| b.x)), (Some("D2#2"), Some(9.0)));
    assert_eq!(buy.parent().and_then(|n| n.parent()).map(|n| n.role_name()), Some("iframe"));
    assert_eq!((named(&page, "Card").key(), named(&page, "Card").identifier()), (Some("D1#2"), Some("card")));
}

#[test]
fn what_is_in_a_hidden_frame_is_hidden() {
    for owner in ["4", "77"] {
        let frames =
            vec![frame("A", "", "", PAGE), frame("B", "A", owner, FRAME), frame("C", "B", "1", FRAME)];
        let page = read(&LivePage { frames, ..Default::default() });
        assert!(page.nodes().all(|n| n.name() != Some("Buy")));
        assert_eq!((page.roots().count(), page.notices().len()), (1, 0));
    }
}

#[test]
fn secrets_are_told_as_filled_or_empty() {
    let page = read(&LivePage { frames: vec![frame("A", "", "", PAGE)], ..Default::default() });
    let filled = |name| named(&page, name).states().get(State::Filled);
    assert_eq!((filled("Card"), filled("Pass")), (Some(Tri::True), Some(Tri::False)));
    assert!(page.nodes().all(|n| n.name() != Some("4111") && n.value().is_none()));
}

#[test]
fn a_hidden_file_input_lies_in_the_nearest_element_that_is_there() {
    let control = |around: &[&'static str]| HiddenControl {
        frame: "A",
        id: "9",
        around: around.to_vec(),
        name: Some("Report"),
    };
    let page = |control| {
        read(&LivePage {
            frames: vec![frame("A", "", "", PAGE)],
            hidden: vec![control],
            ..Default::default()
        })
    };
    let inside = page(control(&["88", "4", "1"]));
    let report = named(&inside, "Report");
    assert_eq!((report.role_name(), report.key()), ("button", Some("D1#9")));
    assert_eq!(report.parent().and_then(|n| n.name()), Some("Pay"));
    assert!(report.is(State::Hidden) && report.is(State::Multiselectable));
    assert!(page(control(&["88"])).nodes().all(|n| n.name() != Some("Report")));
}

#[test]
fn strings_are_read_whatever_a_page_holds() {
    assert_eq!(live::string(r#""plain""#), "plain");
    assert_eq!(live::string(r#""a\n\"b\" \u00e9""#), "a\n\"b\" é");
    assert!(live::string(r#""half \ud83d.""#).contains('\u{fffd}'));
    assert_eq!(live::string("7"), "");
}

#[test]
fn a_tree_that_is_cut_is_an_error() {
    for end in (1..PAGE.len()).filter(|&end| PAGE.is_char_boundary(end)) {
        let frames = vec![LiveFrame { id: "A", tree: &PAGE[..end], ..LiveFrame::default() }];
        assert!(live::read(&LivePage { frames, ..Default::default() }, &beside).is_err(), "{end}");
    }
}

proptest! {
    #[test]
    fn no_frames_and_no_ids_make_it_panic(
        links in prop::collection::vec(("[ABC]?", "[ABC]?", "[0-9]?", prop::bool::ANY), 0..6),
        around in prop::collection::vec("[0-9]", 0..4),
    ) {
        let frames = links.iter().map(|(id, parent, owner, page)| LiveFrame {
            id, parent, owner, document: "D", tree: if *page { PAGE } else { FRAME },
        });
        let hidden = HiddenControl {
            frame: "A", id: "9", around: around.iter().map(String::as_str).collect(), name: None,
        };
        let page = LivePage { frames: frames.collect(), hidden: vec![hidden], ..Default::default() };
        let _ = live::read(&page, &|frame, id| beside(frame, id));
    }
}
