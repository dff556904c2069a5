//! The features of a candidate: a short vector of numbers, most of them in 0..1.

use super::Context;
use super::evidence::{Candidate, share, surroundings};
use super::weights::FITTED;
use crate::find::embed::dot;
use crate::find::index::{Field, Index, NO_NODE};
use crate::find::query::{Kind, MOST_WORDS, Part, Query};
use crate::find::scratch::Scratch;
use crate::find::words::Verb;
use crate::tree::{Node, Role, State};

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident $uses:ident),+ $(,)?) => {
        /// What is measured of a candidate.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub(crate) enum Feature { $($(#[$doc])* $name),+ }

        /// Number of features.
        pub const FEATURES: usize = [$(Feature::$name),+].len();

        /// The features' names and which score may use them: `both`, `lexical` or `embedding`.
        pub const FEATURE_NAMES: [(&str, &str); FEATURES] = [$((stringify!($name), stringify!($uses))),+];
    };
}

features! {
    /// Always 1.
    Bias both,
    /// Share of the target words found in the element.
    Recall lexical,
    /// Share of its name that the query accounts for.
    Precision lexical,
    RecallPrecision lexical,
    /// Recall where the query names few things.
    ShortRecall lexical,
    ShortPrecision lexical,
    /// What surroundings add to recall.
    ContextGain lexical,
    /// Name and target are the same words.
    Exact lexical,
    /// A whole name of it stands in the query as it is.
    Contained lexical,
    /// The same, weighed by how much that name says.
    ContainedWeight lexical,
    LongContained lexical,
    /// Share of the target that stands in one run in the name.
    Run lexical,
    Quoted lexical,
    UnquotedMiss lexical,
    /// Best grade of a target word: 1 the same word, less for a meaning or a typo.
    BestGrade lexical,
    /// Weight of the weightiest target word that was not found at all.
    WorstMiss lexical,
    /// How early in the query its words come, in long queries.
    Early lexical,
    /// Words of its name that the query does not say, on a log scale.
    ExtraWords lexical,
    /// Nothing but identifier, class or address speaks for it.
    WeakField lexical,
    ValueField lexical,
    /// Cosine of the query and its best text.
    Cosine embedding,
    CosineSquare embedding,
    /// Cosine with what the query says of the place.
    CosineContext embedding,
    ShortCosine embedding,
    KindSame both,
    KindAlso both,
    KindOther both,
    /// The same where the noun leaves no doubt about the role.
    KindSameStrict both,
    KindOtherStrict both,
    /// Kind alone is asked for.
    KindOnly both,
    VerbFit both,
    VerbMisfit both,
    Interactive both,
    Static both,
    Container both,
    Heading both,
    Disabled both,
    Nameless both,
    /// Share of the place words found around it or in it.
    Place both,
    PlaceMiss both,
    PlaceKind both,
    PlaceKindMiss both,
    /// How well it lies where the query says.
    Position both,
    PositionLow both,
    /// How well it lies to the anchor.
    Relation both,
    RelationMiss both,
    /// The anchor's words name the element itself.
    OwnAnchor both,
    StateFit both,
    StateMisfit both,
    Superlative both,
    IconImage both,
    /// Shares of what is asked that no element of the page has.
    TargetAbsent both,
    PlaceAbsent both,
    NumberAbsent both,
    /// The verb of the request is a word of its name.
    VerbSaid both,
    /// A nameless control whose surroundings say what is asked.
    NamelessContext both,
    /// How near it lies to what the place words name.
    PlaceNear both,
    /// Nothing of its own is what is looked for.
    Silent both,
    /// A button or a link, where no kind is said.
    PlainButton both,
    PlainLink both,
    /// A field to write into, where neither the verb nor a kind asks for one.
    Entry both,
    /// It has a name, and none of what is named is in it.
    SilentNamed both,
    /// Nothing on the page is what the target is placed by.
    AnchorAbsent both,
    /// The worst miss where the query names few things.
    ShortMiss lexical,
    /// Recall with rare words counting more.
    RareRecall lexical,
    /// In a modal dialog.
    InModal both,
}

/// The features of one candidate, in the order of [`FEATURE_NAMES`].
pub type Features = [f32; FEATURES];

/// The two scores on the scale of log-odds: 0 is "as likely as nothing".
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Logits {
    pub lexical: f32,
    pub embedding: f32,
}

/// Weights of the lexical and of the embedding score; 0 for a feature that has not been fitted yet.
const LEXICAL: Features = fitted().0;
const EMBEDDING: Features = fitted().1;

const fn fitted() -> (Features, Features) {
    let mut weights = ([0.0; FEATURES], [0.0; FEATURES]);
    let mut i = 0;
    while i < FEATURES {
        let mut row = 0;
        while row < FITTED.len() {
            if same(FITTED[row].0.as_bytes(), FEATURE_NAMES[i].0.as_bytes()) {
                weights.0[i] = FITTED[row].1;
                weights.1[i] = FITTED[row].2;
            }
            row += 1;
        }
        i += 1;
    }
    weights
}

/// Whether two strings are equal, while compiling.
pub(crate) const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// The weighted sums of the features.
pub(crate) fn logits(f: &Features) -> Logits {
    Logits { lexical: dot(f, &LEXICAL), embedding: dot(f, &EMBEDDING) }
}

/// Whether all that the query asks is met, so far as it can be measured: nothing less may be called high.
pub(crate) fn is_sure(f: &Features) -> bool {
    let of = |feature: Feature| f[feature as usize];
    let missed = [
        Feature::PlaceMiss,
        Feature::PlaceKindMiss,
        Feature::PositionLow,
        Feature::RelationMiss,
        Feature::StateMisfit,
        Feature::NumberAbsent,
        Feature::KindOtherStrict,
        Feature::SilentNamed,
        Feature::KindOther,
        Feature::Disabled,
    ];
    // Words that are only alike, or only related, say too little by themselves.
    let said = of(Feature::BestGrade);
    (said == 0.0 || said >= 0.8) && of(Feature::ShortMiss) < 0.5 && missed.iter().all(|&m| of(m) < 0.5)
}

/// What geometry found out about a candidate beforehand.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Placement {
    pub position: Option<f32>,
    pub relation: Option<f32>,
    pub superlative: f32,
    pub place_kind: Option<f32>,
    pub place_near: f32,
    pub anchor_absent: bool,
    pub in_modal: bool,
}

/// Measures a node; `own` is its evidence, if it has any.
pub(crate) fn measure(
    index: &Index,
    s: &Scratch,
    c: &Context,
    node: usize,
    own: Option<&Candidate>,
    placed: Placement,
) -> Features {
    let mut f = [0.0; FEATURES];
    let query = &s.query;
    let view = index.node(node);
    words(&mut f, index, s, c, node, own);
    cosines(&mut f, index, s, c, node);
    kind(&mut f, query, view);
    state(&mut f, query, view);
    placement(&mut f, query, placed);
    set(&mut f, Feature::Bias, 1.0);
    f
}

fn set(f: &mut Features, feature: Feature, value: f32) {
    f[feature as usize] = value;
}

fn words(f: &mut Features, index: &Index, s: &Scratch, c: &Context, node: usize, own: Option<&Candidate>) {
    let short = if c.targets <= 4 { 1.0 } else { 0.0 };
    let mut around = [0.0; MOST_WORDS];
    surroundings(index, s, c, node, true, &mut around);
    let mut grades = [0.0f32; MOST_WORDS];
    if let Some(own) = own {
        for &(k, g) in &s.own[own.own as usize..own.own as usize + own.len as usize] {
            grades[k as usize] = g;
        }
    }
    let recall = own.map_or(0.0, |o| o.recall);
    let precision = own.map_or(0.0, |o| o.precision);
    let mut with_context = 0.0;
    let (mut best, mut miss, mut early) = (0.0f32, 0.0f32, 1.0f32);
    let mut heaviest = 1e-6f32;
    let (mut rare, mut rare_found) = (1e-6f32, 0.0f32);
    for k in 0..c.words {
        if !c.is_target(k) {
            continue;
        }
        let both = grades[k].max(0.75 * around[k]);
        with_context += c.weight[k] * both;
        if c.part[k] == Part::Target {
            heaviest = heaviest.max(c.weight[k]);
            rare += c.rare[k];
            rare_found += c.rare[k] * grades[k];
            best = best.max(grades[k]);
            if both < 0.3 {
                miss = miss.max(c.weight[k]);
            }
            if grades[k] >= 0.8 && c.weight[k] > 0.1 {
                early = early.min(c.early[k]);
            }
        }
    }
    if c.target > 0.0 {
        set(f, Feature::Recall, recall);
        set(f, Feature::ContextGain, (with_context / c.target).min(1.0) - recall);
        set(f, Feature::WorstMiss, miss / heaviest);
        set(f, Feature::ShortMiss, short * miss / heaviest);
        if index.node(node).name().is_none_or(str::is_empty) && index.node(node).is_interactive() {
            set(f, Feature::NamelessContext, (with_context / c.target).min(1.0));
        }
    }
    set(f, Feature::RareRecall, rare_found / rare);
    set(f, Feature::TargetAbsent, c.target_absent);
    set(f, Feature::PlaceAbsent, c.place_absent);
    set(f, Feature::NumberAbsent, f32::from(c.number_absent));
    let named = !index.node(node).name().is_none_or(str::is_empty);
    set(f, Feature::Silent, f32::from(recall < 0.05));
    set(f, Feature::SilentNamed, f32::from(recall < 0.05 && named && c.named));
    let verb_said = c.part.iter().zip(&grades).any(|(&part, &grade)| part == Part::Verb && grade >= 0.9);
    set(f, Feature::VerbSaid, if verb_said { precision } else { 0.0 });
    set(f, Feature::Precision, precision);
    set(f, Feature::RecallPrecision, recall * precision);
    set(f, Feature::ShortRecall, short * recall);
    set(f, Feature::ShortPrecision, short * precision);
    set(f, Feature::BestGrade, best);
    if let Some(own) = own {
        set(f, Feature::Exact, if recall > 0.93 && precision > 0.93 { 1.0 } else { 0.0 });
        if own.contained {
            let says = (own.weight / 2.0).min(1.5);
            set(f, Feature::Contained, 1.0);
            set(f, Feature::ContainedWeight, says);
            set(f, Feature::LongContained, (1.0 - short) * says);
        }
        set(f, Feature::Run, f32::from(own.run.min(6)) / (c.targets.clamp(1, 6) as f32));
        if c.has_quote {
            set(f, if own.quoted { Feature::Quoted } else { Feature::UnquotedMiss }, 1.0);
        }
        set(f, Feature::Early, (1.0 - short) * (1.0 - early));
        set(f, Feature::ExtraWords, (1.0 + (1.0 - precision) * own.weight).ln());
        set(f, Feature::WeakField, if own.trust < 0.75 { 1.0 } else { 0.0 });
        set(
            f,
            Feature::ValueField,
            if matches!(own.field, Field::Value | Field::Description) { 1.0 } else { 0.0 },
        );
    } else {
        set(f, Feature::UnquotedMiss, if c.has_quote { 1.0 } else { 0.0 });
    }
    if c.place > 0.0 {
        let place = share(c, Part::Place, (0..c.words).map(|k| (k, around[k].max(0.7 * grades[k]))));
        set(f, Feature::Place, place);
        set(f, Feature::PlaceMiss, if place < 0.3 { 1.0 } else { 0.0 });
    }
    if c.anchor[0] > 0.0 {
        set(f, Feature::OwnAnchor, share(c, Part::Anchor, (0..c.words).map(|k| (k, grades[k]))));
    }
}

/// Cosines up to this are chance.
const NOISE: f32 = 0.2;

fn cosines(f: &mut Features, index: &Index, s: &Scratch, c: &Context, node: usize) {
    if s.text_cosine.is_empty() {
        return;
    }
    let own = |node: usize| {
        let said = index.fields_of(node).iter().map(|f| s.text_cosine[f.text()] * f.field().trust());
        said.fold(0.0f32, f32::max)
    };
    let mut best = own(node);
    let weight = index.neighbor_weight;
    if weight > 0.0 {
        let last = index.snapshot.len() - 1;
        let around = [node.checked_sub(1), (node < last).then_some(node + 1)];
        let (sum, n) = around.into_iter().flatten().fold((0.0, 0), |(sum, n), i| (sum + own(i), n + 1));
        best = (1.0 - weight) * best + weight * sum / n.max(1) as f32;
    }
    let place = index.fields_of(node).iter().filter(|f| f.field().trust() == 0.0);
    let container = index.containers[node];
    let around = if container == NO_NODE { &[][..] } else { index.fields_of(container as usize) };
    let around = around.iter().filter(|f| f.field() != Field::Content);
    let context = place.chain(around).map(|f| s.text_cosine[f.text()]).fold(0.0f32, f32::max);
    // Hashed vectors of unrelated words are never quite at right angles.
    let heard = |c: f32| ((c - NOISE) / (1.0 - NOISE)).max(0.0);
    // What lies around only counts where it is said plainly: chance must not order equal elements.
    let (best, context) = (heard(best), if context < 0.5 { 0.0 } else { heard(context) });
    set(f, Feature::Cosine, best);
    set(f, Feature::CosineSquare, best * best);
    set(f, Feature::CosineContext, context);
    set(f, Feature::ShortCosine, if c.targets <= 4 { best } else { 0.0 });
}

fn kind(f: &mut Features, query: &Query, node: Node<'_>) {
    let role = node.role();
    let acts = acts(node);
    // "the text Podcasts" is whatever says so.
    let loose = query.kind == Some(Kind::Text) && query.has(Part::Target);
    if let Some(kind) = query.kind.filter(|_| !loose) {
        let fit = kind_fit(kind, node);
        set(f, [Feature::KindOther, Feature::KindAlso, Feature::KindSame][fit as usize], 1.0);
        if kind.is_strict() && fit != 1 {
            set(f, if fit == 2 { Feature::KindSameStrict } else { Feature::KindOtherStrict }, 1.0);
        }
        if !query.has(Part::Target) {
            set(f, Feature::KindOnly, [0.0, 0.4, 1.0][fit as usize]);
        }
        if kind == Kind::Icon && role == Role::Image {
            set(f, Feature::IconImage, 1.0);
        }
    }
    if let Some(verb) = query.verb {
        let fit = match verb {
            Verb::Type => role.is_text_entry(),
            Verb::Toggle => {
                matches!(role, Role::Checkbox | Role::Switch | Role::MenuItemCheckbox | Role::Radio)
                    || node.states().get(State::Pressed).is_some()
            }
            Verb::Choose => {
                matches!(
                    role,
                    Role::Option | Role::Radio | Role::ComboBox | Role::MenuItem | Role::Tab | Role::ListBox
                )
            }
            Verb::Click => acts,
            Verb::Open => acts && !role.is_text_entry(),
            Verb::Look => false,
        };
        set(f, Feature::VerbFit, if fit { 1.0 } else { 0.0 });
        let misfit = match verb {
            Verb::Type => !role.is_text_entry(),
            Verb::Click | Verb::Open => role.is_text_entry() && query.kind.is_none(),
            _ => false,
        };
        set(f, Feature::VerbMisfit, if misfit { 1.0 } else { 0.0 });
    }
    let entry = role.is_text_entry() && query.kind.is_none() && query.verb != Some(Verb::Type);
    set(f, Feature::Entry, f32::from(entry));
    set(f, Feature::PlainButton, f32::from(query.kind.is_none() && role == Role::Button));
    set(f, Feature::PlainLink, f32::from(query.kind.is_none() && role == Role::Link));
    set(f, Feature::Interactive, if acts { 1.0 } else { 0.0 });
    set(
        f,
        Feature::Static,
        if !acts && matches!(role, Role::Text | Role::Label | Role::Paragraph) { 1.0 } else { 0.0 },
    );
    set(f, Feature::Container, if !acts && role.is_container() { 1.0 } else { 0.0 });
    set(f, Feature::Heading, if role == Role::Heading { 1.0 } else { 0.0 });
    set(f, Feature::Nameless, if node.name().is_none_or(str::is_empty) { 1.0 } else { 0.0 });
}

/// Whether a person acts on the node itself: a cell of a grid that holds something to act on is only its place.
fn acts(node: Node<'_>) -> bool {
    let holds = || node.subtree().skip(1).any(Node::is_interactive);
    node.is_interactive() && (node.role() != Role::GridCell || !holds())
}

/// 2 where the node is what the noun means, 1 where it may be called so, else 0.
pub(crate) fn kind_fit(kind: Kind, node: Node<'_>) -> u8 {
    let role = node.role();
    if kind.roles().contains(&role) {
        return 2;
    }
    let vague = role.is_vague() && node.is_interactive();
    u8::from(kind.also().contains(&role) && (role != Role::Generic || vague) || vague && kind.is_control())
}

fn state(f: &mut Features, query: &Query, node: Node<'_>) {
    for &(state, on) in &query.states {
        let fits =
            node.is(state) == on && (on || node.states().get(state).is_some() || state == State::Disabled);
        set(f, if fits { Feature::StateFit } else { Feature::StateMisfit }, 1.0);
    }
    let off = node.is(State::Disabled) || node.is(State::Hidden);
    set(f, Feature::Disabled, if off { 1.0 } else { 0.0 });
}

fn placement(f: &mut Features, query: &Query, placed: Placement) {
    if let Some(fit) = placed.position {
        set(f, Feature::Position, fit);
        set(f, Feature::PositionLow, if fit < 0.35 { 1.0 } else { 0.0 });
    }
    if query.relation.is_some() {
        let fit = placed.relation.unwrap_or(0.0);
        set(f, Feature::Relation, fit);
        set(f, Feature::RelationMiss, if fit < 0.1 { 1.0 } else { 0.0 });
    }
    if let Some(fit) = placed.place_kind {
        set(f, Feature::PlaceKind, fit);
        set(f, Feature::PlaceKindMiss, if fit < 0.3 { 1.0 } else { 0.0 });
    }
    set(f, Feature::Superlative, placed.superlative);
    set(f, Feature::PlaceNear, placed.place_near);
    set(f, Feature::AnchorAbsent, f32::from(placed.anchor_absent));
    set(f, Feature::InModal, if placed.in_modal { 1.0 } else { 0.0 });
}
