//! The first six of the nine points of "the shape of every answer", each by its name; the fourth is in `folding`.

use semantic_core::page::{Look, PageFacts, Ready, ViewOptions, Viewport, render};
use semantic_core::view::{Observation, SemanticView};

use crate::trees::{look, tree};

/// Shared with the other points.
pub fn text(look: &Look, options: &ViewOptions) -> String {
    render(look, options).expect("rendered").text
}

/// Shared with the other points.
pub fn show(page: &str) -> String {
    text(&look(page), &ViewOptions::default())
}

/// Shared with the other points.
pub fn has(text: &str, line: &str) {
    assert!(text.lines().any(|l| l.trim() == line), "no line {line:?} in\n{text}");
}

/// Shared with the other points.
pub fn lacks(text: &str, part: &str) {
    assert!(!text.contains(part), "{part:?} in\n{text}");
}

#[test]
fn point_1_a_first_line_about_the_page() {
    let mut look = look("main\n  button \"Go\"\nalert\n  text \"Saved\"");
    look.facts = PageFacts {
        url: Some("http://app.test/a".into()),
        title: Some("Shop".into()),
        ready: Some(Ready::Complete),
        viewport: Some(Viewport {
            width: 1280.0,
            height: 720.0,
            scroll_y: 40.0,
            document_height: 3000.0,
            ..Default::default()
        }),
        ..PageFacts::default()
    };
    let text = text(&look, &ViewOptions::default());
    assert_eq!(
        text.lines().next(),
        Some(
            "page \"Shop\" url=\"http://app.test/a\" complete rev=0 viewport=1280x720 scroll=40 of 3000 shown 4/4, \
             on top: alert \"Saved\" s_2"
        )
    );
}

#[test]
fn point_2_the_topmost_modal_first_and_what_lies_behind_as_a_count() {
    let page = "
        main behind-modal
          heading \"Checkout\" level=1
          button \"Pay now\"
        dialog \"Confirm delete\" layer=modal modal
          text \"Delete this item?\"
          button \"Cancel\"
          button \"Delete\" covered-by=k7
        generic key=k7
          button \"Accept all\"";
    let text = show(page);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with("on top: dialog \"Confirm delete\" s_3"), "{text}");
    assert!(lines[1].starts_with("dialog \"Confirm delete\" s_3 [modal]"), "{text}");
    assert!(text.contains("button \"Delete\" s_6 [covered by part s_7]"), "{text}");
    lacks(&text, "Pay now");
    assert!(text.contains("inert, not listed: 3 nodes and 1 to act on"), "{text}");
    let all = ViewOptions { behind: true, ..ViewOptions::default() };
    let text = crate::points::text(&look(page), &all);
    assert!(
        text.contains("main s_0 [behind the modal]") && text.contains("button \"Pay now\" s_2"),
        "{text}"
    );
}

#[test]
fn point_2_without_the_mark_all_that_is_not_in_the_modal_is_behind() {
    let text = show("main\n  button \"Pay\"\ndialog \"Sure?\" modal\n  button \"Yes\"\nalert \"Offline\"");
    lacks(&text, "Pay");
    assert!(text.contains("button \"Yes\" s_3"), "{text}");
    assert!(text.contains("alert \"Offline\" s_4"), "messages survive: {text}");
}

#[test]
fn point_2_menus_are_tied_to_their_trigger() {
    let text = show(
        "
        main
          button \"Sort\" key=k1 expanded
          button \"Other\"
        menu layer=popup opener=k1
          menuitem \"By name\"
          menuitem \"By date\"
        ",
    );
    assert!(text.contains("menu s_3 [on top of button \"Sort\" s_1]"), "{text}");
    assert!(text.contains("button \"Sort\" s_1 [expanded, opened s_3]"), "{text}");
    let menu = text.find("By name").expect("listed");
    assert!(menu < text.find("\"Other\"").expect("listed"), "the menu comes first: {text}");
}

#[test]
fn point_2_covered_by_something_that_is_no_node() {
    let text = show("main\n  button \"Pay\" covered-by=\"? cookie bar\"");
    has(&text, "main s_0: button \"Pay\" s_1 [covered by \"cookie bar\"]");
}

#[test]
fn point_2_what_covers_the_page_is_told_with_its_box() {
    let text = show("main\n  button \"Pay\" covered-by=k9\ngeneric key=k9 box=0,400,1280,320");
    assert!(text.contains("button \"Pay\" s_1 [covered by part s_2]"), "{text}");
    has(&text, "part s_2 [covers what lies under it at 0,400,1280,320]");
}

#[test]
fn point_3_text_that_a_person_needs_survives_in_the_small_view() {
    let page = tree(
        "
        main
          text \"A long story about the shop.\"
          heading \"Cart\" level=2
          textbox \"Nickname\" value=\"much too long\" invalid description=\"At most 8 characters (24 used)\"
          text \"At most 8 characters (24 used)\"
          text \"The price is 42.00\"
          button \"Save\" disabled
          alert
            text \"Could not save your changes\"",
    );
    let look = Look::of(Observation::of(page, &SemanticView::new().interactive()));
    let text = text(&look, &ViewOptions::default());
    assert!(
        text.contains(
            "textbox \"Nickname\"=\"much too long\" s_3 [invalid: \"At most 8 characters (24 used)\"]"
        ),
        "{text}"
    );
    assert!(text.contains("Could not save your changes") && text.contains("The price is 42.00"), "{text}");
    assert!(text.contains("button \"Save\" s_6 [disabled]"), "{text}");
    lacks(&text, "long story");
    assert!(
        text.contains("left out by the view: 1 text, 1 heading; a view without filters has them"),
        "{text}"
    );
    assert_eq!(
        text.matches("At most 8 characters").count(),
        1,
        "the error stands beside its field alone: {text}"
    );
}

#[test]
fn point_5_states() {
    let text = show(
        "
        main
          tab \"Items\" selected
          button \"Bold\" pressed
          button \"Italic\" pressed=false
          link \"1\" current
          button \"Add to cart\" disabled description=\"Choose a size first\"
          button \"Next\" disabled aria-disabled
          textbox \"Size\" required invalid readonly focused
          checkbox \"Gift\" checked
          checkbox \"All\" checked=mixed
          button \"More\" expanded=false
          textbox \"Password\" filled
          textbox \"Again\" filled=false",
    );
    for part in [
        "tab \"Items\" s_1 [selected]",
        "button \"Bold\" s_2 [pressed]",
        "button \"Italic\" s_3 [pressed=false]",
        "link \"1\" s_4 [current]",
        "button \"Add to cart\" s_5 [disabled: \"Choose a size first\"]",
        "button \"Next\" s_6 [aria-disabled]",
        "textbox \"Size\" s_7 [focused, required, readonly, invalid]",
        "checkbox \"Gift\" s_8 [checked]",
        "checkbox \"All\" s_9 [checked=mixed]",
        "button \"More\" s_10 [expanded=false]",
        "textbox \"Password\" s_11 [filled]",
        "textbox \"Again\" s_12 [empty]",
    ] {
        let (role, rest) = part.split_once(' ').expect("two words");
        let found = text.contains(part) || (text.contains(&format!("{role}s ")) && text.contains(rest));
        assert!(found, "{part} in\n{text}");
    }
}

#[test]
fn point_5_an_item_says_which_step_is_current() {
    let text = show(
        "
        list \"Progress\"
          listitem
            text \"Account\"
          listitem current
            text \"Address\"
        list \"Pages\"
          listitem
            link \"One\"
          listitem current
            link \"Two\"
          listitem
            link \"Three\"
        list \"Tasks\"
          listitem selected
            checkbox \"Done\"
            text \"Water the plants\"
            button \"More\"
          listitem
            checkbox \"Done\"
            text \"Call Ann\"
            button \"More\"
          listitem
            checkbox \"Done\"
            text \"Mail Ben\"
            button \"More\"",
    );
    has(&text, "- \"Account\"");
    has(&text, "- \"Address\" [current]");
    assert!(text.contains("[current] link \"Two\" s_9") && text.matches("[current]").count() == 2, "{text}");
    assert!(text.contains("[selected]: s_14|\"Water the plants\"|s_16"), "{text}");
    let steps = "
        navigation \"Steps\"
          list
            listitem
              text \"Flight\"
            listitem current
              text \"Seats\"
            listitem
              text \"Payment\"";
    has(&show(steps), "navigation \"Steps\" s_0: \"Flight\" \"Seats\" [current] \"Payment\"");
}

#[test]
fn point_5_the_reason_of_a_disabled_control_is_a_sentence() {
    let shown = show(
        "button \"Save\" disabled description=\"Choose a size first\"\nbutton \"☎\" disabled description=\"Call\"",
    );
    assert!(shown.contains("[disabled: \"Choose a size first\"]"), "{shown}");
    assert!(shown.contains("[disabled, hint: \"Call\"]"), "{shown}");
}

#[test]
fn point_6_substitute_names_say_where_they_come_from_and_clickables_are_listed() {
    let text = show(
        "
        main
          button \"trash\" name-from=icon
          textbox \"Search\" name-from=placeholder
          button \"x-close\" name-from=testid
          generic clickable=pointer interactive
            heading \"Project one\" level=3
            text \"0 pages\"
          listitem \"Apples\" clickable=handler interactive",
    );
    for part in [
        "button \"trash\" s_1 [name from icon]",
        "textbox \"Search\" s_2 [name from placeholder]",
        "button \"x-close\" s_3 [name from test id]",
        "clickable \"Project one 0 pages\" s_4 [pointer]",
        "listitem \"Apples\" s_7 [clickable: handler]",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn files_are_told_from_buttons_and_what_nobody_sees_says_so_once() {
    let text = show(
        "
        main
          label
            text \"Attach report\"
            button \"Attach report\" type=file accept=.pdf multiple multiselectable
          button \"Choose photo\"
          button \"Choose file\" type=file
          strong painted=clipped
            text \"for readers\" painted=clipped",
    );
    assert!(
        text.contains("file \"Attach report\" s_3 [multiple, accept: \".pdf\"] button \"Choose photo\" s_4"),
        "{text}"
    );
    assert_eq!(text.matches("Attach report").count(), 1, "{text}");
    assert!(text.contains("\"for readers\" [clipped]"), "{text}");
    assert_eq!(text.matches("clipped").count(), 1, "{text}");
}
