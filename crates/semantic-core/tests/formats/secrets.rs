//! Secrets by format: what is typed in a secret field gets into no tree, notice or error.

use semantic_core::formats::{self, write::to_aria, write::to_json};

const SECRET: &str = "ZqSECRETq";

/// Dumps with the secret in a field that only that format's own words show to be one.
const DUMPS: [(&str, &str); 13] = [
    (
        "appium field by id",
        r#"<hierarchy rotation="0"><node index="0" text="ZqSECRETq" resource-id="a:id/password" class="android.widget.EditText" password="false" content-desc="" bounds="[0,0][1,1]"/></hierarchy>"#,
    ),
    (
        "flutter hint",
        r#"{"snapshot_id":1,"nodes":[{"ref":"s_0","id":1,"type":"textField","hint":"Password","value":"ZqSECRETq"}]}"#,
    ),
    (
        "macapptree",
        r#"{"id":"1","name":"w","role":"AXWindow","absolute_position":"0;0","children":[{"role":"AXTextField","role_description":"secure text field","name":"","value":"ZqSECRETq","absolute_position":"0;0","children":[]}]}"#,
    ),
    (
        "axui",
        r#"{"role":"Application","bounds":[0,0,1,1],"roleDescription":"application","children":[{"role":"TextField","bounds":[0,0,1,1],"roleDescription":"secure text field","value":"ZqSECRETq"}]}"#,
    ),
    (
        "pywinauto by id",
        "Dialog - 'x'    (L1, T2, R3, B4)\n['x']\n   | \n   | Edit - 'ZqSECRETq'    (L1, T2, R3, B4)\n   | ['Edit']\n   | child_window(title=\"ZqSECRETq\", auto_id=\"password\", control_type=\"Edit\")\n",
    ),
    (
        "pywinauto by title",
        "Dialog - 'x'    (L1, T2, R3, B4)\n['x']\n   | \n   | Edit - 'ZqSECRETq'    (L1, T2, R3, B4)\n   | ['PasswordEdit', 'Edit']\n   | child_window(title=\"Password\", auto_id=\"x\", control_type=\"Edit\")\n",
    ),
    (
        "pywinauto by names",
        "Dialog - 'x'    (L1, T2, R3, B4)\n['x']\n   | \n   | Edit - 'ZqSECRETq'    (L1, T2, R3, B4)\n   | ['PasswordEdit', 'Edit']\n   | child_window(auto_id=\"x\", control_type=\"Edit\")\n",
    ),
    (
        "windows-mcp",
        "List of Interactive Elements:\nLabel: 0 App Name: A ControlType: Edit Control Name: Password Value: ZqSECRETq Shortcut:  Cordinates: (1,2)\n",
    ),
    (
        "ios cell",
        r#"<AppiumAUT><XCUIElementTypeApplication type="XCUIElementTypeApplication" name="a" x="0" y="0" width="1" height="1"><XCUIElementTypeCell type="XCUIElementTypeCell" label="Password, ZqSECRETq" name="c" x="0" y="0" width="1" height="1"><XCUIElementTypeSecureTextField type="XCUIElementTypeSecureTextField" value="ZqSECRETq" x="0" y="0" width="1" height="1"/></XCUIElementTypeCell></XCUIElementTypeApplication></AppiumAUT>"#,
    ),
    ("flat", r#"[{"ref":"e0","role":"textbox","name":"x","input_type":"password","value":"ZqSECRETq"}]"#),
    ("skipped line", "- textbox \"Name\" [ref=e2]: x\n- textbox 'Password' [ref=e1]: ZqSECRETq\n"),
    (
        "skipped line of a plain field",
        "- textbox \"Name\" [ref=e2]: x\n- textbox `Login` [ref=e1]: ZqSECRETq\n",
    ),
    ("skipped text", "- heading \"T\" [level=1] [ref=e1]\n- textbox \"Name\" [ref=e2]: x\n= ZqSECRETq\n"),
];

#[test]
fn no_format_lets_a_secret_out() {
    for (about, dump) in DUMPS {
        if !cfg!(feature = "xml") && dump.starts_with('<') {
            continue;
        }
        let page = formats::read(dump.as_bytes(), None).unwrap_or_else(|e| panic!("{about}: {e}"));
        let all = format!("{} {} {:?} {:?}", to_json(&page), to_aria(&page), page.text(), page.notices());
        assert!(!all.contains(SECRET), "{about}: {all}");
    }
}

#[test]
fn a_key_beside_a_button_that_copies_it_is_a_secret() {
    let page = |value: &str, button: &str| {
        let dump = serde_json::json!([
            {"ref": "e0", "role": "dialog", "name": "Your new key"},
            {"ref": "e1", "role": "textbox", "name": "", "value": value, "readonly": true, "parent": "e0"},
            {"ref": "e2", "role": "button", "name": button, "parent": "e0"}
        ]);
        to_json(&formats::read(dump.to_string().as_bytes(), None).expect("a list"))
    };
    for button in ["Copy", "Kopieren", "Copy to clipboard", "复制密钥"] {
        let page = page(SECRET, button);
        assert!(!page.contains(SECRET) && page.contains("filled"), "{button}: {page}");
    }
    assert!(page(SECRET, "Close").contains(SECRET), "nothing copies it");
    assert!(page("https://example.org/share", "Copy").contains("example.org"), "an address is for sharing");
    assert!(page("three plain words", "Copy").contains("three plain words"));
}

#[test]
fn errors_quote_no_value() {
    for text in
        ["login: ZqSECRETq", "- Password: ZqSECRETq", "<a b='ZqSECRETq'>", "ZqSECRETq", "x 'ZqSECRETq"]
    {
        if let Err(error) = formats::read(text.as_bytes(), None) {
            assert!(!error.to_string().contains(SECRET), "{text}: {error}");
        }
    }
}

#[test]
fn a_password_field_of_pywinauto_keeps_its_label() {
    let dump = "Dialog - 'x'    (L1, T2, R3, B4)\n['x']\n   | \n   | Edit - 'Password:'    (L1, T2, R3, B4)\n   | ['Edit']\n   | child_window(title=\"Password:\", auto_id=\"password\", control_type=\"Edit\")\n";
    let page = formats::read(dump.as_bytes(), None).expect("a dump");
    assert_eq!(page.nodes().nth(1).and_then(|n| n.name()), Some("Password:"));
}

#[test]
fn what_is_written_holds_no_harmful_characters() {
    const NAME: &str = "a\u{202e}b\u{2066}c\u{e0041}de: \"f\" 'g' \\h";
    let dump = serde_json::json!([{"role": "button", "name": NAME},
        {"role": "textbox", "name": "t", "value": NAME}, {"role": "text", "name": "x\u{9b}y\u{85}z\u{2028}"}]);
    let page = formats::read(dump.to_string().as_bytes(), None).expect("a list");
    let (json, aria) = (to_json(&page), to_aria(&page));
    for text in [&json, &aria] {
        assert!(text.chars().all(|c| c == '\n' || !semantic_core::view::is_harmful(c)), "{text}");
    }
    let again = formats::read(json.as_bytes(), None).expect("our own");
    assert_eq!(to_json(&again), json);
    let again = formats::read(aria.as_bytes(), None).expect("an aria snapshot");
    assert_eq!(again.nodes().next().and_then(|n| n.name()), Some(NAME), "{aria}");
    assert_eq!(again.nodes().nth(1).and_then(|n| n.value()), Some(NAME), "{aria}");
}

#[test]
fn notices_do_not_grow_on_the_way_through_our_own_form() {
    let twice = br#"[{"ref":"a","role":"button","name":"x"},{"ref":"a","role":"button","name":"y"}]"#;
    let page = formats::read(twice, None).expect("a list");
    let once = to_json(&page);
    assert_eq!(page.notices().len(), 1);
    let again = formats::read(once.as_bytes(), None).expect("our own");
    assert_eq!(to_json(&again), once);
}

#[test]
fn boxes_of_accesskit_stay_where_they_are() {
    let dump = br#"{"nodes":[[1,{"role":"window","transform":[0.1,0.0,0.0,0.3,0.7,0.1],"bounds":{"x0":0.1,"y0":0.2,"x1":33.3,"y1":77.7},"children":[2]}],[2,{"role":"button","name":"a","transform":[1.1,0.0,0.0,1.3,0.7,0.1],"bounds":{"x0":0.3,"y0":0.7,"x1":13.7,"y1":17.9}}]],"tree":{"root":1},"focus":1}"#;
    let page = formats::read(dump, None).expect("an update");
    let once = to_json(&page);
    assert_eq!(to_json(&formats::read(once.as_bytes(), None).expect("our own")), once);
}
