//! An observation: a snapshot seen through a view, with a ref for every node that was walked.

use std::ops::Range;
use std::sync::Arc;

use super::ignore::Ignored;
use super::numbering::Numbering;
use super::refs::Ref;
use super::select::{Selected, select};
use super::{Delta, RefUnavailable, SemanticView, delta, ignore, snapshot_ref};
use crate::tree::{Node, NodeId, Snapshot, align};

/// A snapshot seen through a view. The main walk covers all nodes; each pane walks its own subtree.
#[derive(Clone, Debug)]
pub struct Observation {
    snapshot: Arc<Snapshot>,
    view: SemanticView,
    revision: u64,
    sections: Arc<Vec<Section>>,
    notes: Vec<String>,
}

/// The main walk or a pane: what it covers, how it is numbered, and which of its nodes are shown.
#[derive(Clone, Debug)]
pub struct Section {
    pane: String,
    pub(super) walk: Range<usize>,
    /// What of the walk the view is scoped to.
    scope: Range<usize>,
    pub(super) numbering: Numbering,
    pub(super) selected: Selected,
    pub(super) view: SemanticView,
    pub(super) ignored: Ignored,
}

/// One shown node and where it stands in its section.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    /// The node.
    pub node: Node<'a>,
    /// The section that shows it.
    pub section: &'a Section,
}

impl Row<'_> {
    /// The ref to say: `s_3`, or `<pane>.s_3`.
    pub fn reference(&self) -> String {
        self.section.reference(self.node.id())
    }
}

impl Section {
    /// The pane's name, nested ones joined with dots; `None` for the main walk.
    pub fn pane(&self) -> Option<&str> {
        (!self.pane.is_empty()).then_some(self.pane.as_str())
    }

    /// Number of nodes walked.
    pub fn walked(&self) -> usize {
        self.walk.len()
    }

    /// Number of nodes shown.
    pub fn shown(&self) -> usize {
        self.selected.shown.len()
    }

    /// Number of nodes that the view asks for; more than are shown where the cap left some out.
    pub fn matched(&self) -> usize {
        self.selected.matched
    }

    /// Whether the cap left nodes out.
    pub fn is_trimmed(&self) -> bool {
        self.selected.matched > self.selected.shown.len()
    }

    /// The part of the view that this section follows.
    pub fn view(&self) -> &SemanticView {
        &self.view
    }

    /// The nodes that the view is scoped to: what is shown, before any filter or cap.
    pub(crate) fn scope(&self) -> Range<usize> {
        self.scope.clone()
    }

    pub(super) fn number(&self, node: u32) -> u32 {
        self.numbering.number(node, &self.walk).expect("every node of a walk has a number")
    }

    pub(super) fn name(&self) -> &str {
        &self.pane
    }

    /// The ref of a node, where it is in this section's walk.
    pub(crate) fn reference_of(&self, node: NodeId) -> Option<String> {
        let number = self.numbering.number(node.index() as u32, &self.walk)?;
        Some(Ref { pane: &self.pane, number }.to_string())
    }

    pub(super) fn reference(&self, node: NodeId) -> String {
        Ref { pane: &self.pane, number: self.number(node.index() as u32) }.to_string()
    }
}

impl Observation {
    /// Observes a snapshot by itself: refs count from 0 in document order. Its revision is the snapshot's own.
    pub fn of(snapshot: Arc<Snapshot>, view: &SemanticView) -> Observation {
        let revision = snapshot.revision();
        Observation::numbered(snapshot, view, revision, |_, _| Numbering::Walk)
    }

    /// Observes with numbers that `numbering` gives for a pane's name ("" for the main walk) and its walk.
    pub(super) fn numbered(
        snapshot: Arc<Snapshot>,
        view: &SemanticView,
        revision: u64,
        numbering: impl FnMut(&str, &Range<usize>) -> Numbering,
    ) -> Observation {
        let (mut sections, notes) = walk(&snapshot, view, numbering);
        let ignored = |view: &SemanticView| {
            let nodes =
                view.ignored().flat_map(|rule| ignore::named(&snapshot, rule, |r| walked(&sections, r)));
            Ignored::in_nodes(&snapshot, nodes)
        };
        // What the whole view ignores counts in its panes too.
        let whole = ignored(view);
        let ignored: Vec<_> = sections.iter().map(|section| whole.with(&ignored(&section.view))).collect();
        sections.iter_mut().zip(ignored).for_each(|(section, ignored)| section.ignored = ignored);
        let sections = Arc::new(sections);
        Observation { snapshot, view: view.clone(), revision, sections, notes }
    }

    /// The node that a ref of this observation names.
    fn walked(&self, reference: &str) -> Option<u32> {
        walked(&self.sections, reference)
    }

    /// The section of that name, "" for the main walk.
    pub(super) fn section(&self, name: &str) -> Option<&Section> {
        self.sections.iter().find(|s| s.pane == name)
    }

    /// The snapshot that was observed.
    pub fn snapshot(&self) -> &Arc<Snapshot> {
        &self.snapshot
    }

    /// The view that it was observed through.
    pub fn view(&self) -> &SemanticView {
        &self.view
    }

    /// The observation's revision: the snapshot's own, or the session's count where a session counts.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The main walk, then the panes as they were declared, each followed by its own panes.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// Number of nodes walked: the main walk's and each pane's.
    pub fn walked_count(&self) -> usize {
        self.sections.iter().map(Section::walked).sum()
    }

    /// Number of nodes shown in all sections.
    pub fn shown_count(&self) -> usize {
        self.sections.iter().map(Section::shown).sum()
    }

    /// Whether a cap left nodes out anywhere.
    pub fn is_trimmed(&self) -> bool {
        self.sections.iter().any(Section::is_trimmed)
    }

    /// Why a section is empty, one sentence each.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// All shown rows, section by section in document order.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.sections.iter().flat_map(|section| self.rows_of(section))
    }

    pub(super) fn rows_of<'a>(&'a self, section: &'a Section) -> impl ExactSizeIterator<Item = Row<'a>> {
        section.selected.shown.iter().map(move |&i| Row { node: self.node(i), section })
    }

    pub(super) fn node(&self, index: u32) -> Node<'_> {
        self.snapshot.node(NodeId(index)).expect("a section holds nodes of its snapshot")
    }

    /// The node that a ref of this observation names, shown or not. Any other text fails closed.
    pub fn resolve(&self, reference: &str) -> Result<Node<'_>, RefUnavailable> {
        match self.walked(reference) {
            Some(node) => Ok(self.node(node)),
            None => Err(self.unavailable(reference)),
        }
    }

    /// Why a ref names nothing.
    fn unavailable(&self, reference: &str) -> RefUnavailable {
        let known = Ref::parse(reference).and_then(|r| Some((r, self.section(r.pane)?)));
        let retired = known.and_then(|(r, section)| section.numbering.retired(r.number));
        let never = known.filter(|_| retired.is_none());
        RefUnavailable {
            reference: reference.to_owned(),
            revision: self.revision,
            retired,
            last_issued: never.and_then(|(_, s)| s.numbering.issued(&s.walk).checked_sub(1)),
            url: self.snapshot.url().map(Box::from),
        }
    }

    /// The ref of a node in the main walk.
    pub fn reference(&self, node: NodeId) -> Option<String> {
        let main = self.sections.first()?;
        let number = main.numbering.number(node.index() as u32, &main.walk)?;
        Some(Ref { pane: "", number }.to_string())
    }

    /// The nodes that a rule of [`SemanticView::ignoring`] means here; none where it means nothing.
    pub fn ignored_by(&self, rule: &str) -> Vec<NodeId> {
        ignore::named(&self.snapshot, rule, |reference| self.walked(reference))
    }

    /// The same observation, which ignores changes in these nodes and what they hold too: what a caller with a live page
    /// knows of rules that mean nothing here.
    pub fn ignoring(&self, nodes: impl IntoIterator<Item = NodeId>) -> Observation {
        let more = Ignored::in_nodes(&self.snapshot, nodes);
        let mut sections = Vec::clone(&self.sections);
        sections.iter_mut().for_each(|section| section.ignored = section.ignored.with(&more));
        Observation { sections: Arc::new(sections), ..self.clone() }
    }

    /// The same observation with other fields shown; what is numbered and which nodes are shown stays.
    pub(crate) fn showing(&self, fields: &[super::Field]) -> Observation {
        let mut sections = Vec::clone(&self.sections);
        for section in &mut sections {
            section.view = section.view.with_fields(fields.iter().copied());
        }
        let view = self.view.with_fields(fields.iter().copied());
        Observation { view, sections: Arc::new(sections), ..self.clone() }
    }

    /// What changed since an earlier observation; see [`Delta`].
    pub fn diff(&self, earlier: &Observation) -> Delta {
        delta::between(earlier, self)
    }
}

impl SemanticView {
    /// The same view for a later snapshot that numbers anew: refs in `subtreeOf` are those of the nodes that the refs of
    /// `before` became. Beside it the refs whose nodes are gone; what they scope is empty.
    pub fn following(&self, before: &Observation, after: &Snapshot) -> (SemanticView, Vec<String>) {
        let mut gone = Vec::new();
        let pairs = align(&before.snapshot, after);
        let view = self.rewritten(&mut |selector| {
            let node = before.walked(selector)?;
            Some(match pairs.after(NodeId(node)) {
                Some(now) => now.to_string(),
                None => {
                    gone.push(selector.to_owned());
                    snapshot_ref(u32::MAX as usize) // never issued: a snapshot holds fewer nodes
                }
            })
        });
        (view, gone)
    }

    fn rewritten(&self, rewrite: &mut impl FnMut(&str) -> Option<String>) -> SemanticView {
        let mut view = self.clone();
        if let Some(selector) = &mut view.subtree_of
            && let Some(new) = rewrite(selector)
        {
            *selector = new;
        }
        for rule in &mut view.ignore {
            if let Some(new) = rewrite(rule) {
                *rule = new;
            }
        }
        view.panes.iter_mut().for_each(|(_, pane)| *pane = pane.rewritten(rewrite));
        view
    }
}

/// The sections that a view declares, and why some are empty.
fn walk(
    snapshot: &Snapshot,
    view: &SemanticView,
    mut numbering: impl FnMut(&str, &Range<usize>) -> Numbering,
) -> (Vec<Section>, Vec<String>) {
    let all = 0..snapshot.len();
    let (mut sections, mut notes) = (Vec::new(), Vec::new());
    sections.push(Section::new(String::new(), all.clone(), numbering("", &all), view));
    let scoped = scope(snapshot, &sections, view, &all, "the view", &mut notes);
    sections[0].selected = select(snapshot, scoped.clone(), view);
    sections[0].scope = scoped;
    let mut open: Vec<(String, &SemanticView, Range<usize>)> = panes_of(view, "", &all);
    while let Some((name, pane, around)) = open.pop() {
        let walk = scope(snapshot, &sections, pane, &around, &format!("pane {name}"), &mut notes);
        open.extend(panes_of(pane, &format!("{name}."), &walk));
        let numbers = numbering(&name, &walk);
        let mut section = Section::new(name, walk.clone(), numbers, pane);
        section.selected = select(snapshot, walk, pane);
        sections.push(section);
    }
    (sections, notes)
}

/// The panes of a view with their whole names and what they may walk, the first one last.
fn panes_of<'a>(
    view: &'a SemanticView,
    prefix: &str,
    walk: &Range<usize>,
) -> Vec<(String, &'a SemanticView, Range<usize>)> {
    view.panes.iter().rev().map(|(name, pane)| (format!("{prefix}{name}"), pane, walk.clone())).collect()
}

/// The part of `walk` that a view is scoped to: nothing where its selector names nothing or more than one.
fn scope(
    snapshot: &Snapshot,
    sections: &[Section],
    view: &SemanticView,
    walk: &Range<usize>,
    who: &str,
    notes: &mut Vec<String>,
) -> Range<usize> {
    let Some(selector) = &view.subtree_of else { return walk.clone() };
    let shown = super::cut(selector);
    match locate(snapshot, sections, selector, walk) {
        Ok(Some(node)) => {
            let own = snapshot.nodes().find(|n| n.own_ref() == Some(selector) && n.id() != NodeId(node));
            if let Some(own) = own {
                notes.push(format!(
                    "{who} shows s:{shown}; the snapshot's own ref {shown:?} is another node, {}: say own:{shown} for it",
                    own.id()
                ));
            }
            return snapshot.node(NodeId(node)).map_or(0..0, Node::range);
        }
        Ok(None) => notes.push(format!("{who} is empty: subtreeOf {shown:?} names nothing there")),
        Err(count) => {
            notes.push(format!("{who} is empty: subtreeOf {shown:?} names {count} nodes there; use a ref"));
        }
    }
    0..0
}

/// The node of `walk` that a selector names: a ref of this observation, the snapshot's own ref, or an identifier.
/// The error is the number of nodes where it is not one.
fn locate(
    snapshot: &Snapshot,
    sections: &[Section],
    selector: &str,
    walk: &Range<usize>,
) -> Result<Option<u32>, usize> {
    let (own_only, number_only) = (selector.strip_prefix("own:"), selector.strip_prefix("s:"));
    if let Some(node) = walked(sections, number_only.unwrap_or(selector)).filter(|_| own_only.is_none()) {
        return Ok(walk.contains(&(node as usize)).then_some(node));
    }
    let selector = own_only.unwrap_or(selector);
    let names: [fn(&Node<'_>, &str) -> bool; 2] =
        [|n, s| n.own_ref() == Some(s), |n, s| n.identifier() == Some(s)];
    for is_named in names {
        let mut named = snapshot.range(walk.clone()).filter(|n| is_named(n, selector));
        if let Some(node) = named.next() {
            return match named.count() {
                0 => Ok(Some(node.id().0)),
                more => Err(more + 1),
            };
        }
    }
    Ok(None)
}

/// The node that a ref names.
fn walked(sections: &[Section], reference: &str) -> Option<u32> {
    let reference = Ref::parse(reference)?;
    let section = sections.iter().find(|s| s.pane == reference.pane)?;
    section.numbering.node(reference.number, &section.walk)
}

impl Section {
    fn new(pane: String, walk: Range<usize>, numbering: Numbering, view: &SemanticView) -> Section {
        Section {
            pane,
            scope: walk.clone(),
            walk,
            numbering,
            selected: Selected::default(),
            view: view.clone(),
            ignored: Ignored::default(),
        }
    }
}
