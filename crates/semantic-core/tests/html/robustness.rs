//! What must never break: any bytes, cut texts, nesting without end, references in circles, pages made to cost time.

use std::fmt::Write;
use std::fs;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use semantic_core::formats;
use semantic_core::tree::{Role, Snapshot};

use super::{read, root};

const LEVELS: usize = 100_000;

/// Far more than any of these pages takes, far less than the square of its size would.
const SOON: Duration = Duration::from_secs(30);

fn read_soon(html: &str) -> Snapshot {
    let start = Instant::now();
    let page = read(html);
    assert!(start.elapsed() < SOON, "{:?} for {} bytes", start.elapsed(), html.len());
    page
}

fn numbered(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

#[test]
fn a_hundred_thousand_boxes_hide_no_button() {
    for inner in ["</div>", ""] {
        let html = "<div>".repeat(LEVELS) + "<button>Deep</button>" + &inner.repeat(LEVELS);
        let page = read_soon(&html);
        let button = page.nodes().find(|n| n.role() == Role::Button).expect("the button");
        assert_eq!((button.name(), page.len()), (Some("Deep"), 2));
    }
}

#[test]
fn nesting_with_a_meaning_is_cut_and_said() {
    for open in
        ["<ul><li>", "<table><tr><td>", "<div role=treeitem>", "<svg><g>", "<template>", "<blockquote>"]
    {
        let page = read_soon(&(open.repeat(LEVELS) + "words <a href=x>link</a>"));
        let deepest = page.nodes().map(|n| n.depth()).max().unwrap_or_default();
        assert!(deepest < 3000, "{open}: {deepest}");
        assert!(page.notices().iter().any(|n| n.contains("deep")), "{open}: {:?}", page.notices());
    }
}

#[test]
fn formatting_without_end_is_linear() {
    read_soon(&numbered(LEVELS, |i| format!("<b class=c{i}>")));
    read_soon(&numbered(LEVELS / 5, |i| format!("<p><font size={i}>x")));
    read_soon(&numbered(LEVELS / 5, |i| format!("<a href={i}>x")));
    read_soon(&("<table>".to_owned() + &"<a>x</a><b>".repeat(LEVELS / 5)));
    read_soon(&"<x-y><template shadowrootmode=open><slot></slot>".repeat(LEVELS));
}

#[test]
fn tags_with_attributes_without_end_are_cut_and_said() {
    let many = numbered(LEVELS, |i| format!(" a{i}=1"));
    let quoted = numbered(LEVELS, |i| format!(" a{i}='</b>&lt;<i>\u{e9}'"));
    let bare = numbered(LEVELS, |i| format!("/a{i}"));
    for (before, attrs, after) in [
        ("", &many, ">"),
        ("<p>x</p>&amp", &quoted, ">"),
        ("<<", &many, "/>"),
        ("<svg><title>", &quoted, "></svg>"),
        ("<script>'<!--'</script>\r\n", &bare, ">"),
        ("<!-- <b '> -->", &many, " z='>'>"),
        ("<title>x <b</title>", &many, "\n>"),
    ] {
        let html = format!("<section>{before}<div id=first {attrs}{after}<button>Save</button>");
        let page = read_soon(&html);
        assert!(page.nodes().any(|n| n.name() == Some("Save")), "{before}: the rest is there");
        let notice = page.notices().iter().find(|n| n.contains(" attributes left out"));
        let number = notice.and_then(|n| n.split(' ').next()?.parse().ok());
        assert!(number.is_some_and(|n: usize| n > LEVELS * 9 / 10 && n < LEVELS), "{before}: {notice:?}");
    }
}

#[test]
fn what_only_looks_like_many_attributes_is_left_alone() {
    let words = numbered(5000, |i| format!(" w{i}=1"));
    for html in [
        format!("<p>x</p><script>if (a <b{words}) x()</script>"),
        format!("<p>x</p><!-- <div{words} --><!doctype{words}><?x <div{words}>"),
        format!("<p>x</p><textarea><div{words}></textarea><title><a{words}</title>"),
        format!("<p>x</p><img alt=x src='data:{words}'>"),
        format!("<p>x</p><img alt=x title=\"<div{words}\"><p>1 < 2{words}</p>"),
        format!("<p>x</p><div{}>", numbered(1000, |i| format!(" data-number-{i}='some text'"))),
    ] {
        let page = read_soon(&(html.clone() + "<button>Save</button>"));
        assert!(!page.notices().iter().any(|n| n.contains("attributes")), "{html:.40}: {:?}", page.notices());
        assert!(page.nodes().any(|n| n.name() == Some("Save")), "{html:.40}");
    }
}

#[test]
fn references_in_circles_end() {
    let circle = numbered(1000, |i| {
        format!("<button id=b{i} aria-labelledby='b{} b{}'>x{i}</button>", (i + 1) % 1000, (i + 2) % 1000)
    });
    assert_eq!(read_soon(&circle).nodes().nth(1).and_then(|n| n.name()), Some("x1 x2"));
    let labels = "<label>a<input>".repeat(2000);
    assert_eq!(read_soon(&labels).nodes().filter(|n| n.role() == Role::TextBox).count(), 2000);
}

#[test]
fn names_of_much_text_cost_bounded_work() {
    let many = "<button aria-labelledby=big>x</button>".repeat(5000);
    let page = read_soon(&format!("<div id=big>{}</div>{many}", "<i></i>".repeat(LEVELS)));
    assert!(page.notices().iter().any(|n| n.contains("names cut short")), "{:?}", page.notices());
    let page = read_soon(&format!("<div id=big>{}</div>{many}", "words ".repeat(LEVELS)));
    let longest =
        page.nodes().filter(|n| n.role() == Role::Button).filter_map(|n| n.name()).map(str::len).max();
    assert!(longest.is_some_and(|len| len <= 10_010), "{longest:?}");
    let items = "<div role=treeitem>".repeat(400) + &"word <b>word</b> ".repeat(20_000);
    read_soon(&items);
}

#[test]
fn wide_pages_are_linear() {
    read_soon(&("<details>".to_owned() + &"<p></p>".repeat(30_000) + &"<summary>x</summary>".repeat(30_000)));
    let slots = numbered(20_000, |i| format!("<slot name=s{i}></slot>"));
    let given = numbered(20_000, |i| format!("<b slot=s{i}>x{i}</b>"));
    let page = read_soon(&format!("<x-y><template shadowrootmode=open>{slots}</template>{given}</x-y>"));
    assert_eq!(page.len(), 20_001);
    let labels = "<label for=x>a</label>".repeat(LEVELS) + "<input id=x>";
    read_soon(&labels);
}

#[test]
fn frames_in_frames_end() {
    let mut html = "<button>innermost</button>".to_owned();
    for _ in 0..10 {
        html = format!("<iframe srcdoc=\"{}\"></iframe>", html.replace('&', "&amp;").replace('"', "&quot;"));
    }
    assert!(read_soon(&html).nodes().any(|n| n.name() == Some("innermost")));
}

#[test]
fn a_page_cut_anywhere_is_read_and_said() {
    let whole = fs::read_to_string(root().join("fixtures/html/page.html")).expect("the page");
    assert!(read(&whole).notices().iter().all(|n| !n.contains("cut off")));
    let end = whole.trim_end().len();
    let begins = whole.find("<html").expect("an html tag") + 5;
    for cut in (0..end).filter(|&cut| whole.is_char_boundary(cut)) {
        let Ok(page) = formats::read(&whole.as_bytes()[..cut], None) else {
            assert!(cut < 40, "not even recognised with {cut} bytes");
            continue;
        };
        let said = page.notices().iter().any(|n| n.contains("cut off"));
        let in_closing_tags = whole[cut..].chars().filter(|c| *c == '<').count() < 2;
        assert!(said || cut < begins || in_closing_tags, "nothing said with {cut} of {end} bytes");
    }
}

/// No table of old encodings is read, but a page in one is told from a broken one.
#[test]
fn pages_in_other_encodings_are_read_or_refused_with_the_encoding_they_name() {
    let page = |text: &[u8]| {
        let head = b"<!doctype html><meta charset=\"Windows-1251\"><title>x</title><p>".as_slice();
        [head, &b"some words ".repeat(20), text].concat()
    };
    let read = formats::read(&page(b"\x93yes\x94</p>"), None).expect("readable");
    let notices = read.notices().join("|");
    let says = "the page says that it is \"windows-1251\"; save it as UTF-8";
    assert!(notices.starts_with("2 bytes that are not UTF-8 replaced by U+FFFD"), "{notices}");
    assert!(notices.contains(says), "{notices}");
    let error = formats::read(&page(&b"\xcf\xf0\xe8\xe2 ".repeat(50)), None);
    let error = error.expect_err("too much is lost").to_string();
    assert!(error.starts_with("not valid UTF-8") && error.ends_with(says), "{error}");
}

/// Pieces of HTML that are likely to meet each other badly.
fn soup() -> impl Strategy<Value = String> {
    const PIECES: [&str; 44] = [
        "<div>",
        "</div>",
        "<p>",
        "</p>",
        "<a href=x>",
        "</a>",
        "<b>",
        "</b>",
        "<table>",
        "</table>",
        "<tr>",
        "<td>",
        "<select>",
        "</select>",
        "<option>",
        "<template>",
        "<template shadowrootmode=open>",
        "</template>",
        "<slot>",
        "<slot name=a>",
        "<i slot=a>",
        "<svg>",
        "</svg>",
        "<title>",
        "</title>",
        "<iframe srcdoc='<b>x'>",
        "<button>",
        "</button>",
        "<label for=a>",
        "<input id=a>",
        "<div id=b aria-labelledby='a b c'>",
        "<span id=c title=t>",
        "<details>",
        "<summary>",
        "<fieldset disabled>",
        "<legend>",
        "<math>",
        "<annotation-xml encoding=text/html>",
        "<form>",
        "<textarea>",
        "</textarea>",
        "<!--",
        "text",
        "\u{e9}&nbsp;&#0;",
    ];
    prop::collection::vec(prop::sample::select(&PIECES[..]), 1..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = formats::read(&bytes, Some("html"));
    }

    #[test]
    fn no_soup_panics_and_nothing_is_lost_twice(html in soup()) {
        let page = read(&html);
        let again = read(&html);
        prop_assert_eq!(page.len(), again.len());
        prop_assert_eq!(page.roots().count(), 1);
    }

    #[test]
    fn any_text_is_text(text in "[a-zA-Z ]{1,200}") {
        let mut html = String::new();
        write!(html, "<p>{text}</p>").expect("a string takes everything");
        let page = read(&html);
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        prop_assert_eq!(page.nodes().nth(2).and_then(|n| n.name()).unwrap_or_default(), words);
    }
}
