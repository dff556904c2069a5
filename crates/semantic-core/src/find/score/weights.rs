//! The weights of the scorer, fitted by `cargo xtask fit`: do not edit by hand.

use super::Features;

/// Weights of the lexical score.
pub(crate) const LEXICAL: Features = [
    -1.1556, // Bias
    0.4719, // Recall
    1.9499, // Precision
    1.4162, // RecallPrecision
    -1.0066, // ShortRecall
    -0.1651, // ShortPrecision
    1.5771, // ContextGain
    0.0141, // Exact
    0.3651, // Contained
    -0.0537, // ContainedWeight
    0.3999, // LongContained
    0.5224, // Run
    0.3963, // Quoted
    0.1256, // UnquotedMiss
    1.0753, // BestGrade
    -2.7147, // WorstMiss
    0.8425, // Early
    -0.3113, // ExtraWords
    0.5349, // WeakField
    -0.0249, // ValueField
    0.0000, // Cosine
    0.0000, // CosineSquare
    0.0000, // CosineContext
    0.0000, // ShortCosine
    1.8774, // KindSame
    0.1400, // KindAlso
    -1.3070, // KindOther
    0.4903, // KindOnly
    1.3439, // VerbFit
    -1.3460, // VerbMisfit
    2.3732, // Interactive
    -1.1244, // Static
    1.0644, // Container
    -0.1727, // Heading
    0.0078, // Disabled
    -0.7655, // Nameless
    1.7036, // Place
    -0.9961, // PlaceMiss
    1.1633, // PlaceKind
    -1.1496, // PlaceKindMiss
    2.5358, // Position
    -2.3080, // PositionLow
    3.2882, // Relation
    -1.1532, // RelationMiss
    0.9379, // OwnAnchor
    1.5531, // StateFit
    -1.1446, // StateMisfit
    3.1399, // Superlative
    -0.0422, // IconImage
    0.0000, // InModal
    0.0000, // Duplicate
];

/// Weights of the embedding score.
pub(crate) const EMBEDDING: Features = [
    -1.9631, // Bias
    0.0000, // Recall
    0.0000, // Precision
    0.0000, // RecallPrecision
    0.0000, // ShortRecall
    0.0000, // ShortPrecision
    0.0000, // ContextGain
    0.0000, // Exact
    0.0000, // Contained
    0.0000, // ContainedWeight
    0.0000, // LongContained
    0.0000, // Run
    0.0000, // Quoted
    0.0000, // UnquotedMiss
    0.0000, // BestGrade
    0.0000, // WorstMiss
    0.0000, // Early
    0.0000, // ExtraWords
    0.0000, // WeakField
    0.0000, // ValueField
    2.6695, // Cosine
    1.5316, // CosineSquare
    1.2559, // CosineContext
    0.6672, // ShortCosine
    1.5597, // KindSame
    0.2734, // KindAlso
    -1.1570, // KindOther
    0.6166, // KindOnly
    1.0291, // VerbFit
    -1.3622, // VerbMisfit
    2.0084, // Interactive
    -0.9362, // Static
    0.5707, // Container
    -0.3712, // Heading
    0.0381, // Disabled
    -0.2732, // Nameless
    1.5016, // Place
    -0.9296, // PlaceMiss
    0.9185, // PlaceKind
    -0.8719, // PlaceKindMiss
    1.9004, // Position
    -1.7940, // PositionLow
    2.5736, // Relation
    -1.1619, // RelationMiss
    0.7282, // OwnAnchor
    1.0734, // StateFit
    -0.8746, // StateMisfit
    2.3447, // Superlative
    -0.0676, // IconImage
    0.0000, // InModal
    0.0000, // Duplicate
];
