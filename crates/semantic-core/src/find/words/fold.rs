//! Folding characters: case, accents and width do not matter to a reader, so they do not matter here.

use unicode_normalization::char::{compose, decompose_compatible};

/// The kinds of characters that words are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// Separates words.
    Gap,
    /// A letter or mark of a script that separates words by blanks.
    Letter,
    /// A decimal digit.
    Digit,
    /// Han and Hiragana, Thai, Lao, Khmer, Burmese: words run together.
    Dense,
    /// Katakana: runs are mostly one borrowed word.
    Katakana,
    /// A pictogram or sign that is a word by itself.
    Sign,
    /// Neither word nor gap: combining accents, joiners, apostrophes' kin.
    Skip,
}

/// What `c` is to the word splitter.
pub(crate) fn class(c: char) -> Class {
    match c {
        '0'..='9' => Class::Digit,
        'a'..='z' | 'A'..='Z' => Class::Letter,
        '\u{0}'..='\u{7f}' => Class::Gap,
        '×' | '«' | '»' | '‹' | '›' | '•' | '…' => Class::Sign,
        '\u{200b}'..='\u{200f}'
        | '\u{2060}'..='\u{2064}'
        | '\u{feff}'
        | '\u{ad}'
        | '\u{fe00}'..='\u{fe0f}' => Class::Skip,
        '\u{300}'..='\u{36f}' => Class::Skip,
        '’' | 'ʼ' => Class::Skip,
        '\u{30a0}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}' => {
            if c == '・' {
                Class::Gap
            } else {
                Class::Katakana
            }
        }
        '\u{3040}'..='\u{309f}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}'
        | '々'
        | '〆' => Class::Dense,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' => Class::Dense,
        '\u{e000}'..='\u{f8ff}' => Class::Gap,
        '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' => {
            if matches!(c, '\u{1f3fb}'..='\u{1f3ff}') {
                Class::Skip
            } else {
                Class::Sign
            }
        }
        _ if c.is_numeric() => Class::Digit,
        _ if c.is_alphanumeric() || is_mark(c) => Class::Letter,
        _ => Class::Gap,
    }
}

/// Vowel signs of Indic scripts, Arabic and Hebrew points: parts of a word that Unicode does not call letters.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{900}'..='\u{dff}')
}

/// Appends the folded form of `c`: lower case, compatibility-decomposed, without Latin, Greek, Cyrillic,
/// Arabic or Hebrew accents. A voicing mark of Kana joins the letter before it: it makes another sound.
pub(crate) fn fold_into(c: char, out: &mut String) {
    if c.is_ascii() {
        out.push(c.to_ascii_lowercase());
        return;
    }
    match c {
        'ß' | 'ẞ' => return out.push_str("ss"),
        'æ' | 'Æ' => return out.push_str("ae"),
        'œ' | 'Œ' => return out.push_str("oe"),
        'ø' | 'Ø' => return out.push('o'),
        'ł' | 'Ł' => return out.push('l'),
        'đ' | 'Đ' => return out.push('d'),
        'ı' | 'İ' => return out.push('i'),
        'أ' | 'إ' | 'آ' => return out.push('ا'),
        'ى' => return out.push('ي'),
        'ة' => return out.push('ه'),
        '\u{4e00}'..='\u{9fff}' | '\u{3040}'..='\u{30ff}' | '\u{ac00}'..='\u{d7a3}' => return out.push(c),
        _ => {}
    }
    decompose_compatible(c, |d| {
        let accent =
            matches!(d, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}' | '\u{640}');
        let voicing = matches!(d, '\u{3099}' | '\u{309a}');
        let voiced = out.chars().last().filter(|_| voicing).and_then(|letter| compose(letter, d));
        if let Some(voiced) = voiced {
            out.pop();
            out.push(voiced);
        } else if !accent {
            out.extend(d.to_lowercase());
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_case_accents_and_width() {
        for (text, want) in [
            ("Größe", "grosse"),
            ("CAFÉ", "cafe"),
            ("Ｓａｖｅ", "save"),
            ("ｶﾒﾗ", "カメラ"),
            ("ｶﾀﾛｸﾞ", "カタログ"),
            ("ﾎﾟｽﾄ", "ポスト"),
            ("İstanbul", "istanbul"),
            ("Łódź", "lodz"),
            ("Ελλάδα", "ελλαδα"),
            ("Ⱥ", "ⱥ"),
        ] {
            let mut got = String::new();
            text.chars().for_each(|c| fold_into(c, &mut got));
            assert_eq!(got, want);
        }
    }
}
