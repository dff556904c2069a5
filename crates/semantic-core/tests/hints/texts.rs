//! Names, values, what is hidden and what is disabled: the sentences of the contract, each a test.

use semantic_core::hints::{Cell, Field, HintRole};

use super::{entry, page, snapshot};

fn names(cases: &[(&str, &str)]) {
    for (html, name) in cases {
        assert_eq!(entry(html).name(), *name, "{html}");
    }
}

fn value(html: &str) -> Cell {
    entry(html).get(Field::Value).cloned().unwrap_or_else(|| panic!("{html}"))
}

fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

#[test]
fn a_name_comes_from_the_first_of_its_sources() {
    const ALL: &str = "<b id=l>By ref</b><label for=f>By label</label>";
    let field = |attrs: &str| format!("{ALL}<input id=f {attrs} data-semtag-id=x data-semtag-role=input>");
    names(&[
        (&field("aria-labelledby=l aria-label=A placeholder=P title=T"), "By ref"),
        (&field("aria-label=A placeholder=P title=T"), "A"),
        (&field("placeholder=P title=T"), "By label"),
        ("<input placeholder=P title=T data-semtag-id=x>", "P"),
        ("<label>Around <input title=T data-semtag-id=x></label>", "Around"),
        ("<button title=T data-semtag-id=x>Own</button>", "T"),
        ("<button data-semtag-id=x> Own\n <b>text</b></button>", "Own text"),
    ]);
}

#[test]
fn regions_and_collections_have_no_name_from_content() {
    for role in ["region", "collection"] {
        names(&[
            (&format!("<div data-semtag-id=x data-semtag-role={role}>Words</div>"), ""),
            (&format!("<button data-semtag-id=x data-semtag-role={role}>Words</button>"), ""),
            (&format!("<div aria-label=N data-semtag-id=x data-semtag-role={role}>Words</div>"), "N"),
            (
                &format!("<fieldset data-semtag-id=x data-semtag-role={role}><legend>L</legend></fieldset>"),
                "L",
            ),
        ]);
    }
}

#[test]
fn where_that_yields_nothing_the_computed_name_stands() {
    names(&[
        ("<a href=/ data-semtag-id=x data-semtag-role=navigation><img alt=Cart></a>", "Cart"),
        ("<button data-semtag-id=x><svg role=img aria-label=Close></svg></button>", "Close"),
        ("<input type=submit value=Send data-semtag-id=x>", "Send"),
        ("<img alt=Logo data-semtag-id=x>", "Logo"),
    ]);
}

#[test]
fn names_are_cut_at_120_and_values_at_200() {
    let long = "ab ".repeat(100);
    let entry = entry(&format!("<p data-semtag-id=x data-semtag-role=observable>{long}</p>"));
    let cut = |n: usize| long.chars().take(n).collect::<String>() + "…";
    assert_eq!(entry.name(), cut(120));
    assert_eq!(entry.get(Field::Value), Some(&text(&cut(200))));
}

#[test]
fn text_is_that_which_is_rendered() {
    let html = "<div data-semtag-id=x style='text-transform:uppercase'>to<b>tal</b><p>3</p><i hidden>no</i>\
        <script>no</script><span style='visibility:hidden'>no</span><span style='display:block'>ß</span></div>";
    assert_eq!(entry(html).name(), "TOTAL 3 SS");
}

#[test]
fn values_by_kind() {
    let of = |tag: &str, role: &str| {
        value(&tag.replacen('>', &format!(" data-semtag-id=x data-semtag-role={role}>"), 1))
    };
    for (tag, role, expected) in [
        ("<output>3 left</output>", "observable", text("3 left")),
        ("<input value=' as typed '>", "input", text(" as typed ")),
        ("<textarea>one\ntwo</textarea>", "input", text("one\ntwo")),
        ("<select><option value=a>Alpha<option value=b selected>Beta</select>", "select", text("Beta")),
        ("<input type=checkbox checked>", "toggle", Cell::Flag(true)),
        ("<input type=radio>", "toggle", Cell::Flag(false)),
        ("<label>Loud <input type=checkbox checked></label>", "toggle", Cell::Flag(true)),
        ("<label for=r>Loud</label><input type=radio id=r>", "toggle", Cell::Flag(false)),
        ("<label>Loud <input value=1></label>", "toggle", text("Loud")),
        ("<label>Loud <input type=checkbox checked></label>", "observable", text("Loud")),
        ("<button aria-pressed=true>Bold</button>", "toggle", Cell::Flag(true)),
        ("<div role=switch aria-checked=false>Dark</div>", "toggle", Cell::Flag(false)),
        ("<div role=checkbox aria-checked=mixed>All</div>", "toggle", text("mixed")),
        ("<button>Active 5</button>", "toggle", text("Active 5")),
        ("<button role=combobox>Newest</button>", "select", text("Newest")),
        ("<input type=range min=0 max=10 value=7>", "slider", text("7")),
    ] {
        assert_eq!(of(tag, role), expected, "{tag}");
    }
}

#[test]
fn secrets_are_filled_or_not_and_never_printed() {
    for attrs in [
        "type=password",
        "autocomplete=one-time-code",
        "autocomplete='billing cc-number'",
        "autocomplete=cc-csc",
        "aria-label=Password",
        "placeholder='Card number'",
        "name=cvc",
    ] {
        for role in ["input", "observable", "action"] {
            let html = |value: &str| {
                format!("<input {attrs} value='{value}' data-semtag-id=x data-semtag-role={role}>")
            };
            let full = entry(&html("s3cret77"));
            assert_eq!(
                (full.get(Field::Filled), full.get(Field::Value)),
                (Some(&Cell::Flag(true)), None),
                "{attrs}"
            );
            assert!(!full.to_string().contains("s3cret77"), "{attrs}: {full}");
            assert_eq!(entry(&html("")).get(Field::Filled), Some(&Cell::Flag(false)), "{attrs}");
        }
    }
    let open = entry("<input aria-label=Spinach value=1 data-semtag-id=x data-semtag-role=input>");
    assert_eq!(open.get(Field::Value), Some(&text("1")));
}

#[test]
fn hidden_elements_are_left_out_unless_asked_for() {
    for (style, seen) in [
        ("display:none", false),
        ("visibility:hidden", false),
        ("width:0px;height:0px;overflow:hidden", false),
        ("opacity:0", false),
        ("position:absolute;left:-9999px", true),
        ("opacity:0.1", true),
    ] {
        let list = page(&format!("<p style='{style}' data-semtag-id=x data-semtag-role=region>words</p>"));
        assert_eq!(snapshot(&list).entries.len(), usize::from(seen), "{style}");
        let all = semantic_core::hints::HintOptions { include_hidden: true, ..Default::default() };
        let all = semantic_core::hints::HintSnapshot::of(&list, &all).expect("no scope");
        let visible = all.entries[0].get(Field::Visible);
        assert_eq!(visible, (!seen).then_some(&Cell::Flag(false)), "{style}");
    }
}

#[test]
fn neither_an_ancestors_opacity_nor_aria_hidden_hides() {
    let list = page(
        "<div style='opacity:0' aria-hidden=true><p data-semtag-id=x data-semtag-role=region>w</p></div>",
    );
    assert_eq!(snapshot(&list).entries[0].role(), Some(HintRole::Region));
}

#[test]
fn disabled_by_property_by_aria_or_by_fieldset() {
    for (html, disabled) in [
        ("<button disabled data-semtag-id=x>A</button>", true),
        ("<div aria-disabled=true data-semtag-id=x>A</div>", true),
        ("<fieldset disabled><input data-semtag-id=x></fieldset>", true),
        ("<fieldset disabled><legend><input data-semtag-id=x></legend></fieldset>", false),
        ("<button aria-disabled=false data-semtag-id=x>A</button>", false),
    ] {
        assert_eq!(entry(html).get(Field::Enabled), disabled.then_some(&Cell::Flag(false)), "{html}");
    }
}
