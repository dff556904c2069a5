//! From characters to words: folding, quotes, clauses, known phrases, and runs without blanks.

use super::model::{Part, Query, Token};
use crate::find::words::{LONGEST_PHRASE, Lexicon, Style, phrase_hash, phrases, split, stem_len, word_hash};

/// Most words of a query that are looked at.
const MOST_TOKENS: usize = 512;

/// Fills `q.tokens` from `source`.
pub(crate) fn lex(source: &str, q: &mut Query, buffer: &mut String) {
    let lexicon = Lexicon::get();
    let (text, tokens, left_out) = (&mut q.text, &mut q.tokens, &mut q.left_out);
    split(source, Style::Prose, buffer, |w| {
        if tokens.len() == MOST_TOKENS {
            *left_out += 1;
            return;
        }
        let start = text.len() as u32;
        text.push_str(w.text);
        let hash = word_hash(w.text);
        let stem = stem_len(w.text);
        let stem = if stem == w.text.len() { hash } else { word_hash(&w.text[..stem]) };
        tokens.push(Token {
            start,
            end: text.len() as u32,
            from: w.start as u32,
            to: w.end as u32,
            hash,
            stem,
            part: Part::Open,
            stop: lexicon.word(hash, stem).stop,
            literal: false,
            quoted: false,
            dense: w.dense,
            boundary: false,
            clause: 0,
        });
    });
    mark_gaps(source, tokens);
    mark_phrases(lexicon, tokens);
    mark_runs(lexicon, source, q);
}

/// Reads what stands between the words: quotes and the ends of clauses.
fn mark_gaps(source: &str, tokens: &mut [Token]) {
    let mut open: Option<usize> = None;
    let mut end = 0;
    let mut clause = 0u8;
    for i in 0..=tokens.len() {
        let next = tokens.get(i).map_or(source.len(), |t| t.from as usize);
        let gap = source.get(end.min(next)..next).unwrap_or_default();
        let mut boundary = false;
        for (at, c) in gap.char_indices() {
            match c {
                '"' | '“' | '”' | '„' | '「' | '」' | '『' | '』' | '《' | '》' | '`' | '«' | '»' => {
                    match open.take() {
                        Some(from) if from < i => tokens[from..i].iter_mut().for_each(|t| {
                            t.quoted = true;
                            t.literal = true;
                        }),
                        _ if c != '”' && c != '」' && c != '』' && c != '》' => open = Some(i),
                        _ => {}
                    }
                }
                ';' | '!' | '?' | '。' | '；' | '！' | '？' | '，' | '\n' => boundary = true,
                '.' | ',' => boundary |= gap[at + 1..].starts_with(' '),
                _ => {}
            }
        }
        if let Some(t) = tokens.get_mut(i) {
            t.boundary = boundary && i > 0 && open.is_none_or(|from| from == i);
            clause += u8::from(t.boundary && clause < 255);
            t.clause = clause;
            end = t.to as usize;
        }
    }
}

/// Words of a known phrase ("sign in", "first name") are read as they stand.
fn mark_phrases(lexicon: Lexicon, tokens: &mut [Token]) {
    let mut i = 0;
    while i < tokens.len() {
        let longest = lexicon.word(tokens[i].hash, tokens[i].stem).longest as usize;
        let mut found = 1;
        if longest > 1 && !tokens[i].dense && !tokens[i].stop {
            let next = tokens[i..].iter().enumerate().take_while(|(k, t)| *k == 0 || !t.boundary);
            phrases(longest, next.map(|(_, t)| (t.stem, t.stop)), |taken, entry| {
                if !entry.concepts().is_empty() {
                    found = found.max(taken);
                }
            });
        }
        if found > 1 {
            tokens[i..i + found].iter_mut().for_each(|t| t.literal = true);
        }
        i += found;
    }
}

/// In runs without blanks, marks pieces that only carry grammar as stopwords.
fn mark_runs(lexicon: Lexicon, source: &str, q: &mut Query) {
    let mut i = 0;
    while i < q.tokens.len() {
        if !q.tokens[i].dense {
            i += 1;
            continue;
        }
        let mut end = i + 1;
        while end < q.tokens.len() && q.tokens[end].dense && q.tokens[end].from < q.tokens[end - 1].to {
            end += 1;
        }
        mark_run(lexicon, source, q, i, end);
        i = end;
    }
}

fn mark_run(lexicon: Lexicon, source: &str, q: &mut Query, first: usize, end: usize) {
    let pieces = end - first;
    let run = &source[q.tokens[first].from as usize..q.tokens[end - 1].to as usize];
    let chars = run.chars().count();
    let mut covered = [false; MOST_TOKENS + 1];
    let mut one = [0u8; 4];
    let mut at = 0;
    let mut rest = run.chars();
    while at < chars.min(MOST_TOKENS) {
        let mut step = 1;
        let longest = LONGEST_PHRASE.min(pieces.saturating_sub(at));
        let mut hashes = [0; LONGEST_PHRASE];
        for (h, t) in hashes.iter_mut().zip(q.tokens[(first + at).min(end)..end].iter()) {
            *h = t.hash;
        }
        let found =
            (1..=longest).rev().find_map(|n| lexicon.entry(phrase_hash(&hashes[..n])).map(|e| (n, e)));
        let mut hide = false;
        match found {
            Some((n, e)) if chars > 1 => {
                step = n + 1;
                hide = e.concepts().is_empty() && (e.stop || e.verb.is_some());
                if e.verb.is_some() && q.verb.is_none() {
                    q.verb = e.verb;
                }
            }
            _ => {
                let c = rest.clone().next().unwrap_or(' ');
                if let Some(e) = lexicon.entry(word_hash(c.encode_utf8(&mut one))) {
                    hide = e.stop && e.concepts().is_empty();
                }
            }
        }
        if hide {
            covered[at..(at + step).min(chars)].iter_mut().for_each(|c| *c = true);
        }
        for _ in 0..step {
            rest.next();
        }
        at += step;
    }
    if covered[..chars.min(MOST_TOKENS)].iter().all(|&c| c) {
        return;
    }
    for (k, t) in q.tokens[first..end].iter_mut().enumerate() {
        let (a, b) = (covered[k], covered[(k + 1).min(chars - 1)]);
        t.stop = a || b;
    }
}
