//! How much of each kind of evidence has lived through the change of the page, as its own survivors tell it.
//!
//! Where every element that is the same beyond doubt has another class now, another class says nothing of one more;
//! where all of them kept their identifiers, a lost identifier says much.

use super::features::{Feature, Row};
use super::place::{near, path_shares};
use super::side::{NONE, Pools, Side};
use super::texts::{NO_TEXT, TextId, Texts};

/// Kinds of evidence that a page may lose as a whole.
const KINDS: usize = 12;
const IDENTIFIER: usize = 0;
const CLASS: usize = 1;
const URL: usize = 2;
const NEIGHBOURS: usize = 3;
const SECTION: usize = 4;
const HEADING: usize = 5;
const PARENT: usize = 6;
const TAG: usize = 7;
const PATH: usize = 8;
const COLUMN: usize = 9;
const HEIGHT: usize = 10;
const ORDER: usize = 11;

/// Survivors that are asked, at most.
const ASKED: usize = 256;
/// What is believed before the first survivor is asked, and how many survivors that belief outweighs.
const BELIEF: f32 = 0.7;
const BELIEVED: f32 = 3.0;

/// A mean of what the survivors say.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f32,
    n: f32,
}

impl Mean {
    fn add(&mut self, share: f32) {
        self.sum += share;
        self.n += 1.0;
    }

    fn get(self) -> f32 {
        (self.sum + BELIEF * BELIEVED) / (self.n + BELIEVED)
    }
}

/// What has survived of each kind of evidence, from 0 to 1.
pub(super) struct Survival {
    /// How alike it still is where both sides tell it.
    kept: [f32; KINDS],
    /// How often both sides tell it where one does.
    told: [f32; KINDS],
}

/// The same while survivors are asked.
#[derive(Default)]
struct Answers {
    kept: [Mean; KINDS],
    told: [Mean; KINDS],
}

impl Survival {
    pub fn new(before: &Side<'_>, after: &Side<'_>, pools: &Pools<'_>, exact: &[u32]) -> Self {
        let mut answers = Answers::default();
        let pairs = exact.iter().enumerate().filter(|p| *p.1 != NONE).map(|(b, &a)| (b as u32, a));
        let step = pairs.clone().count() / ASKED + 1;
        let mut last: Option<(u32, u32)> = None;
        for (b, a) in pairs.step_by(step) {
            answers.ask(before, after, pools, (b, a));
            if let Some((p, q)) = last.replace((b, a)) {
                let (gb, ga) = (i64::from(b - p), i64::from(a) - i64::from(q));
                answers.kept[ORDER].add(near((gb - ga) as f32, 2.0));
            }
        }
        Survival { kept: answers.kept.map(Mean::get), told: answers.told.map(Mean::get) }
    }

    /// Weighs what speaks about a pair by how much of that kind has survived elsewhere.
    pub fn weigh(&self, row: &mut Row) {
        use Feature::*;
        for (feature, kind) in [
            (IdOther, IDENTIFIER),
            (ClassOther, CLASS),
            (UrlOther, URL),
            (NeighbourOther, NEIGHBOURS),
            (NeighbourTwin, NEIGHBOURS),
            (SectionOther, SECTION),
            (HeadingOther, HEADING),
            (ParentOther, PARENT),
            (TagOther, TAG),
            (FarX, COLUMN),
            (FarY, HEIGHT),
            (Outside, ORDER),
            (Gap, ORDER),
            (GapPart, ORDER),
            (PathAll, PATH),
        ] {
            row.set(feature, row.get(feature) * self.kept[kind]);
        }
        for (missing, kind) in [
            (IdMissing, IDENTIFIER),
            (ClassMissing, CLASS),
            (UrlMissing, URL),
            (NeighbourMissing, NEIGHBOURS),
            (SectionMissing, SECTION),
        ] {
            row.set(missing, row.get(missing) * self.told[kind]);
        }
    }
}

impl Answers {
    fn ask(&mut self, before: &Side<'_>, after: &Side<'_>, pools: &Pools<'_>, (b, a): (u32, u32)) {
        let (b, a) = (&before.traits[b as usize], &after.traits[a as usize]);
        self.text(IDENTIFIER, &pools.idents, b.identifier, a.identifier);
        self.text(CLASS, &pools.idents, b.class, a.class);
        self.text(URL, &pools.urls, b.url, a.url);
        self.text(NEIGHBOURS, &pools.prose, b.neighbours, a.neighbours);
        self.text(SECTION, &pools.prose, b.section, a.section);
        self.text(HEADING, &pools.prose, b.heading, a.heading);
        self.text(PARENT, &pools.prose, b.parent_name, a.parent_name);
        if b.tag != NONE && a.tag != NONE {
            self.kept[TAG].add(if b.tag == a.tag { 1.0 } else { 0.0 });
        }
        if let (Some(old), Some(new)) = (b.xpath, a.xpath) {
            self.kept[PATH].add(path_shares(old, new).all);
        }
        if let (Some([xb, yb, wb, _]), Some([xa, ya, wa, _])) = (b.bounds, a.bounds) {
            let right = (xb + wb - xa - wa).abs();
            self.kept[COLUMN].add(near((xb - xa).abs().min(right), 400.0));
            self.kept[HEIGHT].add(near(yb - ya, 1500.0));
        }
    }

    fn text(&mut self, kind: usize, texts: &Texts<'_>, b: TextId, a: TextId) {
        if b == NO_TEXT && a == NO_TEXT {
            return;
        }
        let both = b != NO_TEXT && a != NO_TEXT;
        self.told[kind].add(if both { 1.0 } else { 0.0 });
        if both {
            let l = texts.likeness(b, a);
            self.kept[kind].add(if kind == NEIGHBOURS { (l.words + l.contained) / 2.0 } else { l.words });
        }
    }
}
