//! A live page as a script in it tells it: the document with what only layout, style and live objects know.
//!
//! [`SCRIPT`] runs in a script world of ours beside each document of the page; [`read`] makes one snapshot of what it
//! tells. Roles, names and secrets are those of the HTML reader, so there is one implementation of them.
//!
//! Attributes that a snapshot of a live page has beyond those of a file:
//!
//! | attribute | on | meaning |
//! |---|---|---|
//! | `clickable` | a node that can be acted on though its role does not say so | why: `pointer`, `handler`, `focusable`, `editable`, `video controls`, `audio controls` |
//! | `covered-by` | a control in view whose centre something else covers | the key of what does, or `?` and a few words |
//! | `layer` | the root of what lies over the page | `modal`, `popover`, `popup` |
//! | `opener` | such a root | the key of what opened it |
//! | `behind-modal`, `inert`, `aria-hidden` | the topmost node of a part that is so | `true` |
//! | `painted` | a node that nobody sees | `offscreen`, `clipped`, `transparent` |
//! | `name-from` | a control without a name | where its substitute comes from: `title`, `placeholder`, `icon`, `text`, `testid`, `address` |
//! | `live` | a live region | `assertive`, `polite` |
//! | `option-count` | a list of options | how many it has |
//! | `controls` | a control | the key of what it controls |
//! | `error` | an invalid field | what its error message says |
//! | `unreadable` | a frame | why its content could not be read, with its address |
//! | `address` | a frame of another origin | its address |

mod arena;
pub(super) mod clickable;
mod facts;
mod frames;
mod layers;
mod substitute;
mod wire;

use std::borrow::Cow;

use self::arena::Arena;
use self::facts::Teller;
use self::wire::Wire;
use super::address::split_scheme;
use super::dom::collapsed;
use super::names::Names;
use super::page::Page;
use super::walk::walk;
use crate::formats::ReadError;
use crate::formats::flat::Strings;
pub use crate::tree::{Flash, Viewport};
use crate::tree::{Snapshot, SnapshotBuilder, add_elements};

/// The function to call in each script world: of one argument, then of the nodes that the page does not hand out.
pub const SCRIPT: &str = concat!(
    include_str!("start.js"),
    include_str!("walk.js"),
    include_str!("watch.js"),
    include_str!("end.js")
);

/// The function that answers questions about selectors and about elements by their numbers, in the same worlds.
pub const LOCATE_SCRIPT: &str = include_str!("locate.js");

/// What the script told in one world.
pub struct Told<'a>(Wire<'a>);

impl<'a> Told<'a> {
    /// Reads the text that the script returned.
    pub fn parse(text: &'a str) -> Result<Self, ReadError> {
        Ok(Told(serde_json::from_str(text)?))
    }

    /// Tells this document from any other, and the script's world in it from any other of the same document: numbers
    /// of nodes are those of a world.
    pub fn stamp(&self) -> &str {
        &self.0.stamp
    }

    /// The number of the last text that came up: what the script is to be told the next time, under `since`.
    pub fn last_flash(&self) -> u64 {
        self.0.last
    }

    /// The number of each frame that could not be entered, with which of the nodes that were handed in it is, if any.
    pub fn foreign(&self) -> impl Iterator<Item = (u32, Option<usize>)> + '_ {
        let handed = |n: f64| (n >= 0.0).then_some(n as usize);
        self.0.foreign.iter().map(move |&[number, .., given]| (number as u32, handed(given)))
    }
}

/// A script world of the page.
pub struct Part<'a> {
    /// What the script told there. Its stamp is the first half of the keys of its nodes.
    pub told: Told<'a>,
    /// The part around it with the number that its frame has there; `None` for the page itself.
    pub owner: Option<(usize, u32)>,
}

/// A page as it was looked at.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// What the page shows.
    pub snapshot: Snapshot,
    /// What can be seen of it.
    pub viewport: Viewport,
    /// `loading`, `interactive` or `complete`.
    pub ready: String,
    /// Alerts and status messages that came up since the last look, oldest first, also those that are gone again.
    pub flashes: Vec<Flash>,
    /// How many more came up and were not kept.
    pub flashes_dropped: usize,
    /// Controls that are in the page and not listed, since nobody sees them.
    pub hidden: Hidden,
}

/// Controls that nobody sees, by what hides them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// Those that are not rendered.
    pub unrendered: usize,
    /// Those in a `details` that is closed.
    pub shut: usize,
    /// Those that have a place and are made invisible.
    pub invisible: usize,
}

impl Hidden {
    /// The counts as a sentence; none where nothing is hidden.
    pub fn in_words(self) -> Option<String> {
        let kinds = [
            (self.unrendered, "not rendered"),
            (self.shut, "in closed details"),
            (self.invisible, "invisible"),
        ];
        let told: Vec<_> =
            kinds.iter().filter(|kind| kind.0 > 0).map(|(n, how)| format!("{n} {how}")).collect();
        let all = self.unrendered + self.shut + self.invisible;
        (all > 0).then(|| format!("hidden, not listed: {all} to act on ({})", told.join(", ")))
    }
}

const NOTHING: ReadError =
    ReadError::NoTree { what: "nothing was told of the page", advice: "call the script in its document" };

/// Joins the parts of a page, the page itself first and each after the one around it. `document`: the browser's id of the
/// page's document. `unreadable`: the frames that there is no part of, by the part around them and their number there.
/// `notices`: what could not be told, in sentences. `now`: when it was looked at, in milliseconds since 1970 (UTC).
pub fn read(
    parts: &[Part<'_>],
    document: &str,
    unreadable: &[(usize, u32)],
    notices: &[String],
    now: u64,
) -> Result<Look, ReadError> {
    let wires: Vec<&Wire<'_>> = parts.iter().map(|part| &part.told.0).collect();
    let Some(&first) = wires.first() else { return Err(NOTHING) };
    let mut arena = Arena::default();
    let mut page_root = None;
    let mut broken = 0;
    // What the browser shows in place of an address that does not answer is none of the page.
    let failed = |n: usize| n > 0 && wires[n].url.starts_with("chrome-error:");
    for (n, (wire, part)) in wires.iter().zip(parts).enumerate().filter(|(n, _)| !failed(*n)) {
        // A part lies in one before it.
        let owner = part.owner.filter(|&(around, _)| around < n);
        let owner = owner.map(|(part, number)| (part as u16, number));
        match arena.add(wire, n as u16, owner) {
            Some(root) if n == 0 => page_root = Some(root),
            Some(_) => {}
            None => broken += 1,
        }
    }
    let Some(root) = page_root else { return Err(NOTHING) };
    let page = Page::new(&arena.dom, root, &arena.given);
    let base = Some(&*first.base).filter(|base| split_scheme(base).is_some());
    let walked = walk(&page, root, base);
    let strings = Strings::default();
    let stamps: Vec<&str> = parts.iter().map(|part| part.told.stamp()).collect();
    let mut teller = Teller::new(&page, walked.rows, &stamps, &strings);
    let mut names = Names::new(&page);
    teller.each(&mut names);
    let node = layers::node_of(&arena);
    layers::tell(&mut teller, &node, &wires);
    for &frame in unreadable {
        frames::unreadable(&mut teller, &node, frame, "is of another origin, and it did not answer");
    }
    for (n, part) in parts.iter().enumerate() {
        let Some(owner) = part.owner else { continue };
        match failed(n) {
            true => frames::unreadable(&mut teller, &node, owner, "could not be opened"),
            false => frames::address(&mut teller, &node, owner, &wires[n].url, &wires[owner.0].url),
        }
    }
    let rows = teller.finish();
    let mut b = SnapshotBuilder::with_capacity(rows.rows.len());
    describe(&mut b, first, document, now);
    notices.iter().for_each(|sentence| b.notice(sentence.clone()));
    for (count, what) in left_out(&wires).into_iter().chain([
        (walked.unfinished + names.unfinished, "names cut short: too long, or too much work"),
        (broken, "frames left out: what they told cannot be read"),
    ]) {
        if count > 0 {
            b.notice(format!("{count} {what}"));
        }
    }
    add_elements(&mut b, &rows);
    Ok(look(&wires, first, b.finish()))
}

fn describe(b: &mut SnapshotBuilder, page: &Wire<'_>, document: &str, now: u64) {
    if !page.title.is_empty() {
        b.set_title(&collapsed(&page.title));
    }
    if !page.url.is_empty() {
        b.set_document_url(&page.url);
    }
    if !document.is_empty() {
        b.set_document(document);
    }
    b.set_captured_at(now);
}

fn left_out(wires: &[&Wire<'_>]) -> [(usize, &'static str); 4] {
    let sum = |count: &dyn Fn(&Wire<'_>) -> usize| wires.iter().map(|wire| count(wire)).sum();
    [
        (sum(&|w| w.counts.too_deep), "shadow trees or frames nested too deep left out"),
        (sum(&|w| w.counts.too_many), "elements left out with what they hold: too many"),
        (sum(&|w| w.counts.cut), "texts cut short: longer than 20,000 characters"),
        (sum(&|w| w.counts.unhit), "controls in view of which nobody looked whether something covers them"),
    ]
}

fn look(wires: &[&Wire<'_>], page: &Wire<'_>, snapshot: Snapshot) -> Look {
    let [width, height, scroll_x, scroll_y, document_height] = page.viewport;
    let flash = |(role, text, ago): &(Cow<'_, str>, Cow<'_, str>, f64)| Flash {
        role: role.to_string(),
        text: text.to_string(),
        milliseconds_ago: ago.max(0.0) as u64,
    };
    let mut flashes: Vec<Flash> = wires.iter().flat_map(|wire| &wire.flashes).map(flash).collect();
    flashes.sort_by_key(|flash| std::cmp::Reverse(flash.milliseconds_ago));
    Look {
        snapshot,
        viewport: Viewport { width, height, scroll_x, scroll_y, document_height },
        ready: page.ready.to_string(),
        flashes,
        flashes_dropped: wires.iter().map(|wire| wire.dropped).sum(),
        hidden: Hidden {
            unrendered: wires.iter().map(|wire| wire.counts.unrendered).sum(),
            shut: wires.iter().map(|wire| wire.counts.shut).sum(),
            invisible: wires.iter().map(|wire| wire.counts.invisible).sum(),
        },
    }
}
