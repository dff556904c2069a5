//! Typos: one or two edits, swapped neighbours included, between words long enough for it.

/// A set of the characters of a word, 32 classes: words that differ much here cannot be a typo apart.
pub(crate) fn signature(word: &str) -> u32 {
    word.bytes().fold(0, |s, b| s | 1 << (b & 31))
}

/// How alike two folded words are as a typo of each other: `None` where they are not, else below 1.
///
/// Words of 4 characters or more may differ by one edit (a letter more, less, other, or two swapped), words
/// of 8 or more by two. The first letter must agree, except where the first two are swapped.
pub(crate) fn typo_grade(a: &str, b: &str) -> Option<f32> {
    let (la, lb) = (a.len(), b.len());
    let short = la.min(lb);
    if short < 4 || la.abs_diff(lb) > 2 || a == b {
        return None;
    }
    let (fa, fb) = (a.as_bytes(), b.as_bytes());
    if fa[0] != fb[0] && fa[..2] != [fb[1], fb[0]] {
        return None;
    }
    let allowed = if short >= 8 { 2 } else { 1 };
    let digits = |w: &[u8]| w.iter().any(u8::is_ascii_digit);
    if digits(fa) || digits(fb) {
        return None; // 1003 and 1004 are two things, not one misspelled
    }
    let edits = osa(a, b, allowed)?;
    Some(match edits {
        1 if short >= 6 => 0.84,
        1 => 0.78,
        _ => 0.72,
    })
}

/// Optimal string alignment distance up to `most`.
fn osa(a: &str, b: &str, most: usize) -> Option<usize> {
    const LONGEST: usize = 40;
    let mut buffer = [['\0'; LONGEST]; 2];
    let mut len = [0; 2];
    for (k, word) in [a, b].into_iter().enumerate() {
        for c in word.chars() {
            if len[k] == LONGEST {
                return None;
            }
            buffer[k][len[k]] = c;
            len[k] += 1;
        }
    }
    let (a, b) = (&buffer[0][..len[0]], &buffer[1][..len[1]]);
    if a.len() < 4 || b.len() < 4 {
        return None;
    }
    let mut rows = [[0usize; LONGEST + 1]; 3];
    for (j, cell) in rows[1].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        rows[2][0] = i;
        let mut least = i;
        for j in 1..=b.len() {
            let cost = usize::from(a[i - 1] != b[j - 1]);
            let mut d = (rows[1][j] + 1).min(rows[2][j - 1] + 1).min(rows[1][j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                d = d.min(rows[0][j - 2] + 1);
            }
            rows[2][j] = d;
            least = least.min(d);
        }
        if least > most {
            return None;
        }
        rows.rotate_left(1);
    }
    Some(rows[1][b.len()]).filter(|&d| d <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_and_not() {
        for (a, b, is) in [
            ("passwrod", "password", true),
            ("sigin", "signin", true),
            ("setings", "settings", true),
            ("ntoification", "notification", true),
            ("save", "same", true),
            ("cart", "card", true),
            ("next", "text", false),
            ("1003", "1004", false),
            ("save", "wave", false),
            ("delete", "deselect", false),
            ("пароль", "парль", true),
        ] {
            assert_eq!(typo_grade(a, b).is_some(), is, "{a} {b}");
        }
    }
}
