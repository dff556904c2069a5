//! The word knowledge that ships with the library: meanings shared by several words and languages, icons,
//! stopwords and verbs, compiled from the reviewed text files in `data/`.

/// The compiled word lists: see `compile.rs`.
pub(super) static TABLE: &[u8] = include_bytes!("data/lexicon.bin");

/// Bytes of an entry: key, four meanings, four bytes of flags.
const ENTRY: usize = 20;

/// How many of a key's top bits choose its bucket.
pub(super) const BUCKET_BITS: u32 = 12;

const HEADER: usize = 20;

/// A meaning: the number of a line of `concepts.txt`, or of a pair made from `abbreviations.txt`.
pub(crate) type Concept = u16;

/// What a verb at the head of a request acts on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verb {
    /// Something to press.
    Click,
    /// A field to write into.
    Type,
    /// One of several things.
    Choose,
    /// Something that is on or off.
    Toggle,
    /// A place to go to.
    Open,
    /// Something to see.
    Look,
}

const VERBS: [Option<Verb>; 7] = [
    None,
    Some(Verb::Click),
    Some(Verb::Type),
    Some(Verb::Choose),
    Some(Verb::Toggle),
    Some(Verb::Open),
    Some(Verb::Look),
];

/// Most words of a known phrase.
pub(crate) const LONGEST_PHRASE: usize = 6;

/// What is known of one word or phrase.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Entry {
    concepts: [Concept; 4],
    count: u8,
    /// Words of the longest known phrase that begins with this word; 0 or 1 where none does.
    pub longest: u8,
    /// Carries no meaning of its own.
    pub stop: bool,
    /// Bit i: `concepts[i]` is the meaning of an icon's name or glyph.
    icons: u8,
    /// The verb it can be.
    pub verb: Option<Verb>,
}

impl Entry {
    /// The meanings.
    pub fn concepts(&self) -> &[Concept] {
        &self.concepts[..self.count as usize]
    }

    /// Whether the meaning at `i` is an icon's.
    pub fn is_icon(&self, i: usize) -> bool {
        self.icons & (1 << i) != 0
    }

    /// Adds a meaning; a word has at most four.
    pub(super) fn add(&mut self, concept: Concept, icon: bool) {
        let n = self.count as usize;
        if self.concepts().contains(&concept) || n == self.concepts.len() {
            return;
        }
        self.concepts[n] = concept;
        self.icons |= u8::from(icon) << n;
        self.count += 1;
    }

    /// Appends the entry as [`Entry::read`] reads it.
    pub(super) fn write(&self, key: u64, out: &mut Vec<u8>) {
        out.extend(key.to_le_bytes());
        self.concepts.iter().for_each(|c| out.extend(c.to_le_bytes()));
        let verb = self.verb.map_or(0, |v| v as u8 + 1);
        out.extend([self.count, self.longest, u8::from(self.stop) | verb << 1, self.icons]);
    }

    fn read(b: &[u8; ENTRY]) -> Entry {
        let concept = |i: usize| u16::from_le_bytes([b[8 + 2 * i], b[9 + 2 * i]]);
        Entry {
            concepts: [concept(0), concept(1), concept(2), concept(3)],
            count: b[16],
            longest: b[17],
            stop: b[18] & 1 != 0,
            verb: VERBS.get((b[18] >> 1) as usize).copied().flatten(),
            icons: b[19],
        }
    }
}

/// All word knowledge, looked up by hash in the compiled table; nothing is read or built beforehand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexicon {
    buckets: &'static [[u8; 4]],
    entries: &'static [[u8; ENTRY]],
    /// Sorted pairs (asked, answering) of related meanings.
    related: &'static [[u8; 4]],
    /// Sorted pairs of contraries.
    opposite: &'static [[u8; 4]],
    meanings: usize,
    price: Option<Concept>,
}

impl Lexicon {
    /// The knowledge that ships with the library.
    pub fn get() -> Lexicon {
        let number = |i: usize| match TABLE.get(4 * i..4 * i + 4) {
            Some(&[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]) as usize,
            _ => 0,
        };
        let buckets = 4 * ((1 << BUCKET_BITS) + 1);
        let entries = HEADER + buckets + ENTRY * number(0);
        let related = entries + 4 * number(1);
        let part = |from: usize, to: usize| TABLE.get(from..to).unwrap_or_default();
        Lexicon {
            buckets: part(HEADER, HEADER + buckets).as_chunks().0,
            entries: part(HEADER + buckets, entries).as_chunks().0,
            related: part(entries, related).as_chunks().0,
            opposite: part(related, related + 4 * number(2)).as_chunks().0,
            meanings: number(3),
            price: Concept::try_from(number(4)).ok().filter(|&p| p != Concept::MAX),
        }
    }

    /// What is known of the phrase with this hash (see [`phrase_hash`]), or of the word of exactly this hash.
    pub fn entry(&self, key: u64) -> Option<Entry> {
        let bucket = (key >> (64 - BUCKET_BITS)) as usize;
        let at = |i: usize| self.buckets.get(i).map_or(0, |b| u32::from_le_bytes(*b) as usize);
        let entries = self.entries.get(at(bucket)..at(bucket + 1))?;
        entries.iter().find(|e| e[..8] == key.to_le_bytes()).map(Entry::read)
    }

    /// What is known of a word: as it is written, else as its stem. Phrases that it begins go by the stem.
    pub fn word(&self, hash: u64, stem: u64) -> Entry {
        let by_stem = self.entry(stem_key(stem));
        let mut entry = self.entry(hash).or(by_stem).unwrap_or_default();
        entry.longest = by_stem.map_or(0, |e| e.longest);
        entry
    }

    /// Meanings that may answer a query for `concept` without being it.
    pub fn related(self, concept: Concept) -> impl Iterator<Item = Concept> {
        partners(self.related, concept)
    }

    /// Meanings that must never answer a query for `concept`.
    pub fn opposite(self, concept: Concept) -> impl Iterator<Item = Concept> {
        partners(self.opposite, concept)
    }

    /// The meaning of amounts of money.
    pub fn price(&self) -> Option<Concept> {
        self.price
    }

    /// Number of meanings.
    pub fn len(&self) -> usize {
        self.meanings
    }
}

/// The second of each pair whose first is `concept`.
fn partners(pairs: &'static [[u8; 4]], concept: Concept) -> impl Iterator<Item = Concept> {
    let pair = |p: &[u8; 4]| (u16::from_le_bytes([p[0], p[1]]), u16::from_le_bytes([p[2], p[3]]));
    let from = pairs.partition_point(|p| pair(p).0 < concept);
    pairs[from..].iter().map(pair).take_while(move |&(a, _)| a == concept).map(|(_, b)| b)
}

/// The key of what is known of a stem, which is not what is known of a word that is spelled like it.
pub(super) fn stem_key(stem: u64) -> u64 {
    stem.rotate_left(17) ^ 0xa076_1d64_78bd_642f
}

/// The known phrases that begin at the first of some words, as (words taken, entry). `words` yields the stem hash of
/// each word and whether it is a stopword; stopwords inside a phrase may be left out.
pub(crate) fn phrases(
    longest: usize,
    words: impl Iterator<Item = (u64, bool)>,
    mut each: impl FnMut(usize, &Entry),
) {
    let lexicon = Lexicon::get();
    let (mut all, mut content) = ([0u64; LONGEST_PHRASE], [0u64; LONGEST_PHRASE]);
    let (mut n, mut m) = (0, 0);
    for (taken, (hash, stop)) in words.enumerate().take(2 * LONGEST_PHRASE) {
        let taken = taken + 1;
        if n == taken - 1 && n < longest {
            all[n] = hash;
            n += 1;
            if let Some(entry) = lexicon.entry(phrase_hash(&all[..n])).filter(|_| n > 1) {
                each(taken, &entry);
            }
        }
        if !stop && m < longest {
            content[m] = hash;
            m += 1;
            if let Some(entry) = lexicon.entry(phrase_hash(&content[..m])).filter(|_| m > 1 && m < taken) {
                each(taken, &entry);
            }
        }
        if m == longest {
            break;
        }
    }
}

/// The hash of a phrase from those of its words; of one word, that word's.
pub(crate) fn phrase_hash(words: &[u64]) -> u64 {
    match words {
        [one] => *one,
        many => many
            .iter()
            .fold(0x9e37_79b9_7f4a_7c15, |h, &w| (h.rotate_left(23) ^ w).wrapping_mul(0xff51_afd7_ed55_8ccd)),
    }
}
