//! The vectors of an index: one a distinct word where the embedder is additive, else one a text.

use std::sync::{Arc, OnceLock};

use super::embed::{dot, Embedder};
use super::index::Index;
use super::query::Part;
use super::scratch::Scratch;
use super::score::Context;
use super::words::{phrases, Lexicon};

/// Vectors of a snapshot's words or texts, made at the first find that needs them.
pub(crate) struct Vectors {
    pub embedder: Arc<dyn Embedder>,
    made: OnceLock<Result<Made, String>>,
}

struct Made {
    dimension: usize,
    /// Row after row: the texts.
    rows: Vec<f32>,
    /// Row after row: the words of the vocabulary, in steps of 1 / [`SCALE`].
    words: Vec<i16>,
    /// Length of the vector of each text.
    lengths: Vec<f32>,
}

impl std::fmt::Debug for Vectors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Vectors({})", self.embedder.strategy())
    }
}

impl Vectors {
    pub fn new(embedder: Arc<dyn Embedder>) -> Vectors {
        Vectors { embedder, made: OnceLock::new() }
    }

    fn get(&self, index: &Index) -> Result<&Made, String> {
        self.made.get_or_init(|| self.make(index)).as_ref().map_err(Clone::clone)
    }

    fn make(&self, index: &Index) -> Result<Made, String> {
        match self.embedder.words() {
            Some(words) => {
                let dimension = words.dimension();
                let terms = &index.vocab.terms;
                let mut rows = Vec::with_capacity(dimension * terms.len());
                let mut squares = Vec::with_capacity(terms.len());
                let mut row = vec![0.0; dimension];
                for (i, term) in terms.iter().enumerate() {
                    row.fill(0.0);
                    words.add_word(index.vocab.word(i as u32), term.concepts(), 1.0, &mut row);
                    squares.push(dot(&row, &row));
                    rows.extend(row.iter().map(|&x| step(x)));
                }
                // Different words are close to orthogonal, so the square of a text is the sum of squares.
                let n = index.text_count();
                let lengths = (0..n)
                    .map(|t| {
                        let sum: f32 = index
                            .words_of(t)
                            .iter()
                            .map(|&w| terms[w as usize].weight.powi(2) * squares[w as usize])
                            .sum();
                        sum.sqrt()
                    })
                    .collect();
                Ok(Made { dimension, rows: Vec::new(), words: rows, lengths })
            }
            None => {
                let texts: Vec<&str> = index.text_syms.iter().map(|&s| index.snapshot.text().get(s)).collect();
                let vectors = self.embedder.embed(&texts)?;
                let dimension = check(&vectors, texts.len())?;
                let lengths = vectors.iter().map(|v| dot(v, v).sqrt()).collect();
                Ok(Made { dimension, rows: vectors.concat(), words: Vec::new(), lengths })
            }
        }
    }
}

/// Vectors of words are kept in steps this small; at most 8 in either direction, so that products sum up in 32 bits
/// for 128 dimensions and more (see [`dot_steps`]).
const SCALE: f32 = 256.0;

fn step(x: f32) -> i16 {
    (x * SCALE).round().clamp(-2047.0, 2047.0) as i16
}

/// Dot product of two vectors in steps, in blocks that cannot overflow.
fn dot_steps(a: &[i16], b: &[i16]) -> i64 {
    let block = |a: &[i16], b: &[i16]| a.iter().zip(b).map(|(&x, &y)| i32::from(x) * i32::from(y)).sum::<i32>();
    a.chunks(256).zip(b.chunks(256)).map(|(a, b)| i64::from(block(a, b))).sum()
}

/// One vector a text, all of one length, all numbers finite.
fn check(vectors: &[Vec<f32>], texts: usize) -> Result<usize, String> {
    if vectors.len() != texts {
        return Err(format!("returned {} vectors for {texts} texts", vectors.len()));
    }
    let dimension = vectors.first().map_or(1, Vec::len);
    if dimension == 0 || vectors.iter().any(|v| v.len() != dimension) {
        return Err("returned vectors of unequal or zero length".to_owned());
    }
    if vectors.iter().flatten().any(|x| !x.is_finite()) {
        return Err("returned a number that is not finite".to_owned());
    }
    Ok(dimension)
}

/// Fills how like the query's target each text of the index is.
pub(crate) fn fill_cosines(index: &Index, s: &mut Scratch, c: &Context, source: &str) -> Result<(), String> {
    let made = index.vectors.get(index)?;
    match index.vectors.embedder.words() {
        Some(_) => {
            query_vector(index, s, c, made.dimension);
            let length = dot(&s.vector, &s.vector).sqrt().max(1e-6);
            s.steps.extend(s.vector.iter().map(|&x| step(x)));
            let scale = 1.0 / (SCALE * SCALE * length);
            let rows = made.words.chunks_exact(made.dimension).zip(&index.vocab.terms);
            s.word_cosine.extend(rows.map(|(row, term)| term.weight * scale * dot_steps(row, &s.steps) as f32));
            text_cosines(index, s, made, length);
        }
        None => {
            let vectors = index.vectors.embedder.embed(&[source])?;
            if check(&vectors, 1)? != made.dimension {
                return Err("returned vectors of unequal or zero length".to_owned());
            }
            let query = &vectors[0];
            let length = dot(query, query).sqrt().max(1e-6);
            let rows = made.rows.chunks_exact(made.dimension).zip(&made.lengths);
            s.text_cosine.extend(rows.map(|(row, l)| (dot(row, query) / (l.max(1e-6) * length)).clamp(-1.0, 1.0)));
        }
    }
    Ok(())
}

/// The target's words and phrases, weighed as they count on this page.
fn query_vector(index: &Index, s: &mut Scratch, c: &Context, dimension: usize) {
    let Some(words) = index.vectors.embedder.words() else { return };
    let lexicon = Lexicon::get();
    s.vector.resize(dimension, 0.0);
    let said = |k: usize| matches!(c.part[k], Part::Target) || c.part[k] == Part::Kind && c.targets == 0;
    for (k, w) in s.query.words.iter().enumerate().filter(|&(k, _)| said(k)) {
        let token = w.token as usize;
        let entry = lexicon.word(s.query.tokens[token].hash, s.query.tokens[token].stem);
        words.add_word(s.query.word(token), entry.concepts(), c.weight[k], &mut s.vector);
        let next = s.query.tokens[token..].iter().map(|t| (t.stem, t.stop));
        let vector = &mut s.vector;
        phrases(entry.longest as usize, next, |n, entry| {
            for &concept in entry.concepts() {
                words.add_meaning(concept, n as f32 * c.weight[k].max(0.3), vector);
            }
        });
    }
}

fn text_cosines(index: &Index, s: &mut Scratch, made: &Made, length: f32) {
    let n = index.text_count();
    let Some(words) = index.vectors.embedder.words() else { return };
    for t in 0..n {
        let mut sum: f32 =
            index.words_of(t).iter().map(|&w| s.word_cosine[w as usize]).sum();
        for m in index.meanings_of(t).iter().filter(|m| m.len > 1) {
            sum += words.towards(m.concept, &s.vector) / length;
        }
        s.text_cosine.push((sum / made.lengths[t].max(1e-6)).clamp(-1.0, 1.0));
    }
}
