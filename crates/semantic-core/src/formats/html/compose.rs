//! From the parsed tree to the one that is shown: shadow trees with their slots filled, frames with their documents.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::dom::{Data, Dom};
use super::parse::{Document, parse};

/// How deep documents in `srcdoc` attributes may nest.
const FRAMES: usize = 16;

/// What composing adds to the tree.
#[derive(Default)]
pub(super) struct Composed {
    /// Nodes that an element gave to a slot of its shadow tree, with that element.
    pub(super) given: HashMap<u32, u32, FxBuildHasher>,
    /// Elements of frames that lay too deep to be opened.
    pub(super) too_deep: usize,
    /// Attributes kept back in frames.
    pub(super) too_many: usize,
    /// Frames left closed because they lie too deep in other frames.
    pub(super) closed_frames: usize,
}

/// Opens every shadow tree and every `srcdoc` frame of a document.
pub(super) fn compose(mut dom: Dom, root: u32) -> (Dom, Composed) {
    let mut composed = Composed::default();
    open_shadows(&mut dom, root, &mut composed);
    let mut level = vec![root];
    for depth in 0..=FRAMES {
        let inside = level.iter().flat_map(|&root| dom.inside(root));
        let frames: Vec<u32> = inside.filter(|&n| dom.html(n) == "iframe" && dom.has(n, "srcdoc")).collect();
        level.clear();
        if depth == FRAMES {
            composed.closed_frames = frames.len();
            break;
        }
        for frame in frames {
            let text = dom.attr(frame, "srcdoc").unwrap_or_default().to_owned();
            let Document { dom: grown, root, too_deep, too_many, .. } = parse(&text, dom);
            dom = grown;
            composed.too_deep += too_deep;
            composed.too_many += too_many;
            open_shadows(&mut dom, root, &mut composed);
            dom.append(frame, root);
            level.push(root);
        }
    }
    (dom, composed)
}

/// Hangs the shadow tree of every element that declares one where its children were.
fn open_shadows(dom: &mut Dom, root: u32, composed: &mut Composed) {
    let mut at = Some(root);
    while let Some(host) = at {
        if let Some((template, contents)) = declared_shadow(dom, host) {
            dom.detach(template);
            fill_slots(dom, host, contents, composed);
            dom.append(host, contents);
        }
        at = dom.first(host).or_else(|| dom.after(host, root));
    }
}

/// The template that declares an element's shadow tree, with the root of that tree.
fn declared_shadow(dom: &Dom, host: u32) -> Option<(u32, u32)> {
    dom.tag(host)?;
    let is_mode = |n: u32| ["open", "closed"].iter().any(|mode| dom.attr_is(n, "shadowrootmode", mode));
    let template = dom.children(host).find(|&n| dom.html(n) == "template" && is_mode(n))?;
    Some((template, dom.tag(template)?.contents))
}

/// Moves the host's children into the slots of its shadow tree; what has no slot is not shown.
fn fill_slots(dom: &mut Dom, host: u32, contents: u32, composed: &mut Composed) {
    let mut slots: HashMap<String, u32, FxBuildHasher> = HashMap::default();
    for slot in dom.inside(contents).filter(|&n| dom.html(n) == "slot") {
        slots.entry(dom.attr(slot, "name").unwrap_or_default().to_owned()).or_insert(slot);
    }
    let children: Vec<u32> = dom.children(host).collect();
    let mut filled: HashSet<u32, FxBuildHasher> = HashSet::default();
    for child in children {
        dom.detach(child);
        let name = match dom.data(child) {
            Data::Text(text) if !text.trim().is_empty() => "",
            Data::Element(_) => dom.attr(child, "slot").unwrap_or_default(),
            _ => continue,
        };
        let Some(&slot) = slots.get(name) else { continue };
        if filled.insert(slot) {
            let fallback: Vec<u32> = dom.children(slot).collect();
            fallback.into_iter().for_each(|n| dom.detach(n));
        }
        dom.append(slot, child);
        composed.given.insert(child, host);
    }
}
