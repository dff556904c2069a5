//! Feeds a text to the tokenizer, and keeps from it what would be more attributes than a tag can need.
//!
//! The tokenizer compares each attribute of a tag with all before it, so that 200,000 of them cost half a minute. It
//! alone knows whether a `<` begins a tag or stands in a script, a comment or a value, so it is fed from one `<` to the
//! next: what it has said nothing about for very long is still one tag, or a comment.

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{TokenSink, Tokenizer};

/// Longest tag, in bytes, that is not looked into: it has too few attributes to matter.
const LONG: usize = 8 * 1024;

/// Most attributes of a longer tag, but for those in its first [`LONG`] bytes.
const MOST: usize = 1000;

/// Feeds a whole text and ends it; returns the number of attributes kept back. `has_spoken` says whether the sink got
/// a token since it was last asked.
pub(super) fn feed<S: TokenSink>(
    tokenizer: &Tokenizer<S>,
    text: &str,
    has_spoken: impl Fn(&S) -> bool,
) -> usize {
    let whole = StrTendril::from(text);
    let queue = BufferQueue::default();
    let give = |from: usize, to: usize| {
        if from < to {
            queue.push_back(whole.subtendril(from as u32, (to - from) as u32));
            while let TokenizerResult::Script(_) | TokenizerResult::EncodingIndicator(_) =
                tokenizer.feed(&queue)
            {}
        }
        has_spoken(&tokenizer.sink)
    };
    let next = |from: usize| text[from..].find('<').map_or(text.len(), |at| from + at + 1);
    let mut kept_back = 0;
    let mut start = 0; // of what the tokenizer has said nothing about yet
    let mut fed = 0;
    while fed < text.len() {
        let mut end = next(fed);
        let mut enough = (start + LONG).max(fed).min(end);
        while !text.is_char_boundary(enough) {
            enough -= 1;
        }
        let mut spoke = give(fed, enough);
        fed = enough;
        if !spoke && end - start > LONG && is_tag(&text[start..]) {
            let tag = long_tag(&text[start..], fed - start);
            kept_back += tag.excess;
            spoke |= give(fed, (start + tag.keep).max(fed));
            fed = fed.max(start + tag.end);
            end = next(fed);
        }
        spoke |= give(fed, end);
        fed = end;
        if spoke {
            start = end.saturating_sub(1);
        }
    }
    tokenizer.end();
    kept_back
}

/// Whether what begins with `<` is a tag, if it is anything.
fn is_tag(text: &str) -> bool {
    let name = text.strip_prefix('<').map(|rest| rest.strip_prefix('/').unwrap_or(rest));
    name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// What to make of a long tag.
#[derive(Debug, PartialEq)]
struct LongTag {
    /// Where what is kept of it ends.
    keep: usize,
    /// Where its `>` or `/>` stands, or where the text ends.
    end: usize,
    /// Number of attributes between the two.
    excess: usize,
}

/// Finds out where a tag ends, and how much of it is kept: all attributes that begin before `fed`, and [`MOST`].
fn long_tag(text: &str, fed: usize) -> LongTag {
    let bytes = text.as_bytes();
    let skip = |from: usize, stops: &dyn Fn(u8) -> bool| {
        bytes[from..].iter().position(|&b| stops(b)).map_or(bytes.len(), |at| from + at)
    };
    let space = |b: u8| matches!(b, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ');
    let mut keep = None;
    let (mut count, mut excess) = (0, 0);
    let mut at = skip(0, &|b| space(b) || matches!(b, b'/' | b'>')).max(2);
    loop {
        let gap = at;
        at = skip(at, &|b| !space(b) && b != b'/');
        if at >= bytes.len() || bytes[at] == b'>' {
            let closes_itself = at > gap && bytes[at - 1] == b'/';
            return LongTag { keep: keep.unwrap_or(at), end: at - usize::from(closes_itself), excess };
        }
        if keep.is_none() && count >= MOST && at >= fed {
            keep = Some(at);
        }
        count += 1;
        excess += usize::from(keep.is_some());
        // A `=` at the beginning is a part of the name.
        at = skip(at + 1, &|b| space(b) || matches!(b, b'/' | b'>' | b'='));
        let sign = skip(at, &|b| !space(b));
        if bytes.get(sign) != Some(&b'=') {
            continue;
        }
        at = skip(sign + 1, &|b| !space(b));
        at = match bytes.get(at) {
            Some(&quote @ (b'"' | b'\'')) => (skip(at + 1, &|b| b == quote) + 1).min(bytes.len()),
            Some(b'>') | None => at,
            Some(_) => skip(at, &|b| space(b) || b == b'>'),
        };
    }
}
