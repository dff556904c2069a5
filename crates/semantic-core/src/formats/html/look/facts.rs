//! What a live page tells of its nodes beyond roles and names, as keys, boxes, states and attributes of the rows.

use super::{clickable, substitute};
use crate::formats::flat::Strings;
use crate::formats::html::dom::{Data, NONE, is_one_of};
use crate::formats::html::live::Flags;
use crate::formats::html::names::{Names, Source};
use crate::formats::html::page::{Facts, Page};
use crate::formats::html::rows::Rows;
use crate::formats::html::values::options;
use crate::tree::{Role, State, Tri, says_secret};

/// Attributes to be added to the rows, by row.
type Extra<'d> = Vec<Vec<(&'static str, &'d str)>>;

/// The rows of a live page with what is being added to them.
pub(super) struct Teller<'p, 'd> {
    pub(super) page: &'p Page<'d>,
    pub(super) rows: Rows<'d>,
    /// The row of each node, or [`NONE`].
    row_of: Vec<u32>,
    strings: &'d Strings,
    extra: Extra<'d>,
}

impl<'p, 'd> Teller<'p, 'd> {
    /// `stamps`: what tells each part from others.
    pub(super) fn new(page: &'p Page<'d>, mut rows: Rows<'d>, stamps: &[&str], strings: &'d Strings) -> Self {
        let mut row_of = vec![NONE; page.dom.len()];
        for (i, row) in rows.rows.iter_mut().enumerate().filter(|(_, row)| row.node != NONE) {
            row_of[row.node as usize] = i as u32;
            let Some(live) = page.dom.live(row.node).filter(|live| live.number > 0) else { continue };
            let stamp = stamps.get(usize::from(live.part)).copied().unwrap_or_default();
            if !stamp.is_empty() {
                row.key = strings.add(&format!("{stamp}#{}", live.number));
            }
        }
        let extra = vec![Vec::new(); rows.rows.len()];
        Teller { page, rows, row_of, strings, extra }
    }

    /// The row that lists a node.
    pub(super) fn row_of(&self, n: u32) -> Option<usize> {
        let row = self.row_of.get(n as usize).copied().unwrap_or(NONE);
        (row != NONE).then_some(row as usize)
    }

    pub(super) fn add(&mut self, row: usize, key: &'static str, value: &str) {
        let kept = self.strings.add(value);
        self.extra[row].push((key, kept));
    }

    fn flags(&self, n: u32) -> Flags {
        self.page.dom.live(n).map(|live| live.flags).unwrap_or_default()
    }

    /// Tells everything that concerns one node alone.
    pub(super) fn each(&mut self, names: &mut Names<'_, 'd>) {
        for i in 0..self.rows.rows.len() {
            let n = self.rows.rows[i].node;
            if n == NONE {
                continue;
            }
            self.place(i, n);
            self.hiding(i, n);
            if self.page.dom.tag(n).is_some() {
                self.states(i, n);
                self.kind(i, n);
                self.relations(i, n, names);
                self.name(i, n);
            }
        }
    }

    fn place(&mut self, i: usize, n: u32) {
        let dom = self.page.dom;
        let own = dom.live(n).and_then(|live| live.bounds);
        // A text has no box of its own: where nothing else is beside it, it fills that of its element.
        let around = || {
            let parent = dom.parent(n).filter(|_| matches!(dom.data(n), Data::Text(_)))?;
            let alone = dom.first(parent) == Some(n) && dom.last(parent) == Some(n);
            let listed = self.row_of(parent).is_some();
            dom.live(parent).filter(|_| alone || !listed)?.bounds
        };
        self.rows.rows[i].bounds = own.or_else(around);
    }

    /// Why a person, or assistive technology, does not get the node.
    fn hiding(&mut self, i: usize, n: u32) {
        let (page, dom) = (self.page, self.page.dom);
        let own = if dom.tag(n).is_some() { n } else { dom.parent(n).unwrap_or(n) };
        let flags = self.flags(own);
        for (flag, word) in [
            (Flags::CLIPPED, "clipped"),
            (Flags::OFFSCREEN, "offscreen"),
            (Flags::TRANSPARENT, "transparent"),
        ] {
            if flags.has(flag) && dom.tag(own).is_some() {
                self.add(i, "painted", word);
                break;
            }
        }
        let around = self.rows.rows.get(self.rows.rows[i].inside as usize).map(|row| row.node);
        for (fact, key) in [(Facts::ARIA_HIDDEN, "aria-hidden"), (Facts::INERT, "inert")] {
            let outer = around.is_some_and(|around| around != NONE && page.facts(around).has(fact));
            if page.facts(n).has(fact) && !outer {
                self.add(i, key, "true");
            }
        }
    }

    fn states(&mut self, i: usize, n: u32) {
        let (flags, facts) = (self.flags(n), self.page.facts(n));
        let states = &mut self.rows.rows[i].states;
        for (flag, state) in
            [(Flags::FOCUSED, State::Focused), (Flags::LISTED, State::Hidden), (Flags::MODAL, State::Modal)]
        {
            if flags.has(flag) {
                states.set(state, Tri::True);
            }
        }
        if flags.has(Flags::SECRET) {
            states.set(State::Filled, if flags.has(Flags::FILLED) { Tri::True } else { Tri::False });
        }
        if self.is_shown_secret(i, n) {
            let row = &mut self.rows.rows[i];
            let filled = row.value.take().is_some_and(|value| !value.is_empty());
            row.states.set(State::Filled, if filled { Tri::True } else { Tri::False });
        }
        let states = &mut self.rows.rows[i].states;
        let file = self.page.dom.attr_is(n, "type", "file");
        if file && self.page.dom.has(n, "multiple") {
            states.set(State::Multiselectable, Tri::True);
        }
        if states.is(State::Disabled) && facts.has(Facts::ARIA_DISABLED) && !facts.has(Facts::DISABLED) {
            self.add(i, "aria-disabled", "true");
        }
    }

    /// Whether a field without a name is there to show a secret once: what is around it speaks of one.
    fn is_shown_secret(&self, i: usize, n: u32) -> bool {
        const UP: usize = 4;
        let row = &self.rows.rows[i];
        let field = row.role == Role::TextBox && row.states.is(State::Readonly);
        if !field
            || row.name.as_deref().is_some_and(|name| !name.is_empty())
            || !self.page.dom.has(n, "value")
        {
            return false;
        }
        let around = std::iter::successors(self.rows.rows.get(row.inside as usize), |row| {
            self.rows.rows.get(row.inside as usize)
        });
        let mut names = around.take(UP).filter_map(|row| row.name.as_deref());
        names.any(|name| {
            let mut words = name.split(|c: char| !c.is_alphanumeric());
            says_secret(name)
                || words.any(|word| ["key", "token"].iter().any(|w| word.eq_ignore_ascii_case(w)))
        })
    }

    /// What kind of control or region it is.
    fn kind(&mut self, i: usize, n: u32) {
        let dom = self.page.dom;
        let role = self.rows.rows[i].role;
        if let Some(why) = clickable::why(self.page, n) {
            self.add(i, "clickable", why);
        }
        let said = dom.attr(n, "aria-live").map(str::trim);
        let live = match (said, role) {
            (Some("off"), _) => None,
            (Some("assertive"), _) => Some("assertive"),
            (Some("polite"), _) => Some("polite"),
            (_, Role::Alert) => Some("assertive"),
            (_, Role::Status | Role::Log) => Some("polite"),
            _ => None,
        };
        live.into_iter().for_each(|word| self.add(i, "live", word));
        if let Some(count) = self.options(n, role) {
            self.add(i, "option-count", &count.to_string());
        }
        for (from, to) in [
            ("accept", "accept"),
            ("aria-haspopup", "haspopup"),
            ("aria-rowcount", "row-count"),
            ("aria-setsize", "set-size"),
            ("aria-posinset", "pos-in-set"),
            ("data-state", "data-state"),
            ("src", "src"),
        ] {
            if let Some(value) = dom.attr(n, from).filter(|v| !v.trim().is_empty()) {
                self.add(i, to, value);
            }
        }
        if dom.has(n, "multiple") && is_one_of(dom.html(n), "input select") {
            self.add(i, "multiple", "true");
        }
    }

    /// How many options a list has.
    fn options(&self, n: u32, role: Role) -> Option<usize> {
        const FAR: usize = 20_000;
        let (page, dom) = (self.page, self.page.dom);
        if dom.html(n) == "select" {
            return Some(options(page, n).count());
        }
        if role != Role::ComboBox {
            return None;
        }
        let ids = ["list", "aria-controls", "aria-owns"].iter().filter_map(|key| dom.attr(n, key));
        let list = ids.flat_map(str::split_ascii_whitespace).find_map(|id| page.by_id(n, id))?;
        let is_option = |&n: &u32| dom.html(n) == "option" || page.role(n) == Role::Option;
        Some(dom.inside(list).take(FAR).filter(is_option).count()).filter(|&count| count > 0)
    }

    /// What it controls, and what tells its error.
    fn relations(&mut self, i: usize, n: u32, names: &mut Names<'_, 'd>) {
        let (page, dom) = (self.page, self.page.dom);
        if dom.has(n, "aria-controls") {
            let row = page.referred(n, "aria-controls").into_iter().find_map(|n| self.row_of(n));
            if let Some(key) = row.map(|row| self.rows.rows[row].key).filter(|key| !key.is_empty()) {
                self.add(i, "controls", key);
            }
        }
        if dom.has(n, "aria-errormessage") && self.rows.rows[i].states.is(State::Invalid) {
            let shown = page.referred(n, "aria-errormessage").into_iter().filter(|&n| !page.hidden(n));
            let texts: Vec<String> = shown.map(|n| names.text(n)).filter(|text| !text.is_empty()).collect();
            if !texts.is_empty() {
                self.add(i, "error", &texts.join(" "));
            }
        }
    }

    /// A substitute where a control has no name, and where it comes from.
    fn name(&mut self, i: usize, n: u32) {
        let row = &self.rows.rows[i];
        let frame = self.page.dom.is_frame(n);
        if !(row.role.is_interactive() || row.states.is(State::Interactive)) || frame {
            return;
        }
        let named = row.name.as_deref().is_some_and(|name| !name.is_empty());
        match row.source {
            Source::Title if named => self.add(i, "name-from", "title"),
            Source::Placeholder if named => self.add(i, "name-from", "placeholder"),
            Source::Nothing if !named => {
                if let Some((name, from)) = substitute::of(self.page, n) {
                    self.rows.rows[i].name = Some(name);
                    self.add(i, "name-from", from);
                }
            }
            _ => {}
        }
    }

    /// The rows with all that was added.
    pub(super) fn finish(self) -> Rows<'d> {
        let Teller { rows: Rows { mut rows, attrs }, extra, .. } = self;
        let mut all = Vec::with_capacity(attrs.len() + extra.len());
        for (row, extra) in rows.iter_mut().zip(extra) {
            let start = all.len() as u32;
            let own = attrs.get(row.attrs.0 as usize..row.attrs.1 as usize).unwrap_or_default();
            all.extend(own.iter().filter(|(key, _)| !extra.iter().any(|(new, _)| new == key)));
            all.extend(extra);
            row.attrs = (start, all.len() as u32);
        }
        Rows { rows, attrs: all }
    }
}
