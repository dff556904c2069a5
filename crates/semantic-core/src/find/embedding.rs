//! The vectors of an index: one a distinct word where the embedder is additive, else one a text.

use std::sync::{Arc, OnceLock};

use super::embed::{Embedder, HashingEmbedder, dot};
use super::index::Index;
use super::query::Part;
use super::score::Context;
use super::scratch::Scratch;
use super::words::{Lexicon, phrases};

/// Vectors of a snapshot's words or texts, made at the first find that needs them.
pub(crate) struct Vectors {
    pub embedder: Arc<dyn Embedder>,
    made: OnceLock<Result<Made, String>>,
}

struct Made {
    dimension: usize,
    /// Row after row, the vectors of the texts; none where words have their own.
    rows: Vec<f32>,
    /// Places of the features of each word of the vocabulary, one after the other, and where each word's begin.
    places: Vec<u16>,
    first: Vec<u32>,
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
                let terms = &index.vocab.terms;
                let mut places = Vec::with_capacity(10 * terms.len());
                let mut first = Vec::with_capacity(terms.len() + 1);
                let mut squares = Vec::with_capacity(terms.len());
                for (i, term) in terms.iter().enumerate() {
                    let from = places.len();
                    first.push(from as u32);
                    words.places(index.vocab.word(i as u32), term.concepts(), &mut places);
                    let square = HashingEmbedder::square(places.len() - from, term.concepts().len());
                    squares.push(term.weight * term.weight * square);
                }
                first.push(places.len() as u32);
                // Different words are close to orthogonal, so the square of a text is the sum of squares.
                let square = |t| index.words_of(t).iter().map(|&w| squares[w as usize]).sum::<f32>();
                let lengths = (0..index.text_count()).map(|t| square(t).sqrt()).collect();
                Ok(Made { dimension: words.dimension(), rows: Vec::new(), places, first, lengths })
            }
            None => {
                let texts: Vec<&str> =
                    index.text_syms.iter().map(|&s| index.snapshot.text().get(s)).collect();
                let vectors = self.embedder.embed(&texts)?;
                let dimension = check(&vectors, texts.len())?;
                let lengths = vectors.iter().map(|v| dot(v, v).sqrt()).collect();
                Ok(Made { dimension, rows: vectors.concat(), places: Vec::new(), first: Vec::new(), lengths })
            }
        }
    }
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
    if index.text_count() == 0 {
        return Ok(());
    }
    let made = index.vectors.get(index)?;
    match index.vectors.embedder.words() {
        Some(_) => {
            query_vector(index, s, c, made.dimension);
            let length = dot(&s.vector, &s.vector).sqrt().max(1e-6);
            HashingEmbedder::spread(&s.vector, &mut s.spread);
            let spread = &s.spread;
            s.word_cosine.extend(index.vocab.terms.iter().zip(made.first.windows(2)).map(|(term, at)| {
                let places = &made.places[at[0] as usize..at[1] as usize];
                term.weight * HashingEmbedder::dot(places, term.concepts().len(), spread) / length
            }));
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
            s.text_cosine
                .extend(rows.map(|(row, l)| (dot(row, query) / (l.max(1e-6) * length)).clamp(-1.0, 1.0)));
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
        let mut sum: f32 = index.words_of(t).iter().map(|&w| s.word_cosine[w as usize]).sum();
        for m in index.meanings_of(t).iter().filter(|m| m.len > 1) {
            sum += words.towards(m.concept, &s.spread) / length;
        }
        s.text_cosine.push((sum / made.lengths[t].max(1e-6)).clamp(-1.0, 1.0));
    }
}
