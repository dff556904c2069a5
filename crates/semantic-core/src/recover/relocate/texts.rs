//! The distinct texts of two snapshots, folded, split and weighed once, and how alike two of them are.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::find::words::{Concept, Lexicon, Style, phrase_hash, phrases, split, stem_hash, word_hash};

/// The number of a distinct text.
pub(super) type TextId = u32;

/// "No text".
pub(super) const NO_TEXT: TextId = u32::MAX;

/// Words or phrases of a text that count; the rest of a longer text is left out.
const MOST_ITEMS: usize = 24;
/// Bytes of the folded text that n-grams are taken from.
const MOST_GRAM_BYTES: usize = 96;
/// Words that turn what is said into its contrary.
const DENIALS: [&str; 22] = [
    "not", "dont", "without", "never", "disallow", "disagree", "nicht", "kein", "keine", "ohne", "sans",
    "pas", "ne", "sin", "non", "senza", "nao", "sem", "niet", "inte", "не", "без",
];
/// What a word counts that means the same in other words.
const MEANING: f32 = 0.9;

/// A word, or a phrase with a meaning of its own.
#[derive(Clone, Copy)]
pub(super) struct Item {
    pub hash: u64,
    concepts: [Concept; 4],
    count: u8,
    /// How much it tells, from 0 for what every element says.
    pub weight: f32,
}

impl Item {
    fn concepts(&self) -> &[Concept] {
        &self.concepts[..self.count as usize]
    }
}

/// What is known of one text.
#[derive(Clone, Copy, Default)]
pub(super) struct Facts {
    items: (u32, u32),
    grams: (u32, u32),
    /// The words in their order, unparted; 0 for a text without any.
    pub fold: u64,
    /// The same with every number replaced.
    pub mask: u64,
    /// Whether it holds a number.
    pub numbered: bool,
    /// Whether it holds a word that denies.
    denies: bool,
    /// Sum of the weights of its items.
    pub weight: f32,
    uses: u32,
}

/// How alike two texts are; every share is in 0..1.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Likeness {
    /// Share of the same words.
    pub words: f32,
    /// Share of the same words or meanings.
    pub meaning: f32,
    /// How much of the shorter text is in the longer.
    pub contained: f32,
    /// Share of the same three-letter pieces.
    pub grams: f32,
    /// One says the contrary of what the other says.
    pub opposite: bool,
    /// One denies what the other says: Save and Don't save.
    pub denied: bool,
}

/// Distinct texts of one style.
pub(super) struct Texts<'a> {
    style: Style,
    known: HashMap<&'a str, TextId, FxBuildHasher>,
    facts: Vec<Facts>,
    items: Vec<Item>,
    grams: Vec<u32>,
    buffer: String,
    lexicon: Lexicon,
}

impl<'a> Texts<'a> {
    pub fn new(style: Style) -> Self {
        Texts {
            style,
            known: HashMap::default(),
            facts: Vec::new(),
            items: Vec::new(),
            grams: Vec::new(),
            buffer: String::new(),
            lexicon: Lexicon::get(),
        }
    }

    /// The number of `text`, which one more element says; [`NO_TEXT`] for an empty one.
    pub fn add(&mut self, text: &'a str) -> TextId {
        if text.is_empty() {
            return NO_TEXT;
        }
        if let Some(&id) = self.known.get(text) {
            self.facts[id as usize].uses += 1;
            return id;
        }
        let id = self.facts.len() as TextId;
        self.known.insert(text, id);
        let mut facts = self.read(text);
        facts.uses = 1;
        self.facts.push(facts);
        id
    }

    pub fn facts(&self, id: TextId) -> Facts {
        self.facts.get(id as usize).copied().unwrap_or_default()
    }

    pub fn items(&self, id: TextId) -> &[Item] {
        let (from, to) = self.facts(id).items;
        &self.items[from as usize..to as usize]
    }

    /// Weighs the words by how few elements say them. Call once, after the last text was added.
    pub fn weigh(&mut self) {
        let mut uses: HashMap<u64, u32, FxBuildHasher> = HashMap::default();
        let mut all = 1;
        for facts in &self.facts {
            all += facts.uses;
            for item in &self.items[facts.items.0 as usize..facts.items.1 as usize] {
                *uses.entry(item.hash).or_default() += facts.uses;
            }
        }
        let scale = (1.0 + all as f32).ln();
        for item in &mut self.items {
            let n = uses.get(&item.hash).copied().unwrap_or(1) as f32;
            item.weight *= (1.0 + all as f32 / n).ln() / scale;
        }
        for facts in &mut self.facts {
            let items = &self.items[facts.items.0 as usize..facts.items.1 as usize];
            facts.weight = items.iter().map(|i| i.weight).sum();
        }
    }

    fn read(&mut self, text: &str) -> Facts {
        let mut words: Vec<Word> = Vec::new();
        let mut folded = String::from("_");
        let mut joined = String::new();
        let (mut fold, mut mask, mut numbered, mut denies) = (0u64, 0u64, false, false);
        let style = self.style;
        let lexicon = self.lexicon;
        split(text, style, &mut self.buffer, |w| {
            let sign = !w.text.chars().any(char::is_alphanumeric);
            let hash = word_hash(w.text);
            let number = w.text.bytes().any(|b| b.is_ascii_digit());
            numbered |= number;
            if !sign {
                joined.push_str(w.text);
            }
            denies |= DENIALS.contains(&w.text);
            if folded.len() < MOST_GRAM_BYTES {
                folded.push_str(w.text);
                folded.push('_');
            }
            words.push(Word { hash, stem: stem_hash(w.text), number, sign, longest: 0, stop: false });
        });
        if words.iter().any(|w| !w.sign) {
            words.retain(|w| !w.sign);
        }
        for w in &words {
            mask = mix(mask, if w.number { 1 } else { w.hash });
        }
        if !words.is_empty() {
            // Where words are parted does not matter: "log out" is "logout", "e-mail" is "email".
            fold = word_hash(&joined) | 1;
        }
        let from = self.items.len() as u32;
        if style == Style::Prose {
            self.push_phrases(&mut words, lexicon);
        } else {
            let plain = words.iter().take(MOST_ITEMS).map(|w| Item {
                hash: w.stem,
                concepts: [0; 4],
                count: 0,
                weight: 1.0,
            });
            self.items.extend(plain);
        }
        let grams = self.push_grams(folded.as_bytes());
        Facts {
            items: (from, self.items.len() as u32),
            grams,
            fold,
            mask,
            numbered,
            denies,
            weight: 0.0,
            uses: 0,
        }
    }

    /// Cuts the words into phrases that have a meaning and single words.
    fn push_phrases(&mut self, words: &mut [Word], lexicon: Lexicon) {
        for w in words.iter_mut() {
            let entry = lexicon.word(w.hash, w.stem);
            (w.longest, w.stop) = (entry.longest, entry.stop);
        }
        let (mut i, mut pushed) = (0, 0);
        while i < words.len() && pushed < MOST_ITEMS {
            let mut taken = 1;
            let mut entry = lexicon.word(words[i].hash, words[i].stem);
            if words[i].longest > 1 {
                let rest = words[i..].iter().map(|w| (w.stem, w.stop));
                phrases(words[i].longest as usize, rest, |n, e| {
                    if n > taken {
                        (taken, entry) = (n, *e);
                    }
                });
            }
            let mut stems = [0; 12];
            let n = taken.min(stems.len());
            stems.iter_mut().zip(&words[i..i + n]).for_each(|(to, w)| *to = w.stem);
            let mut item = Item {
                hash: phrase_hash(&stems[..n]),
                concepts: [0; 4],
                count: 0,
                weight: if taken == 1 && words[i].stop { 0.35 } else { 1.0 },
            };
            for &concept in entry.concepts() {
                item.concepts[item.count as usize] = concept;
                item.count += 1;
            }
            self.items.push(item);
            (i, pushed) = (i + taken, pushed + 1);
        }
    }

    fn push_grams(&mut self, folded: &[u8]) -> (u32, u32) {
        let from = self.grams.len();
        let gram = |w: &[u8]| u32::from(w[0]) << 16 | u32::from(w[1]) << 8 | u32::from(w[2]);
        self.grams.extend(folded.windows(3).map(gram));
        self.grams[from..].sort_unstable();
        let mut end = from;
        for i in from..self.grams.len() {
            if i == from || self.grams[i] != self.grams[end - 1] {
                self.grams[end] = self.grams[i];
                end += 1;
            }
        }
        self.grams.truncate(end);
        (from as u32, end as u32)
    }

    /// How alike two texts are; nothing is like an absent text.
    pub fn likeness(&self, b: TextId, a: TextId) -> Likeness {
        if b == NO_TEXT || a == NO_TEXT {
            return Likeness::default();
        }
        let (fb, fa) = (self.facts(b), self.facts(a));
        if b == a || (fb.fold == fa.fold && fb.fold != 0) {
            return Likeness {
                words: 1.0,
                meaning: 1.0,
                contained: 1.0,
                grams: 1.0,
                opposite: false,
                denied: false,
            };
        }
        let (ib, ia) = (self.items(b), self.items(a));
        let m = Matched::of(ib, ia);
        let both = (fb.weight + fa.weight).max(1e-6);
        let short = fb.weight.min(fa.weight).max(1e-6);
        Likeness {
            words: (2.0 * m.same / both).min(1.0),
            meaning: (2.0 * m.meant / both).min(1.0),
            contained: (m.meant / short).min(1.0),
            grams: self.gram_share(fb, fa),
            opposite: self.opposite(ib, ia, &m),
            denied: fb.denies != fa.denies && m.meant > 0.0,
        }
    }

    fn gram_share(&self, b: Facts, a: Facts) -> f32 {
        let gb = &self.grams[b.grams.0 as usize..b.grams.1 as usize];
        let ga = &self.grams[a.grams.0 as usize..a.grams.1 as usize];
        let (mut i, mut j, mut both) = (0, 0, 0);
        while i < gb.len() && j < ga.len() {
            match gb[i].cmp(&ga[j]) {
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => j += 1,
                std::cmp::Ordering::Equal => (i, j, both) = (i + 1, j + 1, both + 1),
            }
        }
        2.0 * both as f32 / (gb.len() + ga.len()).max(1) as f32
    }

    /// Whether what only one says is the contrary of what only the other says, and says much in both.
    fn opposite(&self, b: &[Item], a: &[Item], m: &Matched) -> bool {
        let share = |items: &[Item], i: usize| {
            items[i].weight / items.iter().map(|x| x.weight).sum::<f32>().max(1e-6) >= 0.2
        };
        let open = |mask: u32, i: usize| mask & 1 << i == 0;
        for (i, x) in b.iter().enumerate().filter(|&(i, _)| open(m.used_b, i)) {
            for (j, y) in a.iter().enumerate().filter(|&(j, _)| open(m.used_a, j)) {
                let contrary =
                    x.concepts().iter().any(|&c| self.lexicon.opposite(c).any(|o| y.concepts().contains(&o)));
                if contrary && share(b, i) && share(a, j) {
                    return true;
                }
            }
        }
        false
    }
}

/// A word while a text is read.
struct Word {
    hash: u64,
    stem: u64,
    number: bool,
    /// Neither a letter nor a digit in it.
    sign: bool,
    longest: u8,
    stop: bool,
}

fn mix(h: u64, v: u64) -> u64 {
    (h.rotate_left(23) ^ v).wrapping_mul(0xff51_afd7_ed55_8ccd) | 1
}

/// Which items of two texts answer each other.
#[derive(Default)]
pub(super) struct Matched {
    /// Weight of equal items, and of equal or equally meant ones.
    pub same: f32,
    pub meant: f32,
    used_b: u32,
    used_a: u32,
}

impl Matched {
    pub fn of(b: &[Item], a: &[Item]) -> Matched {
        let mut m = Matched::default();
        let mut pair = |by: &dyn Fn(&Item, &Item) -> bool, grade: f32| {
            let mut sum = 0.0;
            for (i, x) in b.iter().enumerate().take(32) {
                if m.used_b & 1 << i != 0 {
                    continue;
                }
                let free = |j: usize, used: u32| used & 1 << j == 0;
                let hit = a.iter().enumerate().take(32).find(|&(j, y)| free(j, m.used_a) && by(x, y));
                if let Some((j, y)) = hit {
                    m.used_b |= 1 << i;
                    m.used_a |= 1 << j;
                    sum += grade * (x.weight + y.weight) / 2.0;
                }
            }
            sum
        };
        let same = pair(&|x, y| x.hash == y.hash, 1.0);
        let meant = pair(&|x, y| x.concepts().iter().any(|c| y.concepts().contains(c)), MEANING);
        (m.same, m.meant) = (same, same + meant);
        m
    }
}
