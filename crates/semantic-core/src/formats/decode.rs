//! The text of a file: UTF-8 or UTF-16, whose few wrong bytes are replaced and counted.

use std::borrow::Cow;

use super::ReadError;

/// A text, and what was wrong with its bytes.
pub(super) struct Decoded<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) notice: Option<String>,
}

/// Whether so many wrong bytes of so many are replaced: one of a hundred at most, a little more of a short file.
fn are_few(wrong: usize, all: usize) -> bool {
    const MOST: usize = 5000;
    (wrong <= MOST && wrong * 100 <= all) || (wrong <= 4 && wrong * 10 <= all)
}

/// Decodes a file. Wrong bytes are replaced where there are few, but not in a file that seems no text at all.
pub(super) fn decode(bytes: &[u8]) -> Result<Decoded<'_>, ReadError> {
    match bytes {
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8(rest, 3),
        _ => utf8(bytes, 0),
    }
}

fn utf8(bytes: &[u8], before: usize) -> Result<Decoded<'_>, ReadError> {
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(Decoded { text: text.into(), notice: None }),
        Err(error) => error,
    };
    let start = error.valid_up_to();
    let said =
        declared(bytes).map(|charset| format!("the page says that it is {charset:?}; save it as UTF-8"));
    let refuse = |said: Option<String>| {
        let advice = said.unwrap_or_else(|| "is it text? Save it as UTF-8".to_owned());
        Err(ReadError::Encoding { encoding: "UTF-8", offset: before + start, advice })
    };
    if error.error_len().is_none() {
        if start == 0 {
            return refuse(said);
        }
        let text = String::from_utf8_lossy(&bytes[..start]);
        return Ok(Decoded { text, notice: Some(CUT.to_owned()) });
    }
    let mut wrong = 0;
    let mut cut = false;
    let mut text = String::with_capacity(bytes.len());
    let mut chunks = bytes.utf8_chunks().peekable();
    while let Some(chunk) = chunks.next() {
        text.push_str(chunk.valid());
        let invalid = chunk.invalid();
        cut = chunks.peek().is_none() && std::str::from_utf8(invalid).is_err_and(|e| e.error_len().is_none());
        if !cut && !invalid.is_empty() {
            wrong += invalid.len();
            text.push('\u{FFFD}');
        }
    }
    // Text has no zero bytes.
    if !are_few(wrong, bytes.len()) || bytes.contains(&0) {
        return refuse(said);
    }
    let count = if wrong == 1 { "1 byte that is".to_owned() } else { format!("{wrong} bytes that are") };
    let mut notice = format!("{count} not UTF-8 replaced by U+FFFD, the first at byte {}", before + start);
    said.into_iter().for_each(|said| notice += &format!(": {said}"));
    if cut {
        notice += &format!("; {CUT}");
    }
    Ok(Decoded { text: text.into(), notice: Some(notice) })
}

const CUT: &str = "the file ends inside a character";

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Decoded<'static>, ReadError> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(bytes.len() / 2);
    let mut wrong = Vec::new();
    let mut offset = 2;
    for c in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        if c.is_err() {
            wrong.push(offset);
        }
        let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
        offset += 2 * c.len_utf16();
        text.push(c);
    }
    // Half of a character at the very end is one that was cut.
    let half = wrong.last().is_some_and(|&at| at + 2 == offset && ends_high(pairs, unit));
    if half {
        wrong.pop();
        text.pop();
    }
    let cut = half || !rest.is_empty();
    let first = wrong.first().copied().or((cut && text.is_empty()).then_some(2));
    if let Some(offset) = first.filter(|_| text.is_empty() || !are_few(2 * wrong.len(), bytes.len())) {
        let advice = "is it text? Save it as UTF-8".to_owned();
        return Err(ReadError::Encoding { encoding: "UTF-16", offset, advice });
    }
    let replaced = wrong.first().map(|first| {
        format!("{} halves of characters replaced by U+FFFD, the first at byte {first}", wrong.len())
    });
    let notices: Vec<String> = replaced.into_iter().chain(cut.then(|| CUT.to_owned())).collect();
    let notice = (!notices.is_empty()).then(|| notices.join("; "));
    Ok(Decoded { text: text.into(), notice })
}

/// Whether the last unit is the first half of a character.
fn ends_high(pairs: &[[u8; 2]], unit: fn([u8; 2]) -> u16) -> bool {
    pairs.last().is_some_and(|&pair| (0xD800..0xDC00).contains(&unit(pair)))
}

/// The encoding that a page of HTML or XML says it has, where that is another than UTF-8.
fn declared(bytes: &[u8]) -> Option<String> {
    const HEAD: usize = 4096;
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]).to_ascii_lowercase();
    if !head.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']).starts_with('<') {
        return None;
    }
    let (_, rest) = head.split_once("charset=").or_else(|| head.split_once("encoding="))?;
    let word = rest.trim_start_matches(['"', '\'', ' ']);
    let end = word.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | ':' | '.'));
    let name: String = word[..end.unwrap_or(word.len())].chars().take(40).collect();
    (!name.is_empty() && name != "utf-8" && name != "utf8").then_some(name)
}
