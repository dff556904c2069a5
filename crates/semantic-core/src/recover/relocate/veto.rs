//! What can never be the same element, however much else agrees.

use super::features::{Feature, Row};
use super::kinds;
use super::side::NONE;
use super::{Known, Pages};

/// Why a candidate is ruled out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Veto {
    /// It says the contrary: Approve and Reject.
    Opposite,
    /// It does something else: a button and a field.
    Kind,
    /// It belongs to another row, card or list item.
    Row,
    /// Another element of the old page is still there as this one.
    Taken,
    /// It denies what the old one says, or the other way round.
    Denial,
}

impl Veto {
    /// The reason in words.
    pub fn as_str(self) -> &'static str {
        match self {
            Veto::Opposite => "it says the contrary",
            Veto::Kind => "it does something else",
            Veto::Row => "it belongs to another row or item",
            Veto::Taken => "another element of the old page is still there as this one",
            Veto::Denial => "one of them denies what the other says",
        }
    }
}

/// Below this share of common words two rows are two rows.
const OTHER_ROW: f32 = 0.25;

/// The first reason for which `a` cannot be `b`.
pub(super) fn veto(pages: &Pages<'_>, b: u32, a: u32, row: &Row) -> Option<Veto> {
    let (tb, ta) = (&pages.before.traits[b as usize], &pages.after.traits[a as usize]);
    if kinds::contradict((tb.kind, tb.role, tb.input_type), (ta.kind, ta.role, ta.input_type)) {
        return Some(Veto::Kind);
    }
    let likeness = pages.pools.prose.likeness(tb.name, ta.name);
    if likeness.opposite {
        return Some(Veto::Opposite);
    }
    if likeness.denied {
        return Some(Veto::Denial);
    }
    let same_in_row = tb.item != NONE && row.get(Feature::NameSame) > 0.0;
    let repeated = tb.twins > 1 || ta.twins > 1 || same_in_row;
    if repeated && row.get(Feature::RowOther) > 1.0 - OTHER_ROW && row.get(Feature::IdSame) == 0.0 {
        return Some(Veto::Row);
    }
    let whole = pages.known == Known::Whole;
    if whole && row.get(Feature::ExactOther) > 0.0 && row.get(Feature::Exact) == 0.0 {
        return Some(Veto::Taken);
    }
    None
}
