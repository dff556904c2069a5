//! The declaration: what of a snapshot is shown, as a value that is refined step by step.

use super::Field;
use crate::tree::Role;

/// What of a snapshot is shown. A value: every method returns a new one. `SemanticView::new()` shows everything.
///
/// ```
/// use semantic_core::view::{Field, SemanticView};
/// let view = SemanticView::new()
///     .trimmed(200)
///     .with_pane("toolbar", SemanticView::new().scoped("s_1"))?
///     .with_fields([Field::Role, Field::Name, Field::States]);
/// assert_eq!(SemanticView::from_json(&view.to_json().to_string())?, view);
/// # Ok::<(), semantic_core::view::ViewError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SemanticView {
    pub(super) subtree_of: Option<String>,
    pub(super) identifier_prefix: Option<String>,
    pub(super) fields: Option<Vec<Field>>,
    pub(super) roles: Option<Vec<Role>>,
    pub(super) interactive: bool,
    pub(super) max_nodes: Option<usize>,
    pub(super) ignore: Vec<String>,
    pub(super) panes: Vec<(String, SemanticView)>,
}

/// How deep panes may nest.
pub(super) const PANE_LEVELS: usize = 16;

/// Why a view is refused. One line that names the key and what it may be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ViewError(pub(super) String);

impl SemanticView {
    /// The view of everything: the whole walk with role, name and value.
    pub fn new() -> Self {
        Self::default()
    }

    /// Shows only the subtree of a node: its ref in the observation, else its identifier. Blank asks for nothing.
    pub fn scoped(&self, subtree_of: &str) -> Self {
        Self { subtree_of: asked(subtree_of), ..self.clone() }
    }

    /// Shows only nodes whose identifier starts so. Blank asks for nothing.
    pub fn with_identifier_prefix(&self, prefix: &str) -> Self {
        Self { identifier_prefix: asked(prefix), ..self.clone() }
    }

    /// Shows these fields of a node, in text, in JSON and in deltas.
    pub fn with_fields(&self, fields: impl IntoIterator<Item = Field>) -> Self {
        Self { fields: Some(fields.into_iter().collect()), ..self.clone() }
    }

    /// Shows only nodes of these roles.
    pub fn with_roles(&self, roles: impl IntoIterator<Item = Role>) -> Self {
        Self { roles: Some(roles.into_iter().collect()), ..self.clone() }
    }

    /// Shows only what can be acted on, with the text that names it.
    pub fn interactive(&self) -> Self {
        Self { interactive: true, ..self.clone() }
    }

    /// Shows at most so many nodes, the first in document order.
    pub fn trimmed(&self, max_nodes: usize) -> Self {
        Self { max_nodes: Some(max_nodes), ..self.clone() }
    }

    /// Counts changes in these parts and does not tell them: refs, identifiers or ARIA roles. What is shown, and how it is
    /// numbered, stays. Blank ones ask for nothing.
    pub fn ignoring<'a>(&self, rules: impl IntoIterator<Item = &'a str>) -> Self {
        Self { ignore: rules.into_iter().filter_map(asked).collect(), ..self.clone() }
    }

    /// Adds a pane, or replaces the one of that name. A pane renumbers what it walks: `<name>.s_0`, ….
    ///
    /// A name is letters, digits, `_` and `-`, so that no name can look like anything else in a ref or a line.
    pub fn with_pane(&self, name: &str, view: SemanticView) -> Result<Self, ViewError> {
        let mut new = self.clone();
        new.add_pane(name, view)?;
        if new.levels() > PANE_LEVELS {
            return Err(ViewError(format!("panes: nested more than {PANE_LEVELS} levels deep")));
        }
        Ok(new)
    }

    pub(super) fn add_pane(&mut self, name: &str, view: SemanticView) -> Result<(), ViewError> {
        let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        if name.is_empty() || name.chars().count() > 64 || !name.chars().all(plain) {
            let shown = super::cut(name);
            return Err(ViewError(format!(
                "panes: {shown:?} is no pane name: 1 to 64 letters, digits, _ and -"
            )));
        }
        match self.panes.iter_mut().find(|p| p.0 == name) {
            Some(pane) => pane.1 = view,
            None => self.panes.push((name.to_owned(), view)),
        }
        Ok(())
    }

    fn levels(&self) -> usize {
        1 + self.panes.iter().map(|p| p.1.levels()).max().unwrap_or(0)
    }

    /// The fields that are shown, as they were asked for.
    pub fn fields(&self) -> &[Field] {
        self.fields.as_deref().unwrap_or(&Field::DEFAULT)
    }

    /// The fields that are shown, in the order of [`Field::ALL`] and each once.
    pub(super) fn shown_fields(&self) -> impl Iterator<Item = Field> {
        Field::ALL.into_iter().filter(|&f| self.shows(f))
    }

    /// Whether a field is shown.
    pub fn shows(&self, field: Field) -> bool {
        self.fields().contains(&field)
    }

    /// The rules by which changes are ignored.
    pub fn ignored(&self) -> impl Iterator<Item = &str> {
        self.ignore.iter().map(String::as_str)
    }

    /// The panes in the order in which they were added.
    pub fn panes(&self) -> impl Iterator<Item = (&str, &SemanticView)> {
        self.panes.iter().map(|(name, view)| (name.as_str(), view))
    }
}

/// A selector that asks for something.
pub(super) fn asked(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.to_owned())
}
