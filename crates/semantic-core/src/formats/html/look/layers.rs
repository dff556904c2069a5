//! What lies over what: dialogs and what they keep from being used, popovers and menus with what opened them, and
//! controls that something else covers.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::arena::Arena;
use super::facts::Teller;
use super::wire::Wire;
use crate::formats::html::dom::{Dom, NONE};
use crate::formats::html::live::Flags;
use crate::formats::html::page::Facts;
use crate::tree::{Role, State, Tri};

/// Tells the layers of a page made of these parts.
pub(super) fn tell(
    teller: &mut Teller<'_, '_>,
    arena_of: &dyn Fn(u16, u32) -> Option<u32>,
    wires: &[&Wire<'_>],
) {
    let covered = covers(teller, arena_of, wires);
    let openers = Openers::of(teller);
    let opened = floating(teller, &openers);
    let above: HashSet<u32, FxBuildHasher> = wires
        .iter()
        .enumerate()
        .flat_map(|(part, wire)| wire.above.iter().filter_map(move |&n| arena_of(part as u16, n)))
        .collect();
    modal(teller, &covered, &above, &opened);
}

/// Marks the controls that are covered, and returns their rows.
fn covers(
    teller: &mut Teller<'_, '_>,
    node: &dyn Fn(u16, u32) -> Option<u32>,
    wires: &[&Wire<'_>],
) -> HashSet<usize, FxBuildHasher> {
    let mut covered = HashSet::default();
    for (part, wire) in wires.iter().enumerate() {
        for &[control, hit, layer] in &wire.covers {
            let part = part as u16;
            let row = node(part, control).and_then(|n| teller.row_of(n));
            let (Some(row), Some(layer)) = (row, node(part, layer)) else { continue };
            let dom = teller.page.dom;
            // What an open modal dialog lies over is told once, at the top of what is behind it.
            if dom.live(layer).is_some_and(|live| live.flags.has(Flags::MODAL)) {
                continue;
            }
            // The layer itself, or the outermost that is listed of what was hit in it.
            let over = node(part, hit).unwrap_or(layer);
            let around = dom.ancestors(over).take_while(|&n| over != layer && n != layer);
            let listed = std::iter::once(over).chain(around).filter_map(|n| teller.row_of(n)).last();
            let listed = teller.row_of(layer).or(listed);
            let said = match listed.map(|over| teller.rows.rows[over].key).filter(|key| !key.is_empty()) {
                Some(key) => key.to_owned(),
                None => format!("?{}", short(dom, layer)),
            };
            teller.add(row, "covered-by", &said);
            covered.insert(row);
        }
    }
    covered
}

/// An element in a few words.
fn short(dom: &Dom, n: u32) -> String {
    let class = dom.attr(n, "class").and_then(|c| c.split_ascii_whitespace().next());
    let class = class.map_or(String::new(), |class| format!(".{class}"));
    let text: String = dom.text_within(n, 100).split_whitespace().collect::<Vec<_>>().join(" ");
    let text: String = text.chars().take(40).collect();
    let gap = if text.is_empty() { "" } else { ": " };
    format!("{}{class}{gap}{text}", dom.tag(n).map_or("", |tag| &tag.name.local))
}

/// What opens what: by node, the row of the first that does; and all rows that open something.
#[derive(Default)]
struct Openers {
    of: HashMap<u32, usize, FxBuildHasher>,
    rows: HashSet<usize, FxBuildHasher>,
}

impl Openers {
    fn of(teller: &Teller<'_, '_>) -> Openers {
        let (page, dom) = (teller.page, teller.page.dom);
        let mut found = Openers::default();
        for (i, row) in teller.rows.rows.iter().enumerate().filter(|(_, row)| row.node != NONE) {
            for key in ["popovertarget", "commandfor", "aria-controls", "aria-owns"] {
                if dom.tag(row.node).is_some() && dom.has(row.node, key) {
                    for target in page.referred(row.node, key) {
                        found.of.entry(target).or_insert(i);
                        found.rows.insert(i);
                    }
                }
            }
        }
        found
    }
}

/// Rows of popovers and popups, each with that of what opened it.
type Opened = HashMap<usize, usize, FxBuildHasher>;

/// Marks popovers and popups with what opened them.
fn floating(teller: &mut Teller<'_, '_>, openers: &Openers) -> Opened {
    let mut opened = Opened::default();
    let rows = 0..teller.rows.rows.len();
    let flags = |teller: &Teller<'_, '_>, i: usize| {
        let n = teller.rows.rows[i].node;
        teller.page.dom.live(n).map(|live| live.flags).unwrap_or_default()
    };
    // A trigger that says it has opened something and not what: it may have opened what nothing else did.
    let loose: Vec<usize> = rows
        .clone()
        .filter(|&i| {
            let row = &teller.rows.rows[i];
            let says = row.node != NONE && teller.page.dom.has(row.node, "aria-haspopup");
            says && row.states.get(State::Expanded) == Some(Tri::True)
        })
        .filter(|i| !openers.rows.contains(i))
        .collect();
    for i in rows {
        let (flags, role) = (flags(teller, i), teller.rows.rows[i].role);
        let popup = matches!(
            role,
            Role::Menu
                | Role::ListBox
                | Role::Dialog
                | Role::AlertDialog
                | Role::Tooltip
                | Role::Tree
                | Role::Grid
        );
        let popover = flags.has(Flags::POPOVER);
        if flags.has(Flags::MODAL) || !(popover || (popup && flags.has(Flags::FLOATS))) {
            continue;
        }
        let tied = openers.of.get(&teller.rows.rows[i].node).copied();
        let only = match loose[..] {
            [only] if role == Role::Menu || role == Role::ListBox => Some(only),
            _ => None,
        };
        let Some(opener) = tied.or(only) else {
            if popover {
                teller.add(i, "layer", "popover");
            }
            continue;
        };
        teller.add(i, "layer", if popover { "popover" } else { "popup" });
        let key = teller.rows.rows[opener].key;
        teller.add(i, "opener", key);
        opened.insert(i, opener);
    }
    opened
}

/// Marks open modal dialogs, and the topmost node of each part that the topmost of them keeps from being used.
fn modal(
    teller: &mut Teller<'_, '_>,
    covered: &HashSet<usize, FxBuildHasher>,
    above: &HashSet<u32, FxBuildHasher>,
    opened: &Opened,
) {
    let dom = teller.page.dom;
    let mut open: Vec<(usize, bool)> = Vec::new(); // rows, each with whether the browser itself holds the rest
    for (i, row) in teller.rows.rows.iter().enumerate().filter(|(_, row)| row.node != NONE) {
        let flags = dom.live(row.node).map(|live| live.flags).unwrap_or_default();
        let dialog = matches!(row.role, Role::Dialog | Role::AlertDialog);
        let unseen = [Flags::OFFSCREEN, Flags::CLIPPED, Flags::EMPTY].iter().any(|&flag| flags.has(flag));
        let says = dialog
            && row.states.is(State::Modal)
            && !unseen
            && !teller.page.facts(row.node).has(Facts::ARIA_HIDDEN);
        if flags.has(Flags::MODAL) || says {
            open.push((i, flags.has(Flags::MODAL)));
        }
    }
    open.iter().for_each(|&(i, _)| teller.add(i, "layer", "modal"));
    let native = open.iter().any(|&(_, native)| native);
    let fitting = || open.iter().rev().filter(|&&(_, by_browser)| by_browser == native).map(|&(i, _)| i);
    let Some(top) = fitting().find(|i| !covered.contains(i)).or_else(|| fitting().next()) else {
        return;
    };
    let rows = &teller.rows.rows;
    let mut around = vec![false; rows.len()];
    let mut at = rows[top].inside;
    while at != NONE {
        around[at as usize] = true;
        at = rows[at as usize].inside;
    }
    let mut behind = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let outermost = row.inside == NONE || around[row.inside as usize];
        let stays = i == top
            || around[i]
            || above_all(dom, row.node, above)
            || open.iter().any(|&(o, _)| o == i && o > top);
        let inside = |mut at: usize| loop {
            match rows[at].inside {
                _ if at == top => break true,
                NONE => break false,
                outer => at = outer as usize,
            }
        };
        let opened_within = || opened.get(&i).is_some_and(|&opener| inside(opener));
        if outermost && !stays && !opened_within() {
            behind.push(i);
        }
    }
    behind.into_iter().for_each(|i| teller.add(i, "behind-modal", "true"));
}

/// Whether a node lies in a part that is drawn above the dialog.
fn above_all(dom: &Dom, n: u32, above: &HashSet<u32, FxBuildHasher>) -> bool {
    !above.is_empty() && n != NONE && (above.contains(&n) || dom.ancestors(n).any(|n| above.contains(&n)))
}

/// The node of a part by its number.
pub(super) fn node_of(arena: &Arena) -> impl Fn(u16, u32) -> Option<u32> + '_ {
    |part, number| arena.by_number.get(&(part, number)).copied()
}
