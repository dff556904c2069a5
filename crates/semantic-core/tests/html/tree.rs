//! What a node carries besides role, name and states: identifiers, attributes, addresses; and what a page is known by.

use std::fs;

use semantic_core::formats::{self, detect};
use semantic_core::tree::{Node, Role, Snapshot, State, Tri};

use super::{read, root};

fn page() -> Snapshot {
    let html = fs::read(root().join("fixtures/html/page.html")).expect("the page");
    formats::read(&html, None).expect("HTML")
}

fn named<'a>(page: &'a Snapshot, name: &str) -> Node<'a> {
    let of_that_name = |n: &Node<'_>| n.name() == Some(name) && n.role() != Role::Text;
    page.nodes().find(of_that_name).unwrap_or_else(|| panic!("no {name:?}"))
}

#[test]
fn the_document_has_title_and_address() {
    let page = page();
    assert_eq!(page.title(), Some("Cart – Example Shop"));
    assert_eq!(page.url(), Some("https://shop.example/cart/index"));
    let root = page.roots().next().expect("one root");
    assert_eq!((root.role(), root.name()), (Role::Document, Some("Cart – Example Shop")));
    assert_eq!(page.notices(), ["style sheets are not read (1 here): what only they hide is in the tree"]);
}

#[test]
fn links_are_resolved_where_the_base_is_known() {
    let page = page();
    assert_eq!(named(&page, "Home").url(), Some("https://shop.example/"));
    assert_eq!(named(&page, "Tea").url(), Some("https://shop.example/tea?sort=price#top"));
    assert_eq!(named(&page, "Write “to us” – né?").url(), Some("mailto:help@shop.example"));
    for (html, url) in [
        ("<base href='https://a.example/b/'><a href='c'>x</a>", "https://a.example/b/c"),
        ("<base href='/b/'><a href='c'>x</a>", "c"),
        ("<a href=' ../c '>x</a>", "../c"),
    ] {
        assert_eq!(named(&read(html), "x").url(), Some(url), "{html}");
    }
}

#[test]
fn identifiers_go_from_the_best_to_the_plain_one() {
    let page = page();
    assert_eq!(named(&page, "Remove").role(), Role::ColumnHeader);
    let remove = page.nodes().find(|n| n.role() == Role::Button).expect("a button");
    assert_eq!((remove.name(), remove.identifier()), (Some("Remove"), Some("cart.remove")));
    assert_eq!(remove.attr("data-semtag-row"), Some("1"));
    for (html, identifier) in [
        ("<button id=a data-testid=b data-semtag-id=c>x</button>", "c"),
        ("<button id=a data-testid=b>x</button>", "b"),
        ("<button id=a data-test-id=b data-cy=c>x</button>", "b"),
        ("<button id=a data-test=b>x</button>", "b"),
        ("<button id=a data-cy=b>x</button>", "b"),
        ("<button id=a>x</button>", "a"),
    ] {
        assert_eq!(named(&read(html), "x").identifier(), Some(identifier), "{html}");
    }
}

#[test]
fn attributes_that_help_to_find_are_kept() {
    let page = page();
    let pay = named(&page, "Pay & go");
    assert_eq!(
        (pay.identifier(), pay.attr("type"), pay.attr("title")),
        (Some("pay"), Some("submit"), Some("Buy"))
    );
    assert_eq!((pay.attr("tag"), pay.description()), (Some("input"), Some("Buy")));
    let write = named(&page, "Write “to us” – né?");
    assert_eq!(write.attr("target"), Some("_blank"));
    let form = page.nodes().find(|n| n.role() == Role::Form).expect("the form");
    assert_eq!((form.identifier(), form.attr("action")), (Some("payment"), Some("/pay")));
}

#[test]
fn a_label_that_does_not_name_is_kept_as_label() {
    let page = read("<label for=x>Written</label><input id=x aria-label=Spoken class='a b' name=n>");
    let field = named(&page, "Spoken");
    assert_eq!(
        (field.attr("label"), field.attr("class"), field.attr("name")),
        (Some("Written"), Some("a b"), Some("n"))
    );
}

#[test]
fn secrets_never_enter_the_tree() {
    let page = page();
    let (number, code) = (named(&page, "Number"), named(&page, "Code"));
    assert_eq!((number.value(), number.states().get(State::Filled)), (None, Some(Tri::True)));
    assert_eq!((code.value(), code.states().get(State::Filled)), (None, Some(Tri::True)));
    for html in [
        "<button aria-labelledby=p>x</button><input id=p type=password value=hunter2-secret>",
        "<button aria-describedby=p>x</button><input id=p autocomplete='section-a new-password' value=hunter2-secret>",
        "<label>Remember <input aria-label=Password value=hunter2-secret><input type=checkbox></label>",
        "<h1>Key <input name=cvc value=hunter2-secret></h1>",
        "<label for=o>One-time code</label><input id=o value=hunter2-secret><p aria-labelledby=o>x</p>",
        "<label for=o>Passwort</label><textarea id=o>hunter2-secret</textarea><a href=# aria-labelledby=o>x</a>",
        "<div role=dialog><input readonly value=hunter2-secret><button>Copy</button></div>",
        "<div role=textbox aria-label=Password contenteditable><p>hunter2-secret</p></div>",
        "<input type=hidden value=hunter2-secret id=h><button aria-labelledby=h>x</button>",
        "<input type=password value=hunter2-secret title=hunter2-secret placeholder=hunter2-secret data-semtag-x=hunter2-secret>",
    ] {
        let page = read(html);
        for node in page.nodes() {
            let texts = [node.name(), node.value(), node.description(), node.url(), node.identifier()];
            let attrs = node.attrs().map(|(_, value)| value);
            assert!(texts.into_iter().flatten().chain(attrs).all(|t| !t.contains("hunter2")), "{html}");
        }
    }
}

#[test]
fn states_that_nobody_said_are_absent() {
    let page = read("<button>x</button><p>y</p>");
    let button = named(&page, "x");
    let states: Vec<_> = button.states().iter().collect();
    assert_eq!(states, [(State::Focusable, Tri::True)]);
    assert!(button.bounds().is_none());
}

#[test]
fn html_is_told_from_what_only_looks_like_it() {
    for html in [
        "<!DOCTYPE html><p>x",
        "  <!doctype HTML PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x\">",
        "<html><body>x",
        "<?xml version=\"1.0\"?>\n<!DOCTYPE html><html xmlns=\"http://www.w3.org/1999/xhtml\"></html>",
        "<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"/>",
        "<!-- saved --> <html>",
        "<form action=x>",
        "<div\nclass=x>",
        "<button>x</button>",
        "<main>",
        "<BODY>",
        "<input type=text/>",
        "<h1>x</h1>",
    ] {
        assert_eq!(detect(html).map(|f| f.name).ok(), Some("html"), "{html}");
    }
    for other in [
        "<hierarchy rotation=\"0\"><node/></hierarchy>",
        "<?xml version='1.0'?><hierarchy/>",
        "<AppiumAUT><XCUIElementTypeApplication/></AppiumAUT>",
        "<XCUIElementTypeApplication type=\"x\">",
        "<Window AcceleratorKey=\"\">",
        "<Button Name=\"x\"/>",
        "<Table/>",
        "<RootWebArea raw_id=\"1\">",
        "<node/>",
        "<?xml version='1.0'?><form/>",
        "<divider>",
        "- button \"x\"",
        "a <b>c</b>",
        "<",
        "<!--",
        "<!doctype svg>",
    ] {
        assert_ne!(detect(other).map(|f| f.name).ok(), Some("html"), "{other}");
    }
}
