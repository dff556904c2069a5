//! The HTML page of a snapshot: page text can inject nothing, and the page allows nothing from elsewhere.

use proptest::prelude::*;
use semantic_core::formats::write::to_html;
use semantic_core::tree::{Rect, Role, Snapshot, SnapshotBuilder, State, Tri};

/// A snapshot that shows `text` wherever a producer's text may be.
fn with(text: &str) -> Snapshot {
    let mut b = SnapshotBuilder::new();
    b.set_title(text);
    b.set_document_url(text);
    b.notice(text.to_owned());
    b.open(Role::Main);
    b.open(Role::Button);
    b.set_role(text);
    b.set_own_ref(text);
    b.set_name(text);
    b.set_value(text);
    b.set_description(text);
    b.set_identifier(text);
    b.set_url(text);
    b.add_attr(text, text);
    b.set_state(State::Checked, Tri::Mixed);
    b.set_bounds(Rect { x: 0.0, y: 0.0, width: 200.0, height: 30.0 });
    b.finish()
}

/// Everything of the page that is markup: the page without the texts between its tags.
fn markup(html: &str) -> Vec<&str> {
    html.split('<').skip(1).map(|part| part.split('>').next().unwrap_or_default()).collect()
}

#[test]
fn page_text_is_never_markup() {
    for text in [
        "<script>alert(1)</script>",
        "</title><img src=x onerror=alert(1)>",
        "\"><svg onload='x'>",
        "' onfocus='x",
        "]]>--!><!--",
        "&lt;b&gt;",
        "a\0b\u{202E}c\r",
    ] {
        let (html, plain) = (to_html(&with(text)), to_html(&with("plain")));
        assert_eq!(markup(&html), markup(&plain), "{text:?}");
        assert!(!html.contains(['\0', '\r', '\u{202E}']), "{text:?}");
    }
}

proptest! {
    #[test]
    fn no_text_becomes_markup(text in "(?s)[<>&\"'/=!\\-a-z \\n\\x00-\\x1f\u{202e}é]{1,30}") {
        let text = format!("x{text}"); // a text without letters is no title and no label
        let (html, plain) = (to_html(&with(&text)), to_html(&with("plain")));
        let sizes = |tag: &str| tag.split(" font-size").next().unwrap_or_default().to_owned();
        let tags = |html: &str| -> Vec<String> {
            // A label's size and place depend on its length.
            markup(html).into_iter().filter(|t| !t.starts_with("text ") && !t.starts_with("/text")).map(sizes).collect()
        };
        prop_assert_eq!(tags(&html), tags(&plain));
    }
}

#[test]
fn the_policy_allows_the_pages_own_script_and_style_only() {
    let html = to_html(&with("x"));
    for (tag, policy) in [("style", "style-src"), ("script", "script-src")] {
        let inside =
            html.split(&format!("<{tag}>")).nth(1).and_then(|rest| rest.split(&format!("</{tag}>")).next());
        let want = format!("{policy} 'sha256-{}'", base64(&sha256(inside.expect(tag).as_bytes())));
        assert!(html.contains(&want), "the digest must be: {want}");
        assert_eq!(html.matches(&format!("<{tag}")).count(), 1);
    }
    assert!(html.contains("default-src 'none'"));
    for outside in [" href", " src=", " style=", "url(", "@import", "http://", "https://"] {
        assert!(!html.contains(outside), "{outside}");
    }
}

#[test]
fn ten_thousand_nodes_and_a_hundred_thousand_levels() {
    let mut b = SnapshotBuilder::new();
    for i in 0..10_000 {
        b.open(Role::Button);
        b.set_name(&format!("Button {i}"));
        b.set_bounds(Rect {
            x: f64::from(i % 100) * 12.0,
            y: f64::from(i / 100) * 30.0,
            width: 10.0,
            height: 20.0,
        });
        b.close();
    }
    let html = to_html(&b.finish());
    assert_eq!((html.matches("<rect").count(), html.matches("<li ").count()), (10_000, 10_000));
    let mut b = SnapshotBuilder::new();
    for _ in 0..100_000 {
        b.open(Role::Generic);
    }
    assert_eq!(to_html(&b.finish()).matches("role=\"treeitem\"").count(), 100_000);
    assert!(to_html(&Snapshot::default()).contains("0 nodes"));
}

/// SHA-256 after FIPS 180-4, for the one comparison above.
fn sha256(data: &[u8]) -> Vec<u8> {
    let primes: Vec<u32> =
        (2u32..312).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0)).collect();
    let fraction = |root: f64| ((root.fract()) * 4_294_967_296.0) as u32;
    let k: Vec<u32> = primes.iter().take(64).map(|&p| fraction(f64::from(p).cbrt())).collect();
    let mut state: Vec<u32> = primes.iter().take(8).map(|&p| fraction(f64::from(p).sqrt())).collect();
    let mut padded = data.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(64) + if padded.len() % 64 > 56 { 64 } else { 0 } - 8, 0);
    padded.extend((data.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks(64) {
        let mut w: Vec<u32> = block.chunks(4).map(|c| u32::from_be_bytes([c[0], c[1], c[2], c[3]])).collect();
        for i in 16..64 {
            let (a, b) = (w[i - 15], w[i - 2]);
            let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
            let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
            w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
        }
        let mut v = state.clone();
        for i in 0..64 {
            let s1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let choice = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let t1 = v[7].wrapping_add(s1).wrapping_add(choice).wrapping_add(k[i]).wrapping_add(w[i]);
            let s0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let t2 = s0.wrapping_add((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(t1);
            v[0] = t1.wrapping_add(t2);
        }
        state.iter_mut().zip(v).for_each(|(s, v)| *s = s.wrapping_add(v));
    }
    state.iter().flat_map(|word| word.to_be_bytes()).collect()
}

fn base64(data: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |three: &[u8]| {
        let bits =
            three.iter().enumerate().fold(0u32, |bits, (i, &byte)| bits | u32::from(byte) << (16 - 8 * i));
        let digit = |i: usize| {
            if i <= three.len() { char::from(DIGITS[(bits >> (18 - 6 * i)) as usize % 64]) } else { '=' }
        };
        (0..4).map(digit).collect::<String>()
    };
    data.chunks(3).map(group).collect()
}
