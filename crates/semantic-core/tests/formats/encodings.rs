//! Bytes that become text: byte order marks, a few wrong bytes, files cut inside a character.

use semantic_core::formats;

#[test]
fn byte_order_marks_and_encodings() {
    let json = "\n [{\"ref\":\"e1\",\"role\":\"button\",\"name\":\"\u{767b}\u{5f55} \u{1F600}\"}]";
    let mut utf8 = b"\xEF\xBB\xBF".to_vec();
    utf8.extend(json.bytes());
    let mut little = b"\xFF\xFE".to_vec();
    little.extend(json.encode_utf16().flat_map(u16::to_le_bytes));
    let mut big = b"\xFE\xFF".to_vec();
    big.extend(json.encode_utf16().flat_map(u16::to_be_bytes));
    for bytes in [utf8, little, big] {
        let page = formats::read(&bytes, None).expect("readable");
        assert_eq!(page.nodes().next().and_then(|n| n.name()), Some("\u{767b}\u{5f55} \u{1F600}"));
    }
    let message = |bytes: &[u8]| formats::read(bytes, None).expect_err("not text").to_string();
    let advice = "is it text? Save it as UTF-8";
    assert_eq!(message(b"[\xFF]"), format!("not valid UTF-8 at byte 1: {advice}"));
    assert_eq!(message(b"\xEF\xBB\xBF[\xFF]"), format!("not valid UTF-8 at byte 4: {advice}"));
    assert_eq!(message(b"\xFF\xFE[\x00\x00\xD8[\x00"), format!("not valid UTF-16 at byte 4: {advice}"));
    assert_eq!(message(b"\xFF\xFE["), format!("not valid UTF-16 at byte 2: {advice}"));
    assert_eq!(message(b"\xE2\x82"), format!("not valid UTF-8 at byte 0: {advice}"));
    let binary: Vec<u8> = (0..20_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert!(message(&binary).starts_with("not valid UTF-8 at byte "));
    // A byte that is wrong, far too many, and zero bytes.
    let page =
        |name: &[u8]| [b"- button \"Save\"\n- link \"Long enough\"\n- text: ".as_slice(), name].concat();
    let notices = |bytes: &[u8]| formats::read(bytes, None).expect("readable").notices().join("|");
    assert_eq!(
        notices(&page(b"caf\xE9!")),
        "1 byte that is not UTF-8 replaced by U+FFFD, the first at byte 48"
    );
    assert!(message(&page(&b"\xE9\xE8".repeat(50))).starts_with("not valid UTF-8 at byte 45: "));
    assert!(message(&page(b"caf\xE9\0")).starts_with("not valid UTF-8 at byte 48: "));
    // A file that ends inside a character.
    let whole = page("caf\u{e9} \u{1F600}".as_bytes());
    for end in whole.len() - 3..whole.len() {
        assert_eq!(notices(&whole[..end]), "the file ends inside a character");
    }
    let wide = String::from_utf8(whole).expect("UTF-8");
    let wide: Vec<u8> =
        [0xFF, 0xFE].into_iter().chain(wide.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    for end in wide.len() - 3..wide.len() {
        assert_eq!(notices(&wide[..end]), "the file ends inside a character");
    }
}
