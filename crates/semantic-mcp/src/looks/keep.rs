//! The looks of a session as data, for the next run.

use std::collections::VecDeque;
use std::sync::Arc;

use semantic_core::formats::{read, write::to_json};
use semantic_core::page::{Flash, Look};
use semantic_core::view::{Kept, Session};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::Looks;

/// Most nodes in all looks that are kept for what went since: reading them is a part of every command.
const NODES: usize = 50_000;

/// What a session saw. Looks are named by their place in `looks`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeptLooks {
    tab: String,
    session: Kept,
    last: usize,
    known: Vec<usize>,
    lost: Vec<usize>,
    flashes: VecDeque<(u64, u64, Flash)>,
    offered: VecDeque<(String, String)>,
    looks: Vec<KeptLook>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptLook {
    numbers: Kept,
    /// In our own JSON form.
    page: Box<RawValue>,
}

/// Looks, each once.
#[derive(Default)]
struct List<'l>(Vec<&'l Arc<Look>>);

impl<'l> List<'l> {
    fn place(&mut self, look: &'l Arc<Look>) -> usize {
        self.0.iter().position(|known| Arc::ptr_eq(known, look)).unwrap_or_else(|| {
            self.0.push(look);
            self.0.len() - 1
        })
    }
}

fn kept(look: &Look) -> Option<KeptLook> {
    let page = to_json(look.observation.snapshot());
    Some(KeptLook { numbers: look.observation.kept()?, page: RawValue::from_string(page).ok()? })
}

impl Looks {
    /// What the next run needs; `None` before the first look.
    pub(crate) fn keep(&self) -> Option<KeptLooks> {
        let mut list = List::default();
        let last = list.place(self.last.as_ref()?);
        let known = self.known.iter().map(|known| list.place(&known.1)).collect();
        let mut nodes = 0;
        let fits = |look: &&Arc<Look>| {
            nodes += look.observation.snapshot().len();
            nodes <= NODES
        };
        let lost: Vec<_> = self.lost.iter().rev().take_while(fits).collect();
        let lost = lost.into_iter().rev().map(|look| list.place(look)).collect();
        Some(KeptLooks {
            tab: self.tab.clone(),
            session: self.session.kept()?,
            last,
            known,
            lost,
            flashes: self.flashes.clone(),
            offered: self.offered.clone(),
            looks: list.0.into_iter().map(|look| kept(look)).collect::<Option<_>>()?,
        })
    }

    /// The looks of an earlier run; the error says what is wrong with them.
    pub(crate) fn of_kept(kept: KeptLooks) -> Result<Looks, String> {
        let page = |look: &KeptLook| {
            let snapshot = read(look.page.get().as_bytes(), Some("semantic"));
            snapshot.map(Arc::new).map_err(|e| e.to_string())
        };
        let pages = kept.looks.iter().map(page).collect::<Result<Vec<_>, _>>()?;
        let none = || "it names a look that is not there".to_owned();
        let last = pages.get(kept.last).ok_or_else(none)?;
        let session = Session::of_kept(&kept.session, Arc::clone(last)).map_err(|e| e.to_string())?;
        let look = |(kept, page): (&KeptLook, Arc<_>)| {
            let observation = session.recall(&kept.numbers, page).map_err(|e| e.to_string())?;
            Ok(Arc::new(Look::of(observation)))
        };
        let looks = kept.looks.iter().zip(pages).map(look).collect::<Result<Vec<_>, String>>()?;
        let at = |&place: &usize| looks.get(place).cloned().ok_or_else(none);
        let known = |place: &usize| at(place).map(|look| (super::name(look.observation.view()), look));
        Ok(Looks {
            tab: kept.tab,
            last: Some(at(&kept.last)?),
            known: kept.known.iter().map(known).collect::<Result<_, _>>()?,
            lost: kept.lost.iter().map(at).collect::<Result<_, _>>()?,
            flashes: kept.flashes,
            offered: kept.offered,
            session,
            ..Looks::default()
        })
    }
}
