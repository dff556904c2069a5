//! Arbitrary queries, pages and options: what a careless or hostile caller could hand in.

use super::*;

// ---- Queries ----

/// Words of the query language, places, kinds, other scripts, and characters that are trouble.
const WORDS: &[&str] = &[
    "first",
    "last",
    "second to last",
    "third",
    "11th",
    "0th",
    "99999999999999999999th",
    "not",
    "without",
    "except",
    "but",
    "other than",
    "anything",
    "in",
    "inside",
    "under",
    "of",
    "the",
    "row",
    "dialog",
    "header",
    "footer",
    "section",
    "top",
    "bottom",
    "left",
    "right",
    "corner",
    "leftmost",
    "above",
    "below",
    "next to",
    "left of",
    "between",
    "and",
    "or",
    "button",
    "buttons",
    "link",
    "field",
    "checkbox",
    "icon",
    "image",
    "checked",
    "disabled",
    "with value",
    "sign",
    "sign in",
    "log in",
    "save",
    "delete",
    "edit",
    "email",
    "password",
    "alice",
    "3",
    "kebab",
    "trash",
    "×",
    "⋮",
    "🔍",
    "👩‍👩‍👧",
    "登录",
    "登录按钮",
    "在",
    "不是",
    "第二个",
    "contraseña",
    "пароль",
    "كلمة المرور",
    "ค้นหา",
    "Ⱥ",
    "İ",
    "ß",
    "ﬃ",
    "ǆ",
    "e\u{301}",
    "\u{200b}",
    "\u{202e}",
    "\0",
    "\u{7f}",
    "\n",
    "\t",
    "\u{feff}",
    "\"",
    "“",
    "'",
    "`",
    "[",
    "]",
    ":",
    ";",
    ".",
    ",",
    "?",
    "/",
    "\\",
    "{}",
    "%s",
    "-",
    "_",
    "a_b-cD",
    "passwrod",
    "\u{10ffff}",
];

pub fn words(most: usize) -> impl Strategy<Value = String> {
    vec(prop_oneof![6 => select(WORDS).prop_map(str::to_owned), 1 => any::<String>()], 0..most)
        .prop_map(|w| w.join(" "))
}

pub fn locator() -> impl Strategy<Value = String> {
    let wrap = select(
        &[
            "",
            "",
            "",
            "first:",
            "last:",
            "nth:1:",
            "nth:0:",
            "nth:x:",
            "nth:99999999999999999999:",
            "FIRST: ",
        ][..],
    );
    let key = select(
        &[
            "role",
            "text",
            "label",
            "placeholder",
            "alt",
            "title",
            "testid",
            "Role",
            "find",
            "semantic",
            "nope",
        ][..],
    );
    let value = prop_oneof![
        select(
            &[
                "",
                "button",
                "button Save",
                "\"Save",
                "'Save'",
                "[Save]",
                "`a b`",
                "button [Save]",
                "none",
                "\""
            ][..]
        )
        .prop_map(str::to_owned),
        words(4),
    ];
    (wrap, key, value).prop_map(|(wrap, key, value)| format!("{wrap}{key}:{value}"))
}

pub fn query() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => words(10),
        2 => locator(),
        1 => any::<String>(),
        1 => "\\PC{0,40}",
        1 => (words(6), 1..400usize).prop_map(|(w, n)| (w + " ").repeat(n)),
    ]
}

// ---- Pages ----

pub fn text() -> impl Strategy<Value = String> {
    let names = [
        "",
        "",
        "Save",
        "Sign in",
        "Delete",
        "Edit",
        "Email",
        "Not now",
        "First name",
        "row",
        "Ⱥ",
        "登录",
        "×",
        " ",
        "\0",
        "e1",
    ];
    prop_oneof![4 => select(names.to_vec()).prop_map(str::to_owned), 2 => words(4), 1 => any::<String>()]
}

pub fn role() -> impl Strategy<Value = String> {
    let odd = [
        "",
        "row",
        "button",
        "textbox",
        "dialog",
        "listitem",
        "StaticText",
        "RootWebArea",
        "nonsense",
        "\u{1f}",
    ];
    prop_oneof![
        select(odd.to_vec()).prop_map(str::to_owned),
        select(Role::ALL).prop_map(|r| r.as_str().to_owned()),
    ]
}

/// A ref that is often empty, taken twice, or that of another element's number.
pub fn reference() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec!["", "e1", "e1", "e2", "s_0", "s_1", "own:e1"]).prop_map(str::to_owned),
        "e[0-9]{1,2}"
    ]
}

pub fn number() -> impl Strategy<Value = f64> {
    let odd = [
        0.0,
        -0.0,
        -1.0,
        1e308,
        -1e308,
        1e9,
        1e-320,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        f64::MIN,
    ];
    prop_oneof![3 => (0..1500i32).prop_map(f64::from), 2 => select(odd.to_vec()), 1 => any::<f64>()]
}

pub fn states() -> impl Strategy<Value = States> {
    vec((select(&State::ALL[..]), select(vec![Tri::True, Tri::False, Tri::Mixed])), 0..3).prop_map(|all| {
        let mut states = States::default();
        all.into_iter().for_each(|(s, v)| states.set(s, v));
        states
    })
}

pub fn positional() -> impl Strategy<Value = Positional> {
    let count = || option::of(prop_oneof![0..6u32, Just(u32::MAX)]);
    let edge = || option::of(number());
    (count(), count(), count(), reference(), edge(), edge(), edge(), edge()).prop_map(
        |(depth, sibling_index, sibling_count, labelled_by, x, y, width, height)| Positional {
            depth,
            sibling_index,
            sibling_count,
            labelled_by,
            x,
            y,
            width,
            height,
        },
    )
}

pub fn descriptor() -> impl Strategy<Value = ElementDescriptor> {
    let texts = (
        text(),
        text(),
        prop_oneof![8 => Just(String::new()), 1 => text()],
        select(vec!["", "input", "a", "TD", "?"]),
    );
    let around = (
        reference(),
        prop_oneof![reference(), text()],
        text(),
        option::of(any::<bool>()),
        option::of(0..9u32),
    );
    (texts, around, role(), states(), positional(), 0..12u8).prop_map(
        |(texts, around, role, states, positional, which)| {
            let (name, more, rest, tag) = texts;
            let (reference, parent, section, interactive, document_idx) = around;
            let mut d = ElementDescriptor {
                reference,
                role,
                name,
                tag: tag.to_owned(),
                description: rest.clone(),
                parent,
                section,
                interactive,
                document_idx,
                states,
                positional,
                ..ElementDescriptor::default()
            };
            match which {
                0 => d.label = more,
                1 => d.placeholder = more,
                2 => d.alt = more,
                3 => d.title = more,
                4 => d.testid = more,
                5 => d.text = more,
                6 => d.value = more,
                _ => {}
            }
            d
        },
    )
}

/// An element as a file may have it: right keys with right and wrong values, flat or nested.
pub fn element() -> impl Strategy<Value = Value> {
    let keys = vec![
        "name",
        "value",
        "label",
        "placeholder",
        "text",
        "section",
        "parent",
        "parent_ref",
        "description",
        "testid",
    ];
    let more = vec((select(keys), text()), 0..4);
    let numbers =
        vec((select(vec!["x", "y", "width", "height", "depth", "document_idx", "level"]), number()), 0..4);
    let flat = (reference(), role(), more, numbers, option::of(vec(number(), 4))).prop_map(
        |(r, role, more, numbers, bounds)| {
            let mut e = json!({ "ref": r, "role": role });
            more.into_iter().for_each(|(k, v)| e[k] = v.into());
            for (k, v) in numbers {
                // Depths and indexes must be whole numbers; the others may be anything that JSON can say.
                let whole = matches!(k, "depth" | "document_idx" | "level");
                e[k] = if whole { json!(v.abs().min(9.0) as u8) } else { json!(v) };
            }
            if let Some(bounds) = bounds.filter(|b| b.iter().all(|v| v.is_finite())) {
                e["bounds"] = json!(bounds);
            }
            e
        },
    );
    flat.prop_recursive(4, 12, 4, |inner| {
        (inner.clone(), vec(inner, 0..4)).prop_map(|(mut e, children)| {
            e["children"] = Value::Array(children);
            e
        })
    })
}

/// A page by the builder: opened, described, closed, in any order.
pub fn built() -> impl Strategy<Value = Snapshot> {
    let node = (select(Role::ALL), option::of(text()), option::of(vec(number(), 4)), 0..3usize, reference());
    vec(node, 0..16).prop_map(|nodes| {
        let mut b = SnapshotBuilder::new();
        for (role, name, bounds, close, own) in nodes {
            b.open(role);
            name.iter().for_each(|n| b.set_name(n));
            if let Some(rect) = bounds.and_then(|b| Rect::new(b[0], b[1], b[2], b[3])) {
                b.set_bounds(rect);
            }
            b.set_own_ref(&own);
            b.add_attr("placeholder", &own);
            (0..close).for_each(|_| b.close());
        }
        b.finish()
    })
}

pub fn page() -> impl Strategy<Value = Snapshot> {
    prop_oneof![
        3 => vec(descriptor(), 0..14).prop_map(|d| snapshot_from_descriptors(&d)),
        2 => vec(element(), 0..8).prop_filter_map("not a snapshot", |e| {
            formats::read(Value::Array(e).to_string().as_bytes(), None).ok()
        }),
        1 => built(),
    ]
}

pub fn options() -> impl Strategy<Value = FindOptions> {
    let weights = prop_oneof![3 => Just((0.6, 0.4)), 1 => (0.0..1e6, 0.001..1e6)];
    (0.0..=1.0f64, 0..6usize, weights, any::<bool>()).prop_map(|(threshold, top_k, weights, explain)| {
        FindOptions { threshold, top_k, lexical_weight: weights.0, embedding_weight: weights.1, explain }
    })
}
