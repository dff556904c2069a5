//! A pair of nodes as a short vector of numbers, most of them in 0..1.

use super::context;
use super::kinds::Kind;
use super::place::{boxes, exact, order, paths};
use super::side::{HINTS, NONE, Pools, Traits};
use super::texts::{Likeness, NO_TEXT, TextId, Texts};
use super::{Known, Pages};
use crate::tree::{State, States};

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// What is measured of a pair.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub(super) enum Feature { $($(#[$doc])* $name),+ }

        /// Number of features of a pair.
        pub const RELOCATE_FEATURES: usize = [$(Feature::$name),+].len();

        /// The features' names.
        pub const RELOCATE_FEATURE_NAMES: [&str; RELOCATE_FEATURES] = [$(stringify!($name)),+];
    };
}

features! {
    /// Always 1.
    Bias,
    /// The whole old snapshot is known.
    Whole,
    /// The same words in the same order.
    NameSame,
    /// The same, and nobody else of that role says them on either side.
    NameSole,
    NameNone,
    NameLost,
    NameGained,
    NameWords,
    NameMeaning,
    /// Other words, and they mean the same.
    NameSynonym,
    NameContained,
    NameGrams,
    /// Both have a name, and nothing of one is in the other.
    NameOther,
    /// What the new name says beyond the old one, and the other way round.
    NameExtra,
    NameMissing,
    /// The same but for numbers.
    NameMask,
    /// Numbers differ where others are called the same but for numbers.
    NumberOther,
    /// Not the name but what stands for it agrees or differs.
    HintSame,
    HintOther,
    /// The name of one is a label, placeholder or tooltip of the other.
    NameIsHint,
    RoleSame,
    KindSame,
    KindOther,
    /// A control became something that is none, or the other way round.
    ControlLost,
    ControlGained,
    /// One is a control, and the other only lies inside of one: an icon in its link.
    ControlInner,
    TagSame,
    TagOther,
    TypeSame,
    TypeOther,
    LevelOther,
    IdSame,
    IdMask,
    IdWords,
    IdContained,
    IdOther,
    IdMissing,
    /// Shares of the words that both say in whatever field: a name that moved into an identifier is still there.
    BagWords,
    BagContained,
    FormSame,
    FormOther,
    ClassSame,
    ClassWords,
    ClassOther,
    ClassMissing,
    SourceSame,
    SourceOther,
    AddressSame,
    UrlSame,
    UrlWords,
    UrlOther,
    UrlMissing,
    StateOther,
    SectionSame,
    SectionWords,
    SectionOther,
    SectionMissing,
    HeadingSame,
    HeadingOther,
    ParentSame,
    ParentOther,
    ParentRole,
    RolePath,
    NeighbourWords,
    NeighbourOther,
    NeighbourMissing,
    /// What stands around it is another's, and that other is called like it.
    NeighbourTwin,
    /// Share of the texts around it that are still around it.
    Around,
    AroundNone,
    /// Share of the words of its row that are in the other's row.
    RowWords,
    RowOther,
    RowUnknown,
    NearX,
    NearY,
    NearYPart,
    NearSize,
    NearAll,
    /// Nearness after what lies before it has moved.
    NearMoved,
    FarX,
    FarY,
    BoxMissing,
    /// It lies between the partners of what lies around it.
    Between,
    Outside,
    Gap,
    GapPart,
    /// Nothing else lies between what lies around it, on either side; and it is called alike.
    Alone,
    AloneAlike,
    OrderNear,
    TwinRank,
    TwinRankOther,
    PathSame,
    PathEnd,
    PathAll,
    PathTags,
    PathOther,
    Exact,
    ExactOther,
    HolderSame,
    HolderOther,
    /// Nothing but the place speaks for it: neither name nor identifier nor address agrees.
    PlaceOnly,
    /// Name and role agree, and so does what is around it.
    NameAndPlace,
    IdAndOtherName,
    UrlAndOtherName,
    /// What the query finds there, where it found the old element.
    QueryFit,
    QueryMisfit,
    /// How much better another old element fits it, and whether it is that one's best.
    Rival,
    Claimed,
}

/// The features of one pair, in the order of [`RELOCATE_FEATURE_NAMES`].
pub type PairFeatures = [f32; RELOCATE_FEATURES];

/// A vector that is being filled.
pub(super) struct Row(pub PairFeatures);

impl Row {
    pub fn set(&mut self, feature: Feature, value: f32) {
        self.0[feature as usize] = value;
    }

    pub fn flag(&mut self, feature: Feature, on: bool) {
        self.set(feature, if on { 1.0 } else { 0.0 });
    }

    pub fn get(&self, feature: Feature) -> f32 {
        self.0[feature as usize]
    }

    /// Two features of which one says how alike two texts are and the other how unlike.
    fn alike(&mut self, same: Feature, other: Feature, share: Option<f32>) {
        if let Some(share) = share {
            self.set(same, share);
            self.set(other, 1.0 - share);
        }
    }
}

/// Measures everything but the claims of other elements.
pub(super) fn measure(pages: &Pages<'_>, b: u32, a: u32) -> Row {
    let mut row = Row([0.0; RELOCATE_FEATURES]);
    let (tb, ta) = (&pages.before.traits[b as usize], &pages.after.traits[a as usize]);
    row.set(Feature::Bias, 1.0);
    row.flag(Feature::Whole, pages.known == Known::Whole);
    let name = names(&mut row, &pages.pools, tb, ta);
    numbers(&mut row, pages, tb, ta);
    hints(&mut row, &pages.pools, tb, ta);
    roles(&mut row, tb, ta);
    identifiers(&mut row, &pages.pools, tb, ta);
    bags(&mut row, pages.before.bag(b), pages.after.bag(a));
    addresses(&mut row, &pages.pools, tb, ta);
    states(&mut row, tb.states, ta.states);
    surroundings(&mut row, pages, b, a);
    boxes(&mut row, pages, b, a);
    order(&mut row, pages, b, a);
    paths(&mut row, tb.xpath, ta.xpath);
    exact(&mut row, pages, b, a);
    combine(&mut row, name);
    pages.survival.weigh(&mut row);
    row
}

fn names(row: &mut Row, pools: &Pools<'_>, b: &Traits<'_>, a: &Traits<'_>) -> Likeness {
    use Feature::*;
    let (fb, fa) = (pools.prose.facts(b.name), pools.prose.facts(a.name));
    match (fb.fold != 0, fa.fold != 0) {
        (false, false) => {
            row.flag(NameNone, true);
            return Likeness::default();
        }
        (true, false) => row.flag(NameLost, true),
        (false, true) => row.flag(NameGained, true),
        (true, true) => {}
    }
    let l = pools.prose.likeness(b.name, a.name);
    if fb.fold == 0 || fa.fold == 0 {
        return l;
    }
    let same = fb.fold == fa.fold;
    row.flag(NameSame, same);
    row.flag(NameSole, same && b.twins == 1 && a.twins == 1);
    row.set(NameWords, l.words);
    row.set(NameMeaning, l.meaning);
    row.flag(NameSynonym, !same && l.meaning > 0.85);
    row.set(NameContained, if same { 0.0 } else { l.contained });
    row.set(NameGrams, l.grams);
    let most = l.meaning.max(l.grams).max(0.7 * l.contained);
    row.set(NameOther, (1.0 - 2.0 * most).max(0.0));
    if !same {
        let meant = l.meaning * (fb.weight + fa.weight) / 2.0;
        row.set(NameExtra, (1.0 - meant / fa.weight.max(1e-6)).clamp(0.0, 1.0));
        row.set(NameMissing, (1.0 - meant / fb.weight.max(1e-6)).clamp(0.0, 1.0));
    }
    l
}

fn numbers(row: &mut Row, pages: &Pages<'_>, b: &Traits<'_>, a: &Traits<'_>) {
    let facts = |id| pages.pools.prose.facts(id);
    let (fb, fa) = (facts(b.name), facts(a.name));
    if fb.numbered && fa.numbered && fb.fold != fa.fold && fb.mask == fa.mask {
        row.flag(Feature::NameMask, true);
        row.flag(Feature::NumberOther, pages.masks.get(&fb.mask).is_some_and(|&n| n > 1));
    }
}

fn hints(row: &mut Row, pools: &Pools<'_>, b: &Traits<'_>, a: &Traits<'_>) {
    let (mut same, mut other) = (0.0f32, 0.0f32);
    for (&hb, &ha) in b.hints.iter().zip(&a.hints).take(HINTS.len() - 1) {
        if hb != NO_TEXT && ha != NO_TEXT {
            let share = pools.prose.likeness(hb, ha).meaning;
            (same, other) = (same.max(share), other.max(1.0 - share));
        }
    }
    row.set(Feature::HintSame, same);
    row.set(Feature::HintOther, other);
    let fold = |id: TextId| pools.prose.facts(id).fold;
    let is = |name: TextId, hints: &[TextId]| fold(name) != 0 && hints.iter().any(|&h| fold(h) == fold(name));
    let crossed = fold(b.name) != fold(a.name) && (is(b.name, &a.hints) || is(a.name, &b.hints));
    row.flag(Feature::NameIsHint, crossed);
}

fn roles(row: &mut Row, b: &Traits<'_>, a: &Traits<'_>) {
    use Feature::*;
    row.flag(RoleSame, b.role == a.role);
    row.flag(KindSame, b.kind == a.kind);
    let vague = b.kind == Kind::Vague || a.kind == Kind::Vague;
    row.flag(KindOther, b.kind != a.kind && !vague);
    let (old, new) = (b.kind.is_control(), a.kind.is_control());
    row.flag(ControlLost, old && !a.pressable);
    row.flag(ControlGained, !b.pressable && new);
    row.flag(ControlInner, old != new && b.pressable && a.pressable);
    if b.tag != NONE && a.tag != NONE {
        row.flag(TagSame, b.tag == a.tag);
        row.flag(TagOther, b.tag != a.tag);
    }
    if let (Some(tb), Some(ta)) = (b.input_type, a.input_type) {
        row.flag(TypeSame, tb == ta);
        row.flag(TypeOther, tb != ta);
    }
    row.flag(LevelOther, b.level.is_some() && a.level.is_some() && b.level != a.level);
}

/// Share of the same words of two identifiers or addresses, where both are there.
fn share(texts: &Texts<'_>, b: TextId, a: TextId) -> Option<f32> {
    (b != NO_TEXT && a != NO_TEXT).then(|| if b == a { 1.0 } else { texts.likeness(b, a).words })
}

fn identifiers(row: &mut Row, pools: &Pools<'_>, b: &Traits<'_>, a: &Traits<'_>) {
    use Feature::*;
    let texts = &pools.idents;
    if let Some(words) = share(texts, b.identifier, a.identifier) {
        let (fb, fa) = (texts.facts(b.identifier), texts.facts(a.identifier));
        row.flag(IdSame, b.identifier == a.identifier);
        row.flag(IdMask, b.identifier != a.identifier && fb.mask == fa.mask);
        row.set(IdWords, words);
        row.set(IdContained, texts.likeness(b.identifier, a.identifier).contained);
        row.set(IdOther, 1.0 - words);
    } else {
        row.flag(IdMissing, b.identifier != a.identifier);
    }
    if let Some(words) = share(texts, b.form_name, a.form_name) {
        row.set(FormSame, words);
        row.flag(FormOther, words < 0.5);
    }
    if let Some(words) = share(texts, b.class, a.class) {
        row.flag(ClassSame, b.class == a.class);
        row.set(ClassWords, words);
        row.set(ClassOther, 1.0 - words);
    } else {
        row.flag(ClassMissing, b.class != a.class);
    }
    row.alike(SourceSame, SourceOther, share(&pools.urls, b.src, a.src));
}

fn bags(row: &mut Row, b: &[(u64, f32)], a: &[(u64, f32)]) {
    let (mut i, mut j, mut both) = (0, 0, 0.0);
    while i < b.len() && j < a.len() {
        match b[i].0.cmp(&a[j].0) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                both += b[i].1.min(a[j].1);
                (i, j) = (i + 1, j + 1);
            }
        }
    }
    let weight = |bag: &[(u64, f32)]| bag.iter().map(|w| w.1).sum::<f32>();
    let (wb, wa) = (weight(b), weight(a));
    row.set(Feature::BagWords, (2.0 * both / (wb + wa).max(1e-6)).min(1.0));
    row.set(Feature::BagContained, (both / wb.min(wa).max(1e-6)).min(1.0));
}

fn addresses(row: &mut Row, pools: &Pools<'_>, b: &Traits<'_>, a: &Traits<'_>) {
    use Feature::*;
    row.flag(AddressSame, b.address != NONE && b.address == a.address);
    match share(&pools.urls, b.url, a.url) {
        Some(words) => {
            row.flag(UrlSame, b.url == a.url);
            row.set(UrlWords, words);
            row.set(UrlOther, 1.0 - words);
        }
        None => row.flag(UrlMissing, b.url != a.url),
    }
}

fn states(row: &mut Row, b: States, a: States) {
    let lasting = [State::Required, State::Readonly, State::Multiline, State::Modal, State::Multiselectable];
    let differ = lasting.into_iter().filter(|&s| b.is(s) != a.is(s)).count();
    row.set(Feature::StateOther, differ.min(2) as f32 / 2.0);
}

fn surroundings(row: &mut Row, pages: &Pages<'_>, b: u32, a: u32) {
    use Feature::*;
    let (tb, ta) = (&pages.before.traits[b as usize], &pages.after.traits[a as usize]);
    let texts = &pages.pools.prose;
    if let Some(words) = share(texts, tb.section, ta.section) {
        row.flag(SectionSame, words > 0.99);
        row.set(SectionWords, words);
        row.set(SectionOther, 1.0 - words);
    } else {
        row.flag(SectionMissing, tb.section != ta.section);
    }
    if let Some(words) = share(texts, tb.heading, ta.heading) {
        row.flag(HeadingSame, words > 0.99);
        row.set(HeadingOther, 1.0 - words);
    }
    // A parent that is called like the element itself says nothing new.
    if tb.parent_name != tb.name && ta.parent_name != ta.name {
        row.alike(ParentSame, ParentOther, share(texts, tb.parent_name, ta.parent_name));
    }
    if tb.neighbours != NO_TEXT && ta.neighbours != NO_TEXT {
        let l = texts.likeness(tb.neighbours, ta.neighbours);
        let share = (l.words + l.contained) / 2.0;
        row.alike(NeighbourWords, NeighbourOther, Some(share));
        row.set(NeighbourTwin, if ta.twins > 1 { (1.0 - 3.0 * share).max(0.0) } else { 0.0 });
    } else {
        row.flag(NeighbourMissing, tb.neighbours != ta.neighbours);
    }
    match context::row_share(pages, b, a) {
        Some(words) => {
            row.set(RowWords, words);
            row.set(RowOther, 1.0 - words);
        }
        None => row.flag(RowUnknown, tb.twins > 1 || ta.twins > 1),
    }
    if pages.known == Known::Whole {
        let parent =
            |side: &super::side::Side<'_>, t: &Traits<'_>| side.traits.get(t.parent as usize).map(|p| p.role);
        row.flag(ParentRole, parent(&pages.before, tb) == parent(&pages.after, ta));
        row.set(RolePath, context::role_path(pages, b, a));
        match context::around(pages, b, a) {
            Some(share) => row.set(Around, share),
            None => row.flag(AroundNone, true),
        }
    }
}

/// What some features mean together.
fn combine(row: &mut Row, name: Likeness) {
    use Feature::*;
    let said =
        [NameMeaning, NameContained, NameMask, IdSame, IdMask, UrlSame, FormSame, HintSame, NameIsHint];
    let told = said.iter().map(|&f| row.get(f)).fold(0.0, f32::max);
    row.set(PlaceOnly, (1.0 - told).max(0.0));
    row.set(AloneAlike, row.get(Alone) * name.meaning.max(name.grams));
    let place = [Around, RowWords, NeighbourWords, NearAll, PathAll].iter().map(|&f| row.get(f));
    row.set(NameAndPlace, row.get(NameSame) * row.get(KindSame) * place.fold(0.0, f32::max));
    let unlike = 1.0 - name.meaning.max(name.grams);
    row.set(IdAndOtherName, row.get(IdSame).max(row.get(FormSame)) * unlike);
    row.set(UrlAndOtherName, row.get(UrlSame) * unlike);
}
