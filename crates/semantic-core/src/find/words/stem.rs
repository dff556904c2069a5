//! Light stemming: the endings of English inflection, many of which other languages share (-s, -es).

/// Words that end like an inflection and are none.
const KEEP: &[&str] = &[
    "news", "status", "address", "access", "press", "process", "progress", "business", "wireless", "express",
    "sms", "gps", "css", "ios", "aws", "analysis", "basis", "bus", "plus", "bonus", "campus", "menus",
    "canvas", "atlas", "always", "lens", "gas", "this", "us", "his", "its", "is", "as", "was", "yes",
    "string", "thing", "king", "ring", "spring", "bring", "during", "wedding", "building", "evening",
    "morning", "ceiling", "embed", "speed", "feed", "need", "seed", "red", "bed", "used", "less", "series",
    "species",
];

/// The length of the part of `word` (folded) that carries the meaning.
///
/// `share`, `shares`, `shared` and `sharing` have one stem, so have `category` and `categories`.
pub(crate) fn stem_len(word: &str) -> usize {
    let b = word.as_bytes();
    let n = b.len();
    if n < 4 || !b[n - 1].is_ascii_lowercase() || KEEP.contains(&word) {
        return n;
    }
    let end = |s: &str| word.ends_with(s);
    if (end("ies") || end("ied")) && n > 4 {
        return n - 3;
    }
    if end("ing") && n > 5 && has_vowel(&b[..n - 3]) {
        return undouble(b, n - 3);
    }
    if end("ed") && n > 4 && b[n - 3] != b'e' && has_vowel(&b[..n - 2]) {
        return undouble(b, n - 2);
    }
    if end("es") && n > 4 {
        return n - 2;
    }
    if end("s") && !matches!(b[n - 2], b's' | b'u' | b'i') {
        return if n > 4 && b[n - 2] == b'e' { n - 2 } else { n - 1 };
    }
    if end("y") && n > 4 && !b"aeiou".contains(&b[n - 2]) {
        return n - 1;
    }
    if end("e") && n > 3 { n - 1 } else { n }
}

fn has_vowel(b: &[u8]) -> bool {
    b.len() >= 3 && b.iter().any(|c| b"aeiouy".contains(c))
}

/// `stopp` → `stop`; `ll`, `ss` and `zz` stay, they are double in the base form (fill, pass, buzz).
fn undouble(b: &[u8], n: usize) -> usize {
    let double = n > 3 && b[n - 1] == b[n - 2] && !matches!(b[n - 1], b'l' | b's' | b'z');
    if double || b[n - 1] == b'e' { n - 1 } else { n }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_stem_for_one_word() {
        let stem = |w: &'static str| &w[..stem_len(w)];
        for family in [
            &["share", "shares", "shared", "sharing"][..],
            &["category", "categories"],
            &["bounty", "bountied"],
            &["stop", "stops", "stopped", "stopping"],
            &["fill", "fills", "filled", "filling"],
            &["edit", "edited", "editing", "edits"],
            &["delete", "deleting", "deleted", "deletes"],
            &["message", "messages"],
            &["box", "boxes"],
        ] {
            for word in family {
                assert_eq!(stem(word), stem(family[0]), "{word}");
            }
        }
        for word in ["news", "status", "string", "address", "пароль", "é"] {
            assert_eq!(stem(word), word);
        }
    }
}
