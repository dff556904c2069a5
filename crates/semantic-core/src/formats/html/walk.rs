//! The walk through a page: which nodes the tree has, and what each of them says.

use super::address::resolve;
use super::aria::hides_children;
use super::cards::is_card;
use super::dom::{Data, NONE, collapsed, is_one_of};
use super::live::Flags;
use super::look::clickable;
use super::names::{Names, Source};
use super::page::{Facts, Page};
use super::roles::{is_editable, is_focusable};
use super::rows::{Row, Rows};
use super::states::{is_acted_on, level_of, states_of};
use super::values::value_of;
use crate::tree::{Role, State};

/// What the walk makes.
pub(super) struct Walked<'d> {
    pub(super) rows: Rows<'d>,
    /// Names cut off because the page asks for too much work.
    pub(super) unfinished: usize,
}

/// Lists what a page exposes, in document order. `base`: what its links are relative to.
pub(super) fn walk<'d>(page: &Page<'d>, root: u32, base: Option<&str>) -> Walked<'d> {
    let (names, rows) = (Names::new(page), Rows::default());
    let mut walk = Walk { page, names, base, rows, open: Vec::new(), frames: Vec::new() };
    walk.all(root);
    let unfinished = walk.names.unfinished;
    Walked { rows: without_echoes(walk.rows, &walk.frames), unfinished }
}

/// A row whose children are being listed.
#[derive(Clone, Copy)]
struct Open {
    /// The node, and its row.
    node: u32,
    row: u32,
    /// Whether only what can be acted on is listed inside.
    plain: bool,
    /// Whether texts inside are left out: they are no text of the page.
    silent: bool,
}

struct Walk<'p, 'd> {
    page: &'p Page<'d>,
    names: Names<'p, 'd>,
    base: Option<&'p str>,
    rows: Rows<'d>,
    open: Vec<Open>,
    /// Rows that are nodes only where they hold several.
    frames: Vec<u32>,
}

impl<'d> Walk<'_, 'd> {
    fn all(&mut self, root: u32) {
        let dom = self.page.dom;
        let mut at = Some(root);
        while let Some(n) = at {
            if self.enters(n) && dom.first(n).is_some() {
                at = dom.first(n);
                continue;
            }
            at = self.after(n, root);
        }
    }

    /// The node after `n`, all rows closed that end before it.
    fn after(&mut self, n: u32, root: u32) -> Option<u32> {
        let mut n = n;
        loop {
            if self.open.last().is_some_and(|open| open.node == n) {
                self.open.pop();
            }
            if n == root {
                return None;
            }
            if let Some(next) = self.page.dom.next(n) {
                return Some(next);
            }
            n = self.page.dom.parent(n)?;
        }
    }

    /// Lists a node; true where what it holds may be listed too.
    fn enters(&mut self, n: u32) -> bool {
        let (page, dom) = (self.page, self.page.dom);
        let facts = page.facts(n);
        let live = dom.live(n);
        // What a person sees or uses on a live page is listed, also where assistive technology passes it over.
        let gone = match live {
            None => &[Facts::NEVER, Facts::UNRENDERED, Facts::ARIA_HIDDEN, Facts::INERT][..],
            Some(_) => &[Facts::NEVER],
        };
        if gone.iter().any(|&gone| facts.has(gone)) {
            return false;
        }
        match dom.data(n) {
            Data::Silent => false,
            Data::Text(text) => {
                self.text(n, text);
                false
            }
            Data::Root => {
                if dom.parent(n).is_none_or(|host| dom.is_frame(host)) {
                    self.document(n);
                }
                true
            }
            Data::Element(_) if facts.has(Facts::UNRENDERED) => {
                if live.is_some_and(|live| live.flags.has(Flags::LISTED)) {
                    self.element(n);
                }
                true
            }
            Data::Element(_) if facts.has(Facts::INVISIBLE) => true,
            Data::Element(_) => {
                let mut listed = self.is_listed(n);
                if !listed && self.is_hidden_part(n) {
                    self.frames.push(self.rows.rows.len() as u32);
                    listed = true;
                }
                if listed {
                    self.element(n);
                }
                // A picture inside a button stands there with its text, which is in the button's name.
                let enters = listed || page.role(n) != Role::Image;
                enters && !matches!(dom.html(n), "input" | "meter" | "option" | "progress" | "textarea")
            }
        }
    }

    fn inside(&self) -> u32 {
        self.open.last().map_or(NONE, |open| open.row)
    }

    fn text(&mut self, n: u32, text: &str) {
        let silent = self.open.last().is_some_and(|open| open.silent);
        let text = collapsed(text);
        let facts = self.page.facts(n);
        let unseen = facts.has(Facts::INVISIBLE) || facts.has(Facts::UNRENDERED);
        let made = self.page.dom.live(n).is_some_and(|live| live.flags.has(Flags::MADE));
        let is_sign = made && !text.contains(char::is_alphanumeric);
        if text.is_empty() || silent || unseen || is_sign {
            return;
        }
        let mut row = Row::new(Role::Text, self.inside());
        row.node = n;
        let end = self.rows.attrs.len() as u32;
        (row.name, row.attrs) = (Some(text), (end, end));
        self.rows.rows.push(row);
    }

    fn document(&mut self, root: u32) {
        let mut row = Row::new(Role::Document, self.inside());
        let end = self.rows.attrs.len() as u32;
        (row.name, row.attrs) = (title_of(self.page, root), (end, end));
        self.push(root, row);
    }

    fn push(&mut self, node: u32, mut row: Row<'d>) {
        row.node = node;
        let above = self.open.last().copied();
        let plain =
            hides_children(row.role) || above.is_some_and(|open| open.plain) && row.role != Role::Document;
        let silent =
            row.role == Role::Image || above.is_some_and(|open| open.silent) && row.role != Role::Document;
        self.open.push(Open { node, row: self.rows.rows.len() as u32, plain, silent });
        self.rows.rows.push(row);
    }

    /// Whether an element is a node of the tree rather than lifted out of it.
    fn is_listed(&self, n: u32) -> bool {
        let page = self.page;
        if has_own_mark(page, n) || is_focusable(page, n) || is_acted_on(page, n) || is_editable(page.dom, n)
        {
            return true;
        }
        if page.dom.live(n).is_some_and(|live| clickable::is_layer(live.flags)) {
            return true;
        }
        let role = page.role(n);
        if self.open.last().is_some_and(|open| open.plain) {
            return role.is_interactive() && role != Role::GridCell;
        }
        !role.is_vague() || says_something(page, n) || (role == Role::Generic && is_card(page, n))
    }

    /// Whether an element without meaning is the whole of a part that a person sees and assistive technology does not.
    fn is_hidden_part(&self, n: u32) -> bool {
        let (page, dom) = (self.page, self.page.dom);
        let around = dom.parent(n).is_some_and(|around| page.facts(around).has(Facts::ARIA_HIDDEN));
        dom.live(n).is_some() && page.facts(n).has(Facts::ARIA_HIDDEN) && !around
    }

    fn element(&mut self, n: u32) {
        let (page, dom) = (self.page, self.page.dom);
        let role = page.role(n);
        let mut row = Row::new(role, self.inside());
        // A box without meaning has no name but one that its author gave.
        let (mut name, mut source) = self.names.name(n);
        let mut is_own = !role.is_vague() || source == Source::Aria;
        if !is_own && clickable::why(page, n).is_some() {
            (name, source) = clickable::name(&mut self.names, n, name, source);
            is_own = true;
        }
        row.description = self.names.description(n, &name, source);
        if source != Source::Label && !page.labels(n).is_empty() {
            row.label = self.names.labels(n);
        }
        row.name = Some(name).filter(|name| !name.is_empty() && is_own);
        row.source = source;
        let within_value = self.open.last().is_some_and(|open| open.silent);
        row.value = value_of(page, n).filter(|_| !within_value);
        row.states = states_of(page, n);
        row.level = level_of(page, n);
        row.tag = dom.tag(n).map_or("", |tag| &tag.name.local);
        row.testid = test_id(page, n);
        if let Some(link) = dom.attr(n, "href").filter(|_| matches!(row.tag, "a" | "area")) {
            row.url = resolve(self.base, link);
        }
        let start = self.rows.attrs.len() as u32;
        self.attributes(n, &row);
        row.attrs = (start, self.rows.attrs.len() as u32);
        self.push(n, row);
    }

    fn attributes(&mut self, n: u32, row: &Row<'d>) {
        let Some(tag) = self.page.dom.tag(n) else { return };
        if row.role.is_vague() {
            self.rows.attrs.push(("tag", row.tag));
        }
        for attr in &tag.attrs {
            let (key, value) = (&*attr.name.local, &*attr.value);
            let again = (key == "aria-label" && row.name.as_deref() == Some(value))
                || (TEST_IDS.contains(&key) && value == row.testid);
            if is_kept(key) && !again {
                self.rows.attrs.push((key, value));
            }
        }
    }
}

/// The title of the document at `root`.
pub(super) fn title_of(page: &Page<'_>, root: u32) -> Option<String> {
    const FAR: usize = 2000;
    let dom = page.dom;
    let title = dom.inside(root).take(FAR).find(|&n| dom.html(n) == "title")?;
    Some(collapsed(&dom.text(title))).filter(|title| !title.is_empty())
}

/// The keys of test ids, best first.
const TEST_IDS: [&str; 4] = ["data-testid", "data-test-id", "data-test", "data-cy"];

fn test_id<'d>(page: &Page<'d>, n: u32) -> &'d str {
    let dom: &'d _ = page.dom;
    TEST_IDS.iter().filter_map(|key| dom.attr(n, key)).find(|id| !id.is_empty()).unwrap_or_default()
}

/// Whether somebody gave the element a name for machines.
fn has_own_mark(page: &Page<'_>, n: u32) -> bool {
    let attrs = page.dom.tag(n).map_or(&[][..], |tag| &tag.attrs);
    attrs.iter().any(|a| a.name.local.starts_with("data-semtag-") || TEST_IDS.contains(&&*a.name.local))
}

/// Whether an element without a role still says something: by ARIA, or as a named piece of text.
fn says_something(page: &Page<'_>, n: u32) -> bool {
    let dom = page.dom;
    let attrs = dom.tag(n).map_or(&[][..], |tag| &tag.attrs);
    let by_aria = attrs.iter().any(|a| {
        let key = &*a.name.local;
        key.starts_with("aria-") && key != "aria-hidden" && !a.value.trim().is_empty()
    });
    let holds_text = || {
        const FAR: usize = 20;
        dom.children(n).take(FAR).any(|c| matches!(dom.data(c), Data::Text(text) if !text.trim().is_empty()))
    };
    by_aria
        || (dom.html(n) == "a" && dom.first(n).is_some())
        || (page.role(n) != Role::None && dom.attr(n, "id").is_some_and(|id| !id.is_empty()) && holds_text())
}

/// Whether an attribute helps to find or to understand an element.
fn is_kept(key: &str) -> bool {
    const KEPT: &str = "\
        accesskey action alt aria-activedescendant aria-autocomplete aria-colindex aria-controls \
        aria-current aria-haspopup aria-keyshortcuts aria-label aria-live aria-orientation aria-owns \
        aria-posinset aria-roledescription aria-rowindex aria-setsize aria-sort aria-valuemax \
        aria-valuemin autocomplete class download enterkeyhint for form href id inputmode lang max \
        maxlength method min name pattern placeholder step target title type";
    is_one_of(key, KEPT) || key.starts_with("data-semtag-") || TEST_IDS.contains(&key)
}

/// Leaves out the texts that only repeat the name of the node around them, and those of `frames` that hold less than two
/// nodes.
fn without_echoes<'d>(mut rows: Rows<'d>, frames: &[u32]) -> Rows<'d> {
    let mut holds_nodes = vec![false; rows.rows.len()];
    for row in rows.rows.iter().filter(|row| row.role != Role::Text && row.inside != NONE) {
        holds_nodes[row.inside as usize] = true;
    }
    let is_echo = |row: &Row<'_>, rows: &[Row<'_>]| {
        let around = rows.get(row.inside as usize);
        row.role == Role::Text
            && around.is_some_and(|around| {
                (super::aria::is_named_by_content(around.role) || around.states.is(State::Interactive))
                    && !holds_nodes[row.inside as usize]
                    && around
                        .name
                        .as_deref()
                        .zip(row.name.as_deref())
                        .is_some_and(|(all, part)| all.contains(part))
            })
    };
    let mut keep: Vec<bool> = rows.rows.iter().map(|row| !is_echo(row, &rows.rows)).collect();
    let mut held = vec![0; rows.rows.len()];
    for (row, _) in rows.rows.iter().zip(&keep).filter(|(row, kept)| **kept && row.inside != NONE) {
        held[row.inside as usize] += 1;
    }
    frames.iter().for_each(|&frame| keep[frame as usize] = held[frame as usize] > 1);
    for i in 0..rows.rows.len() {
        let inside = rows.rows[i].inside;
        if inside != NONE && !keep[inside as usize] {
            rows.rows[i].inside = rows.rows[inside as usize].inside; // which stands before and is settled
        }
    }
    let mut place = Vec::with_capacity(keep.len());
    let mut next = 0;
    for &kept in &keep {
        place.push(next);
        next += u32::from(kept);
    }
    let mut kept = keep.iter();
    rows.rows.retain(|_| kept.next().copied().unwrap_or(true));
    for row in rows.rows.iter_mut().filter(|row| row.inside != NONE) {
        row.inside = place[row.inside as usize];
    }
    rows
}
