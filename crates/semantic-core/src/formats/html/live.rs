//! What a browser tells of a node beyond its markup, where the page is a live one.

/// Flags of a node: what only layout, style and live objects know. The script that tells them has the same list.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Flags(pub(super) u32);

impl Flags {
    /// Not rendered; it is there since something refers to it.
    pub(super) const UNRENDERED: Flags = Flags(1);
    /// Hidden by `visibility`; what is inside tells for itself.
    pub(super) const INVISIBLE: Flags = Flags(1 << 1);
    /// Its opacity, or that of something around it, is 0.
    pub(super) const TRANSPARENT: Flags = Flags(1 << 2);
    /// Cut off to nothing, as texts for screen readers are.
    pub(super) const CLIPPED: Flags = Flags(1 << 3);
    /// It lies where nobody can scroll to.
    pub(super) const OFFSCREEN: Flags = Flags(1 << 4);
    /// No box is told of it.
    pub(super) const NO_BOX: Flags = Flags(1 << 5);
    /// It shows a pointing hand, and what is around it does not.
    pub(super) const POINTER: Flags = Flags(1 << 6);
    /// It has the keyboard focus.
    pub(super) const FOCUSED: Flags = Flags(1 << 7);
    /// A field whose content was kept back.
    pub(super) const SECRET: Flags = Flags(1 << 8);
    /// Such a field holds something.
    pub(super) const FILLED: Flags = Flags(1 << 9);
    /// A checkbox between on and off.
    pub(super) const INDETERMINATE: Flags = Flags(1 << 10);
    /// Its text is apart from what is beside it.
    pub(super) const APART: Flags = Flags(1 << 11);
    /// Its text goes on where what is beside it ends.
    pub(super) const INLINE: Flags = Flags(1 << 12);
    /// A dialog that was opened as modal.
    pub(super) const MODAL: Flags = Flags(1 << 13);
    /// An open popover.
    pub(super) const POPOVER: Flags = Flags(1 << 14);
    /// A file input that is not drawn and is listed all the same.
    pub(super) const LISTED: Flags = Flags(1 << 15);
    /// Its box has no width or no height.
    pub(super) const EMPTY: Flags = Flags(1 << 16);
    /// A menu, list or dialog that lies outside of the flow.
    pub(super) const FLOATS: Flags = Flags(1 << 17);
    /// A list of options of which none is chosen.
    pub(super) const NOTHING_CHOSEN: Flags = Flags(1 << 19);
    /// Something else in the page lies under it.
    pub(super) const COVERS: Flags = Flags(1 << 30);
    /// A text that a style sheet makes.
    pub(super) const MADE: Flags = Flags(1 << 31);

    pub(super) fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    pub(super) fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

/// What is known of one node.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Live {
    /// Its number among the nodes of its document, from 1; 0 for what has none.
    pub(super) number: u32,
    /// Which of the parts of the page it is from.
    pub(super) part: u16,
    pub(super) flags: Flags,
    /// x, y, width and height in CSS pixels from the top left of the page's viewport.
    pub(super) bounds: Option<[f64; 4]>,
}
