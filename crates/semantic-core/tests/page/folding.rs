//! The fourth of the nine points: folding. Choices, wrappers, names said twice, records.

use semantic_core::page::{ViewOptions, resolve_scope};

use crate::points::{has, lacks, show, text};
use crate::trees::look;

#[test]
fn point_4_a_closed_choice_is_its_value_and_the_number_of_options() {
    let page = "
        main
          combobox \"Language\" value=\"English\" expanded=false option-count=53
            option \"English\" selected
            option \"Suomi\"
          button \"Save\"";
    let shown = show(page);
    has(&shown, "main s_0: combobox \"Language\"=\"English\" s_1 [53 options] button \"Save\" s_4");
    lacks(&shown, "Suomi");
    let look = look(page);
    let scope = Some(resolve_scope(&look, "s_1").expect("a ref"));
    let open = text(&look, &ViewOptions { scope, ..ViewOptions::default() });
    assert!(open.contains("Suomi"), "scope opens it: {open}");
    let open =
        show("listbox \"Language\"\n  option \"English\" selected\n  option \"Suomi\"\n  option \"Deutsch\"");
    assert!(open.contains("options \"English\" s_1 [selected] \"Suomi\" s_2 \"Deutsch\" s_3"), "{open}");
}

#[test]
fn point_4_items_with_names_of_their_own_keep_them() {
    let item = |name: &str| format!("  listitem \"{name}\"\n    button \"Remove\"\n");
    let text = show(&format!("list \"Cart\"\n{}{}{}", item("Red mug"), item("Blue mug"), item("Green mug")));
    for (name, reference) in [("Red", 2), ("Blue", 4), ("Green", 6)] {
        assert!(text.contains(&format!("- \"{name} mug\" button \"Remove\" s_{reference}\n")), "{text}");
    }
}

#[test]
fn point_4_where_a_frame_is_from_and_why_it_cannot_be_read() {
    let text = show(
        "iframe \"Map\" address=http://maps.test/\n  button \"Zoom\"\niframe \"Ad\" unreadable=\"http://ad.test/ could not be opened\"",
    );
    has(&text, "iframe \"Map\" s_0 [from: \"http://maps.test/\"]: button \"Zoom\" s_1");
    assert!(
        text.contains("iframe \"Ad\" s_2 [not readable: \"http://ad.test/ could not be opened\"]"),
        "{text}"
    );
}

#[test]
fn point_4_a_closed_choice_keeps_the_text_that_it_shows() {
    let shown =
        show("combobox \"Sort\" expanded=false option-count=3\n  text \"By name\"\n  option \"By date\"");
    has(&shown, "combobox \"Sort\" s_0 [3 options] > \"By name\"");
    lacks(&shown, "By date");
}

#[test]
fn point_4_wrappers_vanish_and_a_name_is_printed_once() {
    let text = show(
        "
        generic
          generic
            paragraph
              text \"Read the\"
              link \"guide\"
                text \"guide\"
            generic
              label
                text \"Email\"
              textbox \"Email\"
            link \"Home\"
              button \"Home\"",
    );
    assert_eq!(
        text.lines().skip(1).collect::<Vec<_>>(),
        ["\"Read the\" link \"guide\" s_4", "textbox \"Email\" s_9 link \"Home\" s_10 > button s_11",]
    );
}

#[test]
fn point_4_what_stands_in_pieces_is_said_once_too() {
    let page = "
        main
          generic
            radio \"Pro €9.00/mo\"
            text \"Pro\"
            text \"€9.00\"
            text \"/mo\"
          textbox \"Email\" value=\"a@b\" invalid description=\"Too short. For invoices.\"
          text \"Too short.\"
          text \"For invoices.\"
          textbox \"Notes\" value=\"Met at Expo.\"
            text \"Met at\"
            text \"Expo.\"
          figure \"Our clients\"
            img \"A map\"
            text \"Our clients\"
          text \"Pro tip\"";
    let shown = show(page);
    assert_eq!(
        shown.lines().skip(1).collect::<Vec<_>>(),
        [
            "main s_0",
            " radio \"Pro €9.00/mo\" s_2 textbox \"Email\"=\"a@b\" s_6 [invalid: \"Too short. For invoices.\"]",
            " textbox \"Notes\"=\"Met at Expo.\" s_9",
            " figure \"Our clients\" s_12 > img \"A map\"",
            " \"Pro tip\"",
        ]
    );
    // Outside of a scope nothing says it.
    let look = look(page);
    let scope = Some(resolve_scope(&look, "s_2").expect("a ref"));
    let part = text(&look, &ViewOptions { scope, ..ViewOptions::default() });
    has(&part, "radio \"Pro €9.00/mo\" s_2");
}

#[test]
fn point_4_a_text_is_said_where_what_repeats_it_is_not_shown() {
    let long = "Never share it. ".repeat(20);
    let page = format!(
        "
        main
          text \"Email\"
          textbox \"Email\"
          button \"Pay\" description=\"{long}\"
          text \"{long}\"
          button \"Ship\" error=\"Too heavy\"
          text \"Too heavy\"
          scrollbar description=\"To the top\"
          text \"To the top\"
        dialog \"Check\" modal
          text \"Email\""
    );
    let shown = show(&page);
    assert_eq!(shown.lines().nth(1), Some("dialog \"Check\" s_9 [modal]: \"Email\""));
    let behind = text(&look(&page), &ViewOptions { behind: true, ..ViewOptions::default() });
    assert!(behind.contains(" \"Too heavy\" \"To the top\""), "{behind}");
    assert_eq!(
        behind.matches("Never share it.").count(),
        15 + 20,
        "a hint that is cut and the whole text\n{behind}"
    );
}

#[test]
fn point_4_a_part_that_is_called_what_it_says_stays() {
    let shown = show(
        "
        toolbar \"Nothing selected\"
          text \"Nothing selected\"",
    );
    assert_eq!(shown.lines().skip(1).collect::<Vec<_>>(), ["toolbar \"Nothing selected\" s_0"]);
}

#[test]
fn point_4_a_picture_that_holds_something_is_more_than_its_name() {
    let shown = show(
        "
        link \"Harbour\"
        img \"Harbour\"
          button \"Pier 4\"",
    );
    assert_eq!(
        shown.lines().skip(1).collect::<Vec<_>>(),
        ["link \"Harbour\" s_0 img \"Harbour\" > button \"Pier 4\" s_2"]
    );
}

#[test]
fn point_4_what_all_are_by_nature_is_said_once() {
    let shown = show(
        "
        generic \"General\" clickable=pointer
        generic \"Privacy\" clickable=pointer
        generic \"Billing\" clickable=pointer
        list
          listitem
            text \"Mint\"
            generic \"Stars\" clickable=pointer name-from=title
          listitem
            text \"Assam\"
            generic \"Stars\" clickable=pointer name-from=title disabled
          listitem
            text \"Sencha\"
            generic \"Stars\" clickable=pointer name-from=title",
    );
    assert_eq!(
        shown.lines().skip(1).collect::<Vec<_>>(),
        [
            "clickables [pointer] \"General\" s_0 \"Privacy\" s_1 \"Billing\" s_2",
            "3 records: text|clickable \"Stars\" [pointer, name from title]",
            " \"Mint\"|s_6",
            " \"Assam\"|s_9 [disabled]",
            " \"Sencha\"|s_12",
        ]
    );
}

#[test]
fn point_4_boxes_that_repeat_are_items() {
    let card = |name: &str, more: &str| {
        format!(
            "
          generic class=card
            text \"{name}\"
            button \"Add\"{more}"
        )
    };
    let more = "\n            emphasis\n              text \"Few left\"";
    let page = ["\n        main", &card("Mint", ""), &card("Assam", more), &card("Sencha", "")].concat();
    assert_eq!(
        show(&page).lines().skip(1).collect::<Vec<_>>(),
        [
            "main s_0",
            " - \"Mint\" button \"Add\" s_3",
            " - \"Assam\" button \"Add\" s_6 \"Few left\"",
            " - \"Sencha\" button \"Add\" s_11",
        ]
    );
    // A box of another kind beside it is none.
    let other = page.replace("class=card", "");
    let one = [&other[..other.find("generic").expect("a box")], &card("Mint", "")].concat();
    assert!(!show(&one).contains("- "), "{}", show(&one));
}

#[test]
fn point_4_a_text_is_as_long_as_it_is_printed() {
    let wide = vec!["word"; 60].join("          ");
    let shown = show(&format!("\n        text \"{wide}\" focused clickable"));
    assert_eq!(
        shown.lines().skip(1).collect::<Vec<_>>(),
        [format!("text \"{}\" s_0 [focused, clickable: clickable]", vec!["word"; 60].join(" "))]
    );
}

#[test]
fn point_4_items_of_several_things_have_a_line_each() {
    let shown = show(
        "
        list
          listitem
            checkbox \"Done\"
            text \"Water the plants\"
            button \"More\"
          listitem
            checkbox \"Done\" checked
            text \"Call Ann\"
            button \"More\"",
    );
    assert_eq!(
        shown.lines().skip(1).collect::<Vec<_>>(),
        [
            "- checkbox \"Done\" s_2 \"Water the plants\" button \"More\" s_4",
            "- checkbox \"Done\" s_6 [checked] \"Call Ann\" button \"More\" s_8",
        ]
    );
}

#[test]
fn point_4_an_icon_that_all_rows_have_stands_in_their_header() {
    let row = |name: &str, badge: &str| {
        format!(
            "
          row
            cell \"{name}\"
            cell
              button \"More\"
                text \"⋯\"
            cell
              button \"Inbox\"
                text \"{badge}\""
        )
    };
    let shown = show(&["\n        table", &row("Ann", "3"), &row("Ben", "7")].concat());
    assert_eq!(
        shown.lines().skip(1).collect::<Vec<_>>(),
        [
            "table s_0, 2 rows",
            " columns |button \"More\" > \"⋯\"|button \"Inbox\"",
            " \"Ann\"|s_4|s_7 > \"3\"",
            " \"Ben\"|s_12|s_15 > \"7\"",
        ]
    );
}

#[test]
fn point_4_rows_are_records_with_empty_cells() {
    let text = show(
        "
        table \"Berths\"
          row
            columnheader \"Berth\"
            columnheader \"Ship\"
            columnheader \"Until\"
            columnheader
          row
            cell \"A1\"
            cell \"Aster\"
            cell \"10:00\"
            cell
              button \"Edit\"
              button \"Delete\"
          row
            cell \"A2\"
            cell
            cell
            cell
              button \"Edit\"
              button \"Delete\"",
    );
    assert_eq!(
        text.lines().skip(1).collect::<Vec<_>>(),
        [
            "table \"Berths\" s_0, 2 rows",
            " columns \"Berth\"|\"Ship\"|\"Until\"|button \"Edit\" button \"Delete\"",
            " \"A1\"|\"Aster\"|\"10:00\"|s_11 s_12",
            " \"A2\"|||s_18 s_19",
        ]
    );
}

#[test]
fn point_4_a_head_without_a_word_keeps_its_place() {
    let row = |n: usize| {
        format!("  row\n    cell\n      checkbox \"Select\"\n    cell\n      text \"Order {n}\"\n")
    };
    let rows: String = (1..=4).map(row).collect();
    let text = show(&format!("table\n  row\n    columnheader\n    columnheader \"Order\"\n{rows}"));
    has(&text, "columns checkbox \"Select\"|\"Order\"");
}

#[test]
fn point_4_cards_are_records_though_their_wrappers_are_gone() {
    let card = |n: usize| {
        format!(
            "  img \"Mug {n}\"\n  heading \"Mug {n}\" level=3\n  text \"${n}.00\"\n  button \"Add to cart\"\n"
        )
    };
    let page = format!("main\n{}", (1..=4).map(card).collect::<String>());
    let text = show(&page);
    assert_eq!(
        text.lines().skip(1).take(4).collect::<Vec<_>>(),
        [
            "main s_0",
            " 4 records: h3|text|button \"Add to cart\"",
            "  \"Mug 1\"|\"$1.00\"|s_4",
            "  \"Mug 2\"|\"$2.00\"|s_8",
        ]
    );
}

#[test]
fn point_4_virtual_lists_say_how_many_there_are() {
    let item = |n: usize| {
        format!("  listitem set-size=237 pos-in-set={n}\n    link \"Mail {n}\"\n    text \"today\"\n")
    };
    let text = show(&format!("list \"Inbox\" set-size=237\n{}", (1..=25).map(item).collect::<String>()));
    assert!(text.contains("list \"Inbox\" s_0, 25 of 237 items"), "{text}");
    let text = show("grid \"Mail\" row-count=900\n  row\n    gridcell \"One\"\n  row\n    gridcell \"Two\"");
    assert!(text.contains("grid \"Mail\" s_0, 2 of 900 rows"), "{text}");
    // Items that are acted on as a whole are counted too.
    let mail = show(
        "list \"Inbox\"\n  listitem \"Ana\" interactive set-size=240\n  listitem \"Bea\" interactive set-size=240",
    );
    assert!(mail.contains("list \"Inbox\" s_0, 2 of 240 items"), "{mail}");
}
