//! Embeddings: texts as vectors whose angle tells how alike they are.

use super::words::{Concept, Lexicon, Style, split, stem_hash, word_hash};

/// Turns texts into vectors. Implement it to bring a learned model of your own.
pub trait Embedder: Send + Sync {
    /// One vector a text, all of one length.
    ///
    /// # Errors
    /// What went wrong, in one line.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, String>;

    /// The embedder's name in results.
    fn strategy(&self) -> &str;

    /// Where the vector of a text is the weighted sum of those of its words, the words' own embedder: an
    /// index then stores a vector a distinct word instead of one an element.
    fn words(&self) -> Option<&HashingEmbedder> {
        None
    }
}

/// Feature hashing (Weinberger et al. 2009, "Feature Hashing for Large Scale Multitask Learning"): each
/// feature of a text adds ±1 to one of a fixed number of dimensions, sign and dimension being taken from the
/// feature's hash. Features are the folded word, its meanings (so that "log in" and "sign in" lie close), and
/// its character 3-grams. No model, no vocabulary, no download.
#[derive(Clone, Debug)]
pub struct HashingEmbedder {
    dimension: usize,
}

/// Weights of the three kinds of features.
const WORD: f32 = 1.0;
const MEANING: f32 = 1.8;
const GRAM: f32 = 0.65;

impl Default for HashingEmbedder {
    fn default() -> Self {
        HashingEmbedder::new(128)
    }
}

impl HashingEmbedder {
    /// An embedder into `dimension` dimensions; 0 stands for the default of 128, and 32,768 is the most.
    pub fn new(dimension: usize) -> Self {
        HashingEmbedder { dimension: if dimension == 0 { 128 } else { dimension.min(32_768) } }
    }

    /// Length of the vectors.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// Adds `weight` times the vector of one folded word.
    pub(crate) fn add_word(&self, word: &str, concepts: &[Concept], weight: f32, out: &mut [f32]) {
        let mut add = |place: u16, by: f32| {
            let sign = if place & 1 == 0 { 1.0 } else { -1.0 };
            out[place as usize / 2] += sign * by * weight;
        };
        add(self.place(word_hash(word)), WORD);
        concepts.iter().for_each(|&c| add(self.place(concept_hash(c)), MEANING));
        self.grams(word, |place| add(place, GRAM));
    }

    /// Appends where the features of a folded word lie: first the word itself, then its meanings, then its 3-grams.
    /// A place is twice a dimension, plus 1 for its negative direction.
    pub(crate) fn places(&self, word: &str, concepts: &[Concept], out: &mut Vec<u16>) {
        out.push(self.place(word_hash(word)));
        out.extend(concepts.iter().map(|&c| self.place(concept_hash(c))));
        self.grams(word, |place| out.push(place));
    }

    /// Dot product of a word, by its [`places`](Self::places), with a vector spread out by [`spread`](Self::spread).
    pub(crate) fn dot(places: &[u16], meanings: usize, spread: &[f32]) -> f32 {
        let sum = |places: &[u16]| places.iter().map(|&p| spread[p as usize]).sum::<f32>();
        let (word, rest) = places.split_at(1);
        let (meanings, grams) = rest.split_at(meanings);
        WORD * sum(word) + MEANING * sum(meanings) + GRAM * sum(grams)
    }

    /// Square of a word's length, features being taken to lie in different dimensions.
    pub(crate) fn square(places: usize, meanings: usize) -> f32 {
        let grams = places - 1 - meanings;
        WORD * WORD + MEANING * MEANING * meanings as f32 + GRAM * GRAM * grams as f32
    }

    /// A vector and its negative, value by value, so that a place is an index.
    pub(crate) fn spread(vector: &[f32], out: &mut Vec<f32>) {
        out.extend(vector.iter().flat_map(|&x| [x, -x]));
    }

    /// Adds `weight` times the direction of a meaning.
    pub(crate) fn add_meaning(&self, concept: Concept, weight: f32, out: &mut [f32]) {
        let place = self.place(concept_hash(concept));
        out[place as usize / 2] += if place & 1 == 0 { MEANING } else { -MEANING } * weight;
    }

    /// How far a spread vector points towards a meaning.
    pub(crate) fn towards(&self, concept: Concept, spread: &[f32]) -> f32 {
        spread[self.place(concept_hash(concept)) as usize] * MEANING
    }

    /// Places of the windows of three bytes over `<word>`. A window may cut a character: it is hashed, never shown.
    fn grams(&self, word: &str, mut each: impl FnMut(u16)) {
        let bytes = word.as_bytes();
        if bytes.len() < 3 {
            return;
        }
        let mut window = u32::from(b'<') << 8 | u32::from(bytes[0]);
        for &b in bytes[1..].iter().chain(b">") {
            window = (window << 8 | u32::from(b)) & 0x00ff_ffff;
            each(self.place(u64::from(window).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        }
    }

    fn place(&self, hash: u64) -> u16 {
        let mixed = (hash ^ hash >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let dimension = ((mixed >> 32) * self.dimension as u64) >> 32;
        (dimension as u16) << 1 | (mixed >> 15 & 1) as u16
    }

    fn embed_one(&self, text: &str, buffer: &mut String) -> Vec<f32> {
        let lexicon = Lexicon::get();
        let mut out = vec![0.0; self.dimension];
        split(text, Style::Prose, buffer, |w| {
            let entry = lexicon.word(word_hash(w.text), stem_hash(w.text));
            let weight = if entry.stop { 0.15 } else { 1.0 };
            self.add_word(w.text, entry.concepts(), weight, &mut out);
        });
        let length = out.iter().map(|v| v * v).sum::<f32>().sqrt();
        if length > 0.0 {
            out.iter_mut().for_each(|v| *v /= length);
        }
        out
    }
}

fn concept_hash(concept: Concept) -> u64 {
    (0xC0DE_0000 | u64::from(concept)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Embedder for HashingEmbedder {
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, String> {
        let mut buffer = String::new();
        Ok(texts.iter().map(|t| self.embed_one(t, &mut buffer)).collect())
    }

    fn strategy(&self) -> &str {
        "hashing"
    }

    fn words(&self) -> Option<&HashingEmbedder> {
        Some(self)
    }
}

/// Cosine of the angle between two vectors, in −1..1; 0 where one is zero, holds something not finite, or the
/// lengths differ.
///
/// ```
/// use semantic_core::find::cosine_similarity;
/// assert_eq!(cosine_similarity(&[3.0, 0.0], &[1.0, 0.0]), 1.0);
/// assert_eq!(cosine_similarity(&[1.0], &[1.0, 0.0]), 0.0);
/// ```
pub fn cosine_similarity(a: &[f32], b: &[f32]) -> f64 {
    if a.len() != b.len() {
        return 0.0;
    }
    let (mut ab, mut aa, mut bb) = (0.0f64, 0.0f64, 0.0f64);
    for (&x, &y) in a.iter().zip(b) {
        let (x, y) = (f64::from(x), f64::from(y));
        ab += x * y;
        aa += x * x;
        bb += y * y;
    }
    let cosine = ab / (aa.sqrt() * bb.sqrt());
    if cosine.is_finite() { cosine.clamp(-1.0, 1.0) } else { 0.0 }
}

/// Dot product in eight lanes, which the compiler turns into vector instructions.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0f32; 8];
    let (a8, b8) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = a8.remainder().iter().zip(b8.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a8.zip(b8) {
        for k in 0..8 {
            lanes[k] += x[k] * y[k];
        }
    }
    lanes.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cosine(a: &str, b: &str) -> f64 {
        let v = HashingEmbedder::default().embed(&[a, b]).expect("hashing cannot fail");
        cosine_similarity(&v[0], &v[1])
    }

    #[test]
    fn close_words_lie_close() {
        assert!((cosine("Sign in", "sign IN") - 1.0).abs() < 1e-6);
        let apart = cosine("password", "quantity").abs();
        for close in ["passwrod", "contraseña", "passwords"] {
            assert!(cosine("password", close) > 0.2 + apart, "{close}");
        }
    }

    #[test]
    fn empty_and_unequal_vectors_have_no_angle() {
        assert_eq!(cosine("", "x"), 0.0);
        assert_eq!(cosine_similarity(&[f32::NAN], &[1.0]), 0.0);
        assert_eq!(HashingEmbedder::new(0).dimension(), 128);
    }

    #[test]
    fn both_signs_are_used() {
        let v =
            HashingEmbedder::default().embed(&["a quick brown fox jumps over"]).expect("hashing cannot fail");
        assert!(v[0].iter().any(|&x| x > 0.0) && v[0].iter().any(|&x| x < 0.0));
    }
}
