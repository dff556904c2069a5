//! What alone is to be shown: a ref, an identifier, `modal`, or the nodes that a CSS selector matched.

use super::Look;
use super::layers::Layers;
use crate::tree::{Node, NodeId, RefError};
use crate::view::RefUnavailable;

/// The nodes that are shown alone, in document order, none inside another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope(Vec<NodeId>);

/// Why a scope shows nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScopeError {
    /// A ref that this session issued and that names nothing now.
    #[error("{}", .0.explained())]
    Ref(#[from] RefUnavailable),
    /// A ref of the snapshot's own that names several nodes, or that can be read in two ways.
    #[error(transparent)]
    OwnRef(#[from] RefError),
    /// `modal`, and none is open.
    #[error("no modal is open on this page")]
    NoModal,
    /// An identifier that stands on several nodes.
    #[error("the identifier {scope} stands on {count} nodes: use one of the refs {refs}")]
    Several {
        /// The scope, quoted.
        scope: String,
        /// How many nodes have it.
        count: usize,
        /// The first of their refs.
        refs: String,
    },
    /// Neither a ref nor an identifier of the page.
    #[error(
        "nothing on this page is {scope}: no ref, no identifier, no selector that matches{}",
        near(suggestions)
    )]
    Missing {
        /// The scope, quoted.
        scope: String,
        /// Identifiers of the page that come near it.
        suggestions: Vec<String>,
    },
}

impl Scope {
    /// A scope of nodes; those inside others count with them. `None` without any.
    pub fn of_nodes(look: &Look, nodes: impl IntoIterator<Item = NodeId>) -> Option<Scope> {
        let snapshot = look.observation.snapshot();
        let mut nodes: Vec<NodeId> = nodes.into_iter().filter(|&n| snapshot.node(n).is_some()).collect();
        nodes.sort_unstable();
        let mut end = 0;
        nodes.retain(|&n| {
            let outer = n.index() >= end;
            if outer {
                end = snapshot.node(n).map_or(end, |n| n.range().end);
            }
            outer
        });
        (!nodes.is_empty()).then_some(Scope(nodes))
    }

    /// A scope of the nodes with these keys (see [`Node::key`]): what a CSS selector matched on the live page.
    pub fn of_keys(look: &Look, keys: &[&str]) -> Option<Scope> {
        let wanted: hashbrown::HashSet<&str, rustc_hash::FxBuildHasher> = keys.iter().copied().collect();
        let nodes = look.observation.snapshot().nodes();
        Scope::of_nodes(
            look,
            nodes.filter(|n| n.key().is_some_and(|key| wanted.contains(key))).map(|n| n.id()),
        )
    }

    /// The nodes.
    pub fn nodes(&self) -> &[NodeId] {
        &self.0
    }
}

/// What a caller's words for a scope mean: `modal`, a ref, a `data-semtag-id` or another identifier.
///
/// # Errors
/// [`ScopeError::Missing`] where it is none of these: a caller with a live page then tries it as a CSS selector and hands
/// the matches to [`Scope::of_keys`].
pub fn resolve_scope(look: &Look, scope: &str) -> Result<Scope, ScopeError> {
    let scope = scope.trim();
    let one = |node: Node<'_>| Scope(vec![node.id()]);
    if scope.eq_ignore_ascii_case("modal") {
        let modal = Layers::of(look).modal.ok_or(ScopeError::NoModal)?;
        return Ok(Scope(vec![NodeId::from_index(modal as usize)]));
    }
    let (own_only, ours) = (scope.strip_prefix("own:"), scope.strip_prefix("s:").unwrap_or(scope));
    if own_only.is_none() {
        match look.observation.resolve(ours) {
            Ok(node) => return Ok(one(node)),
            Err(gone) if looks_like_ref(ours) => return Err(gone.into()),
            Err(_) => {}
        }
    }
    let snapshot = look.observation.snapshot();
    let own: Vec<_> =
        snapshot.nodes().filter(|n| n.own_ref() == Some(own_only.unwrap_or(scope))).take(2).collect();
    match own.as_slice() {
        [node] => return Ok(one(*node)),
        [_, ..] => {
            return Err(snapshot
                .resolve(scope)
                .err()
                .map_or_else(|| missing(look, scope), ScopeError::OwnRef));
        }
        [] => {}
    }
    for names in [by_semtag as fn(Node<'_>, &str) -> bool, by_identifier] {
        let named: Vec<_> = snapshot.nodes().filter(|n| names(*n, scope)).collect();
        match named.as_slice() {
            [] => {}
            [node] => return Ok(one(*node)),
            several => return Err(ambiguous(look, scope, several)),
        }
    }
    Err(missing(look, scope))
}

fn by_semtag(node: Node<'_>, id: &str) -> bool {
    node.attr("data-semtag-id") == Some(id)
}

fn by_identifier(node: Node<'_>, id: &str) -> bool {
    node.identifier() == Some(id) || node.attr("testid") == Some(id) || node.attr("id") == Some(id)
}

fn looks_like_ref(text: &str) -> bool {
    let own = text.rsplit('.').next().unwrap_or(text);
    own.strip_prefix("s_")
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

fn ambiguous(look: &Look, scope: &str, nodes: &[Node<'_>]) -> ScopeError {
    const TOLD: usize = 5;
    let refs: Vec<_> = nodes.iter().take(TOLD).filter_map(|n| look.observation.reference(n.id())).collect();
    let more = if nodes.len() > TOLD { ", …" } else { "" };
    ScopeError::Several { scope: crate::tree::shown(scope), count: nodes.len(), refs: refs.join(", ") + more }
}

fn missing(look: &Look, scope: &str) -> ScopeError {
    ScopeError::Missing { scope: crate::tree::shown(scope), suggestions: suggestions(look, scope) }
}

/// The identifiers of the page that share most with a word: pairs of letters, for both lengths.
fn suggestions(look: &Look, scope: &str) -> Vec<String> {
    const TOLD: usize = 3;
    const LONG: usize = 80;
    let wanted = pairs(scope);
    let snapshot = look.observation.snapshot();
    let known = snapshot.nodes().flat_map(|n| [n.attr("data-semtag-id"), n.identifier(), n.attr("testid")]);
    let mut known: Vec<&str> = known.flatten().filter(|id| !id.is_empty() && id.len() <= LONG).collect();
    known.sort_unstable();
    known.dedup();
    let score = |id: &str| {
        let own = pairs(id);
        let shared = own.iter().filter(|p| wanted.contains(p)).count();
        200 * shared / (own.len() + wanted.len()).max(1)
    };
    let mut near: Vec<(usize, &str)> =
        known.into_iter().map(|id| (score(id), id)).filter(|n| n.0 >= 40).collect();
    near.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    near.into_iter().take(TOLD).map(|(_, id)| crate::tree::shown(id)).collect()
}

fn pairs(text: &str) -> Vec<(char, char)> {
    let letters: Vec<char> = text.chars().take(80).flat_map(char::to_lowercase).collect();
    letters.windows(2).map(|w| (w[0], w[1])).collect()
}

fn near(suggestions: &[String]) -> String {
    if suggestions.is_empty() { String::new() } else { format!("; near it: {}", suggestions.join(", ")) }
}
