//! Words of names: what they are nearly spelled like, and what they speak of.

use crate::hints::ATTRIBUTES;

/// What all hints begin with.
pub(super) const PREFIX: &str = "data-semtag-";

/// Whether an attribute is a hint, or looks as if it were meant to be one.
pub(super) fn is_meant(key: &str) -> bool {
    let starts =
        |prefix: &str| key.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    (starts(PREFIX) && key.len() > PREFIX.len()) || decoy(key).is_some()
}

/// The attribute of the vocabulary that one which is none was meant to be, where only its beginning is wrong.
pub(super) fn decoy(key: &str) -> Option<&'static str> {
    let plain: String = key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let last = ["datasemtag", "semtag", "datasemantictag", "datasemantic", "semantictag"]
        .iter()
        .find_map(|prefix| plain.strip_prefix(prefix))?;
    let meant = ATTRIBUTES.into_iter().find(|attribute| attribute.get(PREFIX.len()..) == Some(last))?;
    (!key.eq_ignore_ascii_case(meant)).then_some(meant)
}

/// Those of the words that `word` is nearly spelled like; nearest first, and only the nearest.
pub(super) fn near<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    /// Longer words are not compared.
    const LONGEST: usize = 100;
    let lower = word.to_lowercase();
    let mut best: Vec<&str> = Vec::new();
    let mut least = if lower.chars().count() < 5 { 1 } else { 2 };
    if lower.len() > LONGEST {
        return best;
    }
    for candidate in words {
        if candidate.len() > LONGEST || candidate.len().abs_diff(lower.len()) > 3 * least {
            continue;
        }
        let distance = distance(&lower, &candidate.to_lowercase());
        if distance < least || (distance == least && best.is_empty()) {
            best.clear();
            least = distance;
        }
        if distance == least && !best.contains(&candidate) {
            best.push(candidate);
        }
    }
    best
}

/// How many letters have to be changed, put in, left out or swapped.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    let mut previous = '\0';
    for (i, x) in a.chars().enumerate() {
        let mut next = Vec::with_capacity(row.len());
        next.push(i + 1);
        for (j, &y) in b.iter().enumerate() {
            let mut least = (row[j] + usize::from(x != y)).min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && y == previous {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        previous = x;
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or_default()
}

/// Words of HTML and ARIA, and the role that is meant by them.
const MEANT: [(&str, &str); 38] = [
    ("button", "action"),
    ("submit", "action"),
    ("menuitem", "action"),
    ("link", "navigation"),
    ("tab", "navigation"),
    ("nav", "navigation"),
    ("anchor", "navigation"),
    ("textbox", "input"),
    ("text", "input"),
    ("field", "input"),
    ("searchbox", "input"),
    ("textarea", "input"),
    ("textfield", "input"),
    ("checkbox", "toggle"),
    ("switch", "toggle"),
    ("radio", "toggle"),
    ("combobox", "select"),
    ("dropdown", "select"),
    ("listbox", "select"),
    ("picker", "select"),
    ("range", "slider"),
    ("spinbutton", "slider"),
    ("list", "collection"),
    ("table", "collection"),
    ("grid", "collection"),
    ("section", "region"),
    ("form", "region"),
    ("dialog", "region"),
    ("group", "region"),
    ("panel", "region"),
    ("container", "region"),
    ("output", "observable"),
    ("label", "observable"),
    ("status", "observable"),
    ("display", "observable"),
    ("heading", "observable"),
    ("choice", "option"),
    ("listitem", "option"),
];

/// The role that is meant by a word of HTML or ARIA, or by one that is nearly spelled so.
pub(super) fn role_for(word: &str) -> Option<&'static str> {
    let of = |word: &str| MEANT.iter().find(|(known, _)| *known == word).map(|(_, role)| *role);
    of(&word.to_lowercase()).or_else(|| match near(word, MEANT.iter().map(|(known, _)| *known)).as_slice() {
        [only] => of(only),
        _ => None,
    })
}

/// The words of a part of a name, in small letters: split at everything that is no letter or digit, and before capitals.
pub(super) fn words(part: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_new = true;
    let mut was_lower = false;
    for c in part.chars() {
        if !c.is_alphanumeric() {
            is_new = true;
            continue;
        }
        if is_new || (c.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        is_new = false;
        was_lower = c.is_lowercase() || c.is_ascii_digit();
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words
}

/// The word in a name that speaks of tests. `is_first`: whether the part is the name's first.
pub(super) fn test_word(part: &str, is_first: bool) -> Option<String> {
    const ALWAYS: [&str; 13] = [
        "testid",
        "e2e",
        "playwright",
        "cypress",
        "selenium",
        "puppeteer",
        "vitest",
        "jest",
        "assert",
        "asserts",
        "assertion",
        "should",
        "testcase",
    ];
    const IN_FRONT: [&str; 7] = ["test", "qa", "cy", "mock", "dummy", "expect", "pw"];
    let words = words(part);
    let first = words.first()?;
    let in_front = IN_FRONT.contains(&first.as_str()) && (words.len() > 1 || is_first && first == "test");
    if in_front {
        return Some(first.clone());
    }
    words.into_iter().find(|word| ALWAYS.contains(&word.as_str()))
}

/// Whether a part of an id says where or which kind of box something is.
pub(super) fn is_positional(part: &str) -> bool {
    const BOXES: [&str; 25] = [
        "button", "btn", "div", "span", "row", "col", "column", "cell", "link", "input", "field", "element",
        "el", "elem", "box", "section", "card", "li", "tr", "td", "node", "icon", "label", "text", "panel",
    ];
    const PLACES: [&str; 12] = [
        "left", "right", "top", "bottom", "first", "second", "third", "last", "upper", "lower", "nth",
        "middle",
    ];
    if !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()) {
        return true;
    }
    let words = words(part);
    match words.as_slice() {
        [one] => {
            let name = one.trim_end_matches(|c: char| c.is_ascii_digit());
            one.len() > name.len() && BOXES.contains(&name) || matches!(name, "div" | "span")
        }
        [first, second] => {
            let is_number = second.bytes().all(|b| b.is_ascii_digit());
            BOXES.contains(&first.as_str()) && is_number
                || PLACES.contains(&first.as_str()) && BOXES.contains(&second.as_str())
        }
        _ => false,
    }
}

/// Whether a part of an id is one that a framework made up.
pub(super) fn is_of_framework(part: &str) -> bool {
    const BEGINNINGS: [&str; 12] = [
        "radix-",
        "headlessui-",
        "react-aria",
        "react-select-",
        "el-id-",
        "mat-input-",
        "mat-select-",
        "cdk-overlay-",
        "j_id",
        "__bvid",
        "yui_",
        "ng-tns-",
    ];
    const NUMBERED: [&str; 6] = ["mui-", "ember", "ext-gen", "jss", "ctl0", "rc_select_"];
    const HASHED: [&str; 5] = ["css-", "sc-", "svelte-", "emotion-", "v-"];
    let lower = part.to_ascii_lowercase();
    let rest_is = |prefix: &&str, test: &dyn Fn(&str) -> bool| lower.strip_prefix(prefix).is_some_and(test);
    let is_hash = |rest: &str| {
        (5..=12).contains(&rest.len())
            && rest.bytes().all(|b| b.is_ascii_alphanumeric())
            && rest.bytes().any(|b| b.is_ascii_digit())
            && rest.bytes().any(|b| b.is_ascii_alphabetic())
    };
    let is_number = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    let is_of_react = |part: &str| {
        let inside = part.split(':').nth(1).unwrap_or_default();
        part.matches(':').count() >= 2 && inside.starts_with('r') && inside.len() <= 6
    };
    BEGINNINGS.iter().any(|prefix| lower.starts_with(prefix))
        || NUMBERED.iter().any(|prefix| rest_is(prefix, &is_number))
        || HASHED.iter().any(|prefix| rest_is(prefix, &is_hash))
        || is_of_react(&lower)
        || lower.starts_with('«')
}

/// Whether code makes up a new id each time.
pub(super) fn is_made_up(code: &str) -> bool {
    const CALLS: [&str; 8] =
        ["useId(", "Math.random(", "Date.now(", "randomUUID(", "uniqueId(", "nanoid(", "uuid(", "uniqid("];
    CALLS.iter().any(|call| code.contains(call))
}

/// Whether a name is that of a secret: by the last words of its last part.
pub(super) fn is_secret(name: &str) -> bool {
    const WORDS: [&str; 16] = [
        "password",
        "passwd",
        "pwd",
        "passcode",
        "passphrase",
        "secret",
        "token",
        "apikey",
        "otp",
        "cvv",
        "cvc",
        "csc",
        "pin",
        "ssn",
        "passwort",
        "密码",
    ];
    const PAIRS: [[&str; 2]; 8] = [
        ["api", "key"],
        ["private", "key"],
        ["secret", "key"],
        ["access", "key"],
        ["card", "number"],
        ["security", "code"],
        ["recovery", "code"],
        ["time", "code"],
    ];
    let words = words(name.rsplit('.').next().unwrap_or(name));
    let ends_in_pair =
        |pair: &[&str; 2]| matches!(words.as_slice(), [.., a, b] if a == pair[0] && b == pair[1]);
    words.last().is_some_and(|last| WORDS.contains(&last.as_str())) || PAIRS.iter().any(ends_in_pair)
}

/// Whether a text begins like an address.
pub(super) fn is_address(text: &str) -> bool {
    let lower = text.trim_start().to_ascii_lowercase();
    ["/", "#", "./", "../", "http:", "https:", "mailto:", "tel:", "javascript:", "www.", "?"]
        .iter()
        .any(|start| lower.starts_with(start))
        || lower.contains("://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses() {
        let roles = ["action", "option", "observable", "navigation", "select"];
        assert_eq!(near("Action", roles), ["action"]);
        assert_eq!(near("acton", roles), ["action"]);
        assert_eq!(near("observeable", roles), ["observable"]);
        assert_eq!(near("selcet", roles), ["select"]);
        assert_eq!(near("button", roles), [""; 0]);
        assert_eq!(near("octiin", ["action", "option"]), ["action", "option"]);
    }

    #[test]
    fn decoys_are_told_from_hints_and_from_others() {
        for key in [
            "semtag-id",
            "data-semtagid",
            "data-sem-tag-role",
            "data_semtag_state",
            "data-semantic-id",
            "dataSemtagId",
        ] {
            assert!(decoy(key).is_some() && is_meant(key), "{key}");
        }
        for key in ["data-semtag-id", "id", "data-id", "data-semantic", "semantic", "data-testid"] {
            assert!(decoy(key).is_none(), "{key}");
        }
        assert!(is_meant("data-semtag-foo") && !is_meant("data-semtag-") && !is_meant("data-testid"));
    }

    #[test]
    fn names_that_speak_of_tests_places_frameworks_and_secrets() {
        for (part, first, is) in [
            ("test-submit", false, true),
            ("test", true, true),
            ("tests", true, false),
            ("test", false, false),
            ("latest", true, false),
            ("book-test", false, false),
            ("e2e", false, true),
            ("shouldUpdate", false, true),
        ] {
            assert_eq!(test_word(part, first).is_some(), is, "{part}");
        }
        for part in ["button-2", "row3", "2", "left-panel", "div", "col-1"] {
            assert!(is_positional(part), "{part}");
        }
        for part in ["left", "first-name", "top-rated", "summary", "row", "step-2", "last-login", "panel"] {
            assert!(!is_positional(part), "{part}");
        }
        for part in ["radix-:r3:", ":r1a:", "mui-42", "css-1x2y3z", "ember123", "el-id-1024-3"] {
            assert!(is_of_framework(part), "{part}");
        }
        for part in ["css-course", "sc-freiburg", "members", "mui", "v-neck", "svelte-course"] {
            assert!(!is_of_framework(part), "{part}");
        }
        for name in ["login.password", "account.apiKey", "session.token", "card.card-number", "pin"] {
            assert!(is_secret(name), "{name}");
        }
        for name in ["password.strength", "login.password-error", "token.price", "token-count", "map.pins"] {
            assert!(!is_secret(name), "{name}");
        }
    }
}
